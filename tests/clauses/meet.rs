//! Where two rules meet and the catalogue does not say how: what is decided, and why players would
//! do so.
//!
//! The doc comment of a test is its row in the second table of `docs/RULES.md`:
//! `rules | why | decision`.

use unobench_core::rules::RuleSet;

use super::scene::{rules, scene};

const JUMP: &str = "jump_in.enabled=true";
const STACK: &str = "responses.draw_two=stack";
const LAST: &str = "finish.when=last_standing";
const BRING: &str = "finish.when=bring_in";
const NO_CALL: &str = "uno.call=false";
const APPLIES: &str = "hands.swap_on_last_card=applies";

/// stacking, jump-in | A jump-in comes before the action, an answer after it. | The player who is
/// hit and holds the identical draw two is asked twice: laid out of turn it replaces (two cards),
/// laid in answer it adds up (four).
#[test]
fn meet_stacking_and_jump_in() {
    let hands = "R+2 R1 R2 | R+2 R3 R4 | Y1 Y2 Y3";
    let mut table = scene(&[STACK, JUMP], hands, "R5 G1 G2 G3 G4").start();
    table.act("0:R+2").asks("1 jump_in R+2 pass").act("1:R+2");
    table.told("0 plays R+2; 1 plays R+2 jumping in; 2 draws G1 G2 (penalty 2); 2 loses turn");
    let mut table = scene(&[STACK, JUMP], hands, "R5 G1 G2 G3 G4").start();
    table.act("0:R+2 1:pass").asks("1 answer R+2 take").act("1:R+2");
    table.told("0 plays R+2; 1 plays R+2 in answer; 2 draws G1 G2 G3 G4 (penalty 4); 2 loses turn");
}

/// stacking, double | "Nothing else adds up": the two cards lie there as one. | A doubled draw two
/// is one draw two; the next player may add to it.
#[test]
fn meet_stacking_and_double() {
    let mut table = scene(
        &[STACK, "jump_in.double=any", "responses.one_at_a_time=false"],
        "R+2 R+2 B1 R2 | B+2 R3 R4 | Y1 Y2 Y3",
        "R5 G1 G2 G3 G4",
    )
    .start();
    table.act("0:R+2 0:R+2").asks("1 answer B+2 take").act("1:B+2");
    table.told(
        "0 plays R+2; 0 plays R+2 doubling; 1 plays B+2 in answer; 2 draws G1 G2 G3 G4 \
        (penalty 4); 2 loses turn",
    );
}

/// let me, jump-in | The card out of turn takes the place of one that answered. | Whoever jumps in
/// on a card that answers takes its place: the penalty goes on from the jumper.
#[test]
fn meet_answers_and_jump_in() {
    let rules = [JUMP, "responses.skip_passes=true"];
    let mut table =
        scene(&rules, "R+2 R1 R2 | RS R3 R4 | Y1 Y2 Y3 | RS R8 R9", "R5 G1 G2 G3").start();
    table.act("0:R+2 1:RS 3:RS");
    table.told(
        "0 plays R+2; 1 plays RS in answer; 3 plays RS jumping in; 0 draws G1 G2 (penalty \
        2); 0 loses turn",
    );
}

/// return carriage, jump-in with `sum` | Two reverses turn twice. | A second reverse on an
/// answering one turns the direction back, and the penalty goes on past the jumper.
#[test]
fn meet_returns_and_jump_in() {
    let rules = [JUMP, "jump_in.actions=sum", "responses.reverse_returns=draw_two"];
    let mut table =
        scene(&rules, "R+2 R1 R2 | RR R3 R4 | RR Y2 Y3 | Y1 R8 R9", "R5 G1 G2 G3").start();
    table.act("0:R+2 1:RR 2:RR");
    table.told(
        "0 plays R+2; 1 plays RR in answer; 2 plays RR jumping in; 3 draws G1 G2 (penalty \
        2); 3 loses turn",
    );
}

