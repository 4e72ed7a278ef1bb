//! `[uno]`: the call at the last card but one.

use super::scene::scene;

/// uno.call = true | all | Whoever plays the last card but one has to call.
#[test]
fn uno_call_true() {
    let mut table = scene(&[], "R1 B2 | R3 R4", "R5 Y1").start();
    table
        .act("0:R1")
        .asks("0 uno uno silent")
        .act("0:uno")
        .told("0 plays R1; 0 calls")
        .asks("1 play R3 R4 draw");
}

/// uno.call = true | all | Nobody calls with more cards left, nor with none.
#[test]
fn uno_call_true_only_with_one_card_left() {
    scene(&[], "R1 R2 B2 | R3 R4", "R5 Y1")
        .start()
        .act("0:R1")
        .told("0 plays R1")
        .asks("1 play R3 R4 draw");
    scene(&[], "R1 | R3 R4", "R5 Y1").start().act("0:R1").told("0 plays R1; 0 out 1").won_by(0);
}

/// uno.call = false | house rule | Nobody has to call, and nobody is caught.
#[test]
fn uno_call_false() {
    let mut table =
        scene(&["uno.call=false", "people.catches_uno=1"], "R1 B2 | R3 R4", "R5 Y1").start();
    table.act("0:R1").told("0 plays R1").asks("1 play R3 R4 draw");
}

/// uno.penalty | all, A3 | Whoever did not call and is caught draws that many, before the next
/// player begins.
#[test]
fn uno_penalty() {
    for (penalty, drawn) in [(2, "Y1 Y2"), (4, "Y1 Y2 Y3 Y4")] {
        let rules = [&*format!("uno.penalty={penalty}"), "people.seat.1.catches_uno=1"];
        let mut table = scene(&rules, "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3 Y4 Y5").start();
        table.act("0:R1 0:silent").told(&format!(
            "0 plays R1; 0 is silent; 0 caught by 1; 0 draws {drawn} (uno {penalty})"
        ));
        table.asks("1 play R3 R4 draw");
    }
}

/// uno.penalty | all | A penalty of 0 is no event.
#[test]
fn uno_penalty_of_nothing() {
    let mut table =
        scene(&["uno.penalty=0", "people.seat.1.catches_uno=1"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1")
            .start();
    table
        .act("0:R1 0:silent")
        .told("0 plays R1; 0 is silent; 0 caught by 1")
        .asks("1 play R3 R4 draw");
}

/// uno.penalty | all | A missing call that nobody notices costs nothing.
#[test]
fn uno_penalty_needs_somebody_to_notice() {
    scene(&[], "R1 B2 | R3 R4", "R5 Y1")
        .start()
        .act("0:R1 0:silent")
        .told("0 plays R1; 0 is silent")
        .asks("1 play R3 R4 draw");
}

/// uno.penalty | all | It is drawn before the card acts.
#[test]
fn uno_penalty_before_the_action() {
    let mut table =
        scene(&["people.seat.1.catches_uno=1"], "R+2 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3 Y4 Y5")
            .start();
    table.act("0:R+2 0:silent").told(
        "0 plays R+2; 0 is silent; 0 caught by 1; 0 draws Y1 Y2 (uno 2); 1 draws Y3 Y4 \
            (penalty 2); 1 loses turn",
    );
}

/// uno.false_call_penalty | A, B, C, D | Whoever calls without cause draws that many, and then
/// moves.
#[test]
fn uno_false_call_penalty() {
    let mut table = scene(
        &["uno.false_call_penalty=2", "people.seat.0.calls_falsely=1"],
        "R1 R2 R3 | R3 R4",
        "R5 Y1 Y2 Y3",
    )
    .start();
    table.told("0 calls falsely; 0 draws Y1 Y2 (falsecall 2)").asks("0 play R1 R2 R3 draw");
    let mut table =
        scene(&["people.seat.0.calls_falsely=1"], "R1 R2 R3 | R3 R4", "R5 Y1 Y2 Y3").start();
    table.told("0 calls falsely").asks("0 play R1 R2 R3 draw");
}

/// uno.slam = false | all | A call is a call.
#[test]
fn uno_slam_false() {
    scene(&[], "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2")
        .start()
        .act("0:R1 0:uno")
        .told("0 plays R1; 0 calls");
}

/// uno.slam = true | A, C | At a call all others in play lay a hand on the pile; the last one draws
/// 2.
#[test]
fn uno_slam_true() {
    for (first, last) in [(0, 2), (1, 1)] {
        let mut table = scene(&["uno.slam=true"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2")
            .races(&[("1 2", first)])
            .start();
        table
            .act("0:R1 0:uno")
            .told(&format!("0 plays R1; 0 calls; {last} draws Y1 Y2 (slam 2)"))
            .used_up();
    }
    let races = [("1 2 3", 2), ("1 2", 0)];
    let mut table = scene(&["uno.slam=true"], "R1 B2 | R3 R4 | R6 R7 | R8 R9", "R5 Y1 Y2")
        .races(&races)
        .start();
    table.act("0:R1 0:uno").told("0 plays R1; 0 calls; 2 draws Y1 Y2 (slam 2)").used_up();
}

/// uno.slam = true | A, C | With one other it is that one who draws.
#[test]
fn uno_slam_true_with_one_other() {
    scene(&["uno.slam=true"], "R1 B2 | R3 R4", "R5 Y1 Y2")
        .start()
        .act("0:R1 0:uno")
        .told("0 plays R1; 0 calls; 1 draws Y1 Y2 (slam 2)");
}

/// uno.slam = true | – | Whoever has weight 0 is last; where all left have 0, nobody is.
#[test]
fn uno_slam_true_with_weight_0() {
    let mut table =
        scene(&["uno.slam=true", "people.seat.1.reaction=0"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2")
            .start();
    table.act("0:R1 0:uno").told("0 plays R1; 0 calls; 1 draws Y1 Y2 (slam 2)");
    scene(&["uno.slam=true", "people.reaction=0"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1")
        .start()
        .act("0:R1 0:uno")
        .told("0 plays R1; 0 calls");
}

/// uno.slam = true | – | At a late call too; not at a missing one, nor at a false one.
#[test]
fn uno_slam_true_at_which_call() {
    let late = ["uno.slam=true", "people.forgets_uno=1", "people.remembers_uno=1"];
    let mut table = scene(&late, "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2").races(&[("1 2", 0)]).start();
    table.act("0:R1 0:uno").told("0 plays R1; 0 is silent; 0 calls; 2 draws Y1 Y2 (slam 2)");
    scene(&["uno.slam=true"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1")
        .start()
        .act("0:R1 0:silent")
        .told("0 plays R1; 0 is silent");
    scene(&["uno.slam=true", "people.seat.0.calls_falsely=1"], "R1 B2 B3 | R3 R4 | R6 R7", "R5 Y1")
        .start()
        .told("0 calls falsely");
}
