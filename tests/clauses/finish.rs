//! `[finish]`: when a round is over, and what the last card does.

use super::scene::scene;

const LAST: &str = "finish.when=last_standing";
const BRING: &str = "finish.when=bring_in";
const NO_CALL: &str = "uno.call=false";

/// finish.when = first_out | all | The round is over when somebody is out.
#[test]
fn finish_when_first_out() {
    scene(&[], "R1 | R3 B1 | Y1 Y2", "R6 Y1")
        .start()
        .act("0:R1")
        .told("0 plays R1; 0 out 1")
        .won_by(0)
        .places(&[0]);
}

/// finish.when = last_standing | A, C | Play goes on among the others, the order of going out is
/// the ranking; whoever was out first wins.
#[test]
fn finish_when_last_standing() {
    let mut table = scene(&[LAST, NO_CALL], "R1 | R3 R7 | R4 R9 Y2 | R8 B5 B6", "R6 Y1 Y2").start();
    table
        .act("0:R1")
        .told("0 plays R1; 0 out 1")
        .act("1:R3 2:R4 3:R8")
        .told("1 plays R3; 2 plays R4; 3 plays R8");
    table.asks("1 play R7 draw");
}

/// finish.when = last_standing | A, C | The round is over when one is left.
#[test]
fn finish_when_last_standing_one_is_left() {
    let mut table = scene(&[LAST, NO_CALL], "R1 B9 | R3 | R4 R9 Y2", "R6 Y1 Y2").start();
    table
        .act("0:R1 1:R3")
        .told("0 plays R1; 1 plays R3; 1 out 1")
        .act("2:R9")
        .asks("0 play B9 draw")
        .act("0:B9");
    table.told("2 plays R9; 0 plays B9; 0 out 2").won_by(1).places(&[1, 0]);
}

/// finish.when = last_standing | A, C | Whoever is out is neither skipped nor hit, and neither
/// advises nor speaks.
#[test]
fn finish_when_last_standing_passes_over_who_is_out() {
    let mut table =
        scene(&[LAST, NO_CALL], "R1 | R3 R7 R8 | RS R9 Y2 | R4 R5 B6", "R6 Y1 Y2").start();
    table
        .act("0:R1 1:R3 2:RS")
        .told("0 plays R1; 0 out 1; 1 plays R3; 2 plays RS; 3 loses turn")
        .asks("1 play R7 R8 draw");
    let rules = [LAST, NO_CALL, "people.seat.0.advises=1", "people.seat.2.advises=1"];
    let mut table = scene(&rules, "R1 | R3 R7 R8 | R4 R9 Y2 | R2 R5 B6", "R6 Y1 Y2 Y3 Y4 Y5")
        .picks(&[("advises", "1 2 3", 3), ("advises", "2 3", 3)])
        .start();
    table.act("0:R1").told("0 plays R1; 0 out 1").used_up();
}

/// finish.when = last_standing | D | With two seats in play a reverse skips as with two seats.
#[test]
fn finish_when_last_standing_with_two_left() {
    let mut table = scene(&[LAST, NO_CALL], "R1 | RR R7 R8 | R4 R9 Y2", "R6 Y1 Y2").start();
    table
        .act("0:R1 1:RR")
        .told("0 plays R1; 0 out 1; 1 plays RR; 2 loses turn")
        .asks("1 play R7 R8 draw");
    let mut table = scene(
        &[LAST, NO_CALL, "play.two_player_reverse=reverse"],
        "R1 | RR R7 R8 | R4 R9 Y2",
        "R6 Y1 Y2",
    )
    .start();
    table.act("0:R1 1:RR").told("0 plays R1; 0 out 1; 1 plays RR").asks("2 play R4 R9 draw");
}

