//! `docs/STRATEGIES.md` and the ladder in `README.md`, made from the catalogue and the committed
//! results in `results/ladder`.

use std::fmt::Write as _;

use crate::pages::{check, path, text};
use unobench_core::strategy::{Cost, Entry, Recall, Sight};
use unobench_strategies::CATALOGUE;

/// Who says so in the marks around the tables.
const MADE_BY: &str = "tests/strategies_page.rs";

/// The cells of the ladder: rule set and seats.
const CELLS: [(&str, usize); 9] = [
    ("official", 2),
    ("official", 3),
    ("official", 4),
    ("stacking", 2),
    ("stacking", 3),
    ("stacking", 4),
    ("seven-zero", 2),
    ("seven-zero", 3),
    ("seven-zero", 4),
];

/// A measured win rate.
#[derive(Debug, serde::Deserialize)]
struct Row {
    rules: String,
    players: usize,
    strategy: String,
    games: u64,
    win_rate: f64,
    win_rate_low: f64,
    win_rate_high: f64,
    opponent: String,
}

impl Row {
    /// The name without the parameters.
    fn name(&self) -> &str {
        self.strategy.split(':').next().unwrap_or(&self.strategy)
    }

    /// The rate with half the width of its interval, in percent.
    fn rate(&self) -> String {
        format!(
            "{:.1} ± {:.1}",
            100.0 * self.win_rate,
            50.0 * (self.win_rate_high - self.win_rate_low)
        )
    }
}

fn rows(name: &str) -> Vec<Row> {
    let rows: Result<Vec<Row>, _> =
        csv::Reader::from_path(path(name)).expect("a committed result").deserialize().collect();
    rows.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands where `scripts/ladder` has not been run since a strategy was added.
const NOT_MEASURED: &str = "not yet measured";

/// The table of all strategies against `most-colour`, a line each.
fn ladder(rows: &[Row], cells: &[(&str, usize)]) -> String {
    let mut table = String::from("| strategy | tier |");
    cells
        .iter()
        .for_each(|(rules, players)| write!(table, " {rules}, {players} |").expect("a text"));
    table += "\n|---|--:|";
    cells.iter().for_each(|_| table += "--:|");
    table.push('\n');
    // Nobody meets itself, and `net` without a file is `champion`.
    for entry in CATALOGUE.entries().filter(|entry| !["most-colour", "net"].contains(&entry.name)) {
        let of = |(rules, players): &(&str, usize)| {
            let row = rows.iter().find(|row| {
                row.name() == entry.name && row.rules == *rules && row.players == *players
            });
            row.map_or_else(|| NOT_MEASURED.to_owned(), Row::rate)
        };
        let name = if entry.traits.sight == Sight::Own {
            entry.name.to_owned()
        } else {
            format!("{} (a bound: sees what nobody may)", entry.name)
        };
        write!(table, "| {name} | {} |", entry.tier).expect("a text");
        cells.iter().for_each(|cell| write!(table, " {} |", of(cell)).expect("a text"));
        table.push('\n');
    }
    table
}

/// The committed ladder.
fn measured() -> Vec<Row> {
    rows("results/ladder/ladder.csv")
}

/// The table of the strongest, head to head.
fn heads() -> String {
    let mut table = String::from(
        "| strategy | against | 2 seats | 4 seats, one against three | games |\n|---|---|--:|--:|--:|\n",
    );
    let rows = rows("results/ladder/heads.csv");
    for two in rows.iter().filter(|row| row.players == 2) {
        let four = rows
            .iter()
            .find(|row| {
                row.players == 4 && row.strategy == two.strategy && row.opponent == two.opponent
            })
            .expect("both tables");
        writeln!(
            table,
            "| {} | {} | {} | {} | {}, {} |",
            two.strategy,
            two.opponent,
            two.rate(),
            four.rate(),
            two.games,
            four.games
        )
        .expect("a text");
    }
    table
}

/// The tutorial's strategy, from the file that `strategies/tests/tutorial.rs` compiles.
fn tutorial() -> String {
    format!("```rust,ignore\n{}```\n", text("tests/data/twins.rs"))
}

/// The strategies of tiers 0 to 2.
fn heuristics() -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.entries().filter(|entry| entry.tier <= 2)
}

