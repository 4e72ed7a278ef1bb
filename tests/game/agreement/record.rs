//! The fast engine's events as lines of a game record.

use crate::reference::Card;
use crate::support::*;
use serde_json::json;
use unobench_core::cards::Notation;
use unobench_core::game::{Direction, RoundScore};
use unobench_core::rules::FinishWhen;

/// The naive engine's cards of the fast engine's kinds, in a rule set's notation.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    cards: Vec<Option<Card>>,
    texts: Vec<String>,
}

impl Translation {
    pub(crate) fn new(notation: impl Into<Notation>) -> Translation {
        let notation = notation.into();
        let texts: Vec<String> = Kind::all().map(|kind| kind.text(notation).to_string()).collect();
        let card = |(kind, text): (Kind, &String)| match kind.index() {
            0..Kind::PRINTED => text.parse().ok(),
            _ => Some(Card::own(text)),
        };
        Translation { cards: Kind::all().zip(&texts).map(card).collect(), texts }
    }

    pub(crate) fn card(&self, kind: Kind) -> Card {
        self.cards[kind.index()]
            .unwrap_or_else(|| panic!("no card is written {}", self.texts[kind.index()]))
    }

    pub(crate) fn cards(&self, kinds: impl IntoIterator<Item = Kind>) -> Vec<Card> {
        kinds.into_iter().map(|kind| self.card(kind)).collect()
    }

    pub(crate) fn text(&self, kind: Kind) -> &str {
        &self.texts[kind.index()]
    }

    pub(crate) fn texts(&self, kinds: &[Kind]) -> Value {
        kinds.iter().map(|&kind| self.text(kind)).collect()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    pub(crate) translation: Translation,
    pub(crate) events: Vec<Value>,
    drawn: Vec<Kind>,
    crashed: [Vec<Kind>; 2],
    /// Whether the colour that is named next belongs to the card just played.
    pub(crate) laid_wild: bool,
}

impl Recorder {
    pub(crate) fn new(translation: Translation) -> Recorder {
        Recorder {
            translation,
            events: Vec::new(),
            drawn: Vec::new(),
            crashed: Default::default(),
            laid_wild: false,
        }
    }

    pub(crate) fn drawn(&mut self, kind: Kind) {
        self.drawn.push(kind);
    }

    pub(crate) fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.crashed = [cards[..first].to_vec(), cards[first..].to_vec()];
    }

    pub(crate) fn reshuffle(&mut self, pile: &[Kind]) {
        self.events.push(json!({"event": "reshuffle", "draw_pile": self.translation.texts(pile)}));
    }

    pub(crate) fn put_back(&mut self, place: usize) {
        self.events.last_mut().expect("a card was turned up")["place"] = json!(place);
    }

    pub(crate) fn event<C: Cards>(&mut self, round: &Round<C>, event: Event) {
        let laid_wild = std::mem::replace(
            &mut self.laid_wild,
            matches!(event, Event::Play { card, .. } if card.is_wild()),
        );
        match event {
            Event::ForgetsColour { .. } | Event::ColourWaits { .. } => {
                assert!(laid_wild, "{event:?} without a wild");
                return;
            }
            Event::NameColour { colour, .. } if laid_wild => {
                self.events.last_mut().expect("a card was played")["colour"] = colour_text(colour);
                return;
            }
            _ => assert!(!laid_wild, "{event:?}: the colour is neither named nor forgotten"),
        }
        let line = self.line(round, event);
        self.events.push(line);
    }

