//! Rule sets measured among players who have learned them: trained once, kept, damaged.

use crate::dir::{Dir, Told, assert_reads, without_footer};
use std::fs;
use std::path::{Path, PathBuf};

/// The seed that the first learns with where the games have seed 1.
const SEED: u64 = 1 << 47 | 1;

/// A comparison after little learning, which makes games long unless they are cut short.
const SMALL: &str = "rules compare stacking --strategy learned --learn-games 1000 --learners 1 -p 2 \
    -n 100 --pool-games 0 --set play.turn_limit=100 --no-progress -o";

/// What the program tells with these variables set, and no other place for a cache.
fn with(dir: &Dir, variables: &[(&str, &str)], line: &str) -> Told {
    let mut command = dir.command(line);
    command.env_remove("XDG_CACHE_HOME").env_remove("LOCALAPPDATA").env_remove("HOME");
    command.envs(variables.iter().map(|(name, value)| (name, dir.path(value))));
    Told::of(command.output().expect("it runs"))
}

/// What it tells with a cache in this directory, once it has succeeded.
fn caching(dir: &Dir, cache: &str, line: &str) -> Told {
    with(dir, &[("XDG_CACHE_HOME", cache)], line).ended(0)
}

/// The files of the cache, in the order of names.
fn kept(dir: &Dir, cache: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.path(cache).join("unobench")).expect("the cache");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn weights(path: &Path) -> Vec<u8> {
    let file = fs::read(path).expect("a network");
    let header = file.windows(2).position(|two| two == b"\n\n").expect("its header ends");
    file[header + 2..file.len() - 8].to_vec()
}

#[test]
fn it_is_the_same_whatever_the_threads_and_whether_it_was_kept() {
    let dir = Dir::new();
    let found = caching(&dir, "cache", &format!("{SMALL} one -j 1"));
    let begins = "stacking+play.turn_limit=100 at 2 seats, among people who have learned the rules \
        from 1,000 games: length: not said, for some games do not finish";
    assert!(found.out.starts_with(begins), "{}", found.out);
    let who = "learned: people who have learned the rules from 1,000 games, not on the deals that are \
        measured; one for each";
    assert_reads(&found.out, who);
    assert_reads(&found.err, "2 networks to train, … cache/unobench");
    for (cache, out, words) in
        [("other", "two", "2 networks to train"), ("cache", "three", "; 2 networks from")]
    {
        let again = caching(&dir, cache, &format!("{SMALL} {out} -j 2"));
        assert_reads(&again.err, words);
        assert_eq!(without_footer(&again.out), without_footer(&found.out));
        dir.assert_same_files(out, "one");
    }
    let files = |cache: &str| -> Vec<_> {
        let files = kept(&dir, cache).into_iter();
        files.map(|path| (path.file_name().map(ToOwned::to_owned), fs::read(path).ok())).collect()
    };
    assert!(files("cache").len() == 2 && files("cache") == files("other"));
    let learned = &dir.json("one/manifest.json")["learned"];
    assert_eq!((&learned["games"], &learned["learners"]), (&1000.into(), &1.into()));
    let networks = learned["networks"].as_array().expect("networks");
    for (network, rules) in networks.iter().zip(["official", "stacking"]) {
        assert_eq!(network["rules"], format!("{rules}+play.turn_limit=100"));
        assert_eq!((&network["seed"], &network["players"]), (&SEED.into(), &2.into()));
    }
    assert_ne!(networks[0]["digest"], networks[1]["digest"]);
    let rules = "-r stacking --set play.turn_limit=100";
    dir.output(&format!("train {rules} -n 1000 -s {SEED} --check 0 -o own.net"));
    let own = weights(&dir.path("own.net"));
    assert_eq!(kept(&dir, "cache").iter().filter(|path| weights(path) == own).count(), 1);
}

#[test]
fn what_is_kept_is_believed_only_if_it_is_whole_and_of_that_rule_set() {
    let dir = Dir::new();
    caching(&dir, "cache", &format!("{SMALL} before"));
    let files = kept(&dir, "cache");
    let [one, other] = [0, 1].map(|place| fs::read(&files[place]).expect("a network"));
    for (contents, words) in [
        (one[..one.len() / 2].to_vec(), "damaged"),
        (b"no network".to_vec(), "first line"),
        (other, "for something else"),
    ] {
        fs::write(&files[0], contents).expect("it is written");
        let said = caching(&dir, "cache", &format!("{SMALL} after --force")).err;
        assert_reads(&said, &format!("{words} … at 2 seats is trained again"));
        assert_reads(&said, "1 network to train, … ; 1 network from");
        dir.assert_same_files("after", "before");
        assert_eq!(fs::read(&files[0]).expect("a network"), one);
    }
}

