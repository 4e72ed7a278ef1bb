//! `random`: plays whenever it can, every choice uniform. Its definition is pinned by the interface
//! document, § 6.

use super::{
    CardChoice, Cards, Colour, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, Seat, SeatSet,
    View,
};
use unobench_core::rng::Rng;
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `random`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "random",
    description: "plays whenever it can, uniformly over the playable kinds in its hand; every \
        other choice is uniform too",
    source: "the usual baseline of game research; definition pinned",
    tier: 0,
    parameters: &[],
    traits: Traits {
        stochastic: true,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(Random::new(settings)),
    ..LIBRARY
};

/// Plays at random.
#[derive(Debug, Clone)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> Random {
        Random { rng: Rng::from_key(0) }
    }

    /// One of the kinds.
    #[inline(always)]
    fn pick<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        let rank = self.rng.below(kinds.len());
        view.nth(kinds, rank)
    }

    /// One of the playable kinds, or none of them with the same chance where declining is allowed.
    #[inline(always)]
    fn pick_or_decline<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        let count = choice.playable.len();
        let rank = self.rng.below(count + u32::from(choice.may_decline));
        (rank < count).then(|| view.nth(choice.playable, rank))
    }
}

impl FastStrategy for Random {
    #[inline(always)]
    fn begin(&mut self, rng: Option<&Rng>) {
        if let Some(rng) = rng {
            self.rng = rng.clone();
        }
    }

    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        (!choice.playable.is_empty()).then(|| self.pick(view, choice.playable))
    }

    #[inline(always)]
    fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        match choice.playable.len() {
            0 => None,
            1 => choice.playable.first(),
            _ => Some(self.pick(view, choice.playable)),
        }
    }

    #[inline(always)]
    fn colour<C: Cards>(&mut self, _view: &View<'_, C>) -> Colour {
        Colour::from_index((self.rng.bits() >> 62) as usize)
    }

    #[inline(always)]
    fn answer<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.pick_or_decline(view, choice)
    }

    #[inline(always)]
    fn jump_in<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.pick_or_decline(view, choice)
    }

    #[inline(always)]
    fn double<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.pick_or_decline(view, choice)
    }

    #[inline(always)]
    fn swap<C: Cards>(&mut self, _view: &View<'_, C>, seats: SeatSet) -> Seat {
        seats.nth(self.rng.below(seats.len()) as usize)
    }

    #[inline(always)]
    fn may_swap<C: Cards>(&mut self, _view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        let rank = self.rng.below(seats.len() + 1);
        (rank < seats.len()).then(|| seats.nth(rank as usize))
    }

    #[inline(always)]
    fn exchange<C: Cards>(&mut self, _view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        let rank = self.rng.below(seats.len() + 1);
        (rank < seats.len()).then(|| seats.nth(rank as usize))
    }

    #[inline(always)]
    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        self.pick(view, kinds)
    }
}
