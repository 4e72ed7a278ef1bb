//! The answer to one question about a house rule, in words for people at a table: what changes, for
//! whom, and whether anybody would notice. What is said is a verdict by the smallest effect that
//! matters, corrected over everything that was measured.

use crate::answers::{THOUGHTLESS, by_verdict, ends};
use unobench_files::finding::Finding;
use unobench_files::metric::{ASKED, Metric, Scale};
use unobench_files::panel::{MIXED, short};
use unobench_files::rows::EffectRow;
use unobench_files::words::{capital, grouped, listed};
use unobench_stats::Verdict::{Less, More, Same, Unclear};

/// Up to so many percent, nobody at a table sees a change.
const HARDLY: f64 = 5.0;

/// From how many percent on people at a table see a change, or from how many games in a hundred;
/// none of what they do not see.
pub(crate) fn noticed_from(metric: Metric) -> Option<f64> {
    metric.words().is_seen.then_some(HARDLY)
}

#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// Its effects, against the official game at one number of seats, as in `effects.csv`.
    pub rows: &'a [EffectRow],
    /// Whether points are counted as in the official game.
    pub same_scoring: bool,
    pub games: u64,
    /// The smallest change that matters, in percent.
    pub worth: f64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    pub name: String,
    pub sentence: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// What changes, and for whom: the length of a game first, then what people can see, the
    /// largest change first.
    pub changes: Vec<Change>,
    pub same: Option<String>,
    pub unclear: Option<String>,
    pub notice: String,
}

impl Answer {
    pub fn to(question: Question<'_>) -> Answer {
        let found: Vec<Finding<'_>> = question.rows.iter().filter_map(Finding::of_effect).collect();
        // Points mean something else where they are counted otherwise.
        let is_asked = |metric: &Metric| question.same_scoring || *metric != Metric::ScoreMean;
        let told = |metric| Told::of(metric, &found);
        let told: Vec<Told<'_>> = ASKED.into_iter().filter(is_asked).filter_map(told).collect();
        let (mut changed, others): (Vec<&Told<'_>>, Vec<&Told<'_>>) =
            told.iter().partition(|told| told.is_changed() || told.is_length());
        // Equals stay in the order in which people ask.
        changed.sort_by(|one, other| {
            other.rank().partial_cmp(&one.rank()).unwrap_or(std::cmp::Ordering::Equal)
        });
        let (same, unclear): (Vec<&Told<'_>>, Vec<&Told<'_>>) =
            others.into_iter().partition(|told| told.is_same());
        let names = |told: &[&Told<'_>]| {
            let names: Vec<&str> = told.iter().map(|told| told.topic()).collect();
            (!names.is_empty()).then(|| listed(&names))
        };
        let games = grouped(question.games);
        let change =
            |told: &Told<'_>| Change { name: told.topic().to_owned(), sentence: told.sentence() };
        let mut changes: Vec<Change> = changed.into_iter().map(change).collect();
        if !question.same_scoring {
            let sentence = "Points: counted differently, so they are not compared.".to_owned();
            changes.push(Change { name: "points".to_owned(), sentence });
        }
        Answer {
            changes,
            same: names(&same).map(|names| format!("No difference: {names}.")),
            unclear: names(&unclear).map(|names| format!("Not settled by {games} games: {names}.")),
            notice: format!("Would anybody notice? {}", notice(&told, question)),
        }
    }
}

#[derive(Debug)]
struct Told<'a> {
    metric: Metric,
    found: Vec<Finding<'a>>,
}

impl<'a> Told<'a> {
    /// None if it was not measured, or is nothing with the rule and without.
    fn of(metric: Metric, all: &[Finding<'a>]) -> Option<Told<'a>> {
        let is_it = |found: &&Finding<'_>| found.metric == metric && !found.is_of_fairness();
        let found: Vec<Finding<'_>> = all.iter().filter(is_it).copied().collect();
        let is_nothing =
            |found: &Finding<'_>| (found.base, found.difference.value) == (Some(0.0), 0.0);
        (!found.iter().all(is_nothing)).then_some(Told { metric, found })
    }

    fn topic(&self) -> &'static str {
        self.metric.words().topic
    }

    fn is_length(&self) -> bool {
        self.metric == Metric::TurnsMean
    }

    fn is_seen(&self) -> bool {
        self.metric.words().is_seen
    }

    fn changed(&self) -> impl Iterator<Item = &Finding<'a>> {
        self.found.iter().filter(|found| found.is_sure())
    }

    fn is_changed(&self) -> bool {
        self.changed().next().is_some()
    }

