//! What a screen says of a whole run parses back, too: who wins most, what the first seat is worth,
//! how long games last, who wins a duel, who may be first of a tournament, what playing well is
//! worth. The patterns were written from the screens, not from the functions that make them.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use unobench_findings::duel::DuelTest;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_stats::Verdict;

use crate::dir::Dir;
use crate::sentences::is;

/// A share or an amount with its margin, or without one.
const AMOUNT: &str = r"(?P<value>[+−]?[\d,.]+)(?: ± (?P<margin>[\d.]+))?";

/// What a command found, and the rule set that its screen tells of first.
pub(crate) struct Played<'a> {
    pub(crate) found: &'a [Finding],
    pub(crate) tests: &'a [DuelTest],
    pub(crate) rules: &'a str,
}

impl Played<'_> {
    fn all(&self, question: Question, metric: Metric) -> Vec<&Finding> {
        let is_asked = |found: &&Finding| {
            (found.question, found.metric, &*found.rules) == (question, metric, self.rules)
        };
        self.found.iter().filter(is_asked).collect()
    }

    /// The finding of one strategy, seat or the whole run.
    fn one(&self, question: Question, metric: Metric, subject: &str) -> &Finding {
        let all = self.all(question, metric).into_iter();
        let mut of_subject =
            all.filter(|found| found.subject == subject && found.against.is_empty());
        of_subject.next().unwrap_or_else(|| panic!("no {metric} of {subject:?}"))
    }
}

/// Whether a claim is what was found, or what is wrong with it.
pub(crate) type Judge = fn(&Captures<'_>, &Played<'_>) -> Result<(), String>;

pub(crate) fn judged(is_right: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if is_right { Ok(()) } else { Err(otherwise()) }
}

pub(crate) fn named<'t>(claim: &'t Captures<'_>, name: &str) -> &'t str {
    claim.name(name).map_or("", |found| found.as_str())
}

/// The names of "a, b and c".
fn listed(text: &str) -> Vec<&str> {
    text.split(", ")
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" or "))
        .collect()
}

fn is_share(claim: &Captures<'_>, found: &Finding) -> Result<(), String> {
    is_amount(claim, found, 100.0)
}

fn is_amount(claim: &Captures<'_>, found: &Finding, factor: f64) -> Result<(), String> {
    let known = found.known().expect("a number").times(factor);
    let margin = known.margin().unwrap_or_default();
    let is_margin = match named(claim, "margin") {
        "" => margin == 0.0,
        told => is(told, margin),
    };
    judged(is(named(claim, "value"), known.value) && is_margin, || format!("it is {known:?}"))
}

fn is_fair_share(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let fair = played.one(Question::Games, Metric::FairShare, "").value.expect("a share");
    judged(is(named(claim, "fair"), 100.0 * fair), || format!("{fair} would be fair"))
}

/// Those whose intervals reach that of who won most.
fn rivals<'p>(played: &'p Played<'_>, best: &Finding) -> Vec<&'p str> {
    let rates = played.all(Question::Strength, Metric::WinRate).into_iter();
    let is_rival = |rate: &&Finding| rate.subject != best.subject && rate.high >= best.low;
    rates.filter(is_rival).map(|rate| &*rate.subject).collect()
}

fn judge_best(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let best = played.one(Question::Strength, Metric::WinRate, named(claim, "who"));
    is_share(claim, best)?;
    is_fair_share(claim, played)?;
    let rates = played.all(Question::Strength, Metric::WinRate);
    judged(rates.iter().all(|rate| rate.value <= best.value), || "others won more".to_owned())?;
    let mut told = claim.name("rivals").map_or_else(Vec::new, |names| listed(names.as_str()));
    let mut wanted = rivals(played, best);
    told.sort_unstable();
    wanted.sort_unstable();
    judged(told == wanted, || format!("{wanted:?} cannot be told apart from it"))
}

