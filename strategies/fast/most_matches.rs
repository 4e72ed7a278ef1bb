//! `most-matches`: plays the card that most of its others could follow.

use super::tactics::worth_playing;
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::cards::Multiset;
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `most-matches`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "most-matches",
    description: "plays the card that leaves the most matching cards in its hand, wilds included; \
        among equals the highest, a wild last",
    source: "our own: a greedy look ahead to the player's next turn",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(MostMatches::new(settings)),
    ..LIBRARY
};

/// Plays the card that most of its others match.
#[derive(Debug, Clone)]
pub struct MostMatches;

impl MostMatches {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> MostMatches {
        MostMatches
    }
}

impl FastStrategy for MostMatches {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let hand = view.hand();
        let followers = |kind: Kind| hand.count_among(KindSet::matching(kind));
        let best = playable.coloured().iter().max_by_key(|&kind| followers(kind));
        let Some(wild) = playable.and(KindSet::WILDS).first() else { return best };
        let after_wild =
            view.count_colour(view.most_held_colour()) + hand.count_among(KindSet::WILDS);
        if best.is_some_and(|kind| followers(kind) >= after_wild) { best } else { Some(wild) }
    }
}
