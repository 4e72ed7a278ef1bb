use crate::scene::{Scene, named};
use unobench_core::cards::Colour;

#[test]
fn it_names_any_colour_or_the_one_of_which_it_holds_most() {
    let scene = Scene::new("R5", &["B8 B9 G7 W", "B1 B2"]).plays("W");
    assert_eq!(named(&scene, "random").len(), 4);
    assert_eq!(named(&scene, "random:names=most"), [Colour::Blue]);
}
