//! The sweeps: what the engines are compared on.

use super::compare::{Case, Counts};
use super::minds::EAGER;
use super::rules::{accept, all_keys, random_rules, with_value};
use super::tape::Deal;
use super::world::Difference;
use crate::support::*;
use rayon::prelude::*;

const SEATS: [usize; 5] = [2, 3, 4, 6, 10];

/// Runs the cases; of all differences the one that shows soonest is reported.
#[track_caller]
fn assert_agreement(name: &str, cases: &[Case]) -> Counts {
    let (counts, worst) = compared(cases);
    if let Some((case, difference, count)) = worst {
        panic!(
            "{name}: {count} of {} cases differ; the shortest:\n{}",
            cases.len(),
            case.report(&difference)
        );
    }
    println!("{name}: {counts:?}");
    counts
}

/// Runs the cases; gives the difference that shows soonest, and how many there are.
pub(crate) fn compared(cases: &[Case]) -> (Counts, Worst<'_>) {
    cases
        .par_iter()
        .map(|case| match case.run() {
            Ok(counts) => (counts, None),
            Err(difference) => (Counts::default(), Some((case, difference, 1))),
        })
        .reduce(|| (Counts::default(), None), |a, b| (a.0.add(b.0), sooner(a.1, b.1)))
}

type Worst<'a> = Option<(&'a Case, Difference, usize)>;

fn sooner<'a>(a: Worst<'a>, b: Worst<'a>) -> Worst<'a> {
    let (Some(a), Some(b)) = (a.clone(), b.clone()) else { return a.or(b) };
    let count = a.2 + b.2;
    let (case, difference, _) = if a.1.events <= b.1.events { a } else { b };
    Some((case, difference, count))
}

fn random_cases(seats: &[usize], sets: usize, rounds: usize, deal: Deal, seed: u64) -> Vec<Case> {
    let keys = &all_keys();
    let mut rng = Rng::from_key(seed);
    let mut cases = Vec::new();
    for &players in seats {
        for _ in 0..sets {
            let rules = random_rules(keys, players, &mut rng);
            cases.extend((0..rounds).map(|_| Case::random(&rules, players, deal, &mut rng)));
        }
    }
    cases
}

#[test]
fn random_rule_sets() {
    for players in SEATS {
        let sets = thinned(400);
        let cases = random_cases(&[players], sets, 2, Deal::Laid, players as u64);
        let counts = assert_agreement(&format!("random rule sets, {players} seats"), &cases);
        assert!(counts.rounds >= 2 * sets as u64);
    }
}

/// Decks that people buy, at each table that they allow.
#[test]
fn decks_with_cards_of_their_own() {
    let mut rng = Rng::from_key(8);
    let mut cases = Vec::new();
    for name in RuleSet::shipped_with_tag("edition") {
        let rules = RuleSet::load(name).expect("a rule set that ships");
        let seats = |players: &usize| rules.adds_cards() && rules.validate_for(*players).is_ok();
        for players in (2..=10).filter(seats) {
            cases.extend(
                (0..thinned(120)).map(|_| Case::random(&rules, players, Deal::Laid, &mut rng)),
            );
        }
    }
    assert!(assert_agreement("decks", &cases).rounds >= thinned(2000) as u64);
}

#[test]
fn every_value_of_every_key() {
    let mut cases = Vec::new();
    let mut rng = Rng::from_key(7);
    for (key, values) in all_keys() {
        for value in values {
            let mut tables = 0;
            for players in SEATS {
                let Some(rules) = with_value(&key, &value, players) else { continue };
                tables += 1;
                cases.extend(
                    (0..thinned(2)).map(|_| Case::random(&rules, players, Deal::Laid, &mut rng)),
                );
            }
            assert!(tables > 0, "no table plays {key} = {value}");
        }
    }
    assert_agreement("every value of every key", &cases);
}

#[test]
fn matches_of_random_rule_sets() {
    let mut cases = random_cases(&SEATS, thinned(40), 1, Deal::Laid, 11);
    for case in &mut cases {
        case.whole_match = true;
        // Long enough for several rounds, short enough for a test.
        case.rules.scoring.target = case.rules.scoring.target.min(300);
    }
    assert_agreement("matches", &cases);
}

