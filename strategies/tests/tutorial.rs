//! The strategy that `docs/STRATEGIES.md` writes, as it stands there.

#[allow(unreachable_pub)]
#[path = "../../tests/data/twins.rs"]
mod twins;

use crate::scene::*;
use twins::ENTRY;
use unobench_core::cards::{Bits as _, FastBits};

/// The tutorial's strategy is not in the catalogue yet: who follows the page puts it there.
#[test]
fn the_strategy_of_the_tutorial_plays() {
    assert!(CATALOGUE.entries().all(|entry| entry.name != ENTRY.name), "the page adds it");
    static LISTED: Entry = ENTRY;
    let spec = StrategySpec::new(&LISTED);
    let asked = |hand: &str| {
        let Player::Honest(mut twins) = spec.player() else { panic!("it is no bound") };
        Scene::new("R5", &[hand, "B1 B2"]).look(|view| twins.decide(view))
    };
    assert_eq!(asked("R9 R3 R3 G7"), Action::Card(card("R3")));
    assert_eq!(asked("R9 R3 W W"), Action::Card(card("R9")));
    let random = strategy("random").expect("a strategy");
    let table = TableSetup::new(&RuleSet::official(), 4, &[spec, random], false, 1).table();
    // The library's tables are for whoever is fast, wherever it sits and whoever wrote it.
    assert_eq!(format!("{table:?}").starts_with("FastTable"), FastBits::is_available());
    let mut outcomes = Vec::new();
    (0..100).for_each(|block| table.play_block(block, &[[0; MAX_SEATS]], &mut outcomes));
    assert!(outcomes.iter().all(|outcome| outcome.winners.count_ones() == 1 || outcome.stalled));
}
