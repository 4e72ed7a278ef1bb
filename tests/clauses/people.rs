//! `[people]`: what players of flesh do.

use super::scene::scene;

/// people.forgets_uno | – | Whoever wants to call may forget, per occasion.
#[test]
fn people_forgets_uno() {
    for (falls, told) in [("yes", "0 plays R1; 0 is silent"), ("no", "0 plays R1; 0 calls")] {
        let mut table = scene(&["people.forgets_uno=0.5"], "R1 B2 | R3 R4", "R5 Y1")
            .coins(&format!("forgets_uno 0 {falls}"))
            .start();
        table.act("0:R1 0:uno").told(told);
    }
}

/// people.forgets_uno | – | Whoever wants to be silent has nothing to forget.
#[test]
fn people_forgets_uno_only_who_wants_to_call() {
    scene(&["people.forgets_uno=0.5", "people.remembers_uno=1"], "R1 B2 | R3 R4", "R5 Y1")
        .start()
        .act("0:R1 0:silent")
        .told("0 plays R1; 0 is silent");
}

/// people.remembers_uno | D | Having forgotten, a player may call late.
#[test]
fn people_remembers_uno() {
    let mut table =
        scene(&["people.forgets_uno=1", "people.remembers_uno=0.5"], "R1 B2 | R3 R4", "R5 Y1")
            .coins("remembers_uno 0 yes")
            .start();
    table.act("0:R1 0:uno").told("0 plays R1; 0 is silent; 0 calls");
}

/// people.remembers_uno | D | Whoever calls late races the catchers; whoever is first decides
/// whether the penalty is drawn.
#[test]
fn people_remembers_uno_races_the_catchers() {
    let rules = ["people.forgets_uno=1", "people.remembers_uno=1", "people.catches_uno=1"];
    for (winner, told) in [
        (0, "0 caught by 1; 0 draws Y1 Y2 (uno 2)"),
        (1, "0 caught by 2; 0 draws Y1 Y2 (uno 2)"),
        (2, "0 calls"),
    ] {
        let mut table = scene(&rules, "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3")
            .races(&[("1 2 0", winner)])
            .start();
        table.act("0:R1 0:uno").told(&format!("0 plays R1; 0 is silent; {told}"));
    }
}

