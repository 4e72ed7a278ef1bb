//! What the sections of the rules note of a round from one decision to the next, a type for each
//! that notes more than one thing; the acts are in the files that bear their names.

use super::{Seat, SeatList, SeatSet};
use crate::cards::Kind;

/// What a turn notes for the keys of `[play]`.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub(crate) struct PlayState {
    /// Whether the player to move may pass. Catalogue: `play.pass`.
    pub(crate) may_pass: bool,
    /// Whether the card that is taking effect is a wild draw four that acts as a wild. Catalogue:
    /// `play.drawn_wild4`.
    pub(crate) plain: bool,
    /// How many more cards of the number that was laid may follow in this turn. Catalogue:
    /// `play.same_number_together`.
    pub(crate) may_follow: u8,
    /// The coloured card under the wilds. Catalogue: `play.after_wild`.
    pub(crate) under: Option<Kind>,
    /// Whether the top card, and the one under it, went into an earlier reshuffle. Catalogue:
    /// `play.reshuffle`.
    pub(crate) gone: [bool; 2],
}

/// When the player of a wild draw four names its colour late. Catalogue: `responses.colour_by`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum LateColour {
    /// It does not.
    None,
    /// Once nobody answers any more.
    Waits,
    /// Now, before the player who is hit takes it.
    BeforeTaking,
    /// Now, after a challenge in vain.
    AfterWrongChallenge,
    /// Now, after a challenge that was right.
    AfterRightChallenge,
}

/// Who jumps in on the card that was laid.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub(crate) struct JumpInState {
    /// Who of those asked so far wants to.
    pub(crate) jumpers: SeatSet,
    pub(crate) to_ask: SeatSet,
}

/// With whom the player swaps hands or exchanges a card.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub(crate) struct HandsState {
    /// With whom it may, or whom an added card may be about.
    pub(crate) choosable: SeatSet,
    /// With whom it exchanges a card, and which it gives.
    pub(crate) partner: Seat,
    pub(crate) gives: Option<Kind>,
}

/// The added card that is taking effect, and what it leaves behind.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub(crate) struct OwnState {
    /// Steps that are left; none where no such card is taking effect.
    pub(crate) left: u8,
    /// Cards that were owed and that it answers.
    pub(crate) stacked: u16,
    /// Whether its player moves once more, after who is hit by it.
    pub(crate) again: bool,
    pub(crate) chosen: Option<Seat>,
    pub(crate) victim_named: bool,
    /// Seats that lose the turn when they next come to move.
    pub(crate) losing: SeatSet,
}

/// Who is out, and in which order.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub(crate) struct FinishState {
    /// Hands that were emptied and not yet looked at, in the order in which they emptied.
    pub(crate) emptied: SeatList,
    /// Seats that went out, the first first.
    pub(crate) places: SeatList,
    /// Seats that were knocked out, the first first. Catalogue: `finish.mercy`.
    pub(crate) knocked_out: SeatList,
    /// Who could neither lay a card nor draw one, asked since a card last moved. Catalogue:
    /// `finish.blocked`.
    pub(crate) stuck: SeatSet,
    /// Who has won while the last card's draw is being settled.
    pub(crate) winner: Option<Seat>,
}

/// What somebody forgot.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub(crate) struct PeopleState {
    /// Cards that the player was to draw instead of laying the card.
    pub(crate) forgot_draw: Option<u16>,
    /// Whether the colour of the up card, a wild, waits to be named by the next player to move.
    pub(crate) forgot_colour: bool,
}
