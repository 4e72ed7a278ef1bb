//! Combinations of values that cannot be played.

use super::section::{Section, Setting};
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
        let method = word(self.scoring.method);
        let is_lazy = self.scoring.method == ScoringMethod::Lazy;
        if self.scoring.method == ScoringMethod::Placement
            && self.finish.when != FinishWhen::LastStanding
        {
            return Err(RuleError::PlacementNeedsLastStanding { when: word(self.finish.when) });
        }
        if is_lazy && self.scoring.rounds == 0 {
            return Err(RuleError::LazyNeedsRounds);
        }
        if is_lazy && self.setup.next_dealer != NextDealer::Loser {
            return Err(RuleError::LazyNeedsLoser);
        }
        if !is_lazy && self.setup.next_dealer == NextDealer::Loser {
            return Err(RuleError::LoserNeedsLazy { method });
        }
        if self.scoring.at_target == AtTarget::Loses
            && self.scoring.method != ScoringMethod::OwnPoints
        {
            return Err(RuleError::LosesNeedsOwnPoints { method });
        }
        Ok(())
    }

    fn validate_partners(&self) -> Result<(), RuleError> {
        if !self.scoring.partners {
            return Ok(());
        }
        if self.scoring.method != ScoringMethod::WinnerTakes {
            return Err(RuleError::PartnersNeedWinnerTakes { method: word(self.scoring.method) });
        }
        if self.finish.when != FinishWhen::FirstOut {
            return Err(RuleError::PartnersNeedFirstOut { when: word(self.finish.when) });
        }
        Ok(())
    }

    fn validate_calls(&self) -> Result<(), RuleError> {
        if self.uno.call {
            return Ok(());
        }
        if self.uno.slam {
            return Err(RuleError::SlamNeedsCall);
        }
        match self.false_caller() {
            Some((key, probability)) => {
                Err(RuleError::FalseCallNeedsCall { key, probability: probability.to_f64() })
            }
            None => Ok(()),
        }
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
        if self.responses.wild_draw_four == WildDrawFourResponse::StackMixed
            && self.responses.draw_two != DrawTwoResponse::Stack
        {
            return Err(RuleError::MixedStackNeedsStack {
                draw_two: word(self.responses.draw_two),
            });
        }
        let (mercy, hand_size) = (self.finish.mercy, self.setup.hand_size);
        if mercy > 0 && mercy <= hand_size {
            return Err(RuleError::MercyBelowHand { mercy, hand_size });
        }
        if self.hands.launcher > 0 && self.play.draw == DrawRule::UntilPlayable {
            return Err(RuleError::LauncherUntilPlayable { launcher: self.hands.launcher });
        }
        if self.responses.colour_by == ColourBy::Last
            && self.responses.wild_draw_four != WildDrawFourResponse::Stack
        {
            return Err(RuleError::LastColourNeedsStack {
                wild_draw_four: word(self.responses.wild_draw_four),
            });
        }
        if self.responses.colour_by == ColourBy::Last && self.responses.by_value != ByValue::Off {
            return Err(RuleError::LastColourByValue { by_value: word(self.responses.by_value) });
        }
        let hands = &self.hands;
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
            let card = kind.text(self.deck.notation()).to_string();
            return Err(RuleError::Copies { card, copies: cards.copies(kind) });
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
            if let Some(key) = person.keys().into_iter().find(|key| {
                person.get(key.name, &Notation::PRINTED) != common.get(key.name, &Notation::PRINTED)
            }) {
                let value = person.get(key.name, &Notation::PRINTED).to_string();
                return Err(RuleError::PersonSeat {
                    seat: players + offset,
                    key: key.name.into(),
                    value,
                    players,
                });
            }
        }
        Ok(())
    }
}

fn word(choice: impl Setting) -> String {
    choice.write(&Notation::PRINTED).as_str().map_or_else(String::new, str::to_owned)
}
