//! `[responses]`: what the player hit by a skip, a draw two or a wild draw four may do.

use super::scene::scene;

/// responses.draw_two = none | all | A draw two is not answered: whoever is hit draws.
#[test]
fn responses_draw_two_none() {
    let mut table = scene(&[], "R+2 R1 R2 | B+2 G3 G4 | R3 R4 B9", "R5 Y1 Y2").start();
    table
        .act("0:R+2")
        .told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn")
        .asks("2 play R3 R4 draw");
}

/// responses.draw_two = deflect | A2, B, C | A draw two of any colour answers; it does not add up,
/// the last player hit draws two.
#[test]
fn responses_draw_two_deflect() {
    let mut table =
        scene(&["responses.draw_two=deflect"], "R+2 B1 R2 | B+2 G3 G4 | Y+2 R4 B9", "R5 Y1 Y2")
            .start();
    table
        .act("0:R+2")
        .asks("1 answer B+2 take")
        .act("1:B+2")
        .asks("2 answer Y+2 take")
        .act("2:take");
    table
        .told("0 plays R+2; 1 plays B+2 in answer; 2 draws Y1 Y2 (penalty 2); 2 loses turn")
        .asks("0 play B1 draw")
        .turns(2);
}

/// responses.draw_two = deflect | A2, B, C | Nobody has to answer.
#[test]
fn responses_draw_two_deflect_or_take() {
    let mut table =
        scene(&["responses.draw_two=deflect"], "R+2 B1 R2 | B+2 G3 G4 | R4 R6 B9", "R5 Y1 Y2")
            .start();
    table
        .act("0:R+2 1:take")
        .told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn")
        .asks("2 play R4 R6 draw")
        .turns(1);
}

/// responses.draw_two = stack | A, C, D | Draw twos add up; whoever does not answer draws them all.
/// One response card a turn.
#[test]
fn responses_draw_two_stack() {
    let mut table = scene(
        &["responses.draw_two=stack"],
        "R+2 Y1 R2 | B+2 G+2 G4 | Y+2 R4 B9 | Y1 Y2 Y9",
        "R5 G1 G2 G3 G6 G7 G8 G9",
    )
    .start();
    table.act("0:R+2 1:B+2").asks("2 answer Y+2 take").act("2:Y+2");
    table.told(
        "0 plays R+2; 1 plays B+2 in answer; 2 plays Y+2 in answer; 3 draws G1 G2 G3 G6 G7 \
        G8 (penalty 6); 3 loses turn",
    );
}

/// responses.draw_two | – | A turned-up draw two may be answered as by any player.
#[test]
fn responses_draw_two_of_the_start() {
    let mut table =
        scene(&["responses.draw_two=stack"], "B+2 B1 R2 | G3 G4 G6 | B9 B8 B7", "R+2 Y1 Y2 Y3 Y4")
            .start();
    table
        .asks("0 answer B+2 take")
        .act("0:B+2")
        .told("0 plays B+2 in answer; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn");
    let mut table =
        scene(&["responses.draw_two=stack"], "B+2 B1 R2 | R3 G4 G6 | B9 B8 B7", "R+2 Y1 Y2")
            .start();
    table.act("0:take").told("0 draws Y1 Y2 (start 2); 0 loses turn").asks("1 play R3 draw");
}

/// responses.draw_two | D | A draw one acts as a draw two does, with one card; each may answer the
/// other.
#[test]
fn responses_draw_two_and_draw_one() {
    let hands = "R+1 Y2 R2 | B+2 B+1 G4 | Y+1 R4 B9 | Y1 Y2 Y9";
    let mut table = scene(&["responses.draw_two=stack"], hands, "R5 G1 G2 G3 G6 G7").start();
    table
        .act("0:R+1")
        .asks("1 answer B+1 B+2 take")
        .act("1:B+2")
        .asks("2 answer Y+1 take")
        .act("2:Y+1");
    table.told(
        "0 plays R+1; 1 plays B+2 in answer; 2 plays Y+1 in answer; 3 draws G1 G2 G3 G6 \
        (penalty 4); 3 loses turn",
    );
    let mut table = scene(&["responses.draw_two=deflect"], hands, "R5 G1 G2 G3").start();
    table.act("0:R+1 1:B+2 2:Y+1");
    table.told(
        "0 plays R+1; 1 plays B+2 in answer; 2 plays Y+1 in answer; 3 draws G1 (penalty 1); \
        3 loses turn",
    );
}

