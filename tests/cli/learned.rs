//! Rule sets measured among players who have learned them: trained once, kept, damaged, refused.

use super::{bytes, every_file, json_file, output, refused, scratch, unobench, without_footer};
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};

/// The seed that the first learns with where the games have seed 1.
const SEED: u64 = 1 << 47 | 1;

const LIMIT: [&str; 2] = ["--set", "play.turn_limit=100"];

/// A comparison after little learning, which makes games long unless they are cut short.
fn small(out: &str) -> Vec<&str> {
    let rules = ["rules", "compare", "stacking", "--strategy", "learned", "--learn-games", "64"];
    let games = [
        "--learners",
        "1",
        "-p",
        "2",
        "-n",
        "100",
        "--pool-games",
        "0",
        "--no-progress",
        "-o",
        out,
    ];
    [rules.as_slice(), &LIMIT, &games].concat()
}

/// The program with a cache in this directory.
fn caching(dir: &Path, cache: &str) -> Command {
    let mut command = unobench(dir);
    command.env("XDG_CACHE_HOME", dir.join(cache));
    command
}

/// Standard output and error of a comparison that succeeds.
fn told(mut command: Command, args: &[&str]) -> (String, String) {
    let assert = command.args(args).assert().success();
    let output = assert.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (text(&output.stdout), text(&output.stderr))
}

/// The files of the cache, by name.
fn kept(dir: &Path, cache: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.join(cache).join("unobench")).expect("the cache");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// The weights of a file of one network.
fn weights(path: &Path) -> Vec<u8> {
    let file = bytes(path.to_owned());
    let header = file.windows(2).position(|two| two == b"\n\n").expect("its header ends");
    file[header + 2..file.len() - 8].to_vec()
}

#[test]
fn it_is_the_same_whatever_the_threads_and_whether_it_was_kept() {
    let dir = scratch();
    let with = |cache: &str, out: &str, threads: &str| {
        told(caching(dir.path(), cache), &[small(out), vec!["-j", threads]].concat())
    };
    let (found, said) = with("cache", "one", "1");
    let begins = "stacking+play.turn_limit=100 at 2 seats, among people who have learned the rules \
        from 64 games: a game, ";
    assert!(found.starts_with(begins), "{found}");
    let who = "\nlearned: people who have learned the rules from 64 games, not on the deals that \
        are measured; one for each";
    assert!(found.contains(who), "{found}");
    assert!(said.contains("2 networks to train, ") && said.contains("cache/unobench"), "{said}");
    for (cache, out, threads, word) in
        [("other", "two", "2", "2 networks to train"), ("cache", "three", "2", "; 2 networks from")]
    {
        let (again, said) = with(cache, out, threads);
        assert!(said.contains(word), "{said}");
        assert_eq!(without_footer(&again), without_footer(&found));
        assert_eq!(every_file(&dir.path().join(out)), every_file(&dir.path().join("one")));
    }
    assert_eq!(kept(dir.path(), "cache").len(), 2);
    let names = |cache: &str| -> Vec<(String, Vec<u8>)> {
        let named = |path: PathBuf| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, bytes(path))
        };
        kept(dir.path(), cache).into_iter().map(named).collect()
    };
    assert_eq!(names("cache"), names("other"));
    let learned = &json_file(&dir.path().join("one/manifest.json"))["learned"];
    assert_eq!((&learned["games"], &learned["learners"]), (&64.into(), &1.into()));
    let networks = learned["networks"].as_array().expect("networks");
    let told = [0, 1].map(|place| {
        assert_eq!(networks[place]["seed"], SEED);
        let name = networks[place]["rules"].as_str().expect("a name");
        (name, networks[place]["players"].as_u64().expect("a number"))
    });
    let names = ["official+play.turn_limit=100", "stacking+play.turn_limit=100"];
    assert_eq!(told, names.map(|name| (name, 2)));
    assert_ne!(networks[0]["digest"], networks[1]["digest"]);
    let train = ["train", "-r", "stacking", "-n", "64", "-s", &SEED.to_string(), "--check", "0"];
    output(dir.path(), &[train.as_slice(), &LIMIT, &["-o", "own.net"]].concat());
    let own = weights(&dir.path().join("own.net"));
    let is_same = |path: &PathBuf| weights(path) == own;
    assert_eq!(kept(dir.path(), "cache").iter().filter(|path| is_same(path)).count(), 1);
}

