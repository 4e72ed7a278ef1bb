//! The legal actions of the decision that a round waits for.

use super::{Action, ActiveRules, AnswerKind, Decision, Round, RoundStatus, SeatSet};
use crate::cards::{Cards, Colour, KindSet, Word};
use crate::rules::DrawnCard;

/// The cards to choose from.
#[derive(Debug, Clone, Copy, Hash)]
#[must_use]
pub struct CardChoice<W> {
    /// All legal kinds, dishonest wild draw fours included.
    pub legal: KindSet<W>,
    /// The kinds that may be played honestly.
    pub playable: KindSet<W>,
    /// Whether the choice may be declined: draw, keep, take, pass.
    pub may_decline: bool,
}

impl<W: Word> CardChoice<W> {
    /// No card is asked for.
    pub const NONE: CardChoice<W> = CardChoice::of(KindSet::EMPTY, false);

    /// Any of these kinds, all of them honest.
    #[inline(always)]
    pub(crate) const fn of(kinds: KindSet<W>, may_decline: bool) -> CardChoice<W> {
        CardChoice { legal: kinds, playable: kinds, may_decline }
    }

    #[inline(always)]
    pub(crate) fn map<V>(self, mapping: impl Fn(KindSet<W>) -> KindSet<V>) -> CardChoice<V> {
        let CardChoice { legal, playable, may_decline } = self;
        CardChoice { legal: mapping(legal), playable: mapping(playable), may_decline }
    }

    /// Of what was drawn: whether it may be kept. Catalogue: `play.drawn_card`.
    #[inline(always)]
    pub(crate) fn of_drawn(self, rules: &ActiveRules) -> CardChoice<W> {
        let must = rules.play.drawn_card == DrawnCard::MustPlay && !self.playable.is_empty();
        CardChoice { may_decline: !must, ..self }
    }
}

/// The seats to choose from.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct SeatChoice {
    /// All that may be chosen.
    pub seats: SeatSet,
    /// Whether nobody may be chosen.
    pub may_decline: bool,
}

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
