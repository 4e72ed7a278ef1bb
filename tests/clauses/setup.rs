//! `[setup]`: the deal, the dealer, and the start card.

use unobench_core::cards::{DrawPile, Multiset, Roomy};
use unobench_core::game::{Direction, Opening, Prepared, Round, Seat};
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::RuleSet;

use super::scene::{rules, scene, up_card};

fn dealt(rules: &RuleSet, players: usize) -> Round<Roomy> {
    let key = RoundKey::new(1, 0, 0);
    Prepared::new(rules, players)
        .deal(Opening::dealt_by(Seat::new(0), players), &mut key.stream(Purpose::Deal, 0))
}

/// Who deals the first round in 200 blocks.
fn dealers(rules: &RuleSet, players: usize) -> Vec<usize> {
    let prepared = Prepared::<Roomy>::new(rules, players);
    (0..200)
        .map(|block| prepared.first_opening(RoundKey::new(1, block, 0)).dealer.index())
        .collect()
}

/// setup.hand_size | all | Each seat is dealt that many cards, the rest is the draw pile.
#[test]
fn setup_hand_size() {
    for (hand_size, players) in [(7, 4), (1, 2), (20, 5), (10, 10)] {
        let rules = rules(&[&format!("setup.hand_size={hand_size}")]);
        let round = dealt(&rules, players);
        for seat in 0..players {
            assert_eq!(round.hand(Seat::new(seat)).len(), hand_size as u32);
        }
        assert_eq!(round.pile().len(), 108 - hand_size * players);
    }
}

/// setup.hand_size | – | A deal that the deck cannot cover is an error.
#[test]
fn setup_hand_size_needs_a_deck() {
    assert!(rules(&["setup.hand_size=11"]).validate_for(10).is_err());
    assert!(rules(&["setup.hand_size=10"]).validate_for(10).is_ok());
}

/// setup.first_dealer = draw | A, D, E | Each seat draws a card; the highest number deals.
#[test]
fn setup_first_dealer_draw() {
    let dealers = dealers(&rules(&[]), 5);
    assert!((0..5).all(|seat| dealers.contains(&seat)));
}

/// setup.first_dealer = random | – | Any seat deals.
#[test]
fn setup_first_dealer_random() {
    let dealers = dealers(&rules(&["setup.first_dealer=random"]), 10);
    assert!((0..10).all(|seat| dealers.contains(&seat)));
}

/// setup.first_dealer | – | This seat deals.
#[test]
fn setup_first_dealer_seat() {
    assert_eq!(dealers(&rules(&["setup.first_dealer=2"]), 4), [2; 200]);
}

/// setup | A2, B, C, D, E | The first player is the seat clockwise after the dealer.
#[test]
fn setup_first_player() {
    scene(&[], "R1 R2 | R3 R4 | R6 R7", "R5 Y1").dealt_by(0).open().asks("1 play R3 R4 draw");
    scene(&[], "R1 R2 | R3 R4 | R6 R7", "R5 Y1").dealt_by(2).open().asks("0 play R1 R2 draw");
}

/// setup.start_card = any | A1, A3, D, E | A number does nothing.
#[test]
fn setup_start_card_any_number() {
    scene(&[], "R1 R2 | R3 R4 | R6 R7", "R5 Y1")
        .open()
        .told("up R5")
        .asks("0 play R1 R2 draw")
        .turns(0);
}

/// setup.start_card = any | A1, A3, D, E | A turned-up skip skips the first player.
#[test]
fn setup_start_card_any_skip() {
    scene(&[], "R1 R2 | R3 R4 | R6 R7", "RS Y1")
        .open()
        .told("up RS; 0 loses turn")
        .asks("1 play R3 R4 draw");
}

/// setup.start_card = any | A1, A3, D, E | A turned-up draw two makes the first player draw two and
/// lose the turn.
#[test]
fn setup_start_card_any_draw_two() {
    scene(&[], "R1 R2 | R3 R4 | R6 R7", "R+2 Y1 Y2")
        .open()
        .told("up R+2; 0 draws Y1 Y2 (start 2); 0 loses turn")
        .asks("1 play R3 R4 draw");
}

/// setup.start_card = any | D | A turned-up draw one makes the first player draw one and lose the
/// turn.
#[test]
fn setup_start_card_any_draw_one() {
    let mut table = scene(&["deck.edition=junior"], "R1 R2 | R3 R4 | R6 R7", "R+1 Y1 Y2").open();
    table.told("up R+1; 0 draws Y1 (start 1); 0 loses turn").asks("1 play R3 R4 draw");
}

