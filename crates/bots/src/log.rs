//! What bots say on standard error, and what is to be said of them: the first and the last of it.
//!
//! What a bot says first goes through to the file at once. Once that is enough, the last is kept in
//! memory and put at the end of the file time and again, each time in the place of what stood there
//! before. Notes of the library stand where they belong in both. What a bot says before the first
//! game waits in memory until it is known that the file belongs to the run.

use super::MAX_LINE;
use serde_json::Value;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{ChildStderr, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use unobench_core::shown::Shown;

pub(super) const KEPT: usize = 1_000_000;

const SHOWN: usize = 200;

/// How often the last is put into the file while a bot talks.
const SAVE: Duration = Duration::from_secs(1);

/// Where what bots say on standard error goes, and what is to be said of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Log {
    /// To the end of a file: for each bot the first and the last megabyte.
    File(PathBuf),
    /// To standard error; nothing is said of them there.
    Terminal,
    /// To memory, the first megabyte of all, to be shown later.
    Kept,
    /// Nowhere, but that what they say last is known.
    Heard,
    Nowhere,
}

/// What the bots of a run said on standard error, shared by all threads that hear them.
#[derive(Debug)]
pub(super) struct LogBook {
    log: Log,
    book: Mutex<BookContents>,
}

impl LogBook {
    pub(super) fn new(log: Log, bots: impl Iterator<Item = String>) -> LogBook {
        let bots = bots.map(|name| BotLines { name, ..BotLines::default() }).collect();
        let path = if let Log::File(path) = &log { Some(path.clone()) } else { None };
        let book = BookContents {
            path,
            file: None,
            waiting: None,
            len: 0,
            bots,
            unsaved: false,
            saved: Instant::now(),
            kept: Vec::new(),
        };
        LogBook { log, book: Mutex::new(book) }
    }

    pub(super) fn rename(&self, bot: usize, name: &str) {
        name.clone_into(&mut self.book().bots[bot].name);
    }

    pub(super) fn hold(&self) {
        self.book().waiting.get_or_insert_default();
    }

    pub(super) fn release(&self) {
        let mut book = self.book();
        if let Some(waiting) = book.waiting.take().filter(|waiting| !waiting.is_empty()) {
            book.write(&waiting);
            book.save();
        }
    }

    /// The file that has it, if there is one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        if let Log::File(path) = &self.log { Some(path.clone()) } else { None }
    }

    pub(super) fn errors(&self) -> Stdio {
        match self.log {
            Log::Nowhere => Stdio::null(),
            Log::Terminal | Log::Kept | Log::Heard | Log::File(_) => Stdio::piped(),
        }
    }

    pub(super) fn listen(self: &Arc<Self>, bot: usize, errors: ChildStderr) -> JoinHandle<()> {
        let log = Arc::clone(self);
        thread::spawn(move || {
            let mut errors = BufReader::new(errors);
            let mut line = Vec::new();
            while next_line(&mut errors, &mut line).is_ok_and(|read| read > 0) {
                log.book().bots[bot].hear(&line);
                match log.log {
                    Log::Terminal => show(&line),
                    Log::Kept => log.book().keep(&line),
                    _ => log.book().add_whole(bot, &mut line),
                }
            }
        })
    }

    pub(super) fn note(&self, bot: usize, text: &str) {
        let mut book = self.book();
        let line = format!("unobench: {}: {text}\n", book.bots[bot].name);
        book.add(bot, line.as_bytes(), LineSource::Program);
        book.save();
    }

    /// Keeps why a bot did what it did, where there is a file.
    pub(super) fn add_why(&self, bot: usize, why: &Value) {
        if let Log::File(_) = self.log {
            self.book().add(bot, format!("why: {why}\n").as_bytes(), LineSource::Bot);
        }
    }

    pub(super) fn note_end(&self, bot: usize) {
        let bot = &mut self.book().bots[bot];
        bot.last_words = Some(std::mem::take(&mut bot.line));
    }

    pub(super) fn last_words(&self, bot: usize) -> Option<String> {
        self.book().bots[bot].last_words.clone().filter(|words| !words.is_empty())
    }

    pub(super) fn save(&self) {
        self.book().save();
    }

    /// What was kept in memory, a line each, with whatever a terminal would act on escaped.
    pub(super) fn kept(&self) -> Vec<String> {
        let book = self.book();
        let text = String::from_utf8_lossy(&book.kept);
        text.lines().map(|line| Shown::of(line.trim_end()).to_string()).collect()
    }

    fn book(&self) -> MutexGuard<'_, BookContents> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows a line on standard error, with whatever a terminal would act on escaped. That nobody reads
