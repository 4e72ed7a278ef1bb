use crate::scene::*;
use unobench_core::cards::Symbol;
use unobench_core::strategy::tactics::{bad_trades, rarest};
use unobench_strategies::punisher::{self, Punisher};

const TRADES: &str = "hands.seven_swaps=true hands.zero_rotates=true";

#[test]
fn a_short_hand_is_not_traded_for_a_long_one() {
    let scene = |mine, next| Scene::new("R5", &[mine, next, "Y1 Y2 Y3 Y4"]).rule(TRADES);
    assert_eq!(scene("R7 R2 G3", "G1 G2 G3 G4").play("most-colour"), "R2");
    assert_eq!(scene("R7 R2 G3", "G1").play("most-colour"), "R7", "there is a shorter hand");
    let rotated = scene("R0 B7 G7", "G1 G2 G3 G4").play("most-colour");
    assert_eq!(rotated, "-", "the hand before it is longer");
    let forced = scene("R7 R0 G3", "G1 G2 G3 G4").rule("play.voluntary_draw=false");
    assert_eq!(forced.play("most-colour"), "R7", "it may not decline");
}

/// Who answers the last card of the only other player has nobody to trade with.
#[test]
fn nothing_is_a_bad_trade_where_nobody_else_is_left() {
    let scene = Scene::new("R5", &["R+2", "B+2 R7 R0 G7"])
        .rule(TRADES)
        .rule("responses.draw_two=stack")
        .plays("R+2");
    scene.look(|view| {
        assert_eq!((view.decision(), view.seat()), (Decision::Answer, Seat::new(1)));
        assert_eq!(view.in_play().len(), 1);
        assert_eq!(bad_trades(view), KindSet::EMPTY);
    });
    assert_eq!(scene.ask("most-colour", Decision::Answer), Action::Card(card("B+2")));
}

#[test]
fn a_swap_is_with_an_opponent_unless_that_would_give_away_a_short_hand() {
    let scene = |mine, opponent| {
        Scene::new("R5", &[mine, "Y1 Y2 Y3 Y4", "B1", opponent])
            .rule("hands.seven_swaps=true scoring.partners=true")
            .plays("R7")
    };
    let whom = |mine, opponent| scene(mine, opponent).ask("most-colour", Decision::Swap);
    assert_eq!(whom("R7 R2 R3 G3", "G1 G2"), Action::Seat(Seat::new(3)));
    assert_eq!(whom("R7 R2 G3", "G1 G2 G3"), Action::Seat(Seat::new(2)), "the partner");
}

#[test]
fn unseen_cards_of_a_colour_are_those_of_its_kinds() {
    Scene::new("R5", &["W G7 G8 G8 B9 R1 R2", "G1 G2"]).plays("R1").look(|view| {
        let count = |colour: Colour| {
            let unseen = |&symbol| view.unseen(Kind::coloured(colour, symbol));
            Symbol::ALL[..Symbol::COLOURED].iter().map(unseen).sum::<u32>()
        };
        assert_eq!(view.unseen_by_colour(), Colour::ALL.map(count));
    });
}

#[test]
fn a_wild_is_given_away_last() {
    Scene::new("R5", &["W G7 G8 B9 R1 R2", "G1 G2"]).look(|view| {
        assert_eq!(rarest(view, view.kinds()), card("B9"));
        let mut punisher = Punisher::new(&StrategySpec::new(&punisher::ENTRY).settings());
        assert_eq!(punisher.give(view, view.kinds()), card("B9"), "it does not fit, too");
    });
}
