//! Cards that a seat knows in the hands of others: it held them, was shown them, or everybody saw
//! them go back.
//!
//! Kept by whoever drives a round with a strategy that looks at it, never by the round itself. What
//! is kept is certain: where a card may have moved on unseen (an exchange between others, a crash),
//! it is forgotten.

use super::{Event, Observer, Round, Seat, Why};
use crate::cards::{CardSet, Cards, Kind, Multiset};
use crate::rules::MAX_SEATS;

/// Cards known to be in a hand.
pub type KnownCards = CardSet<u128, 5>;

/// What one seat knows of each hand.
type Knowledge = [KnownCards; MAX_SEATS];

/// What each seat knows of the others' hands.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    known: [Knowledge; MAX_SEATS],
    /// The last card laid by mistake, which goes back if a penalty follows.
    mislaid: Option<(Seat, Kind)>,
    crashed: Vec<Kind>,
    split: usize,
    /// Cards that the next draw is about.
    shown: Vec<Kind>,
}

impl Memory {
    /// Forgets everything, as before a round.
    pub fn clear(&mut self) {
        self.known = Default::default();
        self.mislaid = None;
        self.shown.clear();
    }

    /// The cards that a seat knows to be in another's hand.
    pub fn known(&self, observer: Seat, holder: Seat) -> &KnownCards {
        &self.known[observer.index()][holder.index()]
    }

    /// Takes in that a seat knows these cards to be in another's hand, and no others.
    pub fn learn(&mut self, observer: Seat, holder: Seat, cards: &[Kind]) {
        *self.of(observer, holder) = collect(cards);
    }

    fn of(&mut self, observer: Seat, holder: Seat) -> &mut KnownCards {
        &mut self.known[observer.index()][holder.index()]
    }

    /// A card leaves a hand, and everybody sees which.
    fn leaves(&mut self, seat: Seat, card: Kind) {
        for knowledge in &mut self.known {
            let known = &mut knowledge[seat.index()];
            if known.kinds().contains(card) {
                known.remove(card);
            }
        }
    }

    /// A card comes to a hand, and everybody sees which.
    fn comes(&mut self, seat: Seat, card: Kind) {
        for (observer, knowledge) in self.known.iter_mut().enumerate() {
            if observer != seat.index() {
                knowledge[seat.index()].insert(card);
            }
        }
    }

    /// Takes in what happened; the round stands as it is told by [`Observer::saw`].
    fn take_in<C: Cards>(&mut self, round: &Round<C>, event: Event) {
        match event {
            Event::Play { seat, card, .. } => self.leaves(seat, card),
            Event::Misplay { seat, card } => {
                self.leaves(seat, card);
                self.mislaid = Some((seat, card));
            }
            Event::Draw { seat, why: Why::Misplay, .. } => {
                self.shown.clear();
                if let Some((seat, card)) = self.mislaid.take_if(|(by, _)| *by == seat) {
                    self.comes(seat, card);
                }
            }
            Event::TakeBack { seat, card } => self.comes(seat, card),
            Event::Draw { seat, why: Why::Shown, .. } => {
                for card in std::mem::take(&mut self.shown) {
                    self.comes(seat, card);
                }
            }
            Event::Draw { .. } => self.shown.clear(),
            Event::Discards { seat, kinds } => {
                round.hand(seat).for_each(|card, count| {
                    (0..count)
                        .filter(|_| kinds.contains(card))
                        .for_each(|_| self.leaves(seat, card));
                });
            }
            Event::KnockedOut { seat } => {
                for knowledge in &mut self.known {
                    knowledge[seat.index()] = KnownCards::default();
                }
            }
            Event::Challenge { seat, against, .. } => {
                *self.of(seat, against) = cards(round, against)
            }
            Event::Swap { seat, with } => self.swapped(round, seat, with),
            Event::Rotate { .. } => self.rotated(round),
            Event::Exchange { seat, with, gives, gets } => {
                self.exchanged([(seat, gives), (with, gets)])
            }
            Event::Crash { seat, with } => self.crash(round, seat, with),
            // Nobody knows where a card is.
            Event::Redeal { .. } => {
                for knowledge in &mut self.known {
                    for seat in round.in_play().iter() {
                        knowledge[seat.index()] = KnownCards::default();
                    }
                }
            }
            _ => {}
        }
    }

    fn swapped<C: Cards>(&mut self, round: &Round<C>, seat: Seat, with: Seat) {
        for knowledge in &mut self.known {
            knowledge.swap(seat.index(), with.index());
        }
        *self.of(seat, with) = cards(round, with);
        *self.of(with, seat) = cards(round, seat);
        self.forget_self();
    }

    fn rotated<C: Cards>(&mut self, round: &Round<C>) {
        let before = self.known;
        for giver in round.in_play().iter() {
            let taker = round.after(giver);
            for (knowledge, old) in self.known.iter_mut().zip(&before) {
                knowledge[taker.index()] = old[giver.index()];
            }
        }
        for giver in round.in_play().iter() {
            let taker = round.after(giver);
            *self.of(giver, taker) = cards(round, taker);
        }
        self.forget_self();
    }

    /// Two seats gave each other a card; nobody else saw which.
    fn exchanged(&mut self, gave: [(Seat, Kind); 2]) {
        let [(seat, _), (other, _)] = gave;
        for (observer, knowledge) in self.known.iter_mut().enumerate() {
            if observer != seat.index() && observer != other.index() {
                knowledge[seat.index()] = KnownCards::default();
                knowledge[other.index()] = KnownCards::default();
            }
        }
        for ((giver, gives), (taker, gets)) in [(gave[0], gave[1]), (gave[1], gave[0])] {
            let known = self.of(giver, taker);
            if known.kinds().contains(gets) {
                known.remove(gets);
            }
            known.insert(gives);
        }
    }

    /// Two hands were shuffled together and dealt out again. The player saw both; the other knows
    /// what of its own is gone.
    fn crash<C: Cards>(&mut self, round: &Round<C>, seat: Seat, with: Seat) {
        for knowledge in &mut self.known {
            knowledge[seat.index()] = KnownCards::default();
            knowledge[with.index()] = KnownCards::default();
        }
        let (_, theirs) = self.crashed.split_at(self.split);
        let mut gone: KnownCards = cards(round, with);
        for &kind in theirs {
            if gone.kinds().contains(kind) {
                gone.remove(kind);
            }
        }
        let theirs: KnownCards = collect(theirs);
        *self.of(seat, with) = theirs;
        *self.of(with, seat) = gone;
    }

    /// Nobody needs to remember their own hand.
    fn forget_self(&mut self) {
        for (seat, knowledge) in self.known.iter_mut().enumerate() {
            knowledge[seat] = KnownCards::default();
        }
    }
}

fn cards<C: Cards>(round: &Round<C>, seat: Seat) -> KnownCards {
    let mut known = KnownCards::default();
    round.hand(seat).for_each(|kind, count| (0..count).for_each(|_| known.insert(kind)));
    known
}

fn collect(kinds: &[Kind]) -> KnownCards {
    let mut known = KnownCards::default();
    kinds.iter().for_each(|&kind| known.insert(kind));
    known
}

/// What is seen on its way to whoever else listens.
impl<C: Cards> Observer<C> for Memory {
    fn drawn(&mut self, kind: Kind) {
        self.shown.push(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.crashed.clear();
        self.crashed.extend_from_slice(cards);
        self.split = first;
    }

    fn saw(&mut self, round: &Round<C>, event: Event) {
        self.take_in(round, event);
    }
}
