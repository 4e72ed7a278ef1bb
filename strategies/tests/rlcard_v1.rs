use crate::scene::{Scene, card};
use unobench_core::rng::Rng;
use unobench_core::strategy::{CardChoice, FastStrategy, Settings};
use unobench_strategies::rlcard_v1::RlcardV1;

#[test]
fn it_plays_an_honest_wild_draw_four_first_and_a_wild_last() {
    assert_eq!(Scene::new("R5", &["G5 W W+4 G7", "B1 B2"]).play("rlcard-v1"), "W+4");
    assert_eq!(Scene::new("R5", &["R9 W W+4 G7", "B1 B2"]).play("rlcard-v1"), "R9");
    assert_eq!(Scene::new("R5", &["B9 W G7", "B1 B2"]).play("rlcard-v1"), "W");
}

/// Two of three playable cards are red 3s; it must be met in two of three draws, within four
/// standard deviations of 3000 of them.
#[test]
fn each_copy_has_the_same_chance() {
    Scene::new("R5", &["R3 R3 R9 G7", "B1 B2"]).look(|view| {
        let mut agent = RlcardV1::new(&Settings::new(&[]));
        FastStrategy::begin(&mut agent, Some(&Rng::from_key(7)));
        let options = view.options();
        let choice =
            CardChoice { legal: options.kinds, playable: options.playable, may_decline: true };
        let threes = (0..3000).filter(|_| agent.play(view, choice) == Some(card("R3"))).count();
        assert!((1897..=2103).contains(&threes), "{threes}");
    });
}
