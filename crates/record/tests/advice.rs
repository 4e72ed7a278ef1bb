//! What is said to follow from an action is what the seat can know.

use super::support::{lines, record, seen_by_first};
use unobench_core::game::{
    ActiveRules, Determinizer, Memory, Observed, Prepared, Round, RoundStatus, Seat, View,
};
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_record::play::PlayWords;
use unobench_record::testing::advised;
use unobench_record::{Advised, UNKNOWN, advise, advise_at};
use unobench_strategies::strategy;
use unobench_tests::{official, rule_set, stride};

/// So many worlds are drawn for a view.
const WORLDS: u64 = 100;

/// Of so many decisions of a round worlds are drawn.
const POSITIONS: usize = 4;

/// Whatever hidden cards are where, the same is said of each action: only then it is known.
#[test]
fn what_is_said_to_follow_is_the_same_in_all_worlds() {
    let mut positions = 0;
    for (case, rules) in rule_sets().iter().enumerate() {
        for players in [2, 4].into_iter().filter(|&players| rules.validate_for(players).is_ok()) {
            positions += same_in_all_worlds(rules, players, case as u64);
        }
    }
    assert!(positions > 10 * POSITIONS / stride(), "{positions}");
}

/// Rule sets under which hands move, cards act in unusual ways, and others come between.
fn rule_sets() -> Vec<RuleSet> {
    let names = [
        "official",
        "seven-zero",
        "hands-may-swap",
        "swap-hands",
        "shuffle-hands",
        "five-exchange",
        "jump-in",
        "double",
        "stacking-mixed",
        "colour-wheel",
        "slam",
        "extreme",
        "bring-in",
        "forgetful",
        "everything",
        "attack",
        "all-wild",
        "no-mercy",
        "ubisoft-all",
    ];
    let added = [
        "deck.crash=4 deck.swap_hands=4",
        "hands.seven_swaps=true hands.zero_rotates=true hands.swap_on_last_card=applies \
         deck.packs=2 jump_in.enabled=true responses.draw_two=stack",
    ];
    names.into_iter().map(rule_set).chain(added.into_iter().map(official)).collect()
}

/// Compares what is said in worlds of some decisions of a round that is played at random; gives how
/// many decisions that were.
fn same_in_all_worlds(rules: &RuleSet, players: usize, seed: u64) -> usize {
    let (spec, active) = (strategy("most-colour").expect("a strategy"), ActiveRules::of(rules));
    let key = RoundKey::new(seed, 0, 0);
    let deck: Prepared = Prepared::new(rules, players);
    let dealt = deck.dealt(key, deck.first_opening(key));
    let mut chance = dealt.chance(&active, &rules.people);
    let (mut round, mut memory) = (dealt.round, Memory::default());
    round.open_dyn(&mut Observed::new(&mut chance, &mut memory), &rules.setup);
    let (mut rng, totals) = (key.stream(Purpose::Playout, 0), [0; MAX_SEATS]);
    let (mut decisions, mut compared) = (0, 0);
    while round.standing() == RoundStatus::Waits && compared < POSITIONS / stride() {
        let view = View::new(&round, &active, &totals, round.actor()).remembering(&memory);
        let actions = view.actions();
        decisions += 1;
        if decisions > 3 && actions.len() > 2 {
            compare(&view, rules, &spec);
            compared += 1;
        }
        let action = actions[rng.below(actions.len() as u32) as usize];
        round.apply_dyn(&mut Observed::new(&mut chance, &mut memory), action).expect("legal");
    }
    compared
}

fn compare(view: &View<'_>, rules: &RuleSet, spec: &StrategySpec) {
    let here = said(view, rules, spec);
    let worlds: Determinizer<'_, _> = view.determinizer();
    for world in 0..WORLDS {
        let mut round: Round = *worlds.base();
        worlds.sample(&mut RoundKey::new(7, world, 0).stream(Purpose::Playout, 0), &mut round);
        let memory = memory_of(view);
        let there = View::new(&round, view.rules(), view.totals(), view.seat());
        let there = there.remembering(&memory);
        assert_eq!(here, said(&there, rules, spec), "{}, world {world}: {view:?}", rules.name);
    }
}