/// finish.when = bring_in | D | Whoever goes out wins only if their hand is still empty when their
/// turn comes round again.
#[test]
fn finish_when_bring_in() {
    let mut table = scene(&[BRING], "R1 | R3 Y1 Y2 | R4 Y2 Y3", "R6 Y1").start();
    table
        .act("0:R1")
        .told("0 plays R1")
        .asks("1 play Y1 R3 draw")
        .act("1:R3 2:R4")
        .told("1 plays R3; 2 plays R4; 0 out 1")
        .won_by(0);
    table.turns(3);
}

/// finish.when = bring_in | D | A draw can bring the player back.
#[test]
fn finish_when_bring_in_and_a_draw() {
    let mut table = scene(&[BRING], "R1 | R3 B1 B2 | R+2 Y2 Y3", "R6 R8 Y1").start();
    table
        .act("0:R1 1:R3 2:R+2")
        .told("0 plays R1; 1 plays R3; 2 plays R+2; 0 draws R8 Y1 (penalty 2); 0 loses turn…")
        .holds(0, "R8 Y1");
    let mut table =
        scene(&[BRING, "deck.downpour_one=1"], "R1 | R3 B1 B2 | D1 Y2 Y3", "R6 R8 Y1").start();
    table.act("0:R1 1:R3 2:D1 2:=R").asks("0 play R8 draw");
}

/// finish.when = bring_in | D | So can a 0 or a swap; whoever is then without cards wins by coming
/// to move.
#[test]
fn finish_when_bring_in_and_a_swap() {
    let rules = [BRING, NO_CALL, "hands.seven_swaps=true", "hands.zero_rotates=true"];
    let mut table = scene(&rules, "R1 | R3 R9 B2 | R7 R2 Y3", "R6 R8 Y1").start();
    table.act("0:R1 1:R3 2:R7").asks("2 swap >0 >1").act("2:>0").holds(0, "R2 Y3").holds(2, "");
    table
        .told("0 plays R1; 1 plays R3; 2 plays R7; 2 swaps with 0")
        .asks("0 play R2 draw")
        .act("0:R2 1:R9");
    table.told("0 plays R2; 1 plays R9; 2 out 1").won_by(2);
    let mut table = scene(&rules, "R1 | R0 B1 R2 | B3 B7 Y3", "R6 R8 Y1 Y4").start();
    table
        .act("0:R1 1:R0")
        .told("0 plays R1; 1 plays R0; hands rotate clockwise")
        .holds(0, "B3 B7 Y3")
        .holds(1, "")
        .holds(2, "B1 R2");
}

/// finish.when = bring_in | D | Being skipped does not count as that turn, nor does being hit by a
/// draw, though the launcher throws nothing.
#[test]
fn finish_when_bring_in_and_a_skip() {
    let mut table = scene(&[BRING, NO_CALL], "R1 | R3 R7 B1 B2 | RS R8 Y2 Y3", "R6 Y1").start();
    table
        .act("0:R1 1:R3 2:RS")
        .told("0 plays R1; 1 plays R3; 2 plays RS; 0 loses turn")
        .act("1:R7 2:R8");
    table.told("1 plays R7; 2 plays R8; 0 out 1").won_by(0);
    let rules = [BRING, NO_CALL, "hands.launcher=3"];
    let mut table =
        scene(&rules, "R1 | R3 R7 B1 B2 | R+2 R8 Y2 Y3", "R6 Y1").presses("0 0, 0 0").start();
    table
        .act("0:R1 1:R3 2:R+2")
        .told("0 plays R1; 1 plays R3; 2 plays R+2; 0 draws (penalty 0); 0 loses turn")
        .asks("1 play R7 draw");
}

/// finish.when = bring_in | – | Whoever wins by coming to move does so before the turn limit is
/// looked at.
#[test]
fn finish_when_bring_in_before_the_turn_limit() {
    let rules = [BRING, NO_CALL, "play.turn_limit=100", "play.drawn_card=keep"];
    let at_turn_98 = || {
        let mut table = scene(&rules, "R1 | R8 R9", "R5").start();
        (0..49).for_each(|_| {
            table.act("0:draw 1:draw");
        });
        table
    };
    at_turn_98().turns(98).act("0:R1 1:draw").turns(100).won_by(0);
    assert_eq!(at_turn_98().act("0:draw 1:draw").turns(100).asked(), "Stalled");
}

