//! `[responses]`: what the player hit by a skip, a draw two or a wild draw four may do.

use super::section::{choice, section};

choice! {
    /// The answers to a draw two.
    DrawTwoResponse {
        /// No answer.
        None = "none",
        /// A draw two of any colour; it does not add up (A2, B, C).
        Deflect = "deflect",
        /// A draw two of any colour; it adds up (A, C, D).
        Stack = "stack",
    }

    /// The answers to a wild draw four.
    WildDrawFourResponse {
        /// No answer.
        None = "none",
        /// A draw two of the named colour, which then acts as a plain draw two (A2, B, C).
        Deflect = "deflect",
        /// Another wild draw four, which adds up (A, C, D).
        Stack = "stack",
        /// Also a draw two of the named colour; and a wild draw four answers a draw two (house
        /// rule; D forbids it).
        StackMixed = "stack_mixed",
    }

    /// The answers to a skip.
    SkipResponse {
        /// No answer.
        None = "none",
        /// The same skip, colour and picture (A2, B, C).
        Identical = "identical",
    }

    /// Which effects a reverse sends back.
    ReverseReturns {
        /// None.
        Off = "off",
        /// A draw two, by a reverse of its colour (D, "return carriage").
        DrawTwo = "draw_two",
        /// Also a skip, and a wild draw four by a reverse of the named colour (A, C).
        All = "all",
    }

    /// Which of several stacked wild draw fours carries a colour.
    ColourBy {
        /// Each.
        Each = "each",
        /// The last one: its player names the colour once nobody answers any more (A, C, D).
        Last = "last",
    }

    /// Which cards that make the next player draw answer each other; what is owed adds up.
    ByValue {
        /// As the other keys say.
        Off = "off",
        /// One that makes draw at least as many as the last one did (No Mercy).
        Last = "last",
        /// One that makes draw at least as many as are owed.
        Total = "total",
        /// Any.
        Any = "any",
        /// One with the same symbol.
        Same = "same",
    }
}

section! {
    /// What the player hit by a skip, a draw two or a wild draw four may do.
    ResponseRules {
        /// The answers to a draw two (A2, B, C; A, C, D).
        draw_two: DrawTwoResponse = DrawTwoResponse::None;
        /// The answers to a wild draw four (A2, B, C; A, C, D); stack_mixed needs draw_two =
        /// "stack".
        wild_draw_four: WildDrawFourResponse = WildDrawFourResponse::None;
        /// The answers to a skip (A2, B, C).
        skip: SkipResponse = SkipResponse::None;
        /// Which effects a reverse sends back to the player of the card (D; A, C).
        reverse_returns: ReverseReturns = ReverseReturns::Off;
        /// Whether a skip of the draw two's colour passes the penalty on to the next player (D,
        /// "let me!").
        skip_passes: bool = false;
        /// Whether each player of stacked wild draw fours names a colour, or only the last one (A,
        /// C, D); last needs wild_draw_four = "stack".
        colour_by: ColourBy = ColourBy::Each;
        /// Whether no draw two or draw one is doubled where draw_two = "stack" (A, C); others may
        /// still jump in.
        one_at_a_time: bool = true;
        /// Whether a draw two or wild draw four that ends the round may be met with a draw two, so
        /// that nobody draws (D); without effect unless draw_two = "none".
        last_card: bool = false;
        /// Whether a player who takes a penalty draws the cards and then has a turn (house rule).
        victim_plays: bool = false;
        /// Whether all cards that make the next player draw answer each other by how many (No
        /// Mercy), whatever draw_two and wild_draw_four say.
        by_value: ByValue = ByValue::Off;
    }
}
