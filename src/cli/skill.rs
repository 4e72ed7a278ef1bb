//! `unobench skill`: what playing well is worth under a rule set.

use std::num::NonZeroU64;

use clap::Args;

use super::console::Verbosity;
use super::examined::LearnOptions;
use super::failure::{Result, refuse};
use super::numbers::{count, grouped};
use super::options::{Planned, RuleOptions, SeedOptions, check_players, or_usual};
use super::session;
use super::survey::{self, Bots, SurveyParts, ToSurvey, named};
use super::{catalogue, line_up::strategy};
use unobench_bots::nanoseconds_per_round;
use unobench_core::strategy::StrategySpec;
use unobench_experiment::survey::time_of;
use unobench_experiment::survey::{BotCare, Header, Leg, Play, Study};
use unobench_findings::tell::speech::listed;

/// Those of the ladder when none is named: of tiers 0 to 3.
const DEFAULT_POOL: [&str; 7] =
    ["first-legal", "high-points", "most-colour", "punisher", "counter", "linear", "champion"];

/// What `skill` plays: a ladder of strategies, and those among whom each sits alone.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct SkillPlan {
    /// Strategies of the ladder, besides the beginner, and bots, such as `cmd:./bot --flag`
    /// [default: first-legal, high-points, most-colour, punisher, counter, linear, champion]
    #[arg(value_name = "STRATEGY", help_heading = None)]
    pool: Vec<String>,

    #[command(flatten)]
    rules: RuleOptions,

    /// Seats at the table, 2 to 10
    #[arg(short = 'p', long, value_name = "N", default_value_t = 2)]
    players: u8,

    /// The strategy in all other seats
    #[arg(long, value_name = "STRATEGY", default_value = "counter")]
    others: String,

    /// The player without skill
    #[arg(long, value_name = "STRATEGY", default_value = "random")]
    beginner: String,

    /// The player that knows chance: it sees the hands and the order of the deck; may be given
    /// several times [default: oracle:playouts=200]
    #[arg(long = "oracle", value_name = "STRATEGY")]
    oracles: Vec<String>,

    /// Games for each strategy, and for all pairs; rounded up to whole blocks
    #[arg(short = 'n', long, value_name = "N", value_parser = count, default_value = "400000")]
    games: NonZeroU64,

    /// Games for each strategy that searches, and for each bot, instead, since one of theirs takes
    /// thousands of times as long
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
    search_games: NonZeroU64,

    #[command(flatten)]
    learn: LearnOptions,

    #[command(flatten)]
    seed: SeedOptions,
}

/// What `skill` is told: which strategies play, under which rules, and where results go.
pub(super) type SkillArgs = Planned<SkillPlan>;

pub(super) fn run(args: &SkillArgs) -> Result {
    let verbosity = args.common.verbosity();
    let survey = args.plan.survey(verbosity, &args.common.bot_care(&args.bots))?;
    args.common.refuse_taken(&survey)?;
    let Header { players, ref legs, ref rules, .. } = survey.header;
    let names: Vec<&str> = rules.iter().map(|rules| rules.name.as_str()).collect();
    verbosity.say(&format!(
        "measuring skill under {} at {players} seats; for each rule set:",
        names.join(", ")
    ));
    for leg in legs {
        verbosity.say(&format!("  {} games of {}", grouped(leg.games), leg.play));
    }
    let threads = args.common.machine.threads();
    let time = time_of(&survey.header, super::catalogue()) / threads as u32;
    let games: u64 = legs.iter().map(|leg| leg.games).sum::<u64>() * rules.len() as u64;
    let time = session::about_time(time);
    verbosity.say(&format!("in all {} games, {time}", grouped(games)));
    let report = args.common.play(survey)?;
    survey::print(&report, &[], &args.common)?;
    session::conclude(&report, &args.common)
}

impl SkillPlan {
    pub(super) fn survey(&self, verbosity: Verbosity, care: &BotCare) -> Result<ToSurvey> {
        let players = check_players(self.players)?;
        let chosen = self.rules.load(&["official"], players)?;
        chosen.left_out.iter().for_each(|left_out| verbosity.say(left_out));
        let baseline = chosen.sets[0].name.clone();
        let bots = Bots::among(self.pool.iter().map(String::as_str), care, verbosity)?;
        let legs = legs(self, players, &bots)?;
        let mut survey = ToSurvey::new(SurveyParts {
            question: Study::Skill,
            seed: self.seed.seed,
            players,
            baseline: &baseline,
            rules: chosen.sets,
            legs,
        })?;
        bots.sit_down(&mut survey);
        survey.is_examined = !self.learn.no_learn;
        Ok(survey)
    }
}

