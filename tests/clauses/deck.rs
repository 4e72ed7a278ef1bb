//! `[deck]`: which cards there are, and what those of other editions do.

use unobench_core::cards::{Kind, Symbol};
use unobench_core::rules::RuleSet;

use super::scene::{cards, rules, scene};

/// Number of copies of a card.
fn copies(rules: &RuleSet, card: &str) -> u8 {
    rules.deck.cards().copies(cards(card, rules.deck.blank_draws)[0])
}

/// deck.edition = standard | A, B, C, D, E | 108 cards: per colour one 0, two each of 1–9, skip,
/// reverse and draw two; 4 wilds, 4 wild draw fours.
#[test]
fn deck_edition_standard() {
    let rules = rules(&[]);
    assert_eq!(rules.deck_size(), 108);
    for colour in ["R", "B", "G", "Y"] {
        assert_eq!(copies(&rules, &format!("{colour}0")), 1);
        for symbol in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"] {
            assert_eq!(copies(&rules, &format!("{colour}{symbol}")), 2);
        }
    }
    assert_eq!((copies(&rules, "W"), copies(&rules, "W+4")), (4, 4));
}

/// deck.edition = junior | D | 56 cards: per colour 1–9 with two 1s, one each of skip, draw one and
/// draw two; 4 wilds.
#[test]
fn deck_edition_junior() {
    let rules = rules(&["deck.edition=junior"]);
    assert_eq!(rules.deck_size(), 56);
    for colour in ["R", "B", "G", "Y"] {
        assert_eq!(copies(&rules, &format!("{colour}1")), 2);
        for symbol in ["2", "3", "4", "5", "6", "7", "8", "9", "S", "+1", "+2"] {
            assert_eq!(copies(&rules, &format!("{colour}{symbol}")), 1);
        }
        assert_eq!(
            (copies(&rules, &format!("{colour}0")), copies(&rules, &format!("{colour}R"))),
            (0, 0)
        );
    }
    assert_eq!((copies(&rules, "W"), copies(&rules, "W+4")), (4, 0));
}

/// deck.edition = junior | D | A draw one makes the next player draw one and lose the turn.
#[test]
fn deck_edition_junior_draw_one() {
    let mut table =
        scene(&["deck.edition=junior"], "R+1 R1 R2 | B1 B2 | R3 R4", "R5 Y1 Y2").start();
    table
        .act("0:R+1")
        .told("0 plays R+1; 1 draws Y1 (penalty 1); 1 loses turn")
        .asks("2 play R3 R4 draw");
}

/// deck.wild | A, B, C, D, E | The number of wilds; a wild lets its player name the colour and does
/// nothing else.
#[test]
fn deck_wild() {
    assert_eq!(copies(&rules(&["deck.wild=8"]), "W"), 8);
    let mut table = scene(&[], "W R1 R2 | B1 G3", "R5 Y1").start();
    table.act("0:W 0:=B").told("0 plays W =B").asks("1 play B1 draw");
}

/// deck.wild_draw_four | A, B, C, D, E | The number of wild draw fours.
#[test]
fn deck_wild_draw_four() {
    assert_eq!(copies(&rules(&["deck.wild_draw_four=0"]), "W+4"), 0);
    assert_eq!(copies(&rules(&["deck.edition=junior", "deck.wild_draw_four=2"]), "W+4"), 2);
}

/// deck.blanks | A1 | White spare cards; a blank is a wild, its player names the colour.
#[test]
fn deck_blanks() {
    assert_eq!(copies(&rules(&["deck.blanks=4"]), "WB"), 4);
    let mut table = scene(&["deck.blanks=4"], "WB R1 R2 | B1 G3", "R5 Y1").start();
    table
        .act("0:WB")
        .asks("0 colour =R =B =G =Y")
        .act("0:=B")
        .told("0 plays WB =B")
        .asks("1 play B1 draw");
}

/// deck.blank_draws | A, C, A1 | For a blank the next player draws that many and loses the turn;
/// nobody challenges it.
#[test]
fn deck_blank_draws() {
    let rules = ["deck.blanks=4", "deck.blank_draws=3"];
    let mut table = scene(&rules, "W+3 R1 R2 | B1 G3 | B2 B3", "R5 Y1 Y2 Y3 Y4").start();
    table
        .act("0:W+3 0:=B")
        .told("0 plays W+3 =B; 1 draws Y1 Y2 Y3 (penalty 3); 1 loses turn")
        .asks("2 play B2 B3 draw");
}

/// deck.blank_draws | A, C | A blank played last is drawn before the points are counted.
#[test]
fn deck_blank_draws_as_last_card() {
    let mut table =
        scene(&["deck.blanks=4", "deck.blank_draws=3"], "W+3 | B1 G3", "R5 Y1 Y2 Y3 Y4").start();
    table
        .act("0:W+3 0:=B")
        .told("0 plays W+3 =B; 0 out 1; 1 draws Y1 Y2 Y3 (penalty 3); 1 loses turn")
        .won_by(0);
    assert_eq!(table.scores(), [10, 0]);
}

