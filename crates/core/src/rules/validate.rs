//! Combinations of values that cannot be played.

use super::section::{Key, Section, Setting};
use super::{
    AtTarget, ByValue, ColourBy, DrawRule, DrawTwoResponse, FinishWhen, FirstDealer, MAX_SEATS,
    MIN_SEATS, NextDealer, Probability, RuleError, RuleSet, ScoringMethod, WildDrawFourResponse,
};
use crate::cards::{Kind, Notation, Symbol};

/// The most copies of a kind that a deck may have, all packs together.
const MOST_COPIES: u8 = 16;
/// The most cards that a deck may have, all packs together.
const MOST_CARDS: usize = 500;

impl RuleSet {
    /// Checks the combinations that no table can play.
    ///
    /// # Errors
    /// The [`RuleError`] of the first broken constraint.
    pub fn validate(&self) -> Result<(), RuleError> {
        self.validate_scoring()?;
        self.validate_partners()?;
        self.validate_calls()?;
        self.validate_cards()?;
        self.validate_draws()
    }

    /// Checks the rule set for a number of seats, combinations included.
    ///
    /// A deal that leaves one card is accepted, although a start card need not be among those left:
    /// seven official hands of fifteen leave three, which may all be wild draw fours.
    ///
    /// # Errors
    /// The [`RuleError`] of the first broken constraint.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let mut rules = RuleSet::official();
    /// assert!(rules.validate_for(10).is_ok() && rules.validate_for(11).is_err());
    /// // Eight hands of fifteen are more cards than the deck has.
    /// rules.set("setup.hand_size=15").expect("an allowed value");
    /// assert!(rules.validate_for(7).is_ok() && rules.validate_for(8).is_err());
    /// ```
    pub fn validate_for(&self, players: usize) -> Result<(), RuleError> {
        self.validate()?;
        if !(MIN_SEATS..=MAX_SEATS).contains(&players) {
            return Err(RuleError::Players { players });
        }
        if self.scoring.partners && (players < 4 || players % 2 == 1) {
            return Err(RuleError::PartnersSeats { players });
        }
        if let FirstDealer::Seat(seat) = self.setup.first_dealer
            && usize::from(seat) >= players
        {
            return Err(RuleError::FirstDealerSeat { seat, players });
        }
        let (hand_size, deck) = (self.setup.hand_size, self.deck_size());
        let needed = u16::from(hand_size) * players as u16 + 1;
        if needed > deck {
            return Err(RuleError::Deal { hand_size, players, needed, deck });
        }
        self.validate_absent_people(players)
    }

    fn validate_scoring(&self) -> Result<(), RuleError> {
        let (method, dealer) = (self.scoring.method, self.setup.next_dealer);
        let is_lazy = method == ScoringMethod::Lazy;
        need(
            method != ScoringMethod::Placement || self.finish.when == FinishWhen::LastStanding,
            ("scoring.method = \"placement\"", "finish.when = \"last_standing\"", self.finish.when),
            ": only play to the last player ranks everybody; allowed otherwise: winner_takes, \
             own_points, lazy",
        )?;
        need(
            !is_lazy || self.scoring.rounds > 0,
            ("scoring.method = \"lazy\"", "scoring.rounds", self.scoring.rounds),
            ": it has no points that could reach a target; allowed: 1 to 1000",
        )?;
        need(
            !is_lazy || dealer == NextDealer::Loser,
            ("scoring.method = \"lazy\"", "setup.next_dealer = \"loser\"", dealer),
            ": the loser of a round deals the next one; allowed: loser",
        )?;
        need(
            is_lazy || dealer != NextDealer::Loser,
            ("setup.next_dealer = \"loser\"", "scoring.method = \"lazy\"", method),
            ": only there does a round have a loser; allowed otherwise: rotate",
        )?;
        need(
            self.scoring.at_target != AtTarget::Loses || method == ScoringMethod::OwnPoints,
            ("scoring.at_target = \"loses\"", "scoring.method = \"own_points\"", method),
            ": only there do the fewest points win; allowed otherwise: wins",
        )
    }

    fn validate_partners(&self) -> Result<(), RuleError> {
        let (partners, method, when) =
            (self.scoring.partners, self.scoring.method, self.finish.when);
        need(
            !partners || method == ScoringMethod::WinnerTakes,
            ("scoring.partners = true", "scoring.method = \"winner_takes\"", method),
            ": a team takes the points of the others; allowed otherwise: false",
        )?;
        need(
            !partners || when == FinishWhen::FirstOut,
            ("scoring.partners = true", "finish.when = \"first_out\"", when),
            ": a team wins as soon as one of the two is out; allowed otherwise: false",
        )
    }

    fn validate_calls(&self) -> Result<(), RuleError> {
        if self.uno.call {
            return Ok(());
        }
        need(
            !self.uno.slam,
            ("uno.slam = true", "uno.call = true", false),
            ": a slam answers a call; allowed otherwise: false",
        )?;
        let Some((key, probability)) = self.false_caller() else { return Ok(()) };
        need(
            false,
            (&format!("{key} = {}", probability.to_f64()), "uno.call = true", false),
            ": nobody can call then, falsely or not; allowed otherwise: 0",
        )
    }

