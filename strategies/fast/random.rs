//! `random`: plays whenever it can, every choice uniform. Its definition is pinned, in
//! `docs/STRATEGIES.md`.

use std::fmt::Debug;
use unobench_core::cards::Multiset as _;
use unobench_core::rng::Rng;
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "random",
    description: "plays whenever it can, uniformly over the playable kinds in its hand; every \
        other choice is uniform too",
    source: "the usual baseline of game research; definition pinned, but for its parameters, which \
        are how other simulators' random players choose",
    tier: 0,
    parameters: &[
        Parameter::choice("by", &["kinds", "cards"])
            .means("what it chooses among where it plays: kinds, or cards, counting each copy"),
        Parameter::whole("wilds", 1, 1, 8)
            .means("how many times a wild counts among what it may play"),
        Parameter::choice("names", &["any", "most"])
            .means("the colour that it names: any, or the one it holds most of"),
    ],
    traits: Traits { stochastic: true, ..HEURISTIC },
    ..LIBRARY.fast::<Random>()
};

/// Plays at random, each kind that it may play by its weight; every other choice is uniform.
#[derive(Debug, Clone)]
pub struct Chooser<W> {
    rng: Rng,
    weights: W,
}

/// `random` with its parameters.
pub type Random = Chooser<Parameters>;

/// `random` as it is pinned: every choice uniform.
pub type Uniform = Chooser<AllAlike>;

/// How much each kind weighs where it is played, and how a colour is named.
pub trait KindWeights: Clone + Debug + Send + Sync + 'static {
    /// Those that these settings give.
    fn new(settings: &ParameterValues<'_>) -> Self;

    /// Whether all weigh the same.
    fn are_alike(&self) -> bool;

    /// Whether the colour is named of which most cards are held, not any.
    fn names_most(&self) -> bool;

    /// The weight of a kind of which there are so many in the hand.
    fn of(&self, kind: Kind, copies: u32) -> u32;
}

/// Every kind weighs the same, and so does every colour.
#[derive(Debug, Clone)]
pub struct AllAlike;

impl KindWeights for AllAlike {
    fn new(_settings: &ParameterValues<'_>) -> AllAlike {
        AllAlike
    }

    #[inline(always)]
    fn are_alike(&self) -> bool {
        true
    }

    #[inline(always)]
    fn names_most(&self) -> bool {
        false
    }

    fn of(&self, _kind: Kind, _copies: u32) -> u32 {
        1
    }
}

/// What the parameters say.
#[derive(Debug, Clone)]
pub struct Parameters {
    by_cards: bool,
    wilds: u8,
    names_most: bool,
}

impl KindWeights for Parameters {
    fn new(settings: &ParameterValues<'_>) -> Parameters {
        Parameters {
            by_cards: settings.whole(0) == 1,
            wilds: settings.whole(1) as u8,
            names_most: settings.whole(2) == 1,
        }
    }

    #[inline(always)]
    fn are_alike(&self) -> bool {
        !self.by_cards && self.wilds == 1
    }

    #[inline(always)]
    fn names_most(&self) -> bool {
        self.names_most
    }

    fn of(&self, kind: Kind, copies: u32) -> u32 {
        let copies = if self.by_cards { copies } else { 1 };
        copies * if kind.is_wild() { u32::from(self.wilds) } else { 1 }
    }
}

impl<W: KindWeights> Chooser<W> {
    #[inline(always)]
    fn pick<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        let rank = self.rng.below(kinds.len());
        view.nth(kinds, rank)
    }

    #[inline(never)]
    fn weigh<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        let weight = |kind: Kind| self.weights.of(kind, view.hand().count(kind));
        let mut ticket = self.rng.below(kinds.iter().map(weight).sum());
        let drawn = kinds.iter().find(|&kind| {
            let weight = weight(kind);
            let is_it = ticket < weight;
            ticket = ticket.wrapping_sub(weight);
            is_it
        });
        drawn.expect("the ticket is below the sum of all weights")
    }

    #[inline(always)]
    fn lay_one<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        if self.weights.are_alike() { self.pick(view, kinds) } else { self.weigh(view, kinds) }
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

impl Random {
    pub(crate) fn is_pinned(&self) -> bool {
        self.weights.are_alike() && !self.weights.names_most
    }
}

impl<W: KindWeights> FromSettings for Chooser<W> {
    fn new(settings: &ParameterValues<'_>) -> Chooser<W> {
        Chooser { rng: Rng::from_key(0), weights: W::new(settings) }
    }
}

impl<W: KindWeights> FastStrategy for Chooser<W> {
    const LOOKS_AT_DECISION: bool = false;

    #[inline(always)]
    fn rng(&mut self) -> Option<&mut Rng> {
        Some(&mut self.rng)
    }

    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        (!choice.playable.is_empty()).then(|| self.lay_one(view, choice.playable))
    }

    #[inline(always)]
    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if view.decision() != Decision::Drawn {
            return self.pick_or_decline(view, choice);
        }
        match choice.playable.len() {
            0 => None,
            1 => choice.playable.first(),
            _ => Some(self.lay_one(view, choice.playable)),
        }
    }

    #[inline(always)]
    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        if self.weights.names_most() {
            return view.most_held_colour();
        }
        Colour::from_index((self.rng.bits() >> 62) as usize)
    }

    #[inline(always)]
    fn choose<C: Cards>(&mut self, _view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        let count = choice.seats.len();
        let rank = self.rng.below(count + u32::from(choice.may_decline));
        (rank < count).then(|| choice.seats.nth(rank as usize))
    }

    #[inline(always)]
    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        self.pick(view, kinds)
    }
}
