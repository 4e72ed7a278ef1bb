//! What goes to the terminal: results on standard output, everything else on standard error.
//!
//! Nothing here panics when the other end is gone, and escape codes are written only to a terminal
//! that wants them.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
#[cfg(feature = "terminal")]
use ratatui::crossterm::terminal::size;

use super::call::{OutputStream, is_embedded};
use super::failure::{DONE, FAILED, Failure, INTERRUPTED, Result, USAGE};
use unobench_bots::Log;
use unobench_core::bounded::cut;
use unobench_core::shown::{Shown, is_hidden};

/// Writes results to standard output: whatever they hold, line ends and the program's own colours
/// are all that a terminal acts on.
pub(super) fn print(text: &str) -> Result {
    print_as_it_is(&tame(text, || Style::of_stdout().coloured))
}

pub(super) fn print_as_it_is(text: &str) -> Result {
    let mut out = OutputStream::Out;
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(stdout_failure)
}

/// A text in which nothing is left to act on but line ends and, where it may be `coloured`, what
/// sets colours.
fn tame(text: &str, coloured: impl Fn() -> bool) -> Cow<'_, str> {
    if !text.contains(|letter| letter != '\n' && is_hidden(letter)) {
        return Cow::Borrowed(text);
    }
    if !coloured() {
        return Cow::Owned(Shown::lines(text).to_string());
    }
    let mut tamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find("\x1b[") {
        let (before, sequence) = rest.split_at(begin);
        let end = end_of_colour(sequence);
        // What sets no colour loses its first character, which is what terminals act on.
        tamed += &Shown::lines(before).to_string();
        tamed += &if end > 0 { sequence[..end].to_owned() } else { Shown::of("\x1b").to_string() };
        rest = &sequence[end.max(1)..];
    }
    Cow::Owned(tamed + &Shown::lines(rest).to_string())
}

/// Where a sequence that sets colours ends; 0 if it does something else.
fn end_of_colour(sequence: &str) -> usize {
    let parameters = sequence.bytes().skip(2).take_while(|byte| b"0123456789;".contains(byte));
    let end = 2 + parameters.count();
    if sequence.as_bytes().get(end) == Some(&b'm') { end + 1 } else { 0 }
}

pub(super) fn stdout_failure(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Failed(anyhow::Error::new(error).context("cannot write to standard output")),
    }
}

pub(super) fn complain(line: &str) {
    let style = Style { coloured: false, wrapped: OutputStream::Err.is_terminal() };
    let line = format!("{}\n", style.flow(&one_line(line)).trim_end());
    let _ = OutputStream::Err.write_all(line.as_bytes());
}

/// Says why a command stopped short; gives the exit status.
pub(super) fn report(failure: &Failure) -> u8 {
    match failure {
        Failure::Usage(error) => explain(error, USAGE),
        Failure::Failed(error) => explain(error, FAILED),
        Failure::Interrupted => INTERRUPTED,
        Failure::TimeUp | Failure::Closed => DONE,
    }
}

/// The most characters of a message: what it quotes is cut short already, but there may be many
/// such values.
const LONGEST: usize = 20_000;

fn explain(error: &anyhow::Error, status: u8) -> u8 {
    let mut causes: Vec<String> = Vec::new();
    for cause in error.chain().map(ToString::to_string) {
        // An error type may already quote its source; nobody wants to read it twice.
        if !causes.last().is_some_and(|outer| outer.contains(&cause)) {
            causes.push(cause);
        }
    }
    complain(&format!("error: {}", cut(&causes.join(": "), LONGEST)));
    status
}

pub(super) fn one_line(text: impl AsRef<str>) -> String {
    Shown::of(text.as_ref()).to_string()
}

/// How much a command says on standard error beside its errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

impl Verbosity {
    /// As `--quiet` says, where there is no `--verbose`.
    pub(super) fn chosen() -> Verbosity {
        if chosen().is_quiet { Verbosity::Quiet } else { Verbosity::Normal }
    }

    pub(super) fn tell_of_page(self, out: &Path) {
        self.say(&format!("the report is in {}; open it in a browser", out.display()));
    }

    pub(super) fn say(self, line: &str) {
        if self >= Verbosity::Normal {
            complain(line);
        }
    }

    pub(super) fn detail(self, line: &str) {
        if self >= Verbosity::Verbose {
            complain(line);
        }
    }
}

pub(super) fn bots_log() -> Log {
    let is_quiet = is_embedded() || Verbosity::chosen() == Verbosity::Quiet;
    if is_quiet { Log::Nowhere } else { Log::Terminal }
}

/// When bold and colours are used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColourMode {
    /// On a terminal, unless `NO_COLOR` or `TERM=dumb` says otherwise
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// What `--color` said, and whether `--quiet` was given.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConsoleOptions {
    pub(super) colour: ColourMode,
    pub(super) is_quiet: bool,
}

static CHOSEN: Mutex<ConsoleOptions> =
    Mutex::new(ConsoleOptions { colour: ColourMode::Auto, is_quiet: false });

