//! A line belongs to its run: what is of another one is refused, whatever the two have in common.

use super::plan as plan_of;
use super::runs::{PLAYERS, job, play, played, small};
use crate::error::RunError;
use crate::header::FORMAT;
use crate::merge::merge;
use crate::output::manifest::Invocation;
use crate::run::header::{Header, Question};
use crate::run::plan::Plan;
use crate::run::stop::Stop;
use crate::store::directory::Existing;
use crate::store::line::{Origin, seal, unseal};
use crate::store::{MergeError, PROGRESS, StoreError};
use crate::testing::bytes;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::tempdir;
use unobench_core::rules::RuleSet;
use unobench_engine::schedule::Seating;
use unobench_engine::shard::Shard;

/// The small plan with another header.
fn changed(change: impl FnOnce(&mut Header)) -> Plan {
    let mut header = small(None).header().clone();
    change(&mut header);
    Plan::from_header(header).expect("a plan that can be played")
}

/// Puts a line in the place of another.
fn put(line: usize, from: &Path, to: &Path) {
    let read =
        |directory: &Path| fs::read_to_string(directory.join(PROGRESS)).expect("lines of text");
    let (source, target) = (read(from), read(to));
    let new = source.split_inclusive('\n').nth(line - 1).expect("a line");
    let lines = target.split_inclusive('\n').enumerate();
    let text: String =
        lines.map(|(place, old)| if place + 1 == line { new } else { old }).collect();
    fs::write(to.join(PROGRESS), text).expect("it is written");
}

