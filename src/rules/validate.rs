//! Combinations of values that cannot be played.

use super::section::{Section, Setting};
use super::{
    AtTarget, DrawRule, DrawTwoResponse, FinishWhen, FirstDealer, MAX_SEATS, MIN_SEATS, NextDealer, Probability, RuleError, RuleSet,
    ScoringMethod, WildDrawFourResponse,
};
use crate::cards::Symbol;

impl RuleSet {
    /// Checks the combinations that no table can play.
    ///
    /// # Errors
    /// The [`RuleError`] of the first broken constraint.
    pub fn validate(&self) -> Result<(), RuleError> {
        self.validate_scoring()?;
        self.validate_partners()?;
        self.validate_calls()?;
        self.validate_draws()
    }

    /// Checks the rule set for a number of seats, combinations included.
    ///
    /// A deal that leaves one card is accepted, although a start card need not be among those left: see
    /// [`RuleSet::always_finds_start_card`].
    ///
    /// # Errors
    /// The [`RuleError`] of the first broken constraint.
    pub fn validate_for(&self, players: usize) -> Result<(), RuleError> {
        self.validate()?;
        if !(MIN_SEATS..=MAX_SEATS).contains(&players) {
            return Err(RuleError::Players { players });
        }
        if self.scoring.partners && (players < 4 || players % 2 == 1) {
            return Err(RuleError::PartnersSeats { players });
        }
        self.validate_first_dealer(players)?;
        self.validate_deal(players)?;
        self.validate_absent_people(players)
    }

    /// Whether any deal to so many players leaves a card that may be turned up.
    ///
    /// Every deck has numbers (76, junior 40), so some deal leaves one. But chance may leave nothing except cards that go back, once
    /// these are no fewer than the cards left, and turning up would then never end: seven official hands of fifteen leave three
    /// cards, which may all be wild draw fours; ten hands of ten leave eight, of which four at most are.
    #[must_use]
    pub fn always_finds_start_card(&self, players: usize) -> bool {
        let dealt = usize::from(self.setup.hand_size) * players;
        let going_back = self.deck.cards().cards().filter(|card| !self.setup.start_card.allows(card.symbol())).count();
        dealt + going_back < usize::from(self.deck_size())
    }

