//! What is asked of `settle`: a question about the rules in somebody's own words, a rule set, or a
//! file.

use std::io::{IsTerminal as _, stdin, stdout};
use std::path::Path;

use clap::ValueEnum;
use serde_json::json;

use super::console::{self, wrapped};
use super::failure::Failure;
use super::options::ChangeOptions;
use super::session::shell_word;
use unobench_core::bounded::quoted;
use unobench_core::rules::{self, Question, RuleSet};
use unobench_core::slip::MOST;
use unobench_findings::words::capital;

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

/// How it is said what would be asked.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum WhichFormat {
    /// For a person
    #[default]
    Table,
    /// For a program
    Json,
}

/// What somebody wants to know.
#[derive(Debug)]
pub(super) struct Asked {
    /// What the printed rules say; none where a rule set is named that is no question.
    pub(super) question: Option<&'static Question>,
    /// What is played; none where no rule file can say it.
    pub(super) rules: Option<RuleSet>,
    /// The rule set or file that this is, but for the keys that are set on it.
    pub(super) base: String,
    /// These keys.
    pub(super) keys: Vec<String>,
}

impl Asked {
    /// What is asked in some words, with keys set on top of it; on a terminal somebody chooses
    /// where the words may mean several questions, or there are none.
    ///
    /// # Errors
    /// If nothing is chosen, no question is like the words, or a rule set cannot be read.
    pub(super) fn of(words: &str, changes: &ChangeOptions) -> Result<Option<Asked>, Failure> {
        if words.is_empty() && changes.set.is_empty() {
            let often: Vec<_> = OFTEN.iter().filter_map(|id| Question::by_id(id)).collect();
            let chosen = choose("What people ask most:", &often, |of| &of.phrases[0])?;
            if chosen.is_none() {
                console::print("\nAsk in your own words: unobench settle WORDS\n")?;
            }
            return chosen.map(|question| Asked::question(question, changes)).transpose();
        }
        let near = match meant(words) {
            Meant::This(question) => return Asked::question(question, changes).map(Some),
            Meant::Set(name) => return Asked::set(name, changes).map(Some),
            Meant::Nothing => return Err(nothing_fits(words)),
            Meant::Perhaps(near) => near,
        };
        let title = format!("\"{}\" may be one of these:", quoted(words));
        let chosen = choose(&title, &near, |of| &of.answer)?.ok_or_else(|| {
            Failure::usage(format!(
                "\"{}\" is no question of its own, so nothing was played; ask by a name, such as \
                 `unobench settle {}`",
                quoted(words),
                near[0].id
            ))
        });
        Asked::question(chosen?, changes).map(Some)
    }

    /// What would be asked, as JSON or for a person: nothing is played.
    pub(super) fn which(
        words: &str,
        changes: &ChangeOptions,
        format: WhichFormat,
    ) -> Result<String, Failure> {
        let (asked, near) = match meant(words) {
            Meant::This(question) => (Some(Asked::question(question, changes)?), Vec::new()),
            Meant::Set(name) => (Some(Asked::set(name, changes)?), Vec::new()),
            Meant::Perhaps(near) => (None, near),
            Meant::Nothing => (None, Vec::new()),
        };
        let offered: Vec<&str> = near.iter().map(|of| of.id.as_str()).collect();
        if let WhichFormat::Json = format {
            let set = asked.as_ref().filter(|of| of.rules.is_some()).map(|of| &of.base);
            let question = asked.as_ref().and_then(|of| of.question);
            let which = question.map_or_else(
                || json!({"match": null, "offered": offered, "set": set}),
                |Question { id, answer, source, keys, set, .. }| {
                    json!({
                        "match": id, "offered": [], "printed": answer, "source": source,
                        "keys": keys, "set": set,
                    })
                },
            );
            return Ok(format!("{which:#}\n"));
        }
        Ok(match asked {
            Some(asked) => {
                let mut told = asked.printed(words);
                let name = asked.rules.as_ref().map(|rules| quoted(&rules.name));
                told.extend(name.map(|name| format!("This would be played: {name}")));
                told.join("\n") + "\n"
            }
            None if near.is_empty() => "This is like no question about the rules.\n".to_owned(),
            None => list("It may be one of these:", &near, |of| &of.answer),
        })
    }

