//! What house rules do, in sentences that answer the argument: who is right, and among whom. What
//! is said is a verdict by the smallest effect that matters, corrected over the whole table.

use std::collections::BTreeSet;
use unobench_files::finding::Finding;
use unobench_files::metric::{ARGUED, Metric};
use unobench_files::panel::{LEARNED, short};
use unobench_files::rows::{EffectRow, FAIR};
use unobench_files::words::{decimals_for, listed};
use unobench_stats::Verdict::{self, Less, More, Same, Unclear};

const NAMED: usize = 5;

const FEW: usize = 3;

/// Who plays at random, so that everybody else is taken to think.
pub(crate) const THOUGHTLESS: &str = "random";

/// Answers about each of these rule sets if there are few, and about all of them otherwise, from
/// the rows of `effects.csv`; `learned` says in words who has learned the rules, if anybody has.
pub fn answers(
    rules: &[&str],
    baseline: &str,
    rows: &[EffectRow],
    learned: Option<&str>,
) -> Vec<String> {
    let findings: Vec<Finding<'_>> = rows.iter().filter_map(Finding::of_effect).collect();
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
        let here: Vec<Finding<'_>> =
            findings.iter().filter(|found| found.players == players).copied().collect();
        if others.len() > FEW {
            answers.extend(of_many(&here, baseline, &format!("at {players} seats{among}")));
            continue;
        }
        for rules in if others.is_empty() { rules } else { &others } {
            for metric in ARGUED {
                let against = if metric.words().is_of_seats { FAIR } else { baseline };
                let is_it = |found: &&Finding<'_>| {
                    (found.of, found.against, found.metric) == (rules, against, metric)
                };
                let of: Vec<Finding<'_>> = here.iter().filter(is_it).copied().collect();
                let answer = answer(metric, &of, baseline, &name);
                answers.extend(
                    answer.map(|told| format!("{rules} at {players} seats{among}: {told}")),
                );
            }
        }
    }
    answers
}

