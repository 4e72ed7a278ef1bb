//! § 3: the order of things, and what a turn is.

use unobench_core::game::Direction;

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
    scene(&[], "R+2 R2 R3 | R3 R4 | B1 R6", "R+2 Y1 Y2 Y3 Y4")
        .start()
        .turns(0)
        .asks("1 play R3 R4 draw");
    let mut table = scene(&[], "W+4 R2 R3 | R3 R4 | B1 R6", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=R 1:challenge").turns(1);
}

/// order | – | A played card leaves the hand, its colour is named, the call is made and punished;
/// only then it acts.
#[test]
fn order_of_a_play() {
    let mut table = scene(
        &["people.seat.2.catches_uno=1"],
        "W+4 B2 | R3 R4 | R6 R7",
        "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7",
    )
    .start();
    table.act("0:W+4 0:=R 0:silent 1:accept");
    table.told(
        "0 plays W+4 =R; 0 is silent; 0 caught by 2; 0 draws Y1 Y2 (uno 2); 1 draws Y3 Y4 \
        Y5 Y6 (penalty 4); 1 loses turn",
    );
}

/// order | – | A call that is punished does not make a bluff of an honest wild draw four.
#[test]
fn order_honesty_is_settled_when_the_card_is_laid() {
    let mut table = scene(
        &["people.seat.2.catches_uno=1"],
        "W+4 B2 | R3 R4 | R6 R7",
        "R5 R1 R2 Y3 Y4 Y5 Y6 Y7 Y8",
    )
    .start();
    table.act("0:W+4 0:=R 0:silent 1:challenge");
    assert!(table.tells("1 challenges 0 wrongly"));
}

/// order | – | The colour of a last wild is named too, and nobody has to call.
#[test]
fn order_last_wild_names_its_colour() {
    scene(&[], "W | R3 R4", "R5 Y1")
        .start()
        .act("0:W 0:=B")
        .told("0 plays W =B; 0 out 1")
        .won_by(0);
}

/// order | – | A pending skip of the last card is dropped: the round is over.
#[test]
fn order_last_skip() {
    scene(&[], "RS | R3 R4", "R5 Y1")
        .start()
        .act("0:RS")
        .told("0 plays RS; 0 out 1")
        .won_by(0)
        .turns(1);
}

/// order | – | After the last card no turn begins: there is no stall check and no false call.
#[test]
fn order_no_turn_while_settling() {
    let mut table = scene(&["people.seat.1.calls_falsely=1"], "R+2 | R3 R4", "R5 Y1 Y2").start();
    table
        .act("0:R+2")
        .told("0 plays R+2; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn")
        .won_by(0);
}

/// order | – | Going out on the very last turn wins.
#[test]
fn order_last_turn_wins() {
    // 99 turns pass with drawing one and the same card and playing it, then seat 1 goes out on the
    // hundredth.
    let mut table =
        scene(&["play.turn_limit=100", "play.drawn_card=keep"], "B1 B2 B3 | R9 R8", "R5").start();
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
    let mut table =
        scene(&["play.turn_limit=100", "people.seat.0.calls_falsely=1"], "B1 B2 B3 | Y9 Y8", "R5")
            .start();
    table.turns(100);
    assert_eq!(table.asked(), "Stalled");
}

/// order | – | A turn begins with advice, then a card out of turn, speech and a false call; only
/// then the player acts.
#[test]
fn order_of_a_turn() {
    let rules = [
        "silence.mode=twos",
        "people.seat.0.advises=1",
        "people.seat.2.plays_out_of_turn=1",
        "people.seat.2.talks=1",
        "people.seat.1.calls_falsely=1",
        "uno.false_call_penalty=1",
    ];
    let picks = [
        ("plays_out_of_turn", "1 2", 1),
        ("advises", "0 2", 0),
        ("plays_out_of_turn", "0 2", 2),
        ("talks", "0 1 2", 2),
    ];
    let mut table = scene(&rules, "R2 R1 R3 | R4 R6 R9 | R7 R8 B9", "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7")
        .picks(&picks)
        .slips("plays_out_of_turn 2 R7")
        .start();
    table.act("0:R2").told(
        "0 plays R2; 0 advises; 0 draws Y1 Y2 (advice 2); 2 misplays R7; 2 draws Y3 Y4 (misplay \
         2); 2 speaks; 2 draws Y5 Y6 (silence 2); 1 calls falsely; 1 draws Y7 (falsecall 1)",
    );
    table.asks("1 play R4 R6 R9 draw").used_up();
}

