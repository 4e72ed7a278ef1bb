//! The answer to one question about a house rule, in words for people at a table: what changes, for
//! whom, and whether anybody would notice. What is said is a verdict by the smallest effect that
//! matters, corrected over everything that was measured. How much it is, is told of all tables where
//! they agree, and else of the one that knows the rules best.

use crate::comparison::{Comparison, of_those_who_act, unfinished};
use crate::metric::{ASKED, ASKED_TOO, Metric, Scale};
use crate::panel::{LEARNED, PRIMARY_TABLES};
use crate::tell::number::{fixed, percent};
use crate::tell::speech::{capital, distinct, listed};
use std::cmp::Ordering;
use unobench_stats::Verdict::{self, Less, Same, Unclear};

/// Below so many percent, hardly anybody at a table sees a change. See docs/STATISTICS.md, "What
/// people notice".
const HARDLY: f64 = 5.0;

/// Tables agree where the smaller of their differences is surely more than this part of the larger.
const AGREE: f64 = 0.7;

/// From how many percent on people at a table see a change, or from how many games in a hundred;
/// none of what they do not see.
pub fn noticed_from(metric: Metric) -> Option<f64> {
    metric.words().is_seen.then_some(HARDLY)
}

/// What a rule does to one metric, by the comparisons that tell of it.
#[derive(Debug)]
struct TopicEffect<'a> {
    metric: Metric,
    found: Vec<Comparison<'a>>,
}

impl<'a> TopicEffect<'a> {
    fn of(metric: Metric, all: &[Comparison<'a>]) -> TopicEffect<'a> {
        TopicEffect {
            metric,
            found: all.iter().filter(|found| found.metric == metric).copied().collect(),
        }
    }

    /// Whether it was not measured, or is nothing with the rule and without.
    fn is_nothing(&self) -> bool {
        self.found.iter().all(|found| (found.base, found.difference.value) == (Some(0.0), 0.0))
    }

    /// What those who say the same say.
    fn verdict(&self) -> Option<Verdict> {
        self.found.first()?.verdict
    }

    fn topic(&self) -> &'static str {
        self.metric.words().topic
    }

    fn size(&self, found: &Comparison<'_>) -> f64 {
        match self.metric.words().scale {
            Scale::Often => found.percent(),
            _ => found.shown().value.abs(),
        }
    }

    /// What is known of it by those who are asked: those who know the rules, or whoever plays well
    /// among others.
    fn known(&self) -> TopicKnowledge {
        let verdicts = || self.found.iter().map(|found| found.verdict);
        let settled = distinct(verdicts().flatten().filter(|verdict| *verdict != Unclear));
        let is_settled_everywhere =
            verdicts().all(|verdict| verdict.is_some_and(|verdict| verdict != Unclear));
        match settled.len() {
            _ if verdicts().all(|verdict| verdict.is_none()) => TopicKnowledge::NotCompared,
            0 => TopicKnowledge::Open,
            1 if is_settled_everywhere => TopicKnowledge::Sure,
            1 => TopicKnowledge::AtOneTable,
            _ => TopicKnowledge::DependsOnWhoPlays,
        }
    }

    /// The tables that are told of, of those that say the same: all where they agree on how much it
    /// is, and else the one that knows the rules best.
    fn told(&self) -> Vec<Comparison<'a>> {
        match agree(&self.found) {
            true => self.found.clone(),
            false => most_informed(&self.found).into_iter().copied().collect(),
        }
    }

    /// What changes, in one clause, by the tables that are told of.
    fn clause(&self, verdict: Verdict) -> String {
        let told = self.told();
        let mut sizes: Vec<f64> = told.iter().map(|found| self.size(found)).collect();
        sizes.sort_by(f64::total_cmp);
        let [least, most] = [sizes[0], sizes[sizes.len() - 1]].map(rounded);
        let amount = if least == most { most } else { format!("{least} to {most}") };
        let base = most_informed(&self.found).and_then(|found| found.base).unwrap_or_default();
        let usual = fixed(base * self.metric.factor(), 0);
        let words = self.metric.words().plain[usize::from(verdict == Less)];
        let clause = singular(words.replace('#', &amount).replace('~', &usual), &amount);
        match &*told {
            [comparison] if self.found.len() > 1 => {
                format!("{clause} (among {})", comparison.table)
            }
            _ => clause,
        }
    }