fn judge_equals(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    is_fair_share(claim, played)?;
    let fair = played.one(Question::Games, Metric::FairShare, "").value.expect("a share");
    let holds = |rate: &&Finding| rate.known().is_some_and(|known| known.holds(fair));
    let rates = played.all(Question::Strength, Metric::WinRate);
    judged(rates.iter().all(holds), || "an interval lies beyond".to_owned())
}

fn judge_first_seat(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let first = played.one(Question::Seats, Metric::WinRate, "seat 1");
    is_share(claim, first)?;
    is_fair_share(claim, played)?;
    let fair = played.one(Question::Games, Metric::FairShare, "").value.expect("a share");
    let rate = first.known().expect("a share");
    let told = named(claim, "told");
    let is_right = match told.split([' ', ';']).take(2).collect::<Vec<_>>()[..] {
        ["an", "advantage"] => rate.low() > fair,
        ["a", "disadvantage"] => rate.high() < fair,
        _ => told.starts_with("the seats cannot be told apart") || told.starts_with("open"),
    };
    judged(is_right, || format!("{told}: {rate:?}, fair {fair}"))
}

fn judge_length(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    is_amount(claim, played.one(Question::Games, Metric::TurnsMean, ""), 1.0)
}

fn judge_quantiles(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let metrics = [Metric::TurnsP05, Metric::TurnsP50, Metric::TurnsP95];
    let told = named(claim, "quantiles").replace(" and ", ", ");
    let told: Vec<&str> = told.split("], ").map(|part| part.trim_end_matches(']')).collect();
    let wanted = metrics.map(|metric| {
        let found = played.one(Question::Games, metric, "");
        let [low, value, high] = found.known().expect("a number").ends();
        format!("{value} [{low}, {high}")
    });
    judged(told == wanted, || format!("{wanted:?}"))
}

fn judge_duel(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let [elo] = played.all(Question::Duel, Metric::Elo)[..] else { panic!("a duel") };
    let (first, second) = (named(claim, "first"), named(claim, "second"));
    let is_mirrored = (first, second) == (&*elo.against, &*elo.subject);
    judged(is_mirrored || (first, second) == (&*elo.subject, &*elo.against), || {
        format!("it is of {} and {}", elo.subject, elo.against)
    })?;
    let wanted = if is_mirrored { Verdict::Less } else { Verdict::More };
    judged(elo.verdict == Some(wanted), || format!("the test says {:?}", elo.verdict))
}

fn judge_elo_of_duel(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let [elo] = played.all(Question::Duel, Metric::Elo)[..] else { panic!("a duel") };
    let of = (named(claim, "first"), named(claim, "second"));
    judged(of == (&*elo.subject, &*elo.against), || "it is of others".to_owned())?;
    let [low, value, high] = elo.known().expect("a number").ends();
    let told = [("low", low), ("value", value), ("high", high)];
    judged(told.iter().all(|(name, end)| is(named(claim, name), *end)), || format!("{elo:?}"))
}

fn judge_ranks(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let ranks = played.all(Question::Ranks, Metric::Place);
    let mut first: Vec<&str> =
        ranks.iter().filter(|rank| rank.low == Some(1.0)).map(|rank| &*rank.subject).collect();
    let mut told = listed(named(claim, "first"));
    first.sort_unstable();
    told.sort_unstable();
    judged(told == first, || format!("{first:?} may be first"))?;
    let sure = ranks.iter().filter(|rank| rank.low == rank.high).count();
    let counts = [named(claim, "sure"), named(claim, "all")];
    let wanted = [sure.to_string(), ranks.len().to_string()];
    judged(counts == wanted, || format!("{wanted:?} ranks are certain"))
}

fn judge_skill(
    claim: &Captures<'_>,
    played: &Played<'_>,
    metric: Metric,
    factor: f64,
) -> Result<(), String> {
    let [found] = played.all(Question::Best, metric)[..] else { panic!("one {metric}") };
    let of = (named(claim, "who"), named(claim, "against"));
    judged(of == (&*found.subject, &*found.against), || format!("it is of {found:?}"))?;
    let [low, value, high] = found.known().expect("a number").times(factor).ends();
    let told = [("low", low), ("value", value), ("high", high)];
    judged(told.iter().all(|(name, end)| is(named(claim, name), *end)), || format!("{found:?}"))
}

