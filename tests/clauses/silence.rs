//! `[silence]`: when nobody may speak, and who speaks all the same.

use super::scene::scene;

const TWOS: &str = "silence.mode=twos";
const WILDS: &str = "silence.mode=wilds";
/// Seat 1 would speak whenever it is drawn.
const TALKER: &str = "people.seat.1.talks=1";
/// The others, drawn, keep their mouths shut.
const QUIET: (&str, &str, usize) = ("talks", "0 1 2", 2);

/// silence.mode = off | all | Everybody may speak: nobody is drawn to.
#[test]
fn silence_mode_off() {
    scene(&[TALKER], "R2 R1 R3 | R4 R6 | R7 R8", "R5 Y1")
        .start()
        .act("0:R2 1:R4")
        .told("0 plays R2; 1 plays R4");
}

/// silence.mode = twos | A, C | From a played 2 until play comes back to the player who laid it,
/// everyone is silent; whoever speaks draws the penalty.
#[test]
fn silence_mode_twos() {
    let mut table = scene(&[TWOS, TALKER], "R2 R1 R3 | R4 R6 R9 | R7 R8 B9", "R5 Y1 Y2")
        .picks(&[QUIET, ("talks", "0 1 2", 1)])
        .start();
    table
        .act("0:R2 1:R4")
        .told("0 plays R2; 1 plays R4; 1 speaks; 1 draws Y1 Y2 (silence 2)")
        .asks("2 play R7 R8 draw")
        .used_up();
    // It ends with the move of seat 0, although nobody spoke.
    let mut table = scene(&[TWOS, TALKER], "R2 R1 R3 | R4 R6 R9 | R7 R8 B9", "R5 Y1 Y2")
        .picks(&[QUIET, QUIET])
        .start();
    table
        .act("0:R2 1:R4 2:R7")
        .told("0 plays R2; 1 plays R4; 2 plays R7")
        .asks("0 play R1 R3 draw")
        .used_up();
}

/// silence.mode = twos | A, C | The first who speaks ends the silence.
#[test]
fn silence_mode_twos_ends_by_speech() {
    let mut table = scene(&[TWOS, TALKER], "R2 R1 R3 | R4 R6 R9 | R7 R8 B9", "R5 Y1 Y2")
        .picks(&[("talks", "0 1 2", 1)])
        .start();
    table
        .act("0:R2")
        .told("0 plays R2; 1 speaks; 1 draws Y1 Y2 (silence 2)")
        .act("1:R4 2:R7")
        .used_up();
}

/// silence.mode = twos | – | A turned-up 2 starts no silence, nor does a swap or a wild.
#[test]
fn silence_mode_twos_not_by_the_start_card() {
    let mut table = scene(&[TWOS, TALKER], "W R1 R3 | R4 R6 R9 | R7 R8 B9", "R2 Y1 Y2").start();
    table.act("0:W 0:=R 1:R4").told("0 plays W =R; 1 plays R4").asks("2 play R7 R8 draw");
}

/// silence.mode = twos | – | A skipped owner's silence ends all the same.
#[test]
fn silence_mode_twos_of_a_skipped_owner() {
    let mut table = scene(&[TWOS, TALKER], "R2 R1 R3 | R4 R6 R9 | RS R8 B9", "R5 Y1 Y2")
        .picks(&[QUIET, QUIET])
        .start();
    table
        .act("0:R2 1:R4 2:RS")
        .told("0 plays R2; 1 plays R4; 2 plays RS; 0 loses turn")
        .asks("1 play R6 R9 draw")
        .used_up();
}

/// silence.mode = twos | – | A later 2 starts it anew, until play comes back to the player who laid
/// that.
#[test]
fn silence_mode_twos_anew() {
    let mut table = scene(&[TWOS, TALKER], "R2 R1 R3 | B2 B6 R9 | B7 B8 B9", "R5 B1 Y2")
        .picks(&[QUIET, QUIET, QUIET])
        .start();
    table
        .act("0:R2 1:B2 2:B7")
        .asks("0 drawn B1 keep")
        .act("0:B1")
        .asks("1 play B6 draw")
        .used_up();
    table.told("0 plays R2; 1 plays B2; 2 plays B7; 0 draws B1 (turn 1); 0 plays B1 drawn");
}

/// silence.mode = twos | – | A silence whose owner is out lasts until somebody speaks or a later 2.
#[test]
fn silence_mode_twos_of_who_is_out() {
    let rules = [TWOS, TALKER, "finish.when=last_standing"];
    let quiet = ("talks", "1 2", 2);
    let mut table = scene(&rules, "R2 | R4 R6 R9 B3 | R7 R8 B9 B4", "R5 Y1 Y2")
        .picks(&[quiet, quiet, quiet, quiet, ("talks", "1 2", 1)])
        .start();
    table.act("0:R2 1:R4 2:R7 1:R6 2:R8").told(
        "0 plays R2; 0 out 1; 1 plays R4; 2 plays R7; 1 plays R6; 2 plays R8; 1 speaks; 1 \
            draws Y1 Y2 (silence 2)",
    );
    let mut table =
        scene(&rules, "R2 | B2 R4 R9 B3 | B7 R8 B9 R6", "R5 Y1 Y2").picks(&[quiet, quiet]).start();
    table.act("0:R2 1:B2 2:B7").asks("1 play B3 draw").used_up();
}

