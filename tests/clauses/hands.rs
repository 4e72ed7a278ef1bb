//! `[hands]`: sevens, zeros, fives, and the launcher.

use super::scene::scene;

/// hands.seven_swaps = false | all | A 7 is a number.
#[test]
fn hands_seven_swaps_false() {
    scene(&[], "R7 R1 R2 | R3 B1 B2 | Y1 Y2 Y3", "R6 Y1")
        .start()
        .act("0:R7")
        .told("0 plays R7")
        .asks("1 play R3 draw");
}

/// hands.seven_swaps = true | A, C, D | Whoever plays a 7 swaps hands with any player.
#[test]
fn hands_seven_swaps_true() {
    let mut table =
        scene(&["hands.seven_swaps=true"], "R7 R1 R2 | R3 B1 B2 B3 | Y1 Y2 Y3", "R6 R9").start();
    table
        .act("0:R7")
        .asks("0 swap >1 >2")
        .act("0:>2")
        .told("0 plays R7; 0 swaps with 2")
        .holds(0, "Y1 Y2 Y3")
        .holds(2, "R1 R2");
    table.asks("1 play R3 draw").act("1:R3").asks("2 play R1 R2 draw");
}

/// hands.seven_swaps = true | A, C, D | With two seats there is nobody to choose among.
#[test]
fn hands_seven_swaps_true_with_two_seats() {
    let mut table = scene(&["hands.seven_swaps=true"], "R7 R1 R2 | R3 B1 B2 B3", "R6 R9").start();
    table
        .act("0:R7")
        .told("0 plays R7; 0 swaps with 1")
        .holds(0, "R3 B1 B2 B3")
        .asks("1 play R1 R2 draw");
}

/// hands.zero_rotates = false | all | A 0 is a number.
#[test]
fn hands_zero_rotates_false() {
    scene(&[], "R0 R1 R2 | R3 B1 B2 | Y1 Y2 Y3", "R6 Y1")
        .start()
        .act("0:R0")
        .told("0 plays R0")
        .asks("1 play R3 draw");
}

/// hands.zero_rotates = true | A, C, D | When a 0 is played all hands pass on in the direction of
/// play.
#[test]
fn hands_zero_rotates_true() {
    let zero = ["hands.zero_rotates=true"];
    let mut table = scene(&zero, "R0 R1 R2 | R3 B1 B2 B3 | Y1 Y2 Y3", "R6 Y1").start();
    table.act("0:R0").told("0 plays R0; hands rotate clockwise");
    table.holds(1, "R1 R2").holds(2, "R3 B1 B2 B3").holds(0, "Y1 Y2 Y3").asks("1 play R1 R2 draw");
    let mut table = scene(&zero, "RR R1 R2 | R3 B1 B2 B3 | R0 R9 Y3", "R6 Y1").start();
    table.act("0:RR 2:R0").told("0 plays RR; 2 plays R0; hands rotate counterclockwise");
    table.holds(1, "R9 Y3").holds(0, "R3 B1 B2 B3").holds(2, "R1 R2");
}

/// hands.zero_rotates | – | A turned-up 0, 7 or 5 does nothing.
#[test]
fn hands_of_a_turned_up_number() {
    let rules = ["hands.seven_swaps=true", "hands.zero_rotates=true", "hands.five_exchanges=true"];
    for card in ["R7", "R0", "R5"] {
        scene(&rules, "R1 R2 | R3 B1", &format!("{card} Y1"))
            .start()
            .told("")
            .asks("0 play R1 R2 draw")
            .holds(0, "R1 R2");
    }
}

/// hands.swap_on_last_card = round_ends | – | A 7 or 0 as the last card ends the round; nothing is
/// swapped.
#[test]
fn hands_swap_on_last_card_round_ends() {
    let rules = ["hands.seven_swaps=true", "hands.zero_rotates=true"];
    for card in ["R7", "R0"] {
        let mut table = scene(&rules, &format!("{card} | R3 B1 | Y1 Y2"), "R6 Y1").start();
        table
            .act(&format!("0:{card}"))
            .told(&format!("0 plays {card}; 0 out 1"))
            .won_by(0)
            .holds(1, "R3 B1");
    }
}

