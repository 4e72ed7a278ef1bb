use crate::scene::{Scene, card};
use unobench_core::cards::Colour;
use unobench_core::game::{Action, Decision, Seat};

#[test]
fn it_spends_its_hardest_card_on_who_is_nearly_out() {
    let hands = |next| ["R9 R8 RS R+2 G7", next, "Y1 Y2 Y3"];
    assert_eq!(Scene::new("R5", &hands("G1 G2 G3")).play("punisher"), "R9");
    assert_eq!(Scene::new("R5", &hands("G1 G2")).play("punisher"), "R+2");
    assert_eq!(Scene::new("R5", &hands("G1 G2")).play("punisher:threshold=1"), "R9");
}

/// Many unseen cards hardly lack a colour, so with suspicion 100 a bluff is likely, with
/// suspicion 1 hardly.
#[test]
fn it_challenges_who_is_likely_to_bluff() {
    let scene =
        Scene::new("R5", &["W+4 R2 R3 R4 R6 R7 R8 R9", "G1 G2 G3"]).names("W+4", Colour::Blue);
    let challenges =
        |suspicion| scene.ask(&format!("punisher:suspicion={suspicion}"), Decision::Challenge);
    assert_eq!([0, 1, 100].map(challenges), [Action::No, Action::No, Action::Yes]);
}

#[test]
fn it_exchanges_with_who_is_nearly_out_and_gives_what_does_not_fit() {
    let scene = |mine, theirs| {
        Scene::new("R1", &[mine, "G1 G2 G3", theirs]).rule("hands.five_exchanges=true").plays("R5")
    };
    let whom = |mine, theirs| scene(mine, theirs).ask("punisher", Decision::Exchange);
    assert_eq!(whom("R5 R9 Y3 Y4 W G7", "G4"), Action::Seat(Seat::new(2)));
    assert_eq!(whom("R5 R9 Y3 Y4 W G7", "G4 G5 G6"), Action::No, "nobody is nearly out");
    assert_eq!(whom("R5 R9 G8", "G4 G5"), Action::No, "it holds no more itself");
    let gives = scene("R5 R9 Y3 Y4 W G7", "G4")
        .then(Action::Seat(Seat::new(2)))
        .ask("punisher", Decision::Give);
    assert_eq!(gives, Action::Card(card("G7")), "neither red nor a wild, and of the rarest colour");
}
