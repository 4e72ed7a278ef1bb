//! Single decisions of the heuristics in scripted positions.

use crate::scene::*;
use unobench_strategies::rlcard_v1::RlcardV1;

/// A strategy, the hands at the table, its own first, and what it plays on a red five; `-`: it
/// draws.
const PLAYS: &[(&str, &[&str], &str)] = &[
    // The cheapest, and of equal ones the colour it holds more of.
    ("low-points", &["R9 G5 R+2 W", "B1 B2"], "G5"),
    ("low-points", &["RS R+2 W G2", "B1 B2"], "R+2"),
    ("low-points", &["R5 G5 G7 W", "B1 B2"], "G5"),
    // With a red card a wild draw four is a bluff.
    ("wilds-first", &["R9 W W+4 G7", "B1 B2"], "W"),
    ("wilds-first", &["G5 W W+4 G7", "B1 B2"], "W+4"),
    ("wilds-first", &["G5 R2 G7", "B1 B2"], "G5"),
    // It holds more green than blue.
    ("number-first", &["R9 R7 R1 G5", "B1 B2"], "G5"),
    ("number-first", &["B5 G5 G1 R7", "B1 B2"], "G5"),
    ("number-first", &["R9 R7 W B1", "B1 B2"], "R9"),
    ("colour-first", &["R1 R7 G5 G6 G7", "B1 B2"], "R7"),
    ("colour-first", &["B5 G5 G1 W", "B1 B2"], "G5"),
    ("specials-first", &["R9 R7 RS W", "B1 B2"], "RS"),
    ("specials-first", &["R9 R7 W B1", "B1 B2"], "W"),
    ("specials-first", &["R9 R7 B1", "B1 B2"], "R9"),
    ("specials-last", &["R1 RS R+2 W", "B1 B2"], "R1"),
    ("specials-last", &["B1 RS R+2 W", "B1 B2"], "R+2"),
    ("specials-last", &["B1 GS W", "B1 B2"], "W"),
    // R2, B7 and G7 follow R7; no card follows B7 as well.
    ("most-matches", &["R7 B7 G7 R2 G5 G6", "B1 B2"], "R7"),
    ("most-matches", &["R9 G5 G6 G2 Y9", "B1 B2"], "G5"),
    // Green follows three times, and nothing follows R9.
    ("most-matches", &["R9 W G6 G2 G1", "B1 B2"], "W"),
    ("most-matches", &["R9 W R6", "B1 B2"], "R9"),
    ("rlcard-v1", &["G5 W W+4 G7", "B1 B2"], "W+4"),
    ("rlcard-v1", &["R9 W W+4 G7", "B1 B2"], "R9"),
    ("rlcard-v1", &["B9 W G7", "B1 B2"], "W"),
    // A wild is free, but a coloured card is played before it.
    ("eager-draw", &["RS W G7", "B1 B2 B3 B4"], "-"),
    ("eager-draw:keeps=actions", &["RS W G7", "B1 B2 B3 B4"], "RS"),
    ("eager-draw:keeps=wilds", &["RS W G7", "B1 B2 B3 B4"], "RS"),
    // Its hand is too large, another is too small, a number could be played.
    ("eager-draw:own=2", &["RS W G7", "B1 B2 B3 B4"], "RS"),
    ("eager-draw:other=4", &["RS W G7", "B1 B2 B3 B4"], "RS"),
    ("eager-draw", &["RS R2 G7", "B1 B2 B3 B4"], "RS"),
    ("eager-draw", &["W", "B1 B2 B3 B4"], "W"),
    // The hardest card is for who is nearly out.
    ("punisher", &["R9 R8 RS R+2 G7", "G1 G2 G3", "Y1 Y2 Y3"], "R9"),
    ("punisher", &["R9 R8 RS R+2 G7", "G1 G2", "Y1 Y2 Y3"], "R+2"),
    ("punisher:threshold=1", &["R9 R8 RS R+2 G7", "G1 G2", "Y1 Y2 Y3"], "R9"),
    // A wild is held back while there is time.
    ("counter", &["W G7 G8 B9 Y1", "G1 G2 G3 G4"], "-"),
    ("counter", &["W G7 G8 B9 Y1", "G1 G2"], "W"),
    ("counter", &["W G7 G8 B9", "G1 G2 G3 G4"], "W"),
    ("counter", &["W R7 G8 B9", "G1 G2 G3 G4"], "R7"),
    // Between two it stays in the colour, among more it goes by its hand.
    ("counter", &["R9 G5 G6 G7", "Y1 Y2 Y3"], "R9"),
    ("counter", &["R9 G5 G6 G7", "Y1 Y2 Y3", "Y4 Y6 Y7"], "G5"),
    ("counter:stay=0", &["R9 G5 G6 G7", "Y1 Y2 Y3"], "G5"),
    // A bluff, unless it expects to be challenged, or the card is worth more later.
    ("bluffer:keep=0", &["W+4 R2 R3 G7", "G1 G2", "Y1 Y2 Y3"], "W+4"),
    ("bluffer:keep=0,challenged=90", &["W+4 R2 R3 G7", "G1 G2", "Y1 Y2 Y3"], "R3"),
    ("bluffer:keep=20", &["W+4 R2 R3 G7", "G1 G2", "Y1 Y2 Y3"], "R3"),
    // Among more than two not with its last card but one.
    ("bluffer:keep=0", &["W+4 R2", "G1 G2", "Y1 Y2 Y3"], "R2"),
    // It sheds points when somebody is about to go out, unless its own hand is short enough.
    ("switcher", &["R9 R8 R1 W G7", "G1 G2 G3", "Y1 Y2 Y3"], "R9"),
    ("switcher", &["R9 R8 R1 W G7", "G1", "Y1 Y2 Y3"], "W"),
    ("switcher:own=5", &["R9 R8 R1 W G7", "G1", "Y1 Y2 Y3"], "R9"),
];

