//! Networks, and rule sets measured among players who have learned them: trained once, kept,
//! damaged.

use crate::dir::{Dir, Told, assert_reads, without_footer};
use std::fs;
use std::path::{Path, PathBuf};

/// The seed that the first learns with where the games have seed 1.
const SEED: u64 = 1 << 47 | 1;

/// A comparison after little learning, which makes games long unless they are cut short.
const SMALL: &str = "rules compare stacking --strategy learned --learn-games 1000 --learners 1 -p 2 \
    -n 100 --pool-games 0 --set play.turn_limit=100 --no-progress -o";

/// What it tells with a cache in this directory, once it has succeeded.
fn caching(dir: &Dir, cache: &str, line: &str) -> Told {
    let mut command = dir.command(line);
    command.env("XDG_CACHE_HOME", dir.path(cache));
    Told::of(command.output().expect("it runs")).ended(0)
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

/// Rules that `champion` may not know, and a comparison under them.
fn unknown_rules() -> (Dir, &'static str) {
    let dir = Dir::new();
    let symbols = "\"S\", \"R\", \"+2\"";
    dir.write("nofin.toml", format!("play.no_finish_on = [{symbols}]\n"));
    (dir, "rules compare nofin.toml -p 2 --panel champion -n 100 --pool-games 0 --no-progress -o")
}

/// "has learned the rule", of a rule that it had never seen
#[test]
#[ignore = "a network learns a rule set for it: scripts/check-release"]
fn champion_is_examined_under_rules_that_it_may_not_know() {
    let (dir, line) = unknown_rules();
    let found = caching(&dir, "cache", &format!("{line} one -j 1"));
    assert_reads(&found.err, "champion is examined … 1 network to train");
    assert_reads(&found.out, "at 2 seats … a specialist, which learned nothing but these rules");
    assert_reads(&caching(&dir, "cache", &format!("{line} two -j 2")).err, "1 network from");
    dir.assert_same_files("two", "one");
    let exams = dir.json("one/manifest.json")["examined"].clone();
    let exams = exams.as_array().expect("a list");
    assert_eq!([&exams[0]["rules"], &exams[1]["rules"]], ["official", "nofin"]);
    let who = |exam: &serde_json::Value| {
        let all = exam["examiners"].as_array().expect("a list").iter();
        all.map(|examiner| examiner["name"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    let first = if exams[1].get("digest").is_some() { "champion" } else { "specialist" };
    assert_eq!(who(&exams[1]), [first, "counter", "linear"]);
    assert_eq!((&exams[0]["verdict"], exams[0].get("digest")), (&"passed".into(), None));
    // Nobody passes who may lose to an examiner by more than the margin.
    for exam in exams {
        let mut all = exam["examiners"].as_array().expect("a list").iter();
        let is_below =
            |examiner: &serde_json::Value| examiner["high"].as_f64().expect("an end") < 0.52;
        assert_eq!(exam["verdict"] == "passed", all.all(is_below), "{exam}");
    }
}

#[test]
fn where_nobody_may_learn_nobody_is_said_to_know_other_rules() {
    let (dir, line) = unknown_rules();
    let told = caching(&dir, "cache", &format!("{line} three --no-learn"));
    assert_reads(&told.out, "nobody is said to know nofin: champion has passed no exam there");
    assert!(!told.out.contains("nofin: champion passed"), "{}", told.out);
    assert!(!told.out.contains("in place of champion"), "{}", told.out);
    assert_eq!(dir.json("three/manifest.json")["examined"].as_array().map(Vec::len), Some(1));
    let told = caching(&dir, "cache", "settle nofin.toml -p 2 --quick --no-learn --no-progress");
    assert_reads(&told.out, "No player here has practised this rule");
    assert!(!told.out.contains("people who know the rules"), "{}", told.out);
}

#[test]
fn a_network_is_the_same_whatever_the_threads() {
    let dir = Dir::new();
    for threads in [1, 2] {
        let options = format!("-j {threads} -o {threads}.net");
        dir.output(&format!("train -r stacking -n 400 --check 200 --no-progress {options}"));
    }
    assert_eq!(dir.bytes("1.net"), dir.bytes("2.net"));
}
