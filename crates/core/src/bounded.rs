//! Texts from elsewhere, of which no more is shown than makes sense.

use crate::shown::Shown;
use std::path::Path;

/// How much of a foreign value a message quotes, in characters.
const QUOTED: usize = 200;

/// A foreign value as a message quotes it: at most 200 characters, with an ellipsis where it is
/// longer, and with those escaped that are not to be seen ([`Shown`]).
///
/// # Examples
///
/// ```
/// use unobench_core::bounded::quoted;
///
/// assert_eq!(quoted("short"), "short");
/// assert_eq!(quoted(&"x".repeat(5000)).chars().count(), 201);
/// assert_eq!(quoted("two\nlines"), r"two\nlines");
/// ```
pub fn quoted(text: &str) -> String {
    Shown::of(&cut(text, QUOTED)).to_string()
}

/// A path as a message quotes it, like any foreign value.
pub fn quoted_path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// At most so many characters of a text, with an ellipsis where it is longer.
///
/// # Examples
///
/// ```
/// use unobench_core::bounded::cut;
///
/// assert_eq!(cut("short", 5), "short");
/// assert_eq!(cut("longer", 5), "longe…");
/// ```
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
