//! What a screen says of a survey parses back: by what effects are judged, how many rule sets there
//! are, how true chances were, which games did not finish, and what matters of several rules or of
//! a number. The patterns were written from the screens, not from the functions that make them. What
//! each rule set does is read back in `sentences`.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use unobench_findings::comparison::{Comparison, contrasts, effects};
use unobench_findings::finding::Finding;
use unobench_findings::metric::{Metric, Scale};
use unobench_findings::question::Question;
use unobench_findings::rows::FAIR;
use unobench_stats::Verdict;

use crate::run_sentences::{Judge, Kind, Played, Screen, compiled, judged, named};
use crate::sentences::is;

fn number(claim: &Captures<'_>, name: &str) -> f64 {
    named(claim, name).replace(',', "").parse().expect("a number")
}

fn metric_called(subject: &str) -> Metric {
    let mut all = Metric::all().filter(|metric| metric.words().subject == subject);
    all.next().unwrap_or_else(|| panic!("nothing is called {subject:?}"))
}

/// The smallest effect that matters is half as many points of shares, and the verdicts keep to it.
fn judge_legend(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let (percent, points) = (number(claim, "percent"), number(claim, "points"));
    judged(2.0 * points == percent, || format!("{percent} % and {points} points"))?;
    for effect in effects(played.found).iter().filter(|effect| effect.against != FAIR) {
        judged(effect.against == named(claim, "baseline"), || effect.against.clone())?;
        let most = match effect.metric.words().scale {
            Scale::Share => points,
            Scale::Number | Scale::Often => percent,
            Scale::Inequality => continue,
        };
        let is_kept = match effect.verdict {
            Some(Verdict::More | Verdict::Less) => effect.percent() > most,
            Some(Verdict::Same) => effect.percent() < most,
            _ => true,
        };
        judged(is_kept, || format!("{:?} of {effect:?}", effect.percent()))?;
    }
    Ok(())
}

/// Of a sweep over a number effects are of each step, and the whole range is judged.
fn judge_legend_of_line(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let (percent, points) = (number(claim, "percent"), number(claim, "points"));
    judged(2.0 * points == percent, || format!("{percent} % and {points} points"))?;
    let mut baselines = played.found.iter().map(|found| &*found.against);
    judged(baselines.any(|name| name == named(claim, "baseline")), || "no such rules".to_owned())
}

fn judge_title(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let values = played.found.iter().filter(|found| found.metric == Metric::FirstSeat);
    let values: Vec<&Finding> =
        values.filter(|found| found.against.is_empty() && !found.rules.is_empty()).collect();
    let mut rules: Vec<&str> = values.iter().map(|found| &*found.rules).collect();
    rules.sort_unstable();
    rules.dedup();
    let games = values.iter().all(|found| found.games == Some(number(claim, "games") as u64));
    let is_right = rules.len() as f64 == number(claim, "count") && games;
    judged(is_right && rules.contains(&named(claim, "baseline")), || format!("{rules:?}"))
}

/// The parts of "73 % (random), 66 % (counter) and 60 % (champion)".
static SHARES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?P<share>\d+) % \((?P<table>[^)]+)\)(?:, | and |$)").expect("a pattern")
});

fn judge_chances(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let range = format!("{}0 %", named(claim, "first"));
    judged(number(claim, "last") == number(claim, "first") + 1.0, || range.clone())?;
    let mut asked: Vec<&Finding> = played
        .found
        .iter()
        .filter(|found| found.question == Question::Chances && found.subject == range)
        .filter(|found| found.rules == named(claim, "baseline") && found.value > Some(0.0))
        .collect();
    asked.retain(|found| found.metric == Metric::Said || found.metric == Metric::Won);
    let told: Vec<_> = SHARES.captures_iter(named(claim, "told")).collect();
    for part in &told {
        let count = |metric: Metric| {
            let mut here = asked.iter().filter(|found| found.table == part["table"]);
            here.find(|found| found.metric == metric).and_then(|found| found.value)
        };
        let share = count(Metric::Won).unwrap_or(0.0) / count(Metric::Said).expect("it was said");
        judged(is(&part["share"], 100.0 * share), || format!("{share} ({})", &part["table"]))?;
    }
    let tables = asked.iter().filter(|found| found.metric == Metric::Said).count();
    judged(told.len() == tables, || format!("{tables} tables were asked"))
}

/// The parts of "new (counter, 1.25 %), other (counter, 0.50 %)".
static ENDED: LazyLock<Regex> = LazyLock::new(|| {
    let part = r"(?P<rules>[^ ,]+) \((?P<table>[^,]+), (?P<share>[\d.]+) %\)";
    Regex::new(part).expect("a pattern")
});