/// it is no reason to stop playing.
fn show(line: &[u8]) {
    let text = String::from_utf8_lossy(line.trim_ascii_end());
    let _ = writeln!(io::stderr().lock(), "{}", Shown::of(&text));
}

/// The log file of a run, what waits to be written to it, and what is kept of each bot.
#[derive(Debug)]
struct BookContents {
    path: Option<PathBuf>,
    file: Option<File>,
    waiting: Option<Vec<u8>>,
    len: u64,
    bots: Vec<BotLines>,
    unsaved: bool,
    saved: Instant,
    /// What all bots have said, in memory.
    kept: Vec<u8>,
}

/// What one bot said on standard error: how much came first, and the last of it.
#[derive(Debug, Default)]
struct BotLines {
    name: String,
    first: usize,
    last: VecDeque<u8>,
    left_out: u64,
    line: String,
    last_words: Option<String>,
}

/// Whose line it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineSource {
    Bot,
    /// A note of the program's own.
    Program,
}

impl BookContents {
    /// Keeps a line in memory, as long as there is room.
    fn keep(&mut self, line: &[u8]) {
        if self.kept.len() + line.len() < KEPT {
            self.kept.extend(line.trim_ascii_end());
            self.kept.push(b'\n');
        }
    }

    /// Takes in a line of a bot, which may lack its end.
    fn add_whole(&mut self, bot: usize, line: &mut Vec<u8>) {
        if !line.ends_with(b"\n") {
            line.push(b'\n');
        }
        self.add(bot, line, LineSource::Bot);
    }

    /// Takes a line in, which is written at once if it is among the first or a note.
    fn add(&mut self, bot: usize, line: &[u8], source: LineSource) {
        let is_first = self.bots[bot].take_first(line);
        if is_first || source == LineSource::Program {
            self.write(line);
        }
        if !is_first {
            self.bots[bot].take_last(line);
            self.unsaved = true;
            if self.saved.elapsed() >= SAVE {
                self.save();
            }
        }
    }

    /// Writes after what went through; what was said last has to be put behind it again.
    fn write(&mut self, line: &[u8]) {
        if let Some(waiting) = &mut self.waiting {
            waiting.extend(line);
            return;
        }
        if let (Some(path), None) = (&self.path, &self.file) {
            self.file = unobench_disk::append(path).ok();
            self.len = self.end();
        }
        if let Some(file) = &mut self.file {
            let _ = file.set_len(self.len).and_then(|()| file.write_all(line));
        }
        self.len = self.end();
        self.unsaved = true;
    }

    fn save(&mut self) {
        if self.waiting.is_some() || !std::mem::take(&mut self.unsaved) {
            return;
        }
        self.saved = Instant::now();
        let Some(file) = &mut self.file else { return };
        let _ = file.set_len(self.len);
        for BotLines { name, last, left_out, .. } in self.bots.iter().filter(|bot| bot.is_cut()) {
            let len = last.len();
            let head =
                format!("unobench: {name}: {left_out} bytes left out; the last {len} follow\n");
            let (front, two) = last.as_slices();
            for bytes in [head.as_bytes(), front, two] {
                let _ = file.write_all(bytes);
            }
        }
    }

    fn end(&self) -> u64 {
        self.file.as_ref().and_then(|file| file.metadata().ok()).map_or(0, |file| file.len())
    }
}

impl BotLines {
    fn is_cut(&self) -> bool {
        !self.last.is_empty()
    }

    fn hear(&mut self, line: &[u8]) {
        let line = line[..line.len().min(SHOWN)].trim_ascii();
        if !line.is_empty() {
            self.line = String::from_utf8_lossy(line).into_owned();
        }
    }

    fn take_first(&mut self, line: &[u8]) -> bool {
        let fits = !self.is_cut() && self.first + line.len() <= KEPT;
        self.first += if fits { line.len() } else { 0 };
        fits
    }

    fn take_last(&mut self, line: &[u8]) {
        self.last.extend(line);
        let over = self.last.len().saturating_sub(KEPT);
        self.last.drain(..over);
        self.left_out += over as u64;
    }
}

