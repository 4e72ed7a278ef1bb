//! Text files read line by line, as people may see them.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use unobench_core::shown::Shown;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 24;

/// Opens a regular file of at most so many bytes, in whose lines nothing is hidden and nothing acts
/// on a terminal: no more of it than a line is in memory.
///
/// # Errors
/// If there is no such file, it is a directory, a pipe or a device, or is longer; later, where it
/// is not UTF-8 or a line is too long.
pub fn open_shown(path: &Path, most: u64) -> io::Result<impl Read + use<>> {
    let file = super::open(path)?;
    if file.metadata()?.len() > most {
        let reason = format!("it is longer than {most} bytes, the most that is read");
        return Err(damaged(reason));
    }
    Ok(ShownLines { file: BufReader::new(file.take(most)), line: Vec::new(), given: 0 })
}

/// A text file that is read line by line, each checked for what people may see.
struct ShownLines<R> {
    file: R,
    line: Vec<u8>,
    given: usize,
}

fn damaged(reason: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

impl<R: BufRead> ShownLines<R> {
    /// Reads the next line; nothing is left where it is empty.
    fn next(&mut self) -> io::Result<()> {
        self.line.clear();
        self.given = 0;
        self.file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.line)?;
        if self.line.len() as u64 == LONGEST_LINE {
            return Err(damaged(format!("a line is longer than {LONGEST_LINE} bytes")));
        }
        let text = str::from_utf8(&self.line)
            .map_err(|error| damaged(format!("it is not UTF-8: {error}")))?;
        let is_plain = self.line.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~'));
        if !is_plain {
            self.line = Shown::lines(&text.replace("\r\n", "\n")).to_string().into_bytes();
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ShownLines<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.given == self.line.len() {
            self.next()?;
        }
        let read = (&self.line[self.given..]).read(into)?;
        self.given += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn shown(bytes: &[u8]) -> io::Result<String> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("file");
        fs::write(&path, bytes)?;
        let mut text = String::new();
        open_shown(&path, 1 << 30)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn lines_are_as_a_whole_text_would_be() -> io::Result<()> {
        for text in
            ["", "a", "a\n", "a\r\nb\rc\n\n", "Übung\u{202e}\n\x1b[2J\n", &"x\n".repeat(9999)]
        {
            let whole = Shown::lines(&text.replace("\r\n", "\n")).to_string();
            assert_eq!(shown(text.as_bytes())?, whole);
        }
        Ok(())
    }

    #[test]
    fn what_is_no_text_or_has_no_end_is_refused() {
        let refused = |bytes: &[u8]| shown(bytes).expect_err("refused").to_string();
        assert!(refused(b"a\n\xff\n").starts_with("it is not UTF-8"));
        assert!(refused(&vec![b'x'; (1 << 24) + 1]).starts_with("a line is longer"));
    }
}