#[test]
fn they_play_what_they_say() {
    for (strategy, hands, card) in PLAYS {
        assert_eq!(Scene::new("R5", hands).play(strategy), *card, "{strategy} with {hands:?}");
    }
}

/// The same under other rules: the first rows show that it is the rule.
#[test]
fn they_go_by_the_rules() {
    let points = Scene::new("R5", &["R0 R9 G7", "B1 B2"]);
    assert_eq!(points.play("low-points"), "R0");
    assert_eq!(points.rule("scoring.zero_points=10").play("low-points"), "R9");
    let bluff = Scene::new("R5", &["W+4 R2 R3 G7", "G1 G2", "Y1 Y2 Y3"]);
    assert_eq!(bluff.rule("play.bluff=false").play("bluffer:keep=0"), "R3");
    let must = Scene::new("R5", &["RS W G7", "B1 B2 B3 B4"]).rule("play.voluntary_draw=false");
    assert_eq!(must.play("eager-draw"), "RS");
}

#[test]
fn eager_draw_keeps_a_drawn_special_card_too_and_answers_with_any() {
    let scene = Scene::new("R5", &["G7 G8", "B1 B2 B3 B4"]).pile("RS B7");
    assert_eq!(scene.ask("eager-draw", Decision::Drawn), Action::No);
    assert_ne!(scene.ask("eager-draw:own=2", Decision::Drawn), Action::No);
    let hit = Scene::new("R5", &["R+2 R7 R8", "G+2 G7 G8 G9"]).rule("responses.draw_two=deflect");
    assert_ne!(hit.plays("R+2").ask("eager-draw:other=0", Decision::Answer), Action::No);
}

/// It holds as much blue as green. The other seat has drawn and not followed green.
#[test]
fn counter_names_the_colour_that_the_next_player_lacks() {
    let scene = Scene::new("R5", &["W W B9 B6 G7 G8", "Y1 Y2"]).pile("Y3 Y4 Y6");
    let names = |scene: Scene| scene.plays("W").ask("counter", Decision::Colour);
    assert_eq!(names(scene.clone()), Action::Colour(Colour::Blue));
    assert_eq!(names(scene.names("W", Colour::Green)), Action::Colour(Colour::Green));
}

/// Many unseen cards hardly lack a colour, so with suspicion 100 a bluff is likely, with
/// suspicion 1 hardly.
#[test]
fn a_likely_bluff_is_challenged() {
    let scene =
        Scene::new("R5", &["W+4 R2 R3 R4 R6 R7 R8 R9", "G1 G2 G3"]).names("W+4", Colour::Blue);
    for strategy in ["bluffer", "punisher"] {
        let challenges =
            |percent| scene.ask(&format!("{strategy}:suspicion={percent}"), Decision::Challenge);
        assert_eq!([0, 100].map(challenges), [Action::No, Action::Yes], "{strategy}");
    }
    assert_eq!(scene.ask("punisher:suspicion=1", Decision::Challenge), Action::No);
}

