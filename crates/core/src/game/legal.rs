//! What may be played: the kinds that match, and whether a wild draw four is honest. Catalogue:
//! `[play]`.

use super::state::Top;
use super::{ActiveRules, CardChoice, Chance, Round, Seat};
use crate::cards::{Cards, Colour, Kind, KindSet, Multiset, Word};
use crate::rules::{AfterWild, DrawnMatches, DrawnWild4, Wild4Needs};

/// The kinds that match a card of this kind and colour on top.
#[inline(always)]
pub(crate) fn matching<W: Word>(
    rules: &ActiveRules,
    card: Kind,
    colour: Colour,
    under: Option<Kind>,
) -> KindSet<W> {
    if !card.is_wild() {
        return KindSet(W::MATCHING[card.index() & (Kind::COUNT - 1)]);
    }
    let of_colour = KindSet::of_colour(colour);
    let wilds = if rules.play.wild_on_wild { KindSet::WILDS } else { KindSet::EMPTY };
    let below = match (rules.play.after_wild, under) {
        (AfterWild::ColourOrUnder, Some(kind)) => KindSet::like(kind),
        _ => KindSet::EMPTY,
    };
    of_colour.or(wilds).or(below)
}

impl<C: Cards> Round<C> {
    /// The legal and the playable cards of a hand, of which one has to be played.
    #[inline(always)]
    pub(crate) fn choice_of(&self, rules: &ActiveRules, seat: Seat) -> CardChoice<C::Word> {
        let state = self.seat(seat);
        let hand = state.hand.kinds();
        let mut legal = hand.and(self.top.matching);
        if state.size == 1 {
            legal = legal.without(barred(rules));
        }
        let bluffable = bluffable(rules);
        if legal.and(bluffable).is_empty() {
            return CardChoice::of(legal, false);
        }
        // The player to move has named a colour that was forgotten, so there is one.
        let playable = legal.without(dishonest(rules, hand, &self.top));
        let legal = if rules.play.bluff { legal } else { playable };
        CardChoice { legal, playable, may_decline: false }
    }

    /// What of the cards just drawn a seat may play on the top card. Catalogue:
    /// `play.drawn_matches`, `play.drawn_wild4`.
    #[inline(always)]
    pub(crate) fn choice_drawn(&self, chance: &impl Chance<C>, seat: Seat) -> CardChoice<C::Word> {
        match chance.has_rare_rules() {
            true => self.choice_drawn_by(chance.rules(), seat),
            false => self.choice_of(chance.rules(), seat),
        }
    }

    /// The same by the rules alone.
    #[inline(always)]
    pub(crate) fn choice_drawn_by(&self, rules: &ActiveRules, seat: Seat) -> CardChoice<C::Word> {
        let mut choice = self.choice_of(rules, seat);
        if rules.play.drawn_wild4 == DrawnWild4::Plain {
            let mut wild4 = KindSet::only(Kind::WILD_DRAW_FOUR)
                .and(self.top.matching)
                .and(self.seat(seat).hand.kinds());
            if self.seat(seat).size == 1 {
                wild4 = wild4.without(barred(rules));
            }
            choice = choice.map(|kinds| kinds.or(wild4));
        }
        if rules.play.drawn_matches == DrawnMatches::Colour {
            let mask = KindSet::of_colour(self.top.colour).or(KindSet::WILDS);
            choice = choice.map(|kinds| kinds.and(mask));
        }
        choice
    }

    /// The kinds that would be a bluff now from this hand; none, as long as no colour is named.
    #[inline(always)]
    pub(crate) fn dishonest(
        &self,
        rules: &ActiveRules,
        hand: KindSet<C::Word>,
    ) -> KindSet<C::Word> {
        if !rules.people_rates.forgets_colour.is_never() && self.people.forgot_colour {
            return KindSet::EMPTY;
        }
        dishonest(rules, hand, &self.top)
    }
}

/// The kinds that would be a bluff from this hand on this top card. Catalogue: `play.wild4_needs`,
/// `deck.card`.
#[inline(always)]
pub(crate) fn dishonest<W: Word>(
    rules: &ActiveRules,
    hand: KindSet<W>,
    top: &Top<W>,
) -> KindSet<W> {
    let bluffs = |kinds: KindSet<W>, kind: Kind| {
        if hand.and(blocking(rules, top, kind)).is_empty() { KindSet::EMPTY } else { kinds }
    };
    let wild4 = KindSet::only(Kind::WILD_DRAW_FOUR);
    let added = bluffable(rules).without(wild4);
    let of_added = added.first().map_or(KindSet::EMPTY, |kind| bluffs(added, kind));
    bluffs(wild4, Kind::WILD_DRAW_FOUR).or(of_added)
}

/// The kinds of which a hand may have none for a card that is honest at times to be so.
#[inline(always)]
pub(crate) fn blocking<W: Word>(rules: &ActiveRules, top: &Top<W>, card: Kind) -> KindSet<W> {
    let of_colour = KindSet::of_colour(top.colour);
    match rules.play.wild4_needs {
        _ if card != Kind::WILD_DRAW_FOUR => of_colour,
        Wild4Needs::NoColour => of_colour,
        Wild4Needs::NoMatch if top.card.is_wild() => of_colour,
        Wild4Needs::NoMatch => of_colour.or(KindSet::like(top.card)),
        Wild4Needs::NoNumberOfColour => of_colour.and(KindSet(W::NUMBERS)),
        Wild4Needs::Nothing => KindSet::EMPTY,
        Wild4Needs::NoOtherCard => top.matching.without(bluffable(rules)),
    }
}

/// The kinds that are honest at times only.
#[inline(always)]
pub(crate) fn bluffable<W: Word>(rules: &ActiveRules) -> KindSet<W> {
    KindSet(W::truncated(rules.flags.bluffable.0))
}

/// The kinds that may not be a last card. Catalogue: `play.no_finish_on`.
#[inline(always)]
pub(crate) fn barred<W: Word>(rules: &ActiveRules) -> KindSet<W> {
    KindSet(W::truncated(rules.flags.barred.0))
}
