//! `unobench run`: the main job.

use clap::Args;
use clap::ValueHint::FilePath;
use std::time::Duration;
use unobench_findings::question::Question;

use super::console::Verbosity;
use super::failure::{OrFailure as _, Result, refuse};
use super::line_up::line_up;
use super::matches::{self, MatchesOptions, PlayedRun, document, footers};
use super::numbers::{counted_games, grouped, width};
use super::options::{
    BotOptions, CommonOptions, FaultOptions, GameOptions, OutputFormat, RuleOptions, SeedOptions,
    TableOptions, a_file_of_rounds,
};
use super::paper::{self, csv_of_findings};
use super::present;
use super::session::{self, about_time, conclude, here, name_bots};
use unobench_bots::{Contestant, OnFault};
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_core::shown::Shown;
use unobench_experiment::rounds::RoundsPath;
use unobench_experiment::run::{Results, RunConfig, Stop, Study};
use unobench_experiment::{Existing, Played, RunEnding, output};

pub(super) const DEFAULT_STRATEGIES: [&str; 6] =
    ["champion", "linear", "counter", "most-colour", "high-points", "random"];

pub(super) const DEFAULT_RULES: [&str; 4] = ["official", "stacking", "seven-zero", "jump-in"];

const MOST_GAMES: u64 = 1_000_000_000;

/// What `run` plays: strategies, rule sets and games.
#[derive(Debug, Args)]
pub(super) struct RunPlan {
    /// Strategies, such as `random` or `name:key=value,key=value`, and bots, such as
    /// `cmd:./bot --flag` [default: six of the library]
    #[arg(value_name = "STRATEGY")]
    strategies: Vec<String>,

    #[command(flatten)]
    rules: RuleOptions,

    #[command(flatten)]
    faults: FaultOptions,

    #[command(flatten)]
    games: GameOptions,

    /// Stop a rule set as soon as the 95 % interval of every strategy's win rate is at most this
    /// wide from end to end, such as 0.005, after at least 200 deals; --games is then the most that
    /// is played
    #[arg(long, value_name = "WIDTH", value_parser = width, help_heading = "What is played")]
    until_ci: Option<f64>,

    #[command(flatten)]
    table: TableOptions,

    #[command(flatten)]
    pub(super) matches: MatchesOptions,

    #[command(flatten)]
    seed: SeedOptions,
}

/// What `run` is told: what it plays, and where results go.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    plan: RunPlan,

    #[command(flatten)]
    bots: BotOptions,

    /// Write a row for each seat and round to a file whose name ends in .csv or .parquet: who sat
    /// there, won, its points, turns and cards drawn; this takes longer
    #[arg(long, value_name = "FILE", value_parser = a_file_of_rounds(), value_hint = FilePath)]
    #[arg(help_heading = "How it is run")]
    rounds: Option<RoundsPath>,

    #[command(flatten)]
    common: CommonOptions,
}

pub(super) fn run(args: &RunArgs) -> Result {
    let verbosity = args.common.verbosity();
    let config = RunConfig { rounds: args.rounds.clone(), ..args.plan.config(verbosity)? };
    let mut config = here(config, &args.bots, &args.common);
    check_rounds(&config)?;
    let bots = name_bots(&mut config, verbosity)?;
    session::refuse_taken(&config)?;
    let later = args.plan.matches.after(&config)?;
    announce(&config, later.as_ref(), verbosity)?;
    let legs = matches::play(&config, bots, later, &args.common)?;
    tell_of_rounds(&legs[0].played, &config, verbosity);
    print(&legs, args.common.format.format)?;
    tell_of_undecided(&legs[0].played, verbosity);
    conclude(&legs[legs.len() - 1].played, &args.common)
}

fn print(legs: &[PlayedRun], format: OutputFormat) -> Result {
    let text = |paper| present::tables(legs, paper) + &footers(legs);
    let csv = || csv_of_findings(Question::Strength, &output::findings(&legs[0].played.found));
    paper::print(format, text, csv, || document(legs))
}

/// Refuses to lose the rounds that an interrupted run has written.
fn check_rounds(config: &RunConfig) -> Result {
    let Some(path) = config.rounds.as_ref().map(RoundsPath::as_path) else { return Ok(()) };
    let is_there = path.metadata().is_ok_and(|metadata| metadata.is_file());
    if config.existing != Existing::Resume || !is_there {
        return Ok(());
    }
    refuse!(
        "--rounds {}: this file is there already, and a resumed run writes only the rounds that \
         it still plays; name another file, such as {}",
        path.display(),
        session::next_name(path).display()
    )
}

fn tell_of_rounds(report: &Played<Results>, config: &RunConfig, verbosity: Verbosity) {
    if let (Some(rows), Some(rounds)) = (report.rounds, &config.rounds) {
        let clause = match (&report.resumed, report.ending) {
            (Some(_), _) => ": the rounds since it was resumed",
            (None, RunEnding::Complete) => "",
            (None, _) => ": all rounds until then",
        };
        verbosity.say(&format!(
            "{} has {} rows{clause}",
            rounds.as_path().display(),
            grouped(rows)
        ));
    }
}

/// Says of which rule sets too little is known after all.
fn tell_of_undecided(report: &Played<Results>, verbosity: Verbosity) {
    let complete = report.ending == RunEnding::Complete;
    let played = report.found.played();
    for rules in played
        .iter()
        .filter(|rule_set| complete && rule_set.stop.is_some() && !rule_set.is_enough())
    {
        verbosity.say(&format!(
            "{}: the requested precision was not reached after {} games",
            rules.name,
            grouped(rules.games())
        ));
    }
}

