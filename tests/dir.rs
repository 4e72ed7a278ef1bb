//! A directory in which the program is run, and what it said.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_unobench");

pub(crate) const CSV_FILES: [&str; 4] = ["summary.csv", "scores.csv", "turns.csv", "findings.csv"];

pub(crate) fn words(line: &str) -> Vec<String> {
    shlex::split(line).unwrap_or_else(|| panic!("{line}: a quote is left open"))
}

pub(crate) fn quoted(text: &str) -> String {
    shlex::try_quote(text).expect("a text without zeros").into_owned()
}

fn program(line: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(words(line));
    command
}

/// The program as somebody starts it at a terminal: Ctrl-C, the end of the terminal and a request
/// to end have their usual effect. A shell without job control has what it starts in the background
/// ignore Ctrl-C, and a process hands this on.
#[cfg(unix)]
pub(crate) fn interruptible(line: &str) -> Command {
    const START: &str = "import os, signal, sys
for name in ('SIGINT', 'SIGHUP', 'SIGTERM'):
    signal.signal(getattr(signal, name), signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])";
    let mut command = Command::new("python3");
    command.args(["-c", START, PROGRAM]).args(words(line));
    command
}

#[cfg(unix)]
pub(crate) fn signal(process: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &process.id().to_string()]).status();
    assert!(sent.expect("kill exists").success(), "{name}");
}

/// Waits until something is so; false if it is not in time.
pub(crate) fn wait_until(time: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + time;
    while !is_so() {
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(2));
    }
    true
}

/// A text with every space, line end and indentation made one space.
pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that the parts of a pattern, between which `…` stands, occur in this order.
#[track_caller]
pub(crate) fn assert_reads(text: &str, pattern: &str) {
    let whole = flat(text);
    let mut rest = whole.as_str();
    for part in pattern.split('…').map(flat) {
        let Some(place) = rest.find(&part) else { panic!("{part:?} is missing in: {text}") };
        rest = &rest[place + part.len()..];
    }
}

