//! `unobench ask`: this is my hand, what should I play?

use std::borrow::Cow;
use std::io::{IsTerminal as _, stdin, stdout};
use std::path::Path;
use unobench_findings::tell::number::{counted, fixed};

use clap::Args;
use clap::ValueHint::FilePath;
use serde_json::json;

use super::asked::WhichFormat;
use super::console::{self, NARROW, wrapped};
use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::options::ChangeOptions;
use super::play::adviser;
use super::replay::open;
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_findings::panel::CHAMPION;
use unobench_record::{Advice, Advised, advise, advise_at};

/// How often the search plays on, in all: about a second. Of rounds that are so long that more
/// turns than these are played, fewer.
const PLAYOUTS: u32 = 20_000;
const TURNS: u32 = 1_000_000;

/// What `ask` is told: a hand and a table, or a decision of a record, and who is asked.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is asked")]
pub(super) struct AskArgs {
    /// Your hand and the table, such as "R5 B2 W W+4; up R9; others 3 1 5": cards are R5, BS (skip),
    /// GR (reverse), Y+2, W, W+4, or in words as they are printed (red 5, wild draw four), and the
    /// others sit clockwise from you. More, where you know it:
    /// `up W GREEN`, `seen R1 R2` (laid before), `drew R5` (just drawn), `draw 2` or `skip` (what
    /// hits you), `before R` (the colour under a wild draw four), `known 3 B7` (in the hand of
    /// player 3; you are 1), `refused 2 R 1` (player 2 drew on red, and 1 card since),
    /// `counterclockwise`, `turn 12`, `points 0 120 35 0`. Or the JSON that a bot is sent; or, with
    /// --at, a record. Without it you are asked, on a terminal
    #[arg(value_name = "POSITION", value_hint = FilePath, help_heading = None)]
    position: Vec<String>,

    /// Ask about the decision that line N of a record tells of, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["rules", "set"])]
    at: Option<u64>,

    /// Rule set: a name from `unobench rules list` or a TOML file
    #[arg(short = 'r', long, value_name = "NAME|FILE", default_value = "official")]
    rules: String,

    #[command(flatten)]
    changes: ChangeOptions,

    /// Seats at the table, as a check
    #[arg(short = 'p', long, value_name = "N")]
    players: Option<usize>,

    /// Who is asked
    #[arg(long, value_name = "STRATEGY", default_value = CHAMPION)]
    strategy: String,

    /// How often the search plays the actions on to the end, in all [default: 20000, about a second
    /// of computing, and fewer where rounds are long]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    think: Option<u32>,

    /// Do not search: tell what the strategy alone thinks
    #[arg(long, conflicts_with = "think")]
    quick: bool,

    /// How it is said
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        help_heading = "What is shown"
    )]
    format: WhichFormat,
}

pub(super) fn run(args: &AskArgs) -> Result {
    let rules = args.changes.load(&args.rules)?;
    let text = match args.position.join(" ") {
        text if text.is_empty() && stdin().is_terminal() && stdout().is_terminal() => asked()?,
        text => text,
    };
    let advice = args.advice(&text, &rules, &args.strategy)?;
    if let Some(players) = args.players.filter(|&players| players != advice.players) {
        let found = advice.players;
        refuse!("-p {players}: the position has {found} players");
    }
    let search = args.search(&advice);
    let searched = search.map(|search| args.advice(&text, &rules, &search)).transpose()?;
    let advice = match &searched {
        Some(searched) => advice.searched(searched),
        None => advice.unsearched(),
    };
    if let WhichFormat::Json = args.format {
        // Whoever asks for a search has it by itself, too.
        let json = match searched.filter(|_| args.think.is_some()) {
            Some(searched) => json!({"advice": advice, "searched": searched}),
            None => json!(advice),
        };
        return console::print(&format!("{json:#}\n"));
    }
    console::print(&told(&advice))
}

impl AskArgs {
    /// The search that looks as well, unless there is nothing to compare with and nobody asked.
    fn search(&self, advice: &Advice) -> Option<String> {
        let mut said = advice.options.iter().flat_map(|option| &option.said);
        let is_learned = said.any(|said| said.playouts.is_none());
        let (playouts, turns) = match self.think {
            Some(playouts) => (playouts, 0),
            None => (PLAYOUTS, TURNS),
        };
        (!self.quick && (is_learned || self.think.is_some())).then(|| {
            format!("flat-mc:playouts={playouts},policy=champion,width=64,root=even,turns={turns}")
        })
    }