    fn is_same(&self) -> bool {
        self.found.iter().all(|found| found.verdict == Some(Same))
    }

    /// The length of a game comes first, then what people can see, then what changes most.
    fn rank(&self) -> (bool, bool, f64) {
        (self.is_length(), self.is_seen(), self.percent())
    }

    fn percent(&self) -> f64 {
        self.changed().map(Finding::percent).fold(0.0, f64::max)
    }

    fn sentence(&self) -> String {
        let [more, less] = self.metric.words().settled;
        // But for the length, nothing is said of whom it is the same for.
        let told = |group: &[Finding<'_>], verdict| match verdict {
            More => Some(self.filled(more, group)),
            Less => Some(self.filled(less, group)),
            Same => self.is_length().then(|| "no different".to_owned()),
            Unclear => self.is_length().then(|| "too close to call".to_owned()),
        };
        let said = by_verdict(&self.found, told, &who).unwrap_or_default();
        if self.is_length() {
            return format!("Length ({}): {said}.", self.officially());
        }
        let said = said.strip_suffix(", at every table").unwrap_or(&said);
        format!("{}: {said}.", capital(self.topic()))
    }

    fn filled(&self, words: &str, group: &[Finding<'_>]) -> String {
        let size = |found: &Finding<'_>| match self.metric.words().scale {
            Scale::Often => found.percent(),
            _ => found.shown().value.abs(),
        };
        let amount = span(ends(group.iter().map(size)));
        let words = words.replace('#', &amount);
        if amount != "1" {
            return words;
        }
        ["turns", "cards", "points", "games"].into_iter().fold(words, |words, plural| {
            words.replacen(&format!("1 {plural}"), &format!("1 {}", &plural[..plural.len() - 1]), 1)
        })
    }

    fn officially(&self) -> String {
        let turns = ends(self.found.iter().filter_map(|found| found.base)).map(f64::round);
        format!("{} turns", span(turns))
    }
}

