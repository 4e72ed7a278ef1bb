//! Rounds under random rule sets, played by anybody who keeps to the rules and nothing else.

use proptest::prelude::*;
use unobench::cards::{Cards, Compact, Roomy, Wide};
use unobench::game::{Action, Decision, Env, IllegalAction, Round, Seat, Standing};

use super::observer::{Observer, conceivable_actions};
use crate::support::{Heard, House, Listener, cases, chooser, houses, legal_actions};

/// More decisions than a round of the longest turn limit can have.
const DECISIONS: usize = 4000;

/// Plays a round at random; `visit` sees each decision and what is chosen.
fn play_at_random<C: Cards, E: Env>(
    mut round: Round<C>,
    env: &mut E,
    seed: u64,
    mut visit: impl FnMut(&Round<C>, &mut E, Action),
) -> Round<C> {
    let mut rng = chooser(seed);
    for _ in 0..DECISIONS {
        if round.standing() != Standing::Waits {
            return round;
        }
        let actions = legal_actions(&round);
        let action = actions[rng.below(actions.len() as u32) as usize];
        visit(&round, env, action);
        round.apply(env, action).expect("a legal action");
    }
    panic!("the round does not end");
}

/// Plays a round at random before the eyes of the slow observer.
fn observe<C: Cards>(house: &House) {
    let (mut round, live) = house.deal::<C>(0);
    let mut observer = Observer::new(house, &round);
    let mut env = Listener::new(live);
    round.open(&mut env, &house.rules.setup);
    let end = play_at_random(round, &mut env, house.seed, |round, env, action| {
        env.heard.drain(..).for_each(|heard| observer.hear(heard));
        observer.check(round);
        if (round.decision(), action) == (Decision::Challenge, Action::No) {
            observer.hear(Heard::Accepted);
        }
    });
    env.heard.drain(..).for_each(|heard| observer.hear(heard));
    observer.check(&end);
}

/// What can be told from outside of how a round stands.
fn summary<C: Cards>(round: &Round<C>) -> (Standing, u32, Vec<Vec<u32>>) {
    use unobench::cards::{Kind, Multiset};
    let counts = |seat| Kind::all().map(|kind| round.hand(Seat::new(seat)).count(kind)).collect();
    (round.standing(), round.turns(), (0..round.players()).map(counts).collect())
}

/// The actions of a random round, and its end.
fn script<C: Cards>(house: &House) -> (Vec<Action>, Round<C>) {
    let (round, mut env) = house.open::<C>(0);
    let mut actions = Vec::new();
    let end = play_at_random(round, &mut env, house.seed, |_, _, action| actions.push(action));
    (actions, end)
}