#[test]
fn what_is_kept_is_believed_only_if_it_is_whole_and_of_that_rule_set() {
    let dir = scratch();
    told(caching(dir.path(), "cache"), &small("before"));
    let files = kept(dir.path(), "cache");
    let [one, other] = [&files[0], &files[1]].map(|path| bytes(path.clone()));
    for (contents, words) in [
        (one[..one.len() / 2].to_vec(), "damaged"),
        (b"no network".to_vec(), "first line"),
        (other, "for something else"),
    ] {
        fs::write(&files[0], contents).expect("it is written");
        let (_, said) =
            told(caching(dir.path(), "cache"), &[small("after"), vec!["--force"]].concat());
        assert!(said.contains(words) && said.contains("at 2 seats is trained again"), "{said}");
        assert!(said.contains("1 network to train, ") && said.contains("; 1 network from"));
        assert_eq!(every_file(&dir.path().join("after")), every_file(&dir.path().join("before")));
        assert_eq!(bytes(files[0].clone()), one);
    }
}

#[test]
fn where_nothing_can_be_kept_it_is_said_and_played() {
    let dir = scratch();
    fs::write(dir.path().join("file"), "").expect("it is written");
    let (_, said) = told(caching(dir.path(), "file"), &small("file-out"));
    assert_eq!(said.matches("networks are not kept for the next time: ").count(), 1, "{said}");
    let mut homeless = unobench(dir.path());
    homeless.env_remove("XDG_CACHE_HOME").env_remove("LOCALAPPDATA").env_remove("HOME");
    let (_, said) = told(homeless, &small("homeless"));
    assert!(said.contains("not kept, because neither XDG_CACHE_HOME nor HOME is set"), "{said}");
    let mut at_home = unobench(dir.path());
    at_home.env_remove("XDG_CACHE_HOME").env_remove("LOCALAPPDATA").env("HOME", dir.path());
    told(at_home, &small("at-home"));
    assert_eq!(kept(dir.path(), ".cache").len(), 2);
}

#[test]
fn a_survey_of_who_has_learned_goes_on_and_is_merged() {
    let dir = scratch();
    let run = |args: &[&str]| told(caching(dir.path(), "cache"), args);
    fs::write(dir.path().join("short.toml"), "[play]\nturn_limit = 100\n").expect("it is written");
    let panel = ["-r", "short.toml", "--panel", "learned", "learned+random", "random"];
    let args = |out| -> Vec<&str> {
        let sweep = ["sweep", "--set", "play.turn_limit=110,120", "-p", "2,3", "-n", "100"];
        let pool = ["--pool", "high-points", "--pool-games", "100"];
        let more = ["--learn-games", "40", "--learners", "2", "--no-progress", "-o", out];
        [sweep.as_slice(), &panel, &pool, &more].concat()
    };
    let (found, said) = run(&args("whole"));
    assert!(said.contains("12 networks to train"), "{said}");
    assert!(found.contains("among people who have learned the rules from 40 games"), "{found}");
    assert!(found.contains("neighbour by high-points, each alone among learned"), "{found}");
    assert!(found.contains("; 2 for each rule set and number of seats: the intervals come from"));
    for part in ["1", "2"] {
        run(&[args(part), vec!["--shard", &format!("{part}/2")]].concat());
    }
    output(dir.path(), &["merge", "1", "2", "-o", "merged"]);
    assert_eq!(every_file(&dir.path().join("merged")), every_file(&dir.path().join("whole")));
    let progress = bytes(dir.path().join("whole/progress.jsonl"));
    let before = every_file(&dir.path().join("whole"));
    fs::write(dir.path().join("whole/progress.jsonl"), &progress[..progress.len() / 2])
        .expect("written");
    run(&[args("whole"), vec!["--resume"]].concat());
    assert_eq!(every_file(&dir.path().join("whole")), before);
    let mut more = [args("whole"), vec!["--resume"]].concat();
    let place = more.iter().position(|arg| *arg == "40").expect("a budget");
    more[place] = "48";
    caching(dir.path(), "cache")
        .args(more)
        .assert()
        .code(2)
        .stderr(contains("learned.games: 40 there, 48 here"));
}

