//! Files and texts from elsewhere, of which no more is read or shown than makes sense.

use crate::shown::Shown;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The text of a regular file of at most so many bytes.
///
/// # Errors
/// If there is no such file, it is a directory, a pipe or a device, is longer, or is not UTF-8; the
/// error says which, and what is allowed.
///
/// # Examples
///
/// ```
/// use unobench_core::bounded::read_text;
///
/// let error = read_text(".".as_ref(), 1000).expect_err("a directory").to_string();
/// assert_eq!(error, "it is not a regular file");
/// ```
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut text = String::new();
    let file = open(path)?;
    let is_longer = file.metadata()?.len() > most;
    if !is_longer {
        file.take(most + 1).read_to_string(&mut text)?;
    }
    if is_longer || text.len() as u64 > most {
        let reason = format!("it is longer than {most} bytes, the most that is read");
        return Err(io::Error::new(ErrorKind::InvalidData, reason));
    }
    Ok(text)
}

/// Opens a regular file.
///
/// # Errors
/// If there is no such file, or it is a directory, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    // Asked before it is opened: to open a pipe may wait for ever.
    if path.metadata()?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

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
#[must_use]
pub fn quoted(text: &str) -> String {
    Shown::of(&cut(text, QUOTED)).to_string()
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
#[must_use]
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
