//! Cards as the network sees them: by colour, by symbol, and how many wilds.

use unobench_core::cards::{Cards, Colour, Kind, KindSet, Multiset, Symbol};
use unobench_core::game::{KnownCards, View};

/// The cards of a hand, counted as the network sees them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hand {
    pub(super) held: [u32; 4],
    /// For each colour the symbols, as [`KindSet::symbols`] has them.
    pub(super) symbols: [u64; 4],
    pub(super) size: u32,
    pub(super) points: u32,
    /// Wilds that make nobody draw, and those that do.
    pub(super) wilds: u32,
    pub(super) wild_draws: u32,
    /// Cards of the size of which nothing is known.
    pub(super) hidden: u32,
}

impl Hand {
    pub(super) const NOTHING: Hand = Hand {
        held: [0; 4],
        symbols: [0; 4],
        size: 0,
        points: 0,
        wilds: 0,
        wild_draws: 0,
        hidden: 0,
    };

    /// A hand of this size of which nothing else is known.
    pub(super) fn hidden(size: u32) -> Hand {
        Hand { size, hidden: size, ..Hand::NOTHING }
    }

    pub(super) fn of<C: Cards>(view: &View<'_, C>, cards: &KnownCards) -> Hand {
        let mut hand = Hand::NOTHING;
        cards.for_each(|kind, count| {
            hand.size += count;
            hand.points += count * view.points_of(kind);
            match kind.colour() {
                Some(colour) => {
                    hand.held[colour.index()] += count;
                    hand.symbols[colour.index()] |= bit(view, kind);
                }
                None if draws(view, kind) => hand.wild_draws += count,
                None => hand.wilds += count,
            }
        });
        hand
    }

    #[inline(always)]
    pub(super) fn new<C: Cards>(view: &View<'_, C>) -> Hand {
        let mut wild_draws = view.hand().count(Kind::WILD_DRAW_FOUR)
            + view.hand().count(Kind::wild(Symbol::BlankDraw));
        let mut symbols = Colour::ALL.map(|colour| view.kinds().symbols(colour));
        if view.rules().adds_cards() {
            for kind in view.kinds().iter().filter(|kind| kind.index() >= Kind::PRINTED) {
                match kind.colour() {
                    Some(colour) => symbols[colour.index()] |= bit(view, kind),
                    None if draws(view, kind) => wild_draws += view.hand().count(kind),
                    None => {}
                }
            }
        }
        Hand {
            held: Colour::ALL.map(|colour| view.count_colour(colour)),
            symbols,
            size: view.hand_size(view.seat()),
            points: view.hand().weigh(&view.rules().points),
            wilds: view.hand().count_among(KindSet::WILDS) - wild_draws,
            wild_draws,
            hidden: 0,
        }
    }

    #[inline(always)]
    pub(super) fn loses<C: Cards>(&mut self, view: &View<'_, C>, kind: Kind) {
        self.loses_some(view, kind, 1, view.hand().count(kind) == 1);
    }

    /// So many copies of a kind go, the last one among them or not.
    #[inline(always)]
    pub(super) fn loses_some<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        kind: Kind,
        count: u32,
        last: bool,
    ) {
        self.size -= count;
        self.points -= count * view.points_of(kind);
        match kind.colour() {
            Some(colour) => {
                self.held[colour.index()] -= count;
                if last {
                    self.symbols[colour.index()] &= !bit(view, kind);
                }
            }
            None if draws(view, kind) => self.wild_draws -= count,
            None => self.wilds -= count,
        }
    }
}

/// Whether a wild makes the next player draw.
#[inline(always)]
fn draws<C: Cards>(view: &View<'_, C>, kind: Kind) -> bool {
    let symbol = view.rules().printed_like(kind).symbol();
    matches!(symbol, Symbol::WildDrawFour | Symbol::BlankDraw)
}

/// The bit of a coloured kind's symbol, of an added one that of the printed symbol most like it.
#[inline(always)]
fn bit<C: Cards>(view: &View<'_, C>, kind: Kind) -> u64 {
    1 << (view.rules().printed_like(kind).index() & !3)
}
