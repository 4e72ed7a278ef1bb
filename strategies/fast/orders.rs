//! Strategies that differ only in which of their cards they like best: a row each in one table.
//! Every other strategy has a file of its own; these would be eight files with one line of thought.

use std::sync::Arc;
use unobench_core::cards::Multiset;
use unobench_tactics::prelude::*;
use unobench_tactics::{most_frequent, prefer, worth_playing};

/// The entry of an order: its name, what it does, where that is from, and what it looks at.
macro_rules! row {
    ($order:ident: $name:literal, $description:literal, $source:literal, $looks_at:literal $(,)?) => {
        Entry {
            name: $name,
            description: $description,
            source: $source,
            traits: Traits { looks_at: $looks_at, ..HEURISTIC },
            make: |_| Player::honest(Order::$order),
            fast: Some(|_| Arc::new(Order::$order)),
            ..LIBRARY
        }
    };
}

/// `low-points`
pub const LOW_POINTS: Entry = row!(LowPoints:
    "low-points",
    "plays the playable card worth the fewest points, among equals the colour it holds most of; \
        wilds last",
    "our own: high-points turned round, to show what shedding points is worth",
    "nothing",
);
/// `wilds-first`
pub const WILDS_FIRST: Entry = row!(WildsFirst:
    "wilds-first",
    "plays the hardest wild it may honestly play; without one like most-colour",
    "our own: save-wilds turned round, as beginners play",
    "nothing",
);
/// `number-first`
pub const NUMBER_FIRST: Entry = row!(NumberFirst:
    "number-first",
    "prefers a card of the up card's number or symbol in another colour; of those the colour it \
        holds most of; wilds last",
    "folklore: change the colour as often as you can",
    "the active colour",
);
/// `colour-first`
pub const COLOUR_FIRST: Entry = row!(ColourFirst:
    "colour-first",
    "prefers a card of the active colour, the highest; else the up card's number or symbol in the \
        colour it holds most of; wilds last",
    "folklore: stay in the colour as long as you can",
    "the active colour",
);
/// `specials-first`
pub const SPECIALS_FIRST: Entry = row!(SpecialsFirst:
    "specials-first",
    "plays an action card as soon as it can, then wilds, and numbers only without either; among \
        equals the colour it holds most of",
    "folklore: hit first",
    "nothing",
);
/// `specials-last`
pub const SPECIALS_LAST: Entry = row!(SpecialsLast:
    "specials-last",
    "plays numbers first, then action cards, then wilds; among equals the colour it holds most of",
    "folklore: keep your action cards for when they are needed; the keeping of wilds: source D",
    "nothing",
);
/// `most-colour`
pub const MOST_COLOUR: Entry = row!(MostColour:
    "most-colour",
    "plays the playable card whose colour it holds most of, the highest of them; a wild only \
        without one; names that colour; gives away its rarest colour",
    "source A: change to the colour that is most numerous in the hand; the colour rule of RLCard's \
        UNO agent",
    "nothing",
);
/// `most-matches`
pub const MOST_MATCHES: Entry = row!(MostMatches:
    "most-matches",
    "plays the card that leaves the most matching cards in its hand, wilds included; among equals \
        the highest, a wild last",
    "our own: a greedy look ahead to the player's next turn",
    "nothing",
);

/// Plays the card that comes first in its order.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs)]
pub enum Order {
    LowPoints,
    WildsFirst,
    NumberFirst,
    ColourFirst,
    SpecialsFirst,
    SpecialsLast,
    MostColour,
    MostMatches,
}

impl FastStrategy for Order {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        match self {
            Order::MostColour => most_frequent(view, worth_playing(view, choice)),
            order => order.first(view, choice),
        }
    }
}

impl Order {
    #[inline(never)]
    fn first<C: Cards>(self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let active = KindSet::of_colour(view.active_colour());
        let preferred = match self {
            Order::LowPoints => cheapest(view, playable),
            Order::WildsFirst => {
                playable.and(KindSet::WILDS).last().map_or(KindSet::EMPTY, KindSet::only)
            }
            Order::NumberFirst => playable.coloured().without(active),
            Order::ColourFirst => playable.and(active),
            Order::SpecialsFirst => playable.without(KindSet::NUMBERS),
            Order::SpecialsLast => playable.and(KindSet::NUMBERS),
            Order::MostColour => playable,
            Order::MostMatches => return most_followed(view, playable),
        };
        prefer(view, preferred, playable)
    }
}

fn cheapest<C: Cards>(view: &View<'_, C>, kinds: KindSet<C::Word>) -> KindSet<C::Word> {
    let fewest = kinds.iter().map(|kind| view.points_of(kind)).min();
    kinds.iter().filter(|&kind| Some(view.points_of(kind)) == fewest).collect()
}

/// The card that most others in the hand match.
fn most_followed<C: Cards>(view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
    let hand = view.hand();
    let followers = |kind: Kind| hand.count_among(KindSet::matching(kind));
    let best = playable.coloured().iter().max_by_key(|&kind| followers(kind));
    let Some(wild) = playable.and(KindSet::WILDS).first() else { return best };
    let after_wild = view.count_colour(view.most_held_colour()) + hand.count_among(KindSet::WILDS);
    if best.is_some_and(|kind| followers(kind) >= after_wild) { best } else { Some(wild) }
}
