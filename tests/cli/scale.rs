//! One experiment on many machines: `plan`, `chunk` and `gather`.

use crate::dir::{Dir, Table, assert_reads, document, json, wait_until};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;
use unobench_core::digest::{fnv1a, fnv1a_after};

/// What is planned and played: the words after `plan`.
const PLANS: [&str; 9] = [
    "run random high-points -r official -r double -p 3 -n 400",
    "duel counter first-legal -n 4000 --match",
    "duel counter first-legal -p 3 -n 4000 --matches 400",
    "tournament random counter linear -p 4 -n 600 --matches 20",
    "run random linear -r official -p 2 --until-ci 0.05",
    "rules compare double -p 3 -n 400 --pool-games 200 --no-learn",
    "rules compare stacking jump-in -p 2,4 -n 201 --pool-games 101",
    "sweep --set setup.hand_size=5,7 -p 2 -n 400 --pool-games 0",
    "skill counter --oracle cheat:playouts=2 -n 400 --search-games 50",
];

const GATHER: &str = "gather plan.json -o gathered -q";

/// Writes a plan into `plan.json`.
pub(crate) fn plan(dir: &Dir, what: &str) {
    let text = dir.output(&format!("plan {what}"));
    text.lines().for_each(|line| assert_eq!(json(line)["seed"], 1));
    dir.write("plan.json", text);
}

/// What is answered to lines on standard input: an object for each.
fn answers(dir: &Dir, line: &str, input: &str) -> Vec<Value> {
    dir.fed(line, input).ended(0).out.lines().map(json).collect()
}

/// The lines that jobs make.
fn chunk(dir: &Dir, jobs: &[Value]) -> String {
    let jobs: String = jobs.iter().map(|job| format!("{job}\n")).collect();
    dir.fed("chunk plan.json", jobs).ended(0).out
}

fn jobs(answer: &Value) -> Vec<Value> {
    answer["next"].as_array().expect("a list of jobs").clone()
}

/// The jobs that are to be played first.
fn first_jobs(dir: &Dir) -> Vec<Value> {
    jobs(&answers(dir, GATHER, "")[0])
}

/// Plays and gathers in rounds, as a cluster without a scheduler would.
pub(crate) fn gather(dir: &Dir, options: &str) {
    let mut lines = String::new();
    for _ in 0..100 {
        let answers = answers(dir, &format!("{GATHER} {options}"), &lines);
        assert_eq!(answers.len(), 1 + lines.lines().count(), "an answer for each line");
        if answers.last().expect("a first answer").get("done").is_some() {
            return;
        }
        lines = chunk(dir, &answers.iter().flat_map(jobs).collect::<Vec<_>>());
    }
    panic!("it does not end");
}

/// What a page says without the command that made it and the name of its directory.
fn without_command(page: &str, directory: &str) -> String {
    let mut document = document(page);
    let sources = document["sources"].as_array_mut().expect("what was played");
    sources.iter_mut().for_each(|source| assert!(source["command"].take().is_string()));
    document.to_string().replace(directory, "here")
}

#[test]
fn whatever_is_planned_is_gathered_to_the_bytes_of_one_machine() {
    for what in PLANS {
        let dir = Dir::new();
        plan(&dir, what);
        gather(&dir, "--window 40 --report");
        dir.output(&format!("{what} -o one-machine -q --report"));
        let pages = ["gathered", "one-machine"].map(|name| {
            let path = format!("{name}/report.html");
            let page = without_command(&dir.text(&path), name);
            dir.remove(&path);
            page
        });
        assert!(pages[0] == pages[1], "{what}: the reports differ");
        dir.assert_same_files("gathered", "one-machine");
        assert_eq!(dir.json("gathered/manifest.json")["host"]["arguments"][0], "gather");
    }
}

/// The columns of `findings.csv` are the same for every command, so each is filled by some command.
/// Nobody has a rating in `summary.csv` who wins all or nothing, as nobody here does.
#[test]
fn no_column_is_empty_in_every_row() {
    let (dir, mut unfilled) = (Dir::new(), None::<BTreeSet<String>>);
    for what in PLANS.iter().chain(&["run random linear -p 2 --match -n 400 --rounds out/1.csv"]) {
        let told = dir.output(&format!("{what} -q --force -o out --format csv"));
        let document = dir.json("out/findings.json");
        let questions = document["tables"].as_object().expect("tables").keys();
        let shown = questions.map(|question| (question.clone(), dir.shown("out", question)));
        let files = dir.files("out").into_keys().filter(|name| name.ends_with(".csv"));
        let files = files.map(|name| (name.clone(), dir.table(&format!("out/{name}"))));
        for (name, table) in shown.chain(files).chain([("told".to_owned(), Table::of(&told))]) {
            let empty = table.empty();
            if name.ends_with("findings.csv") {
                unfilled = Some(unfilled.map_or(empty.clone(), |all| &all & &empty));
            } else {
                assert!(empty.is_empty(), "{what}: {name} has nothing in {empty:?}");
            }
        }
    }
    assert_eq!(unfilled, Some(BTreeSet::new()));
}