#[test]
fn where_nothing_can_be_kept_it_is_said_and_played() {
    let dir = Dir::new();
    dir.write("file", "");
    let said = caching(&dir, "file", &format!("{SMALL} file-out")).err;
    assert_eq!(said.matches("networks are not kept for the next time: ").count(), 1, "{said}");
    let said = with(&dir, &[], &format!("{SMALL} homeless")).ended(0).err;
    assert_reads(&said, "not kept, because neither XDG_CACHE_HOME nor HOME is set");
    with(&dir, &[("HOME", "")], &format!("{SMALL} at-home")).ended(0);
    assert_eq!(kept(&dir, ".cache").len(), 2);
}

#[test]
fn a_survey_of_who_has_learned_goes_on() {
    let dir = Dir::new();
    dir.write("short.toml", "setup.hand_size = 2\nplay.turn_limit = 100\n");
    let args = "sweep --set play.turn_limit=110 -p 2,3 -n 100 -r short.toml \
        --panel learned learned+random random --pool high-points --pool-games 100 --learners 2 \
        --no-progress --learn-games";
    let whole = caching(&dir, "cache", &format!("{args} 40 -o whole"));
    assert_reads(&whole.err, "8 networks to train");
    assert_reads(&whole.out, "among people who have learned the rules from 40 games");
    assert_reads(&whole.out, "neighbour by high-points, each alone among learned");
    let intervals = "; 2 for each rule set and number of seats: the intervals come from";
    assert_reads(&whole.out, intervals);
    caching(&dir, "cache", &format!("{args} 40 -o again"));
    dir.assert_same_files("again", "whole");
    let progress = dir.bytes("whole/progress.jsonl");
    dir.write("whole/progress.jsonl", &progress[..progress.len() / 2]);
    caching(&dir, "cache", &format!("{args} 40 -o whole --resume"));
    dir.assert_same_files("whole", "again");
    let more = with(&dir, &[("HOME", "")], &format!("{args} 48 -o whole --resume")).ended(2);
    assert_reads(&more.err, "learned.games: 40 there, 48 here");
}

/// "has learned the rule", of a rule that it had never seen
#[test]
fn champion_is_examined_under_rules_that_it_may_not_know() {
    let dir = Dir::new();
    let symbols = "\"S\", \"R\", \"+2\", \"W\", \"W+4\"";
    dir.write("nofin.toml", format!("play.no_finish_on = [{symbols}]\n"));
    let line =
        "rules compare nofin.toml -p 2 --panel champion -n 100 --pool-games 0 --no-progress -o";
    let found = caching(&dir, "cache", &format!("{line} one -j 1"));
    assert_reads(&found.err, "champion is examined … 1 network to train");
    assert_reads(
        &found.out,
        "a network that learned nothing but these rules … of 100 games against it at 2 seats",
    );
    let again = caching(&dir, "cache", &format!("{line} two -j 2"));
    assert_reads(&again.err, "1 network from");
    dir.assert_same_files("two", "one");
    let exams = dir.json("one/manifest.json")["examined"].clone();
    let exams = exams.as_array().expect("a list");
    assert_eq!([&exams[0]["rules"], &exams[1]["rules"]], ["official", "nofin"]);
    let share = |of: &serde_json::Value| of["rate"].as_f64().expect("a rate");
    assert_eq!(share(&exams[1]) > 0.5, exams[1].get("digest").is_some());
    assert!(share(&exams[0]) < 0.5 && exams[0].get("digest").is_none());
    let told = caching(&dir, "cache", &format!("{line} three --no-learn"));
    assert_reads(&told.out, "nobody is said to know nofin: champion has passed no exam there");
    assert!(!told.out.contains("nofin: champion was examined"), "{}", told.out);
    assert!(!told.out.contains("in place of champion"), "{}", told.out);
    assert_eq!(dir.json("three/manifest.json")["examined"].as_array().map(Vec::len), Some(1));
    let told = caching(&dir, "cache", "settle nofin.toml -p 2 --quick --no-learn --no-progress");
    assert_reads(&told.out, "Nobody is said to know these rules");
    assert!(!told.out.contains("people who know the rules"), "{}", told.out);
}

#[test]
fn learning_ends_when_its_time_is_up() {
    let dir = Dir::new();
    let told = caching(&dir, "cache", &format!("{SMALL} out --max-time 1ms"));
    assert_eq!(told.out, "");
    let words = "stopped while learning, as --max-time says; kept: 0 of 2 networks, in … the same \
        command learns the rest";
    assert_reads(&told.err, words);
    assert!(!dir.has("out"));
}
