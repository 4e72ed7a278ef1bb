//! Decisions, and the one table of all that others have to know of one: records, bots, `play`,
//! environments, searches and tests read it. Where an action leads stands in `apply.rs`.

use super::Action;

/// What a seat is asked. Its number is its place in bots' and environments' lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
#[must_use]
pub enum Decision {
    /// Play a card or draw: [`Action::Card`], or [`Action::No`] to draw; under some rules
    /// [`Action::Pass`].
    Play,
    /// Play a card that was just drawn, or keep it: [`Action::Card`] or [`Action::No`].
    Drawn,
    /// Name a colour: [`Action::Colour`].
    Colour,
    /// Call UNO: [`Action::Yes`] or [`Action::No`].
    Uno,
    /// Challenge a wild draw four: [`Action::Yes`] or [`Action::No`].
    Challenge,
    /// Answer what hits, or take it: [`Action::Card`] or [`Action::No`].
    Answer,
    /// Jump in: [`Action::Card`] or [`Action::No`].
    JumpIn,
    /// Jump in on a card that one laid oneself: [`Action::Card`] or [`Action::No`].
    Double,
    /// Lay another card of the number that was just laid, or leave it at that: [`Action::Card`] or
    /// [`Action::No`].
    Together,
    /// Choose whom to swap hands with: [`Action::Seat`], or, where the hand may be kept,
    /// [`Action::No`].
    Swap,
    /// Choose whom to exchange a card with: [`Action::Seat`], or [`Action::No`].
    Exchange,
    /// Choose a card to give: [`Action::Card`].
    Give,
    /// Choose whom an added card is about: [`Action::Seat`].
    Target,
}

/// How a card is laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum How {
    /// As the player to move, from the hand.
    Turn,
    /// As the player to move, the card just drawn.
    Drawn,
    /// In answer to a pending effect.
    Answer,
    /// Out of turn, on an identical card.
    JumpIn,
    /// On the identical card that the same player laid.
    Double,
    /// In the same turn, on the same player's card of the same number.
    Together,
}

/// What kind of answer a decision asks of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerKind {
    Kind,
    Seat,
    Colour,
    YesNo,
}

/// What others have to know of a decision. In sentences `{card}`, `{up}` and `{owed}` stand for
/// the card of the action, the up card, and the number of cards to draw.
#[derive(Debug)]
pub struct DecisionInfo {
    decision: Decision,
    /// The name in the bot protocol.
    pub name: &'static str,
    pub(crate) asks: AnswerKind,
    /// Whether a careful person does what is asked, where it does no harm.
    pub careful: bool,
    /// How a card is laid by it; none where none is.
    pub lays: Option<Lays>,
    /// The word for every action that does something, in the bot protocol and in messages.
    pub word: &'static str,
    /// The question put to a person.
    pub question: &'static str,
    /// Such an action in a person's list.
    pub label: &'static str,
    /// The action that does nothing.
    pub no: Declining,
}

