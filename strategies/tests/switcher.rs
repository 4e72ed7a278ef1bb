use crate::scene::Scene;

#[test]
fn it_sheds_points_when_somebody_is_about_to_go_out() {
    let hands = |next| ["R9 R8 R1 W G7", next, "Y1 Y2 Y3"];
    assert_eq!(Scene::new("R5", &hands("G1 G2 G3")).play("switcher"), "R9");
    assert_eq!(Scene::new("R5", &hands("G1")).play("switcher"), "W");
    assert_eq!(
        Scene::new("R5", &hands("G1")).play("switcher:own=5"),
        "R9",
        "its own hand is short enough to win"
    );
}

#[test]
fn it_sheds_points_when_the_match_is_nearly_lost() {
    let scene = Scene::new("R5", &["R9 R8 R1 W G7", "G1 G2 G3", "Y1 Y2 Y3"]);
    assert_eq!(scene.clone().totals(&[0, 450]).play("switcher"), "W");
    assert_eq!(
        scene.clone().totals(&[450, 0]).play("switcher"),
        "R9",
        "it is the one that is about to win"
    );
    assert_eq!(
        scene.totals(&[450, 0]).rule("scoring.method=own_points").play("switcher"),
        "W",
        "or to lose"
    );
}
