//! One experiment on many machines: `plan`, `chunk` and `gather`.

use super::{PROGRAM, every_file, json_file, output, refused, scratch, unobench};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use unobench_core::digest::{fnv1a, fnv1a_after};

/// What is planned: the words after `plan`, and what is played.
const PLANS: [&[&str]; 6] = [
    &["run", "random", "high-points", "-r", "official", "-r", "double", "-p", "3", "-n", "400"],
    &["duel", "counter", "first-legal", "-n", "4000"],
    &["tournament", "random", "counter", "linear", "-p", "4", "-n", "600"],
    &["rules", "compare", "double", "-p", "3", "-n", "800", "--pool-games", "200"],
    &["sweep", "--set", "setup.hand_size=5,7", "-n", "600", "--pool-games", "0"],
    &["skill", "counter", "--oracle", "cheat:playouts=2", "-n", "400", "--search-games", "100"],
];

/// Writes a plan into `plan.json`.
fn plan(dir: &Path, what: &[&str]) {
    let text = output(dir, &[&["plan"], what].concat());
    assert_eq!(text.matches('\n').count(), 1);
    let plan: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(plan["seed"], 1);
    fs::write(dir.join("plan.json"), text).expect("it is written");
}

/// What was said to a text on standard input: objects, one a line.
fn answers(dir: &Path, args: &[&str], input: &str) -> Vec<Value> {
    let assert = unobench(dir).args(args).write_stdin(input).assert().success();
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The lines that jobs make.
fn chunk(dir: &Path, jobs: &[Value]) -> String {
    let jobs: String = jobs.iter().map(|job| format!("{job}\n")).collect();
    let assert = unobench(dir).args(["chunk", "plan.json"]).write_stdin(jobs).assert().success();
    String::from_utf8_lossy(&assert.get_output().stdout).into_owned()
}

fn jobs(answer: &Value) -> Vec<Value> {
    answer["next"].as_array().expect("a list of jobs").clone()
}

/// Plays and gathers in rounds, as a cluster without a scheduler would; the rounds it took.
fn gather(dir: &Path, options: &[&str]) -> usize {
    let args = [&["gather", "plan.json", "-o", "gathered", "-q"], options].concat();
    let mut lines = String::new();
    for round in 0.. {
        assert!(round < 100, "it does not end");
        let answers = answers(dir, &args, &lines);
        assert_eq!(answers.len(), 1 + lines.lines().count(), "an answer for each line");
        let last = answers.last().expect("a first answer");
        if last.get("done").is_some() {
            return round;
        }
        lines = chunk(dir, &answers.iter().flat_map(jobs).collect::<Vec<_>>());
    }
    unreachable!("it would go on for ever")
}

/// A page without the command that made it and the name of its directory.
fn without_command(page: &[u8], directory: &str) -> String {
    let page = String::from_utf8_lossy(page);
    let (before, after) = page.split_once("<div class=\"command\">").expect("a command");
    let (_, after) = after.split_once("</div>").expect("its end");
    format!("{before}{after}").replace(directory, "here")
}

#[test]
fn whatever_is_planned_is_gathered_to_the_bytes_of_one_machine() {
    for what in PLANS {
        let dir = scratch();
        plan(dir.path(), what);
        gather(dir.path(), &["--window", "40", "--report"]);
        output(dir.path(), &[what, &["-o", "single", "-q", "--report"]].concat());
        let [gathered, single] =
            ["gathered", "single"].map(|name| every_file(&dir.path().join(name)));
        assert!(
            gathered.keys().eq(single.keys()) && single.contains_key("report.html"),
            "{what:?}"
        );
        for (name, file) in &gathered {
            let same = if name == "report.html" {
                without_command(file, "gathered") == without_command(&single[name], "single")
            } else {
                *file == single[name]
            };
            assert!(same, "{what:?}: {name} differs");
        }
        let host = json_file(&dir.path().join("gathered/manifest.json"))["host"].clone();
        assert_eq!(host["arguments"][0], "gather");
    }
}

#[test]
fn a_finished_directory_is_done_and_compares_lines_all_the_same() {
    let dir = scratch();
    plan(dir.path(), PLANS[0]);
    gather(dir.path(), &[]);
    let text = fs::read_to_string(dir.path().join("gathered/progress.jsonl")).expect("text");
    let line = text.lines().nth(2).expect("several lines");
    let args = ["gather", "plan.json", "-o", "gathered", "-q"];
    let told = answers(dir.path(), &args, &format!("{line}\n"));
    assert_eq!(told[0]["done"]["games"], json!(804));
    assert_eq!(told[0], told[1]);
}

#[test]
fn what_is_not_complete_says_how_to_go_on() {
    let dir = scratch();
    plan(dir.path(), PLANS[0]);
    let gather = ["gather", "plan.json", "-o", "out"];
    let words = "not everything is played; to continue: unobench gather plan.json -o out";
    unobench(dir.path()).args(gather).assert().success().stderr(contains(words));
    let summary = fs::read_to_string(dir.path().join("out/summary.csv")).expect("a file");
    assert_eq!(summary.lines().count(), 1, "nothing is known yet");
    let damaged = unobench(dir.path()).args(gather).write_stdin("{}\n").assert().code(1);
    damaged.stderr(contains("a line was refused: ").and(contains("still to be played")));
}

#[test]
fn machines_that_disagree_stop_it() {
    let dir = scratch();
    plan(dir.path(), PLANS[0]);
    let first = answers(dir.path(), &["gather", "plan.json", "-o", "gathered", "-q"], "");
    let lines = chunk(dir.path(), &jobs(&first[0])[..1]);
    let plan: Value = json_file(&dir.path().join("plan.json"));
    let wrong = resealed(&plan, lines.trim_end());
    let both = format!("{lines}{wrong}\n");
    let gather = ["gather", "plan.json", "-o", "gathered", "-q"];
    let assert = unobench(dir.path()).args(gather).write_stdin(both).assert().code(1);
    assert.stderr(contains("machines disagree about chunk 0 of official: tally.turns"));
}

/// The same line with another number of turns, sealed as the format has it.
fn resealed(plan: &Value, line: &str) -> String {
    let mut origin = plan.clone();
    let object = origin.as_object_mut().expect("an object");
    object.shift_remove("check");
    object["legs"][0]["games"] = json!(0);
    object["rules"].as_array_mut().expect("rule sets").truncate(1);
    let origin = fnv1a(origin.to_string().as_bytes());
    let contents = line.rsplit_once(",\"check\"").expect("a sealed line").0;
    let right = format!("{:016x}", fnv1a_after(origin, contents.as_bytes()));
    assert!(line.ends_with(&format!("\"{right}\"}}")), "the seal is computed as the program does");
    let wrong = contents.replacen("\"turns\":{\"value\":[", "\"turns\":{\"value\":[1,", 1);
    let place = wrong.find("\"turns\":{\"value\":[1,").expect("turns");
    let count = place + wrong[place..].find("\"count\":[").expect("counts") + "\"count\":[".len();
    let wrong = format!("{}1,{}", &wrong[..count], &wrong[count..]);
    format!("{wrong},\"check\":\"{:016x}\"}}", fnv1a_after(origin, wrong.as_bytes()))
}

#[test]
fn plans_and_jobs_that_are_none_are_refused() {
    let dir = scratch();
    plan(dir.path(), PLANS[0]);
    fs::write(dir.path().join("none.json"), "{\"rules\": 1}\n").expect("it is written");
    for command in ["chunk", "gather"] {
        let with = |plan| match command {
            "chunk" => vec!["chunk", plan],
            _ => vec!["gather", plan, "-o", "out"],
        };
        refused(dir.path(), &with("none.json"), &["none.json is not a plan"]);
        refused(dir.path(), &with("missing.json"), &["cannot read missing.json"]);
    }
    assert!(!dir.path().join("out").exists(), "nothing is left behind");
    let chunk = unobench(dir.path()).args(["chunk", "plan.json"]).write_stdin("{}\n").assert();
    chunk.code(2).stdout("").stderr(contains("\"{}\" is not a job: missing field"));
    refused(dir.path(), &["plan", "run", "randon"], &["did you mean \"random\"?"]);
    refused(dir.path(), &["plan", "run", "--shard", "1/2"], &["--shard"]);
    refused(dir.path(), &["gather", "plan.json"], &["--out"]);
}

#[test]
fn the_games_of_a_search_are_cut_into_short_chunks() {
    let dir = scratch();
    let largest = |what: &[&str]| {
        let text = output(dir.path(), &[&["plan", "run", "-n", "1e6", "-p", "10"], what].concat());
        serde_json::from_str::<Value>(&text).expect("JSON")["legs"][0]["chunk"].as_u64()
    };
    let heuristics = largest(&["random", "counter"]).expect("a number");
    let linear = largest(&["linear", "counter"]).expect("a number");
    let search = largest(&["ismcts", "counter"]).expect("a number");
    let deeper = largest(&["ismcts:playouts=100000", "counter"]).expect("a number");
    let of_matches = largest(&["random", "counter", "--match"]).expect("a number");
    let bot = largest(&["cmd:./bot", "random"]).expect("a number");
    assert!(heuristics > 8 * search && linear < heuristics && of_matches < heuristics);
    assert!(bot < linear && deeper == 1 && search > 1, "{bot} {deeper} {search}");
}

/// A `chunk` that somebody talks to.
struct Playing {
    program: Child,
    jobs: ChildStdin,
    lines: BufReader<ChildStdout>,
}

impl Playing {
    fn start(dir: &Path) -> Playing {
        let mut command = Command::new(PROGRAM);
        let command = command.args(["chunk", "plan.json"]).current_dir(dir);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = command.spawn().expect("the program runs");
        let jobs = program.stdin.take().expect("piped");
        let lines = BufReader::new(program.stdout.take().expect("piped"));
        Playing { program, jobs, lines }
    }

    fn ask(&mut self, job: &Value) {
        writeln!(self.jobs, "{job}").and_then(|()| self.jobs.flush()).expect("it listens");
    }
}

/// Waits for a program to end; it may take so long.
fn ends_in(program: &mut Child, time: Duration) -> bool {
    let deadline = Instant::now() + time;
    while Instant::now() < deadline {
        if program.try_wait().expect("it can be asked").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = program.kill();
    false
}

#[test]
fn a_line_is_handed_on_as_soon_as_it_is_finished() {
    let dir = scratch();
    plan(dir.path(), PLANS[0]);
    let first = answers(dir.path(), &["gather", "plan.json", "-o", "gathered", "-q"], "");
    let mut playing = Playing::start(dir.path());
    for job in &jobs(&first[0])[..3] {
        playing.ask(job);
        let mut line = String::new();
        playing.lines.read_line(&mut line).expect("a line");
        assert_eq!(serde_json::from_str::<Value>(&line).expect("JSON")["chunk"], job["chunk"]);
    }
    drop(playing.jobs);
    assert!(ends_in(&mut playing.program, Duration::from_secs(5)));
}

/// Whoever asked was killed while a chunk was played that takes minutes: both pipes end.
#[cfg(unix)]
#[test]
fn nobody_is_left_behind_to_play_for_nobody() {
    let dir = scratch();
    plan(dir.path(), &["run", "ismcts:playouts=1000000", "-p", "2", "-n", "100"]);
    let first = answers(dir.path(), &["gather", "plan.json", "-o", "gathered", "-q"], "");
    for keeps_asking in [false, true] {
        let mut playing = Playing::start(dir.path());
        playing.ask(&jobs(&first[0])[0]);
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(playing.program.try_wait().expect("it can be asked"), None, "it plays");
        drop(playing.lines);
        let jobs = keeps_asking.then_some(playing.jobs);
        assert!(ends_in(&mut playing.program, Duration::from_secs(5)), "{keeps_asking}");
        drop(jobs);
    }
}
