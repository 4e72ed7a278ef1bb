//! From what the machine tells to lines of a record: cards are gathered for the event that they
//! belong to, and a wild's line waits for its colour.

use super::line::{Line, Reason, RoundEnd};
use unobench_core::cards::{Kind, Multiset};
use unobench_core::game::{Event, Round, RoundScore, Seat, Standing};
use unobench_core::rules::{FinishWhen, RuleSet};

/// What the machine has told but not finished telling.
#[derive(Debug, Clone, Default)]
pub(super) struct EventLines {
    drawn: Vec<Kind>,
    crashed: Vec<Vec<Kind>>,
    /// A wild whose colour is not yet named.
    held: Option<Line>,
    /// Where the card that is turned up next goes back to, if it goes back.
    pub(super) place: usize,
}

impl EventLines {
    /// Notes a card that the next draw is about.
    pub(super) fn drawn(&mut self, kind: Kind) {
        self.drawn.push(kind);
    }

    /// Notes the hands that the next crash is about.
    pub(super) fn crashed(&mut self, cards: &[Kind], first: usize) {
        let (one, other) = cards.split_at(first);
        self.crashed = vec![sorted(one.to_vec()), sorted(other.to_vec())];
    }

    /// Takes an event, and how the table stands just then; gives the lines that are complete now:
    /// one that was held, and the event's own.
    pub(super) fn tell(&mut self, round: &Round, event: Event) -> [Option<Line>; 2] {
        if let (
            Event::NameColour { seat, colour },
            Some(Line::Play { seat: player, colour: named, .. }),
        ) = (event, &mut self.held)
            && *player == seat
        {
            *named = Some(colour);
            return [self.held.take(), None];
        }
        let held = self.held.take();
        if let Event::ForgetsColour { .. } | Event::ColourWaits { .. } = event {
            return [held, None];
        }
        let line = self.line_of(round, event);
        match event {
            Event::Play { card, .. } if card.is_wild() => {
                self.held = Some(line);
                [held, None]
            }
            _ => [held, Some(line)],
        }
    }

    /// Who laid a wild, and which, while its colour is not named.
    pub(super) const fn waits_for_colour(&self) -> Option<(Seat, Kind)> {
        match self.held {
            Some(Line::Play { seat, card, .. }) => Some((seat, card)),
            _ => None,
        }
    }

    /// Gives up a wild that is still held: nobody named its colour.
    pub(super) fn held(&mut self) -> Option<Line> {
        self.held.take()
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
            Event::Caught { seat, by, of } => Line::Caught { seat, by, of },
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
        }
    }
}

/// The line that a finished round ends with.
pub(super) fn round_end(round: &Round, rules: &RuleSet, score: &RoundScore) -> Line {
    let players = round.players();
    let reason = match round.standing() {
        Standing::Won(_) if rules.finish.when == FinishWhen::LastStanding => Reason::Last,
        Standing::Won(_) => Reason::Out,
        _ => Reason::Stalled,
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

/// All hands, each sorted.
pub(super) fn hands_of(round: &Round) -> Vec<Vec<Kind>> {
    (0..round.players()).map(|seat| cards_of(round.hand(Seat::new(seat)))).collect()
}

/// The cards of a multiset, sorted.
pub(super) fn cards_of<S: Multiset>(set: &S) -> Vec<Kind> {
    let mut cards = Vec::new();
    set.for_each(|kind, count| cards.extend(std::iter::repeat_n(kind, count as usize)));
    cards
}

/// The cards in order of their kinds.
pub(super) fn sorted(mut cards: Vec<Kind>) -> Vec<Kind> {
    cards.sort_unstable();
    cards
}