    fn question(question: &'static Question, changes: &ChangeOptions) -> Result<Asked, Failure> {
        let base = question.set.as_deref().unwrap_or("official");
        let own = if question.set.is_none() { &question.keys[..] } else { &[] };
        let keys = [own, &changes.set].concat();
        let asked = Asked::changed(base, keys)?;
        let rules = asked.rules.filter(|_| question.cannot.is_none());
        Ok(Asked { question: Some(question), rules, ..asked })
    }

    /// A rule set by its name, or in a file.
    fn set(name: &str, changes: &ChangeOptions) -> Result<Asked, Failure> {
        Asked::changed(name, changes.set.clone())
    }

    fn changed(base: &str, keys: Vec<String>) -> Result<Asked, Failure> {
        let changes = ChangeOptions { set: keys };
        let rules = Some(changes.load(base)?);
        Ok(Asked { question: None, rules, base: base.to_owned(), keys: changes.set })
    }

    /// What the printed rules say, and what cannot be said.
    pub(super) fn printed(&self, words: &str) -> Vec<String> {
        let Some(Question { answer, source, cannot, .. }) = self.question else {
            return Vec::new();
        };
        let told = format!("By the printed rules: {} ({source})", after_colon(answer, words));
        let why = cannot.as_ref();
        let why = why.map(|why| format!("As a house rule it cannot be played here yet: {why}."));
        [Some(told), why].iter().flatten().flat_map(|line| wrapped(line)).collect()
    }
}

/// Words with which somebody asks the other way round: to "must I" the answer "yes, you may" is no.
const FORCED: [&str; 6] = ["have to", "must", "forced", "mandatory", "obliged", "required"];

/// An answer as it goes on after a colon: of "No: you draw", "no. You draw".
fn after_colon(answer: &str, words: &str) -> String {
    let (first, rest) = answer.split_at(1);
    let is_forced = FORCED.iter().any(|word| words.to_lowercase().contains(word));
    match answer.split_once(": ") {
        Some(("Yes", may)) if is_forced && may.contains("may ") => may.to_owned(),
        Some((word @ ("Yes" | "No"), rest)) => {
            format!("{}. {}", word.to_lowercase(), capital(rest))
        }
        _ => first.to_lowercase() + rest,
    }
}

/// What some words may mean.
enum Meant<'w> {
    This(&'static Question),
    /// One of these, the likeliest first.
    Perhaps(Vec<&'static Question>),
    /// A rule set, or a file.
    Set(&'w str),
    Nothing,
}

fn meant(words: &str) -> Meant<'_> {
    let path = Path::new(words);
    // What is named as files are is a file, and refused by name if it cannot be read as one.
    let is_path = path.extension().is_some() && path.symlink_metadata().is_ok();
    match words {
        "" => Meant::Set("official"),
        _ if is_path || path.is_file() || words.ends_with(".toml") => Meant::Set(words),
        _ => match rules::asked(words) {
            rules::Asked::This(question) => Meant::This(question),
            rules::Asked::Set(name) => Meant::Set(name),
            rules::Asked::Perhaps(near) => Meant::Perhaps(near),
            rules::Asked::Nothing => Meant::Nothing,
        },
    }
}

/// Questions with their numbers and names, and what is told of each.
fn list(title: &str, all: &[&'static Question], told: impl Fn(&Question) -> &str) -> String {
    let names = all.iter().map(|of| of.id.len()).max().unwrap_or_default();
    let line = |(number, of): (usize, &&Question)| {
        format!("{number:>3}  {:<names$}  {}\n", of.id, told(of))
    };
    let lines: String = (1..).zip(all).map(line).collect();
    format!("{title}\n{lines}")
}

/// Lists some questions; which of them somebody chooses by its number, on a terminal.
fn choose(
    title: &str,
    all: &[&'static Question],
    told: impl Fn(&Question) -> &str,
) -> Result<Option<&'static Question>, Failure> {
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
