//! The JSON Schemas in `docs/schemas` and the columns in `docs/FILES.md`, made from the types.
//! `UNOBENCH_REGENERATE=1 cargo test -p unobench-files schemas` writes them anew.

use crate::documents::{Manifest, Summary};
use crate::rows::{
    ChancesRow, EffectRow, FactorialRow, MatchupRow, RatingRow, RoundRow, ScoreRow, SeatRow,
    SummaryRow, TurnsRow,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// The schema of what is written, without what is of use to Rust alone.
fn schema_of<T: JsonSchema>() -> Schema {
    let plain = |schema: &mut Schema| {
        schema.remove("default");
        schema.remove("format");
    };
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with_transform(RecursiveTransform(plain)).into_generator().into_root_schema_for::<T>()
}

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn check(path: &str, wanted: &str) {
    let path = docs().join(path);
    if std::env::var_os("UNOBENCH_REGENERATE").is_some() {
        fs::write(&path, wanted).expect("it can be written");
    }
    let text = fs::read_to_string(&path).expect("it can be read");
    assert!(text == wanted, "{} is not what the types say", path.display());
}

#[test]
fn the_schemas_are_those_of_the_types() {
    for (name, schema) in
        [("manifest", schema_of::<Manifest>()), ("summary", schema_of::<Summary>())]
    {
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        check(&format!("schemas/{name}.schema.json"), &text);
    }
}

/// A table of the columns of a CSV file, from the fields of its rows.
fn columns<T: JsonSchema>(file: &str) -> String {
    let schema = schema_of::<T>();
    let fields = schema.get("properties").and_then(Value::as_object).expect("a row has fields");
    let mut table = format!("\n### {file}\n\n| column | what it is |\n|---|---|\n");
    for (name, field) in fields {
        let meaning = field["description"].as_str().expect("every field says what it is");
        let _ = writeln!(table, "| `{name}` | {} |", meaning.replace('\n', " "));
    }
    table
}

#[test]
fn the_page_of_files_has_their_columns() {
    const BEGIN: &str = "<!-- made by crates/files/src/schemas.rs: begin -->\n";
    const END: &str = "\n<!-- made by crates/files/src/schemas.rs: end -->";
    let tables = [
        columns::<SummaryRow>("summary.csv"),
        columns::<SeatRow>("seats.csv"),
        columns::<ScoreRow>("scores.csv"),
        columns::<TurnsRow>("turns.csv"),
        columns::<ChancesRow>("chances.csv"),
        columns::<MatchupRow>("matchups.csv"),
        columns::<RatingRow>("ratings.csv"),
        columns::<EffectRow>("effects.csv"),
        columns::<FactorialRow>("factorial.csv"),
        columns::<RoundRow<'_>>("The file of rounds"),
    ];
    let page = fs::read_to_string(docs().join("FILES.md")).expect("it can be read");
    let (before, rest) = page.split_once(BEGIN).expect("the page has a place for the columns");
    let (_, after) = rest.split_once(END).expect("the place has an end");
    check("FILES.md", &[before, BEGIN, &tables.concat(), END, after].concat());
}
