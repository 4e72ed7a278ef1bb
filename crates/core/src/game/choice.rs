//! What a strategy may choose from: cards, or seats.

use super::{ActiveRules, SeatSet};
use crate::cards::{KindSet, Word};
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
