//! `[uno]`: the call at the last card but one.

use super::scene::scene;

/// uno.call = true | all | Who plays the last card but one has to call.
#[test]
fn uno_call_true() {
    let mut table = scene(&[], "R1 B2 | R3 R4", "R5 Y1").start();
    table.act("0:R1").asks("0 uno uno silent").act("0:uno").told("0 plays R1; 0 calls").asks("1 play R3 R4 draw");
}

/// uno.call = true | all | Nobody calls with more cards left, nor with none.
#[test]
fn uno_call_true_only_with_one_card_left() {
    scene(&[], "R1 R2 B2 | R3 R4", "R5 Y1").start().act("0:R1").told("0 plays R1").asks("1 play R3 R4 draw");
    scene(&[], "R1 | R3 R4", "R5 Y1").start().act("0:R1").told("0 plays R1; 0 out 1").won_by(0);
}

/// uno.call = false | house rule | Nobody has to call, and nobody is caught.
#[test]
fn uno_call_false() {
    let mut table = scene(&["uno.call=false", "people.catches_uno=1"], "R1 B2 | R3 R4", "R5 Y1").start();
    table.act("0:R1").told("0 plays R1").asks("1 play R3 R4 draw");
}

/// uno.penalty | all, A3 | Who did not call and is caught draws that many, before the next player begins.
#[test]
fn uno_penalty() {
    for (penalty, drawn) in [(2, "Y1 Y2"), (4, "Y1 Y2 Y3 Y4")] {
        let rules = [&*format!("uno.penalty={penalty}"), "people.seat.1.catches_uno=1"];
        let mut table = scene(&rules, "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3 Y4 Y5").start();
        table.act("0:R1 0:silent").told(&format!("0 plays R1; 0 is silent; 0 caught by 1; 0 draws {drawn} (uno {penalty})"));
        table.asks("1 play R3 R4 draw");
    }
}

/// uno.penalty | all | A penalty of 0 is no event.
#[test]
fn uno_penalty_of_nothing() {
    let mut table = scene(&["uno.penalty=0", "people.seat.1.catches_uno=1"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1").start();
    table.act("0:R1 0:silent").told("0 plays R1; 0 is silent; 0 caught by 1").asks("1 play R3 R4 draw");
}

/// uno.penalty | all | A missing call that nobody notices costs nothing.
#[test]
fn uno_penalty_needs_somebody_to_notice() {
    scene(&[], "R1 B2 | R3 R4", "R5 Y1").start().act("0:R1 0:silent").told("0 plays R1; 0 is silent").asks("1 play R3 R4 draw");
}

/// uno.penalty | all | It is drawn before the card acts.
#[test]
fn uno_penalty_before_the_action() {
    let mut table = scene(&["people.seat.1.catches_uno=1"], "R+2 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3 Y4 Y5").start();
    table
        .act("0:R+2 0:silent")
        .told("0 plays R+2; 0 is silent; 0 caught by 1; 0 draws Y1 Y2 (uno 2); 1 draws Y3 Y4 (penalty 2); 1 loses turn");
}

/// uno.false_call_penalty | A, B, C, D | Who calls without cause draws that many, and then moves.
#[test]
fn uno_false_call_penalty() {
    let mut table = scene(&["uno.false_call_penalty=2", "people.seat.0.calls_falsely=1"], "R1 R2 R3 | R3 R4", "R5 Y1 Y2 Y3").start();
    table.told("0 calls falsely; 0 draws Y1 Y2 (falsecall 2)").asks("0 play R1 R2 R3 draw");
    let mut table = scene(&["people.seat.0.calls_falsely=1"], "R1 R2 R3 | R3 R4", "R5 Y1 Y2 Y3").start();
    table.told("0 calls falsely").asks("0 play R1 R2 R3 draw");
}
