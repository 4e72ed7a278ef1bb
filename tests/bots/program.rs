//! The program with external bots.

use std::fs;
use std::process::Command;

use super::{listener, written};
use crate::cli::scale::{gather, plan};
use crate::dir::{Dir, Told, assert_reads, json, project, quoted};
use serde_json::Value;
use unobench_core::game::Decision;

fn bot(arguments: &str) -> String {
    quoted(&written(arguments))
}

fn named(name: &str, arguments: &str) -> String {
    quoted(&format!("{name}={}", written(arguments)))
}

fn names(dir: &Dir, out: &str) -> String {
    dir.table(&format!("{out}/summary.csv")).column("strategy").join(" ")
}

/// Runs with these words, which has to succeed without a word on standard error.
#[track_caller]
fn silent(dir: &Dir, line: &str) -> String {
    let told = dir.told(line).ended(0);
    assert_eq!(told.err, "", "{line}");
    told.out
}

/// What it tells while the bot calls itself so.
fn called(dir: &Dir, name: &str, line: &str) -> Told {
    Told::of(dir.command(line).env("NAME", name).output().expect("it runs"))
}

// Runs

#[test]
fn a_run_with_a_bot_plays_the_rounds_of_a_run_without() {
    let dir = Dir::new();
    let rest = "most-colour random -r stacking -r seven-zero -n 30 -q -j 2 -o";
    dir.output(&format!("run {} {rest} with", bot("good")));
    let batches = written("good").replacen("cmd:", "cmd:env BATCH=false ", 1);
    dir.output(&format!("run {} {rest} batches", quoted(&batches)));
    dir.output(&format!("run first-legal {rest} without"));
    // Rows are in the order of names, and a matchup has the first name's sign: the other files tell
    // as much.
    for name in ["summary.csv", "findings.csv", "scores.csv", "turns.csv"] {
        assert_eq!(dir.text(&format!("with/{name}")), dir.text(&format!("batches/{name}")));
        let [with, without] = ["with", "without"].map(|out| {
            let text = dir.text(&format!("{out}/{name}")).replace(",good,", ",first-legal,");
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        });
        assert_eq!(with, without, "{name}");
    }
}

#[test]
fn a_traced_game_with_a_bot_is_a_legal_game_and_the_one_that_is_run() {
    let dir = Dir::new();
    for (name, mode) in [("stderr", ""), ("good", "--match")] {
        let rest = format!("random -r seven-zero -n 5 {mode} -q -o");
        dir.output(&format!("trace {} {rest} with.jsonl", bot(name)));
        dir.output(&format!("trace first-legal {rest} without.jsonl"));
        let with = dir.text("with.jsonl").replace(&format!("\"{name}\""), "\"first-legal\"");
        assert_eq!(with.contains("\"why\":\"so\"}"), name == "stderr", "as it says in records");
        assert_eq!(with.replace(",\"why\":\"so\"", ""), dir.text("without.jsonl"));
        dir.output("replay with.jsonl");
    }
}

#[test]
fn plans_with_bots_give_the_bytes_of_one_run() {
    let dir = Dir::new();
    let bots = format!("{} {}", bot("good"), named("mine", "good again"));
    let run = format!("run {bots} random -r official -p 2 -n 60");
    dir.output(&format!("{run} -o whole"));
    plan(&dir, &run);
    gather(&dir, "");
    assert_eq!(names(&dir, "whole"), "good mine random");
    dir.assert_same_files("whole", "gathered");
}

// Names

#[test]
fn bots_have_names_in_tables_and_headers() {
    let dir = Dir::new();
    let (good, again, mine) = (bot("good"), bot("good again"), named("mine", "good"));
    let play = |line: &str, found: &str| {
        let rest = "-r official -p 2 -n 12 -j 1 --force -o out -q";
        let told = silent(&dir, &format!("{line} {rest}"));
        assert_eq!(names(&dir, "out"), found);
        told
    };
    let line_up = format!("run {mine} {good} {again} random");
    let told = play(&line_up, "good good-2 mine random");
    assert!(told.contains("\nmine ") && told.contains("\ngood-2 "), "{told}");
    let header = dir.text("out/progress.jsonl");
    for file in [header.lines().next().expect("a header"), &dir.text("out/manifest.json")] {
        let expected = [("good", "good"), ("good-2", "good again"), ("mine", "good")];
        let bots = json(file)["bots"].as_object().expect("bots").clone();
        let expected = expected.map(|(name, mode)| (name.to_owned(), written(mode).into()));
        assert!(bots.into_iter().eq(expected), "{file}");
    }
    // In a run the same bot is the same strategy, in a tournament another entrant.
    play(&format!("run {mine} {mine}"), "mine");
    play(&format!("tournament {good} {good}"), "good good-2");
    play(&format!("duel {mine} random"), "mine random");
}