/// return carriage, let me | The penalty is still that draw two's. | After a pass or a return every
/// answer to that draw two is open again, whatever lies on top.
#[test]
fn meet_returns_and_passes() {
    let rules = [STACK, "responses.reverse_returns=draw_two", "responses.skip_passes=true"];
    let mut table =
        scene(&rules, "R+2 R1 R2 | RS R3 R4 | RR RS BR BS G+2 Y3 | Y1 R8 R9", "R5 G1 G2 G3")
            .start();
    table.act("0:R+2 1:RS").asks("2 answer RS RR G+2 take");
}

/// return carriage, mixed stacks | The colour is that of the card that hits. | On a draw two that
/// lies on a wild draw four, reverse and skip answer by the draw two's colour.
#[test]
fn meet_returns_and_mixed_stacks() {
    let rules =
        [STACK, "responses.wild_draw_four=stack_mixed", "responses.reverse_returns=draw_two"];
    let mut table =
        scene(&rules, "W+4 B1 B2 | G+2 R3 R4 | GR RR Y3 | Y1 R8 R9", "R5 Y1 Y2 Y3 Y4 Y5 Y6")
            .start();
    table.act("0:W+4 0:=G 1:G+2").asks("2 answer GR take").act("2:GR");
    assert!(table.tells("1 draws Y1 Y2 Y3 Y4 Y5 Y6 (penalty 6)"), "the whole stack goes back");
}

/// mixed stacks, challenge | Only the card that hits can have been a bluff. | Once a draw two lies
/// on the wild draw four, nobody challenges that any more.
#[test]
fn meet_mixed_stacks_and_challenge() {
    let rules = [STACK, "responses.wild_draw_four=stack_mixed"];
    let mut table =
        scene(&rules, "W+4 R1 R2 | G+2 R3 R4 | Y8 R8 R9", "R5 Y1 Y2 Y3 Y4 Y5 Y6").start();
    table.act("0:W+4 0:=G 1:G+2");
    table.told(
        "0 plays W+4 =G; 1 plays G+2 in answer; 2 draws Y1 Y2 Y3 Y4 Y5 Y6 (penalty 6); 2 \
        loses turn…",
    );
}

/// stacking, take_back | The bluffer's whole play is undone but for what it costs. | An upheld
/// challenge of a stacked wild draw four brings back the one below, with its colour; the stack is
/// drawn by the bluffer, nothing is pending.
#[test]
fn meet_stacking_and_take_back() {
    let rules = ["responses.wild_draw_four=stack", "play.challenge=take_back"];
    let mut table =
        scene(&rules, "W+4 R1 R2 | W+4 B3 R4 | B8 R8 R9", "R5 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8").start();
    table.act("0:W+4 0:=B 1:W+4 1:=G 2:challenge");
    table.told(
        "0 plays W+4 =B; 1 plays W+4 in answer =G; 2 challenges 1 rightly; 1 takes back W+4; 1 \
         draws Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 (challenge 8)",
    );
    table.shows("W+4=B").asks("2 play B8 draw");
}

/// stacking, launcher | A penalty of n is n presses. | A stack of four is four presses.
#[test]
fn meet_launcher_and_stacking() {
    let mut table = scene(
        &[STACK, "hands.launcher=2"],
        "R+2 B1 R2 | B+2 R3 R4 | Y8 R8 R9",
        "R5 Y1 Y2 Y3 Y4 Y5",
    )
    .presses("2 0, 2 2, 2 1, 2 0")
    .start();
    table
        .act("0:R+2 1:B+2")
        .told("0 plays R+2; 1 plays B+2 in answer; 2 draws Y1 Y2 Y3 (penalty 3); 2 loses turn")
        .used_up();
}

/// launcher, reshuffle | The button is pressed first, then the cards are picked up. | All presses
/// of a penalty come before its first card, and a reshuffle among the cards.
#[test]
fn meet_launcher_and_reshuffle() {
    let mut table = scene(&["hands.launcher=2"], "R+2 R1 R2 | R3 R4 | Y8 R8", "R5 Y1")
        .presses("1 1, 1 1")
        .start();
    table
        .act("0:R+2")
        .told("0 plays R+2; reshuffle R5; 1 draws Y1 R5 (penalty 2); 1 loses turn")
        .used_up();
}

