//! What matters, alone and together, in a sweep of everything that can be put in and left out: the
//! rows of `factorial.csv`, by size and in sentences.

use std::collections::BTreeSet;
use unobench_files::panel::short;
use unobench_files::rows::FactorialRow;
use unobench_files::words::{decimals_for, fixed, listed};

/// How many effects a sentence names.
const BIGGEST: usize = 3;

/// A quantity that is told of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// Its name in files.
    pub metric: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Its unit, as it stands after a number.
    pub unit: &'static str,
    /// What values are multiplied by.
    pub scale: f64,
}

/// All, in the order in which they are told.
pub const QUANTITIES: [Quantity; 3] = [
    Quantity { metric: "turns_mean", title: "the length of a game", unit: " turns", scale: 1.0 },
    Quantity {
        metric: "first_seat",
        title: "the first seat's share of wins",
        unit: " points",
        scale: 100.0,
    },
    Quantity { metric: "skill_gain", title: "what skill is worth", unit: " points", scale: 100.0 },
];

/// An effect, at each table.
#[derive(Debug, Clone, PartialEq)]
pub struct Matter<'a> {
    /// What is put in.
    pub effect: &'a str,
    /// Its rows.
    pub rows: Vec<&'a FactorialRow>,
}

impl Matter<'_> {
    /// The rows at which it is told to be more or less.
    fn told(&self) -> Vec<&FactorialRow> {
        self.rows.iter().copied().filter(|row| is_told(row)).collect()
    }

    /// Whether it is told to be more or less at some table.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.rows.iter().any(|row| is_told(row))
    }

    /// Its size, on average over the tables.
    fn size(&self) -> f64 {
        let sizes = self.rows.iter().filter_map(|row| row.value).map(f64::abs);
        sizes.sum::<f64>() / self.rows.len() as f64
    }

    /// What it does, where that is told.
    fn written(&self, Quantity { unit, scale, .. }: Quantity) -> String {
        let told = self.told();
        let mut values: Vec<String> = [f64::min as fn(f64, f64) -> f64, f64::max]
            .iter()
            .filter_map(|end| {
                let row = told.iter().copied().reduce(|one, other| {
                    let [a, b] = [one, other].map(|row| row.value.unwrap_or(0.0));
                    if end(a, b) == a { one } else { other }
                })?;
                Some(with_sign(row, scale))
            })
            .collect();
        values.dedup();
        let tables: Vec<String> = told.iter().map(|row| short(&row.table)).collect();
        let among = if told.len() == self.rows.len() {
            String::new()
        } else {
            format!(" among {}", listed(&tables))
        };
        format!("{} ({}{unit}{among})", self.effect, values.join(" to "))
    }
}

fn is_told(row: &FactorialRow) -> bool {
    row.verdict == "more" || row.verdict == "less"
}

/// An effect with its sign, and as many digits as its interval warrants.
#[must_use]
pub fn with_sign(row: &FactorialRow, scale: f64) -> String {
    let margin = row.low.zip(row.high).map_or(0.0, |(low, high)| scale * (high - low) / 2.0);
    let places = if margin > 0.0 { decimals_for(margin) } else { 1 };
    let text = fixed(scale * row.value.unwrap_or(0.0), places);
    match text.strip_prefix('-') {
        Some(digits) => format!("−{digits}"),
        None => format!("+{text}"),
    }
}

/// The numbers of seats in some rows.
#[must_use]
pub fn sizes(rows: &[FactorialRow]) -> BTreeSet<u32> {
    rows.iter().map(|row| row.players).collect()
}

/// The effects on a quantity, of one and of two, the largest first.
#[must_use]
pub fn matters<'a>(rows: &'a [FactorialRow], players: u32, metric: &str) -> Vec<Matter<'a>> {
    let mut found: Vec<Matter<'a>> = Vec::new();
    let is_wanted = |row: &&FactorialRow| {
        row.players == players
            && row.metric == metric
            && (row.kind == "alone" || row.kind == "together")
    };
    for row in rows.iter().filter(is_wanted) {
        match found.iter_mut().find(|matter| matter.effect == row.effect) {
            Some(matter) => matter.rows.push(row),
            None => found.push(Matter { effect: &row.effect, rows: vec![row] }),
        }
    }
    found.sort_by(|one, other| other.size().total_cmp(&one.size()));
    found
}

