//! `[people]`: what players of flesh do, as far as it is built.

use super::scene::scene;

/// people.forgets_uno | – | Who wants to call may forget, per occasion.
#[test]
fn people_forgets_uno() {
    for (falls, told) in [("yes", "0 plays R1; 0 is silent"), ("no", "0 plays R1; 0 calls")] {
        let mut table = scene(&["people.forgets_uno=0.5"], "R1 B2 | R3 R4", "R5 Y1").coins(&format!("forgets_uno 0 {falls}")).start();
        table.act("0:R1 0:uno").told(told);
    }
}

/// people.forgets_uno | – | Who wants to be silent has nothing to forget.
#[test]
fn people_forgets_uno_only_who_wants_to_call() {
    scene(&["people.forgets_uno=0.5", "people.remembers_uno=1"], "R1 B2 | R3 R4", "R5 Y1")
        .start()
        .act("0:R1 0:silent")
        .told("0 plays R1; 0 is silent");
}

/// people.remembers_uno | D | Having forgotten, a player may call late.
#[test]
fn people_remembers_uno() {
    let mut table =
        scene(&["people.forgets_uno=1", "people.remembers_uno=0.5"], "R1 B2 | R3 R4", "R5 Y1").coins("remembers_uno 0 yes").start();
    table.act("0:R1 0:uno").told("0 plays R1; 0 is silent; 0 calls");
}

/// people.remembers_uno | D | Who calls late races the catchers; who is first decides whether the penalty is drawn.
#[test]
fn people_remembers_uno_races_the_catchers() {
    let rules = ["people.forgets_uno=1", "people.remembers_uno=1", "people.catches_uno=1"];
    for (winner, told) in [(0, "0 caught by 1; 0 draws Y1 Y2 (uno 2)"), (1, "0 caught by 2; 0 draws Y1 Y2 (uno 2)"), (2, "0 calls")] {
        let mut table = scene(&rules, "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3").races(&[("1 2 0", winner)]).start();
        table.act("0:R1 0:uno").told(&format!("0 plays R1; 0 is silent; {told}"));
    }
}

/// people.catches_uno | all | Each opponent may notice a missing call, on each occasion, asked in the direction of play.
#[test]
fn people_catches_uno() {
    let mut table =
        scene(&["people.catches_uno=0.5"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3").coins("catches_uno 1 no, catches_uno 2 yes").start();
    table.act("0:R1 0:silent").told("0 plays R1; 0 is silent; 0 caught by 2; 0 draws Y1 Y2 (uno 2)");
    let mut table =
        scene(&["people.catches_uno=0.5"], "RR B2 B3 | R3 R4 | R1 R7", "R5 Y1 Y2 Y3").coins("catches_uno 1 no, catches_uno 0 no").start();
    table.act("0:RR 2:R1 2:silent").told("0 plays RR; 2 plays R1; 2 is silent");
}

/// people.catches_uno | – | A partner catches too.
#[test]
fn people_catches_uno_partner() {
    let rules = ["scoring.partners=true", "people.seat.2.catches_uno=1"];
    let mut table = scene(&rules, "R1 B2 | R3 R4 | R6 R7 | R8 R9", "R5 Y1 Y2 Y3").start();
    table.act("0:R1 0:silent").told("0 plays R1; 0 is silent; 0 caught by 2; 0 draws Y1 Y2 (uno 2)");
}

/// people.calls_falsely | A, B, C, D | A player may call without cause at the beginning of the own turn, unless something is pending.
#[test]
fn people_calls_falsely() {
    let mut table = scene(&["people.seat.1.calls_falsely=1"], "R1 R2 B2 | R3 R4 B3 | R6 R7", "R5 Y1 Y2 Y3").start();
    table.asks("0 play R1 R2 draw").act("0:R1").told("0 plays R1; 1 calls falsely").asks("1 play R3 R4 draw");
    let mut table = scene(&["people.seat.1.calls_falsely=1"], "RS R2 B2 | R3 R4 B3 | R6 R7", "R5 Y1 Y2 Y3").start();
    table.act("0:RS").told("0 plays RS; 1 loses turn");
}

/// people.calls_falsely | – | After an upheld challenge there is no false call: the turn has begun already.
#[test]
fn people_calls_falsely_not_after_a_challenge() {
    let mut table = scene(&["people.seat.1.calls_falsely=1"], "W+4 R2 B2 | R3 R4 B3 | R6 R7", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=R 1:challenge").told("0 plays W+4 =R; 1 challenges 0 rightly; 0 draws Y1 Y2 Y3 Y4 (challenge 4)");
    table.asks("1 play R3 R4 draw");
}

/// people.reaction | – | Who has weight 0 never acts when another has a positive one; where all have 0, nobody acts.
#[test]
fn people_reaction() {
    let rules = ["people.catches_uno=1", "people.seat.1.reaction=0"];
    let mut table = scene(&rules, "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3").start();
    table.act("0:R1 0:silent").told("0 plays R1; 0 is silent; 0 caught by 2; 0 draws Y1 Y2 (uno 2)");
    let mut table = scene(&["people.catches_uno=1", "people.reaction=0"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1").start();
    table.act("0:R1 0:silent").told("0 plays R1; 0 is silent");
}