    fn advice(&self, text: &str, rules: &RuleSet, strategy: &str) -> Result<Advice> {
        let spec = adviser("--strategy", strategy)?;
        let Some(line) = self.at else {
            let is_record = Path::new(text).extension().is_some_and(|ending| ending == "jsonl");
            if is_record || Path::new(text).is_file() {
                drop(open(Path::new(text))?);
                refuse!("{}: which line of it? (--at N)", quoted(text));
            }
            return advise(text, rules, &spec).or_usage();
        };
        advise_at(open(Path::new(text))?, line, &spec).or_usage_in(quoted(text))?.ok_or_else(|| {
            let file = quoted(text);
            Failure::usage(format!("{file}: line {line} tells of no decision of a player"))
        })
    }
}

/// Asks for a position, one thing after the other.
fn asked() -> Result<String> {
    let questions = [
        ("Your cards (such as R5 BS W+4): ", ""),
        ("The up card, and its colour if it is a wild: ", "up "),
        ("How many cards does each of the others hold, clockwise from you? ", "others "),
        ("Anything else (seen R1 R2; draw 2; drew R5)? Enter for no: ", ""),
    ];
    let mut told = Vec::new();
    for (question, clause) in questions {
        console::print(question)?;
        let mut line = String::new();
        stdin().read_line(&mut line).or_failed("cannot read the answer")?;
        told.push(format!("{clause}{}", line.trim()));
    }
    Ok(told.join("; "))
}

fn told(advice: &Advice) -> String {
    let Advice { strategy, rules, players, unlearned, options, .. } = advice;
    let (strategy, rules) = (quoted(strategy), quoted(rules));
    let playouts = options.iter().filter(|option| option.said.len() == 2);
    let playouts = playouts.filter_map(|option| option.playouts).max();
    let mut lines = vec![match playouts {
        Some(_) => format!(
            "What to do under {rules}, {players} players, as {strategy} and a search see it:"
        ),
        None => format!("What {strategy} would do under {rules}, {players} players:"),
    }];
    for (place, option) in (1..).zip(options) {
        lines.extend(wrapped(&format!("{place:>2}. {}", told_of(option))));
        let indented = textwrap::Options::new(NARROW).initial_indent("      ");
        let why = option.why.join("; ");
        let told = textwrap::wrap(&why, indented.subsequent_indent("      ")).into_iter();
        lines.extend(told.map(Cow::into_owned).filter(|line| !line.trim().is_empty()));
    }
    let other = advice.other_choice().map(|label| format!("{strategy} alone puts first: {label}."));
    lines.extend(other.iter().flat_map(|sentence| wrapped(sentence)));
    lines.extend(wrapped(&match playouts {
        Some(playouts) => who_is_told(advice, &strategy, playouts),
        None if options.iter().any(|option| !option.thinks.is_empty()) => {
            format!("This is what {strategy} expects: an opinion, not the truth.")
        }
        None => String::new(),
    }));
    lines.extend(unlearned.iter().flat_map(|sentence| wrapped(sentence)));
    lines.retain(|line| !line.is_empty());
    lines.join("\n") + "\n"
}

/// An action with what is told of it, in words.
fn told_of(option: &Advised) -> String {
    let Advised { label, cost, thinks, .. } = option;
    let cost = cost.filter(|cost| *cost >= 0.05);
    let cost = cost.map_or_else(String::new, |cost| format!(", {} less", fixed(cost, 1)));
    let thinks = if thinks.is_empty() { "" } else { &format!(": {thinks}") };
    let says = option.who_says_what().map_or_else(String::new, |says| format!(" ({says})"));
    format!("{label}{thinks}{cost}{says}")
}

/// Whose numbers are told, where a search has looked as well.
fn who_is_told(advice: &Advice, strategy: &str, playouts: u32) -> String {
    let times = counted(u64::from(playouts), "time");
    let played = format!("played each choice on to the end {times}, the hidden cards dealt anew");
    if advice.is_disputed() {
        format!(
            "A search {played}. It differs from {strategy}, so the numbers are the means of both: in \
             the official game, games came out about halfway."
        )
    } else {
        format!("A search {played}. It agrees with {strategy}, whose chances these are.")
    }
}
