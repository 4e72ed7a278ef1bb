//! `unobench trace`: complete records of games.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use clap::ValueHint::FilePath;

use super::call::OutputStream;
use super::console::{self, Style, Verbosity};
use super::failure::{Failure, OrFailure as _, Result};
use super::interrupt;
use super::line_up::line_up;
use super::numbers::count;
use super::options::{BotOptions, ChosenRules, RuleOptions, SeedOptions, TableOptions};
use super::run::{DEFAULT_RULES, DEFAULT_STRATEGIES};
use unobench_bots::{BotTable, Contestant, Naming, Pool, name_bots};
use unobench_core::rules::RuleSet;
use unobench_core::shown::spelled;
use unobench_core::strategy::StrategySpec;
use unobench_core::table::{SeatMap, TableSetup};
use unobench_disk::write_file;
use unobench_engine::Schedule;
use unobench_record::{Form, Scripted, Trace};

/// What `trace` is told: which games are recorded, and where.
#[derive(Debug, Args)]
pub(super) struct TraceArgs {
    /// Strategies, such as `random` or `name:key=value,key=value`, and bots, such as
    /// `cmd:./bot --flag`
    #[arg(value_name = "STRATEGY")]
    strategies: Vec<String>,

    #[command(flatten)]
    rules: RuleOptions,

    /// Rounds to record, with --match matches, in the order in which `run` plays them
    #[arg(short = 'n', long, value_name = "N", value_parser = count, default_value = "1")]
    games: NonZeroU64,

    #[command(flatten)]
    table: TableOptions,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    bots: BotOptions,

    /// File for the records; `-` is standard output [default: standard output]
    #[arg(short = 'o', long, value_name = "FILE", value_hint = FilePath)]
    out: Option<PathBuf>,

    /// Write for a person instead of JSON Lines
    #[arg(long)]
    pretty: bool,
}

pub(super) fn run(args: &TraceArgs) -> Result {
    let (mut strategies, players) =
        line_up(&args.strategies, args.table.players, &DEFAULT_STRATEGIES)?;
    let ChosenRules { sets: rules, left_out } = args.rules.load(&DEFAULT_RULES[..1], players)?;
    let verbosity = Verbosity::chosen();
    left_out.iter().for_each(|line| verbosity.say(line));
    let mut bots = Pool::of(&strategies, args.bots.settings(), console::bots_log()).or_usage()?;
    if let Some(pool) = &mut bots {
        interrupt::wait_for_bots(args.bots.move_time);
        let naming = Naming { catalogue: super::catalogue(), known: &[], apart: false };
        let remarks = name_bots(&mut strategies, pool, naming).or_usage()?;
        remarks.iter().for_each(|remark| verbosity.say(remark));
    }
    let schedule = Schedule::new(&strategies, players, args.table.seating).or_usage()?;
    let contestants: Vec<Contestant> =
        schedule.representatives().iter().map(|&place| strategies[place].clone()).collect();
    let strategies = contestants.iter().map(|contestant| contestant.strategy().clone()).collect();
    let cancelled = interrupt::listen();
    let bots = bots.map(|pool| pool.stopped_by(Arc::clone(&cancelled)));
    let job = TraceJob { args, rules, schedule, contestants, strategies, bots, cancelled };
    match args.out.as_deref() {
        None => to_stdout(&job),
        Some(path) if path.as_os_str() == "-" => to_stdout(&job),
        Some(path) => to_file(&job, path),
    }?;
    let never_started = job.bots.as_ref().and_then(Pool::never_started);
    never_started.map_or(Ok(()), |error| Err(Failure::Failed(error.into())))
}

/// The games that `trace` records: their rule sets, seatings and players.
struct TraceJob<'a> {
    args: &'a TraceArgs,
    rules: Vec<RuleSet>,
    schedule: Schedule,
    contestants: Vec<Contestant>,
    strategies: Vec<StrategySpec>,
    bots: Option<Pool>,
    cancelled: Arc<AtomicBool>,
}

/// Where a record goes, and in which form.
struct TraceOutput<'a> {
    out: &'a mut dyn Write,
    form: Form,
    is_terminal: bool,
}

