//! Who sits at a table: a strategy of the library, or a bot, as they are written on the command
//! line.

use super::callback::{self, Callback};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::sync::Arc;
use unobench_core::bounded::{quoted, quoted_path};
use unobench_core::shown::{is_formula, is_hidden};
use unobench_core::strategy::{Catalogue, StrategyError, StrategySpec};

const PREFIX: &str = "cmd:";

/// Before the name of a [`Callback`].
const CALLED: &str = "py:";

/// About how many nanoseconds a bot, as it is written, takes for its part of a round: as if it
/// thought for a millisecond about each of a dozen decisions; a function has no pipe.
pub fn nanoseconds_per_round(line: &str) -> u64 {
    if line.starts_with(CALLED) { 100_000 } else { 12_000_000 }
}

/// The longest name of a bot, in characters.
pub(super) const NAME: usize = 100;

/// An external bot: a command line, or the name of a [`Callback`], of which there are no words; and
/// the name that it has in the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotSpec {
    pub(super) name: Option<String>,
    line: String,
    pub(super) words: Vec<String>,
}

/// Why a bot cannot be used, for the person who named it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    #[error("\"{}\" names no program; a bot is written cmd:PROGRAM ARGUMENTS", quoted(.0))]
    Empty(String),
    /// It was given a name that no bot can have.
    #[error(
        "\"{}\" cannot be the name of a bot: it has 1 to {NAME} visible characters, no blank at \
         either end, and begins with none of = + - @",
        quoted(.0)
    )]
    Name(String),
    #[error(
        "{who} \"{}\", which is the name of a strategy of the library; give it another one, as in \
         \"my-{}={}\"",
        quoted(.name), quoted(.name), quoted(.command_line)
    )]
    NameOfLibrary { who: &'static str, name: String, command_line: String },
    #[error("\"{}\": a quote or a backslash at the end is left open", quoted(.0))]
    Quotes(String),
    #[error(
        "bot \"{}\": there is no program \"{}\"{}",
        quoted(.bot), quoted(.program), where_looked(.program)
    )]
    NoProgram { bot: String, program: String },
    #[error("bot \"{}\": the file \"{}\" is not executable", quoted(.bot), quoted(.program))]
    NotExecutable { bot: String, program: String },
    #[error("bot \"py:{}\": no function of Python was given under this name", quoted(.0))]
    NoFunction(String),
    /// None of its processes was ever ready to play.
    #[error(
        "bot \"{}\" ({}) never started, so nothing can be said of it: {reason}{}",
        quoted(.name), quoted(.command_line), where_said(.log.as_deref())
    )]
    NeverStarted { name: String, command_line: String, reason: String, log: Option<PathBuf> },
}

/// Where what it said is, if that is a file.
fn where_said(log: Option<&Path>) -> String {
    log.map_or_else(String::new, |log| format!("; {} has what it said", quoted_path(log)))
}

fn where_looked(program: &str) -> &'static str {
    if program.contains('/') {
        ""
    } else {
        " in any directory of PATH; a program in this directory is written with ./ before its name"
    }
}

impl BotSpec {
    pub fn command_line(&self) -> String {
        format!("{}{}", if self.words.is_empty() { CALLED } else { PREFIX }, self.line)
    }

    /// Whether it is a program, not a function of whoever calls the library.
    pub fn is_process(&self) -> bool {
        !self.words.is_empty()
    }

    pub(super) fn callback(&self) -> Option<Arc<dyn Callback>> {
        if self.words.is_empty() { callback::find(&self.line) } else { None }
    }

    /// Makes sure that there is such a program, without starting it, or function.
    pub fn check(&self) -> Result<(), BotError> {
        let Some(program) = self.words.first().cloned() else {
            let callback = self.callback().map(drop);
            return callback.ok_or_else(|| BotError::NoFunction(self.line.clone()));
        };
        let bot = self.command_line();
        if program.contains(std::path::MAIN_SEPARATOR) {
            match Path::new(&program) {
                path if is_executable(path) => Ok(()),
                path if path.is_file() => Err(BotError::NotExecutable { bot, program }),
                _ => Err(BotError::NoProgram { bot, program }),
            }
        } else if is_in_path(&program) {
            Ok(())
        } else {
            Err(BotError::NoProgram { bot, program })
        }
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        command
    }
}

/// Whether a program is in a directory of `PATH`. Systems that add an ending to its name find it
/// when they start it.
fn is_in_path(program: &str) -> bool {
    let places = std::env::var_os("PATH").unwrap_or_default();
    cfg!(not(unix))
        || std::env::split_paths(&places).any(|place| is_executable(&place.join(program)))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

pub(super) fn is_name(name: &str) -> bool {
    let fits = (1..=NAME).contains(&name.chars().count()) && name.trim() == name;
    let is_plain = !name.chars().any(is_hidden) && !is_formula(name);
    fits && is_plain && ![PREFIX, CALLED].iter().any(|prefix| name.starts_with(prefix))
}

pub(super) fn is_of_library(name: &str, catalogue: Catalogue) -> bool {
    name.split(':').next().is_some_and(|name| catalogue.find(name).is_some())
}

/// The name that a bot is given, and the rest: `name=cmd:…`. A strategy with settings is none, for
/// no name that is given has a colon.
fn given_name(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('=').filter(|(name, _)| !name.contains(':'))?;
    [PREFIX, CALLED].iter().any(|prefix| rest.starts_with(prefix)).then_some((name, rest))
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => f.write_str(name),
            None => f.write_str(&self.command_line()),
        }
    }
}

