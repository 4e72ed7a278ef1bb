//! What is said parses back: each sentence about a finding, and each clause of an answer, names a
//! number, its sign, a verdict and for whom, and these are what was found. The patterns here were
//! written from the sentences, not from the tables that make them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;
use unobench_findings::comparison::{Comparison, effects, of_those_who_act};
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::panel::PRIMARY_TABLES;
use unobench_findings::question::Question;
use unobench_findings::rows::FAIR;
use unobench_findings::tell::answers::answers;
use unobench_stats::{Interval, Verdict};

use crate::dir::Dir;
use crate::rules_table::findings;

/// A number with what is said of its uncertainty.
const NUMBER: &str = r"(?P<value>[+−]?[\d,]*\d(?:\.\d+)?(?:e[+−]?\d+)?)(?: ± (?P<margin>[\d.]+)| \[(?P<low>[+−]?[\d.]+), (?P<high>[+−]?[\d.]+)\])?";

/// What each question's sentences look like: `N` is the number, times 100 where it is of a share.
const PATTERNS: [(Question, &str); 18] = [
    (Question::Strength, r"(?P<of>.+) won N % of its games"),
    (Question::Strength, r"(?P<of>.+) got N points a game"),
    (Question::Games, r"a game that finishes lasts N turns on average"),
    (Question::Games, r"half of all games last at most N turns"),
    (Question::Seats, r"(?P<of>seat \d+) won N % of the games"),
    (Question::Seats, r"(?P<of>seat \d+) won N points against a fair share"),
    (Question::Matchups, r"(?P<of>.+) got N points a game more than (?P<against>.+)"),
    (Question::Ratings, r"(?P<of>.+) is rated N Elo"),
    (Question::Crosstable, r"(?P<of>.+) won N games in 100 more than (?P<against>.+)"),
    (Question::Crosstable, r"(?P<of>.+) got N points a game more than (?P<against>.+)"),
    (Question::Duel, r"(?P<of>.+) is N Elo stronger than (?P<against>.+)"),
    (Question::Sides, r"(?P<of>.+) alone among (?P<against>.+) won N % of the games"),
    (Question::Skill, r"(?P<of>.+) alone among (?P<against>.+) won N % of the games"),
    (
        Question::Effects,
        r"(?P<topic>.+) under (?P<of>.+): N(?: (?:%|points|turns|cards|rounds))? against (?P<against>.+)",
    ),
    (Question::Effects, r"(?P<topic>.+) under (?P<of>.+): N(?: (?:%|points|turns|cards|rounds))?"),
    (Question::Curve, r"(?P<topic>.+) under (?P<of>.+): N(?: (?:%|points|turns|cards|rounds))?"),
    (
        Question::Factorial,
        r"(?P<topic>.+), with (?P<of>.+): N(?: (?:%|points|turns|cards|rounds))?",
    ),
    (
        Question::Line,
        r"(?P<topic>.+), (?:for each 1 more of (?P<of>[^=]+)|at (?P<at>.+) beyond a straight line): N(?: (?:%|points|turns|cards|rounds))?",
    ),
];

static SENTENCES: LazyLock<Vec<(Question, Regex)>> = LazyLock::new(|| {
    let compiled = |(question, pattern): (Question, &str)| {
        let pattern = format!("^{}$", pattern.replacen('N', NUMBER, 1));
        (question, Regex::new(&pattern).expect("a pattern"))
    };
    PATTERNS.map(compiled).into()
});

static ENDS: LazyLock<Regex> = LazyLock::new(|| {
    let whom = r"(?:(?P<rules>.+), )?(?P<players>\d+) seats(?:, among (?P<table>[^,]+))?(?:, nobody won (?P<nobody>[\d.]+) %)?";
    let verdict = "more|less|about the same|open";
    let whole = format!(r"^(?P<told>.+?)(?:: (?P<verdict>{verdict}))? \({whom}\)$");
    Regex::new(&whole).expect("a pattern")
});

