//! `unobench settle`: one question about a house rule, one answer.
//!
//! The rule set is found by words. What surveys found of the rule sets that ship is in the program,
//! and what was played for questions that no survey answers: both answer at once. Other rules are
//! played as `rules compare` plays them, but only until the answer is sure, at looks that are
//! always the same: the same question gets the same answer. What is counted is not kept. Where
//! several keys are changed, `--details` also tells what each does alone.

mod shipped;

use clap::Args;
use clap::ValueHint::FilePath;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use unobench_findings::documents::{KnowledgeResult, Play};
use unobench_findings::question::Question;
use unobench_findings::tell::number::fixed;

use super::asked::{WhichFormat, asked, said_at_once, which};
use super::bundles::{keys, of_keys};
use super::console::{self, Style, one_line, wrapped};
use super::examined::{LearnOptions, UNKNOWN, known};
use super::failure::{Failure, Result, refuse};
use super::live::{LiveAnswer, LiveEnding, LivePlay};
use super::numbers::grouped;
use super::options::{
    ChangeOptions, MachineOptions, ProgressOptions, check_playable, check_players,
};
use super::paper::PaperStyle;
use super::session::shell_word;
use super::show;
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_experiment::Leg;
use unobench_experiment::answers::{AnswerSource, KnownAnswers, RuleAnswer};
use unobench_experiment::settle::{self, SettleRequest};
use unobench_findings::comparison::effects;
use unobench_findings::finding::Finding;
use unobench_findings::panel::{ALL_SORTS, MIXED, PRIMARY_TABLES};
use unobench_findings::tell::plain::PlainAnswer;
use unobench_findings::tell::speech::{capital, listed};
use unobench_findings::wide::{Heading, Wide};
use unobench_stats::looks::Look;

/// The longest bar, in columns.
const WIDEST: f64 = 48.0;

/// What `settle` is told: the words of a question, and who plays.
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

    /// Play a quarter of the games at most
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
    /// How it is played, if it is.
    fn live(&self) -> LivePlay<'_> {
        LivePlay {
            machine: &self.machine,
            progress: &self.progress,
            seed: self.seed.unwrap_or(settle::SEED),
            last: if self.quick { settle::quick() } else { Look::last() },
            is_examined: !self.learn.no_learn,
        }
    }

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
    /// The games of each table, where they were played just now.
    played: Vec<String>,
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
    /// It was played just now, until it was sure or all games were played.
    Played,
    /// It was interrupted before that.
    CutShort,
}

impl Measurement {
    /// What ships of these rules, unless it is to be played anew.
    fn shipped(args: &SettleArgs, rules: &RuleSet, players: usize) -> Option<Measurement> {
        let answer = if args.is_played() { None } else { KNOWN.of(rules, players) }?;
        let sets = [RuleSet::official(), rules.clone()];
        let exam = known(&sets, &BTreeSet::from([players])).into_iter().next_back();
        let exam = exam.filter(|exam| exam.rules == rules.name);
        let origin = AnswerOrigin::Survey;
        Some(Measurement { answer, exam, origin, played: Vec::new(), keys: Vec::new() })
    }

    /// What is played now, until it is sure.
    fn of(args: &SettleArgs, rules: &RuleSet, players: usize) -> Result<Measurement> {
        let live = args.live();
        let LiveAnswer { survey, ending } = live.answer(std::slice::from_ref(rules), players)?;
        let origin = match ending {
            LiveEnding::Answered => AnswerOrigin::Played,
            LiveEnding::CutShort => AnswerOrigin::CutShort,
        };
        let answer = RuleAnswer::of(&survey, 1).ok_or_else(nothing_known)?;
        let header = survey.header();
        let exam = header.examined(&rules.name, players).cloned();
        let played = header.legs.iter().map(told_of_leg).collect();
        let measured = Measurement { answer, exam, origin, played, keys: Vec::new() };
        if origin != AnswerOrigin::Played || !args.details {
            return Ok(measured);
        }
        measured.with_keys(&live, rules, players)
    }