/// What the seat of a view remembers, and nobody else.
fn memory_of(view: &View<'_>) -> Memory {
    use unobench_core::cards::Multiset as _;
    let mut memory = Memory::default();
    for seat in (0..view.players()).map(Seat::new) {
        let mut cards = Vec::new();
        let known = view.known(seat).into_iter();
        known.for_each(|known| {
            known.for_each(|kind, count| cards.extend((0..count).map(|_| kind)));
        });
        memory.learn(view.seat(), seat, &cards);
    }
    memory
}

fn said(view: &View<'_>, rules: &RuleSet, spec: &StrategySpec) -> Vec<(String, Vec<String>)> {
    let options = advised(view, rules, spec).options.into_iter();
    options.map(|Advised { label, why, .. }| (label, why)).collect()
}

/// What is said of an action in a position told in words.
fn why(rules: &RuleSet, position: &str, action: &str) -> String {
    let spec = strategy("most-colour").expect("a strategy");
    let advice = advise(position, rules, &spec).unwrap_or_else(|error| panic!("{error}"));
    let option = advice.options.into_iter().find(|option| option.action == action);
    option.expect("a legal action").why.join("; ")
}

#[test]
fn a_hand_that_was_never_seen_is_told_as_such() {
    let seven_zero = rule_set("seven-zero");
    for (position, action, told) in [
        (
            "R7 R5 B2; up R9; others 3",
            "R7",
            "you would hold the 3 cards of player 2, which you do not know; player 2 would hold \
             your 2 cards, 1 of which would fit",
        ),
        (
            "R7 R5 B2; up R9; others 3; known 2 Y1",
            "R7",
            "you would hold the 3 cards of player 2, of which you know yellow 1; player 2 would \
             hold your 2 cards, 1 of which would fit",
        ),
        (
            "R7 R5 B2; up R9; others 2; known 2 R1 Y1",
            "R7",
            "you would hold the 2 cards of player 2, 1 of which would fit; player 2 would hold \
             your 2 cards, 1 of which would fit",
        ),
        (
            "R7 R5 B2; up R9; others 3 1 5",
            "R7",
            "you then swap hands with a player of your choice, for 3, 1 or 5 cards",
        ),
        (
            "R0 R5 B2; up R9; others 3 1",
            "R0",
            "you would hold the 1 card of player 3, which you do not know; player 2 would hold \
             your 2 cards, 1 of which would fit",
        ),
        ("R7 R5 B2; up R9; others 3", "R5", "leaves 2 cards, 1 of which would fit; player 2 "),
    ] {
        let said = why(&seven_zero, position, action);
        assert!(said.starts_with(told), "{position}: {said}");
    }
}

/// Of a record as one seat saw it, the others' hands are not known, and nothing is said of them.
#[test]
fn a_hand_that_a_record_hides_is_not_advised_on() {
    let spec = strategy("most-colour").expect("a strategy");
    let whole = record(&rule_set("seven-zero"), 3, &["random"], 1, 1, false);
    let seen = seen_by_first(&whole);
    let (mut advised, mut refused) = (0, 0);
    for (number, line) in (1..).zip(lines(&seen)).filter(|(_, line)| line["event"] == "play") {
        let told = advise_at(&seen[..], number, &spec);
        if line["seat"] == 0 {
            advised += u32::from(told.expect("its own hand").is_some());
        } else {
            let error = told.expect_err("a hidden hand").to_string();
            let player = line["seat"].as_u64().expect("a seat") + 1;
            assert!(error.starts_with(&format!("line {number}: player {player} ")), "{error}");
            refused += 1;
        }
        advise_at(&whole[..], number, &spec).expect("all hands are there");
    }
    assert!(advised > 2 && refused > 4, "{advised}, {refused}");
}