/// Reads the next line, or as much of it as is kept; 0 bytes at the end.
fn next_line(errors: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    errors.take(MAX_LINE as u64).read_until(b'\n', line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn log(dir: &tempfile::TempDir) -> (LogBook, impl Fn() -> String) {
        let path = dir.path().join("bots.log");
        let bots = ["cmd:a", "cmd:b"].into_iter().map(str::to_owned);
        let log = LogBook::new(Log::File(path.clone()), bots);
        (log, move || fs::read_to_string(&path).expect("a log"))
    }

    fn lines(word: &str, numbers: std::ops::Range<u32>) -> Vec<String> {
        numbers.map(|number| format!("{word} {number:<97}")).map(|line| line + "\n").collect()
    }

    #[test]
    fn the_first_and_last_megabyte_of_each_bot_are_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let (log, text) = log(&dir);
        let (chatty, quiet) = (lines("a", 0..35_000), lines("b", 0..3));
        for line in &chatty[..20_000] {
            log.book().add(0, line.as_bytes(), LineSource::Bot);
        }
        assert!(text().starts_with(&chatty[..9_000].concat()), "the first are there at once");
        quiet.iter().for_each(|line| log.book().add(1, line.as_bytes(), LineSource::Bot));
        log.note(0, "died");
        chatty[20_000..]
            .iter()
            .for_each(|line| log.book().add(0, line.as_bytes(), LineSource::Bot));
        log.save();
        let note = "unobench: cmd:a: died\n";
        let first = &chatty[..KEPT / chatty[0].len()];
        let last = &chatty[chatty.len() - KEPT / chatty[0].len()..];
        let all = chatty.concat().len() + note.len();
        let cut = all - first.concat().len() - KEPT;
        let said = format!("unobench: cmd:a: {cut} bytes left out; the last {KEPT} follow\n");
        let text = text();
        let (body, tail) = text.split_once(&said).expect("how much was left out");
        assert_eq!(body, [first.concat(), quiet.concat(), note.to_owned()].concat());
        assert!(tail.len() == KEPT && tail.ends_with(&last.concat()));
    }

    #[test]
    fn the_last_words_are_those_before_the_end() {
        let dir = tempfile::tempdir().expect("a directory");
        let (log, _) = log(&dir);
        for line in ["Traceback", "ValueError: no card", "  "] {
            log.book().bots[1].hear(line.as_bytes());
        }
        assert_eq!(log.last_words(1), None, "it lives");
        log.note_end(0);
        log.note_end(1);
        log.book().bots[1].hear(b"began again");
        assert_eq!(log.last_words(0), None, "it said nothing");
        assert_eq!(log.last_words(1).as_deref(), Some("ValueError: no card"));
    }

    #[test]
    fn what_is_held_back_is_written_when_it_is_released() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("bots.log");
        let log = LogBook::new(Log::File(path.clone()), ["cmd:a".to_owned()].into_iter());
        log.hold();
        log.book().add(0, b"loading\n", LineSource::Bot);
        log.note(0, "ready");
        log.save();
        assert!(!path.exists(), "it may be the file of another run");
        log.rename(0, "a");
        log.release();
        log.note(0, "plays");
        let text = fs::read_to_string(&path).expect("a log");
        assert_eq!(text, "loading\nunobench: cmd:a: ready\nunobench: a: plays\n");
    }

    #[test]
    fn a_note_stands_where_it_belongs_among_the_last() {
        let dir = tempfile::tempdir().expect("a directory");
        let (log, text) = log(&dir);
        let chatty = lines("a", 0..11_000);
        chatty.iter().for_each(|line| log.book().add(0, line.as_bytes(), LineSource::Bot));
        log.note(0, "died");
        log.book().add(0, b"again\n", LineSource::Bot);
        log.save();
        let end = [&chatty[10_999], "unobench: cmd:a: died\n", "again\n"].concat();
        assert!(text().ends_with(&end));
        assert_eq!(text().matches("left out").count(), 1, "the earlier end was replaced");
    }

    #[test]
    fn a_log_goes_on_after_what_is_there() {
        let dir = tempfile::tempdir().expect("a directory");
        for word in ["one\n", "two\n"] {
            log(&dir).0.book().add(1, word.as_bytes(), LineSource::Bot);
        }
        assert_eq!(log(&dir).1(), "one\ntwo\n");
    }
}
