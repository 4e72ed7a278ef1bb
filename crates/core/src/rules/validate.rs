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
        if method == ScoringMethod::Placement && self.finish.when != FinishWhen::LastStanding {
            return Err(needs(
                (
                    "scoring.method = \"placement\"",
                    "finish.when = \"last_standing\"",
                    self.finish.when,
                ),
                ": only play to the last player ranks everybody; allowed otherwise: winner_takes, \
             own_points, lazy",
            ));
        }
        if is_lazy && self.scoring.rounds == 0 {
            return Err(needs(
                ("scoring.method = \"lazy\"", "scoring.rounds", self.scoring.rounds),
                ": it has no points that could reach a target; allowed: 1 to 1000",
            ));
        }
        if is_lazy && dealer != NextDealer::Loser {
            return Err(needs(
                ("scoring.method = \"lazy\"", "setup.next_dealer = \"loser\"", dealer),
                ": the loser of a round deals the next one; allowed: loser",
            ));
        }
        if !is_lazy && dealer == NextDealer::Loser {
            return Err(needs(
                ("setup.next_dealer = \"loser\"", "scoring.method = \"lazy\"", method),
                ": only there does a round have a loser; allowed otherwise: rotate",
            ));
        }
        if self.scoring.at_target == AtTarget::Loses && method != ScoringMethod::OwnPoints {
            return Err(needs(
                ("scoring.at_target = \"loses\"", "scoring.method = \"own_points\"", method),
                ": only there do the fewest points win; allowed otherwise: wins",
            ));
        }
        Ok(())
    }

    fn validate_partners(&self) -> Result<(), RuleError> {
        let (partners, method, when) =
            (self.scoring.partners, self.scoring.method, self.finish.when);
        if partners && method != ScoringMethod::WinnerTakes {
            return Err(needs(
                ("scoring.partners = true", "scoring.method = \"winner_takes\"", method),
                ": a team takes the points of the others; allowed otherwise: false",
            ));
        }
        if partners && when != FinishWhen::FirstOut {
            return Err(needs(
                ("scoring.partners = true", "finish.when = \"first_out\"", when),
                ": a team wins as soon as one of the two is out; allowed otherwise: false",
            ));
        }
        Ok(())
    }

    fn validate_calls(&self) -> Result<(), RuleError> {
        if self.uno.call {
            return Ok(());
        }
        if self.uno.slam {
            return Err(needs(
                ("uno.slam = true", "uno.call = true", false),
                ": a slam answers a call; allowed otherwise: false",
            ));
        }
        let Some((key, probability)) = self.false_caller() else { return Ok(()) };
        Err(needs(
            (&format!("{key} = {}", probability.to_f64()), "uno.call = true", false),
            ": nobody can call then, falsely or not; allowed otherwise: 0",
        ))
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
        self.validate_stacks()?;
        self.validate_mercy()?;
        self.validate_launcher_draw()?;
        self.validate_last_colour()?;
        self.validate_launcher_least()?;
        self.validate_blanks()
    }

    fn validate_stacks(&self) -> Result<(), RuleError> {
        let responses = &self.responses;
        if responses.wild_draw_four == WildDrawFourResponse::StackMixed
            && responses.draw_two != DrawTwoResponse::Stack
        {
            return Err(needs(
                (
                    "responses.wild_draw_four = \"stack_mixed\"",
                    "responses.draw_two = \"stack\"",
                    responses.draw_two,
                ),
                ": draw twos add up in a mixed stack; allowed otherwise: none, deflect, stack",
            ));
        }
        Ok(())
    }

    fn validate_mercy(&self) -> Result<(), RuleError> {
        let (mercy, hand_size) = (self.finish.mercy, self.setup.hand_size);
        if mercy > 0 && mercy <= hand_size {
            return Err(RuleError::MercyBelowHand { mercy, hand_size });
        }
        Ok(())
    }

    fn validate_launcher_draw(&self) -> Result<(), RuleError> {
        let launcher = self.hands.launcher;
        if launcher > 0 && self.play.draw == DrawRule::UntilPlayable {
            return Err(needs(
                (&format!("hands.launcher = {launcher}"), "play.draw = \"one\"", self.play.draw),
                ": one press of the launcher is the whole draw; allowed otherwise: 0",
            ));
        }
        Ok(())
    }

    fn validate_last_colour(&self) -> Result<(), RuleError> {
        let responses = &self.responses;
        let last = "responses.colour_by = \"last\"";
        let is_last = responses.colour_by == ColourBy::Last;
        if is_last && responses.wild_draw_four != WildDrawFourResponse::Stack {
            return Err(needs(
                (last, "responses.wild_draw_four = \"stack\"", responses.wild_draw_four),
                ": only stacked wild draw fours have a last one; allowed otherwise: each",
            ));
        }
        if is_last && responses.by_value != ByValue::Off {
            return Err(needs((last, "responses.by_value = \"off\"", responses.by_value), ""));
        }
        Ok(())
    }

    fn validate_launcher_least(&self) -> Result<(), RuleError> {
        let (least, launcher) = (self.hands.launcher_least, self.hands.launcher);
        if launcher > 0 && least > launcher {
            return Err(RuleError::LauncherLeast { least, launcher });
        }
        Ok(())
    }

    fn validate_blanks(&self) -> Result<(), RuleError> {
        let blank_draws = self.deck.blank_draws;
        match self.scoring.points.named_blank() {
            Some(named) if blank_draws != 0 && named != blank_draws => {
                return Err(RuleError::PointsOfOtherBlank { named, blank_draws });
            }
            _ => {}
        }
        if self.play.no_finish_on.contains(Symbol::BlankDraw) && blank_draws == 0 {
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

/// The error of a setting that needs another one, which has the value `here`, to be as `needed`.
fn needs((key, needed, here): (&str, &'static str, impl Setting), more: &'static str) -> RuleError {
    let here = here.write(&Notation::PRINTED).to_string();
    RuleError::Needs { key: key.to_owned(), needed, here, more }
}
