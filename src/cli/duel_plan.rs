//! `unobench duel --plan`: how many games tell a difference, and how many decisions they take.
//! Nobody who is named plays.

use serde_json::{Value, json};
use std::io::{self, Write};

use super::catalogue;
use super::console::{self, Style, one_line};
use super::failure::{OrFailure as _, Result};
use super::numbers::grouped;
use super::options::OutputFormat;
use super::text_table::{TextTable, figures, words};
use unobench_core::rules::MAX_SEATS;
use unobench_experiment::run::RunConfig;
use unobench_findings::panel::CHAMPION;
use unobench_findings::tell::number::fixed;
use unobench_record::{Form, Trace};
use unobench_stats::elo;

/// What may be wanted to be told from half of the games between two: wins of 100.
const SHARES: [f64; 6] = [51.0, 52.0, 55.0, 60.0, 70.0, 80.0];

/// The normal quantiles of an interval of 95 % and of a chance of 80 %: a number of games is fixed
/// so that the interval leaves out zero with that chance.
const QUANTILES: f64 = 1.959_964 + 0.841_621;

/// Games that are played to see how many decisions one takes.
const GAMES: u64 = 200;

/// What it takes to tell one difference.
struct PlanRow {
    share: f64,
    elo: f64,
    /// By the test on average, and of a number that is fixed before.
    games: [f64; 2],
}

/// What it takes to tell each difference by a test.
struct TestPlan<'a> {
    config: &'a RunConfig,
    elo0: f64,
    elo1: f64,
    /// Of each of the two in a game.
    decisions: f64,
    rows: [PlanRow; SHARES.len()],
}

pub(super) fn print(config: &RunConfig, format: OutputFormat) -> Result {
    let plan = TestPlan::of(config)?;
    let mut text = plan.table().render(format, Style::of_stdout(), || plan.document())?;
    if matches!(format, OutputFormat::Table | OutputFormat::Markdown) {
        text += "\n";
        text += &one_line(plan.legend());
        text += "\n";
    }
    console::print(&text)
}

impl TestPlan<'_> {
    fn of(config: &RunConfig) -> Result<TestPlan<'_>> {
        let test = config.stop.as_ref().expect("a duel has a test").sprt().or_usage()?;
        let (elo0, elo1) = test.hypotheses();
        let fixed = |elo: f64| (QUANTILES * (elo1 - elo0) / elo).powi(2);
        let rows = SHARES.map(|share| {
            let elo = elo(share / 100.0, 0.5).expect("nobody wins all");
            let games = [test.expected_information(0.0, elo), fixed(elo)];
            let games = games.map(|information| {
                let blocks = test.blocks(information, config.players).ceil();
                (blocks * config.players as f64).max(1.0)
            });
            PlanRow { share, elo, games }
        });
        Ok(TestPlan { config, elo0, elo1, decisions: decisions(config)?, rows })
    }

    /// Decisions of each of the two in so many games.
    fn decisions_in(&self, games: f64) -> u64 {
        (games * self.decisions).round() as u64
    }

    fn plays(&self) -> &'static str {
        if self.config.match_play { "matches" } else { "games" }
    }

    fn table(&self) -> TextTable {
        let mut rows = Vec::new();
        for row in &self.rows {
            let mut cells =
                vec![format!("{} to {}", row.share, 100.0 - row.share), fixed(row.elo, 0)];
            for games in row.games {
                cells.extend([grouped(games as u64), grouped(self.decisions_in(games))]);
            }
            rows.push(cells);
        }
        let plays = self.plays();
        let heads = [format!("{plays} by the test"), "decisions by it".to_owned()]
            .into_iter()
            .chain([format!("{plays} if fixed"), "decisions then".to_owned()]);
        let columns = [words("to be told"), figures("Elo")].into_iter().chain(heads.map(figures));
        TextTable { columns: columns.collect(), rows }
    }

    fn document(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            json!({
                "share": row.share / 100.0, "elo": row.elo, "games": row.games[0],
                "decisions": self.decisions_in(row.games[0]), "games_if_fixed": row.games[1],
                "decisions_if_fixed": self.decisions_in(row.games[1]),
            })
        });
        json!({
            "players": self.config.players, "plays": self.plays(),
            "elo0": self.elo0, "elo1": self.elo1, "decisions_of_each": self.decisions,
            "rows": rows.collect::<Vec<_>>(),
        })
    }

    /// What the columns mean.
    fn legend(&self) -> String {
        let TestPlan { config, elo0, elo1, decisions, .. } = self;
        let (plays, decisions) = (self.plays(), fixed(*decisions, 0));
        format!(
            "to be told: how {plays} between the two divide, at two seats; by the test: on average \
             until a duel with --elo0 {elo0} --elo1 {elo1} decides; if fixed: so many that the 95 % \
             interval leaves out no difference in 80 of 100 cases; decisions: of each of the two, \
             {decisions} a {} as {CHAMPION} has them under {}; all where {plays} do not depend on \
             each other, and fewer where many deals end alike in every seating",
            if config.match_play { "match" } else { "game" },
            config.rules[0].name
        )
    }
}

/// Decisions of each of the two in a game, on average, among those who know the rules: each sits
/// at half of the seats, over the games in which it is alone and the others.
fn decisions(config: &RunConfig) -> Result<f64> {
    let mut counted = Counted(0);
    let trace = Trace {
        rules: &config.rules[0],
        players: config.players,
        strategies: &[catalogue().parse(CHAMPION).or_usage()?],
        seatings: &|_| vec![[0; MAX_SEATS]],
        games: GAMES,
        seed: config.seed,
        match_play: config.match_play,
        form: Form::JsonLines,
    };
    trace.write(&mut counted).or_failed("cannot count decisions")?;
    Ok(counted.0 as f64 / GAMES as f64 / 2.0)
}

/// Counts the decisions that the lines of a record tell.
struct Counted(usize);

impl Write for Counted {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        const DECISION: &[u8] = br#""action":"#;
        self.0 += line.windows(DECISION.len()).filter(|part| *part == DECISION).count();
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
