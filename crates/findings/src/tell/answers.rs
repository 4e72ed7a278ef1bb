//! What house rules do, in sentences that answer the argument: who is right, and among whom. What
//! is said is a verdict by the smallest effect that matters, corrected over the whole table.

use crate::comparison::{Comparison, aliases, of_those_who_act, unfinished};
use crate::metric::Metric;
use crate::panel::{LEARNED, PRIMARY_TABLES, WHO_KNOW};
use crate::rows::FAIR;
use crate::tell::number::signed;
use crate::tell::plain::{PlainAnswer, most_informed, undecided};
use crate::tell::speech::{capital, distinct, listed};
use std::collections::BTreeSet;
use unobench_stats::Verdict::{self, Less, More, Same, Unclear};

const NAMED: usize = 5;

const FEW: usize = 3;

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
    let asked = Asked { baseline, found, learned, knows, aliases: &aliases };
    let mut others = rules.to_vec();
    others.retain(|name| *name != baseline && !aliases.contains(name));
    let seats: BTreeSet<u32> = found.iter().map(|comparison| comparison.players).collect();
    let mut answers: Vec<String> =
        aliases.iter().map(|alias| format!("{alias} is {baseline} by another name")).collect();
    for players in seats {
        if others.len() > FEW {
            answers.extend(asked.of_all_at(players));
            continue;
        }
        let told = if others.is_empty() { rules } else { &others };
        answers.extend(told.iter().flat_map(|rules| asked.of_rule_set(rules, players)));
    }
    answers
}

/// What is asked of a survey, and who played it.
struct Asked<'a> {
    baseline: &'a str,
    found: &'a [Comparison<'a>],
    learned: Option<&'a str>,
    knows: &'a dyn Fn(&str, u32) -> bool,
    aliases: &'a [&'a str],
}

impl Asked<'_> {
    /// What was found at so many seats, but for what could be no other: the baseline by another name
    /// against the baseline.
    fn at(&self, players: u32) -> Vec<Comparison<'_>> {
        let mut here = Vec::new();
        for comparison in self.found.iter().filter(|comparison| comparison.players == players) {
            if comparison.is_of_fairness() || !self.aliases.contains(&&*comparison.subject) {
                let knows = (self.knows)(&comparison.subject, players);
                here.push(Comparison { knows, ..*comparison });
            }
        }
        here
    }

    fn has_only_learned(&self) -> bool {
        self.found.iter().all(|comparison| comparison.table == LEARNED)
    }

    fn of_all_at(&self, players: u32) -> Vec<String> {
        let among = self.learned.filter(|_| self.has_only_learned());
        let among = among.map_or_else(String::new, |who| format!(", among {who}"));
        of_many(&self.at(players), self.baseline, &format!("at {players} seats{among}"))
    }

    /// Who plays at a table.
    fn name(&self, table: &str) -> String {
        match self.learned.filter(|_| table == LEARNED) {
            Some(_) if self.has_only_learned() => "them".to_owned(),
            Some(who) => who.to_owned(),
            None => table.to_owned(),
        }
    }

    /// How many games nobody won, who cannot act on it, and what it does among those who can.
    fn of_rule_set(&self, rules: &str, players: u32) -> Vec<String> {
        let place = format!("{rules} at {players} seats");
        let here = self
            .found
            .iter()
            .filter(|comparison| comparison.rules == rules && comparison.players == players);
        let nobody = undecided(unfinished(here));
        let about: Vec<Comparison<'_>> =
            self.at(players).into_iter().filter(|found| found.subject == rules).collect();
        let (acting, idle) = of_those_who_act(&about);
        let name = |table: &str| self.name(table);
        let who = among_whom(&acting, &name, (self.knows)(rules, players));
        let PlainAnswer { told, sure, .. } = PlainAnswer::to(&acting);
        let plain = Some(format!("{} {sure}", capital(&told))).filter(|_| rules != self.baseline);
        let told: Vec<String> =
            plain.into_iter().chain(fairness(&acting).map(str::to_owned)).collect();
        let first = [nobody, cannot_act(&idle, &name)].into_iter().flatten();
        first
            .map(|told| format!("{place}: {told}"))
            .chain([format!("{place} among {who}: {}", told.join(" "))])
            .collect()
    }
}