#[test]
fn punisher_exchanges_with_who_is_nearly_out_and_gives_what_does_not_fit() {
    let scene = |mine, theirs| {
        Scene::new("R1", &[mine, "G1 G2 G3", theirs]).rule("hands.five_exchanges=true").plays("R5")
    };
    let whom = |mine, theirs| scene(mine, theirs).ask("punisher", Decision::Exchange);
    assert_eq!(whom("R5 R9 Y3 Y4 W G7", "G4"), Action::Seat(Seat::new(2)));
    assert_eq!(whom("R5 R9 Y3 Y4 W G7", "G4 G5 G6"), Action::No, "nobody is nearly out");
    assert_eq!(whom("R5 R9 G8", "G4 G5"), Action::No, "it holds no more itself");
    let exchange = scene("R5 R9 Y3 Y4 W G7", "G4").then(Action::Seat(Seat::new(2)));
    let gives = exchange.ask("punisher", Decision::Give);
    assert_eq!(gives, Action::Card(card("G7")), "neither red nor a wild, and of the rarest colour");
}

#[test]
fn switcher_sheds_points_when_the_match_is_nearly_lost() {
    let scene = Scene::new("R5", &["R9 R8 R1 W G7", "G1 G2 G3", "Y1 Y2 Y3"]);
    assert_eq!(scene.clone().totals(&[0, 450]).play("switcher"), "W");
    let ahead = scene.totals(&[450, 0]);
    assert_eq!(ahead.play("switcher"), "R9", "it is the one that is about to win");
    assert_eq!(ahead.rule("scoring.method=own_points").play("switcher"), "W", "or to lose");
}

#[test]
fn quiet_does_not_call_where_few_could_notice_and_plays_like_counter() {
    let three = Scene::new("R5", &["R1 G2", "G3 G4", "Y1 Y2"]).plays("R1");
    assert_eq!(three.ask("quiet", Decision::Uno), Action::No);
    assert_eq!(three.ask("quiet:others=2", Decision::Uno), Action::No);
    assert_eq!(three.ask("quiet:others=1", Decision::Uno), Action::Yes);
    assert_eq!(three.ask("counter", Decision::Uno), Action::Yes);
    let played = |name: &str| {
        let rules = RuleSet::load("everything").expect("a shipped rule set");
        let specs = [strategy(name), strategy("most-colour")].map(|spec| spec.expect("a strategy"));
        let table = TableSetup::new(&rules, 3, &specs, false, 1).table();
        let mut outcomes = Vec::new();
        let seating = [0, 1, 1, 0, 0, 0, 0, 0, 0, 0];
        (0..300).for_each(|block| table.play_block(block, &[seating], &mut outcomes));
        outcomes
    };
    assert_eq!(played("quiet:others=0"), played("counter"));
    assert_ne!(played("quiet"), played("counter"));
}

/// Two of three playable cards are red 3s; it must be met in two of three draws, within four
/// standard deviations of 3000 of them.
#[test]
fn each_copy_has_the_same_chance_for_rlcard() {
    Scene::new("R5", &["R3 R3 R9 G7", "B1 B2"]).look(|view| {
        let mut agent = RlcardV1::new(&ParameterValues::new(&[0]));
        FastStrategy::begin(&mut agent, Some(&Rng::from_key(7)));
        let options = view.options();
        let (legal, playable) = (options.kinds, options.playable);
        let choice = CardChoice { legal, playable, may_decline: true };
        let threes = (0..3000).filter(|_| agent.play(view, choice) == Some(card("R3"))).count();
        assert!((1897..=2103).contains(&threes), "{threes}");
    });
}

/// RLCard's agent thinks of a colour where it lays a wild draw four alone.
#[test]
fn colours_are_named_at_random_only_if_that_is_wanted() {
    let random = Scene::new("R5", &["B8 B9 G7 W", "B1 B2"]).plays("W");
    assert_eq!(named(&random, "random").len(), 4);
    assert_eq!(named(&random, "random:names=most"), [Colour::Blue]);
    for (wild, strategy, colours) in [
        ("W", "rlcard-v1", 1),
        ("W", "rlcard-v1:names=any", 4),
        ("W+4", "rlcard-v1", 1),
        ("W+4", "rlcard-v1:names=any", 1),
    ] {
        let scene = Scene::new("R5", &["B8 B9 G7 W W+4", "B1 B2"]).plays(wild);
        assert_eq!(named(&scene, strategy).len(), colours, "{wild}, {strategy}");
    }
    let plain = Scene::new("R5", &["B8 B9 G7", "B1 B2"]).pile("W+4 B3 B4");
    let plain = plain.rule("play.drawn_wild4=plain").plays("W+4");
    assert_eq!(named(&plain, "rlcard-v1:names=any").len(), 4, "it acts as a wild");
}