/// How a card is laid.
#[derive(Debug, Clone, Copy)]
pub struct Lays {
    how: How,
    /// The name in a record.
    pub name: &'static str,
    /// What is said of it, of who is spoken to and of others.
    pub told: [&'static str; 2],
    /// Whether it is a turn of its own.
    pub is_turn: bool,
}

/// [`Action::No`].
#[derive(Debug, Clone, Copy)]
pub struct Declining {
    /// The word in the bot protocol and in messages.
    pub word: &'static str,
    /// The word on a person's screen.
    pub short: &'static str,
    /// The action in a person's list.
    pub label: &'static str,
    /// What else a person may type.
    pub typed: &'static str,
}

/// A decision to lay a card or to let it pass.
const LAYS: DecisionInfo = DecisionInfo {
    decision: Decision::Play,
    name: "play",
    asks: AnswerKind::Kind,
    careful: true,
    lays: None,
    word: "play",
    question: "Your turn: play a card, or draw.",
    label: "play {card}",
    no: Declining { word: "pass", short: "pass", label: "let it pass", typed: "p n no" },
};

const TABLE: [DecisionInfo; 13] = [
    DecisionInfo {
        lays: Some(Lays { how: How::Turn, name: "turn", told: ["play", "plays"], is_turn: true }),
        no: Declining { word: "draw", short: "draw", label: "draw a card", typed: "d" },
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Drawn,
        name: "drawn",
        lays: Some(Lays {
            how: How::Drawn,
            name: "drawn",
            told: ["play the card just drawn:", "plays the card just drawn:"],
            is_turn: false,
        }),
        question: "You drew a card: play it?",
        no: Declining { word: "keep", short: "keep", label: "keep it", typed: "k n no" },
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Colour,
        name: "colour",
        asks: AnswerKind::Colour,
        word: "name_colour",
        question: "Which colour do you name?",
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Uno,
        name: "uno",
        asks: AnswerKind::YesNo,
        word: "call",
        question: "One card is left in your hand: call UNO?",
        label: "call UNO",
        no: Declining { word: "stay_silent", short: "no", label: "stay silent", typed: "n" },
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Challenge,
        name: "challenge",
        asks: AnswerKind::YesNo,
        careful: false,
        word: "challenge",
        question: "A wild draw four hits you: challenge it?",
        label: "challenge",
        no: Declining {
            word: "accept",
            short: "no",
            label: "accept it and draw {owed}",
            typed: "n accept",
        },
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Answer,
        name: "answer",
        lays: Some(Lays {
            how: How::Answer,
            name: "answer",
            told: ["answer with", "answers with"],
            is_turn: true,
        }),
        question: "You have to draw {owed}: answer with a card?",
        label: "answer with {card}",
        no: Declining {
            word: "take",
            short: "take",
            label: "take it: draw {owed}",
            typed: "d draw n no",
        },
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::JumpIn,
        name: "jump_in",
        lays: Some(Lays {
            how: How::JumpIn,
            name: "jump_in",
            told: ["jump in with", "jumps in with"],
            is_turn: true,
        }),
        question: "You hold the card that was just laid: jump in?",
        label: "jump in with {card}",
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Double,
        name: "double",
        lays: Some(Lays {
            how: How::Double,
            name: "double",
            told: ["double with", "doubles with"],
            is_turn: true,
        }),
        question: "You hold another card like yours: lay it, too?",
        label: "lay {card}, too",
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Together,
        name: "together",
        lays: Some(Lays {
            how: How::Together,
            name: "together",
            told: ["lay with it", "lays with it"],
            is_turn: false,
        }),
        question: "You may lay more cards of this number with {up}: which one?",
        label: "lay {card} with it",
        no: Declining { label: "leave it at that", ..LAYS.no },
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Swap,
        name: "swap",
        asks: AnswerKind::Seat,
        word: "swap",
        question: "With whom do you swap hands?",
        no: Declining { short: "keep", label: "keep your hand", typed: "k n no nobody", ..LAYS.no },
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Exchange,
        name: "exchange",
        asks: AnswerKind::Seat,
        careful: false,
        word: "exchange",
        question: "With whom do you exchange a card?",
        no: Declining { short: "nobody", label: "exchange with nobody", typed: "n no", ..LAYS.no },
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Give,
        name: "give",
        word: "give",
        question: "Which card do you give away?",
        label: "give {card}",
        ..LAYS
    },
    DecisionInfo {
        decision: Decision::Target,
        name: "target",
        asks: AnswerKind::Seat,
        word: "choose",
        question: "Whom do you choose for the card?",
        ..LAYS
    },
];

/// The table, as a constant, so that tables of other crates are compiled with what it says.
const INFOS: &[DecisionInfo; TABLE.len()] = &TABLE;

impl Decision {
    /// All decisions, each at the place of its number.
    pub const ALL: [Decision; TABLE.len()] = {
        let mut all = [Decision::Play; TABLE.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = TABLE[place].decision;
            assert!(all[place] as usize == place, "the rows are in the order of the decisions");
            place += 1;
        }
        all
    };

    /// What others have to know of it.
    #[inline(always)]
    pub const fn info(self) -> &'static DecisionInfo {
        &INFOS[self as usize]
    }

    /// The name in the bot protocol.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The word for an action, in the bot protocol and in messages.
    pub const fn word(self, action: Action) -> &'static str {
        match action {
            Action::Pass => "pass",
            Action::No => self.info().no.word,
            _ => self.info().word,
        }
    }

    /// Whether it is noted what card is laid or what colour is named, for those who look back.
    pub(crate) const fn is_noted(self) -> bool {
        !matches!(self, Decision::Give | Decision::JumpIn | Decision::Double)
    }

    #[inline(always)]
    pub(crate) const fn asks_for(self) -> AnswerKind {
        self.info().asks
    }
}

impl How {
    /// Every way to lay a card, with what others have to know of it.
    pub fn all() -> impl Iterator<Item = (How, &'static Lays)> + Clone {
        INFOS.iter().filter_map(|info| info.lays.as_ref()).map(|lays| (lays.how, lays))
    }

    /// What others have to know of it.
    ///
    /// # Panics
    /// Never: every way to lay a card has its decision.
    pub fn info(self) -> &'static Lays {
        How::all().find(|(how, _)| *how == self).expect("a row of the table").1
    }

    /// The name in a record.
    pub fn name(self) -> &'static str {
        self.info().name
    }
}
