//! `unobench show`: the findings of a run directory as wide tables, or as they are.

use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use unobench_findings::tell::number::{fixed, scientific};

use clap::Args;
use clap::ValueHint::DirPath;
use serde_json::{Value, json};

use super::call::OutputStream;
use super::console;
use super::failure::{Failure, Result, refuse};
use super::options::{FormatOptions, OutputFormat};
use super::outcome;
use super::paper::{self, PaperStyle, csv_of};
use super::text_table::{TextTable, figures, words};
use unobench_core::bounded::{quoted, quoted_path};
use unobench_core::slip::alternatives;
use unobench_disk::open_shown;
use unobench_experiment::derive;
use unobench_findings::csv::{self, CsvHead};
use unobench_findings::finding::MOST;
use unobench_findings::question::Question;
use unobench_findings::stored::Stored;
use unobench_findings::wide::{Heading, Wide};

/// The file, and the most bytes of it that are read.
const FILE: &str = "findings.csv";
const LONGEST: u64 = 1 << 40;

/// What asks for the findings as they are, instead of a table of a question.
const ALL: &str = "findings";

/// What `show` is told: a directory, and which of its tables.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The directory of a run, or of one of the commands that measure rule sets
    #[arg(value_name = "DIR", value_hint = DirPath)]
    directory: PathBuf,

    /// One question alone, such as `strength`, `seats`, `effects` or `duel`; a wrong one lists
    /// those that were asked. `findings --format csv` writes all of them as `findings.csv` has them
    #[arg(value_name = "QUESTION")]
    question: Option<String>,

    #[command(flatten)]
    format: FormatOptions,
}

/// What `progress.jsonl` says, or, without that, what the file does.
pub(super) fn run(args: &ShowArgs) -> Result {
    let derived = derive(&args.directory).map_err(outcome::failure)?;
    let path = derived.as_ref().map_or(&*args.directory, |derived| derived.files()).join(FILE);
    let shown = args.directory.join(FILE);
    drop(open_shown(&path, LONGEST).map_err(|error| {
        let shown = shown.display();
        Failure::usage(format!(
            "cannot read {shown}: {error}; `unobench show` takes the directory of a run"
        ))
    })?);
    let open = || -> io::Result<Box<dyn Read>> { Ok(Box::new(open_shown(&path, LONGEST)?)) };
    Showing { stored: Stored::new(&open), shown: &shown, args }.show()
}

/// The findings of a directory, and how they are shown.
struct Showing<'a> {
    stored: Stored<'a>,
    shown: &'a Path,
    args: &'a ShowArgs,
}

/// A question with how many findings answer it.
type CountedQuestion = (Question, usize);

