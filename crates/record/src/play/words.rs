//! Cards, seats and actions in words.

use unobench_core::bounded::quoted;
use unobench_core::cards::{Colour, Kind, Symbol};
use unobench_core::game::{Action, Decision, PendingPenalty, Seat, View};
use unobench_core::rules::DeckRules;
use unobench_findings::tell::number::counted;

/// What cards, seats and actions are called for the person in one seat.
#[derive(Debug, Clone)]
pub struct PlayWords {
    names: Vec<String>,
    me: Seat,
    deck: DeckRules,
}

/// An action that a person may choose, with its words and what may be typed for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordedChoice {
    pub action: Action,
    pub short: String,
    pub label: String,
    pub typed: Vec<String>,
    /// Whether it is a wild draw four that may be challenged successfully.
    pub is_bluff: bool,
}

impl PlayWords {
    pub fn new(names: Vec<String>, me: Seat, deck: DeckRules) -> PlayWords {
        PlayWords { names, me, deck }
    }

    pub const fn me(&self) -> Seat {
        self.me
    }

    pub fn who(&self, seat: Seat) -> String {
        if seat == self.me { "you".to_owned() } else { self.name(seat) }
    }

    /// A seat by its number from 1 and its name, if it has one.
    pub fn name(&self, seat: Seat) -> String {
        let number = seat.index() + 1;
        match self.names.get(seat.index()) {
            Some(name) => format!("{number} {}", quoted(name)),
            None => format!("player {number}"),
        }
    }

    pub(super) fn does(&self, seat: Seat, you: &str, they: &str) -> String {
        format!("{} {}", self.who(seat), if seat == self.me { you } else { they })
    }

    pub fn short(&self, card: Kind) -> String {
        card.text(self.deck.notation()).to_string()
    }

    pub fn card(&self, card: Kind) -> String {
        let symbol = self.symbol(card.symbol());
        card.colour()
            .map_or_else(|| symbol.clone(), |colour| format!("{} {symbol}", colour_word(colour)))
    }

    pub(super) fn cards(&self, cards: impl IntoIterator<Item = Kind>) -> String {
        cards.into_iter().map(|card| self.card(card)).collect::<Vec<_>>().join(", ")
    }

    fn symbol(&self, symbol: Symbol) -> String {
        if let Some(card) = self.deck.card.of_symbol(symbol) {
            return card.name.as_str().to_owned();
        }
        match symbol {
            Symbol::Skip => "skip".to_owned(),
            Symbol::Reverse => "reverse".to_owned(),
            Symbol::DrawOne => "draw one".to_owned(),
            Symbol::DrawTwo => "draw two".to_owned(),
            Symbol::Wild => "wild".to_owned(),
            Symbol::BlankWild => "blank wild".to_owned(),
            Symbol::SwapHands => "wild swap hands".to_owned(),
            Symbol::ShuffleHands => "wild shuffle hands".to_owned(),
            Symbol::Crash => "wild crash".to_owned(),
            Symbol::DownpourOne => "downpour one".to_owned(),
            Symbol::DownpourTwo => "downpour two".to_owned(),
            Symbol::BlankDraw => format!("wild draw {}", self.deck.blank_draws),
            Symbol::WildDrawFour => "wild draw four".to_owned(),
            number => number.text(self.deck.notation()),
        }
    }

    pub fn question(&self, view: &View<'_>) -> String {
        let pending = view.pending();
        match view.decision() {
            Decision::Play if view.options().may_pass => {
                "Your turn: play a card, draw, or pass.".to_owned()
            }
            Decision::Drawn if let Some(card) = view.options().kinds.first() => {
                format!("You drew {}: play it?", self.card(card))
            }
            Decision::Challenge => {
                let who = pending.challengeable.map(|seat| self.name(seat));
                let who = who.as_deref().unwrap_or("somebody");
                let before = view.colour_before_wild_draw_four();
                let before = before.map_or_else(String::new, |c| format!(" on {}", colour_word(c)));
                format!("{who} played a wild draw four{before}: challenge it?")
            }
            Decision::Answer if pending.hit == PendingPenalty::Skip => {
                "A skip hits you: answer it?".to_owned()
            }
            decision => self.filled(view, decision.info().question),
        }
    }

