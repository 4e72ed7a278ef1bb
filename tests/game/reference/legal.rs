//! Which cards may be played: matching, honest wild draw fours, barred last cards, answers.

use super::cards::{Card, kinds};
use super::game::{Game, Penalty, Pending};
use super::settings::{
    AfterWild, ByValue, Challenge, DrawTwoResponse, DrawnMatches, DrawnWild4, ReverseReturns,
    SkipResponse, Wild4Needs, Wild4Response,
};

impl Game<'_> {
    /// § 2 `[play]` "Matching": the active colour, or the up card's number or symbol, or a wild.
    pub fn fits(&self, card: Card) -> bool {
        card.is_wild()
            || card.colour() == self.colour
            || self.symbol_to_match().is_some_and(|face| card.same_symbol(face))
    }

    /// The card whose number or symbol matches: the up card; after a wild none, or (§ 2
    /// `play.after_wild` colour_or_under) the last card that was not a wild.
    fn symbol_to_match(&self) -> Option<Card> {
        match (self.up.is_wild(), self.settings.play.after_wild) {
            (false, _) => Some(self.up),
            (true, AfterWild::Colour) => None,
            (true, AfterWild::ColourOrUnder) => self.under,
        }
    }

    /// § 2 `play.wild4_needs`: whether a wild draw four of this seat is honest now; an added card
    /// that has to be is so without a card of the colour, whatever that key says.
    pub fn honest(&self, seat: usize, card: Card) -> bool {
        let hand = &self.hands[seat];
        let of_colour = |card: &Card| self.colour.is_some() && card.colour() == self.colour;
        match self.settings.play.wild4_needs {
            _ if self.colour.is_none() => true,
            _ if card != Card::WildDrawFour => !hand.iter().any(of_colour),
            // The hand has no card of the active colour; the other wilds do not count.
            Wild4Needs::NoColour => !hand.iter().any(of_colour),
            // Nor one that matches the up card's symbol; after a wild there is none to match.
            Wild4Needs::NoMatch => !hand.iter().any(|c| of_colour(c) || c.same_symbol(self.up)),
            // No number card of the active colour.
            Wild4Needs::NoNumberOfColour => !hand.iter().any(|c| of_colour(c) && c.is_number()),
            Wild4Needs::Nothing => true,
            // Nothing else is playable, wilds included where `wild_on_wild` lets them lie, other
            // wild draw fours not.
            Wild4Needs::NoOtherCard => !hand.iter().any(|&c| {
                !self.settings.may_bluff(c) && self.fits(c) && !self.wild_on_wild_forbidden(c)
            }),
        }
    }

    /// § 2 `play.no_finish_on`: a barred last card is not playable in any way, answers and jump-ins
    /// included.
    pub fn barred(&self, seat: usize, card: Card) -> bool {
        let list = &self.settings.play.no_finish_on;
        self.hands[seat].len() == 1 && !list.is_empty() && list.contains(&card.symbol())
    }

    /// § 2 `play.wild_on_wild` false: no wild on a wild.
    fn wild_on_wild_forbidden(&self, card: Card) -> bool {
        !self.settings.play.wild_on_wild && card.is_wild() && self.up.is_wild()
    }

    /// § 1 "playable": may be played now, a wild draw four only where it would be honest.
    pub fn playable(&self, seat: usize, card: Card) -> bool {
        self.fits(card)
            && !self.barred(seat, card)
            && !self.wild_on_wild_forbidden(card)
            && (!self.settings.may_bluff(card) || self.honest(seat, card))
    }

    /// Whether a card that was just drawn is playable (§ 2 `play.drawn_matches`,
    /// `play.drawn_wild4`).
    pub fn playable_drawn(&self, seat: usize, card: Card) -> bool {
        self.drawn_matches(card) && (self.playable(seat, card) || self.plain_wild4(seat, card))
    }

    pub fn legal_drawn(&self, seat: usize, card: Card) -> bool {
        self.drawn_matches(card) && (self.legal(seat, card) || self.plain_wild4(seat, card))
    }

    /// § 2 `play.drawn_matches` colour: only a card of the active colour, or a wild.
    fn drawn_matches(&self, card: Card) -> bool {
        self.settings.play.drawn_matches == DrawnMatches::All
            || card.is_wild()
            || card.colour() == self.colour
    }

    /// § 2 `play.drawn_wild4` plain: a wild draw four that was just drawn is a wild.
    fn plain_wild4(&self, seat: usize, card: Card) -> bool {
        self.settings.play.drawn_wild4 == DrawnWild4::Plain
            && card == Card::WildDrawFour
            && !self.barred(seat, card)
            && !self.wild_on_wild_forbidden(card)
    }

    /// Whether the card is a legal play on its own turn: a playable one or, with § 2 `play.bluff`,
    /// a dishonest wild draw four.
    pub fn legal(&self, seat: usize, card: Card) -> bool {
        let bluff = self.settings.may_bluff(card)
            && self.settings.play.bluff
            && !self.barred(seat, card)
            && !self.wild_on_wild_forbidden(card);
        bluff || self.playable(seat, card)
    }

    pub fn legal_kinds(&self, seat: usize) -> Vec<Card> {
        kinds(&self.hands[seat]).into_iter().filter(|&c| self.legal(seat, c)).collect()
    }

    pub fn has_playable(&self, seat: usize) -> bool {
        self.hands[seat].iter().any(|&c| self.playable(seat, c))
    }

    /// Whether a penalty may be challenged: a wild draw four; not a returned one, and not with
    /// `bluff = false`.
    pub fn challengeable(&self, penalty: &Penalty) -> bool {
        let play = &self.settings.play;
        self.settings.may_bluff(penalty.card)
            && !penalty.answered
            && !penalty.start
            && !self.knocked_out.contains(&penalty.from)
            && play.bluff
            && play.challenge != Challenge::Off
    }

    /// § 2 `[responses]`: the kinds with which the seat may answer what hits it.
    pub fn answers(&self, seat: usize, pending: &Pending) -> Vec<Card> {
        let hand = kinds(&self.hands[seat]);
        // A wild draw four as an answer is honest or not by the colour that stood before it;
        // `wild_on_wild` does not bind answers.
        let may = |card: Card| {
            !self.settings.may_bluff(card) || self.settings.play.bluff || self.honest(seat, card)
        };
        hand.into_iter()
            .filter(|&c| self.answers_pending(c, pending) && !self.barred(seat, c) && may(c))
            .collect()
    }

    fn answers_pending(&self, card: Card, pending: &Pending) -> bool {
        match pending {
            // Nothing answers the skip of a two-seat reverse.
            Pending::Skip(skip) => skip.card.is_some_and(|skip| self.answers_skip(card, skip)),
            // § 2 `responses.last_card`: a draw two of any colour meets the last card's draw; a
            // blank cannot be met.
            Pending::Draw(p) if p.last && card.coloured_draw().is_some() => true,
            Pending::Draw(p) if self.answers_by_value(card, p) => true,
            Pending::Draw(p) if p.card.coloured_draw().is_some() => self.answers_draw_two(card, p),
            Pending::Draw(p) if p.card == Card::WildDrawFour => self.answers_wild4(card),
            // A blank is not answered.
            Pending::Draw(_) => false,
        }
    }

    /// § 2 `responses.by_value`, and `answered_by` of a card that the rule set adds.
    fn answers_by_value(&self, card: Card, penalty: &Penalty) -> bool {
        let settings = self.settings;
        let (mine, last) = (settings.draws(card), settings.draws(penalty.card));
        let same = card == penalty.card || card.same_symbol(penalty.card);
        let own = settings.own(penalty.card).map(|own| own.answered_by.as_str());
        match (settings.responses.by_value, own) {
            (_, Some("none")) => false,
            (ByValue::Off, Some("same")) | (ByValue::Same, _) => same,
            (ByValue::Off, Some("draw")) | (ByValue::Any, _) => mine > 0,
            (ByValue::Off, Some(_)) | (ByValue::Last, _) => mine > 0 && mine >= last,
            (ByValue::Total, _) => mine > 0 && mine >= penalty.owed,
            // An added card that is answered as draw twos are answers them where they are.
            (ByValue::Off, None) => {
                penalty.card.coloured_draw().is_some()
                    && settings.responses.draw_two != DrawTwoResponse::None
                    && settings.own(card).is_some_and(|own| own.answered_by == "draw")
            }
        }
    }

    fn answers_skip(&self, card: Card, skip: Card) -> bool {
        let rules = &self.settings.responses;
        match card {
            // § 2 `responses.skip` identical: the same skip, colour and picture.
            Card::Skip(_) => rules.skip == SkipResponse::Identical && card == skip,
            // § 2 `responses.reverse_returns` all: also a skip.
            Card::Reverse(c) => {
                rules.reverse_returns == ReverseReturns::All && Some(c) == skip.colour()
            }
            _ => false,
        }
    }

    fn answers_draw_two(&self, card: Card, penalty: &Penalty) -> bool {
        let rules = &self.settings.responses;
        let same_colour = card.colour() == penalty.card.colour();
        match card {
            // § 2 `responses.draw_two`: a draw two of any colour; a draw one and a draw two answer
            // each other.
            Card::DrawOne(_) | Card::DrawTwo(_) => {
                rules.draw_two != DrawTwoResponse::None && rules.by_value == ByValue::Off
            }
            // § 2 `responses.wild_draw_four` stack_mixed: a wild draw four may answer a draw two.
            Card::WildDrawFour => {
                rules.wild_draw_four == Wild4Response::StackMixed && rules.by_value == ByValue::Off
            }
            // § 2 `responses.reverse_returns`: a reverse of the draw two's colour.
            Card::Reverse(_) => rules.reverse_returns != ReverseReturns::Off && same_colour,
            // § 2 `responses.skip_passes`: a skip of the draw two's colour.
            Card::Skip(_) => rules.skip_passes && same_colour,
            _ => false,
        }
    }

    fn answers_wild4(&self, card: Card) -> bool {
        let rules = &self.settings.responses;
        let named_colour = self.colour.is_some() && card.colour() == self.colour;
        match card {
            // § 2 `responses.wild_draw_four` deflect and stack_mixed: a draw two of the named
            // colour.
            Card::DrawOne(_) | Card::DrawTwo(_) => {
                [Wild4Response::Deflect, Wild4Response::StackMixed].contains(&rules.wild_draw_four)
                    && named_colour
                    && rules.by_value == ByValue::Off
            }
            // stack and stack_mixed: another wild draw four.
            Card::WildDrawFour => {
                let by_wild4 = [Wild4Response::Stack, Wild4Response::StackMixed];
                by_wild4.contains(&rules.wild_draw_four) && rules.by_value == ByValue::Off
            }
            // § 2 `responses.reverse_returns` all: a wild draw four by a reverse of the named
            // colour.
            Card::Reverse(_) => rules.reverse_returns == ReverseReturns::All && named_colour,
            _ => false,
        }
    }
}
