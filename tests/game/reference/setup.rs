//! The deal as it is handed in, and the start card (§ 2 `[setup]`).

use serde_json::{Value, json};

use super::cards::{COLOURS, Card};
use super::effects::penalty;
use super::events;
use super::game::{Before, Penalty, Pending, Skip};
use super::jump_in::Laid;
use super::round::{Ending, Round};
use super::settings::{
    ColourChoice, ReverseLasts, StartCard, StartReverse, StartWild, TwoPlayerReverse,
};
use super::world::Act;

/// A dealt round: the `round` event's fields.
#[derive(Clone, Debug)]
pub struct Start {
    pub rules: String,
    pub settings: Value,
    pub block: u64,
    pub seating: u64,
    pub round: u64,
    pub players: Vec<String>,
    pub dealer: usize,
    /// Who moves first, before the start card acts.
    pub first: usize,
    pub hands: Vec<Vec<Card>>,
    /// Top first, before the start card is turned up.
    pub draw_pile: Vec<Card>,
    pub totals: Vec<i64>,
}

impl Start {
    pub fn event(&self) -> Value {
        json!({
            "event": "round",
            "rules": self.rules,
            "settings": self.settings,
            "block": self.block,
            "seating": self.seating,
            "round": self.round,
            "players": self.players,
            "dealer": self.dealer,
            "first": self.first,
            "hands": events::hands(&self.hands),
            "draw_pile": events::cards(&self.draw_pile),
            "totals": self.totals,
        })
    }
}

