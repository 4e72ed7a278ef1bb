//! `unobench show`: the findings of a run directory as wide tables.

use std::path::PathBuf;

use clap::Args;
use clap::ValueHint::DirPath;
use serde_json::{Value, json};

use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::options::FormatOptions;
use super::outcome;
use super::paper::{self, Paper, csv_of};
use super::text_table::{TextTable, figures, words};
use unobench_core::bounded::quoted;
use unobench_core::shown::Shown;
use unobench_core::slip::alternatives;
use unobench_disk::read_text;
use unobench_experiment::derive;
use unobench_findings::csv;
use unobench_findings::finding::Finding;
use unobench_findings::wide::{Wide, questions};

/// The file, and the most bytes of it that are read.
const FILE: &str = "findings.csv";
const LONGEST: u64 = 1 << 30;

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The directory of a run, or of one of the commands that measure rule sets
    #[arg(value_name = "DIR", value_hint = DirPath)]
    directory: PathBuf,

    /// One question alone, such as `strength`, `seats`, `effects` or `duel`; a wrong one lists
    /// those that were asked
    #[arg(value_name = "QUESTION")]
    question: Option<String>,

    #[command(flatten)]
    format: FormatOptions,
}

pub(super) fn run(args: &ShowArgs) -> Result {
    let findings = findings(args)?;
    let asked = questions(&findings);
    let wanted = match &args.question {
        Some(question) => vec![known(question, &asked)?],
        None => asked.clone(),
    };
    let tables = || wanted.iter().map(|question| (*question, Wide::of(question, &findings)));
    let text = |paper: Paper| tables().map(|(name, table)| told(name, &table, paper)).collect();
    let csv = || match wanted.as_slice() {
        [question] => csv_of(question, &Wide::of(question, &findings)),
        _ => refuse!("--format csv shows one table; name a QUESTION: {}", alternatives(&asked)),
    };
    let json =
        || Value::Object(tables().map(|(name, table)| (name.to_owned(), json!(table))).collect());
    paper::print(args.format.format, text, csv, json)
}

fn known<'a>(question: &str, asked: &[&'a str]) -> Result<&'a str> {
    let (name, all) = (quoted(question), asked.join(", "));
    let refusal = || Failure::usage(format!("no question {name} there; allowed: {all}"));
    asked.iter().find(|known| **known == question).copied().ok_or_else(refusal)
}

/// What `progress.jsonl` says, or, without that, what the file does.
fn findings(args: &ShowArgs) -> Result<Vec<Finding>> {
    let derived = derive(&args.directory).map_err(outcome::failure)?;
    let path = derived.as_ref().map_or(&*args.directory, |derived| derived.files()).join(FILE);
    let shown = args.directory.join(FILE);
    let text = read_text(&path, LONGEST).or_usage_in(format_args!(
        "cannot read {}: `unobench show` takes the directory of a run",
        shown.display()
    ))?;
    let lines = Shown::lines(&text.replace("\r\n", "\n")).to_string();
    let read = csv::read(lines.as_bytes());
    read.map_err(|error| Failure::usage(format!("{}: {error}", shown.display())))
}

pub(super) fn told(question: &str, table: &Wide, paper: Paper) -> String {
    let is_text = |column: usize| table.rows.iter().any(|row| row[column].is_string());
    let column = |(place, name): (usize, &String)| {
        if is_text(place) { words(name.clone()) } else { figures(name.clone()) }
    };
    let shown = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => short(number.as_f64().unwrap_or_default()),
        other => other.to_string(),
    };
    let rows = table.rows.iter().map(|row| row.iter().map(shown).collect()).collect();
    let columns = table.columns.iter().enumerate().map(column).collect();
    format!("{}\n\n{}\n", paper.heading(question), paper.table(&TextTable { columns, rows }))
}

/// A number with the digits that a person reads; `--format csv` has all.
fn short(number: f64) -> String {
    let places = match number.abs() {
        0.0 => 0,
        small if small < 0.001 => return format!("{number:.1e}"),
        large if large >= 100.0 => 1,
        _ => 4,
    };
    format!("{number:.places$}")
}
