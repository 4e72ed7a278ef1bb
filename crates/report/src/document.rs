//! What a report says, as its page reads it. How it is drawn is the page's business.
//! `web/src/documents/report.ts` has the same types, made from these:
//! `UNOBENCH_REGENERATE=1 cargo test -p unobench-report typescript` writes it anew.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_stats::Verdict;

/// The most things that are told under the headline.
const BULLETS: usize = 5;

/// A whole report: its headline, what was played, its figures and everything in one table.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Report"))]
pub(crate) struct ReportDocument {
    /// What was asked.
    pub(crate) title: String,
    pub(crate) headline: String,
    /// What else is told first, each with the anchor of a figure.
    pub(crate) bullets: Vec<[String; 2]>,
    pub(crate) sources: Vec<PlayedFacts>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) foot: &'static str,
    pub(crate) everything: DocumentTable,
}

impl ReportDocument {
    /// With the first sentences of its figures as headline and bullets, where no headline is given.
    pub(crate) fn told(
        mut self,
        headline: Option<[String; 2]>,
        bullets: Vec<[String; 2]>,
        nothing: &str,
    ) -> ReportDocument {
        let mut kinds = HashSet::new();
        // Of figures that tell the same of different things one is enough.
        let of_kind = self.figures.iter().filter(|figure| kinds.insert(kind(&figure.id)));
        let sentences = |figure: &Figure| match self.figures.len() {
            1 => figure.sentences.clone(),
            _ => figure.sentences.first().cloned().into_iter().collect(),
        };
        let mut of_figures = of_kind
            .flat_map(|figure| sentences(figure).into_iter().map(|told| [told, figure.id.clone()]))
            .filter(|[told, _]| !told.is_empty());
        let is_given = headline.is_some();
        let headline = headline.or_else(|| of_figures.next());
        self.headline = headline.map_or_else(|| nothing.to_owned(), |[told, _]| told);
        let of_figures = of_figures.filter(|_| !is_given);
        self.bullets = bullets.into_iter().chain(of_figures).take(BULLETS).collect();
        self
    }
}

/// The anchor of a figure without the number that tells it from others of its kind.
fn kind(id: &str) -> &str {
    id.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-')
}

/// What was played: names and values, and the command that does it again.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Facts"))]
pub(crate) struct PlayedFacts {
    pub(crate) label: String,
    pub(crate) facts: Vec<(&'static str, String)>,
    pub(crate) command: Option<String>,
    /// The rule set whose settings are in full, these, and what others change of them.
    pub(crate) base: String,
    pub(crate) settings: Vec<String>,
    pub(crate) changes: Vec<(String, Vec<String>)>,
}

/// A chart with its title and the sentences that say what it shows.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Figure {
    /// Its anchor on the page: lower case letters, digits and hyphens.
    pub(crate) id: String,
    pub(crate) title: String,
    /// Who played what it shows; empty if that is not known.
    pub(crate) players: String,
    /// What it shows, and how sure that is; the first may be told at the head of the page.
    pub(crate) sentences: Vec<String>,
    pub(crate) reading: String,
    /// Names of what is told apart by colour and shape; one or none if nothing is.
    pub(crate) series: Vec<String>,
    /// What the band around no effect says; empty if there is no band.
    pub(crate) noticed: String,
    pub(crate) chart: Chart,
    /// What the picture does not show of what it is about.
    pub(crate) details: Option<DocumentTable>,
}

/// What a figure draws.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Chart {
    Intervals(Intervals),
    Distributions(Distributions),
    Curves(Curves),
    Heat(Heat),
}

impl Default for Chart {
    fn default() -> Chart {
        Chart::Intervals(Intervals::default())
    }
}

/// How numbers of an axis are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Unit {
    #[default]
    Plain,
    Signed,
    Times,
    Rank,
}

/// Estimates with their intervals, a row each; of several series several in a row.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Intervals {
    /// What is along the axis.
    pub(crate) what: String,
    pub(crate) unit: Unit,
    pub(crate) by_ratio: bool,
    pub(crate) references: Vec<Short>,
    /// Changes that people at a table hardly notice.
    pub(crate) band: Option<[Short; 2]>,
    pub(crate) rows: Vec<DocumentRow>,
}

