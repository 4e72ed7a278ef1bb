//! `unobench run`: the main job.

use clap::Args;

use super::console::{Talk, complain};
use super::failure::{Failure, OrFailure as _};
use super::line_up::LineUp;
use super::numbers::{grouped, spoken};
use super::options::{
    BotOptions, FormatOptions, GameOptions, KeepOptions, MachineOptions, PartOptions, ProgressOptions, ResumeOptions, RuleOptions,
    SeedOptions, TableOptions, TalkOptions,
};
use super::present::counted;
use super::progress::Progress;
use super::{interrupt, outcome};
use crate::arena::{self, Control, Ending, Existing, RunConfig, RunError, RunReport, Schedule};
use crate::rules::RuleSet;

/// Who plays when nobody is named.
pub(super) const DEFAULT_STRATEGIES: [&str; 6] = ["most-colour", "high-points", "save-wilds", "punisher", "first-legal", "random"];

/// The rule sets that are played when none is named.
pub(super) const DEFAULT_RULES: [&str; 4] = ["official", "stacking", "seven-zero", "jump-in"];

/// Games per rule set when no number is given.
const DEFAULT_GAMES: u64 = 1_000_000;

/// Arguments of `run`.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Strategies, such as `random` or `name:key=value,key=value`, and bots, such as `cmd:./bot --flag` [default: six of the library]
    #[arg(value_name = "STRATEGY")]
    strategies: Vec<String>,

    #[command(flatten)]
    rules: RuleOptions,

    #[command(flatten)]
    games: GameOptions,

    #[command(flatten)]
    table: TableOptions,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    machine: MachineOptions,

    #[command(flatten)]
    bots: BotOptions,

    #[command(flatten)]
    keep: KeepOptions,

    #[command(flatten)]
    resume: ResumeOptions,

    #[command(flatten)]
    part: PartOptions,

    #[command(flatten)]
    format: FormatOptions,

    #[command(flatten)]
    progress: ProgressOptions,

    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `unobench run`.
pub(super) fn run(args: &RunArgs) -> Result<(), Failure> {
    let talk = args.talk.talk();
    let line_up = LineUp::new(&args.strategies, args.table.players, &DEFAULT_STRATEGIES)?;
    let chosen = args.rules.load(&DEFAULT_RULES, line_up.players)?;
    for left_out in &chosen.left_out {
        talk.say(left_out);
    }
    let config = config(args, line_up, chosen.sets);
    announce(&config, talk)?;
    let report = play(&config, Progress::new(talk > Talk::Quiet && !args.progress.no_progress))?;
    tell_of_resuming(&report, talk);
    outcome::print(&report, &config.out, args.format.format)?;
    conclude(&report, &config, talk)
}

/// Turns the arguments into what the arena wants to know.
fn config(args: &RunArgs, line_up: LineUp, rules: Vec<RuleSet>) -> RunConfig<'static> {
    RunConfig {
        rules,
        line_up: line_up.strategies,
        players: line_up.players,
        games: args.games.games.map_or(DEFAULT_GAMES, u64::from),
        seed: args.seed.seed,
        seating: args.table.seating.into(),
        match_play: args.table.match_play,
        shard: args.part.shard,
        threads: args.machine.threads,
        move_time: args.bots.move_time,
        out: args.keep.out(),
        existing: existing(args),
        max_time: args.part.max_time,
        stop_rule: None,
        arguments: arguments(),
    }
}

/// What happens to a run that is in the directory already; a part of a run makes no room for the next part unasked.
fn existing(args: &RunArgs) -> Existing {
    match args.keep.existing() {
        _ if args.resume.resume => Existing::Resume,
        Existing::ReplaceFinished if args.part.shard.is_some() => Existing::Refuse,
        existing => existing,
    }
}