/// Nanoseconds a round from which on a bot is slow.
const SLOW: u64 = 1_000_000;

/// A strategy or bot of those that skill is measured by, under the name it has in results.
#[derive(Debug, Clone, PartialEq)]
struct Member {
    name: String,
    /// Whether a game takes thousands of times as long as those of others.
    is_slow: bool,
}

impl From<&StrategySpec> for Member {
    fn from(spec: &StrategySpec) -> Member {
        Member { name: spec.to_string(), is_slow: spec.entry().traits.searches() }
    }
}

fn legs(args: &SkillPlan, players: usize, bots: &Bots) -> Result<Vec<Leg>> {
    let (others, games) = (named(&args.others)?, args.games.get());
    let leg = |member: &Member, play: fn(String, String) -> Play| {
        let games = if member.is_slow { args.search_games.get() } else { games };
        Leg::new(play(member.name.clone(), others.clone()), games, players)
    };
    let beginner = Member::from(&player(&args.beginner)?);
    let ceilings = ceilings(&args.oracles)?;
    let mut pool = vec![beginner];
    // In whatever order they are named.
    let mut named = args.pool.clone();
    named.sort_unstable();
    for text in or_usual(&named, &DEFAULT_POOL) {
        let member = match bots.name(text) {
            Some(name) => Member { name, is_slow: nanoseconds_per_round(text) > SLOW },
            None => Member::from(&player(text)?),
        };
        if pool.iter().all(|known| known.name != member.name) {
            pool.push(member);
        }
    }
    if pool.len() == 1 {
        refuse!("skill needs at least one strategy besides the beginner");
    }
    let alone = |strategy, others| Play::Alone { strategy, others };
    let ceiling = |strategy, others| Play::Ceiling { strategy, others };
    let mut legs: Vec<Leg> = pool.iter().map(|member| leg(member, alone)).collect();
    legs.extend(ceilings.iter().map(|spec| leg(&spec.into(), ceiling)));
    let affordable: Vec<String> =
        pool.iter().filter(|member| !member.is_slow).map(|member| member.name.clone()).collect();
    let pool = if args.pool.is_empty() { library(affordable) } else { affordable };
    if players == 2 && pool.len() > 1 {
        legs.push(Leg::new(Play::Pairs { pool }, games, players));
    }
    Ok(legs)
}

/// These, and all strategies of the library that play and do not search; `net` is `champion` where
/// it has no file.
fn library(mut pool: Vec<String>) -> Vec<String> {
    let entries = catalogue().entries();
    let affordable = entries.filter(|entry| {
        !entry.traits.searches() && !entry.traits.is_bound() && entry.name != "net"
    });
    for name in affordable.map(|entry| entry.name) {
        if !pool.iter().any(|known| known == name) {
            pool.push(name.to_owned());
        }
    }
    pool
}

fn player(text: &str) -> Result<StrategySpec> {
    let spec: StrategySpec = strategy(text)?;
    if spec.entry().traits.is_bound() {
        refuse!(
            "{spec} sees hidden cards and is not a player to learn from; name it with --oracle"
        );
    }
    Ok(spec)
}

fn ceilings(named: &[String]) -> Result<Vec<StrategySpec>> {
    let mut found: Vec<StrategySpec> = Vec::new();
    for text in or_usual(named, &["oracle:playouts=200"]) {
        let spec: StrategySpec = strategy(text)?;
        if !spec.entry().traits.is_bound() {
            let bounds = catalogue().entries().filter(|entry| entry.traits.is_bound());
            let bounds: Vec<&str> = bounds.map(|entry| entry.name).collect();
            refuse!(
                "--oracle {spec}: it sees no hidden cards, so it is no ceiling; those that do: {}",
                listed(&bounds)
            );
        }
        if found.iter().all(|known| known.to_string() != spec.to_string()) {
            found.push(spec);
        }
    }
    found.sort_by_key(StrategySpec::nanoseconds_per_round);
    Ok(found)
}