/// A number as it is written, and half of its last digit.
fn read(text: &str) -> (f64, f64) {
    let plain = text.replace(',', "").replace('−', "-").replace('+', "");
    let (digits, exponent) = plain.split_once('e').unwrap_or((&plain, "0"));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len()) as i32;
    let exponent: i32 = exponent.parse().expect("an exponent");
    (plain.parse().expect("a number"), 0.500_001 * 10_f64.powi(exponent - decimals))
}

/// Whether a text is a number, rounded as far as its digits show.
pub(crate) fn is(text: &str, number: f64) -> bool {
    let (told, half) = read(text);
    let is_signed_alike = told == 0.0 || (told < 0.0) == (number < 0.0);
    (told - number).abs() <= half + 1e-9 * number.abs() && is_signed_alike
}

fn verdict_of(word: Option<&str>) -> Option<Verdict> {
    word.map(|word| match word {
        "more" => Verdict::More,
        "less" => Verdict::Less,
        "about the same" => Verdict::Same,
        _ => Verdict::Unclear,
    })
}

/// The same of the other of two.
fn mirrored(finding: &Finding) -> Finding {
    let verdict = finding.verdict.map(|verdict| match verdict {
        Verdict::More => Verdict::Less,
        Verdict::Less => Verdict::More,
        verdict => verdict,
    });
    Finding {
        subject: finding.against.clone(),
        against: finding.subject.clone(),
        value: finding.value.map(|value| -value),
        low: finding.high.map(|high| -high),
        high: finding.low.map(|low| -low),
        verdict,
        ..finding.clone()
    }
}

/// What is wrong with a sentence about a finding.
fn wrong(sentence: &str, finding: &Finding) -> Option<String> {
    let Some(ends) = ENDS.captures(sentence) else { return Some("it does not end".to_owned()) };
    let named = |name: &str| ends.name(name).map_or("", |found| found.as_str());
    let whom = (named("rules"), named("players"), named("table"));
    if whom != (&finding.rules, &finding.players.to_string(), &finding.table) {
        return Some(format!("it is for {whom:?}"));
    }
    let nobody = finding.undecided.filter(|share| *share > 0.001).map(|share| 100.0 * share);
    if named("nobody").is_empty() != nobody.is_none()
        || nobody.is_some_and(|share| !is(named("nobody"), share))
    {
        return Some(format!("nobody won {nobody:?}"));
    }
    if finding.question == Question::Ranks {
        let [first, place, last] = finding.known()?.ends();
        let told = format!("{} ranks {place}, and may rank {first} to {last}", finding.subject);
        return (named("told") != told).then(|| format!("it is no rank: {told}"));
    }
    let verdict = verdict_of(ends.name("verdict").map(|found| found.as_str()));
    wrong_claim(named("told"), verdict, finding)
}

/// What is wrong with what is claimed of a finding.
fn wrong_claim(told: &str, verdict: Option<Verdict>, finding: &Finding) -> Option<String> {
    let of_question = SENTENCES.iter().filter(|(question, _)| *question == finding.question);
    let claims = of_question.filter_map(|(_, pattern)| pattern.captures(told));
    let reasons: Vec<String> = claims
        .map(|claim| wrong_numbers(&claim, verdict, finding))
        .map(|reason| reason.unwrap_or_default())
        .collect();
    match reasons.as_slice() {
        [] => Some("nothing reads like that".to_owned()),
        reasons if reasons.iter().any(String::is_empty) => None,
        reasons => Some(reasons.join("; ")),
    }
}