/// deck.swap_hands | D | Its player names the colour and swaps hands with any player.
#[test]
fn deck_swap_hands() {
    let mut table = scene(&["deck.swap_hands=1"], "WS R1 R2 | B1 G3 | B2 B3 B4", "R5 Y1").start();
    table.act("0:WS 0:=B").asks("0 swap >1 >2").act("0:>2").told("0 plays WS =B; 0 swaps with 2");
    table.holds(0, "B2 B3 B4").holds(2, "R1 R2").asks("1 play B1 draw");
}

/// deck.swap_hands | D | With two seats there is nobody to choose among.
#[test]
fn deck_swap_hands_with_two_seats() {
    let mut table = scene(&["deck.swap_hands=1"], "WS R1 R2 | B1 G3 G4", "R5 Y1 Y2").start();
    table
        .act("0:WS 0:=R")
        .told("0 plays WS =R; 0 swaps with 1")
        .holds(0, "B1 G3 G4")
        .asks("1 play R1 R2 draw");
}

/// deck.swap_hands | D | As a last card it swaps nothing (`hands.swap_on_last_card = round_ends`).
#[test]
fn deck_swap_hands_as_last_card() {
    let mut table = scene(&["deck.swap_hands=1"], "WS | B1 G3 G4", "R5 Y1").start();
    table.act("0:WS 0:=R").told("0 plays WS =R; 0 out 1").won_by(0);
    assert_eq!(table.scores(), [8, 0]);
}

/// deck.crash | D | The player's and the next player's hands are shuffled together and dealt out
/// again, each getting the number it had.
#[test]
fn deck_crash() {
    let mut table = scene(&["deck.crash=1"], "WC R1 R2 | B1 G3 G4 | B2 B3", "R5 Y1")
        .crash("B1 R1 G3 G4 R2")
        .start();
    table
        .act("0:WC 0:=B")
        .told("0 plays WC =B; 0 crashes with 1; 1 draws Y1 (turn 1); 1 keeps")
        .holds(0, "B1 R1")
        .holds(1, "G3 G4 R2 Y1");
}

/// deck.crash | D | The next player is the one in the direction of play.
#[test]
fn deck_crash_in_the_direction_of_play() {
    let mut table = scene(&["deck.crash=1"], "RR R1 R2 | B1 G3 G4 | WC B2 B3", "R5 Y1")
        .crash("B2 B3 B1 G3 G4")
        .start();
    table
        .act("0:RR")
        .asks("2 play WC draw")
        .act("2:WC 2:=G")
        .told("0 plays RR; 2 plays WC =G; 2 crashes with 1…");
}

/// deck.shuffle_hands | decks on sale | All hands are shuffled together and dealt out one by one,
/// from the next seat on, the player last; the numbers of cards change.
#[test]
fn deck_shuffle_hands() {
    let rules = ["deck.shuffle_hands=1"];
    let mut table = scene(&rules, "WH R1 R2 | B1 | G1 G2 G3 G4 G5", "R5 Y1 Y2")
        .crash("G1 G2 B1 R1 G4 G3 R2 G5")
        .start();
    // Eight cards: three each for the next two seats, two for the player.
    table
        .act("0:WH 0:=R")
        .told("0 plays WH =R; 0 shuffles all hands")
        .holds(0, "G1 G2")
        .holds(1, "B1 G4 R1")
        .holds(2, "G3 G5 R2")
        .asks("1 play R1 draw");
}

/// deck.shuffle_hands | decks on sale | The next seat is the one in the direction of play.
#[test]
fn deck_shuffle_hands_in_the_direction_of_play() {
    let mut table = scene(&["deck.shuffle_hands=1"], "RR R1 R2 | B1 G3 | WH B2 B3", "R5 Y1")
        .crash("R1 B1 G3 B2 R2 B3")
        .start();
    table.act("0:RR 2:WH 2:=G").told("0 plays RR; 2 plays WH =G; 2 shuffles all hands…");
    table.holds(0, "B1 R1").holds(1, "B2 G3").holds(2, "B3 R2");
    let mut table = scene(&["deck.shuffle_hands=1"], "RR R1 | B1 G3 | WH B2 B3", "R5 Y1")
        .crash("R1 B1 G3 B2 B3")
        .start();
    // Five cards: seat 1 is next, then seat 0.
    table.act("0:RR 0:uno 2:WH 2:=G").holds(0, "B1 R1").holds(1, "B2 G3").holds(2, "B3");
}

