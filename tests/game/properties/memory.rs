//! What a seat remembers of others' hands is true, and the worlds that it imagines fit what it sees
//! and remembers.

use super::rounds::full_houses;
use crate::support::*;
use unobench_core::game::Memory;

const TOTALS: [i32; MAX_SEATS] = [0; MAX_SEATS];

/// Plays a round by random actions, with somebody who remembers; `visit` sees each decision.
fn play_remembering<C: Cards>(house: &House, mut visit: impl FnMut(&Round<C>, &Memory)) {
    let (mut round, mut chance) = house.open::<C>(0);
    let mut memory = Memory::default();
    let mut rng = chooser(house.seed);
    while round.standing() == RoundStatus::Waits {
        visit(&round, &memory);
        let legal = legal_actions(&round);
        let action = legal[rng.below(legal.len() as u32) as usize];
        let mut chance = Observed::new(&mut chance, &mut memory);
        apply(&mut round, &mut chance, action).expect("it is legal");
    }
}

fn pairs(players: usize) -> impl Iterator<Item = (Seat, Seat)> {
    let seats = move || (0..players).map(Seat::new);
    seats().flat_map(move |seat| {
        seats().filter(move |&other| other != seat).map(move |other| (seat, other))
    })
}

fn known(memory: &Memory, players: usize) -> u32 {
    pairs(players).map(|(observer, holder)| memory.known(observer, holder).len()).sum()
}

#[test]
fn what_is_remembered_is_true() {
    let mut most = 0;
    for house in full_houses(60) {
        play_remembering::<Roomy>(&house, |round, memory| {
            for (observer, holder) in pairs(house.players) {
                memory.known(observer, holder).for_each(|kind, count| {
                    let held = round.hand(holder).count(kind);
                    assert!(held >= count, "{house:?}: {observer:?} on {kind:?} of {holder:?}");
                });
            }
            most = most.max(known(memory, house.players));
        });
    }
    assert!(most > 10, "hardly anything is remembered: {most}");
}

/// Each way in which a card becomes known, alone.
#[test]
fn cards_become_known_where_they_are_shown() {
    let ways = [
        ("nothing", ""),
        ("challenges", "play.challenge=draw"),
        ("cards taken back", "play.challenge=take_back"),
        ("swaps", "hands.seven_swaps=true"),
        ("rotations", "hands.zero_rotates=true"),
        ("exchanges", "hands.five_exchanges=true"),
        ("crashes", "deck.crash=4"),
        ("misplays", "people.misplays=0.3"),
    ];
    for (way, settings) in ways {
        let mut seen = 0;
        for seed in 0..20 {
            let house = House::new(&["play.challenge=off", settings], 3, seed);
            play_remembering::<Roomy>(&house, |_, memory| seen += known(memory, 3));
        }
        assert_eq!(seen > 0, way != "nothing", "{way}: {seen}");
    }
}

/// A world that is sampled has all cards, its own hand, all sizes, what is known; and what it is
/// like does not depend on what is hidden.
#[test]
fn worlds_fit_what_is_seen_and_remembered() {
    let mut rng = chooser(7);
    for house in full_houses(20) {
        play_remembering::<Roomy>(&house, |round, memory| {
            let seat = round.actor();
            let view = View::new(round, &house.active_rules, &TOTALS, seat).remembering(memory);
            let mut world = *round;
            match (rng.below(2), view.determinizer::<Roomy>()) {
                (0, worlds) => worlds.sample(&mut rng, &mut world),
                (_, worlds) => worlds.sample_inferred(&mut rng, 1 << 31, &mut world),
            }
            assert_eq!(world.hand(seat), round.hand(seat));
            assert_eq!(world.pile().len(), round.pile().len());
            assert_eq!(world.cards_in_play(), round.cards_in_play());
            for other in (0..house.players).map(Seat::new) {
                assert_eq!(world.hand(other).len(), round.hand(other).len(), "{house:?}");
                memory.known(seat, other).for_each(|kind, count| {
                    assert!(world.hand(other).count(kind) >= count, "{house:?}: forgets {kind:?}")
                });
            }
            assert_eq!(copies(&world), copies(round), "{house:?}");
            let from = |round: &Round<Roomy>| {
                let mut sampled = *round;
                let view = View::new(round, &house.active_rules, &TOTALS, seat).remembering(memory);
                view.determinizer::<Roomy>().sample(&mut Rng::from_key(3), &mut sampled);
                (0..house.players).map(|seat| *sampled.hand(Seat::new(seat))).collect::<Vec<_>>()
            };
            assert_eq!(from(&world), from(round), "{house:?}: what is hidden shines through");
        });
    }
}

