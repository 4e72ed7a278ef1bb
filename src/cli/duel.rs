//! `unobench duel`: is one strategy better than another?

use std::slice;

use clap::Args;
use serde_json::json;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;

use super::bound::{self, marked_in};
use super::console::{Verbosity, one_line};
use super::duel_plan;
use super::failure::{OrFailure as _, Result, refuse};
use super::line_up::contestant;
use super::matches::{self, MatchesOptions, PlayedRun, csv_of_legs, document, footers};
use super::numbers::{counted_games, grouped, undecided_share};
use super::options::{
    BotOptions, CommonOptions, FaultOptions, GameOptions, OutputFormat, RuleOptions, SeedOptions,
    check_players,
};
use super::paper::{self, PaperStyle, csv_of_findings};
use super::session::{self, conclude, here};
use super::text_table::{TextTable, figures, words};
use unobench_bots::OnFault;
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_engine::Seating;
use unobench_experiment::output;
use unobench_experiment::run::{RunConfig, Stop, Study};
use unobench_findings::duel::{Duel, DuelTest};
use unobench_findings::finding::Finding;
use unobench_findings::tell::duel::{over_rule_sets, remarks};
use unobench_findings::tell::matches::who_is_better;
use unobench_findings::tell::number::{percent, short_percent};
use unobench_findings::tell::run::duel as answer;

/// How many times longer than it takes at worst on average a test goes on when no number of games
/// is given: it is then decided, unless nearly every deal goes the same way.
const PATIENCE: u64 = 64 * 256;

/// A difference that everybody would call clear, beyond the alternative, in Elo points.
const CLEAR: f64 = 50.0;

/// What `duel` plays: two strategies, and the test that decides between them.
#[derive(Debug, Args)]
pub(super) struct DuelPlan {
    /// The strategy that may be better: `name`, `name:key=value,…` or a bot, such as
    /// `cmd:./bot --flag`
    #[arg(value_name = "A")]
    strategy: String,

    /// The strategy that it is compared with
    #[arg(value_name = "B")]
    opponent: String,

    #[command(flatten)]
    rules: RuleOptions,

    /// Seats at the table, 2 to 10; at more than two A sits in one seat against B in the others,
    /// and vice versa
    #[arg(short = 'p', long, value_name = "N", default_value_t = 2)]
    players: u8,

    /// Play whole matches alone, to the end of the scoring, instead of single rounds
    #[arg(long = "match")]
    match_play: bool,

    #[command(flatten)]
    test: TestOptions,

    #[command(flatten)]
    faults: FaultOptions,

    #[command(flatten)]
    games: GameOptions,

    #[command(flatten)]
    pub(super) matches: MatchesOptions,

    #[command(flatten)]
    seed: SeedOptions,
}

/// The sequential test of a duel: its hypotheses and their errors.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "The test")]
struct TestOptions {
    /// Null hypothesis: A is better than B by this many Elo points
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,

    /// Alternative: A is better than B by this many Elo points; the closer to the null hypothesis,
    /// the more games it takes
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,

    /// The largest acceptable probability of choosing the alternative when the null hypothesis is
    /// true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,

    /// The largest acceptable probability of choosing the null hypothesis when the alternative is
    /// true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
}

/// What `duel` is told: what it plays, or only plans, and where results go.
#[derive(Debug, Args)]
pub(super) struct DuelArgs {
    #[command(flatten)]
    plan: DuelPlan,

    /// Play nothing: say how many games and decisions it takes to tell a difference
    #[arg(long = "plan", help_heading = "The test")]
    only_plan: bool,

    #[command(flatten)]
    bots: BotOptions,

    #[command(flatten)]
    common: CommonOptions,
}

pub(super) fn run(args: &DuelArgs) -> Result {
    let verbosity = args.common.verbosity();
    if let Some(same) = args.plan.same()? {
        return print_same(&args.plan, &same, args.common.format.format);
    }
    if args.only_plan {
        return duel_plan::print(&args.plan.config()?, args.common.format.format);
    }
    let mut config = here(args.plan.config()?, &args.bots, &args.common);
    let bots = session::name_bots(&mut config, verbosity)?;
    session::refuse_taken(&config)?;
    let later = args.plan.matches.after(&config)?;
    announce(&config, later.as_ref(), verbosity)?;
    let legs = matches::play(&config, bots, later, &args.common)?;
    print(&legs, args.common.format.format)?;
    conclude(&legs[legs.len() - 1].played, &args.common)
}