/// A row of intervals, with its name.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Row"))]
pub(crate) struct DocumentRow {
    pub(crate) name: String,
    /// Its numbers in words.
    pub(crate) note: String,
    pub(crate) marks: Vec<Mark>,
}

impl DocumentRow {
    pub(crate) fn mean(&self) -> f64 {
        let sum: f64 = self.marks.iter().map(|mark| mark.estimate.value).sum();
        sum / self.marks.len().max(1) as f64
    }
}

/// What is said of a mark: nothing by it, that it is more or less, the same of exploration, or that
/// it cannot be told from nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Tone", repr(enum)))]
pub(crate) enum MarkTone {
    #[default]
    Series,
    More,
    Less,
    Explored,
    Unsure,
}

/// An estimate that is drawn, with its series and what is said of it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(
    test,
    derive(ts_rs::TS),
    ts(type = "[series: number, tone: Tone, value: number, low?: number, high?: number]")
)]
pub(crate) struct Mark {
    pub(crate) series: usize,
    pub(crate) tone: MarkTone,
    pub(crate) estimate: Estimate,
}

/// Series, tone, value, and the ends of the interval if there is one.
impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let head = [self.series as f64, f64::from(self.tone as u8)];
        serializer.collect_seq(head.into_iter().chain(numbers(self.estimate)).map(Short))
    }
}

/// How often each number was, in bins that all share: `edges` are the first numbers of the bins and
/// the number after the last.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Distributions {
    pub(crate) what: String,
    pub(crate) by_ratio: bool,
    pub(crate) edges: Vec<i64>,
    /// What is left out of the bins, if anything is, such as "no points".
    pub(crate) left_out: &'static str,
    pub(crate) rows: Vec<DistributionRow>,
}

/// A row of distributions that are drawn one over another, with its name.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DistributionRow {
    pub(crate) name: String,
    pub(crate) curves: Vec<Distribution>,
}

/// How often each number was in one series, with the mean and the median.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Distribution {
    pub(crate) series: usize,
    #[serde(serialize_with = "known")]
    #[cfg_attr(test, ts(type = "[value: number, low?: number, high?: number]"))]
    pub(crate) mean: Estimate,
    pub(crate) median: i64,
    pub(crate) left_out: Short,
    /// In ten-thousandths of all, by bin from the first that has any.
    pub(crate) from: usize,
    pub(crate) shares: Vec<u32>,
}

/// Values over numbers or names, in small multiples.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Curves {
    pub(crate) across: String,
    pub(crate) what: String,
    pub(crate) unit: Unit,
    pub(crate) reference: Option<Short>,
    pub(crate) band: Option<[Short; 2]>,
    /// From where to where the axis goes, if not around what is shown.
    pub(crate) range: Option<[Short; 2]>,
    /// Places on the axis with their names.
    pub(crate) places: Vec<(Short, String)>,
    /// Whether these are numbers, between which there are others.
    pub(crate) connected: bool,
    pub(crate) panels: Vec<Panel>,
}

/// One of several small charts of curves, with its title.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) lines: Vec<DocumentLine>,
}

/// The points of one series, in the order in which a line joins them.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Line"))]
pub(crate) struct DocumentLine {
    pub(crate) series: usize,
    pub(crate) points: Vec<Point>,
}

/// An estimate at a place on the axis.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(
    test,
    derive(ts_rs::TS),
    ts(type = "[place: number, value: number, low?: number, high?: number]")
)]
pub(crate) struct Point {
    pub(crate) at: f64,
    pub(crate) estimate: Estimate,
}

/// Place, value, and the ends of the interval if there is one.
impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq([self.at].into_iter().chain(numbers(self.estimate)).map(Short))
    }
}

/// A table of estimates, whose cells are coloured by what is said of them.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Heat {
    pub(crate) what: &'static str,
    pub(crate) rows: Vec<String>,
    pub(crate) columns: Vec<String>,
    /// By row and column.
    pub(crate) cells: Vec<Vec<Option<Mark>>>,
}

/// A table of numbers and texts, packed by columns.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PackedTable"))]
pub(crate) struct DocumentTable {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: usize,
    /// Columns of texts: each text once. Their cells are places in these.
    pub(crate) texts: Vec<Vec<String>>,
    /// Column by column; of texts each run of the same as its length and its place.
    #[cfg_attr(test, ts(type = "(number | null)[][]"))]
    pub(crate) cells: Vec<Vec<Value>>,
}

