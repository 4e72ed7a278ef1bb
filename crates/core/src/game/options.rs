//! The legal actions of the decision that a round waits for.

use super::{Action, AnswerKind, CardChoice, Decision, Round, RoundStatus, SeatChoice, SeatSet};
use crate::cards::{Cards, Colour, KindSet, Word};

/// The legal actions of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Options<W> {
    /// The kinds that may be chosen.
    pub kinds: KindSet<W>,
    /// Of these the playable ones: all but dishonest wild draw fours.
    pub playable: KindSet<W>,
    /// The seats that may be chosen.
    pub seats: SeatSet,
    /// Whether the decision may be declined: draw instead of playing, keep the drawn card, take the
    /// penalty, keep the hand.
    pub may_decline: bool,
    /// Whether the player to move may neither play nor draw.
    pub may_pass: bool,
}

impl<W: Word> Options<W> {
    /// Nothing is legal.
    pub const NONE: Options<W> = Options {
        kinds: KindSet::EMPTY,
        playable: KindSet::EMPTY,
        seats: SeatSet::EMPTY,
        may_decline: false,
        may_pass: false,
    };

    /// The cards that the decision is about.
    #[inline(always)]
    pub fn card_choice(&self) -> CardChoice<W> {
        CardChoice { legal: self.kinds, playable: self.playable, may_decline: self.may_decline }
    }

    /// The seats that the decision is about.
    pub const fn seat_choice(&self) -> SeatChoice {
        SeatChoice { seats: self.seats, may_decline: self.may_decline }
    }
}

impl<C: Cards> Round<C> {
    /// The legal actions of the decision that is waited for; none once the round is over.
    pub fn options(&self) -> Options<C::Word> {
        if self.standing != RoundStatus::Waits {
            return Options::NONE;
        }
        Options {
            kinds: self.choice.legal,
            playable: self.choice.playable,
            seats: self.seat_options(),
            may_decline: self.choice.may_decline,
            may_pass: self.play.may_pass && self.decision == Decision::Play,
        }
    }

    /// Whether an action is legal now.
    pub fn is_legal(&self, action: Action) -> bool {
        if self.standing != RoundStatus::Waits {
            return false;
        }
        let options = self.options();
        match (self.decision.asks_for(), action) {
            (AnswerKind::Kind, Action::Card(kind)) => options.kinds.contains(kind),
            (AnswerKind::Kind | AnswerKind::Seat, Action::No) => options.may_decline,
            (AnswerKind::Kind, Action::Pass) => options.may_pass,
            (AnswerKind::Seat, Action::Seat(seat)) => options.seats.contains(seat),
            (AnswerKind::Colour, Action::Colour(_))
            | (AnswerKind::YesNo, Action::Yes | Action::No) => true,
            _ => false,
        }
    }

    /// Calls `visit` with each legal action, in a fixed order.
    pub fn for_each_action(&self, mut visit: impl FnMut(Action)) {
        if self.standing != RoundStatus::Waits {
            return;
        }
        let options = self.options();
        match self.decision.asks_for() {
            AnswerKind::Kind => options.kinds.iter().for_each(|kind| visit(Action::Card(kind))),
            AnswerKind::Seat => options.seats.iter().for_each(|seat| visit(Action::Seat(seat))),
            AnswerKind::Colour => {
                Colour::ALL.into_iter().for_each(|colour| visit(Action::Colour(colour)))
            }
            AnswerKind::YesNo => {
                visit(Action::Yes);
                visit(Action::No);
            }
        }
        if options.may_decline {
            visit(Action::No);
        }
        if options.may_pass {
            visit(Action::Pass);
        }
    }

    pub(crate) fn seat_options(&self) -> SeatSet {
        if self.decision.asks_for() == AnswerKind::Seat {
            self.hands.choosable
        } else {
            SeatSet::EMPTY
        }
    }
}

/// An action that the rules do not allow where it was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{action:?} is not among the legal actions of the decision {:?}", decision.name())]
pub struct IllegalAction {
    /// What was waited for.
    pub decision: Decision,
    /// What was tried.
    pub action: Action,
}
