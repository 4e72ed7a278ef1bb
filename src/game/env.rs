//! The world around a round: its rules, its chance, and who listens.
//!
//! A round holds no randomness. Each chance outcome is asked of an [`Env`], so that one machine serves the arena (streams of random
//! numbers), game records (outcomes written down), replay (outcomes read), and search (fresh streams for each determinization).

use super::{Event, Law, LawSource, Seat};
use crate::cards::{DrawPile, Kind};
use crate::rng::{Purpose, Rng, RoundKey};
use crate::rules::{People, Person, Probability, Weight};

/// What a coin decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Coin {
    ForgetsUno,
    RemembersUno,
    CatchesUno,
    CallsFalsely,
}

impl Coin {
    /// The key in `[people]` that holds the coin's probability.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Coin::ForgetsUno => "forgets_uno",
            Coin::RemembersUno => "remembers_uno",
            Coin::CatchesUno => "catches_uno",
            Coin::CallsFalsely => "calls_falsely",
        }
    }

    /// The coin's probability for a person.
    #[must_use]
    pub const fn probability(self, person: &Person) -> Probability {
        match self {
            Coin::ForgetsUno => person.forgets_uno,
            Coin::RemembersUno => person.remembers_uno,
            Coin::CatchesUno => person.catches_uno,
            Coin::CallsFalsely => person.calls_falsely,
        }
    }
}

/// What a race is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Race {
    Uno,
}

/// Cards whose places one draw of random bits decides: the product of seven bounds up to 512 stays below 2⁶⁴.
pub(crate) const BATCH: usize = 7;

/// The world around a round.
pub trait Env {
    /// Whether anybody listens to [`Env::drawn`] and [`Env::event`]; where not, nothing is told.
    const LISTENS: bool = false;

    /// The rules that act.
    fn law(&self) -> &Law;
    /// What a person is like.
    fn person(&self, seat: Seat) -> &Person;

    /// Brings at least one more card of a pile that is all loose and not empty into its order, see [`DrawPile::settle`].
    fn shuffle_more<P: DrawPile>(&mut self, pile: &mut P);
    /// Tells that the pile was filled anew from the discard pile and is all loose.
    fn reshuffled<P: DrawPile>(&mut self, pile: &mut P);
    /// Puts a turned-up card back at a random place.
    fn put_back<P: DrawPile>(&mut self, pile: &mut P, kind: Kind);
    /// Puts the cards of two hands into a random order.
    fn crash(&mut self, cards: &mut [Kind]);
    /// Tosses a coin; asked only for probabilities between 0 and 1.
    fn coin(&mut self, coin: Coin, seat: Seat, probability: Probability) -> bool;
    /// Runs a race among two or more candidates of positive weight; returns the winner's index.
    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize;

    /// Tells a card that the next [`Event::Draw`] is about.
    fn drawn(&mut self, _kind: Kind) {}
    /// Tells the new hands that the next [`Event::Crash`] is about, the player's first.
    fn crashed(&mut self, _cards: &[Kind], _first: usize) {}
    /// Tells what happened.
    fn event(&mut self, _event: Event) {}
}

/// The world of the arena: chance from streams of random numbers, nobody listens.
#[derive(Debug, Clone)]
pub struct Live<'a, L> {
    law: L,
    people: &'a People,
    key: RoundKey,
    /// The stream that the draw pile is drawn by: the deal's, after a reshuffle that reshuffle's.
    pile: Rng,
    reshuffles: u64,
    chance: Option<Rng>,
    flesh: Option<Rng>,
}

impl<'a, L: LawSource> Live<'a, L> {
    /// The world of the round with this key; `deal` is the deal's stream after the hands were dealt.
    #[inline(always)]
    pub fn new(law: L, people: &'a People, key: RoundKey, deal: Rng) -> Self {
        Live { law, people, key, pile: deal, reshuffles: 0, chance: None, flesh: None }
    }

    fn chance(&mut self) -> &mut Rng {
        let key = self.key;
        self.chance.get_or_insert_with(|| key.stream(Purpose::Chance, 0))
    }

    fn flesh(&mut self) -> &mut Rng {
        let key = self.key;
        self.flesh.get_or_insert_with(|| key.stream(Purpose::People, 0))
    }
}

impl<L: LawSource> Env for Live<'_, L> {
    #[inline(always)]
    fn law(&self) -> &Law {
        self.law.law()
    }

    #[inline(always)]
    fn person(&self, seat: Seat) -> &Person {
        &self.people.seats[seat.index()]
    }

    /// Seven steps of the shuffle for one draw of 64 bits.
    #[inline(always)]
    fn shuffle_more<P: DrawPile>(&mut self, pile: &mut P) {
        let loose = pile.loose() as u32;
        if loose >= BATCH as u32 {
            pile.settle_batch(self.pile.below_falling::<BATCH>(loose));
        } else {
            pile.settle(self.pile.below(loose) as usize);
        }
    }

    fn reshuffled<P: DrawPile>(&mut self, _pile: &mut P) {
        self.pile = self.key.stream(Purpose::Reshuffle, self.reshuffles);
        self.reshuffles += 1;
    }

    /// At a random place among cards in random order is the same as anywhere among loose cards.
    fn put_back<P: DrawPile>(&mut self, pile: &mut P, kind: Kind) {
        pile.loosen();
        pile.push(kind);
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        self.chance().shuffle(cards);
    }

    fn coin(&mut self, _coin: Coin, _seat: Seat, probability: Probability) -> bool {
        self.flesh().coin(probability.raw())
    }

    fn race(&mut self, _race: Race, candidates: &[(Seat, Weight)]) -> usize {
        let total: u32 = candidates.iter().map(|(_, weight)| weight.raw()).sum();
        let mut ticket = self.flesh().below(total);
        for (index, (_, weight)) in candidates.iter().enumerate() {
            if ticket < weight.raw() {
                return index;
            }
            ticket -= weight.raw();
        }
        unreachable!("the ticket is below the sum of the weights")
    }
}
