//! Rule sets at random: combinations of the values of all keys, for tests, and for players who are
//! to know any rules.

use super::cards::Colouring;
use super::{KeyInfo, MAX_SEATS, MIN_SEATS, RuleQuestion, RuleSet};
use crate::rng::Rng;
use std::sync::LazyLock;

/// A range with more values than this is sampled.
const ALL_OF: u32 = 21;

/// Players who do anything play for long.
const SHORT: &str = "play.turn_limit=150";

/// Keys with a range too long to try all of it, or with no list of values: what is tried.
const SAMPLED: &[(&str, &[&str])] = &[
    ("setup.first_dealer", &["draw", "random", "0", "1", "9"]),
    (
        "play.no_finish_on",
        &[
            "[]",
            "[0]",
            "[S,R]",
            "[W,W+4]",
            // Here and in the last list +1 and +2 were meant, and read as the numbers: networks
            // have learned the rule sets that came of it, so these stay.
            "[2,1,D1]",
            "[0,1,2,3,4,5,6,7,8,9]",
            "[WS,WH,WC,WB,D2]",
            "[0,1,2,3,4,5,6,7,8,9,S,R,W,WB,WS,WH,WC,D1,D2]",
        ],
    ),
    (
        "deck.cards",
        &[
            "{}",
            "{0=2,WS=1,WB=3}",
            "{R7=0,7=4,W+4=8,S=0,R=0,D2=1}",
            "{+1=3,+2=0,W=6,WC=2,WH=2,Y0=5,Y1=0}",
        ],
    ),
    (
        "scoring.points",
        &["{}", "{WS=40,WB=40,+2=10}", "{0=3,W=0,W+4=100}", "{1=7,S=11,R=12,D1=13,WH=14}"],
    ),
    ("play.turn_limit", &["5000", "100", "130", "1000", "1000000"]),
    ("scoring.target", &["500", "1", "40", "200", "100000"]),
    ("scoring.rounds", &["0", "1", "2", "7"]),
    ("scoring.lone_zero_points", &["0", "1", "50", "100"]),
    ("scoring.knock_out_points", &["0", "1", "250", "1000"]),
    ("finish.mercy", &["0", "12", "16", "25", "100"]),
];

/// Keys, and a value, that came after the networks had learned the rule sets of their seeds.
const NEWER: &[&str] = &[
    "deck.card",
    "responses.by_value",
    "finish.mercy",
    "finish.mercy_after",
    "scoring.knock_out_points",
];
const NEWER_START: &str = "buried";

/// How many lists of cards are invented.
const INVENTED: u64 = 60;

/// The values that are tried of a key, as on the command line; empty where none but the default is
/// built.
pub fn values_of(key: &KeyInfo) -> Vec<String> {
    let is_built = |value: &String| {
        let assignments = [companions(&key.key, value), vec![format!("{}={value}", key.key)]];
        RuleSet::official().set_all(&assignments.concat()).is_ok()
    };
    let built: Vec<String> = all_values_of(key).into_iter().filter(is_built).collect();
    if built.len() > 1 { built } else { Vec::new() }
}

fn all_values_of(key: &KeyInfo) -> Vec<String> {
    let owned = |values: &[&str]| values.iter().map(ToString::to_string).collect();
    if let Some((_, values)) = SAMPLED.iter().find(|(name, _)| *name == key.key) {
        return owned(values);
    }
    if key.key == "deck.card" {
        // Networks have learned the rule sets of seeds, in which the next player presses once.
        let throws = ["throw", "who=\"others\",throw", "throw_until", "who=\"all\",throw_until"];
        let invented = (0..INVENTED).map(|seed| {
            let cards = invented_cards(&mut Rng::from_key(seed));
            cards.replace("{throw=", &format!("{{{}=", throws[seed as usize % throws.len()]))
        });
        return std::iter::once("[]".to_owned()).chain(invented).collect();
    }
    match key.default.as_str() {
        "true" | "false" => owned(&["true", "false"]),
        text if text.starts_with('"') => key.allowed.split(", ").map(str::to_owned).collect(),
        _ if key.key == "people.reaction" || key.key == "people.next_player_reaction" => {
            owned(&["1", "0", "0.25", "1000"])
        }
        text if text.contains('.') => owned(&["0", "0.3", "0.75", "1"]),
        _ => key.allowed.split(" or ").flat_map(range).collect(),
    }
}

