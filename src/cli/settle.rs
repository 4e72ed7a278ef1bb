//! `unobench settle`: one question about a house rule, one answer.
//!
//! The rule set is found by words. What surveys found of the rule sets that ship is in the program,
//! and what was played for questions that no survey answers: both answer at once. Other rules are
//! measured as `rules compare` measures them, with a number of games that is always the same, so
//! that the same question gets the same answer. What is counted is not kept. A quarter of the games
//! is played first, and is the answer where no more is wanted, or somebody interrupts the rest.
//! Where several keys are changed, a quarter more tells what each does alone.

mod shipped;

use clap::Args;
use clap::ValueHint::FilePath;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use unobench_findings::documents::KnowledgeResult;
use unobench_findings::question::Question;
use unobench_findings::tell::number::fixed;

use super::asked::{WhichFormat, asked, said_at_once, which};
use super::bundles::{keys, of_keys};
use super::console::{self, Style, Verbosity, one_line, wrapped};
use super::examined::{LearnOptions, UNKNOWN, examine, known, seated};
use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::interrupt;
use super::learned::TrainSession;
use super::numbers::grouped;
use super::options::{
    ChangeOptions, MachineOptions, ProgressOptions, check_playable, check_players,
};
use super::paper::PaperStyle;
use super::session::{invocation, progress, shell_word};
use super::show;
use super::survey::ToSurvey;
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_experiment::answers::{AnswerSource, KnownAnswers, RuleAnswer};
use unobench_experiment::settle::{self, QUICK, SettleRequest};
use unobench_experiment::survey::{LearnedSeats, Survey, SurveyConfig, SurveyControl, survey};
use unobench_experiment::{Existing, RunEnding};
use unobench_findings::comparison::effects;
use unobench_findings::finding::Finding;
use unobench_findings::panel::{ALL_SORTS, CHAMPION, PRIMARY_TABLES};
use unobench_findings::tell::plain::PlainAnswer;
use unobench_findings::tell::speech::{capital, listed};
use unobench_findings::wide::{Heading, Wide};

/// The longest bar, in columns.
const WIDEST: f64 = 48.0;

#[derive(Debug, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct SettleArgs {
    /// A question in your own words, such as "can you stack a +4 on a +2"; what people call the
    /// rule, such as `7-0`; the name of a rule set; or a TOML file. Without words: what people ask
    /// most
    #[arg(value_name = "WORDS", value_hint = FilePath, help_heading = None)]
    words: Vec<String>,

    /// Seats at the table, 2 to 10; if it is not said 4, or 2 where a question is of two players
    #[arg(short = 'p', long, value_name = "N")]
    players: Option<u8>,

    #[command(flatten)]
    changes: ChangeOptions,

    /// Say what would be asked, and play nothing
    #[arg(long)]
    which: bool,

    /// How --which says it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", requires = "which")]
    format: WhichFormat,

    /// Every number: at which table it was measured, and how sure it is
    #[arg(long)]
    details: bool,

    /// Play, although the answer ships with the program; so do --quick, --seed and --no-learn
    #[arg(long)]
    anew: bool,

    /// Play a quarter of the games
    #[arg(long)]
    quick: bool,

    #[command(flatten)]
    learn: LearnOptions,

    /// Random seed of what is played [default: 1]
    #[arg(short = 's', long, value_name = "N")]
    seed: Option<u64>,

    #[command(flatten)]
    machine: MachineOptions,

    #[command(flatten)]
    progress: ProgressOptions,
}

/// What surveys found of the rule sets that ship, at 2, 3, 4 and 6 seats; `scripts/web-answers`
/// makes it from `results/`.
static KNOWN: LazyLock<KnownAnswers> = LazyLock::new(|| {
    let surveys = include_str!("answers/surveys.json");
    let effects = include_str!("answers/effects.csv");
    KnownAnswers::read(surveys, effects).expect("what ships can be read")
});

impl SettleArgs {
    /// Whether it has to be played: what says how it is played is heard.
    fn is_played(&self) -> bool {
        self.anew || self.quick || self.learn.no_learn || self.seed.is_some()
    }
}

