//! The two strategies with a pinned definition, `random` and `high-points`: independent programs
//! compare with these.

use super::{Cards, Moment, TOTALS, play, spec_of};
use crate::support::*;
use unobench_core::strategy::tactics;

/// Positions in which the pinned strategies meet every decision that is built.
fn pinned_tables() -> Vec<House> {
    let cards = "deck.swap_hands=4 deck.shuffle_hands=4 deck.crash=4 deck.blanks=4 \
                 deck.downpour_one=4 deck.downpour_two=4";
    let settings: [&[&str]; 6] = [
        &[],
        &[cards],
        &[cards, "deck.blank_draws=10", "setup.hand_size=12"],
        &["play.voluntary_draw=false", "play.wild4_needs=nothing", "deck.wild_draw_four=8"],
        &["deck.edition=junior", "play.draw=until_playable"],
        &["play.bluff=false", "play.after_wild=colour_or_under", "setup.hand_size=15"],
    ];
    (0..)
        .zip(settings)
        .flat_map(|(seed, settings)| [2, 3, 5].map(|players| House::new(settings, players, seed)))
        .collect()
}

/// Interfaces § 6: what `random` chooses from, each with the same chance.
fn random_chooses_from(moment: &Moment<'_>) -> Vec<Action> {
    let options = moment.options();
    let held: BTreeSet<Kind> = moment.hand().into_iter().collect();
    let held = held.into_iter().filter(|&kind| options.playable.contains(kind));
    let playable: Vec<Action> = held.map(Action::Card).collect();
    match moment.round.decision() {
        Decision::Play | Decision::Drawn if playable.is_empty() => vec![Action::No],
        Decision::Play | Decision::Drawn => playable,
        Decision::Colour => Colour::ALL.map(Action::Colour).to_vec(),
        Decision::Challenge => vec![Action::No],
        Decision::Uno => vec![Action::Yes],
        Decision::Swap => (0..moment.round.players())
            .map(Seat::new)
            .filter(|&seat| seat != moment.seat())
            .map(Action::Seat)
            .collect(),
        decision => panic!("{decision:?} belongs to a rule that is not built"),
    }
}

#[test]
fn random_is_uniform_over_what_is_pinned() {
    // By decision and number of choices: how often each rank was chosen.
    let mut chosen: BTreeMap<(&str, usize), Vec<u64>> = BTreeMap::new();
    for house in pinned_tables() {
        for block in 0..150 {
            play(&house, &vec![spec_of("random"); house.players], block, |moment, action| {
                let choices = random_chooses_from(moment);
                let rank = choices.iter().position(|&choice| choice == action);
                let rank = rank.unwrap_or_else(|| panic!("{action:?} of {choices:?}"));
                let key = (moment.round.decision().name(), choices.len());
                chosen.entry(key).or_insert_with(|| vec![0; choices.len()])[rank] += 1;
            });
        }
    }
    let mut checked = 0;
    for ((decision, len), counts) in &chosen {
        if *len > 1 && counts.iter().sum::<u64>() >= 20 * *len as u64 {
            assert_uniform(counts, &format!("random: {decision} out of {len}"));
            checked += 1;
        }
    }
    assert!(checked >= 8, "too few decisions to compare: {chosen:?}");
}

/// Each copy of a kind counts once: with one red 5 and many red 3s, both are chosen as often.
#[test]
fn random_counts_a_kind_once() {
    let house = House::of(RuleSet::official(), 2, 1);
    let opening = Opening::dealt_by(Seat::new(1), 2);
    let hands = [kinds("R3 R3 R3 R3 R5 G7"), kinds("B1 B2 B3")];
    let mut round: Round<Cards> =
        Round::with_cards(opening, &hands, kinds("R9 R9 R9 R9")).expect("few cards");
    let mut chance = house.chance(RoundKey::new(1, 0, 0), Rng::from_key(0));
    open(&mut round, &mut chance, &house.rules.setup);
    assert_eq!((round.decision(), round.actor()), (Decision::Play, Seat::new(0)));
    let mut player = spec_of("random").player();
    player.begin(Some(&Rng::from_key(9)));
    let mut counts = BTreeMap::new();
    for _ in 0..4000 {
        let view = View::new(&round, &house.active_rules, &TOTALS, Seat::new(0));
        let action = player.act(&round, view, None);
        *counts.entry(format!("{action:?}")).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 2, "{counts:?}");
    assert_uniform(&counts.into_values().collect::<Vec<_>>(), "one of two kinds");
}