/// Some cards with any effects that the grammar has, as a value of `deck.card`.
pub fn invented_cards(rng: &mut Rng) -> String {
    let cards: Vec<String> = (0..=rng.below(4)).map(|number| invented_card(number, rng)).collect();
    format!("[{}]", cards.join(",")).replace(' ', "")
}

fn invented_card(number: u32, rng: &mut Rng) -> String {
    let colouring = if rng.below(3) == 0 { Colouring::Wild } else { Colouring::PerColour };
    let is_wild = colouring == Colouring::Wild;
    let mut steps: Vec<String> = (0..rng.below(4)).map(|_| invented_step(colouring, rng)).collect();
    let hits = rng.below(3) > 0;
    if hits {
        steps.push(format!("{{ who = \"next\", draw = {}, skip = true }}", rng.below(8)));
    }
    let answers = if hits { one_of(&["none", "same", "draw", "at_least"], rng) } else { "none" };
    let honest = if hits && is_wild { one_of(&["always", "no_colour"], rng) } else { "always" };
    let starts: &[&str] = &["back", "nothing", "buried", "acts"];
    format!(
        "{{ symbol = \"{}{number}\", {} = {}, points = {}, effect = [{}], \
         answered_by = \"{answers}\", honest = \"{honest}\", on_start = \"{}\" }}",
        if is_wild { 'x' } else { 'c' },
        if is_wild { "wild" } else { "per_colour" },
        1 + rng.below(5),
        one_of(&["0", "20", "50", "777"], rng),
        steps.join(", "),
        one_of(if is_wild { &starts[..3] } else { starts }, rng),
    )
}

fn invented_step(colouring: Colouring, rng: &mut Rng) -> String {
    let who = one_of(&["next", "previous", "chosen", "others", "all", "self"], rng);
    let single = !matches!(who, "others" | "all");
    let skip = if who != "self" && rng.below(2) == 0 { ", skip = true" } else { "" };
    match rng.below(10) {
        0 => "{ turn = \"reverse\" }".to_owned(),
        1 => "{ turn = \"again\" }".to_owned(),
        2 => format!("{{ turn = \"skip\", seats = {} }}", 1 + rng.below(3)),
        3 if who != "self" => format!("{{ who = \"{who}\", skip = true }}"),
        4 => {
            let hands = ["swap\", with = \"chosen", "swap\", with = \"next", "pass_on", "shuffle"];
            format!("{{ hands = \"{}\" }}", one_of(&hands, rng))
        }
        5 => {
            let what = ["colour\"", "symbol\"", "numbers\", numbers = [1, 7, 9]"];
            format!("{{ discard = \"{} }}", one_of(&what, rng))
        }
        6 => format!("{{ throw = {} }}", 1 + rng.below(4)),
        7 | 8 => {
            let victim = colouring == Colouring::Wild && single && rng.below(2) == 0;
            let until = if victim { "colour" } else { one_of(&["colour", "playable"], rng) };
            let named_by = if victim { "victim" } else { "player" };
            format!(
                "{{ who = \"{who}\", draw_until = \"{until}\", named_by = \"{named_by}\"{skip} }}"
            )
        }
        _ => {
            // A hit is the last step.
            let skip = if who == "next" { "" } else { skip };
            format!("{{ who = \"{who}\", draw = {}{skip} }}", rng.below(5))
        }
    }
}

fn range(text: &str) -> Vec<String> {
    let ends: Vec<u32> = text.split(" to ").map(|end| end.parse().expect("a number")).collect();
    let (first, last) = (ends[0], ends[ends.len() - 1]);
    assert!(last - first < ALL_OF, "a range of {text} has to be sampled");
    (first..=last).map(|value| value.to_string()).collect()
}

