//! The answer to one question about a house rule, in words for people at a table: what changes, for
//! whom, and whether anybody would notice. What is said is a verdict by the smallest effect that
//! matters, corrected over everything that was measured.

use crate::comparison::{Comparison, of_those_who_act, unfinished};
use crate::metric::{ASKED, ASKED_TOO, Metric, Scale};
use crate::panel::{LEARNED, PRIMARY_TABLES};
use crate::words::{capital, listed};
use unobench_stats::Verdict::{self, Less, More, Same, Unclear};

/// Up to so many percent, nobody at a table sees a change.
const HARDLY: f64 = 5.0;

/// From how many percent on people at a table see a change, or from how many games in a hundred;
/// none of what they do not see.
pub fn noticed_from(metric: Metric) -> Option<f64> {
    metric.words().is_seen.then_some(HARDLY)
}

#[derive(Debug)]
struct Told<'a> {
    metric: Metric,
    found: Vec<Comparison<'a>>,
}

impl<'a> Told<'a> {
    fn of(metric: Metric, all: &[Comparison<'a>]) -> Told<'a> {
        Told { metric, found: all.iter().filter(|found| found.metric == metric).copied().collect() }
    }

    /// Whether it was not measured, or is nothing with the rule and without.
    fn is_nothing(&self) -> bool {
        self.found.iter().all(|found| (found.base, found.difference.value) == (Some(0.0), 0.0))
    }

    fn topic(&self) -> &'static str {
        self.metric.words().topic
    }

    /// The table at which it changes most.
    fn largest(&self) -> Option<&Comparison<'a>> {
        let changed = self.found.iter().filter(|found| found.is_sure());
        changed.max_by(|one, other| one.percent().total_cmp(&other.percent()))
    }

    fn size(&self, found: &Comparison<'_>) -> f64 {
        match self.metric.words().scale {
            Scale::Often => found.percent(),
            _ => found.shown().value.abs(),
        }
    }

    /// What is settled, in one clause, where all say the same who are asked: those who know the
    /// rules, or whoever plays well among others.
    fn plain(&self) -> Option<(Verdict, String)> {
        let first = self.found.first()?.verdict?;
        if self.found.iter().any(|found| found.verdict != Some(first)) {
            return None;
        }
        let which = match first {
            More => 0,
            Less => 1,
            Same => return Some((Same, self.topic().to_owned())),
            Unclear => return None,
        };
        let mut sizes: Vec<f64> = self.found.iter().map(|found| self.size(found)).collect();
        sizes.sort_by(f64::total_cmp);
        let [least, most] = [sizes[0], sizes[sizes.len() - 1]].map(rounded);
        let amount = if least == most { most } else { format!("{least} to {most}") };
        let base = teller(&self.found).and_then(|found| found.base).unwrap_or_default();
        let usual = format!("{:.0}", base * self.metric.factor());
        let words = self.metric.words().plain[which];
        Some((first, singular(words.replace('#', &amount).replace('~', &usual), &amount)))
    }
}

/// One turn, not one turns.
fn singular(words: String, amount: &str) -> String {
    if amount != "1" {
        return words;
    }
    let one = ["1 turns", "1 cards", "1 points", "1 games"].map(|of| (of, &of[..of.len() - 1]));
    let all = one.into_iter().chain([(" are drawn", " is drawn")]);
    all.fold(words, |words, (many, one)| words.replacen(many, one, 1))
}

/// An answer for somebody who reads no statistics.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plain {
    /// What changes and what does not, and whether anybody would notice.
    pub told: String,
    /// What is sure, what is not settled, and what cannot be compared, by topic.
    pub sure: String,
    /// The turns of a game without the rule and with it, where the length is settled.
    pub lengths: Option<[f64; 2]>,
}

