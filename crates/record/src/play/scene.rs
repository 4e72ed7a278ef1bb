//! The table as the person may see it, ready to be shown.

use super::words::{PlayWords, WordedChoice, colour_word, in_hand_order};
use unobench_core::cards::{Counts as _, Kind, KindSet, Multiset as _};
use unobench_core::game::{Decision, Direction, PendingPenalty, Seat, View};
use unobench_findings::tell::number::counted;

/// The table as a person sees it, with the question and the choices, ready to be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonView {
    pub places: Vec<SeatView>,
    pub up_card: Option<Kind>,
    /// The active colour; none while a forgotten one waits to be named.
    pub colour: Option<&'static str>,
    /// "clockwise" or "counterclockwise".
    pub direction: &'static str,
    pub pile: usize,
    pub notes: Vec<String>,
    pub hand: Vec<HandCard>,
    pub decision: Option<Decision>,
    pub question: String,
    pub choices: Vec<WordedChoice>,
}

/// A player at a person's table, with the number of its cards, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatView {
    pub seat: Seat,
    pub name: String,
    pub cards: u32,
    /// Points in the match so far, or over the session.
    pub points: i64,
    pub to_move: bool,
    pub is_you: bool,
    pub is_out: bool,
    pub is_partner: bool,
    pub missed_call: bool,
}

/// A card in a person's hand, and whether it may be laid now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandCard {
    pub card: Kind,
    pub is_legal: bool,
}

/// Whom the round waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Awaited {
    Person,
    Others,
}

impl PersonView {
    /// The table as a view's seat sees it.
    pub(super) fn new(
        view: &View<'_>,
        words: &PlayWords,
        points: &[i64],
        awaited: Awaited,
    ) -> PersonView {
        let is_asked = awaited == Awaited::Person;
        let legal = if is_asked { view.options().kinds } else { KindSet::EMPTY };
        let mut hand = Vec::new();
        view.hand().for_each(|card, count| {
            hand.extend(std::iter::repeat_n(
                HandCard { card, is_legal: legal.contains(card) },
                count as usize,
            ));
        });
        hand.sort_by_key(|held| in_hand_order(held.card));
        let has_up_card = !view.discards().is_empty();
        PersonView {
            places: (0..view.players())
                .map(|seat| SeatView::new(view, words, Seat::new(seat), points))
                .collect(),
            up_card: has_up_card.then(|| view.up_card()),
            colour: view.is_colour_named().then(|| colour_word(view.active_colour())),
            direction: if view.direction() == Direction::Clockwise {
                "clockwise"
            } else {
                "counterclockwise"
            },
            pile: view.draw_pile_len(),
            notes: notes(view, words, awaited),
            hand,
            decision: is_asked.then(|| view.decision()),
            question: if is_asked { words.question(view) } else { String::new() },
            choices: if is_asked { words.choices(view) } else { Vec::new() },
        }
    }
}

impl SeatView {
    fn new(view: &View<'_>, words: &PlayWords, seat: Seat, points: &[i64]) -> SeatView {
        let is_you = seat == view.seat();
        SeatView {
            seat,
            name: if is_you { format!("{} you", seat.index() + 1) } else { words.name(seat) },
            cards: view.hand_size(seat),
            points: points.get(seat.index()).copied().unwrap_or(0),
            to_move: seat == view.to_move(),
            is_you,
            is_out: !view.in_play().contains(seat),
            is_partner: view.partner() == Some(seat),
            missed_call: view.missed_call(seat),
        }
    }
}

/// What else the person has to know: what hits whom, silence, refills.
fn notes(view: &View<'_>, words: &PlayWords, awaited: Awaited) -> Vec<String> {
    let mut notes = Vec::new();
    let pending = view.pending();
    let seat = view.to_move();
    match pending.hit {
        PendingPenalty::Nothing => {}
        PendingPenalty::Skip => notes.push(format!("a skip hits {}", words.who(seat))),
        // Where the person is asked about it, the question says so.
        PendingPenalty::Draw if seat == view.seat() && awaited == Awaited::Person => {}
        PendingPenalty::Draw => {
            let owed = counted(u64::from(pending.owed), "card");
            notes.push(format!("{} to draw {owed}", words.does(seat, "are", "is")));
        }
    }
    if let Some(seat) = view.silence() {
        notes.push(format!("silence, begun by {}", words.who(seat)));
    }
    let refills = view.refill(view.seat());
    if refills > 0 {
        notes.push(format!("your next refill: {}", counted(u64::from(refills), "card")));
    }
    notes
}