/// What else has to be set so that a value is allowed, and so that it shows.
pub fn companions(key: &str, value: &str) -> Vec<String> {
    let others = match (key, value) {
        ("setup.next_dealer", "loser") => "scoring.method=lazy scoring.rounds=3",
        ("scoring.method", "lazy") => "setup.next_dealer=loser scoring.rounds=3",
        ("scoring.at_target", _) => "scoring.method=own_points",
        ("scoring.method", "placement") => "finish.when=last_standing",
        ("responses.wild_draw_four", "stack_mixed") => "responses.draw_two=stack",
        ("silence.penalty", _) => "silence.mode=wilds people.talks=0.5",
        ("silence.mode", _) => "people.talks=0.3",
        ("jump_in.resume" | "jump_in.actions" | "people.next_player_reaction", _) => {
            "jump_in.enabled=true deck.packs=2"
        }
        ("jump_in.double", _) => "deck.packs=2",
        ("people.talks", _) => "silence.mode=twos",
        ("people.catches_fault", _) => {
            "people.misplays=0.3 people.advises=0.3 people.plays_out_of_turn=0.3"
        }
        ("people.forgets_penalty", _) => "people.catches_uno=0.5 uno.penalty=4",
        ("scoring.last_downpour", _) => {
            "deck.downpour_one=4 deck.downpour_two=4 deck.wild=2 setup.hand_size=3"
        }
        ("scoring.lone_zero_points" | "scoring.zero_points", _) => "setup.hand_size=3 deck.packs=2",
        ("hands.launcher_least", _) => "hands.launcher=4",
        ("hands.swap", _) => "hands.seven_swaps=true deck.swap_hands=3",
        ("responses.one_at_a_time", _) => {
            "responses.draw_two=stack jump_in.double=any deck.packs=2"
        }
        ("responses.colour_by", _) => {
            "responses.wild_draw_four=stack deck.wild_draw_four=8 responses.reverse_returns=all"
        }
        ("responses.last_card", _) => "setup.hand_size=2 deck.packs=2 deck.wild=0",
        ("people.catches_colour" | "people.colour_penalty", _) => {
            "people.forgets_colour=0.5 deck.wild=8"
        }
        ("setup.start_draw", _) => "deck.edition=junior deck.wild=0",
        ("play.drawn_wild4" | "play.wild4_needs", _) => "deck.wild_draw_four=8",
        ("play.last_card_draw", _) => "deck.downpour_one=4 deck.downpour_two=4 setup.hand_size=2",
        ("play.reshuffle", _) => "setup.hand_size=8 deck.edition=junior",
        ("finish.blocked", _) => "play.reshuffle=never deck.edition=junior",
        ("finish.mercy_after" | "scoring.knock_out_points", _) => {
            "finish.mercy=12 deck.wild_draw_four=8 deck.packs=2"
        }
        ("finish.mercy", _) => "deck.wild_draw_four=8 deck.packs=2",
        ("responses.by_value", _) => {
            "deck.wild_draw_four=8 deck.blanks=4 deck.blank_draws=6 deck.packs=2"
        }
        ("deck.blank_draws", _) => "deck.blanks=4",
        ("deck.blanks", _) => "deck.blank_draws=3",
        ("deck.shuffle_hands", _) => "hands.swap_on_last_card=applies",
        ("setup.hand_size", _) => "deck.packs=2",
        ("play.no_finish_on", _) => {
            "deck.blanks=2 deck.downpour_one=2 deck.downpour_two=2 \
             deck.crash=2 deck.swap_hands=2 deck.shuffle_hands=2"
        }
        ("uno.penalty", _) => "people.forgets_uno=0.5 people.catches_uno=0.5 setup.hand_size=3",
        ("uno.false_call_penalty", _) => "people.calls_falsely=0.3",
        ("uno.call", _) => "people.catches_uno=0.5 setup.hand_size=3",
        ("people.calls_falsely", _) => "uno.false_call_penalty=1",
        _ if key.starts_with("people.") => {
            "people.forgets_uno=0.6 people.remembers_uno=0.5 people.catches_uno=0.3 \
             people.seat.0.reaction=3 setup.hand_size=3"
        }
        _ => "",
    };
    let is_other = |other: &&str| !other.starts_with(&format!("{key}="));
    others.split_whitespace().filter(is_other).map(str::to_owned).collect()
}

