//! `[jump_in]`: identical cards out of turn, and two identical cards.

use super::scene::scene;

const ON: &str = "jump_in.enabled=true";

/// jump_in.enabled = false | all | Nobody plays out of turn.
#[test]
fn jump_in_enabled_false() {
    scene(&[], "R1 R2 R3 | R4 B4 G4 | R1 B2 B3", "R5 Y1")
        .start()
        .act("0:R1")
        .asks("1 play R4 draw");
}

/// jump_in.enabled = true | A, C | After any play, whoever holds the identical card, colour and
/// symbol, may play it out of turn.
#[test]
fn jump_in_enabled_true() {
    let mut table = scene(&[ON], "R1 R2 R3 | R4 B1 G4 | R1 B2 B3 | R9 Y8 Y7", "R5 Y1").start();
    table
        .act("0:R1")
        .asks("2 jump_in R1 pass")
        .act("2:R1")
        .told("0 plays R1; 2 plays R1 jumping in");
    table.asks("3 play R9 draw").turns(2);
    let mut table = scene(&[ON], "R1 R2 R3 | R4 B1 G4 | R1 B2 B3 | R9 Y8 Y7", "R5 Y1").start();
    table.act("0:R1 2:pass").told("0 plays R1").asks("1 play B1 R4 draw").turns(1);
}

/// jump_in.enabled = true | A, C | The next player may jump in too, and so may who played before;
/// on each card that is laid, until nobody wants to.
#[test]
fn jump_in_enabled_true_in_a_loop() {
    let mut table =
        scene(&[ON, "deck.packs=2"], "R1 R1 R3 R8 | R1 B1 G4 | R4 B2 B3", "R5 Y1").start();
    table.act("0:R1").asks("1 jump_in R1 pass").act("1:R1").asks("0 jump_in R1 pass").act("0:R1");
    table
        .told("0 plays R1; 1 plays R1 jumping in; 0 plays R1 jumping in")
        .asks("1 play B1 draw")
        .turns(3);
}

/// jump_in.enabled = true | A, C | `W` on `W` is identical, its player names the colour; no other
/// wild is.
#[test]
fn jump_in_enabled_true_on_wilds() {
    let mut table = scene(&[ON], "W R2 R3 | R4 B1 G4 | W B2 B3 | G9 Y8 Y7", "R5 Y1").start();
    table
        .act("0:W 0:=B")
        .asks("2 jump_in W pass")
        .act("2:W 2:=G")
        .told("0 plays W =B; 2 plays W jumping in =G")
        .asks("3 play G9 draw");
    let deck = [
        ON,
        "deck.blanks=2",
        "deck.swap_hands=2",
        "deck.crash=2",
        "deck.downpour_one=2",
        "jump_in.double=any",
    ];
    scene(&deck, "WB WB R3 R4 | B4 B1 G4 | WB B2 B3", "R5 Y1")
        .start()
        .act("0:WB 0:=B")
        .asks("1 play B1 B4 draw");
    scene(&deck, "D1 D1 R3 R4 | B4 B1 G4 | D1 B2 B3", "R5 Y1 Y2")
        .start()
        .act("0:D1 0:=B")
        .asks("1 play B1 B4 draw");
    scene(&deck, "W+4 W+4 R3 R4 | B4 B1 G4 | W+4 B2 B3", "R5 Y1")
        .start()
        .act("0:W+4 0:=B")
        .asks("1 challenge challenge accept");
}

/// jump_in.enabled = true | – | Not on the start card.
#[test]
fn jump_in_enabled_true_not_on_the_start_card() {
    scene(&[ON, "jump_in.double=any"], "R1 R2 R3 | R5 B1 G4 | R5 B2 B3", "R5 Y1")
        .start()
        .asks("0 play R1 R2 R3 draw");
    scene(&[ON], "W R2 R3 | W B1 G4 | W B2 B3", "W Y1")
        .open()
        .act("0:=R")
        .asks("0 play R2 R3 W draw");
}

