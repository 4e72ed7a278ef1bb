//! `unobench rules`: the catalogue of rule sets.

use std::path::PathBuf;

use clap::ValueHint::FilePath;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::compare::{self, CompareArgs};
use super::console::{self, Style, Verbosity};
use super::failure::{OrFailure as _, Result, refuse};
use super::options::{ChangeOptions, FormatOptions, OutputFormat, check_playable};
use super::rules_diff::{self, DiffArgs};
use super::rules_new;
use super::rules_trial;
use super::text_table::{self, TextTable, words};
use unobench_core::bounded::quoted;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet, TAGS};
use unobench_core::shown::Shown;
use unobench_core::slip::alternatives;

/// What is done with rule sets.
#[derive(Debug, Subcommand)]
pub(super) enum RulesCommand {
    /// List the rule sets that come with the program, by family
    List(ListArgs),
    /// Show every key of a rule set
    Show(RulesShowArgs),
    /// Show the keys in which two rule sets differ
    Diff(DiffArgs),
    /// Measure rule sets against a baseline, on the same deals
    Compare(Box<CompareArgs>),
    /// Check a rule-set file: says "ok" or what is wrong
    ///
    /// It also plays 200 rounds, and warns if nobody wins or scores in any of them.
    Check(RulesCheckArgs),
    /// Write a rule-set file: asks what your table plays, or takes it from flags
    New(rules_new::NewArgs),
}

/// What `rules list` is told: which rule sets are looked for.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// List only rule sets that match these words, the best match first: names, what people call
    /// them, descriptions, tags and keys; such as `+2`, `draw to match` or `no bluffing`
    #[arg(long, value_name = "WORDS", num_args = 1..)]
    search: Vec<String>,

    /// List only rule sets with this tag; repeat it for those with any of several
    #[arg(long = "tag", value_name = "TAG", value_parser = known_tags())]
    tags: Vec<String>,

    #[command(flatten)]
    options: FormatOptions,
}

fn known_tags() -> PossibleValuesParser {
    let values = TAGS.iter().map(|&(tag, meaning)| PossibleValue::new(tag).help(meaning));
    values.collect::<Vec<_>>().into()
}

/// What `rules show` is told: a rule set, and how it is printed.
#[derive(Debug, Args)]
pub(super) struct RulesShowArgs {
    /// Name from `unobench rules list`, or a TOML file
    #[arg(value_name = "NAME|FILE", value_hint = FilePath)]
    name: String,

    #[command(flatten)]
    changes: ChangeOptions,

    /// How the rule set is printed
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ShowFormat,
}

/// The formats that a rule set can be printed in.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum ShowFormat {
    /// A complete rule-set file with comments, to start one of your own from
    #[default]
    Toml,
    /// Name, description, source, tags and all values
    Json,
    /// The keys, what they are in this rule set, and what they are officially
    Table,
}

/// What `rules check` is told: a file, and how many play it.
#[derive(Debug, Args)]
pub(super) struct RulesCheckArgs {
    /// The TOML file
    #[arg(value_name = "FILE", value_hint = FilePath)]
    file: PathBuf,

    #[command(flatten)]
    changes: ChangeOptions,

    /// Also check that this many can play it
    #[arg(short = 'p', long, value_name = "N")]
    players: Option<u8>,
}

pub(super) fn run(command: &RulesCommand) -> Result {
    match command {
        RulesCommand::List(args) => list(args),
        RulesCommand::Show(args) => show(args),
        RulesCommand::Diff(args) => rules_diff::run(args),
        RulesCommand::Compare(args) => compare::compare(args),
        RulesCommand::Check(args) => check(args),
        RulesCommand::New(args) => rules_new::run(args),
    }
}

fn list(args: &ListArgs) -> Result {
    let words = args.search.join(" ");
    let is_searched = !args.search.is_empty();
    let names =
        if is_searched { found(&words)? } else { RuleSet::shipped_names().collect::<Vec<_>>() };
    let shipped: Result<Vec<RuleSet>, _> = names.into_iter().map(RuleSet::load).collect();
    let mut shipped = shipped.or_failed("cannot read a shipped rule set")?;
    shipped.retain(|rules| {
        args.tags.is_empty() || rules.tags.iter().any(|tag| args.tags.contains(tag))
    });
    let style = Style::of_stdout();
    let text = match args.options.format {
        OutputFormat::Table if is_searched => called(&shipped).aligned(style),
        OutputFormat::Markdown if is_searched => called(&shipped).markdown(),
        OutputFormat::Table => {
            by_family(&shipped, |table| table.aligned(style), |name| style.bold(name))
        }
        OutputFormat::Markdown => {
            by_family(&shipped, TextTable::markdown, |name| format!("**{name}**\n"))
        }
        format => listed_with_tags(&shipped)
            .render(format, style, || Value::Array(shipped.iter().map(heading).collect()))?,
    };
    console::print(&text)
}

fn found(words: &str) -> Result<Vec<&'static str>> {
    let found = RuleSet::search(words).found;
    if !found.is_empty() {
        return Ok(found);
    }
    let perhaps = match RuleSet::near(words).as_slice() {
        [] => String::new(),
        near => format!(" (did you mean {}?)", alternatives(near)),
    };
    refuse!(
        "--search: no rule set fits \"{}\"{perhaps}; allowed: words from names, descriptions, tags \
         and keys that occur together in one rule set",
        quoted(words)
    )
}