/// setup.start_card = any | A1, A3, D, E | A wild draw four goes back into the draw pile, and the
/// next card is turned up.
#[test]
fn setup_start_card_any_wild_draw_four() {
    let mut table = scene(&[], "R1 R2 | R3 R4", "W+4 R5 Y1 Y2").places(&[2]).open();
    table
        .told("up W+4 back 2; up R5")
        .act("0:draw")
        .told("0 draws Y1 (turn 1); 0 keeps")
        .act("1:draw")
        .told("1 draws W+4 (turn 1)");
}

/// setup.start_card = any | – | So does every other wild that makes somebody draw, swap,
/// shuffle or crash.
#[test]
fn setup_start_card_any_other_wilds() {
    for (card, key) in [
        ("WS", "deck.swap_hands=1"),
        ("WH", "deck.shuffle_hands=1"),
        ("WC", "deck.crash=1"),
        ("D1", "deck.downpour_one=1"),
        ("D2", "deck.downpour_two=1"),
    ] {
        scene(&[key], "R1 R2 | R3 R4", &format!("{card} R5 Y1"))
            .places(&[0, 2])
            .open()
            .told(&format!("up {card} back 0; up {card} back 2; up R5"));
    }
    let blanks = ["deck.blanks=4", "deck.blank_draws=10"];
    scene(&blanks, "R1 R2 | R3 R4", "W+10 R5 Y1").open().told("up W+10 back 2; up R5");
}

/// setup.start_card = any | A1 | A blank without effect is a start card like a wild.
#[test]
fn setup_start_card_any_blank() {
    scene(&["deck.blanks=4"], "R1 R2 | R3 R4", "WB R5 Y1")
        .open()
        .told("up WB")
        .asks("0 colour =R =B =G =Y");
}

/// setup.start_card = number | A2 | Whatever is not a number goes back.
#[test]
fn setup_start_card_number() {
    let mut table = scene(&["setup.start_card=number"], "R1 R2 | R3 R4", "RS W BR R5 Y1").open();
    table.told("up RS back 4; up W back 4; up BR back 4; up R5").asks("0 play R1 R2 draw");
}

/// setup.start_card = number | – | Where no card may start, what is turned up stays and does
/// nothing.
#[test]
fn setup_start_card_number_without_numbers() {
    scene(&["setup.start_card=number"], "R1 R2 | R3 R4", "RS B+2")
        .open()
        .told("up RS")
        .asks("0 play R1 R2 draw");
    scene(&[], "R1 R2 | R3 R4", "W+4 W+4").open().told("up W+4").asks("0 colour =R =B =G =Y");
}

/// setup.start_reverse = right_of_dealer | E, A3 | After a turned-up reverse the seat before the
/// dealer moves first.
#[test]
fn setup_start_reverse_right_of_dealer() {
    let mut table = scene(&[], "R1 R2 | R3 R4 | R6 R7", "RR R8").open();
    table.told("up RR").asks("1 play R3 R4 draw").act("1:draw 1:keep").asks("0 play R1 R2 draw");
}

/// setup.start_reverse = dealer | printed rules | After a turned-up reverse the dealer moves first.
#[test]
fn setup_start_reverse_dealer() {
    let mut table = scene(&["setup.start_reverse=dealer"], "R1 R2 | R3 R4 | R6 R7", "RR R8").open();
    table.told("up RR").asks("2 play R6 R7 draw").act("2:draw 2:keep").asks("1 play R3 R4 draw");
}

/// setup.start_reverse | D | With two seats that skip on a reverse the other seat loses its turn
/// and the dealer moves.
#[test]
fn setup_start_reverse_with_two_seats() {
    for start in ["setup.start_reverse=dealer", "setup.start_reverse=right_of_dealer"] {
        scene(&[start], "R1 R2 | R3 R4", "RR Y1")
            .open()
            .told("up RR; 0 loses turn")
            .asks("1 play R3 R4 draw");
    }
    let rules = ["setup.start_reverse=dealer", "play.two_player_reverse=reverse"];
    scene(&rules, "R1 R2 | R3 R4", "RR Y1").open().told("up RR").asks("1 play R3 R4 draw");
    scene(&["play.two_player_reverse=reverse"], "R1 R2 | R3 R4", "RR Y1")
        .open()
        .told("up RR")
        .asks("0 play R1 R2 draw");
}

/// setup.start_reverse | A1 | Where a reverse holds for one turn, the direction stays clockwise.
#[test]
fn setup_start_reverse_of_one_turn() {
    let mut table = scene(&["play.reverse=one_turn"], "R1 R2 | R3 R4 | R6 R7", "RR R8").open();
    assert_eq!(table.asks("1 play R3 R4 draw").round.direction(), Direction::Clockwise);
    table.act("1:draw 1:keep").asks("2 play R6 R7 draw");
}