/// jump_in.enabled = true | – | On a drawn card as on any other, and on a card that answers.
#[test]
fn jump_in_enabled_true_after_any_play() {
    let mut table = scene(&[ON], "B1 B2 B3 | R4 B4 G4 | R9 B2 B3", "R5 R9").start();
    table.act("0:R9").asks("2 jump_in R9 pass");
    let mut table = scene(
        &[ON, "responses.skip=identical"],
        "RS B2 B3 | RS B4 G4 | B5 B6 B7 | RS Y1 Y2",
        "R5 R9",
    )
    .start();
    table.act("0:RS 1:pass").asks("3 jump_in RS pass").act("3:pass 1:RS").asks("3 jump_in RS pass");
}

/// jump_in | – | The window opens after the call and closes before the action: of several who want
/// to jump in, a race decides.
#[test]
fn jump_in_race() {
    for (winner, told) in
        [(0, "0 plays R1; 1 plays R1 jumping in"), (1, "0 plays R1; 2 plays R1 jumping in")]
    {
        let mut table = scene(&[ON, "deck.packs=2"], "R1 R2 R3 | R4 R1 G4 | R1 B2 B3", "R5 Y1")
            .races(&[("1 2", winner)])
            .start();
        table.act("0:R1 1:R1 2:R1");
        // The one who was slower is asked again, on the card that lies there now.
        let slower = ["2 jump_in R1 pass", "1 jump_in R1 pass"][winner];
        table.asks(slower).told(told).used_up();
    }
}

/// jump_in.resume = after_jumper | A, C | The move passes to the seat after the one who jumped in;
/// the action acts from the jumper's seat.
#[test]
fn jump_in_resume_after_jumper() {
    let rest = "| R4 B4 G4 | R3 B2 B3";
    for (card, told) in [
        ("R1", "0 plays R1; 2 plays R1 jumping in"),
        ("RS", "0 plays RS; 2 plays RS jumping in; 3 loses turn"),
        ("R+2", "0 plays R+2; 2 plays R+2 jumping in; 3 draws Y1 Y2 (penalty 2); 3 loses turn"),
    ] {
        let mut table =
            scene(&[ON], &format!("{card} R7 R8 {rest} {card} | R9 G9 Y9"), "R5 Y1 Y2").start();
        table.act(&format!("0:{card} 2:{card}")).told(told);
        table.asks(if card == "R1" { "3 play R9 draw" } else { "0 play R7 R8 draw" });
    }
}

/// jump_in.resume = original | D | It passes to the one whose turn it would have been; the action
/// acts from the first card's player.
#[test]
fn jump_in_resume_original() {
    let rest = "| R4 B4 G4 | R3 B2 B3";
    for (card, told) in [
        ("R1", "0 plays R1; 2 plays R1 jumping in"),
        ("RS", "0 plays RS; 2 plays RS jumping in; 1 loses turn"),
        ("R+2", "0 plays R+2; 2 plays R+2 jumping in; 1 draws Y1 Y2 (penalty 2); 1 loses turn"),
    ] {
        let rules = [ON, "jump_in.resume=original"];
        let mut table =
            scene(&rules, &format!("{card} R7 R8 {rest} {card} | R9 G9 Y9"), "R5 Y1 Y2").start();
        table.act(&format!("0:{card} 2:{card}")).told(told);
        table.asks(if card == "R1" { "1 play R4 draw" } else { "2 play R3 draw" });
    }
}

/// jump_in.actions = replace | D | The first card's action is cancelled, the second acts.
#[test]
fn jump_in_actions_replace() {
    let mut table = scene(&[ON], "RR R7 R8 | R4 B4 G4 | RR B2 B3 | R9 G9 Y9", "R5 Y1").start();
    table.act("0:RR 2:RR").told("0 plays RR; 2 plays RR jumping in").asks("1 play R4 draw");
    let mut table =
        scene(&[ON, "hands.zero_rotates=true"], "R0 R7 R8 | R4 B4 G4 | R0 R2 B3", "R5 Y1").start();
    table
        .act("0:R0 2:R0")
        .told("0 plays R0; 2 plays R0 jumping in; hands rotate clockwise")
        .holds(1, "R7 R8");
}