/// Those whose numbers are told: who knows the rules best, of those that were measured.
pub(crate) fn among_whom(
    found: &[Comparison<'_>],
    name: &dyn Fn(&str) -> String,
    is_known: bool,
) -> String {
    match &*knowing(found) {
        [] => listed(&named(found, name)),
        _ if is_known => WHO_KNOW.to_owned(),
        [.., best] => (*best).to_owned(),
    }
}

/// The tables of those who know the rules, of those that were measured.
pub(crate) fn knowing(found: &[Comparison<'_>]) -> Vec<&'static str> {
    PRIMARY_TABLES
        .into_iter()
        .filter(|name| found.iter().any(|comparison| comparison.table == *name))
        .collect()
}

fn named(found: &[Comparison<'_>], name: &dyn Fn(&str) -> String) -> Vec<String> {
    distinct(
        found
            .iter()
            .filter(|comparison| !comparison.metric.words().is_of_pool)
            .map(|comparison| name(&comparison.table)),
    )
}

/// What is said of the first seat, compared with a fair share.
fn fairness(found: &[Comparison<'_>]) -> Option<&'static str> {
    let known = knowing(found);
    let verdicts = found
        .iter()
        .filter(|found| found.metric == Metric::FirstSeat && found.against == FAIR)
        .filter(|found| known.is_empty() || known.contains(&&*found.table))
        .map(|found| found.verdict);
    let first = verdicts.clone().next()??;
    Some(match first {
        _ if verdicts.into_iter().any(|verdict| verdict != Some(first)) => {
            "It hangs on who plays whether going first is an advantage."
        }
        More => "Going first is an advantage.",
        Less => "Going first is a disadvantage.",
        Same => "Who goes first wins a fair share.",
        Unclear => "Whether who goes first wins a fair share is open.",
    })
}

/// Says which tables cannot act on a rule set, if any.
pub(crate) fn cannot_act(idle: &[&str], name: &dyn Fn(&str) -> String) -> Option<String> {
    let tables: Vec<String> = idle.iter().map(|table| name(table)).collect();
    let tables = listed(&tables);
    (!idle.is_empty()).then(|| format!("{tables} cannot act on it: every game stays the same"))
}

fn of_many(found: &[Comparison<'_>], baseline: &str, tables: &str) -> Vec<String> {
    // The rule sets of which every table says the same, with the effect at one.
    let agreed = |metric: Metric, verdict: Verdict| {
        let (against, unit) = match metric {
            Metric::LENGTH => (baseline, " %"),
            _ if metric.words().is_of_seats => (FAIR, " points"),
            _ => (baseline, " points"),
        };
        let mut groups = by_rules(found, metric, against);
        groups.retain(|(_, group)| group.iter().all(|found| found.verdict == Some(verdict)));
        let mut agreed = Vec::new();
        for (rules, group) in groups {
            if let Some(found) = most_informed(&group) {
                agreed.push((rules, found.percent().copysign(found.difference.value)));
            }
        }
        agreed.sort_by(|(_, size), (_, other)| other.abs().total_cmp(&size.abs()));
        let told = agreed.into_iter().map(|(rules, size)| match verdict {
            Same => rules.to_owned(),
            _ => format!("{rules} ({}{unit})", signed(size, 1)),
        });
        some(&told.collect::<Vec<_>>())
    };
    let contested: Vec<String> = by_rules(found, Metric::LENGTH, baseline)
        .into_iter()
        .filter(|(_, group)| {
            let settled = group.iter().filter_map(|found| found.verdict);
            distinct(settled.filter(|verdict| *verdict != Unclear)).len() > 1
        })
        .map(|(rules, _)| rules.to_owned())
        .collect();
    let several = found.iter().any(|comparison| comparison.table != found[0].table);
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
    for &found in found.iter().filter(|found| found.metric == metric && found.against == against) {
        match groups.last_mut() {
            Some((rules, group)) if *rules == found.subject => group.push(found),
            _ => groups.push((&found.found.subject, vec![found])),
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
    use crate::comparison::effects;
    use crate::finding::Finding;

    /// On 50 turns.
    fn effect(rules: &str, table: &str, difference: f64, verdict: Verdict) -> [Finding; 2] {
        let names = [rules, "official", table];
        crate::made::effect(names, (Metric::LENGTH, 50.0), difference, verdict)
    }

    fn told(rules: &[&str], found: &[Finding], who: Option<&str>) -> Vec<String> {
        answers(&[&["official"], rules].concat(), "official", &effects(found), who, &|_, _| true)
    }

    #[test]
    fn nobody_is_said_to_know_rules_that_they_were_not_examined_on() {
        let all = [("counter", 2.0, More), ("champion", 2.0, More), ("random", 0.1, Same)];
        let found = all.map(|(table, size, verdict)| effect("new", table, size, verdict)).concat();
        let (found, rules) = (effects(&found), ["official", "new"]);
        let told = |knows| answers(&rules, "official", &found, None, &|_, _| knows).remove(0);
        let longer = ": Games get longer by about 2 turns of 50. Hardly anybody would notice that.";
        let answer = |who| format!("new at 4 seats among {who}{longer} We are sure about length.");
        assert_eq!(told(true), answer("people who know the rules"));
        assert_eq!(told(false), answer("champion"));
    }

    #[test]
    fn who_cannot_act_on_a_rule_is_named() {
        let found = [effect("new", "counter", 0.0, Same), effect("new", "champion", -1.0, Less)];
        let told = told(&["new"], found.as_flattened(), None);
        let end = "counter cannot act on it: every game stays the same";
        assert!(told[0].ends_with(end), "{told:?}");
        assert!(told[1].contains("shorter by about 1 turn of 50"), "{told:?}");
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
                "shorter, at every table: c (−6.0 %)",
                "about as long: d",
                "longer or shorter, depending on who plays: b",
            ]
        );
    }
}