/// Parts of jobs are shares of all of them, whether a file has a job a line or what was answered.
#[test]
fn parts_of_a_file_of_jobs_make_the_whole() {
    let dir = Dir::new();
    plan(&dir, PLANS[1]);
    let answer = dir.fed("gather plan.json -o gathered -q --window 1000000", "").ended(0).out;
    let jobs = jobs(&json(&answer));
    let whole = chunk(&dir, &jobs);
    let lines: String = jobs.iter().map(|job| format!("{job}\n")).collect();
    dir.write("answer.json", answer);
    dir.write("lines.jsonl", lines);
    let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    for (file, parts) in [("answer.json", 3), ("lines.jsonl", 1), ("lines.jsonl", 7)] {
        let part = |k| dir.output(&format!("chunk plan.json --jobs {file} --part {k}/{parts}"));
        let played: Vec<String> = (1..=parts).map(part).collect();
        let sizes = played.iter().map(|part| part.lines().count());
        assert!(sizes.clone().max() <= sizes.min().map(|least| least + 1), "{file}: equal shares");
        assert_eq!(sorted(&played.concat()), sorted(&whole), "{file} in {parts}");
    }
}

#[test]
fn a_finished_directory_is_done_and_compares_lines_all_the_same() {
    let dir = Dir::new();
    plan(&dir, PLANS[0]);
    gather(&dir, "");
    let text = dir.text("gathered/progress.jsonl");
    let line = text.lines().nth(2).expect("several lines");
    let told = answers(&dir, GATHER, &format!("{line}\n"));
    assert_eq!(told[0]["done"]["games"], 804);
    assert_eq!(told[0], told[1]);
}

#[test]
fn machines_that_disagree_stop_it() {
    let dir = Dir::new();
    plan(&dir, PLANS[0]);
    let lines = chunk(&dir, &first_jobs(&dir)[..1]);
    let wrong = resealed(&dir.json("plan.json"), lines.trim_end());
    let told = dir.fed(GATHER, format!("{lines}{wrong}\n")).ended(1).err;
    assert_reads(&told, "machines disagree about chunk 0 of official: tally.turns");
}

/// The same line with another number of turns, sealed as the format has it.
fn resealed(plan: &Value, line: &str) -> String {
    let mut origin = plan.clone();
    let object = origin.as_object_mut().expect("an object");
    object.shift_remove("check");
    object["legs"][0]["games"] = 0.into();
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

/// A `chunk` that somebody talks to.
struct Playing {
    program: Child,
    jobs: Option<ChildStdin>,
    lines: Option<BufReader<ChildStdout>>,
}

impl Playing {
    fn start(dir: &Dir) -> Playing {
        let mut command = dir.command("chunk plan.json");
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = command.spawn().expect("the program runs");
        let jobs = program.stdin.take();
        Playing { lines: program.stdout.take().map(BufReader::new), program, jobs }
    }

    fn ask(&mut self, job: &Value) {
        let mut jobs = self.jobs.as_ref().expect("piped");
        writeln!(jobs, "{job}").and_then(|()| jobs.flush()).expect("it listens");
    }

    /// Whether it ends soon.
    fn ends(&mut self) -> bool {
        let ended = || self.program.try_wait().expect("it can be asked").is_some();
        let is_over = wait_until(Duration::from_secs(5), ended);
        let _ = self.program.kill();
        is_over
    }
}

#[test]
fn a_line_is_handed_on_as_soon_as_it_is_finished() {
    let dir = Dir::new();
    plan(&dir, PLANS[0]);
    let mut playing = Playing::start(&dir);
    for job in &first_jobs(&dir)[..3] {
        playing.ask(job);
        let mut line = String::new();
        playing.lines.as_mut().expect("piped").read_line(&mut line).expect("a line");
        assert_eq!(json(&line)["chunk"], job["chunk"]);
    }
    drop(playing.jobs.take());
    assert!(playing.ends());
}

/// Whoever asked was killed while a chunk was played that takes minutes: both pipes end.
#[cfg(unix)]
#[test]
fn nobody_is_left_behind_to_play_for_nobody() {
    let dir = Dir::new();
    plan(&dir, "run ismcts:playouts=1000000 -p 2 -n 100");
    let job = &first_jobs(&dir)[0];
    for keeps_asking in [false, true] {
        let mut playing = Playing::start(&dir);
        playing.ask(job);
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!(playing.program.try_wait().expect("it can be asked"), None, "it plays");
        drop(playing.lines.take());
        if !keeps_asking {
            drop(playing.jobs.take());
        }
        assert!(playing.ends(), "{keeps_asking}");
    }
}
