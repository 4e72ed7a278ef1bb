//! The world of a round that a person plays: the arena's chance, with a clerk who takes everything
//! down and a log of what the person sees.

use super::tell::Gathered;
use super::words::Words;
use crate::cards::{Cards, DrawPile, Kind};
use crate::game::{Env, Event, Law, Live, Round};
use crate::record::Clerk;

/// The arena's world, listened to.
pub(super) struct Listener<'a, 't> {
    pub(super) live: &'a mut Live<'t, &'t Law>,
    pub(super) clerk: &'a mut Clerk,
    /// The record.
    pub(super) lines: &'a mut Vec<String>,
    /// What the person sees.
    pub(super) log: &'a mut Vec<String>,
    pub(super) words: &'a Words,
    pub(super) gathered: Gathered,
}

impl Env for Listener<'_, '_> {
    const LISTENS: bool = true;

    crate::chance_of!(live);

    fn shuffle_more<P: DrawPile>(&mut self, pile: &mut P) {
        self.live.shuffle_more(pile);
    }

    fn reshuffled<P: DrawPile>(&mut self, pile: &mut P) {
        self.live.reshuffled(pile);
        self.clerk.reshuffled(self.live, *pile, self.lines);
        self.log.push(format!("the discard pile is shuffled: {} cards to draw", pile.len()));
    }

    fn put_back<P: DrawPile>(&mut self, pile: &mut P, kind: Kind) {
        self.live.put_back(pile, kind);
    }

    fn drawn(&mut self, kind: Kind) {
        self.clerk.drawn(kind);
        self.gathered.drawn.push(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.clerk.crashed(cards, first);
    }

    fn saw<C: Cards>(&mut self, round: &Round<C>, event: Event) {
        self.clerk.event(event, self.lines);
        self.log.push(self.words.tell(round, event, &mut self.gathered));
    }
}
