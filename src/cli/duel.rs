//! `unobench duel`: is one strategy better than another?

use clap::Args;
use serde_json::{Value, json};

use super::bound::{self, marked};
use super::console::{self, Style, Verbosity, one_line};
use super::failure::{Failure, OrFailure as _};
use super::line_up::contestant;
use super::numbers::grouped;
use super::options::{
    BotOptions, CommonOptions, Format, GameOptions, RuleOptions, SeedOptions, check_players,
};
use super::outcome::footer;
use super::report;
use super::session::{self, conclude, here, play, tell_of_resuming};
use super::text_table::{self, TextTable, figures, words};
use super::verdict;
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_engine::Seating;
use unobench_experiment::output;
use unobench_experiment::run::{Question, RunConfig, RunReport, Stop};
use unobench_files::csv;
use unobench_files::documents::{DuelEntry, Hypothesis};
use unobench_files::rows::SideRow;
use unobench_files::words::decimals_for;
use unobench_stats::Interval;

/// The rule set that is played when none is named.
const DEFAULT_RULES: [&str; 1] = ["official"];

/// The most games of each rule set when no number is given.
const MOST_GAMES: u64 = 100_000_000;

/// Below which p-value the two sides are said to disagree.
const DISAGREEMENT: f64 = 0.01;

/// What `duel` plays.
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
    /// and the reverse
    #[arg(short = 'p', long, value_name = "N", default_value_t = 2)]
    players: u8,

    /// A game is a match to the scoring's end instead of one round
    #[arg(long = "match")]
    match_play: bool,

    /// Null hypothesis: A is better than B by so many Elo points
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true,
        help_heading = "The test"
    )]
    elo0: f64,

    /// Alternative: A is better than B by so many Elo points; the closer to the null hypothesis,
    /// the more games it takes
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 5.0,
        allow_negative_numbers = true,
        help_heading = "The test"
    )]
    elo1: f64,

    /// How likely the alternative may be accepted where the null hypothesis is true
    #[arg(long, value_name = "P", default_value_t = 0.05, help_heading = "The test")]
    alpha: f64,

    /// How likely the null hypothesis may be accepted where the alternative is true
    #[arg(long, value_name = "P", default_value_t = 0.05, help_heading = "The test")]
    beta: f64,

    #[command(flatten)]
    games: GameOptions,

    #[command(flatten)]
    seed: SeedOptions,
}

/// Arguments of `duel`.
#[derive(Debug, Args)]
pub(super) struct DuelArgs {
    #[command(flatten)]
    plan: DuelPlan,

    #[command(flatten)]
    bots: BotOptions,

    #[command(flatten)]
    common: CommonOptions,
}

/// Runs `unobench duel`.
pub(super) fn run(args: &DuelArgs) -> Result<(), Failure> {
    let verbosity = args.common.verbosity();
    let config = here(args.plan.config()?, &args.bots, &args.common);
    session::check_parts(&config)?;
    announce(&config, verbosity);
    let report = play(&config, session::progress(&args.common.progress, verbosity))?;
    tell_of_resuming(&report, verbosity);
    print(&report, &config, args.common.format.format)?;
    report::of_run(args.common.keep.report, &config.out, verbosity)?;
    conclude(&report, &config, verbosity)
}

impl DuelPlan {
    /// The configuration of the run.
    pub(super) fn config(&self) -> Result<RunConfig, Failure> {
        let players = check_players(self.players)?;
        let DuelPlan { elo0, elo1, alpha, beta, .. } = *self;
        let stop = Stop::Sprt { elo0, elo1, alpha, beta };
        stop.check().or_usage()?;
        Ok(RunConfig {
            rules: self.rules.load(&DEFAULT_RULES, players)?.sets,
            question: Question::Duel,
            line_up: vec![contestant(&self.strategy)?, contestant(&self.opponent)?],
            line_ups: Some(line_ups(players)),
            players,
            games: self.games.games.map_or(MOST_GAMES, u64::from),
            seed: self.seed.seed,
            seating: Seating::Rotate,
            match_play: self.match_play,
            stop: Some(stop),
            ..RunConfig::default()
        })
    }
}

