//! `[play]`: what may be played, drawn and challenged.

use super::section::{choice, section};
use crate::cards::SymbolSet;

choice! {
    /// How much a player draws who does not play.
    DrawRule {
        /// One card (all sources).
        One = "one",
        /// Cards until one is playable (a widespread house rule).
        UntilPlayable = "until_playable",
    }

    /// What may be done with the drawn card.
    DrawnCard {
        /// It may be played at once (A2, B, C, D, E).
        MayPlay = "may_play",
        /// It must be played if it is playable (A3).
        MustPlay = "must_play",
        /// It stays in the hand (A1).
        Keep = "keep",
    }

    /// What makes a card that was just drawn playable.
    DrawnMatches {
        /// It is playable as any card is (all).
        All = "all",
        /// It has the active colour, or is a wild (several simulators).
        Colour = "colour",
    }

    /// What a wild draw four does that was just drawn.
    DrawnWild4 {
        /// What it always does (all).
        Acts = "acts",
        /// What a wild does (RLCard).
        Plain = "plain",
    }

    /// Whether the player to move may pass without drawing.
    Pass {
        /// It may not (all others).
        Never = "never",
        /// It may, with nothing pending (A5's button).
        Always = "always",
    }

    /// Whether the draw of a card laid last is drawn before the points are counted.
    LastCardDraw {
        /// It is (D).
        Dealt = "dealt",
        /// It is not: once the round is over nothing more is drawn, answered or challenged
        /// (several simulators).
        Lapses = "lapses",
    }

    /// What becomes the new draw pile.
    Reshuffle {
        /// The discard pile without its top card (all).
        BelowTop = "below_top",
        /// All of the discard pile; the up card keeps counting (several simulators).
        All = "all",
        /// Nothing: who has to draw draws what there is (several simulators).
        Never = "never",
    }

    /// When a wild draw four is honest.
    Wild4Needs {
        /// The hand has no card of the active colour; other wilds do not count (A2, B, C, E).
        NoColour = "no_colour",
        /// The hand has no card of the active colour, nor of the up card's symbol (A3).
        NoMatch = "no_match",
        /// The hand has no number card of the active colour (D).
        NoNumberOfColour = "no_number_of_colour",
        /// Always.
        Nothing = "nothing",
        /// Nothing else in the hand is playable, other wild draw fours apart (several simulators).
        NoOtherCard = "no_other_card",
    }

    /// What a challenge of a wild draw four leads to.
    Challenge {
        /// Upheld: the bluffer draws the four, the card stays, the challenger moves (A1, A3, D).
        Draw = "draw",
        /// Upheld: the bluffer takes the card back as well, the old up card and colour stand again
        /// (A2, B, C).
        TakeBack = "take_back",
        /// There are no challenges.
        Off = "off",
    }

    /// What a reverse does to the direction of play.
    ReverseRule {
        /// The direction turns and stays so.
        Lasting = "lasting",
        /// The seat before the player moves next, then the player again; the direction stays (A1).
        OneTurn = "one_turn",
    }

    /// What a reverse does with two seats in play.
    TwoPlayerReverse {
        /// It turns the direction and skips; nothing answers that skip (D).
        Skip = "skip",
        /// It merely turns the direction.
        Reverse = "reverse",
    }

    /// What matches after a wild.
    AfterWild {
        /// The named colour alone.
        Colour = "colour",
        /// Also the number or symbol of the last card that was not a wild (E).
        ColourOrUnder = "colour_or_under",
    }

    /// Who decides on the colour after a wild.
    ColourChoice {
        /// Its player.
        Free = "free",
        /// Nobody: it moves one on, red, blue, green, yellow with clockwise play, the other way
        /// when not (A, C).
        Wheel = "wheel",
    }
}

section! {
    /// What may be played, drawn and challenged.
    PlayRules {
        /// What is drawn without a playable card, or by choice: one card (all), or cards until one
        /// is playable (house rule).
        draw: DrawRule = DrawRule::One;
        /// Whether the drawn card may be played at once (A2, B, C, D, E), must be if playable (A3),
        /// or may not (A1).
        drawn_card: DrawnCard = DrawnCard::MayPlay;
        /// Whether a player may draw although a card is playable (D, E; not in A, B, C), if there is
        /// a card to draw; then only the drawn card may be played.
        voluntary_draw: bool = true;
        /// What makes the drawn card playable: what makes any card playable (all), or its colour
        /// alone (several simulators).
        drawn_matches: DrawnMatches = DrawnMatches::All;
        /// What a wild draw four does that was just drawn: what it always does (all), or what a
        /// wild does (RLCard).
        drawn_wild4: DrawnWild4 = DrawnWild4::Acts;
        /// Whether the player to move may pass without drawing, with nothing pending (A5).
        pass: Pass = Pass::Never;
        /// With a number card up to this many more of the same number may be laid in the same turn,
        /// one after the other; the last one counts (house rule).
        same_number_together: u8 = 0, in 0..=3;
        /// Whether the draw of a card laid last is drawn before the points are counted (D), or
        /// nothing more is drawn (several simulators).
        last_card_draw: LastCardDraw = LastCardDraw::Dealt;
        /// What becomes the new draw pile: the discard pile without its top card (all), all of it,
        /// or nothing (several simulators).
        reshuffle: Reshuffle = Reshuffle::BelowTop;
        /// Whether a wild may be played on a wild (not in D); answers and jump-ins are not bound by
        /// it.
        wild_on_wild: bool = true;
        /// When a wild draw four is honest (A2, B, C, E; A3; D; several simulators).
        wild4_needs: Wild4Needs = Wild4Needs::NoColour;
        /// Whether a wild draw four may be played dishonestly, at the risk of a challenge.
        bluff: bool = true;
        /// What a challenge leads to (A1, A3, D; A2, B, C).
        challenge: Challenge = Challenge::Draw;
        /// Whether a reverse lasts, or holds for one turn (A1).
        reverse: ReverseRule = ReverseRule::Lasting;
        /// What a reverse does with two seats in play (D).
        two_player_reverse: TwoPlayerReverse = TwoPlayerReverse::Skip;
        /// What matches after a wild: the named colour, or also what lies under the wild (E).
        after_wild: AfterWild = AfterWild::Colour;
        /// Who decides on the colour: the player, or the wheel of colours (A, C).
        colour_choice: ColourChoice = ColourChoice::Free;
        /// Symbols, without colour, that may not be the last card; ["0"] is D's "end without 0".
        no_finish_on: SymbolSet = SymbolSet::EMPTY;
        /// Turns after which a round is stalled: no winner, no points.
        turn_limit: u32 = 5000, in 100..=1_000_000;
    }
}
