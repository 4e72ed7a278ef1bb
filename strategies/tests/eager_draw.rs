use crate::scene::Scene;
use unobench_core::game::{Action, Decision};

#[test]
fn it_draws_rather_than_plays_a_special_card() {
    let scene = Scene::new("R5", &["RS W G7", "B1 B2 B3 B4"]);
    assert_eq!(scene.play("eager-draw"), "-");
    assert_eq!(
        scene.play("eager-draw:keeps=actions"),
        "RS",
        "a wild is free, but a coloured card is played before it"
    );
    assert_eq!(scene.play("eager-draw:keeps=wilds"), "RS");
    assert_eq!(scene.play("eager-draw:own=2"), "RS", "its hand is too large");
    assert_eq!(scene.play("eager-draw:other=4"), "RS", "another hand is too small");
    assert_eq!(
        Scene::new("R5", &["RS R2 G7", "B1 B2 B3 B4"]).play("eager-draw"),
        "RS",
        "a number could be played"
    );
}

#[test]
fn it_plays_where_it_may_not_draw_and_goes_out_when_it_can() {
    assert_eq!(
        Scene::new("R5", &["RS W G7", "B1 B2 B3 B4"])
            .rule("play.voluntary_draw=false")
            .play("eager-draw"),
        "RS"
    );
    assert_eq!(Scene::new("R5", &["W", "B1 B2 B3 B4"]).play("eager-draw"), "W");
}

#[test]
fn it_keeps_a_drawn_special_card_too() {
    let scene = Scene::new("R5", &["G7 G8", "B1 B2 B3 B4"]).pile("RS B7");
    assert_eq!(scene.ask("eager-draw", Decision::Drawn), Action::No);
    assert_ne!(scene.ask("eager-draw:own=2", Decision::Drawn), Action::No);
}

#[test]
fn it_answers_with_any_card() {
    let scene = Scene::new("R5", &["R+2 R7 R8", "G+2 G7 G8 G9"])
        .rule("responses.draw_two=deflect")
        .plays("R+2");
    assert_ne!(scene.ask("eager-draw:other=0", Decision::Answer), Action::No);
}