/// The official rules with these values, if they are built and the table can play.
pub fn accept(assignments: &[impl AsRef<str>], players: usize) -> Option<RuleSet> {
    let mut rules = RuleSet::official();
    rules.set_all(assignments).ok()?;
    rules.validate_for(players).ok()?;
    rules.name = "case".into();
    Some(rules)
}

/// A random rule set of what is built, for a number of seats.
pub fn random_rules(keys: &[(String, Vec<String>)], players: usize, rng: &mut Rng) -> RuleSet {
    loop {
        let density = [15, 30, 50, 80][rng.below(4) as usize];
        let mut assignments = Vec::new();
        for (key, values) in keys {
            // Half of all rule sets add no cards.
            let is_left_out = key == "deck.card" && rng.below(2) == 0;
            if !is_left_out && rng.below(100) < density {
                assignments.push(format!("{key}={}", one_of(values, rng)));
            }
            if key.starts_with("people.") && rng.below(100) < density / 4 {
                let single =
                    key.replace("people.", &format!("people.seat.{}.", rng.below(players as u32)));
                assignments.push(format!("{single}={}", one_of(values, rng)));
            }
        }
        if !assignments.iter().any(|text| text.starts_with("play.turn_limit=1") && text.len() < 21)
        {
            drop_those(&mut assignments, &["play.turn_limit="]);
            assignments.push(SHORT.to_string());
        }
        let_rounds_end(&mut assignments, rng);
        make_compatible(&mut assignments, players, rng);
        if let Some(rules) = accept(&assignments, players) {
            return rules;
        }
    }
}

fn one_of<'a>(values: &'a [impl AsRef<str>], rng: &mut Rng) -> &'a str {
    values[rng.below(values.len() as u32) as usize].as_ref()
}

/// Takes away the assignments that start with one of these.
fn drop_those(assignments: &mut Vec<String>, starts: &[&str]) {
    assignments.retain(|text| !starts.iter().any(|start| text.starts_with(start)));
}

/// At half the tables hands are small, and at half nobody draws cards for faults: or few rounds
/// would come to their end.
fn let_rounds_end(assignments: &mut Vec<String>, rng: &mut Rng) {
    if rng.below(2) == 0 {
        drop_those(assignments, &["setup.hand_size="]);
        assignments.push(format!("setup.hand_size={}", 1 + rng.below(4)));
    }
    if rng.below(2) == 0 {
        let costly = ["advises=", "plays_out_of_turn=", "misplays=", "calls_falsely=", "talks="];
        assignments.retain(|text| !costly.iter().any(|fault| text.contains(fault)));
    }
}

/// Mends what most often makes a random combination one that no table can play.
fn make_compatible(assignments: &mut Vec<String>, players: usize, rng: &mut Rng) {
    mend_lazy(assignments, rng);
    mend_scoring(assignments, players);
    mend_responses(assignments);
    mend_launcher(assignments);
    mend_mercy(assignments);
    if has(assignments, "play.draw=until_playable") {
        drop_those(assignments, &["hands.launcher="]);
    }
}

fn has(assignments: &[String], wanted: &str) -> bool {
    assignments.iter().any(|text| text == wanted)
}

/// One table of ten plays the lazy method, with all that it needs; the others have nothing of it.
fn mend_lazy(assignments: &mut Vec<String>, rng: &mut Rng) {
    drop_those(assignments, &["setup.next_dealer=", "scoring.method=lazy"]);
    if rng.below(10) == 0 {
        let others =
            ["scoring.method=", "scoring.rounds=", "scoring.partners=", "scoring.at_target="];
        drop_those(assignments, &others);
        let lazy = ["scoring.method=lazy", "setup.next_dealer=loser", "scoring.rounds=3"];
        assignments.extend(lazy.map(String::from));
    }
}

