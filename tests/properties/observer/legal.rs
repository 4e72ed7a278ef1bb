//! What may be laid. Catalogue: § 2 `[play]`, `[responses]`, kind by kind.

use unobench_core::cards::{Colour, Kind, Symbol};
use unobench_core::game::{Hit, Seat};
use unobench_core::rules::{
    AfterWild, DrawTwoResponse, ReverseReturns, SkipResponse, Wild4Needs, WildDrawFourResponse,
};

use super::{Observer, kinds_of};

impl Observer<'_> {
    /// Whether a card has the active colour or the symbol to match, or is a wild.
    pub(super) fn fits(&self, kind: Kind) -> bool {
        let (up, colour) = self.table.top;
        let below = self.table.under.filter(|_| {
            up.is_wild() && self.active_rules.play.after_wild == AfterWild::ColourOrUnder
        });
        kind.is_wild() || kind.colour() == colour || kind.symbol() == below.unwrap_or(up).symbol()
    }

    pub(super) fn is_barred(&self, seat: Seat, kind: Kind) -> bool {
        self.hand(seat).len() == 1 && self.active_rules.play.no_finish_on.contains(kind.symbol())
    }

    /// Whether a seat may play a card on the own turn, honestly or not.
    pub(super) fn is_legal(&self, seat: Seat, kind: Kind) -> bool {
        let wild_on_wild =
            kind.is_wild() && self.table.top.0.is_wild() && !self.active_rules.play.wild_on_wild;
        self.fits(kind)
            && !wild_on_wild
            && !self.is_barred(seat, kind)
            && (self.active_rules.play.bluff || self.is_no_bluff(seat, kind))
    }

    pub(super) fn is_playable(&self, seat: Seat, kind: Kind) -> bool {
        self.is_legal(seat, kind) && self.is_no_bluff(seat, kind)
    }

    pub(super) fn is_no_bluff(&self, seat: Seat, kind: Kind) -> bool {
        kind != Kind::WILD_DRAW_FOUR || self.is_honest(seat)
    }

    /// Catalogue: `play.wild4_needs`; the hand still holds the wild draw four.
    pub(super) fn is_honest(&self, seat: Seat) -> bool {
        let (up, colour) = self.table.top;
        let hand = self.hand(seat);
        let of_colour = |kind: &Kind| colour.is_some() && kind.colour() == colour;
        match self.active_rules.play.wild4_needs {
            Wild4Needs::NoColour => !hand.iter().any(of_colour),
            Wild4Needs::NoMatch => !hand
                .iter()
                .any(|kind| of_colour(kind) || (!kind.is_wild() && kind.symbol() == up.symbol())),
            Wild4Needs::NoNumberOfColour => {
                !hand.iter().any(|kind| of_colour(kind) && kind.symbol().is_number())
            }
            Wild4Needs::Nothing => true,
        }
    }

    /// The kinds with which a seat may answer what hits.
    pub(super) fn answers(&self, seat: Seat) -> Vec<Kind> {
        let mut kinds = kinds_of(self.hand(seat));
        kinds.retain(|&kind| self.answers_pending(kind) && !self.is_barred(seat, kind));
        kinds.retain(|&kind| self.active_rules.play.bluff || self.is_no_bluff(seat, kind));
        kinds
    }

    fn answers_pending(&self, kind: Kind) -> bool {
        let card = self.pending.card;
        match (self.pending.hit, card.symbol()) {
            (Hit::Skip, Symbol::Skip) => self.answers_skip(kind, card),
            (Hit::Draw, Symbol::DrawOne | Symbol::DrawTwo) => self.answers_draw_two(kind, card),
            (Hit::Draw, Symbol::WildDrawFour) => {
                self.answers_wild_draw_four(kind, self.table.top.1)
            }
            _ => false,
        }
    }

    fn answers_skip(&self, kind: Kind, skip: Kind) -> bool {
        let rules = &self.active_rules.responses;
        match kind.symbol() {
            Symbol::Skip => rules.skip == SkipResponse::Identical && kind == skip,
            Symbol::Reverse => {
                rules.reverse_returns == ReverseReturns::All && kind.colour() == skip.colour()
            }
            _ => false,
        }
    }

    fn answers_draw_two(&self, kind: Kind, card: Kind) -> bool {
        let rules = &self.active_rules.responses;
        match kind.symbol() {
            Symbol::DrawOne | Symbol::DrawTwo => rules.draw_two != DrawTwoResponse::None,
            Symbol::WildDrawFour => rules.wild_draw_four == WildDrawFourResponse::StackMixed,
            Symbol::Reverse => {
                rules.reverse_returns != ReverseReturns::Off && kind.colour() == card.colour()
            }
            Symbol::Skip => rules.skip_passes && kind.colour() == card.colour(),
            _ => false,
        }
    }

    fn answers_wild_draw_four(&self, kind: Kind, named: Option<Colour>) -> bool {
        let (rule, returns) = (
            self.active_rules.responses.wild_draw_four,
            self.active_rules.responses.reverse_returns,
        );
        let of_colour = named.is_some() && kind.colour() == named;
        match kind.symbol() {
            Symbol::DrawOne | Symbol::DrawTwo => {
                of_colour
                    && matches!(
                        rule,
                        WildDrawFourResponse::Deflect | WildDrawFourResponse::StackMixed
                    )
            }
            Symbol::WildDrawFour => {
                matches!(rule, WildDrawFourResponse::Stack | WildDrawFourResponse::StackMixed)
            }
            Symbol::Reverse => of_colour && returns == ReverseReturns::All,
            _ => false,
        }
    }
}