const MOST_NAMES: usize = 4;

fn called(found: &[RuleSet]) -> TextTable {
    let columns = vec![words("name"), words("description"), words("also called")];
    let mut rows = Vec::new();
    for rules in found {
        let also = RuleSet::other_names(&rules.name);
        let also = also[..also.len().min(MOST_NAMES)].join(", ");
        rows.push(vec![rules.name.clone(), rules.description.clone(), also]);
    }
    TextTable { columns, rows }
}

/// A table for each family of rule sets that there are: those with a tag and none before it.
fn by_family(
    shipped: &[RuleSet],
    table: impl Fn(&TextTable) -> String,
    title: impl Fn(&str) -> String,
) -> String {
    let mut sections = Vec::new();
    for (place, (tag, meaning)) in TAGS.iter().enumerate() {
        let of_family = shipped.iter().filter(|rules| family(rules) == Some(place));
        let of_family: Vec<RuleSet> = of_family.cloned().collect();
        if !of_family.is_empty() {
            let title = title(&format!("{tag}: {meaning}"));
            sections.push(format!("{title}\n{}", table(&listed(&of_family))));
        }
    }
    sections.join("\n")
}

/// The place of the family of a rule set: the first tag that it has.
fn family(rules: &RuleSet) -> Option<usize> {
    TAGS.iter().position(|(tag, _)| rules.tags.iter().any(|own| own == tag))
}

fn listed(shipped: &[RuleSet]) -> TextTable {
    let rows = shipped
        .iter()
        .map(|rules| [&rules.name, &rules.description, &rules.source].map(String::clone).into());
    TextTable {
        columns: vec![words("name"), words("description"), words("source")],
        rows: rows.collect(),
    }
}

fn listed_with_tags(shipped: &[RuleSet]) -> TextTable {
    let mut table = listed(shipped);
    table.columns.push(words("tags"));
    for (row, rules) in table.rows.iter_mut().zip(shipped) {
        row.push(rules.tags.join(" "));
    }
    table
}

fn heading(rules: &RuleSet) -> Value {
    json!({
        "name": rules.name,
        "description": rules.description,
        "source": rules.source,
        "tags": rules.tags
    })
}

fn show(args: &RulesShowArgs) -> Result {
    let rules = args.changes.load(&args.name)?;
    let text = match args.format {
        ShowFormat::Toml => rules.to_toml() + &added_cards(&rules, "# "),
        ShowFormat::Json => text_table::pretty(&complete(&rules))?,
        ShowFormat::Table => table(&rules) + &added_cards(&rules, ""),
    };
    console::print(&text)
}

/// What the cards do that the rule set adds, in lines that begin so.
fn added_cards(rules: &RuleSet, begin: &str) -> String {
    let told = rules.added_cards_in_words().into_iter().map(|(card, sentences)| {
        let lines = sentences.iter().map(|sentence| format!("{begin}  {sentence}\n"));
        format!("{begin}{}\n{}", Shown::of(&card), lines.collect::<String>())
    });
    let told: String = told.collect();
    if told.is_empty() {
        told
    } else {
        format!("\n{begin}what the added cards do (seats as play went before the card):\n{told}")
    }
}

fn complete(rules: &RuleSet) -> Value {
    let mut value = heading(rules);
    value["settings"] = rules.settings_json();
    value
}

fn table(rules: &RuleSet) -> String {
    let style = Style::of_stdout();
    let differences = rules.differences(&RuleSet::official());
    let mut rows = Vec::new();
    for key in RuleSet::keys() {
        let changed = differences.iter().find(|(name, ..)| *name == key.key);
        let value = changed.map_or_else(|| key.default.clone(), |(_, here, _)| here.clone());
        let official = if changed.is_some() { key.default } else { String::new() };
        rows.push(vec![key.key, value, official, key.allowed]);
    }
    for (key, here, official) in
        differences.iter().filter(|(key, ..)| key.starts_with("people.seat."))
    {
        rows.push(vec![key.clone(), here.clone(), official.clone(), String::new()]);
    }
    let columns =
        vec![words("key"), words("value"), words("official, where it differs"), words("allowed")];
    let [name, description, source] =
        [&rules.name, &rules.description, &rules.source].map(|text| Shown::of(text).to_string());
    let title = format!("{}: {description} ({source})\n\n", style.bold(&name));
    title + &TextTable { columns, rows }.aligned(style)
}

fn check(args: &RulesCheckArgs) -> Result {
    let rules = args.changes.load(&args.file.to_string_lossy())?;
    let players = args.players.map_or_else(|| smallest_table(&rules), usize::from);
    check_playable(&rules, players)?;
    console::print("ok\n")?;
    let verbosity = Verbosity::chosen();
    rules_trial::warnings(&rules, players).iter().for_each(|warning| verbosity.say(warning));
    Ok(())
}

/// The fewest seats that can play these rules; where nobody can, the number whose complaint is of
/// use.
fn smallest_table(rules: &RuleSet) -> usize {
    let likely = if rules.scoring.partners { 4 } else { MIN_SEATS };
    (MIN_SEATS..=MAX_SEATS).find(|&players| rules.validate_for(players).is_ok()).unwrap_or(likely)
}