/// silence.mode = wilds | A, C | From a black card until the named colour changes everyone is
/// silent.
#[test]
fn silence_mode_wilds() {
    let mut table = scene(&[WILDS, TALKER], "W B1 G3 | B4 R6 R9 | B7 G8 G7", "R5 Y1 Y2")
        .picks(&[QUIET, QUIET, QUIET])
        .start();
    table
        .act("0:W 0:=B 1:B4 2:B7")
        .told("0 plays W =B; 1 plays B4; 2 plays B7")
        .asks("0 play B1 draw")
        .used_up();
}

/// silence.mode = wilds | A, C | A card of another colour ends it; whoever speaks before draws the
/// penalty and ends it too.
#[test]
fn silence_mode_wilds_until_the_colour_changes() {
    let mut table = scene(&[WILDS, TALKER], "W R1 G3 | B4 R6 R9 | G4 G8 G7", "R5 Y1 Y2")
        .picks(&[QUIET, QUIET])
        .start();
    table.act("0:W 0:=B 1:B4 2:G4").asks("0 play G3 draw").used_up();
    let mut table = scene(&[WILDS, TALKER], "W B1 G3 | B4 R6 R9 | B7 G8 G7", "R5 Y1 Y2")
        .picks(&[("talks", "0 1 2", 1)])
        .start();
    table
        .act("0:W 0:=B 1:B4")
        .told("0 plays W =B; 1 speaks; 1 draws Y1 Y2 (silence 2); 1 plays B4")
        .used_up();
}

/// silence.mode = wilds | – | A later black card starts it anew, though it names another colour; a
/// turned-up one starts none.
#[test]
fn silence_mode_wilds_anew() {
    let mut table = scene(&[WILDS, TALKER], "W R1 G3 | W+4 R6 R9 | G4 G8 G7", "R5 Y1 Y2 Y3 Y4")
        .picks(&[QUIET, QUIET, QUIET])
        .start();
    table.act("0:W 0:=B 1:W+4 1:=G 2:accept").asks("0 play G3 draw").used_up();
    let mut table = scene(&[WILDS, TALKER], "B2 R1 G3 | B4 R6 R9 | G4 G8 G7", "W Y1 Y2").open();
    table.act("0:=B 0:B2").asks("1 play B4 draw");
}

/// silence.mode = wilds | – | A card taken back leaves the silence as it then is.
#[test]
fn silence_mode_wilds_and_a_card_taken_back() {
    let rules = [WILDS, TALKER, "play.challenge=take_back"];
    let mut table = scene(&rules, "W+4 R1 G3 | R4 B6 R9 | G4 G8 R7", "R5 Y1 Y2 Y3 Y4")
        .picks(&[QUIET, QUIET])
        .start();
    table.act("0:W+4 0:=G 1:challenge").told(
        "0 plays W+4 =G; 1 challenges 0 rightly; 0 takes back \
        W+4; 0 draws Y1 Y2 Y3 Y4 (challenge 4)",
    );
    // The colour is red again, as it was; it does not change until seat 2 lays green.
    table.act("1:R4").asks("2 play G4 R7 draw").act("2:G4").asks("0 play G3 Y4 W+4 draw").used_up();
}

/// silence | A, C | A call of UNO and a challenge are not speech.
#[test]
fn silence_of_calls() {
    let mut table =
        scene(&[TWOS, TALKER, "silence.penalty=3"], "R2 R1 | R4 R6 R9 | R7 R8 B9", "R5 Y1")
            .picks(&[QUIET])
            .start();
    table.act("0:R2 0:uno").told("0 plays R2; 0 calls").asks("1 play R4 R6 R9 draw").used_up();
    let mut table =
        scene(&[WILDS, TALKER], "W+4 B1 B2 | B4 R6 R9 | G7 R8 B9", "R5 Y1 Y2 Y3 Y4 Y6 Y7")
            .picks(&[QUIET, QUIET])
            .start();
    table.act("0:W+4 0:=G 1:challenge").told(
        "0 plays W+4 =G; 1 challenges 0 wrongly; 1 draws Y1 Y2 Y3 Y4 Y6 Y7 (challenge 6); 1 \
            loses turn",
    );
    table.used_up();
}

/// silence.penalty | A, C | What who speaks draws.
#[test]
fn silence_penalty() {
    for (penalty, told) in
        [(0, "0 plays R2; 1 speaks"), (3, "0 plays R2; 1 speaks; 1 draws Y1 Y2 Y3 (silence 3)")]
    {
        let rules = [TWOS, TALKER, &*format!("silence.penalty={penalty}")];
        let mut table = scene(&rules, "R2 R1 R3 | R4 R6 R9 | R7 R8 B9", "R5 Y1 Y2 Y3")
            .picks(&[("talks", "0 1 2", 1)])
            .start();
        table.act("0:R2").told(told);
    }
}
