//! The names of the features.

/// Declares the features from one list: name, then what it is for an action.
macro_rules! features {
    ($($feature:ident $name:literal $description:literal,)*) => {
        /// A feature of a view and an action: a number, 0 where it does not apply.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Feature {
            $(
                #[doc = $description]
                $feature,
            )*
        }

        impl Feature {
            /// All features, in the order of the weights.
            pub const ALL: &[Feature] = &[$(Feature::$feature,)*];

            /// Number of features.
            pub const COUNT: usize = Feature::ALL.len();

            /// The key in a weight file.
            pub const fn name(self) -> &'static str {
                match self { $(Feature::$feature => $name,)* }
            }
        }
    };
}

// The urgency of a seat is one over the size of its hand, of a partner minus that.
features! {
    Skip "skip" "The card is a skip, or a reverse that acts as one.",
    Reverse "reverse" "The card is a reverse that turns the direction.",
    DrawTwo "draw_two"
        "The card is a coloured one that makes the next player draw; half for a draw one.",
    Wild "wild" "The card is a wild that does not make the next player draw.",
    WildDraw "wild_draw" "The card is a wild that makes the next player draw.",
    WildSmallHand "wild_small_hand" "For any wild, one over the size of the player's hand.",
    WildUrgent "wild_urgent"
        "For any wild, the urgency of the opponent who is nearest to going out.",
    ActionSmallHand "action_small_hand"
        "For an action card, one over the size of the player's hand.",
    Points "points" "Points of the card, in fifties.",
    SkipUrgent "skip_urgent" "For a skip, the urgency of the player who is skipped.",
    DrawTwoUrgent "draw_two_urgent"
        "For a coloured card that makes somebody draw, the urgency of the player who draws.",
    WildDrawUrgent "wild_draw_urgent"
        "For a wild that makes somebody draw, the urgency of the player who draws.",
    PassesUrgent "passes_urgent" "The urgency of the opponent who acts next.",
    Again "again" "The player acts again at once, as after a skip at two seats.",
    AgainFits "again_fits"
        "The player acts again at once and has a card for it: one over the cards left.",
    Out "out" "The card is the last one.",
    HandGain "hand_gain"
        "By how many cards the hand shrinks, in tens, where the action moves hands.",
    ColourShare "colour_share" "Share of the colour that is then active in the hand that is left.",
    FitShare "fit_share" "Share of the hand that is left that could be played on the card.",
    SameSymbol "same_symbol" "Cards left in the hand with the symbol of the card, in fours.",
    ColoursMissing "colours_missing" "Colours that are missing in the hand that is left, in fours.",
    ColourEnds "colour_ends" "The card is the last of its colour in the hand.",
    ChangesColour "changes_colour" "The card has another colour than the active one.",
    LastFits "last_fits" "One card is left, and it could be played on this one.",
    LastWild "last_wild" "One card is left, and it is a wild.",
    PairFits "pair_fits" "Two cards are left; half for each that could be played on this one.",
    Stuck "stuck" "Chance that the player who acts next, if it is another one, has nothing to \
        play.",
    StuckUrgent "stuck_urgent" "That chance times the urgency of the player who acts next.",
    ColourUnseen "colour_unseen" "Share of the colour that is then active in all unseen cards.",
    SymbolUnseen "symbol_unseen" "Unseen cards with the symbol of the card, in eights.",
    Draws "draws" "The player draws although a card could be played.",
    DrawsUrgent "draws_urgent"
        "For drawing, the urgency of the opponent who is nearest to going out.",
    DrawsSmallHand "draws_small_hand" "For drawing, one over the size of the player's hand.",
    DrawsForWild "draws_for_wild" "The player draws where only wilds could be played.",
    Keeps "keeps" "The player keeps the card that it drew.",
    KeepsWild "keeps_wild" "The card that it drew and keeps is a wild.",
    Bluffs "bluffs" "The card is a dishonest wild draw four.",
    Takes "takes" "The player does not answer; cards to draw, in fours, a half for a skip.",
    Passes "passes" "The player does not jump in.",
    Challenges "challenges" "The player challenges.",
    LikelyBluff "likely_bluff"
        "For a challenge, the chance that the other had a card of the colour, as far as unseen \
         cards tell.",
    Exchanges "exchanges" "The player exchanges a card, with the urgency of the other.",
    GivesColour "gives_colour" "For a card to give, the share of its colour in the hand.",
    GivesPoints "gives_points" "For a card to give, its points in fifties.",
}