#[test]
fn a_run_that_goes_on_keeps_the_names_of_its_bots() {
    let dir = Dir::new();
    let good = bot("good");
    let play = |name: &str, first: &str, rest: &str| {
        let rest = format!("random -r official -p 2 -q -o out {rest}");
        let told = called(&dir, name, &format!("run {first} {rest}"));
        (told.status, told.err)
    };
    let silent = (Some(0), String::new());
    assert_eq!(play("alice", &good, "-n 4"), silent);
    // Neither what the bot says now nor what it is given makes it another run.
    for (first, games) in [(&good, 8), (&named("carol", "good"), 12), (&good, 12)] {
        assert_eq!(play("bob", first, &format!("-n {games} --resume")), silent);
        assert_eq!(names(&dir, "out"), "alice random");
    }
    // Whose name is known is not asked for it: this bot does not start any more.
    assert_eq!(play("random", &good, "-n 12 --resume"), silent);
    let (status, errors) = play("alice", &bot("good again"), "-n 12 --resume");
    assert!(status == Some(2) && errors.contains("bots"), "{errors}");
}

#[test]
fn names_of_the_library_are_refused_and_others_told() {
    let dir = Dir::new();
    let play = |first: &str, own: &str| {
        called(&dir, own, &format!("run {first} random -r official -n 4 -j 1 -o out --force"))
    };
    for (first, own) in [(named("linear", "good"), "x"), (bot("good"), "linear")] {
        let hint = format!("as in \"my-linear={}\"", written("good"));
        assert_reads(&play(&first, own).ended(2).err, &hint);
        assert!(!dir.has("out"));
    }
    for own in ["", "=1+1", "a\u{202e}b"] {
        assert_reads(&play(&bot("good"), own).ended(0).err, "calls itself");
        assert_reads(&names(&dir, "out"), &written("good"));
    }
    let told = play(&bot("die-at-once"), "x").ended(1).err;
    assert_reads(&told, "did not say its name: it ended");
    // Asking for the name is one of its starts.
    let log = dir.text("out/bots.log");
    assert_eq!(log.matches("did not start").count(), 4, "{log}");
}

#[test]
fn nothing_is_said_of_a_bot_that_never_started() {
    let dir = Dir::new();
    let (dead, command) = (named("dead", "die-at-once"), written("die-at-once"));
    for (line, log) in [
        ("run @ random -r official -n 400 -o out", "out/bots.log"),
        ("run random @ -r official -n 2 -j 1 -o out --force", "out/bots.log"),
        ("run @ random -r official --match -n 2 -o out --force", "out/bots.log"),
        ("duel @ random -n 400 -o duel", "duel/bots.log"),
        ("tournament @ random counter -r official -n 400 -o tour", "tour/bots.log"),
        ("rules compare stacking --strategy @ -n 40 --pool-games 0 -o compare", "compare/bots.log"),
        ("trace @ random -n 2 -o trace.jsonl", ""),
    ] {
        let told = called(&dir, "x", &format!("{} -q", line.replace('@', &dead)));
        let told = told.ended(1);
        assert!(told.out.is_empty(), "{line}: {}", told.out);
        let why = "never started, so nothing can be said of it: it ended before it was ready";
        for words in ["dead", &*command, why, log] {
            assert!(told.err.contains(words), "{line}: {words}: {}", told.err);
        }
    }
    // One that starts and dies is forgiven, and so is one that dies at once the first time.
    for mode in ["die", "die 1"] {
        let line = format!("run {} random -r official -n 20 -j 1 -q -o there --force", bot(mode));
        called(&dir, "x", &line).ended(0);
    }
}

// What is said

#[test]
fn quiet_commands_show_nothing_of_what_bots_say_on_standard_error() {
    let dir = Dir::new();
    let bot = bot("stderr");
    let command = quoted(written("stderr").trim_start_matches("cmd:"));
    let check = format!("bot check {command} -r official -n 4");
    for line in [format!("trace {bot} random"), check] {
        let errors = dir.said(&line);
        let shown = errors.contains(r"own words \u{1b}[2Jeee") && !errors.contains('\x1b');
        assert!(shown, "{line}: {errors}");
        silent(&dir, &format!("{line} -q"));
    }
}

