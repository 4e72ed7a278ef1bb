//! `unobench rules compare` and `unobench sweep`: what house rules do to the game.

use std::num::NonZeroU64;

use clap::{Args, ValueHint};

use super::console::Verbosity;
use super::failure::{Failure, OrFailure as _};
use super::line_up;
use super::numbers::{self, grouped};
use super::options::{
    ALL_RULES, ChangeOptions, CommonOptions, GameOptions, RuleOptions, SeedOptions, check_playable,
    check_players,
};
use super::survey::{self, ToSurvey, named};
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_experiment::survey::{Header, Inquiry, Leg, Play};

/// Games of the main leg of each rule set when no number is given.
const DEFAULT_GAMES: u64 = 1_000_000;

/// The pool by which skill is measured when none is named: of tiers 0 to 2.
const DEFAULT_POOL: [&str; 5] =
    ["first-legal", "high-points", "most-colour", "punisher", "counter"];

/// What both commands can be told.
#[derive(Debug, Args)]
struct MeasureOptions {
    /// Seats at the table, 2 to 10
    #[arg(
        short = 'p',
        long,
        value_name = "N",
        default_value_t = 4,
        help_heading = "What is played"
    )]
    players: u8,

    #[command(flatten)]
    games: GameOptions,

    /// Who sits in every seat while turns, scores and seats are measured; nobody who looks at more
    /// than the table
    #[arg(
        long,
        value_name = "STRATEGY",
        default_value = "random",
        help_heading = "What is played"
    )]
    strategy: String,

    /// Strategies by which skill and the influence of neighbours are measured, each alone among
    /// copies of --strategy [default: first-legal, high-points, most-colour, punisher, counter]
    #[arg(long, value_name = "STRATEGY", num_args = 1.., help_heading = "What is played")]
    pool: Vec<String>,

    /// Games of each strategy of the pool, per rule set; 0 measures neither
    #[arg(long, value_name = "N", value_parser = numbers::count_or_none, default_value = "100000", help_heading = "What is played")]
    pool_games: u64,

    /// Measure more than 2,000 rule sets
    #[arg(long, help_heading = "What is played")]
    yes: bool,

    #[command(flatten)]
    seed: SeedOptions,
}

/// More rule sets than this are measured only with `--yes`.
const MANY: usize = 2000;

impl MeasureOptions {
    /// Refuses so many rule sets that somebody may have mistyped a key.
    fn check_count(&self, count: Option<usize>) -> Result<(), Failure> {
        match count {
            Some(count) if count <= MANY || self.yes => Ok(()),
            Some(count) => Err(Failure::usage(format!(
                "{count} rule sets are more than {MANY}; to measure them all: --yes"
            ))),
            None => Err(Failure::usage("--set: more combinations than can be counted".to_owned())),
        }
    }
}

/// What `rules compare` plays.
#[derive(Debug, Args)]
pub(super) struct ComparePlan {
    /// Rule sets: names from `unobench rules list`, TOML files, or `all` [default: all]
    #[arg(value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    names: Vec<String>,

    /// The rule set that the others are compared with
    #[arg(
        long,
        value_name = "NAME|FILE",
        default_value = "official",
        help_heading = "What is played"
    )]
    baseline: String,

    #[command(flatten)]
    changes: ChangeOptions,

    #[command(flatten)]
    measure: MeasureOptions,
}

/// Arguments of `rules compare`.
#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    plan: ComparePlan,

    #[command(flatten)]
    common: CommonOptions,
}

/// What `sweep` plays.
#[derive(Debug, Args)]
pub(super) struct SweepPlan {
    /// The rule set on which the keys are set, and with which every combination is compared: a name
    /// from `unobench rules list` or a TOML file
    #[arg(short = 'r', long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath, default_value = "official", help_heading = "What is played")]
    rules: String,

    /// A key and its values, such as `setup.hand_size=5,7,9`; of several keys every combination is
    /// played
    #[arg(long = "set", value_name = "KEY=V1,V2,…", required = true, value_parser = numbers::change, help_heading = "What is played")]
    set: Vec<String>,

    #[command(flatten)]
    measure: MeasureOptions,
}

/// Arguments of `sweep`.
#[derive(Debug, Args)]
pub(super) struct SweepArgs {
    #[command(flatten)]
    plan: SweepPlan,

    #[command(flatten)]
    common: CommonOptions,
}

/// Runs `unobench rules compare`.
pub(super) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    play(args.plan.survey(args.common.verbosity())?, &args.common)
}

/// Runs `unobench sweep`.
pub(super) fn sweep(args: &SweepArgs) -> Result<(), Failure> {
    play(args.plan.survey()?, &args.common)
}

fn play(survey: ToSurvey, common: &CommonOptions) -> Result<(), Failure> {
    announce(common.verbosity(), &survey);
    let report = common.play(survey)?;
    survey::print(&report, common)?;
    common.conclude(&report)
}

