//! Who sits at a table: a strategy of the library, or a bot, as they are written on the command
//! line.

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use unobench_core::bounded::quoted;
use unobench_core::strategy::{Catalogue, StrategyError, StrategySpec};

/// How a bot is written: this, and its command line.
const PREFIX: &str = "cmd:";

/// An external bot: a command line.
///
/// # Examples
///
/// ```
/// use unobench_bots::BotSpec;
///
/// let bot: BotSpec = "cmd:python3 'my bot.py'".parse().expect("a bot");
/// assert_eq!(bot.to_string(), "cmd:python3 'my bot.py'");
/// assert!("cmd:".parse::<BotSpec>().is_err(), "it names no program");
/// assert!("cmd:./bot 'x".parse::<BotSpec>().is_err(), "a quote is left open");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotSpec {
    /// The command line as written.
    line: String,
    /// Its words, the program first; at least one.
    pub(super) words: Vec<String>,
}

/// A text that is no bot, or a bot that cannot be started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// Nothing to start.
    #[error("\"{}\" names no program; a bot is written cmd:PROGRAM ARGUMENTS", quoted(.0))]
    Empty(String),
    /// The quotes do not match.
    #[error("\"{}\": a quote or a backslash at the end is left open", quoted(.0))]
    Quotes(String),
    /// There is no such program.
    #[error(
        "bot \"{}\": there is no program \"{}\"{}",
        quoted(.bot), quoted(.program), where_looked(.program)
    )]
    NoProgram {
        /// The bot as written.
        bot: String,
        /// The program.
        program: String,
    },
    /// There is a file, which is no program.
    #[error("bot \"{}\": the file \"{}\" is not executable", quoted(.bot), quoted(.program))]
    NotExecutable {
        /// The bot as written.
        bot: String,
        /// The file.
        program: String,
    },
}

fn where_looked(program: &str) -> &'static str {
    if program.contains('/') {
        ""
    } else {
        " in any directory of PATH; a program in this directory is written with ./ before its name"
    }
}

impl BotSpec {
    /// Makes sure that there is such a program, without starting it.
    ///
    /// # Errors
    /// [`BotError::NoProgram`], [`BotError::NotExecutable`].
    pub fn check(&self) -> Result<(), BotError> {
        let (bot, program) = (self.to_string(), self.words[0].clone());
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

    /// The command to start; no shell has part in it.
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

/// Prints the bot as it was written.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.line)
    }
}

/// Reads a bot with or without `cmd:` before its command line, which is cut into words as a shell
/// would, and never given to one.
impl FromStr for BotSpec {
    type Err = BotError;

    fn from_str(text: &str) -> Result<BotSpec, BotError> {
        let line = text.strip_prefix(PREFIX).unwrap_or(text);
        let words = shlex::split(line).ok_or_else(|| BotError::Quotes(text.to_owned()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(BotError::Empty(text.to_owned()));
        }
        Ok(BotSpec { line: line.to_owned(), words })
    }
}

/// Who sits at a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Contestant {
    /// A strategy of the library.
    Library(StrategySpec),
    /// An external bot, and the strategy that makes the decisions that it fails to make.
    Bot(BotSpec, StrategySpec),
}

/// A text that is nobody.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ContestantError {
    /// It is no strategy.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// It is no bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// It is no strategy, but might be the command line of a bot.
    #[error(
        "\"{}\" is no strategy; a bot is written cmd: and its command line, as in \"{PREFIX}{}\"",
        quoted(.text), quoted(.line)
    )]
    NoPrefix {
        /// What was written.
        text: String,
        /// The command line that was probably meant.
        line: String,
    },
}

/// The command line that was probably meant by a text that names a program, or a file of one.
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
    /// The bot, if it is one.
    #[must_use]
    pub const fn bot(&self) -> Option<&BotSpec> {
        match self {
            Contestant::Library(_) => None,
            Contestant::Bot(bot, _) => Some(bot),
        }
    }

    /// The file that it was read from, with a digest of what was read, if it was read from one; a
    /// bot's program is not looked into.
    #[must_use]
    pub fn file(&self) -> Option<(String, String)> {
        match self {
            Contestant::Library(spec) => spec.file_digest(),
            Contestant::Bot(..) => None,
        }
    }

    /// The strategy that makes the decisions: of a bot those that it fails to make itself.
    #[must_use]
    pub fn strategy(&self) -> &StrategySpec {
        let (Contestant::Library(spec) | Contestant::Bot(_, spec)) = self;
        spec
    }

    /// About how many nanoseconds a core takes for its part of a round: of a bot, as if it thought
    /// for a millisecond about each of a dozen decisions.
    #[must_use]
    pub fn nanoseconds_per_round(&self) -> u64 {
        match self {
            Contestant::Library(spec) => spec.nanoseconds_per_round(),
            Contestant::Bot(..) => 12_000_000,
        }
    }

    /// Somebody as written: `cmd:` and the command line of a bot, or a strategy of the catalogue.
    /// What a bot fails to decide, the catalogue's `random` does.
    ///
    /// # Errors
    /// If it is neither.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_bots::Contestant;
    /// use unobench_strategies::CATALOGUE;
    ///
    /// let counter = Contestant::parse("counter", CATALOGUE).expect("a strategy");
    /// assert!(counter.bot().is_none());
    /// let bot = Contestant::parse("cmd:./my-bot --fast", CATALOGUE).expect("a bot");
    /// // What it fails to decide, `random` does.
    /// assert!(bot.bot().is_some() && bot.strategy().name() == "random");
    /// ```
    pub fn parse(text: &str, catalogue: Catalogue) -> Result<Contestant, ContestantError> {
        if text.starts_with(PREFIX) {
            Ok(Contestant::Bot(text.parse()?, catalogue.parse("random")?))
        } else {
            let spec = catalogue.parse(text).map_err(|error| match (command_line(text), error) {
                (Some(line), StrategyError::Unknown { .. }) => {
                    ContestantError::NoPrefix { text: text.to_owned(), line }
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
            ("Cargo.toml", "unknown strategy"),
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
        assert!(
            check("cmd:./there/is/none")
                .expect_err("no program")
                .to_string()
                .contains("\"./there/is/none\"")
        );
        #[cfg(unix)]
        assert!(
            check("cmd:there-is-no-such-program x")
                .expect_err("no program")
                .to_string()
                .contains("PATH")
        );
        #[cfg(unix)]
        assert!(
            check(concat!("cmd:", env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
                .expect_err("no program")
                .to_string()
                .contains("not executable")
        );
    }
}
