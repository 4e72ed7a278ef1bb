//! What is asked of `settle`: a question about the rules in somebody's own words, a rule set, or a
//! file.

use std::io::{IsTerminal as _, stdin, stdout};
use std::path::Path;

use clap::ValueEnum;

use super::console::{self, wrapped};
use super::failure::{Failure, OrFailure as _, Result};
use super::numbers::grouped;
use super::options::ChangeOptions;
use super::session::shell_word;
use unobench_core::bounded::quoted;
use unobench_core::rules::{self, MOST_ASKED, RuleQuestion, RuleSet};
use unobench_core::slip::MOST;
use unobench_disk::load_rules;
use unobench_experiment::settle::SettleRequest;

/// What people argue about most, in the order in which it is offered.
const OFTEN: [&str; 12] = [
    "stacking",
    "seven-zero",
    "jump-in",
    "draw-until",
    "draw-by-choice",
    "challenge-off",
    "end-on-action",
    "same-number",
    "call",
    "two-reverse",
    "deck-empty",
    "no-mercy",
];

/// How something is said of which there is no table to print.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum WhichFormat {
    /// For a person
    #[default]
    Table,
    /// For a program
    Json,
}

/// What is asked in some words, with keys set on top of it; on a terminal somebody chooses where
/// the words may mean several questions, or there are none.
///
/// # Errors
/// If nothing is chosen, no question is like the words, or a rule set cannot be read.
pub(super) fn asked(words: &str, changes: &ChangeOptions) -> Result<Option<SettleRequest>> {
    if words.is_empty() && changes.set.is_empty() {
        let often: Vec<_> = OFTEN.iter().filter_map(|id| RuleQuestion::by_id(id)).collect();
        let chosen = choose("What people ask most:", &often, |entry| &entry.phrases[0].words)?;
        if chosen.is_none() {
            console::print("\nAsk in your own words: unobench settle WORDS\n")?;
        }
        return chosen.map(|entry| question(entry, changes)).transpose();
    }
    let near = match meant(words, changes)? {
        (None, near) if near.is_empty() => return Err(nothing_fits(words)),
        (None, near) => near,
        (asked, _) => return Ok(asked),
    };
    let title = format!("\"{}\" may be one of these:", quoted(words));
    let chosen = choose(&title, &near, |entry| &entry.answer)?.ok_or_else(|| {
        Failure::usage(format!(
            "\"{}\" is no question of its own, so nothing was played; ask by a name, such as \
             `unobench settle {}`",
            quoted(words),
            near[0].id
        ))
    });
    question(chosen?, changes).map(Some)
}

/// What would be asked, as JSON or for a person: nothing is played.
pub(super) fn which(words: &str, changes: &ChangeOptions, format: WhichFormat) -> Result<String> {
    let (asked, near) = meant(words, changes)?;
    if let WhichFormat::Json = format {
        return Ok(format!("{:#}\n", SettleRequest::json(asked.as_ref(), words, &near)));
    }
    Ok(match asked {
        Some(asked) => {
            let mut told = said_at_once(&asked, words);
            let name = asked.rules.as_ref().map(|rules| quoted(&rules.name));
            told.extend(name.map(|name| format!("This would be played: {name}")));
            told.join("\n") + "\n"
        }
        None if near.is_empty() => "This is like no question about the rules.\n".to_owned(),
        None => list("It may be one of these:", &near, |entry| &entry.answer),
    })
}

/// What is said before anything is played, in lines: the question that was taken, and what the
/// printed rules say to it.
pub(super) fn said_at_once(asked: &SettleRequest, words: &str) -> Vec<String> {
    let said: Vec<String> = asked.taken(words).into_iter().chain(asked.printed(words)).collect();
    said.iter().flat_map(|line| wrapped(line)).collect()
}

fn question(entry: &'static RuleQuestion, changes: &ChangeOptions) -> Result<SettleRequest> {
    SettleRequest::question(entry, &changes.set, load_rules).or_usage()
}

/// What some words ask, or else the questions that they may mean, the likeliest first.
fn meant(
    words: &str,
    changes: &ChangeOptions,
) -> Result<(Option<SettleRequest>, Vec<&'static RuleQuestion>)> {
    let set = |name: &str| SettleRequest::set(name, changes.set.clone(), load_rules).or_usage();
    let path = Path::new(words);
    // What is named as files are is a file, and refused by name if it cannot be read as one.
    let is_path = path.extension().is_some() && path.symlink_metadata().is_ok();
    let asked = match words {
        "" => set("official")?,
        _ if is_path || path.is_file() || words.ends_with(".toml") => set(words)?,
        _ if words.chars().nth(MOST_ASKED).is_some() => return Err(too_long(words)),
        _ => match rules::asked(words) {
            rules::Understood::This(entry) => question(entry, changes)?,
            rules::Understood::Set(name) => set(name)?,
            rules::Understood::Perhaps(near) => return Ok((None, near)),
            rules::Understood::Nothing => return Ok((None, Vec::new())),
        },
    };
    Ok((Some(asked), Vec::new()))
}

/// Questions with their numbers and names, and what is told of each.
fn list(
    title: &str,
    all: &[&'static RuleQuestion],
    told: impl Fn(&RuleQuestion) -> &str,
) -> String {
    let names = all.iter().map(|entry| entry.id.len()).max().unwrap_or_default();
    let mut text = format!("{title}\n");
    for (number, entry) in (1..).zip(all) {
        text += &format!("{number:>3}  {:<names$}  {}\n", entry.id, told(entry));
    }
    text
}

/// Lists some questions; which of them somebody chooses by its number, on a terminal.
fn choose(
    title: &str,
    all: &[&'static RuleQuestion],
    told: impl Fn(&RuleQuestion) -> &str,
) -> Result<Option<&'static RuleQuestion>> {
    console::print(&list(title, all, told))?;
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return Ok(None);
    }
    console::print(&format!("Which one? (1 to {}) ", all.len()))?;
    let mut answer = String::new();
    // What cannot be read chooses nothing.
    let _ = stdin().read_line(&mut answer);
    let number = answer.trim().parse::<usize>().ok();
    Ok(number.and_then(|number| all.get(number.checked_sub(1)?).copied()))
}

fn too_long(words: &str) -> Failure {
    let characters = grouped(words.chars().count() as u64);
    Failure::usage(format!(
        "\"{}\" has {characters} characters; a question has at most {MOST_ASKED}",
        quoted(words)
    ))
}

fn nothing_fits(words: &str) -> Failure {
    let near: Vec<String> = RuleSet::near(words)
        .into_iter()
        .take(MOST)
        .map(|name| format!("`unobench settle {}`", shell_word(name)))
        .collect();
    let perhaps = match near.as_slice() {
        [] => String::new(),
        near => format!("; perhaps {}", near.join(", ")),
    };
    Failure::usage(format!(
        "no question about the rules is like \"{}\"{perhaps}; bare `unobench settle` lists what \
         people ask most, and a file of your own can be asked about, too: `unobench rules new`",
        quoted(words)
    ))
}