/// jump_in.actions = sum | A, C | Two reverses turn twice.
#[test]
fn jump_in_actions_sum() {
    let sum = [ON, "jump_in.actions=sum"];
    let mut table = scene(&sum, "RR R7 R8 | R4 B4 G4 | RR B2 B3 | R9 G9 Y9", "R5 Y1").start();
    table
        .act("0:RR 2:RR")
        .told("0 plays RR; 2 plays RR jumping in")
        .asks("3 play R9 draw")
        .act("3:R9")
        .asks("0 play R7 R8 draw");
}

/// jump_in.actions = sum | A, C | Nothing else adds up: the second skip, draw, 7, 0 or 5 takes the
/// first's place.
#[test]
fn jump_in_actions_sum_of_nothing_else() {
    let sum = [
        ON,
        "jump_in.actions=sum",
        "hands.seven_swaps=true",
        "hands.zero_rotates=true",
        "hands.five_exchanges=true",
    ];
    let play = |card: &str| {
        let mut table = scene(
            &sum,
            &format!("{card} R3 R8 | R4 B4 G4 | {card} R2 B3 | R9 G9 Y9"),
            "R6 Y1 Y2 Y3 Y4",
        )
        .start();
        table.act(&format!("0:{card} 2:{card}"));
        table
    };
    play("RS").told("0 plays RS; 2 plays RS jumping in; 3 loses turn").asks("0 play R3 R8 draw");
    play("R+2")
        .told("0 plays R+2; 2 plays R+2 jumping in; 3 draws Y1 Y2 (penalty 2); 3 loses turn");
    play("R7").asks("2 swap >0 >1 >3").act("2:>0").asks("3 play R9 draw");
    play("R0").told("0 plays R0; 2 plays R0 jumping in; hands rotate clockwise").holds(3, "R2 B3");
    play("R5").asks("2 exchange >0 >1 >3 pass").act("2:pass").asks("3 play R9 draw");
}

/// jump_in.actions | – | On an answering draw two the stack before it stays.
#[test]
fn jump_in_actions_keep_the_stack() {
    for actions in ["replace", "sum"] {
        let rules = [ON, &*format!("jump_in.actions={actions}"), "responses.draw_two=stack"];
        let mut table =
            scene(&rules, "R+2 B3 R8 | B+2 B4 G4 | B+2 B2 B3 | B9 G9 Y9", "R6 Y1 Y2 Y3 Y4").start();
        table.act("0:R+2 1:B+2 2:B+2");
        table.told(
            "0 plays R+2; 1 plays B+2 in answer; 2 plays B+2 jumping in; 3 draws Y1 Y2 Y3 \
            Y4 (penalty 4); 3 loses turn",
        );
    }
}

/// jump_in.actions | A, C | Under `colour_choice = wheel` each wild moves the colour.
#[test]
fn jump_in_actions_on_the_wheel() {
    let mut table =
        scene(&[ON, "play.colour_choice=wheel"], "W R3 G8 | R4 B4 G4 | W B2 B3", "R6 Y1").start();
    table.act("0:W 2:W").told("0 plays W =B; 2 plays W jumping in =G");
}

/// jump_in.double = off | all | Nobody plays two cards.
#[test]
fn jump_in_double_off() {
    scene(&[ON], "R1 R1 R3 | R4 B4 G4 | B1 B2 B3", "R6 Y1")
        .start()
        .act("0:R1")
        .asks("1 play R4 draw");
}