fn wrong_numbers(
    claim: &Captures<'_>,
    verdict: Option<Verdict>,
    finding: &Finding,
) -> Option<String> {
    let named = |name: &str| claim.name(name).map(|found| found.as_str());
    let subject = named("of").or(named("at"));
    let is_of_other = subject.is_some_and(|subject| {
        subject != finding.subject && subject == finding.against && named("topic").is_none()
    });
    let finding = if is_of_other { mirrored(finding) } else { finding.clone() };
    if subject.is_some_and(|subject| subject != finding.subject) {
        return Some(format!("it is of {subject:?}"));
    }
    if named("against").is_some_and(|against| against != finding.against) {
        return Some("it is against somebody else".to_owned());
    }
    if let Some(topic) = named("topic")
        && topic != finding.metric.words().topic
    {
        return Some(format!("it is of {topic:?}"));
    }
    if verdict != finding.verdict {
        return Some(format!("it says {verdict:?}"));
    }
    let known = finding.known()?.times(factor_of(&finding));
    let value = named("value").expect("each pattern has a number");
    let is_value = is(value, known.value);
    let is_margin = named("margin").is_none_or(|margin| is(margin, known.margin().unwrap()));
    let ends = named("low").zip(named("high"));
    let are_ends = ends.is_none_or(|(low, high)| is(low, known.low()) && is(high, known.high()));
    let has_interval = named("margin").is_some() || ends.is_some();
    let is_missing = known.margin().is_some_and(|margin| margin > 0.0) && !has_interval;
    (!is_value || !is_margin || !are_ends || is_missing).then(|| format!("it is {known:?}"))
}

/// Shares are told in percent, or points.
fn factor_of(finding: &Finding) -> f64 {
    let is_share = match finding.metric {
        Metric::WinRate | Metric::Wins => true,
        metric => metric.words().scale == unobench_findings::metric::Scale::Share,
    };
    if is_share { 100.0 } else { 1.0 }
}

/// All directories of results with findings.
pub(crate) fn results() -> Vec<String> {
    let under = ["", "editions", "learners", "ladder"];
    let entries = under.iter().flat_map(|under| {
        let entries = std::fs::read_dir(crate::pages::path("results").join(under));
        entries.expect("a directory").map(move |entry| {
            let name = entry.expect("an entry").file_name();
            format!("{under}/{}", name.display()).trim_start_matches('/').to_owned()
        })
    });
    let has_findings =
        |name: &String| crate::pages::path(&format!("results/{name}/findings.csv.gz")).is_file();
    entries.filter(has_findings).collect()
}

#[test]
fn sentences_about_the_results_are_what_was_found() {
    let mut told = BTreeMap::new();
    for directory in results() {
        for finding in findings(&directory) {
            let Some(sentence) = finding.sentence() else { continue };
            let wrong = wrong(&sentence, &finding);
            assert_eq!(wrong, None, "{directory}: {sentence}: {finding:?}");
            *told.entry(finding.question).or_insert(0) += 1;
        }
    }
    for question in [Question::Effects, Question::Strength, Question::Seats, Question::Crosstable] {
        assert!(told.get(&question).is_some_and(|count| *count > 50), "{question}: {told:?}");
    }
}

/// What each command leaves in `findings.json`.
const COMMANDS: [&str; 12] = [
    "run random counter -n 400",
    "run random high-points counter -p 3 -n 300 --matches 0",
    "run linear counter -p 2 --match -n 60",
    "run punisher random -r partners -p 4 -n 200",
    "duel counter random -n 4000",
    "duel random counter -p 2 -n 4000",
    "tournament random high-points counter most-colour -p 3 -n 600",
    "rules compare official stacking no-mercy -n 300 --pool-games 200 --panel counter",
    "sweep --set setup.hand_size=5,7,9 -n 200 --pool-games 0 --panel counter",
    "sweep --switch stacking --switch jump-in -n 200 --pool-games 0 --panel counter",
    "skill counter most-colour -n 40 --search-games 20",
    "rules compare official seven-zero -p 2,3 -n 200 --pool-games 0 --panel random counter",
];

#[test]
fn sentences_about_what_was_just_played_are_what_was_found() {
    let mut questions = BTreeMap::new();
    for command in COMMANDS {
        let dir = Dir::new();
        dir.told(&format!("{command} --quiet -o out")).ended(0);
        let document: Value =
            serde_json::from_slice(&dir.bytes("out/findings.json")).expect("JSON");
        let told = document["findings"].as_array().expect("a list");
        assert!(!told.is_empty(), "{command}");
        for entry in told {
            let finding: Finding = serde_json::from_value(entry.clone()).expect("a finding");
            let sentence = entry["sentence"].as_str().expect("a sentence");
            assert_eq!(wrong(sentence, &finding), None, "{command}: {sentence}: {finding:?}");
            *questions.entry(finding.question).or_insert(0) += 1;
        }
    }
    let missing: Vec<Question> = PATTERNS
        .iter()
        .map(|(question, _)| *question)
        .filter(|question| !questions.contains_key(question))
        .collect();
    assert!(missing.is_empty(), "{missing:?} of {questions:?}");
}

