//! `unobench play`: a person against strategies, on a full screen or line by line.
//!
//! The game is in [`unobench_record::play`]; here are flags, terminals and clocks.

#[cfg(feature = "terminal")]
mod app;
#[cfg(feature = "terminal")]
mod hand;
#[cfg(feature = "terminal")]
mod paint;
mod plain;
#[cfg(feature = "terminal")]
mod screen;
#[cfg(feature = "terminal")]
mod story;
#[cfg(feature = "terminal")]
mod table;
#[cfg(all(test, feature = "terminal"))]
mod tests;

use std::hash::{BuildHasher as _, RandomState};
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use unobench_findings::tell::number::counted;

use clap::Args;
use clap::ValueHint::FilePath;

use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::faults::of_failed_bots;
use super::line_up::{DEFAULT_PLAYERS, contestant, strategy};
use super::options::{BotOptions, ChangeOptions, a_file, check_playable, check_players, or_usual};
use super::{catalogue, console, interrupt};
use unobench_bots::{BotGuests, Contestant, Log, Naming, Pool, name_bots};
use unobench_core::bounded::quoted;
use unobench_core::game::Seat;
use unobench_core::shown::Shown;
use unobench_core::strategy::StrategySpec;
use unobench_disk::{Output, replace_file};
use unobench_findings::panel::CHAMPION;
use unobench_record::play::{GameSetup, HintUse, Invited, PlaySession, PlaySetup};

const DEFAULT_OPPONENT: &str = "most-colour";

/// In milliseconds, on the full screen.
const DEFAULT_TIME: u64 = 3000;

/// What `play` is told: against whom, by which rules, and how it is shown.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// Your opponents: strategies such as `counter` or `ismcts:playouts=200`, and bots, such as
    /// `cmd:./bot --flag`, repeated to fill the table [default: most-colour]
    #[arg(value_name = "STRATEGY")]
    opponents: Vec<String>,

    /// Rule set: a name from `unobench rules list` or a TOML file
    #[arg(short = 'r', long = "rules", value_name = "NAME|FILE", value_hint = FilePath)]
    #[arg(default_value = "official", help_heading = "What is played")]
    rules: String,

    #[command(flatten)]
    changes: ChangeOptions,

    /// Seats at the table, 2 to 10, yours included [default: 4, or as many as there are strategies
    /// and you]
    #[arg(short = 'p', long, value_name = "N", help_heading = "What is played")]
    players: Option<u8>,

    /// Your seat, from 1
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "What is played")]
    seat: u8,

    /// Play whole matches, to the end of the scoring, instead of single rounds
    #[arg(long = "match", help_heading = "What is played")]
    match_play: bool,

    /// Stop after this many rounds
    #[arg(long, value_name = "N", help_heading = "What is played")]
    rounds: Option<NonZeroU32>,

    /// Random seed: the same one gives the same deals [default: drawn, and printed]
    #[arg(short = 's', long, value_name = "N", help_heading = "What is played")]
    seed: Option<u64>,

    /// Decisions may be taken back
    #[arg(long, help_heading = "How it is played")]
    casual: bool,

    /// Let chance make mistakes for you, too, as often as `[people]` says; without it only the
    /// others misplay, forget, call, speak and advise by chance
    #[arg(long, help_heading = "How it is played")]
    human_errors: bool,

    /// Who is asked for hints (h): what this strategy would do and why; if it is named, also show
    /// your chance to win on the full screen, where it gives one, and count at the end how often you
    /// did the same [default: champion, asked only for hints]
    #[arg(long, value_name = "STRATEGY", help_heading = "How it is played")]
    hint: Option<String>,

    /// Milliseconds that you have to jump in, 0 for as long as you like [default: 3000 on the full
    /// screen, as long as you like with --plain]
    #[arg(long, value_name = "MS", help_heading = "How it is played")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    time: Option<u64>,

    #[command(flatten)]
    bots: BotOptions,

    /// Play line by line, without a full screen: for screen readers, pipes and files
    #[arg(long, help_heading = "How it is played")]
    plain: bool,

    /// Save the games as a record, which `unobench replay` reads; a game that is not finished goes
    /// to FILE.unfinished
    #[arg(short = 'o', long, value_name = "FILE", value_parser = a_file(), value_hint = FilePath)]
    out: Option<PathBuf>,
}

/// The bots at the person's table, shared by the session and the report on their faults.
type SharedBots = Arc<Mutex<BotGuests>>;

/// How a session on a screen or at a prompt ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Done,
    Interrupted,
}

