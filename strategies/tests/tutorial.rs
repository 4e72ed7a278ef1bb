//! The strategy that `docs/STRATEGIES.md` writes, as it stands there.

#[allow(unreachable_pub)]
#[path = "../../tests/data/twins.rs"]
mod twins;

use crate::scene::{Scene, card};
use twins::ENTRY;
use unobench_core::cards::Roomy;
use unobench_core::game::{Action, ActiveRules, Prepared, RandomChance, Round, Standing};
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Entry, Player, StrategySpec, drive_players};
use unobench_strategies::CATALOGUE;

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
    let rules = RuleSet::official();
    let active = ActiveRules::of(&rules);
    let deck: Prepared<Roomy> = Prepared::new(&rules, 4);
    for block in 0..100 {
        let key = RoundKey::new(1, block, 0);
        let mut rng = key.stream(Purpose::Deal, 0);
        let mut round: Round<Roomy> = deck.deal(deck.first_opening(key), &mut rng);
        let mut chance = RandomChance::new(&active, &rules.people, key, rng);
        round.open_dyn(&mut chance, &rules.setup);
        let mut players: Vec<Player> = (0..4).map(|_| spec.player()).collect();
        drive_players(&mut round, &mut chance, &mut players, &[0; MAX_SEATS], false);
        assert_ne!(round.standing(), Standing::Waits);
    }
}