fn answer(
    metric: Metric,
    found: &[Finding<'_>],
    baseline: &str,
    name: &dyn Fn(&str) -> String,
) -> Option<String> {
    let words = metric.words();
    let mut question = words.question.replace("{baseline}", baseline);
    if question.contains("{table}") {
        // It is measured at one table.
        let &[Finding { table, .. }] = found else { return None };
        question = question.replace("{table}", &name(table));
    }
    let told = |group: &[Finding<'_>], verdict| {
        let answer = words.answers[verdict as usize].replace("{baseline}", baseline);
        Some(answer.replace('#', &amounts(group)))
    };
    let said = by_verdict(found, told, name)?;
    let [least, most] = ends(found.iter().filter_map(|found| found.base));
    let value =
        if most - least < 0.5 { format!("{least:.0}") } else { format!("{least:.0} to {most:.0}") };
    Some(format!("{} {said}", question.replace("{value}", &value)))
}

/// What is said of each group of tables of which a verdict is the same, if anything is, and who
/// sits there; none where nothing is said.
pub(crate) fn by_verdict(
    all: &[Finding<'_>],
    told: impl Fn(&[Finding<'_>], Verdict) -> Option<String>,
    name: &dyn Fn(&str) -> String,
) -> Option<String> {
    let of = |verdict: Verdict| {
        let is_so = |found: &&Finding<'_>| found.verdict == Some(verdict);
        let group: Vec<Finding<'_>> = all.iter().filter(is_so).copied().collect();
        let said = (!group.is_empty()).then(|| told(&group, verdict)).flatten()?;
        Some(said + &who(&group, all, name))
    };
    let said: Vec<String> = [More, Less, Same, Unclear].into_iter().filter_map(of).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

fn who(group: &[Finding<'_>], all: &[Finding<'_>], name: &dyn Fn(&str) -> String) -> String {
    let thinking =
        |of: &[Finding<'_>]| of.iter().filter(|found| found.table != THOUGHTLESS).count();
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
        let names: Vec<String> = group.iter().map(|found| name(found.table)).collect();
        format!(" among {}", listed(&names))
    }
}

fn amounts(group: &[Finding<'_>]) -> String {
    let shown = || group.iter().map(Finding::shown);
    let margin = shown().filter_map(|it| it.margin()).fold(0.0, f64::max);
    let places = if margin > 0.0 { decimals_for(margin).min(1) } else { 1 };
    let [least, most] =
        ends(shown().map(|it| it.value.abs())).map(|size| format!("{size:.places$}"));
    if least == most { least } else { format!("{least} to {most}") }
}

pub(crate) fn ends(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::MAX, f64::MIN], |[least, most], value| [least.min(value), most.max(value)])
}

fn of_many(found: &[Finding<'_>], baseline: &str, tables: &str) -> Vec<String> {
    // The rule sets of which every table says the same, with the mean effect.
    let agreed = |metric: Metric, verdict: Verdict| {
        let (against, unit) = match metric {
            Metric::TurnsMean => (baseline, " %"),
            _ if metric.words().is_of_seats => (FAIR, " points"),
            _ => (baseline, " points"),
        };
        let size = |found: &Finding<'_>| found.percent().copysign(found.difference.value);
        let mut agreed: Vec<(&str, f64)> = by_rules(found, metric, against)
            .into_iter()
            .filter(|(_, group)| group.iter().all(|found| found.verdict == Some(verdict)))
            .map(|(rules, group)| (rules, group.iter().map(size).sum::<f64>() / group.len() as f64))
            .collect();
        agreed.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        let told = |(rules, mean): (&str, f64)| match verdict {
            Same => rules.to_owned(),
            _ => format!("{rules} ({mean:+.1}{unit})"),
        };
        some(&agreed.into_iter().map(told).collect::<Vec<_>>())
    };
    let contested: Vec<String> = by_rules(found, Metric::TurnsMean, baseline)
        .into_iter()
        .filter(|(_, group)| {
            let is = |verdict| group.iter().any(|found| found.verdict == Some(verdict));
            [More, Less, Same].into_iter().filter(|verdict| is(*verdict)).count() > 1
        })
        .map(|(rules, _)| rules.to_owned())
        .collect();
    let several = found.iter().any(|one| one.table != found[0].table);
    let whoever = if several { ", at every table" } else { "" };
    let (turns, first, skill) = (Metric::TurnsMean, Metric::FirstSeat, Metric::SkillGain);
    let mut said = vec![
        format!("{tables}, longer than {baseline}{whoever}: {}", agreed(turns, More)),
        format!("shorter{whoever}: {}", agreed(turns, Less)),
        format!("about as long: {}", agreed(turns, Same)),
    ];
    if several {
        said.push(format!("longer or shorter, depending on who plays: {}", some(&contested)));
    }
    said.push(format!("the first player wins more than a fair share: {}", agreed(first, More)));
    said.push(format!("less than a fair share: {}", agreed(first, Less)));
    if found.iter().any(|found| found.metric == skill) {
        let [more, less] = skill.words().more_and_less;
        said.push(format!("{more}: {}", agreed(skill, More)));
        said.push(format!("{less}: {}", agreed(skill, Less)));
    }
    said
}

fn by_rules<'a>(
    found: &[Finding<'a>],
    metric: Metric,
    against: &str,
) -> Vec<(&'a str, Vec<Finding<'a>>)> {
    let mut groups: Vec<(&str, Vec<Finding<'_>>)> = Vec::new();
    let is_it = |found: &&Finding<'_>| found.metric == metric && found.against == against;
    for &found in found.iter().filter(is_it) {
        match groups.last_mut() {
            Some((rules, group)) if *rules == found.of => group.push(found),
            _ => groups.push((found.of, vec![found])),
        }
    }
    groups
}

/// The first of some names, and how many more there are.
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

    fn row(rules: &str, table: &str, difference: f64, verdict: Verdict) -> EffectRow {
        EffectRow {
            rules: rules.to_owned(),
            baseline: "official".to_owned(),
            players: 4,
            table: table.to_owned(),
            metric: Metric::TurnsMean.to_string(),
            baseline_value: Some(50.0),
            difference: Some(difference),
            low: Some(difference - 0.2),
            high: Some(difference + 0.2),
            verdict: verdict.name().to_owned(),
            ..EffectRow::default()
        }
    }

    #[test]
    fn tables_that_disagree_are_told_apart() {
        let of = |random: (f64, Verdict), counter: (f64, Verdict), linear: (f64, Verdict)| {
            let rows = [("random", random), ("counter", counter), ("linear", linear)]
                .map(|(table, (difference, verdict))| row("new", table, difference, verdict));
            answers(&["official", "new"], "official", &rows, None).remove(0)
        };
        let told = "new at 4 seats: a game, 50 turns under official, is";
        for (random, counter, linear, wanted) in [
            (
                (0.1, Same),
                (5.6, More),
                (1.8, More),
                "1.8 to 5.6 turns longer if people think; about as long if people play at random",
            ),
            ((-3.0, Less), (-3.0, Less), (-3.0, Less), "3.0 turns shorter, at every table"),
            (
                (2.0, More),
                (-2.0, Less),
                (0.6, Unclear),
                "2.0 turns longer if people play at random; 2.0 turns shorter among counter; not \
                 yet known to be longer or shorter among linear",
            ),
        ] {
            assert_eq!(of(random, counter, linear), format!("{told} {wanted}"));
        }
    }

    #[test]
    fn people_who_have_learned_are_told_in_words() {
        let who = Some("people who have learned the rules from 20 games");
        let learned = row("new", LEARNED, 1.8, More);
        let skill =
            EffectRow { metric: Metric::SkillGain.to_string(), ..row("new", LEARNED, 0.018, More) };
        let told = |rows: &[EffectRow]| answers(&["official", "new"], "official", rows, who);
        let alone = "new at 4 seats, among people who have learned the rules from 20 games:";
        assert_eq!(
            told(&[learned.clone(), skill]),
            [
                format!("{alone} a game, 50 turns under official, is 1.8 turns longer"),
                format!("{alone} playing well among them wins 2 points more than under official"),
            ]
        );
        let rows = [learned.clone(), row("new", "random", 0.1, Same)];
        assert!(told(&rows)[0].contains("is 1.8 turns longer if people think; about as long"));
        let rows = [learned.clone(), row("new", "linear", -2.0, Less)];
        assert_eq!(
            told(&rows),
            ["new at 4 seats: a game, 50 turns under official, is 1.8 turns longer among \
                 people who have learned the rules from 20 games; 2.0 turns shorter among linear"]
        );
        let rows = ["a", "b", "c", "d"].map(|rules| row(rules, LEARNED, 5.0, More));
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
            ("a", [(10.0, More), (5.0, More)]),
            ("b", [(10.0, More), (0.0, Same)]),
            ("c", [(-1.0, Less), (-3.0, Less)]),
            ("d", [(0.0, Same), (0.1, Same)]),
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