fn judge_ended(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let metric = match named(claim, "how") {
        "stalled" => Metric::StalledShare,
        _ => Metric::BlockedShare,
    };
    let all = effects(played.found);
    let unfinished: Vec<&Comparison<'_>> =
        all.iter().filter(|effect| effect.metric == metric && effect.value > Some(0.0)).collect();
    let told: Vec<_> = ENDED.captures_iter(named(claim, "told")).collect();
    judged(told.len() == unfinished.len().min(5), || format!("{} times", unfinished.len()))?;
    for (part, effect) in told.iter().zip(unfinished) {
        let place = (&effect.found.rules, &effect.found.table);
        let is_right = (&part["rules"], &part["table"]) == (&**place.0, &**place.1);
        let share = 100.0 * effect.value.expect("a share");
        judged(is_right && is(&part["share"], share), || format!("{place:?}: {share}"))?;
    }
    Ok(())
}

/// What a sweep says of a metric at so many seats.
fn effects_on<'a>(claim: &Captures<'_>, played: &Played<'a>) -> Vec<Comparison<'a>> {
    let metric = metric_called(named(claim, "subject"));
    let all = contrasts(played.found, Question::Factorial);
    all.filter(|found| f64::from(found.players) == number(claim, "players"))
        .filter(|found| found.metric == metric)
        .collect()
}

fn subjects<'a>(found: impl Iterator<Item = &'a Comparison<'a>>) -> Vec<&'a str> {
    let mut subjects: Vec<&str> = found.map(|found| &*found.found.subject).collect();
    subjects.sort_unstable();
    subjects.dedup();
    subjects
}

fn judge_matters(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let here = effects_on(claim, played);
    let (all, sure) =
        (subjects(here.iter()).len(), subjects(here.iter().filter(|found| found.is_sure())).len());
    let told = [number(claim, "all"), number(claim, "left")];
    judged(told == [all, all - sure].map(|count| count as f64), || format!("{sure} of {all}"))
}

fn judge_legend_of_matters(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let all: Vec<Comparison<'_>> = contrasts(played.found, Question::Factorial).collect();
    let alone = subjects(all.iter().filter(|found| !found.subject.contains(" × ")));
    judged(number(claim, "count") == alone.len() as f64, || format!("{alone:?}"))
}

/// The parts of "b (+9.00 ± 0.20 turns among counter); a (−3.00 ± 0.20 turns among counter)".
static EFFECTS: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"(?P<value>[+−]?[\d.]+)(?: ± (?P<margin>[\d.]+)| \[\S+ \S+\])";
    let part = format!(r"^(?P<effect>.+) \({number}.* among (?P<table>\S+)\)$");
    Regex::new(&part).expect("a pattern")
});

fn judge_main_effects(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let here = effects_on(claim, played);
    for part in named(claim, "told").split("; ") {
        let part = EFFECTS.captures(part).ok_or_else(|| format!("{part} is no effect"))?;
        let mut found = here.iter().filter(|found| found.subject == part["effect"]);
        let found = found.find(|found| found.table == part["table"]).ok_or("there is none")?;
        let shown = found.shown();
        let is_margin = part
            .name("margin")
            .is_none_or(|margin| is(margin.as_str(), shown.margin().expect("an interval")));
        judged(found.is_sure() && is(&part["value"], shown.value) && is_margin, || {
            format!("{shown:?}, {:?}", found.verdict)
        })?;
    }
    Ok(())
}

/// A share in percent, with its interval as it is written.
static SHARE: LazyLock<Regex> = LazyLock::new(|| {
    let interval = r"(?: ± (?P<margin>[\d.]+)| \[(?P<low>[\d.]+), (?P<high>[\d.]+)\])?";
    Regex::new(&format!(r"^(?P<value>[\d.]+){interval}$")).expect("a pattern")
});

fn judge_variance(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let metric = metric_called(named(claim, "subject"));
    for part in ["alone", "together", "more"] {
        let mut shares = played.found.iter().filter(|found| {
            (found.question, found.metric, &*found.subject) == (Question::Variance, metric, part)
        });
        let share = shares.find(|found| found.table == named(claim, "table"));
        let share = share.and_then(Finding::known).ok_or("there is none")?;
        let share = share.map(|share| 100.0 * share.clamp(0.0, 1.0));
        let told = SHARE.captures(named(claim, part)).ok_or("it is no share")?;
        let is_told = |name: &str, number: Option<f64>| {
            told.name(name)
                .is_none_or(|text| number.is_some_and(|number| is(text.as_str(), number)))
        };
        let is_right = is_told("value", Some(share.value))
            && is_told("margin", share.margin())
            && is_told("low", Some(share.low()))
            && is_told("high", Some(share.high()));
        judged(is_right, || format!("{part}: {share:?}"))?;
    }
    Ok(())
}

/// The parts of "length (13 at 3, 39 at 7)": a topic, and its values.
static BENT: LazyLock<Regex> = LazyLock::new(|| {
    let value = r"[\d,.]+ at [\d.]+";
    let part = format!(r"(?P<topic>[a-z][a-z ]*) \((?P<values>{value}(?:, {value})*)\)");
    Regex::new(&part).expect("a pattern")
});