/// How many games of a run did not finish, and the share that they are.
fn judge_unfinished(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    judge_length(claim, played)?;
    let count = |metric: Metric| played.one(Question::Games, metric, "").value.expect("a count");
    let (stalled, blocked) = (count(Metric::Stalled), count(Metric::Blocked));
    let told = ["stalled", "blocked"].map(|name| match named(claim, name) {
        "" => 0.0,
        count => count.replace(',', "").parse().expect("a count"),
    });
    let games = played.one(Question::Games, Metric::FairShare, "").games.expect("games");
    let share = 100.0 * (stalled + blocked) / games as f64;
    let is_right = told == [stalled, blocked] && is(named(claim, "share"), share);
    judged(is_right, || format!("{stalled} stalled, {blocked} were blocked, of {games}"))
}

/// Who leads under a further rule set, in a row of a table.
fn judge_leader(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let here = Played { rules: named(claim, "rules"), ..*played };
    let best = here.one(Question::Strength, Metric::WinRate, named(claim, "who"));
    is_share(claim, best)?;
    let rivals = rivals(&here, best).len();
    let told = claim.name("more").map_or(0, |more| more.as_str().parse().expect("a count"));
    judged(told == rivals, || format!("{rivals} more may be the best"))
}

fn judge_pairing(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let [gain] = played.all(Question::Duel, Metric::VarianceReduction)[..] else { panic!("one") };
    judged(is(named(claim, "value"), gain.value.expect("a number")), || format!("{gain:?}"))
}

fn judge_test(claim: &Captures<'_>, played: &Played<'_>) -> Result<(), String> {
    let mut tests = played.tests.iter().filter(|test| test.rules == played.rules);
    let test = tests.next().expect("a test");
    let told = [
        ("elo0", test.elo0),
        ("elo1", test.elo1),
        ("llr", test.llr),
        ("reverse", test.reverse.expect("it asks for both")),
        ("lower", test.lower),
        ("upper", test.upper),
        ("alpha", test.alpha),
        ("beta", test.beta),
    ];
    judged(told.iter().all(|(name, number)| is(named(claim, name), *number)), || {
        format!("{test:?}")
    })
}

