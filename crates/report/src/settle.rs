//! The answer to one question about a house rule, in words for people at a table: what changes, for
//! whom, and whether anybody would notice. What is said is a verdict by the smallest effect that
//! matters, corrected over everything that was measured.

use crate::answers::{
    FIRST_SEAT, LESS, MORE, SAME, SKILL, THOUGHTLESS, TURNS, UNCLEAR, by_verdict, ends,
};
use unobench_files::panel::{MIXED, short};
use unobench_files::rows::EffectRow;
use unobench_files::words::{capital, grouped, listed};

/// Up to so many percent, nobody at a table sees a change.
const HARDLY: f64 = 5.0;

/// From how many percent on people at a table see a change of a quantity, or from how many games
/// in a hundred; none of what they do not see.
pub(crate) fn noticed_from(metric: &str) -> Option<f64> {
    TOPICS.iter().any(|topic| topic.metric == metric && topic.is_seen).then_some(HARDLY)
}

/// How a quantity is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// As it is: turns, cards, points.
    Number,
    /// In percent of what it is without the rule.
    Percent,
    /// A share, in hundredths.
    Hundredths,
}

/// Something that a house rule may change.
#[derive(Debug)]
struct Topic {
    metric: &'static str,
    name: &'static str,
    unit: Unit,
    /// What is said where it is more and where it is less; `#` stands for how much.
    more: &'static str,
    less: &'static str,
    /// Whether people at a table could see it.
    is_seen: bool,
}

/// What is told of, in the order in which people ask.
static TOPICS: [Topic; 8] = [
    Topic {
        metric: TURNS,
        name: "length",
        unit: Unit::Number,
        more: "about # turns longer",
        less: "about # turns shorter",
        is_seen: true,
    },
    Topic {
        metric: "cards_drawn",
        name: "drawing",
        unit: Unit::Number,
        more: "about # cards more in a game",
        less: "about # cards fewer in a game",
        is_seen: true,
    },
    Topic {
        metric: SCORE,
        name: "points",
        unit: Unit::Number,
        more: "about # points more for a win",
        less: "about # points fewer for a win",
        is_seen: true,
    },
    Topic {
        metric: FIRST_SEAT,
        name: "going first",
        unit: Unit::Hundredths,
        more: "wins # games in 100 more",
        less: "wins # games in 100 fewer",
        is_seen: true,
    },
    Topic {
        metric: SKILL,
        name: "skill",
        unit: Unit::Hundredths,
        more: "playing well wins # games in 100 more",
        less: "playing well wins # games in 100 fewer",
        is_seen: true,
    },
    Topic {
        metric: "lead_changes",
        name: "lead",
        unit: Unit::Percent,
        more: "changes hands # % more often",
        less: "changes hands # % less often",
        is_seen: false,
    },
    Topic {
        metric: "trailed_share",
        name: "comebacks",
        unit: Unit::Hundredths,
        more: "the later winner is behind on # turns in 100 more",
        less: "the later winner is behind on # turns in 100 fewer",
        is_seen: false,
    },
    Topic {
        metric: "stalled_share",
        name: "endless games",
        unit: Unit::Hundredths,
        more: "# games in 100 more",
        less: "# games in 100 fewer",
        is_seen: true,
    },
];

/// The quantity that means something else where points are counted otherwise.
const SCORE: &str = "score_mean";

/// What was measured of a house rule.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// Its effects, against the official game at one number of seats, as in `effects.csv`.
    pub rows: &'a [EffectRow],
    /// Whether points are counted as in the official game.
    pub same_scoring: bool,
    /// Games at each table.
    pub games: u64,
    /// The smallest change that matters, in percent.
    pub worth: f64,
}

/// A change, by its name and in a sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// What changes, in a word or two.
    pub name: String,
    /// How, and for whom.
    pub sentence: String,
}

/// The sentences of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// What changes, and for whom: the length of a game first, then what people can see, the
    /// largest change first.
    pub changes: Vec<Change>,
    /// What does not change.
    pub same: Option<String>,
    /// What cannot be told.
    pub unclear: Option<String>,
    /// Whether anybody would notice.
    pub notice: String,
}