    /// With the tables at which it is settled, where others say nothing.
    fn with_tables(&self) -> String {
        let tables = self
            .found
            .iter()
            .filter(|found| found.verdict.is_some_and(|verdict| verdict != Unclear))
            .map(|found| &*found.found.table);
        format!("{} ({})", self.topic(), listed(&distinct(tables)))
    }
}

/// What is known of a topic by all who are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TopicKnowledge {
    /// All say the same.
    Sure,
    /// Nobody says anything.
    Open,
    /// They say different things.
    DependsOnWhoPlays,
    /// Some say something, and others nothing.
    AtOneTable,
    /// Nothing was compared.
    NotCompared,
}

impl TopicKnowledge {
    const ALL: [TopicKnowledge; 5] = [
        TopicKnowledge::Sure,
        TopicKnowledge::DependsOnWhoPlays,
        TopicKnowledge::AtOneTable,
        TopicKnowledge::Open,
        TopicKnowledge::NotCompared,
    ];

    /// Before the topics of which it is so.
    fn heading(self) -> &'static str {
        match self {
            TopicKnowledge::Sure => "Sure of",
            TopicKnowledge::Open => "Open",
            TopicKnowledge::DependsOnWhoPlays => "Depends on who plays",
            TopicKnowledge::AtOneTable => "Known for one table only",
            TopicKnowledge::NotCompared => "Not compared",
        }
    }
}

/// Whether tables that say the same agree on how much it is: the smaller difference *a* is surely
/// more than [`AGREE`] of the larger *b*.
///
/// # Source
/// Fieller, *Some problems in interval estimation*, 1954.
fn agree(found: &[Comparison<'_>]) -> bool {
    let (Some(least), Some(most)) = (found.iter().min_by(by_size), found.iter().max_by(by_size))
    else {
        return false;
    };
    let margins = least.difference.margin().zip(most.difference.margin());
    found.len() == 1
        || margins.is_some_and(|(margin, other)| {
            let [least, most] = [least, most].map(|found| found.difference.value.abs());
            least - AGREE * most > margin.hypot(AGREE * other)
        })
}

fn by_size(found: &&Comparison<'_>, other: &&Comparison<'_>) -> Ordering {
    found.difference.value.abs().total_cmp(&other.difference.value.abs())
}

/// Whether people at a table would see what is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Noticed {
    Hardly,
    Open,
    Surely,
}

impl Noticed {
    /// By the whole interval: below [`HARDLY`] hardly anybody sees it, above people do.
    fn of(found: &Comparison<'_>) -> Noticed {
        match found.percents() {
            [low, _] if low >= HARDLY => Noticed::Surely,
            [_, high] if high < HARDLY => Noticed::Hardly,
            _ => Noticed::Open,
        }
    }

    /// Of all tables that are told of: what is sure by one and not by another is open.
    fn of_all(told: &[Comparison<'_>]) -> Noticed {
        let all = distinct(told.iter().map(Noticed::of));
        if let [noticed] = all[..] { noticed } else { Noticed::Open }
    }
}

/// One turn, not one turns.
fn singular(words: String, amount: &str) -> String {
    if amount != "1" {
        return words;
    }
    let pairs =
        ["1 turns", "1 cards", "1 points", "1 games"].map(|many| (many, &many[..many.len() - 1]));
    let all = pairs.into_iter().chain([(" are drawn", " is drawn")]);
    all.fold(words, |words, (many, single)| words.replacen(many, single, 1))
}

/// An answer for somebody who reads no statistics.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlainAnswer {
    /// What changes and what does not, and whether anybody would notice.
    pub told: String,
    /// What is sure, open, depends on who plays or is known for one table only, by topic.
    pub sure: String,
    /// The turns of a game without the rule and with it, where the length is settled.
    pub lengths: Option<[f64; 2]>,
}