/// Reads a bot with or without a name, and without one with or without `cmd:` before its command
/// line, which is cut into words as a shell would, and never given to one.
impl FromStr for BotSpec {
    type Err = BotError;

    fn from_str(text: &str) -> Result<BotSpec, BotError> {
        if let Some((name, rest)) = given_name(text) {
            let name = Some(name.to_owned()).filter(|name| is_name(name));
            let name = name.ok_or_else(|| BotError::Name(text.to_owned()))?;
            return Ok(BotSpec { name: Some(name), ..BotSpec::from_str(rest)? });
        }
        if let Some(name) = text.strip_prefix(CALLED) {
            let own = is_name(name).then(|| name.to_owned());
            let name = own.ok_or_else(|| BotError::Name(name.to_owned()))?;
            return Ok(BotSpec { name: Some(name.clone()), line: name, words: Vec::new() });
        }
        let line = text.strip_prefix(PREFIX).unwrap_or(text);
        let words = shlex::split(line).ok_or_else(|| BotError::Quotes(text.to_owned()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(BotError::Empty(text.to_owned()));
        }
        Ok(BotSpec { name: None, line: line.to_owned(), words })
    }
}

/// Who takes part: a strategy of the library, or a bot and who decides where it fails to.
#[derive(Debug, Clone, PartialEq)]
pub enum Contestant {
    Library(StrategySpec),
    Bot(BotSpec, StrategySpec),
}

/// Why a text names nobody who can play.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ContestantError {
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error(
        "\"{}\" is not a strategy; a bot is written cmd: and its command line, as in \
         \"{PREFIX}{}\"",
        quoted(.text), quoted(.line)
    )]
    NoPrefix { text: String, line: String },
    #[error("\"{}\" is not a strategy{}; a rule set follows --rules", quoted(.0), missing(.0))]
    RuleSet(String),
}

fn missing(text: &str) -> &'static str {
    if Path::new(text).is_file() { "" } else { ", and there is no such file" }
}

fn command_line(text: &str) -> Option<String> {
    let ending = Path::new(text).extension().and_then(|ending| ending.to_str());
    let of_language = |program: &str| Some(format!("{program} {text}"));
    match ending {
        Some("toml" | "json" | "jsonl") => None,
        Some("py") if !text.contains(' ') => of_language("python3"),
        Some("js" | "mjs") if !text.contains(' ') => of_language("node"),
        _ if text.contains(' ') && text.contains(['.', '/']) => Some(text.to_owned()),
        _ if text.contains('/') => Some(text.to_owned()),
        _ if Path::new(text).is_file() => Some(format!("./{text}")),
        _ => None,
    }
}

impl Contestant {
    pub(super) const fn bot_mut(&mut self) -> Option<&mut BotSpec> {
        match self {
            Contestant::Library(_) => None,
            Contestant::Bot(bot, _) => Some(bot),
        }
    }

    /// Whether a text is of a bot, or means one.
    pub fn is_bot(text: &str) -> bool {
        [PREFIX, CALLED].iter().any(|prefix| text.starts_with(prefix)) || given_name(text).is_some()
    }

    pub const fn bot(&self) -> Option<&BotSpec> {
        match self {
            Contestant::Library(_) => None,
            Contestant::Bot(bot, _) => Some(bot),
        }
    }

    pub fn named(mut self, name: &str) -> Contestant {
        self.bot_mut().into_iter().for_each(|bot| bot.name = Some(name.to_owned()));
        self
    }

    /// The file that it was read from, with a digest of what was read, if it was read from one; a
    /// bot's program is not looked into.
    pub fn file(&self) -> Option<(String, String)> {
        match self {
            Contestant::Library(spec) => spec.file_digest(),
            Contestant::Bot(..) => None,
        }
    }

    pub fn strategy(&self) -> &StrategySpec {
        let (Contestant::Library(spec) | Contestant::Bot(_, spec)) = self;
        spec
    }

    /// Those of several, in their order.
    pub fn strategies(contestants: &[Contestant]) -> Vec<StrategySpec> {
        contestants.iter().map(|contestant| contestant.strategy().clone()).collect()
    }

    pub fn nanoseconds_per_round(&self) -> u64 {
        match self {
            Contestant::Library(spec) => spec.nanoseconds_per_round(),
            Contestant::Bot(bot, _) => nanoseconds_per_round(&bot.command_line()),
        }
    }

