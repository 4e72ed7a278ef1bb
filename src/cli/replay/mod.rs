//! `unobench replay`: is a record a legal game? And how did it go?

#[cfg(feature = "terminal")]
mod paint;
#[cfg(feature = "terminal")]
mod step;
#[cfg(feature = "terminal")]
mod viewer;

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::console;
use super::failure::{Failure, OrFailure as _};
use super::line_up::strategy;
use super::numbers::grouped;
use unobench_core::bounded::{self, quoted};
use unobench_record::{Asked, ReplayReport};

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
        return step::through(args);
    }
    if let (Some(line), Some(strategy)) = (args.at, &args.ask) {
        return Err(Failure::usage(format!(
            "--at {line} and --ask {} go together only with --tui",
            quoted(strategy)
        )));
    }
    let input = open(&args.file)?;
    let name = quoted(&args.file.to_string_lossy());
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

/// Says that there are no full screens.
#[cfg(not(feature = "terminal"))]
mod step {
    use super::{Failure, ReplayArgs};

    pub(super) fn through(args: &ReplayArgs) -> Result<(), Failure> {
        let name = args.file.display();
        let seat = args.seat.map_or_else(String::new, |seat| format!(" --seat {seat}"));
        Err(Failure::usage(format!(
            "replay {name} --tui{seat}: this program was built without full screens"
        )))
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = bounded::open(path)
        .or_usage_in(format!("cannot read {}", quoted(&path.to_string_lossy())))?;
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
    let (mut text, strategy) = (String::new(), quoted(strategy));
    for departure in &asked.departures {
        let (line, seat, player) = (departure.line, departure.seat, quoted(&departure.player));
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

#[cfg(all(test, feature = "terminal"))]
mod tests;