#[test]
fn a_line_of_another_run_is_refused() {
    let plan = small(None);
    let files = bytes(played(&plan, 2).path());
    let others = [
        changed(|header| header.seed = 2),
        changed(|header| header.r#match = true),
        changed(|header| drop(header.files.insert("my.toml".to_owned(), "fnv1a64:1".to_owned()))),
        changed(|header| drop(header.versions.insert("a".to_owned(), "2".to_owned()))),
        changed(|header| header.rules[0].settings = json!({"scoring": {"partners": true}})),
        changed(|header| header.rules[1].name = "another".to_owned()),
    ];
    for (place, other) in others.iter().enumerate() {
        let here = played(&plan, 2);
        // The fifth case differs in the first rule set, the sixth in the second alone.
        let lines = files[PROGRESS].iter().filter(|&&byte| byte == b'\n').count();
        let line = if place == 5 { lines } else { 2 };
        put(line, played(other, 2).path(), here.path());
        let report = play(&job(&plan, here.path(), 1, Existing::Resume)).expect("it is resumed");
        let dropped = report.resumed.expect("it was resumed").dropped.expect("one is of another");
        assert_eq!(dropped.line as usize, line, "{place}");
        assert_eq!(bytes(here.path()), files, "{place}");
    }
}

#[test]
fn shards_with_a_line_of_another_run_are_not_merged() {
    let shards = [1, 2].map(|part| played(&small(Some(Shard { part, of: 2 })), 1));
    let other = changed(|header| header.seed = 2).with_shard(Some(Shard { part: 2, of: 2 }));
    put(3, played(&other, 1).path(), shards[1].path());
    let out = tempdir().expect("a directory");
    let paths = shards.each_ref().map(|shard| shard.path().to_owned());
    let error = merge(&paths, out.path(), Existing::Refuse, &Invocation::NONE)
        .expect_err("one is of another");
    assert!(
        matches!(
            &error,
            RunError::Merge(MergeError::Damaged { directory, .. })
                if *directory == paths[1]
        ),
        "{error}"
    );
}

/// A plan as another version wrote it.
fn of_version(plan: &Plan, format: u32, version: &str) -> Plan {
    let largest_chunk = plan.header().largest_chunk.filter(|_| format > 2);
    let there =
        Header { format, version: version.to_owned(), largest_chunk, ..plan.header().clone() };
    plan.as_written(&there).expect("a plan that could be played")
}

#[test]
fn what_does_not_determine_a_line_does_not_tell_it_apart() {
    let plan = small(None);
    let origin = plan.header().origin(1);
    let same = [
        plan.with_shard(Some(Shard { part: 1, of: 3 })),
        plan_of("a b c", PLAYERS, Seating::Rotate, 4000, None),
        changed(|header| header.question = Question::Duel),
        changed(|header| header.stop = Some(Stop::Width { width: 0.01 })),
        changed(|header| header.rules[0].name = "another".to_owned()),
    ];
    for (place, other) in same.iter().enumerate() {
        assert_eq!(other.header().origin(1), origin, "{place}");
    }
    let apart = [
        plan_of("a b c", 4, Seating::Rotate, 200, None),
        plan_of("a c b", PLAYERS, Seating::Rotate, 200, None),
        plan_of("a b c", PLAYERS, Seating::All, 200, None),
        of_version(&plan, 2, "0.0.1"),
        of_version(&plan, 1, &plan.header().version),
    ];
    for (place, other) in apart.iter().enumerate() {
        assert_ne!(other.header().origin(1), origin, "{place}");
    }
}

/// Writes a run as format 1 did, as an older version; returns its lines.
fn age(plan: &Plan, directory: &Path) -> Vec<Vec<u8>> {
    let text = fs::read(directory.join(PROGRESS)).expect("a file");
    let lines = text.split_inclusive(|&byte| byte == b'\n').map(|line| {
        let origins = [Origin::none(), plan.header().origin(0), plan.header().origin(1)];
        let mut line: Value = origins
            .iter()
            .find_map(|&origin| unseal(line, origin).ok())
            .expect("a line of this run");
        if line.get("format").is_some() {
            line["format"] = json!(1);
            line["version"] = json!("0.1.0");
            line.as_object_mut().expect("an object").shift_remove("largest_chunk");
        }
        seal(&line, Origin::none()).expect("it is JSON")
    });
    let lines: Vec<Vec<u8>> = lines.collect();
    fs::write(directory.join(PROGRESS), lines.concat()).expect("it is written");
    lines
}

#[test]
fn a_finished_run_of_format_1_is_read() {
    let plan = small(None);
    let here = played(&plan, 1);
    let summary = bytes(here.path()).remove("summary.csv");
    age(&plan, here.path());
    fs::remove_file(here.path().join("summary.csv")).expect("it was there");
    let report = play(&job(&plan, here.path(), 1, Existing::Resume)).expect("it is resumed");
    let header = report.results.header();
    assert_eq!((header.format, header.version.as_str(), report.games), (1, "0.1.0", 0));
    let files = bytes(here.path());
    assert_eq!(files.get("summary.csv"), summary.as_ref());
    let manifest: Value = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
    assert_eq!((&manifest["format"], &manifest["version"]), (&json!(1), &json!("0.1.0")));
}

/// Until format 3 the same game was played again where a strategy sat in several seats, and a
/// line-up that did not fill the table was repeated from its beginning.
#[test]
fn a_finished_run_of_format_3_is_read() {
    for (line_up, filled) in [("a", ["a", "a", "a"]), ("a b", ["a", "b", "a"])] {
        let today = plan_of(line_up, PLAYERS, Seating::Rotate, 200, None);
        let old = of_version(&today, 3, "0.3.0");
        assert_eq!(old.header().line_up, filled);
        let here = played(&old, 2);
        let files = bytes(here.path());
        fs::remove_file(here.path().join("summary.csv")).expect("it was there");
        let resume = job(&today, here.path(), 1, Existing::Resume);
        let report = play(&resume).expect("it is resumed");
        assert_eq!((report.results.header().format, report.games), (3, 0));
        let games = report.results.rule_sets().next().expect("a rule set").games();
        assert_eq!(games, PLAYERS as u64 * report.results.header().blocks);
        assert_eq!(bytes(here.path()), files);
    }
}

/// What a key that an older version did not know was always like is in the official rules.
#[test]
fn a_finished_run_that_lacks_a_key_of_the_rules_is_read() {
    let with = |shuffle_hands: Option<u32>| {
        let mut settings = RuleSet::official().settings_json();
        let deck = settings["deck"].as_object_mut().expect("a section");
        match shuffle_hands {
            Some(cards) => deck["shuffle_hands"] = json!(cards),
            None => drop(deck.shift_remove("shuffle_hands")),
        }
        changed(|header| {
            header.rules.iter_mut().for_each(|rules| rules.settings = settings.clone());
        })
    };
    let here = played(&of_version(&with(None), 3, "0.3.0"), 1);
    let files = bytes(here.path());
    fs::remove_file(here.path().join("summary.csv")).expect("it was there");
    let other = with(Some(4));
    let error = play(&job(&other, here.path(), 1, Existing::Resume)).expect_err("another run");
    assert!(error.to_string().contains("shuffle_hands: none there, 4 here"), "{error}");
    let same = with(Some(0));
    play(&job(&same, here.path(), 1, Existing::Resume)).expect("it is resumed");
    assert_eq!(bytes(here.path()), files);
}

#[test]
fn an_unfinished_run_of_another_version_is_left_as_it_is() {
    let plan = small(None);
    let here = played(&plan, 1);
    let lines = age(&plan, here.path());
    let rest = [lines[..lines.len() - 1].concat(), b"{\"damaged".to_vec()].concat();
    fs::write(here.path().join(PROGRESS), &rest).expect("it is written");
    let error = play(&job(&plan, here.path(), 1, Existing::Resume)).expect_err("it is refused");
    assert!(
        matches!(
            &error,
            RunError::Store(StoreError::OtherVersion { version, .. })
                if version == "0.1.0"
        ),
        "{error}"
    );
    assert_eq!(fs::read(here.path().join(PROGRESS)).expect("a file"), rest);
}

#[test]
fn shards_of_format_1_are_merged_in_their_format() {
    let shards = [1, 2].map(|part| {
        let plan = small(Some(Shard { part, of: 2 }));
        let shard = played(&plan, 1);
        age(&plan, shard.path());
        shard
    });
    let whole = played(&small(None), 1);
    let lines = age(&small(None), whole.path());
    let out = tempdir().expect("a directory");
    let paths = shards.each_ref().map(|shard| shard.path().to_owned());
    merge(&paths, out.path(), Existing::Refuse, &Invocation::NONE).expect("they fit");
    assert_eq!(fs::read(out.path().join(PROGRESS)).expect("a file"), lines.concat());
}

#[test]
fn a_format_of_the_future_is_refused() {
    let plan = small(None);
    let here = played(&plan, 1);
    let future = of_version(&plan, FORMAT + 1, "9.0.0");
    let header = seal(future.header(), Origin::none()).expect("it is JSON");
    fs::write(here.path().join(PROGRESS), &header).expect("it is written");
    let error = play(&job(&plan, here.path(), 1, Existing::Resume)).expect_err("it is refused");
    let differs = format!("format: {} there, {FORMAT} here", FORMAT + 1);
    assert!(error.to_string().contains(&differs), "{error}");
}
