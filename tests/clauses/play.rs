//! `[play]`, and the cards of the official deck.

use super::scene::{scene, up_card};
use unobench_core::game::Seat;

/// play | all | A card may be played if it has the active colour, or the up card's number or
/// symbol, or is a wild.
#[test]
fn play_matching() {
    scene(&[], "R1 B5 G7 Y+2 W WB | B1 B2", "R5 G1").open().asks("0 play R1 B5 W WB draw");
    scene(&[], "R1 B+2 G7 Y+2 | B1 B2 | R3 R4", "R+2 G1 G2 G3")
        .open()
        .told("up R+2; 0 draws G1 G2 (start 2); 0 loses turn…");
    scene(&[], "RS BS G7 YR | B1 B2 B3 | R3 R4 R5", "R9 G1")
        .open()
        .act("0:RS")
        .asks("2 play R3 R4 R5 draw");
}

/// play | all | A skip skips the next player, who loses the turn.
#[test]
fn play_skip() {
    scene(&[], "RS R1 R2 | B1 B2 | G1 R3 G3", "R5 G1")
        .start()
        .act("0:RS")
        .told("0 plays RS; 1 loses turn")
        .asks("2 play R3 draw");
}

/// play | all | A draw two makes the next player draw two and lose the turn.
#[test]
fn play_draw_two() {
    let mut table = scene(&[], "R+2 R1 R2 | B1 B2 | G1 R3 G3", "R5 Y1 Y2").start();
    table
        .act("0:R+2")
        .told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn")
        .asks("2 play R3 draw")
        .holds(1, "B1 B2 Y1 Y2");
}

/// play | all | A wild draw four makes the next player draw four and lose the turn.
#[test]
fn play_wild_draw_four() {
    let mut table = scene(&[], "W+4 B1 B2 | B3 B4 | G1 G3", "R5 Y1 Y2 Y3 Y4 Y5").start();
    table
        .act("0:W+4 0:=G 1:accept")
        .told("0 plays W+4 =G; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn")
        .asks("2 play G1 G3 draw");
}

/// play.draw = one | all | Without a playable card, or by choice, one card is drawn.
#[test]
fn play_draw_one() {
    let mut table = scene(&[], "B1 B2 | R1 R2", "R5 G1 R7 G2").start();
    table.told("0 draws G1 (turn 1); 0 keeps").asks("1 play R1 R2 draw");
    table.act("1:draw").told("1 draws R7 (turn 1)").asks("1 drawn R7 keep");
}

/// play.draw = until_playable | house rule | Cards are drawn until one is playable.
#[test]
fn play_draw_until_playable() {
    let mut table = scene(&["play.draw=until_playable"], "B1 B2 | R1 R2", "R5 G1 G2 R9 G3").start();
    table
        .told("0 draws G1 G2 R9 (turn 3)")
        .asks("0 drawn R9 keep")
        .act("0:keep")
        .told("0 keeps")
        .holds(0, "B1 B2 G1 G2 R9");
}

/// play.draw = until_playable | house rule | Where no playable card comes, everything is drawn and
/// nothing more happens.
#[test]
fn play_draw_until_playable_takes_all_there_is() {
    let mut table = scene(&["play.draw=until_playable"], "B1 B2 | R1 R2", "R5 G1 G2").start();
    table.told("0 draws G1 G2 (turn 2); 0 keeps").asks("1 play R1 R2 draw");
}

/// play.drawn_card = may_play | A2, B, C, D, E | The drawn card may be played at once, no other.
#[test]
fn play_drawn_card_may_play() {
    let mut table = scene(&[], "R1 R2 B3 | R3 R4", "R5 R7 G2").start();
    table
        .act("0:draw")
        .asks("0 drawn R7 keep")
        .act("0:R7")
        .told("0 draws R7 (turn 1); 0 plays R7 drawn")
        .holds(0, "R1 R2 B3");
}

/// play.drawn_card = must_play | A3 | The drawn card must be played if it is playable.
#[test]
fn play_drawn_card_must_play() {
    let mut table = scene(&["play.drawn_card=must_play"], "R1 R2 B3 | R3 R4", "R5 R7 G2").start();
    table.act("0:draw").told("0 draws R7 (turn 1); 0 plays R7 drawn").asks("1 play R3 R4 draw");
}

/// play.drawn_card = must_play | A3 | Nobody must bluff: a dishonest wild draw four that was drawn
/// may be kept.
#[test]
fn play_drawn_card_must_play_spares_bluffs() {
    let mut table = scene(&["play.drawn_card=must_play"], "R1 R2 B3 | R3 R4", "R5 W+4 G2").start();
    table.act("0:draw").asks("0 drawn W+4 keep");
}

/// play.drawn_card = keep | A1 | The drawn card may not be played at once.
#[test]
fn play_drawn_card_keep() {
    let mut table = scene(&["play.drawn_card=keep"], "R1 R2 B3 | R3 R4", "R5 R7 G2").start();
    table.act("0:draw").told("0 draws R7 (turn 1); 0 keeps").asks("1 play R3 R4 draw");
}