impl RunPlan {
    pub(super) fn config(&self, verbosity: Verbosity) -> Result<RunConfig> {
        let (line_up, players) =
            line_up(&self.strategies, self.table.players, &DEFAULT_STRATEGIES)?;
        let chosen = self.rules.load(&DEFAULT_RULES, players)?;
        chosen.left_out.iter().for_each(|left_out| verbosity.say(left_out));
        let config = RunConfig {
            rules: chosen.sets,
            question: Study::Run,
            line_up,
            players,
            seed: self.seed.seed,
            seating: self.table.seating,
            match_play: self.table.match_play,
            on_fault: self.faults.on_fault.unwrap_or(OnFault::Random),
            stop: self.until_ci.map(|width| Stop::FixedWidth { width }),
            ..RunConfig::default()
        };
        if config.stop.is_some() && self.games.games.is_none() {
            return Ok(RunConfig { games: MOST_GAMES, ..config });
        }
        self.games.set(config)
    }
}

fn announce(config: &RunConfig, later: Option<&RunConfig>, verbosity: Verbosity) -> Result {
    let schedule = config.schedule().or_usage()?;
    let games = schedule.extent(config.games).or_usage()?.games;
    let rules: Vec<&str> = config.rules.iter().map(|rules| rules.name.as_str()).collect();
    let of_each = if rules.len() > 1 { " of each rule set" } else { "" };
    let seats = seats_each(config.line_up.len(), config.players);
    let who: Vec<String> = schedule.strategies().iter().map(|name| quoted(name)).collect();
    let most = if config.stop.is_some() { "at most " } else { "" };
    verbosity.say(&format!(
        "playing {most}{}{of_each} ({}) at {} seats: {}{seats}",
        counted_games(games, config.match_play),
        rules.join(", "),
        config.players,
        who.join(", ")
    ));
    if let Some(stop) = config.stop {
        verbosity.say(&format!("a rule set ends {stop}"));
    }
    if games > config.games && config.stop.is_none() {
        verbosity.say(&format!(
            "({}, rounded up to whole blocks, so that every strategy takes every seat equally \
             often)",
            grouped(config.games)
        ));
    }
    if verbosity > Verbosity::Quiet && config.stop.is_none() {
        tell_of_time(config, games, verbosity)?;
    }
    later.map_or(Ok(()), |later| matches::announce(later, verbosity))?;
    verbosity.say(&format!("seed {}, results go to {}", config.seed, config.out.display()));
    tell_of_unlearned(config, verbosity);
    for rules in &config.rules {
        detail(rules, verbosity);
    }
    Ok(())
}

/// Says how long so many games of each rule set take, where that is a second or more.
fn tell_of_time(config: &RunConfig, games: u64, verbosity: Verbosity) -> Result {
    let time = config.time_of(games).or_usage()? * config.rules.len() as u32;
    if time >= Duration::from_secs(1) {
        // Rounds are played at a slower table than the one that is timed.
        let longer = if config.rounds.is_some() { ", and longer with --rounds" } else { "" };
        verbosity.say(&format!("it takes {}{longer}", about_time(time)));
    }
    Ok(())
}

fn tell_of_unlearned(config: &RunConfig, verbosity: Verbosity) {
    for strategy in config.line_up.iter().map(Contestant::strategy) {
        let player = strategy.player();
        let Some(lesson) = player.lesson(config.players) else { continue };
        let names = config.rules.iter().map(|rules| rules.name.as_str());
        let others: Vec<&str> = names.filter(|&name| name != lesson.rules).collect();
        if !others.is_empty() {
            verbosity.say(&format!(
                "{} has learned {} only, not {}; \"unobench train\" learns other rules",
                quoted(&strategy.to_string()),
                quoted(lesson.rules),
                others.join(", ")
            ));
        }
    }
}

fn seats_each(strategies: usize, players: usize) -> String {
    let (each, left) = (players / strategies, players % strategies);
    let times = match each {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        each => format!("{each} times"),
    };
    match (strategies, left) {
        (1, _) => ", in every seat".to_owned(),
        _ if strategies > players => ", in every combination".to_owned(),
        (_, 0) if each == 1 => String::new(),
        (_, 0) => format!(", each {times}"),
        (_, 1) => format!(", each {times}; the spare seat rotates"),
        _ => format!(", each {times}; the {left} spare seats rotate"),
    }
}

fn detail(rules: &RuleSet, verbosity: Verbosity) {
    let [name, description, source] =
        [&rules.name, &rules.description, &rules.source].map(|text| Shown::of(text));
    verbosity.detail(&format!("{name}: {description} ({source})"));
    for (key, here, official) in rules.differences(&RuleSet::official()) {
        verbosity.detail(&format!("  {key} = {here} (officially {official})"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fills_a_table_is_said() {
        let said = [(4, 4), (1, 4), (2, 4), (3, 4), (3, 5), (4, 10), (6, 4)]
            .map(|(strategies, players)| seats_each(strategies, players));
        let expected = [
            "",
            ", in every seat",
            ", each twice",
            ", each once; the spare seat rotates",
            ", each once; the 2 spare seats rotate",
            ", each twice; the 2 spare seats rotate",
            ", in every combination",
        ];
        assert_eq!(said, expected);
    }
}