/// A reader that finds nothing wrong with anything is none.
#[test]
fn sentences_that_say_something_else_are_told_apart() {
    let finding = Finding {
        question: Question::Effects,
        rules: "new".to_owned(),
        subject: "new".to_owned(),
        against: "official".to_owned(),
        players: 4,
        table: "counter".to_owned(),
        verdict: Some(Verdict::Less),
        ..Finding::default()
    };
    let finding = finding.estimate(Metric::LENGTH, -2.0, Some(Interval { low: -2.5, high: -1.5 }));
    let sentence = finding.sentence().expect("it is told");
    assert_eq!(wrong(&sentence, &finding), None, "{sentence}");
    for (right, other) in [
        ("−", ""),
        ("−", "+"),
        ("2.0", "2.1"),
        ("0.5", "0.6"),
        (": less", ": more"),
        (": less", ""),
        ("4 seats", "3 seats"),
        ("counter", "champion"),
        ("official", "plain"),
        ("length", "points"),
        (" ± 0.5", ""),
    ] {
        assert!(sentence.contains(right), "{right} in {sentence}");
        let changed = sentence.replacen(right, other, 1);
        assert!(wrong(&changed, &finding).is_some(), "{changed}");
    }
}

/// The clauses of an answer, each with how much, and what it usually is.
static CLAUSES: LazyLock<Vec<(Metric, Verdict, Regex)>> = LazyLock::new(|| {
    let told = |metric: Metric| {
        let verdicts = [Verdict::More, Verdict::Less].into_iter().zip(metric.words().plain);
        verdicts
            .filter(|(_, words)| !words.is_empty())
            .map(move |(verdict, words)| (metric, verdict, clause_of(words)))
    };
    Metric::all().flat_map(told).collect()
});

/// Those that say how large a change may be.
static BOUNDS: LazyLock<Vec<(Metric, Regex)>> = LazyLock::new(|| {
    let all = Metric::all().filter(|metric| !metric.words().bound.is_empty());
    all.map(|metric| (metric, clause_of(metric.words().bound))).collect()
});

/// Those that say how large a change may be that is not settled.
static OPEN: LazyLock<Vec<(Metric, Regex)>> = LazyLock::new(|| {
    let all = Metric::all().filter_map(|metric| {
        let words = metric.words();
        let at = words.bound.find("by less than")?;
        Some((metric, format!("{} (if at all {};", words.topic, &words.bound[at..])))
    });
    all.map(|(metric, words)| (metric, clause_of(&words))).collect()
});

fn clause_of(words: &str) -> Regex {
    let one = regex::escape(words).replace("turns", "turns?").replace("points", "points?");
    let one = one.replace("cards", "cards?").replace("games", "games?");
    let one = one.replace(" are drawn in", " (?:is|are) drawn in");
    let one = one.replace(r"\#", r"(?P<amount>less than 0\.1|[\d,.]*\d)");
    let one = one.replace(r"\~", r"(?P<usual>[−\d]+)");
    Regex::new(&format!("(?i){one}")).expect("a pattern")
}

static AMOUNTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d+(?:\.\d+)? (?:turn|card|point|game)").expect("a pattern"));

/// What an answer is about: a rule set against the baseline at some seats.
struct Asked<'a> {
    rules: &'a str,
    players: u32,
    found: Vec<Comparison<'a>>,
}

/// Whose numbers a part of an answer tells: who knows the rules best, first of these.
const BEST: [&str; 3] = ["champion", "counter", "learned"];

