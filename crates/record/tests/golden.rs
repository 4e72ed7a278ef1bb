//! Golden cases: the beginnings of rounds, written by hand, one for each thing that may happen
//! under the rules of the catalogue.
//!
//! A case is good when the replay takes every line and then misses the rest of the round. The last
//! seat deals, so seat 0 is first; the deal gives each seat what the case says. Lines are written
//! in short, as in [`line_of`].

use serde_json::{Value, json};
use unobench_core::rules::RuleSet;
use unobench_record::{ReplayError, pretty, replay, table_at};

#[derive(Clone)]
struct Case {
    lines: Vec<Value>,
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// A round in which the seats hold these cards and these lie on top of the draw pile, the first of
/// them the start card.
fn deal(settings: &str, hands: &[&str], pile: &str) -> Case {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| words(hand)).collect();
    let mut rules = RuleSet::official();
    let size = format!("setup.hand_size={}", hands[0].len());
    rules.set_all(&[words(settings), vec![&size]].concat()).expect("settings");
    let cards = rules.deck.cards();
    let mut rest: Vec<String> =
        cards.cards().map(|kind| kind.text(rules.deck.blank_draws).to_string()).collect();
    let pile = words(pile);
    for card in hands.iter().flatten().chain(&pile) {
        let index = rest.iter().position(|other| other == card);
        rest.remove(index.unwrap_or_else(|| panic!("no {card} is left")));
    }
    let start = pile[0];
    let pile: Vec<&str> = pile.into_iter().chain(rest.iter().map(String::as_str)).collect();
    let round = json!({
        "event": "round", "rules": "case", "settings": rules.settings_json(),
        "block": 0, "seating": 0, "round": 0,
        "players": vec!["random"; hands.len()], "dealer": hands.len() - 1, "first": 0,
        "hands": hands, "draw_pile": pile,
        "totals": vec![0; hands.len()],
    });
    Case { lines: vec![round, json!({"event": "turn_up", "card": start})] }
}

/// A line: the event, who does it, and what its other fields say; a play is one of its own turn
/// unless another way is named, and as many cards are drawn as are due.
fn line_of(text: &str) -> Value {
    let number = |word: &str| word.parse::<i64>().expect("a number");
    let (event, seat, more) = match words(text)[..] {
        ["rotate", direction] => {
            return json!({"event": "rotate", "direction": number(direction)});
        }
        [event, seat, ref more @ ..] => (event, number(seat), more.to_vec()),
        _ => panic!("{text}"),
    };
    let fields = match (event, &more[..]) {
        ("play", [card]) => json!({"card": card, "how": "turn"}),
        ("play", [card, how]) => json!({"card": card, "how": how}),
        ("wild", [card, colour]) => json!({"card": card, "colour": colour, "how": "turn"}),
        ("misplay" | "take_back", [card]) => json!({"card": card}),
        ("draw", [why, cards @ ..]) => json!({"cards": cards, "owed": cards.len(), "why": why}),
        ("uno", [called]) => json!({"called": *called == "yes"}),
        ("caught", [by, fault]) => json!({"by": number(by), "of": fault}),
        ("name_colour", [colour]) => json!({"colour": colour}),
        ("swap", [with]) => json!({"with": number(with)}),
        ("exchange", [with, gives, gets]) => {
            json!({"with": number(with), "gives": gives, "gets": gets})
        }
        ("out", [place]) => json!({"place": number(place)}),
        (_, []) => json!({}),
        _ => panic!("{text}"),
    };
    let mut line = json!({"event": if event == "wild" { "play" } else { event }, "seat": seat});
    let fields = fields.as_object().expect("fields").clone();
    line.as_object_mut().expect("an object").extend(fields);
    line
}

impl Case {
    fn line(mut self, line: Value) -> Case {
        self.lines.push(line);
        self
    }

    fn then(mut self, lines: &str) -> Case {
        self.lines.extend(lines.split(';').map(line_of));
        self
    }

    fn text(&self) -> Vec<u8> {
        self.lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
    }