#[test]
fn learning_ends_when_its_time_is_up() {
    let dir = scratch();
    let args = [small("out"), vec!["--max-time", "1ms"]].concat();
    caching(dir.path(), "cache").args(args).assert().success().stdout("").stderr(
        contains("stopped while learning, as --max-time says; kept: 0 of 2 networks, in ")
            .and(contains("the same command learns the rest")),
    );
    assert!(!dir.path().join("out").exists());
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_was_learned() {
    let dir = scratch();
    let long = |games: &'static str| -> Vec<&str> {
        small("out").into_iter().map(|arg| if arg == "64" { games } else { arg }).collect()
    };
    let cache = dir.path().join("cache");
    let is_begun = || fs::read_dir(cache.join("unobench")).is_ok_and(|files| files.count() > 0);
    let stopped = super::interrupt_once_with(
        dir.path(),
        &long("2000"),
        &[("XDG_CACHE_HOME", &cache)],
        is_begun,
    );
    let said = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert_eq!(stopped.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted while learning; kept: 1 of 2 networks, in "), "{said}");
    let (_, said) = told(caching(dir.path(), "cache"), &long("2000"));
    assert!(said.contains("1 network to train, ") && said.contains("; 1 network from"), "{said}");
}

#[test]
fn who_has_learned_is_refused_where_nothing_is_learned() {
    let dir = scratch();
    let where_it_works = ["`rules compare` and `sweep`", "unobench train", "net:file=PATH"];
    for args in [
        &["run", "learned"][..],
        &["duel", "learned", "random"],
        &["tournament", "random", "learned"],
        &["skill", "learned"],
        &["tune", "learned:x=1..2"],
        &["play", "learned"],
        &["trace", "learned", "random", "-n", "1"],
        &["train", "--against", "learned", "-o", "a.net"],
        &["strategies", "show", "learned"],
    ] {
        refused(dir.path(), args, &where_it_works);
    }
    let compare = ["rules", "compare", "stacking"];
    let with = |more: &[&'static str]| [compare.as_slice(), more].concat();
    for (more, words) in [
        (&["--strategy", "learned:games=4"][..], &["learned:games=4", "--learn-games"][..]),
        (&["--strategy", "learned", "--learn-games", "0"], &["--learn-games"]),
        (&["--strategy", "learned", "--learn-games", "2e9"], &["2,000,000,000", "1,000,000,000"]),
        (&["--learn-games", "400"], &["--learn-games", "--strategy"]),
        (&["--strategy", "learned", "--learners", "3"], &["--learners 3", "1, 2, 5, 10, 25"]),
        (&["--strategy", "learned", "--learners", "0"], &["--learners 0"]),
        (&["--learners", "2"], &["--learners", "--strategy"]),
        (&["--pool", "learned"], &where_it_works),
        (&["--panel", "learned", "learned"], &["learned would be played twice"]),
    ] {
        refused(dir.path(), &with(more), words);
    }
    let plan = [&["plan"][..], &with(&["--strategy", "learned"])].concat();
    refused(dir.path(), &plan, &["learned", "--shard"]);
}