impl Answer {
    /// Answers a question.
    #[must_use]
    pub fn to(question: Question<'_>) -> Answer {
        let told = |topic: &'static Topic| Told::of(topic, question.rows);
        let is_asked = |topic: &&Topic| question.same_scoring || topic.metric != SCORE;
        let told: Vec<Told<'_>> = TOPICS.iter().filter(is_asked).filter_map(told).collect();
        let (mut changed, others): (Vec<&Told<'_>>, Vec<&Told<'_>>) =
            told.iter().partition(|told| told.is_changed() || told.topic.metric == TURNS);
        // Equals stay in the order in which people ask.
        changed.sort_by(|one, other| {
            other.rank().partial_cmp(&one.rank()).unwrap_or(std::cmp::Ordering::Equal)
        });
        let (same, unclear): (Vec<&Told<'_>>, Vec<&Told<'_>>) =
            others.into_iter().partition(|told| told.is_same());
        let names = |told: &[&Told<'_>]| {
            let names: Vec<&str> = told.iter().map(|told| told.topic.name).collect();
            (!names.is_empty()).then(|| listed(&names))
        };
        let games = grouped(question.games);
        let change = |told: &Told<'_>| Change {
            name: told.topic.name.to_owned(),
            sentence: told.sentence(),
        };
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

/// What is known of a topic.
#[derive(Debug)]
struct Told<'a> {
    topic: &'static Topic,
    /// At each table.
    rows: Vec<&'a EffectRow>,
}

impl<'a> Told<'a> {
    /// None if it was not measured, or is nothing with the rule and without.
    fn of(topic: &'static Topic, rows: &'a [EffectRow]) -> Option<Told<'a>> {
        let is_it = |row: &&EffectRow| {
            row.metric == topic.metric && row.baseline != unobench_files::rows::FAIR
        };
        let rows: Vec<&EffectRow> = rows.iter().filter(is_it).collect();
        let is_nothing = |row: &&EffectRow| row.value == Some(0.0) && row.difference == Some(0.0);
        (!rows.iter().all(is_nothing)).then_some(Told { topic, rows })
    }

    /// Those of the rows of which something is told.
    fn changed(&self) -> impl Iterator<Item = &&'a EffectRow> {
        self.rows.iter().filter(|row| is_change(row))
    }

    fn is_changed(&self) -> bool {
        self.changed().next().is_some()
    }

    fn is_same(&self) -> bool {
        self.rows.iter().all(|row| row.verdict == SAME)
    }

    /// The length of a game comes first, then what people can see, then what changes most.
    fn rank(&self) -> (bool, bool, f64) {
        (self.topic.metric == TURNS, self.topic.is_seen, self.percent())
    }

    /// The largest change that is told, in percent of what it was, or in hundredths.
    fn percent(&self) -> f64 {
        let percent = |row: &&EffectRow| {
            let difference = 100.0 * row.difference.unwrap_or_default().abs();
            match self.topic.unit {
                Unit::Hundredths => difference,
                Unit::Number | Unit::Percent => {
                    difference / row.baseline_value.unwrap_or_default().abs().max(f64::MIN_POSITIVE)
                }
            }
        };
        self.changed().map(percent).fold(0.0, f64::max)
    }

    fn sentence(&self) -> String {
        let Topic { name, more, less, .. } = *self.topic;
        let is_length = self.topic.metric == TURNS;
        // But for the length, nothing is said of whom it is the same for.
        let told = |group: &[&EffectRow], verdict: &str| match verdict {
            MORE => Some(self.filled(more, group)),
            LESS => Some(self.filled(less, group)),
            SAME => is_length.then(|| "no different".to_owned()),
            _ => is_length.then(|| "too close to call".to_owned()),
        };
        let said = by_verdict(&self.rows, told, &who).unwrap_or_default();
        if is_length {
            return format!("Length ({}): {said}.", self.officially());
        }
        let said = said.strip_suffix(", at every table").unwrap_or(&said);
        format!("{}: {said}.", capital(name))
    }

    /// What is said of some tables, with how much it is.
    fn filled(&self, words: &str, group: &[&EffectRow]) -> String {
        let size = |row: &&EffectRow| {
            let difference = row.difference?.abs();
            Some(match self.topic.unit {
                Unit::Number => difference,
                Unit::Hundredths => 100.0 * difference,
                Unit::Percent => 100.0 * difference / row.baseline_value?.abs(),
            })
        };
        let amount = span(ends(group.iter().filter_map(size)));
        let words = words.replace('#', &amount);
        if amount != "1" {
            return words;
        }
        ["turns", "cards", "points", "games"].into_iter().fold(words, |words, plural| {
            words.replacen(&format!("1 {plural}"), &format!("1 {}", &plural[..plural.len() - 1]), 1)
        })
    }

    /// How long a game is without the rule.
    fn officially(&self) -> String {
        let turns = ends(self.rows.iter().filter_map(|row| row.baseline_value)).map(f64::round);
        format!("{} turns", span(turns))
    }
}