impl DocumentTable {
    /// Of rows whose fields are the columns.
    pub(crate) fn of(rows: impl Iterator<Item = Value>) -> DocumentTable {
        let rows: Vec<Value> = rows.collect();
        let first = rows.first().and_then(Value::as_object);
        let columns = first.into_iter().flat_map(|row| row.keys().cloned());
        let mut table = DocumentTable {
            columns: columns.collect(),
            rows: rows.len(),
            ..DocumentTable::default()
        };
        for name in &table.columns {
            let cells = || rows.iter().map(|row| &row[name]);
            let (texts, cells) = match cells().any(Value::is_string) {
                true => runs(cells().map(|cell| cell.as_str().unwrap_or_default())),
                false => (Vec::new(), cells().map(|cell| short(cell.as_f64())).collect()),
            };
            table.texts.push(texts);
            table.cells.push(cells);
        }
        table
    }

    /// What was found, without counts and the values that others are compared with. It is made
    /// column by column: there may be millions of rows.
    pub(crate) fn of_findings<'a>(
        all: impl Iterator<Item = NamedFinding<'a>> + Clone,
    ) -> DocumentTable {
        let rows = all.filter(|(.., found)| found.low.is_some() || found.verdict.is_some());
        let mut table = DocumentTable { rows: rows.clone().count(), ..DocumentTable::default() };
        for (name, column) in COLUMNS.into_iter().filter(|_| table.rows > 0) {
            let (texts, cells) = match column {
                FindingColumn::Text(text) => runs(rows.clone().map(text)),
                FindingColumn::Number(number) => {
                    (Vec::new(), rows.clone().map(number).map(short).collect())
                }
            };
            table.columns.push(name.to_owned());
            table.texts.push(texts);
            table.cells.push(cells);
        }
        table
    }
}

/// A finding with the name of its run and of what it answers.
type NamedFinding<'a> = (&'a str, &'a str, &'a Finding);

/// What a column of the table of all findings has.
enum FindingColumn {
    Text(for<'a> fn(NamedFinding<'a>) -> &'a str),
    Number(fn(NamedFinding<'_>) -> Option<f64>),
}

/// Those columns, under their names.
const COLUMNS: [(&str, FindingColumn); 14] = {
    use FindingColumn::{Number, Text};
    [
        ("run", Text(|(run, ..)| run)),
        ("question", Text(|(_, question, _)| question)),
        ("rules", Text(|(.., found)| &found.rules)),
        ("players", Number(|(.., found)| Some(f64::from(found.players)))),
        ("table", Text(|(.., found)| &found.table)),
        ("of", Text(|(.., found)| &found.subject)),
        ("against", Text(|(.., found)| &found.against)),
        ("metric", Text(|(.., found)| found.metric.name())),
        ("value", Number(|(.., found)| found.value)),
        ("low", Number(|(.., found)| found.low)),
        ("high", Number(|(.., found)| found.high)),
        ("p", Number(|(.., found)| found.p_value.map(two_digits))),
        ("corrected", Number(|(.., found)| found.q_value.map(two_digits))),
        ("verdict", Text(|(.., found)| found.verdict.map_or("", Verdict::name))),
    ]
};

/// Each text once, and the lengths and places of the runs of the same.
fn runs<'a>(cells: impl Iterator<Item = &'a str>) -> (Vec<String>, Vec<Value>) {
    let (mut known, mut texts) = (HashMap::new(), Vec::new());
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for text in cells {
        let place = *known.entry(text).or_insert_with(|| {
            texts.push(text.to_owned());
            texts.len() - 1
        });
        match runs.last_mut() {
            Some((length, last)) if *last == place => *length += 1,
            _ => runs.push((1, place)),
        }
    }
    (texts, runs.into_iter().flat_map(|(length, place)| [json!(length), json!(place)]).collect())
}

fn short(number: Option<f64>) -> Value {
    number.map_or(Value::Null, |number| json!(Short(number)))
}

fn two_digits(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}

/// A number with five significant digits, which are more than can be seen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "number"))]
pub(crate) struct Short(pub(crate) f64);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number: f64 = format!("{:.4e}", self.0).parse().unwrap_or(self.0);
        // A whole number as it is: games and turns are counted.
        let whole = [self.0, number]
            .into_iter()
            .find(|candidate| candidate.fract() == 0.0 && candidate.abs() < 9e15);
        match whole {
            Some(whole) => serializer.serialize_i64(whole as i64),
            None => serializer.serialize_f64(number),
        }
    }
}

