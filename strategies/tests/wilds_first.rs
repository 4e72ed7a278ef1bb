use crate::scene::Scene;

#[test]
fn it_plays_wilds_first_but_does_not_bluff() {
    assert_eq!(
        Scene::new("R5", &["R9 W W+4 G7", "B1 B2"]).play("wilds-first"),
        "W",
        "with a red card a wild draw four is a bluff"
    );
    assert_eq!(Scene::new("R5", &["G5 W W+4 G7", "B1 B2"]).play("wilds-first"), "W+4");
    assert_eq!(Scene::new("R5", &["G5 R2 G7", "B1 B2"]).play("wilds-first"), "G5");
}