impl ComparePlan {
    /// What is to be measured; says which rule sets are left out.
    pub(super) fn survey(&self, verbosity: Verbosity) -> Result<ToSurvey, Failure> {
        let players = check_players(self.measure.players)?;
        let baseline = self.changes.load(&self.baseline)?;
        check_playable(&baseline, players)?;
        let names =
            if self.names.is_empty() { vec![ALL_RULES.to_owned()] } else { self.names.clone() };
        let chosen =
            RuleOptions { rules: names, changes: self.changes.clone() }.load(&[], players)?;
        chosen.left_out.iter().for_each(|left_out| verbosity.say(left_out));
        let mut rules = chosen.sets;
        match rules.iter().find(|rules| rules.name == baseline.name) {
            None => rules.insert(0, baseline.clone()),
            Some(namesake) if *namesake != baseline => {
                return Err(Failure::usage(format!(
                    "--baseline: two rule sets are called {}, and nobody could tell their results \
                     apart",
                    baseline.name
                )));
            }
            Some(_) => {}
        }
        self.measure.check_count(Some(rules.len()))?;
        self.measure.survey(Inquiry::Compare, &baseline.name, rules)
    }
}

impl SweepPlan {
    /// What is to be measured.
    pub(super) fn survey(&self) -> Result<ToSurvey, Failure> {
        let players = check_players(self.measure.players)?;
        let baseline = RuleSet::load(&self.rules).or_usage()?;
        check_playable(&baseline, players)?;
        let keys: Vec<_> = self.set.iter().map(|text| key_with_values(text)).collect();
        let mut counts = keys.iter().map(|(_, values)| values.len());
        self.measure.check_count(counts.try_fold(1, usize::checked_mul))?;
        let mut rules = vec![baseline.clone()];
        for point in points(&keys) {
            let mut point_rules = baseline.clone();
            point_rules.set_all(&point).or_usage()?;
            check_playable(&point_rules, players)?;
            if rules.iter().any(|earlier| earlier.name == point_rules.name) {
                return Err(Failure::usage(format!(
                    "--set: {} would be played twice",
                    quoted(&point_rules.name)
                )));
            }
            rules.push(point_rules);
        }
        self.measure.survey(Inquiry::Sweep, &baseline.name, rules)
    }
}

impl MeasureOptions {
    fn survey(
        &self,
        question: Inquiry,
        baseline: &str,
        rules: Vec<RuleSet>,
    ) -> Result<ToSurvey, Failure> {
        let players = check_players(self.players)?;
        ToSurvey::new(question, self.seed.seed, players, baseline, rules, legs(self, players)?)
    }
}

fn legs(measure: &MeasureOptions, players: usize) -> Result<Vec<Leg>, Failure> {
    let spec = line_up::strategy(&measure.strategy)?;
    if spec.entry().traits.is_watched() {
        return Err(Failure::usage(format!(
            "--strategy {}: it looks at more than what lies on the table, and its rounds cannot be \
             charted",
            quoted(&spec.to_string())
        )));
    }
    let strategy = spec.to_string();
    let games = measure.games.games.map_or(DEFAULT_GAMES, NonZeroU64::get);
    let mut legs = vec![Leg::new(Play::Starters { strategy: strategy.clone() }, games, players)];
    let pool: Vec<&str> = match measure.pool.as_slice() {
        [] => DEFAULT_POOL.to_vec(),
        pool => pool.iter().map(String::as_str).collect(),
    };
    if measure.pool_games > 0 {
        for member in pool {
            let play = Play::Alone { strategy: named(member)?, others: strategy.clone() };
            legs.push(Leg::new(play, measure.pool_games, players));
        }
    }
    Ok(legs)
}

fn announce(verbosity: Verbosity, survey: &ToSurvey) {
    let Header { players, ref baseline, ref legs, ref rules, .. } = survey.header;
    let count = match rules.len() {
        1 => "1 rule set".to_owned(),
        count => format!("{count} rule sets"),
    };
    verbosity.say(&format!(
        "measuring {count} at {players} seats against {baseline}, on the same deals; of each:"
    ));
    for leg in legs {
        verbosity.say(&format!("  {} games of {}", grouped(leg.games(players)), leg.play));
    }
}

/// Every combination of the values of some keys, the last key changing fastest.
fn points(keys: &[(&str, Vec<String>)]) -> Vec<Vec<String>> {
    keys.iter().fold(vec![Vec::new()], |points, (key, values)| {
        let with = |point: &Vec<String>, value: &String| {
            [point.clone(), vec![format!("{key}={value}")]].concat()
        };
        let all = |point| values.iter().map(move |value| with(point, value));
        points.iter().flat_map(all).collect()
    })
}

/// A key and its values, as in `setup.hand_size=5,7,9`.
fn key_with_values(text: &str) -> (&str, Vec<String>) {
    let (key, values) = text.split_once('=').unwrap_or((text, ""));
    (key, values_of(values))
}

/// Cuts a text at its commas, those between brackets or quotes apart.
fn values_of(text: &str) -> Vec<String> {
    let (mut depth, mut quoted) = (0_i32, false);
    let mut values = vec![String::new()];
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                values.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(value) = values.last_mut() {
            value.push(c);
        }
    }
    values.into_iter().map(|value| value.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_values_is_a_point() {
        let points = points(&["a.b=1,2", "c=[\"x\",\"y\"],[]"].map(key_with_values));
        assert_eq!(
            points,
            [
                ["a.b=1", "c=[\"x\",\"y\"]"],
                ["a.b=1", "c=[]"],
                ["a.b=2", "c=[\"x\",\"y\"]"],
                ["a.b=2", "c=[]"]
            ]
        );
    }
}