/// Piles of wilds and actions alone, and piles that run out: nothing may start, nothing can be
/// drawn.
#[test]
fn starved_piles() {
    let mut rng = Rng::from_key(17);
    let mut cases = Vec::new();
    for starts in ["any", "number"] {
        for (players, hand_size, wilds) in
            [(10, 10, 0), (10, 8, 4), (6, 16, 4), (4, 20, 4), (6, 17, 4), (10, 10, 4), (5, 20, 2)]
        {
            for line in [
                "",
                "play.wild_on_wild=false",
                "play.challenge=take_back",
                "play.draw=until_playable",
                "deck.crash=2",
            ] {
                let settings = format!(
                    "setup.start_card={starts} setup.hand_size={hand_size} deck.wild={wilds} \
                     play.turn_limit=300 {line}"
                );
                let rules = accept(&words(&settings), players).expect("a table that can play");
                let deals = [Deal::Laid, Deal::NumbersFirst, Deal::NumbersFirst, Deal::Live];
                cases.extend(deals.map(|deal| Case::random(&rules, players, deal, &mut rng)));
            }
        }
    }
    assert_agreement("starved piles", &cases);
}

/// Piles that are never refilled, and decks that hands can hold: rounds end in dead positions.
#[test]
fn dead_positions() {
    let small = "deck.cards={0=0,1=0,2=0,3=0,4=0,5=0,6=1,7=1,W=0}";
    let lines = [
        "",
        "play.pass=always",
        "play.no_finish_on=[0,1,2,3,4,S,W]",
        "people.misplays=0.2 people.catches_fault=0.5",
        "people.seat.1.misplays=0.3 people.advises=0.2 people.talks=0.3",
        "responses.victim_plays=true play.challenge=take_back",
        "finish.when=last_standing scoring.method=placement",
        "finish.when=bring_in hands.seven_swaps=true",
        "finish.refills=2 deck.downpour_one=2 scoring.last_downpour=20",
        "scoring.method=own_points play.wild_on_wild=false hands.launcher=3",
    ];
    let mut rng = Rng::from_key(41);
    let mut cases = Vec::new();
    for players in SEATS {
        for (first, cards) in [("play.reshuffle=never", 90), (small, 45)] {
            for (line, blocked) in
                lines.iter().flat_map(|line| ["nobody", "fewest_points"].map(|word| (line, word)))
            {
                let hand_size = (cards / players).min(20);
                let settings =
                    format!("{first} finish.blocked={blocked} {line} setup.hand_size={hand_size}");
                let Some(rules) = accept(&words(&settings), players) else { continue };
                cases.extend((0..4).map(|_| Case::random(&rules, players, Deal::Laid, &mut rng)));
            }
        }
    }
    let counts = assert_agreement("dead positions", &cases);
    assert!(counts.blocked > 40, "{counts:?}");
}

/// Missed calls cost so much that the draw pile runs out between a wild draw four and its
/// challenge, when the card under it may come back.
#[test]
fn reshuffles_under_a_wild_draw_four() {
    let settings = "deck.edition=junior deck.wild_draw_four=8 setup.hand_size=2 \
                    play.challenge=take_back play.turn_limit=150 uno.penalty=10 \
                    people.forgets_uno=0.7 people.remembers_uno=0.1 people.catches_uno=0.7";
    let mut rng = Rng::from_key(37);
    let mut cases = Vec::new();
    for players in [2, 3, 4, 6] {
        let rules = accept(&words(settings), players).expect("a table that can play");
        for _ in 0..150 {
            let case = Case::random(&rules, players, Deal::Laid, &mut rng);
            cases.push(Case { line_up: vec![EAGER.to_string(); players], ..case });
        }
    }
    assert_agreement("reshuffles under a wild draw four", &cases);
}

#[test]
fn rounds_on_the_streams_of_the_arena() {
    assert_agreement("live streams", &random_cases(&SEATS, 150, 1, Deal::Live, 13));
}
