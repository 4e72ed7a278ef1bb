//! `unobench skill`: how much of a rule set is skill and how much is luck.

use std::num::{NonZeroU64, NonZeroUsize};

use clap::Args;

use super::console::Verbosity;
use super::failure::Failure;
use super::numbers::{self, grouped};
use super::options::{CommonOptions, RuleOptions, SeedOptions, check_players};
use super::session;
use super::survey::{self, ToSurvey, named};
use unobench_experiment::available_threads;
use unobench_experiment::survey::{Header, Inquiry, Leg, Play};

/// The rule set that is measured when none is named.
const DEFAULT_RULES: [&str; 1] = ["official"];

/// Who else is on the ladder when nobody is named.
const DEFAULT_POOL: [&str; 6] =
    ["first-legal", "high-points", "most-colour", "punisher", "counter", "linear"];

/// What `skill` plays.
#[derive(Debug, Args)]
pub(super) struct SkillPlan {
    /// Strategies of the ladder, besides the beginner [default: first-legal, high-points,
    /// most-colour, punisher, counter, linear]
    #[arg(value_name = "STRATEGY")]
    pool: Vec<String>,

    #[command(flatten)]
    rules: RuleOptions,

    /// Seats at the table, 2 to 10
    #[arg(
        short = 'p',
        long,
        value_name = "N",
        default_value_t = 2,
        help_heading = "What is played"
    )]
    players: u8,

    /// Whom everybody meets, in all other seats
    #[arg(
        long,
        value_name = "STRATEGY",
        default_value = "random",
        help_heading = "What is played"
    )]
    others: String,

    /// Who plays without skill
    #[arg(
        long,
        value_name = "STRATEGY",
        default_value = "random",
        help_heading = "What is played"
    )]
    beginner: String,

    /// Who knows chance: the hands and the order of the deck
    #[arg(
        long,
        value_name = "STRATEGY",
        default_value = "oracle:playouts=200",
        help_heading = "What is played"
    )]
    oracle: String,

    /// Games of each strategy, and of the deals that are played many times; rounded up to whole
    /// blocks
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, default_value = "400000", help_heading = "What is played")]
    games: NonZeroU64,

    /// Games of each strategy that searches instead, since one takes thousands of times as long
    #[arg(long, value_name = "N", value_parser = numbers::count, default_value = "4000", help_heading = "What is played")]
    search_games: NonZeroU64,

    /// How many times each deal is played to find out what it decides
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=5040), default_value_t = 20, help_heading = "What is played")]
    repeats: u32,

    #[command(flatten)]
    seed: SeedOptions,
}

/// Arguments of `skill`.
#[derive(Debug, Args)]
pub(super) struct SkillArgs {
    #[command(flatten)]
    plan: SkillPlan,

    #[command(flatten)]
    common: CommonOptions,
}

/// Runs `unobench skill`.
pub(super) fn run(args: &SkillArgs) -> Result<(), Failure> {
    let verbosity = args.common.verbosity();
    let survey = args.plan.survey(verbosity)?;
    let Header { players, ref legs, ref rules, .. } = survey.header;
    let names: Vec<&str> = rules.iter().map(|rules| rules.name.as_str()).collect();
    verbosity.say(&format!(
        "measuring skill under {} at {players} seats; of each rule set:",
        names.join(", ")
    ));
    for leg in legs {
        verbosity.say(&format!("  {} games of {}", grouped(leg.games(players)), leg.play));
    }
    let threads = args.common.machine.threads.map_or_else(available_threads, NonZeroUsize::get);
    let time = survey.header.time(super::catalogue()) / threads as u32;
    let games: u64 = legs.iter().map(|leg| leg.games(players)).sum::<u64>() * rules.len() as u64;
    let time = session::about_time(time);
    verbosity.say(&format!("in all {} games, {time}", grouped(games)));
    let report = args.common.play(survey)?;
    survey::print(&report, &args.common)?;
    args.common.conclude(&report)
}

impl SkillPlan {
    /// What is to be measured; says which rule sets are left out.
    pub(super) fn survey(&self, verbosity: Verbosity) -> Result<ToSurvey, Failure> {
        let players = check_players(self.players)?;
        let chosen = self.rules.load(&DEFAULT_RULES, players)?;
        chosen.left_out.iter().for_each(|left_out| verbosity.say(left_out));
        let baseline = chosen.sets[0].name.clone();
        let legs = legs(self, players)?;
        ToSurvey::new(Inquiry::Skill, self.seed.seed, players, &baseline, chosen.sets, legs)
    }
}

fn legs(args: &SkillPlan, players: usize) -> Result<Vec<Leg>, Failure> {
    let (others, games) = (named(&args.others)?, args.games.get());
    let alone = |text: &str| -> Result<Leg, Failure> {
        let spec = super::line_up::strategy(text)?;
        let games = if spec.entry().traits.searches() { args.search_games.get() } else { games };
        Ok(Leg::new(
            Play::Alone { strategy: spec.to_string(), others: others.clone() },
            games,
            players,
        ))
    };
    let named_pool: Vec<&str> = match args.pool.as_slice() {
        [] => DEFAULT_POOL.to_vec(),
        pool => pool.iter().map(String::as_str).collect(),
    };
    let (beginner, oracle) = (named(&args.beginner)?, named(&args.oracle)?);
    let mut pool = Vec::new();
    for text in named_pool {
        let name = named(text)?;
        if name != beginner && name != oracle && !pool.contains(&name) {
            pool.push(name);
        }
    }
    if pool.is_empty() {
        return Err(Failure::usage(
            "skill needs at least one strategy besides the beginner and the one that knows chance"
                .to_owned(),
        ));
    }
    let mut legs = vec![alone(&beginner)?];
    legs.extend(pool.iter().map(|member| alone(member)).collect::<Result<Vec<_>, _>>()?);
    legs.push(alone(&oracle)?);
    let cheap: Vec<String> = std::iter::once(beginner)
        .chain(pool.iter().filter(|member| !is_search(member)).cloned())
        .collect();
    legs.push(Leg::new(Play::Deals { pool: cheap, games: args.repeats }, games, players));
    Ok(legs)
}

fn is_search(name: &str) -> bool {
    super::line_up::strategy(name).is_ok_and(|spec| spec.entry().traits.searches())
}