pub(super) fn run(args: &SettleArgs) -> Result {
    let words = args.words.join(" ");
    if let Some(players) = args.players {
        check_players(players)?;
    }
    if args.which {
        return console::print(&which(&words, &args.changes, args.format)?);
    }
    let Some(asked) = asked(&words, &args.changes)? else { return Ok(()) };
    let printed = said_at_once(&asked, &words);
    if !printed.is_empty() {
        console::print(&(printed.join("\n") + "\n"))?;
    }
    let Some(rules) = &asked.rules else { return Ok(()) };
    let players = check_players(args.players.unwrap_or(asked.usual_players()))?;
    if let Some(why) = asked.idle_at(players) {
        return console::print(&(wrapped(&why).join("\n") + "\n"));
    }
    check_playable(rules, players)?;
    refuse_official(rules)?;
    if let Some(told) = shipped::told(args, &asked, rules, players) {
        return console::print(&told);
    }
    let measured = match Measurement::shipped(args, rules, players) {
        Some(shipped) => shipped,
        None => Measurement::of(args, rules, players)?,
    };
    console::print(&measured.told(args, &asked, rules, players)?)?;
    if !measured.is_cut_short() {
        return Ok(());
    }
    console::complain("interrupted: the answer is from the games that were played until then");
    Err(Failure::Interrupted)
}

fn refuse_official(rules: &RuleSet) -> Result {
    if rules.differences(&RuleSet::official()).is_empty() {
        refuse!(
            "{}: that is the official game, with which house rules are compared; name a house rule \
             (`unobench rules list`)",
            quoted(&rules.name)
        );
    }
    Ok(())
}

/// An answer, with what its details tell.
struct Measurement {
    answer: RuleAnswer,
    /// How well who sits as `champion` knows the rules, if it was examined.
    exam: Option<KnowledgeResult>,
    origin: AnswerOrigin,
    /// What each key does by itself, with `--details`.
    keys: Vec<String>,
}

/// Where an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AnswerOrigin {
    /// A survey that ships.
    Survey,
    /// Games that were played before for a question; what they say ships.
    Question,
    /// All games were played just now.
    Played,
    /// A first part of them was.
    CutShort,
    /// Not even that.
    Begun,
}

impl Measurement {
    /// What ships of these rules, unless it is to be played anew.
    fn shipped(args: &SettleArgs, rules: &RuleSet, players: usize) -> Option<Measurement> {
        let answer = if args.is_played() { None } else { KNOWN.of(rules, players) }?;
        let sets = [RuleSet::official(), rules.clone()];
        let exam = known(&sets, &BTreeSet::from([players])).into_iter().next_back();
        let exam = exam.filter(|exam| exam.rules == rules.name);
        Some(Measurement { answer, exam, origin: AnswerOrigin::Survey, keys: Vec::new() })
    }

    /// A quarter of the games first, which is enough of an answer for whoever stops then.
    fn of(args: &SettleArgs, rules: &RuleSet, players: usize) -> Result<Measurement> {
        let asked_for = std::slice::from_ref(rules);
        let mut planned = plan(args, asked_for, players, QUICK)?;
        let mut learned = seated(&planned.header);
        if !args.learn.no_learn {
            let (cancel, verbosity) = (interrupt::listen_silently(), Verbosity::chosen());
            let school = TrainSession::new(verbosity, &args.machine, &args.progress, &cancel, None);
            examine(&mut planned.header, &planned.rules, &mut learned, &school)?;
        }
        let examined = planned.header.examined.clone();
        let (quick, is_whole) = measure(args, planned, learned.clone())?;
        let fewer = if args.quick { QUICK } else { 1 };
        let more = if args.quick || !is_whole {
            None
        } else {
            let mut whole = plan(args, asked_for, players, fewer)?;
            whole.header.examined = examined;
            Some(measure(args, whole, learned)?).filter(|(_, is_whole)| *is_whole)
        };
        let origin = match &more {
            _ if !is_whole => AnswerOrigin::Begun,
            None if !args.quick => AnswerOrigin::CutShort,
            _ => AnswerOrigin::Played,
        };
        let (survey, _) = more.unwrap_or((quick, is_whole));
        let answer = RuleAnswer::of(&survey, 1).ok_or_else(nothing_known)?;
        let exam = survey.header().examined(&rules.name, players).cloned();
        let played = Measurement { answer, exam, origin, keys: Vec::new() };
        if origin != AnswerOrigin::Played || !args.details {
            return Ok(played);
        }
        played.with_keys(args, rules, players, QUICK * fewer)
    }

    fn is_cut_short(&self) -> bool {
        matches!(self.origin, AnswerOrigin::CutShort | AnswerOrigin::Begun)
    }

    /// With what each key does by itself, from so many times fewer games.
    fn with_keys(
        self,
        args: &SettleArgs,
        rules: &RuleSet,
        players: usize,
        fewer: u64,
    ) -> Result<Measurement> {
        let keys = keys(rules, &RuleSet::official(), &[players]);
        if keys.is_empty() {
            return Ok(self);
        }
        let planned = plan(args, &keys, players, fewer)?;
        let learned = seated(&planned.header);
        let (found, is_whole) = measure(args, planned, learned)?;
        let keys = if is_whole { of_keys(&found) } else { Vec::new() };
        let origin = if is_whole { self.origin } else { AnswerOrigin::CutShort };
        Ok(Measurement { origin, keys, ..self })
    }

