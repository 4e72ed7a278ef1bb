//! What the cards do in words that a rule set adds.

use super::cards::{AnsweredBy, Discard, Honest, OnStart, OwnCard, Step, Until, Who};
use super::{
    FinishWhen, LastCardDraw, MercyAfter, ReverseRule, RuleSet, SwapOnLastCard, TwoPlayerReverse,
};
use crate::cards::Kind;

impl RuleSet {
    /// What each added card does among more than two and between two, as the last card and as the
    /// start card: its name, and a sentence for each of these.
    pub fn added_cards_in_words(&self) -> Vec<(String, Vec<String>)> {
        let told = |card: &OwnCard| {
            let title = format!("{} ({})", card.text.as_str(), card.name.as_str());
            let sentences = [
                ("with more than two", self.steps_in_words(card, false)),
                ("with two", self.steps_in_words(card, true)),
                ("as the last card", self.last_card_in_words(card)),
                ("as the start card", self.start_in_words(card)),
            ];
            (title, sentences.map(|(when, what)| format!("{when}: {what}")).to_vec())
        };
        self.deck.card.iter().map(told).collect()
    }

    fn steps_in_words(&self, card: &OwnCard, two: bool) -> String {
        let again = card.effect.contains(&Step::Again);
        let skips = two && self.play.two_player_reverse == TwoPlayerReverse::Skip;
        let (mut next, mut said) = (if two { "the other" } else { "the next player" }, Vec::new());
        for &step in &card.effect {
            said.extend(self.step_in_words(card, step, two, next));
            match step {
                Step::Reverse if skips && !again => next = "the player",
                Step::Reverse if !two && self.play.reverse == ReverseRule::OneTurn => {
                    next = "the one before the player";
                }
                Step::Reverse if !two => next = "the next player in the new direction",
                Step::Again if !two => next = "the player after",
                _ => {}
            }
        }
        if card.honest == Honest::NoColour {
            said.push("it is a bluff with a card of the active colour in the hand".to_owned());
        }
        let said = if said.is_empty() { "nothing".to_owned() } else { said.join("; ") };
        if again { format!("{said}; then the player moves once more") } else { said }
    }

    fn step_in_words(&self, card: &OwnCard, step: Step, two: bool, next: &str) -> Option<String> {
        let whom = |who: Who| match who {
            Who::Next => next,
            Who::Previous | Who::Chosen | Who::Others if two => "the other",
            Who::Previous => "the one before the player",
            Who::Chosen => "somebody of choice",
            Who::Others => "each other",
            Who::All => "everybody",
            Who::Own => "the player",
        };
        let cards = |count: u8| format!("{count} card{}", if count == 1 { "" } else { "s" });
        let lost = |skip: bool| if skip { " and loses a turn" } else { "" };
        let mercy = match (self.finish.mercy, self.finish.mercy_after) {
            (0, _) | (_, MercyAfter::Draw) => String::new(),
            (most, MercyAfter::Card) => format!(", up to {most} in the hand"),
        };
        Some(match step {
            Step::Nothing | Step::Again => return None,
            Step::Reverse if two && self.play.two_player_reverse == TwoPlayerReverse::Skip => {
                "the other loses a turn".to_owned()
            }
            Step::Reverse if self.play.reverse == ReverseRule::OneTurn => {
                "the one before the player moves next".to_owned()
            }
            Step::Reverse => "the direction turns".to_owned(),
            Step::Skip(1) => format!("{next} loses a turn"),
            Step::Skip(_) if two => format!("{next} loses a turn"),
            Step::Skip(seats) => format!("{next} and {} more lose a turn", seats - 1),
            Step::Loses(who) => format!("{} loses a turn", whom(who)),
            Step::Hit(count) => {
                let answer = match card.answered_by {
                    AnsweredBy::Nothing => "",
                    AnsweredBy::Same => ", or answers with the same card",
                    AnsweredBy::Draw => ", or answers with any card that makes draw",
                    AnsweredBy::AtLeast => ", or answers with one that makes draw as many",
                };
                format!("{next} draws {}{mercy} and loses a turn{answer}", cards(count))
            }
            Step::Draw { who, cards: count, skip } => {
                format!("{} draws {}{mercy}{}", whom(who), cards(count), lost(skip))
            }
            Step::DrawUntil { who, until, skip, .. } => {
                let until = match until {
                    Until::Colour if card.is_named_by_victim() => "the colour it names comes",
                    Until::Colour => "the active colour comes",
                    Until::Playable => "a card comes that fits",
                };
                format!("{} draws until {until}{mercy}{}", whom(who), lost(skip))
            }
            Step::Swap(who) => format!("the player swaps hands with {}", whom(who)),
            Step::PassOn => "all hands pass on".to_owned(),
            Step::Shuffle => "all hands are shuffled and dealt again".to_owned(),
            Step::Discard(what) => {
                let what = match what {
                    Discard::Colour => "all cards of the active colour".to_owned(),
                    Discard::Symbol => format!("all other {}", card.text.as_str()),
                    Discard::Numbers(bits) => {
                        let numbers = (0..10).filter(|bit| bits >> bit & 1 == 1);
                        let numbers: Vec<String> = numbers.map(|it: u8| it.to_string()).collect();
                        format!("all of {}", numbers.join(", "))
                    }
                };
                format!("{what} leave the player's hand")
            }
            Step::Throw(most) => format!("{next} gets 0 to {} at random{mercy}", cards(most)),
        })
    }

    fn last_card_in_words(&self, card: &OwnCard) -> String {
        let has = |is_it: fn(&Step) -> bool| card.effect.iter().any(is_it);
        let moves = has(|step| matches!(step, Step::Swap(_) | Step::PassOn | Step::Shuffle));
        let mut said = vec!["nobody loses a turn, nor moves again"];
        if card.draws() > 0 {
            said.push(match self.play.last_card_draw {
                LastCardDraw::Dealt => "others draw before the points are counted",
                LastCardDraw::Lapses => "nobody draws",
            });
        }
        if moves {
            said.push(match self.hands.swap_on_last_card {
                SwapOnLastCard::RoundEnds => "no hand moves",
                SwapOnLastCard::Applies => "hands move first",
            });
        }
        let goes_on = self.finish.when != FinishWhen::FirstOut || self.finish.refills > 0;
        let always = if goes_on { "; where the round goes on it acts as always" } else { "" };
        said.join("; ") + always
    }

    fn start_in_words(&self, card: &OwnCard) -> String {
        let wild = card.symbol.is_wild();
        let kind = Kind::all().find(|kind| kind.symbol() == card.symbol);
        let lets =
            kind.map_or(card.on_start, |kind| self.setup.start_card.lets(kind, &self.deck.card));
        let named = if wild { "its colour is named, then it " } else { "it " };
        match lets {
            OnStart::Acts => format!("{named}acts as if the dealer had played it"),
            OnStart::Nothing => format!("{named}does nothing"),
            OnStart::Back => "it goes back into the draw pile".to_owned(),
            OnStart::Buried => "it stays under the next card that is turned up".to_owned(),
        }
    }
}