fn judge_bent(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let told: Vec<_> = BENT.captures_iter(named(claim, "told")).collect();
    judged(!told.is_empty(), || "nothing is told".to_owned())?;
    for part in &told {
        let topic = part["topic"].trim_start_matches("and ");
        for told in part["values"].split(", ") {
            let (value, place) = told.split_once(" at ").expect("a value");
            let point = format!("{}={place}", named(claim, "key"));
            let is_right = played.found.iter().any(|found| {
                (found.question, &*found.subject) == (Question::Curve, &*point)
                    && found.metric.words().topic == topic
                    && found.value.is_some_and(|of| is(value, of * found.metric.factor()))
            });
            judged(is_right, || format!("{topic}: {told}"))?;
        }
    }
    Ok(())
}

static JUDGES: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kinds: [(&'static str, &str, Judge); 10] = [
        (
            "legend",
            r"▲ ▼: more or less than (?P<baseline>\S+) by more than (?P<percent>[\d.]+) % \(shares: (?P<points>[\d.]+) points\); .*",
            judge_legend,
        ),
        (
            "legend of a line",
            r"more: what each step .* more or less by more than (?P<percent>[\d.]+) % \(shares: (?P<points>[\d.]+) points\); .*\. (?P<baseline>\S+) is compared in `unobench show`",
            judge_legend_of_line,
        ),
        (
            "title",
            r"(?P<count>\d+) rule sets against (?P<baseline>\S+), (?P<games>[\d,]+) games at each table",
            judge_title,
        ),
        (
            "chances",
            r"chances under (?P<baseline>\S+): where a side was said to win (?P<first>\d) to (?P<last>\d) of 10 games, it won (?P<told>.+); `unobench show` has all",
            judge_chances,
        ),
        ("ended", r"some games (?P<how>stalled|were blocked): (?P<told>.+)", judge_ended),
        (
            "matters",
            r"What matters for (?P<subject>.+) at (?P<players>\d+) seats, in.* \(of (?P<all>\d+) effects (?P<left>\d+) are left out: .*\)",
            judge_matters,
        ),
        (
            "legend of matters",
            r"what one of the (?P<count>\d+) does is the mean over all combinations of the others; .*",
            judge_legend_of_matters,
        ),
        (
            "main effects",
            r"at (?P<players>\d+) seats, (?P<subject>.+) depends (?:most )?on (?P<told>.+ among [^;]+)",
            judge_main_effects,
        ),
        (
            "variance",
            r"at (?P<players>\d+) seats, of the variance of (?P<subject>.+) between all combinations, among (?P<table>\S+), (?P<alone>.+) % is what each does alone, (?P<together>.+) % what pairs do beyond that, (?P<more>.+) % what three and more do",
            judge_variance,
        ),
        (
            "bent",
            r"For each \d+ more of (?P<key>\S+), from .* Not along a straight line: (?P<told>.+)\.",
            judge_bent,
        ),
    ];
    compiled(&kinds)
});

/// Of each command with the kinds of sentences that its screen has.
const SCREENS: [(&str, &str); 4] = [
    (
        "rules compare official stacking -n 400 --worth 8 --pool-games 0 --panel random counter",
        "legend, title, chances",
    ),
    ("rules compare official last-standing -p 6 -n 60 --pool-games 0 --panel champion", "ended"),
    (
        "sweep --switch seven-zero --switch draw-to-match -n 2000 --pool-games 0 --panel counter",
        "matters, legend of matters, main effects, variance",
    ),
    (
        "sweep --set setup.hand_size=3,7,11 -n 2000 --pool-games 0 --panel counter",
        "legend of a line, bent, chances",
    ),
];

#[test]
fn what_a_screen_says_of_a_survey_is_what_was_found() {
    for (command, wanted) in SCREENS {
        Screen::of(command).check(command, &JUDGES, wanted);
    }
}

/// A judge that finds nothing wrong with anything is none.
#[test]
fn surveys_that_say_something_else_are_told_apart() {
    let of_comparison = [
        ("by more than 8 %", "by more than 80 %"),
        ("(shares: 4 points)", "(shares: 5 points)"),
        ("more or less than official", "more or less than stacking"),
        ("2 rule sets against", "3 rule sets against"),
        (" games at each table", "0 games at each table"),
        ("it won ", "it won 1"),
        ("to win 6 to 7", "to win 7 to 8"),
        ("% (random) and", "% (counter) and"),
    ];
    Screen::of(SCREENS[0].0).check_mistakes(&JUDGES, &of_comparison);
    let of_ends =
        [("stalled: last-standing", "stalled: official"), ("(champion, ", "(champion, 1")];
    Screen::of(SCREENS[1].0).check_mistakes(&JUDGES, &of_ends);
    let of_sweep = [
        ("(of 3 effects", "(of 4 effects"),
        ("what one of the 2 does", "what one of the 3 does"),
        ("depends on ", "depends on un"),
        (" turns among counter)", " turns among random)"),
        (" % is what each does alone", "1 % is what each does alone"),
        ("among counter, ", "among counter, 1"),
    ];
    Screen::of(SCREENS[2].0).check_mistakes(&JUDGES, &of_sweep);
    let of_line = [(" at 7, ", " at 11, "), ("by more than 1 %", "by more than 2 %")];
    Screen::of(SCREENS[3].0).check_mistakes(&JUDGES, &of_line);
}
