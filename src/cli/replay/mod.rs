//! `unobench replay`: is a record a legal game? And how did it go?

mod paint;
mod viewer;

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::console::{self, Look};
use super::failure::{Failure, OrFailure as _};
use super::line_up::strategy;
use super::numbers::grouped;
use super::paint::Paint;
use super::screen::{Screen, TICK};
use unobench_core::game::Seat;
use unobench_record::{self, Asked, Film, ReplayReport};
use viewer::{Ending, Viewer};

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// Record to check, as `unobench trace` writes it; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// Show the table after event N of the file, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    at: Option<u64>,

    /// Show each decision at which this strategy would have acted otherwise
    #[arg(long, value_name = "STRATEGY")]
    ask: Option<String>,

    /// Step through the record on a full screen, forwards and backwards; begins at --at, and jumps
    /// to the decisions that --ask finds
    #[arg(long)]
    tui: bool,

    /// With --tui: show what this seat may see, instead of all hands
    #[arg(long, value_name = "N", requires = "tui")]
    seat: Option<usize>,
}

/// Runs `unobench replay`.
pub(super) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    if args.tui {
        return step_through(args);
    }
    if let (Some(line), Some(strategy)) = (args.at, &args.ask) {
        return Err(Failure::usage(format!(
            "--at {line} and --ask {strategy} go together only with --tui"
        )));
    }
    let input = open(&args.file)?;
    let name = args.file.display();
    if let Some(text) = &args.ask {
        let strategy = strategy(text)?;
        let asked = unobench_record::ask(input, &strategy).or_usage_in(name)?;
        return console::print(&tell_departures(&asked, text));
    }
    match args.at {
        None => console::print(&tell(&unobench_record::replay(input).or_usage_in(name)?)),
        Some(event) => console::print(&unobench_record::table_at(input, event).or_usage_in(name)?),
    }
}

/// Shows the record on a full screen until somebody has seen enough.
fn step_through(args: &ReplayArgs) -> Result<(), Failure> {
    if args.file.as_os_str() == "-" {
        return Err(Failure::usage(
            "--tui reads keys from standard input, so that the record has to be in a file",
        ));
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::usage(
            "replay --tui: the full screen needs a terminal for input and output; without --tui the record is checked",
        ));
    }
    let name = args.file.display();
    let strategy = args.ask.as_deref().map(strategy).transpose()?;
    let film = Film::read(open(&args.file)?, strategy.as_ref()).or_usage_in(&name)?;
    let mut viewer = Viewer::new(&film, name.to_string(), args.ask.clone()).or_usage_in(&name)?;
    if let Some(line) = args.at {
        let last = film.line_of(film.frames() - 1);
        if line > last {
            return Err(Failure::usage(format!("--at {line}: the record has lines 1 to {last}")));
        }
        viewer.go_to(film.frame_of(line));
    }
    if let Some(seat) = args.seat {
        let seats = viewer.table.seats.len();
        if seat >= seats {
            return Err(Failure::usage(format!(
                "--seat {seat}: the seats of this record are 0 to {}",
                seats.saturating_sub(1)
            )));
        }
        viewer.look_from(Some(Seat::new(seat)));
    }
    let paint = Paint { coloured: Look::of_stdout().coloured };
    let ending = show(&mut viewer, paint)?;
    if ending == Ending::Interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

fn show(viewer: &mut Viewer<'_>, paint: Paint) -> Result<Ending, Failure> {
    let cancelled = super::play::listen()?;
    let mut screen = Screen::open()?;
    loop {
        screen.draw(|frame| paint::draw(frame, viewer, paint))?;
        if let Some(key) = screen.key(TICK)? {
            viewer.key(key);
        }
        if cancelled.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(Ending::Interrupted);
        }
        if let Some(ending) = viewer.ending {
            return Ok(ending);
        }
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).or_usage_in(format!("cannot read {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

fn tell(report: &ReplayReport) -> String {
    let matches = if report.matches > 0 {
        format!(", {}", counted(report.matches, "match", "matches"))
    } else {
        String::new()
    };
    format!(
        "ok: {}{matches}, {}\n",
        counted(report.rounds, "round", "rounds"),
        counted(report.events, "event", "events")
    )
}

fn tell_departures(asked: &Asked, strategy: &str) -> String {
    let mut text = String::new();
    for departure in &asked.departures {
        let (line, seat, player) = (departure.line, departure.seat, &departure.player);
        let (decision, done, would) =
            (departure.decision.name(), &departure.done, &departure.would);
        text.push_str(&format!(
            "line {line}, seat {seat} ({player}), {decision}: {done}; {strategy} would: {would}\n"
        ));
    }
    let (others, all) = (asked.departures.len() as u64, asked.decisions);
    text.push_str(&format!(
        "{strategy} would have acted otherwise at {} of {}\n",
        grouped(others),
        counted(all, "decision", "decisions")
    ));
    text + &tell(&asked.report)
}

fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests;
