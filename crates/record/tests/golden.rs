//! Golden cases: the beginnings of rounds, written by hand, one for each thing that may happen
//! under the rules of the catalogue.
//!
//! A case is good when the replay takes every line and then misses the rest of the round. Dealer is
//! seat 2, so seat 0 is first; the deal gives each seat what the case says.

use serde_json::{Value, json};
use unobench_core::rules::RuleSet;
use unobench_record::{ReplayError, pretty, replay, table_at};

/// The beginning of a round.
struct Case {
    lines: Vec<Value>,
}

/// A round in which the seats hold these cards and these lie on top of the draw pile, the first of
/// them the start card.
fn deal(settings: &str, hands: &[&str], pile: &str) -> Case {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let hands: Vec<Vec<String>> = hands.iter().map(|hand| words(hand)).collect();
    let mut rules = RuleSet::official();
    let size = format!("setup.hand_size={}", hands[0].len());
    rules.set_all(&[words(settings), vec![size]].concat()).expect("settings");
    let mut rest: Vec<String> = rules
        .deck
        .cards()
        .cards()
        .map(|kind| kind.text(rules.deck.blank_draws).to_string())
        .collect();
    let mut pile = words(pile);
    for card in hands.iter().flatten().chain(&pile) {
        let index = rest
            .iter()
            .position(|other| other == card)
            .unwrap_or_else(|| panic!("no {card} is left"));
        rest.remove(index);
    }
    let start = pile[0].clone();
    pile.append(&mut rest);
    let round = json!({
        "event": "round", "rules": "case", "settings": rules.settings_json(),
        "block": 0, "seating": 0, "round": 0,
        "players": vec!["random"; hands.len()], "dealer": hands.len() - 1, "first": 0,
        "hands": hands, "draw_pile": pile,
        "totals": vec![0; hands.len()],
    });
    Case { lines: vec![round, json!({"event": "turn_up", "card": start})] }
}

impl Case {
    fn line(mut self, line: Value) -> Case {
        self.lines.push(line);
        self
    }

    fn of(self, event: &str, seat: usize) -> Case {
        self.line(json!({"event": event, "seat": seat}))
    }

    fn play(self, seat: usize, card: &str, how: &str) -> Case {
        self.line(json!({"event": "play", "seat": seat, "card": card, "how": how}))
    }

    fn wild(self, seat: usize, card: &str, colour: &str) -> Case {
        self.line(
            json!({"event": "play", "seat": seat, "card": card, "colour": colour, "how": "turn"}),
        )
    }

    fn misplay(self, seat: usize, card: &str) -> Case {
        self.line(json!({"event": "misplay", "seat": seat, "card": card}))
    }

    fn uno(self, seat: usize, called: bool) -> Case {
        self.line(json!({"event": "uno", "seat": seat, "called": called}))
    }

    fn caught(self, seat: usize, by: usize, of: &str) -> Case {
        self.line(json!({"event": "caught", "seat": seat, "by": by, "of": of}))
    }

    /// A draw of as many cards as are due.
    fn draw(self, seat: usize, cards: &str, why: &str) -> Case {
        let cards: Vec<&str> = cards.split_whitespace().collect();
        let owed = cards.len();
        self.line(json!({"event": "draw", "seat": seat, "cards": cards, "owed": owed, "why": why}))
    }

    fn text(&self) -> Vec<u8> {
        self.lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
    }

    #[track_caller]
    fn assert_good(self) -> Case {
        let last = self.lines.len() as u64;
        match replay(&self.text()[..]) {
            Err(ReplayError::Truncated { line, .. }) if line == last => {}
            other => panic!("{other:?}"),
        }
        let events =
            pretty(&self.text()[..], &mut Vec::new(), false).expect("lines that can be read");
        assert_eq!(events, last);
        self
    }

    /// What the replay says of a case whose last line is wrong.
    #[track_caller]
    fn assert_bad(self, complaint: &str) {
        let error = replay(&self.text()[..]).expect_err("a wrong line").to_string();
        assert!(
            error.starts_with(&format!("line {},", self.lines.len())) && error.contains(complaint),
            "{error}"
        );
    }