fn copies<C: Cards>(round: &Round<C>) -> Vec<u32> {
    let mut copies = vec![0; Kind::COUNT];
    (0..round.players()).for_each(|seat| {
        round.hand(Seat::new(seat)).for_each(|kind, count| copies[kind.index()] += count)
    });
    round.discards().for_each(|kind, count| copies[kind.index()] += count);
    pile_kinds(round).into_iter().for_each(|kind| copies[kind.index()] += 1);
    copies
}

/// Each unseen card is as likely as any other to be in a hand.
#[test]
fn hidden_hands_are_uniform() {
    let house = House::of(RuleSet::official(), 3, 5);
    let (round, _) = house.open::<Roomy>(0);
    let view = View::new(&round, &house.active_rules, &TOTALS, round.actor());
    let worlds = view.determinizer::<Roomy>();
    let mut rng = chooser(1);
    let mut world = round;
    let mut counts = [0_u64; Kind::COUNT];
    for _ in 0..20_000 {
        worlds.sample(&mut rng, &mut world);
        let hand = world.hand(round.after(round.actor()));
        hand.for_each(|kind, count| counts[kind.index()] += u64::from(count));
    }
    for copies in [1, 2, 4] {
        let alike = Kind::all().filter(|&kind| view.unseen(kind) == copies);
        let alike: Vec<u64> = alike.map(|kind| counts[kind.index()]).collect();
        if alike.len() > 1 {
            assert_uniform(&alike, &format!("kinds of which {copies} are unseen"));
        }
    }
}

/// Who has just drawn on a colour has none of it in a world that believes so, but for the cards
/// drawn since; who does not is as before.
#[test]
fn worlds_believe_what_draws_reveal() {
    let mut rng = chooser(2);
    let mut tried = 0;
    for seed in 0..60 {
        let house = House::new(&["play.voluntary_draw=false play.drawn_card=keep"], 2, seed);
        play_remembering::<Roomy>(&house, |round, _| {
            let view = View::new(round, &house.active_rules, &TOTALS, round.actor());
            let other = round.after(round.actor());
            let lacks = |&colour: &Colour| view.drawn_since_not_following(other, colour) == Some(0);
            let lacks = Colour::ALL.into_iter().find(lacks);
            let Some(colour) = lacks.filter(|_| round.pile().len() > 30) else { return };
            tried += 1;
            let mut world = *round;
            view.determinizer::<Roomy>().sample_inferred(&mut rng, 1 << 32, &mut world);
            assert_eq!(world.hand(other).count_among(KindSet::of_colour(colour)), 0, "{house:?}");
        });
    }
    assert!(tried > 100, "{tried}");
}

/// A wild draw four that may be challenged was honest in a world that trusts, and often was not in
/// one that does not.
#[test]
fn worlds_believe_in_honesty_or_not() {
    let mut rng = chooser(3);
    let mut bluffs = [0, 0];
    let mut asked = 0;
    for seed in 0..200 {
        let house = House::new(&["deck.wild_draw_four=8"], 2, seed);
        play_remembering::<Roomy>(&house, |round, _| {
            let view = View::new(round, &house.active_rules, &TOTALS, round.actor());
            let (Decision::Challenge, Some(before)) =
                (round.decision(), view.colour_before_wild_draw_four())
            else {
                return;
            };
            // Where nearly all hidden cards are in the one hand, some of the colour have to be.
            if round.pile().len() < 50 {
                return;
            }
            asked += 1;
            for (trust, bluffs) in [1 << 32, 0].into_iter().zip(&mut bluffs) {
                let mut world = *round;
                view.determinizer::<Roomy>().sample_inferred(&mut rng, trust, &mut world);
                let hand = world.hand(round.after(round.actor()));
                *bluffs += u32::from(hand.count_among(KindSet::of_colour(before)) > 0);
            }
        });
    }
    assert!(asked > 50 && bluffs[1] > asked / 3, "{asked} {bluffs:?}");
    // A hand whose owner drew on all other colours has nothing left to be but what it may not be;
    // random players draw without need.
    assert!(50 * bluffs[0] < bluffs[1], "of {asked}: {bluffs:?}");
}

/// The constants of the view agree with the cards there are.
#[test]
fn unseen_cards_are_those_that_are_hidden() {
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name).expect("a shipped rule set");
        let players = if rules.validate_for(4).is_ok() { 4 } else { 2 };
        let house = House::of(rules, players, 1);
        play_remembering::<Roomy>(&house, |round, _| {
            let view = View::new(round, &house.active_rules, &TOTALS, round.actor());
            let mut hidden = vec![0; Kind::COUNT];
            (0..players).map(Seat::new).filter(|&seat| seat != round.actor()).for_each(|seat| {
                round.hand(seat).for_each(|kind, count| hidden[kind.index()] += count);
            });
            pile_kinds(round).into_iter().for_each(|kind| hidden[kind.index()] += 1);
            assert!(Kind::all().all(|kind| view.unseen(kind) == hidden[kind.index()]), "{name}");
        });
    }
}