impl DuelPlan {
    fn same(&self) -> Result<Option<String>> {
        let [strategy, other] = [&self.strategy, &self.opponent].map(|text| contestant(text));
        let (name, other) = (strategy?.to_string(), other?.to_string());
        let written = if self.strategy == self.opponent {
            String::new()
        } else {
            format!(" ({} and {})", quoted(&self.strategy), quoted(&self.opponent))
        };
        Ok((name == other)
            .then(|| format!("both are {}{written}: neither is better", quoted(&name))))
    }

    pub(super) fn config(&self) -> Result<RunConfig> {
        if let Some(same) = self.same()? {
            refuse!("nothing to play: {same}");
        }
        let players = check_players(self.players)?;
        let TestOptions { elo0, elo1, alpha, beta } = self.test;
        let stop = Stop::Sprt { elo0, elo1, alpha, beta };
        let look = stop.sprt().or_usage()?.look(players);
        let most = (PATIENCE * look).saturating_mul(players as u64);
        Ok(RunConfig {
            rules: self.rules.load(&["official"], players)?.sets,
            question: Study::Duel,
            line_up: vec![contestant(&self.strategy)?, contestant(&self.opponent)?],
            line_ups: Some(line_ups(players, self.strategy > self.opponent)),
            players,
            games: self.games.games.map_or(most, u64::from),
            seed: self.seed.seed,
            seating: Seating::Rotate,
            match_play: self.match_play,
            on_fault: self.faults.on_fault.unwrap_or(OnFault::Lose),
            stop: Some(stop),
            ..RunConfig::default()
        })
    }
}

/// Who is alone by turns, the first by name first: the same games whoever is named first.
pub(super) fn line_ups(players: usize, is_turned: bool) -> Vec<Vec<usize>> {
    let alone = |lone: usize| {
        (0..players).map(|position| if position == 0 { lone } else { 1 - lone }).collect()
    };
    match (players, is_turned) {
        (2, _) => vec![alone(0)],
        (_, false) => vec![alone(0), alone(1)],
        (_, true) => vec![alone(1), alone(0)],
    }
}

fn print_same(plan: &DuelPlan, same: &str, format: OutputFormat) -> Result {
    let text = |_| format!("{same}; no games are played\n");
    let json = || {
        json!({
            "version": unobench_experiment::header::VERSION,
            "seed": plan.seed.seed,
            "same": same,
            "findings": [],
            "tables": {},
        })
    };
    paper::print(format, text, || csv_of_findings(Question::Sides, &[]), json)
}

fn announce(config: &RunConfig, later: Option<&RunConfig>, verbosity: Verbosity) -> Result {
    let names = config.names();
    let rules: Vec<&str> = config.rules.iter().map(|rules: &RuleSet| rules.name.as_str()).collect();
    let sides = if config.players == 2 { "" } else { ", each alone against copies of the other" };
    verbosity.say(&format!(
        "duel of {} and {} under {} at {} seats{sides}",
        quoted(&names[0]),
        quoted(&names[1]),
        rules.join(", "),
        config.players
    ));
    if let Some(stop) = config.stop {
        verbosity.say(&format!(
            "it is decided {stop}, or ends undecided after {} games",
            grouped(config.games)
        ));
        verbosity.say(&forecast(config, stop)?);
    }
    if let Some(later) = later {
        let games = grouped(later.games);
        verbosity.say(&format!("then up to {games} matches have a test of their own"));
    }
    verbosity.say(&format!("seed {}, results go to {}", config.seed, config.out.display()));
    Ok(())
}

fn forecast(config: &RunConfig, stop: Stop) -> Result<String> {
    const MILLION: u64 = 1_000_000;
    let test = stop.sprt().or_usage()?;
    let (elo0, elo1) = test.hypotheses();
    let games = |elo: f64| {
        let blocks = test.blocks(test.expected_information(0.0, elo), config.players);
        ((blocks * config.players as f64) as u64).min(config.games)
    };
    // Timed once: the same games take as long wherever they are told.
    let time = config.time_of(MILLION).or_usage()?;
    let about = |elo: f64| {
        let games = games(elo);
        session::about(games, time.mul_f64(games as f64 / MILLION as f64))
    };
    let clear = elo1 + CLEAR;
    let of_each = if config.rules.len() > 1 { " of each rule set" } else { "" };
    Ok(format!(
        "it probably takes {}{of_each} if the difference is {clear} Elo, {} if it is {elo0}, {} if \
         it is {elo1}, and at most {}; fewer if many deals end alike in every seating",
        about(clear),
        about(elo0),
        about(elo1),
        about((elo0 + elo1) / 2.0)
    ))
}

