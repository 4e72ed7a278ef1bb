//! `unobench strategies`: the library of strategies.

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::asked::WhichFormat;
use super::console::{self, Style};
use super::failure::Result;
use super::options::{FormatOptions, OutputFormat};
use super::text_table::{self, TextTable, figures, words};
use super::{bound, catalogue, line_up};
use unobench_core::strategy::{
    Cost, Entry, Parameter, ParameterRange, Recall, THOUSANDTHS, Traits, Visibility,
};

/// What is done with the library of strategies.
#[derive(Debug, Subcommand)]
pub(super) enum StrategiesCommand {
    /// List all strategies
    List(FormatOptions),
    /// Show what a strategy does, its source and its parameters
    Show(StrategiesShowArgs),
}

/// What `strategies show` is told: a strategy, and how it is printed.
#[derive(Debug, Args)]
pub(super) struct StrategiesShowArgs {
    /// Name from `unobench strategies list`
    name: String,

    /// How the strategy is printed
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: WhichFormat,
}

pub(super) fn run(command: &StrategiesCommand) -> Result {
    match command {
        StrategiesCommand::List(options) => list(options),
        StrategiesCommand::Show(args) => show(args),
    }
}

fn list(options: &FormatOptions) -> Result {
    let is_for_people = matches!(options.format, OutputFormat::Table | OutputFormat::Markdown);
    let name = |entry: &Entry| match is_for_people {
        true => bound::marked(entry.name),
        false => entry.name.to_owned(),
    };
    let table = TextTable {
        columns: vec![
            words("name"),
            figures("tier"),
            words("description"),
            words("source").minor(),
            words("parameters").minor(),
        ],
        rows: catalogue().entries().map(|entry| row(name(entry), entry)).collect(),
    };
    let json = || Value::Array(catalogue().entries().map(describe).collect());
    let mut text = table.render(options.format, Style::of_stdout(), json)?;
    if is_for_people {
        text.extend(bound::note(&text).map(|note| format!("\n{note}\n")));
    }
    console::print(&text)
}

fn row(name: String, entry: &Entry) -> Vec<String> {
    let parameters: Vec<String> = entry
        .parameters
        .iter()
        .map(|parameter| format!("{}={}", parameter.name, parameter.written(parameter.default())))
        .collect();
    vec![
        name,
        entry.tier.to_string(),
        entry.description.to_owned(),
        entry.source.to_owned(),
        parameters.join(" "),
    ]
}

fn describe(entry: &Entry) -> Value {
    let parameters: Vec<Value> = entry.parameters.iter().map(describe_parameter).collect();
    json!({
        "name": entry.name,
        "description": entry.description,
        "source": entry.source,
        "tier": entry.tier,
        "parameters": parameters
    })
}

fn describe_parameter(parameter: &Parameter) -> Value {
    let mut described = json!({"name": parameter.name, "description": parameter.description});
    let (min, max) = parameter.range();
    let more = match parameter.values {
        ParameterRange::Whole { default, .. } => {
            json!({"type": "whole", "default": default, "min": min, "max": max})
        }
        ParameterRange::Decimal { default, .. } => {
            let [default, min, max] =
                [default, min, max].map(|value| value as f64 / THOUSANDTHS as f64);
            json!({"type": "decimal", "default": default, "min": min, "max": max})
        }
        ParameterRange::Choice(words) => {
            json!({"type": "choice", "default": words[0], "allowed": words})
        }
        ParameterRange::File => json!({"type": "file", "default": null}),
    };
    if let (Value::Object(described), Value::Object(more)) = (&mut described, more) {
        described.extend(more);
    }
    described
}

fn show(args: &StrategiesShowArgs) -> Result {
    let entry = line_up::strategy(&args.name)?.entry();
    match args.format {
        WhichFormat::Json => console::print(&text_table::pretty(&describe(entry))?),
        WhichFormat::Table => console::print(&page(entry)),
    }
}

fn traits(entry: &Entry) -> String {
    let Traits { stochastic, recall, sight, looks_at, cost } = entry.traits;
    let chance = if stochastic { "draws random numbers" } else { "draws no random numbers" };
    let recall = match recall {
        Recall::Nothing => "nothing",
        Recall::Table => "what was played, and who drew on which colour",
        Recall::Moved => {
            "what was played, who drew on which colour, and, where hands move, the cards that it \
             was shown"
        }
        Recall::Shown => {
            "what was played, who drew on which colour, and the cards that it was shown"
        }
    };
    let sight = match sight {
        Visibility::Own => "its own hand and what is public",
        Visibility::Hands => "all hands: a bound, barred from ratings unless asked for",
        Visibility::Everything => {
            "all hands and the cards to come: a bound, barred from ratings unless asked for"
        }
    };
    let cost = match cost {
        Cost::Cheap => "cheap: a round costs at most three times one of random",
        Cost::Moderate => "moderate: a round costs at most thirty times one of random",
        Cost::Heavy => "heavy: a round costs at most three hundred times one of random",
        Cost::Search => "search: a number of playouts for each decision",
    };
    format!(
        "chance: {chance}\nsees: {sight}\nlooks at: {looks_at}\nremembers: {recall}\ncost: {cost}\n"
    )
}

fn page(entry: &Entry) -> String {
    let style = Style::of_stdout();
    let mut text = format!("{}: {}\n", style.bold(entry.name), entry.description);
    text += &format!("source: {}\ntier: {}\n", entry.source, entry.tier);
    text += &traits(entry);
    if entry.parameters.is_empty() {
        return style.flow(&(text + "parameters: none\n"));
    }
    let columns = vec![words("parameter"), figures("default"), words("allowed"), words("meaning")];
    let mut rows = Vec::new();
    for parameter in entry.parameters {
        rows.push(vec![
            parameter.name.to_owned(),
            parameter.written(parameter.default()),
            parameter.allowed(),
            parameter.description.to_owned(),
        ]);
    }
    let table = TextTable { columns, rows };
    style.flow(&(text + "\n" + &table.aligned(style)))
}