/// How a session of `play` runs: its rounds, the time to jump in, and its title.
struct Terms {
    /// How long the person has to jump in; none: as long as it likes.
    time: Option<Duration>,
    rounds: Option<u32>,
    title: String,
    cancelled: Arc<AtomicBool>,
}

impl Terms {
    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn is_over(&self, session: &PlaySession<'_>) -> bool {
        self.rounds.is_some_and(|rounds| session.tally().rounds >= rounds)
    }
}

pub(super) fn run(args: &PlayArgs) -> Result {
    let cancelled = interrupt::listen_silently();
    let (setup, bots) = args.table(&cancelled)?;
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !args.plain && cfg!(not(feature = "terminal")) {
        refuse!("play: this program was built without full screens; --plain plays line by line");
    }
    if !args.plain && !on_terminal {
        refuse!(
            "play: the full screen needs a terminal for input and output; --plain plays line by \
             line"
        );
    }
    let mut keeper = Keeper::new(args.out.as_deref())?;
    let time = args.time.unwrap_or(if args.plain { 0 } else { DEFAULT_TIME });
    let time = (time > 0).then(|| Duration::from_millis(time));
    let (rounds, title) = (args.rounds.map(NonZeroU32::get), args.title(&setup));
    let terms = Terms { time, rounds, title, cancelled };
    let mut session = PlaySession::new(&setup);
    #[cfg(feature = "terminal")]
    let play = if args.plain { plain::play } else { screen::play };
    #[cfg(not(feature = "terminal"))]
    let play = plain::play;
    let ended = play(&mut session, &setup, &terms, &mut keeper);
    keeper.finish(&session)?;
    let closing = closing(&session, &setup, &keeper) + &of_faults(bots.as_deref());
    match ended? {
        Ending::Done => console::print(&closing),
        Ending::Interrupted => {
            // A terminal that went away shows nothing more.
            let _ = console::print(&closing);
            Err(Failure::Interrupted)
        }
    }
}

impl PlayArgs {
    fn table(&self, stopped: &Arc<AtomicBool>) -> Result<(PlaySetup, Option<SharedBots>)> {
        let (game_setup, mut opponents) = self.game_setup()?;
        let pool = Pool::of(&opponents, self.bots.settings(), Log::Heard).or_usage()?;
        let Some(pool) = pool else { return Ok((PlaySetup::new(game_setup), None)) };
        interrupt::wait_for_bots(self.bots.move_time);
        let mut pool = pool.stopped_by(Arc::clone(stopped));
        let naming = Naming { catalogue: catalogue(), known: &[], apart: false };
        let remarks = name_bots(&mut opponents, &mut pool, naming).or_usage()?;
        remarks.iter().for_each(|remark| console::complain(remark));
        let names =
            opponents.iter().map(|opponent| opponent.bot().map(ToString::to_string)).collect();
        let mut others = opponents.iter().cycle().cloned();
        // Nobody is asked for the person's seat.
        let nobody = Contestant::from(opponents[0].strategy().clone());
        let seats = (0..game_setup.players).map(|seat| match seat == game_setup.seat.index() {
            true => nobody.clone(),
            false => others.next().unwrap_or_else(|| nobody.clone()),
        });
        let (rules, seats) = (game_setup.played(), seats.collect());
        let bots = BotGuests::new(rules, seats, game_setup.match_play, game_setup.seed, pool);
        let bots = Arc::new(Mutex::new(bots));
        let invited = Invited { names, guests: bots.clone() };
        Ok((PlaySetup::with_guests(game_setup, Some(invited)), Some(bots)))
    }

    /// What is played, and with whom; in the places of bots those who decide what they fail to.
    fn game_setup(&self) -> Result<(GameSetup, Vec<Contestant>)> {
        let players = match self.players {
            Some(players) => check_players(players)?,
            None => DEFAULT_PLAYERS.max(self.opponents.len() + 1),
        };
        let players = check_players(u8::try_from(players).unwrap_or(u8::MAX))?;
        if self.opponents.len() >= players {
            let (named, seats) = (self.opponents.len(), counted(players as u64 - 1, "seat"));
            refuse!(
                "{named} strategies do not fit: --players {players} leaves only {seats} beside \
                 yours"
            );
        }
        let seat = usize::from(self.seat);
        if !(1..=players).contains(&seat) {
            refuse!("--seat {seat}: the seats of this table are 1 to {players}");
        }
        let opponents = or_usual(&self.opponents, &[DEFAULT_OPPONENT]).into_iter().map(contestant);
        let opponents: Vec<Contestant> = opponents.collect::<Result<_, _>>()?;
        let rules = self.changes.load(&self.rules)?;
        check_playable(&rules, players)?;
        let game_setup = GameSetup {
            rules,
            players,
            seat: Seat::new(seat - 1),
            opponents: opponents.iter().map(|opponent| opponent.strategy().clone()).collect(),
            adviser: Some(adviser("--hint", self.hint.as_deref().unwrap_or(CHAMPION))?),
            hints: if self.hint.is_some() { HintUse::Always } else { HintUse::OnRequest },
            match_play: self.match_play,
            casual: self.casual,
            human_errors: self.human_errors,
            // Short enough to be typed again.
            seed: self.seed.unwrap_or_else(|| RandomState::new().hash_one(()) % 1_000_000),
        };
        Ok((game_setup, opponents))
    }