/// finish.refills | A, C | Whoever empties the hand takes that many new cards, next time one fewer,
/// until the last single card is gone.
#[test]
fn finish_refills() {
    let rules = ["finish.refills=6", NO_CALL, "play.turn_limit=1000"];
    let mut table = scene(&rules, "R1 | B3 R4", "R6 R1 R2 R3 R4 R5 R7").start();
    table
        .act("0:R1")
        .told("0 plays R1; 0 draws R1 R2 R3 R4 R5 R7 (refill 6)")
        .holds(0, "R1 R2 R3 R4 R5 R7");
    let mut table = scene(&["finish.refills=2", NO_CALL], "R1 | R3 B4", "R6 RS RS R9").start();
    table.act("0:R1").told("0 plays R1; 0 draws RS RS (refill 2)").act("1:R3 0:RS 0:RS");
    table.told(
        "1 plays R3; 0 plays RS; 1 loses turn; 0 plays RS; 0 draws R9 (refill 1); 1 loses turn",
    );
    table.act("0:R9").told("0 plays R9; 0 out 1").won_by(0);
}

/// finish.refills | A, C | Each player has a count of their own.
#[test]
fn finish_refills_of_each() {
    let mut table = scene(&["finish.refills=1", NO_CALL], "R1 | R3", "R6 R9 R8").start();
    table
        .act("0:R1 1:R3")
        .told("0 plays R1; 0 draws R9 (refill 1); 1 plays R3; 1 draws R8 (refill 1)")
        .act("0:R9");
    table.told("0 plays R9; 0 out 1").won_by(0);
}

/// finish.refills | – | A hand emptied by a swap is refilled too.
#[test]
fn finish_refills_after_a_swap() {
    let rules = ["finish.refills=3", "hands.seven_swaps=true", "hands.swap_on_last_card=applies"];
    let mut table = scene(&rules, "R7 | R3 B1 | Y1 Y2", "R6 Y3 Y4 Y5").start();
    table
        .act("0:R7 0:>2")
        .told("0 plays R7; 0 swaps with 2; 2 draws Y3 Y4 Y5 (refill 3)")
        .holds(0, "Y1 Y2")
        .holds(2, "Y3 Y4 Y5");
}

/// finish.refills | – | Where nothing can be drawn the player is out; where there are fewer cards,
/// those are drawn.
#[test]
fn finish_refills_from_empty_piles() {
    let mut table =
        scene(&["finish.refills=3", "deck.downpour_one=1"], "D1 | R3 B1 | Y1 Y2", "R6").start();
    table
        .act("0:D1 0:=R")
        .told("0 plays D1 =R; reshuffle R6; 1 draws R6 (downpour 1); 2 draws (downpour 1); 0 out 1")
        .won_by(0);
    let mut table = scene(&["finish.refills=3"], "R1 | R3 B1 | Y1 Y2", "R6 Y9").start();
    table.act("0:R1").told("0 plays R1; reshuffle R6; 0 draws Y9 R6 (refill 3)").holds(0, "Y9 R6");
}

/// finish | all | The last card acts: a draw two or wild draw four is drawn before the points are
/// counted, and may still be answered.
#[test]
fn finish_last_card_is_answered() {
    let stack = ["responses.draw_two=stack", "responses.wild_draw_four=stack"];
    let mut table = scene(&stack, "R+2 | B+2 B8 B9 | B1 B2", "R6 Y1 Y2 Y3 Y4").start();
    table.act("0:R+2").asks("1 answer B+2 take").act("1:B+2");
    table
        .told(
            "0 plays R+2; 0 out 1; 1 plays B+2 in answer; 2 draws Y1 Y2 Y3 Y4 (penalty 4); 2 \
        loses turn",
        )
        .won_by(0);
    assert_eq!(table.scores(), [17 + 13, 0, 0]);
    let mut table = scene(&stack, "W+4 | W+4 B8 B9 | B1 B2", "R6 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8").start();
    table
        .act("0:W+4 0:=R 1:W+4 1:=G")
        .asks("2 challenge challenge accept")
        .act("2:accept")
        .won_by(0);
    assert_eq!(table.scores(), [17 + 3 + 36, 0, 0]);
}

