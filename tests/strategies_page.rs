//! `docs/STRATEGIES.md` and the ladder in `README.md`, made from the catalogue and the committed results in `results/ladder`.

use std::fmt::Write as _;
use std::path::PathBuf;

use unobench::strategies::CATALOGUE;
use unobench::strategy::{Cost, Entry, Recall, Sight};

/// With this variable set, the tests write the tables instead of comparing them.
const REGENERATE: &str = "UNOBENCH_REGENERATE";

const BEGIN: &str = "<!-- made by tests/strategies_page.rs: begin -->\n";
const END: &str = "<!-- made by tests/strategies_page.rs: end -->\n";

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
        format!("{:.1} ± {:.1}", 100.0 * self.win_rate, 50.0 * (self.win_rate_high - self.win_rate_low))
    }
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rows(name: &str) -> Vec<Row> {
    let rows: Result<Vec<Row>, _> = csv::Reader::from_path(path(name)).expect("a committed result").deserialize().collect();
    rows.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The table of all strategies against `most-colour`, a line each.
fn ladder(cells: &[(&str, usize)]) -> String {
    let rows = rows("results/ladder/ladder.csv");
    let mut table = String::from("| strategy | tier |");
    cells.iter().for_each(|(rules, players)| write!(table, " {rules}, {players} |").expect("a text"));
    table += "\n|---|--:|";
    cells.iter().for_each(|_| table += "--:|");
    table.push('\n');
    for entry in CATALOGUE.iter().filter(|entry| entry.name != "most-colour") {
        let of = |(rules, players): &(&str, usize)| {
            let row = rows.iter().find(|row| row.name() == entry.name && row.rules == *rules && row.players == *players);
            row.unwrap_or_else(|| panic!("{} is missing in results/ladder/ladder.csv: scripts/ladder", entry.name))
        };
        let name = if entry.traits.sight == Sight::Own {
            entry.name.to_owned()
        } else {
            format!("{} (a bound: sees what nobody may)", entry.name)
        };
        write!(table, "| {name} | {} |", entry.tier).expect("a text");
        cells.iter().for_each(|cell| write!(table, " {} |", of(cell).rate()).expect("a text"));
        table.push('\n');
    }
    table
}

/// The table of the strongest, head to head.
fn heads() -> String {
    let mut table = String::from("| strategy | against | 2 seats | 4 seats, one against three | games |\n|---|---|--:|--:|--:|\n");
    let rows = rows("results/ladder/heads.csv");
    for two in rows.iter().filter(|row| row.players == 2) {
        let four =
            rows.iter().find(|row| row.players == 4 && row.strategy == two.strategy && row.opponent == two.opponent).expect("both tables");
        writeln!(table, "| {} | {} | {} | {} | {}, {} |", two.strategy, two.opponent, two.rate(), four.rate(), two.games, four.games)
            .expect("a text");
    }
    table
}

/// What is said of each strategy.
fn catalogue() -> String {
    CATALOGUE.iter().map(section).collect()
}

fn section(entry: &Entry) -> String {
    let Entry { name, description, source, tier, parameters, traits } = entry;
    let recall = match traits.recall {
        Recall::Nothing => "nothing",
        Recall::Table => "what lies open on the table",
        Recall::Shown => "what lies open, and the cards that it was shown",
    };
    let cost = match traits.cost {
        Cost::Cheap => "cheap",
        Cost::Moderate => "moderate",
        Cost::Search => "search",
    };
    let chance = if traits.stochastic { "draws random numbers" } else { "draws no random numbers" };
    let mut text = format!("\n### `{name}`\n\nTier {tier}. {description}.\n\n");
    text += &format!("Source: {source}. It {chance}; looks at {}; remembers {recall}; cost: {cost}.\n", traits.looks_at);
    if !parameters.is_empty() {
        text += "\n| parameter | default | allowed | meaning |\n|---|---|---|---|\n";
        for parameter in *parameters {
            let default = parameter.written(parameter.default());
            text += &format!("| `{}` | {default} | {} | {} |\n", parameter.name, parameter.allowed(), parameter.description);
        }
    }
    text
}

/// Compares the part of a file between the marks of a number with what it should be, or writes it.
fn check(file: &str, parts: &[String]) {
    let old = text(file);
    let mut new = String::new();
    let mut rest = old.as_str();
    for part in parts {
        let (before, after) = rest.split_once(BEGIN).unwrap_or_else(|| panic!("{file} has no further {BEGIN}"));
        let (_, after) = after.split_once(END).unwrap_or_else(|| panic!("{file} has no further {END}"));
        new += &format!("{before}{BEGIN}{part}{END}");
        rest = after;
    }
    new += rest;
    if std::env::var_os(REGENERATE).is_some() {
        std::fs::write(path(file), &new).unwrap_or_else(|error| panic!("{file}: {error}"));
        return;
    }
    assert_eq!(old, new, "{file} is not what the catalogue and results/ladder say; to write it anew: {REGENERATE}=1 cargo test --release");
}

#[test]
fn the_page_of_the_strategies_is_what_was_measured() {
    check("docs/STRATEGIES.md", &[ladder(&CELLS), heads(), catalogue()]);
}

#[test]
fn the_ladder_of_the_readme_is_what_was_measured() {
    check("README.md", &[ladder(&CELLS[..3])]);
}
