//! What the rows of a screen's tables say is what the files of the same run have: nothing on a
//! screen is counted beside the findings. The patterns were written from the screens.

use std::sync::LazyLock;

use regex::Captures;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_stats::Verdict;

use crate::run_sentences::{Judge, Kind, Played, Screen, compiled, judged, named};
use crate::sentences::is;

/// What was found of somebody under the rule set of the screen, against somebody else or alone.
fn found<'p>(
    played: &'p Played<'_>,
    question: Question,
    [subject, against]: [&str; 2],
    metric: Metric,
) -> Option<&'p Finding> {
    played.found.iter().find(|found| {
        let of_whom = (&*found.rules, &*found.subject, &*found.against);
        (found.question, found.metric) == (question, metric)
            && of_whom == (played.rules, subject, against)
    })
}

/// The number of a finding that there has to be.
fn value(
    played: &Played<'_>,
    question: Question,
    who: [&str; 2],
    metric: Metric,
) -> Result<f64, String> {
    let value = found(played, question, who, metric).and_then(|found| found.value);
    value.ok_or_else(|| format!("no {metric} of {who:?}"))
}

fn count(claim: &Captures<'_>, name: &str) -> u64 {
    named(claim, name).replace(',', "").parse().expect("a count")
}

/// Games, share of wins, and multiples of the fair share of a strategy, and its rating.
fn judge_standing(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let who = [named(claim, "who"), ""];
    let won = found(played, Question::Strength, who, Metric::WinRate).ok_or("nobody")?;
    let share = won.value.ok_or("no share")?;
    let fair = value(played, Question::Games, ["", ""], Metric::FairShare)?;
    let elo = value(played, Question::Strength, who, Metric::Elo)?;
    let in_hand = value(played, Question::Strength, who, Metric::HandPointsMean)?;
    let margin = won.known().and_then(|won| won.margin()).unwrap_or_default();
    let is_margin = claim.name("margin").is_none_or(|told| is(told.as_str(), 100.0 * margin));
    let is_right = won.games == Some(count(claim, "games"))
        && is_margin
        && is(named(claim, "won"), 100.0 * share)
        && is(named(claim, "times"), share / fair)
        && is(named(claim, "elo"), elo)
        && is(named(claim, "hand"), in_hand);
    judged(is_right, || format!("{won:?}, Elo {elo}, {in_hand} in hand"))
}

/// The place of a strategy of a tournament, its rating with its interval, its ranks and what it won.
fn judge_ranking(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let who = [named(claim, "who"), ""];
    let rating = found(played, Question::Ratings, who, Metric::Rating).ok_or("no rating")?;
    let [low, elo, high] = rating.known().ok_or("no rating")?.ends();
    let rank = found(played, Question::Ranks, who, Metric::Place).ok_or("no rank")?;
    let [first, place, last] = rank.known().ok_or("no rank")?.ends();
    let ranks = if first == last { first.to_string() } else { format!("{first} to {last}") };
    let won = found(played, Question::Strength, who, Metric::WinRate).ok_or("nobody")?;
    let faults = value(played, Question::Strength, who, Metric::Faults)?;
    let is_right = [("elo", elo), ("low", low), ("high", high), ("place", place)]
        .iter()
        .all(|(name, number)| is(named(claim, name), *number))
        && named(claim, "ranks") == ranks
        && won.games == Some(count(claim, "games"))
        && is(named(claim, "won"), 100.0 * won.value.ok_or("no share")?)
        && is(named(claim, "faults"), faults);
    judged(is_right, || format!("{rating:?}, {rank:?}, {won:?}"))
}

/// Those of a tournament, in the order of their places.
fn ranked<'p>(played: &'p Played<'_>) -> Vec<&'p str> {
    let is_rank = |found: &&Finding| {
        (found.question, &*found.rules) == (Question::Ranks, played.rules)
            && found.metric == Metric::Place
    };
    let mut ranks: Vec<&Finding> = played.found.iter().filter(is_rank).collect();
    ranks.sort_by(|rank, other| rank.value.partial_cmp(&other.value).expect("places"));
    ranks.into_iter().map(|rank| &*rank.subject).collect()
}

/// What one has of each other: by how much it is ahead, and whether that is sure.
fn judge_crosstable(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let (who, names) = (named(claim, "who"), ranked(played));
    let cells: Vec<&str> =
        named(claim, "cells").split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    judged(cells.len() == names.len(), || format!("{names:?}"))?;
    for (cell, other) in cells.into_iter().zip(names) {
        if other == who {
            judged(cell == "·", || "it is itself".to_owned())?;
            continue;
        }
        let pair = |pair: [&str; 2]| found(played, Question::Crosstable, pair, Metric::Wins);
        let (ahead, sign) = match pair([who, other]) {
            Some(ahead) => (ahead, 1.0),
            None => (pair([other, who]).ok_or("they did not meet")?, -1.0),
        };
        let difference = 100.0 * sign * ahead.value.ok_or("no difference")?;
        let mark = match ahead.verdict {
            Some(Verdict::More | Verdict::Less) if difference > 0.0 => " ▲",
            Some(Verdict::More | Verdict::Less) => " ▼",
            _ => "",
        };
        let number = cell.strip_suffix(mark).unwrap_or("9999");
        let is_number = number.chars().all(|letter| !letter.is_whitespace());
        judged(is_number && is(number, difference), || format!("{other}: {difference}{mark}"))?;
    }
    Ok(())
}

