//! `unobench settle`: one question about a house rule, one answer.
//!
//! The rule set is found by words, and measured as `rules compare` measures it, with a number of
//! games that is always the same, so that the same question gets the same answer. What it counted
//! is not kept. A quarter of the games is played first, and is the answer where no more is wanted,
//! or somebody interrupts the rest. Where several keys are changed, a quarter more tells what each
//! does alone.

use std::num::NonZeroU64;

use clap::Args;
use clap::ValueHint::FilePath;

use super::asked::{Asked, WhichFormat};
use super::bundles::{keys, of_keys};
use super::compare::MeasureOptions;
use super::console::{self, NARROW, Style, Verbosity, one_line, wrapped};
use super::examined::{LearnOptions, UNKNOWN, examine};
use super::failure::{Failure, OrFailure as _};
use super::interrupt;
use super::learned::School;
use super::numbers::grouped;
use super::options::{
    ChangeOptions, MachineOptions, ProgressOptions, SeedOptions, check_playable, check_players,
};
use super::session::{invocation, progress, shell_word};
use super::survey::{Bots, ToSurvey};
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_experiment::survey::{Learned, Survey, SurveyConfig, SurveyControl, survey};
use unobench_experiment::{Ending, Existing};
use unobench_findings::comparison::effects;
use unobench_findings::finding::Findings as _;
use unobench_findings::panel::ALL_SORTS;
use unobench_findings::words::{capital, listed};
use unobench_report::settle::{Answer, Plain, Question, Said};

/// Games at each table, times the seats that play them.
const SEATS_PLAYED: u64 = 280_000;

/// The same where one who knows the game sits among others.
const SEATS_OF_SKILL: u64 = 400_000;

/// How many times fewer games are played first, or in all where it has to be quick.
const QUICK: u64 = 4;

const LINES: usize = 8;
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

    /// Seats at the table, 2 to 10
    #[arg(short = 'p', long, value_name = "N", default_value_t = 4)]
    players: u8,

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

    /// Answer from a quarter of the games
    #[arg(long)]
    quick: bool,

    #[command(flatten)]
    learn: LearnOptions,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    machine: MachineOptions,

    #[command(flatten)]
    progress: ProgressOptions,
}

pub(super) fn run(args: &SettleArgs) -> Result<(), Failure> {
    let (players, words) = (check_players(args.players)?, args.words.join(" "));
    if args.which {
        return console::print(&Asked::which(&words, &args.changes, args.format)?);
    }
    let Some(asked) = Asked::of(&words, &args.changes)? else { return Ok(()) };
    let printed = asked.printed();
    if !printed.is_empty() {
        console::print(&(printed.join("\n") + "\n"))?;
    }
    let Some(rules) = &asked.rules else { return Ok(()) };
    check_playable(rules, players)?;
    let official = RuleSet::official();
    if rules.differences(&official).is_empty() {
        return Err(Failure::usage(format!(
            "{}: that is the official game, with which house rules are compared; name a house rule \
             (`unobench rules list`)",
            quoted(&rules.name)
        )));
    }
    let seed = args.seed.seed;
    let fewer = if args.quick { QUICK } else { 1 };
    let asked_for = std::slice::from_ref(rules);
    let mut planned = plan(args, asked_for, players, QUICK)?;
    let mut learned = Learned::default();
    if !args.learn.no_learn {
        let (cancel, verbosity) = (interrupt::listen_silently(), Verbosity::chosen(false));
        let school = School::new(verbosity, &args.machine, &args.progress, &cancel, None);
        examine(&mut planned.header, &planned.rules, &mut learned, &school)?;
    }
    let examined = planned.header.examined.clone();
    let quick = measure(args, planned, learned.clone())?.ok_or_else(|| {
        console::complain("interrupted, and nothing is known yet");
        Failure::Interrupted
    })?;
    let more = match args.quick {
        true => None,
        false => {
            let mut whole = plan(args, asked_for, players, fewer)?;
            whole.header.examined = examined;
            measure(args, whole, learned)?
        }
    };
    let mut is_cut_short = more.is_none() && !args.quick;
    let keys = match keys(rules, &official, &[players]) {
        keys if keys.is_empty() || is_cut_short || !args.details => Vec::new(),
        keys => {
            match measure(args, plan(args, &keys, players, QUICK * fewer)?, Learned::default())? {
                Some(found) => of_keys(&found),
                None => {
                    is_cut_short = true;
                    Vec::new()
                }
            }
        }
    };
    let survey = more.unwrap_or(quick);
    let header = survey.header();
    let findings = survey.all().collect::<Vec<_>>();
    let games = header.legs[0].games;
    let examined = header.examined(&rules.name, players);
    let (worth, knows) = (header.worth(), examined.is_some());
    let found = effects(&findings);
    let question = Question { found: &found, games, worth, knows };
    if !args.details {
        console::print(&plainly(args, &asked, Plain::to(question), knows))?;
        return if is_cut_short { Err(Failure::Interrupted) } else { Ok(()) };
    }
    let answer = Answer::to(question);
    let deals =
        if rules.deals_as(&official) { "the same deals as" } else { "different deals from" };
    let measured = format!(
        "Measured: {} games each at four tables: random plays anything legal; counter counts \
         cards; champion plays by networks; mixed: {} in turn; and {} games in which champion sits \
         among counter or most-colour, who has merely read the rules. {}. On {deals} the official \
         game, seed {seed}. A difference below {} % counts as none (of wins: {} in 100). In 90 of 100 \
         answers all is right that is said of counter and champion on length, going first, points, \
         drawing and skill; of what else is said one in twenty is wrong on average.",
        grouped(games),
        listed(&ALL_SORTS),
        grouped(header.legs.last().map_or(0, |leg| leg.games)),
        examined.map_or_else(|| UNKNOWN.to_owned(), |of| capital(&of.told())),
        header.worth(),
        header.worth() / 2.0
    );
    let style = Style::of_stdout();
    let lines = lines(&title(rules, players), &answer);
    let (title, rest) = lines.split_first().expect("it begins with the title");
    let more: Vec<String> =
        keys.into_iter().chain(wrapped(&measured)).chain(further(args, &asked)).collect();
    let (title, rest) = (style.bold(title), rest.join("\n"));
    console::print(&format!("{title}\n{rest}\n\n{}\n", more.join("\n")))?;
    if is_cut_short { Err(Failure::Interrupted) } else { Ok(()) }
}