impl Plain {
    /// Of effects against the official game at one number of seats.
    pub fn to(all: &[Comparison<'_>]) -> Plain {
        let (mut found, _) = of_those_who_act(all);
        let knows = |of: &Comparison<'_>| PRIMARY_TABLES.contains(&&*of.table);
        // Where nobody who does was measured, those are asked who were.
        let all_are_asked = !found.iter().any(knows);
        found.retain(|of| {
            let is_asked = all_are_asked || of.metric.words().is_of_pool || knows(of);
            is_asked && !of.is_of_fairness()
        });
        let is_seen = |metric: &Metric| ASKED.contains(metric) || metric.words().is_seen;
        let asked = ASKED.into_iter().chain(ASKED_TOO).filter(is_seen);
        let asked = asked.map(|metric| Told::of(metric, &found)).filter(|told| !told.is_nothing());
        let (mut changes, mut same, mut sure) = (vec![], vec![], vec![]);
        let (mut open, mut apart, mut lengths, mut most) = (vec![], vec![], None, None);
        for told in asked {
            let said = told.plain();
            match &said {
                None if told.found.iter().all(|of| of.verdict.is_none()) => {
                    apart.push(told.topic())
                }
                None => open.push(told.topic()),
                Some((Same, _)) => same.push(told.topic()),
                Some((_, clause)) => {
                    changes.push(clause.clone());
                    let seen = told.largest().filter(|_| told.metric.words().is_seen);
                    most = seen.map(Comparison::percent).into_iter().chain(most).reduce(f64::max);
                }
            }
            sure.extend(said.map(|_| told.topic()));
            if told.metric == Metric::LENGTH && sure.contains(&told.topic()) {
                let of = teller(&told.found);
                lengths = of.and_then(|of| Some([of.base?, of.base? + of.difference.value]));
            }
        }
        let change = match changes.is_empty() {
            true if open.is_empty() => "nothing changes by enough to matter".to_owned(),
            true => "nothing is known to change".to_owned(),
            false => listed(&changes),
        };
        let notice = match most {
            Some(most) if most >= HARDLY => "People would notice",
            Some(_) => "Hardly anybody would notice that",
            None if open.is_empty() => "Nobody would notice",
            None => "Whether anybody would notice is not settled",
        };
        let same = (!same.is_empty()).then(|| format!("No different: {}", listed(&same)));
        let nobody = undecided(unfinished(all));
        let told = nobody.into_iter().chain([change]).chain(same).chain([notice.to_owned()]);
        // The first goes on after a colon.
        let told = told.enumerate().map(|(place, of)| if place > 0 { capital(&of) } else { of });
        let known = [("Sure of", sure), ("Not settled", open), ("Not compared", apart)].into_iter();
        let known = known.filter(|(_, topics)| !topics.is_empty());
        let known = known.map(|(word, topics)| format!("{word}: {}.", listed(&topics)));
        Plain {
            told: told.collect::<Vec<_>>().join(". ") + ".",
            sure: known.collect::<Vec<_>>().join(" "),
            lengths,
        }
    }
}

/// Who tells the number of a group: who knows the rules best.
pub fn teller<'a, 'f>(group: &'a [Comparison<'f>]) -> Option<&'a Comparison<'f>> {
    let named = |name: &&str| group.iter().find(|found| found.table == *name);
    PRIMARY_TABLES.iter().rev().chain(&[LEARNED]).find_map(named).or(group.first())
}

/// How many games nobody won, where that is worth a sentence: more than one in twenty. Where nobody
/// won any, nothing is said of strength or seats.
pub fn undecided(share: f64) -> Option<String> {
    if share >= 1.0 {
        let nothing = "so nothing is said of strength, the first player or skill";
        return Some(format!("nobody won a single game, {nothing}"));
    }
    let share = (share > 0.05).then(|| format!("{:.1} %", 100.0 * share))?;
    Some(format!("nobody won {share} of the games; each side has an equal part of them"))
}

