//! The keywords of Python's commands, which are the flags of the program.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command};

use crate::pages::{REGENERATE, path, text};

const STUB: &str = "python/unobench/__init__.pyi";

/// Each command of Python with the words of the program for it, those that play into a directory
/// first; where players are given, `settle` measures as `compare` does.
const COMMANDS: [(&str, &[&[&str]]); 9] = [
    ("Run", &[&["run"]]),
    ("Duel", &[&["duel"]]),
    ("Tournament", &[&["tournament"]]),
    ("Compare", &[&["rules", "compare"]]),
    ("Sweep", &[&["sweep"]]),
    ("Skill", &[&["skill"]]),
    ("Settle", &[&["settle"], &["rules", "compare"]]),
    ("Ask", &[&["ask"]]),
    ("Train", &[&["train"]]),
];
/// How many of them play into a directory, and so have most keywords in common.
const PLAYING: usize = 6;
/// What is an argument of the function itself, or nothing that a call could ask for.
const NOT_THERE: [&str; 5] = ["out", "help", "help-all", "version", "color"];

/// The reserved words of Python, after which a keyword has a line.
const RESERVED: &str = "and as assert async await break class continue def del elif else except \
    finally for from global if import in is lambda nonlocal not or pass raise return try while with \
    yield";

/// Keywords, each with its type.
type Keywords = BTreeMap<String, &'static str>;

/// Those of the flags of a command.
fn keywords(command: &Command) -> Keywords {
    let named = command.get_arguments().filter_map(|flag| Some((flag.get_long()?, flag)));
    let keyword = |(long, flag): (&str, &Arg)| {
        let is_switch = matches!(
            flag.get_action(),
            ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count
        );
        let is_reserved = RESERVED.split_whitespace().any(|word| word == long);
        let name = long.replace('-', "_") + if is_reserved { "_" } else { "" };
        (name, if is_switch { "bool | None" } else { "Setting" })
    };
    named.filter(|(long, _)| !NOT_THERE.contains(long)).map(keyword).collect()
}

/// A dictionary of keywords beside those of another, as the stub file has it.
fn declared(name: &str, base: &str, keywords: &Keywords) -> String {
    let mut told = format!("class {name}Flags({base}, total=False):\n");
    for (keyword, kind) in keywords {
        writeln!(told, "    {keyword}: {kind}").expect("a string takes all");
    }
    told + "\n"
}

/// All dictionaries: that of what those who play have in common, and what each has beside it.
fn all_declared(commands: &[(&str, Keywords)]) -> String {
    let (_, mut common) = commands[0].clone();
    common.retain(|word, kind| {
        commands[..PLAYING].iter().all(|(_, keywords)| keywords.get(word) == Some(&*kind))
    });
    let mut told = declared("Play", "TypedDict", &common);
    for (name, keywords) in commands {
        let has_all = common.keys().all(|word| keywords.contains_key(word));
        let mut own = keywords.clone();
        own.retain(|word, _| !has_all || !common.contains_key(word));
        told += &declared(name, if has_all { "PlayFlags" } else { "TypedDict" }, &own);
    }
    told
}

/// A keyword that the program does not know is found by whoever checks types.
#[test]
fn the_keywords_of_python_are_the_flags_of_the_program() {
    let mut program = unobench::command();
    program.build();
    let command = |words: &&[&str]| {
        words.iter().fold(&program, |command, word| {
            command.find_subcommand(word).unwrap_or_else(|| panic!("there is no {word}"))
        })
    };
    let declaration = |(name, commands): (&'static str, &[&[&str]])| {
        (name, commands.iter().flat_map(|words| keywords(command(words))).collect())
    };
    let made = all_declared(&COMMANDS.map(declaration));
    let [begin, end] =
        ["begin", "end"].map(|mark| format!("# made by tests/python_types.rs: {mark}\n"));
    let old = text(STUB);
    let (before, rest) = old.split_once(&begin).expect("where they begin");
    let (_, after) = rest.split_once(&end).expect("where they end");
    let new = format!("{before}{begin}{made}{end}{after}");
    if std::env::var_os(REGENERATE).is_some() {
        std::fs::write(path(STUB), new).expect("it can be written");
    } else {
        assert!(old == new, "{STUB}: {REGENERATE}=1 cargo test --release python_types");
    }
}
