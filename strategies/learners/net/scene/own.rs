//! Rows of the player's own hand and of what is done.

use super::hand::Hand;
use super::numbers::{OWN, SURE, bucket, buckets, chance, lacks, power};
use super::{After, Lineup, Moves, Scene};
use crate::net::rows::{Own, RowSink};
use unobench_core::cards::{Cards, Kind, KindSet, Multiset, Symbol};
use unobench_core::game::{Action, Decision, PendingPenalty};

/// Numbers of cards that are drawn, from which on a row counts.
const DRAWN: &[u8; 14] = &buckets(&[1, 2, 3, 4, 5, 7, 9, 13]);

const fn bit(symbol: Symbol) -> u64 {
    1 << (4 * symbol.index())
}

impl<C: Cards> Scene<'_, '_, C> {
    /// Adds the rows of the hand and of unseen cards that only the order of colours tells.
    #[inline(always)]
    pub(super) fn other_colours(&self, after: &After, lineup: &Lineup, active: &mut impl RowSink) {
        let Lineup { order, masks, .. } = *lineup;
        for place in 1..4 {
            colour(place, after.hand.held[order[place].index()], masks[place - 1], active);
        }
        let [first, other, last] = masks;
        let links = [first & other, first & last, other & last].map(u64::count_ones);
        active.own(Own::Links, links.iter().sum());
        for (place, colour) in order.iter().enumerate() {
            active.own_at(Own::Unseen0, place, self.shares[colour.index()]);
        }
    }

    #[inline(always)]
    pub(super) fn hand(&self, after: &After, lineup: &Lineup, active: &mut impl RowSink) {
        let Hand { held, symbols, size, points, wilds, wild_draws, hidden } = after.hand;
        let others = lineup.masks;
        let active_colour = after.colour.index();
        let (first, count) = (symbols[active_colour], held[active_colour]);
        colour(0, count, first, active);
        active.own(Own::Wilds, wilds);
        active.own(Own::WildDraws, wild_draws);
        active.own(Own::Size, bucket(size, OWN));
        active.own(Own::Unknown, hidden);
        let links = others.map(|mask| (first & mask).count_ones());
        active.own(Own::Links1, links[0]);
        active.own(Own::Links2, links[1]);
        active.own(Own::Links3, links[2]);
        let same = match after.up.is_wild() {
            true => 0,
            false => others
                .iter()
                .rev()
                .fold(0, |same, mask| 2 * same + (mask >> (after.up.index() & !3) & 1) as u32),
        };
        let fits = count + wilds + wild_draws + same.count_ones();
        active.own(Own::Fits, fits);
        active.own_bits(Own::Same, 0, same);
        active.own(Own::Colours, held.map(|held| u32::from(held > 0)).iter().sum());
        if hidden == 0 && size == 1 {
            active.own(Own::Last, last(after, first, same));
        } else if hidden == 0 && size == 2 {
            let linked = wilds + wild_draws > 0
                || held.contains(&2)
                || links.iter().sum::<u32>() > 0
                || others[0] & others[1] != 0;
            active.own(Own::Pair, fits.min(2) + 3 * u32::from(linked));
        }
        let bounds = const { &buckets::<121>(&[5, 10, 20, 35, 55, 80, 120]) };
        active.own(Own::Points, bucket(points + 10 * hidden, bounds));
        if self.has_more {
            self.house_hand(after, active);
        }
    }

    #[inline(always)]
    fn house_hand(&self, after: &After, active: &mut impl RowSink) {
        let (rules, hand) = (self.view.rules(), self.view.hand());
        let left = |kind: Kind| match after.moves {
            Moves::None => hand.count(kind) - u32::from(after.laid == Some(kind)),
            _ => 0,
        };
        if self.jumps_in {
            active.own(Own::Twins, left(after.up));
            active.own(Own::UnseenTwins, self.view.unseen(after.up));
        }
        let acting = [
            (rules.hands.seven_swaps, Own::Sevens, Symbol::Seven),
            (rules.hands.zero_rotates, Own::Zeros, Symbol::Zero),
            (rules.hands.five_exchanges, Own::Fives, Symbol::Five),
        ];
        for (acts, group, symbol) in acting {
            let held = after.hand.symbols.iter().filter(|&&held| held & bit(symbol) != 0);
            active.own(group, if acts { held.count() as u32 } else { 0 });
        }
        let symbols = [
            &[Symbol::SwapHands][..],
            &[Symbol::ShuffleHands],
            &[Symbol::Crash],
            &[Symbol::DownpourOne, Symbol::DownpourTwo],
        ];
        for (bit, symbols) in symbols.iter().enumerate().filter(|_| rules.special_cards) {
            let any = symbols.iter().any(|&symbol| left(Kind::wild(symbol)) > 0);
            active.own_bits(Own::Specials, 0, u32::from(any) << bit);
        }
    }

