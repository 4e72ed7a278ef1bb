use crate::scene::Scene;

#[test]
fn it_plays_the_cheapest_card_and_of_equal_ones_its_colour() {
    assert_eq!(Scene::new("R5", &["R9 G5 R+2 W", "B1 B2"]).play("low-points"), "G5");
    assert_eq!(Scene::new("R5", &["RS R+2 W G2", "B1 B2"]).play("low-points"), "R+2");
    assert_eq!(
        Scene::new("R5", &["R5 G5 G7 W", "B1 B2"]).play("low-points"),
        "G5",
        "it holds more green"
    );
}

#[test]
fn it_goes_by_what_a_zero_costs() {
    let scene = Scene::new("R5", &["R0 R9 G7", "B1 B2"]);
    assert_eq!(scene.play("low-points"), "R0");
    assert_eq!(scene.rule("scoring.zero_points=10").play("low-points"), "R9");
}