impl Showing<'_> {
    fn show(&self) -> Result {
        if self.args.question.as_deref() == Some(ALL) {
            return self.all();
        }
        let asked = self.stored.questions().map_err(|error| self.damaged(&error))?;
        let wanted = match &self.args.question {
            Some(question) => vec![known(question, &asked)?],
            None => asked.clone(),
        };
        if wanted.iter().all(|(_, count)| *count <= MOST) {
            return self.at_once(&wanted, &asked);
        }
        match (self.args.format.format, wanted.as_slice()) {
            (OutputFormat::Csv, &[(question, _)]) => self.csv_in_parts(question),
            (OutputFormat::Csv, _) => refuse_several(&asked),
            (OutputFormat::Json, _) => self.json_in_parts(&wanted),
            (OutputFormat::Table | OutputFormat::Markdown, _) => self.small_ones(&wanted),
        }
    }

    /// The tables of questions that a screen and memory take.
    fn at_once(&self, wanted: &[CountedQuestion], asked: &[CountedQuestion]) -> Result {
        let mut tables = Vec::new();
        for (question, _) in wanted {
            tables.push((*question, self.whole(*question)?));
        }
        let text = |paper: PaperStyle| {
            tables.iter().map(|(question, table)| told(question.name(), table, paper)).collect()
        };
        let csv = || match tables.as_slice() {
            [(question, table)] => csv_of(*question, table),
            _ => refuse_several(asked),
        };
        let json = || {
            Value::Object(
                tables
                    .iter()
                    .map(|(question, table)| (question.to_string(), json!(table)))
                    .collect(),
            )
        };
        paper::print(self.args.format.format, text, csv, json)
    }

    fn whole(&self, question: Question) -> Result<Wide> {
        let mut whole = Wide::default();
        self.parts(question, |part| {
            whole.columns = part.columns;
            whole.rows.extend(part.rows);
            Ok(())
        })?;
        Ok(whole)
    }

    /// Those that are too long for a screen are named instead.
    fn small_ones(&self, wanted: &[CountedQuestion]) -> Result {
        for &asked in wanted {
            match asked {
                (_, ..=MOST) => self.at_once(&[asked], wanted)?,
                (question, count) => console::print(&format!(
                    "{question}: {count} findings are too many to read; `unobench show {} \
                     {question} --format csv` writes them all\n\n",
                    quoted_path(&self.args.directory),
                ))?,
            }
        }
        Ok(())
    }

    fn csv_in_parts(&self, question: Question) -> Result {
        let mut has = Vec::new();
        self.parts(question, |part| {
            has.resize(part.columns.len(), false);
            let filled = paper::filled(question, &part);
            has.iter_mut().zip(filled).for_each(|(has, more)| *has |= more);
            Ok(())
        })?;
        let mut out = BufWriter::new(OutputStream::Out);
        let mut head = CsvHead::Written;
        self.parts(question, |part| {
            let part = paper::with_columns(&part, &has);
            csv::write_part(&mut out, &part, head).map_err(console::stdout_failure)?;
            head = CsvHead::WrittenBefore;
            Ok(())
        })?;
        out.flush().map_err(console::stdout_failure)
    }

    fn json_in_parts(&self, wanted: &[CountedQuestion]) -> Result {
        let mut out = BufWriter::new(OutputStream::Out);
        let mut write =
            |text: &str| out.write_all(text.as_bytes()).map_err(console::stdout_failure);
        for (place, (question, _)) in wanted.iter().enumerate() {
            let mut before = if place == 0 { "{\n" } else { ",\n" }.to_owned();
            before += &format!("  \"{question}\": [");
            self.parts(*question, |part| {
                for row in json!(part).as_array().into_iter().flatten() {
                    write(&format!("{before}\n    {row}"))?;
                    ",".clone_into(&mut before);
                }
                Ok(())
            })?;
            write("\n  ]")?;
        }
        write("\n}\n")?;
        out.flush().map_err(console::stdout_failure)
    }

    /// All findings, one a row.
    fn all(&self) -> Result {
        if self.args.format.format != OutputFormat::Csv {
            refuse!("`findings` are shown with --format csv");
        }
        let rows = self.stored.rows().map_err(|error| self.damaged(&error))?;
        let mut damage = None;
        let rows = rows.map_while(|row| row.map_err(|error| damage = Some(error)).ok());
        let mut out = BufWriter::new(OutputStream::Out);
        csv::write(&mut out, rows).map_err(console::stdout_failure)?;
        damage.map_or(Ok(()), |error| Err(self.damaged(&error)))
    }

    fn parts(&self, question: Question, mut each: impl FnMut(Wide) -> Result<()>) -> Result {
        let each = |part| each(part).map_err(PagerStop::Failed);
        self.stored.tables(question, each).map_err(|stop| match stop {
            PagerStop::Damaged(error) => self.damaged(&error),
            PagerStop::Failed(failure) => failure,
        })
    }

    fn damaged(&self, error: &csv::Error) -> Failure {
        Failure::usage(format!("{}: {error}", self.shown.display()))
    }
}

/// Why no more parts of a table are asked for.
enum PagerStop {
    Damaged(csv::Error),
    Failed(Failure),
}

impl From<csv::Error> for PagerStop {
    fn from(error: csv::Error) -> PagerStop {
        PagerStop::Damaged(error)
    }
}

fn names(asked: &[CountedQuestion]) -> Vec<&'static str> {
    asked.iter().map(|(question, _)| question.name()).collect()
}

fn refuse_several<T>(asked: &[CountedQuestion]) -> Result<T> {
    refuse!("--format csv shows one table; name a QUESTION: {}", alternatives(&names(asked)))
}

fn known(question: &str, asked: &[CountedQuestion]) -> Result<CountedQuestion> {
    let (name, all) = (quoted(question), names(asked).join(", "));
    match asked.iter().find(|(known, _)| known.name() == question) {
        Some(known) => Ok(*known),
        None => refuse!("no question {name} there; allowed: {all}"),
    }
}

pub(super) fn told(title: &str, table: &Wide, paper: PaperStyle) -> String {
    let mut columns = Vec::new();
    for (place, Heading { name, .. }) in table.columns.iter().enumerate() {
        let is_text = table.rows.iter().any(|row| row[place].is_string());
        columns.push(if is_text { words(name.clone()) } else { figures(name.clone()) });
    }
    let rows = table.rows.iter().map(|row| row.iter().map(shown).collect()).collect();
    format!("{}\n\n{}\n", paper.heading(title), paper.table(&TextTable { columns, rows }))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => short(number.as_f64().unwrap_or_default()),
        other => other.to_string(),
    }
}

/// A number with the digits that a person reads; `--format csv` has all.
fn short(number: f64) -> String {
    let places = match number.abs() {
        0.0 => 0,
        small if small < 0.001 => return scientific(number, 1),
        large if large >= 100.0 => 1,
        _ => 4,
    };
    fixed(number, places)
}
