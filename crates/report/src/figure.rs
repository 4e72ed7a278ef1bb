//! A picture with what it says and the numbers behind it.

use super::ReportError;
use super::chart::{Chart, Picture, picture};
use super::words::{grouped, plain};
use serde::Serialize;
use serde_json::{Map, Value};
use unobench_findings::wide::Wide;

/// How the numbers of a column are written on the page; the data keep all digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
    Plain,
    Count,
    Percent,
}

pub(super) fn show(column: &str) -> Show {
    match column {
        "ahead" | "behind" | "blocked" | "blocks" | "count" | "decisions" | "faults" | "games"
        | "rounds" | "same" | "stalled" | "tied" | "wins" => Show::Count,
        "win_rate" | "win_rate_low" | "win_rate_high" | "zero" => Show::Percent,
        "chance_done" | "chance_best" | "chance_lost" => Show::Percent,
        "lost_a_decision" | "lost_a_round" | "lost_a_round_low" | "lost_a_round_high" => {
            Show::Percent
        }
        _ => Show::Plain,
    }
}

/// Adds the rows of a table of a run, with the run's label in front, without some columns.
pub(super) fn add(all: &mut Wide, label: &str, table: Wide, without: &[&str]) {
    let Wide { columns, rows } = table;
    let is_kept = |column: &&String| !without.contains(&column.as_str());
    let kept = |row: Vec<Value>| {
        let cells = columns.iter().zip(row).filter(|(column, _)| is_kept(column));
        [label.into()].into_iter().chain(cells.map(|(_, cell)| cell)).collect()
    };
    all.rows.extend(rows.into_iter().map(kept));
    let kept = columns.iter().filter(is_kept).cloned();
    all.columns = ["run".to_owned()].into_iter().chain(kept).collect();
}

/// A table of the rows of some runs, each with its run's label, which is the first column. The
/// fields of a row are the others, but for those without which it is.
pub(super) fn of_runs<'a, R: Serialize>(
    rows: impl Iterator<Item = (&'a str, R)>,
    without: &[&str],
) -> Wide {
    of_fields(rows.map(|(label, row)| {
        let mut fields = fields(row);
        fields.retain(|name, _| !without.contains(&name.as_str()));
        fields.shift_insert(0, "run".to_owned(), label.into());
        fields
    }))
}

/// A table of some rows, whose fields are the columns.
pub(super) fn of_rows(rows: impl Iterator<Item = Value>) -> Wide {
    of_fields(rows.map(fields))
}

/// What only some rows have is empty in the others.
fn of_fields(rows: impl Iterator<Item = Map<String, Value>>) -> Wide {
    let rows: Vec<Map<String, Value>> = rows.collect();
    let fullest = rows.iter().max_by_key(|fields| fields.len());
    let columns: Vec<String> =
        fullest.map_or_else(Vec::new, |fields| fields.keys().cloned().collect());
    let cells = |mut fields: Map<String, Value>| {
        columns.iter().map(|name| fields.remove(name).unwrap_or(Value::Null)).collect()
    };
    Wide { rows: rows.into_iter().map(cells).collect(), columns }
}

fn fields(row: impl Serialize) -> Map<String, Value> {
    let fields = serde_json::to_value(row).expect("a row has names of fields for keys");
    let Value::Object(fields) = fields else { unreachable!("a row has fields") };
    fields
}

pub(super) fn shown(cell: &Value, show: Show) -> String {
    let Some(number) = cell.as_f64() else { return cell.as_str().unwrap_or("–").to_owned() };
    match show {
        Show::Count => grouped(number.max(0.0) as u64),
        Show::Percent => format!("{:.2} %", 100.0 * number),
        Show::Plain => plain(number),
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Figure {
    /// Its anchor on the page, which is also the name of its data: lower case letters, digits and
    /// hyphens.
    pub(super) id: String,
    pub(super) title: String,
    /// Who played what it shows; empty if that is not known.
    pub(super) players: String,
    pub(super) picture: Picture,
    pub(super) legend: Vec<String>,
    /// What the band around no effect says; none if there is no band.
    pub(super) band: Option<String>,
    /// What it shows, and how sure that is; the first is repeated at the head of the page.
    pub(super) sentences: Vec<String>,
    /// How many of the sentences tell the same of different directories or rule sets.
    pub(super) headlines: usize,
    pub(super) reading: String,
    pub(super) table: Wide,
    pub(super) curves: Option<Wide>,
}

impl Figure {
    /// The figure with its picture, whose text alternative is what kind it is of and the sentences.
    pub(super) fn drawn(self, chart: &impl Chart, kind: &str) -> Result<Figure, ReportError> {
        let told = format!("{kind} {}", self.sentences.join(" "));
        Ok(Figure { picture: picture(chart, &told)?, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_for_their_column() {
        let known = [
            (Value::Null, Show::Percent, "–"),
            ("a".into(), Show::Count, "a"),
            (100_012.into(), Show::Count, "100,012"),
            (0.566_182.into(), Show::Percent, "56.62 %"),
            (29.810_3.into(), Show::Plain, "29.81"),
        ];
        for (cell, show, text) in known {
            assert_eq!(shown(&cell, show), text);
        }
    }
}