/// sevens, partners | A swap is a swap; the team wins with whoever is out. | A player may swap with
/// the partner, and by its last 7 (where that applies) put the partner out.
#[test]
fn meet_swaps_and_partners() {
    let rules = ["scoring.partners=true", "hands.seven_swaps=true", APPLIES];
    let mut table = scene(&rules, "R7 | R3 R4 | Y8 Y9 | R8 R9", "R5 Y1").start();
    table
        .act("0:R7")
        .asks("0 swap >1 >2 >3")
        .act("0:>2")
        .told("0 plays R7; 0 swaps with 2; 2 out 1")
        .won_by(2);
    assert_eq!(
        table.scores(),
        [24, 0, 24, 0],
        "the cards that the partner now holds count nothing"
    );
}

/// partners, last_standing or bring_in | A team of which one is out would wait for the other. |
/// Refused when the rule set is read, by the catalogue.
#[test]
fn meet_partners_and_other_ends() {
    for when in [LAST, BRING] {
        let error = RuleSet::official()
            .set_all(&["scoring.partners=true", when])
            .expect_err("refused")
            .to_string();
        assert!(error.contains("scoring.partners") && error.contains("finish.when"), "{error}");
    }
    assert!(rules(&["scoring.partners=true", "finish.refills=2"]).validate_for(4).is_ok());
}

/// bring-in, refills | As long as there are refills the hand is not empty. | A refill comes first;
/// only an empty hand without one waits for its turn.
#[test]
fn meet_bring_in_and_refills() {
    let mut table =
        scene(&[BRING, "finish.refills=1", NO_CALL], "R1 | R3 R4 R6 | Y8 R8 R9", "R5 R2 Y1")
            .start();
    table
        .act("0:R1")
        .told("0 plays R1; 0 draws R2 (refill 1)")
        .act("1:R3 2:R8 0:R2")
        .told("1 plays R3; 2 plays R8; 0 plays R2");
    table.act("1:R4 2:R9").told("1 plays R4; 2 plays R9; 0 out 1").won_by(0);
}