/// finish | D | With last_standing the last card of the last but one still hits the player who is
/// left; an answer lapses.
#[test]
fn finish_last_card_of_the_last_but_one() {
    let rules = [LAST, NO_CALL, "responses.draw_two=stack"];
    let mut table = scene(&rules, "R1 | R+2 | B1 B2 B3", "R6 Y1 Y2").start();
    table
        .act("0:R1 1:R+2")
        .told("0 plays R1; 0 out 1; 1 plays R+2; 1 out 2; 2 draws Y1 Y2 (penalty 2); 2 loses turn")
        .won_by(0);
    let mut table = scene(&rules, "R1 | R+2 | B+2 B2 B3", "R6 Y1 Y2").start();
    table
        .act("0:R1 1:R+2 2:B+2")
        .told("0 plays R1; 0 out 1; 1 plays R+2; 1 out 2; 2 plays B+2 in answer")
        .won_by(0);
}

/// finish | – | Whoever emptied the hand first is first, though an answer empties another.
#[test]
fn finish_first_is_first() {
    let mut table =
        scene(&["responses.draw_two=stack"], "R+2 | B+2 | B1 B2", "R6 Y1 Y2 Y3 Y4").start();
    table.act("0:R+2 1:B+2").told(
        "0 plays R+2; 0 out 1; 1 plays B+2 in answer; 2 draws Y1 Y2 Y3 \
        Y4 (penalty 4); 2 loses turn",
    );
    table.won_by(0);
}

/// finish | – | Two hands emptied at once: in the order in which they emptied.
#[test]
fn finish_two_hands_at_once() {
    let rules = ["jump_in.enabled=true"];
    scene(&rules, "R1 | B1 B2 | R1", "R6 Y1")
        .start()
        .act("0:R1 2:R1")
        .told("0 plays R1; 2 plays R1 jumping in; 0 out 1")
        .won_by(0);
    let mut table =
        scene(&["jump_in.enabled=true", LAST], "R1 | R4 B1 B2 | R1 | R9 B8 B9", "R6 Y1").start();
    table
        .act("0:R1 2:R1")
        .told("0 plays R1; 2 plays R1 jumping in; 0 out 1; 2 out 2")
        .asks("3 play R9 draw")
        .places(&[0, 2]);
}

/// finish | – | Hands emptied by a rotation empty in the order of play, from the seat that played
/// the card.
#[test]
fn finish_hands_emptied_by_a_rotation() {
    // Seats 0 and 3 have laid their last card, so two empty hands pass on, to seats 1 and 0; seat 0
    // had none before.
    let rules = [
        "jump_in.enabled=true",
        LAST,
        "hands.zero_rotates=true",
        "hands.swap_on_last_card=applies",
    ];
    let mut table = scene(&rules, "R0 | R4 B1 B2 | R9 Y8 | R0 | R8 B9", "R6 Y1").start();
    table
        .act("0:R0 3:R0")
        .told("0 plays R0; 3 plays R0 jumping in; hands rotate clockwise; 4 out 1; 1 out 2")
        .places(&[4, 1]);
    table.holds(0, "R8 B9").holds(2, "R4 B1 B2").holds(3, "R9 Y8");
}

/// finish | A2, A4 | Whoever goes out by a downpour is out after its draws.
#[test]
fn finish_with_a_downpour() {
    let mut table = scene(&["deck.downpour_one=1", LAST], "D1 | R4 B1 | R9 Y8", "R6 Y1 Y2").start();
    table
        .act("0:D1 0:=R")
        .told("0 plays D1 =R; 1 draws Y1 (downpour 1); 2 draws Y2 (downpour 1); 0 out 1")
        .asks("1 play R4 draw");
}
