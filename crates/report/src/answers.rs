//! What house rules do, in sentences that answer the argument: who is right, and among whom. What
//! is said is a verdict by the smallest effect that matters, corrected over the whole table.

use std::collections::BTreeSet;
use unobench_files::panel::{LEARNED, short};
use unobench_files::rows::{EffectRow, FAIR};
use unobench_files::words::{decimals_for, listed};

/// How many names a sentence has.
const NAMED: usize = 5;

/// Up to so many rule sets are spoken of one by one.
const FEW: usize = 3;

/// The quantities that people argue about.
pub(crate) const TURNS: &str = "turns_mean";
pub(crate) const FIRST_SEAT: &str = "first_seat";
pub(crate) const SKILL: &str = "skill_gain";

/// The verdicts, as they are written.
pub(crate) const MORE: &str = "more";
pub(crate) const LESS: &str = "less";
pub(crate) const SAME: &str = "same";
pub(crate) const UNCLEAR: &str = "unclear";

/// Who plays at random, so that everybody else is taken to think.
pub(crate) const THOUGHTLESS: &str = "random";

/// Answers about each of these rule sets if there are few, and about all of them otherwise, from
/// the rows of `effects.csv`; `learned` says in words who has learned the rules, if anybody has.
#[must_use]
pub fn answers(
    rules: &[&str],
    baseline: &str,
    rows: &[EffectRow],
    learned: Option<&str>,
) -> Vec<String> {
    let only_learned = rows.iter().all(|row| row.table == LEARNED);
    let among =
        learned.filter(|_| only_learned).map_or_else(String::new, |who| format!(", among {who}"));
    let name = |table: &str| match learned.filter(|_| table == LEARNED) {
        Some(_) if only_learned => "them".to_owned(),
        Some(who) => who.to_owned(),
        None => short(table),
    };
    let others: Vec<&str> = rules.iter().copied().filter(|name| *name != baseline).collect();
    let seats: BTreeSet<u32> = rows.iter().map(|row| row.players).collect();
    let mut answers = Vec::new();
    for players in seats {
        let effects: Vec<&EffectRow> = rows.iter().filter(|row| row.players == players).collect();
        if others.len() > FEW {
            answers.extend(of_many(&effects, baseline, &format!("at {players} seats{among}")));
            continue;
        }
        for rules in if others.is_empty() { rules } else { &others } {
            let of = |baseline: &str, metric: &str| -> Vec<&EffectRow> {
                let wanted = |effect: &&&EffectRow| {
                    (&*effect.rules, &*effect.baseline, &*effect.metric)
                        == (rules, baseline, metric)
                };
                effects.iter().filter(wanted).copied().collect()
            };
            let parts = [
                length(&of(baseline, TURNS), baseline, &name),
                beginning(&of(FAIR, FIRST_SEAT), &name),
                skill(&of(baseline, SKILL), baseline, &name),
            ];
            for part in parts.into_iter().flatten() {
                answers.push(format!("{rules} at {players} seats{among}: {part}"));
            }
        }
    }
    answers
}

/// How much longer games are.
fn length(effects: &[&EffectRow], baseline: &str, name: &dyn Fn(&str) -> String) -> Option<String> {
    let told = |group: &[&EffectRow], verdict: &str| {
        Some(match verdict {
            MORE => format!("{} turns longer", amounts(group, 1.0)),
            LESS => format!("{} turns shorter", amounts(group, 1.0)),
            SAME => "about as long".to_owned(),
            _ => "not yet known to be longer or shorter".to_owned(),
        })
    };
    let said = by_verdict(effects, told, name)?;
    let [least, most] = ends(effects.iter().filter_map(|effect| effect.baseline_value));
    let turns =
        if most - least < 0.5 { format!("{least:.0}") } else { format!("{least:.0} to {most:.0}") };
    Some(format!("a game, {turns} turns under {baseline}, is {said}"))
}

/// What going first is worth.
fn beginning(effects: &[&EffectRow], name: &dyn Fn(&str) -> String) -> Option<String> {
    let told = |group: &[&EffectRow], verdict: &str| {
        Some(match verdict {
            MORE => format!("wins {} points more than a fair share", amounts(group, 100.0)),
            LESS => format!("wins {} points less than a fair share", amounts(group, 100.0)),
            SAME => "wins a fair share".to_owned(),
            _ => "wins a share too close to fair to call".to_owned(),
        })
    };
    Some(format!("the first player {}", by_verdict(effects, told, name)?))
}

/// How much more the best of the pool wins; it plays at one table.
fn skill(effects: &[&EffectRow], baseline: &str, name: &dyn Fn(&str) -> String) -> Option<String> {
    let &[effect] = effects else { return None };
    let points = amounts(&[effect], 100.0);
    let said = match &*effect.verdict {
        MORE => format!("{points} points more than under {baseline}"),
        LESS => format!("{points} points less than under {baseline}"),
        SAME => format!("as much as under {baseline}"),
        _ => format!("about as much as under {baseline}; more games would tell"),
    };
    Some(format!("playing well among {} wins {said}", name(&effect.table)))
}

