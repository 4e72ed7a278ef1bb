//! Every command that takes a path, given what is no file: it ends in time, says which path and
//! why, and what is there stays as it is.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::dir::{Dir, PROGRAM, Told, assert_reads, wait_until, words};

const READ: [&str; 16] = [
    "rules check …",
    "rules show …",
    "rules diff official …",
    "rules compare … -o out",
    "sweep --switch … -o out",
    "settle …",
    "run -r … random -o out",
    "run linear:file=… -o out",
    "run net:file=… -o out",
    "duel search:file=… random -o out",
    "train --from … -o x.net",
    "exploit …",
    "replay …",
    "report …",
    "chunk …",
    "gather … -o out",
];

/// Commands whose file has to be a file, or whose directory a directory.
const KEPT: [&str; 7] = [
    "train -n 1000 -o …",
    "exploit most-colour -n 1000 -o …",
    "play --plain --out …",
    "run random -n 100 -o …",
    "duel random counter -n 100 -o …",
    "report run -o …/report.html",
    "man --dir …",
];

/// Commands that write to a device or a pipe as it is.
const STREAMED: [&str; 4] = [
    "trace random random -n 1 -o …",
    "report run -o …",
    "rules new … --stacking same --force",
    "run random -n 100 -o out --force --rounds …",
];

impl Dir {
    fn told_in_time(&self, line: &str) -> Told {
        self.ended_in_time(self.command(line), line)
    }

    fn ended_in_time(&self, mut command: Command, line: &str) -> Told {
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let is_over = || child.try_wait().expect("it can be asked").is_some();
        let ended = wait_until(Duration::from_secs(20), is_over);
        if !ended {
            child.kill().expect("it can be killed");
        }
        let told = Told::of(child.wait_with_output().expect("it ends"));
        assert!(ended, "{line} does not end: {}", told.err);
        told
    }

    /// What is no file, by name: the files end in `.csv`, as rounds do.
    fn with_hazards() -> (Dir, [&'static str; 5]) {
        let dir = Dir::new();
        let made = Command::new("mkfifo").arg(dir.path("pipe.csv")).status();
        assert!(made.expect("mkfifo exists").success());
        fs::create_dir(dir.path("directory.csv")).expect("it is made");
        for (name, to) in
            [("zero.csv", "/dev/zero"), ("null.csv", "/dev/null"), ("circle.csv", "circle.csv")]
        {
            symlink(to, dir.path(name)).expect("a link");
        }
        dir.output("run random -p 2 -n 40 -o run -q");
        (dir, ["pipe.csv", "directory.csv", "zero.csv", "null.csv", "circle.csv"])
    }
}

fn refused(told: &Told, line: &str, name: &str) {
    let said = &told.err;
    assert!(matches!(told.status, Some(1 | 2)), "{line}: {:?} {said}", told.status);
    let begins = said.lines().any(|line| line.starts_with("error: "));
    assert!(begins && said.contains(name), "{line}: {said}");
    assert!(said.len() < 3_000 && !said.contains("panicked"), "{line}: {said}");
}

#[test]
fn what_is_read_is_a_file() {
    let (dir, names) = Dir::with_hazards();
    for (line, name) in
        READ.iter().flat_map(|line| names.map(|name| (line.replace('…', name), name)))
    {
        refused(&dir.told_in_time(&line), &line, name);
    }
}

#[test]
fn what_is_kept_is_a_file_or_a_directory() {
    let (dir, names) = Dir::with_hazards();
    for line in KEPT {
        let takes_file = ["train", "exploit", "play"].iter().any(|first| line.starts_with(first));
        for name in names.iter().filter(|name| **name != "directory.csv" || takes_file) {
            let line = line.replace('…', name);
            refused(&dir.told_in_time(&line), &line, name);
        }
    }
    let is_pipe =
        |name| dir.path(name).metadata().is_ok_and(|metadata| metadata.file_type().is_fifo());
    assert!(is_pipe("pipe.csv") && dir.path("null.csv").is_symlink());
}

#[test]
fn devices_and_pipes_that_are_named_take_what_is_written() {
    let (dir, _) = Dir::with_hazards();
    symlink("/dev/full", dir.path("full.csv")).expect("a link");
    for line in STREAMED {
        for name in ["directory.csv", "circle.csv", "full.csv"] {
            let line = line.replace('…', name);
            refused(&dir.told_in_time(&line), &line, name);
        }
        let told = dir.told_in_time(&line.replace('…', "null.csv")).ended(0);
        assert!(!told.err.contains("error"), "{line}: {}", told.err);
        let reader = Command::new("cat").arg(dir.path("pipe.csv")).stdout(Stdio::piped()).spawn();
        dir.told_in_time(&line.replace('…', "pipe.csv")).ended(0);
        let read = reader.expect("cat exists").wait_with_output().expect("it ends").stdout;
        assert!(read.len() > 100, "{line}: {}", String::from_utf8_lossy(&read));
    }
    assert!(fs::metadata("/dev/null").is_ok_and(|null| null.file_type().is_char_device()));
}

/// A file that nobody may read, and a directory that nobody may write to.
#[test]
fn what_is_not_permitted_is_an_error_that_names_it() {
    const START: &str = "import os, sys
os.chmod('.', 0o777)
os.chmod('closed.csv', 0o000)
os.chmod('shut', 0o555)
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
os.execv(sys.argv[1], sys.argv[1:])";
    let (dir, _) = Dir::with_hazards();
    dir.write("closed.csv", "[finish]\n");
    fs::create_dir(dir.path("shut")).expect("it is made");
    let lines = READ.map(|line| (line.replace('…', "closed.csv"), "closed.csv"));
    let written = KEPT.map(|line| (line.replace('…', "shut/in.csv"), "shut"));
    for (line, name) in lines.into_iter().chain(written) {
        let mut command = Command::new("python3");
        command.args(["-c", START, PROGRAM]).args(words(&line)).current_dir(dir.path(""));
        refused(&dir.ended_in_time(command, &line), &line, name);
    }
}

/// The cache of networks: what is no file there is neither waited for nor replaced.
#[test]
fn a_pipe_among_the_learned_networks_is_said_and_left_alone() {
    let (dir, _) = Dir::with_hazards();
    let line = "rules compare stacking --strategy learned --learners 1 --learn-games 1000 -p 2 \
        -n 100 --pool-games 0 -o out";
    let told = |force: &str| {
        let mut command = dir.command(&format!("{line}{force}"));
        command.env("XDG_CACHE_HOME", dir.path("cache"));
        dir.ended_in_time(command, line).ended(0).err
    };
    told("");
    let cache = fs::read_dir(dir.path("cache/unobench")).expect("a cache");
    for entry in cache.map(|entry| entry.expect("an entry").path()) {
        fs::remove_file(&entry).expect("it is removed");
        assert!(Command::new("mkfifo").arg(&entry).status().expect("it exists").success());
    }
    assert_reads(&told(" --force"), "it is not a regular file");
}