fn print(legs: &[PlayedRun], format: OutputFormat) -> Result {
    let found: Vec<Vec<Finding>> =
        legs.iter().map(|leg| output::findings(&leg.played.found)).collect();
    let tests: Vec<Vec<DuelTest>> =
        legs.iter().map(|leg| output::tests(&leg.played.found)).collect();
    let all = found.iter().zip(&tests).map(|(found, tests)| Duel::all(found, tests).collect());
    let duels: Vec<Vec<Duel<'_>>> = all.collect();
    let text = |paper: PaperStyle| {
        let told = legs.iter().zip(&duels).map(|(leg, duels)| told(leg, duels, paper));
        told.collect::<String>() + &disagreements(legs, &duels, paper) + &footers(legs)
    };
    paper::print(format, text, || csv_of_legs(Question::Sides, legs), || document(legs))
}

fn told(leg: &PlayedRun, duels: &[Duel<'_>], paper: PaperStyle) -> String {
    let each: String = duels.iter().map(|duel| told_of(leg, duel, paper)).collect();
    let plays = if leg.is_match() { "matches" } else { "single rounds" };
    let all =
        over_rule_sets(duels).map(|all| paper.closing(&format!("in {plays}, {}", one_line(all))));
    each + &all.unwrap_or_default()
}

fn told_of(leg: &PlayedRun, duel: &Duel<'_>, paper: PaperStyle) -> String {
    let (elo, run) = (duel.elo, &duel.run);
    let games = counted_games(run.games(), leg.is_match());
    let named = duel.renamed(|name| marked_in(run, name));
    let tests = duel.test.map(slice::from_ref).unwrap_or_default();
    let named = Duel::all(&named, tests).next().expect("the same duel");
    let (plays, answer) = (leg.plays(&elo.rules), answer(&named, elo.verdict));
    let (rules_name, players) = (&elo.rules, elo.players);
    let verdict = one_line(format!("In {plays} {answer} ({rules_name}, {players} seats, {games})"));
    let sides = paper.table(&sides(&named));
    let mut remarks = remarks(duel);
    remarks.extend(leg.faults(run));
    remarks.extend(bound::note(&sides));
    format!("{}\n\n{sides}\n{}\n", paper.strong(&verdict), paper.remarks(remarks))
}

/// Where rounds and matches have different answers.
fn disagreements(legs: &[PlayedRun], duels: &[Vec<Duel<'_>>], paper: PaperStyle) -> String {
    let ([rounds, matches], [by_rounds, by_matches]) = (legs, duels) else { return String::new() };
    let told = by_rounds.iter().filter_map(|duel| {
        let rules = &duel.elo.rules;
        let other = by_matches.iter().find(|other| other.elo.rules == *rules)?;
        let accepted = duel.accepted().zip(other.accepted());
        accepted.filter(|(verdict, other)| verdict != other)?;
        let answers = [(rounds, duel), (matches, other)]
            .map(|(leg, duel)| (leg.plays(rules), answer(duel, duel.accepted())));
        Some(paper.closing(&paper.strong(&one_line(who_is_better(rules, &answers)))))
    });
    told.collect()
}

fn sides(duel: &Duel<'_>) -> TextTable {
    let mut columns =
        vec![words("alone"), words("against"), figures("games"), figures("wins"), figures("fair")];
    let mut rows = Vec::new();
    for rate in duel.sides(Metric::WinRate) {
        rows.push(vec![
            rate.subject.clone(),
            format!("{} {}", rate.players - 1, rate.against),
            grouped(rate.games.unwrap_or_default()),
            rate.value.map_or_else(String::new, |rate| percent(rate, 2)),
            short_percent(duel.run.fair_share()),
        ]);
    }
    if let Some(share) = undecided_share(duel.undecided()) {
        columns.push(figures("undecided"));
        rows.iter_mut().for_each(|row| row.push(share.clone()));
    }
    TextTable { columns, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_alone_against_the_other() {
        assert_eq!(line_ups(2, true), [[0, 1]]);
        assert_eq!(line_ups(3, false), [[0, 1, 1], [1, 0, 0]]);
        assert_eq!(line_ups(3, true), [[1, 0, 0], [0, 1, 1]]);
    }
}