    fn is_cut_short(&self) -> bool {
        self.origin == AnswerOrigin::CutShort
    }

    /// With what each key does by itself, from a quarter of the games at most.
    fn with_keys(
        self,
        live: &LivePlay<'_>,
        rules: &RuleSet,
        players: usize,
    ) -> Result<Measurement> {
        let keys = keys(rules, &RuleSet::official(), &[players]);
        if keys.is_empty() {
            return Ok(self);
        }
        let live = LivePlay { last: live.last.min(settle::quick()), is_examined: false, ..*live };
        let LiveAnswer { survey, ending } = live.answer(&keys, players)?;
        Ok(match ending {
            LiveEnding::Answered => Measurement { keys: of_keys(&survey), ..self },
            LiveEnding::CutShort => Measurement { origin: AnswerOrigin::CutShort, ..self },
        })
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
        match self.origin {
            AnswerOrigin::Survey | AnswerOrigin::Question | AnswerOrigin::Played => String::new(),
            AnswerOrigin::CutShort => {
                "Interrupted: this is what the games say that were played.\n".to_owned()
            }
        }
    }

    /// Of how many games by whom it is, and how sure.
    fn measured(&self, rules: &RuleSet) -> String {
        let AnswerSource { seed, worth, .. } = &self.answer.played;
        let deals = match rules.deals_as(&RuleSet::official()) {
            true => "the same deals as",
            false => "different deals from",
        };
        let exam =
            self.exam.as_ref().map_or_else(|| UNKNOWN.to_owned(), |exam| capital(&exam.told()));
        format!(
            "{}: random plays anything legal; counter counts cards; champion plays by three \
             networks in turn; mixed: {} in turn; and games in which champion sits among counter \
             or most-colour, who has merely read the rules.{} {exam}. On {deals} the official \
             game, seed {seed}. A difference below {worth} % counts as none (of wins: {} in 100). \
             In 90 of 100 answers all is right that is said of counter and champion on length, \
             going first, points, drawing and skill; of what else is said one in twenty is wrong \
             on average.",
            self.games(),
            listed(&ALL_SORTS),
            self.left_out(),
            worth / 2.0
        )
    }

    /// By whom it was measured, and in how many games.
    fn games(&self) -> String {
        let AnswerSource { version, games: [of_table, of_skill], .. } = &self.answer.played;
        match self.origin {
            AnswerOrigin::Survey => format!(
                "Measured by version {version} in a survey that ships with the program: {} games \
                 each at four tables, and {} games each of champion among others",
                grouped(*of_table),
                grouped(*of_skill)
            ),
            AnswerOrigin::Question => format!(
                "Measured by version {version} for this question, and ships with the program; each \
                 table until what is told of it was sure or not worth more games, at most {} games \
                 at four tables and {} games of champion among others",
                grouped(*of_table),
                grouped(*of_skill)
            ),
            AnswerOrigin::Played | AnswerOrigin::CutShort => format!(
                "Measured, each table until what is told of it was sure or not worth more games: \
                 {}",
                listed(&self.played)
            ),
        }
    }

    /// What is not shown of a survey that ships.
    fn left_out(&self) -> &'static str {
        match self.origin {
            AnswerOrigin::Survey => {
                " The two tables of those who play well are shown; --anew plays them all, and what \
                 each key does alone."
            }
            AnswerOrigin::Question => " --anew plays them again, and shows every number.",
            AnswerOrigin::Played | AnswerOrigin::CutShort => "",
        }
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

/// How many games of each rule set were played at a table.
fn told_of_leg(leg: &Leg) -> String {
    let games = grouped(leg.games);
    match leg.survey() {
        Some(Play::Alone { strategy, others }) => {
            format!("{strategy} among {others} {games} games")
        }
        Some(Play::Mixed { .. }) => format!("{MIXED} {games}"),
        _ => format!("{} {games}", leg.play),
    }
}
