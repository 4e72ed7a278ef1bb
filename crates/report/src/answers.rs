//! What house rules do, in sentences that answer the argument: who is right, and among whom. What
//! is said is a verdict by the smallest effect that matters, corrected over the whole table.

use crate::sentences::undecided;
use crate::settle::{COUNTED_OTHERWISE, TOO_LONG};
use std::collections::BTreeSet;
use unobench_findings::comparison::{Comparison, aliases, of_those_who_act, unfinished};
use unobench_findings::metric::{ARGUED, Metric};
use unobench_findings::panel::{KNOWING, LEARNED, WHO_KNOW};
use unobench_findings::rows::FAIR;
use unobench_findings::words::{decimals_for, listed};
use unobench_stats::Verdict::{self, Less, More, Same, Unclear};

const NAMED: usize = 5;

const FEW: usize = 3;

/// Effects of which the smaller is surely more than this part of the larger are told by one number.
const ALIKE: f64 = 0.7;

/// Answers about each of these rule sets if there are few, and about all of them otherwise, from
/// effects; `learned` says in words who has learned the rules, if anybody has, and `knows` whether
/// somebody was examined who is said to know them.
pub fn answers(
    rules: &[&str],
    baseline: &str,
    found: &[Comparison<'_>],
    learned: Option<&str>,
    knows: &dyn Fn(&str, u32) -> bool,
) -> Vec<String> {
    let aliases = aliases(found);
    let is_news = |of: &Comparison<'_>| of.is_of_fairness() || !aliases.contains(&&*of.of);
    let news = || {
        let news = found.iter().filter(|of| is_news(of));
        news.map(|of| Comparison { knows: knows(&of.of, of.players), ..*of })
    };
    let only_learned = found.iter().all(|of| of.table == LEARNED);
    let among =
        learned.filter(|_| only_learned).map_or_else(String::new, |who| format!(", among {who}"));
    let name = |table: &str| match learned.filter(|_| table == LEARNED) {
        Some(_) if only_learned => "them".to_owned(),
        Some(who) => who.to_owned(),
        None => table.to_owned(),
    };
    let is_other = |name: &&str| *name != baseline && !aliases.contains(name);
    let others: Vec<&str> = rules.iter().copied().filter(is_other).collect();
    let seats: BTreeSet<u32> = found.iter().map(|of| of.players).collect();
    let told = |alias: &&str| format!("{alias} is {baseline} by another name");
    let mut answers: Vec<String> = aliases.iter().map(told).collect();
    for players in seats {
        let here: Vec<Comparison<'_>> = news().filter(|of| of.players == players).collect();
        if others.len() > FEW {
            answers.extend(of_many(&here, baseline, &format!("at {players} seats{among}")));
            continue;
        }
        for rules in if others.is_empty() { rules } else { &others } {
            let of: Vec<Comparison<'_>> =
                here.iter().filter(|found| found.of == *rules).copied().collect();
            let (of, idle) = of_those_who_act(&of);
            let is_here = |of: &&Comparison<'_>| of.rules == *rules && of.players == players;
            let nobody = undecided(unfinished(found.iter().filter(is_here)));
            answers.extend(nobody.map(|told| format!("{rules} at {players} seats: {told}")));
            answers.extend(
                cannot_act(&idle, &name).map(|told| format!("{rules} at {players} seats: {told}")),
            );
            for metric in ARGUED {
                let against = if metric.words().is_of_seats { FAIR } else { baseline };
                let is_it = |found: &&Comparison<'_>| {
                    (&*found.of, &*found.against, found.metric) == (*rules, against, metric)
                };
                let of: Vec<Comparison<'_>> = of.iter().filter(is_it).copied().collect();
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
    found: &[Comparison<'_>],
    baseline: &str,
    name: &dyn Fn(&str) -> String,
) -> Option<String> {
    let words = metric.words();
    let question = words.question.replace("{baseline}", baseline);
    let told = |(verdict, group): (Verdict, Vec<Comparison<'_>>)| {
        let answer = words.answers[verdict as usize].replace("{baseline}", baseline);
        answer.replace('#', &amount(&group)) + &among(&group, found, name)
    };
    let said: Vec<String> = groups(found).into_iter().map(told).collect();
    let base = teller(found)?;
    if said.is_empty() {
        let why = if metric.is_of_points() { COUNTED_OTHERWISE } else { TOO_LONG };
        return Some(format!("{}: {why}", words.topic));
    }
    let whose = if found.len() > 1 { format!(" for {}", name(&base.table)) } else { String::new() };
    let value = format!("{:.0}", base.base.unwrap_or_default());
    let question = question.replace("{value}", &value).replace("{whose}", &whose);
    Some(format!("{question} {}", said.join("; ")))
}

/// Says which tables cannot act on a rule set, if any.
pub(crate) fn cannot_act(idle: &[&str], name: &dyn Fn(&str) -> String) -> Option<String> {
    let tables: Vec<String> = idle.iter().map(|table| name(table)).collect();
    let tables = listed(&tables);
    (!idle.is_empty()).then(|| format!("{tables} cannot act on it: every game stays the same"))
}

/// The tables of which one thing can be said: those with the same verdict and, where there is a
/// difference, with one that is surely of about the same size.
pub(crate) fn groups<'a>(found: &[Comparison<'a>]) -> Vec<(Verdict, Vec<Comparison<'a>>)> {
    let mut groups = Vec::new();
    for verdict in [More, Less, Same, Unclear] {
        let is_so = |found: &&Comparison<'_>| found.verdict == Some(verdict);
        let mut left: Vec<Comparison<'_>> = found.iter().filter(is_so).copied().collect();
        while !left.is_empty() {
            let size = |found: &&Comparison<'_>| found.difference.value.abs();
            let most = left.iter().max_by(|one, other| size(one).total_cmp(&size(other)));
            let most = *most.expect("some are left");
            let is_alike = |of: &Comparison<'_>| {
                !of.is_sure() || std::ptr::eq(of.found, most.found) || are_alike(of, &most)
            };
            let (alike, others) = left.into_iter().partition(is_alike);
            groups.push((verdict, alike));
            left = others;
        }
    }
    groups
}

/// Whether the interval of the ratio of two effects lies above [`ALIKE`].
///
/// Source: Fieller 1954, *Some problems in interval estimation*, Journal of the Royal Statistical
/// Society B 16, of estimates that do not depend on each other.
fn are_alike(less: &Comparison<'_>, more: &Comparison<'_>) -> bool {
    let margin = |of: &Comparison<'_>| of.difference.margin().unwrap_or(0.0);
    let room = less.difference.value.abs() - ALIKE * more.difference.value.abs();
    room > margin(less).hypot(ALIKE * margin(more))
}

/// Whether both are among these tables who know the rules.
pub(crate) fn are_known(group: &[Comparison<'_>]) -> bool {
    KNOWING.iter().all(|name| group.iter().any(|found| found.table == *name && found.knows))
}

/// Who tells the number of a group: who knows the rules best.
pub(crate) fn teller<'a, 'f>(group: &'a [Comparison<'f>]) -> Option<&'a Comparison<'f>> {
    let named = |name: &&str| group.iter().find(|found| found.table == *name);
    KNOWING.iter().rev().chain(&[LEARNED]).find_map(named).or(group.first())
}

fn among(
    group: &[Comparison<'_>],
    all: &[Comparison<'_>],
    name: &dyn Fn(&str) -> String,
) -> String {
    if all.len() == 1 && !all[0].metric.words().is_of_pool {
        return String::new();
    }
    if group.len() == all.len() && all.len() > 1 {
        return ", at every table".to_owned();
    }
    format!(" among {}", listed(&names(group, name)))
}

/// The tables of a group; the two who know the rules by one name.
pub(crate) fn names(group: &[Comparison<'_>], name: &dyn Fn(&str) -> String) -> Vec<String> {
    let are_known = are_known(group);
    let others = group.iter().filter(|found| !(are_known && KNOWING.contains(&&*found.table)));
    let known = are_known.then(|| WHO_KNOW.to_owned());
    known.into_iter().chain(others.map(|found| name(&found.table))).collect()
}

fn amount(group: &[Comparison<'_>]) -> String {
    let Some(shown) = teller(group).map(Comparison::shown) else { return String::new() };
    let places = shown.margin().map_or(1, |margin| decimals_for(margin).min(1));
    format!("{:.places$}", shown.value.abs())
}

fn of_many(found: &[Comparison<'_>], baseline: &str, tables: &str) -> Vec<String> {
    // The rule sets of which every table says the same, with the effect at one.
    let agreed = |metric: Metric, verdict: Verdict| {
        let (against, unit) = match metric {
            Metric::LENGTH => (baseline, " %"),
            _ if metric.words().is_of_seats => (FAIR, " points"),
            _ => (baseline, " points"),
        };
        let size = |found: &Comparison<'_>| found.percent().copysign(found.difference.value);
        let mut agreed: Vec<(&str, f64)> = by_rules(found, metric, against)
            .into_iter()
            .filter(|(_, group)| group.iter().all(|found| found.verdict == Some(verdict)))
            .filter_map(|(rules, group)| Some((rules, size(teller(&group)?))))
            .collect();
        agreed.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        let told = |(rules, size): (&str, f64)| match verdict {
            Same => rules.to_owned(),
            _ => format!("{rules} ({size:+.1}{unit})"),
        };
        some(&agreed.into_iter().map(told).collect::<Vec<_>>())
    };
    let contested: Vec<String> = by_rules(found, Metric::LENGTH, baseline)
        .into_iter()
        .filter(|(_, group)| {
            let is = |verdict| group.iter().any(|found| found.verdict == Some(verdict));
            [More, Less, Same].into_iter().filter(|verdict| is(*verdict)).count() > 1
        })
        .map(|(rules, _)| rules.to_owned())
        .collect();
    let several = found.iter().any(|one| one.table != found[0].table);
    let whoever = if several { ", at every table" } else { "" };
    let (turns, first, skill) = (Metric::LENGTH, Metric::FirstSeat, Metric::SkillGain);
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
    found: &[Comparison<'a>],
    metric: Metric,
    against: &str,
) -> Vec<(&'a str, Vec<Comparison<'a>>)> {
    let mut groups: Vec<(&str, Vec<Comparison<'_>>)> = Vec::new();
    let is_it = |found: &&Comparison<'_>| found.metric == metric && found.against == against;
    for &found in found.iter().filter(is_it) {
        match groups.last_mut() {
            Some((rules, group)) if *rules == found.of => group.push(found),
            _ => groups.push((&found.found.of, vec![found])),
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
    use unobench_findings::comparison::effects;
    use unobench_findings::finding::Finding;

    /// On 50 turns.
    fn effect(rules: &str, table: &str, difference: f64, verdict: Verdict) -> [Finding; 2] {
        let of = [rules, "official", table];
        crate::made::effect(of, (Metric::LENGTH, 50.0), difference, verdict.name())
    }

    fn told(rules: &[&str], found: &[Finding], who: Option<&str>) -> Vec<String> {
        answers(&[&["official"], rules].concat(), "official", &effects(found), who, &|_, _| true)
    }

    #[test]
    fn tables_that_disagree_are_told_apart() {
        let of = |random: (f64, Verdict), counter: (f64, Verdict), champion: (f64, Verdict)| {
            let found = [("random", random), ("counter", counter), ("champion", champion)]
                .map(|(table, (difference, verdict))| effect("new", table, difference, verdict));
            told(&["new"], found.as_flattened(), None).remove(0)
        };
        let told = "new at 4 seats: a typical game, 50 turns for champion under official, is";
        for (random, counter, champion, wanted) in [
            (
                (0.1, Same),
                (2.3, More),
                (1.8, More),
                "1.8 turns longer among people who know the rules; about as long among random",
            ),
            // Both longer, but not by about as much.
            (
                (0.1, Same),
                (5.0, More),
                (23.0, More),
                "23.0 turns longer among champion; 5.0 turns longer among counter; about as long \
                 among random",
            ),
            ((-3.0, Less), (-3.0, Less), (-3.2, Less), "3.2 turns shorter, at every table"),
            (
                (2.0, More),
                (-2.0, Less),
                (0.6, Unclear),
                "2.0 turns longer among random; 2.0 turns shorter among counter; not settled to be \
                 longer or shorter among champion",
            ),
        ] {
            assert_eq!(of(random, counter, champion), format!("{told} {wanted}"));
        }
    }

    /// "stacking": one number from a quarter of the games, and two from all of them.
    #[test]
    fn tables_agree_only_where_their_ratio_is_sure() {
        let told = |margin: f64| {
            let found = [("counter", 1.4), ("champion", 1.8)].map(|(table, difference)| {
                let [of, base] = effect("new", table, difference, More);
                let (low, high) = (Some(difference - margin), Some(difference + margin));
                [Finding { low, high, ..of }, base]
            });
            told(&["new"], found.as_flattened(), None).remove(0)
        };
        assert!(
            told(0.2).ends_with("1.8 turns longer among champion; 1.4 turns longer among counter")
        );
        assert!(told(0.1).ends_with("is 1.8 turns longer, at every table"));
    }

    #[test]
    fn nobody_is_said_to_know_rules_that_they_were_not_examined_on() {
        let all = [("counter", 2.0, More), ("champion", 2.0, More), ("random", 0.1, Same)];
        let found = all.map(|(table, size, verdict)| effect("new", table, size, verdict)).concat();
        let (found, rules) = (effects(&found), ["official", "new"]);
        let told = |knows| answers(&rules, "official", &found, None, &|_, _| knows).remove(0);
        assert!(told(true).contains("turns longer among people who know the rules;"));
        assert!(told(false).contains("turns longer among counter and champion;"));
    }

    #[test]
    fn who_cannot_act_on_a_rule_is_named() {
        let found = [effect("new", "counter", 0.0, Same), effect("new", "champion", -1.0, Less)];
        let told = told(&["new"], found.as_flattened(), None);
        assert!(
            told[0].ends_with("counter cannot act on it: every game stays the same"),
            "{told:?}"
        );
        assert!(told[1].ends_with("is 1.0 turns shorter"), "{told:?}");
    }

    #[test]
    fn people_who_have_learned_are_told_in_words() {
        let who = Some("people who have learned the rules from 20 games");
        let learned = effect("new", LEARNED, 1.8, More);
        let skill = Finding { value: Some(0.018), ..learned[0].clone() };
        let skill = Finding { metric: Metric::SkillGain.to_string(), ..skill };
        let alone = "new at 4 seats, among people who have learned the rules from 20 games:";
        assert_eq!(
            told(&["new"], &[&learned[..], &[skill]].concat(), who),
            [
                format!("{alone} a typical game, 50 turns under official, is 1.8 turns longer"),
                format!(
                    "{alone} knowing the game wins 2 points more than under official among them"
                ),
            ]
        );
        let found = [learned, effect("new", "random", 0.1, Same)];
        let people = "people who have learned the rules from 20 games";
        assert_eq!(
            told(&["new"], found.as_flattened(), who),
            [format!(
                "new at 4 seats: a typical game, 50 turns for {people} under official, is 1.8 turns \
                 longer among {people}; about as long among random"
            )]
        );
        let found = ["a", "b", "c", "d"].map(|rules| effect(rules, LEARNED, 5.0, More));
        let told = told(&["a", "b", "c", "d"], found.as_flattened(), who);
        assert_eq!(
            told[0],
            "at 4 seats, among people who have learned the rules from 20 games, longer than \
             official: a (+10.0 %), b (+10.0 %), c (+10.0 %), d (+10.0 %)"
        );
    }

    #[test]
    fn many_rule_sets_are_told_together() {
        let mut found = Vec::new();
        for (rules, [random, counter]) in [
            ("a", [(10.0, More), (5.0, More)]),
            ("b", [(10.0, More), (0.0, Same)]),
            ("c", [(-1.0, Less), (-3.0, Less)]),
            ("d", [(0.0, Same), (0.1, Same)]),
        ] {
            found.extend(effect(rules, "counter", counter.0, counter.1));
            found.extend(effect(rules, "random", random.0, random.1));
        }
        let told = told(&["a", "b", "c", "d"], &found, None);
        assert_eq!(
            told[..4],
            [
                "at 4 seats, longer than official, at every table: a (+10.0 %)",
                "shorter, at every table: c (-6.0 %)",
                "about as long: d",
                "longer or shorter, depending on who plays: b",
            ]
        );
    }
}