/// The first alone against the second, and at more than two seats the second alone against the
/// first.
pub(super) fn line_ups(players: usize) -> Vec<Vec<usize>> {
    let alone = |lone: usize| {
        (0..players).map(|position| if position == 0 { lone } else { 1 - lone }).collect()
    };
    if players == 2 { vec![alone(0)] } else { vec![alone(0), alone(1)] }
}

fn announce(config: &RunConfig, verbosity: Verbosity) {
    let names = config.names();
    let rules: Vec<&str> = config.rules.iter().map(|rules: &RuleSet| rules.name.as_str()).collect();
    let sides = if config.players == 2 { "" } else { ", each alone against the other" };
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
    }
    verbosity.say(&format!("seed {}, results go to {}", config.seed, config.out.display()));
}

fn print(report: &RunReport, config: &RunConfig, format: Format) -> Result<(), Failure> {
    let duels = output::duels(&report.results);
    let text = match format {
        Format::Table => {
            let style = Style::of_stdout();
            let text: String = duels.iter().map(|duel| told(duel, style)).collect();
            style.flow(&(text + &footer(report, &config.out) + "\n"))
        }
        Format::Markdown => {
            duels.iter().map(markdown).collect::<String>() + &footer(report, &config.out) + "\n"
        }
        Format::Csv => csv(&duels)?,
        Format::Json => text_table::pretty(&json(report, &duels))?,
    };
    console::print(&text)
}

fn csv(duels: &[DuelEntry]) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    csv::write(&mut bytes, duels.iter().flat_map(|duel| duel.sides.clone()))
        .or_failed("cannot write CSV")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn json(report: &RunReport, duels: &[DuelEntry]) -> Value {
    let header = report.results.header();
    json!({
        "version": header.version,
        "seed": header.seed,
        "duels": duels,
        "ratings": output::ratings(&report.results),
    })
}

fn told(duel: &DuelEntry, style: Style) -> String {
    let sides = sides(duel).aligned(style);
    let remarks: String = remarks(duel).iter().map(|remark| one_line(remark) + "\n").collect();
    let note = noted(&sides).map_or_else(String::new, |note| note + "\n");
    format!("{}\n\n{sides}\n{remarks}{note}\n", style.bold(&verdict(duel)))
}

fn markdown(duel: &DuelEntry) -> String {
    let sides = sides(duel).markdown();
    let remarks: String = remarks(duel)
        .into_iter()
        .chain(noted(&sides))
        .map(|remark| format!("- {}\n", one_line(remark)))
        .collect();
    format!("**{}**\n\n{sides}\n{remarks}\n", verdict(duel))
}

/// What the mark of a bound means, if there is one.
pub(super) fn noted(table: &str) -> Option<String> {
    bound::note(table).map(str::to_owned)
}

/// The answer in a sentence.
fn verdict(duel: &DuelEntry) -> String {
    let DuelEntry { strategy, opponent, rules, .. } = duel;
    let seats = duel.sides.first().map_or(0, |side| side.players);
    let (elo0, elo1) = duel.test.map_or((0.0, 0.0), |test| (test.elo0, test.elo1));
    let answer = match duel.test.and_then(|test| test.accepted) {
        Some(Hypothesis::H1) if elo0 >= 0.0 => {
            format!("{strategy} is better than {opponent}")
        }
        Some(Hypothesis::H1) => {
            format!("{strategy} is not worse than {opponent} by {} Elo", -elo0)
        }
        Some(Hypothesis::H0) => {
            format!("{strategy} is not better than {opponent} by {elo1} Elo")
        }
        None => format!("undecided between {strategy} and {opponent}"),
    };
    one_line(format!(
        "{answer} ({rules}, {seats} seats, {} games)",
        grouped(duel.sides.iter().map(|side| side.games).sum())
    ))
}

