//! Rule sets as data: defaults, what is refused, and those that ship.

use std::collections::BTreeSet;
use unobench_core::rules::RuleSet;

use super::scene::rules;

/// The message with which assignments are refused.
fn refused(assignments: &[&str]) -> String {
    RuleSet::official()
        .set_all(assignments)
        .expect_err("a rule set that cannot be played")
        .to_string()
}

/// rule set | – | Every key has a default, and the defaults are the official game; a file states
/// only what differs from what it extends.
#[test]
fn sets_extend_the_official_game() {
    assert_eq!(
        RuleSet::load("official").expect("it ships").settings_json(),
        RuleSet::official().settings_json()
    );
    let child = RuleSet::parse("extends = \"stacking\"\n[uno]\npenalty = 4\n", "child.toml")
        .expect("a rule set");
    let parent = RuleSet::load("stacking").expect("it ships");
    let differs: Vec<String> =
        parent.differences(&child).into_iter().map(|(key, _, _)| key).collect();
    assert_eq!(differs, ["uno.penalty"]);
}

/// rule set | – | An unknown key or a value outside its range is an error that names the file, the
/// key, the value and what is allowed.
#[test]
fn sets_with_errors() {
    for (text, parts) in [
        ("[uno]\npenalti = 3\n", ["house.toml", "uno.penalti", "3", "penalty"]),
        ("[uno]\npenalty = 11\n", ["house.toml", "uno.penalty", "11", "0 to 10"]),
        ("[play]\nreverse = \"twice\"\n", ["house.toml", "play.reverse", "twice", "one_turn"]),
    ] {
        let message = RuleSet::parse(text, "house.toml").expect_err("a mistake").to_string();
        parts.iter().for_each(|part| assert!(message.contains(part), "{message:?} lacks {part:?}"));
    }
}

/// rule set | – | What cannot be played is an error: placement, lazy, partners, slam, mixed stacks,
/// the launcher and `loses` need their company.
#[test]
fn sets_that_cannot_be_played() {
    for assignments in [
        &["scoring.method=placement"][..],
        &["scoring.method=lazy", "setup.next_dealer=loser"],
        &["scoring.method=lazy", "scoring.rounds=3"],
        &["setup.next_dealer=loser"],
        &["scoring.partners=true", "finish.when=last_standing"],
        &["scoring.partners=true", "finish.when=bring_in"],
        &["scoring.partners=true", "scoring.method=own_points"],
        &["uno.call=false", "uno.slam=true"],
        &["uno.call=false", "people.calls_falsely=0.1"],
        &["responses.wild_draw_four=stack_mixed"],
        &["responses.wild_draw_four=stack_mixed", "responses.draw_two=deflect"],
        &["hands.launcher=3", "play.draw=until_playable"],
        &["scoring.at_target=loses"],
        &["scoring.at_target=loses", "scoring.method=placement", "finish.when=last_standing"],
    ] {
        let key = assignments[0].split('=').next().expect("a key");
        assert!(refused(assignments).contains(key), "{assignments:?}");
    }
}

/// rule set | – | Partners need an even number of seats, 4 or more; a table has 2 to 10.
#[test]
fn sets_for_a_table() {
    let partners = rules(&["scoring.partners=true"]);
    let tables: Vec<usize> =
        (0..12).filter(|&players| partners.validate_for(players).is_ok()).collect();
    assert_eq!(tables, [4, 6, 8, 10]);
    let tables: Vec<usize> =
        (0..12).filter(|&players| rules(&[]).validate_for(players).is_ok()).collect();
    assert_eq!(tables, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

/// rule set | – | The rule sets that ship, each playable.
#[test]
fn sets_that_ship() {
    let files =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/core/src/rules/sets"));
    let stem = |file: std::fs::DirEntry| file.path().file_stem()?.to_str().map(str::to_owned);
    let files: BTreeSet<String> = files.expect("a folder").flatten().filter_map(stem).collect();
    assert_eq!(RuleSet::shipped_names().map(str::to_owned).collect::<BTreeSet<_>>(), files);
    for name in RuleSet::shipped_names() {
        RuleSet::load(name)
            .unwrap_or_else(|error| panic!("{error}"))
            .validate_for(4)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
