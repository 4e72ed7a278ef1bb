//! `unobench strategies`: the library of strategies.

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::console::{self, Look};
use super::failure::Failure;
use super::line_up;
use super::listing::{self, Listing, figures, words};
use super::options::FormatOptions;
use crate::strategies::CATALOGUE;
use crate::strategy::{Entry, Parameter};

/// What `strategies` can do.
#[derive(Debug, Subcommand)]
pub(super) enum StrategiesCommand {
    /// List all strategies
    List(FormatOptions),
    /// Show what a strategy does, its source and its parameters
    Show(ShowArgs),
}

/// Arguments of `strategies show`.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// Name from `unobench strategies list`
    name: String,

    /// How the strategy is printed
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ShowFormat,
}

/// `--format` of `strategies show`.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum ShowFormat {
    /// For a person
    #[default]
    Table,
    /// For a program
    Json,
}

/// Runs `unobench strategies`.
pub(super) fn run(command: &StrategiesCommand) -> Result<(), Failure> {
    match command {
        StrategiesCommand::List(options) => list(options),
        StrategiesCommand::Show(args) => show(args),
    }
}

fn list(options: &FormatOptions) -> Result<(), Failure> {
    let listing = Listing {
        columns: vec![words("name"), figures("tier"), words("description"), words("source"), words("parameters")],
        rows: CATALOGUE.iter().map(row).collect(),
    };
    let json = || Value::Array(CATALOGUE.iter().map(describe).collect());
    console::print(&listing.render(options.format, Look::of_stdout(), json)?)
}

fn row(entry: &Entry) -> Vec<String> {
    let parameters: Vec<String> = entry.parameters.iter().map(|parameter| format!("{}={}", parameter.name, parameter.default)).collect();
    vec![entry.name.to_owned(), entry.tier.to_string(), entry.description.to_owned(), entry.source.to_owned(), parameters.join(" ")]
}

fn describe(entry: &Entry) -> Value {
    let parameters: Vec<Value> = entry.parameters.iter().map(describe_parameter).collect();
    json!({"name": entry.name, "description": entry.description, "source": entry.source, "tier": entry.tier, "parameters": parameters})
}

fn describe_parameter(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name,
        "description": parameter.description,
        "default": parameter.default,
        "min": parameter.min,
        "max": parameter.max,
    })
}

fn show(args: &ShowArgs) -> Result<(), Failure> {
    let entry = line_up::strategy(&args.name)?.entry();
    match args.format {
        ShowFormat::Json => console::print(&listing::pretty(&describe(entry))?),
        ShowFormat::Table => console::print(&page(entry)),
    }
}

fn page(entry: &Entry) -> String {
    let look = Look::of_stdout();
    let mut text = format!("{}: {}\n", look.bold(entry.name), entry.description);
    text += &format!("source: {}\ntier: {}\n", entry.source, entry.tier);
    if entry.parameters.is_empty() {
        return text + "parameters: none\n";
    }
    let row = |parameter: &Parameter| {
        let range = format!("{} to {}", parameter.min, parameter.max);
        vec![parameter.name.to_owned(), parameter.default.to_string(), range, parameter.description.to_owned()]
    };
    let columns = vec![words("parameter"), figures("default"), words("range"), words("meaning")];
    text + "\n" + &Listing { columns, rows: entry.parameters.iter().map(row).collect() }.aligned(look)
}