impl Asked<'_> {
    /// What is compared with the baseline by those whose numbers are told, or at a table.
    fn of(&self, metric: Metric, table: Option<&str>) -> Option<&Comparison<'_>> {
        let knows = |found: &Comparison<'_>| PRIMARY_TABLES.contains(&&*found.table);
        let all_are_asked = !self.found.iter().any(knows);
        let of_metric = || {
            self.found.iter().filter(move |found| {
                let is_asked = all_are_asked || metric.words().is_of_pool || knows(found);
                found.metric == metric && found.against != FAIR && is_asked
            })
        };
        let at = |name: &str| of_metric().find(|found| found.table == name);
        match table {
            Some(table) => at(table),
            None => BEST.into_iter().find_map(at).or_else(|| of_metric().next()),
        }
    }

    /// What is wrong with a clause.
    fn wrong(
        &self,
        metric: Metric,
        (verdict, table): (Verdict, Option<&str>),
        clause: &Captures<'_>,
    ) -> Option<String> {
        let named = |name: &str| clause.name(name).map(|found| found.as_str());
        let told = self.of(metric, table).filter(|found| found.verdict == Some(verdict));
        let Some(found) = told else { return Some(format!("{metric} is not {verdict:?}")) };
        let size = match metric.words().scale {
            unobench_findings::metric::Scale::Often => {
                100.0 * found.difference.value.abs() / found.base.unwrap_or(f64::NAN).abs()
            }
            _ => (found.difference.value * metric.factor()).abs(),
        };
        let amount = named("amount").expect("how much");
        let is_size = if amount.starts_with("less") { size < 0.1 } else { is(amount, size) };
        let usual = found.base.unwrap_or_default() * metric.factor();
        let is_usual = named("usual").is_none_or(|told| (read(told).0 - usual).abs() <= 0.51);
        (!is_size || !is_usual).then(|| format!("{metric}: {size} of {usual:?}"))
    }

    /// What is wrong with what is said of how large a change may be, which is an answer or not.
    fn wrong_bound(&self, metric: Metric, bound: Bound, clause: &Captures<'_>) -> Option<String> {
        let told = self.of(metric, None).filter(|found| found.verdict == Some(Verdict::Unclear));
        let Some(found) = told else { return Some(format!("{metric} is settled")) };
        let (low, high) = (found.difference.low(), found.difference.high());
        let farthest = low.abs().max(high.abs()) * metric.factor();
        let (most, _) = read(&clause["amount"]);
        let usual = (found.base.unwrap_or_default() * metric.factor()).abs();
        // It is rounded up, to a whole number or a tenth, and a tenth of what is usual at most.
        let unit = if most < 0.95 { 0.1 } else { 1.0 };
        let is_it = most + 1e-9 >= farthest && most - farthest <= unit;
        let is_right = match bound {
            Bound::Answer => farthest <= 0.1 * usual + 1e-9,
            Bound::Open => farthest >= 0.1 * usual - 1e-9,
        };
        (!is_it || !is_right).then(|| format!("{metric}: {low} to {high}"))
    }
}

/// Whether how large a change may be is an answer.
#[derive(Debug, Clone, Copy)]
enum Bound {
    Answer,
    Open,
}

/// Takes the clauses out of what is told by those who know the rules best, or at a table; what is
/// left says no number.
fn without_clauses(told: &str, asked: &Asked<'_>, table: Option<&str>) -> String {
    let mut rest = told.to_owned();
    let all = CLAUSES.iter().map(|(metric, verdict, pattern)| (metric, Ok(*verdict), pattern));
    let open = OPEN.iter().map(|(metric, pattern)| (metric, Err(Bound::Open), pattern));
    let bounds = BOUNDS.iter().map(|(metric, pattern)| (metric, Err(Bound::Answer), pattern));
    for (metric, told, pattern) in all.chain(open).chain(bounds) {
        while let Some(clause) = pattern.captures(&rest.clone()) {
            let wrong = match told {
                Ok(verdict) => asked.wrong(*metric, (verdict, table), &clause),
                Err(bound) => asked.wrong_bound(*metric, bound, &clause),
            };
            assert_eq!(wrong, None, "{} at {}: {rest}", asked.rules, asked.players);
            let place = clause.get(0).expect("the whole").range();
            rest.replace_range(place, "");
        }
    }
    rest
}

