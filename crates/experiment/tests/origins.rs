//! A line belongs to its experiment: what is of another one is refused, whatever the two have in
//! common.

use super::{changed as changed_plan, *};
use unobench_measure::line::unseal;

fn changed(change: impl FnOnce(&mut Header)) -> Plan {
    changed_plan(&small(), change)
}

fn put(line: usize, from: &Path, to: &Path) {
    let (source, target, is_end) = (progress(from), progress(to), |byte: &u8| *byte == b'\n');
    let mut lines: Vec<&[u8]> = target.split_inclusive(is_end).collect();
    lines[line - 1] = source.split_inclusive(is_end).nth(line - 1).expect("a line");
    write_progress(to, &lines.concat());
}

#[test]
fn a_line_of_another_run_is_refused() {
    let plan = small();
    let files = bytes(played(&plan, 2).path());
    let others = [
        changed(|header| header.seed = 2),
        changed(|header| header.r#match = true),
        changed(|header| drop(header.files.insert("my.toml".to_owned(), "fnv1a64:1".to_owned()))),
        changed(|header| drop(header.versions.insert("a".to_owned(), "2".to_owned()))),
        changed(|header| header.rules[0].settings = json!({"scoring": {"partners": true}}).into()),
        changed(|header| header.rules[1].name = "another".to_owned()),
    ];
    for (place, other) in others.iter().enumerate() {
        let here = played(&plan, 2);
        // The fifth case differs in the first rule set, the sixth in the second alone.
        let line = if place == 5 { line_ends(&files[PROGRESS]).count() } else { 2 };
        put(line, played(other, 2).path(), here.path());
        let report = resumed(&plan, here.path(), 1);
        let dropped = report.resumed.expect("it was resumed").dropped.expect("one is of another");
        assert_eq!(dropped.line as usize, line, "{place}");
        assert_eq!(bytes(here.path()), files, "{place}");
    }
}

#[test]
fn what_does_not_determine_a_line_does_not_tell_it_apart() {
    let origin = small().header().origin(1, 0);
    let same = [
        plan("a b c", PLAYERS, Seating::Rotate, 4000),
        changed(|header| header.question = Study::Duel),
        changed(|header| header.stop = Some(Stop::FixedWidth { width: 0.01 })),
        changed(|header| header.rules[0].name = "another".to_owned()),
    ];
    for (place, other) in same.iter().enumerate() {
        assert_eq!(other.header().origin(1, 0), origin, "{place}");
    }
    let apart = [
        plan("a b c", 4, Seating::Rotate, 200),
        plan("a c b", PLAYERS, Seating::Rotate, 200),
        plan("a b c", PLAYERS, Seating::All, 200),
        changed(|header| header.version = "0.0.1".to_owned()),
        changed(|header| header.legs[0].chunk = Some(64)),
    ];
    for (place, other) in apart.iter().enumerate() {
        assert_ne!(other.header().origin(1, 0), origin, "{place}");
    }
}

fn age(plan: &Plan, directory: &Path) -> Vec<Vec<u8>> {
    let text = progress(directory);
    let old = changed_plan(plan, |header| header.version = "0.1.0".to_owned());
    let origins = |plan: &Plan| [0, 1].map(|rules| plan.header().origin(rules, 0));
    let pairs: Vec<_> = origins(plan).into_iter().zip(origins(&old)).collect();
    let line = |line: &[u8]| {
        let find = |(here, old_origin): &(LineOrigin, LineOrigin)| {
            Some(seal(&unseal::<Value>(line, *here).ok()?, *old_origin).expect("it is JSON"))
        };
        pairs.iter().find_map(find).expect("a line of this run")
    };
    let lines = text.split_inclusive(|&byte| byte == b'\n').skip(1).map(line);
    let lines: Vec<Vec<u8>> = std::iter::once(old.line().expect("JSON")).chain(lines).collect();
    write_progress(directory, &lines.concat());
    lines
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
            header.rules.iter_mut().for_each(|rules| rules.settings = settings.clone().into());
        })
    };
    let here = played(&changed_plan(&with(None), |header| header.version = "0.1.0".to_owned()), 1);
    let files = bytes(here.path());
    fs::remove_file(here.path().join("summary.csv")).expect("it was there");
    let other = with(Some(4));
    let error = play(&job(&other, here.path(), 1, Existing::Resume)).expect_err("another run");
    assert!(error.to_string().contains("shuffle_hands: none there, 4 here"), "{error}");
    resumed(&with(Some(0)), here.path(), 1);
    assert_eq!(bytes(here.path()), files);
}

#[test]
fn an_unfinished_run_of_another_version_is_left_as_it_is() {
    let plan = small();
    let here = played(&plan, 1);
    let lines = age(&plan, here.path());
    let rest = [lines[..lines.len() - 1].concat(), b"{\"damaged".to_vec()].concat();
    write_progress(here.path(), &rest);
    let error = play(&job(&plan, here.path(), 1, Existing::Resume)).expect_err("it is refused");
    assert!(error.to_string().contains("begun by unobench 0.1.0 and is not finished"), "{error}");
    assert_eq!(progress(here.path()), rest);
}