/// What `linear` wins against each strategy of tiers 0 to 2.
fn of_linear() -> Vec<Row> {
    let is_one = |row: &Row| heuristics().any(|entry| entry.name == row.opponent);
    let rows = rows("results/ladder/heads.csv").into_iter();
    rows.filter(|row| row.strategy == "linear" && is_one(row)).collect()
}

/// Whom of the heuristics `linear` beats least.
fn closest() -> String {
    let rows = of_linear();
    let at = |players: usize| {
        let rows = rows.iter().filter(|row| row.players == players);
        rows.min_by(|a, b| a.win_rate.total_cmp(&b.win_rate))
            .unwrap_or_else(|| panic!("nothing at {players} seats"))
    };
    let (two, four) = (at(2), at(4));
    let is_missing = |entry: &&Entry| rows.iter().all(|row| row.opponent != entry.name);
    let missing: String = heuristics()
        .filter(is_missing)
        .map(|entry| format!("`{}` is {NOT_MEASURED}.\n", entry.name))
        .collect();
    format!(
        "Head to head in the official game `linear` beats every strategy of tiers 0 to 2: at two seats it wins {} percent against `{}`, which comes closest, \
         and one against three at four seats {} percent against `{}` (fair would be 50 and 25).\n{missing}",
        two.rate(),
        two.opponent,
        four.rate(),
        four.opponent
    )
}

/// What is said of each strategy.
fn catalogue() -> String {
    CATALOGUE.entries().map(section).collect()
}

fn section(entry: &Entry) -> String {
    // Whatever is added to an entry has to be told here, unless it is how the strategy is made.
    let Entry {
        name,
        description,
        source,
        tier,
        parameters,
        traits,
        version: _,
        make: _,
        file: _,
        fast_table: _,
    } = entry;
    let recall = match traits.recall {
        Recall::Nothing => "nothing",
        Recall::Table => "what lies open on the table",
        Recall::Shown => "what lies open, and the cards that it was shown",
    };
    let cost = match traits.cost {
        Cost::Cheap => "cheap",
        Cost::Moderate => "moderate",
        Cost::Heavy => "heavy",
        Cost::Search => "search",
    };
    let chance = if traits.stochastic { "draws random numbers" } else { "draws no random numbers" };
    let mut text = format!("\n### `{name}`\n\nTier {tier}. {description}.\n\n");
    text += &format!(
        "Source: {source}. It {chance}; looks at {}; remembers {recall}; cost: {cost}.\n",
        traits.looks_at
    );
    if !parameters.is_empty() {
        text += "\n| parameter | default | allowed | meaning |\n|---|---|---|---|\n";
        for parameter in *parameters {
            let default = parameter.written(parameter.default());
            text += &format!(
                "| `{}` | {default} | {} | {} |\n",
                parameter.name,
                parameter.allowed(),
                parameter.description
            );
        }
    }
    text
}

#[test]
fn the_page_of_the_strategies_is_what_was_measured() {
    check(
        "docs/STRATEGIES.md",
        MADE_BY,
        &[ladder(&measured(), &CELLS), heads(), tutorial(), catalogue()],
    );
}

#[test]
fn the_ladder_of_the_readme_is_what_was_measured() {
    check("README.md", MADE_BY, &[ladder(&measured(), &CELLS[..3]), closest()]);
}

/// Whoever adds a strategy need not measure it: the page says so.
#[test]
fn what_is_not_measured_is_said_to_be_so() {
    let page = ladder(&[], &CELLS[..1]);
    assert!(page.contains(&format!("| random | 0 | {NOT_MEASURED} |\n")), "{page}");
}

/// The claims of the page, on the committed results: at two seats and one against three at four, no
/// interval reaches the fair share.
#[test]
fn what_is_said_to_be_stronger_has_won() {
    for row in of_linear() {
        let (opponent, players) = (&row.opponent, row.players);
        assert!(
            row.win_rate_low > 1.0 / players as f64,
            "linear against {opponent} at {players} seats: {}",
            row.rate()
        );
    }
    for players in [2, 4] {
        let heads = self::rows("results/ladder/heads.csv");
        let of_search = |row: &&Row| {
            row.strategy == "ismcts" && row.opponent == "linear" && row.players == players
        };
        let row = heads.iter().find(of_search).expect("ismcts against linear");
        assert!(
            row.win_rate_low > 1.0 / players as f64,
            "ismcts against linear at {players} seats: {}",
            row.rate()
        );
    }
}