/// Whether people would notice, by what they can see at a table.
fn notice(told: &[Told<'_>], question: Question<'_>) -> String {
    let Question { games, worth, .. } = question;
    let seen = || told.iter().filter(|told| told.is_seen());
    let Some(largest) = seen()
        .filter(|told| told.is_changed())
        .max_by(|one, other| one.percent().total_cmp(&other.percent()))
    else {
        let is_unclear =
            seen().any(|told| told.found.iter().any(|found| found.verdict == Some(Unclear)));
        return if is_unclear {
            format!("No: the difference is too small to see in {} games.", grouped(games))
        } else {
            format!("No: nothing at the table changes by as much as {worth} %.")
        };
    };
    let thinks = |told: &Told<'_>| told.changed().all(|found| found.table != THOUGHTLESS);
    let has_thoughtless = largest.found.iter().any(|found| found.table == THOUGHTLESS);
    let only =
        if has_thoughtless && seen().all(thinks) { ", and only if people think" } else { "" };
    let (name, percent) = (largest.topic(), largest.percent().round().max(1.0));
    let would = if percent < HARDLY { "Hardly" } else { "Yes" };
    format!("{would}: the largest change is {percent} % ({name}){only}.")
}

/// One number, or two, with as many digits as people want.
fn span([least, most]: [f64; 2]) -> String {
    let places = if least < 0.75 { 1 } else { 0 };
    let shown = |number: f64| {
        let places = if number < 2.0 { places } else { 0 };
        let text = format!("{number:.places$}");
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    };
    match [least, most].map(shown) {
        [least, most] if least == most && least == "0" => "less than 0.1".to_owned(),
        [least, most] if least == most => least,
        [least, most] => format!("{least} to {most}"),
    }
}

fn who(table: &str) -> String {
    match short(table).as_str() {
        "counter" => "people who count cards".to_owned(),
        "linear" => "strong players".to_owned(),
        THOUGHTLESS => "people who play at random".to_owned(),
        MIXED => "people of all sorts".to_owned(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_stats::Verdict;

    fn rows(metric: Metric, before: f64, effects: [(f64, Verdict); 4]) -> Vec<EffectRow> {
        let tables = ["counter", "linear", "random", "random+high-points+counter+linear"];
        let row = |(table, (difference, verdict)): (&str, (f64, Verdict))| EffectRow {
            rules: "new".to_owned(),
            baseline: "official".to_owned(),
            players: 4,
            table: table.to_owned(),
            metric: metric.to_string(),
            value: Some(before + difference),
            baseline_value: Some(before),
            difference: Some(difference),
            verdict: verdict.name().to_owned(),
            ..EffectRow::default()
        };
        tables.into_iter().zip(effects).map(row).collect()
    }

    fn answer(rows: &[Vec<EffectRow>]) -> Answer {
        let rows = rows.concat();
        Answer::to(Question { rows: &rows, same_scoring: true, games: 200_000, worth: 1.0 })
    }

    #[test]
    fn what_changes_is_told_for_whom_the_largest_change_first() {
        let told = answer(&[
            rows(
                Metric::TurnsMean,
                44.6,
                [(-1.1, Less), (-0.96, Less), (-0.5, Unclear), (-1.0, Less)],
            ),
            rows(Metric::ScoreMean, 125.0, [(3.1, More), (3.0, More), (0.2, Same), (2.6, More)]),
            rows(Metric::LeadChanges, 3.0, [(-0.2, Less); 4]),
            rows(Metric::CardsDrawn, 20.0, [(0.0, Same); 4]),
            rows(Metric::FirstSeat, 0.26, [(0.0, Same), (0.0, Unclear), (0.0, Same), (0.0, Same)]),
            rows(Metric::StalledShare, 0.0, [(0.0, Same); 4]),
        ]);
        let sentences: Vec<&str> =
            told.changes.iter().map(|change| change.sentence.as_str()).collect();
        assert_eq!(
            sentences,
            [
                "Length (45 turns): about 1 turn shorter if people think; too close to call if \
                 people play at random.",
                "Points: about 3 points more for a win if people think.",
                "Lead: changes hands 7 % less often.",
            ]
        );
        assert_eq!(told.same.as_deref(), Some("No difference: drawing."));
        assert_eq!(told.unclear.as_deref(), Some("Not settled by 200,000 games: going first."));
        assert_eq!(
            told.notice,
            "Would anybody notice? Hardly: the largest change is 2 % (points), and only if people \
             think."
        );
    }

    #[test]
    fn a_large_change_is_noticed_and_none_is_not() {
        let notice = |rows: &[Vec<EffectRow>]| answer(rows).notice;
        let longer = notice(&[rows(Metric::TurnsMean, 40.0, [(20.0, More); 4])]);
        assert_eq!(longer, "Would anybody notice? Yes: the largest change is 50 % (length).");
        let same = notice(&[rows(Metric::TurnsMean, 40.0, [(0.1, Same); 4])]);
        assert!(same.ends_with("No: nothing at the table changes by as much as 1 %."));
        let unclear = answer(&[rows(Metric::TurnsMean, 40.0, [(0.4, Unclear); 4])]);
        assert!(
            unclear.notice.ends_with("No: the difference is too small to see in 200,000 games.")
        );
        assert_eq!(
            unclear.changes[0].sentence, "Length (40 turns): too close to call, at every table.",
            "the length is always told"
        );
        // What nobody sees at a table does not count.
        let lead = notice(&[
            rows(Metric::TurnsMean, 40.0, [(0.1, Same); 4]),
            rows(Metric::LeadChanges, 3.0, [(1.0, More); 4]),
        ]);
        assert!(lead.contains("No: nothing at the table"), "{lead}");
    }

    #[test]
    fn points_that_are_counted_otherwise_are_not_compared() {
        let rows = [
            rows(Metric::TurnsMean, 40.0, [(0.1, Same); 4]),
            rows(Metric::ScoreMean, 125.0, [(9.0, More); 4]),
        ];
        let rows = rows.concat();
        let question = Question { rows: &rows, same_scoring: false, games: 200, worth: 1.0 };
        let answer = Answer::to(question);
        assert_eq!(answer.changes.len(), 2, "{answer:?}");
        assert!(answer.changes[1].sentence.contains("counted differently"), "{answer:?}");
    }

    #[test]
    fn numbers_have_as_many_digits_as_people_want() {
        for (ends, shown) in [
            ([0.94, 1.12], "1"),
            ([1.9, 5.3], "2 to 5"),
            ([0.6, 4.2], "0.6 to 4"),
            ([0.42, 0.43], "0.4"),
            ([21.6, 38.2], "22 to 38"),
            ([0.0, 0.0], "less than 0.1"),
        ] {
            assert_eq!(span(ends), shown, "{ends:?}");
        }
    }

    #[test]
    fn one_of_something_is_told_in_the_singular() {
        let told = answer(&[
            rows(Metric::TurnsMean, 40.0, [(1.0, More); 4]),
            rows(Metric::FirstSeat, 0.25, [(-0.0101, Less); 4]),
        ]);
        assert!(told.changes[0].sentence.ends_with(": about 1 turn longer, at every table."));
        assert_eq!(told.changes[1].sentence, "Going first: wins 1 game in 100 fewer.");
    }
}
