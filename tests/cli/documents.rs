//! The commands of the README and of the pages in `docs`. Those of `docs/GUIDE.md` and
//! `docs/BOTS.md` are run in `tests/guide.rs`.

use crate::dir::{Dir, PROGRAM, project, words};
use std::process::Command;

/// Pages of which every command is understood, and whether it is run as well.
const PAGES: [(&str, bool); 10] = [
    (concat!("```\n", include_str!("../../src/cli/examples.txt"), "```\n"), true),
    (include_str!("../../README.md"), true),
    (include_str!("../../docs/INSTALL.md"), false),
    (include_str!("../../docs/HOUSE-RULES.md"), true),
    (include_str!("../../docs/EDITIONS.md"), false),
    (include_str!("../../docs/FILES.md"), true),
    (include_str!("../../docs/RECORDS.md"), true),
    (include_str!("../../docs/PLAY.md"), false),
    (STRATEGIES, true),
    (include_str!("../../docs/BOTS.md"), false),
];

const STRATEGIES: &str = include_str!("../../docs/STRATEGIES.md");

/// The commands in the fenced blocks of a text, as words without the program.
fn commands(text: &str) -> Vec<Vec<String>> {
    let lines = text.split("```").skip(1).step_by(2).flat_map(str::lines).map(str::trim);
    let rest = lines.filter_map(|line| {
        line.strip_prefix("unobench ").or_else(|| line.strip_prefix("cargo run --release -- "))
    });
    rest.map(|rest| words(rest.split(['#', '>', '<', '|']).next().unwrap_or_default())).collect()
}

#[test]
fn the_commands_of_the_pages_are_understood() {
    let all: Vec<Vec<String>> = PAGES.iter().flat_map(|(page, _)| commands(page)).collect();
    for words in &all {
        let line = ["unobench"].into_iter().chain(words.iter().map(String::as_str));
        let parsed = unobench::command().try_get_matches_from(line);
        assert!(parsed.is_ok(), "{words:?}: {}", parsed.expect_err("an error"));
    }
    assert!(all.len() >= 40, "the pages show {} commands", all.len());
}

/// Whoever copies a recipe gets the program that the page is about.
#[test]
fn images_are_of_this_version() {
    let is_of_version = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    let mut images = 0;
    for page in std::fs::read_dir(project("docs")).expect("pages") {
        let path = page.expect("a page").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for rest in text.split("unobench:").skip(1).filter(|rest| is_of_version(rest)) {
            let version = rest
                .split(|character: char| character != '.' && !character.is_ascii_digit())
                .next();
            assert_eq!(version, Some(env!("CARGO_PKG_VERSION")), "{}", path.display());
            images += 1;
        }
    }
    assert!(images >= 2, "the pages name {images} images");
}

/// A first page is read in a minute.
#[test]
fn the_readme_is_short() {
    let size = PAGES[1].0.len();
    assert!(size <= 7000, "README.md has {size} bytes; 7,000 are enough");
}

/// A command with few games, whatever it plays.
fn with_few_games(words: &[String]) -> Vec<String> {
    let more = match words[0].as_str() {
        "run" | "duel" | "tournament" => "-n 8",
        "sweep" => "-n 60 --pool-games 12",
        "rules" if words[1] == "compare" => "-n 60 --pool-games 12",
        "skill" => "-n 100 --oracle oracle:playouts=1",
        "train" | "exploit" => "-n 20 --finish 20 --check 0",
        _ => return words.to_vec(),
    };
    let is_compare = words[0] == "rules";
    let mut few = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" | "--finish" | "--pool-games" => drop(words.next()),
            // That all can be compared is seen where each strategy plays each rule set.
            "all" if is_compare => few.extend(["stacking", "no-mercy"].map(str::to_owned)),
            "--drawn" => drop((few.push("--drawn=10".to_owned()), words.next())),
            "ismcts" | "flat-mc" | "pimc" => few.push(format!("{word}:playouts=4")),
            // A test of the strategies compiles and plays it; it is not in the catalogue.
            "twins" => few.push("eager-draw".to_owned()),
            _ => few.push(word.clone()),
        }
    }
    few.extend(more.split(' ').map(str::to_owned));
    few
}

/// Runs the commands of a page one after the other, but for those that ask somebody or take long;
/// gives how many there were.
fn follow(page: &str) -> usize {
    let dir = Dir::new();
    dir.write("kitchen.toml", "extends = \"stacking\"\nname = \"kitchen\"\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink(project("scripts"), dir.path("scripts")).expect("a link");
    let wants_more = |word: &String| {
        ["play", "new", "learned", "settle", "chunk", "gather"].contains(&word.as_str())
    };
    let all = commands(page);
    let all: Vec<_> = all.iter().filter(|words| !words.iter().any(wants_more)).collect();
    for words in &all {
        let few = with_few_games(words);
        let told = Command::new(PROGRAM).args(&few).current_dir(dir.path("")).output();
        let told = told.expect("it runs");
        let said = String::from_utf8_lossy(&told.stderr);
        assert!(told.status.success(), "{}: {said}", few.join(" "));
    }
    all.len()
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_pages_do_what_they_say() {
    let run: usize = PAGES.iter().filter(|(_, is_run)| *is_run).map(|(page, _)| follow(page)).sum();
    assert!(run >= 28, "{run}");
}

#[test]
fn what_is_said_about_strategies_can_be_done() {
    let all = commands(STRATEGIES);
    for part in ["twins", "strategies", "bot", "trace", "cmd:python3 scripts/bots/example.py"] {
        assert!(all.iter().flatten().any(|word| word == part), "no command with {part}");
    }
    let list = include_str!("../../strategies/heuristics/lib.rs");
    assert!(
        STRATEGIES.contains("after `eager_draw::ENTRY,`, the line `twins::ENTRY,`")
            && list.contains("    eager_draw::ENTRY,\n")
    );
}