/// What is told of who plays as in the official game, apart from the rest.
fn of_counters(told: &str) -> (String, String) {
    const START: &str = "Card counters, who play as in the official game, see: ";
    let Some((before, rest)) = told.split_once(START) else {
        return (told.to_owned(), String::new());
    };
    let (apart, after) = rest.split_once(". ").unwrap_or((rest, ""));
    (format!("{before}{after}"), apart.to_owned())
}

/// The topics after a heading such as `No different: `.
fn topics<'t>(told: &'t str, heading: &str) -> Vec<&'t str> {
    let Some((_, rest)) = told.split_once(heading) else { return Vec::new() };
    let listed = rest.split(". ").next().unwrap_or_default().trim_end_matches('.');
    let topics = listed.split(", ").flat_map(|part| part.split(" and "));
    topics.map(|topic| topic.split(" (").next().unwrap_or_default()).collect()
}

/// What is said of topics is said of their verdicts.
fn check_topics(told: &str, apart: &str, asked: &Asked<'_>) {
    let verdict = |topic: &str, table: Option<&str>| -> Option<Verdict> {
        let metric = Metric::all().find(|metric| metric.words().topic == topic);
        let metric = metric.unwrap_or_else(|| panic!("{topic} is no topic: {told}"));
        asked.of(metric, table).unwrap_or_else(|| panic!("no {topic}: {told}")).verdict
    };
    for topic in topics(told, "No different: ") {
        assert_eq!(verdict(topic, None), Some(Verdict::Same), "{told}");
    }
    for topic in topics(apart, "no different: ") {
        assert_eq!(verdict(topic, Some("counter")), Some(Verdict::Same), "{told}");
    }
    for topic in topics(told, "We are sure about ") {
        let told_verdict = verdict(topic, None);
        assert!(told_verdict.is_some_and(|verdict| verdict != Verdict::Unclear), "{told}");
    }
    for topic in topics(told, "Not settled with the games that were played: ") {
        assert_eq!(verdict(topic, None), Some(Verdict::Unclear), "{topic}: {told}");
    }
    for topic in topics(told, "Not compared: ") {
        assert_eq!(verdict(topic, None), None, "{topic}: {told}");
    }
}

/// The answers about each rule set of a survey, by itself.
fn check_answers(found: &[Finding]) -> usize {
    let all = effects(found);
    let mut told = 0;
    let mut places: Vec<(&str, u32)> =
        all.iter().map(|effect| (&*effect.found.rules, effect.players)).collect();
    places.sort_unstable();
    places.dedup();
    for (rules, players) in places {
        let here: Vec<Comparison<'_>> = all
            .iter()
            .filter(|effect| effect.rules == rules && effect.players == players)
            .copied()
            .collect();
        let baseline = here.iter().find(|effect| effect.against != FAIR);
        let Some(baseline) = baseline.map(|effect| &*effect.found.against) else { continue };
        let (acting, _) = of_those_who_act(&here);
        let asked = Asked { rules, players, found: acting };
        for sentence in answers(&[rules], baseline, &here, None, &|_, _| false) {
            let place = format!("{rules} at {players} seats");
            assert!(sentence.starts_with(&place), "{sentence}");
            let (told_of_best, apart) = of_counters(&sentence[place.len()..]);
            let rest = without_clauses(&told_of_best, &asked, None)
                + &without_clauses(&apart, &asked, Some("counter"));
            let is_number = AMOUNTS.is_match(&rest) && !rest.contains(" without a winner");
            assert!(!is_number, "{rest}");
            check_topics(&told_of_best, &apart, &asked);
            told += 1;
        }
    }
    told
}