proptest! {
    #![proptest_config(cases(300))]

    /// Cards are conserved, every cache is what is counted anew, the legal cards are those of the catalogue, a decision has a choice, the
    /// round ends, and each seat's view is what everybody was told.
    #[test]
    fn rounds_are_what_is_told_of_them(house in houses()) {
        if house.rules.deck.cards().is_compact() {
            observe::<Compact>(&house);
        }
        observe::<Roomy>(&house);
    }

    #[test]
    fn an_action_is_legal_exactly_if_it_is_accepted(house in houses()) {
        let (round, mut env) = house.open::<Roomy>(0);
        play_at_random(round, &mut env, house.seed, |round, env, _| {
            let legal = legal_actions(round);
            let (mut probe, mut world) = (*round, env.clone());
            for action in conceivable_actions() {
                assert_eq!(round.is_legal(action), legal.contains(&action), "{action:?}");
                if legal.contains(&action) {
                    assert!(round.clone().apply(&mut env.clone(), action).is_ok(), "{action:?}");
                } else {
                    let error = IllegalAction { decision: round.decision(), action };
                    assert_eq!(probe.apply(&mut world, action), Err(error));
                    assert!(error.to_string().contains(round.decision().name()));
                }
            }
            // Nothing that was refused left a trace; looked at now and then, for it takes long.
            if (round.turns() + house.seed as u32).is_multiple_of(8) {
                assert_eq!(format!("{probe:?} {world:?}"), format!("{round:?} {env:?}"));
            }
        });
    }

    #[test]
    fn nothing_is_legal_once_a_round_is_over(house in houses()) {
        let (_, mut end) = script::<Roomy>(&house);
        let (_, mut env) = house.open::<Roomy>(0);
        prop_assert!(legal_actions(&end).is_empty());
        for action in conceivable_actions() {
            prop_assert!(!end.is_legal(action) && end.apply(&mut env, action).is_err());
        }
    }

    /// A clone made anywhere in the round, given the same actions, comes to the same end.
    #[test]
    fn clones_replay(house in houses(), at in any::<prop::sample::Index>()) {
        let (actions, end) = script::<Roomy>(&house);
        let (mut round, mut env) = house.open::<Roomy>(0);
        let cut = if actions.is_empty() { 0 } else { at.index(actions.len()) };
        actions[..cut].iter().for_each(|&action| round.apply_trusted(&mut env, action));
        let (mut clone, mut world) = (round, env.clone());
        for &action in &actions[cut..] {
            round.apply_trusted(&mut env, action);
        }
        for &action in &actions[cut..] {
            clone.apply_trusted(&mut world, action);
        }
        prop_assert_eq!(format!("{round:?} {env:?}"), format!("{clone:?} {world:?}"));
        prop_assert_eq!(format!("{round:?}"), format!("{end:?}"));
    }

    /// The types that cards are kept in make no difference, nor does it matter whether somebody listens.
    #[test]
    fn every_instance_plays_the_same_round(house in houses()) {
        let (actions, end) = script::<Roomy>(&house);
        let (wide_actions, wide) = script::<Wide>(&house);
        prop_assert_eq!((&actions, summary(&end)), (&wide_actions, summary(&wide)));
        if house.rules.deck.cards().is_compact() {
            let (compact_actions, compact) = script::<Compact>(&house);
            prop_assert_eq!((&actions, summary(&end)), (&compact_actions, summary(&compact)));
        }
        let (mut round, live) = house.deal::<Roomy>(0);
        let mut env = Listener::new(live);
        round.open(&mut env, &house.rules.setup);
        actions.iter().for_each(|&action| round.apply_trusted(&mut env, action));
        prop_assert_eq!(format!("{round:?}"), format!("{end:?}"));
    }

    /// A determinization keeps what its seat sees, and every card.
    #[test]
    fn determinizations_preserve_the_view(house in houses()) {
        use unobench::cards::Multiset;
        let (round, mut env) = house.open::<Roomy>(0);
        let mut rng = chooser(house.seed);
        play_at_random(round, &mut env, house.seed, |round, _, _| {
            let seat = round.actor();
            let other = round.determinized(&house.law, seat, &mut rng);
            assert_eq!(other.hand(seat), round.hand(seat));
            assert_eq!(legal_actions(&other), legal_actions(round));
            assert_eq!((other.discards(), other.cards_in_play()), (round.discards(), round.cards_in_play()));
            for seat in 0..house.players {
                assert_eq!(other.hand(Seat::new(seat)).len(), round.hand(Seat::new(seat)).len());
            }
        });
    }
}

/// Small decks, many penalties, swaps and cards that may be taken back: the piles run empty where it matters, and missed calls change hands.
#[test]
fn scarce_cards_are_accounted_for() {
    let scarce: &[&[&str]] = &[
        &["deck.edition=junior", "deck.wild_draw_four=8", "deck.swap_hands=4"],
        &["play.challenge=take_back"],
        &["people.forgets_uno=0.5", "people.catches_uno=0.3", "uno.penalty=10"],
    ];
    let tables: [(&[&str], usize); 4] = [
        (&["setup.hand_size=2"], 10),
        (&["setup.hand_size=4"], 3),
        (&["setup.hand_size=9"], 7),
        (&["setup.hand_size=2", "people.forgets_uno=1", "people.catches_uno=0"], 4),
    ];
    for (settings, players) in tables {
        let settings: Vec<&[&str]> = scarce.iter().copied().chain([settings]).collect();
        (0..100).for_each(|seed| observe::<Roomy>(&House::new(&settings, players, seed)));
    }
}
