//! The JSON Schemas in `docs/schemas` and the columns in `docs/FILES.md`, made from the types.
//! `UNOBENCH_REGENERATE=1 cargo test -p unobench-findings schemas` writes them anew.

use crate::documents::{Document, Manifest};
use crate::finding::Finding;
use crate::question::{Column, FindingPart, Question, Source};
use crate::rows::{LadderRow, RoundRow, ScoreRow, SummaryRow, TurnsRow};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Where a file of the project is found, whatever its newest version.
const HOME: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/raw/HEAD/");

/// The schema of what is written, without what is of use to Rust alone.
fn schema_of<T: JsonSchema>() -> Schema {
    let plain = |schema: &mut Schema| {
        schema.remove("default");
        schema.remove("format");
    };
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with_transform(RecursiveTransform(plain)).into_generator().into_root_schema_for::<T>()
}

/// A file of the project.
fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn check(path: &str, wanted: &str) {
    let path = project(path);
    if std::env::var_os("UNOBENCH_REGENERATE").is_some() {
        fs::write(&path, wanted).expect("it can be written");
    }
    let text = fs::read_to_string(&path).expect("it can be read");
    assert!(text == wanted, "{} is not what the types say", path.display());
}

#[test]
fn the_schemas_are_those_of_the_types() {
    for (name, mut schema) in
        [("manifest", schema_of::<Manifest>()), ("findings", schema_of::<Document<'_>>())]
    {
        let path = format!("docs/schemas/{name}.schema.json");
        let fields = schema.as_object_mut().expect("a schema has fields");
        fields.shift_insert(1, "$id".to_owned(), format!("{HOME}{path}").into());
        check(&path, &(serde_json::to_string_pretty(&schema).expect("JSON") + "\n"));
    }
}

/// The source of a column as programs of others read it: a field of a finding, `here`, `there` or
/// `holm`, or a metric, with `.low` and so on for another part of it.
fn source_of(source: Source) -> String {
    let word = match source {
        Source::Rules => "rules",
        Source::Players => "players",
        Source::Table => "table",
        Source::Of => "of",
        Source::Against => "against",
        Source::MetricName => "metric",
        Source::Digest => "rules_digest",
        Source::Games => "games",
        Source::UndecidedShare => "undecided",
        Source::Here => "here",
        Source::There => "there",
        Source::Holm => "holm",
        Source::Keys => "keys",
        Source::Own(part) => part.name(),
        Source::Metric(metric, FindingPart::Value) => metric.name(),
        Source::Metric(metric, part) => return format!("{metric}.{}", part.name()),
    };
    word.to_owned()
}

#[test]
fn the_columns_of_questions_are_written_down() {
    let columns = |question: Question| {
        let columns = question.columns().iter();
        let columns = columns.map(|column| json!([column.name(), source_of(column.source)]));
        (question.name().to_owned(), columns.collect::<Value>())
    };
    let all: serde_json::Map<String, Value> = Question::ALL.into_iter().map(columns).collect();
    let text = serde_json::to_string_pretty(&all).expect("JSON");
    check("docs/columns.json", &(text + "\n"));
}

/// What is read of `summary.csv` is what is written.
#[test]
fn the_rows_of_the_summary_are_the_table_of_strength() {
    let schema = schema_of::<SummaryRow>();
    let fields = schema.get("properties").and_then(Value::as_object).expect("a row has fields");
    let columns: Vec<String> = Question::Strength.columns().iter().map(Column::name).collect();
    assert_eq!(fields.keys().cloned().collect::<Vec<_>>(), columns);
}

/// What a column is counted in, by its name; the ends of an interval are in the unit of `before`.
fn unit<'a>(column: &str, before: &'a str) -> &'a str {
    match (column.split('_').next().unwrap_or_default(), column) {
        (_, "low" | "high") => before,
        (_, "value" | "baseline_value" | "difference") => "the metric's",
        (_, "players") => "seats",
        (_, "games" | "wins" | "stalled" | "blocked" | "count") => "games",
        (_, "said" | "won") => "positions",
        (_, "percent") => "%",
        (_, "blocks" | "ahead" | "tied" | "behind") => "blocks",
        (_, "faults") => "decisions",
        (_, "drawn") => "cards",
        ("win", _) => "share",
        ("elo" | "rating", _) => "Elo",
        ("score" | "hand" | "mean", _) => "points",
        ("turns", _) => "turns",
        ("p", _) => "probability",
        _ => "",
    }
}

/// A table of the columns of a CSV file, from the fields of its rows.
fn columns<T: JsonSchema>(file: &str) -> String {
    let schema = schema_of::<T>();
    let fields = schema.get("properties").and_then(Value::as_object).expect("a row has fields");
    let mut table = format!("\n### {file}\n\n| column | unit | what it is |\n|---|---|---|\n");
    let mut counted = "";
    for (name, field) in fields {
        let meaning = field["description"].as_str().expect("every field says what it is");
        counted = unit(name, counted);
        let _ = writeln!(table, "| `{name}` | {counted} | {} |", meaning.replace('\n', " "));
    }
    table
}

/// Holds a page to the tables of columns between its two marks.
fn check_columns(page: &str, tables: &[String]) {
    const BEGIN: &str = "<!-- made by crates/findings/src/schemas.rs: begin -->\n";
    const END: &str = "\n<!-- made by crates/findings/src/schemas.rs: end -->";
    let text = fs::read_to_string(project(page)).expect("it can be read");
    let (before, rest) = text.split_once(BEGIN).expect("the page has a place for the columns");
    let (_, after) = rest.split_once(END).expect("the place has an end");
    check(page, &[before, BEGIN, &tables.concat(), END, after].concat());
}

#[test]
fn the_pages_of_files_have_their_columns() {
    let tables = [
        columns::<Finding>("findings.csv"),
        columns::<SummaryRow>("summary.csv"),
        columns::<ScoreRow>("scores.csv"),
        columns::<TurnsRow>("turns.csv"),
        columns::<RoundRow<'_>>("The file of rounds"),
    ];
    check_columns("docs/FILES.md", &tables);
    let ladder = columns::<LadderRow>("ladder.csv, heads.csv, matches.csv, strength.csv");
    check_columns("results/README.md", &[ladder]);
}
