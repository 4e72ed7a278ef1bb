//! `random`: plays whenever it can, every choice uniform. Its definition is pinned by the interface
//! document, § 6.

use super::{
    CardChoice, Cards, Colour, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, Seat, SeatSet,
    View,
};
use unobench_core::cards::Multiset as _;
use unobench_core::rng::Rng;
use unobench_core::strategy::{Cost, Parameter, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `random`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "random",
    description: "plays whenever it can, uniformly over the playable kinds in its hand; every \
        other choice is uniform too",
    source: "the usual baseline of game research; definition pinned, but for its parameters, which \
        are how other simulators' random players choose",
    tier: 0,
    parameters: &[
        Parameter::choice(
            "by",
            "what it chooses among where it plays: kinds, or cards, of which each copy counts",
            &["kinds", "cards"],
        ),
        Parameter::whole("wilds", "how many times a wild counts among what it may play", 1, 1, 8),
    ],
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
    uniform: Uniform,
    /// Whether each copy of a card counts where it plays.
    by_cards: bool,
    /// How many times a wild counts.
    wilds: u8,
}

impl Random {
    /// The strategy with what it chooses among, and how much a wild weighs.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> Random {
        Random {
            uniform: Uniform::new(settings),
            by_cards: settings.whole(0) == 1,
            wilds: settings.whole(1) as u8,
        }
    }

    /// Whether these settings are those of the pinned definition.
    #[must_use]
    pub fn is_pinned(settings: &Settings<'_>) -> bool {
        settings.whole(0) == 0 && settings.whole(1) == 1
    }

    /// Whether each kind has the same weight.
    #[inline(always)]
    const fn is_uniform(&self) -> bool {
        !self.by_cards && self.wilds == 1
    }

    /// One of the kinds by their weights.
    #[inline(never)]
    fn weigh<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Option<Kind> {
        let weight = |kind: Kind| {
            let copies = if self.by_cards { view.hand().count(kind) } else { 1 };
            copies * if kind.is_wild() { u32::from(self.wilds) } else { 1 }
        };
        let total: u32 = kinds.iter().map(weight).sum();
        if total == 0 {
            return None;
        }
        let mut ticket = self.uniform.rng.below(total);
        kinds.iter().find(|&kind| {
            let weight = weight(kind);
            let is_it = ticket < weight;
            ticket = ticket.wrapping_sub(weight);
            is_it
        })
    }
}

/// Plays at random, every choice uniform: `random` as it is pinned.
#[derive(Debug, Clone)]
pub struct Uniform {
    rng: Rng,
}

impl Uniform {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> Uniform {
        Uniform { rng: Rng::from_key(0) }
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
        FastStrategy::begin(&mut self.uniform, rng);
    }

    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if self.is_uniform() {
            return self.uniform.play(view, choice);
        }
        self.weigh(view, choice.playable)
    }

    #[inline(always)]
    fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if self.is_uniform() || choice.playable.len() < 2 {
            return self.uniform.drawn(view, choice);
        }
        self.weigh(view, choice.playable)
    }

    #[inline(always)]
    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        self.uniform.colour(view)
    }

    #[inline(always)]
    fn answer<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.uniform.answer(view, choice)
    }

    #[inline(always)]
    fn jump_in<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.uniform.jump_in(view, choice)
    }

    #[inline(always)]
    fn double<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.uniform.double(view, choice)
    }

    #[inline(always)]
    fn together<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.uniform.together(view, choice)
    }

    #[inline(always)]
    fn swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Seat {
        self.uniform.swap(view, seats)
    }

    #[inline(always)]
    fn may_swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        self.uniform.may_swap(view, seats)
    }

    #[inline(always)]
    fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        self.uniform.exchange(view, seats)
    }

    #[inline(always)]
    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        self.uniform.give(view, kinds)
    }
}

impl FastStrategy for Uniform {
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
    fn together<C: Cards>(
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
