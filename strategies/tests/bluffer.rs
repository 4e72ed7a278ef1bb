use crate::scene::Scene;
use unobench_core::cards::Colour;
use unobench_core::game::{Action, Decision};

#[test]
fn it_bluffs_where_it_gains_by_it() {
    let scene = Scene::new("R5", &["W+4 R2 R3 G7", "G1 G2", "Y1 Y2 Y3"]);
    assert_eq!(scene.play("bluffer:keep=0"), "W+4");
    assert_eq!(scene.play("bluffer:keep=0,challenged=90"), "R3", "it expects to be challenged");
    assert_eq!(scene.play("bluffer:keep=20"), "R3", "the card is worth more later");
    assert_eq!(scene.rule("play.bluff=false").play("bluffer:keep=0"), "R3");
}

#[test]
fn among_more_than_two_it_does_not_bluff_with_its_last_card_but_one() {
    assert_eq!(Scene::new("R5", &["W+4 R2", "G1 G2", "Y1 Y2 Y3"]).play("bluffer:keep=0"), "R2");
}

#[test]
fn it_challenges_where_a_bluff_is_likely() {
    let scene =
        Scene::new("R5", &["W+4 R2 R3 R4 R6 R7 R8 R9", "G1 G2 G3"]).names("W+4", Colour::Blue);
    assert_eq!(scene.ask("bluffer:suspicion=0", Decision::Challenge), Action::No);
    assert_eq!(scene.ask("bluffer:suspicion=100", Decision::Challenge), Action::Yes);
}