impl PlainAnswer {
    /// Of effects against the official game at one number of seats.
    pub fn to(all: &[Comparison<'_>]) -> PlainAnswer {
        let asked = asked(all);
        let topics_of =
            |known: TopicKnowledge| asked.iter().filter(move |told| told.known() == known);
        let (same, changes): (Vec<&TopicEffect<'_>>, Vec<&TopicEffect<'_>>) =
            topics_of(TopicKnowledge::Sure).partition(|told| told.verdict() == Some(Same));
        let clauses = changes.iter().filter_map(|told| Some(told.clause(told.verdict()?)));
        let is_any = |known: TopicKnowledge| topics_of(known).next().is_some();
        let varies =
            is_any(TopicKnowledge::DependsOnWhoPlays) || is_any(TopicKnowledge::AtOneTable);
        let is_settled = !varies && !is_any(TopicKnowledge::Open);
        let change = match &*clauses.collect::<Vec<_>>() {
            [] if is_settled => "nothing changes by enough to matter".to_owned(),
            [] if varies => "nothing is known to change whoever plays".to_owned(),
            [] => "nothing is known to change".to_owned(),
            clauses => listed(clauses),
        };
        let same = listed(&same.iter().map(|told| told.topic()).collect::<Vec<_>>());
        let same = (!same.is_empty()).then(|| format!("No different: {same}"));
        let told = undecided(unfinished(all)).into_iter().chain([change]).chain(same);
        let told = told.chain([notice(&changes, is_settled).to_owned()]);
        // The first goes on after a colon.
        let told = told
            .enumerate()
            .map(|(place, sentence)| if place > 0 { capital(&sentence) } else { sentence });
        let sure =
            TopicKnowledge::ALL.map(|known| known_by(known, &topics_of(known).collect::<Vec<_>>()));
        let length = topics_of(TopicKnowledge::Sure).find(|told| told.metric == Metric::LENGTH);
        let length = length.and_then(|told| most_informed(&told.found));
        PlainAnswer {
            told: told.collect::<Vec<_>>().join(". ") + ".",
            sure: sure.into_iter().flatten().collect::<Vec<_>>().join(" "),
            lengths: length.and_then(|comparison| {
                Some([comparison.base?, comparison.base? + comparison.difference.value])
            }),
        }
    }
}

/// What is asked of effects, each with those who are asked: those who know the rules, or, where none
/// were measured, all who were.
fn asked<'a>(all: &[Comparison<'a>]) -> Vec<TopicEffect<'a>> {
    let (mut found, _) = of_those_who_act(all);
    let knows = |comparison: &Comparison<'_>| PRIMARY_TABLES.contains(&&*comparison.table);
    let all_are_asked = !found.iter().any(knows);
    found.retain(|comparison| {
        let is_asked = all_are_asked || comparison.metric.words().is_of_pool || knows(comparison);
        is_asked && !comparison.is_of_fairness()
    });
    let seen = ASKED_TOO.into_iter().filter(|metric| metric.words().is_seen);
    ASKED
        .into_iter()
        .chain(seen)
        .map(|metric| TopicEffect::of(metric, &found))
        .filter(|told| !told.is_nothing())
        .collect()
}