/// Interfaces § 6: the order in which `high-points` plays wilds.
const WILD_ORDER: &str = "W WB WS WH WC D1 D2 W+10 W+4";

/// Interfaces § 6: the order of coloured symbols.
const SYMBOL_ORDER: &str = "0 1 2 3 4 5 6 7 8 9 S R +1 +2";

/// Interfaces § 6, in plain words: the card that `high-points` plays out of some.
fn slow_highest(cards: &[Kind]) -> Option<Kind> {
    let coloured = SYMBOL_ORDER
        .rsplit(' ')
        .flat_map(|symbol| ["Y", "G", "B", "R"].map(|colour| format!("{colour}{symbol}")));
    let all = coloured.chain(WILD_ORDER.split(' ').map(str::to_owned));
    all.map(|card| kind(&card)).find(|card| cards.contains(card))
}

/// Interfaces § 6: what `high-points` does.
fn high_points_does(moment: &Moment<'_>) -> Action {
    let (hand, options, view) = (moment.hand(), moment.options(), moment.view());
    match moment.round.decision() {
        Decision::Play | Decision::Drawn => {
            let playable: Vec<Kind> =
                hand.into_iter().filter(|&kind| options.playable.contains(kind)).collect();
            slow_highest(&playable).map_or(Action::No, Action::Card)
        }
        Decision::Colour => {
            let held =
                |colour: &Colour| hand.iter().filter(|kind| kind.colour() == Some(*colour)).count();
            // Of several the first.
            Action::Colour(Colour::ALL.into_iter().rev().max_by_key(held).expect("four colours"))
        }
        Decision::Challenge => Action::No,
        Decision::Uno => Action::Yes,
        Decision::Swap => {
            let next = |seat: &Seat| Some(moment.round.after(*seat));
            let others = std::iter::successors(next(&moment.seat()), next);
            let others = others.take_while(|&seat| seat != moment.seat());
            // Of several the first.
            Action::Seat(others.min_by_key(|&seat| view.hand_size(seat)).expect("somebody else"))
        }
        decision => panic!("{decision:?} belongs to a rule that is not built"),
    }
}

#[test]
fn high_points_is_what_is_pinned() {
    let mut seen = BTreeMap::new();
    for house in pinned_tables() {
        for block in 0..75 {
            // A table of its own kind, and one with random neighbours, for other positions.
            for line_up in [
                ["high-points"; MAX_SEATS],
                ["high-points", "random", "high-points", "random", "random", "", "", "", "", ""],
            ] {
                let line_up: Vec<StrategySpec> =
                    line_up.iter().take(house.players).map(|name| spec_of(name)).collect();
                play(&house, &line_up, block, |moment, action| {
                    if moment.spec.name() == "high-points" {
                        let decision = moment.round.decision().name();
                        let wanted = high_points_does(moment);
                        assert_eq!(action, wanted, "{decision} {:?}", moment.hand());
                        *seen.entry(decision).or_insert(0) += 1;
                    }
                });
            }
        }
    }
    for decision in ["play", "drawn", "colour", "challenge", "uno", "swap"] {
        let is_met = seen.get(decision).is_some_and(|&count| count >= 50);
        assert!(is_met, "{decision} is hardly met: {seen:?}");
    }
}

/// The cards by which `high-points` goes are numbered in the order of its pinned definition, which
/// is what makes it fast.
#[test]
fn every_set_of_cards_has_its_highest() {
    let mut rng = chooser(1);
    for _ in 0..20_000 {
        let cards: Vec<Kind> = Kind::printed().filter(|_| rng.below(12) == 0).collect();
        let kinds = cards.iter().copied().collect::<KindSet<u128>>();
        assert_eq!(tactics::highest(kinds), slow_highest(&cards), "{cards:?}");
    }
}