    /// The answer; an error where nothing is known yet.
    fn told(
        &self,
        args: &SettleArgs,
        asked: &SettleRequest,
        rules: &RuleSet,
        players: usize,
    ) -> Result<String> {
        let findings = &self.answer.findings;
        let found = effects(findings);
        let mut of_moves = found.iter().filter(|comparison| !comparison.is_of_fairness());
        if !of_moves.any(|comparison| PRIMARY_TABLES.contains(&&*comparison.table)) {
            return Err(nothing_known());
        }
        let plain = PlainAnswer::to(&found);
        let sentence = asked.told(players, self.answer.knows, &plain.told);
        let told = self.interrupted() + &self.plainly(args, players, &sentence, plain);
        if !args.details {
            return Ok(told);
        }
        let paper = PaperStyle::Terminal(Style::of_stdout());
        let table = table(findings, &RuleSet::official().name);
        let table = show::told("What was found", &table, paper);
        let measured = wrapped(&self.measured(rules));
        let more = self.keys.iter().cloned().chain(measured).chain(further(asked, players));
        Ok(format!("{told}\n{table}\n{}\n", more.collect::<Vec<_>>().join("\n")))
    }

    /// What comes before all else where not everything was played.
    fn interrupted(&self) -> String {
        let told = match self.origin {
            AnswerOrigin::Survey | AnswerOrigin::Question | AnswerOrigin::Played => {
                return String::new();
            }
            AnswerOrigin::CutShort => "Interrupted: this is what a quarter of the games says.",
            AnswerOrigin::Begun => "Interrupted: this is what the games say that were played.",
        };
        told.to_owned() + "\n"
    }

    /// Of how many games by whom it is, and how sure.
    fn measured(&self, rules: &RuleSet) -> String {
        let AnswerSource { version, seed, games: [of_table, of_skill], worth, .. } =
            &self.answer.played;
        let deals = match rules.deals_as(&RuleSet::official()) {
            true => "the same deals as",
            false => "different deals from",
        };
        let (when, which) = match self.origin {
            AnswerOrigin::Survey => (
                format!("Measured by version {version} in a survey that ships with the program"),
                " The two tables of those who play well are shown; --anew plays them all, and what \
                 each key does alone.",
            ),
            AnswerOrigin::Question => (
                format!(
                    "Measured by version {version} for this question, and ships with the program"
                ),
                " --anew plays them again, and shows every number.",
            ),
            _ => ("Measured".to_owned(), ""),
        };
        format!(
            "{when}: {} games each at four tables: random plays anything legal; counter counts \
             cards; champion plays by three networks in turn; mixed: {} in turn; and {} games in \
             which champion sits among counter or most-colour, who has merely read the \
             rules.{which} {}. On {deals} the official game, seed {seed}. A difference below {worth} % counts as \
             none (of wins: {} in 100). In 90 of 100 answers all is right that is said of counter \
             and champion on length, going first, points, drawing and skill; of what else is said \
             one in twenty is wrong on average.",
            grouped(*of_table),
            listed(&ALL_SORTS),
            grouped(*of_skill),
            self.exam.as_ref().map_or_else(|| UNKNOWN.to_owned(), |exam| capital(&exam.told())),
            worth / 2.0
        )
    }

    /// What the house rule does, for somebody who reads no statistics: the sentence, and what shows
    /// it.
    fn plainly(
        &self,
        args: &SettleArgs,
        players: usize,
        sentence: &str,
        plain: PlainAnswer,
    ) -> String {
        let mut lines = wrapped(&one_line(sentence));
        lines.extend(plain.lengths.into_iter().flat_map(bars));
        lines.extend(wrapped(&plain.sure));
        if args.details {
            return lines.join("\n") + "\n";
        }
        let words: String =
            args.words.iter().map(|word| format!(" {}", shell_word(word))).collect();
        let (keys, seats) = (set_flags(&args.changes.set), seats_flag(players));
        let again = format!("unobench settle{words}{keys}{seats}");
        let more = match self.origin {
            AnswerOrigin::Survey => "--details; --anew plays it again",
            AnswerOrigin::Question => "--anew --details, which plays it again",
            _ => "--details",
        };
        lines.push(format!("Every number: {again} {more}"));
        lines.join("\n") + "\n"
    }
}

