//! The command line: what `tests/pages` shows, and what takes more than a page: files that are
//! compared, interruptions, broken pipes and full disks.

mod answers;
mod contests;
mod documents;
mod file_access;
mod foreign;
mod interrupts;
mod learned;
mod lists;
mod play;
mod questions;
mod quotes;
mod rounds;
mod runs;
pub(crate) mod scale;
mod signals;
mod surveys;
mod verdicts;

use crate::dir::{Dir, PROGRAM, assert_reads, project};
use std::fs;
use std::path::Path;

/// Two strategies that play alike on every machine, into the directory named next.
const SMALL: &str = "run random high-points -p 2 -r official -n 400 -q -o";

/// Commands, and what they say, as pages to read; a line for a shell is given to `sh -c`. To write
/// them anew: `TRYCMD=overwrite`.
#[cfg(target_os = "linux")]
#[test]
fn the_pages_say_what_the_program_says() {
    let paths = |first: &Path, name: &str| {
        let rest = std::env::var(name).unwrap_or_default();
        format!("{}:{rest}", first.display())
    };
    let programs = Path::new(PROGRAM).parent().expect("a directory");
    trycmd::TestCases::new()
        .register_bin("sh", Path::new("/bin/sh"))
        .env("PATH", paths(programs, "PATH"))
        .env("PYTHONPATH", paths(&project("tests/data"), "PYTHONPATH"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .case("tests/pages/*.trycmd")
        .run();
}

// Help

#[test]
fn help_and_version_succeed_for_every_command() {
    let dir = Dir::new();
    dir.output("--version");
    let mut pages = vec![String::new()];
    for command in unobench::command().get_subcommands().filter(|command| !command.is_hide_set()) {
        pages.push(command.get_name().to_owned());
        let inner = command.get_subcommands();
        pages.extend(inner.map(|inner| format!("{} {}", command.get_name(), inner.get_name())));
    }
    assert!(pages.len() > 10);
    let front = dir.output("--help");
    for page in pages {
        let help = dir.output(&format!("{page} --help"));
        assert_reads(&help, "Usage: unobench");
        let lines = help.lines().count();
        assert!(lines <= 80, "{page}: {lines} lines");
        assert!(page.contains(' ') || front.contains(&format!("\n  {page}")), "{page}");
        assert!(dir.output(&format!("{page} --help-all")).lines().count() >= lines, "{page}");
    }
}

#[test]
fn every_flag_of_every_command_is_described_and_every_command_has_two_examples() {
    fn walk(command: &clap::Command, path: &str) {
        let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let of_this = |line: &&str| line.starts_with(&format!("  {path}")) && line.len() <= 80;
        assert_eq!(examples.lines().filter(of_this).count(), 2, "{path}: {examples}");
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            assert!(argument.get_help().is_some(), "{} {}", command.get_name(), argument.get_id());
        }
        assert!(command.get_about().is_some(), "{}", command.get_name());
        for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
            walk(inner, &format!("{path} {}", inner.get_name()));
        }
    }
    let command = unobench::command();
    command.clone().debug_assert();
    walk(&command, "unobench");
}

/// The licences that the manifest names are there, and whose the game's name is, is said.
#[test]
fn licences_and_the_trademark_are_named() {
    let words = "ot affiliated with or endorsed by Mattel";
    assert_reads(&Dir::new().output("--help"), words);
    for (file, words) in
        [("README.md", words), ("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")]
    {
        assert_reads(&fs::read_to_string(project(file)).expect("a file"), words);
    }
}

// What every command keeps to

/// Commands that play, complete but for how many and by which rules.
const PLAYING: [&str; 10] = [
    "run random",
    "duel random counter",
    "tournament random counter",
    "rules compare double",
    "sweep --set setup.hand_size=5,7",
    "skill counter",
    "train -o a.net",
    "exploit random -o a.net",
    "play --plain",
    "trace random",
];

/// Commands with the name of a strategy in the place of `…`.
const NAMING: [&str; 10] = [
    "run …",
    "duel … random",
    "tournament random …",
    "rules compare stacking --pool …",
    "skill …",
    "train --against … -o a.net",
    "play …",
    "trace … random -n 1",
    "strategies show …",
    "plan run …",
];

/// Commands with the name of a rule set in the place of `…`.
const RULES: [&str; 6] = [
    "run -r …",
    "play -r …",
    "skill -r …",
    "rules show …",
    "rules diff … junior",
    "rules compare double --baseline …",
];

/// What many commands share is refused by each of them, in the same words.
#[test]
fn every_command_refuses_the_same() {
    let dir = Dir::new();
    for command in PLAYING {
        dir.refused(&format!("{command} -p 11"), "--players 11: a table has 2 to 10 seats");
        dir.refused(&format!("{command} --set play.drawn=keep"), "play.drawn … play.drawn_card");
    }
    for command in NAMING {
        let with = |name| command.replace('…', name);
        dir.refused(&with("nobody"), "unknown strategy \"nobody\"");
        let learned = "`rules compare` and `sweep` … `unobench train` … net:file=PATH";
        dir.refused(&with("learned"), learned);
    }
    for command in
        ["exploit nobody -o a.net", "skill --oracle nobody", "play --plain --hint nobody"]
    {
        dir.refused(command, "unknown strategy \"nobody\"");
    }
    for command in RULES {
        let told = dir.told(&command.replace('…', "stackin")).ended(2).err;
        assert_reads(&told, "there is no rule set \"stackin\" (did you mean stacking, ");
    }
    for command in ["duel random counter", "rules compare stacking", "train", "report x"] {
        dir.refused(&format!("{command} -o -"), "'-' … --out … standard output … allowed: a");
    }
    assert!(dir.is_empty());
}

/// What is refused says so on standard error alone, and leaves nothing behind.
#[test]
fn what_is_refused_leaves_nothing_behind() {
    let dir = Dir::new();
    for line in [
        "run --games=0",
        "run random -p 5 -r partners",
        "run --until-ci=0",
        "duel random high-points --alpha=0.6",
        "duel cmd:./nobody random -o a/new/one",
        "tournament random high-points --kind exhaustive -p 3",
        "rules compare double double",
        "sweep --set setup.hand_size=5,50",
        "skill random",
        "gather missing.json -o out",
        "rules new x.toml --partners yes --scoring own",
    ] {
        dir.refused(line, "");
        assert!(dir.is_empty(), "{line}");
    }
    // Lists of so many combinations would fill any memory.
    let many: String = (1..=40).map(|own| format!(" save-wilds:own={}", own.min(20))).collect();
    dir.refused(&format!("tournament{many} --kind exhaustive -p 10"), "line-ups … at most");
    let keys = ["scoring.target", "play.turn_limit", "setup.hand_size"];
    let sets: String = keys.map(|key| format!(" --set {key}=1..500")).concat();
    dir.refused(&format!("sweep{sets}"), "125000000 … the most");
    assert!(dir.is_empty());
}

/// Standard error has nothing but errors with `--quiet`, before or after any command.
#[test]
fn every_command_is_quiet_if_asked() {
    let dir = Dir::new();
    for line in [
        "run random first-legal -p 3 -n 100 -r official -o out -q",
        "trace -p 10 -r all -n 1 -q -o all.jsonl random",
        "-q trace -o one.jsonl",
        "replay one.jsonl --quiet",
        "rules list -q",
        "strategies show random -q",
        "bot check -q false",
    ] {
        let told = dir.told(line).err;
        assert!(told.is_empty() || told.starts_with("error: "), "{line}: {told}");
    }
}