/// order | – | Colour, call, catching; then jump-ins in a loop; only then the action takes effect.
#[test]
fn order_of_a_play_with_jump_ins() {
    let rules = ["jump_in.enabled=true", "people.seat.1.catches_uno=1"];
    let mut table = scene(&rules, "RS B2 | R3 R4 | RS R7 R9 | R8 B8", "R5 Y1 Y2 Y3").start();
    table.act("0:RS 0:silent 2:RS");
    table.told(
        "0 plays RS; 0 is silent; 0 caught by 1; 0 draws Y1 Y2 (uno 2); 2 plays RS jumping \
        in; 3 loses turn…",
    );
}

/// order | – | Slam comes with the call, before jump-ins and the action.
#[test]
fn order_of_a_slam() {
    let rules = ["jump_in.enabled=true", "uno.slam=true"];
    let mut table =
        scene(&rules, "RS B2 | R3 R4 | RS R7 R9", "R5 Y1 Y2 Y3").races(&[("1 2", 0)]).start();
    table
        .act("0:RS 0:uno 2:pass")
        .told("0 plays RS; 0 calls; 2 draws Y1 Y2 (slam 2); 1 loses turn")
        .asks("2 play R7 R9 RS draw");
}

/// order | – | The hand is checked for being empty only after the action: a swap may fill it.
#[test]
fn order_of_an_empty_hand() {
    let rules = ["hands.seven_swaps=true", "hands.swap_on_last_card=applies"];
    scene(&rules, "R7 | R3 R4", "R5 Y1")
        .start()
        .act("0:R7")
        .told("0 plays R7; 0 swaps with 1; 1 out 1")
        .won_by(1);
}

/// turn | – | A jump-in, a double, a misplay and a forgotten penalty that is caught are turns; a
/// card out of turn is none.
#[test]
fn order_turns_of_other_kinds() {
    let rules = ["jump_in.enabled=true", "jump_in.double=any"];
    let mut table = scene(&rules, "R1 R1 R3 R8 | R4 B4 G4 | R1 B2 B3", "R6 Y1").start();
    table.act("0:R1 0:R1 2:pass").turns(2).act("2:R1").turns(3);
    scene(&["people.seat.0.misplays=1"], "B3 R1 R2 | R4 B4", "R6 Y1 Y2")
        .start()
        .turns(1)
        .asks("1 play R4 draw");
    let rules = ["people.seat.1.forgets_penalty=1", "people.seat.0.catches_uno=1"];
    let mut table = scene(&rules, "R+2 R1 R2 | R4 B4 B5", "R6 Y1 Y2 Y3 Y4").start();
    table.act("0:R+2").turns(2).asks("0 play R1 R2 draw");
}

/// order | – | A skip or penalty that is answered is a turn like any other play, also for the turn
/// limit.
#[test]
fn order_turns_of_answers() {
    let mut table =
        scene(&["responses.skip=identical"], "RS R1 R2 | RS B4 B5 | R7 R8", "R6 Y1").start();
    table.act("0:RS 1:RS").turns(2);
}

/// order | A1 | One_turn: "before" and "next" follow the direction of play of the moment.
#[test]
fn order_of_a_reverse_of_one_turn() {
    let rules = ["responses.reverse_returns=draw_two", "play.reverse=one_turn"];
    let mut table = scene(&rules, "R+2 R1 R2 | RR G3 G4 | R3 R4 B9 | RR R9 Y8", "R5 Y1 Y2").start();
    // The answering reverse has turned the direction: after seat 3 comes seat 2, so "before" is
    // seat 0.
    table.act("0:R+2 1:RR 3:RR").asks("0 play R1 R2 draw").act("0:R1").asks("3 play R9 draw");
}

/// order | D | Two two-seat reverses under `sum` turn the direction twice and skip once.
#[test]
fn order_of_two_reverses_at_two_seats() {
    let sum = ["jump_in.enabled=true", "jump_in.actions=sum"];
    let mut table = scene(&sum, "RR R1 R2 | RR R4 B5", "R6 Y1").start();
    table
        .act("0:RR 1:RR")
        .told("0 plays RR; 1 plays RR jumping in; 0 loses turn")
        .asks("1 play R4 draw");
    assert_eq!(table.round.direction(), Direction::Clockwise);
    let mut table =
        scene(&[sum[0], sum[1], "jump_in.resume=original"], "RR R1 R2 | RR R4 B5", "R6 Y1").start();
    table
        .act("0:RR 1:RR")
        .told("0 plays RR; 1 plays RR jumping in; 1 loses turn")
        .asks("0 play R1 R2 draw");
    let mut table = scene(&["jump_in.enabled=true"], "RR R1 R2 | RR R4 B5", "R6 Y1").start();
    table.act("0:RR 1:RR").told("0 plays RR; 1 plays RR jumping in; 0 loses turn");
    assert_eq!(table.round.direction(), Direction::Counterclockwise, "replaced: one turns");
}