/// The three that matter most for each quantity, and how much is due to what is alone and together.
#[must_use]
pub fn sentences(rows: &[FactorialRow], players: u32, quantity: Quantity) -> Vec<String> {
    let all = matters(rows, players, quantity.metric);
    if all.is_empty() {
        return Vec::new();
    }
    let told: Vec<&Matter<'_>> = all.iter().filter(|matter| matter.is_told()).collect();
    let title = quantity.title;
    let biggest: Vec<String> =
        told.iter().take(BIGGEST).map(|matter| matter.written(quantity)).collect();
    let is_same = |matter: &Matter<'_>| matter.rows.iter().all(|row| row.verdict == "same");
    let mut sentences = vec![match told.len() {
        0 if all.iter().all(is_same) => {
            format!("none of them changes {title} enough to matter, alone or together")
        }
        0 => format!("whether {title} depends on any of them is not known yet"),
        1..=BIGGEST => format!("{title} depends on {}", biggest.join("; ")),
        _ => format!("{title} depends most on {}", biggest.join("; ")),
    }];
    let share = |name: &str| {
        let is_wanted = |row: &&FactorialRow| {
            (row.players, &*row.metric, &*row.kind, &*row.effect)
                == (players, quantity.metric, "share", name)
        };
        let shares: Vec<&FactorialRow> = rows.iter().filter(is_wanted).collect();
        let is_known =
            |row: &&FactorialRow| row.low.zip(row.high).is_some_and(|(low, high)| high - low < 0.3);
        // A share that was estimated below 0 is none.
        let values = || shares.iter().filter_map(|row| Some(row.value?.clamp(0.0, 1.0)));
        let [low, high] = [values().fold(1.0, f64::min), values().fold(0.0, f64::max)]
            .map(|end| fixed(100.0 * end, 0));
        (!shares.is_empty() && shares.iter().all(is_known))
            .then(|| if low == high { low } else { format!("{low} to {high}") })
    };
    if let [Some(alone), Some(together), Some(more)] = ["alone", "together", "more"].map(share) {
        sentences.push(format!(
            "of the variance of {title} between all combinations, {alone} % is what each does \
             alone, {together} % what pairs do beyond that, {more} % what three and more do"
        ));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(table: &str, effect: &str, value: f64, verdict: &str) -> FactorialRow {
        FactorialRow {
            players: 4,
            table: table.to_owned(),
            metric: "turns_mean".to_owned(),
            kind: if effect.contains('×') { "together" } else { "alone" }.to_owned(),
            effect: effect.to_owned(),
            value: Some(value),
            low: Some(value - 0.2),
            high: Some(value + 0.2),
            verdict: verdict.to_owned(),
            ..FactorialRow::default()
        }
    }

    #[test]
    fn the_biggest_are_told_first_and_only_where_they_are_sure() {
        let share = |effect: &str, value: f64| FactorialRow {
            kind: "share".to_owned(),
            low: Some(value - 0.01),
            high: Some(value + 0.01),
            ..row("random", effect, value, "")
        };
        let mut rows = vec![
            row("counter", "a", -3.0, "less"),
            row("counter", "a × b", 0.1, "same"),
            row("counter", "b", 9.0, "more"),
            row("random", "a", 0.4, "unclear"),
            row("random", "a × b", 0.1, "same"),
            row("random", "b", 12.0, "more"),
        ];
        rows.extend([share("alone", 0.914), share("together", 0.086), share("more", -0.001)]);
        assert_eq!(
            sentences(&rows, 4, QUANTITIES[0]),
            [
                "the length of a game depends on b (+9.00 to +12.00 turns); a (−3.00 turns among \
                 counter)",
                "of the variance of the length of a game between all combinations, 91 % is what \
                 each does alone, 9 % what pairs do beyond that, 0 % what three and more do"
            ]
        );
        assert!(sentences(&rows, 2, QUANTITIES[0]).is_empty());
        let same = [row("random", "a", 0.1, "same")];
        assert!(sentences(&same, 4, QUANTITIES[0])[0].contains("none of them changes"));
    }
}