/// Takes away the scoring, the calls and the partners that do not go with the rest.
fn mend_scoring(assignments: &mut Vec<String>, players: usize) {
    let is_own_points = has(assignments, "scoring.method=own_points");
    if !is_own_points {
        drop_those(assignments, &["scoring.at_target=loses"]);
    }
    if has(assignments, "uno.call=false") {
        assignments.retain(|text| !text.contains("calls_falsely") && text != "uno.slam=true");
    }
    if !has(assignments, "finish.when=last_standing") {
        drop_those(assignments, &["scoring.method=placement"]);
    }
    let is_to_the_first =
        |text: &String| !text.starts_with("finish.when=") || text == "finish.when=first_out";
    let are_partners = players >= 4
        && players.is_multiple_of(2)
        && !is_own_points
        && !has(assignments, "scoring.method=placement")
        && assignments.iter().all(is_to_the_first);
    if !are_partners {
        drop_those(assignments, &["scoring.partners=true"]);
    }
}

/// Adds the stacking that other responses need.
fn mend_responses(assignments: &mut Vec<String>) {
    if has(assignments, "responses.wild_draw_four=stack_mixed") {
        drop_those(assignments, &["responses.draw_two="]);
        assignments.push("responses.draw_two=stack".into());
    }
    if has(assignments, "responses.colour_by=last") {
        drop_those(assignments, &["responses.by_value="]);
        drop_those(assignments, &["responses.wild_draw_four="]);
        assignments.push("responses.wild_draw_four=stack".into());
    }
}

/// Takes away a least number of the launcher's cards that is above the most.
fn mend_launcher(assignments: &mut Vec<String>) {
    let launcher = |text: &String| text.strip_prefix("hands.launcher=")?.parse::<u8>().ok();
    let least = |text: &String| text.strip_prefix("hands.launcher_least=")?.parse::<u8>().ok();
    if let Some(most) = assignments.iter().find_map(launcher).filter(|&most| most > 0) {
        assignments.retain(|text| least(text).is_none_or(|least| least <= most));
    }
}

/// Gives points for knock-outs: a round that ends by those alone has no other points, and a match
/// would never end.
fn mend_mercy(assignments: &mut Vec<String>) {
    let mercy = |text: &String| text.starts_with("finish.mercy=") && text != "finish.mercy=0";
    if assignments.iter().any(mercy) {
        drop_those(assignments, &["scoring.knock_out_points=", "scoring.method=own_points"]);
        drop_those(assignments, &["scoring.at_target=loses", "scoring.count=cards"]);
        assignments.push("scoring.knock_out_points=250".into());
    }
}

/// All keys that have more than one value to try, with those.
pub fn all_keys() -> Vec<(String, Vec<String>)> {
    let keys = RuleSet::keys().into_iter().map(|key| (key.key.clone(), values_of(&key)));
    keys.filter(|(_, values)| !values.is_empty()).collect()
}

/// The same without what came after the networks had learned the rule sets of their seeds.
pub fn built_keys() -> Vec<(String, Vec<String>)> {
    let mut keys = all_keys();
    keys.retain(|(key, _)| !NEWER.contains(&key.as_str()));
    keys.iter_mut().for_each(|(_, values)| values.retain(|value| value != NEWER_START));
    keys
}

/// Keys that say what people do, not what the game is.
const FAULTS: u32 = 8;