    /// Where the rule set says that somebody calls falsely: of all seats, or of the first single
    /// one.
    fn false_caller(&self) -> Option<(String, Probability)> {
        let single = (0..)
            .map(|seat: usize| format!("people.seat.{seat}.calls_falsely"))
            .zip(&self.people.seats);
        let people = single.map(|(key, person)| (key, person.calls_falsely));
        let all_seats = ("people.calls_falsely".to_owned(), self.people.common().calls_falsely);
        [all_seats].into_iter().chain(people).find(|(_, probability)| !probability.is_never())
    }

    fn validate_draws(&self) -> Result<(), RuleError> {
        let (responses, hands) = (&self.responses, &self.hands);
        need(
            responses.wild_draw_four != WildDrawFourResponse::StackMixed
                || responses.draw_two == DrawTwoResponse::Stack,
            (
                "responses.wild_draw_four = \"stack_mixed\"",
                "responses.draw_two = \"stack\"",
                responses.draw_two,
            ),
            ": draw twos add up in a mixed stack; allowed otherwise: none, deflect, stack",
        )?;
        let (mercy, hand_size) = (self.finish.mercy, self.setup.hand_size);
        if mercy > 0 && mercy <= hand_size {
            return Err(RuleError::MercyBelowHand { mercy, hand_size });
        }
        need(
            hands.launcher == 0 || self.play.draw != DrawRule::UntilPlayable,
            (
                &format!("hands.launcher = {}", hands.launcher),
                "play.draw = \"one\"",
                self.play.draw,
            ),
            ": one press of the launcher is the whole draw; allowed otherwise: 0",
        )?;
        let last = "responses.colour_by = \"last\"";
        let is_last = responses.colour_by == ColourBy::Last;
        need(
            !is_last || responses.wild_draw_four == WildDrawFourResponse::Stack,
            (last, "responses.wild_draw_four = \"stack\"", responses.wild_draw_four),
            ": only stacked wild draw fours have a last one; allowed otherwise: each",
        )?;
        need(
            !is_last || responses.by_value == ByValue::Off,
            (last, "responses.by_value = \"off\"", responses.by_value),
            "",
        )?;
        if hands.launcher > 0 && hands.launcher_least > hands.launcher {
            return Err(RuleError::LauncherLeast {
                least: hands.launcher_least,
                launcher: hands.launcher,
            });
        }
        let blank_draws = self.deck.blank_draws;
        match self.scoring.points.named_blank() {
            Some(named) if blank_draws != 0 && named != blank_draws => {
                return Err(RuleError::PointsOfOtherBlank { named, blank_draws });
            }
            _ => {}
        }
        if self.play.no_finish_on.contains(Symbol::BlankDraw) && self.deck.blank_draws == 0 {
            return Err(RuleError::BarredBlankDrawsNothing);
        }
        Ok(())
    }

    fn validate_cards(&self) -> Result<(), RuleError> {
        let blank_draws = self.deck.blank_draws;
        let other = if blank_draws == 0 { Symbol::BlankDraw } else { Symbol::BlankWild };
        if self.deck.cards.names(other) {
            return Err(RuleError::OtherBlank { blank_draws });
        }
        let cards = self.deck.cards();
        if let Some(kind) = Kind::all().find(|&kind| cards.copies(kind) > MOST_COPIES) {
            let copies = cards.copies(kind);
            if let Some(card) =
                self.deck.card.of(kind).filter(|_| self.deck.cards.of(kind).is_none())
            {
                let symbol = card.text.as_str().to_owned();
                return Err(RuleError::CopiesOfCard { symbol, copies });
            }
            let card = kind.text(self.deck.notation()).to_string();
            return Err(RuleError::Copies { card, copies });
        }
        if cards.len() > MOST_CARDS {
            return Err(RuleError::DeckSize { cards: cards.len() });
        }
        Ok(())
    }

    /// Values for a seat that is not at the table are a mistake, where the seats beyond the table
    /// can be told apart.
    fn validate_absent_people(&self, players: usize) -> Result<(), RuleError> {
        let absent = &self.people.seats[players..];
        if absent.windows(2).all(|pair| pair[0] == pair[1]) {
            return Ok(());
        }
        let common = self.people.common();
        for (offset, person) in absent.iter().enumerate() {
            for Key { name, .. } in person.keys() {
                let value = person.get(name, &Notation::PRINTED);
                if value != common.get(name, &Notation::PRINTED) {
                    let (seat, value) = (players + offset, value.to_string());
                    return Err(RuleError::PersonSeat { seat, key: name.into(), value, players });
                }
            }
        }
        Ok(())
    }
}

/// Refuses a setting unless another one, which has this value here, is as it needs it.
fn need(
    is_there: bool,
    (key, needed, here): (&str, &'static str, impl Setting),
    more: &'static str,
) -> Result<(), RuleError> {
    if is_there {
        return Ok(());
    }
    let here = here.write(&Notation::PRINTED).to_string();
    Err(RuleError::Needs { key: key.to_owned(), needed, here, more })
}
