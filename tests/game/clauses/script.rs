//! The text files of clauses: `SECTION.txt`, read when the tests run.
//!
//! ```text
//! // A remark.
//! # name: key | source | clause
//! #   the rest of the clause
//! with key=value key=value
//! deal ...
//!   ... the rest of the deal
//! ```
//!
//! The lines below a clause check it: a `deal` (see [`super::scene`]) or a fact (see
//! [`super::facts`]). They are about the official rules with the value that the clause is about and
//! those of the last `with`.

use std::path::PathBuf;

use unobench_core::rules::RuleSet;

use super::scene::words;

/// A clause: its row in `docs/RULES.md`, and the lines that check it.
pub(crate) struct Clause {
    /// Where it stands, as `FILE:LINE`.
    pub(crate) place: String,
    pub(crate) name: String,
    pub(crate) key: String,
    pub(crate) source: String,
    pub(crate) text: String,
    pub(crate) lines: Vec<Line>,
    with: Vec<String>,
}

pub(crate) struct Line {
    pub(crate) place: String,
    settings: Vec<String>,
    pub(crate) word: String,
    pub(crate) text: String,
}

impl Line {
    /// The rules that it is about, with more values.
    pub(crate) fn rules(&self, more: impl Iterator<Item = String>) -> Result<RuleSet, String> {
        let settings: Vec<String> = self.settings.iter().cloned().chain(more).collect();
        let mut rules = RuleSet::official();
        rules.set_all(&settings).map_err(|error| error.to_string())?;
        Ok(rules)
    }
}

pub(crate) fn clauses(section: &str) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for (place, line) in whole_lines(section) {
        add(&mut clauses, &place, &line).unwrap_or_else(|error| panic!("{place}: {error}: {line}"));
    }
    clauses
}

/// The lines of a file with what continues them, and where each begins.
fn whole_lines(section: &str) -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("clauses/{section}.txt"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let is_text = |line: &str| !line.is_empty() && !line.starts_with("//");
    let mut whole: Vec<(String, String)> = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| is_text(line)) {
        let more = line.strip_prefix("#   ").or_else(|| line.strip_prefix("  "));
        match (more, whole.last_mut()) {
            (Some(more), Some((_, begun))) => *begun += &format!(" {more}"),
            _ => {
                whole.push((format!("tests/game/clauses/{section}.txt:{}", index + 1), line.into()))
            }
        }
    }
    whole
}

fn add(clauses: &mut Vec<Clause>, place: &str, line: &str) -> Result<(), String> {
    if let Some(header) = line.strip_prefix("# ") {
        clauses.push(Clause::of(place, header).ok_or("not `# name: key | source | clause`")?);
        return Ok(());
    }
    let clause = clauses.last_mut().ok_or("no clause above")?;
    let (word, text) = line.split_once(' ').ok_or("a word alone says nothing")?;
    if word == "with" {
        clause.with = words(text);
        return Ok(());
    }
    let value = clause.key.split_once(" = ").map(|(key, value)| format!("{key}={value}"));
    clause.lines.push(Line {
        place: place.to_owned(),
        settings: value.into_iter().chain(clause.with.iter().cloned()).collect(),
        word: word.to_owned(),
        text: text.to_owned(),
    });
    Ok(())
}

impl Clause {
    fn of(place: &str, header: &str) -> Option<Clause> {
        let (name, row) = header.split_once(": ")?;
        let mut parts = row.splitn(3, " | ").map(str::to_owned);
        Some(Clause {
            place: place.to_owned(),
            name: name.to_owned(),
            key: parts.next()?,
            source: parts.next()?,
            text: parts.next()?,
            lines: Vec::new(),
            with: Vec::new(),
        })
    }
}
