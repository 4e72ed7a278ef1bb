//! Texts that came from a file, a bot or a command line, as people may see them.

use std::fmt::{self, Write as _};

/// A foreign text as a terminal or a page may show it: whatever would move a cursor, set a colour,
/// turn the direction of writing or not be seen at all stands as an escape.
///
/// An escaped text has nothing left to escape.
///
/// # Examples
///
/// ```
/// use unobench_core::shown::Shown;
///
/// assert_eq!(Shown::of("all\u{1b}[2J gone\r\n").to_string(), r"all\u{1b}[2J gone\r\n");
/// assert_eq!(Shown::of("\u{202e}lasrever").to_string(), r"\u{202e}lasrever");
/// assert_eq!(Shown::of("Übung – naïve, Уно, 優の").to_string(), "Übung – naïve, Уно, 優の");
/// // Texts of several lines keep them.
/// assert_eq!(Shown::lines("one\ntwo\x07").to_string(), "one\ntwo\\u{7}");
/// ```
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Shown<'a> {
    text: &'a str,
    keeps_lines: bool,
}

impl<'a> Shown<'a> {
    /// A text of one line.
    pub const fn of(text: &'a str) -> Shown<'a> {
        Shown { text, keeps_lines: false }
    }

    /// A text whose line ends are meant.
    pub const fn lines(text: &'a str) -> Shown<'a> {
        Shown { text, keeps_lines: true }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.text.chars() {
            if is_hidden(letter) && !(self.keeps_lines && letter == '\n') {
                write!(f, "{}", letter.escape_default())?;
            } else {
                f.write_char(letter)?;
            }
        }
        Ok(())
    }
}

/// Whether a character does something instead of being seen: control characters, line and
/// paragraph separators, those that turn the direction of writing, and those without width.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// A text of JSON that says the same without a hidden character, but for line ends.
///
/// # Examples
///
/// ```
/// use unobench_core::shown::spelled;
///
/// let json = "{\"a\": \"\u{202e}b\"}\n";
/// assert_eq!(spelled(json), "{\"a\": \"\\u202eb\"}\n");
/// assert_eq!(
///     serde_json::from_str::<serde_json::Value>(json).expect("JSON"),
///     serde_json::from_str::<serde_json::Value>(&spelled(json)).expect("JSON"),
/// );
/// ```
pub fn spelled(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_hidden(letter) && letter != '\n' {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a string does not fail.
                let _ = write!(spelled, "\\u{unit:04x}");
            }
        } else {
            spelled.push(letter);
        }
    }
    spelled
}

/// Whether a spreadsheet would take a cell that begins so for a formula.
///
/// # Examples
///
/// ```
/// use unobench_core::shown::is_formula;
///
/// assert!(is_formula("=1+1") && is_formula("@sum") && is_formula("\tx") && is_formula("＋1"));
/// assert!(!is_formula("stacking+setup.hand_size=5"));
/// ```
pub fn is_formula(name: &str) -> bool {
    // The wide ones are what programs for East Asian texts take for the same.
    name.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'])
}
