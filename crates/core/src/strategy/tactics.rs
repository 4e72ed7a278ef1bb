//! Judgements that the defaults of [`FastStrategy`](super::FastStrategy) and several strategies
//! share.

use crate::cards::{Cards, Colour, Kind, KindSet, Symbol, Word};
use crate::game::{ActiveRules, CardChoice, Seat, SeatSet, View};
use crate::rules::SwapOnLastCard;

/// The four cards of a symbol that has colours.
#[inline(always)]
pub fn of_symbol<W: Word>(symbol: Symbol) -> KindSet<W> {
    KindSet::of_symbol(symbol)
}

/// Whom to swap hands with: the opponent with the fewest cards, among equals who has fewest cards
/// to take when its hand is empty, then the next in turn. Where all opponents hold more than the
/// own hand, the partner, so that the short hand stays in the team.
pub fn best_to_swap_with<C: Cards>(view: &View<'_, C>, seats: SeatSet) -> Seat {
    let partner = view.partner().filter(|&partner| seats.contains(partner));
    let opponents = partner.map_or(seats, |partner| seats.without(partner));
    let own = view.hand_size(view.seat());
    match in_turn(view, opponents).min_by_key(|&seat| (view.hand_size(seat), view.refill(seat))) {
        Some(best) if partner.is_none() || view.hand_size(best) <= own => best,
        _ => partner.expect("a swap has somebody to choose"),
    }
}

fn in_turn<'a, C: Cards>(view: &'a View<'_, C>, seats: SeatSet) -> impl Iterator<Item = Seat> + 'a {
    let next = view.after(view.seat());
    let on = move |seat: &Seat| {
        Some(view.after(*seat)).filter(|&after| after != next && after != view.seat())
    };
    std::iter::successors(Some(next), on).filter(move |&seat| seats.contains(seat))
}

/// The card to give away: of the colour of which fewest cards are in the hand, the dearest; a wild
/// only where there is nothing else.
pub fn rarest<C: Cards>(view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
    let held =
        Colour::ALL.into_iter().filter(|&colour| !kinds.and(KindSet::of_colour(colour)).is_empty());
    let rare = held.min_by_key(|&colour| view.count_colour(colour));
    most_points(view, rare.map_or(kinds, |colour| kinds.and(KindSet::of_colour(colour))))
}

/// The seat with the fewest cards, among equals the next in turn.
pub fn fewest_cards<C: Cards>(view: &View<'_, C>, seats: SeatSet) -> Seat {
    let mut best = None;
    let mut seat = view.after(view.seat());
    while seat != view.seat() {
        let size = view.hand_size(seat);
        if seats.contains(seat) && best.is_none_or(|(_, fewest)| size < fewest) {
            best = Some((seat, size));
        }
        seat = view.after(seat);
    }
    best.expect("a swap has somebody to choose").0
}

/// The kind worth most points, among equals the one that `high-points` would play.
pub fn most_points<C: Cards>(view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
    let points = |kind: &Kind| view.points_of(*kind);
    let most = kinds.iter().map(|kind| points(&kind)).max();
    let dearest: KindSet<C::Word> = kinds
        .iter()
        .filter(|kind| Some(points(kind)) == most)
        .fold(KindSet::EMPTY, |set, kind| set.or(KindSet::only(kind)));
    highest(dearest).expect("a hand to give from")
}

/// The highest coloured playable kind, else the first wild: the order of cards of `high-points`.
#[inline(always)]
pub fn highest<W: Word>(kinds: KindSet<W>) -> Option<Kind> {
    kinds.coloured().last().or_else(|| first_wild(kinds))
}

/// The first of some wilds, in the order in which `high-points` plays them: shuffle hands, the last
/// by its number, comes after swap hands.
#[inline(always)]
fn first_wild<W: Word>(wilds: KindSet<W>) -> Option<Kind> {
    let first = wilds.first();
    // A word of 64 bits has no shuffle hands.
    if W::PARTS > 1 && first > Some(Kind::wild(Symbol::SwapHands)) {
        return Some(Kind::SHUFFLE_HANDS).filter(|&kind| wilds.contains(kind)).or(first);
    }
    first
}

/// The playable cards without those that would trade the hand for a longer one; none of them where
/// it is better to decline.
#[inline(always)]
pub fn worth_playing<C: Cards>(
    view: &View<'_, C>,
    choice: CardChoice<C::Word>,
) -> KindSet<C::Word> {
    let rules = view.rules();
    if !(rules.hands.seven_swaps || rules.hands.zero_rotates || rules.special_cards) {
        return choice.playable;
    }
    let worth = choice.playable.without(bad_trades(view));
    if worth.is_empty() && !choice.may_decline { choice.playable } else { worth }
}

/// The cards that would trade the hand for one that is longer by more than the card that is drawn
/// by who declines.
///
/// Who answers the last card of a round may be the only one left; then there is nothing to trade.
/// Hands that are traded among partners stay in the team, so a swap, where the partner may be
/// chosen, is never bad there.
#[inline(never)]
pub fn bad_trades<C: Cards>(view: &View<'_, C>) -> KindSet<C::Word> {
    let (seat, rules) = (view.seat(), view.rules());
    let others = view.in_play().without(seat);
    if others.is_empty() {
        return KindSet::EMPTY;
    }
    let left = view.hand_size(seat) - 1;
    if left == 0 && rules.hands.swap_on_last_card == SwapOnLastCard::RoundEnds {
        return KindSet::EMPTY;
    }
    let is_bad = |other: Seat| view.hand_size(other) > left + 1;
    let mut bad = KindSet::EMPTY;
    if view.partner().is_none() && is_bad(fewest_cards(view, others)) {
        bad = swaps(rules);
    }
    if rules.hands.zero_rotates && is_bad(view.before(seat)) {
        bad = bad.or(of_symbol(Symbol::Zero));
    }
    bad
}

fn swaps<W: Word>(rules: &ActiveRules) -> KindSet<W> {
    let sevens = if rules.hands.seven_swaps { of_symbol(Symbol::Seven) } else { KindSet::EMPTY };
    sevens.or(KindSet::only(Kind::wild(Symbol::SwapHands)))
}
