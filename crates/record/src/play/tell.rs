//! What happens, in sentences for one seat: the cards that others draw, exchange or shuffle stay
//! hidden.

use super::words::{PlayWords, colour_word};
use crate::event_lines::cards_of;
use crate::narrator::rotation;
use unobench_core::cards::Kind;
use unobench_core::game::{Event, Fault, Round, Seat, Why};
use unobench_findings::tell::number::counted;

/// The cards drawn since the last event that was told.
#[derive(Debug, Clone, Default)]
pub(super) struct Gathered {
    pub(super) drawn: Vec<Kind>,
}

impl PlayWords {
    /// An event as this seat sees it; the round stands as it is told.
    pub(super) fn tell(&self, round: &Round, event: Event, gathered: &mut Gathered) -> String {
        match event {
            Event::TurnUp { card, returned: false } => {
                format!("the start card is {}", self.card(card))
            }
            Event::TurnUp { card, returned: true } => {
                format!("{} is turned up and goes back into the pile", self.card(card))
            }
            Event::NameColour { seat, colour } => {
                format!("{} {}", self.does(seat, "name", "names"), colour_word(colour))
            }
            Event::Play { seat, card, how } => {
                let [you, they] = how.info().told;
                format!("{} {}", self.does(seat, you, they), self.card(card))
            }
            Event::ForgetsColour { seat } => {
                self.does(seat, "forget to name a colour", "forgets to name a colour")
            }
            Event::ColourWaits { seat } => self.does(
                seat,
                "name the colour once nobody answers",
                "names the colour once nobody answers",
            ),
            Event::Uno { seat, false_call: true, .. } => {
                self.does(seat, "call UNO without cause", "calls UNO without cause")
            }
            Event::Uno { seat, called: true, .. } => self.does(seat, "call UNO", "calls UNO"),
            Event::Uno { seat, .. } => self.does(seat, "do not call UNO", "does not call UNO"),
            Event::Caught { seat, by, fault } => self.caught(seat, by, fault),
            Event::Draw { seat, owed, why } => {
                self.draw(seat, &std::mem::take(&mut gathered.drawn), owed, why)
            }
            Event::Keep { seat } | Event::Pass { seat } => self.does(seat, "pass", "passes"),
            Event::LoseTurn { seat } => self.does(seat, "lose your turn", "loses the turn"),
            Event::Challenge { seat, against, upheld } => {
                let outcome = if upheld { "rightly" } else { "wrongly" };
                self.challenge(round, seat, against, outcome)
            }
            Event::TakeBack { seat, card } => {
                format!("{} {} back", self.does(seat, "take", "takes"), self.card(card))
            }
            Event::Swap { seat, with } => {
                format!("{} hands with {}", self.does(seat, "swap", "swaps"), self.who(with))
            }
            Event::Rotate { direction } => rotation(direction).to_owned(),
            Event::Exchange { seat, with, gives, gets } => {
                self.exchange((seat, gives), (with, gets))
            }
            Event::Crash { seat, with } => {
                format!("{} hands with {}", self.does(seat, "shuffle", "shuffles"), self.who(with))
            }
            Event::Redeal { seat } => {
                let shuffles = self.does(seat, "shuffle", "shuffles");
                format!("{shuffles} all hands and deals them out again")
            }
            Event::Misplay { seat, card } => {
                format!("{} {} by mistake", self.does(seat, "lay", "lays"), self.card(card))
            }
            Event::Speaks { seat } => self.does(seat, "speak", "speaks"),
            Event::Advises { seat } => self.does(seat, "give advice", "gives advice"),
            Event::Out { seat, place } => {
                format!("{} out, place {place}", self.does(seat, "are", "is"))
            }
            Event::Targets { seat, whom } => {
                format!("{} {}", self.does(seat, "choose", "chooses"), self.who(whom))
            }
            Event::Discards { seat, kinds } => {
                let cards = cards_of(round.hand(seat));
                let cards = cards.into_iter().filter(|&card| kinds.contains(card));
                format!("{} {}", self.does(seat, "discard", "discards"), self.cards(cards))
            }
            Event::KnockedOut { seat } => {
                let cards = counted(cards_of(round.hand(seat)).len() as u64, "card");
                format!("{} knocked out with {cards}", self.does(seat, "are", "is"))
            }
        }
    }

    fn caught(&self, seat: Seat, by: Seat, fault: Fault) -> String {
        let what = match fault {
            Fault::Uno => "without the call",
            Fault::Penalty => "dodging a penalty",
            Fault::Colour => "naming no colour",
        };
        format!("{} caught {what} by {}", self.does(seat, "are", "is"), self.who(by))
    }

    fn draw(&self, seat: Seat, cards: &[Kind], owed: u32, why: Why) -> String {
        let count = cards.len() as u32;
        let missing = if count == owed { String::new() } else { format!(" of {owed}") };
        let shown = if (seat == self.me() || why == Why::Shown) && count > 0 {
            format!(": {}", self.cards(cards.iter().copied()))
        } else {
            String::new()
        };
        format!(
            "{} {}{missing}{}{shown}",
            self.does(seat, "draw", "draws"),
            counted(u64::from(count), "card"),
            why.told()
        )
    }

    /// Who challenges is shown the hand.
    fn challenge(&self, round: &Round, seat: Seat, against: Seat, outcome: &str) -> String {
        let told = format!(
            "{} {}, {outcome}",
            self.does(seat, "challenge", "challenges"),
            self.who(against)
        );
        if seat != self.me() {
            return told;
        }
        let cards = cards_of(round.hand(against));
        if cards.is_empty() { told } else { format!("{told}, and see: {}", self.cards(cards)) }
    }

    fn exchange(&self, (giver, gives): (Seat, Kind), (other, gets): (Seat, Kind)) -> String {
        let (gives, gets) = (self.card(gives), self.card(gets));
        if giver == self.me() {
            format!("you give {gives} to {} and get {gets}", self.who(other))
        } else if other == self.me() {
            format!("{} gives you {gives} and gets {gets}", self.who(giver))
        } else {
            format!("{} exchanges a card with {}", self.who(giver), self.who(other))
        }
    }
}