    /// The table after the last line has this line.
    #[track_caller]
    fn assert_shows(self, wanted: &str) -> Case {
        let table = table_at(&self.text()[..], self.lines.len() as u64).expect("a table");
        assert!(table.lines().any(|line| line == wanted), "{wanted}:\n{table}");
        self
    }
}

const HANDS: [&str; 3] = ["R1 R2 G7 G9", "R3 R4 B8 Y9", "R6 B6 G6 Y6"];

fn people() -> Case {
    let settings = "people.advises=0.5 people.plays_out_of_turn=0.5 people.misplays=0.5 \
                    people.catches_fault=0.5 people.talks=0.5 people.calls_falsely=0.5 \
                    uno.false_call_penalty=1 silence.mode=twos";
    deal(settings, &HANDS, "R5 B1 B2 B3 B4 B5 B7 B9")
}

#[test]
fn advice_is_noticed_or_not() {
    people().of("advises", 1).draw(1, "B1 B2", "advice").play(0, "R1", "turn").assert_good();
    people().of("advises", 1).play(0, "R1", "turn").of("advises", 0).assert_good();
    people().of("advises", 1).of("advises", 2).assert_bad("the rules demand");
    people().of("advises", 0).assert_bad("the rules demand");
    people()
        .of("advises", 1)
        .draw(1, "B1", "advice")
        .assert_bad("cards is [\"B1\"]; the rules demand [\"B1\",\"B2\"]");
}

#[test]
fn a_card_out_of_turn_is_noticed_or_not() {
    people()
        .misplay(2, "B6")
        .draw(2, "B1 B2", "misplay")
        .play(0, "R1", "turn")
        .assert_good()
        .assert_shows("turns         1");
    // Nobody noticed: it may be told or not, and changes nothing.
    people().misplay(2, "B6").misplay(2, "G6").assert_bad("seat 0 to decide (play)");
    people()
        .misplay(2, "B6")
        .play(0, "R1", "turn")
        .play(1, "R3", "turn")
        .play(2, "R6", "turn")
        .assert_good();
    people().misplay(2, "B7").assert_bad("the rules demand");
}

#[test]
fn who_speaks_in_a_silence_draws() {
    let silent = || people().play(0, "R2", "turn");
    silent().assert_good().assert_shows("silence       begun by 0 random");
    silent()
        .of("speaks", 0)
        .draw(0, "B1 B2", "silence")
        .play(1, "R3", "turn")
        .assert_good()
        .assert_shows("silence       none");
    silent()
        .of("speaks", 2)
        .draw(1, "B1 B2", "silence")
        .assert_bad("seat is 1; the rules demand 2");
    people().of("speaks", 1).assert_bad("the rules demand");
}

#[test]
fn a_false_call_costs() {
    let call =
        || people().line(json!({"event": "uno", "seat": 0, "called": true, "false_call": true}));
    call().draw(0, "B1", "false_call").play(0, "R1", "turn").assert_good();
    call().play(0, "R1", "turn").assert_bad("the rules demand");
}

#[test]
fn a_misplay_is_noticed_or_stands() {
    people()
        .misplay(0, "G7")
        .draw(0, "B1 B2", "misplay")
        .play(1, "R3", "turn")
        .assert_good()
        .assert_shows("turns         2");
    people().misplay(0, "G7").assert_good().assert_shows("up card       G7, colour G");
    people()
        .misplay(0, "G7")
        .draw(0, "B1 B2", "misplay")
        .assert_shows("up card       R5, colour R");
    people().misplay(0, "G7").play(1, "G9", "turn").assert_bad("the rules demand");
    people().misplay(0, "G7").misplay(1, "R3").play(2, "R6", "turn").assert_good();
    // Written as a play.
    people()
        .play(0, "G7", "turn")
        .draw(1, "B1", "turn")
        .of("keep", 1)
        .play(2, "G6", "turn")
        .assert_good();
    assert!(matches!(
        replay(&people().play(0, "G7", "turn").draw(0, "B1 B2", "misplay").text()[..]),
        Err(ReplayError::WrongEvent { line: 3, .. })
    ));
    people().misplay(0, "R1").assert_bad("card is R1; the rules demand one of [G7 G9]");
}