#[test]
fn a_chatty_bot_fills_no_disk() {
    let dir = Dir::new();
    dir.output(&format!("run {} random -r official -n 4 -j 1 -o out", bot("chatty")));
    let log = dir.text("out/bots.log");
    let said = "2000000 bytes left out; the last 1000000 follow\n";
    let (first, last) = log.split_once(said).expect("how much was left out");
    let numbers = |text: &str| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("line "));
        lines.map(|line| line[..6].trim().parse().expect("a number")).collect::<Vec<u32>>()
    };
    assert_eq!(numbers(first), (0..10_000).collect::<Vec<_>>());
    assert_eq!(numbers(last), (30_000..40_000).collect::<Vec<_>>());
}

// Bots to copy

/// A copied bot has no fault in any kind of decision.
fn assert_passes(program: &str, file: &str, name: &str) {
    let dir = Dir::new();
    for file in [file, "unobot.py"] {
        let source = project("scripts/bots").join(file);
        fs::copy(source, dir.path(file)).expect("it is copied");
    }
    let told = silent(&dir, &format!("bot check '{program} {file}' --move-time 20s"));
    assert_reads(&told, &format!("calls itself {name} … 99th percentile"));
    // Added cards alone ask for a target; the check plays none.
    for decision in Decision::ALL.into_iter().filter(|&decision| decision != Decision::Target) {
        let begins = format!("{} ", decision.name());
        let line = told.lines().find(|line| line.trim_start().starts_with(&begins));
        let count = line.and_then(|line| line.split_whitespace().last());
        assert!(count.is_some_and(|count| count != "0"), "{begins}was never asked: {told}");
    }
}

#[test]
fn bots_to_copy_pass_the_check_in_every_decision() {
    assert_passes("python3", "example.py", "most frequent colour");
    assert_passes("python3", "template.py", "my python bot");
    let node = Command::new("node").arg("--version").output();
    if node.is_ok_and(|output| output.status.success()) {
        assert_passes("node", "template.js", "my javascript bot");
    } else {
        eprintln!("skipped: there is no program \"node\" in the PATH");
    }
}

/// The helper for Python tells its methods what happens, in the game that it is about.
#[test]
fn the_helper_tells_of_games_and_their_events() {
    const BOT: &str = "\
from unobot import Bot, colour_of
import sys

class Watcher(Bot):
    name = 'watcher'

    def new_game(self, game):
        game.memory['asked'] = 0
        game.memory['lucky'] = game.rng.random()
        assert not game.events and game.settings['setup']['hand_size'] == 7

    def choose(self, decision):
        game = decision.game
        game.memory['asked'] += 1
        assert game.seat == decision.view['seat'] and game.players == 3
        assert game.events[0]['event'] == 'round' and decision.hand == decision.view['hand']
        assert colour_of('R5') == 'R' and colour_of('W+4') is None
        return decision.find('call') or decision.honest()[-1]

    def game_over(self, game):
        asked, last = game.memory['asked'], game.events[-1]['event']
        print('over', game.number, asked > 0, last, game.memory['lucky'], file=sys.stderr)

Watcher().run()
";
    let dir = Dir::new();
    fs::copy(project("scripts/bots/unobot.py"), dir.path("unobot.py")).expect("it is copied");
    dir.write("watcher.py", BOT);
    let overs = |out: &str| {
        let rest = "random -p 3 -r official -n 6 -j 1 --move-time 20s -q -o";
        silent(&dir, &format!("run 'cmd:python3 watcher.py' {rest} {out}"));
        let table = dir.table(&format!("{out}/summary.csv"));
        let mut faults = table.column("strategy").into_iter().zip(table.column("faults"));
        assert!(faults.any(|row| row == ("watcher", "0")), "{:?}", table.rows);
        dir.text(&format!("{out}/bots.log"))
    };
    let log = overs("first");
    assert!(log.lines().count() >= 6, "{log}");
    for line in log.lines() {
        assert!(line.starts_with("over ") && line.contains(" True round_end 0."), "{log}");
    }
    assert_eq!(overs("again"), log, "random numbers are those of the deal");
}

// Surveys