/// What is said of each group of tables that a verdict is the same of, if anything is, and who sits
/// there; none where nothing is said.
pub(crate) fn by_verdict(
    effects: &[&EffectRow],
    told: impl Fn(&[&EffectRow], &str) -> Option<String>,
    name: &dyn Fn(&str) -> String,
) -> Option<String> {
    let of = |verdict: &str| {
        let group: Vec<&EffectRow> =
            effects.iter().filter(|effect| effect.verdict == verdict).copied().collect();
        let said = (!group.is_empty()).then(|| told(&group, verdict)).flatten()?;
        Some(said + &who(&group, effects, name))
    };
    let said: Vec<String> = [MORE, LESS, SAME, UNCLEAR].into_iter().filter_map(of).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// Who sits at some of the tables; nothing if there is only one.
fn who(group: &[&EffectRow], all: &[&EffectRow], name: &dyn Fn(&str) -> String) -> String {
    let thinking = |of: &[&EffectRow]| of.iter().filter(|row| row.table != THOUGHTLESS).count();
    let (thinking, of_all) = (thinking(group), thinking(all));
    if all.len() == 1 {
        String::new()
    } else if group.len() == all.len() {
        ", at every table".to_owned()
    } else if thinking == of_all && group.len() == thinking {
        " if people think".to_owned()
    } else if thinking == 0 {
        " if people play at random".to_owned()
    } else {
        let names: Vec<String> = group.iter().map(|effect| name(&effect.table)).collect();
        format!(" among {}", listed(&names))
    }
}

/// The least and the greatest of some differences, without their signs.
fn amounts(group: &[&EffectRow], scale: f64) -> String {
    let margin = |row: &&EffectRow| Some(scale * (row.high? - row.low?) / 2.0);
    let margin = group.iter().filter_map(margin).fold(0.0, f64::max);
    let places = if margin > 0.0 { decimals_for(margin).min(1) } else { 1 };
    let sizes = group.iter().filter_map(|effect| Some(effect.difference?.abs()));
    let [least, most] = ends(sizes).map(|size| format!("{:.places$}", scale * size));
    if least == most { least } else { format!("{least} to {most}") }
}

pub(crate) fn ends(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::MAX, f64::MIN], |[least, most], value| [least.min(value), most.max(value)])
}

/// What many rule sets do at some tables, the largest effects first.
fn of_many(effects: &[&EffectRow], baseline: &str, tables: &str) -> Vec<String> {
    // The rule sets of which every table says the same, with the mean effect.
    let agreed = |metric: &str, against: &str, verdict: &str, unit: &str| {
        let size = |effect: &&EffectRow| {
            let size = 100.0 * effect.difference.unwrap_or_default();
            if metric == TURNS { size / effect.baseline_value.unwrap_or(1.0) } else { size }
        };
        let mut agreed: Vec<(&str, f64)> = by_rules(effects, metric, against)
            .into_iter()
            .filter(|(_, group)| group.iter().all(|effect| effect.verdict == verdict))
            .map(|(rules, group)| (rules, group.iter().map(size).sum::<f64>() / group.len() as f64))
            .collect();
        agreed.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        let told = |(rules, mean): (&str, f64)| match verdict {
            SAME => rules.to_owned(),
            _ => format!("{rules} ({mean:+.1}{unit})"),
        };
        some(&agreed.into_iter().map(told).collect::<Vec<_>>())
    };
    let contested: Vec<String> = by_rules(effects, TURNS, baseline)
        .into_iter()
        .filter(|(_, group)| {
            let is = |verdict| usize::from(group.iter().any(|effect| effect.verdict == verdict));
            is(MORE) + is(LESS) + is(SAME) > 1
        })
        .map(|(rules, _)| rules.to_owned())
        .collect();
    let turns = |verdict| agreed(TURNS, baseline, verdict, " %");
    let seats = |verdict| agreed(FIRST_SEAT, FAIR, verdict, " points");
    let several = effects.iter().any(|effect| effect.table != effects[0].table);
    let whoever = if several { ", at every table" } else { "" };
    let mut said = vec![
        format!("{tables}, longer than {baseline}{whoever}: {}", turns(MORE)),
        format!("shorter{whoever}: {}", turns(LESS)),
        format!("about as long: {}", turns(SAME)),
    ];
    if several {
        said.push(format!("longer or shorter, depending on who plays: {}", some(&contested)));
    }
    said.push(format!("the first player wins more than a fair share: {}", seats(MORE)));
    said.push(format!("less than a fair share: {}", seats(LESS)));
    if effects.iter().any(|effect| effect.metric == SKILL) {
        let skill = |verdict| agreed(SKILL, baseline, verdict, " points");
        said.push(format!("more reward for skill: {}", skill(MORE)));
        said.push(format!("less reward for skill: {}", skill(LESS)));
    }
    said
}