impl Round<'_> {
    /// Turns cards up until one may start, and lets it act; a card that the rule set adds may even
    /// empty the dealer's hand.
    pub fn turn_up(&mut self) -> Option<Ending> {
        loop {
            let card = self.game.draw_pile.remove(0);
            if self.may_start(card) {
                return self.start_with(card);
            }
            if self.is_buried(card) {
                self.game.discard_pile.push(card);
                self.emit(|| events::turn_up(card, None));
            } else {
                self.put_back(card);
            }
        }
    }

    /// § 2 `setup.start_card`. any: all but a wild draw four and every other wild that makes
    /// somebody draw, swap, shuffle or crash. number: only numbers. A pile without such a card
    /// starts with what lies on top.
    fn may_start(&self, card: Card) -> bool {
        self.suits(card) || !self.game.draw_pile.iter().any(|&c| self.suits(c))
    }

    fn suits(&self, card: Card) -> bool {
        match self.game.settings.setup.start_card {
            StartCard::Number | StartCard::Buried => card.is_number(),
            StartCard::Coloured if card.is_wild() => false,
            _ if let Some(own) = self.own_on_start(card) => own == "acts" || own == "nothing",
            StartCard::Any => !card.is_wild() || matches!(card, Card::Wild | Card::Blank(0)),
            // Every wild is put back.
            StartCard::Coloured => true,
            // Any card may lie there.
            StartCard::Inert => true,
        }
    }

    fn own_on_start(&self, card: Card) -> Option<&str> {
        let inert = self.game.settings.setup.start_card == StartCard::Inert;
        self.game.settings.own(card).filter(|_| !inert).map(|own| own.on_start.as_str())
    }

    /// It stays under the next card that is turned up.
    fn is_buried(&self, card: Card) -> bool {
        match self.game.settings.setup.start_card {
            StartCard::Buried => true,
            StartCard::Number => false,
            StartCard::Coloured if card.is_wild() => false,
            _ => self.own_on_start(card) == Some("buried"),
        }
    }

    /// The card is put back at a random place in the draw pile.
    fn put_back(&mut self, card: Card) {
        let n = self.game.draw_pile.len() + 1;
        let place = if n >= 2 { self.world.place(n) } else { 0 };
        self.game.draw_pile.insert(place, card);
        self.emit(|| events::turn_up(card, Some(place)));
    }

    /// The start card acts on the first player as if the dealer had played it. It starts no
    /// silence, and a number does nothing. What starts only because the pile has nothing better has
    /// no effect but its colour.
    fn start_with(&mut self, card: Card) -> Option<Ending> {
        self.game.discard_pile.push(card);
        self.game.up = card;
        self.game.set_colour(card.colour());
        self.game.under = (!card.is_wild()).then_some(card);
        self.emit(|| events::turn_up(card, None));
        // § 2 `setup.start_card` inert: it does nothing; `start_wild` says who names a colour.
        let inert = self.game.settings.setup.start_card == StartCard::Inert;
        match card {
            Card::Number(..) => {}
            _ if !card.is_wild() && inert => {}
            _ if !card.is_wild() && !self.suits(card) => {}
            Card::Skip(_) => self.start_skip(Some(card)),
            Card::Reverse(_) => self.start_reverse(),
            Card::DrawOne(_) | Card::DrawTwo(_) => self.start_draw(card),
            Card::Own(Some(_), _) if self.own_on_start(card) == Some("nothing") => {}
            Card::Own(Some(_), _) => return self.start_own(card),
            Card::Own(None, _) if self.suits(card) && self.own_on_start(card) == Some("acts") => {
                self.start_wild();
                return self.start_own(card);
            }
            _ => self.start_wild(),
        }
        None
    }

    /// The first player loses the turn.
    fn start_skip(&mut self, card: Option<Card>) {
        self.game.pending = Some(Pending::Skip(Skip { card, start: true }));
    }

    /// A draw two makes the first player draw two and lose the turn.
    fn start_draw(&mut self, card: Card) {
        let hit = penalty(card.coloured_draw().unwrap_or(0), card, self.game.dealer);
        self.game.pending = Some(Pending::Draw(Penalty { start: true, ..hit }));
    }

    /// A card that the rule set adds, as if the dealer had played it.
    fn start_own(&mut self, card: Card) -> Option<Ending> {
        let laid = Laid { actor: self.game.dealer, reverses: 1 };
        let before = Before {
            up: card,
            colour: self.game.colour,
            last_colour: None,
            under: None,
            honest: true,
        };
        let next = self.act_own(card, laid, None, before);
        self.finish_play(self.game.dealer, next)
    }

    /// § 2 `setup.start_reverse`.
    fn start_reverse(&mut self) {
        let dealer = self.game.dealer;
        let play = &self.game.settings.play;
        let one_turn = play.reverse == ReverseLasts::OneTurn;
        let skips = self.game.seats() == 2 && play.two_player_reverse == TwoPlayerReverse::Skip;
        // § 2 `play.reverse` one_turn: the direction stays clockwise.
        if !one_turn {
            self.game.direction = -1;
        }
        // With two seats and `two_player_reverse = skip` the other seat loses its turn and the
        // dealer moves.
        if skips {
            self.game.to_move = 1 - dealer;
            self.start_skip(None);
            return;
        }
        self.game.to_move = match self.game.settings.setup.start_reverse {
            StartReverse::RightOfDealer => self.game.neighbour(dealer, -1),
            StartReverse::Dealer => dealer,
            // The direction is turned and the first player moves all the same.
            StartReverse::FirstPlayer => self.game.first,
        };
    }

    /// § 2 `setup.start_wild`: who names the colour of a turned-up wild. Under
    /// `colour_choice = wheel` the first player does.
    fn start_wild(&mut self) {
        let wheel = self.game.settings.play.colour_choice == ColourChoice::Wheel;
        let seat = match self.game.settings.setup.start_wild {
            StartWild::Dealer if !wheel => self.game.dealer,
            _ => self.game.first,
        };
        self.name_colour(seat);
    }

    /// A seat names the colour after the fact: of a turned-up wild, or a forgotten one.
    pub fn name_colour(&mut self, seat: usize) {
        if let Some(colour) = self.choose_colour(seat) {
            self.game.set_colour(Some(colour));
            self.emit(|| events::name_colour(seat, colour));
        }
    }

    pub fn choose_colour(&mut self, seat: usize) -> Option<super::Colour> {
        match self.decide(seat, "colour", &COLOURS.map(Act::Colour)) {
            Act::Colour(colour) => Some(colour),
            _ => None,
        }
    }
}