    #[inline(always)]
    pub(super) fn action(&self, action: Action, after: &After, active: &mut impl RowSink) {
        let view = self.view;
        let asked = view.decision();
        let kind = match action {
            Action::Card(_) => 0,
            Action::Colour(_) => 1,
            Action::Seat(_) => 2,
            Action::Yes => 3,
            Action::No => 4,
            Action::Pass => 5,
        };
        active.own(Own::Decision, 6 * asked as u32 + kind);
        if let Some(kind) = action.card() {
            let like = view.rules().printed_like(kind);
            active.own(Own::Symbol, like.symbol().index() as u32 + 1);
        }
        if let Some(kind) = after.laid {
            let bluffs = !self.choice.playable.contains(kind) && self.choice.legal.contains(kind);
            active.own(Own::Bluff, u32::from(bluffs));
            let below = view.up_card();
            let is_coloured = !kind.is_wild() && !below.is_wild();
            let matches = is_coloured && kind.symbol() == below.symbol();
            active.own(Own::Matches, u32::from(matches));
        }
        if matches!(asked, Decision::Play | Decision::Drawn)
            && matches!(action, Action::No | Action::Pass)
        {
            let coloured = !self.choice.playable.coloured().is_empty();
            let wild = !self.choice.playable.and(KindSet::WILDS).is_empty();
            active.own(Own::Declines, u32::from(wild) + 2 * u32::from(coloured));
        }
        if after.laid.is_none() && asked != Decision::Colour {
            self.penalty(after, active);
        }
        active.own(Own::Moves, after.moves.number());
    }

    #[inline(always)]
    pub(super) fn effects(&self, lineup: &Lineup, after: &After, active: &mut impl RowSink) {
        let (view, acts) = (self.view, lineup.acts);
        active.own(Own::Changes, u32::from(after.colour != view.active_colour()));
        let is_partner = acts != view.seat() && !self.opponents.contains(acts);
        active.own(Own::Acts, u32::from(acts == view.seat()) + 2 * u32::from(is_partner));
        active.own(Own::Draws, bucket(self.hits(after), DRAWN));
    }

    #[inline(always)]
    fn penalty(&self, after: &After, active: &mut impl RowSink) {
        active.own(Own::Owed, bucket(self.owed, DRAWN));
        let asked = self.view.decision();
        let loses = asked == Decision::Answer && self.view.pending().hit == PendingPenalty::Skip;
        active.own(Own::Loses, u32::from(loses && after.laid.is_none()));
        if asked == Decision::Challenge {
            active.own(Own::LikelyBluff, self.likely_bluff());
        }
    }

    /// The chance, as a row, that who laid a wild draw four had a card of the colour.
    fn likely_bluff(&self) -> u32 {
        let view = self.view;
        let (Some(player), Some(colour)) =
            (view.pending().challengeable, view.colour_before_wild_draw_four())
        else {
            return 0;
        };
        let cards = self.others[player.index()].may_hold(colour, view.hand_size(player));
        chance(SURE - power(lacks(self.unseen[colour.index()], self.unseen_all), cards))
    }

    /// The up card, and what could follow it.
    #[inline(always)]
    pub(super) fn up(&self, after: &After, unseen_same: u32, active: &mut impl RowSink) {
        let bounds = const { &buckets::<7>(&[1, 2, 4, 6]) };
        active.own(Own::UnseenSame, bucket(unseen_same, bounds));
        let up = match self.view.rules().printed_like(after.up).symbol() {
            Symbol::Zero => 1,
            symbol if symbol.is_number() => 0,
            Symbol::Skip => 2,
            Symbol::Reverse => 3,
            Symbol::DrawOne | Symbol::DrawTwo => 4,
            Symbol::WildDrawFour | Symbol::BlankDraw => 6,
            Symbol::Wild | Symbol::BlankWild => 5,
            _ => 7,
        };
        active.own(Own::Up, up);
    }
}

/// Adds the rows of a colour's cards that are left, and which of them act.
#[inline(always)]
fn colour(place: usize, count: u32, mask: u64, active: &mut impl RowSink) {
    active.own_at(Own::Count0, place, count);
    if mask >= bit(Symbol::Skip) {
        let has = |symbol| u32::from(mask & bit(symbol) != 0);
        let draws = has(Symbol::DrawOne) | has(Symbol::DrawTwo);
        let acts = has(Symbol::Skip) | has(Symbol::Reverse) << 1 | draws << 2;
        active.own_bits(Own::Actions0, place, acts);
    }
}

/// What the one card left is.
fn last(after: &After, first: u64, same: u32) -> u32 {
    let Hand { wilds, wild_draws, .. } = after.hand;
    match (first, same) {
        _ if wild_draws > 0 => 2,
        _ if wilds > 0 => 1,
        (1.., _) => 3 + u32::from(first & bit(Symbol::DrawTwo) != 0),
        (_, 1..) => 5,
        _ => 6,
    }
}
