//! `docs/STRATEGIES.md`, and a sentence in `README.md`, made from the catalogue and the committed
//! results in `results/ladder`.

use crate::pages::{check, path, text};
use unobench_core::strategy::{Entry, Visibility};
use unobench_strategies::CATALOGUE;

/// Who says so in the marks around the tables.
const MADE_BY: &str = "tests/strategies_page.rs";

/// The rule sets of the ladder, and the seats in each.
const RULES: [&str; 6] =
    ["official", "stacking", "seven-zero", "until-playable", "jump-in", "everything"];
const SEATS: [usize; 3] = [2, 3, 4];

#[derive(Debug, serde::Deserialize)]
struct Row {
    rules: String,
    players: usize,
    strategy: String,
    win_rate: f64,
    win_rate_low: f64,
    win_rate_high: f64,
    opponent: String,
}

impl Row {
    fn name(&self) -> &str {
        self.strategy.split(':').next().unwrap_or(&self.strategy)
    }

    /// The rate with half the width of its interval, in percent.
    fn rate(&self) -> String {
        let margin = 50.0 * (self.win_rate_high - self.win_rate_low);
        format!("{:.1} ± {margin:.1}", 100.0 * self.win_rate)
    }
}

fn rows<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let rows: Result<Vec<T>, _> =
        csv::Reader::from_path(path(name)).expect("a committed result").deserialize().collect();
    rows.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands where `scripts/ladder` has not been run since a strategy was added.
const NOT_MEASURED: &str = "not yet measured";

/// The table of all strategies against `most-colour` under some rule sets, a line each.
fn ladder(rows: &[Row], rules: &[&str]) -> String {
    let cells = rules.iter().flat_map(|&rules| SEATS.map(|players| (rules, players)));
    let names: Vec<_> = cells.clone().map(|(rules, seats)| format!("{rules}, {seats}")).collect();
    let lines = "--:|".repeat(names.len() + 1);
    let mut table = format!("| strategy | tier | {} |\n|---|{lines}\n", names.join(" | "));
    // Nobody meets itself, and `net` without a file is `champion`.
    for entry in CATALOGUE.entries().filter(|entry| !["most-colour", "net"].contains(&entry.name)) {
        let rate = |(rules, players)| {
            let mut own = rows.iter().filter(|row| row.name() == entry.name);
            let row = own.find(|row| row.rules == rules && row.players == players);
            row.map_or_else(|| NOT_MEASURED.to_owned(), Row::rate)
        };
        let bound = " (a bound: sees what nobody may)";
        let mark = if entry.traits.sight == Visibility::Own { "" } else { bound };
        let rates: Vec<String> = cells.clone().map(rate).collect();
        table += &format!("| {}{mark} | {} | {} |\n", entry.name, entry.tier, rates.join(" | "));
    }
    table
}

fn measured() -> Vec<Row> {
    rows("results/ladder/ladder.csv")
}

/// The seats at which `champion` meets the others, one against copies of them.
const HEADS: [usize; 4] = [2, 3, 4, 6];

fn of_champion() -> Vec<Row> {
    rows("results/ladder/heads.csv")
}

/// The same in matches, at these seats.
const MATCHES: (&str, [usize; 2]) = ("results/ladder/matches.csv", [2, 4]);

