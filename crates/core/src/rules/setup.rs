//! `[setup]`: the deal, who deals, and the start card.

use super::cards::{OnStart, OwnCards};
use super::section::{Limits, Setting, choice, section};
use super::value::Value;
use crate::cards::{Kind, Notation, Symbol};

/// Who deals the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstDealer {
    /// `draw`: each seat draws a card, the highest number deals; others are redrawn, ties draw
    /// again (A, D, E).
    Draw,
    /// `random`: every seat is equally likely.
    Random,
    /// This seat, 0–9.
    Seat(u8),
}

impl Setting for FirstDealer {
    fn read(value: &Value, _: Limits, notation: &Notation) -> Option<FirstDealer> {
        match value.as_str() {
            Some("draw") => Some(FirstDealer::Draw),
            Some("random") => Some(FirstDealer::Random),
            Some(_) => None,
            None => u8::read(value, &[0..=9], notation).map(FirstDealer::Seat),
        }
    }

    fn write(self, notation: &Notation) -> Value {
        match self {
            FirstDealer::Draw => Value::String("draw".into()),
            FirstDealer::Random => Value::String("random".into()),
            FirstDealer::Seat(seat) => seat.write(notation),
        }
    }

    fn allowed(_: Limits) -> String {
        "draw, random, or a seat 0 to 9".into()
    }
}

choice! {
    /// Who deals the next round of a match.
    NextDealer {
        /// The next seat clockwise (A, B, C).
        Rotate = "rotate",
        /// The loser of the round, under lazy scoring (A, C).
        Loser = "loser",
    }

    /// Which cards may lie as the first up card.
    StartCard {
        /// Any but those wilds that make somebody draw, swap or crash (A1, A3, D, E); an action
        /// card acts on the first player.
        Any = "any",
        /// Numbers alone; whatever else is turned up goes back (A2).
        Number = "number",
        /// Any coloured card; every wild goes back (several simulators).
        Coloured = "coloured",
        /// Any card, which does nothing; a wild's colour is named (several simulators).
        Inert = "inert",
        /// Numbers alone; whatever else is turned up stays under the next card (No Mercy).
        Buried = "buried",
    }

    /// Who moves first when a reverse is turned up.
    StartReverse {
        /// The seat before the dealer (E, A3).
        RightOfDealer = "right_of_dealer",
        /// The dealer (the printed rules, A1).
        Dealer = "dealer",
        /// The first player all the same, in the other direction (A).
        FirstPlayer = "first_player",
    }

    /// What a turned-up draw two or draw one costs.
    StartDraw {
        /// The cards and the turn (A1, A3, D, E).
        LosesTurn = "loses_turn",
        /// The cards alone (several simulators).
        DrawsAndPlays = "draws_and_plays",
    }

    /// Who names the colour of a turned-up wild.
    StartWild {
        /// The first player (A3).
        FirstPlayer = "first_player",
        /// The dealer, as if having played it (E).
        Dealer = "dealer",
    }
}

section! {
    /// The deal, who deals, and what the start card does.
    SetupRules {
        /// Cards dealt to each seat; the deck has to cover the deal.
        hand_size: u8 = 7, in 1..=20;
        /// Who deals the first round (A, D, E).
        first_dealer: FirstDealer = FirstDealer::Draw;
        /// Who deals the next round (A, B, C); loser belongs to lazy scoring.
        next_dealer: NextDealer = NextDealer::Rotate;
        /// Which cards may be turned up: any (A1, A3, D, E), numbers alone (A2), coloured ones, or
        /// any without effect (several simulators).
        start_card: StartCard = StartCard::Any;
        /// Who moves first when a reverse is turned up: E, A3, or the printed rules and A1; or the
        /// first player in the other direction (A).
        start_reverse: StartReverse = StartReverse::RightOfDealer;
        /// Whether a player who takes a turned-up draw two or draw one loses the turn (several
        /// simulators); after an answer the penalty always costs the turn.
        start_draw: StartDraw = StartDraw::LosesTurn;
        /// Who names the colour of a turned-up wild: A3, or E.
        start_wild: StartWild = StartWild::FirstPlayer;
    }
}

impl StartCard {
    /// What a card does that is turned up; `own` are the cards that the rule set adds.
    pub fn lets(self, kind: Kind, own: &OwnCards) -> OnStart {
        let (symbol, card) = (kind.symbol(), own.of(kind));
        let if_it = |stays: bool| if stays { OnStart::Acts } else { OnStart::Back };
        match self {
            StartCard::Inert => OnStart::Nothing,
            StartCard::Buried if !symbol.is_number() => OnStart::Buried,
            StartCard::Number | StartCard::Buried => if_it(symbol.is_number()),
            StartCard::Coloured if symbol.is_wild() => OnStart::Back,
            _ => card.map_or_else(
                || if_it(!symbol.is_wild() || matches!(symbol, Symbol::Wild | Symbol::BlankWild)),
                |card| card.on_start,
            ),
        }
    }

    /// Whether a card stays on top when it is turned up.
    pub fn allows(self, kind: Kind, own: &OwnCards) -> bool {
        matches!(self.lets(kind, own), OnStart::Acts | OnStart::Nothing)
    }
}
