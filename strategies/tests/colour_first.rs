use crate::scene::Scene;

#[test]
fn it_follows_the_colour_when_it_can() {
    assert_eq!(Scene::new("R5", &["R1 R7 G5 G6 G7", "B1 B2"]).play("colour-first"), "R7");
    assert_eq!(
        Scene::new("R5", &["B5 G5 G1 W", "B1 B2"]).play("colour-first"),
        "G5",
        "it holds more green than blue"
    );
}