/// A value, and the ends of its interval if there is one.
fn known<S: Serializer>(estimate: &Estimate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers(*estimate).map(Short))
}

fn numbers(estimate: Estimate) -> impl Iterator<Item = f64> {
    let ends = estimate.interval.map(|interval| [interval.low, interval.high]);
    [estimate.value].into_iter().chain(ends.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typescript::{check, declared};

    #[test]
    fn the_page_has_the_types_of_typescript() {
        let declarations = [
            declared::<ReportDocument>(),
            declared::<PlayedFacts>(),
            declared::<Figure>(),
            declared::<Chart>(),
            declared::<Unit>(),
            declared::<Intervals>(),
            declared::<DocumentRow>(),
            declared::<MarkTone>(),
            declared::<Mark>(),
            declared::<Distributions>(),
            declared::<DistributionRow>(),
            declared::<Distribution>(),
            declared::<Curves>(),
            declared::<Panel>(),
            declared::<DocumentLine>(),
            declared::<Point>(),
            declared::<Heat>(),
            declared::<DocumentTable>(),
            declared::<Short>(),
        ];
        check("web/src/documents/report.ts", &declarations);
    }

    /// The tuples that a mark and a point are written as have their own words in TypeScript.
    #[test]
    fn marks_and_points_are_numbers_in_a_row() {
        let estimate = Estimate { value: 2.5, interval: None };
        let mark = Mark { series: 1, tone: MarkTone::Unsure, estimate };
        assert_eq!(json!(mark), json!([1, 4, 2.5]));
        assert_eq!(json!(Point { at: 3.0, estimate }), json!([3, 2.5]));
    }

    #[test]
    fn numbers_are_as_long_as_they_have_to_be() {
        let told = [0.123_456_7, -0.0, 120_004.0, 1e-9, 1e15, 99.999_99].map(Short);
        let told = serde_json::to_string(&told).expect("numbers");
        assert_eq!(told, "[0.12346,0,120004,1e-9,1000000000000000,100]");
    }

    #[test]
    fn a_text_of_a_column_stands_there_once() {
        let rows = [("a", Some(1)), ("b", None), ("b", Some(2)), ("a", Some(3))];
        let rows = rows.into_iter().map(|(text, value)| json!({"of": text, "value": value}));
        let table = DocumentTable::of(rows);
        assert_eq!(table.texts, [vec!["a".to_owned(), "b".to_owned()], Vec::new()]);
        assert_eq!(json!(table.cells), json!([[1, 0, 2, 1, 1, 0], [1, null, 2, 3]]));
    }

    #[test]
    fn the_headline_is_what_the_first_picture_says() {
        let figure = |id: &str| Figure {
            id: id.to_owned(),
            sentences: vec![format!("{id} is told."), "More.".to_owned()],
            ..Figure::default()
        };
        let figures: Vec<Figure> = "abcdefgh".chars().map(|id| figure(&id.to_string())).collect();
        let document = ReportDocument { figures, ..ReportDocument::default() };
        let told = document.clone().told(None, Vec::new(), "");
        assert_eq!((&*told.headline, told.bullets.len()), ("a is told.", 5));
        assert_eq!(told.bullets[0], ["b is told.", "b"]);
        let mut several = document.clone();
        several.figures.truncate(3);
        for (figure, id) in several.figures.iter_mut().zip(["seats-2", "seats-10", "turns"]) {
            figure.id = id.to_owned();
        }
        let bullets = several.clone().told(None, Vec::new(), "").bullets;
        assert_eq!(bullets, [["c is told.", "turns"]], "of seats one is enough");
        several.figures.truncate(1);
        assert_eq!(several.told(None, Vec::new(), "").bullets, [["More.", "seats-2"]]);
        let front = || ["First.".to_owned(), "c".to_owned()];
        let told = document.told(Some(front()), vec![front()], "");
        assert_eq!((&*told.headline, told.bullets), ("First.", vec![front()]));
        assert_eq!(
            ReportDocument::default().told(None, Vec::new(), "Nothing.").headline,
            "Nothing."
        );
    }
}