/// people.catches_uno | all | Each opponent may notice a missing call, on each occasion, asked in
/// the direction of play.
#[test]
fn people_catches_uno() {
    let mut table = scene(&["people.catches_uno=0.5"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3")
        .coins("catches_uno 1 no, catches_uno 2 yes")
        .start();
    table
        .act("0:R1 0:silent")
        .told("0 plays R1; 0 is silent; 0 caught by 2; 0 draws Y1 Y2 (uno 2)");
    let mut table = scene(&["people.catches_uno=0.5"], "RR B2 B3 | R3 R4 | R1 R7", "R5 Y1 Y2 Y3")
        .coins("catches_uno 1 no, catches_uno 0 no")
        .start();
    table.act("0:RR 2:R1 2:silent").told("0 plays RR; 2 plays R1; 2 is silent");
}

/// people.catches_uno | – | A partner catches too.
#[test]
fn people_catches_uno_partner() {
    let rules = ["scoring.partners=true", "people.seat.2.catches_uno=1"];
    let mut table = scene(&rules, "R1 B2 | R3 R4 | R6 R7 | R8 R9", "R5 Y1 Y2 Y3").start();
    table
        .act("0:R1 0:silent")
        .told("0 plays R1; 0 is silent; 0 caught by 2; 0 draws Y1 Y2 (uno 2)");
}

/// people.calls_falsely | A, B, C, D | Players may call without cause at the beginning of their own
/// turn, unless something is pending.
#[test]
fn people_calls_falsely() {
    let mut table =
        scene(&["people.seat.1.calls_falsely=1"], "R1 R2 B2 | R3 R4 B3 | R6 R7", "R5 Y1 Y2 Y3")
            .start();
    table
        .asks("0 play R1 R2 draw")
        .act("0:R1")
        .told("0 plays R1; 1 calls falsely")
        .asks("1 play R3 R4 draw");
    let mut table =
        scene(&["people.seat.1.calls_falsely=1"], "RS R2 B2 | R3 R4 B3 | R6 R7", "R5 Y1 Y2 Y3")
            .start();
    table.act("0:RS").told("0 plays RS; 1 loses turn");
}

/// people.calls_falsely | – | After an upheld challenge there is no false call: the turn has begun
/// already.
#[test]
fn people_calls_falsely_not_after_a_challenge() {
    let mut table =
        scene(&["people.seat.1.calls_falsely=1"], "W+4 R2 B2 | R3 R4 B3 | R6 R7", "R5 Y1 Y2 Y3 Y4")
            .start();
    table
        .act("0:W+4 0:=R 1:challenge")
        .told("0 plays W+4 =R; 1 challenges 0 rightly; 0 draws Y1 Y2 Y3 Y4 (challenge 4)");
    table.asks("1 play R3 R4 draw");
}

/// people.reaction | – | Whoever has weight 0 never acts when another has a positive one; where all
/// have 0, nobody acts.
#[test]
fn people_reaction() {
    let rules = ["people.catches_uno=1", "people.seat.1.reaction=0"];
    let mut table = scene(&rules, "R1 B2 | R3 R4 | R6 R7", "R5 Y1 Y2 Y3").start();
    table
        .act("0:R1 0:silent")
        .told("0 plays R1; 0 is silent; 0 caught by 2; 0 draws Y1 Y2 (uno 2)");
    let mut table =
        scene(&["people.catches_uno=1", "people.reaction=0"], "R1 B2 | R3 R4 | R6 R7", "R5 Y1")
            .start();
    table.act("0:R1 0:silent").told("0 plays R1; 0 is silent");
}

/// people.talks | A, C | During a silence each turn one seat in play, drawn at random, speaks with
/// its probability; the player to move may be drawn too.
#[test]
fn people_talks() {
    let rules = ["silence.mode=twos", "people.talks=0.5"];
    let hands = "R2 R1 R3 | R4 R6 R9 | R7 R8 B9";
    let picks = [("talks", "0 1 2", 0), ("talks", "0 1 2", 2)];
    let mut table =
        scene(&rules, hands, "R5 Y1 Y2").picks(&picks).coins("talks 0 no, talks 2 yes").start();
    table
        .act("0:R2 1:R4")
        .told("0 plays R2; 1 plays R4; 2 speaks; 2 draws Y1 Y2 (silence 2)")
        .asks("2 play R7 R8 draw")
        .used_up();
}

/// people.advises | A1, D | Each turn one seat other than the player to move, drawn at random,
/// gives advice with its probability: draws 2.
#[test]
fn people_advises() {
    let rules = ["people.advises=0.5"];
    let hands = "R2 R1 R3 | R4 R6 R9 | R7 R8 B9";
    let picks = [("advises", "1 2", 2), ("advises", "0 2", 0)];
    let mut table =
        scene(&rules, hands, "R5 Y1 Y2").picks(&picks).coins("advises 2 yes, advises 0 no").start();
    table
        .told("2 advises; 2 draws Y1 Y2 (advice 2)")
        .asks("0 play R1 R2 R3 draw")
        .turns(0)
        .act("0:R2")
        .told("0 plays R2")
        .used_up();
    // With two seats nobody has to be drawn.
    let mut table = scene(&["people.seat.1.advises=1"], "R2 R1 R3 | R4 R6 R9", "R5 Y1 Y2").start();
    table.told("1 advises; 1 draws Y1 Y2 (advice 2)").act("0:R2").told("0 plays R2");
}

/// people.advises | – | In a turn that is lost or begins with an answer, too; not once more after
/// an upheld challenge.
#[test]
fn people_advises_in_which_turns() {
    let advises = "people.seat.2.advises=1";
    let mut table = scene(&[advises], "RS R1 R3 | R4 R6 R9 | R7 R8 B9", "R5 Y1 Y2 Y3 Y4")
        .picks(&[("advises", "1 2", 1), ("advises", "0 2", 2)])
        .start();
    table
        .act("0:RS")
        .told("0 plays RS; 2 advises; 2 draws Y1 Y2 (advice 2); 1 loses turn")
        .used_up();
    let mut table = scene(
        &[advises, "responses.skip=identical"],
        "RS R1 R3 | RS R6 R9 | R7 R8 B9",
        "R5 Y1 Y2 Y3 Y4",
    )
    .picks(&[("advises", "1 2", 1), ("advises", "0 2", 2)])
    .start();
    table
        .act("0:RS")
        .told("0 plays RS; 2 advises; 2 draws Y1 Y2 (advice 2)")
        .asks("1 answer RS take")
        .used_up();
    let mut table = scene(&[advises], "W+4 R1 R3 | B4 R6 R9 | R7 R8 B9", "R5 Y1 Y2 Y3 Y4 Y6 Y7")
        .picks(&[("advises", "1 2", 1), ("advises", "0 2", 2)])
        .start();
    table.act("0:W+4 0:=B 1:challenge").asks("1 play B4 draw").used_up();
}

/// people.catches_fault | – | The chance that a misplay, advice or a card out of turn is noticed at
/// all; unnoticed advice costs nothing.
#[test]
fn people_catches_fault() {
    for (falls, told) in [("yes", "1 advises; 1 draws Y1 Y2 (advice 2)"), ("no", "1 advises")] {
        let rules = ["people.seat.1.advises=1", "people.catches_fault=0.5"];
        let mut table = scene(&rules, "R2 R1 R3 | R4 R6 R9", "R5 Y1 Y2")
            .coins(&format!("catches_fault 1 {falls}"))
            .start();
        table.told(told);
    }
    let rules = ["people.seat.1.plays_out_of_turn=1", "people.catches_fault=0"];
    scene(&rules, "R2 R1 R3 | R4 R6 R9", "R5 Y1 Y2").start().told("").holds(1, "R4 R6 R9");
}

/// people.catches_fault | – | An unnoticed misplay stands as played: its colour and symbol count,
/// and it acts.
#[test]
fn people_catches_fault_or_the_misplay_stands() {
    let rules = ["people.seat.0.misplays=1", "people.catches_fault=0"];
    let hands = "B3 BS R1 R9 | B4 R6 Y3 | B7 R8 B9";
    let mut table = scene(&rules, hands, "R5 Y1 Y2").slips("misplays 0 B3").start();
    table.told("0 misplays B3").shows("B3").holds(0, "BS R1 R9").asks("1 play Y3 B4 draw").turns(1);
    let mut table = scene(&rules, hands, "R5 Y1 Y2").slips("misplays 0 BS").start();
    table.told("0 misplays BS; 1 loses turn").asks("2 play B7 B9 draw").turns(1);
}

/// people.plays_out_of_turn | D | One seat other than the player to move lays a card, takes it back
/// and draws 2; no turn is counted.
#[test]
fn people_plays_out_of_turn() {
    let rules = ["people.plays_out_of_turn=0.5"];
    let picks = [("plays_out_of_turn", "1 2", 2), ("plays_out_of_turn", "0 2", 0)];
    let mut table = scene(&rules, "R2 R1 R3 | R4 R6 R9 | R7 R8 B9", "R5 Y1 Y2")
        .picks(&picks)
        .coins("plays_out_of_turn 2 yes, plays_out_of_turn 0 no")
        .slips("plays_out_of_turn 2 R8")
        .start();
    table
        .told("2 misplays R8; 2 draws Y1 Y2 (misplay 2)")
        .holds(2, "R7 R8 B9 Y1 Y2")
        .shows("R5")
        .turns(0);
    table.act("0:R2").told("0 plays R2").used_up();
}

/// people.misplays | A, B, C, D | Lays a card that does not fit: takes it back, draws 2, the turn
/// is over.
#[test]
fn people_misplays() {
    let rules = ["people.misplays=0.5"];
    let mut table = scene(&rules, "B3 G4 R1 W | B4 R6 Y3 | B7 R8 B9", "R5 Y1 Y2")
        .coins("misplays 0 yes, misplays 1 no")
        .slips("misplays 0 G4")
        .start();
    table
        .told("0 misplays G4; 0 draws Y1 Y2 (misplay 2)")
        .holds(0, "B3 G4 R1 W Y1 Y2")
        .shows("R5")
        .turns(1);
    table.asks("1 play R6 draw").used_up();
}

/// people.misplays | – | Only with nothing pending, and only a player with such a card; wilds
/// always fit.
#[test]
fn people_misplays_when_it_can() {
    let mut table =
        scene(&["people.misplays=1"], "R1 B5 W W+4 | RS R6 R3 | R8 R9", "R5 Y1 Y2").start();
    table
        .asks("0 play R1 B5 W W+4 draw")
        .act("0:R1")
        .told("0 plays R1")
        .asks("1 play R3 R6 RS draw");
    let mut table =
        scene(&["people.seat.1.misplays=1"], "R+2 B5 W W+4 | RS G6 R3 | R8 R9", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
}

/// people.forgets_colour | D | The next player to move names the forgotten colour, before acting,
/// answering or being hit.
#[test]
fn people_forgets_colour() {
    let forgets = "people.seat.0.forgets_colour=1";
    let mut table = scene(&[forgets], "W R1 R3 | B4 R6 Y3 | B7 R8 B9", "R5 Y1 Y2").start();
    table
        .act("0:W")
        .asks("1 colour =R =B =G =Y")
        .act("1:=B")
        .told("0 plays W; 0 forgets the colour; 1 names B")
        .asks("1 play B4 draw");
    let mut table = scene(&[forgets], "W+4 R1 R3 | B4 R6 Y3 | B7 R8 B9", "R5 Y1 Y2 Y3 Y4").start();
    table.act("0:W+4 1:=B").asks("1 challenge challenge accept").act("1:accept");
    table.told(
        "0 plays W+4; 0 forgets the colour; 1 names B; 1 draws Y1 Y2 Y3 Y4 (penalty 4); 1 \
        loses turn",
    );
    let mut table = scene(
        &[forgets, "responses.wild_draw_four=deflect"],
        "W+4 R1 R3 | B+2 R+2 Y3 | B7 R8 B9",
        "R5 Y1",
    )
    .start();
    table.act("0:W+4 1:=B").asks("1 answer B+2 take");
}

/// people.forgets_colour | D | Not if the round is over, and without effect under `wheel`.
#[test]
fn people_forgets_colour_without_effect() {
    let forgets = "people.forgets_colour=1";
    let mut table = scene(&[forgets], "W | B4 R6 Y3 | B7 R8 B9", "R5 Y1").start();
    table.act("0:W").told("0 plays W; 0 forgets the colour; 0 out 1").won_by(0);
    scene(&[forgets, "play.colour_choice=wheel"], "W R1 R3 | B4 R6 Y3", "R5 Y1")
        .start()
        .act("0:W")
        .told("0 plays W =B");
}

/// people.forgets_colour | – | A forgotten colour is named after a downpour's draws.
#[test]
fn people_forgets_colour_of_a_downpour() {
    let rules = ["people.seat.0.forgets_colour=1", "deck.downpour_one=1"];
    let mut table = scene(&rules, "D1 R1 R3 | B4 R6 Y3 | B7 R8 B9", "R5 Y1 Y2").start();
    table.act("0:D1 1:=B").told(
        "0 plays D1; 0 forgets the colour; 1 draws Y1 (downpour 1); 2 \
        draws Y2 (downpour 1); 1 names B",
    );
}

/// people.forgets_penalty | D | Plays a fitting card instead of drawing a penalty; if nobody
/// notices, it stands.
#[test]
fn people_forgets_penalty() {
    let mut table =
        scene(&["people.seat.1.forgets_penalty=0.5"], "R+2 R1 R3 | R4 R6 Y3 | B7 R8 B9", "R5 Y1")
            .coins("forgets_penalty 1 yes")
            .slips("forgets_penalty 1 R6")
            .start();
    table.act("0:R+2").told("0 plays R+2; 1 plays R6").asks("2 play R8 draw").turns(2).used_up();
}

/// people.forgets_penalty | D | If caught, takes the card back, draws what was owed and 2 more; the
/// turn is over.
#[test]
fn people_forgets_penalty_and_is_caught() {
    let rules = ["people.seat.1.forgets_penalty=1", "people.catches_uno=0.5"];
    let mut table = scene(&rules, "R+2 R1 R3 | R4 B6 Y3 | B7 R8 B9", "R5 Y1 Y2 Y3 Y4")
        .coins("catches_uno 2 yes, catches_uno 0 yes")
        .races(&[("2 0", 1)])
        .start();
    table.act("0:R+2").told(
        "0 plays R+2; 1 plays R4; 1 caught without penalty by 0; 1 takes back \
        R4; 1 draws Y1 Y2 Y3 Y4 (forgotten 4)",
    );
    table.shows("R+2").holds(1, "R4 B6 Y3 Y1 Y2 Y3 Y4").asks("2 play R8 draw").used_up();
}

/// people.forgets_penalty | D | Only a player who has to draw forgets, with a fitting card, and not
/// while the last card is being settled.
#[test]
fn people_forgets_penalty_when_it_can() {
    let forgets = "people.forgets_penalty=1";
    let mut table = scene(&[forgets], "RS R1 R3 | R4 B6 Y3 | B7 R8 B9", "R5 Y1 Y2").start();
    table.act("0:RS").told("0 plays RS; 1 loses turn");
    let mut table = scene(&[forgets], "R+2 R1 R3 | B4 B6 Y3 | B7 R8 B9", "R5 Y1 Y2").start();
    table.act("0:R+2").told("0 plays R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn");
    let mut table = scene(&[forgets], "R+2 | R4 R6 Y3 | B7 R8 B9", "R5 Y1 Y2").start();
    table
        .act("0:R+2")
        .told("0 plays R+2; 0 out 1; 1 draws Y1 Y2 (penalty 2); 1 loses turn")
        .won_by(0);
}

/// people.forgets_penalty | – | Settled after the call: a missing call is caught before.
#[test]
fn people_forgets_penalty_after_the_call() {
    let rules = ["people.seat.1.forgets_penalty=1", "people.seat.2.catches_uno=1"];
    let mut table = scene(&rules, "R+2 R1 R3 | R4 B6 | B7 R8 B9", "R5 Y1 Y2 Y3 Y4 Y6 Y7").start();
    table.act("0:R+2 1:silent").told(
        "0 plays R+2; 1 plays R4; 1 is silent; 1 caught by 2; 1 draws Y1 Y2 (uno 2); 1 caught \
         without penalty by 2; 1 takes back R4; 1 draws Y3 Y4 Y6 Y7 (forgotten 4)",
    );
}

/// people.forgets_penalty | – | Under a card played instead of a penalty nothing is kept back from
/// a reshuffle: its symbol and colour still stand.
#[test]
fn people_forgets_penalty_over_a_reshuffle() {
    let rules = ["people.seat.1.forgets_penalty=1", "people.seat.2.catches_uno=1"];
    let mut table = scene(&rules, "R+2 R1 R3 | R4 B6 | B7 R8 B9", "R5").start();
    table.act("0:R+2 1:silent").told(
        "0 plays R+2; 1 plays R4; 1 is silent; 1 caught by 2; reshuffle R+2 R5; 1 draws R+2 R5 \
         (uno 2); 1 caught without penalty by 2; 1 takes back R4; 1 draws (forgotten 4)",
    );
    table.shows("R+2").asks("2 play R8 draw");
}

/// people.next_player_reaction | A, C | The weight of the next player, who is a candidate in the
/// race of a jump-in; 0: never quicker.
#[test]
fn people_next_player_reaction() {
    let rules = ["jump_in.enabled=true", "people.next_player_reaction=0.5"];
    for (winner, told) in [(0, "0 plays R1; 2 plays R1 jumping in"), (1, "0 plays R1")] {
        let mut table = scene(&rules, "R1 R2 R3 | R4 R6 R9 | R1 R8 B9 | R7 B7", "R5 Y1")
            .races(&[("2 1", winner)])
            .start();
        table.act("0:R1 2:R1").told(told).used_up();
    }
    let mut table =
        scene(&["jump_in.enabled=true"], "R1 R2 R3 | R4 R6 R9 | R1 R8 B9 | R7 B7", "R5 Y1").start();
    table.act("0:R1 2:R1").told("0 plays R1; 2 plays R1 jumping in");
    // The next player jumps in and is next as well.
    let mut table = scene(&rules, "R1 R2 R3 | R1 R6 R9 | R4 R8 B9 | R7 B7", "R5 Y1")
        .races(&[("1 1", 0)])
        .start();
    table.act("0:R1 1:R1").told("0 plays R1; 1 plays R1 jumping in").used_up();
}

/// people.reaction | – | In a jump-in too: whoever has weight 0 never acts.
#[test]
fn people_reaction_in_a_jump_in() {
    let mut table = scene(
        &["jump_in.enabled=true", "people.reaction=0"],
        "R1 R2 R3 | R4 R6 R9 | R1 R8 B9 | R7 B7",
        "R5 Y1",
    )
    .start();
    table.act("0:R1 2:R1").told("0 plays R1").asks("1 play R4 R6 R9 draw");
}

/// people.catches_colour | D | Another seat may notice that no colour was named: who forgot draws.
/// The quickest catches; after the missing call and before the next player names the colour.
#[test]
fn people_catches_colour() {
    let rules = ["people.forgets_colour=0.5", "people.catches_colour=0.5"];
    let mut table = scene(&rules, "W B1 B2 | R4 G3 G4 | Y1 Y2 Y3", "R5 Y4 Y5 Y6")
        .coins("forgets_colour 0 yes, catches_colour 1 yes, catches_colour 2 yes")
        .races(&[("1 2", 1)])
        .start();
    table.act("0:W").told(
        "0 plays W; 0 forgets the colour; 0 caught without colour by 2; 0 draws Y4 Y5 (colour 2)",
    );
    table.asks("1 colour =R =B =G =Y").used_up();
    // A card that emptied the hand is no occasion.
    let mut table = scene(&rules, "W | R4 G3 G4", "R5 Y4 Y5").coins("forgets_colour 0 yes").start();
    table.act("0:W").won_by(0).used_up();
}

/// people.colour_penalty | D | A player caught forgetting a colour draws this many; 0 is no draw.
#[test]
fn people_colour_penalty() {
    for (penalty, draw) in [("0", ""), ("1", "; 0 draws Y4 (colour 1)")] {
        let penalty = format!("people.colour_penalty={penalty}");
        let rules = ["people.forgets_colour=1", "people.catches_colour=1", &penalty];
        let mut table = scene(&rules, "W B1 B2 | R4 G3 G4", "R5 Y4 Y5 Y6").start();
        table
            .act("0:W")
            .told(&format!("0 plays W; 0 forgets the colour; 0 caught without colour by 1{draw}"));
    }
}
