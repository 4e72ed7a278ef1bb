use crate::scene::Scene;

#[test]
fn it_plays_actions_then_wilds_then_numbers() {
    assert_eq!(Scene::new("R5", &["R9 R7 RS W", "B1 B2"]).play("specials-first"), "RS");
    assert_eq!(Scene::new("R5", &["R9 R7 W B1", "B1 B2"]).play("specials-first"), "W");
    assert_eq!(Scene::new("R5", &["R9 R7 B1", "B1 B2"]).play("specials-first"), "R9");
}