/// deck.downpour_one | A2, A4 | All others draw one, in the direction of play from the next seat
/// on; nobody loses a turn.
#[test]
fn deck_downpour_one() {
    let mut table =
        scene(&["deck.downpour_one=2"], "D1 R1 R2 | B1 G3 | B2 B3", "R5 Y1 Y2 Y3").start();
    table
        .act("0:D1 0:=B")
        .told("0 plays D1 =B; 1 draws Y1 (downpour 1); 2 draws Y2 (downpour 1)")
        .asks("1 play B1 draw");
}

/// deck.downpour_two | A2, A4 | All others draw two.
#[test]
fn deck_downpour_two() {
    let mut table =
        scene(&["deck.downpour_two=2"], "RR R1 R2 | B1 G3 | D2 B2 B3", "R5 Y1 Y2 Y3 Y4 Y5").start();
    table
        .act("0:RR 2:D2 2:=B")
        .told("0 plays RR; 2 plays D2 =B; 1 draws Y1 Y2 (downpour 2); 0 draws Y3 Y4 (downpour 2)")
        .asks("1 play B1 draw");
}

/// deck.downpour_two | A2, A4 | Played last it is drawn before its player is out and the points are
/// counted.
#[test]
fn deck_downpour_two_as_last_card() {
    let mut table = scene(&["deck.downpour_two=2"], "D2 | B1 B2", "R5 Y1 Y2").start();
    table.act("0:D2 0:=B").told("0 plays D2 =B; 1 draws Y1 Y2 (downpour 2); 0 out 1").won_by(0);
    assert_eq!(table.scores(), [6, 0]);
}

/// deck.packs | – | Whole decks shuffled together: every count is multiplied.
#[test]
fn deck_packs() {
    let (one, two) = (
        rules(&["deck.blanks=3", "deck.crash=2"]),
        rules(&["deck.blanks=3", "deck.crash=2", "deck.packs=2"]),
    );
    assert_eq!(two.deck_size(), 2 * one.deck_size());
    for kind in Kind::all().filter(|kind| kind.symbol() != Symbol::BlankDraw) {
        assert_eq!(two.deck.cards().copies(kind), 2 * one.deck.cards().copies(kind));
    }
}

/// cards | – | Cards are written: colour letter, then the number, `S`, `R`, `+2` or `+1`; wilds
/// `W`, `W+4`, `W+10` a blank that draws, `WB`, `WS`, `WH`, `WC`, `D1`, `D2`.
#[test]
fn deck_notation() {
    let symbols = [
        ("R5", Symbol::Five),
        ("BS", Symbol::Skip),
        ("GR", Symbol::Reverse),
        ("Y+2", Symbol::DrawTwo),
        ("Y+1", Symbol::DrawOne),
        ("W", Symbol::Wild),
        ("W+4", Symbol::WildDrawFour),
        ("W+10", Symbol::BlankDraw),
        ("WB", Symbol::BlankWild),
        ("WS", Symbol::SwapHands),
        ("WH", Symbol::ShuffleHands),
        ("WC", Symbol::Crash),
        ("D1", Symbol::DownpourOne),
        ("D2", Symbol::DownpourTwo),
    ];
    for (text, symbol) in symbols {
        let kind = Kind::parse(text, 10).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((kind.symbol(), kind.text(10).to_string().as_str()), (symbol, text));
    }
}

/// deck.cards | decks on sale | A table overrides how many cards of a symbol, in each colour, or of
/// a kind there are, which wins over its symbol; packs multiply it, and it wins over every other
/// count.
#[test]
fn deck_cards() {
    let copies = |assignments: &[&str], card: &str| {
        super::scene::rules(assignments).deck.cards().copies(Kind::parse(card, 0).expect("a card"))
    };
    let rules = ["deck.cards={0=2, R0=3, W+4=1, WS=1, +1=2}", "deck.wild_draw_four=8"];
    let found = ["R0", "B0", "W+4", "WS", "G+1", "R1"].map(|card| copies(&rules, card));
    assert_eq!(found, [3, 2, 1, 1, 2, 2]);
    let packs = ["deck.cards={0=2, R0=3, W+4=1, WS=1, +1=2}", "deck.packs=2"];
    assert_eq!(["R0", "WS"].map(|card| copies(&packs, card)), [6, 2]);
}

/// deck.cards | decks on sale | No more than 16 copies of a kind and 500 cards; of the blanks only
/// those that the deck has.
#[test]
fn deck_cards_refused() {
    for assignments in [
        &["deck.cards={W=9}", "deck.packs=2"][..],
        &["deck.cards={0=15, 1=15, 2=15, 3=15, 4=15, 5=15, 6=15, 7=15}"],
        &["deck.cards={WB=1}", "deck.blank_draws=8"],
        &["deck.cards={W+8=1}"],
    ] {
        let mut rules = unobench_core::rules::RuleSet::official();
        rules.set_all(assignments).expect_err("a deck that nobody has");
    }
}