/// responses.wild_draw_four = none | all | A wild draw four is challenged or drawn, but not
/// answered.
#[test]
fn responses_wild_draw_four_none() {
    let mut table = scene(
        &["responses.draw_two=stack"],
        "W+4 B1 B2 | W+4 G+2 R+2 G4 | G3 R4 B9",
        "R5 Y1 Y2 Y3 Y4",
    )
    .start();
    table.act("0:W+4 0:=G").asks("1 challenge challenge accept").act("1:accept");
    table.told("0 plays W+4 =G; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn");
}

/// responses.wild_draw_four = deflect | A2, B, C | A draw two of the newly named colour answers,
/// which then acts as a plain draw two.
#[test]
fn responses_wild_draw_four_deflect() {
    let deflect = ["responses.wild_draw_four=deflect"];
    let mut table =
        scene(&deflect, "W+4 G1 B2 | W+4 G+2 R+2 G4 | R3 G+2 B9", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=G").asks("1 answer G+2 take").act("1:G+2");
    table.told("0 plays W+4 =G; 1 plays G+2 in answer; 2 draws Y1 Y2 (penalty 2); 2 loses turn");
    let both = ["responses.wild_draw_four=deflect", "responses.draw_two=stack"];
    let mut table =
        scene(&both, "W+4 G1 B2 | W+4 G+2 R+2 G4 | R3 Y+2 B9", "W Y1 Y2 Y3 Y4 Y6").open();
    table.act("0:=R 0:W+4 0:=G 1:G+2").asks("2 answer Y+2 take").act("2:take");
    assert!(table.tells("2 draws Y1 Y2 (penalty 2)"), "the four are gone");
}

/// responses.wild_draw_four = stack | A, C, D | Another wild draw four answers, adding up; the last
/// one's player names the colour.
#[test]
fn responses_wild_draw_four_stack() {
    let stack = ["responses.wild_draw_four=stack", "responses.draw_two=stack"];
    let mut table =
        scene(&stack, "W+4 B1 Y2 | W+4 B+2 G4 | Y3 Y4 B9", "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9").start();
    table
        .act("0:W+4 0:=B")
        .asks("1 answer W+4 take")
        .act("1:W+4 1:=Y")
        .asks("2 challenge challenge accept")
        .act("2:accept");
    table
        .told(
            "0 plays W+4 =B; 1 plays W+4 in answer =Y; 2 draws Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 (penalty \
        8); 2 loses turn",
        )
        .shows("W+4=Y");
}

/// responses.wild_draw_four = stack | D | A wild draw four does not answer a draw two, nor a draw
/// two it.
#[test]
fn responses_wild_draw_four_stack_is_not_mixed() {
    let stack = ["responses.wild_draw_four=stack", "responses.draw_two=stack"];
    scene(&stack, "R+2 B1 B2 | W+4 R3 G4 | R4 Y4 B9", "R5 Y1 Y2")
        .start()
        .act("0:R+2")
        .asks("2 play R4 draw");
    scene(&stack, "W+4 B1 B2 | B+2 R3 G4 | R4 Y4 B9", "R5 Y1 Y2")
        .start()
        .act("0:W+4 0:=B")
        .asks("1 challenge challenge accept");
}

/// responses.wild_draw_four = stack_mixed | house rule | A draw two of the named colour adds too,
/// and a wild draw four may answer a draw two.
#[test]
fn responses_wild_draw_four_stack_mixed() {
    let mixed = ["responses.draw_two=stack", "responses.wild_draw_four=stack_mixed"];
    let hands = "R+2 G1 B2 | W+4 R3 Y4 | G+2 R+2 B9 | Y4 Y5 Y6";
    let mut table = scene(&mixed, hands, "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9").start();
    table
        .act("0:R+2")
        .asks("1 answer W+4 take")
        .act("1:W+4 1:=G")
        .asks("2 answer G+2 take")
        .act("2:G+2");
    table.told(
        "0 plays R+2; 1 plays W+4 in answer =G; 2 plays G+2 in answer; 3 draws Y1 Y2 Y3 Y4 \
        Y5 Y6 Y7 Y8 (penalty 8); 3 loses turn",
    );
}

/// responses.wild_draw_four | – | A wild draw four as an answer is honest or not by the colour that
/// stood before it; it is challenged for the whole stack.
#[test]
fn responses_wild_draw_four_challenged_for_the_stack() {
    let pile = "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 G1 G2";
    let stack = ["responses.wild_draw_four=stack"];
    // Seat 1 holds blue, the colour that stood: a bluff.
    let mut table = scene(&stack, "W+4 R1 B2 | W+4 B3 G4 | Y3 Y4 B9", pile).start();
    table
        .act("0:W+4 0:=B 1:W+4 1:=Y")
        .told("0 plays W+4 =B; 1 plays W+4 in answer =Y")
        .act("2:challenge");
    table
        .told("2 challenges 1 rightly; 1 draws Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 (challenge 8)")
        .asks("2 play Y3 Y4 draw");
    // It holds red, which the first wild draw four was played on, but no blue: honest.
    let mut table = scene(&stack, "W+4 R1 B2 | W+4 R3 G4 | Y3 Y4 B9", pile).start();
    table.act("0:W+4 0:=B 1:W+4 1:=Y 2:challenge");
    assert!(
        table.tells("2 challenges 1 wrongly")
            && table.tells("2 draws Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 G1 (challenge 10)")
    );
    assert!(table.tells("2 loses turn"));
    let mixed = ["responses.draw_two=stack", "responses.wild_draw_four=stack_mixed"];
    let mut table = scene(&mixed, "R+2 R1 B2 | W+4 R3 G4 | Y3 Y4 B9", pile).start();
    table.act("0:R+2 1:W+4 1:=Y 2:challenge");
    assert!(
        table.tells("1 draws Y1 Y2 Y3 Y4 Y5 Y6 (challenge 6)"),
        "the draw two's two are in the stack"
    );
}

/// responses.wild_draw_four | – | With `bluff = false` a dishonest wild draw four is no answer, and
/// there are no challenges.
#[test]
fn responses_wild_draw_four_without_bluffs() {
    let honest = ["responses.wild_draw_four=stack", "play.bluff=false"];
    let mut table = scene(&honest, "W+4 G1 B2 | W+4 B3 G4 | B4 Y4 B9", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=B").told("0 plays W+4 =B; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn");
    let mut table = scene(&honest, "W+4 G1 B2 | W+4 R3 G4 | B4 Y4 B9", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=B").asks("1 answer W+4 take");
}

/// responses | – | A player who answers does not challenge; one who does not answer may.
#[test]
fn responses_or_a_challenge() {
    let stack = ["responses.wild_draw_four=stack"];
    let mut table = scene(&stack, "W+4 R1 B2 | W+4 R3 G4 | Y3 Y4 B9", "R5 B1 B2 B3 B4").start();
    table
        .act("0:W+4 0:=B")
        .asks("1 answer W+4 take")
        .act("1:take")
        .asks("1 challenge challenge accept")
        .act("1:challenge");
    table
        .told("0 plays W+4 =B; 1 challenges 0 rightly; 0 draws B1 B2 B3 B4 (challenge 4)")
        .asks("1 play W+4 draw");
}

/// responses.skip = none | all | A skip is not answered.
#[test]
fn responses_skip_none() {
    scene(&[], "RS R1 R2 | RS G3 G4 | R3 R4 B9", "R5 Y1")
        .start()
        .act("0:RS")
        .told("0 plays RS; 1 loses turn")
        .asks("2 play R3 R4 draw");
}

/// responses.skip = identical | A2, B, C | The skipped player lays the same skip, colour and
/// picture; now the next one is skipped.
#[test]
fn responses_skip_identical() {
    let mut table =
        scene(&["responses.skip=identical"], "RS R1 R2 | RS BS G4 | BS R4 B9", "R5 Y1").start();
    table
        .act("0:RS")
        .asks("1 answer RS take")
        .act("1:RS")
        .told("0 plays RS; 1 plays RS in answer; 2 loses turn");
    table.asks("0 play R1 R2 draw").turns(2);
    let mut table =
        scene(&["responses.skip=identical"], "RS R1 R2 | RS BS G4 | BS R4 B9", "R5 Y1").start();
    table.act("0:RS 1:take").told("0 plays RS; 1 loses turn").asks("2 play R4 BS draw");
}

/// responses.skip = identical | – | A turned-up skip may be answered too.
#[test]
fn responses_skip_identical_of_the_start() {
    let mut table =
        scene(&["responses.skip=identical"], "RS R1 R2 | G3 BS G4 | BS R4 B9", "RS Y1").start();
    table
        .asks("0 answer RS take")
        .act("0:RS")
        .told("0 plays RS in answer; 1 loses turn")
        .asks("2 play R4 BS draw");
}

/// responses.reverse_returns = off | all | A reverse answers nothing.
#[test]
fn responses_reverse_returns_off() {
    let mut table = scene(&[], "R+2 R1 R2 | RR G3 G4 | R3 R4 B9", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
}

/// responses.reverse_returns = draw_two | D | A reverse of the draw two's colour turns direction
/// and sends the penalty back, and the player who laid it may answer in turn.
#[test]
fn responses_reverse_returns_draw_two() {
    let returns = ["responses.reverse_returns=draw_two"];
    let mut table = scene(&returns, "R+2 R1 R2 | RR BR G4 | R3 R4 B9", "R5 Y1 Y2").start();
    table.act("0:R+2").asks("1 answer RR take").act("1:RR");
    table
        .told("0 plays R+2; 1 plays RR in answer; 0 draws Y1 Y2 (penalty 2); 0 loses turn")
        .asks("2 play R3 R4 draw");
    let mut table = scene(&returns, "R+2 RR R2 R9 | RR BR G4 | R3 R4 B9", "R5 Y1 Y2").start();
    table.act("0:R+2 1:RR").asks("0 answer RR take").act("0:RR");
    table.told(
        "0 plays R+2; 1 plays RR in answer; 0 plays RR in answer; 1 draws Y1 Y2 (penalty \
        2); 1 loses turn",
    );
}

/// responses.reverse_returns = draw_two | D | It returns neither a skip nor a wild draw four.
#[test]
fn responses_reverse_returns_draw_two_only() {
    let returns = ["responses.reverse_returns=draw_two"];
    scene(&returns, "RS R1 R2 | RR G3 G4 | R3 R4 B9", "R5 Y1")
        .start()
        .act("0:RS")
        .asks("2 play R3 R4 draw");
    scene(&returns, "W+4 B1 B2 | RR G3 G4 | R3 R4 B9", "R5 Y1")
        .start()
        .act("0:W+4 0:=R")
        .asks("1 challenge challenge accept");
}

/// responses.reverse_returns | – | A turned-up draw two goes back to the dealer.
#[test]
fn responses_reverse_returns_to_the_dealer() {
    let mut table = scene(
        &["responses.reverse_returns=draw_two"],
        "RR R1 R2 | R3 G3 G4 | R4 B4 B9",
        "R+2 Y1 Y2",
    )
    .start();
    table
        .act("0:RR")
        .told("0 plays RR in answer; 2 draws Y1 Y2 (penalty 2); 2 loses turn")
        .asks("1 play R3 draw");
}

/// responses.reverse_returns = all | A, C | Also a skip, and a wild draw four by a reverse of the
/// named colour.
#[test]
fn responses_reverse_returns_all() {
    let all = ["responses.reverse_returns=all"];
    let mut table = scene(&all, "RS R1 R2 | RR BR G4 | R3 R4 B9", "R5 Y1").start();
    table
        .act("0:RS")
        .asks("1 answer RR take")
        .act("1:RR")
        .told("0 plays RS; 1 plays RR in answer; 0 loses turn")
        .asks("2 play R3 R4 draw");
    let mut table = scene(&all, "W+4 B1 R2 | RR GR G4 | G3 R4 B9", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=G").asks("1 answer GR take").act("1:GR");
    table
        .told("0 plays W+4 =G; 1 plays GR in answer; 0 draws Y1 Y2 Y3 Y4 (penalty 4); 0 loses turn")
        .asks("2 play G3 draw");
}

/// responses.reverse_returns = all | A, C | A returned wild draw four cannot be challenged.
#[test]
fn responses_reverse_returns_all_without_challenge() {
    // Seat 0 bluffs; it is hit by its own card, and the next one after another return too, but
    // nobody challenges.
    let mut table = scene(
        &["responses.reverse_returns=all"],
        "W+4 GR R2 R9 | GR B1 G4 | R3 R4 G9",
        "R5 Y1 Y2 Y3 Y4",
    )
    .start();
    table.act("0:W+4 0:=G 1:GR 0:GR");
    table.told(
        "0 plays W+4 =G; 1 plays GR in answer; 0 plays GR in answer; 1 draws Y1 Y2 Y3 Y4 \
        (penalty 4); 1 loses turn",
    );
}

/// responses.skip_passes = false | all | A skip does not pass a penalty on.
#[test]
fn responses_skip_passes_false() {
    scene(&[], "R+2 R1 R2 | RS G3 G4 | R3 R4 B9", "R5 Y1 Y2")
        .start()
        .act("0:R+2")
        .asks("2 play R3 R4 draw");
}

/// responses.skip_passes = true | D | A skip of the draw two's colour passes the penalty to the
/// next player.
#[test]
fn responses_skip_passes_true() {
    let mut table =
        scene(&["responses.skip_passes=true"], "R+2 R1 R2 | RS BS G4 | R3 R4 B9", "R5 Y1 Y2")
            .start();
    table.act("0:R+2").asks("1 answer RS take").act("1:RS");
    table
        .told("0 plays R+2; 1 plays RS in answer; 2 draws Y1 Y2 (penalty 2); 2 loses turn")
        .asks("0 play R1 R2 draw");
}

/// responses.skip_passes = true | D | It adds up: a whole stack is passed on, and a draw two may be
/// added to what was passed.
#[test]
fn responses_skip_passes_true_adds_up() {
    let passes = ["responses.skip_passes=true", "responses.draw_two=stack"];
    let mut table =
        scene(&passes, "R+2 B1 R2 | B+2 G3 G4 | BS RS B9 | Y+2 Y6 Y7", "R5 Y1 Y2 Y3 Y4 Y5 Y6")
            .start();
    table
        .act("0:R+2 1:B+2")
        .asks("2 answer BS take")
        .act("2:BS")
        .asks("3 answer Y+2 take")
        .act("3:Y+2");
    assert!(table.tells("0 draws Y1 Y2 Y3 Y4 Y5 Y6 (penalty 6)"));
}

/// responses.skip_passes = true | D | It mixes with `reverse_returns`: what was passed is sent back
/// to the next seat in the new direction.
#[test]
fn responses_skip_passes_true_mixes_with_returns() {
    let both = ["responses.skip_passes=true", "responses.reverse_returns=draw_two"];
    let mut table = scene(&both, "R+2 R1 R2 | RS G3 G4 | RR R4 B9", "R5 Y1 Y2").start();
    table.act("0:R+2 1:RS").asks("2 answer RR take").act("2:RR");
    table.told(
        "0 plays R+2; 1 plays RS in answer; 2 plays RR in answer; 1 draws Y1 Y2 (penalty \
        2); 1 loses turn",
    );
    table.asks("0 play R1 R2 draw");
}

/// responses | – | A hand emptied by an answer is out like any other.
#[test]
fn responses_empty_a_hand() {
    let mut table =
        scene(&["responses.draw_two=stack"], "R+2 R1 R2 | B+2 | R3 R4 B9", "R5 Y1 Y2 Y3 Y4")
            .start();
    table.act("0:R+2 1:B+2");
    table
        .told(
            "0 plays R+2; 1 plays B+2 in answer; 1 out 1; 2 draws Y1 Y2 Y3 Y4 (penalty 4); 2 \
        loses turn",
        )
        .won_by(1);
}

/// responses | – | An answer that sends a penalty to somebody who is out passes that seat over.
#[test]
fn responses_pass_over_who_is_out() {
    let mut table =
        scene(&["responses.reverse_returns=draw_two"], "R+2 | RR G3 G4 | R3 R4 B9", "R5 Y1 Y2")
            .start();
    table.act("0:R+2 1:RR");
    table
        .told("0 plays R+2; 0 out 1; 1 plays RR in answer; 2 draws Y1 Y2 (penalty 2); 2 loses turn")
        .won_by(0);
    let standing = ["responses.draw_two=stack", "finish.when=last_standing"];
    let mut table = scene(&standing, "R+2 | B+2 G3 G4 | Y+2 R4 B9", "R5 Y1 Y2 Y3 Y4 Y5 Y6").start();
    table.act("0:R+2 1:B+2 2:Y+2");
    assert!(table.tells("1 draws Y1 Y2 Y3 Y4 Y5 Y6 (penalty 6)"), "past seat 0");
}

/// responses | – | Where only the one who answered is left, the penalty lapses.
#[test]
fn responses_lapse() {
    let mut table = scene(&["responses.draw_two=stack"], "R+2 | B+2 G3 G4", "R5 Y1 Y2").start();
    table
        .act("0:R+2 1:B+2")
        .told("0 plays R+2; 0 out 1; 1 plays B+2 in answer")
        .won_by(0)
        .holds(1, "G3 G4");
    let mut table =
        scene(&["responses.reverse_returns=draw_two"], "R+2 | RR G3 G4", "R5 Y1 Y2").start();
    table.act("0:R+2 1:RR").told("0 plays R+2; 0 out 1; 1 plays RR in answer").won_by(0);
}

/// responses | D | A barred last card is no answer.
#[test]
fn responses_with_a_barred_last_card() {
    let barred = ["responses.draw_two=stack", "play.no_finish_on=[\"+2\"]"];
    let mut table = scene(&barred, "R+2 R1 R2 | B+2 | R3 R4 B9", "R5 Y1 Y2").start();
    table
        .act("0:R+2")
        .told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn")
        .asks("2 play R3 R4 draw");
}

/// responses | – | `wild_on_wild = false` does not bind answers.
#[test]
fn responses_with_a_wild_on_a_wild() {
    let rules = ["responses.wild_draw_four=stack", "play.wild_on_wild=false"];
    scene(&rules, "W+4 R1 R2 | W+4 B3 G4 | R3 R4 B9", "R5 Y1")
        .start()
        .act("0:W+4 0:=B")
        .asks("1 answer W+4 take");
}

/// responses | A1 | An answering reverse turns the direction as in `reverse = lasting`, though
/// other reverses hold for one turn.
#[test]
fn responses_with_a_reverse_of_one_turn() {
    let rules = ["responses.reverse_returns=draw_two", "play.reverse=one_turn"];
    let mut table = scene(&rules, "R+2 R1 R2 | RR G3 G4 | R3 R4 B9 | R6 Y7 Y8", "R5 Y1 Y2").start();
    table
        .act("0:R+2 1:RR")
        .told("0 plays R+2; 1 plays RR in answer; 0 draws Y1 Y2 (penalty 2); 0 loses turn");
    table.asks("3 play R6 draw").act("3:R6").asks("2 play R3 R4 draw");
}

/// responses.colour_by = each | table | Each player of stacked wild draw fours names a colour.
#[test]
fn responses_colour_by_each() {
    let rules = ["responses.wild_draw_four=stack"];
    let mut table = scene(&rules, "W+4 B1 B2 | W+4 B3 B4 | G1 G2", "R5 Y1").start();
    table.act("0:W+4 0:=G 1:W+4 1:=B").told("0 plays W+4 =G; 1 plays W+4 in answer =B");
}

/// responses.colour_by = last | A, C, D | Only the last of several stacked wild draw fours has a
/// colour; its player names it once the player hit neither answers nor challenges.
#[test]
fn responses_colour_by_last() {
    let rules = ["responses.wild_draw_four=stack", "responses.colour_by=last"];
    let pile = "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8";
    let mut table = scene(&rules, "W+4 B1 B2 | W+4 B3 B4 | G1 G2", pile).start();
    table.act("0:W+4").asks("1 answer W+4 take").act("1:W+4").shows("W+4=R");
    table.act("2:accept").asks("1 colour =R =B =G =Y").act("1:=B");
    table.told(
        "0 lays W+4; 1 lays W+4 in answer; 1 names B; \
         2 draws Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 (penalty 8); 2 loses turn",
    );
    table.asks("0 play B1 B2 draw");
}

/// responses.colour_by = last | D | The colour is named after a challenge and before the draw;
/// honesty is judged by the colour that stood before the stack.
#[test]
fn responses_colour_by_last_challenged() {
    let rules = ["responses.wild_draw_four=stack", "responses.colour_by=last"];
    let pile = "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8";
    let mut table = scene(&rules, "W+4 R1 B2 | B3 B4 | G1 G2", pile).start();
    table.act("0:W+4 1:challenge 0:=B");
    table.told("0 lays W+4; 1 challenges 0 rightly; 0 names B; 0 draws Y1 Y2 Y3 Y4 (challenge 4)");
    table.asks("1 play B3 B4 draw");
    let mut table = scene(&rules, "W+4 B1 B2 | B3 B4 | G1 G2", pile).start();
    table.act("0:W+4 1:challenge 0:=B");
    table.told(
        "0 lays W+4; 1 challenges 0 wrongly; 0 names B; \
         1 draws Y1 Y2 Y3 Y4 Y5 Y6 (challenge 6); 1 loses turn…",
    );
    let back = [&rules[..], &["play.challenge=take_back"]].concat();
    let mut table = scene(&back, "W+4 R1 B2 | B3 R4 | G1 G2", pile).start();
    table.act("0:W+4 1:challenge").told(
        "0 lays W+4; 1 challenges 0 rightly; 0 takes back W+4; 0 draws Y1 Y2 Y3 Y4 (challenge 4)",
    );
    table.asks("1 play R4 draw");
}

/// responses.colour_by = last | A, C, D | A reverse answers by the standing colour, which then
/// stays, and nobody names; nor does anybody once the round is over.
#[test]
fn responses_colour_by_last_returned() {
    let rules = [
        "responses.wild_draw_four=stack",
        "responses.colour_by=last",
        "responses.reverse_returns=all",
    ];
    let pile = "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8";
    let mut table = scene(&rules, "W+4 B1 B2 | RR BR B4 | G1 R2", pile).start();
    table.act("0:W+4").asks("1 answer RR take").act("1:RR");
    table.told("0 lays W+4; 1 plays RR in answer; 0 draws Y1 Y2 Y3 Y4 (penalty 4); 0 loses turn");
    table.asks("2 play R2 draw");
    let mut table = scene(&rules, "W+4 | B3 B4", pile).start();
    table
        .act("0:W+4 1:accept")
        .told("0 lays W+4; 0 out 1; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn");
}

/// responses.last_card = false | all | Where draw twos do not answer, the last card's draw is
/// drawn.
#[test]
fn responses_last_card_false() {
    let mut table = scene(&[], "R+2 | R+2 G3", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
}

/// responses.last_card = true | D | A draw two or wild draw four that ends the round may be met
/// with a draw two of any colour: then nobody draws. A draw one meets too; before that nothing is
/// met.
#[test]
fn responses_last_card_true() {
    let rules = ["responses.last_card=true"];
    let mut table = scene(&rules, "R+2 | B+2 G3", "R5 Y1 Y2").start();
    table.act("0:R+2").asks("1 answer B+2 take").act("1:B+2 1:uno");
    table.told("0 plays R+2; 0 out 1; 1 plays B+2 in answer; 1 calls").won_by(0);
    let mut table = scene(&rules, "W+4 | B+1 G3 | R+2 R3", "R5 Y1 Y2 Y3 Y4 Y5").start();
    table
        .act("0:W+4 0:=G")
        .asks("1 answer B+1 take")
        .act("1:take")
        .asks("1 challenge challenge accept");
    let mut table = scene(&rules, "R+2 R1 | B+2 G3", "R5 Y1 Y2").start();
    table.act("0:R+2 0:uno").told("0 plays R+2; 0 calls; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
}

/// responses.victim_plays = false | all | Whoever takes a penalty loses the turn.
#[test]
fn responses_victim_plays_false() {
    let mut table = scene(&[], "R+2 R1 R3 | R4 G3", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
}

/// responses.victim_plays = true | house rule | Whoever takes a penalty, a blank's and the start
/// card's too, draws and then has a turn; whoever was wrong in a challenge loses it, and no turn
/// follows the last card.
#[test]
fn responses_victim_plays_true() {
    let rules = ["responses.victim_plays=true", "deck.blanks=1", "deck.blank_draws=3"];
    let pile = "R5 Y1 Y2 Y3 Y4 Y5 Y6";
    let mut table = scene(&rules, "R+2 R1 R3 | R4 G3", pile).start();
    table.act("0:R+2").told("0 plays R+2; 1 draws Y1 Y2 (penalty 2)").asks("1 play R4 draw");
    table.act("1:R4").told("1 plays R4").turns(2);
    let mut table = scene(&rules, "W+3 R1 R3 | R4 G3", pile).start();
    table.act("0:W+3 0:=R").asks("1 play R4 draw");
    let mut table = scene(&rules, "R1 R3 | R4 G3", "R+2 Y1 Y2").open();
    table.told("up R+2; 0 draws Y1 Y2 (start 2)").asks("0 play R1 R3 draw");
    let mut table = scene(&rules, "W+4 B1 B3 | R4 G3", pile).start();
    table.act("0:W+4 0:=R 1:challenge");
    assert!(table.tells("1 loses turn"));
    let mut table = scene(&rules, "R+2 | R4 G3", pile).start();
    table.act("0:R+2").won_by(0);
}