/// Each kind of sentence with who judges it. `AMOUNT` stands for one with its margin, `INTERVAL`
/// for a number with its interval.
static JUDGES: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kinds: [(&str, &str, Judge); 15] = [
        (
            "best",
            r"(?P<who>\S+) wins most: AMOUNT % where (?P<fair>[\d.]+) % is the fair share",
            judge_best,
        ),
        (
            "rivals",
            r"(?P<who>\S+) wins AMOUNT % where (?P<fair>[\d.]+) % is the fair share; it cannot yet be told apart from (?P<rivals>.+)",
            judge_best,
        ),
        (
            "equals",
            r"the strategies cannot be told apart yet: (?P<fair>[\d.]+) % is the fair share, which lies within every interval",
            judge_equals,
        ),
        (
            "first seat",
            r"the first player wins AMOUNT % where (?P<fair>[\d.]+) % is fair: (?P<told>.+)",
            judge_first_seat,
        ),
        (
            "unfinished",
            r"a (?:game|match) that finishes lasts AMOUNT turns on average.*; (?P<share>[\d.]+) % did not: (?P<stalled>[\d,]+) stalled(?:, (?P<blocked>[\d,]+) blocked)?",
            judge_unfinished,
        ),
        (
            "leader",
            r"(?P<rules>\S+) +(?P<who>\S+)(?: or (?P<more>\d+) more)?: AMOUNT % +–  .*",
            judge_leader,
        ),
        (
            "pairing",
            r"pairing: worth (?P<value>[\d.]+) times as many unpaired games",
            judge_pairing,
        ),
        (
            "test",
            r"test of (?P<elo0>[\d.]+) against (?P<elo1>[\d.]+) Elo: log-likelihood ratio (?P<llr>\S+) of \S+ over \S+, (?P<reverse>\S+) of \S+ over \S+, between (?P<lower>\S+) \(H0\) and (?P<upper>\S+) \(H1\); alpha (?P<alpha>[\d.]+), beta (?P<beta>[\d.]+)",
            judge_test,
        ),
        ("length", r"a (?:game|match) lasts AMOUNT turns on average .*", judge_length),
        (
            "quantiles",
            r"5, 50 and 95 % of all (?:games|matches) last at most (?P<quantiles>.+) turns",
            judge_quantiles,
        ),
        (
            "duel",
            r"(?:In single rounds )?(?P<first>\S+) is better than (?P<second>\S+) \(.*",
            judge_duel,
        ),
        (
            "Elo of a duel",
            r"Elo of (?P<first>\S+) over (?P<second>\S+): INTERVAL .*",
            judge_elo_of_duel,
        ),
        (
            "ranks",
            r"(?:In single rounds )?(?:any of )?(?P<first>.+?) (?:may be|is clearly) first; the ranks of (?P<sure>\d+) of (?P<all>\d+) strategies are certain",
            judge_ranks,
        ),
        (
            "skill",
            r"the best, (?P<who>.+), wins INTERVAL % of its games among (?P<against>.+)",
            |claim, played| judge_skill(claim, played, Metric::WinRate, 100.0),
        ),
        (
            "ladder",
            r"the ladder from (?P<against>.+), the worst of \d+ strategies, up to (?P<who>.+), the best, has INTERVAL steps of 60 % wins \(.*",
            |claim, played| judge_skill(claim, played, Metric::Steps, 1.0),
        ),
    ];
    compiled(&kinds)
});

