//! One source, several compiled instances: narrow and wide cards, both ways of finding bits, rules
//! as constants and as data. All play the same rounds, and the arena's fast loop plays those of the
//! step-by-step one.

use super::minds::random_line_up;
use super::rules::{accept, all_keys, random_rules};
use super::tape::{Deal, Table, Tape, opening};
use crate::support::*;
use unobench_core::cards::{BitsWitness, FastBits};
use unobench_core::game::match_play::MatchPlay;
use unobench_core::machine;

#[track_caller]
fn assert_same(name: &str, table: &Table<'_>, expected: &Tape, other: &Tape) {
    let rules = || table.rules.to_short_toml();
    let start = |tape: &Tape| (tape.start.hands.clone(), tape.start.draw_pile.clone());
    assert!(start(expected) == start(other), "{name}: another deal under\n{}", rules());
    for (a, b) in expected.events.iter().zip(&other.events) {
        assert_eq!(a, b, "{name}, {:?}, {:?}, under\n{}", table.line_up, table.key, rules());
    }
    assert_eq!(expected.events.len(), other.events.len(), "{name} under\n{}", rules());
    assert_eq!(expected.entries, other.entries, "{name} under\n{}", rules());
    assert_eq!(expected.positions, other.positions, "{name} under\n{}", rules());
}

struct WithBmi2<'a, 'b>(&'a Table<'b>);

impl machine::CpuJob for WithBmi2<'_, '_> {
    type Output = Tape;

    #[inline(always)]
    fn run(self) -> Tape {
        self.0.play::<Roomy<FastBits>>()
    }
}

#[test]
fn all_types_of_cards_play_the_same_records() {
    let keys = all_keys();
    let mut rng = Rng::from_key(19);
    let mut compact = 0;
    for round in 0..400 {
        let players = 2 + round % 9;
        let rules = random_rules(&keys, players, &mut rng);
        let table = Table {
            rules: &rules,
            active_rules: &ActiveRules::of(&rules),
            line_up: &random_line_up(players, &mut rng),
            key: RoundKey::new(rng.bits(), 0, 0),
            deal: if round % 2 == 0 { Deal::Laid } else { Deal::Live },
            opening: opening(players, &mut rng),
            round: 0,
            totals: [0; MAX_SEATS],
            looks: true,
        };
        let roomy = table.play::<Roomy>();
        if rules.deck.cards().is_compact() {
            compact += 1;
            assert_same("compact", &table, &roomy, &table.play::<Compact>());
        }
        if let Some(way) = BitsWitness::<FastBits>::look() {
            assert_same("bmi2", &table, &roomy, &way.compiled(WithBmi2(&table)));
        }
    }
    assert!(compact > 100, "{compact} of 400 decks are compact");
}

/// The outcome of a game that is played step by step, every decision through the checked calls.
fn step_by_step(
    rules: &RuleSet,
    line_up: &[String],
    seed: u64,
    block: u64,
    whole_match: bool,
) -> Outcome {
    let players = line_up.len();
    let active = ActiveRules::of(rules);
    let first_opening =
        Prepared::<Roomy>::new(rules, players).first_opening(RoundKey::new(seed, block, 0));
    let mut game = MatchPlay::new(rules, players, first_opening);
    let (mut turns, mut hand_points) = (0, [0; MAX_SEATS]);
    loop {
        let round = game.rounds();
        let key = RoundKey::new(seed, block, u64::from(round));
        let (opening, totals) = (game.opening(), *game.totals());
        let tape = Table {
            rules,
            active_rules: &active,
            line_up,
            key,
            deal: Deal::Live,
            opening,
            round,
            totals,
            looks: false,
        }
        .play::<Roomy>();
        let end = game.add(&tape.score, tape.standing.winner());
        turns += tape.turns;
        hand_points.iter_mut().zip(tape.score.points).for_each(|(sum, points)| *sum += points);
        let (winners, scores, unfinished) = match (whole_match, end) {
            (false, _) => (tape.score.winners, tape.score.scores, true),
            (true, Some(end)) => (end.winners, *game.totals(), end.stalled),
            (true, None) => continue,
        };
        return Outcome {
            winners: winners.bits(),
            scores,
            hand_points,
            turns,
            stalled: unfinished && tape.standing == RoundStatus::Stalled,
            blocked: unfinished && matches!(tape.standing, RoundStatus::Blocked(_)),
            first: first_opening.first.index() as u8,
            rounds: game.rounds(),
            ahead: game.ahead().filter(|_| whole_match).map_or(0, SeatSet::bits),
            ..Outcome::default()
        };
    }
}

#[track_caller]
fn assert_arena_agrees(rules: &RuleSet, players: usize, rng: &mut Rng, whole_match: bool) {
    let named = |entry: &Entry| strategy(entry.name).expect("a name of the catalogue");
    let specs: Vec<StrategySpec> = unwatched(&ActiveRules::of(rules)).map(named).collect();
    let (seed, block) = (rng.bits(), u64::from(rng.below(1000)));
    let seating: SeatMap = std::array::from_fn(|_| rng.below(specs.len() as u32) as u8);
    let setup = TableSetup::new(rules, players, &specs, whole_match, seed);
    let name = |&index: &u8| setup.strategies[usize::from(index)].to_string();
    let line_up: Vec<String> = seating[..players].iter().map(name).collect();
    let expected = step_by_step(rules, &line_up, seed, block, whole_match);
    for table in [setup.clone().table(), open_table(setup)] {
        let mut outcomes = Vec::new();
        table.play_block(block, &[seating], &mut outcomes);
        let under = rules.to_short_toml();
        assert_eq!(outcomes, [expected], "seed {seed}, block {block}, {line_up:?} under\n{under}");
    }
}

#[test]
fn the_arena_plays_the_rounds_of_the_checked_calls() {
    let keys = all_keys();
    let mut rng = Rng::from_key(23);
    for round in 0..400 {
        let players = 2 + round % 9;
        let random = random_rules(&keys, players, &mut rng);
        assert_arena_agrees(&random, players, &mut rng, false);
        assert_arena_agrees(&RuleSet::official(), players, &mut rng, false);
    }
}

#[test]
fn the_arena_plays_the_matches_of_the_checked_calls() {
    let mut rng = Rng::from_key(29);
    let lines = [
        "",
        "scoring.method=own_points scoring.target=200",
        "scoring.method=lazy scoring.rounds=5 setup.next_dealer=loser",
        "scoring.partners=true scoring.target=200 deck.downpour_two=4 scoring.last_downpour=20",
    ];
    for line in lines {
        for players in [4, 6, 10] {
            let rules = accept(&words(line), players).expect("a table that can play");
            for _ in 0..5 {
                assert_arena_agrees(&rules, players, &mut rng, true);
            }
        }
    }
}

/// Open tables play alike, only slower: without this nobody would notice.
#[cfg(target_arch = "x86_64")]
#[test]
fn fast_tables_are_taken_where_the_processor_can() {
    use std::arch::is_x86_feature_detected;

    let can = is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt");
    for texts in [&["random"][..], &["linear", "save-wilds:own=3", "high-points"]] {
        let specs: Vec<_> = texts.iter().map(|text| strategy(text).expect("a strategy")).collect();
        let table = TableSetup::new(&RuleSet::official(), 4, &specs, false, 1).table();
        assert_eq!(format!("{table:?}").starts_with("FastTable"), can, "{table:?}");
    }
}