/// Whether people would notice what changes; where nothing does, whether all is settled.
fn notice(changes: &[&TopicEffect<'_>], is_settled: bool) -> &'static str {
    let seen = changes.iter().filter(|told| told.metric.words().is_seen);
    let noticed: Vec<Noticed> = seen.map(|told| Noticed::of_all(&told.told())).collect();
    match noticed.is_empty() {
        true if is_settled => "Nobody would notice",
        _ if noticed.contains(&Noticed::Surely) => "People would notice",
        false if !noticed.contains(&Noticed::Open) => "Hardly anybody would notice that",
        _ => "Whether anybody would notice is open",
    }
}

/// The topics of which so much is known, if there are any.
fn known_by(known: TopicKnowledge, told: &[&TopicEffect<'_>]) -> Option<String> {
    let topics = told.iter().map(|told| match known {
        TopicKnowledge::AtOneTable => told.with_tables(),
        _ => told.topic().to_owned(),
    });
    let topics: Vec<String> = topics.collect();
    (!topics.is_empty()).then(|| format!("{}: {}.", known.heading(), listed(&topics)))
}

/// Who tells the number of a group: who knows the rules best.
pub fn most_informed<'a, 'f>(group: &'a [Comparison<'f>]) -> Option<&'a Comparison<'f>> {
    let mut tables = PRIMARY_TABLES.iter().rev().chain(&[LEARNED]);
    tables.find_map(|table| group.iter().find(|found| found.table == *table)).or(group.first())
}

/// How many games nobody won, where that is worth a sentence: more than one in twenty. Where nobody
/// won any, nothing is said of strength or seats.
pub fn undecided(share: f64) -> Option<String> {
    if share >= 1.0 {
        let nothing = "so nothing is said of strength, the first player or skill";
        return Some(format!("nobody won a single game, {nothing}"));
    }
    let share = (share > 0.05).then(|| percent(share, 1))?;
    Some(format!("nobody won {share} of the games; each side has an equal part of them"))
}

/// A number with as many digits as people want.
fn rounded(number: f64) -> String {
    let places = usize::from(number < 0.75);
    match fixed(number, places) {
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
    use crate::question::Question;
    use unobench_stats::Interval;
    use unobench_stats::Verdict::More;

    const TABLES: [&str; 4] = ["champion", MIXED, "counter", "random"];

    /// A value at each of the tables, with differences and halves of their intervals.
    fn within(metric: Metric, before: f64, effects: [(f64, f64, Verdict); 4]) -> Vec<Finding> {
        let row = |(table, (difference, margin, verdict)): (&str, (f64, f64, Verdict))| {
            let finding_of = |rules: &str| Finding {
                question: Question::Effects,
                rules: rules.to_owned(),
                subject: rules.to_owned(),
                table: table.to_owned(),
                players: 4,
                ..Finding::default()
            };
            let interval = Interval { low: difference - margin, high: difference + margin };
            let (against, verdict) = ("official".to_owned(), Some(verdict));
            let effect = Finding { against, verdict, ..finding_of("new") };
            let before = finding_of("official").number(metric, before);
            [effect.estimate(metric, difference, Some(interval)), before]
        };
        TABLES.into_iter().zip(effects).flat_map(row).collect()
    }

    /// Of differences that are known to a hundredth of them.
    fn rows(metric: Metric, before: f64, effects: [(f64, Verdict); 4]) -> Vec<Finding> {
        let with_margin =
            |(value, verdict): (f64, Verdict)| (value, 0.01 * f64::abs(value), verdict);
        within(metric, before, effects.map(with_margin))
    }

    fn plain(rows: &[Vec<Finding>]) -> PlainAnswer {
        PlainAnswer::to(&effects(&rows.concat()))
    }

    /// Random and the mixed table say nothing here.
    #[test]
    fn in_plain_words_only_what_is_settled_is_told() {
        let first = || rows(Metric::FirstSeat, 0.26, [(0.0, Same); 4]);
        let told = plain(&[
            rows(Metric::LENGTH, 46.0, [(-2.2, Less), (9.0, More), (-2.0, Less), (9.0, More)]),
            first(),
            rows(Metric::ScoreMean, 125.0, [(9.1, More), (0.0, Same), (3.0, Unclear), (0.0, Same)]),
        ]);
        let words = "games get shorter by about 2 turns of 46. No different: going first. Hardly \
                     anybody would notice that.";
        assert_eq!((&*told.told, told.lengths), (words, Some([46.0, 43.8])));
        let sure = "Sure of: length and going first. Known for one table only: points (champion).";
        assert_eq!(told.sure, sure);
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
        apart.iter_mut().for_each(|row| row.verdict = None);
        let mut stalled = rows(Metric::StalledShare, 0.0, [(0.4, Unclear); 4]);
        let finding = Finding { against: String::new(), value: Some(0.4), ..stalled[0].clone() };
        stalled.push(finding);
        let told = plain(&[apart, stalled, first()]);
        let words = "nobody won 40.0 % of the games; each side has an equal part of them. Nothing \
                     is known to change. No different: going first. Whether anybody would notice \
                     is open.";
        assert_eq!(told.told, words);
        let sure = "Sure of: going first. Open: endless games. Not compared: points.";
        assert_eq!(told.sure, sure);
    }

    /// "3 to 14 cards", of 7-0 at six seats
    #[test]
    fn where_tables_do_not_agree_on_how_much_one_is_told() {
        let drawn = |champion: f64, counter: f64| {
            let effect_of = |value| (value, More);
            rows(
                Metric::CardsDrawn,
                40.0,
                [effect_of(champion), effect_of(9.0), effect_of(counter), effect_of(9.0)],
            )
        };
        let told = |rows| plain(&[rows]).told;
        let words = "14 cards more are drawn in a game (among champion). People would notice.";
        assert_eq!(told(drawn(14.0, 3.0)), words);
        let both = "12 to 14 cards more are drawn in a game. People would notice.";
        assert_eq!(told(drawn(14.0, 12.0)), both);
        // Nearly three quarters, but not surely seven tenths.
        let wide = [(14.0, 4.0, More), (9.0, 0.0, More), (10.5, 2.0, More), (9.0, 0.0, More)];
        assert_eq!(told(within(Metric::CardsDrawn, 40.0, wide)), words);
    }

    #[test]
    fn what_is_not_sure_is_open_or_depends_on_who_plays_or_is_known_for_one_table() {
        let length = |champion, counter| {
            let effect_of = |verdict| match verdict {
                More => (2.0, More),
                Less => (-2.0, Less),
                other => (0.1, other),
            };
            let told = [effect_of(champion), effect_of(Same), effect_of(counter), effect_of(Same)];
            let PlainAnswer { told, sure, .. } = plain(&[rows(Metric::LENGTH, 46.0, told)]);
            (told.split('.').next().unwrap_or_default().to_owned(), sure)
        };
        let said = |told: &str, sure: &str| (told.to_owned(), sure.to_owned());
        let varies = "nothing is known to change whoever plays";
        let depends = said(varies, "Depends on who plays: length.");
        assert_eq!(length(More, Less), depends);
        assert_eq!(length(Same, Less), depends);
        let of_one = |table| said(varies, &format!("Known for one table only: length ({table})."));
        assert_eq!(length(More, Unclear), of_one("champion"));
        assert_eq!(length(Unclear, Same), of_one("counter"));
        let open = said("nothing is known to change", "Open: length.");
        assert_eq!(length(Unclear, Unclear), open);
    }

    /// By the point alone it would be hardly noticed, or noticed.
    #[test]
    fn whether_people_notice_is_asked_of_the_whole_interval() {
        let notice = |percent: f64, margin: f64| {
            let turns_of = |percent: f64| percent * 0.46;
            let all = [(turns_of(percent), turns_of(margin), More); 4];
            let told = plain(&[within(Metric::LENGTH, 46.0, all)]).told;
            told.split(". ").last().unwrap_or_default().to_owned()
        };
        assert_eq!(notice(3.0, 1.0), "Hardly anybody would notice that.");
        assert_eq!(notice(4.5, 1.0), "Whether anybody would notice is open.");
        assert_eq!(notice(5.5, 1.0), "Whether anybody would notice is open.");
        assert_eq!(notice(6.5, 1.0), "People would notice.");
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