#[test]
fn a_forgotten_colour_is_named_by_the_next() {
    let hands = ["W W+4 R2 G7", "R3 R4 B8 Y9", "R6 B6 G6 W"];
    let case = || deal("people.forgets_colour=0.5", &hands, "R5 B1 B2 B3 B4 B5");
    let forgotten = || case().line(json!({"event": "play", "seat": 0, "card": "W", "how": "turn"}));
    let names = |seat: usize| json!({"event": "name_colour", "seat": seat, "colour": "B"});
    forgotten().assert_good().assert_shows("up card       W, colour none");
    forgotten()
        .line(names(1))
        .assert_good()
        .assert_shows("up card       W, colour B")
        .play(1, "B8", "turn")
        .assert_good();
    forgotten().line(names(2)).assert_bad("seat 1 to decide (colour)");
    forgotten().play(1, "R3", "turn").assert_bad("seat 1 to decide (colour)");
    case().wild(0, "W", "B").line(names(1)).assert_bad("the rules demand");
    // Who is hit names it first.
    let hit = case().line(json!({"event": "play", "seat": 0, "card": "W+4", "how": "turn"}));
    hit.line(names(1)).draw(1, "B1 B2 B3 B4", "penalty").of("lose_turn", 1).assert_good();
}

#[test]
fn a_forgotten_penalty_is_caught_or_not() {
    let hands = ["R+2 R1 R2 G7", "R3 R4 B8 Y9", "R6 B6 G6 Y6"];
    let case = || {
        deal("people.forgets_penalty=0.5 people.catches_uno=0.5", &hands, "R5 B1 B2 B3 B4 B5")
            .play(0, "R+2", "turn")
    };
    case()
        .play(1, "R3", "turn")
        .play(2, "R6", "turn")
        .assert_good()
        .assert_shows("turns         3");
    let caught = |by| case().play(1, "R3", "turn").caught(1, by, "penalty");
    let back = || caught(2).line(json!({"event": "take_back", "seat": 1, "card": "R3"}));
    back()
        .assert_shows("up card       R+2, colour R")
        .draw(1, "B1 B2 B3 B4", "forgotten")
        .play(2, "R6", "turn")
        .assert_good();
    back()
        .draw(1, "B1 B2", "forgotten")
        .assert_bad("the rules demand [\"B1\",\"B2\",\"B3\",\"B4\"]");
    caught(1).assert_bad("the rules demand");
    case().play(1, "B8", "turn").assert_bad("the rules demand");
}

/// The same seat may be asked twice whether it notices: the missing call, then the penalty.
#[test]
fn a_missing_call_is_caught_before_a_forgotten_penalty() {
    let hands = ["R+2 R1", "R3 R4", "R6 B6"];
    let case = || {
        let settings = "people.forgets_penalty=0.5 people.catches_uno=0.5";
        deal(settings, &hands, "R5 B1 B2 B3 B4 B5 B7")
            .play(0, "R+2", "turn")
            .uno(0, true)
            .play(1, "R3", "turn")
            .uno(1, false)
    };
    let back = |case: Case| case.line(json!({"event": "take_back", "seat": 1, "card": "R3"}));
    back(case().caught(1, 2, "penalty")).draw(1, "B1 B2 B3 B4", "forgotten").assert_good();
    let both = case().caught(1, 0, "uno").draw(1, "B1 B2", "uno").caught(1, 0, "penalty");
    back(both).draw(1, "B3 B4 B5 B7", "forgotten").assert_good();
    case().caught(1, 2, "uno").draw(1, "B1 B2", "uno").play(2, "R6", "turn").assert_good();
    case().play(2, "R6", "turn").assert_good();
    case().caught(1, 2, "penalty").draw(1, "B1 B2", "uno").assert_bad("the rules demand");
}