    #[track_caller]
    fn good(self) -> Case {
        let last = self.lines.len() as u64;
        match pretty(&self.text()[..], &mut Vec::new(), false) {
            Err(ReplayError::Truncated { line, .. }) if line == last => self,
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn bad(self, complaint: &str) {
        let error = replay(&self.text()[..]).expect_err("a wrong line").to_string();
        let line = format!("line {},", self.lines.len());
        assert!(error.starts_with(&line) && error.contains(complaint), "{error}");
    }

    #[track_caller]
    fn shows(self, wanted: &str) -> Case {
        let table = table_at(&self.text()[..], self.lines.len() as u64).expect("a table");
        assert!(table.lines().any(|line| line == wanted), "{wanted}:\n{table}");
        self
    }
}

const HANDS: [&str; 3] = ["R1 R2 G7 G9", "R3 R4 B8 Y9", "R6 B6 G6 Y6"];
const DEMAND: &str = "the rules demand";

fn people() -> Case {
    let settings = "people.advises=0.5 people.plays_out_of_turn=0.5 people.misplays=0.5 \
                    people.catches_fault=0.5 people.talks=0.5 people.calls_falsely=0.5 \
                    uno.false_call_penalty=1 silence.mode=twos";
    deal(settings, &HANDS, "R5 B1 B2 B3 B4 B5 B7 B9")
}

fn people_do(lines: &str) -> Case {
    people().then(lines)
}

#[test]
fn advice_is_noticed_or_not() {
    people_do("advises 1; draw 1 advice B1 B2; play 0 R1").good();
    people_do("advises 1; play 0 R1; advises 0").good();
    people_do("advises 1; advises 2").bad(DEMAND);
    people_do("advises 0").bad(DEMAND);
    people_do("advises 1; draw 1 advice B1")
        .bad("cards is [\"B1\"]; the rules demand [\"B1\",\"B2\"]");
}

#[test]
fn a_card_out_of_turn_is_noticed_or_not() {
    people_do("misplay 2 B6; draw 2 misplay B1 B2; play 0 R1").good().shows("turns         1");
    // Nobody noticed: it may be told or not, and changes nothing.
    people_do("misplay 2 B6; misplay 2 G6").bad("seat 0 to decide (play)");
    people_do("misplay 2 B6; play 0 R1; play 1 R3; play 2 R6").good();
    people_do("misplay 2 B7").bad(DEMAND);
}

#[test]
fn who_speaks_in_a_silence_draws() {
    people_do("play 0 R2").good().shows("silence       begun by 0 random");
    people_do("play 0 R2; speaks 0; draw 0 silence B1 B2; play 1 R3")
        .good()
        .shows("silence       none");
    people_do("play 0 R2; speaks 2; draw 1 silence B1 B2").bad("seat is 1; the rules demand 2");
    people_do("speaks 1").bad(DEMAND);
}

#[test]
fn a_false_call_costs() {
    let case = |lines: &str| {
        let call = json!({"event": "uno", "seat": 0, "called": true, "false_call": true});
        people().line(call).then(lines)
    };
    case("draw 0 false_call B1; play 0 R1").good();
    case("play 0 R1").bad(DEMAND);
}

#[test]
fn a_misplay_is_noticed_or_stands() {
    people_do("misplay 0 G7; draw 0 misplay B1 B2; play 1 R3").good().shows("turns         2");
    people_do("misplay 0 G7").good().shows("up card       G7, colour G");
    people_do("misplay 0 G7; draw 0 misplay B1 B2").shows("up card       R5, colour R");
    people_do("misplay 0 G7; play 1 G9").bad(DEMAND);
    people_do("misplay 0 G7; misplay 1 R3; play 2 R6").good();
    // Written as a play.
    people_do("play 0 G7; draw 1 turn B1; keep 1; play 2 G6").good();
    assert!(matches!(
        replay(&people_do("play 0 G7; draw 0 misplay B1 B2").text()[..]),
        Err(ReplayError::WrongEvent { line: 3, .. })
    ));
    people_do("misplay 0 R1").bad("card is \"R1\"; the rules demand \"G7\"");
}

#[test]
fn a_forgotten_colour_is_named_by_the_next() {
    let hands = ["W W+4 R2 G7", "R3 R4 B8 Y9", "R6 B6 G6 W"];
    let case =
        |lines: &str| deal("people.forgets_colour=0.5", &hands, "R5 B1 B2 B3 B4 B5").then(lines);
    case("play 0 W").good().shows("up card       W, colour none");
    case("play 0 W; name_colour 1 B")
        .good()
        .shows("up card       W, colour B")
        .then("play 1 B8")
        .good();
    case("play 0 W; name_colour 2 B").bad("seat 1 to decide (colour)");
    case("play 0 W; play 1 R3").bad("seat 1 to decide (colour)");
    case("wild 0 W B; name_colour 1 B").bad(DEMAND);
    // Who is hit names it first.
    case("play 0 W+4; name_colour 1 B; draw 1 penalty B1 B2 B3 B4; lose_turn 1").good();
}

#[test]
fn a_forgotten_penalty_is_caught_or_not() {
    let hands = ["R+2 R1 R2 G7", "R3 R4 B8 Y9", "R6 B6 G6 Y6"];
    let settings = "people.forgets_penalty=0.5 people.catches_uno=0.5";
    let case =
        |lines: &str| deal(settings, &hands, "R5 B1 B2 B3 B4 B5").then("play 0 R+2").then(lines);
    case("play 1 R3; play 2 R6").good().shows("turns         3");
    let back = || case("play 1 R3; caught 1 2 penalty; take_back 1 R3");
    back()
        .shows("up card       R+2, colour R")
        .then("draw 1 forgotten B1 B2 B3 B4; play 2 R6")
        .good();
    back().then("draw 1 forgotten B1 B2").bad("the rules demand [\"B1\",\"B2\",\"B3\",\"B4\"]");
    case("play 1 R3; caught 1 1 penalty").bad(DEMAND);
    case("play 1 B8").bad(DEMAND);
}

/// The same seat may be asked twice whether it notices: the missing call, then the penalty.
#[test]
fn a_missing_call_is_caught_before_a_forgotten_penalty() {
    let hands = ["R+2 R1", "R3 R4", "R6 B6"];
    let settings = "people.forgets_penalty=0.5 people.catches_uno=0.5";
    let case = |lines: &str| {
        deal(settings, &hands, "R5 B1 B2 B3 B4 B5 B7")
            .then("play 0 R+2; uno 0 yes; play 1 R3; uno 1 no")
            .then(lines)
    };
    case("caught 1 2 penalty; take_back 1 R3; draw 1 forgotten B1 B2 B3 B4").good();
    let missed = "caught 1 0 uno; draw 1 uno B1 B2";
    case(missed).then("caught 1 0 penalty; take_back 1 R3; draw 1 forgotten B3 B4 B5 B7").good();
    case(missed).then("play 2 R6").good();
    case("play 2 R6").good();
    case("caught 1 2 penalty; draw 1 uno B1 B2").bad(DEMAND);
}

#[test]
fn the_last_hand_of_a_slam_draws() {
    let hands = ["R1 R2", "R3 R4", "R6 B6", "Y1 Y2"];
    let case = |settings: &str, lines: &str| {
        let settings = format!("uno.slam=true {settings}");
        deal(&settings, &hands, "R5 B1 B2 B3 B4").then("play 0 R1; uno 0 yes").then(lines)
    };
    for last in 1..4 {
        case("", &format!("draw {last} slam B1 B2; play 1 R3")).good();
    }
    case("", "draw 0 slam B1 B2").bad("seat is 0; the rules demand");
    case("", "play 1 R3").bad(DEMAND);
    // Who never reacts is last; where two never do, nobody is.
    case("people.seat.2.reaction=0", "draw 2 slam B1 B2").good();
    case("people.seat.2.reaction=0", "draw 1 slam B1 B2").bad("seat is 1; the rules demand 2");
    case("people.reaction=0", "play 1 R3").good();
}

#[test]
fn identical_cards_are_laid_out_of_turn() {
    let hands = ["R1 G1 G7 R8", "R3 R4 B8 R8", "R1 B6 G6 Y6"];
    let case = |more: &str, lines: &str| {
        let settings = format!("jump_in.enabled=true people.next_player_reaction=1 {more}");
        deal(&settings, &hands, "R5 B1 B2 B3 B4").then("play 0 R1").then(lines)
    };
    case("", "play 2 R1 jump_in; draw 0 turn B1").good();
    case("", "play 1 R3").good();
    case("jump_in.resume=original", "play 2 R1 jump_in; play 1 R3").good().shows("turns         3");
    case("people.seat.2.reaction=0", "play 2 R1 jump_in").bad(DEMAND);
    case("", "play 1 R1 jump_in").bad(DEMAND);
    let hands = ["R1 R1 G7 R8", "R3 R4 B8 R8", "G4 B6 G6 Y6"];
    let double =
        |rule: &str| deal(rule, &hands, "R5 B1 B2 B3 B4").then("play 0 R1; play 0 R1 double");
    double("jump_in.double=any").then("play 1 R3").good();
    double("jump_in.enabled=true").bad(DEMAND);
}

/// A penalty of four presses throws from 0 to 16 cards.
#[test]
fn the_launcher_throws_any_number() {
    let hands = ["W+4 R1 R2 G7", "B8 B3 B4 Y9", "R6 B6 G6 Y6"];
    let deal = deal("hands.launcher=4", &hands, "R5 B1 B2 B5 B7 B9 BS BR").then("wild 0 W+4 G");
    let case = |lines: &str| deal.clone().then(lines);
    case("draw 1 penalty; lose_turn 1; draw 2 turn; keep 2; play 0 G7").good();
    case("draw 1 penalty B1 B2 B5 B7 B9; lose_turn 1; play 2 G6").good();
    let too_many =
        json!({"event": "draw", "seat": 1, "cards": ["B1"], "owed": 17, "why": "penalty"});
    deal.clone().line(too_many).bad(DEMAND);
    case("draw 1 penalty B1; lose_turn 1; play 2 G6; play 0 G7; draw 1 turn B2 B5; keep 1").good();
}

#[test]
fn hands_change_owners() {
    let hands = ["R7 R1 R2 G7", "R0 R4 B8 Y9", "R6 B6 G6 Y6"];
    let settings = "hands.seven_swaps=true hands.zero_rotates=true hands.five_exchanges=true";
    let case = |lines: &str| deal(settings, &hands, "RS B1").then("lose_turn 0").then(lines);
    case("play 1 R4; play 2 R6; play 0 R7; swap 0 1")
        .good()
        .shows("seat 1 random, 3: R1 R2 G7")
        .then("play 1 R1")
        .good();
    case("play 1 R4; play 2 R6; play 0 R7; swap 0 0")
        .bad("seat 0 to decide (swap): seat 1, seat 2");
    case("play 1 R0; rotate 1").good().shows("seat 2 random, 3: R4 B8 Y9").then("play 2 R4").good();
    case("play 1 R0; rotate -1").bad("direction is -1; the rules demand 1");
}

#[test]
fn cards_are_exchanged() {
    let hands = ["R5 R1 R2 G7", "R3 R4 B8 Y9", "R6 B6 G6 Y6"];
    let case = |lines: &str| {
        deal("hands.five_exchanges=true", &hands, "R9 B1").then("play 0 R5").then(lines)
    };
    case("exchange 0 2 G7 R6")
        .good()
        .shows("seat 0 random, 3: R1 R2 R6")
        .then("play 1 R3; play 2 G7")
        .bad("");
    case("exchange 0 2 B6 R6").bad("gives is \"B6\"; the rules demand");
    case("exchange 0 2 G7 R3").bad(DEMAND);
    case("play 1 R3").good();
}

#[test]
fn hands_are_shuffled_together() {
    let hands = ["WC R1 R2", "R3 R4 B8", "R6 B6 G6"];
    let case = |hand: &[&str], other: &[&str]| {
        let crash = json!({"event": "crash", "seat": 0, "with": 1, "hands": [hand, other]});
        deal("deck.crash=1", &hands, "R5 B1").then("wild 0 WC B").line(crash)
    };
    case(&["B8", "R3"], &["R1", "R2", "R4"]).good().shows("seat 0 random, 2: R3 B8");
    case(&["B8", "R3"], &["R1", "R2", "R6"]).bad("the cards of these hands");
    case(&["B8", "R3", "R4"], &["R1", "R2"]).bad("hands is");
}

#[test]
fn all_hands_are_shuffled_and_dealt_out_again() {
    let hands = ["WH R1 R2", "R3 R4 B8", "R6 B6 G6"];
    let case = |new: [&str; 3]| {
        let redeal = json!({"event": "redeal", "hands": new.map(words)});
        deal("deck.shuffle_hands=1", &hands, "R5 B1").then("wild 0 WH B").line(redeal)
    };
    case(["B8 R3", "R1 R2 R4", "R6 B6 G6"]).good().shows("seat 0 random, 2: R3 B8");
    case(["B8 R3", "R1 R2 R4", "R6 B6 G7"]).bad("these hands");
    // The player is dealt to last.
    case(["B8 R3 R4", "R1 R2", "R6 B6 G6"]).bad("hands is");
}

#[test]
fn an_empty_hand_is_refilled() {
    let case = |lines: &str| {
        deal("finish.refills=2 uno.call=false", &["R1", "R3", "R6"], "R5 B1 B2 B3")
            .then("play 0 R1")
            .then(lines)
    };
    case("draw 0 refill B1 B2")
        .good()
        .shows("next refills  1 2 2, by seat")
        .then("play 1 R3")
        .good();
    case("draw 0 refill B1").bad("the rules demand [\"B1\",\"B2\"]");
}

#[test]
fn who_is_out_leaves_the_round() {
    let case = |lines: &str| {
        deal("finish.when=last_standing uno.call=false", &["R1", "R3", "G6"], "R5 B1 B2 B3")
            .then("play 0 R1")
            .then(lines)
    };
    case("out 0 1").good().shows("out           0 random");
    case("out 0 2").bad("place is 2; the rules demand 1");
    let end = json!({
        "event": "round_end", "winner": 0, "reason": "last", "hands": [[], [], ["G6"]],
        "points": [0, 0, 6], "scores": [6, 0, 0], "turns": 2,
    });
    assert!(replay(&case("out 0 1; play 1 R3; out 1 2").line(end).text()[..]).is_ok());
}
