//! Rule sets: every rule of the catalogue as data, read from TOML, checked, and printed again.
//!
//! A [`RuleSet`] has one typed struct for each section of the catalogue. Each section's keys stand
//! in one table (see `section.rs`) from which fields, defaults, ranges, reader and export follow.
//! The default of every key is the official game. What a rule *does* is not here but in the game.

mod asked;
mod cards;
mod deck;
#[cfg(feature = "text")]
pub mod drawn;
#[cfg(feature = "text")]
mod entry;
mod error;
mod finish;
mod hands;
mod jump_in;
#[cfg(feature = "text")]
mod other_names;
mod people;
mod play;
#[cfg(feature = "text")]
mod question;
#[cfg(feature = "text")]
mod read;
mod responses;
mod scoring;
#[cfg(feature = "text")]
mod search;
mod section;
mod setup;
#[cfg(feature = "text")]
mod shipped;
mod silence;
#[cfg(feature = "text")]
mod stems;
mod tables;
#[cfg(feature = "text")]
#[doc(hidden)]
pub mod testing;
mod uno;
mod validate;
mod value;
mod wording;
#[cfg(feature = "text")]
mod write;

#[cfg(feature = "text")]
pub use asked::{MOST_ASKED, Understood, asked};
pub use cards::{
    AnsweredBy, CustomCard, Discard, Honest, MOST_STEPS, NamedBy, OnStart, OwnCards, Step, Until,
    Who,
};
pub use deck::{DeckRules, Edition};
pub use error::RuleError;
pub use finish::{Blocked, FinishRules, FinishWhen, MercyAfter};
pub use hands::{HandRules, Swap, SwapOnLastCard};
pub use jump_in::{Double, JumpInActions, JumpInRules, Resume};
pub use people::{People, Person, Probability, Weight};
pub use play::{
    AfterWild, Challenge, ColourChoice, DrawRule, DrawnCard, DrawnMatches, DrawnWild4,
    LastCardDraw, Pass, PlayRules, Reshuffle, ReverseRule, TwoPlayerReverse, Wild4Needs,
};
pub use question::{Phrase, PrintedAnswer, RuleQuestion};
pub use responses::{
    ByValue, ColourBy, DrawTwoResponse, ResponseRules, ReverseReturns, SkipResponse,
    WildDrawFourResponse,
};
pub(crate) use scoring::USUAL_POINTS;
pub use scoring::{AtTarget, Count, ScoringMethod, ScoringRules};
#[cfg(feature = "text")]
pub use search::RuleSetSearch;
pub use setup::{
    FirstDealer, NextDealer, SetupRules, StartCard, StartDraw, StartReverse, StartWild,
};
#[cfg(feature = "text")]
pub use shipped::TAGS;
pub use silence::{SilenceMode, SilenceRules};
pub use tables::{CardCounts, SymbolPoints};
pub use uno::UnoRules;
#[cfg(feature = "text")]
pub use write::KeyInfo;

use section::Section;

/// The most seats at a table.
pub const MAX_SEATS: usize = 10;

/// The most characters of a rule set's name, but for what `--set` adds to it.
pub const MAX_NAME: usize = 200;

/// The fewest seats at a table.
pub const MIN_SEATS: usize = 2;

/// Declares the rule set from the list of its sections; `[people]` is apart, because it has values
/// for single seats.
macro_rules! rule_set {
    ($( $(#[doc = $doc:literal])+ $field:ident: $type:ident, )+) => {
        /// A complete set of rules, with its name and where it comes from.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[must_use]
        pub struct RuleSet {
            /// The name that tables show, with `+key=value` for each value set on the command line.
            pub name: String,
            /// What is special about these rules, in one line.
            pub description: String,
            /// The documents that state the rules.
            pub source: String,
            /// Words to sort rule sets by; those of the shipped rule sets are among [`TAGS`].
            pub tags: Vec<String>,
            $( $(#[doc = $doc])+ pub $field: $type, )+
            /// `[people]`: what people at the table do.
            pub people: People,
        }

        impl RuleSet {
            /// The official rules.
            ///
            /// # Examples
            ///
            /// ```
            /// use unobench_core::rules::RuleSet;
            ///
            /// let rules = RuleSet::official();
            /// assert_eq!((rules.deck_size(), rules.setup.hand_size), (108, 7));
            /// assert_eq!(rules.scoring.target, 500);
            /// ```
            pub fn official() -> RuleSet {
                RuleSet {
                    name: "official".into(),
                    description: "the official game, the default of every key".into(),
                    source: "A, B, C, D, E".into(),
                    tags: vec!["base".into()],
                    $($field: $type::OFFICIAL,)+
                    people: People::OFFICIAL,
                }
            }

            /// The sections with their names, `[people]` apart.
            fn sections(&self) -> Vec<(&'static str, &dyn Section)> {
                vec![$((stringify!($field), &self.$field),)+]
            }

            /// The section of this name, `[people]` apart.
            fn section_mut(&mut self, name: &str) -> Option<&mut dyn Section> {
                $(if name == stringify!($field) {
                    return Some(&mut self.$field);
                })+
                None
            }
        }
    };
}

rule_set! {
    /// `[deck]`: which cards there are.
    deck: DeckRules,
    /// `[setup]`: the deal, who deals, and the start card.
    setup: SetupRules,
    /// `[play]`: what may be played, drawn and challenged.
    play: PlayRules,
    /// `[responses]`: what the player hit by an action may do.
    responses: ResponseRules,
    /// `[jump_in]`: playing the identical card out of turn.
    jump_in: JumpInRules,
    /// `[hands]`: cards that move hands, and the launcher.
    hands: HandRules,
    /// `[finish]`: when a round is over.
    finish: FinishRules,
    /// `[scoring]`: points, and when a match is over.
    scoring: ScoringRules,
    /// `[uno]`: the call at the last card but one.
    uno: UnoRules,
    /// `[silence]`: when nobody may speak.
    silence: SilenceRules,
}

impl RuleSet {
    /// The number of cards in the deck, all packs together: 52–280.
    pub fn deck_size(&self) -> u16 {
        self.deck.size()
    }

    /// Whether the same hands, draw piles and start cards are dealt as by another rule set, at as
    /// many seats and from the same seed.
    ///
    /// Only the cards that there are, the size of the hands and which cards may start enter a deal;
    /// who moves first and what the start card does come after it.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let official = RuleSet::official();
    /// let with = |change: &str| {
    ///     let mut rules = RuleSet::official();
    ///     rules.set(change).expect("an allowed value");
    ///     rules
    /// };
    /// assert!(with("setup.first_dealer=random").deals_as(&official));
    /// assert!(with("deck.blank_draws=8").deals_as(&official), "there are no blanks");
    /// assert!(!with("deck.blanks=1").deals_as(&official));
    /// assert!(!with("setup.start_card=number").deals_as(&official));
    /// ```
    pub fn deals_as(&self, other: &RuleSet) -> bool {
        let of_setup = |rules: &RuleSet| (rules.setup.hand_size, rules.setup.start_card);
        let of_added = |rules: &RuleSet| -> Vec<_> {
            rules.deck.card.iter().map(|card| (card.symbol, card.on_start)).collect()
        };
        of_setup(self) == of_setup(other)
            && self.deck.cards() == other.deck.cards()
            && of_added(self) == of_added(other)
    }
}