fn nothing_known() -> Failure {
    console::complain("interrupted, and nothing is known yet");
    Failure::Interrupted
}

/// The columns of the table of all that was found.
const COLUMNS: [&str; 8] =
    ["metric", "table", "baseline_value", "value", "difference", "low", "high", "verdict"];

/// All that was found against a baseline, metric by metric; not what is nothing everywhere.
fn table(findings: &[Finding], baseline: &str) -> Wide {
    let Wide { columns, rows } = Wide::of(Question::Effects, findings);
    let place =
        |name: &str| columns.iter().position(|heading| heading.name == name).expect("a column");
    let (baseline_column, places) = (place("baseline"), COLUMNS.map(place));
    let of_baseline = rows.iter().filter(|row| row[baseline_column] == baseline);
    let mut rows: Vec<Vec<Value>> =
        of_baseline.map(|row| places.iter().map(|&at| row[at].clone()).collect()).collect();
    rows.retain(|row| row[2..5].iter().any(|value| value.as_f64() != Some(0.0)));
    rows.sort_by_key(|row| [0, 1].map(|at| row[at].as_str().unwrap_or_default().to_owned()));
    let columns = COLUMNS.into_iter().zip(&places).map(|(name, place)| Heading {
        name: name.replace("baseline_value", "official"),
        ..columns[*place].clone()
    });
    Wide { columns: columns.collect(), rows }
}

/// Keys as they are set on a command line.
fn set_flags(keys: &[String]) -> String {
    keys.iter().map(|change| format!(" --set {}", shell_word(change))).collect()
}

/// The seats as they are written on a command line, if they have to be.
fn seats_flag(players: usize) -> String {
    if players == 4 { String::new() } else { format!(" -p {players}") }
}

/// The length of a game without the rule and with it, as bars.
fn bars(lengths: [f64; 2]) -> [String; 2] {
    let most = lengths[0].max(lengths[1]);
    [("without", lengths[0]), ("with", lengths[1])].map(|(name, turns)| {
        let bar = "█".repeat((WIDEST * turns / most).round() as usize);
        format!("  {name:<7} {bar} {} turns", fixed(turns, 0))
    })
}

/// Where every figure is, and the rule itself.
fn further(asked: &SettleRequest, players: usize) -> [String; 2] {
    let (base, keys) = (shell_word(&asked.base), set_flags(&asked.keys));
    let seats = seats_flag(players);
    [
        // The keys would be set on the official game, too.
        match keys.as_str() {
            "" => format!("Every figure: unobench rules compare {base}{seats}"),
            _ => format!("Every figure: unobench sweep -r {base}{keys}{seats}"),
        },
        format!("The rule itself: unobench rules show {base}{keys} --format table"),
    ]
}

/// Rule sets against the official game, in so many times fewer games.
fn plan(args: &SettleArgs, rules: &[RuleSet], players: usize, fewer: u64) -> Result<ToSurvey> {
    let sets = [&[RuleSet::official()], rules].concat();
    let games = settle::games(players, fewer);
    let mut header = settle::header(&sets, players, args.seed.unwrap_or(1), games).or_usage()?;
    header.examined = known(&sets, &header.seats_of(CHAMPION));
    Ok(ToSurvey { header, rules: sets, lessons: None, is_examined: false, bots: None })
}

/// Plays that, and says whether it came to an end.
fn measure(args: &SettleArgs, planned: ToSurvey, learned: LearnedSeats) -> Result<(Survey, bool)> {
    let ToSurvey { header, rules, .. } = planned;
    let players = header.players;
    let games: u64 = header.legs.iter().map(|leg| leg.games).sum();
    let verbosity = Verbosity::chosen();
    let names: Vec<String> = rules[1..].iter().map(|rules| quoted(&rules.name)).collect();
    let (name, games) = (listed(&names), grouped(games * rules.len() as u64));
    verbosity.say(&format!("{name} at {players} seats against the official game: {games} games"));
    let out = tempfile::tempdir().or_failed("cannot make a temporary directory")?;
    let cancel = interrupt::listen_silently();
    let config = SurveyConfig {
        catalogue: super::catalogue(),
        header,
        rules,
        learned,
        threads: args.machine.threads(),
        out: out.path().to_owned(),
        existing: Existing::Refuse,
        deadline: None,
        invocation: invocation(),
    };
    let mut progress = progress(&args.progress, verbosity);
    let observe = &mut |done, total| progress.note(done, total);
    let played = survey(&config, SurveyControl { cancel: &cancel, observe });
    progress.finish();
    let report = played.map_err(super::outcome::failure)?;
    Ok((report.found, report.ending == RunEnding::Complete))
}