/// hands.swap_on_last_card = round_ends | – | Where the round goes on, it means only that nothing
/// is swapped.
#[test]
fn hands_swap_on_last_card_round_ends_where_the_round_goes_on() {
    let rules = ["hands.seven_swaps=true", "hands.zero_rotates=true"];
    let play = |more: &str, card: &str| {
        let mut table =
            scene(&[rules[0], rules[1], more], &format!("{card} | R3 B1 | Y1 Y2"), "R6 Y1 Y2 Y3")
                .start();
        table.act(&format!("0:{card}"));
        table
    };
    for card in ["R7", "R0"] {
        play("finish.when=last_standing", card)
            .told(&format!("0 plays {card}; 0 out 1"))
            .asks("1 play R3 draw");
        play("finish.when=bring_in", card)
            .told(&format!("0 plays {card}"))
            .holds(0, "")
            .asks("1 play R3 draw");
        play("finish.refills=2", card)
            .told(&format!("0 plays {card}; 0 draws Y1 Y2 (refill 2)"))
            .asks("1 play R3 draw");
    }
}

/// hands.swap_on_last_card = applies | – | The swap applies first, and whoever is then without
/// cards is out.
#[test]
fn hands_swap_on_last_card_applies() {
    let rules =
        ["hands.seven_swaps=true", "hands.zero_rotates=true", "hands.swap_on_last_card=applies"];
    let mut table = scene(&rules, "R7 | R3 B1 | Y1 Y2", "R6 Y1").start();
    table
        .act("0:R7")
        .asks("0 swap >1 >2")
        .act("0:>2")
        .told("0 plays R7; 0 swaps with 2; 2 out 1")
        .won_by(2)
        .holds(0, "Y1 Y2");
    let mut table = scene(&rules, "R0 | R3 B1 | Y1 Y2", "R6 Y1").start();
    table
        .act("0:R0")
        .told("0 plays R0; hands rotate clockwise; 1 out 1")
        .won_by(1)
        .holds(0, "Y1 Y2")
        .holds(2, "R3 B1");
}

/// hands.swap_on_last_card = applies | D | So do swap hands and crash: after a crash each has the
/// number it had, so its player is out.
#[test]
fn hands_swap_on_last_card_applies_to_wilds() {
    let rules = ["deck.swap_hands=1", "deck.crash=1", "hands.swap_on_last_card=applies"];
    let mut table = scene(&rules, "WS | R3 B1 | Y1 Y2", "R6 Y1").start();
    table.act("0:WS 0:=B 0:>1").told("0 plays WS =B; 0 swaps with 1; 1 out 1").won_by(1);
    let mut table = scene(&rules, "WC | R3 B1 | Y1 Y2", "R6 Y1").crash("B1 R3").start();
    table
        .act("0:WC 0:=B")
        .told("0 plays WC =B; 0 crashes with 1; 0 out 1")
        .won_by(0)
        .holds(1, "R3 B1");
}

/// hands.swap_on_last_card = round_ends | decks on sale | A last shuffle hands only names
/// the colour.
#[test]
fn hands_swap_on_last_card_round_ends_for_shuffle_hands() {
    let mut table = scene(&["deck.shuffle_hands=1"], "WH | R3 B1 | Y1 Y2", "R6 Y1").start();
    table.act("0:WH 0:=B").told("0 plays WH =B; 0 out 1").won_by(0);
}

/// hands.swap_on_last_card = applies | decks on sale | All hands are shuffled first: where each
/// seat gets a card the round goes on, and a hand that gets none is empty.
#[test]
fn hands_swap_on_last_card_applies_to_shuffle_hands() {
    let rules = ["deck.shuffle_hands=1", "hands.swap_on_last_card=applies"];
    let mut table = scene(&rules, "WH | R3 B1 | Y1 Y2", "R6 Y3 G1").crash("B1 R3 Y1 Y2").start();
    table.act("0:WH 0:=R").told("0 plays WH =R; 0 shuffles all hands");
    table.holds(0, "B1").holds(1, "R3 Y1").holds(2, "Y2").asks("1 play R3 draw");
    let mut table = scene(&rules, "WH | R3 | Y1", "R6 Y3").crash("Y1 R3").start();
    table.act("0:WH 0:=R").told("0 plays WH =R; 0 shuffles all hands; 0 out 1").won_by(0);
}

/// hands.five_exchanges = false | all | A 5 is a number.
#[test]
fn hands_five_exchanges_false() {
    scene(&[], "R5 R1 R2 | R3 B1 B2 | Y1 Y2 Y3", "R6 Y1")
        .start()
        .act("0:R5")
        .told("0 plays R5")
        .asks("1 play R3 draw");
}

