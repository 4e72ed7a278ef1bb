use crate::scene::Scene;

#[test]
fn it_plays_numbers_then_actions_then_wilds() {
    assert_eq!(Scene::new("R5", &["R1 RS R+2 W", "B1 B2"]).play("specials-last"), "R1");
    assert_eq!(Scene::new("R5", &["B1 RS R+2 W", "B1 B2"]).play("specials-last"), "R+2");
    assert_eq!(Scene::new("R5", &["B1 GS W", "B1 B2"]).play("specials-last"), "W");
}
