//! The rules that act while a round is played, and the two ways to get at them.
//!
//! Code that plays asks a [`LawSource`]. [`Official`] answers with a constant, so that the compiler removes every rule that the
//! official game does not have; a reference to a [`Law`] answers with data. Both are compiled from the same source; which one plays is chosen
//! once per block.

use crate::rules::{FinishRules, HandRules, JumpInRules, Person, PlayRules, ResponseRules, RuleSet, SilenceRules, UnoRules};

/// The sections of a rule set that act between the first turn and the last card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Law {
    /// `[play]`
    pub play: PlayRules,
    /// `[responses]`
    pub responses: ResponseRules,
    /// `[jump_in]`
    pub jump_in: JumpInRules,
    /// `[hands]`
    pub hands: HandRules,
    /// `[finish]`
    pub finish: FinishRules,
    /// `[uno]`
    pub uno: UnoRules,
    /// `[silence]`
    pub silence: SilenceRules,
    /// `deck.blank_draws`
    pub blank_draws: u8,
    /// Whether the deck has cards besides the standard ones that do something: blanks that draw, swaps, crashes, downpours.
    pub special_cards: bool,
    /// Whether anybody in `[people]` differs from the default.
    pub people_act: bool,
}

impl Law {
    /// The official game.
    pub const OFFICIAL: Law = Law {
        play: PlayRules::OFFICIAL,
        responses: ResponseRules::OFFICIAL,
        jump_in: JumpInRules::OFFICIAL,
        hands: HandRules::OFFICIAL,
        finish: FinishRules::OFFICIAL,
        uno: UnoRules::OFFICIAL,
        silence: SilenceRules::OFFICIAL,
        blank_draws: 0,
        special_cards: false,
        people_act: false,
    };

    /// The part of a rule set that acts during a round.
    #[must_use]
    pub fn of(rules: &RuleSet) -> Law {
        let deck = &rules.deck;
        let specials = [deck.swap_hands, deck.crash, deck.downpour_one, deck.downpour_two];
        Law {
            play: rules.play,
            responses: rules.responses,
            jump_in: rules.jump_in,
            hands: rules.hands,
            finish: rules.finish,
            uno: rules.uno,
            silence: rules.silence,
            blank_draws: deck.blank_draws,
            special_cards: specials.iter().any(|&count| count > 0) || (deck.blanks > 0 && deck.blank_draws > 0),
            people_act: rules.people.seats.iter().any(|person| *person != Person::OFFICIAL),
        }
    }
}

/// Where the playing code gets the law from.
pub trait LawSource: Copy {
    /// The law.
    fn law(&self) -> &Law;
}

/// The official game as a constant.
#[derive(Debug, Clone, Copy)]
pub struct Official;

impl LawSource for Official {
    #[inline(always)]
    fn law(&self) -> &Law {
        &Law::OFFICIAL
    }
}

impl LawSource for &Law {
    #[inline(always)]
    fn law(&self) -> &Law {
        self
    }
}