/// play.voluntary_draw = true | D, E | A player may draw although a card is playable.
#[test]
fn play_voluntary_draw_true() {
    scene(&[], "R1 B3 | R3 R4", "R5 G7").start().asks("0 play R1 draw");
}

/// play.voluntary_draw = false | D, E | With a playable card a player has to play; a single one is
/// played without a choice.
#[test]
fn play_voluntary_draw_false() {
    scene(&["play.voluntary_draw=false"], "R1 R2 B3 | R3 R4", "R5 G7").start().asks("0 play R1 R2");
    scene(&["play.voluntary_draw=false"], "R1 B2 B3 | R3 R4", "R5 G7").start().told("0 plays R1");
}

/// play.voluntary_draw = false | D | Beside a playable card a bluff is legal too, but drawing is
/// not.
#[test]
fn play_voluntary_draw_false_with_a_bluff() {
    scene(&["play.voluntary_draw=false"], "W+4 R1 B3 | R3 R4", "R5 G7")
        .start()
        .asks("0 play R1 W+4");
}

/// play.wild_on_wild = true | A, B, C, E | A wild may be played on a wild.
#[test]
fn play_wild_on_wild_true() {
    scene(&[], "W R1 R2 | B1 W G3 | B1 B2", "R5 G7")
        .start()
        .act("0:W 0:=B")
        .asks("1 play B1 W draw");
}

/// play.wild_on_wild = false | D | No wild may be played on a wild, a wild draw four neither.
#[test]
fn play_wild_on_wild_false() {
    let rules = ["play.wild_on_wild=false"];
    scene(&rules, "W R1 R2 | B1 W W+4 G3 | B1 B2", "R5 G7")
        .start()
        .act("0:W 0:=B")
        .asks("1 play B1 draw");
    scene(&rules, "W R1 R2 | R1 W W+4 G3 | B1 B2", "R5 G7 G8")
        .start()
        .act("0:W 0:=B")
        .told("0 plays W =B; 1 draws G7 (turn 1); 1 keeps");
}

/// Whether the wild draw four of seat 0 is honest, told by a challenge.
fn honest(needs: &str, hand: &str, up: &str) -> bool {
    let mut table = scene(
        &[needs],
        &format!("W+4 {hand} | B1 B2 | G1 G2"),
        &format!("{up} Y1 Y2 Y3 Y4 Y5 Y6 Y7"),
    )
    .start();
    table.act("0:W+4 0:=G 1:challenge");
    table.tells("1 challenges 0 wrongly")
}

/// play.wild4_needs = no_colour | B, C, E, A2 | Honest without a card of the active colour; the
/// other wilds and the same number do not count.
#[test]
fn play_wild4_needs_no_colour() {
    assert!(honest("play.wild4_needs=no_colour", "B5 W", "R5"));
    assert!(!honest("play.wild4_needs=no_colour", "B5 RS", "R5"));
    assert!(!honest("play.wild4_needs=no_colour", "B5 R1", "R5"));
}

/// play.wild4_needs = no_match | A3 | Honest without a card of the active colour and without the up
/// card's number or symbol.
#[test]
fn play_wild4_needs_no_match() {
    assert!(honest("play.wild4_needs=no_match", "B6 W", "R5"));
    assert!(!honest("play.wild4_needs=no_match", "B5 W", "R5"));
    assert!(!honest("play.wild4_needs=no_match", "B6 R1", "R5"));
}

/// play.wild4_needs = no_match | A3 | After a wild there is no symbol to match.
#[test]
fn play_wild4_needs_no_match_after_wild() {
    let mut table = scene(
        &["play.wild4_needs=no_match"],
        "W R1 R2 | W+4 R5 W | B1 B2 | G1 G2",
        "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7",
    )
    .start();
    table.act("0:W 0:=B 1:W+4 1:=G 2:challenge").holds(2, "B1 B2 Y1 Y2 Y3 Y4 Y5 Y6");
}

/// play.wild4_needs = no_number_of_colour | D | Honest without a number card of the active colour.
#[test]
fn play_wild4_needs_no_number_of_colour() {
    assert!(honest("play.wild4_needs=no_number_of_colour", "RS R+2", "R5"));
    assert!(!honest("play.wild4_needs=no_number_of_colour", "RS R0", "R5"));
}

/// play.wild4_needs = nothing | house rule | A wild draw four is always honest.
#[test]
fn play_wild4_needs_nothing() {
    assert!(honest("play.wild4_needs=nothing", "R1 R5", "R5"));
}

/// play.bluff = true | A1, A3, D | A wild draw four may be played dishonestly; it is legal, but not
/// playable.
#[test]
fn play_bluff_true() {
    let mut table = scene(&[], "W+4 R1 | B1 B2", "R5 Y1").start();
    table.asks("0 play R1 W+4 draw");
    assert_eq!(table.round.options().playable.len(), 1);
}