/// A number with as many digits as people want.
fn rounded(number: f64) -> String {
    let places = usize::from(number < 0.75);
    match format!("{number:.places$}") {
        text if text == "0.0" => "less than 0.1".to_owned(),
        text => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::effects;
    use crate::finding::Finding;
    use crate::panel::MIXED;

    /// At `champion`, the mixed table, `counter` and `random`, with the values that are compared.
    fn rows(metric: Metric, before: f64, effects: [(f64, Verdict); 4]) -> Vec<Finding> {
        let tables = ["champion", MIXED, "counter", "random"];
        let row = |(table, (difference, verdict)): (&str, (f64, Verdict))| {
            let of = |rules: &str, value: f64| Finding {
                question: "effects".to_owned(),
                rules: rules.to_owned(),
                of: rules.to_owned(),
                table: table.to_owned(),
                players: 4,
                ..Finding::default().number(metric.name(), value)
            };
            let effect = of("new", difference);
            let (against, verdict) = ("official".to_owned(), verdict.name().to_owned());
            [Finding { against, verdict, ..effect }, of("official", before)]
        };
        tables.into_iter().zip(effects).flat_map(row).collect()
    }

    /// Random and the mixed table say nothing here.
    #[test]
    fn in_plain_words_only_what_is_settled_is_told() {
        let plain = |rows: &[Vec<Finding>]| Plain::to(&effects(&rows.concat()));
        let first = || rows(Metric::FirstSeat, 0.26, [(0.0, Same); 4]);
        let told = plain(&[
            rows(Metric::LENGTH, 46.0, [(-2.2, Less), (9.0, More), (-1.0, Less), (9.0, More)]),
            first(),
            rows(Metric::ScoreMean, 125.0, [(9.1, More), (0.0, Same), (3.0, Unclear), (0.0, Same)]),
        ]);
        let words = "games get shorter by about 1 to 2 turns of 46. No different: going first. \
                     Hardly anybody would notice that.";
        assert_eq!((&*told.told, told.lengths), (words, Some([46.0, 43.8])));
        assert_eq!(told.sure, "Sure of: length and going first. Not settled: points.");
        // Whoever wins little more of few points changes much.
        let points = rows(Metric::ScoreMean, 20.0, [(1.4, More); 4]);
        let told = plain(&[rows(Metric::LENGTH, 46.0, [(0.4, Unclear); 4]), points]);
        let words = "who goes out gets 1 point more than the usual 20. People would notice.";
        assert_eq!((&*told.told, told.lengths), (words, None));
        let same = plain(&[rows(Metric::LENGTH, 46.0, [(0.1, Same); 4]), first()]);
        let words = "nothing changes by enough to matter. No different: length and going first. \
                     Nobody would notice.";
        assert_eq!((&*same.told, same.lengths), (words, Some([46.0, 46.1])));
        let mut apart = rows(Metric::ScoreMean, 125.0, [(9.0, More); 4]);
        apart.iter_mut().for_each(|row| row.verdict.clear());
        let mut stalled = rows(Metric::StalledShare, 0.0, [(0.4, Unclear); 4]);
        let of = Finding { against: String::new(), value: Some(0.4), ..stalled[0].clone() };
        stalled.push(of);
        let told = plain(&[apart, stalled, first()]);
        let words = "nobody won 40.0 % of the games; each side has an equal part of them. Nothing \
                     is known to change. No different: going first. Whether anybody would notice \
                     is not settled.";
        assert_eq!(told.told, words);
        let sure = "Sure of: going first. Not settled: endless games. Not compared: points.";
        assert_eq!(told.sure, sure);
    }

    #[test]
    fn numbers_have_as_many_digits_as_people_want() {
        for (number, shown) in
            [(0.94, "1"), (0.6, "0.6"), (0.42, "0.4"), (38.2, "38"), (0.0, "less than 0.1")]
        {
            assert_eq!(rounded(number), shown);
        }
    }
}
