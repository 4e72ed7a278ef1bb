use crate::scene::Scene;
use unobench_core::cards::Colour;
use unobench_core::game::{Action, Decision};

#[test]
fn it_holds_wilds_back_while_there_is_time() {
    let far = "G1 G2 G3 G4";
    assert_eq!(Scene::new("R5", &["W G7 G8 B9 Y1", far]).play("counter"), "-");
    assert_eq!(Scene::new("R5", &["W G7 G8 B9 Y1", "G1 G2"]).play("counter"), "W");
    assert_eq!(Scene::new("R5", &["W G7 G8 B9", far]).play("counter"), "W");
    assert_eq!(Scene::new("R5", &["W R7 G8 B9", far]).play("counter"), "R7");
}

#[test]
fn between_two_it_stays_in_the_colour_and_among_more_it_goes_by_its_hand() {
    let mine = "R9 G5 G6 G7";
    assert_eq!(Scene::new("R5", &[mine, "Y1 Y2 Y3"]).play("counter"), "R9");
    assert_eq!(Scene::new("R5", &[mine, "Y1 Y2 Y3", "Y4 Y6 Y7"]).play("counter"), "G5");
    assert_eq!(Scene::new("R5", &[mine, "Y1 Y2 Y3"]).play("counter:stay=0"), "G5");
}

/// It holds as much blue as green. The other seat has drawn and not followed green.
#[test]
fn it_names_the_colour_that_the_next_player_lacks() {
    let scene = Scene::new("R5", &["W W B9 B6 G7 G8", "Y1 Y2"]).pile("Y3 Y4 Y6");
    assert_eq!(
        scene.clone().plays("W").ask("counter", Decision::Colour),
        Action::Colour(Colour::Blue)
    );
    assert_eq!(
        scene.names("W", Colour::Green).plays("W").ask("counter", Decision::Colour),
        Action::Colour(Colour::Green)
    );
}
