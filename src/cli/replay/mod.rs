//! `unobench replay`: is a record a legal game? And how did it go?

pub(super) mod losses;
#[cfg(feature = "terminal")]
mod paint;
#[cfg(feature = "terminal")]
mod step;
#[cfg(feature = "terminal")]
mod viewer;

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use unobench_findings::tell::number::counted;

use clap::Args;
use clap::ValueHint::FilePath;

use super::console::{self, Verbosity};
use super::failure::{OrFailure as _, Result, refuse};
use super::line_up::strategy;
use super::numbers::grouped;
use super::options::{FormatOptions, OutputFormat, a_file};
use losses::{JUDGE, check_judge};
use unobench_core::bounded::quoted;
use unobench_core::game::Seat;
use unobench_core::rules::MAX_SEATS;
use unobench_record::{Judgement, ReplayReport};

/// What `replay` is told: a record, and what is asked of it.
#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// Record to check, as `unobench trace` writes it; `-` is standard input
    #[arg(value_name = "FILE", value_hint = FilePath)]
    file: PathBuf,

    /// Show the table after event N of the file, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    at: Option<u64>,

    /// Show each decision at which this strategy would have acted differently and, where it says
    /// how likely each action is to win, what that lost
    #[arg(long, value_name = "STRATEGY")]
    ask: Option<String>,

    /// Say how much of its chance to win each player lost, as the strategy of --ask sees it
    /// [default: champion]
    #[arg(long, conflicts_with_all = ["at", "tui"])]
    analyse: bool,

    /// With --analyse: also write it to a page with charts, as `unobench report FILE` does
    #[arg(short = 'o', long, value_name = "FILE", requires = "analyse", value_parser = a_file(),
          value_hint = FilePath)]
    out: Option<PathBuf>,

    /// Step through the record on a full screen, forwards and backwards; begins at --at, and jumps
    /// to the decisions that --ask finds
    #[arg(long)]
    tui: bool,

    /// With --tui: show what this seat may see, instead of all hands; otherwise with --ask or
    /// --analyse: ask about this seat alone
    #[arg(long, value_name = "N")]
    seat: Option<usize>,

    #[command(flatten)]
    format: FormatOptions,
}

pub(super) fn run(args: &ReplayArgs) -> Result {
    check(args)?;
    if args.tui {
        return step::through(args);
    }
    if args.analyse || args.ask.is_some() {
        return ask(args, args.ask.as_deref().unwrap_or(JUDGE));
    }
    let (input, name) = (open(&args.file)?, quoted(&args.file.to_string_lossy()));
    match args.at {
        None => console::print(&tell(&unobench_record::replay_so_far(input).or_usage_in(name)?)),
        Some(event) => console::print(&unobench_record::table_at(input, event).or_usage_in(name)?),
    }
}

fn check(args: &ReplayArgs) -> Result {
    if args.format.format != OutputFormat::Table && !args.analyse {
        refuse!("--format goes with --analyse, which is not given");
    }
    if args.tui {
        return Ok(());
    }
    if let (Some(line), Some(strategy)) = (args.at, &args.ask) {
        refuse!("--at {line} and --ask {} go together only with --tui", quoted(strategy));
    }
    if let (Some(seat), None, false) = (args.seat, &args.ask, args.analyse) {
        refuse!("--seat {seat} goes with --tui, --ask or --analyse, and none of them is given");
    }
    match args.seat.filter(|&seat| seat >= MAX_SEATS) {
        Some(seat) => {
            refuse!("--seat {seat}: a table has seats 0 to {}", MAX_SEATS - 1)
        }
        None => Ok(()),
    }
}

fn ask(args: &ReplayArgs, text: &str) -> Result {
    let judge = strategy(text)?;
    if args.analyse {
        check_judge(&judge)?;
    }
    let (input, name) = (open(&args.file)?, quoted(&args.file.to_string_lossy()));
    let seat = args.seat.map(Seat::new);
    let asked = if args.analyse {
        unobench_record::analyse(input, &judge, seat)
    } else {
        unobench_record::ask(input, &judge, seat)
    };
    let asked = asked.or_usage_in(name)?;
    args.seat.map(|seat| seat_of(asked.seats, seat)).transpose()?;
    if let Some(out) = &args.out {
        losses::to_page(&args.file, text, &asked, out, Verbosity::chosen())?;
    }
    let format = args.format.format;
    let departures = (!args.analyse).then(|| tell_departures(&asked, text));
    let losses = asked.losses.as_ref().map(|losses| losses::told(&asked, losses, text, format));
    let report = (format == OutputFormat::Table).then(|| tell(&asked.report));
    let parts: Vec<String> = departures.into_iter().chain(losses.transpose()?).collect();
    console::print(&(parts.join("\n") + &report.unwrap_or_default()))
}

#[cfg(not(feature = "terminal"))]
mod step {
    use super::{ReplayArgs, Result, refuse};

    pub(super) fn through(args: &ReplayArgs) -> Result {
        let name = args.file.display();
        let seat = args.seat.map_or_else(String::new, |seat| format!(" --seat {seat}"));
        refuse!("replay {name} --tui{seat}: this program was built without full screens")
    }
}

/// A seat of a record with so many.
fn seat_of(seats: usize, seat: usize) -> Result<Seat> {
    if seat < seats {
        return Ok(Seat::new(seat));
    }
    let last = seats.saturating_sub(1);
    refuse!("--seat {seat}: the seats of this record are 0 to {last}")
}

pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = unobench_disk::open(path)
        .or_usage_in(format!("cannot read {}", quoted(&path.to_string_lossy())))?;
    Ok(Box::new(BufReader::new(file)))
}

fn tell(report: &ReplayReport) -> String {
    let matches = counted(report.matches, "match");
    let matches = if report.matches > 0 { format!(", {matches}") } else { String::new() };
    let rounds = counted(report.rounds, "round");
    let filled = counted(report.filled, "round");
    let filled = format!("hidden cards of {filled} are not known: any that fit stand for them\n");
    let filled = if report.filled > 0 { filled } else { String::new() };
    let events = counted(report.events, "event");
    match &report.open_end {
        Some(end) => format!("ok as far as it goes, {events}: {end}\n{filled}"),
        None => format!("ok: {rounds}{matches}, {events}\n{filled}"),
    }
}

fn tell_departures(asked: &Judgement, strategy: &str) -> String {
    let (mut text, strategy) = (String::new(), quoted(strategy));
    for departure in &asked.departures {
        let (line, seat, player) = (departure.line, departure.seat, quoted(&departure.player));
        let decided = losses::decided(departure, &strategy);
        text += &format!("line {line}, seat {seat} ({player}), {decided}\n");
    }
    let others = grouped(asked.departures.len() as u64);
    let all = counted(asked.decisions, "decision");
    text + &format!("{strategy} would have acted differently at {others} of {all}\n")
}

#[cfg(all(test, feature = "terminal"))]
mod tests;