/// What each of a duel won alone among copies of the other.
fn judge_side(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let pair = [named(claim, "who"), named(claim, "against")];
    let won = found(played, Question::Sides, pair, Metric::WinRate).ok_or("nobody")?;
    let fair = value(played, Question::Sides, pair, Metric::FairShare)?;
    let is_right = won.games == Some(count(claim, "games"))
        && f64::from(won.players) == count(claim, "others") as f64 + 1.0
        && is(named(claim, "won"), 100.0 * won.value.ok_or("no share")?)
        && is(named(claim, "fair"), 100.0 * fair);
    judged(is_right, || format!("{won:?}, fair {fair}"))
}

/// What each of a ladder won among the others.
fn judge_step(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let who = named(claim, "who");
    let of_step = |metric: Metric| {
        let mut steps = played.found.iter().filter(|found| found.question == Question::Skill);
        steps.find(|found| found.subject == who && found.metric == metric)
    };
    let won = of_step(Metric::WinRate).ok_or("nobody")?;
    let elo = of_step(Metric::Elo).and_then(|elo| elo.value).ok_or("no Elo")?;
    let is_right = won.games == Some(count(claim, "games"))
        && is(named(claim, "won"), 100.0 * won.value.ok_or("no share")?)
        && is(named(claim, "elo"), elo);
    judged(is_right, || format!("{won:?}, Elo {elo}"))
}

static JUDGES: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kinds: [(&'static str, &str, Judge); 5] = [
        (
            "standing",
            r"(?P<who>\S+) +(?P<games>[\d,]+) +(?P<won>[\d.]+)(?: ± (?P<margin>[\d.]+)| \[[\d.]+, [\d.]+\])? % +(?P<times>[\d.]+) +(?P<elo>[+−]?[\d.]+)(?: ± [\d.]+| \[\S+ \S+\])? +[\d.−]+(?: ± [\d.]+| \[\S+ \S+\])? +(?P<hand>[\d.]+)  .*",
            judge_standing,
        ),
        (
            "ranking",
            r"(?P<place>\d+)  (?P<who>\S+) +(?P<elo>[+−]?[\d.]+) \[(?P<low>[+−]?[\d.]+), (?P<high>[+−]?[\d.]+)\] +(?P<ranks>\d+(?: to \d+)?) +(?P<games>[\d,]+) +(?P<won>[\d.]+) % +(?P<faults>\d+)",
            judge_ranking,
        ),
        ("crosstable", r"\d+  (?P<who>\S+) {2,}(?P<cells>[·+−\d. ▲▼]+)", judge_crosstable),
        (
            "side",
            r"(?P<who>\S+) +(?P<others>\d+) (?P<against>\S+) +(?P<games>[\d,]+) +(?P<won>[\d.]+) % +(?P<fair>[\d.]+) %",
            judge_side,
        ),
        (
            "step",
            r"(?P<who>\S+)(?: †)? +(?P<games>[\d,]+) +(?P<won>[\d.]+) %(?: \[\S+ \S+\])? +(?P<elo>[+−]?[\d.]+)(?: \[\S+ \S+\])?",
            judge_step,
        ),
    ];
    compiled(&kinds)
});

/// Of each command with the kinds of rows that its screen has.
const SCREENS: [(&str, &str); 4] = [
    ("run counter most-colour random -r official -n 400 --matches 0", "standing"),
    ("tournament random high-points counter -p 3 -n 600", "ranking, crosstable"),
    ("duel counter random -p 3 -n 600 --matches 0", "side"),
    ("skill counter most-colour -n 40 --search-games 20", "step"),
];

#[test]
fn what_the_tables_of_a_screen_say_is_what_was_found() {
    for (command, wanted) in SCREENS {
        Screen::of(command).check(command, &JUDGES, wanted);
    }
}

/// A judge that finds nothing wrong with anything is none.
#[test]
fn tables_that_say_something_else_are_told_apart() {
    let mistakes: [&[(&str, &str)]; 4] = [
        &[(" % ", "1 % "), ("counter  ", "random   "), ("402  ", "403  "), ("  +", "  −")],
        &[(" to 2", " to 3"), (" ▲\n", " ▼\n"), ("  +", "  −"), (" %  ", "1 %  "), ("·", "0")],
        &[("2 random", "2 counter"), ("2 random", "3 random"), (" %  3", "1 %  3")],
        &[("random  ", "counter "), (" % [", "1 % ["), ("−", "+")],
    ];
    for ((command, _), mistakes) in SCREENS.into_iter().zip(mistakes) {
        Screen::of(command).check_mistakes(&JUDGES, mistakes);
    }
}