/// What the house rule does, for somebody who reads no statistics.
fn plainly(args: &SettleArgs, asked: &Asked, plain: Plain, knows: bool) -> String {
    let also = asked.question.and_then(|question| question.also.as_deref());
    let also = also.map_or_else(String::new, |also| format!("; {also}"));
    let name = asked.rules.as_ref().map_or("", |rules| &*rules.name);
    let (whom, unless) = match knows {
        true => ("who know the rules", ""),
        false => ("", " Nobody is known to play these rules well: who does may find otherwise."),
    };
    let whom = format!("{} players {whom}", args.players);
    let told = format!("As a house rule ({name}{also}), {}: {}{unless}", whom.trim(), plain.told);
    let mut lines = wrapped(&one_line(told));
    lines.extend(plain.lengths.into_iter().flat_map(bars));
    lines.extend(wrapped(&plain.sure));
    let words: String = args.words.iter().map(|word| format!(" {}", shell_word(word))).collect();
    let (keys, seats) = (set_flags(&args.changes.set), seats_flag(args.players));
    let again = format!("unobench settle{words}{keys}{seats} --details");
    lines.push(format!("How this was measured, every number: {again}"));
    lines.join("\n") + "\n"
}

/// Keys as they are set on a command line.
fn set_flags(keys: &[String]) -> String {
    keys.iter().map(|change| format!(" --set {}", shell_word(change))).collect()
}

/// The seats as they are written on a command line, if they have to be.
fn seats_flag(players: u8) -> String {
    if players == 4 { String::new() } else { format!(" -p {players}") }
}

/// The length of a game without the rule and with it, as bars.
fn bars(lengths: [f64; 2]) -> [String; 2] {
    let most = lengths[0].max(lengths[1]);
    let bar = |(name, turns): (&str, f64)| {
        let bar = "█".repeat((WIDEST * turns / most).round() as usize);
        format!("  {name:<7} {bar} {turns:.0} turns")
    };
    [bar(("without", lengths[0])), bar(("with", lengths[1]))]
}