pub(crate) struct Told {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Told {
    pub(crate) fn of(output: Output) -> Told {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Told { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    #[track_caller]
    pub(crate) fn ended(self, status: i32) -> Told {
        assert_eq!(self.status, Some(status), "{}{}", self.out, self.err);
        self
    }

    /// Asserts that it was refused before anything was printed, for a reason that reads so.
    #[track_caller]
    pub(crate) fn refused(self, pattern: &str) {
        let told = self.ended(2);
        assert!(told.out.is_empty() && told.err.starts_with("error: "), "{}{}", told.out, told.err);
        assert_reads(&told.err, pattern);
    }
}

/// A directory that goes away again.
pub(crate) struct Dir(TempDir);

impl Dir {
    pub(crate) fn new() -> Dir {
        Dir(tempfile::tempdir().expect("a temporary directory"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub(crate) fn is_empty(&self) -> bool {
        fs::read_dir(self.0.path()).expect("a directory").count() == 0
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("it can be made");
        fs::write(path, contents).expect("it can be written");
    }

    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        json(&self.text(name))
    }

    pub(crate) fn table(&self, name: &str) -> Table {
        Table::of(&self.text(name))
    }

    /// The table of a question of a directory, as `show` prints it.
    pub(crate) fn shown(&self, out: &str, question: &str) -> Table {
        Table::of(&self.output(&format!("show {out} {question} --format csv")))
    }

    /// The same with the numbers as they are, from `findings.json`.
    pub(crate) fn rows(&self, out: &str, question: &str) -> Vec<Value> {
        let document = self.json(&format!("{out}/findings.json"));
        document["tables"][question].as_array().cloned().unwrap_or_default()
    }

    /// The bytes of every file in a directory, the manifest's without what belongs to the machine.
    pub(crate) fn files(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path(name)).expect("a directory");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let read = |file: String| {
            let path = format!("{name}/{file}");
            if self.path(&path).is_dir() {
                let inner = self.files(&path).into_iter();
                return inner.map(|(name, bytes)| (format!("{file}/{name}"), bytes)).collect();
            }
            if file != "manifest.json" {
                return vec![(file, self.bytes(&path))];
            }
            let mut manifest = self.json(&path);
            let manifest = manifest.as_object_mut().expect("an object");
            manifest.remove("host").expect("what belongs to the machine");
            vec![(file, Value::Object(manifest.clone()).to_string().into_bytes())]
        };
        names.flat_map(|name| read(name.to_string_lossy().into_owned())).collect()
    }

    #[track_caller]
    pub(crate) fn assert_same_files(&self, directory: &str, other: &str) {
        let [files, other] = [directory, other].map(|name| self.files(name));
        assert!(files.keys().eq(other.keys()), "{:?}, {:?}", files.keys(), other.keys());
        for (name, contents) in &files {
            assert!(*contents == other[name], "{name} differs");
        }
    }

    #[track_caller]
    pub(crate) fn assert_same_csv(&self, directory: &str, other: &str) {
        for name in CSV_FILES {
            let [bytes, other] = [directory, other].map(|dir| self.bytes(&format!("{dir}/{name}")));
            assert!(bytes == other, "{name} differs");
        }
    }

    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = program(line);
        command.current_dir(self.0.path()).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    pub(crate) fn told(&self, line: &str) -> Told {
        Told::of(self.command(line).output().expect("it runs"))
    }

    pub(crate) fn fed(&self, line: &str, input: impl AsRef<[u8]>) -> Told {
        let mut command = self.command(line);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("piped");
        let input = input.as_ref();
        let output = thread::scope(|scope| {
            // Who has heard enough closes it.
            scope.spawn(move || drop(stdin.write_all(input)));
            child.wait_with_output().expect("it ends")
        });
        Told::of(output)
    }

    #[track_caller]
    pub(crate) fn output(&self, line: &str) -> String {
        let told = self.told(line);
        assert_eq!(told.status, Some(0), "{line}: {}{}", told.out, told.err);
        told.out
    }

    #[track_caller]
    pub(crate) fn said(&self, line: &str) -> String {
        let told = self.told(line);
        assert_eq!(told.status, Some(0), "{line}: {}{}", told.out, told.err);
        told.err
    }

    #[track_caller]
    pub(crate) fn refused(&self, line: &str, pattern: &str) {
        self.told(line).refused(pattern);
    }

    /// Plays again with `--resume` what is finished: only the files are written anew.
    #[track_caller]
    pub(crate) fn only_rewrites(&self, line: &str, out: &str, lost: &str) {
        let before = self.files(out);
        self.remove(&format!("{out}/{lost}"));
        self.output(&format!("{line} -o {out} --resume"));
        assert!(self.files(out) == before, "{line}");
        let host = &self.json(&format!("{out}/manifest.json"))["host"];
        assert_eq!(host["timing"]["games"], 0, "nothing is played again");
        self.refused(&format!("{line} -o {out}"), &format!("{out} … --resume … --force"));
    }

    /// Presses Ctrl-C as soon as the work has begun.
    #[cfg(unix)]
    pub(crate) fn interrupted(&self, line: &str, begun: impl FnMut() -> bool) -> Told {
        let mut command = interruptible(line);
        let command = command.current_dir(self.0.path()).env("XDG_CACHE_HOME", self.path("cache"));
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        if wait_until(Duration::from_secs(60), begun) {
            signal(&child, "INT");
        } else {
            child.kill().expect("it can be killed");
        }
        Told::of(child.wait_with_output().expect("it ends")).ended(130)
    }
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// What a page of a report says, as its script reads it.
pub(crate) fn document(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("a page has data");
    json(rest.split("</script>").next().expect("they end"))
}

pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn of(text: &str) -> Table {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let header = cells(reader.headers().expect("a header"));
        let rows = reader.records().map(|record| cells(&record.expect("a row"))).collect();
        Table { header, rows }
    }

    pub(crate) fn column(&self, name: &str) -> Vec<&str> {
        let place = self.header.iter().position(|column| column == name);
        let place = place.unwrap_or_else(|| panic!("{name} is not among {:?}", self.header));
        self.rows.iter().map(|row| row[place].as_str()).collect()
    }

    /// The columns that are empty in every row.
    pub(crate) fn empty(&self) -> BTreeSet<String> {
        let is_empty = |name: &&String| self.column(name).iter().all(|cell| cell.is_empty());
        self.header.iter().filter(is_empty).cloned().collect()
    }

    pub(crate) fn numbers(&self, name: &str) -> Vec<f64> {
        self.column(name).into_iter().map(number).collect()
    }
}

#[track_caller]
pub(crate) fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("{cell:?} is no number"))
}

/// What is printed without the line that says how long it took and where it is.
pub(crate) fn without_footer(text: &str) -> &str {
    let (rest, footer) = text.trim_end().rsplit_once('\n').expect("several lines");
    assert!(footer.contains("seed ") && footer.contains("files in "), "{text}");
    rest
}

pub(crate) fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}
