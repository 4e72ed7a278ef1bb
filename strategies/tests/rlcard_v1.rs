use crate::scene::{Scene, card, named};
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
        let mut agent = RlcardV1::new(&Settings::new(&[0]));
        FastStrategy::begin(&mut agent, Some(&Rng::from_key(7)));
        let options = view.options();
        let choice =
            CardChoice { legal: options.kinds, playable: options.playable, may_decline: true };
        let threes = (0..3000).filter(|_| agent.play(view, choice) == Some(card("R3"))).count();
        assert!((1897..=2103).contains(&threes), "{threes}");
    });
}

/// RLCard's agent thinks of a colour where it lays a wild draw four alone.
#[test]
fn it_names_any_colour_of_a_wild_if_it_is_told_so() {
    for (wild, strategy, colours) in [
        ("W", "rlcard-v1", 1),
        ("W", "rlcard-v1:names=any", 4),
        ("W+4", "rlcard-v1", 1),
        ("W+4", "rlcard-v1:names=any", 1),
    ] {
        let scene = Scene::new("R5", &["B8 B9 G7 W W+4", "B1 B2"]).plays(wild);
        assert_eq!(named(&scene, strategy).len(), colours, "{wild}, {strategy}");
    }
}

#[test]
fn a_wild_draw_four_that_acts_as_a_wild_is_one() {
    let scene = Scene::new("R5", &["B8 B9 G7", "B1 B2"]).pile("W+4 B3 B4");
    let scene = scene.rule("play.drawn_wild4=plain").plays("W+4");
    assert_eq!(named(&scene, "rlcard-v1:names=any").len(), 4);
}