/// bring-in, challenge | An upheld challenge gives the turn back to the player who was hit. | A
/// player without cards who challenges rightly comes to move and wins.
#[test]
fn meet_bring_in_and_challenge() {
    let mut table = scene(&[BRING], "R1 | R3 R4 R6 | W+4 R8 R9", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:R1 1:R3 2:W+4 2:=B 0:challenge");
    table
        .told(
            "0 plays R1; 1 plays R3; 2 plays W+4 =B; 0 challenges 2 rightly; 2 draws Y1 Y2 Y3 \
        Y4 (challenge 4); 0 out 1",
        )
        .won_by(0);
}

/// bring-in, exchange | There is no card to get. | A 5 is not exchanged with a player without
/// cards; where nobody else has cards, nobody is asked.
#[test]
fn meet_bring_in_and_exchange() {
    let rules = [BRING, "hands.five_exchanges=true"];
    scene(&rules, "R1 | R5 R4 R6 | Y8 R8 R9", "R2 Y1")
        .start()
        .act("0:R1 1:R5")
        .asks("1 exchange >2 pass");
    scene(&rules, "R1 | R5 R4 R6", "R2 Y1")
        .start()
        .act("0:R1 1:R5")
        .told("0 plays R1; 1 plays R5; 0 out 1")
        .won_by(0);
}

/// bring-in, swaps | An empty hand is a hand. | A player without cards may be swapped with, its
/// hand rotates and may be crashed; a player then without cards waits for their own turn.
#[test]
fn meet_bring_in_and_swaps() {
    let rules =
        [BRING, NO_CALL, "hands.seven_swaps=true", "hands.zero_rotates=true", "deck.crash=1"];
    let mut table = scene(&rules, "R1 | R7 R4 R6 | Y8 R8 R9", "R2 Y1").start();
    table.act("0:R1 1:R7").asks("1 swap >0 >2").act("1:>0").holds(0, "R4 R6").holds(1, "");
    let mut table = scene(&rules, "R1 | R4 R6 R7 | WC R8 R9", "R2 Y1").crash("R9 R8").start();
    table
        .act("0:R1 1:R4 2:WC 2:=B")
        .told("0 plays R1; 1 plays R4; 2 plays WC =B; 2 crashes with 0; 0 out 1")
        .won_by(0);
}

/// bring-in, downpour | A downpour rains on everybody else. | It is a draw, so it brings a player
/// without cards back.
#[test]
fn meet_bring_in_and_downpour() {
    let mut table =
        scene(&[BRING, "deck.downpour_two=1"], "R1 | D2 R4 R6 | Y8 R8 R9", "R2 R5 Y1 Y2 Y3")
            .start();
    table
        .act("0:R1 1:D2 1:=R")
        .told("0 plays R1; 1 plays D2 =R; 2 draws R5 Y1 (downpour 2); 0 draws Y2 Y3 (downpour 2)");
}

/// last_standing, swaps | Whoever is out has no hand. | Nobody swaps or exchanges with a seat that
/// is out, and hands pass over it.
#[test]
fn meet_swaps_and_who_is_out() {
    let rules =
        [LAST, "hands.seven_swaps=true", "hands.zero_rotates=true", "hands.five_exchanges=true"];
    let after_out = |hand: &str| {
        let mut table =
            scene(&rules, &format!("R1 | {hand} R4 B6 | Y8 R8 R9 | R2 G2 B3"), "R2 Y1").start();
        table.act(&format!("0:R1 1:{hand}"));
        table
    };
    after_out("R7").asks("1 swap >2 >3");
    after_out("R5").asks("1 exchange >2 >3 pass");
    after_out("R0")
        .told("0 plays R1; 0 out 1; 1 plays R0; hands rotate clockwise")
        .holds(1, "R2 G2 B3")
        .holds(2, "R4 B6")
        .holds(3, "Y8 R8 R9");
}

/// last_standing, jump-in | First the action, then the hands. | A last card that is jumped in on
/// still puts its player out, after the jumper's action; the move passes on among those left.
#[test]
fn meet_last_standing_and_jump_in() {
    let mut table = scene(&[LAST, JUMP], "R+2 | R4 B6 B7 | R+2 R8 R9", "R2 Y1 Y2").start();
    table.act("0:R+2 2:R+2");
    table
        .told(
            "0 plays R+2; 2 plays R+2 jumping in; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn",
        )
        .asks("2 play R8 R9 draw");
}

/// jump-in `original`, swaps | The action acts from the first card's seat, in every respect. |
/// Whoever laid the first 7 swaps, the first 5 exchanges, and its hand is the one looked at for
/// "last card".
#[test]
fn meet_original_and_swaps() {
    let rules = [JUMP, "jump_in.resume=original", "hands.seven_swaps=true"];
    let mut table = scene(&rules, "R7 R1 R2 | R4 B6 B7 | R7 R8 R9", "R3 Y1").start();
    table
        .act("0:R7 2:R7")
        .asks("0 swap >1 >2")
        .act("0:>2")
        .holds(0, "R8 R9")
        .asks("1 play R4 B7 draw");
    let mut table = scene(&rules, "R7 R1 R2 | R4 B6 B7 | R7", "R3 Y1").start();
    table
        .act("0:R7 2:R7 0:>1")
        .told("0 plays R7; 2 plays R7 jumping in; 0 swaps with 1; 2 out 1")
        .won_by(2);
}

/// one-turn reverse, jump-in with `sum` | Two turns of one turn each cancel. | Two reverses with
/// `one_turn` do nothing: the next seat after the jumper moves.
#[test]
fn meet_one_turn_and_sum() {
    let rules = [JUMP, "jump_in.actions=sum", "play.reverse=one_turn"];
    let mut table = scene(&rules, "RR R1 R2 | R4 B6 B7 | RR R8 R9 | R3 B1 B2", "R6 Y1").start();
    table.act("0:RR 2:RR").told("0 plays RR; 2 plays RR jumping in").asks("3 play R3 draw");
}

/// jump-in, settling | The cards on the table are played out. | On the last card, and on an answer
/// to it, whoever holds the identical card may jump in; the winner stays who was out first.
#[test]
fn meet_settling_and_jump_in() {
    let mut table = scene(&[JUMP], "R+2 | R4 B6 B7 | R+2 R8 R9", "R2 Y1 Y2").start();
    table.act("0:R+2 2:R+2");
    table
        .told(
            "0 plays R+2; 2 plays R+2 jumping in; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn",
        )
        .won_by(0);
}

/// slam, settling | An answer is a play, and the call belongs to it. | Whoever answers the last
/// card and has one card left calls; the others still in play slap the pile, but not the player who
/// is out.
#[test]
fn meet_settling_and_slam() {
    let mut table =
        scene(&[STACK, "uno.slam=true"], "R+2 | B+2 B7 | R7 R8 R9", "R2 Y1 Y2 Y3 Y4 Y5 Y6").start();
    table.act("0:R+2 1:B+2 1:uno");
    table.told(
        "0 plays R+2; 0 out 1; 1 plays B+2 in answer; 1 calls; 2 draws Y1 Y2 (slam 2); 2 draws Y3 \
         Y4 Y5 Y6 (penalty 4); 2 loses turn",
    );
}

/// people, settling | The round is over in everybody's mind. | While the last card is settled no
/// turn begins: no advice, card out of turn, speech or false call, and no stall. A play still has
/// its call, its jump-ins and its colour.
#[test]
fn meet_settling_and_people() {
    let rules = [
        STACK,
        "people.seat.2.advises=0.5",
        "people.seat.2.plays_out_of_turn=0.5",
        "people.seat.1.calls_falsely=1",
    ];
    let mut table = scene(&rules, "R+2 | B+2 B7 B8 | R7 R8 R9", "R2 Y1 Y2 Y3 Y4")
        .picks(&[("advises", "1 2", 1), ("plays_out_of_turn", "1 2", 1)])
        .start();
    table.act("0:R+2 1:B+2").won_by(0).used_up();
}

/// forgotten colour, settling | The colour no longer matters to anybody who plays on. | Nobody
/// names it; no coloured card answers, and a wild draw four is an honest answer.
#[test]
fn meet_settling_and_a_forgotten_colour() {
    let rules = [STACK, "responses.wild_draw_four=stack_mixed", "people.seat.0.forgets_colour=1"];
    let mut table =
        scene(&rules, "W+4 | R+2 B+2 W+4 R3 | R7 R8 R9", "R2 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 B1 B2")
            .start();
    table
        .act("0:W+4")
        .told("0 plays W+4; 0 forgets the colour; 0 out 1")
        .asks("1 answer W+4 take")
        .act("1:W+4 1:=Y 2:challenge");
    assert!(table.tells("2 challenges 1 wrongly"));
}

/// silence, last_standing | Somebody has to end it. | The silence of a player who is out lasts
/// until somebody speaks or a later 2.
#[test]
fn meet_silence_and_who_is_out() {
    let rules = ["silence.mode=twos", LAST, "people.seat.1.talks=1"];
    let mut table = scene(&rules, "R2 | R4 R6 R9 | R7 R8 B9", "R5 Y1 Y2")
        .picks(&[("talks", "1 2", 2), ("talks", "1 2", 2), ("talks", "1 2", 1)])
        .start();
    table
        .act("0:R2 1:R4 2:R7")
        .told("0 plays R2; 0 out 1; 1 plays R4; 2 plays R7; 1 speaks; 1 draws Y1 Y2 (silence 2)")
        .used_up();
}

/// silence, jump-in | Whoever laid the last 2 minds the silence. | A 2 laid by jumping in starts
/// the silence anew, for the jumper.
#[test]
fn meet_silence_and_jump_in() {
    let rules = ["silence.mode=twos", JUMP, "people.seat.1.talks=1"];
    let quiet = ("talks", "0 1 2", 2);
    let mut table =
        scene(&rules, "R2 R1 R3 R7 | R4 R6 R9 | R2 R8 B9", "R5 Y1").picks(&[quiet, quiet]).start();
    table.act("0:R2 2:R2 0:R1 1:R4").asks("2 play R8 draw").used_up();
}

/// silence of wilds, forgotten colour | The silence goes by the colour that stands. | A silence
/// lasts over the naming of a forgotten colour and ends with the first card of another.
#[test]
fn meet_silence_and_a_forgotten_colour() {
    let rules = ["silence.mode=wilds", "people.seat.0.forgets_colour=1", "people.seat.1.talks=1"];
    let quiet = ("talks", "0 1 2", 2);
    let mut table =
        scene(&rules, "W R1 R3 | B4 R6 R9 | B5 R4 B9", "R5 Y1").picks(&[quiet, quiet]).start();
    table.act("0:W 1:=B 1:B4 2:R4").asks("0 play R1 R3 draw").used_up();
}

/// barred last card, misplays and forgotten penalties | "Not playable in any way." | A barred last
/// card is never misplayed, nor laid instead of a penalty.
#[test]
fn meet_barred_cards_and_people() {
    let rules = ["play.no_finish_on=[\"3\"]", "people.misplays=1", "people.forgets_penalty=1"];
    let mut table = scene(&rules, "B3 | R4 R6 R9", "R5 Y1").start();
    table.told("0 draws Y1 (turn 1); 0 keeps").asks("1 play R4 R6 R9 draw");
    let rules = ["play.no_finish_on=[\"3\"]", "people.seat.1.forgets_penalty=1"];
    let mut table = scene(&rules, "R+2 R1 R2 | R3 | R7 R8", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
}

/// forgotten penalty, answers | An answer is asked for first; forgetting is not drawing. | Whoever
/// could answer and does not may still forget to draw; the card laid instead may be one that would
/// have answered, but then it adds nothing.
#[test]
fn meet_forgotten_penalty_and_answers() {
    let rules = [STACK, "people.seat.1.forgets_penalty=1"];
    let mut table = scene(&rules, "R+2 R1 R2 | B+2 Y3 Y4 | R7 R8 R9", "R5 Y1 Y2").start();
    table
        .act("0:R+2 1:take")
        .told("0 plays R+2; 1 plays B+2; 2 draws Y1 Y2 (penalty 2); 2 loses turn…");
}

/// forgotten penalty, jump-in | What is taken back lies there no longer. | Jump-ins come only after
/// nobody has caught it.
#[test]
fn meet_forgotten_penalty_and_jump_in() {
    let hands = "R+2 R1 R2 | R4 R3 Y4 | R4 R8 R9";
    let mut table = scene(&[JUMP, "people.seat.1.forgets_penalty=1"], hands, "R5 Y1 Y2")
        .slips("forgets_penalty 1 R4")
        .start();
    table.act("0:R+2").asks("2 jump_in R4 pass");
    let rules = [JUMP, "people.seat.1.forgets_penalty=1", "people.seat.0.catches_uno=1"];
    let mut table = scene(&rules, hands, "R5 Y1 Y2 Y3 Y6").slips("forgets_penalty 1 R4").start();
    table.act("0:R+2").asks("2 play R4 R8 R9 draw");
}

/// misplay, jump-in | It stands as played. | An unnoticed misplay may be jumped in on like any
/// card.
#[test]
fn meet_misplay_and_jump_in() {
    let rules = [JUMP, "people.seat.0.misplays=1", "people.catches_fault=0"];
    scene(&rules, "B1 R1 R2 | R4 R3 Y4 | B1 R8 R9", "R5 Y1")
        .start()
        .told("0 misplays B1")
        .asks("2 jump_in B1 pass");
}

/// misplay, call | The call belongs to the play. | An unnoticed misplay that leaves one card has to
/// be called; one that leaves none is out.
#[test]
fn meet_misplay_and_call() {
    let rules = ["people.seat.0.misplays=1", "people.catches_fault=0"];
    scene(&rules, "B1 R2 | R4 R3 Y4", "R5 Y1")
        .start()
        .told("0 misplays B1")
        .asks("0 uno uno silent");
    scene(&rules, "B1 | R4 R3 Y4", "R5 Y1").start().told("0 misplays B1; 0 out 1").won_by(0);
}

/// call, swaps | Only a player who plays the last card but one has to call. | A hand of one card
/// that came by a swap, a rotation or an exchange is not called; whoever laid the 7 or 0 calls
/// before the swap, by the hand it then has.
#[test]
fn meet_call_and_swaps() {
    let rules = ["hands.seven_swaps=true", "people.catches_uno=1"];
    let mut table = scene(&rules, "R7 R1 R2 | R4", "R5 Y1").start();
    table.act("0:R7").told("0 plays R7; 0 swaps with 1").holds(0, "R4").asks("1 play R1 R2 draw");
    scene(&rules, "R7 R1 | R4 R6", "R5 Y1").start().act("0:R7").asks("0 uno uno silent");
}

/// wheel, answers | Every black card moves the wheel. | A stacked wild draw four moves it on;
/// nobody names a colour.
#[test]
fn meet_wheel_and_stacking() {
    let rules = ["play.colour_choice=wheel", "responses.wild_draw_four=stack"];
    let mut table = scene(&rules, "W+4 R1 R2 | W+4 R4 R3 | Y4 Y6 Y7", "R5 Y1").start();
    table.act("0:W+4 1:W+4").told("0 plays W+4 =B; 1 plays W+4 in answer =G");
}

/// refills, settling | A round that is decided is not prolonged. | While the last card is settled
/// nobody refills: an answer that empties another hand leaves it empty.
#[test]
fn meet_refills_and_settling() {
    let mut table = scene(
        &[STACK, "finish.refills=1", NO_CALL],
        "R+2 | R1 R3 B+2 | Y4 Y6",
        "R5 R+2 Y1 Y2 Y3 Y7",
    )
    .start();
    table.act("0:R+2").told("0 plays R+2; 0 draws R+2 (refill 1)").act("1:take");
    table
        .told("1 draws Y1 Y2 (penalty 2); 1 loses turn; 2 draws Y3 (turn 1); 2 keeps")
        .act("0:R+2 1:B+2");
    table.told("0 plays R+2; 0 out 1; 1 plays B+2 in answer…").won_by(0);
}

/// refills, draw two | The hand is looked at after the action. | The refill of a player who laid a
/// draw two as the last card comes before the next player draws.
#[test]
fn meet_refills_and_draw_two() {
    let mut table =
        scene(&["finish.refills=2"], "R+2 | R1 R3 B4 | Y4 Y6", "R5 R8 R9 Y1 Y2").start();
    table
        .act("0:R+2")
        .told("0 plays R+2; 0 draws R8 R9 (refill 2); 1 draws Y1 Y2 (penalty 2); 1 loses turn…");
}

/// launcher, must_play | Every card thrown was drawn, and nobody has to bluff. | If any of them is
/// playable, one has to be played, which may be a bluff; where only a bluff was thrown, it may be
/// kept.
#[test]
fn meet_launcher_and_must_play() {
    let rules = ["hands.launcher=3", "play.drawn_card=must_play"];
    scene(&rules, "B1 B2 | R1 R3", "R5 R6 W+4 Y1").presses("0 3").start().asks("0 drawn R6 W+4");
    // Red is in the hand only by the throw, so the wild draw four is a bluff.
    scene(&rules, "B1 R7 | R1 R3", "R5 W+4 Y1 Y2")
        .presses("0 3")
        .start()
        .act("0:draw")
        .asks("0 drawn W+4 keep");
}

/// last_standing, two-seat reverse, jump-in | "With two seats in play." | As soon as two are left a
/// reverse skips, also one that is jumped in with: it skips from the jumper.
#[test]
fn meet_last_standing_and_two_seats() {
    let mut table = scene(&[LAST, JUMP], "R1 | RR R4 R6 | RR R8 R9", "R2 Y1").start();
    table
        .act("0:R1 1:RR 2:RR")
        .told("0 plays R1; 0 out 1; 1 plays RR; 2 plays RR jumping in; 1 loses turn")
        .asks("2 play R8 R9 draw");
}