/// jump_in.double = no_draws | D | Players may jump in on their own card, but not on draw cards.
#[test]
fn jump_in_double_no_draws() {
    let rules = ["jump_in.double=no_draws"];
    let mut table = scene(&rules, "R1 R1 R3 R8 | R4 B4 G4 | B1 B2 B3", "R6 Y1").start();
    table
        .act("0:R1")
        .asks("0 double R1 pass")
        .act("0:R1")
        .told("0 plays R1; 0 plays R1 doubling")
        .asks("1 play R4 draw")
        .turns(2);
    scene(&rules, "W W R3 R8 | R4 B4 G4 | B1 B2 B3", "R6 Y1")
        .start()
        .act("0:W 0:=B")
        .asks("0 double W pass");
    for draws in ["R+2", "R+1"] {
        let mut table =
            scene(&rules, &format!("{draws} {draws} R3 R8 | R4 B4 G4 | R1 B2 B3"), "R6 Y1 Y2")
                .start();
        table.act(&format!("0:{draws}")).asks("2 play R1 draw");
    }
}

/// jump_in.double = any | A, C | Players may jump in on their own card, draw twos too; only the
/// wild draw four is barred.
#[test]
fn jump_in_double_any() {
    let rules = ["jump_in.double=any"];
    let mut table = scene(&rules, "R+2 R+2 R3 R8 | R4 B4 G4 | R1 B2 B3", "R6 Y1 Y2").start();
    table.act("0:R+2").asks("0 double R+2 pass").act("0:R+2");
    table.told("0 plays R+2; 0 plays R+2 doubling; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
    scene(&rules, "W+4 W+4 R3 R8 | R4 B4 G4 | R1 B2 B3", "R6 Y1")
        .start()
        .act("0:W+4 0:=B")
        .asks("1 challenge challenge accept");
}

/// jump_in.double | A, C, D | It works without `enabled`; the others then may not jump in, but the
/// next player may be quicker.
#[test]
fn jump_in_double_alone() {
    let rules = ["jump_in.double=any", "people.next_player_reaction=1"];
    for (winner, told) in [(0, "0 plays R1; 0 plays R1 doubling"), (1, "0 plays R1")] {
        let mut table = scene(&rules, "R1 R1 R3 R8 | R4 R1 G4 | B1 B2 B3", "R6 Y1")
            .races(&[("0 1", winner)])
            .start();
        table.act("0:R1 0:R1").told(told).asks("1 play R1 R4 draw").used_up();
    }
}

/// jump_in | – | The next player may be quicker than who jumps in: then play goes on.
#[test]
fn jump_in_next_player_is_quicker() {
    let rules = [ON, "people.seat.1.next_player_reaction=1"];
    for (winner, told, asked) in [
        (0, "0 plays R1; 2 plays R1 jumping in", "0 play R3 R8 draw"),
        (1, "0 plays R1", "1 play R4 draw"),
    ] {
        let mut table = scene(&rules, "R1 R3 R8 | R4 B4 G4 | R1 B2 B3", "R6 Y1")
            .races(&[("2 1", winner)])
            .start();
        table.act("0:R1 2:R1").told(told).asks(asked).used_up();
    }
}

/// jump_in | D | A barred last card is not jumped in with, nor doubled.
#[test]
fn jump_in_with_a_barred_last_card() {
    let barred = [ON, "jump_in.double=any", "play.no_finish_on=[\"1\"]", "uno.call=false"];
    scene(&barred, "R1 R3 R8 | R4 B4 G4 | R1", "R6 Y1").start().act("0:R1").asks("1 play R4 draw");
    scene(&barred, "R1 R1 | R4 B4 G4 | R9 G9", "R6 Y1").start().act("0:R1").asks("1 play R4 draw");
    scene(&barred, "R1 R3 R8 | R4 B4 G4 | R1 B1", "R6 Y1")
        .start()
        .act("0:R1")
        .asks("2 jump_in R1 pass");
}

/// jump_in | – | `wild_on_wild = false` does not bind jump-ins.
#[test]
fn jump_in_with_a_wild_on_a_wild() {
    let mut table =
        scene(&[ON, "play.wild_on_wild=false"], "W R3 R8 | B4 R4 G4 | W B2 B3", "R6 Y1").start();
    table.act("0:W 0:=B").asks("2 jump_in W pass");
}

/// jump_in | – | Whoever jumps in calls at the last card but one and goes out with the last, as in
/// any play.
#[test]
fn jump_in_calls_and_goes_out() {
    let mut table = scene(&[ON], "R1 R3 R8 | R4 B4 G4 | R1 B2", "R6 Y1").start();
    table
        .act("0:R1 2:R1")
        .asks("2 uno uno silent")
        .act("2:uno")
        .told("0 plays R1; 2 plays R1 jumping in; 2 calls");
    let mut table = scene(&[ON], "R1 R3 R8 | R4 B4 G4 | R1", "R6 Y1").start();
    table.act("0:R1 2:R1").told("0 plays R1; 2 plays R1 jumping in; 2 out 1").won_by(2);
}

/// jump_in | – | Whoever holds the card may jump in while the last card's draw is being settled,
/// too.
#[test]
fn jump_in_while_settling() {
    let rules = [ON, "responses.draw_two=stack"];
    let mut table = scene(&rules, "R+2 | B+2 B4 G4 | B+2 B2 B3", "R6 Y1 Y2 Y3 Y4").start();
    table.act("0:R+2 1:B+2").asks("2 jump_in B+2 pass").act("2:B+2");
    table.told(
        "0 plays R+2; 0 out 1; 1 plays B+2 in answer; 2 plays B+2 jumping in; 1 draws Y1 Y2 \
        Y3 Y4 (penalty 4); 1 loses turn",
    );
    table.won_by(0);
}

/// jump_in.enabled = true | all | Once the turn limit is reached nobody jumps in; the card that
/// reached it is settled, and the round stalls.
#[test]
fn jump_in_enabled_true_up_to_the_turn_limit() {
    for (draws, is_offered) in [(98, true), (99, false)] {
        let rules = [ON, "jump_in.double=any", "deck.packs=2", "play.turn_limit=100"];
        let mut table = scene(&rules, "R+2 R+2 Y3 Y5 | R+2 R+2 Y4 Y6", "R5").start();
        for turn in 0..draws {
            table.act(&format!("{}:draw", turn % 2));
        }
        let seat = draws % 2;
        table.turns(draws as u32).act(&format!("{seat}:R+2"));
        if is_offered {
            table.asks("0 double R+2 pass").act("0:R+2 1:pass").turns(100);
        }
        assert_eq!(table.round.standing(), unobench_core::game::Standing::Stalled);
    }
}

/// responses.one_at_a_time = true | A, C | Where draw twos stack, none is doubled; others may still
/// jump in.
#[test]
fn jump_in_double_one_at_a_time() {
    let rules = ["jump_in.double=any", "responses.draw_two=stack"];
    let mut table = scene(&rules, "R+2 R+2 R3 R8 | R4 B4 G4 | R1 B2 B3", "R6 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
    let both = ["jump_in.double=any", "jump_in.enabled=true", "responses.draw_two=stack"];
    let mut table = scene(&both, "R+2 R3 R8 | R4 B4 G4 | R+2 B2 B3", "R6 Y1 Y2").start();
    table.act("0:R+2").asks("2 jump_in R+2 pass");
}

/// responses.one_at_a_time = false | table | Where draw twos stack, one may be doubled.
#[test]
fn jump_in_double_several_at_a_time() {
    let rules = ["jump_in.double=any", "responses.draw_two=stack", "responses.one_at_a_time=false"];
    let mut table = scene(&rules, "R+2 R+2 R3 R8 | R4 B4 G4 | R1 B2 B3", "R6 Y1 Y2").start();
    table.act("0:R+2").asks("0 double R+2 pass");
}