/// The arguments as they were given, the program's name left out.
pub(super) fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// Says what is going to be played.
fn announce(config: &RunConfig<'_>, talk: Talk) -> Result<(), Failure> {
    let schedule = Schedule::new(&config.line_up, config.players, config.seating).or_usage()?;
    let games = schedule.extent(config.games).or_usage()?.games;
    let rules: Vec<&str> = config.rules.iter().map(|rules| rules.name.as_str()).collect();
    let of_each = if rules.len() > 1 { " of each rule set" } else { "" };
    let every = if schedule.line_ups().len() > 1 { ", in every combination" } else { "" };
    let who = schedule.strategies().join(", ");
    talk.say(&format!(
        "playing {}{of_each} ({}) at {} seats: {who}{every}",
        counted(games, config.match_play),
        rules.join(", "),
        config.players
    ));
    if games > config.games {
        talk.say(&format!(
            "({} were asked for, rounded up to whole blocks: every strategy is to sit everywhere equally often)",
            grouped(config.games)
        ));
    }
    talk.say(&format!("seed {}, results go to {}", config.seed, config.out.display()));
    if let Some(shard) = config.shard {
        talk.say(&format!("this is part {shard} of it; `unobench merge` puts the parts together"));
    }
    for rules in &config.rules {
        detail(rules, talk);
    }
    Ok(())
}

/// Says, to whoever wants to know, what is special about a rule set.
fn detail(rules: &RuleSet, talk: Talk) {
    talk.detail(&format!("{}: {} ({})", rules.name, rules.description, rules.source));
    for (key, here, official) in rules.differences(&RuleSet::official()) {
        talk.detail(&format!("  {key} = {here} (officially {official})"));
    }
}

/// Plays, with progress and Ctrl-C.
fn play(config: &RunConfig<'_>, mut progress: Progress) -> Result<RunReport, Failure> {
    let cancel = interrupt::listen()?;
    let played = arena::run(config, Control { cancel: &cancel, observer: &mut progress });
    progress.finish();
    played.map_err(|error| explain(error, config))
}

/// Says why the run could not be played; of the default directory also why it was not simply replaced.
fn explain(error: RunError, config: &RunConfig<'_>) -> Failure {
    let unfinished = matches!(error, RunError::SameRun { .. } | RunError::OtherRun { .. }) && config.existing == Existing::ReplaceFinished;
    match outcome::failure(error) {
        Failure::Usage(error) if unfinished => {
            Failure::Usage(error.context("an unfinished run is not replaced unasked (--resume with its own arguments goes on with it)"))
        }
        failure => failure,
    }
}

/// Says where the run went on, and what of the directory could not be used.
fn tell_of_resuming(report: &RunReport, talk: Talk) {
    let Some(resumed) = &report.resumed else { return };
    talk.say(&format!("resumed after {} games", grouped(resumed.games)));
    if let Some(dropped) = &resumed.dropped {
        talk.say(&format!(
            "progress.jsonl is damaged from line {} on ({}): its last {} bytes were dropped, and what they stood for was played again",
            dropped.line,
            dropped.reason,
            grouped(dropped.bytes)
        ));
    }
}

/// Says how it ended, and how to go on if it is not over.
fn conclude(report: &RunReport, config: &RunConfig<'_>, talk: Talk) -> Result<(), Failure> {
    match report.ending {
        Ending::Complete => Ok(()),
        Ending::TimeUp => {
            talk.say(&format!("stopped after {}, as --max-time says; to go on: {}", spoken(report.time), go_on()));
            Ok(())
        }
        Ending::Interrupted => {
            complain(&format!("interrupted; what was played is in {}; to go on: {}", config.out.display(), go_on()));
            Err(Failure::Interrupted)
        }
    }
}

/// The command that goes on with this run.
fn go_on() -> String {
    let mut words = vec![super::NAME.to_owned()];
    words.extend(
        arguments().into_iter().filter(|argument| argument != "--force" && argument != "--resume").map(|argument| quoted(&argument)),
    );
    words.push("--resume".to_owned());
    words.join(" ")
}

/// Quotes an argument for a shell where it needs that.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) { argument.to_owned() } else { format!("'{}'", argument.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_for_a_shell_only_where_they_need_it() {
        for (argument, shown) in [
            ("--set", "--set"),
            ("a=b", "a=b"),
            ("my rules.toml", "'my rules.toml'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
            ("x=[\"0\"]", "'x=[\"0\"]'"),
        ] {
            assert_eq!(quoted(argument), shown);
        }
    }
}