impl TraceJob<'_> {
    fn write(&self, TraceOutput { out, form, is_terminal }: TraceOutput<'_>) -> io::Result<()> {
        let spelled = form == Form::JsonLines && is_terminal;
        for rules in &self.rules {
            let mut out = Stoppable {
                out: &mut *out,
                spelled,
                cancelled: &self.cancelled,
                end: self.end_of_game(),
                between_games: true,
                stopped: false,
            };
            let seatings = |block| self.schedule.seatings(block);
            let trace = self.trace(rules, form, &seatings);
            let written = match &self.bots {
                None => trace.write(&mut out).map(drop),
                Some(pool) => self.write_by_bots(&trace, pool, &mut out),
            };
            if out.stopped {
                break;
            }
            written?;
        }
        out.flush()
    }

    /// Bots are asked once, block by block; what they and all others decided is then written down.
    fn write_by_bots(&self, trace: &Trace<'_>, pool: &Pool, out: &mut dyn Write) -> io::Result<()> {
        let Trace { rules, players, match_play, seed, .. } = *trace;
        let strategies = Contestant::strategies(&self.contestants);
        let setup = TableSetup::new(rules, players, &strategies, match_play, seed);
        let table = BotTable::new(setup, &self.contestants, pool);
        let names: Vec<String> = self.contestants.iter().map(ToString::to_string).collect();
        let decisions = |block, seatings: &[SeatMap]| {
            table.play(block, seatings).into_iter().map(|(_, actions)| actions).collect()
        };
        let script = Scripted { names: &names, decisions: &decisions };
        trace.write_scripted(Some(script), out).map(drop)
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn trace<'a>(
        &'a self,
        rules: &'a RuleSet,
        form: Form,
        seatings: &'a dyn Fn(u64) -> Vec<SeatMap>,
    ) -> Trace<'a> {
        Trace {
            rules,
            players: self.schedule.players(),
            strategies: &self.strategies,
            seatings,
            games: self.args.games.get(),
            seed: self.args.seed.seed,
            match_play: self.args.table.match_play,
            form,
        }
    }

    /// This form for a person, if it is asked for, or else that of files.
    fn form(&self, for_people: Form) -> Form {
        if self.args.pretty { for_people } else { Form::JsonLines }
    }

    fn end_of_game(&self) -> &'static [u8] {
        if self.args.table.match_play {
            br#"{"event":"match_end""#
        } else {
            br#"{"event":"round_end""#
        }
    }
}

/// A writer that stops after Ctrl-C, in a record between two games, so that what is there is a
/// record of whole games.
struct Stoppable<'a> {
    out: &'a mut dyn Write,
    /// Whether what is hidden in the lines of a record is spelled out.
    spelled: bool,
    cancelled: &'a AtomicBool,
    end: &'static [u8],
    between_games: bool,
    stopped: bool,
}

impl Write for Stoppable<'_> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let record = line.starts_with(b"{");
        if self.cancelled.load(Ordering::Relaxed) && (self.between_games || !record) {
            self.stopped = true;
            return Err(io::Error::other("interrupted"));
        }
        self.between_games = line.starts_with(self.end);
        let written = match str::from_utf8(line) {
            Ok(text) if self.spelled => self.out.write_all(spelled(text).as_bytes()),
            _ => self.out.write_all(line),
        };
        written.map(|()| line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn to_stdout(job: &TraceJob<'_>) -> Result {
    let mut out = BufWriter::new(OutputStream::Out);
    let form = job.form(Form::Pretty { colour: Style::of_stdout().coloured });
    let is_terminal = OutputStream::Out.is_terminal();
    job.write(TraceOutput { out: &mut out, form, is_terminal }).map_err(console::stdout_failure)?;
    if job.is_cancelled() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Puts a whole record in the place of an old one; a device or a pipe is written to as it is.
fn to_file(job: &TraceJob<'_>, path: &Path) -> Result {
    let form = job.form(Form::Pretty { colour: false });
    let written = write_file(path, |out| {
        let is_terminal = out.is_terminal();
        job.write(TraceOutput { out, form, is_terminal })
    });
    written.map_err(|error| Failure::Failed(error.into()))?;
    if !job.is_cancelled() {
        return Ok(());
    }
    let path = path.display();
    console::complain(&format!("interrupted; the games recorded until then are in {path}"));
    Err(Failure::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record on a terminal says the same with what is hidden in its texts spelled out; elsewhere
    /// it has the bytes themselves.
    #[test]
    fn what_is_hidden_in_a_record_is_spelled_out_on_a_terminal() {
        let line = "{\"event\":\"round\",\"rules\":\"\u{202e}\u{9b}2J\"}\n";
        let written = |spelled: bool| {
            let mut out = Vec::new();
            let cancelled = &AtomicBool::new(false);
            let (end, between_games, stopped) = (&b"{"[..], true, false);
            let mut out_or_stop =
                Stoppable { out: &mut out, spelled, cancelled, end, between_games, stopped };
            out_or_stop.write_all(line.as_bytes()).expect("memory takes everything");
            String::from_utf8(out).expect("UTF-8")
        };
        assert_eq!(written(false), line);
        assert_eq!(written(true), "{\"event\":\"round\",\"rules\":\"\\u202e\\u009b2J\"}\n");
    }
}