    fn title(&self, setup: &PlaySetup) -> String {
        let game_setup = setup.game_setup();
        let casual = if game_setup.casual { ", casual" } else { "" };
        let name = Shown::of(&game_setup.rules.name);
        format!("{name}, {} seats, seed {}{casual}", game_setup.players, game_setup.seed)
    }
}

pub(super) fn adviser(flag: &str, text: &str) -> Result<StrategySpec> {
    let adviser = strategy(text)?;
    if adviser.player().is_honest() {
        return Ok(adviser);
    }
    refuse!(
        "{flag} {}: it sees hidden cards; any other strategy of `unobench strategies list` may \
         give hints",
        quoted(text)
    )
}

/// Where the games of a session are saved, and how much of them is saved.
struct Keeper {
    path: Option<PathBuf>,
    /// Number of lines in the file; none before it was written.
    kept: Option<usize>,
    rest: Option<PathBuf>,
}

impl Keeper {
    fn new(path: Option<&Path>) -> Result<Keeper> {
        if let Some(path) = path {
            Output::file(path).or_usage_in("--out")?;
        }
        Ok(Keeper { path: path.map(Path::to_owned), kept: None, rest: None })
    }

    /// Writes the whole games that were played so far, if there are others than in the file.
    fn keep(&mut self, session: &PlaySession<'_>) -> Result {
        let record = session.record();
        let Some(path) = self.path.as_deref().filter(|_| record.len() != self.kept.unwrap_or(0))
        else {
            return Ok(());
        };
        write_lines(path, record)?;
        self.kept = Some(record.len());
        Ok(())
    }

    /// Writes everything that is not yet written: a game that was not finished goes to a file of
    /// its own, since a record has whole games.
    fn finish(&mut self, session: &PlaySession<'_>) -> Result {
        self.keep(session)?;
        if let Some(path) = self.path.as_deref().filter(|_| !session.unfinished().is_empty()) {
            let mut rest = path.as_os_str().to_owned();
            rest.push(".unfinished");
            let rest = PathBuf::from(rest);
            write_lines(&rest, session.unfinished())?;
            self.rest = Some(rest);
        }
        Ok(())
    }

    /// Where the record is, in which a game is a round or a match.
    fn text(&self, game: &str) -> String {
        let mut text = match (&self.path, self.kept) {
            (None, _) => String::new(),
            (Some(path), None | Some(0)) => format!(
                "no {game} was finished: there is nothing to replay in {}\n",
                path.display()
            ),
            (Some(path), Some(_)) => format!("the record is in {}\n", path.display()),
        };
        if let Some(rest) = &self.rest {
            text.push_str(&format!(
                "the {game} that was not finished is in {}, for `replay --tui`\n",
                rest.display()
            ));
        }
        text
    }
}

fn write_lines(path: &Path, lines: &[String]) -> Result {
    replace_file(path, |out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))
        .map_err(|error| Failure::Failed(error.into()))
}

fn statistics(session: &PlaySession<'_>, setup: &PlaySetup) -> String {
    let game_setup = setup.game_setup();
    let adviser = game_setup.adviser.as_ref().map(|adviser| quoted(&adviser.to_string()));
    session.tally().text(setup.words(), game_setup.players, adviser.as_deref())
}

fn of_faults(bots: Option<&Mutex<BotGuests>>) -> String {
    let Some(bots) = bots else { return String::new() };
    let (faults, troubles) = bots.lock().unwrap_or_else(PoisonError::into_inner).faults();
    of_failed_bots(faults, &troubles)
}

fn closing(session: &PlaySession<'_>, setup: &PlaySetup, keeper: &Keeper) -> String {
    let mut text = statistics(session, setup);
    match session.undone() {
        0 => {}
        1 => text += "1 decision was taken back\n",
        undone => text += &format!("{undone} decisions were taken back\n"),
    }
    let seed = setup.game_setup().seed;
    text.push_str(&format!("seed {seed}; to be dealt the same cards again: --seed {seed}\n"));
    text + &keeper.text(if setup.game_setup().match_play { "match" } else { "round" })
}