/// Every card can be written as it is printed, and as its notation has it.
#[test]
fn cards_are_read_as_they_are_printed() {
    for rules in ["official", "everything", "attack", "shuffle-hands"].map(rule_set) {
        let notation = rules.deck.notation();
        let words = PlayWords::new(Vec::new(), Seat::new(0), rules.deck);
        let deck = rules.deck.cards();
        for kind in notation.kinds().filter(|&kind| deck.copies(kind) > 1) {
            let spec = strategy("most-colour").expect("a strategy");
            let colour = if kind.is_wild() { " red" } else { "" };
            let other = if words.card(kind) == "green 1" { "blue 7" } else { "green 1" };
            let position = |card: &str| format!("{card}, {other}; up {card}{colour}; others 3 1");
            let [in_words, short] = [words.card(kind), kind.text(notation).to_string()]
                .map(|card| advise(&position(&card), &rules, &spec).map(|told| told.options));
            assert!(in_words.is_ok() && in_words == short, "{}: {in_words:?}", words.card(kind));
        }
    }
    let spec = strategy("most-colour").expect("a strategy");
    for hand in ["wild draw 4, blue +2", "WILD +4; ", "Wild Draw Four blue draw 2"] {
        let text = format!("{hand}; up red 9; others 3 1; seen red 5, wild; known 3 blue 7");
        advise(&text, &RuleSet::official(), &spec).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Where something is missing the example that is given can be read as it stands.
#[test]
fn what_is_missing_is_asked_for_with_an_example() {
    let spec = strategy("most-colour").expect("a strategy");
    for rules in ["official", "partners", "junior", "everything", "seven-zero"].map(rule_set) {
        for (text, asked) in [
            ("R5 B2", "what lies on top, and how many cards does each of the others hold?"),
            ("red 5, R9", "what lies on top, and how many cards does each of the others hold?"),
            ("R5 B2; up R9", "how many cards does each of the others hold?"),
            ("R5 B2; up W", "how many cards does each of the others hold?"),
            ("R5 B2; up wild blue", "how many cards does each of the others hold?"),
            ("R5 B2; others 3 1 5", "what lies on top?"),
            ("up R9; others 3 1 5", "which cards do you hold?"),
            ("", "which cards do you hold, what lies on top, and how many cards does each of"),
        ] {
            let error = advise(text, &rules, &spec).expect_err(text).to_string();
            assert!(error.starts_with(asked), "{text}: {error}");
            let (_, example) = error.split_once("For example: \"").expect("an example");
            let example = example.trim_end_matches('"');
            let told = advise(example, &rules, &spec);
            assert!(told.is_ok(), "{}, {text}: {error}: {told:?}", rules.name);
        }
    }
}

#[test]
fn what_others_may_do_first_is_told_as_a_condition() {
    let said = why(&rule_set("jump-in"), "R5 B2 G1; up R9; others 3 2", "R5");
    let told = "leaves 2 cards, 0 of which would fit; player 2 could follow with ";
    assert!(said.starts_with(told) && said.ends_with("; unless somebody jumps in"), "{said}");
    let said = why(&rule_set("jump-in"), "R5 B2 G1; up R9; others 3 2; seen R5", "R5");
    assert!(!said.contains("unless"), "nobody else has one: {said}");
    let said = why(&official("deck.shuffle_hands=4"), "WH B2 G1; up R9; others 3 2", "WH");
    assert!(said.contains("cards, dealt anew") && !said.contains("could follow"), "{said}");
}

const POSITIONS_TO_WEIGH: [(&str, &str); 6] = [
    ("official", "R5 B2 W W+4; up R9; others 3 1 5"),
    ("official", "R9; up R2; others 1"),
    ("official", "R5 B2 GS W W+4; up R9; others 7"),
    ("seven-zero", "R7 R0 B2 W; up R9; others 3 4 2"),
    ("jump-in", "R5 B2 W; up R9; others 3 4 2"),
    ("stacking", "R5 R+2; up R+2; others 3 1; draw 2"),
];

/// Where a strategy that learned and a search agree, the chances are the former's; where they do
/// not, what is told lies in the middle, and the interval holds both.
#[test]
fn what_a_search_says_is_weighed_against_what_was_learned() {
    let champion = strategy("champion").expect("a strategy");
    let (mut disputed, mut agreed) = (0, 0);
    for (playouts, (rules, position)) in
        [40, 4000].into_iter().flat_map(|playouts| POSITIONS_TO_WEIGH.map(|of| (playouts, of)))
    {
        let search = format!("flat-mc:playouts={playouts},policy=champion,width=64,root=even");
        let (rules, search) = (rule_set(rules), strategy(&search).expect("a search"));
        let ask = |spec| advise(position, &rules, spec).expect("a position");
        let told = ask(&champion).searched(&ask(&search));
        assert_eq!(told, ask(&champion).searched(&ask(&search)), "the same again");
        *(if told.is_disputed() { &mut disputed } else { &mut agreed }) += 1;
        for option in &told.options {
            let [learned, found] = &option.said[..] else { panic!("{option:?}") };
            assert_eq!(found.playouts, Some(playouts / told.options.len() as u32));
            let chance = option.chance.expect("a chance");
            let middle = f64::midpoint(learned.chance, found.chance);
            let is_learned = !told.is_disputed() || learned.chance == 1.0;
            let expected = if is_learned { learned.chance } else { middle };
            assert!((chance - expected).abs() < 2e-6, "{position}: {option:?}");
            let (low, high) = (option.low.expect("an end"), option.high.expect("an end"));
            let ends = if is_learned { [chance; 2] } else { [learned.chance, found.chance] };
            let holds = ends.iter().all(|end| (low - 2e-6..=high + 2e-6).contains(end));
            assert!(holds && option.cost.expect("a cost") >= 0.0, "{position}: {option:?}");
            assert_eq!(option.thinks.contains('±'), !is_learned, "{position}: {option:?}");
        }
        let chances = told.options.iter().map(|option| option.chance.expect("a chance"));
        let chances: Vec<f64> = chances.collect();
        assert!(chances.windows(2).all(|pair| pair[0] + 0.0101 >= pair[1]), "{chances:?}");
    }
    assert!(disputed > 2 && agreed > 2, "{disputed}, {agreed}");
}

/// Without a search a value of an action that is far behind is no chance, nor with one that has not
/// tried it.
#[test]
fn a_value_that_nothing_taught_is_not_told() {
    let champion = strategy("champion").expect("a strategy");
    let brief = strategy("flat-mc:playouts=1,policy=champion,width=64,root=even");
    let brief = brief.expect("a search");
    let (mut told, mut untold) = (0, 0);
    for (rules, position) in POSITIONS_TO_WEIGH {
        let rules = rule_set(rules);
        let raw = advise(position, &rules, &champion).expect("a position");
        let nothing = advise(position, &rules, &brief).expect("a position");
        for alone in [raw.clone().unsearched(), raw.clone().searched(&nothing)] {
            for option in &alone.options {
                let before = raw.options.iter().find(|before| before.action == option.action);
                let before = before.expect("the same actions");
                if before.cost.expect("a cost") < 10.0 {
                    assert_eq!(option.chance, before.chance, "{position}");
                    told += 1;
                } else {
                    let numbers = [option.chance, option.cost, option.low, option.high];
                    assert_eq!((numbers, &*option.thinks), ([None; 4], UNKNOWN), "{position}");
                    untold += 1;
                }
            }
        }
    }
    assert!(told > 10 && untold > 5, "{told}, {untold}");
}