#[test]
fn the_last_hand_of_a_slam_draws() {
    let hands = ["R1 R2", "R3 R4", "R6 B6", "Y1 Y2"];
    let case = |settings: &str| {
        deal(settings, &hands, "R5 B1 B2 B3 B4").play(0, "R1", "turn").uno(0, true)
    };
    for last in 1..4 {
        case("uno.slam=true").draw(last, "B1 B2", "slam").play(1, "R3", "turn").assert_good();
    }
    case("uno.slam=true").draw(0, "B1 B2", "slam").assert_bad("seat is 0; the rules demand");
    case("uno.slam=true").play(1, "R3", "turn").assert_bad("the rules demand");
    // Who never reacts is last; where two never do, nobody is.
    case("uno.slam=true people.seat.2.reaction=0").draw(2, "B1 B2", "slam").assert_good();
    case("uno.slam=true people.seat.2.reaction=0")
        .draw(1, "B1 B2", "slam")
        .assert_bad("seat is 1; the rules demand 2");
    case("uno.slam=true people.reaction=0").play(1, "R3", "turn").assert_good();
}

#[test]
fn identical_cards_are_laid_out_of_turn() {
    let hands = ["R1 G1 G7 R8", "R3 R4 B8 R8", "R1 B6 G6 Y6"];
    let settings = "jump_in.enabled=true people.next_player_reaction=1";
    let case = |more: &str| {
        deal(&format!("{settings} {more}"), &hands, "R5 B1 B2 B3 B4").play(0, "R1", "turn")
    };
    case("").play(2, "R1", "jump_in").draw(0, "B1", "turn").assert_good();
    case("").play(1, "R3", "turn").assert_good();
    case("jump_in.resume=original")
        .play(2, "R1", "jump_in")
        .play(1, "R3", "turn")
        .assert_good()
        .assert_shows("turns         3");
    case("people.seat.2.reaction=0").play(2, "R1", "jump_in").assert_bad("the rules demand");
    case("").play(1, "R1", "jump_in").assert_bad("the rules demand");
    let hands = ["R1 R1 G7 R8", "R3 R4 B8 R8", "G4 B6 G6 Y6"];
    let double = |rule: &str| {
        deal(rule, &hands, "R5 B1 B2 B3 B4").play(0, "R1", "turn").play(0, "R1", "double")
    };
    double("jump_in.double=any").play(1, "R3", "turn").assert_good();
    double("jump_in.enabled=true").assert_bad("the rules demand");
}

/// A penalty of four presses throws from 0 to 16 cards.
#[test]
fn the_launcher_throws_any_number() {
    let hands = ["W+4 R1 R2 G7", "B8 B3 B4 Y9", "R6 B6 G6 Y6"];
    let case = || deal("hands.launcher=4", &hands, "R5 B1 B2 B5 B7 B9 BS BR").wild(0, "W+4", "G");
    case()
        .draw(1, "", "penalty")
        .of("lose_turn", 1)
        .draw(2, "", "turn")
        .of("keep", 2)
        .play(0, "G7", "turn")
        .assert_good();
    case()
        .draw(1, "B1 B2 B5 B7 B9", "penalty")
        .of("lose_turn", 1)
        .play(2, "G6", "turn")
        .assert_good();
    let too_many = |owed: u64| -> Value {
        json!({"event": "draw", "seat": 1, "cards": ["B1"], "owed": owed, "why": "penalty"})
    };
    case().line(too_many(17)).assert_bad("owed is 17; the rules demand at most 16");
    let turn = case()
        .draw(1, "B1", "penalty")
        .of("lose_turn", 1)
        .play(2, "G6", "turn")
        .play(0, "G7", "turn");
    turn.draw(1, "B2 B5", "turn").of("keep", 1).assert_good();
}

#[test]
fn hands_change_owners() {
    let hands = ["R7 R1 R2 G7", "R0 R4 B8 Y9", "R6 B6 G6 Y6"];
    let settings = "hands.seven_swaps=true hands.zero_rotates=true hands.five_exchanges=true";
    let swap = |with: usize| {
        deal(settings, &hands, "RS B1")
            .of("lose_turn", 0)
            .play(1, "R4", "turn")
            .play(2, "R6", "turn")
            .play(0, "R7", "turn")
            .line(json!({"event": "swap", "seat": 0, "with": with}))
    };
    swap(1)
        .assert_good()
        .assert_shows("seat 1 random, 3: R1 R2 G7")
        .play(1, "R1", "turn")
        .assert_good();
    swap(0).assert_bad("the rules allow");
    let rotate = |direction: i64| {
        deal(settings, &hands, "RS B1")
            .of("lose_turn", 0)
            .play(1, "R0", "turn")
            .line(json!({"event": "rotate", "direction": direction}))
    };
    rotate(1)
        .assert_good()
        .assert_shows("seat 2 random, 3: R4 B8 Y9")
        .play(2, "R4", "turn")
        .assert_good();
    rotate(-1).assert_bad("direction is -1; the rules demand 1");
}

