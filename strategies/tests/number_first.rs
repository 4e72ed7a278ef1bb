use crate::scene::Scene;

#[test]
fn it_changes_the_colour_when_it_can() {
    assert_eq!(Scene::new("R5", &["R9 R7 R1 G5", "B1 B2"]).play("number-first"), "G5");
    assert_eq!(
        Scene::new("R5", &["B5 G5 G1 R7", "B1 B2"]).play("number-first"),
        "G5",
        "it holds more green than blue"
    );
    assert_eq!(Scene::new("R5", &["R9 R7 W B1", "B1 B2"]).play("number-first"), "R9");
}