    /// The legal actions of a view's seat, each with its words, cards in the order of a sorted
    /// hand.
    pub fn choices(&self, view: &View<'_>) -> Vec<WordedChoice> {
        let mut actions = view.actions();
        actions.sort_by_key(|action| action.card().map(in_hand_order));
        // Declining stands last, after all cards.
        let (cards, others): (Vec<Action>, Vec<Action>) =
            actions.into_iter().partition(|action| action.card().is_some());
        cards.into_iter().chain(others).map(|action| self.choice(view, action)).collect()
    }

    fn choice(&self, view: &View<'_>, action: Action) -> WordedChoice {
        match action {
            Action::Card(card) => self.card_choice(view, card),
            Action::Colour(colour) => {
                let (word, letter) = (colour_word(colour), colour.letter().to_ascii_lowercase());
                WordedChoice::new(action, word, format!("name {word}"), &letter.to_string())
            }
            Action::Seat(seat) => {
                let (number, cards) =
                    (seat.index() + 1, counted(u64::from(view.hand_size(seat)), "card"));
                let label = format!("{} ({cards})", self.name(seat));
                WordedChoice::new(action, &format!("seat {number}"), label, &format!("s{number}"))
            }
            Action::Yes => {
                WordedChoice::new(action, "yes", view.decision().info().label.to_owned(), "y")
            }
            Action::No => self.decline(view),
            Action::Pass => {
                WordedChoice::new(action, "pass", "pass: neither play nor draw".to_owned(), "p")
            }
        }
    }

    fn card_choice(&self, view: &View<'_>, card: Kind) -> WordedChoice {
        let decision = view.decision();
        let info = decision.info();
        let is_bluff = info.lays.is_some() && !view.options().playable.contains(card);
        let label = info.label.replace("{card}", &self.card(card));
        let bluff = if is_bluff { ", as a bluff: another card of yours fits" } else { "" };
        let label = format!("{label}{bluff}");
        let is_only = matches!(decision, Decision::Drawn | Decision::JumpIn | Decision::Double);
        let also = if is_only { "y yes" } else { "" };
        let mut choice = WordedChoice::new(Action::Card(card), &self.short(card), label, also);
        choice.is_bluff = is_bluff;
        choice
    }

    fn decline(&self, view: &View<'_>) -> WordedChoice {
        let no = &view.decision().info().no;
        let (label, typed) = match view.decision() {
            Decision::Answer if view.pending().hit == PendingPenalty::Skip => {
                ("take it and lose the turn".to_owned(), "n no")
            }
            Decision::Answer if view.pending().challengeable.is_some() => {
                ("do not answer; you may still challenge".to_owned(), "n no")
            }
            _ => (self.filled(view, no.label), no.typed),
        };
        WordedChoice::new(Action::No, no.short, label, typed)
    }

    fn filled(&self, view: &View<'_>, text: &str) -> String {
        let owed = view.pending().owed.to_string();
        text.replace("{up}", &self.card(view.up_card())).replace("{owed}", &owed)
    }
}

impl WordedChoice {
    /// `also`: the words that may be typed as well.
    fn new(action: Action, short: &str, label: String, also: &str) -> WordedChoice {
        let mut typed = vec![short.to_lowercase()];
        typed.extend(also.split_whitespace().map(str::to_owned));
        WordedChoice { action, short: short.to_owned(), label, typed, is_bluff: false }
    }
}

/// Which of the choices a text means: a number from 1, a card's notation or a word, in capitals or
/// not.
pub fn read_choice(choices: &[WordedChoice], text: &str) -> Option<Action> {
    let text = text.trim().to_lowercase();
    let by_number =
        text.parse::<usize>().ok().and_then(|number| choices.get(number.checked_sub(1)?));
    by_number
        .or_else(|| choices.iter().find(|choice| choice.typed.contains(&text)))
        .map(|choice| choice.action)
}

/// The place of a card in a sorted hand: colour by colour, each from 0 up, wilds last.
pub(crate) fn in_hand_order(card: Kind) -> (usize, usize) {
    (card.colour().map_or(Colour::ALL.len(), Colour::index), card.symbol().index())
}

pub const fn colour_word(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Blue => "blue",
        Colour::Green => "green",
        Colour::Yellow => "yellow",
    }
}