#[test]
fn cards_are_exchanged() {
    let hands = ["R5 R1 R2 G7", "R3 R4 B8 Y9", "R6 B6 G6 Y6"];
    let case = || deal("hands.five_exchanges=true", &hands, "R9 B1").play(0, "R5", "turn");
    let exchange = |gives: &str, gets: &str| {
        case()
            .line(json!({"event": "exchange", "seat": 0, "with": 2, "gives": gives, "gets": gets}))
    };
    exchange("G7", "R6")
        .assert_good()
        .assert_shows("seat 0 random, 3: R1 R2 R6")
        .play(1, "R3", "turn")
        .play(2, "G7", "turn")
        .assert_bad("");
    exchange("B6", "R6").assert_bad("the rules allow");
    exchange("G7", "R3").assert_bad("the rules allow");
    case().play(1, "R3", "turn").assert_good();
}

#[test]
fn hands_are_shuffled_together() {
    let hands = ["WC R1 R2", "R3 R4 B8", "R6 B6 G6"];
    let case = |one: &[&str], other: &[&str]| {
        let crash = json!({"event": "crash", "seat": 0, "with": 1, "hands": [one, other]});
        deal("deck.crash=1", &hands, "R5 B1").wild(0, "WC", "B").line(crash)
    };
    case(&["B8", "R3"], &["R1", "R2", "R4"]).assert_good().assert_shows("seat 0 random, 2: R3 B8");
    case(&["B8", "R3"], &["R1", "R2", "R6"]).assert_bad("the cards of these hands");
    case(&["B8", "R3", "R4"], &["R1", "R2"]).assert_bad("hands is");
}

#[test]
fn all_hands_are_shuffled_and_dealt_out_again() {
    let hands = ["WH R1 R2", "R3 R4 B8", "R6 B6 G6"];
    let case = |new: [&[&str]; 3]| {
        let redeal = json!({"event": "redeal", "hands": new});
        deal("deck.shuffle_hands=1", &hands, "R5 B1").wild(0, "WH", "B").line(redeal)
    };
    case([&["B8", "R3"], &["R1", "R2", "R4"], &["R6", "B6", "G6"]])
        .assert_good()
        .assert_shows("seat 0 random, 2: R3 B8");
    case([&["B8", "R3"], &["R1", "R2", "R4"], &["R6", "B6", "G7"]]).assert_bad("these hands");
    // The player is dealt to last.
    case([&["B8", "R3", "R4"], &["R1", "R2"], &["R6", "B6", "G6"]]).assert_bad("hands is");
}

#[test]
fn an_empty_hand_is_refilled() {
    let case = || {
        deal("finish.refills=2 uno.call=false", &["R1", "R3", "R6"], "R5 B1 B2 B3")
            .play(0, "R1", "turn")
    };
    case()
        .draw(0, "B1 B2", "refill")
        .assert_good()
        .assert_shows("next refills  1 2 2, by seat")
        .play(1, "R3", "turn")
        .assert_good();
    case().draw(0, "B1", "refill").assert_bad("the rules demand [\"B1\",\"B2\"]");
}

#[test]
fn who_is_out_leaves_the_round() {
    let case = || {
        deal("finish.when=last_standing uno.call=false", &["R1", "R3", "G6"], "R5 B1 B2 B3")
            .play(0, "R1", "turn")
    };
    let out = |seat: usize, place: u64| json!({"event": "out", "seat": seat, "place": place});
    case().line(out(0, 1)).assert_good().assert_shows("out           0 random");
    case().line(out(0, 2)).assert_bad("place is 2; the rules demand 1");
    let second = case().line(out(0, 1)).play(1, "R3", "turn").line(out(1, 2));
    let end = json!({
        "event": "round_end", "winner": 0, "reason": "last", "hands": [[], [], ["G6"]],
        "points": [0, 0, 6], "scores": [6, 0, 0], "turns": 2,
    });
    assert!(replay(&second.line(end).text()[..]).is_ok());
}
