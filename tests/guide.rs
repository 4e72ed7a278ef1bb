//! `docs/GUIDE.md` and `docs/BOTS.md`: every command on them is run, and prints what the page says
//! that it prints.
//!
//! A fenced block `sh` holds commands, run one after the other in a directory that belongs to its
//! section; a block `text` after it is what they print together. A block with a file name, such as
//! `toml kitchen.toml`, is a file. Commands of `sh long` are stopped at once; those of `sh numpy`,
//! `sh xz` and `sh node` are run where Python has NumPy, and where there is xz, or Node.js.

use crate::pages::{REGENERATE, path, text};
use rayon::prelude::*;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

fn clone() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for name in ["scripts", "results"] {
        symlink(path(name), dir.path().join(name)).expect("it can be linked");
    }
    std::fs::create_dir(dir.path().join("bin")).expect("it can be made");
    symlink(env!("CARGO_BIN_EXE_unobench"), dir.path().join("bin/unobench"))
        .expect("it can be linked");
    dir
}

fn shell(dir: &Path, line: &str) -> Output {
    let paths = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{paths}", dir.join("bin").display());
    Command::new("sh")
        .args(["-c", line])
        .current_dir(dir)
        .env("PATH", path)
        .output()
        .expect("a shell runs")
}

/// What a command prints, without the line that says how long it took; it has to end well.
fn printed(dir: &Path, line: &str) -> String {
    let entries = || std::fs::read_dir(dir).expect("a directory").count();
    let before = entries();
    let output = shell(dir, line);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {}\n{said}", output.status);
    assert!(!line.starts_with("unobench settle") || entries() == before, "{line} keeps something");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    let kept: Vec<&str> = told.lines().filter(|line| !line.contains(" games/s)")).collect();
    kept.join("\n").trim_matches('\n').to_owned()
}

fn has(dir: &Path, line: &str) -> bool {
    shell(dir, line).status.success()
}

/// Runs the commands of a block, and returns what they print together.
fn run(dir: &Path, kind: &str, body: &str) -> String {
    let commands = body.lines().filter(|line| !line.is_empty());
    let told: Vec<String> = match kind {
        "long" => commands
            .filter(|line| line.starts_with("unobench "))
            .map(|line| printed(dir, &format!("{line} --max-time 200ms")))
            .collect(),
        "xz" if !has(dir, "command -v xz") => Vec::new(),
        "node" if !has(dir, "command -v node") => {
            eprintln!("skipped, for there is no Node.js: {body}");
            Vec::new()
        }
        "numpy" if !has(dir, "python3 -c 'import numpy'") => Vec::new(),
        _ => commands.map(|line| printed(dir, line)).collect(),
    };
    told.into_iter().filter(|told| !told.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Runs the commands of a section and returns it with what they print.
fn followed(section: &str) -> String {
    let dir = clone();
    let (mut made, mut told) = (String::new(), None);
    for (number, part) in section.split("```").enumerate() {
        if number % 2 == 0 {
            made += part;
            continue;
        }
        let (info, body) = part.split_once('\n').expect("a fence ends its line");
        let (language, name) = info.split_once(' ').unwrap_or((info, ""));
        match language {
            "sh" => told = Some(run(dir.path(), name, body)),
            "text" => {
                let told = told.take().expect("commands come before what they print");
                made += &format!("```text\n{told}\n```");
                continue;
            }
            _ if name.is_empty() => {}
            _ => std::fs::write(dir.path().join(name), body).expect("it can be written"),
        }
        made += &format!("```{part}```");
    }
    made
}

#[test]
fn every_command_of_the_guide_does_what_it_says() {
    check("docs/GUIDE.md", 20);
}

#[test]
fn every_command_for_bots_does_what_it_says() {
    check("docs/BOTS.md", 7);
}

/// Runs the commands of a page, of which there are more than so many.
fn check(name: &str, commands: usize) {
    let page = text(name);
    let sections: Vec<&str> = page.split("\n## ").collect();
    let has_all = sections.len() > 4 && page.matches("\nunobench ").count() > commands;
    assert!(has_all, "{name} has lost its commands");
    let made: Vec<String> = sections.par_iter().map(|section| followed(section)).collect();
    let made = made.join("\n## ");
    if std::env::var_os(REGENERATE).is_some() {
        std::fs::write(path(name), &made).expect("it can be written");
        return;
    }
    let anew = format!("to write it anew: {REGENERATE}=1 cargo test --release");
    for (line, (old, new)) in (1..).zip(page.lines().zip(made.lines())) {
        assert_eq!(old, new, "{name}, line {line}: {anew}");
    }
    assert_eq!(page.lines().count(), made.lines().count(), "{name}");
}