    /// Somebody as written: a bot, `cmd:` and its command line, with or without a name before it,
    /// or a strategy of the catalogue. What a bot fails to decide, the catalogue's `random` does.
    pub fn parse(text: &str, catalogue: Catalogue) -> Result<Contestant, ContestantError> {
        if Contestant::is_bot(text) {
            let bot: BotSpec = text.parse()?;
            if let Some(name) = bot.name.as_ref().filter(|name| is_of_library(name, catalogue)) {
                let (who, name) = ("a bot cannot be called", name.clone());
                let command_line = bot.command_line();
                return Err(BotError::NameOfLibrary { who, name, command_line }.into());
            }
            Ok(Contestant::Bot(bot, catalogue.parse("random")?))
        } else {
            let spec = catalogue.parse(text).map_err(|error| match (command_line(text), error) {
                (Some(line), StrategyError::Unknown { .. }) => {
                    ContestantError::NoPrefix { text: text.to_owned(), line }
                }
                (_, StrategyError::Unknown { .. }) if text.ends_with(".toml") => {
                    ContestantError::RuleSet(text.to_owned())
                }
                (_, error) => error.into(),
            });
            Ok(Contestant::Library(spec?))
        }
    }
}

impl From<StrategySpec> for Contestant {
    fn from(spec: StrategySpec) -> Contestant {
        Contestant::Library(spec)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Library(spec) => spec.fmt(f),
            Contestant::Bot(bot, _) => bot.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_strategies::CATALOGUE;

    #[test]
    fn bots_are_printed_as_they_were_written() {
        for text in ["cmd:./bot --flag", "cmd:python3  'my bot.py'", "random", "save-wilds:other=3"]
        {
            assert_eq!(Contestant::parse(text, CATALOGUE).expect("somebody").to_string(), text);
        }
    }

    #[test]
    fn bots_have_the_names_that_they_are_given() {
        let read = |text: &str| Contestant::parse(text, CATALOGUE);
        for (text, name, line) in [
            ("mine=cmd:./bot x=cmd:y", "mine", "cmd:./bot x=cmd:y"),
            ("my bot 2=cmd:./bot", "my bot 2", "cmd:./bot"),
            ("cmd:./bot a=cmd:b", "cmd:./bot a=cmd:b", "cmd:./bot a=cmd:b"),
        ] {
            let bot = read(text).expect("a bot");
            assert_eq!((bot.to_string().as_str(), bot.bot().is_some()), (name, true));
            assert_eq!(bot.bot().map(BotSpec::command_line), Some(line.to_owned()));
        }
        for (text, told) in [
            ("=cmd:./bot", "\"=cmd:./bot\" cannot be the name"),
            ("+1=cmd:./bot", "begins with none of"),
            ("a\u{202e}b=cmd:./bot", "a\\u{202e}b"),
            ("random=cmd:./bot", "\"my-random=cmd:./bot\""),
            ("linear:file=cmd:x", "cmd:x"),
            ("mine=cmd:", "names no program"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn command_lines_are_cut_into_words_without_a_shell() {
        let bot: BotSpec = "cmd:python3 'my bot.py' $HOME \"a b\" *".parse().expect("a bot");
        assert_eq!(bot.words, ["python3", "my bot.py", "$HOME", "a b", "*"]);
    }

    #[test]
    fn texts_that_are_no_bot_are_refused() {
        let error = |text: &str| text.parse::<BotSpec>().expect_err("no bot");
        assert_eq!(error("cmd:"), BotError::Empty("cmd:".to_owned()));
        assert_eq!(error("cmd:  "), BotError::Empty("cmd:  ".to_owned()));
        assert_eq!(error("cmd:'' x"), BotError::Empty("cmd:'' x".to_owned()));
        assert_eq!(error("cmd:./bot 'x"), BotError::Quotes("cmd:./bot 'x".to_owned()));
    }

    #[test]
    fn a_program_without_its_prefix_is_recognised() {
        let error = |text: &str| Contestant::parse(text, CATALOGUE).expect_err(text).to_string();
        for (text, line) in [
            ("bot.py", "\"cmd:python3 bot.py\""),
            ("bots/bot.js", "\"cmd:node bots/bot.js\""),
            ("python3 bot.py --fast", "\"cmd:python3 bot.py --fast\""),
            ("./bot", "\"cmd:./bot\""),
            ("Cargo.lock", "unknown strategy"),
            ("Cargo.toml", "\"Cargo.toml\" is not a strategy; a rule set follows --rules"),
            ("randon", "did you mean \"random\"?"),
            ("linear:file=no/such/file", "no/such/file"),
        ] {
            assert!(error(text).contains(line), "{text}: {}", error(text));
        }
    }

    #[test]
    fn programs_that_are_not_there_are_named() {
        let check = |text: &str| text.parse::<BotSpec>().expect("a bot").check();
        assert_eq!(check("cmd:sh -c true"), Ok(()));
        for (text, words) in [
            ("cmd:./there/is/none", "\"./there/is/none\""),
            #[cfg(unix)]
            ("cmd:there-is-no-such-program x", "PATH"),
            #[cfg(unix)]
            (concat!("cmd:", env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "not executable"),
        ] {
            let error = check(text).expect_err("no program").to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
