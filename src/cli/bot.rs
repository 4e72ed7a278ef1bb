//! `unobench bot`: does an external bot keep to the protocol?

use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::console;
use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::numbers::{count, grouped};
use super::options::{BotOptions, RuleOptions, SeedOptions};
use unobench_bots::{BotFault, BotSpec, BotStats, BotTable, Contestant, Log, Pool};
use unobench_core::bounded::quoted;
use unobench_core::game::Decision;
use unobench_core::rules::RuleSet;
use unobench_core::shown::Shown;
use unobench_core::table::TableSetup;
use unobench_engine::{Schedule, Seating};

/// Rule sets that are tried besides those that ask for more; all between them ask for every
/// decision but a target, which only added cards ask for.
const DEFAULT_RULES: [&str; 4] = ["official", "cars", "forgetful", "everything"];

const PLAYERS: usize = 4;

const OTHERS: &str = "random";

const EXPLAINED: usize = 5;

/// So many lines of what a bot says on standard error are shown.
const SAID: usize = 40;

/// What is done with an external bot.
#[derive(Debug, Subcommand)]
pub(super) enum BotCommand {
    /// Play some games with a bot: does it keep to the protocol, and how long does it take?
    Check(BotCheckArgs),
}

/// What `bot check` is told: the bot, and the games that it plays.
#[derive(Debug, Args)]
pub(super) struct BotCheckArgs {
    /// Command line of the bot, such as './bot --flag', with or without `cmd:` before it
    #[arg(value_name = "CMD")]
    bot: String,

    #[command(flatten)]
    rules: RuleOptions,

    /// Games per rule set, rounded up to whole blocks
    #[arg(short = 'n', long, value_name = "N", value_parser = count, default_value = "20")]
    games: NonZeroU64,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    bots: BotOptions,
}

pub(super) fn run(command: &BotCommand) -> Result {
    match command {
        BotCommand::Check(args) => check(args),
    }
}

fn check(args: &BotCheckArgs) -> Result {
    let bot: BotSpec = args.bot.parse().or_usage()?;
    let contestants = [
        Contestant::Bot(bot, super::line_up::strategy("random")?),
        super::line_up::strategy(OTHERS)?.into(),
    ];
    let usual: Vec<_> =
        DEFAULT_RULES.into_iter().chain(RuleSet::shipped_with_tag("asks")).collect();
    let rules = args.rules.load(&usual, PLAYERS)?.sets;
    let log = match console::bots_log() {
        Log::Terminal => Log::Kept,
        log => log,
    };
    let Some(pool) = Pool::of(&contestants, args.bots.settings(), log).or_usage()? else {
        refuse!("there is no bot to check");
    };
    let games = play(args, &contestants, &rules, &pool)?;
    let diary = pool.diary();
    console::print(&report(&contestants[0].to_string(), games, &rules, &diary))?;
    tell_what_it_said(&pool.said());
    match diary.fault_count() {
        0 => Ok(()),
        1 => Err(Failure::Failed(anyhow::anyhow!("1 fault"))),
        faults => Err(Failure::Failed(anyhow::anyhow!("{} faults", grouped(faults)))),
    }
}

fn play(
    args: &BotCheckArgs,
    contestants: &[Contestant],
    rules: &[RuleSet],
    pool: &Pool,
) -> Result<u64> {
    let [bot, other] = contestants else { refuse!("a bot and another") };
    let line_up = [bot, other, other, other];
    let schedule = Schedule::new(&line_up, PLAYERS, Seating::Rotate).or_usage()?;
    let extent = schedule.extent(args.games.get()).or_usage()?;
    let strategies = Contestant::strategies(contestants);
    for rules in rules {
        let setup = TableSetup::new(rules, PLAYERS, &strategies, false, args.seed.seed);
        let table = BotTable::new(setup, contestants, pool);
        for block in 0..extent.blocks {
            drop(table.play(block, &schedule.seatings(block)));
        }
    }
    Ok(extent.games * rules.len() as u64)
}

fn report(bot: &str, games: u64, rules: &[RuleSet], diary: &BotStats) -> String {
    let mut text = String::new();
    let names: Vec<String> = rules.iter().map(|rules| rules.name.clone()).collect();
    let called = if diary.names.is_empty() {
        "never said that it was ready".to_owned()
    } else {
        format!("calls itself {}", list(&diary.names))
    };
    // Writing to a string does not fail.
    let _ = writeln!(text, "{} {called}", quoted(bot));
    let (games, names) = (grouped(games), list(&names));
    let _ = writeln!(text, "played {games} games at {PLAYERS} seats against {OTHERS}: {names}");
    let _ = writeln!(text, "\ndecisions   {:>10}", grouped(diary.decision_count()));
    for (decision, asked) in Decision::ALL.iter().zip(diary.asked) {
        let _ = writeln!(text, "  {:<10}{:>10}", decision.name(), grouped(asked));
    }
    let _ = writeln!(text, "{}", times(&diary.times));
    let _ = writeln!(text, "started again after dying: {}", diary.restarts);
    let _ = writeln!(text, "\nfaults      {:>10}", grouped(diary.fault_count()));
    for (fault, count) in BotFault::ALL.iter().zip(diary.faults).filter(|(_, count)| *count > 0) {
        let _ = writeln!(text, "  {:>5}  {fault}", grouped(count));
    }
    for note in diary.notes.iter().take(EXPLAINED) {
        let sent =
            if note.sent.is_empty() { "nothing: there was no process to ask" } else { &note.sent };
        let received = if note.received.is_empty() { "nothing" } else { &note.received };
        let (sent, received) = (Shown::of(sent), quoted(received));
        let _ = writeln!(text, "\n{}\n  sent:      {sent}\n  came back: {received}", note.what);
    }
    text
}

/// Shows what the bot has said on standard error, such as why it died, after what was found.
fn tell_what_it_said(said: &[String]) {
    if said.is_empty() {
        return;
    }
    console::complain("what the bot said on standard error:");
    said.iter().take(SAID).for_each(|line| console::complain(&format!("  {line}")));
    if let Some(more) = said.len().checked_sub(SAID).filter(|more| *more > 0) {
        console::complain(&format!("  and {} lines more", grouped(more as u64)));
    }
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

fn times(times: &[Duration]) -> String {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    match sorted.as_slice() {
        [] => "answers: none".to_owned(),
        sorted => {
            let [median, highest] = [50, 99].map(|percent| sorted.len() * percent / 100);
            format!(
                "answers came after {:?} (median), {:?} (99th percentile); up to {PLAYERS} \
                 questions are sent at a time",
                sorted[median], sorted[highest]
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_by_their_middle_and_their_end() {
        let hundred: Vec<Duration> = (1..=100).rev().map(Duration::from_millis).collect();
        for (told, median) in [(&hundred[..], 51), (&hundred[..1], 100)] {
            let expected = format!(
                "answers came after {median}ms (median), 100ms (99th percentile); up to 4 \
                 questions are sent at a time"
            );
            assert_eq!(times(told), expected);
        }
        assert_eq!(times(&[]), "answers: none");
    }
}