#[test]
fn surveys_measure_a_bot_as_they_measure_a_strategy_that_plays_alike() {
    let dir = Dir::new();
    let measure = |who: &str, out: &str| {
        let both = quoted(&format!("random+{who}"));
        let who = quoted(who);
        let pool = format!("--pool {who} high-points --pool-games 20 --set scoring.target=40");
        let measure = "rules compare double -p 3 --set setup.hand_size=2 -n 40 -q --panel";
        silent(&dir, &format!("{measure} {who} {both} {pool} -o {out}"));
        dir.text(&format!("{out}/findings.csv"))
    };
    let with = measure(&written("good"), "with");
    assert_eq!(with, measure("first-legal", "without").replace("first-legal", "good"));
    assert_eq!(dir.json("with/manifest.json")["bots"]["good"], written("good"));
    // A bot of another name is another one; it keeps the name that it has there.
    let skill = |who: &str, rest: &str| {
        let games = "-n 100 --search-games 20 --format csv -o skill -q";
        silent(&dir, &format!("skill {who} random --oracle oracle:playouts=1 {games} {rest}"))
    };
    let told = skill(&named("mine", "good"), "");
    assert_reads(&told, ",mine,");
    assert_eq!(skill(&bot("good"), "--resume"), told);
}

#[test]
fn plans_of_surveys_have_bots_and_say_what_failed() {
    let dir = Dir::new();
    let range = bot("range");
    let games = "-p 2 --set setup.hand_size=1 -n 100 --pool-games 0";
    let measure = format!("rules compare double --panel {range} --pool random {games}");
    let told = dir.output(&format!("{measure} --move-time 20s -o out"));
    assert_reads(&told, "which random made: range; the first time: action ");
    plan(&dir, &measure);
    assert_eq!(dir.json("plan.json")["bots"]["range"], written("range"));
    gather(&dir, "");
    // What it said is kept where it plays.
    dir.remove("out/bots.log");
    dir.assert_same_files("gathered", "out");
}

// With a person

#[test]
fn a_person_plays_the_games_with_a_bot_that_it_plays_with_a_strategy() {
    let dir = Dir::new();
    let record = bot(&format!("record always '{}'", dir.path("heard").display()));
    let play = |opponent: &str, out: &str| {
        let rest = "-p 4 --match --casual --rounds 3 -s 5 -r seven-zero --move-time 20s -o";
        let line = format!("play --plain counter {rest} {out} {opponent}");
        dir.fed(&line, "1\n1\n\n1\nundo\n".repeat(400)).ended(0)
    };
    let (with, without) = (play(&record, "with"), play("first-legal", "without"));
    assert_eq!(with.err, "");
    let told = with.out.replace("record:", "first-legal:");
    assert_eq!(told.lines().last(), without.out.replace("without", "with").lines().last());
    assert_reads(&with.out, "decisions were taken back");
    let read = |name: &str| fs::read_to_string(dir.path(name)).unwrap_or_default();
    for end in ["", ".unfinished"] {
        let [with, without] = ["with", "without"].map(|name| read(&format!("{name}{end}")));
        assert_eq!(with.replace("\"record\"", "\"first-legal\""), without, "{end}");
    }
    assert!(!read("with").is_empty() || !read("with.unfinished").is_empty());
    let (messages, open) = listener::listen(&read("heard"));
    assert!(messages > 100 && open <= 1, "{messages} {open}");
    let told =
        dir.fed(&format!("play --plain -p 2 --rounds 1 -s 1 {}", bot("range")), "1\n".repeat(300));
    assert_reads(&told.out, "which random made: range; the first time: action ");
}

// The document

/// The exchange in `docs/BOTS.md` is what the program and a bot said, settings and all views but
/// the first left out.
#[test]
fn the_exchange_in_the_document_is_real() {
    let document = fs::read_to_string(project("docs/BOTS.md")).expect("the document");
    let mut parts = document.split("```jsonl\n");
    let shown = parts.find(|part| part.starts_with("→ ")).expect("an exchange");
    let dir = Dir::new();
    let record = bot(&format!("record always '{}'", dir.path("heard").display()));
    // The seed of a short round.
    silent(&dir, &format!("trace {record} random -s 6"));
    let heard = dir.text("heard").replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let real: Vec<String> = heard.lines().map(abridged).collect();
    let shown: Vec<&str> = shown.split("```").next().expect("its end").lines().collect();
    assert_eq!(shown, real);
}

/// A line with settings, and all views but the first, left out.
fn abridged(line: &str) -> String {
    let (direction, message) = line.split_at("→ ".len());
    let mut message: Value = json(message);
    let is_first = message["view"]["turns"].as_u64().is_some_and(|turns| turns <= 1);
    for field in ["settings", "view"].into_iter().skip(usize::from(is_first) * 2) {
        if let Some(value) = message.get_mut(field) {
            *value = Value::String("…".to_owned());
        }
    }
    format!("{direction}{message}")
}