/// A kind of sentence by its name, what it looks like, and who judges it.
pub(crate) type Kind = (&'static str, Regex, Judge);

/// Kinds of sentences, ready to be looked for: a sentence is a line.
pub(crate) fn compiled(kinds: &[(&'static str, &str, Judge)]) -> Vec<Kind> {
    let interval = r"(?P<value>[+−]?[\d.]+) \[(?P<low>[+−]?[\d.]+), (?P<high>[+−]?[\d.]+)\]";
    let kind = |(name, pattern, judge): &(&'static str, &str, Judge)| {
        let pattern = pattern.replace("AMOUNT", AMOUNT).replace("INTERVAL", interval);
        (*name, Regex::new(&format!("^{pattern}$")).expect("a pattern"), *judge)
    };
    kinds.iter().map(kind).collect()
}

/// The kinds of sentences on a screen, each of which is what was found.
pub(crate) fn judged_lines(
    kinds: &[Kind],
    screen: &str,
    played: &Played<'_>,
) -> Result<Vec<&'static str>, String> {
    let mut told = Vec::new();
    for line in screen.lines() {
        for (kind, pattern, judge) in kinds {
            let Some(claim) = pattern.captures(line) else { continue };
            judge(&claim, played).map_err(|reason| format!("{kind}: {line}: {reason}"))?;
            told.push(*kind);
        }
    }
    Ok(told)
}

/// The screen of a command, and all that it found.
pub(crate) struct Screen {
    pub(crate) text: String,
    found: Vec<Finding>,
    tests: Vec<DuelTest>,
    rules: String,
}

impl Screen {
    /// The first rule set that is named is the one that the screen tells of first.
    pub(crate) fn of(command: &str) -> Screen {
        let dir = Dir::new();
        let text = dir.output(&format!("{command} -o out"));
        let found = unobench_findings::csv::read(&*dir.bytes("out/findings.csv"));
        let tests = serde_json::from_value(dir.json("out/findings.json")["tests"].clone());
        let (_, after) = command.split_once("-r ").unwrap_or(("", "official"));
        let rules = after.split(' ').next().unwrap_or_default().to_owned();
        let (found, tests) = (found.expect("findings"), tests.unwrap_or_default());
        Screen { text, found, tests, rules }
    }

    pub(crate) fn played(&self) -> Played<'_> {
        Played { found: &self.found, tests: &self.tests, rules: &self.rules }
    }

    /// Fails unless it has sentences of these kinds, and all of its sentences are what was found.
    pub(crate) fn check(&self, command: &str, kinds: &[Kind], wanted: &str) {
        let told = judged_lines(kinds, &self.text, &self.played());
        let told = told.unwrap_or_else(|reason| panic!("{command}: {reason}"));
        let missing: Vec<&str> = wanted.split(", ").filter(|kind| !told.contains(kind)).collect();
        assert!(missing.is_empty(), "{command}: no sentence of {missing:?} in\n{}", self.text);
    }

    /// Fails unless each of these words is missed where another stands for it.
    pub(crate) fn check_mistakes(&self, kinds: &[Kind], mistakes: &[(&str, &str)]) {
        assert!(judged_lines(kinds, &self.text, &self.played()).is_ok(), "{}", self.text);
        for (right, other) in mistakes {
            assert!(self.text.contains(right), "{right} in {}", self.text);
            let changed = self.text.replacen(right, other, 1);
            assert!(judged_lines(kinds, &changed, &self.played()).is_err(), "{changed}");
        }
    }
}

/// Of each command with the kinds of sentences that its screen has.
const SCREENS: [(&str, &str); 9] = [
    ("run linear random -r official -n 2000 --matches 0", "best, first seat, length, quantiles"),
    ("run counter most-colour random -r official -n 400 --matches 0", "rivals, first seat"),
    ("run random random:names=most -r official -n 200 --matches 0", "equals, length"),
    ("run punisher random -r partners -p 4 -n 400", "best, first seat, length"),
    ("run random counter -r official -r stacking -p 3 -n 120 --matches 0", "best, leader"),
    ("run counter -r cars -p 2 -n 40000 --matches 0", "unfinished"),
    ("duel counter random -n 4000 --matches 0", "duel, Elo of a duel, pairing, test"),
    ("tournament random high-points counter -p 3 -n 600", "ranks"),
    ("skill counter most-colour -n 40 --search-games 20", "skill, ladder"),
];

#[test]
fn what_a_screen_says_of_a_run_is_what_was_found() {
    for (command, wanted) in SCREENS {
        Screen::of(command).check(command, &JUDGES, wanted);
    }
}

/// A judge that finds nothing wrong with anything is none.
#[test]
fn screens_that_say_something_else_are_told_apart() {
    let of_run = [
        ("linear wins most", "random wins most"),
        ("linear wins most: ", "linear wins most: 1"),
        ("50 % is the fair share", "33 % is the fair share"),
        ("a game lasts ", "a game lasts 1"),
        ("last at most ", "last at most 1"),
        ("the first player wins ", "the first player wins 1"),
    ];
    Screen::of(SCREENS[0].0).check_mistakes(&JUDGES, &of_run);
    let of_leader = [("stacking  counter:", "stacking  random:"), ("counter: ", "counter: 1")];
    Screen::of(SCREENS[4].0).check_mistakes(&JUDGES, &of_leader);
    let of_unfinished = [(" % did not", "1 % did not"), (" stalled", "0 stalled")];
    Screen::of(SCREENS[5].0).check_mistakes(&JUDGES, &of_unfinished);
    let of_duel = [
        ("pairing: worth ", "pairing: worth 1"),
        ("log-likelihood ratio ", "log-likelihood ratio 1"),
        (" of random over", "9 of random over"),
        ("alpha 0", "alpha 1"),
    ];
    Screen::of(SCREENS[6].0).check_mistakes(&JUDGES, &of_duel);
}
