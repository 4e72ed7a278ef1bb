use crate::scene::Scene;

#[test]
fn it_counts_what_matches_in_colour_or_symbol() {
    assert_eq!(
        Scene::new("R5", &["R7 B7 G7 R2 G5 G6", "B1 B2"]).play("most-matches"),
        "R7",
        "R2, B7 and G7 follow it; B7 no card follows as well"
    );
    assert_eq!(Scene::new("R5", &["R9 G5 G6 G2 Y9", "B1 B2"]).play("most-matches"), "G5");
}

#[test]
fn it_plays_a_wild_only_for_more() {
    assert_eq!(
        Scene::new("R5", &["R9 W G6 G2 G1", "B1 B2"]).play("most-matches"),
        "W",
        "green follows three times, and nothing follows R9"
    );
    assert_eq!(Scene::new("R5", &["R9 W R6", "B1 B2"]).play("most-matches"), "R9");
}