/// play.bluff = false | A2, B, C | A dishonest wild draw four is not a legal move, and there are no
/// challenges.
#[test]
fn play_bluff_false() {
    scene(&["play.bluff=false"], "W+4 R1 | B1 B2", "R5 Y1").start().asks("0 play R1 draw");
    let mut table = scene(&["play.bluff=false"], "W+4 B1 B2 | B3 B4", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=G").told("0 plays W+4 =G; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn…");
}

/// play.challenge = draw | A1, A3, D | Upheld: the bluffer draws the four instead, the card stays,
/// the challenger moves.
#[test]
fn play_challenge_draw_upheld() {
    let mut table = scene(&[], "W+4 R1 | G1 B2 | B3 B4", "R5 Y1 Y2 Y3 Y4 Y5").start();
    table.act("0:W+4 0:=G 0:uno").asks("1 challenge challenge accept");
    table
        .act("1:challenge")
        .told("0 plays W+4 =G; 0 calls; 1 challenges 0 rightly; 0 draws Y1 Y2 Y3 Y4 (challenge 4)");
    table.asks("1 play G1 draw").holds(0, "R1 Y1 Y2 Y3 Y4");
}

/// play.challenge = draw | A1, A3, D | Not upheld: the challenger draws the four and two more and
/// loses the turn.
#[test]
fn play_challenge_draw_not_upheld() {
    let mut table = scene(&[], "W+4 B1 G2 | G1 B2 | B3 G4", "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7").start();
    table.act("0:W+4 0:=G 1:challenge");
    table
        .told(
            "0 plays W+4 =G; 1 challenges 0 wrongly; 1 draws Y1 Y2 Y3 Y4 Y5 Y6 (challenge 6); 1 \
             loses turn",
        )
        .asks("2 play G4 draw");
}

/// play.challenge = take_back | A2, B, C | Upheld: the bluffer takes the card back and draws four,
/// nothing is pending, the challenger moves.
#[test]
fn play_challenge_take_back_upheld() {
    let mut table =
        scene(&["play.challenge=take_back"], "W+4 R1 B9 | R2 B2 | B3 B4", "R5 Y1 Y2 Y3 Y4 Y5")
            .start();
    table.act("0:W+4 0:=G 1:challenge");
    table.told(
        "0 plays W+4 =G; 1 challenges 0 rightly; 0 takes back W+4; 0 draws Y1 Y2 Y3 Y4 \
        (challenge 4)",
    );
    table.holds(0, "W+4 R1 B9 Y1 Y2 Y3 Y4").act("1:R2 1:uno").told("1 plays R2; 1 calls…");
}

/// play.challenge = take_back | A2, B, C | The old up card and colour stand again.
#[test]
fn play_challenge_take_back_old_colour_stands() {
    let mut table =
        scene(&["play.challenge=take_back"], "W+4 R1 B9 | R2 G5 G6 | B3 B4", "R5 Y1 Y2 Y3 Y4 Y5")
            .start();
    table.act("0:W+4 0:=G 1:challenge").asks("1 play R2 G5 draw");
    assert_eq!(up_card(&table.round), "R5");
    let mut table =
        scene(&["play.challenge=take_back"], "W R1 | W+4 B9 B8 | B3 B4", "R5 Y1 Y2 Y3 Y4 Y5")
            .start();
    table.act("0:W 0:=B 0:uno 1:W+4 1:=G 2:challenge").asks("2 play B3 B4 draw");
    assert_eq!(up_card(&table.round), "W=B");
}

/// play.challenge = take_back | A2, B, C | Not upheld: the challenger draws six and loses the turn,
/// the card stays.
#[test]
fn play_challenge_take_back_not_upheld() {
    let mut table = scene(
        &["play.challenge=take_back"],
        "W+4 B1 G2 | G1 B2 | B3 G4",
        "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7",
    )
    .start();
    table.act("0:W+4 0:=G 1:challenge");
    table
        .told(
            "0 plays W+4 =G; 1 challenges 0 wrongly; 1 draws Y1 Y2 Y3 Y4 Y5 Y6 (challenge 6); 1 \
             loses turn",
        )
        .asks("2 play G4 draw");
}

/// play.challenge = take_back | A2, B, C | The card under a wild draw four stays out of a reshuffle
/// as long as it can come back.
#[test]
fn play_challenge_take_back_keeps_card_from_reshuffle() {
    // The missed call is punished between the play and the challenge; the draw pile is empty then.
    let rules = [
        "play.challenge=take_back",
        "people.forgets_uno=1",
        "people.seat.1.catches_uno=1",
        "uno.penalty=1",
    ];
    let mut table =
        scene(&rules, "R1 W+4 R9 | B3 R4 R2 | R7 R8 R6", "R5").reshuffle("R4 R1 R5").start();
    table.act("0:R1 1:R4 2:R7").told("0 plays R1; 1 plays R4; 2 plays R7").act("0:W+4 0:=G 0:uno");
    table
        .told("0 plays W+4 =G; 0 is silent; 0 caught by 1; reshuffle R4 R1 R5; 0 draws R4 (uno 1)")
        .act("1:challenge");
    table
        .told("1 challenges 0 rightly; 0 takes back W+4; 0 draws R1 R5 (challenge 4)")
        .asks("1 play R2 draw");
    assert_eq!(up_card(&table.round), "R7");
}

/// play.challenge = draw | A1, A3, D | Where the wild draw four stays in any case, the card under
/// it goes into a reshuffle.
#[test]
fn play_challenge_draw_keeps_nothing_from_reshuffle() {
    let rules = ["people.forgets_uno=1", "people.seat.1.catches_uno=1", "uno.penalty=1"];
    let mut table = scene(&rules, "W+4 R9 | B3 R4 R2 | R7 R8 R6", "R5").start();
    table
        .act("0:W+4 0:=G 0:uno")
        .told("0 plays W+4 =G; 0 is silent; 0 caught by 1; reshuffle R5; 0 draws R5 (uno 1)");
}

/// play.challenge = off | house rule | Nobody challenges.
#[test]
fn play_challenge_off() {
    let mut table =
        scene(&["play.challenge=off"], "W+4 R1 B9 | R2 G5 G6 | B3 G4", "R5 Y1 Y2 Y3 Y4 Y5").start();
    table
        .act("0:W+4 0:=G")
        .told("0 plays W+4 =G; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn")
        .asks("2 play G4 draw");
}

/// play.reverse = lasting | A2, A3, B, C, D, E | A reverse turns the direction of play.
#[test]
fn play_reverse_lasting() {
    let mut table = scene(&[], "RR R1 R2 | R3 B4 B5 | R6 B7 B8", "R5 Y1").start();
    table.act("0:RR").asks("2 play R6 draw").act("2:R6").asks("1 play R3 draw");
}

/// play.reverse = one_turn | A1 | The seat before the one who played it moves next, then the player
/// again; the direction stays clockwise.
#[test]
fn play_reverse_one_turn() {
    let mut table =
        scene(&["play.reverse=one_turn"], "RR R1 R2 R4 | R3 B4 B5 | R6 B7 B8", "R5 Y1").start();
    table
        .act("0:RR")
        .asks("2 play R6 draw")
        .act("2:R6")
        .asks("0 play R1 R2 R4 draw")
        .act("0:R1")
        .asks("1 play R3 draw");
}

/// play.reverse = one_turn | A1 | With two seats and two_player_reverse = skip it only skips.
#[test]
fn play_reverse_one_turn_with_two_seats() {
    let mut table = scene(&["play.reverse=one_turn"], "RR R1 R2 | R3 B4", "R5 Y1").start();
    table.act("0:RR").told("0 plays RR; 1 loses turn").asks("0 play R1 R2 draw");
    assert_eq!(table.round.direction(), unobench_core::game::Direction::Clockwise);
}

/// play.two_player_reverse = skip | D | With two seats a reverse turns the direction and skips.
#[test]
fn play_two_player_reverse_skip() {
    let mut table = scene(&[], "RR R1 R2 | R3 B4", "R5 Y1").start();
    table.act("0:RR").told("0 plays RR; 1 loses turn").asks("0 play R1 R2 draw");
    assert_eq!(table.round.direction(), unobench_core::game::Direction::Counterclockwise);
}

/// play.two_player_reverse = reverse | house rule | With two seats a reverse merely turns the
/// direction: the other one moves.
#[test]
fn play_two_player_reverse_reverse() {
    let mut table =
        scene(&["play.two_player_reverse=reverse"], "RR R1 R2 | R3 B4", "R5 Y1").start();
    table.act("0:RR").told("0 plays RR").asks("1 play R3 draw");
    assert_eq!(table.round.direction(), unobench_core::game::Direction::Counterclockwise);
}

/// play.after_wild = colour | A, B, C, D | After a wild the named colour alone matches, and wilds.
#[test]
fn play_after_wild_colour() {
    scene(&[], "W R1 R2 | B1 G5 W | B3 B4", "R5 Y1")
        .start()
        .act("0:W 0:=B")
        .asks("1 play B1 W draw");
}

/// play.after_wild = colour_or_under | E | After a wild the number or symbol of the last card that
/// was not a wild matches too.
#[test]
fn play_after_wild_colour_or_under() {
    let mut table =
        scene(&["play.after_wild=colour_or_under"], "W R1 R2 | B1 G5 W R3 | B3 G5 R4", "R5 Y1")
            .start();
    table.act("0:W 0:=B").asks("1 play B1 G5 W draw").act("1:W 1:=Y").asks("2 play G5 draw");
}

/// play.colour_choice = free | all | The player names the colour; it may be the one that stands
/// already.
#[test]
fn play_colour_choice_free() {
    let mut table = scene(&[], "W R1 R2 | B1 R3 R4 | B3 B4", "R5 Y1").start();
    table
        .act("0:W")
        .asks("0 colour =R =B =G =Y")
        .act("0:=R")
        .told("0 plays W =R")
        .asks("1 play R3 R4 draw");
}

/// play.colour_choice = wheel | A, C | A black card moves the colour on: red, blue, green, yellow,
/// red when play is clockwise.
#[test]
fn play_colour_choice_wheel_clockwise() {
    for (up, next) in [("R5", "B"), ("B5", "G"), ("G5", "Y"), ("Y5", "R")] {
        let mut table = scene(
            &["play.colour_choice=wheel"],
            "W R1 R2 | B1 R3 G1 Y1 | B3 B4",
            &format!("{up} Y1"),
        )
        .start();
        table.act("0:W").told(&format!("0 plays W ={next}"));
    }
}

/// play.colour_choice = wheel | A, C | The wheel turns the other way when play is not clockwise.
#[test]
fn play_colour_choice_wheel_counterclockwise() {
    let mut table =
        scene(&["play.colour_choice=wheel"], "RR R1 R2 | B1 R3 G1 | W B3 B4", "R5 Y1").start();
    table.act("0:RR 2:W").told("0 plays RR; 2 plays W =Y…");
}

/// play.no_finish_on | D | A card with a listed symbol may not be the last one: it is not playable
/// then.
#[test]
fn play_no_finish_on() {
    let rules = ["play.no_finish_on=[0, W]"];
    let mut table = scene(&rules, "R0 R1 R2 | B3 B4 B5", "R5 Y7 Y8").start();
    table
        .asks("0 play R0 R1 R2 draw")
        .act("0:R1")
        .told("0 plays R1; 1 draws Y7 (turn 1); 1 keeps")
        .asks("0 play R0 R2 draw");
    table.act("0:R2 0:uno").told(
        "0 plays R2; 0 calls; 1 draws Y8 (turn 1); 1 keeps; reshuffle R5 R1; 0 draws R5 (turn 1)",
    );
    table.asks("0 drawn R5 keep");
}

/// play.no_finish_on | D | With a barred last card a player has to draw.
#[test]
fn play_no_finish_on_forces_a_draw() {
    let rules = ["play.no_finish_on=[0]"];
    let mut table = scene(&rules, "R0 R1 | B2 B3 B4", "R5 Y2 G4 Y3").start();
    table.act("0:R1 0:uno").told(
        "0 plays R1; 0 calls; 1 draws Y2 (turn 1); 1 keeps; 0 draws G4 (turn 1); 0 keeps; 1 \
            draws Y3 (turn 1); 1 keeps",
    );
    table.asks("0 play R0 draw");
}

/// play.turn_limit | – | A round that reaches the limit when a turn would begin is stalled: no
/// winner, no points.
#[test]
fn play_turn_limit() {
    let mut table = scene(&["play.turn_limit=100"], "B1 B2 | G1 G2", "R5").start();
    table.turns(100);
    assert_eq!(table.round.standing(), unobench_core::game::Standing::Stalled);
    assert_eq!(table.scores(), [0, 0]);
}

/// play | all | An empty draw pile is filled with the shuffled discard pile, all but its top card,
/// only when a card has to be drawn.
#[test]
fn play_reshuffle() {
    let mut table = scene(&[], "R1 R2 B9 | R3 R4 B8", "R5").reshuffle("R1 R5").start();
    table
        .act("0:R1 1:R3")
        .told("0 plays R1; 1 plays R3")
        .act("0:draw")
        .told("reshuffle R1 R5; 0 draws R1 (turn 1)");
}

/// play | all | Whoever has to draw draws what there is; with nothing to draw the turn passes.
#[test]
fn play_nothing_to_draw() {
    let mut table = scene(&[], "R+2 R2 B9 | B3 B4 | Y1 Y2", "R5").start();
    table
        .act("0:R+2")
        .told("0 plays R+2; reshuffle R5; 1 draws R5 (penalty 2); 1 loses turn; 2 keeps");
}

/// play | all | The last card acts: a draw two is still drawn before the points are counted.
#[test]
fn play_last_card_draw_two() {
    let mut table = scene(&[], "R+2 | B3 B4", "R5 Y1 Y2").start();
    table
        .act("0:R+2")
        .told("0 plays R+2; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn")
        .won_by(0);
    assert_eq!(table.scores(), [10, 0]);
}

/// play | all | A last wild draw four is drawn, and may be challenged in vain.
#[test]
fn play_last_card_wild_draw_four() {
    let mut table = scene(&[], "W+4 | B3 B4", "R5 Y1 Y2 Y3 Y4 Y5 Y6").start();
    table.act("0:W+4 0:=R").asks("1 challenge challenge accept").act("1:challenge");
    table
        .told(
            "0 plays W+4 =R; 0 out 1; 1 challenges 0 wrongly; 1 draws Y1 Y2 Y3 Y4 Y5 Y6 \
        (challenge 6); 1 loses turn",
        )
        .won_by(0);
}

/// play.drawn_matches = all | all | A drawn card that matches by its number may be played.
#[test]
fn play_drawn_matches_all() {
    scene(&[], "B1 B2 | R1 R2", "R5 G5").start().asks("0 drawn G5 keep");
}

/// play.drawn_matches = colour | simulators | Only a drawn card of the active colour, or a wild,
/// may be played; drawing until one is playable stops at such a card.
#[test]
fn play_drawn_matches_colour() {
    let rules = ["play.drawn_matches=colour"];
    scene(&rules, "B1 B2 | R1 R2", "R5 G5").start().told("0 draws G5 (turn 1); 0 keeps");
    scene(&rules, "B1 B2 | R1 R2", "R5 R9").start().asks("0 drawn R9 keep");
    scene(&rules, "B1 B2 | R1 R2", "R5 W").start().asks("0 drawn W keep");
    let until = ["play.drawn_matches=colour", "play.draw=until_playable"];
    let mut table = scene(&until, "B1 B2 | R1 R2", "R5 G5 Y5 R8").start();
    table.told("0 draws G5 Y5 R8 (turn 3)").asks("0 drawn R8 keep");
}

/// play.drawn_wild4 = acts | all | A wild draw four that was just drawn makes the next player draw.
#[test]
fn play_drawn_wild4_acts() {
    let mut table = scene(&[], "B1 B2 | R1 R2", "R5 W+4").start();
    table.act("0:W+4 0:=G").asks("1 challenge challenge accept");
}

/// play.drawn_wild4 = plain | RLCard | A wild draw four that was just drawn is a wild: playable as
/// one, and nobody draws or challenges; later it acts.
#[test]
fn play_drawn_wild4_plain() {
    let rules = ["play.drawn_wild4=plain", "play.drawn_card=must_play"];
    let mut table = scene(&rules, "R1 B2 | R2 G3", "R5 W+4 Y1").start();
    table.act("0:draw 0:=G");
    table.told("0 draws W+4 (turn 1); 0 plays W+4 drawn =G").asks("1 play G3 draw");
    let mut table = scene(&rules, "W+4 B2 B3 | R2 G3", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 0:=G").asks("1 challenge challenge accept");
}

/// play.pass = never | all | The player to move plays or draws.
#[test]
fn play_pass_never() {
    scene(&[], "R1 B2 | R2 G3", "R5 Y1").start().asks("0 play R1 draw");
}

/// play.pass = always | A5 | The player to move may pass, with a playable card and without; it
/// counts as a turn.
#[test]
fn play_pass_always() {
    let rules = ["play.pass=always", "play.voluntary_draw=false"];
    let mut table = scene(&rules, "R1 B2 | Y2 G3", "R5 Y1").start();
    table.asks("0 play R1 pass").act("0:pass").told("0 passes").turns(1);
    table.asks("1 play draw pass").act("1:pass").turns(2).asks("0 play R1 pass");
    // Where nothing can be drawn, who draws keeps.
    let mut table = scene(&rules, "B1 B2 | Y2 G3", "R5").start();
    table.asks("0 play draw pass").act("0:draw").told("0 keeps");
}

/// play.last_card_draw = dealt | D | A draw two laid last is still drawn.
#[test]
fn play_last_card_draw_dealt() {
    let mut table = scene(&[], "R+2 | R2 G3", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
}

/// play.last_card_draw = lapses | simulators | Once the round is over nothing more is drawn,
/// answered or challenged, downpours and blanks included; where it goes on cards act as always.
#[test]
fn play_last_card_draw_lapses() {
    let rules = ["play.last_card_draw=lapses", "responses.draw_two=stack", "deck.downpour_two=1"];
    let mut table = scene(&rules, "R+2 | R+2 G3", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 0 out 1").won_by(0);
    let mut table = scene(&rules, "W+4 | R2 G3", "R5 Y1 Y2").start();
    table.act("0:W+4 0:=R").told("0 plays W+4 =R; 0 out 1").won_by(0);
    let mut table = scene(&rules, "D2 | R2 G3", "R5 Y1 Y2").start();
    table.act("0:D2 0:=R").told("0 plays D2 =R; 0 out 1").won_by(0);
    let standing = ["play.last_card_draw=lapses", "finish.when=last_standing"];
    let mut table = scene(&standing, "R+2 | R2 G3 | R3 R4", "R5 Y1 Y2").start();
    table.act("0:R+2");
    table.told("0 plays R+2; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
}

/// play.reshuffle = below_top | all | The discard pile without its top card becomes the draw pile.
#[test]
fn play_reshuffle_below_top() {
    let mut table = scene(&[], "R1 B1 B2 | B3 B4", "R5").start();
    table.act("0:R1").told("0 plays R1; reshuffle R5; 1 draws R5 (turn 1)");
}

/// play.reshuffle = all | simulators | All of the discard pile becomes the draw pile; the up card
/// keeps counting. As long as the card on top may be taken back it stays, and the one below it.
#[test]
fn play_reshuffle_all() {
    let rules = ["play.reshuffle=all"];
    let mut table = scene(&rules, "R1 B1 B2 | B3 B4", "R5").reshuffle("R1 R5").start();
    table.act("0:R1").told("0 plays R1; reshuffle R1 R5; 1 draws R1 (turn 1)").shows("R1");
    table.asks("1 drawn R1 keep").act("1:R1").asks("0 play B1 draw");
}

/// play.reshuffle = never | simulators | Nothing becomes the draw pile: whoever has to draw with an
/// empty pile draws what there is, and a hand that cannot be refilled is out.
#[test]
fn play_reshuffle_never() {
    let rules = ["play.reshuffle=never"];
    let mut table = scene(&rules, "R+2 B1 B2 | B3 B4 | Y1 Y2", "R5 G1").start();
    table.act("0:R+2").told("0 plays R+2; 1 draws G1 (penalty 2); 1 loses turn; 2 keeps…");
    let refills = ["play.reshuffle=never", "finish.refills=2"];
    scene(&refills, "R1 | B3 B4", "R5").start().act("0:R1").won_by(0);
}

/// play.wild4_needs = no_other_card | simulators | A wild draw four is honest if nothing else is
/// playable, wilds included where they may lie, other wild draw fours not.
#[test]
fn play_wild4_needs_no_other_card() {
    let rules = ["play.wild4_needs=no_other_card", "play.bluff=false"];
    scene(&rules, "W+4 W+4 B2 B3 | R2 G3", "R5 Y1").start().asks("0 play W+4 draw");
    scene(&rules, "W+4 B5 B3 | R2 G3", "R5 Y1").start().asks("0 play B5 draw");
    scene(&rules, "W+4 W B3 | R2 G3", "R5 Y1").start().asks("0 play W draw");
    let dry = ["play.wild4_needs=no_other_card", "play.bluff=false", "play.wild_on_wild=false"];
    let mut table = scene(&dry, "W+4 W R3 B1 | W+4 W B3", "R5 Y1").start();
    table.act("0:W 0:=G").told("0 plays W =G; 1 draws Y1 (turn 1); 1 keeps…");
}

/// play.same_number_together | all | 0: one card is played in a turn.
#[test]
fn play_same_number_together_0() {
    let mut table = scene(&[], "R5 B5 R1 R2 | Y5 G3", "R9 Y1").start();
    table.act("0:R5").told("0 plays R5").asks("1 play Y5 draw");
}

/// With a number card three more may be laid.
const TOGETHER: &str = "play.same_number_together=3";

/// play.same_number_together | house rule | With a number card up to this many more of the same
/// number are laid, one after the other, in an order of the player's choice; or nothing.
#[test]
fn play_same_number_together() {
    let hands = "R5 B5 G5 Y5 Y5 R1 R2 | Y8 G3";
    let mut table = scene(&[TOGETHER], hands, "R9 Y1").start();
    table.act("0:R5").asks("0 together B5 G5 Y5 pass").act("0:G5").asks("0 together B5 Y5 pass");
    table
        .act("0:Y5")
        .asks("0 together B5 Y5 pass")
        .act("0:Y5")
        .told("0 plays R5; 0 plays G5 together; 0 plays Y5 together; 0 plays Y5 together");
    table.holds(0, "R1 R2 B5").shows("Y5").asks("1 play Y8 draw");
    let mut table = scene(&["play.same_number_together=1"], hands, "R9 Y1").start();
    table.act("0:R5 0:Y5").told("0 plays R5; 0 plays Y5 together").asks("1 play Y8 draw");
    let mut table = scene(&[TOGETHER], hands, "R9 Y1").start();
    table.act("0:R5 0:pass").told("0 plays R5; 1 draws Y1 (turn 1); 1 keeps");
    // Nor is anybody asked who has no other, or lays no number.
    let mut table = scene(&[TOGETHER], "RS BS R1 R2 | Y8 G3", "R9 Y1").start();
    table.act("0:RS").told("0 plays RS; 1 loses turn").act("0:R1").told("0 plays R1…");
}

/// play.same_number_together | house rule | Only the first card has to match; the last one counts
/// for matching.
#[test]
fn play_same_number_together_matching() {
    let mut table = scene(&[TOGETHER], "R5 B5 R1 R2 | R8 B8", "R9 Y1").start();
    table.asks("0 play R1 R2 R5 draw").act("0:R5 0:B5").shows("B5").asks("1 play B8 draw");
}

/// play.same_number_together | house rule | A 7, a 0, a 5 or a silent 2 acts once, for the last
/// card.
#[test]
fn play_same_number_together_acts_once() {
    let sevens = [TOGETHER, "hands.seven_swaps=true"];
    let mut table = scene(&sevens, "R7 B7 R1 R2 | G1 G2 G3 B4", "R9 Y1").start();
    table.act("0:R7 0:B7").told("0 plays R7; 0 plays B7 together; 0 swaps with 1…");
    let zeros = [TOGETHER, "hands.zero_rotates=true"];
    let mut table = scene(&zeros, "R0 B0 R1 R2 | B1 G2 G3 G4", "R9 Y1").start();
    table.act("0:R0 0:B0").told("0 plays R0; 0 plays B0 together; hands rotate clockwise…");
    let fives = [TOGETHER, "hands.five_exchanges=true"];
    let mut table = scene(&fives, "R5 B5 R1 R2 | B1 G2 G3 G4", "R9 Y1").start();
    table.act("0:R5 0:B5").asks("0 exchange >1 pass").act("0:pass").asks("1 play B1 draw");
    let twos = [TOGETHER, "silence.mode=twos"];
    let mut table = scene(&twos, "R2 B2 R1 R3 | B1 G2 G3 G4", "R9 Y1").start();
    table.act("0:R2 0:B2");
    assert_eq!(table.round.silence(), Some(Seat::new(0)));
    table.act("1:B1");
    assert_eq!(table.round.silence(), None);
}

/// play.same_number_together | house rule | All cards are one turn; `play.turn_limit` counts it
/// once.
#[test]
fn play_same_number_together_one_turn() {
    let mut table = scene(&[TOGETHER], "R5 B5 G5 R1 R2 | G8 G3 G4 | G1 G2 G7", "R9 Y1").start();
    table.act("0:R5").turns(1).act("0:B5").turns(1).act("0:G5").turns(1).act("1:G8").turns(2);
}

/// play.same_number_together | house rule | The call is due if one card is left in the end; from
/// two cards to none needs no call.
#[test]
fn play_same_number_together_call() {
    let mut table = scene(&[TOGETHER], "R5 B5 R1 | Y8 B3", "R9 Y1").start();
    table.act("0:R5").asks("0 together B5 pass").act("0:B5").asks("0 uno uno silent");
    let mut table = scene(&[TOGETHER], "R5 B5 | Y8 B3", "R9 Y1").start();
    table.act("0:R5").asks("0 together B5 pass");
    table.act("0:B5").told("0 plays R5; 0 plays B5 together; 0 out 1").won_by(0);
    let mut table = scene(&[TOGETHER], "R5 B5 | Y8 B3", "R9 Y1").start();
    table.act("0:R5 0:pass").asks("0 uno uno silent");
}

/// play.same_number_together | house rule | With a card just drawn, too, cards from the hand may be
/// laid.
#[test]
fn play_same_number_together_drawn() {
    let mut table = scene(&[TOGETHER], "B1 B5 G8 | B6 R2", "R9 R5").start();
    table.asks("0 drawn R5 keep").act("0:R5").asks("0 together B5 pass").act("0:B5");
    table.told("0 draws R5 (turn 1); 0 plays R5 drawn; 0 plays B5 together").turns(1);
}

/// play.same_number_together | house rule | Only on plays of one's own turn: not with a jump-in, an
/// unnoticed misplay or a card played instead of a penalty.
#[test]
fn play_same_number_together_on_the_own_turn() {
    let jumps = [TOGETHER, "jump_in.enabled=true"];
    let mut table = scene(&jumps, "R5 R1 R2 | R5 B5 B6 B7", "R9 Y1").start();
    table.act("0:R5 1:R5").told("0 plays R5; 1 plays R5 jumping in").asks("0 play R1 R2 draw");
    let misplays = [TOGETHER, "people.seat.0.misplays=1", "people.catches_fault=0"];
    let mut table =
        scene(&misplays, "B3 G3 R1 R9 | B4 R6 Y3", "R5 Y1").slips("misplays 0 B3").start();
    table.told("0 misplays B3").asks("1 play Y3 B4 draw");
    let forgets = [TOGETHER, "people.seat.1.forgets_penalty=1"];
    let mut table = scene(&forgets, "R+2 R1 R3 | R4 B4 B6 Y3 | B7 R8 B9", "R5 Y1").start();
    table.act("0:R+2").told("0 plays R+2; 1 plays R4").asks("2 play R8 draw");
}

/// play.same_number_together | house rule | `play.no_finish_on` holds card by card.
#[test]
fn play_same_number_together_with_a_barred_last_card() {
    let rules = [TOGETHER, "play.no_finish_on=[5]"];
    let mut table = scene(&rules, "R5 B5 | Y8 B3", "R9 Y1").start();
    table.act("0:R5").asks("0 uno uno silent");
    let mut table = scene(&rules, "R5 B5 G5 | Y8 B3", "R9 Y1").start();
    table.act("0:R5").asks("0 together B5 G5 pass").act("0:B5").asks("0 uno uno silent");
}

/// play.same_number_together | house rule | Each card's colour counts for the silence of wilds.
#[test]
fn play_same_number_together_in_silence() {
    let rules = [TOGETHER, "silence.mode=wilds"];
    let mut table = scene(&rules, "W R1 R2 | R5 B5 R5 G1 G2 | B8 B9", "R9 Y1").start();
    table.act("0:W 0:=R 1:R5");
    assert_eq!(table.round.silence(), Some(Seat::new(0)));
    table.act("1:B5 1:R5");
    assert_eq!(table.round.silence(), None);
}

/// play.same_number_together | house rule | Nobody jumps in between; after the last card follow the
/// call, catching, doubles and jump-ins, on that card.
#[test]
fn play_same_number_together_before_jump_ins() {
    let rules = ["play.same_number_together=1", "jump_in.enabled=true", "jump_in.double=any"];
    let mut table = scene(&rules, "R5 B5 B5 R1 R2 | R5 B5 G1", "R9 Y1").start();
    table.act("0:R5").asks("0 together B5 pass").act("0:B5").asks("0 double B5 pass");
    table.act("0:pass").asks("1 jump_in B5 pass").act("1:B5");
    table.told("0 plays R5; 0 plays B5 together; 1 plays B5 jumping in");
    let rules = [TOGETHER, "jump_in.enabled=true", "people.seat.1.catches_uno=1"];
    let mut table = scene(&rules, "R5 B5 R1 | R5 B5 G1", "R9 Y1 Y2").start();
    table.act("0:R5 0:B5 0:silent").asks("1 jump_in B5 pass");
    table
        .told("0 plays R5; 0 plays B5 together; 0 is silent; 0 caught by 1; 0 draws Y1 Y2 (uno 2)");
}