/// Where every figure is, and the rule itself.
fn further(args: &SettleArgs, asked: &Asked) -> [String; 2] {
    let (base, keys) = (shell_word(&asked.base), set_flags(&asked.keys));
    let seats = seats_flag(args.players);
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
fn plan(
    args: &SettleArgs,
    rules: &[RuleSet],
    players: usize,
    fewer: u64,
) -> Result<ToSurvey, Failure> {
    let games = |seats_played: u64| seats_played / players as u64 / fewer;
    let of_panel = NonZeroU64::new(games(SEATS_PLAYED)).unwrap_or(NonZeroU64::MIN);
    let measure = MeasureOptions::fixed(players, of_panel, games(SEATS_OF_SKILL), &args.seed);
    let official = RuleSet::official();
    let sets: Vec<RuleSet> = [std::slice::from_ref(&official), rules].concat();
    let question = unobench_experiment::Question::Compare;
    measure.survey(question, &official.name, sets, Bots::default())
}

/// Plays that; none if it is interrupted.
fn measure(
    args: &SettleArgs,
    planned: ToSurvey,
    learned: Learned,
) -> Result<Option<Survey>, Failure> {
    let ToSurvey { header, rules, .. } = planned;
    let players = header.players;
    let games: u64 = header.legs.iter().map(|leg| leg.games).sum();
    let verbosity = Verbosity::chosen(false);
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
    match report.ending {
        Ending::Complete => Ok(Some(report.found)),
        Ending::Interrupted | Ending::TimeUp => Ok(None),
    }
}

fn title(rules: &RuleSet, players: usize) -> String {
    let description = match rules.description.as_str() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    one_line(format!("{} at {players} seats{description}", rules.name))
}

/// The answer in at most eight lines. What there is no room for is left out: of the other changes
/// all but the names, then the tables of those who do not know the rules, the last answer first.
fn lines(title: &str, answer: &Answer) -> Vec<String> {
    let (asked, changes) = (&answer.asked, &answer.changes);
    let with = |whole: usize, told: usize, has_rest: bool| -> Vec<String> {
        let topics: Vec<&str> = changes[told..].iter().map(|said| said.topic.as_str()).collect();
        let also = (!topics.is_empty()).then(|| format!("Also different: {}.", listed(&topics)));
        let rest = also.iter().chain(&answer.same).chain(&answer.unclear);
        let rest = rest.cloned().collect::<Vec<_>>().join(" ");
        let of_asked = |(place, said): (usize, &'_ Said)| {
            if place < whole { said.sentence.clone() } else { said.short.clone() }
        };
        let sentences = answer.nobody.iter().chain(&answer.of_whom).cloned();
        let sentences = sentences
            .chain(asked.iter().enumerate().map(of_asked))
            .chain(changes[..told].iter().map(|said| said.sentence.clone()))
            .chain(answer.idle.clone())
            .chain(Some(rest).filter(|rest| has_rest && !rest.is_empty()))
            .chain([answer.notice.clone()]);
        let title = match &textwrap::wrap(title, NARROW - 2)[..] {
            [whole] => whole.to_string(),
            lines => format!("{} …", lines[0]),
        };
        [title].into_iter().chain(sentences.flat_map(|sentence| wrapped(&sentence))).collect()
    };
    let fewer = (0..=changes.len()).rev().map(|told| (asked.len(), told, true));
    let shorter = |has_rest| (0..asked.len()).rev().map(move |whole| (whole, 0, has_rest));
    let mut lines = fewer
        .chain(shorter(true))
        .chain(shorter(false))
        .map(|(whole, told, has_rest)| with(whole, told, has_rest));
    lines.find(|lines| lines.len() <= LINES).unwrap_or_else(|| with(0, 0, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_at_most_eight_lines_of_eighty_columns() {
        let said = |topic: &str| {
            let sentence = format!("{topic}: {}.", "about so much more among champion; ".repeat(4));
            let short = format!("{topic} (so much): about so much more for a win.");
            Said { topic: topic.to_owned(), sentence, short }
        };
        let answer = Answer {
            nobody: None,
            of_whom: Some("For people who know the rules:".to_owned()),
            asked: ["Length", "Going first", "Points", "Skill"].map(said).to_vec(),
            changes: ["drawing", "lead"].map(said).to_vec(),
            same: Some("No different: comebacks.".to_owned()),
            unclear: None,
            idle: None,
            notice: "Would anybody notice?".to_owned(),
        };
        let told = lines("stacking: draw twos add up", &answer);
        assert!(told.len() <= LINES && told.iter().all(|line| line.chars().count() <= NARROW));
        let all = told.join("\n");
        assert!(all.contains("Would anybody notice?"), "{all}");
        assert!(all.contains("Also different: drawing and lead."), "{all}");
        assert_eq!(all.matches(" (so much)").count(), 4, "{all}");
        // Who cannot act is said before the rest.
        let idle = "random cannot act on it: every game stays the same.".to_owned();
        let told = lines("stacking", &Answer { idle: Some(idle.clone()), ..answer });
        assert!(told.len() <= LINES && told.contains(&idle), "{told:?}");
    }
}