fn sides(duel: &DuelEntry) -> TextTable {
    let columns = vec![
        words("alone"),
        words("against"),
        figures("games"),
        figures("wins"),
        figures("fair"),
    ];
    TextTable { columns, rows: duel.sides.iter().map(side).collect() }
}

fn side(row: &SideRow) -> Vec<String> {
    let rates = interval(row.win_rate_low, row.win_rate_high);
    vec![
        marked(&row.strategy),
        format!("{} {}", row.players - 1, marked(&row.opponent)),
        grouped(row.games),
        row.win_rate.map_or_else(String::new, |rate| {
            with_interval(100.0 * rate, rates.map(percents), " %", 2)
        }),
        verdict::percent(row.fair_share),
    ]
}

fn interval(low: Option<f64>, high: Option<f64>) -> Option<Interval> {
    low.zip(high).map(|(low, high)| Interval { low, high })
}

fn percents(interval: Interval) -> Interval {
    Interval { low: 100.0 * interval.low, high: 100.0 * interval.high }
}

/// Writes a value with the ends of its interval.
fn with_interval(value: f64, interval: Option<Interval>, unit: &str, places: usize) -> String {
    let places = interval
        .map_or(places, |interval| decimals_for((interval.high - interval.low) / 2.0).max(places));
    match interval {
        Some(Interval { low, high }) => {
            format!("{value:.places$}{unit} [{low:.places$}, {high:.places$}]")
        }
        None => format!("{value:.places$}{unit}"),
    }
}

/// What else there is to say.
fn remarks(duel: &DuelEntry) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some((elo, reduction)) = duel.elo.zip(duel.variance_reduction) {
        let interval = interval(duel.elo_low, duel.elo_high);
        let elo = with_interval(elo, interval, "", 1);
        let precision = match interval {
            Some(_) => "95 % interval that holds wherever the test stops",
            None => "too few deals for an interval that holds wherever the test stops",
        };
        remarks
            .push(format!("Elo of {} over {}: {elo}, {precision}", duel.strategy, duel.opponent));
        remarks.push(format!(
            "pairing: as precise as {} times as many independent games",
            with_interval(reduction, None, "", 2)
        ));
        let disagreement = duel.sides_disagree.and_then(|sides| sides.z.zip(sides.p_value));
        if let Some((z, p)) = disagreement.filter(|(_, p)| *p < DISAGREEMENT) {
            remarks.push(format!(
                "the two sides say different things (z = {z:.1}, p = {p:.2e}): how good one is depends on how many of the other sit at the table"
            ));
        }
    }
    if let Some(test) = duel.test {
        remarks.push(format!(
            "test of {} against {} Elo: log-likelihood ratio {:.2}, between {:.2} (H0) and {:.2} (H1); alpha {}, beta {}",
            test.elo0, test.elo1, test.llr, test.lower, test.upper, test.alpha, test.beta
        ));
        if test.accepted.is_none() {
            remarks.push("the test has not decided; more games (--games) or hypotheses farther apart (--elo1) would".to_owned());
        }
    }
    remarks.push(format!("{} stalled, {} faults", grouped(duel.stalled), grouped(duel.faults)));
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_alone_against_the_other() {
        assert_eq!(line_ups(2), [[0, 1]]);
        assert_eq!(line_ups(3), [[0, 1, 1], [1, 0, 0]]);
    }

    #[test]
    fn intervals_show_as_many_digits_as_they_warrant() {
        let interval = Interval { low: 51.98, high: 52.02 };
        assert_eq!(with_interval(52.0, Some(interval), " %", 2), "52.000 % [51.980, 52.020]");
        assert_eq!(with_interval(-3.0, None, "", 1), "-3.0");
    }
}