/// The rule set of a seed, which any number of seats can play, with the usual turn limit: one that a
/// person might play for an even seed, and any at all for an odd one.
///
/// # Examples
///
/// ```
/// use unobench_core::rules::drawn::rules_of_seed;
///
/// assert_eq!(rules_of_seed(8).to_toml(), rules_of_seed(8).to_toml());
/// assert_ne!(rules_of_seed(8).to_toml(), rules_of_seed(10).to_toml());
/// ```
pub fn rules_of_seed(seed: u64) -> RuleSet {
    static KEYS: LazyLock<Vec<(String, Vec<String>)>> = LazyLock::new(built_keys);
    let mut rng = Rng::from_key(seed);
    let draw = if seed.is_multiple_of(2) { playable_rules } else { random_rules };
    loop {
        let mut rules = draw(&KEYS, MAX_SEATS, &mut rng);
        rules.play.turn_limit = RuleSet::official().play.turn_limit;
        if (MIN_SEATS..=MAX_SEATS).all(|players| rules.validate_for(players).is_ok()) {
            let (name, description) =
                (format!("drawn-{seed}"), format!("rules drawn at random by the seed {seed}"));
            return RuleSet { name, description, source: String::new(), tags: Vec::new(), ..rules };
        }
    }
}

/// The rule set of a seed as people ask about them: one to three of their questions at once, or
/// what makes rounds long.
pub fn asked_of_seed(seed: u64) -> RuleSet {
    let mut rng = Rng::from_key(seed);
    let questions = RuleQuestion::all().iter().filter(|question| !question.keys.is_empty());
    let questions: Vec<&RuleQuestion> = questions.collect();
    loop {
        let mut rules = RuleSet::official();
        let mut can_be = true;
        for _ in 0..=rng.below(3) {
            let keys = match rng.below(6) {
                0 | 1 => vec![format!("hands.launcher={}", 1 + rng.below(10))],
                2 => vec![
                    "finish.when=last_standing".to_owned(),
                    format!("finish.refills={}", rng.below(6)),
                ],
                _ => questions[rng.below(questions.len() as u32) as usize].keys.clone(),
            };
            can_be &= rules.set_all(&keys).is_ok();
        }
        can_be &= (MIN_SEATS..=MAX_SEATS).all(|players| rules.validate_for(players).is_ok());
        if can_be {
            rules.name = format!("asked-{seed}");
            return rules;
        }
    }
}

/// The rule set of a seed that adds invented cards to one that a person might play, and in which 25
/// cards knock out.
pub fn cards_of_seed(seed: u64) -> RuleSet {
    let mut rng = Rng::from_key(!seed);
    loop {
        let mut rules = rules_of_seed(rng.bits() & !1);
        let cards = format!("deck.card={}", invented_cards(&mut rng));
        let assignments = ["finish.mercy=25", "scoring.knock_out_points=250", &cards];
        let is_played = rules.set_all(&assignments).is_ok()
            && (MIN_SEATS..=MAX_SEATS).all(|players| rules.validate_for(players).is_ok());
        if is_played {
            rules.name = format!("cards-{seed}");
            return rules;
        }
    }
}

/// A random rule set that a person might play: a few keys that differ from the official game, each
/// with what it needs to show.
pub fn playable_rules(keys: &[(String, Vec<String>)], players: usize, rng: &mut Rng) -> RuleSet {
    loop {
        let density = [3, 6, 10, 20][rng.below(4) as usize];
        let faults = rng.below(FAULTS) == 0;
        let mut assignments = Vec::new();
        for (key, values) in keys {
            let is_usual = !key.starts_with("people.") || faults;
            if is_usual && key != "play.turn_limit" && rng.below(100) < density {
                let value = one_of(values, rng);
                if rng.below(2) == 0 {
                    assignments.extend(companions(key, value));
                }
                assignments.push(format!("{key}={value}"));
            }
        }
        make_compatible(&mut assignments, players, rng);
        if let Some(rules) = accept(&dedup(assignments), players) {
            return rules;
        }
    }
}

/// The last of the assignments of each key.
pub fn dedup(assignments: Vec<String>) -> Vec<String> {
    let key = |text: &String| text.split_once('=').map(|(key, _)| key.to_owned());
    let is_last = |(index, text): &(usize, &String)| {
        assignments[index + 1..].iter().all(|later| key(later) != key(text))
    };
    assignments.iter().enumerate().filter(is_last).map(|(_, text)| text.clone()).collect()
}