fn heads() -> String {
    let (rounds, matches) = (of_champion(), rows::<Row>(MATCHES.0));
    let columns = HEADS.map(|seats| (&rounds, seats, "")).into_iter();
    let columns: Vec<(&Vec<Row>, usize, &str)> =
        columns.chain(MATCHES.1.map(|seats| (&matches, seats, ", matches"))).collect();
    let names: Vec<String> =
        columns.iter().map(|(_, seats, what)| format!("{seats} seats{what}")).collect();
    let lines = "--:|".repeat(columns.len());
    let mut table = format!("| against | {} |\n|---|{lines}\n", names.join(" | "));
    let honest = CATALOGUE.entries().filter(|entry| entry.traits.sight == Visibility::Own);
    // Who play by its networks do not meet it.
    for entry in honest.filter(|entry| !["champion", "net", "search"].contains(&entry.name)) {
        let cell = |(rows, seats, _): &(&Vec<Row>, usize, &str)| {
            let mut of_it = rows.iter().filter(|row| row.opponent == entry.name);
            let nothing = if rounds.iter().any(|row| row.opponent == entry.name) {
                "–"
            } else {
                NOT_MEASURED
            };
            of_it.find(|row| row.players == *seats).map_or_else(|| nothing.to_owned(), Row::rate)
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        table += &format!("| {} | {} |\n", entry.name, cells.join(" | "));
    }
    table
}

fn strength() -> String {
    let rows: Vec<Row> = rows("results/ladder/strength.csv");
    let mut table = String::from(
        "| rule set | 2 seats | 3 seats | 4 seats | 6 seats | 10 seats |\n|---|--:|--:|--:|--:|--:|\n",
    );
    for rules in RULES.into_iter().chain(["same-number", "seven-rounds"]) {
        let rate = |players| {
            let row = rows.iter().find(|row| row.rules == rules && row.players == players);
            row.map_or_else(|| "–".to_owned(), Row::rate)
        };
        table += &format!("| `{rules}` | {} |\n", [2, 3, 4, 6, 10].map(rate).join(" | "));
    }
    table
}

#[derive(Debug, serde::Deserialize)]
struct Ablation {
    without: String,
    opponent: String,
    win_rate: f64,
}

/// The table of networks that learned without something: the mean of those of all seeds, the lowest
/// and the highest.
fn ablations() -> String {
    let rows: Vec<Ablation> = rows("results/ladder/ablation.csv");
    let mut changes: Vec<&str> = rows.iter().map(|row| row.without.as_str()).collect();
    changes.dedup();
    let mut table =
        String::from("| without, or with another λ | against `linear` | against `most-colour` |\n");
    table += "|---|--:|--:|\n";
    for change in changes {
        let cell = |opponent: &str| {
            let of_it = rows.iter().filter(|row| row.without == change && row.opponent == opponent);
            let rates: Vec<f64> = of_it.map(|row| 100.0 * row.win_rate).collect();
            assert_eq!(rates.len(), 3, "the page speaks of three seeds: {change}, {opponent}");
            let mean = rates.iter().sum::<f64>() / 3.0;
            let low = rates.iter().copied().fold(f64::INFINITY, f64::min);
            let high = rates.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            format!("{mean:.1} ({low:.1}–{high:.1})")
        };
        table += &format!("| {change} | {} | {} |\n", cell("linear"), cell("most-colour"));
    }
    table
}

/// With which version a part of the ladder was played.
fn version(part: &str) -> String {
    let manifest: serde_json::Value =
        serde_json::from_str(&text("results/ladder/manifest.json")).expect("a manifest");
    let program = manifest["parts"][part]["program"].as_str().expect("a program");
    program.strip_prefix("unobench ").expect("its version").to_owned()
}

/// With which versions the figures of a table were played: of searches with an older one.
fn played_with([others, searches]: [&str; 2]) -> String {
    let [others, searches] = [others, searches].map(version);
    format!("\nPlayed with {others}, searches with {searches}.\n")
}

/// Whom `champion` beats least, in rounds and in matches.
fn closest() -> String {
    let at = |rows: &[Row], players: usize| {
        let rows = rows.iter().filter(|row| row.players == players);
        let row = rows.min_by(|a, b| a.win_rate.total_cmp(&b.win_rate));
        row.map(|row| (row.rate(), row.opponent.clone()))
            .unwrap_or_else(|| panic!("nothing at {players} seats"))
    };
    let (rounds, matches) = (of_champion(), rows::<Row>(MATCHES.0));
    let [(two, opponent), (four, other)] = [2, 4].map(|players| at(&rounds, players));
    let [(pair, _), (table, _)] = MATCHES.1.map(|players| at(&matches, players));
    format!(
        "In single rounds of the official game `champion`, a network that learned by playing, beats\n\
         every other strategy here that does not use it: at two seats it wins {two} % against\n\
         `{opponent}`, which comes closest, and at four, one against three, {four} % against\n\
         `{other}` (fair: 50 and 25).\n\
         In matches to 500 points it wins at least {pair} % and {table} % against those who do not\n\
         search. Those who search were met with {}, all others with {}.\n",
        version("search-heads"),
        version("heads")
    )
}

/// What each strategy does, and where the idea is from; `strategies show` says more.
fn catalogue() -> String {
    let row = |entry: &Entry| {
        format!(
            "| `{}` | {} | {} | {} |\n",
            entry.name, entry.tier, entry.description, entry.source
        )
    };
    let rows: String = CATALOGUE.entries().map(row).collect();
    format!("| strategy | tier | what it does | idea from |\n|---|--:|---|---|\n{rows}")
}

#[test]
fn the_page_of_the_strategies_is_what_was_measured() {
    let measured = measured();
    check(
        "docs/STRATEGIES.md",
        MADE_BY,
        &[
            ladder(&measured, &RULES[..3]) + &played_with(["heuristics", "searches"]),
            ladder(&measured, &RULES[3..]) + &played_with(["heuristics", "searches"]),
            heads() + &played_with(["heads", "search-heads"]),
            strength(),
            ablations(),
            // What `strategies/tests/tutorial.rs` compiles.
            format!("```rust,ignore\n{}```\n", text("tests/data/twins.rs")),
            catalogue(),
        ],
    );
}

#[test]
fn the_sentence_of_the_readme_is_what_was_measured() {
    check("README.md", MADE_BY, &[closest()]);
}

/// Whoever adds a strategy need not measure it: the page says so.
#[test]
fn what_is_not_measured_is_said_to_be_so() {
    let page = ladder(&[], &RULES);
    assert!(page.contains(&format!("| random | 0 | {NOT_MEASURED} | ")), "{page}");
}

/// The claim of the page, on the committed results: no interval reaches the fair share.
#[test]
fn the_champion_beats_everybody() {
    let rows = of_champion();
    for row in &rows {
        let (opponent, players) = (&row.opponent, row.players);
        assert_eq!(row.strategy, "champion");
        let is_ahead = row.win_rate_low > 1.0 / players as f64;
        assert!(is_ahead, "against {opponent} at {players} seats: {}", row.rate());
    }
    assert!(rows.len() >= HEADS.len(), "{rows:?}");
}