/// hands.five_exchanges = true | A, C | Whoever plays a 5 may exchange one card with any player;
/// each chooses the card to give.
#[test]
fn hands_five_exchanges_true() {
    let mut table =
        scene(&["hands.five_exchanges=true"], "R5 R1 R2 | R3 B1 B2 | Y1 Y2 Y3", "R6 Y1").start();
    table
        .act("0:R5")
        .asks("0 exchange >1 >2 pass")
        .act("0:>2")
        .asks("0 give R1 R2")
        .act("0:R1")
        .asks("2 give Y1 Y2 Y3")
        .act("2:Y3");
    table
        .told("0 plays R5; 0 exchanges R1 for Y3 with 2")
        .holds(0, "R2 Y3")
        .holds(2, "Y1 Y2 R1")
        .asks("1 play R3 draw")
        .turns(1);
}

/// hands.five_exchanges = true | A, C | Nobody has to; with the last card there is nothing to
/// exchange.
#[test]
fn hands_five_exchanges_true_or_not() {
    let mut table =
        scene(&["hands.five_exchanges=true"], "R5 R1 R2 | R3 B1 B2 | Y1 Y2 Y3", "R6 Y1").start();
    table.act("0:R5 0:pass").told("0 plays R5").holds(0, "R1 R2").asks("1 play R3 draw");
    scene(&["hands.five_exchanges=true"], "R5 | R3 B1 B2 | Y1 Y2 Y3", "R6 Y1")
        .start()
        .act("0:R5")
        .told("0 plays R5; 0 out 1")
        .won_by(0);
}

/// hands.launcher | D | A draw is a press of the button, which throws 0 to this many cards; any
/// card thrown on one's own turn may be played.
#[test]
fn hands_launcher() {
    let mut table =
        scene(&["hands.launcher=4"], "B1 B2 | R3 G4", "R5 Y1 R9 B3 R8").presses("0 4").start();
    table
        .told("0 draws Y1 R9 B3 R8 (turn 4)")
        .asks("0 drawn R8 R9 keep")
        .act("0:R9")
        .told("0 plays R9 drawn")
        .turns(1)
        .used_up();
    scene(&["hands.launcher=0"], "B1 B2 | R3 G4", "R5 Y1 R9")
        .start()
        .told("0 draws Y1 (turn 1); 0 keeps");
}

/// hands.launcher | D | A press that throws nothing is still a draw, of no card.
#[test]
fn hands_launcher_throws_nothing() {
    let mut table =
        scene(&["hands.launcher=4"], "B1 B2 | R3 G4", "R5 Y1 R9").presses("0 0").start();
    table.told("0 draws (turn 0); 0 keeps").asks("1 play R3 draw").turns(1).used_up();
}

/// hands.launcher | D | A penalty of n is n presses.
#[test]
fn hands_launcher_penalties() {
    let mut table = scene(&["hands.launcher=4"], "R+2 B2 R1 | R3 G4 | R4 G6", "R5 Y1 Y2 Y3 Y4 Y5")
        .presses("1 3, 1 1")
        .start();
    table.act("0:R+2").told("0 plays R+2; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn").used_up();
    let rules = ["hands.launcher=4", "people.seat.1.catches_uno=1"];
    let mut table =
        scene(&rules, "R2 R1 | R3 G4 | R4 G6", "R5 Y1 Y2 Y3 Y4 Y5").presses("0 0, 0 2").start();
    table
        .act("0:R2 0:silent")
        .told("0 plays R2; 0 is silent; 0 caught by 1; 0 draws Y1 Y2 (uno 2)")
        .used_up();
    let rules = ["hands.launcher=4", "deck.downpour_two=1"];
    let mut table = scene(&rules, "D2 R2 R1 | R3 G4 | R4 G6", "R5 Y1 Y2 Y3 Y4 Y5")
        .presses("1 0, 1 0, 2 1, 2 0")
        .start();
    table
        .act("0:D2 0:=R")
        .told("0 plays D2 =R; 1 draws (downpour 0); 2 draws Y1 (downpour 1)")
        .used_up();
}