    fn validate_scoring(&self) -> Result<(), RuleError> {
        let method = word(self.scoring.method);
        let is_lazy = self.scoring.method == ScoringMethod::Lazy;
        if self.scoring.method == ScoringMethod::Placement && self.finish.when != FinishWhen::LastStanding {
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
        if self.scoring.at_target == AtTarget::Loses && self.scoring.method != ScoringMethod::OwnPoints {
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
        let likeliest = self.people.seats.iter().map(|person| person.calls_falsely).max().unwrap_or(Probability::NEVER);
        if likeliest.is_never() { Ok(()) } else { Err(RuleError::FalseCallNeedsCall { probability: likeliest.to_f64() }) }
    }

    fn validate_draws(&self) -> Result<(), RuleError> {
        if self.responses.wild_draw_four == WildDrawFourResponse::StackMixed && self.responses.draw_two != DrawTwoResponse::Stack {
            return Err(RuleError::MixedStackNeedsStack { draw_two: word(self.responses.draw_two) });
        }
        if self.hands.launcher > 0 && self.play.draw == DrawRule::UntilPlayable {
            return Err(RuleError::LauncherUntilPlayable { launcher: self.hands.launcher });
        }
        if self.play.no_finish_on.contains(Symbol::BlankDraw) && self.deck.blank_draws == 0 {
            return Err(RuleError::BarredBlankDrawsNothing);
        }
        Ok(())
    }

    fn validate_first_dealer(&self, players: usize) -> Result<(), RuleError> {
        match self.setup.first_dealer {
            FirstDealer::Seat(seat) if usize::from(seat) >= players => Err(RuleError::FirstDealerSeat { seat, players }),
            _ => Ok(()),
        }
    }

    fn validate_deal(&self, players: usize) -> Result<(), RuleError> {
        let hand_size = self.setup.hand_size;
        let needed = u16::from(hand_size) * players as u16 + 1;
        let deck = self.deck_size();
        if needed > deck { Err(RuleError::Deal { hand_size, players, needed, deck }) } else { Ok(()) }
    }

    /// Values for a seat that is not at the table are a mistake, where the seats beyond the table can be told apart.
    fn validate_absent_people(&self, players: usize) -> Result<(), RuleError> {
        let absent = &self.people.seats[players..];
        if absent.windows(2).all(|pair| pair[0] == pair[1]) {
            return Ok(());
        }
        let common = self.people.common();
        for (offset, person) in absent.iter().enumerate() {
            if let Some(key) = person.keys().into_iter().find(|key| person.get(key.name, 0) != common.get(key.name, 0)) {
                let value = person.get(key.name, 0).to_string();
                return Err(RuleError::PersonSeat { seat: players + offset, key: key.name.into(), value, players });
            }
        }
        Ok(())
    }
}

/// The word of a choice as it stands in a file.
fn word(choice: impl Setting) -> String {
    choice.write(0).as_str().map_or_else(String::new, str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(assignments: &[&str]) -> String {
        let error = RuleSet::official().set_all(assignments).expect_err("a combination that cannot be played");
        error.to_string()
    }

    #[track_caller]
    fn assert_refused(assignments: &[&str], parts: &[&str]) {
        let message = error_of(assignments);
        for part in parts.iter().chain(&["--set: "]) {
            assert!(message.contains(part), "{message:?} lacks {part:?}");
        }
    }

    fn with(assignments: &[&str]) -> RuleSet {
        let mut rules = RuleSet::official();
        rules.set_all(assignments).unwrap_or_else(|error| panic!("{error}"));
        rules
    }

    #[track_caller]
    fn assert_refused_for(players: usize, assignments: &[&str], parts: &[&str]) {
        let message = with(assignments).validate_for(players).expect_err("a table that cannot play").to_string();
        for part in parts {
            assert!(message.contains(part), "{message:?} lacks {part:?}");
        }
    }

    #[test]
    fn scoring_methods_need_their_company() {
        assert_refused(&["scoring.method=placement"], &["scoring.method = \"placement\"", "finish.when", "last_standing", "first_out"]);
        assert_refused(&["scoring.method=lazy", "setup.next_dealer=loser"], &["lazy", "scoring.rounds", "here 0", "1 to 1000"]);
        assert_refused(&["scoring.method=lazy", "scoring.rounds=3"], &["lazy", "setup.next_dealer", "loser", "rotate"]);
        assert_refused(&["setup.next_dealer=loser"], &["loser", "scoring.method", "lazy", "winner_takes"]);
        for method in ["winner_takes", "placement", "lazy"] {
            let company = [
                "finish.when=last_standing",
                "scoring.rounds=3",
                if method == "lazy" { "setup.next_dealer=loser" } else { "uno.penalty=2" },
            ];
            let method_set = format!("scoring.method={method}");
            let assignments = [&company[..], &[&method_set, "scoring.at_target=loses"]].concat();
            assert_refused(&assignments, &["scoring.at_target", "loses", "own_points", method]);
        }
    }

    #[test]
    fn partners_need_winner_takes_and_first_out() {
        assert_refused(&["scoring.partners=true", "scoring.method=own_points"], &["scoring.partners", "winner_takes", "own_points"]);
        for when in ["last_standing", "bring_in"] {
            assert_refused(
                &["scoring.partners=true", &format!("finish.when={when}")],
                &["scoring.partners", "finish.when", "first_out", when],
            );
        }
    }

    #[test]
    fn calls_have_to_exist() {
        assert_refused(&["uno.call=false", "uno.slam=true"], &["uno.slam", "uno.call", "false"]);
        assert_refused(&["uno.call=false", "people.calls_falsely=0.25"], &["people.calls_falsely = 0.25", "uno.call"]);
        assert_refused(&["uno.call=false", "people.seat.3.calls_falsely=0.25"], &["people.calls_falsely = 0.25", "uno.call"]);
    }

    #[test]
    fn draws_have_to_fit() {
        for draw_two in ["none", "deflect"] {
            let assignments = ["responses.wild_draw_four=stack_mixed", &format!("responses.draw_two={draw_two}")];
            assert_refused(&assignments, &["stack_mixed", "responses.draw_two", "stack", draw_two]);
        }
        assert_refused(&["hands.launcher=3", "play.draw=until_playable"], &["hands.launcher = 3", "play.draw", "until_playable"]);
        let mut rules = with(&["deck.blank_draws=10", "play.no_finish_on=[\"W+10\"]"]);
        let error = rules.set("deck.blank_draws=0").expect_err("bars a card that is none").to_string();
        assert!(error.contains("play.no_finish_on") && error.contains("deck.blank_draws"), "{error}");
    }

    #[test]
    fn tables_have_2_to_10_seats() {
        for players in [0, 1, 11, usize::MAX] {
            assert_refused_for(players, &[], &[&players.to_string(), "2 to 10"]);
        }
        for players in MIN_SEATS..=MAX_SEATS {
            with(&[]).validate_for(players).expect("an official table");
        }
    }

    #[test]
    fn partners_sit_opposite() {
        for players in [2, 3, 5, 7, 9] {
            assert_refused_for(players, &["scoring.partners=true"], &["scoring.partners", &players.to_string(), "even", "from 4"]);
        }
        for players in [4, 6, 8, 10] {
            with(&["scoring.partners=true"]).validate_for(players).expect("an even table");
        }
    }

    #[test]
    fn the_first_dealer_has_a_seat() {
        assert_refused_for(4, &["setup.first_dealer=4"], &["setup.first_dealer = 4", "0 to 3"]);
        with(&["setup.first_dealer=4"]).validate_for(5).expect("the last seat deals");
    }

    #[test]
    fn the_deck_covers_the_deal() {
        assert_refused_for(10, &["setup.hand_size=11"], &["setup.hand_size = 11", "111 cards", "the deck has 108", "1 to 10"]);
        with(&["setup.hand_size=11", "deck.packs=2"]).validate_for(10).expect("two packs");
        assert_refused_for(8, &["setup.hand_size=7", "deck.edition=junior"], &["57 cards", "56", "1 to 6"]);
        with(&["setup.hand_size=5", "deck.edition=junior"]).validate_for(10).expect("51 of 56");
    }

    #[test]
    fn a_start_card_may_be_missing_from_a_small_rest() {
        for players in MIN_SEATS..=MAX_SEATS {
            assert!(with(&[]).always_finds_start_card(players));
        }
        assert!(with(&["setup.hand_size=10"]).always_finds_start_card(10));
        assert!(!with(&["setup.hand_size=15"]).always_finds_start_card(7));
        assert!(with(&["setup.start_card=number", "setup.hand_size=15"]).always_finds_start_card(5));
        assert!(!with(&["setup.start_card=number", "setup.hand_size=19"]).always_finds_start_card(4));
    }

    #[test]
    fn people_sit_at_the_table() {
        assert_refused_for(4, &["people.seat.6.talks=0.5"], &["people.seat.6.talks = 0.5", "0 to 3"]);
        with(&["people.seat.6.talks=0.5"]).validate_for(7).expect("the seventh seat");
        let everybody: Vec<_> = (0..9).map(|seat| format!("people.seat.{seat}.talks=0.5")).collect();
        with(&everybody.iter().map(String::as_str).collect::<Vec<_>>()).validate_for(9).expect("nine of nine seats");
    }
}
