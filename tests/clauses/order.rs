//! § 3: the order of things, and what a turn is.

use super::scene::scene;

/// turn | – | A turn is one act of a player to move: a play, or a draw with what follows it.
#[test]
fn order_turns_counted() {
    let mut table = scene(&[], "R1 R2 B3 | R3 R4 B5", "R5 R7 R8 Y1").start();
    table.turns(0).act("0:R1").turns(1).act("1:draw 1:keep").turns(2).act("0:draw 0:R8").turns(3);
}

/// turn | – | A turn lost to a skip or a penalty is not counted, nor is a challenge.
#[test]
fn order_turns_not_counted() {
    scene(&[], "RS R2 R3 | R3 R4 | B1 R6", "R5 Y1").start().act("0:RS").turns(1);
    scene(&[], "R+2 R2 R3 | R3 R4 | B1 R6", "R+2 Y1 Y2 Y3 Y4").start().turns(0).asks("1 play R3 R4 draw");
    let mut table = scene(&[], "W+4 R2 R3 | R3 R4 | B1 R6", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=R 1:challenge").turns(1);
}

/// order | – | A played card leaves the hand, its colour is named, the call is made and punished; only then it acts.
#[test]
fn order_of_a_play() {
    let mut table = scene(&["people.seat.2.catches_uno=1"], "W+4 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7").start();
    table.act("0:W+4 0:=R 0:silent 1:accept");
    table.told("0 plays W+4 =R; 0 is silent; 0 caught by 2; 0 draws Y1 Y2 (uno 2); 1 draws Y3 Y4 Y5 Y6 (penalty 4); 1 loses turn");
}

/// order | – | A call that is punished does not make a bluff of an honest wild draw four.
#[test]
fn order_honesty_is_settled_when_the_card_is_laid() {
    let mut table = scene(&["people.seat.2.catches_uno=1"], "W+4 B2 | R3 R4 | R6 R7", "R5 R1 R2 Y3 Y4 Y5 Y6 Y7 Y8").start();
    table.act("0:W+4 0:=R 0:silent 1:challenge");
    assert!(table.tells("1 challenges 0 wrongly"));
}

/// order | – | The colour of a last wild is named too, and nobody has to call.
#[test]
fn order_last_wild_names_its_colour() {
    scene(&[], "W | R3 R4", "R5 Y1").start().act("0:W 0:=B").told("0 plays W =B; 0 out 1").won_by(0);
}

/// order | – | A pending skip of the last card is dropped: the round is over.
#[test]
fn order_last_skip() {
    scene(&[], "RS | R3 R4", "R5 Y1").start().act("0:RS").told("0 plays RS; 0 out 1").won_by(0).turns(1);
}

/// order | – | After the last card no turn begins: there is no stall check and no false call.
#[test]
fn order_no_turn_while_settling() {
    let mut table = scene(&["people.seat.1.calls_falsely=1"], "R+2 | R3 R4", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn").won_by(0);
}

/// order | – | Going out on the very last turn wins.
#[test]
fn order_last_turn_wins() {
    // 99 turns pass with drawing one and the same card and playing it, then seat 1 goes out on the hundredth.
    let mut table = scene(&["play.turn_limit=100", "play.drawn_card=keep"], "B1 B2 B3 | R9 R8", "R5").start();
    while table.round.turns() < 97 {
        match table.asked().as_str() {
            "1 play R8 R9 draw" => table.act("1:draw"),
            other => panic!("{other}"),
        };
    }
    table.act("1:R8 1:uno").turns(99).asks("1 play R9 draw").act("1:R9").turns(100).won_by(1);
}

/// order | – | A stall ends the round before anything else of the turn happens.
#[test]
fn order_stall_comes_first() {
    let mut table = scene(&["play.turn_limit=100", "people.seat.0.calls_falsely=1"], "B1 B2 B3 | Y9 Y8", "R5").start();
    table.turns(100);
    assert_eq!(table.asked(), "Stalled");
}
