//! From what the machine tells to lines of a record: cards are gathered for the event that they
//! belong to, and a wild's line waits for its colour.

use super::line::{EndReason, Line, MatchEndLine, RoundEnd};
use unobench_core::cards::{Kind, Multiset};
use unobench_core::game::match_play::{MatchEnd, MatchPlay};
use unobench_core::game::{Event, Round, RoundScore, RoundStatus, Seat};
use unobench_core::rules::{FinishWhen, MAX_SEATS, RuleSet};

/// What the machine has told but not finished telling.
#[derive(Debug, Clone, Default)]
pub(super) struct EventLines {
    drawn: Vec<Kind>,
    crashed: Vec<Vec<Kind>>,
    held: Option<Line>,
    /// Where the card that is turned up next goes back to, if it goes back.
    pub(super) place: usize,
}

impl EventLines {
    pub(super) fn drawn(&mut self, kind: Kind) {
        self.drawn.push(kind);
    }

    pub(super) fn crashed(&mut self, cards: &[Kind], first: usize) {
        let (hand, other) = cards.split_at(first);
        self.crashed = vec![sorted(hand.to_vec()), sorted(other.to_vec())];
    }

    /// Takes an event, and how the table stands just then; gives the line that is complete now. A
    /// wild's is held until the machine tells of its colour, which it does next.
    pub(super) fn tell(&mut self, round: &Round, event: Event) -> Option<Line> {
        match (event, self.held.take()) {
            (Event::NameColour { colour, .. }, Some(Line::Play { seat, card, how, .. })) => {
                Some(Line::Play { seat, card, colour: Some(colour), how })
            }
            (Event::ForgetsColour { .. } | Event::ColourWaits { .. }, held) => held,
            (Event::Play { seat, card, how }, _) if card.is_wild() => {
                self.held = Some(Line::Play { seat, card, colour: None, how });
                None
            }
            (event, held) => {
                debug_assert!(held.is_none(), "{event:?} before the colour of {held:?}");
                Some(self.line_of(round, event))
            }
        }
    }

    fn line_of(&mut self, round: &Round, event: Event) -> Line {
        match event {
            Event::TurnUp { card, returned } => {
                Line::TurnUp { card, returned_to: returned.then_some(self.place) }
            }
            Event::NameColour { seat, colour } => Line::NameColour { seat, colour },
            Event::Play { seat, card, how } => Line::Play { seat, card, colour: None, how },
            Event::ForgetsColour { .. } | Event::ColourWaits { .. } => {
                unreachable!("a colour that is not named has no line")
            }
            Event::Uno { seat, called, false_call } => Line::Uno { seat, called, false_call },
            Event::Caught { seat, by, fault } => Line::Caught { seat, by, of: fault },
            Event::Draw { seat, owed, why } => Line::Draw {
                seat,
                cards: std::mem::take(&mut self.drawn),
                owed: u64::from(owed),
                why,
            },
            Event::Keep { seat } => Line::Keep { seat },
            Event::Pass { seat } => Line::Pass { seat },
            Event::LoseTurn { seat } => Line::LoseTurn { seat },
            Event::Challenge { seat, against, upheld } => Line::Challenge { seat, against, upheld },
            Event::TakeBack { seat, card } => Line::TakeBack { seat, card },
            Event::Swap { seat, with } => Line::Swap { seat, with },
            Event::Rotate { direction } => Line::Rotate { direction },
            Event::Exchange { seat, with, gives, gets } => {
                Line::Exchange { seat, with, gives, gets }
            }
            Event::Crash { seat, with } => {
                Line::Crash { seat, with, hands: std::mem::take(&mut self.crashed) }
            }
            Event::Redeal { .. } => Line::Redeal { hands: hands_of(round) },
            Event::Misplay { seat, card } => Line::Misplay { seat, card },
            Event::Speaks { seat } => Line::Speaks { seat },
            Event::Advises { seat } => Line::Advises { seat },
            Event::Out { seat, place } => Line::Out { seat, place: u64::from(place) },
            Event::Targets { seat, whom } => Line::Target { seat, whom },
            Event::Discards { seat, kinds } => {
                let mut cards = cards_of(round.hand(seat));
                cards.retain(|&card| kinds.contains(card));
                Line::Discard { seat, cards }
            }
            Event::KnockedOut { seat } => {
                Line::KnockOut { seat, cards: cards_of(round.hand(seat)) }
            }
        }
    }
}

pub(super) fn round_end(round: &Round, rules: &RuleSet, score: &RoundScore) -> Line {
    let players = round.players();
    let reason = match round.standing() {
        // Who wins as the last one left has not gone out.
        RoundStatus::Won(seat)
            if rules.finish.when == FinishWhen::LastStanding || round.in_play().contains(seat) =>
        {
            EndReason::Last
        }
        RoundStatus::Won(_) => EndReason::Out,
        RoundStatus::Blocked(_) => EndReason::Blocked,
        RoundStatus::Stalled | RoundStatus::Waits => EndReason::Stalled,
    };
    Line::RoundEnd(Box::new(RoundEnd {
        winner: score.winners.iter().next(),
        reason,
        hands: hands_of(round),
        points: score.points[..players].iter().map(|&points| u64::from(points)).collect(),
        scores: score.scores[..players].iter().map(|&given| i64::from(given)).collect(),
        turns: u64::from(round.turns()),
    }))
}

pub(super) fn match_end(game: &MatchPlay, players: usize, end: Option<MatchEnd>) -> Line {
    Line::MatchEnd(Box::new(MatchEndLine {
        winner: end.and_then(|end| end.winners.iter().next()),
        totals: game.totals()[..players].iter().map(|&total| i64::from(total)).collect(),
        rounds: u64::from(game.rounds()),
    }))
}

/// The number of cards in each seat's hand.
pub(super) type HandSizes = [usize; MAX_SEATS];

/// The sizes of the hands once a line has come true of which a round tells. Cards are told of
/// before they leave a hand, but for a wild, of which a line has to wait for the colour.
pub(super) fn hand_sizes(round: &Round, line: &Line) -> HandSizes {
    let mut sizes = Seat::ALL.map(|seat| round.hand(seat).len() as usize);
    match line {
        Line::Discard { seat, cards } | Line::KnockOut { seat, cards } => {
            sizes[seat.index()] -= cards.len();
        }
        _ => still_in_hand(line).into_iter().for_each(|(seat, _)| sizes[seat.index()] -= 1),
    }
    sizes
}

/// The card that a line lays and the machine has still in a hand as it tells of it.
pub(super) const fn still_in_hand(line: &Line) -> Option<(Seat, Kind)> {
    match line {
        Line::Play { seat, card, .. } if card.is_wild() => None,
        Line::Play { seat, card, .. } | Line::Misplay { seat, card } => Some((*seat, *card)),
        _ => None,
    }
}

pub(super) fn hands_of(round: &Round) -> Vec<Vec<Kind>> {
    (0..round.players()).map(|seat| cards_of(round.hand(Seat::new(seat)))).collect()
}

pub(super) fn cards_of<S: Multiset>(set: &S) -> Vec<Kind> {
    let mut cards = Vec::new();
    set.for_each(|kind, count| cards.extend(std::iter::repeat_n(kind, count as usize)));
    cards
}

pub(super) fn sorted(mut cards: Vec<Kind>) -> Vec<Kind> {
    cards.sort_unstable();
    cards
}
