//! What holds of the catalogue as a whole: every key, every value, every shipped rule set.

#![allow(clippy::disallowed_methods, reason = "tests make files as they please")]

use serde_json::json;
use unobench_core::cards::Symbol;
use unobench_core::rules::testing::take;
use unobench_core::rules::{
    AtTarget, DeckRules, DrawTwoResponse, Edition, KeyInfo, MAX_SEATS, MIN_SEATS, People,
    RuleError, RuleSet, ScoringMethod, TAGS,
};

const SETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules/sets");

pub(crate) fn read(text: &str) -> RuleSet {
    RuleSet::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn shipped(name: &str) -> RuleSet {
    RuleSet::load(name).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(text: &str) -> String {
    RuleSet::parse(text, "folder/test.toml").expect_err(text).to_string()
}

#[track_caller]
pub(crate) fn assert_says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    }
}

/// Every allowed value of a key that has a short list of them, and the edges of the ranges.
fn values_of(key: &KeyInfo) -> Vec<String> {
    match key.key.as_str() {
        "setup.first_dealer" => words(&["\"draw\"", "\"random\"", "0", "9"]),
        "play.no_finish_on" => words(&[
            r#"["0"]"#,
            "[]",
            r#"["S", "R", "+1", "+2", "W", "W+4", "WB", "WS", "WH", "WC", "D1", "D2", "9"]"#,
            "[0, 7]",
        ]),
        "deck.cards" => words(&["{}", "{ WS = 1 }", r#"{ "+2" = 8, R0 = 5, "W+4" = 0 }"#]),
        "deck.card" => words(&["[]", "[{ symbol = \"V+2\", per_colour = 1 }]"]),
        "scoring.points" => {
            let many = r#"{ "+2" = 10, 0 = 5, "W+4" = 100, WB = 0, "W+20" = 1 }"#;
            words(&["{}", "{ WS = 40 }", "{ \"W+10\" = 2 }", many])
        }
        name if name.starts_with("people.reaction") || name.starts_with("people.next_player") => {
            words(&["0", "1000", "0.001", "2.5"])
        }
        name if name.starts_with("people.") && key.default.contains('.') => {
            words(&["0", "1", "0.05", "1.0"])
        }
        _ if ["true", "false"].contains(&&*key.default) => words(&["true", "false"]),
        _ if key.default.starts_with('"') => {
            key.allowed.split(", ").map(|word| format!("{word:?}")).collect()
        }
        _ => key.allowed.replace(" or ", " to ").split(" to ").map(String::from).collect(),
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn refused_values_of(key: &KeyInfo) -> Vec<String> {
    let mut refused = words(&["-1", "\"nonsense\"", "\"\"", "99999999999999999999", "1979-05-27"]);
    refused.extend(words(&["[[1]]", "1e9", "nan"]));
    let number = |text: &str| text.parse::<i64>().expect("a number");
    if key.default != "{}" {
        refused.push("{}".into());
    }
    match key.default.as_str() {
        "{}" => {
            refused.extend(words(&["[]", "{ R55 = 1 }", "{ S = 101 }", "{ S = -1 }"]));
            refused.extend(words(&["{ S = \"1\" }", "{ \"W+0\" = 1 }", "{ \"W+21\" = 1 }"]));
            refused.extend(words(&["{ \"W+8\" = 1, \"W+10\" = 1 }", "{ \"W+08\" = 1 }"]));
            if key.key == "deck.cards" {
                refused.push("{ \"W+8\" = 1 }".into());
            }
        }
        "true" | "false" => refused.extend(words(&["0", "1", "\"true\""])),
        "[]" => {
            refused.extend(words(&["\"0\"", "[\"10\"]", "[\"W+10\"]", "[\"R5\"]", "[10]", "[-1]"]));
        }
        text if text.starts_with('"') => {
            refused.extend(words(&["10", "true", "\"Draw\"", "[\"draw\"]"]));
        }
        text if text.contains('.') => {
            refused.extend(words(&["1000.5", "\"0\"", "true", "-0.5", "inf"]));
        }
        _ => {
            for range in key.allowed.split(" or ") {
                let ends: Vec<_> = range.split(" to ").map(number).collect();
                refused.extend([
                    (ends[0] - 1).to_string(),
                    (ends[ends.len() - 1] + 1).to_string(),
                    format!("{}.5", ends[0]),
                ]);
            }
            refused.extend(words(&["true", "4294967296", "\"1\""]));
        }
    }
    refused
}

fn one_key(key: &str, value: &str) -> String {
    let (section, name) = key.split_once('.').expect("a dotted key");
    format!("[{section}]\n{name} = {value}\n")
}

#[test]
fn an_empty_file_is_official() {
    let rules = read("");
    let (description, source) = (String::new(), String::new());
    let (name, tags) = ("test".to_owned(), Vec::new());
    assert_eq!(rules, RuleSet { name, description, source, tags, ..RuleSet::official() });
    let (keys, settings) = (RuleSet::keys(), RuleSet::official().settings_json());
    for name in settings.as_object().expect("sections").keys() {
        assert!(read(&format!("[{name}]")).differences(&RuleSet::official()).is_empty());
        assert!(keys.iter().any(|key| key.key.starts_with(&format!("{name}."))), "{name}");
    }
    assert_eq!(RuleSet::official().people, People::default());
    assert_eq!(RuleSet::official().deck, DeckRules::default());
}

/// Of keys that came later it is known that they change nothing: the official game has kept its
/// signature.
#[test]
fn every_key_has_the_default_of_the_catalogue() {
    let defaults = [
        r#"edition="standard" wild=4 wild_draw_four=4 blanks=0 blank_draws=0 swap_hands=0 crash=0"#,
        r#"downpour_one=0 downpour_two=0 cards={} shuffle_hands=0 packs=1 card=[]"#,
        r#"hand_size=7 first_dealer="draw" next_dealer="rotate" start_card="any""#,
        r#"start_reverse="right_of_dealer" start_draw="loses_turn" start_wild="first_player""#,
        r#"draw="one" drawn_card="may_play" voluntary_draw=true drawn_matches="all""#,
        r#"drawn_wild4="acts" pass="never" last_card_draw="dealt""#,
        r#"reshuffle="below_top" wild_on_wild=true"#,
        r#"wild4_needs="no_colour" bluff=true challenge="draw" reverse="lasting""#,
        r#"two_player_reverse="skip" after_wild="colour" colour_choice="free" no_finish_on=[]"#,
        r#"turn_limit=5000"#,
        r#"draw_two="none" wild_draw_four="none" skip="none" reverse_returns="off""#,
        r#"skip_passes=false colour_by="each" one_at_a_time=true last_card=false"#,
        r#"victim_plays=false by_value="off""#,
        r#"enabled=false resume="after_jumper" actions="replace" double="off""#,
        r#"seven_swaps=false zero_rotates=false swap_on_last_card="round_ends""#,
        r#"five_exchanges=false swap="must" launcher=0 launcher_least=0"#,
        r#"when="first_out" refills=0 blocked="nobody" mercy=0 mercy_after="card""#,
        r#"method="winner_takes" target=500 at_target="wins" rounds=0 count="points" points={}"#,
        r#"zero_points=0"#,
        r#"lone_zero_points=0 last_downpour=0 knock_out_points=0 partners=false"#,
        r#"call=true penalty=2 false_call_penalty=0 slam=false mode="off" penalty=2"#,
        r#"forgets_uno=0.0 remembers_uno=0.0 catches_fault=1.0 plays_out_of_turn=0.0"#,
        r#"catches_uno=0.0 calls_falsely=0.0 talks=0.0 misplays=0.0"#,
        r#"advises=0.0 forgets_colour=0.0 catches_colour=0.0 colour_penalty=2"#,
        r#"forgets_penalty=0.0 reaction=1.0"#,
        r#"next_player_reaction=0.0"#,
    ];
    let catalogue: Vec<String> = defaults.join(" ").split(' ').map(String::from).collect();
    let keys: Vec<String> = RuleSet::keys()
        .iter()
        .map(|key| format!("{}={}", key.key.split_once('.').expect("a section").1, key.default))
        .collect();
    let mut keys = keys.iter();
    for key in &catalogue {
        assert!(keys.any(|known| known == key), "{key} is missing, or stands in another place");
    }
}

#[test]
fn every_key_says_what_it_means() {
    for key in RuleSet::keys() {
        assert!(key.meaning.ends_with('.') && !key.allowed.is_empty(), "{key:?}");
    }
}

#[test]
fn every_allowed_value_is_taken() {
    for key in RuleSet::keys() {
        for value in values_of(&key) {
            let mut rules = RuleSet::official();
            let parsed = value.parse().expect(&value);
            assert!(take(&mut rules, &key.key, &parsed), "{} = {value}", key.key);
            let text = one_key(&key.key, &value);
            match RuleSet::parse(&text, "test.toml") {
                Ok(read) => {
                    assert_eq!(read.differences(&rules_with_defaults(rules)), [], "{text}")
                }
                Err(error) => {
                    let cause = error.cause();
                    let is_refused =
                        matches!(cause, RuleError::Value { .. } | RuleError::UnknownKey { .. });
                    assert!(!is_refused, "{error}");
                }
            }
        }
    }
}

fn rules_with_defaults(mut rules: RuleSet) -> RuleSet {
    if rules.deck.edition == Edition::Junior {
        rules.deck.wild_draw_four = 0;
    }
    if rules.scoring.method == ScoringMethod::OwnPoints {
        rules.scoring.at_target = AtTarget::Loses;
    }
    rules
}

#[test]
fn every_other_value_is_refused() {
    // What is wrong with added cards is said card by card: see below.
    for key in RuleSet::keys().into_iter().filter(|key| key.key != "deck.card") {
        for value in refused_values_of(&key) {
            let message = refusal(&one_key(&key.key, &value));
            let place = if value == "{}" { "folder/test.toml:2" } else { "folder/test.toml:2: " };
            assert_says(&message, &[place, &key.key, value.trim_matches('"'), &key.allowed]);
        }
    }
}

#[test]
fn an_unknown_key_names_the_nearest() {
    let refused: [(&str, &[&str]); 11] = [
        (
            "[play]\nbluf = true",
            &["folder/test.toml:2: ", "play.bluf, here true", "mean play.bluff?", "keys of [play]"],
        ),
        (
            "\n[resposnes]\ndraw_two = \"stack\"",
            &[":3: ", "resposnes.draw_two", "did you mean responses.draw_two or "],
        ),
        (
            "draw_two = \"stack\"",
            &[":1: ", "draw_two", "did you mean responses.draw_two?", "sections"],
        ),
        ("extend = \"official\"", &["did you mean extends?"]),
        ("[sound]", &["sound", "deck, setup, play"]),
        ("[people]\nforget_uno = 1", &["did you mean people.forgets_uno, "]),
        (
            "[people.seat.10]\ntalks = 1",
            &["people.seat.10.talks", "people.seat.0 to people.seat.9"],
        ),
        ("[people.seat.01]\ntalks = 1", &["people.seat.01.talks"]),
        ("[people.seat.1]\nfoo = 1", &["people.seat.1.foo"]),
        ("[play.bluff]\nx = 1", &["play.bluff.x"]),
        ("[people.talks]\nx = 1", &["people.talks.x"]),
    ];
    refused.iter().for_each(|(text, words)| assert_says(&refusal(text), words));
}

#[test]
fn what_is_no_table_is_refused() {
    for text in ["deck = 3", "people = 1", "[people]\nseat = [1]", "[people]\nseat.3 = 1"] {
        assert_says(&refusal(text), &["is not allowed", "a section"]);
    }
    let metadata = "name = 3|name = \"\"|tags = \"base\"|tags = [1]|description = true|extends = 1";
    for text in metadata.split('|') {
        assert_says(&refusal(text), &["folder/test.toml:1: ", "is not allowed", "allowed: "]);
    }
}

#[test]
fn names_that_cannot_stand_in_a_table_are_refused() {
    let long = "x".repeat(201);
    for name in ["=1+1", "+1", "-1", "@sum", "\\ta", "\\ra", "a\\nb", long.as_str()] {
        let words = ["folder/test.toml: ", "a rule set cannot be called", "give it another name"];
        assert_says(&refusal(&format!("name = \"{name}\"")), &words);
    }
    let error = RuleSet::parse("", "folder/=1+1.toml").expect_err("its file's name").to_string();
    assert_says(&error, &["=1+1.toml: ", "\"=1+1\"", "without a name the file's is used"]);
    assert_eq!(read("name = \"1-1=0\"").name, "1-1=0");
    assert_eq!(read(&format!("name = \"{}\"", "ü".repeat(200))).name.chars().count(), 200);
}

#[test]
fn the_name_of_a_shipped_rule_set_stands_alone_only_for_what_it_says() {
    for (text, name) in [
        ("name = \"stacking\"\nextends = \"stacking\"", "stacking"),
        ("[setup]\nhand_size = 9\n[uno]\npenalty = 4", "official+setup.hand_size=9+uno.penalty=4"),
        ("name = \"official+uno.penalty=4\"\n[setup]\nhand_size = 9", "official+setup.hand_size=9"),
        (
            "name = \"official\"\nextends = \"stacking\"\n[setup]\nhand_size = 3\n[uno]\npenalty = 4",
            "official+setup.hand_size=3+responses.draw_two=stack+responses.wild_draw_four=stack+…",
        ),
        ("name = \"my-stacking\"\nextends = \"stacking\"\n[uno]\npenalty = 4", "my-stacking"),
    ] {
        assert_eq!(RuleSet::parse(text, "folder/official.toml").expect(text).name, name, "{text}");
    }
    // What is printed may be read again.
    for name in RuleSet::shipped_names() {
        let rules = shipped(name);
        assert_eq!(read(&rules.to_toml()), rules, "{name}");
        assert_eq!(read(&rules.to_short_toml()), rules, "{name}");
    }
}

/// Whatever a file holds, its errors have one line, in which nothing is hidden, and are short.
#[test]
fn errors_show_foreign_values_escaped_and_cut() {
    let evil = "\\u001b[31m\\u009b\\u202e\\u2066\\u200b\\u007f\\r\\n";
    let long = evil.repeat(100);
    for value in [evil, long.as_str()] {
        let texts = [
            format!("name = \"={value}\""),
            format!("extends = \"{value}\""),
            format!("extends = \"./{value}.toml\""),
            format!("\"{value}\" = 3"),
            format!("[setup]\n\"{value}\" = \"{value}\""),
            format!("[people.seat.\"{value}\"]\ntalks = 1"),
            format!("[setup]\nhand_size = \"{value}\""),
            format!("[play]\nno_finish_on = [\"{value}\"]"),
            format!("[\"{value}\"]\n[\"{value}\"]"),
            format!("tags = [\"{value}\", 3]"),
        ];
        for text in texts {
            let error = RuleSet::parse(&text, &format!("{}/x.toml", "\u{1b}[2J\u{202e}".repeat(9)));
            let error = error.expect_err(&text).to_string();
            let seen = |letter: char| !unobench_core::shown::is_hidden(letter);
            assert!(error.chars().all(seen), "{error:?}");
            assert!(error.len() < 6000 && error.starts_with("\\u{1b}[2J\\u{202e}"), "{error}");
        }
    }
}

#[test]
fn broken_toml_names_the_line() {
    assert_says(&refusal("[deck]\nwild = = 3"), &["folder/test.toml:2: ", "not valid TOML"]);
    let twice = refusal("[deck]\nwild = 3\nwild = 4");
    assert_says(&twice, &["folder/test.toml:3: ", "not valid TOML"]);
}

#[test]
fn defaults_follow_edition_and_method() {
    assert_eq!(read("[deck]\nedition = \"junior\"").deck.wild_draw_four, 0);
    assert_eq!(read("[deck]\nedition = \"junior\"\nwild_draw_four = 4").deck.wild_draw_four, 4);
    assert_eq!(read("[deck]\nedition = \"junior\"").deck_size(), 56);
    assert_eq!(read("[scoring]\nmethod = \"own_points\"").scoring.at_target, AtTarget::Loses);
    let stated = read("[scoring]\nmethod = \"own_points\"\nat_target = \"wins\"");
    assert_eq!(stated.scoring.at_target, AtTarget::Wins);
    let mut rules = RuleSet::official();
    rules.set("deck.edition=junior").expect("junior");
    assert_eq!(rules.deck.wild_draw_four, 0);
    rules.set("deck.edition=standard").expect("standard");
    assert_eq!(rules.deck.wild_draw_four, 4);
    rules.set_all(&["deck.wild_draw_four=4", "deck.edition=junior"]).expect("a stated count");
    assert_eq!(rules.deck.wild_draw_four, 4);
    let mut penalty = RuleSet::load("penalty-200").expect("shipped");
    penalty.set("scoring.method=winner_takes").expect("the target wins again");
    assert_eq!(penalty.scoring.at_target, AtTarget::Wins);
}

#[test]
fn set_changes_one_value_and_the_name() {
    let mut rules = RuleSet::official();
    rules.set("responses.draw_two=stack").expect("a bare word");
    rules.set("people.seat.2.forgets_uno=0.1").expect("one seat");
    rules.set_all(&["play.no_finish_on=[\"0\"]", " uno.penalty = 4 "]).expect("a list");
    let name = "official+responses.draw_two=stack+people.seat.2.forgets_uno=0.1\
                +play.no_finish_on=[\"0\"]+uno.penalty=4";
    assert_eq!(rules.name, name);
    assert_eq!(rules.responses.draw_two, DrawTwoResponse::Stack);
    assert_eq!([2, 1].map(|seat| rules.people.seats[seat].forgets_uno.to_f64()), [0.1, 0.0]);
    assert_eq!(rules.uno.penalty, 4);
    rules.set("play.no_finish_on=[0, S, +2]").expect("a list of bare words");
    assert_eq!(rules.play.no_finish_on.iter().count(), 3);
    rules.set("play.no_finish_on=[+2]").expect("a card, not the number 2");
    let draw_two = rules.play.no_finish_on;
    assert!(draw_two.iter().eq([Symbol::DrawTwo]), "{draw_two:?}");
    for written in ["[+2]", "[ +2, ]", "['+2']"] {
        let file = read(&format!("[play]\nno_finish_on = {written}\n"));
        assert_eq!(file.play.no_finish_on, draw_two, "{written}");
    }
    rules.set("people.forgets_uno=0.2").expect("all seats");
    assert_eq!(rules.people.seats[2].forgets_uno.to_f64(), 0.2);
}

#[test]
fn a_refused_set_changes_nothing() {
    let official = RuleSet::official();
    let mut rules = official.clone();
    let refusals = [
        ("uno.penalty", "key=value"),
        ("uno.penalty=11", "0 to 10"),
        ("uno.penlty=1", "did you mean uno.penalty?"),
        ("penalty=1", "did you mean uno.penalty or silence.penalty?"),
        ("name=me", "unknown key name, here me; allowed: section.key"),
        ("extends=junior", "unknown key extends, here junior; allowed: section.key"),
        ("play.draw=until-playable", "one, until_playable"),
        ("scoring.method=lazy", "scoring.rounds"),
        ("=", "unknown key"),
        ("deck.=3", "unknown key deck."),
        ("people.seat.=3", "people.seat"),
        ("deck.wild=1\nblanks = 1", "0 to 8"),
    ];
    for (assignment, part) in refusals {
        assert_says(&rules.set(assignment).expect_err(assignment).to_string(), &["--set", part]);
        assert_eq!(rules, official, "{assignment}");
    }
}

#[test]
fn a_layer_is_read_in_its_own_notation() {
    let text = "extends = \"plus-ten\"\n[play]\nno_finish_on = [\"W+8\"]\n[deck]\nblank_draws = 8";
    assert!(read(text).play.no_finish_on.contains(Symbol::BlankDraw));
    assert_says(&refusal("[play]\nno_finish_on = [\"W+8\"]"), &["play.no_finish_on"]);
}

#[test]
fn an_unknown_name_suggests_a_shipped_one() {
    let refused = |name: &str| RuleSet::load(name).expect_err("no rule set").to_string();
    assert_says(&refused("oficial"), &["oficial", "(did you mean official?)", "rules list"]);
    let message = refused("zzz");
    assert_says(&message, &["zzz", "`unobench rules list`"]);
    assert!(!message.contains("did you mean") && !message.contains("junior"), "{message}");
    let message = refused("stackin");
    assert_says(&message, &["did you mean stacking, ", " or "]);
    assert!(message.matches("stacking").count() <= 3, "at most three: {message}");
    for name in ["no/such/file", "nosuch.toml"] {
        assert_says(&refused(name), &[name, "no files are read here"]);
    }
}

/// What people call a rule set loads it, where it is the name of no other one; a file has to say by
/// its own name what it extends.
#[test]
fn what_people_call_a_rule_set_loads_it() {
    let mut called = 0;
    for own in RuleSet::shipped_names() {
        for name in RuleSet::other_names(own) {
            if let Ok(rules) = RuleSet::load(name) {
                called += 1;
                let namesake = RuleSet::other_names(&rules.name).contains(name);
                assert!(namesake || rules.name == *name, "{name}: {}", rules.name);
            }
        }
    }
    assert!(called > 50, "{called}");
    for name in ["7-0", "0-7", "Sevens and Zeros"] {
        assert_eq!(RuleSet::load(name).expect(name).name, "seven-zero");
    }
    assert_says(&refusal("extends = \"7-0\""), &["(did you mean seven-zero?)"]);
}

#[test]
fn shipped_rule_sets_are_complete() {
    let official = RuleSet::official();
    assert_eq!(RuleSet::load("official").expect("official"), official);
    for name in RuleSet::shipped_names() {
        let rules = shipped(name);
        assert_eq!(rules.name, name);
        assert_described(&rules);
        assert_eq!(rules.differences(&official).is_empty(), name == "official", "{name}");
    }
}

fn assert_described(rules: &RuleSet) {
    let is_line = |text: &str| !text.trim().is_empty() && text.lines().count() == 1;
    assert!(is_line(&rules.description) && is_line(&rules.source), "{}", rules.name);
    let is_playable = |players| rules.validate_for(players).is_ok();
    assert!((MIN_SEATS..=MAX_SEATS).any(is_playable), "{}", rules.name);
}

#[test]
fn every_rule_set_has_known_tags() {
    for name in RuleSet::shipped_names() {
        let text = std::fs::read_to_string(format!("{SETS}/{name}.toml")).expect("its file");
        let tags = shipped(name).tags;
        let known = TAGS.iter().map(|(tag, _)| *tag);
        let known: Vec<_> = known.filter(|tag| tags.iter().any(|own| own == tag)).collect();
        let is_known = !tags.is_empty() && tags == known;
        assert!(is_known, "{name}: {tags:?}; tags are known ones, in the order of TAGS");
        let sets_people = text.lines().any(|line| line.starts_with("[people"));
        let is_human = known.contains(&"human");
        assert_eq!(is_human, sets_people, "{name}: the tag human goes with a section [people]");
    }
    for (tag, _) in TAGS {
        assert!(RuleSet::shipped_with_tag(tag).next().is_some(), "{tag}: on no rule set");
    }
}

#[test]
fn every_rule_set_names_its_source() {
    let documents = ["A", "A1", "A2", "A3", "A4", "A5", "B", "C", "D", "E"];
    for name in RuleSet::shipped_names() {
        let rules = shipped(name);
        let is_documented = rules.source.split(", ").all(|source| documents.contains(&source));
        let others = ["house rule", "decks on sale", "program"];
        let is_named = others.iter().any(|source| rules.source.starts_with(source));
        assert!(is_documented || is_named, "{name}: {}", rules.source);
    }
}

/// Values that no shipped rule set uses, each with a word why.
const READ: &str = "another reading of No Mercy";
const UNUSED: &[(&str, &str, &str)] = &[
    ("setup.first_dealer", "random", "each seat deals as often as by drawing cards"),
    ("responses.by_value", "total", READ),
    ("responses.by_value", "any", READ),
    ("responses.by_value", "same", READ),
    ("finish.blocked", "fewest_points", "no game that a set is of ends so"),
    ("finish.mercy_after", "draw", READ),
];

#[test]
fn every_value_that_is_a_word_is_used_by_a_shipped_rule_set() {
    let sets = RuleSet::shipped_names().map(shipped);
    let settings: Vec<_> = sets.map(|rules| rules.settings_json()).collect();
    let is_used = |key: &str, word: &str| {
        let pointer = format!("/{}", key.replace('.', "/"));
        settings.iter().any(|settings| match &settings.pointer(&pointer) {
            Some(serde_json::Value::String(text)) => text == word,
            Some(value) => word.parse().is_ok_and(|word: serde_json::Value| word == **value),
            None => panic!("{key} is in no settings"),
        })
    };
    let mut unused = Vec::new();
    for key in RuleSet::keys() {
        let is_word = key.default.starts_with('"') || ["true", "false"].contains(&&*key.default);
        for value in values_of(&key).into_iter().filter(|_| is_word) {
            let word = value.trim_matches('"');
            if word.parse::<f64>().is_err() && !is_used(&key.key, word) {
                unused.push((key.key.clone(), word.to_owned()));
            }
        }
    }
    let named: Vec<_> =
        UNUSED.iter().map(|(key, word, _)| ((*key).to_owned(), (*word).to_owned())).collect();
    assert_eq!(unused, named, "used by no rule set; named as such");
    assert!(UNUSED.iter().all(|(_, _, why)| !why.is_empty()));
}

/// What an older program wrote knew fewer keys. Of the official rules each is left out in turn; of
/// other rule sets each that they change, and all that they leave as they are at once.
#[test]
fn a_key_that_settings_lack_has_its_default() {
    let official = RuleSet::official().settings_json();
    let keys = RuleSet::keys();
    let keys = keys.iter().map(|key| key.key.split_once('.').expect("a key has a section"));
    for name in RuleSet::shipped_names() {
        let complete = shipped(name).settings_json();
        let (usual, changed): (Vec<_>, Vec<_>) = keys.clone().partition(|&(section, key)| {
            name != "official" && complete[section][key] == official[section][key]
        });
        for lacked in changed.chunks(1).chain([&*usual]) {
            let mut older = complete.clone();
            for &(section, key) in lacked {
                let lacked = older[section].as_object_mut().and_then(|keys| keys.remove(key));
                assert!(lacked.is_some(), "{name}: {section}.{key}");
            }
            // Where others need the value there is an error.
            let Ok(read) = RuleSet::from_settings_json(name, &older) else {
                assert_ne!(lacked, usual, "{name}");
                continue;
            };
            let mut read = read.settings_json();
            for &(section, key) in lacked {
                older[section][key] = match (section, key) {
                    ("deck", "wild_draw_four") if name == "junior" => 0.into(),
                    // The defaults of these are those of the method.
                    ("scoring", "at_target") => read["scoring"]["at_target"].clone(),
                    _ => official[section][key].clone(),
                };
            }
            for settings in [&mut read, &mut older] {
                settings["people"].as_object_mut().expect("a section").remove("seat");
            }
            assert_eq!(read, older, "{name}: {lacked:?} have defaults, and no other is changed");
        }
    }
}

#[test]
fn differences_name_key_and_values() {
    let mut other = RuleSet::official();
    other
        .set_all(&["play.bluff=false", "people.talks=0.5", "people.seat.3.talks=0.25"])
        .expect("a change");
    let differences = RuleSet::official().differences(&other);
    let expected = [
        ("play.bluff", "true", "false"),
        ("people.talks", "0.0", "0.5"),
        ("people.seat.3.talks", "0.0", "0.25"),
    ];
    let expected = expected.map(|(key, a, b)| (key.to_owned(), a.to_owned(), b.to_owned()));
    assert_eq!(differences, expected);
}

#[test]
fn settings_have_the_sections_of_the_catalogue() {
    let mut rules = RuleSet::official();
    rules
        .set_all(&["people.seat.3.talks=0.05", "play.no_finish_on=[\"0\"]", "setup.first_dealer=2"])
        .expect("a change");
    let settings = rules.settings_json();
    let sections: Vec<_> =
        settings.as_object().expect("an object").keys().map(String::as_str).collect();
    let named = "deck setup play responses jump_in hands finish scoring uno silence people";
    assert_eq!(sections.join(" "), named);
    assert_eq!(settings["deck"]["edition"], "standard");
    assert_eq!(settings["setup"]["first_dealer"], 2);
    assert_eq!(settings["play"]["no_finish_on"], json!(["0"]));
    assert_eq!(settings["people"]["talks"], 0.0);
    assert_eq!(settings["people"]["seat"], json!({"3": {"talks": 0.05}}));
    assert!(RuleSet::official().settings_json()["people"].get("seat").is_none());
}

#[test]
fn settings_of_other_programs_are_checked() {
    let read = |settings: serde_json::Value| RuleSet::from_settings_json("theirs", &settings);
    assert!(read(json!({})).expect("official").differences(&RuleSet::official()).is_empty());
    let rules = read(json!({"deck": {"edition": "junior"}, "people": {"talks": 1}}))
        .expect("a partial object");
    assert_eq!((rules.name.as_str(), rules.deck.wild_draw_four), ("theirs", 0));
    for (settings, part) in [
        (json!({"deck": {"wild": 9}}), "deck.wild = 9"),
        (json!({"deck": {"wild": null}}), "deck.wild = null"),
        (json!({"deck": {"wild": 1e300}}), "deck.wild"),
        (json!({"deck": {"wild": u64::MAX}}), "deck.wild = 18446744073709551615"),
        (json!({"dek": {"wild": 4}}), "did you mean deck.wild?"),
        (json!([1]), "[1]"),
        (json!(3), "3"),
    ] {
        assert_says(&read(settings).expect_err(part).to_string(), &["settings", part]);
    }
}

#[test]
fn added_cards_are_read_and_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/cards");
    let mut files = 0;
    for file in std::fs::read_dir(folder).expect("the examples") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let rules = RuleSet::parse(&text, &path.to_string_lossy()).expect("a rule set");
        rules.validate_for(2).expect("two can play");
        assert!(rules.deck.card.iter().count() > 0, "{}", path.display());
        for again in [rules.to_toml(), rules.to_short_toml()] {
            assert_eq!(RuleSet::parse(&again, "again.toml").expect("its own text"), rules);
        }
        let settings = rules.settings_json();
        let read = RuleSet::from_settings_json(&rules.name, &settings).expect("its own settings");
        assert!(read.differences(&rules).is_empty());
        files += 1;
    }
    assert!(files >= 5);
    for (card, wrong) in [
        ("symbol = \"S\", per_colour = 1", "printed on another card"),
        ("symbol = \"W+9\", wild = 1", "printed on another card"),
        ("symbol = \"Rx\", wild = 1", "must not begin with"),
        ("symbol = \"toolong\", wild = 1", "1 to 4"),
        ("symbol = \"x\"", "either per_colour or wild"),
        ("symbol = \"x\", wild = 16", "wild = 16; allowed: 0 to 15"),
        ("symbol = \"x\", wild = 1, flip = true", "unknown field flip"),
        ("symbol = \"x\", wild = 1, effect = [{ flip = true }]", "cards with two sides"),
        ("symbol = \"x\", wild = 1, effect = [{ throw_until = 0 }]", "allowed: 1 to 10"),
        ("symbol = \"x\", wild = 1, effect = [{ who = \"me\", draw = 1 }]", "allowed: next, prev"),
        ("symbol = \"x\", wild = 1, effect = [{ dance = 1 }]", "says nothing that is known"),
        ("symbol = \"x\", wild = 1, answered_by = \"draw\"", "nothing hits the next player"),
        ("symbol = \"x\", wild = 1, honest = \"no_colour\"", "hits the next player"),
        ("symbol = \"x\", wild = 1, name = \"a\\u0007\"", "no control character"),
        ("symbol = \"x\", wild = 1, effect = [{ hands = \"swap\" }]", "missing: with"),
        (
            "symbol = \"x\", wild = 1, effect = [{ discard = \"numbers\", numbers = [] }]",
            "one or more",
        ),
        (
            "symbol = \"x\", wild = 1, effect = [{ who = \"next\", draw = 1, skip = true }, \
             { turn = \"again\" }]",
            "the last step",
        ),
    ] {
        let inline = format!("[deck]\ncard = [{{ {card} }}]");
        let error = RuleSet::parse(&inline, "mine.toml").expect_err(card).to_string();
        assert!(error.contains(wrong), "{card}: {error}");
        assert!(error.starts_with("mine.toml:2: deck.card: card 1: "), "{error}");
    }
}

/// Of a card that is wrong: what it says, in each kind of key.
const WRONG_CARDS: [&str; 14] = [
    "symbol = \"S\"\nper_colour = 1",
    "symbol = \"A\"\nper_colour = 1",
    "symbol = \"x\"\nname = \"\"\nwild = 1",
    "symbol = \"x\"\nper_colour = 16",
    "symbol = \"x\"\nwild = -1",
    "symbol = \"x\"",
    "wild = 1",
    "symbol = \"x\"\nwild = 1\npoints = 1001",
    "symbol = \"x\"\nwild = 1\neffect = [{ turn = \"twice\" }]",
    "symbol = \"x\"\nwild = 1\nanswered_by = \"all\"",
    "symbol = \"x\"\nwild = 1\nhonest = \"never\"",
    "symbol = \"x\"\nwild = 1\non_start = \"goes\"",
    "symbol = \"x\"\nwild = 1\ncolour = \"red\"",
    // It is wrong with another key only.
    "symbol = \"x\"\nwild = 9",
];

#[test]
fn errors_of_added_cards_name_the_line_of_the_card() {
    let right = ["symbol = \"A\"\nper_colour = 1", "symbol = \"K\"\nwild = 1\npoints = 5"];
    for wrong in WRONG_CARDS {
        for place in 0..3 {
            let mut cards = right.to_vec();
            cards.insert(place, wrong);
            let (mut headed, mut lines) =
                ("name = \"mine\"\n[deck]\npacks = 2\n".to_owned(), [0; 3]);
            for (card, line) in cards.iter().zip(&mut lines) {
                headed += "\n# a card\n";
                *line = 1 + headed.matches('\n').count();
                headed += &format!("[[deck.card]]\n{card}\n");
            }
            let entry = |card: &&str| format!("  {{ {} }},\n", card.replace('\n', ", "));
            let entries: String = cards.iter().map(entry).collect();
            let listed = format!("[deck]\npacks = 2\ncard = [\n{}]\n", entries);
            let said = |text: &str| RuleSet::parse(text, "mine.toml").expect_err(wrong).to_string();
            // Of two cards with one symbol, the second is wrong.
            let place = if wrong.contains("\"A\"") { place.max(1) } else { place };
            for (line, error) in [(lines[place], said(&headed)), (4 + place, said(&listed))] {
                assert!(
                    error.starts_with(&format!("mine.toml:{line}: deck.card: ")),
                    "{line}: {error}"
                );
            }
        }
    }
}

#[test]
fn added_cards_are_told_in_words() {
    let told = |settings: &[&str]| {
        let mut rules = RuleSet::official();
        rules.set_all(settings).expect("allowed values");
        rules.added_cards_in_words().remove(0).1.join("\n")
    };
    let card = "deck.card=[{symbol=\"V\",per_colour=1,effect=[{turn=\"again\"},{turn=\"reverse\"},\
                {who=\"next\",draw=2,skip=true}],answered_by=\"draw\"}]";
    let words =
        "with more than two: the direction turns; the one before draws 2 and loses a turn, \
                 or answers with +2, W+4 or V; then the player moves once more
with two: the other loses a turn; the other draws 2 and loses a turn, or answers with +2, W+4 or V
as the last card: the player is out; the one before draws 2, or answers with \
                 +2, W+4 or V
as the start card with two: the first player loses a turn; the first player draws 2 and loses a \
                 turn, or answers with +2, W+4 or V
as the start card with more than two: the direction turns; the one before the dealer draws 2 and \
                 loses a turn, or answers with +2, W+4 or V; then the dealer moves once more";
    assert_eq!(told(&[card]), words);
    let wild = "deck.card=[{symbol=\"K\",wild=1,on_start=\"acts\",effect=[{turn=\"reverse\"},\
                {hands=\"swap\",with=\"next\"},{who=\"all\",draw=1}]}]";
    let words = "with more than two: the direction turns; the player swaps hands with the one \
                 before; everybody draws 1
with two: the other loses a turn; the other and the player draw 1
as the last card: the player is out
as the start card: the first player names the colour";
    let lapses = ["play.last_card_draw=lapses", "setup.start_card=inert"];
    assert_eq!(told(&[&[wild][..], &lapses].concat()), words);
    let chosen = "deck.card=[{symbol=\"C\",per_colour=1,effect=[{who=\"chosen\",draw=1,skip=true},\
                  {who=\"next\",draw=2}]}]";
    let words =
        "with more than two, choosing the next player: somebody of choice draws 1 and loses \
                 a turn; the one behind the next draws 2
with more than two, choosing another: somebody of choice draws 1; the next player draws 2; the one \
                 chosen loses a turn";
    assert_eq!(told(&[chosen]).split("\nwith two: ").next(), Some(words));
}