/// The effects of each rule set on a quantity.
fn by_rules<'a>(
    effects: &[&'a EffectRow],
    metric: &str,
    baseline: &str,
) -> Vec<(&'a str, Vec<&'a EffectRow>)> {
    let mut groups: Vec<(&str, Vec<&EffectRow>)> = Vec::new();
    let wanted = |effect: &&&EffectRow| effect.metric == metric && effect.baseline == baseline;
    for &effect in effects.iter().filter(wanted) {
        match groups.last_mut() {
            Some((rules, group)) if *rules == effect.rules => group.push(effect),
            _ => groups.push((&effect.rules, vec![effect])),
        }
    }
    groups
}

/// The first of some names, and how many more there are.
#[must_use]
pub fn some(names: &[String]) -> String {
    match names.len() {
        0 => "none".to_owned(),
        count if count > NAMED => {
            format!("{} and {} more", names[..NAMED].join(", "), count - NAMED)
        }
        _ => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(rules: &str, table: &str, difference: f64, verdict: &str) -> EffectRow {
        EffectRow {
            rules: rules.to_owned(),
            baseline: "official".to_owned(),
            players: 4,
            table: table.to_owned(),
            metric: TURNS.to_owned(),
            baseline_value: Some(50.0),
            difference: Some(difference),
            low: Some(difference - 0.2),
            high: Some(difference + 0.2),
            verdict: verdict.to_owned(),
            ..EffectRow::default()
        }
    }

    #[test]
    fn tables_that_disagree_are_told_apart() {
        let of = |random: (f64, &str), counter: (f64, &str), linear: (f64, &str)| {
            let rows = [("random", random), ("counter", counter), ("linear", linear)]
                .map(|(table, (difference, verdict))| row("new", table, difference, verdict));
            answers(&["official", "new"], "official", &rows, None).remove(0)
        };
        let told = "new at 4 seats: a game, 50 turns under official, is";
        assert_eq!(
            of((0.1, SAME), (5.6, MORE), (1.8, MORE)),
            format!(
                "{told} 1.8 to 5.6 turns longer if people think; about as long if people play at \
                 random"
            )
        );
        assert_eq!(
            of((-3.0, LESS), (-3.0, LESS), (-3.0, LESS)),
            format!("{told} 3.0 turns shorter, at every table")
        );
        assert_eq!(
            of((2.0, MORE), (-2.0, LESS), (0.6, UNCLEAR)),
            format!(
                "{told} 2.0 turns longer if people play at random; 2.0 turns shorter among \
                 counter; not yet known to be longer or shorter among linear"
            )
        );
    }

    #[test]
    fn people_who_have_learned_are_told_in_words() {
        let who = Some("people who have learned the rules from 20 games");
        let learned = row("new", LEARNED, 1.8, MORE);
        let skill = EffectRow { metric: SKILL.to_owned(), ..row("new", LEARNED, 0.018, MORE) };
        let told = |rows: &[EffectRow]| answers(&["official", "new"], "official", rows, who);
        let alone = "new at 4 seats, among people who have learned the rules from 20 games:";
        assert_eq!(
            told(&[learned.clone(), skill]),
            [
                format!("{alone} a game, 50 turns under official, is 1.8 turns longer"),
                format!("{alone} playing well among them wins 2 points more than under official"),
            ]
        );
        let rows = [learned.clone(), row("new", "random", 0.1, SAME)];
        assert!(told(&rows)[0].contains("is 1.8 turns longer if people think; about as long"));
        let rows = [learned.clone(), row("new", "linear", -2.0, LESS)];
        assert_eq!(
            told(&rows),
            ["new at 4 seats: a game, 50 turns under official, is 1.8 turns longer among \
                 people who have learned the rules from 20 games; 2.0 turns shorter among linear"]
        );
        let rows = ["a", "b", "c", "d"].map(|rules| row(rules, LEARNED, 5.0, MORE));
        let told = answers(&["official", "a", "b", "c", "d"], "official", &rows, who);
        assert_eq!(
            told[..3],
            [
                "at 4 seats, among people who have learned the rules from 20 games, longer than \
                 official: a (+10.0 %), b (+10.0 %), c (+10.0 %), d (+10.0 %)",
                "shorter: none",
                "about as long: none",
            ]
        );
    }

    #[test]
    fn many_rule_sets_are_told_together() {
        let mut rows = Vec::new();
        for (rules, [random, counter]) in [
            ("a", [(10.0, MORE), (5.0, MORE)]),
            ("b", [(10.0, MORE), (0.0, SAME)]),
            ("c", [(-1.0, LESS), (-3.0, LESS)]),
            ("d", [(0.0, SAME), (0.1, SAME)]),
        ] {
            rows.push(row(rules, "counter", counter.0, counter.1));
            rows.push(row(rules, "random", random.0, random.1));
        }
        let told = answers(&["official", "a", "b", "c", "d"], "official", &rows, None);
        assert_eq!(
            told[..4],
            [
                "at 4 seats, longer than official, at every table: a (+15.0 %)",
                "shorter, at every table: c (-4.0 %)",
                "about as long: d",
                "longer or shorter, depending on who plays: b",
            ]
        );
    }
}
