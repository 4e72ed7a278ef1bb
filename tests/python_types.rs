//! The keywords of Python's commands, which are the flags of the program.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command};

use crate::pages::{REGENERATE, path, text};

const STUB: &str = "python/unobench/__init__.pyi";

/// Each command of Python with the words of the program for it; where players are given, `settle`
/// measures as `compare` does.
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
/// What is an argument of the function itself, or nothing that a call could ask for.
const NOT_THERE: [&str; 5] = ["out", "help", "help-all", "version", "color"];

/// The keyword of each flag of a command, with its type.
fn keywords(command: &Command) -> BTreeMap<String, &'static str> {
    let named = command.get_arguments().filter_map(|flag| Some((flag.get_long()?, flag)));
    let keyword = |(long, flag): (&str, &Arg)| {
        let is_switch = matches!(
            flag.get_action(),
            ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count
        );
        // A word of Python has a line after it.
        let name = if long == "from" { "from_".to_owned() } else { long.replace('-', "_") };
        (name, if is_switch { "bool | None" } else { "Setting" })
    };
    named.filter(|(long, _)| !NOT_THERE.contains(long)).map(keyword).collect()
}

/// A dictionary of keywords, as the stub file has it.
fn declared(name: &str, keywords: BTreeMap<String, &str>) -> String {
    let mut told = format!("{name}Flags = TypedDict(\n    \"{name}Flags\",\n    {{\n");
    for (keyword, kind) in keywords {
        writeln!(told, "        \"{keyword}\": {kind},").expect("a string takes all");
    }
    told + "    },\n    total=False,\n)\n"
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
    let of = |(name, commands): (&str, &[&[&str]])| {
        declared(name, commands.iter().flat_map(|words| keywords(command(words))).collect())
    };
    let made: String = COMMANDS.into_iter().map(of).collect();
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