/// What is wrong with an answer by its own words, where nobody has its numbers: each number stands
/// in a clause of ours, what changes is said to be sure, and what is bounded is not.
pub(crate) fn unreadable(told: &str, sure: &str) -> Option<String> {
    let (mut best, mut apart) = of_counters(told);
    let is_sure = topics(sure, "We are sure about ");
    let changes = CLAUSES.iter().map(|(metric, _, pattern)| (metric, true, pattern));
    let bounds = BOUNDS.iter().map(|(metric, pattern)| (metric, false, pattern));
    for (metric, is_change, pattern) in changes.chain(bounds) {
        while let Some(clause) = pattern.find(&best) {
            if is_sure.contains(&metric.words().topic) != is_change {
                return Some(format!("{}, and {sure}", clause.as_str()));
            }
            let place = clause.range();
            best.replace_range(place, "");
        }
        apart = pattern.replace_all(&apart, "").into_owned();
    }
    let headings = [
        (told, "No different: "),
        (sure, "We are sure about "),
        (sure, "Not settled with the games that were played: "),
        (sure, "Not compared: "),
    ];
    let mut named = headings.iter().flat_map(|(text, heading)| topics(text, heading));
    let is_topic = |topic: &str| Metric::all().any(|metric| metric.words().topic == topic);
    if let Some(other) = named.find(|topic| !is_topic(topic)) {
        return Some(format!("{other} is no topic"));
    }
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let mut rest = best.split(". ").chain(apart.split(". "));
    rest.find(|text| has_digit(text) && !text.contains(" without a winner")).map(str::to_owned)
}

#[test]
fn an_answer_that_its_own_words_contradict_is_told_apart() {
    let told = "Games get longer by about 8 turns of 45. Anything else changes by little, if at \
                all: going first by less than 0.8 games in 100. People would notice.";
    assert_eq!(unreadable(told, "We are sure about length."), None);
    for sure in ["We are sure about skill.", "We are sure about length and going first."] {
        assert!(unreadable(told, sure).is_some(), "{sure}");
    }
    assert!(unreadable(&told.replace("turns", "hours"), "We are sure about length.").is_some());
    assert!(unreadable(told, "We are sure about length and luck.").is_some());
}

#[test]
fn answers_about_the_results_are_what_was_found() {
    let told: usize = results().iter().map(|directory| check_answers(&findings(directory))).sum();
    assert!(told > 300, "{told}");
}

/// An answer whose verdict or size is another is told apart.
#[test]
#[should_panic(expected = "turns_p50")]
fn answers_that_say_something_else_are_told_apart() {
    let found = findings("compare");
    let all = effects(&found);
    let is_it = |effect: &&Comparison<'_>| effect.rules == "stacking" && effect.players == 4;
    let here: Vec<Comparison<'_>> = all.iter().filter(is_it).copied().collect();
    let asked = Asked { rules: "stacking", players: 4, found: here };
    without_clauses("games get longer by about 99 turns of 45", &asked, None);
}

/// So is a bound that is too small.
#[test]
#[should_panic(expected = "first_seat")]
fn bounds_that_are_too_small_are_told_apart() {
    let found = findings("compare");
    let all = effects(&found);
    let is_it = |effect: &&Comparison<'_>| {
        effect.metric == Metric::FirstSeat
            && effect.against != FAIR
            && effect.table == "champion"
            && effect.verdict == Some(Verdict::Unclear)
    };
    let effect = *all.iter().find(is_it).expect("one that is not settled");
    let asked = Asked { rules: &effect.found.rules, players: effect.players, found: vec![effect] };
    without_clauses("going first by less than 0.001 games in 100", &asked, None);
}

/// A value is the number that is told, with its sign.
#[test]
fn numbers_are_read_as_they_are_written() {
    for (text, number, is_it) in [
        ("−1.2", -1.23, true),
        ("1.2", -1.23, false),
        ("+0.04", 0.038, true),
        ("1,234", 1234.4, true),
        ("7.6e−10", 7.63e-10, true),
        ("7.6e−10", 7.63e-9, false),
        ("12", 12.6, false),
        ("0.0", -0.03, true),
    ] {
        assert_eq!(is(text, number), is_it, "{text} of {number}");
    }
    let exactly = Estimate::exactly(3.0);
    assert!(is(&unobench_findings::tell::number::with_margin(exactly), 3.0));
}
