//! What is asked of `settle`: a question about the rules in somebody's own words, a rule set, or a
//! file.

use std::io::{IsTerminal as _, stdin, stdout};
use std::path::Path;

use serde_json::{Value, json};

use super::console::{self, Style, wrapped};
use super::failure::Failure;
use super::options::ChangeOptions;
use super::session::shell_word;
use unobench_core::bounded::quoted;
use unobench_core::rules::{self, Question, RuleSet};
use unobench_core::slip::MOST;

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

/// What somebody wants to know.
#[derive(Debug)]
pub(super) struct Asked {
    /// What the printed rules say; none where a rule set is named that is no question.
    pub(super) question: Option<&'static Question>,
    /// What is played; none where no rule file can say it.
    pub(super) rules: Option<RuleSet>,
}

/// What some words may mean.
enum Meant {
    This(Box<Asked>),
    /// One of these, the likeliest first.
    Perhaps(Vec<&'static Question>),
    Nothing,
}

impl Asked {
    /// What is asked in some words, with keys set on top of it; on a terminal somebody chooses where
    /// the words may mean several questions, or there are none.
    ///
    /// # Errors
    /// If nothing is chosen, no question is like the words, or a rule set cannot be read.
    pub(super) fn of(words: &str, changes: &ChangeOptions) -> Result<Option<Asked>, Failure> {
        if words.is_empty() && changes.set.is_empty() {
            let often: Vec<_> = OFTEN.iter().filter_map(|id| Question::by_id(id)).collect();
            let listed = list("What people ask most:", &often, phrase);
            let chosen = choose(&listed, &often)?;
            if chosen.is_none() {
                console::print(&format!(
                    "{listed}\nAsk in your own words: unobench settle WORDS\n"
                ))?;
            }
            return chosen.map(|question| Asked::question(question, changes)).transpose();
        }
        match meant(words, changes)? {
            Meant::This(asked) => Ok(Some(*asked)),
            Meant::Perhaps(near) => {
                let told = format!("\"{}\" may be one of these:", quoted(words));
                let listed = list(&told, &near, |of| of.answer.clone());
                let Some(chosen) = choose(&listed, &near)? else {
                    console::print(&listed)?;
                    return Err(Failure::usage(format!(
                        "\"{}\" is no question of its own, so nothing was played; ask by a name, such as \
                         `unobench settle {}`",
                        quoted(words),
                        near[0].id
                    )));
                };
                Asked::question(chosen, changes).map(Some)
            }
            Meant::Nothing => Err(nothing_fits(words)),
        }
    }

    /// What would be asked, for programs: nothing is played.
    pub(super) fn which(words: &str, changes: &ChangeOptions) -> Result<Value, Failure> {
        let near = |all: Vec<&Question>| all.iter().map(|of| of.id.clone()).collect::<Vec<_>>();
        Ok(match meant(words, changes)? {
            Meant::This(asked) => match (asked.question, asked.rules) {
                (Some(Question { id, answer, source, keys, set, .. }), _) => json!({
                    "match": id, "offered": [], "printed": answer, "source": source, "keys": keys,
                    "set": set,
                }),
                (None, rules) => {
                    json!({"match": null, "offered": [], "set": rules.map(|rules| rules.name)})
                }
            },
            Meant::Perhaps(all) => json!({"match": null, "offered": near(all)}),
            Meant::Nothing => json!({"match": null, "offered": []}),
        })
    }

    fn question(question: &'static Question, changes: &ChangeOptions) -> Result<Asked, Failure> {
        let keys = question.keys.iter().chain(&changes.set).cloned().collect();
        let rules = match (&question.set, &question.cannot) {
            (_, Some(_)) => None,
            (Some(set), _) => Some(changes.load(set)?),
            (None, _) => Some(ChangeOptions { set: keys }.load("official")?),
        };
        Ok(Asked { question: Some(question), rules })
    }

    /// What the printed rules say, and what cannot be said.
    pub(super) fn printed(&self) -> Vec<String> {
        let Some(Question { answer, source, cannot, .. }) = self.question else {
            return Vec::new();
        };
        let answer = answer.replacen(": ", ". ", 1);
        let mut told = vec![format!("By the printed rules: {} ({source})", lower(&answer))];
        told.extend(
            cannot
                .as_ref()
                .map(|why| format!("As a house rule it cannot be played here yet: {why}.")),
        );
        told.iter().flat_map(|line| wrapped(line)).collect()
    }
}

/// The answer as it goes on after a colon.
fn lower(answer: &str) -> String {
    match answer.split_once(". ") {
        Some((word @ ("Yes" | "No"), rest)) => {
            let mut letters = rest.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().to_string());
            format!("{}. {}{}", word.to_lowercase(), first.unwrap_or_default(), letters.as_str())
        }
        _ => answer.to_owned(),
    }
}

fn meant(words: &str, changes: &ChangeOptions) -> Result<Meant, Failure> {
    let by_name = |name: &str| {
        let asked = Asked { question: None, rules: Some(changes.load(name)?) };
        Ok(Meant::This(Box::new(asked)))
    };
    if words.is_empty() {
        return by_name("official");
    }
    let path = Path::new(words);
    let is_path = path.extension().is_some() && path.symlink_metadata().is_ok();
    if words.ends_with(".toml") || path.is_file() || is_path {
        return by_name(words);
    }
    match rules::asked(words) {
        rules::Asked::This(question) => {
            Ok(Meant::This(Box::new(Asked::question(question, changes)?)))
        }
        rules::Asked::Set(name) => by_name(name),
        rules::Asked::Perhaps(near) => Ok(Meant::Perhaps(near)),
        rules::Asked::Nothing => Ok(Meant::Nothing),
    }
}

fn phrase(question: &Question) -> String {
    question.phrases[0].clone()
}

/// Questions with their numbers and names, and what is told of each.
fn list(title: &str, all: &[&'static Question], told: impl Fn(&Question) -> String) -> String {
    let names = all.iter().map(|of| of.id.len()).max().unwrap_or_default();
    let line = |(number, of): (usize, &&Question)| {
        format!("{number:>3}  {:<names$}  {}\n", of.id, told(of))
    };
    let lines: String = (1..).zip(all).map(line).collect();
    format!("{title}\n{lines}")
}

/// Which of some questions somebody chooses by its number, on a terminal.
fn choose(listed: &str, all: &[&'static Question]) -> Result<Option<&'static Question>, Failure> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return Ok(None);
    }
    console::print(&format!(
        "{}Which one? (1 to {}) ",
        Style::of_stdout().bold(listed),
        all.len()
    ))?;
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
        "no question about the rules is like \"{}\"{perhaps}; bare `unobench settle` lists what people \
         ask most, and a file of your own can be asked about, too: `unobench rules new`",
        quoted(words)
    ))
}