/// setup.start_wild = first_player | A3 | The first player names the colour of a turned-up wild.
#[test]
fn setup_start_wild_first_player() {
    let mut table = scene(&[], "R1 R2 | R3 R4 | R6 R7", "W R8").open();
    table
        .asks("0 colour =R =B =G =Y")
        .act("0:=R")
        .told("up W; 0 names R")
        .asks("0 play R1 R2 draw");
    assert_eq!(up_card(&table.round), "W=R");
}

/// setup.start_wild = dealer | E | The dealer names it, as if having played it.
#[test]
fn setup_start_wild_dealer() {
    let mut table = scene(&["setup.start_wild=dealer"], "R1 R2 | R3 R4 | R6 R7", "W R8").open();
    table
        .asks("2 colour =R =B =G =Y")
        .act("2:=R")
        .told("up W; 2 names R")
        .asks("0 play R1 R2 draw");
}

/// setup.start_wild | A, C | Under `colour_choice = wheel` the first player names it.
#[test]
fn setup_start_wild_under_wheel() {
    let mut table = scene(
        &["setup.start_wild=dealer", "play.colour_choice=wheel"],
        "R1 R2 | R3 R4 | R6 R7",
        "W R8",
    )
    .open();
    table.asks("0 colour =R =B =G =Y");
}

/// setup.start_reverse = first_player | A | The direction turns and the first player moves all the
/// same; where a reverse holds for one turn, it stays clockwise.
#[test]
fn setup_start_reverse_first_player() {
    let rules = ["setup.start_reverse=first_player"];
    let mut table = scene(&rules, "R1 R2 | R3 R4 | R6 R7", "RR R8").open();
    table.told("up RR").asks("0 play R1 R2 draw").act("0:draw 0:keep").asks("2 play R6 R7 draw");
    let one_turn = ["setup.start_reverse=first_player", "play.reverse=one_turn"];
    let mut table = scene(&one_turn, "R1 R2 | R3 R4 | R6 R7", "RR R8").open();
    assert_eq!(table.asks("0 play R1 R2 draw").round.direction(), Direction::Clockwise);
}

/// setup.start_card = coloured | simulators | Every wild that is turned up goes back.
#[test]
fn setup_start_card_coloured() {
    let rules = ["setup.start_card=coloured"];
    let table = scene(&rules, "R1 R2 | R3 R4", "W R9 G3").places(&[1]).open();
    assert!(table.tells("up W back 1") && table.tells("up R9"));
    scene(&rules, "R1 R2 | R3 R4", "RS G3").open().told("up RS; 0 loses turn…");
}

/// setup.start_card = inert | simulators | Any card may lie there and does nothing; the first
/// player names a wild's colour, and a wild draw four cannot be challenged.
#[test]
fn setup_start_card_inert() {
    let rules = ["setup.start_card=inert"];
    for up in ["RS", "RR", "R+2"] {
        let mut table = scene(&rules, "R1 R2 | R3 R4 | R6 R7", &format!("{up} R8")).open();
        table.told(&format!("up {up}")).asks("0 play R1 R2 draw");
        assert_eq!(table.round.direction(), Direction::Clockwise);
    }
    let mut table = scene(&rules, "R1 R2 | R3 R4 | R6 R7", "W+4 R8").open();
    table.asks("0 colour =R =B =G =Y").act("0:=R").asks("0 play R1 R2 draw");
}

/// setup.start_draw = loses_turn | A1, A3, D, E | Whoever takes a turned-up draw two loses the
/// turn.
#[test]
fn setup_start_draw_loses_turn() {
    let mut table = scene(&[], "R1 R2 | R3 R4", "R+2 Y1 Y2").open();
    table.told("up R+2; 0 draws Y1 Y2 (start 2); 0 loses turn").asks("1 play R3 R4 draw");
}

/// setup.start_draw = draws_and_plays | simulators | Whoever takes a turned-up draw two then has a
/// turn; after an answer the penalty costs the turn.
#[test]
fn setup_start_draw_draws_and_plays() {
    let rules = ["setup.start_draw=draws_and_plays"];
    let mut table = scene(&rules, "R1 R2 | R3 R4", "R+2 Y1 Y2").open();
    table.told("up R+2; 0 draws Y1 Y2 (start 2)").asks("0 play R1 R2 draw");
    let stacking = ["setup.start_draw=draws_and_plays", "responses.draw_two=stack"];
    let mut table = scene(&stacking, "B+2 R2 R3 | R3 R4 R5", "R+2 Y1 Y2 Y3 Y4").open();
    table.act("0:B+2");
    table.told("up R+2; 0 plays B+2 in answer; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 loses turn…");
}
