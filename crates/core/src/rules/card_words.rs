//! What the cards do in words that a rule set adds.

use super::cards::{AnsweredBy, Discard, OnStart, OwnCard, Step, Until, Who};
use super::{LastCardDraw, ReverseRule, RuleSet, SwapOnLastCard, TwoPlayerReverse};
use crate::cards::Kind;

impl RuleSet {
    /// What each added card does: its name, and a sentence for more than two seats, for two, as the
    /// last card, and as the start card.
    pub fn added_cards_in_words(&self) -> Vec<(String, Vec<String>)> {
        let told = |card: &OwnCard| {
            let sentences = vec![
                format!("with more than two: {}", self.steps_in_words(card, false)),
                format!("with two: {}", self.steps_in_words(card, true)),
                format!("as the last card: {}", self.last_card_in_words(card)),
                format!("as the start card: {}", self.start_in_words(card)),
            ];
            (format!("{} ({})", card.text.as_str(), card.name.as_str()), sentences)
        };
        self.deck.card.iter().map(told).collect()
    }

    fn steps_in_words(&self, card: &OwnCard, two: bool) -> String {
        let again = card.effect.contains(&Step::Again);
        let skips = two && self.play.two_player_reverse == TwoPlayerReverse::Skip;
        let one_turn = self.play.reverse == ReverseRule::OneTurn;
        let (mut next, mut said) = (if two { "the other" } else { "the next player" }, Vec::new());
        for &step in card.effect.iter().filter(|&&step| step != Step::Nothing) {
            if step == Step::Again {
                next = if two { "the other" } else { "the player after" };
            } else if step == Step::Reverse {
                let (turns, follows) = match (skips, one_turn) {
                    (true, _) => {
                        ("the other loses a turn", if again { next } else { "the player" })
                    }
                    (_, true) => ("the one before moves next", "the one before"),
                    _ => ("the direction turns", "the next player in the new direction"),
                };
                said.push(turns.to_owned());
                next = if two && !skips { next } else { follows };
            } else {
                said.push(step_in_words(card, step, two, next));
            }
        }
        if again {
            said.push("then the player moves once more".to_owned());
        }
        if said.is_empty() { "nothing".to_owned() } else { said.join("; ") }
    }

    fn last_card_in_words(&self, card: &OwnCard) -> String {
        let is_move = |step: &Step| matches!(step, Step::Swap(_) | Step::PassOn | Step::Shuffle);
        let draws = match self.play.last_card_draw {
            LastCardDraw::Dealt => "; others draw before the points are counted",
            LastCardDraw::Lapses => "; nobody draws",
        };
        let moves = match self.hands.swap_on_last_card {
            SwapOnLastCard::RoundEnds => "; no hand moves",
            SwapOnLastCard::Applies => "; hands move first",
        };
        let draws = if card.draws() > 0 { draws } else { "" };
        let moves = if card.effect.iter().any(is_move) { moves } else { "" };
        format!("nobody loses a turn, nor moves again{draws}{moves}")
    }

    fn start_in_words(&self, card: &OwnCard) -> String {
        let kind = Kind::all().find(|kind| kind.symbol() == card.symbol);
        let lets = kind.map(|kind| self.setup.start_card.lets(kind, &self.deck.card));
        let named = if card.symbol.is_wild() { "its colour is named, then it" } else { "it" };
        match lets.unwrap_or(card.on_start) {
            OnStart::Acts => format!("{named} acts as if the dealer had played it"),
            OnStart::Nothing => format!("{named} does nothing"),
            OnStart::Back => "it goes back into the draw pile".to_owned(),
            OnStart::Buried => "it stays under the next card that is turned up".to_owned(),
        }
    }
}

/// A step that is not about who moves next; `next` is who does.
fn step_in_words(card: &OwnCard, step: Step, two: bool, next: &str) -> String {
    let whom = |who: Who| match who {
        Who::Next => next,
        Who::Previous | Who::Chosen | Who::Others if two => "the other",
        Who::Previous => "the one before",
        Who::Chosen => "somebody of choice",
        Who::Others => "each other",
        Who::All => "everybody",
        Who::Own => "the player",
    };
    let lost = |skip: bool| if skip { " and loses a turn" } else { "" };
    match step {
        Step::Skip(seats) if seats > 1 && !two => {
            format!("{next} and {} more lose a turn", seats - 1)
        }
        Step::Nothing | Step::Reverse | Step::Again | Step::Skip(_) => {
            format!("{next} loses a turn")
        }
        Step::Loses(who) => format!("{} loses a turn", whom(who)),
        Step::Hit(cards) => {
            let answer = match card.answered_by {
                AnsweredBy::Nothing => "",
                AnsweredBy::Same => ", or answers with the same card",
                AnsweredBy::Draw => ", or answers with any card that makes draw",
                AnsweredBy::AtLeast => ", or answers with one that makes draw as many",
            };
            format!("{next} draws {cards} and loses a turn{answer}")
        }
        Step::Draw { who, cards, skip } => format!("{} draws {cards}{}", whom(who), lost(skip)),
        Step::DrawUntil { who, until, skip, .. } => {
            let until = match until {
                Until::Colour if card.is_named_by_victim() => "the colour that it names",
                Until::Colour => "a card of the active colour",
                Until::Playable => "one that fits",
            };
            format!("{} draws until {until} comes{}", whom(who), lost(skip))
        }
        Step::Swap(who) => format!("the player swaps hands with {}", whom(who)),
        Step::PassOn => "all hands pass on".to_owned(),
        Step::Shuffle => "all hands are shuffled and dealt again".to_owned(),
        Step::Discard(Discard::Colour) => "the player discards the active colour".to_owned(),
        Step::Discard(Discard::Symbol) => "the player discards the same symbol".to_owned(),
        Step::Discard(Discard::Numbers(bits)) => {
            let numbers = (0..10).filter(|bit| bits >> bit & 1 == 1).map(|it: u8| format!(" {it}"));
            format!("the player discards all{}", numbers.collect::<String>())
        }
        Step::Throw { who, least, most } => format!("{} is thrown {least} to {most}", whom(who)),
    }
}
