//! What several strategies share: orders of cards, and judgements by what lies on the table.
//!
//! Nothing here looks for a partner next door: partners sit opposite, at tables of four or more
//! (`scoring.partners`), so that the next player is an opponent, and at a table of four the one
//! after it the partner. To make the next player lose its turn never hurts a partner.

use crate::prelude::*;
use unobench_core::cards::{Multiset, Symbol};
use unobench_core::game::SeatSet;
pub use unobench_core::strategy::tactics::{
    fewest_cards, highest, of_symbol, rarest, worth_playing,
};

/// The highest of the playable cards whose colour is most frequent in the hand; without a coloured
/// one the first wild.
#[inline(always)]
pub fn most_frequent<C: Cards>(view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
    let hand = view.hand();
    let mut best = (0, KindSet::EMPTY);
    for colour in Colour::ALL {
        let of_colour = KindSet::of_colour(colour);
        let here = playable.and(of_colour);
        let count = if here.is_empty() { 0 } else { hand.count_among(of_colour) };
        if count > best.0 {
            best = (count, here);
        }
    }
    if best.0 == 0 { highest(playable) } else { best.1.last() }
}

/// The most frequent of the preferred cards; where none of them is playable, of the others.
#[inline(always)]
pub fn prefer<C: Cards>(
    view: &View<'_, C>,
    preferred: KindSet<C::Word>,
    others: KindSet<C::Word>,
) -> Option<Kind> {
    most_frequent(view, if preferred.is_empty() { others } else { preferred })
}

/// The hardest of the cards that make the next player draw or lose a turn.
///
/// Downpours, which hit everybody else, are no means against one of them where a partner would draw
/// too.
#[inline(always)]
pub fn hardest<C: Cards>(view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
    let wild = |symbol: Symbol| playable.and(KindSet::only(Kind::wild(symbol)));
    let reverses = if view.in_play().len() == 2 {
        playable.and(of_symbol(Symbol::Reverse))
    } else {
        KindSet::EMPTY
    };
    let downpour =
        |symbol: Symbol| if view.rules().scoring.partners { KindSet::EMPTY } else { wild(symbol) };
    [
        wild(Symbol::BlankDraw),
        wild(Symbol::WildDrawFour),
        playable.and(of_symbol(Symbol::DrawTwo)),
        downpour(Symbol::DownpourTwo),
        playable.and(of_symbol(Symbol::DrawOne)),
        playable.and(of_symbol(Symbol::Skip)).or(reverses),
        downpour(Symbol::DownpourOne),
    ]
    .into_iter()
    .find_map(KindSet::last)
}

/// Whom it pays to exchange a card with: an opponent with at most `threshold` cards, fewer than the
/// own, who gets one that does not fit.
fn spoiled_by_exchange<C: Cards>(
    view: &View<'_, C>,
    seats: SeatSet,
    threshold: u32,
) -> Option<Seat> {
    let opponents = view.opponents();
    let seats =
        seats.iter().filter(|&seat| opponents.contains(seat)).fold(SeatSet::EMPTY, SeatSet::with);
    if seats.is_empty() {
        return None;
    }
    let seat = fewest_cards(view, seats);
    let size = view.hand_size(seat);
    (size <= threshold && view.hand_size(view.seat()) > size).then_some(seat)
}

/// Exchanges a card with an opponent with at most `threshold` cards, where that pays; makes every
/// other choice as a careful person does.
pub fn spoil_or_swap<C: Cards>(
    view: &View<'_, C>,
    choice: SeatChoice,
    threshold: u32,
) -> Option<Seat> {
    match view.decision() {
        Decision::Exchange => spoiled_by_exchange(view, choice.seats, threshold),
        _ => careful::seat(view, choice),
    }
}

/// A card to give away: one that does not fit now, of the rarest colour.
pub fn unfit<C: Cards>(view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
    let up = view.up_card();
    let same = if up.is_wild() { KindSet::EMPTY } else { of_symbol(up.symbol()) };
    let unfit = kinds.coloured().without(KindSet::of_colour(view.active_colour())).without(same);
    rarest(view, if unfit.is_empty() { kinds } else { unfit })
}

/// Whether to challenge the wild draw four that hits: where more cards are to be gained than lost.
///
/// An upheld challenge spares what is owed and costs the bluffer as much, a wrong one costs two
/// cards. `suspicion` is how often others are taken to bluff when they could play another card, in
/// percent.
fn pays_to_challenge<C: Cards>(view: &View<'_, C>, suspicion: u32) -> bool {
    let pending = view.pending();
    let (Some(player), Some(colour)) = (pending.challengeable, view.colour_before_wild_draw_four())
    else {
        return false;
    };
    let chance = chance_of_bluff(view, player, colour, suspicion);
    chance * f64::from(2 * pending.owed) > (1.0 - chance) * 2.0
}

/// Challenges where that pays; answers every other question as a careful person does.
pub fn agrees_if_it_pays<C: Cards>(view: &View<'_, C>, suspicion: u32) -> bool {
    match view.decision() {
        Decision::Challenge => pays_to_challenge(view, suspicion),
        decision => decision.info().careful,
    }
}

/// How likely a wild draw four was a bluff, by Bayes' rule: each card that the player may hold of
/// the colour that stood before is of it as often as the unseen cards are.
fn chance_of_bluff<C: Cards>(
    view: &View<'_, C>,
    player: Seat,
    colour: Colour,
    suspicion: u32,
) -> f64 {
    let unknown = may_hold(view, player, colour);
    let others =
        view.in_play().without(view.seat()).iter().map(|seat| view.hand_size(seat)).sum::<u32>();
    let unseen = others + view.draw_pile_len() as u32;
    let share = f64::from(view.unseen_by_colour()[colour.index()]) / f64::from(unseen.max(1));
    let lacks = (0..unknown).fold(1.0, |chance, _| chance * (1.0 - share));
    let bluffs = (1.0 - lacks) * f64::from(suspicion) / 100.0;
    if bluffs > 0.0 { bluffs / (bluffs + lacks) } else { 0.0 }
}

/// How many cards of a seat may be of a colour: all, or those that it has drawn since it did not
/// follow the colour.
#[inline(always)]
pub fn may_hold<C: Cards>(view: &View<'_, C>, seat: Seat, colour: Colour) -> u32 {
    let held = view.hand_size(seat);
    view.drawn_since_not_following(seat, colour).map_or(held, |drawn| drawn.min(held))
}

/// The other seat with the fewest cards.
#[inline(always)]
pub fn smallest<C: Cards>(view: &View<'_, C>) -> Seat {
    let others = view.in_play().without(view.seat()).iter();
    others.min_by_key(|&seat| view.hand_size(seat)).unwrap_or(view.after(view.seat()))
}

/// x to the power of n.
#[inline(always)]
pub fn power(x: f32, n: u32) -> f32 {
    (0..n.min(32)).fold(1.0, |product, _| product * x)
}
