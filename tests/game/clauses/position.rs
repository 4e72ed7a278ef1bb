//! How a table stands, and the items of a scene that check it.

use super::teller::fail;
use crate::reference::Act;

/// What begins an item that checks the table.
///
/// - `asks 2 play R3 draw`: the seat, the decision, and what is legal, in any order
/// - `playable R3`: the cards on offer on a turn that are no bluff
/// - `holds 1 B1 B2`: a hand, in any order
/// - `shows R5`: the up card, a wild with the active colour, `W=R`
/// - `turns 3`, `direction clockwise` or `counterclockwise`
/// - `silence 0`: who started it; `silence none`
/// - `won by 0`, with partners both; `won by nobody` after a stall
/// - `reason blocked`: why the round is over, as in a record
/// - `points 0 14`, of the hands; `scores 14 0`, which are given
/// - `next 0 1`: who deals the next round, and who is first
pub(crate) const CHECKS: [&str; 12] = [
    "asks",
    "playable",
    "holds",
    "shows",
    "turns",
    "direction",
    "silence",
    "won",
    "reason",
    "points",
    "scores",
    "next",
];

/// How a table stands when a seat is asked, or at the end.
pub(crate) struct Position {
    pub(crate) asked: Option<Asked>,
    pub(crate) hands: Vec<Vec<String>>,
    pub(crate) up: String,
    pub(crate) turns: u64,
    pub(crate) clockwise: bool,
    pub(crate) silence: Option<usize>,
    pub(crate) end: Option<End>,
}

pub(crate) struct Asked {
    pub(crate) seat: usize,
    pub(crate) decision: &'static str,
    pub(crate) legal: Vec<String>,
    pub(crate) playable: Vec<String>,
}

pub(crate) struct End {
    pub(crate) winners: Vec<usize>,
    pub(crate) reason: &'static str,
    pub(crate) points: Vec<i64>,
    pub(crate) scores: Vec<i64>,
    pub(crate) next: [usize; 2],
}

pub(crate) fn word(act: Act) -> String {
    match act {
        Act::Card(card) => card.to_string(),
        Act::Colour(colour) => format!("={}", colour.letter()),
        Act::Seat(seat) => format!(">{seat}"),
        Act::Call => "uno".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

impl Position {
    /// The check that holds here, of the kind of this one.
    pub(crate) fn check(&self, item: &str) -> String {
        let (name, rest) = item.split_once(' ').unwrap_or((item, ""));
        let end = || self.end.as_ref().unwrap_or_else(|| fail(format!("{item}: it goes on")));
        let found = match (name, &self.asked) {
            ("asks", Some(asked)) => {
                format!("{} {} {}", asked.seat, asked.decision, asked.legal.join(" "))
            }
            ("playable", Some(asked)) => asked.playable.join(" "),
            ("asks" | "playable", None) => "nobody".to_owned(),
            ("holds", _) => {
                let seat = rest.split(' ').next().unwrap_or_default();
                let hand = seat.parse().ok().and_then(|seat: usize| self.hands.get(seat));
                hand.map_or("nobody".to_owned(), |hand| format!("{seat} {}", hand.join(" ")))
            }
            ("shows", _) => self.up.clone(),
            ("turns", _) => self.turns.to_string(),
            ("direction", _) if self.clockwise => "clockwise".to_owned(),
            ("direction", _) => "counterclockwise".to_owned(),
            ("silence", _) => self.silence.map_or("none".to_owned(), |seat| seat.to_string()),
            ("won", _) if end().winners.is_empty() => "by nobody".to_owned(),
            ("won", _) => format!("by {}", list(&end().winners)),
            ("reason", _) => end().reason.to_owned(),
            ("points", _) => list(&end().points),
            ("scores", _) => list(&end().scores),
            _ => list(&end().next),
        };
        format!("{name} {found}").trim_end().to_owned()
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