fn chosen() -> ConsoleOptions {
    *CHOSEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes note of what `--color` and `--quiet` say, before anything is printed.
pub(super) fn set(options: ConsoleOptions) {
    *CHOSEN.lock().unwrap_or_else(PoisonError::into_inner) = options;
}

/// How text for people is written: with colours or not, wrapped at the terminal's width or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) coloured: bool,
    pub(super) wrapped: bool,
}

impl Style {
    /// The style that suits standard output: as `--color` says, otherwise coloured on a terminal
    /// unless `NO_COLOR` or `TERM=dumb` says otherwise.
    pub(super) fn of_stdout() -> Style {
        let terminal = OutputStream::Out.is_terminal();
        let coloured = match chosen().colour {
            ColourMode::Always => true,
            ColourMode::Never => false,
            ColourMode::Auto => {
                let [no_color, term] = ["NO_COLOR", "TERM"].map(std::env::var_os);
                terminal && welcome(no_color.as_deref(), term.as_deref())
            }
        };
        Style { coloured, wrapped: terminal }
    }

    /// The columns that tables and long texts are to fit, where there is a terminal.
    pub(super) fn columns(self) -> Option<usize> {
        columns().filter(|_| self.wrapped)
    }

    /// Breaks lines that do not fit the terminal between words; elsewhere the text stays as it is.
    pub(super) fn flow(self, text: &str) -> String {
        match self.columns() {
            Some(width) => broken(text, width),
            None => text.to_owned(),
        }
    }

    pub(super) fn bold(self, text: &str) -> String {
        if self.coloured { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

fn columns() -> Option<usize> {
    #[cfg(feature = "terminal")]
    let width = size().ok().map(|(width, _)| usize::from(width));
    #[cfg(not(feature = "terminal"))]
    let width = std::env::var("COLUMNS").ok().and_then(|width| width.parse().ok());
    width.filter(|&width| width > 0)
}

/// The text with lines of at most so many columns, where its words are short enough for that.
fn broken(text: &str, width: usize) -> String {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let fit = |line: &str| {
        if textwrap::core::display_width(line) <= width {
            line.to_owned()
        } else {
            textwrap::fill(line, &options)
        }
    };
    text.lines().map(|line| fit(line) + "\n").collect()
}

/// Whether these values of `NO_COLOR` and `TERM` let colours through; an empty `NO_COLOR` says
/// nothing (no-color.org).
fn welcome(no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    no_color.is_none_or(OsStr::is_empty) && term.is_none_or(|term| term != "dumb")
}

pub(super) const NARROW: usize = 80;

/// The lines of a text, at most 80 columns wide whatever the terminal, those after the first
/// indented.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let options = textwrap::Options::new(NARROW)
        .break_words(false)
        .subsequent_indent("  ")
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Into::into).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_color_and_dumb_terminals_are_honoured() {
        let welcome = |no_color: Option<&str>, term: Option<&str>| {
            welcome(no_color.map(OsStr::new), term.map(OsStr::new))
        };
        assert!(welcome(None, None) && welcome(Some(""), Some("xterm")));
        assert!(!welcome(Some("1"), Some("xterm")) && !welcome(None, Some("dumb")));
        let bold = [false, true].map(|coloured| Style { coloured, wrapped: true }.bold("text"));
        assert_eq!(bold, ["text", "\x1b[1mtext\x1b[0m"]);
    }

    #[test]
    fn lines_that_do_not_fit_are_broken_between_words() {
        let bold = Style { coloured: true, wrapped: true }.bold("bold");
        assert_eq!(broken("a  b\n\none two most-colour\n", 11), "a  b\n\none two\nmost-colour\n");
        assert_eq!(broken(&format!("{bold} and more\n"), 13), format!("{bold} and more\n"));
        assert_eq!(broken("a path/that/is/long\n", 6), "a\npath/that/is/long\n");
        let plain = Style { coloured: false, wrapped: false };
        assert_eq!(plain.flow("one two three"), "one two three");
    }

    #[test]
    fn of_what_a_terminal_acts_on_only_colours_and_line_ends_are_left() {
        let tamed = |text: &str, coloured: bool| tame(text, || coloured).into_owned();
        let text = "\x1b[1mbold\x1b[0m\n\x1b[2J\x1b]0;title\x07\r\u{9b}1m\u{202e}\x1b[38;5;6mx";
        assert_eq!(
            tamed(text, false),
            "\\u{1b}[1mbold\\u{1b}[0m\n\\u{1b}[2J\\u{1b}]0;title\
             \\u{7}\\r\\u{9b}1m\\u{202e}\\u{1b}[38;5;6mx"
        );
        assert_eq!(
            tamed(text, true),
            "\x1b[1mbold\x1b[0m\n\\u{1b}[2J\\u{1b}]0;title\\u{7}\\r\\u{9b}1m\\u{202e}\x1b[38;5;6mx"
        );
        assert_eq!(tamed("\x1b[", true), "\\u{1b}[");
        assert!(matches!(tame("Übung\n", || false), Cow::Borrowed(_)));
    }
}