/// hands.launcher | D | `must_play`: one of the cards thrown that are playable has to be played;
/// `keep`: none may be.
#[test]
fn hands_launcher_and_the_drawn_card() {
    let must = ["hands.launcher=4", "play.drawn_card=must_play"];
    let mut table = scene(&must, "B1 B2 | R3 G4", "R5 Y1 R9 B3 R8").presses("0 4").start();
    table.asks("0 drawn R8 R9").act("0:R8").told("0 draws Y1 R9 B3 R8 (turn 4); 0 plays R8 drawn");
    let mut table = scene(&must, "B1 B2 | R3 G4", "R5 Y1 R9 B3").presses("0 3").start();
    table.told("0 draws Y1 R9 B3 (turn 3); 0 plays R9 drawn");
    let mut table =
        scene(&["hands.launcher=4", "play.drawn_card=keep"], "B1 B2 | R3 G4", "R5 Y1 R9 B3")
            .presses("0 3")
            .start();
    table.told("0 draws Y1 R9 B3 (turn 3); 0 keeps");
}

/// hands.launcher | D | What is thrown beyond the piles is not drawn; where there is nothing to
/// draw, the button is not pressed.
#[test]
fn hands_launcher_until_the_piles_are_empty() {
    let mut table =
        scene(&["hands.launcher=4"], "B1 B2 | R3 G4", "R5 Y1 Y2").presses("0 4").start();
    table.told("0 draws Y1 Y2 (turn 4); 0 keeps").holds(0, "B1 B2 Y1 Y2").used_up();
    scene(&["hands.launcher=4"], "B1 B2 | R3 G4", "R5").start().told("0 keeps").turns(1);
}

/// hands.launcher | D | Refills are plain cards.
#[test]
fn hands_launcher_and_refills() {
    let mut table =
        scene(&["hands.launcher=4", "finish.refills=3"], "R1 | R3 G4", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:R1").told("0 plays R1; 0 draws Y1 Y2 Y3 (refill 3)").holds(0, "Y1 Y2 Y3");
}

/// hands.swap = must | A, C | Whoever plays a 7 or a swap hands has to swap.
#[test]
fn hands_swap_must() {
    let rules = ["hands.seven_swaps=true", "deck.swap_hands=1"];
    let mut table = scene(&rules, "R7 WS R2 | R3 B1 B2 | Y1 Y2 Y3", "R6 Y1").start();
    table.act("0:R7").asks("0 swap >1 >2");
}

/// hands.swap = may | D | Whoever plays a 7 or a swap hands may keep its hand.
#[test]
fn hands_swap_may() {
    let rules = ["hands.seven_swaps=true", "deck.swap_hands=1", "hands.swap=may"];
    let mut table = scene(&rules, "R7 B1 R2 | R3 B1 B2 | WS Y2 Y3", "R6 Y1").start();
    table.act("0:R7").asks("0 swap >1 >2 pass").act("0:pass").told("0 plays R7");
    table.holds(0, "B1 R2").asks("1 play R3 draw");
    // With one other, too.
    let mut table = scene(&rules, "WS B1 R2 | R3 B1 B2", "R6 Y1").start();
    table.act("0:WS 0:=R").asks("0 swap >1 pass").act("0:>1").holds(1, "B1 R2");
}

/// hands.swap = may_card | D | Whoever plays a swap hands may keep its hand, after a 7 it has to
/// swap.
#[test]
fn hands_swap_may_card() {
    let rules = ["hands.seven_swaps=true", "deck.swap_hands=1", "hands.swap=may_card"];
    let mut table = scene(&rules, "R7 B1 R2 | R3 B1 B2 | WS Y2 Y3", "R6 Y1").start();
    table.act("0:R7").asks("0 swap >1 >2");
    let mut table = scene(&rules, "WS B1 R2 | R3 B1 B2 | WS Y2 Y3", "R6 Y1").start();
    table.act("0:WS 0:=R").asks("0 swap >1 >2 pass").act("0:pass").holds(0, "B1 R2");
}

/// hands.launcher_least | D | The launcher throws at least this many cards.
#[test]
fn hands_launcher_least() {
    let rules = ["hands.launcher=4", "hands.launcher_least=1"];
    let mut table = scene(&rules, "B1 B2 | R3 G4", "R5 Y1 R9 B3 R8").presses("0 1").start();
    table.told("0 draws Y1 (turn 1); 0 keeps").used_up();
    // With one number only, the button is no question of chance.
    let rules = ["hands.launcher=2", "hands.launcher_least=2"];
    scene(&rules, "B1 B2 | R3 G4", "R5 Y1 Y2").start().told("0 draws Y1 Y2 (turn 2); 0 keeps");
}