    fn line<C: Cards>(&mut self, round: &Round<C>, event: Event) -> Value {
        let text = |kind: Kind| json!(self.translation.text(kind));
        match event {
            Event::TurnUp { card, returned: false } => {
                json!({"event": "turn_up", "card": text(card)})
            }
            Event::TurnUp { card, returned: true } => {
                json!({"event": "turn_up", "card": text(card), "returned": true, "place": null})
            }
            Event::NameColour { seat, colour } => {
                does("name_colour", seat, [("colour", colour_text(colour))])
            }
            Event::Play { seat, card, how } => {
                does("play", seat, [("card", text(card)), ("how", how.name().into())])
            }
            Event::ForgetsColour { .. } | Event::ColourWaits { .. } => {
                unreachable!("a colour that is not named has no line")
            }
            Event::Uno { seat, called, false_call: false } => {
                does("uno", seat, [("called", called.into())])
            }
            Event::Uno { seat, called, false_call: true } => {
                does("uno", seat, [("called", called.into()), ("false_call", true.into())])
            }
            Event::Caught { seat, by, fault } => {
                does("caught", seat, [("by", by.index().into()), ("of", fault.name().into())])
            }
            Event::Draw { seat, owed, why } => {
                let cards = self.translation.texts(&std::mem::take(&mut self.drawn));
                let (cards, why) = (("cards", cards), ("why", why.name().into()));
                does("draw", seat, [cards, ("owed", owed.into()), why])
            }
            Event::Keep { seat } => does("keep", seat, []),
            Event::Pass { seat } => does("pass", seat, []),
            Event::LoseTurn { seat } => does("lose_turn", seat, []),
            Event::Challenge { seat, against, upheld } => {
                let against = ("against", against.index().into());
                does("challenge", seat, [against, ("upheld", upheld.into())])
            }
            Event::TakeBack { seat, card } => does("take_back", seat, [("card", text(card))]),
            Event::Swap { seat, with } => does("swap", seat, [("with", with.index().into())]),
            Event::Rotate { direction } => {
                let direction = if direction == Direction::Clockwise { 1 } else { -1 };
                json!({"event": "rotate", "direction": direction})
            }
            Event::Exchange { seat, with, gives, gets } => {
                let (gives, gets) = (("gives", text(gives)), ("gets", text(gets)));
                does("exchange", seat, [("with", with.index().into()), gives, gets])
            }
            Event::Crash { seat, with } => {
                let hands = self.crashed.each_ref().map(|hand| self.translation.texts(hand));
                does("crash", seat, [("with", with.index().into()), ("hands", json!(hands))])
            }
            Event::Redeal { .. } => {
                let hand = |seat| self.translation.texts(&kinds_of(round.hand(Seat::new(seat))));
                let hands: Vec<Value> = (0..round.players()).map(hand).collect();
                json!({"event": "redeal", "hands": hands})
            }
            Event::Misplay { seat, card } => does("misplay", seat, [("card", text(card))]),
            Event::Speaks { seat } => does("speaks", seat, []),
            Event::Advises { seat } => does("advises", seat, []),
            Event::Out { seat, place } => does("out", seat, [("place", place.into())]),
            Event::Targets { seat, whom } => does("target", seat, [("whom", whom.index().into())]),
            Event::Discards { seat, kinds } => {
                let mut cards = kinds_of(round.hand(seat));
                cards.retain(|&kind| kinds.contains(kind));
                does("discard", seat, [("cards", self.sorted_texts(&cards))])
            }
            Event::KnockedOut { seat } => {
                let cards = self.sorted_texts(&kinds_of(round.hand(seat)));
                does("knock_out", seat, [("cards", cards)])
            }
        }
    }

    fn sorted_texts(&self, kinds: &[Kind]) -> Value {
        let mut texts: Vec<&str> = kinds.iter().map(|&kind| self.translation.text(kind)).collect();
        texts.sort_unstable();
        json!(texts)
    }

    pub(crate) fn ended<C: Cards>(
        &mut self,
        round: &Round<C>,
        score: &RoundScore,
        rules: &RuleSet,
    ) {
        assert!(self.drawn.is_empty() && !self.laid_wild, "something was told by halves");
        let players = round.players();
        let hand = |seat| self.translation.texts(&kinds_of(round.hand(Seat::new(seat))));
        self.events.push(json!({
            "event": "round_end",
            "winner": score.winners.iter().next().map(Seat::index),
            "reason": reason(round.standing(), rules, round.in_play()),
            "hands": (0..players).map(hand).collect::<Vec<_>>(),
            "points": score.points[..players],
            "scores": score.scores[..players],
            "turns": round.turns(),
        }));
    }
}

pub(crate) fn reason(standing: RoundStatus, rules: &RuleSet, in_play: SeatSet) -> &'static str {
    match standing {
        RoundStatus::Stalled => "stalled",
        RoundStatus::Blocked(_) => "blocked",
        _ if rules.finish.when == FinishWhen::LastStanding => "last",
        RoundStatus::Won(seat) if in_play.contains(seat) => "last",
        _ => "out",
    }
}

fn does<const N: usize>(event: &str, seat: Seat, more: [(&str, Value); N]) -> Value {
    let mut line = json!({"event": event, "seat": seat.index()});
    more.into_iter().for_each(|(key, value)| line[key] = value);
    line
}

fn colour_text(colour: Colour) -> Value {
    json!(colour.letter().to_string())
}