/// Whether something is told of a quantity at a table.
fn is_change(row: &EffectRow) -> bool {
    [MORE, LESS].contains(&row.verdict.as_str())
}

/// Whether people would notice, by what they can see at a table.
fn notice(told: &[Told<'_>], question: Question<'_>) -> String {
    let Question { games, worth, .. } = question;
    let seen = || told.iter().filter(|told| told.topic.is_seen);
    let Some(largest) = seen()
        .filter(|told| told.is_changed())
        .max_by(|one, other| one.percent().total_cmp(&other.percent()))
    else {
        let is_unclear = seen().any(|told| told.rows.iter().any(|row| row.verdict == UNCLEAR));
        return if is_unclear {
            format!("No: the difference is too small to see in {} games.", grouped(games))
        } else {
            format!("No: nothing at the table changes by as much as {worth} %.")
        };
    };
    let thinks = |told: &Told<'_>| told.changed().all(|row| row.table != THOUGHTLESS);
    let has_thoughtless = largest.rows.iter().any(|row| row.table == THOUGHTLESS);
    let only =
        if has_thoughtless && seen().all(thinks) { ", and only if people think" } else { "" };
    let (name, percent) = (largest.topic.name, largest.percent().round().max(1.0));
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

/// Who sits at a table.
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

    /// The effects on a quantity at four tables.
    fn rows(metric: &str, before: f64, effects: [(f64, &str); 4]) -> Vec<EffectRow> {
        let tables = ["counter", "linear", "random", "random+high-points+counter+linear"];
        let row = |(table, (difference, verdict)): (&str, (f64, &str))| EffectRow {
            rules: "new".to_owned(),
            baseline: "official".to_owned(),
            players: 4,
            table: table.to_owned(),
            metric: metric.to_owned(),
            value: Some(before + difference),
            baseline_value: Some(before),
            difference: Some(difference),
            verdict: verdict.to_owned(),
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
            rows(TURNS, 44.6, [(-1.1, LESS), (-0.96, LESS), (-0.5, UNCLEAR), (-1.0, LESS)]),
            rows(SCORE, 125.0, [(3.1, MORE), (3.0, MORE), (0.2, SAME), (2.6, MORE)]),
            rows("lead_changes", 3.0, [(-0.2, LESS); 4]),
            rows("cards_drawn", 20.0, [(0.0, SAME); 4]),
            rows(FIRST_SEAT, 0.26, [(0.0, SAME), (0.0, UNCLEAR), (0.0, SAME), (0.0, SAME)]),
            rows("stalled_share", 0.0, [(0.0, SAME); 4]),
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
        let longer = notice(&[rows(TURNS, 40.0, [(20.0, MORE); 4])]);
        assert_eq!(longer, "Would anybody notice? Yes: the largest change is 50 % (length).");
        let same = notice(&[rows(TURNS, 40.0, [(0.1, SAME); 4])]);
        assert!(same.ends_with("No: nothing at the table changes by as much as 1 %."));
        let unclear = answer(&[rows(TURNS, 40.0, [(0.4, UNCLEAR); 4])]);
        assert!(
            unclear.notice.ends_with("No: the difference is too small to see in 200,000 games.")
        );
        assert_eq!(
            unclear.changes[0].sentence, "Length (40 turns): too close to call, at every table.",
            "the length is always told"
        );
        // What nobody sees at a table does not count.
        let lead = notice(&[
            rows(TURNS, 40.0, [(0.1, SAME); 4]),
            rows("lead_changes", 3.0, [(1.0, MORE); 4]),
        ]);
        assert!(lead.contains("No: nothing at the table"), "{lead}");
    }

    #[test]
    fn points_that_are_counted_otherwise_are_not_compared() {
        let rows = [rows(TURNS, 40.0, [(0.1, SAME); 4]), rows(SCORE, 125.0, [(9.0, MORE); 4])];
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
            rows(TURNS, 40.0, [(1.0, MORE); 4]),
            rows(FIRST_SEAT, 0.25, [(-0.0101, LESS); 4]),
        ]);
        assert!(told.changes[0].sentence.ends_with(": about 1 turn longer, at every table."));
        assert_eq!(told.changes[1].sentence, "Going first: wins 1 game in 100 fewer.");
    }
}
