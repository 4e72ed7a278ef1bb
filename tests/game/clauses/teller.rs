//! Tells an engine what a scene has, and stops it where something else happens.

use std::collections::VecDeque;
use std::panic::resume_unwind;

use super::position::{Asked, Position};
use super::scene::{Item, Scene, words};
use super::told::how;

pub(crate) struct Teller {
    items: VecDeque<Item>,
    chance: VecDeque<String>,
    pub(crate) told: Vec<String>,
    /// How much of it the scene has had too.
    heard: usize,
    own: Option<String>,
    /// The same for a wild, whose colour is still to be named.
    wild: Option<String>,
    skips_start: bool,
}

pub(crate) fn fail(text: String) -> ! {
    resume_unwind(Box::new(text))
}

fn is_up(event: &str) -> bool {
    event.starts_with("up ")
}

impl Teller {
    pub(crate) fn new(scene: &Scene) -> Teller {
        let turns_up = |item: &Item| matches!(item, Item::Event(text) if is_up(text));
        Teller {
            items: scene.items.clone(),
            chance: scene.chance.clone(),
            told: Vec::new(),
            heard: 0,
            own: None,
            wild: None,
            skips_start: !scene.items.iter().any(turns_up),
        }
    }

    /// Goes on to the next decision and gives its word; none at the end of the scene.
    pub(crate) fn next(&mut self, now: &Position) -> Option<String> {
        if std::mem::take(&mut self.skips_start) {
            self.heard = self.told.iter().take_while(|event| is_up(event)).count();
        }
        let last = self.told.last();
        self.wild.take_if(|wild| !now.asks_its_colour(wild) || last == Some(wild));
        if let Some(own) = self.own.take() {
            self.hear(&own);
        }
        while let Some(item) = self.items.pop_front() {
            match item {
                Item::Event(text) => self.hear(&text),
                Item::Anything => self.heard = self.told.len(),
                Item::Check(text) => self.check(&text, now),
                Item::Decision(seat, word) => return Some(self.decide(seat, word, now)),
            }
        }
        self.is_all("the end");
        if !self.chance.is_empty() {
            fail(format!("nobody asked for {:?}", self.chance));
        }
        None
    }

    fn untold(&self) -> String {
        self.told[self.heard..].join("; ")
    }

    fn hear(&mut self, event: &str) {
        if self.told.get(self.heard).is_none_or(|told| told != event) {
            fail(format!("the scene has\n  {event}\nand what happens is\n  {}", self.untold()));
        }
        self.heard += 1;
    }

    /// Checks that the scene has had all that happened.
    fn is_all(&self, before: &str) {
        if self.heard < self.told.len() {
            fail(format!("the scene has not, before {before},\n  {}", self.untold()));
        }
    }

    fn check(&self, item: &str, now: &Position) {
        self.is_all(item);
        let found = now.check(item);
        let in_any_order = ["asks", "playable", "holds"].iter().any(|name| item.starts_with(name));
        if found != item && !(in_any_order && sorted(&found) == sorted(item)) {
            fail(format!("the scene has\n  {item}\nand the table\n  {found}"));
        }
    }

    fn decide(&mut self, seat: usize, word: String, now: &Position) -> String {
        self.is_all(&format!("{seat}:{word}"));
        let asked = now.asked.as_ref().filter(|asked| asked.seat == seat);
        let Some(asked) = asked.filter(|asked| asked.legal.contains(&word)) else {
            fail(format!("the scene has\n  {seat}:{word}\nand the table\n  {}", now.check("asks")));
        };
        self.own = asked.says(&word, self.wild.take());
        if word.starts_with(|letter: char| letter.is_ascii_uppercase() && !"RBGY".contains(letter))
        {
            self.wild = self.own.take();
        }
        // Who wants to call may forget it.
        let forgets = format!("{seat} is silent");
        if matches!(self.items.front(), Some(Item::Event(event)) if *event == forgets) {
            self.own = None;
        }
        word
    }

    fn next_outcome(&mut self) -> String {
        self.chance.pop_front().unwrap_or_else(|| "nothing".to_owned())
    }

    /// The outcome that the scene has for a question.
    pub(crate) fn outcome(&mut self, question: &str) -> String {
        let next = self.next_outcome();
        match next.strip_prefix(question) {
            Some(outcome) => outcome.trim().to_owned(),
            None => fail(format!("asked for {question:?}, the scene has {next:?}")),
        }
    }

    /// The index of the seat with a star among those that are drawn from or race.
    pub(crate) fn star(&mut self, what: &str, seats: &[usize]) -> usize {
        let next = self.next_outcome();
        let question = seats.iter().fold(what.to_owned(), |text, seat| format!("{text} {seat}"));
        match next.split(' ').skip(1).position(|seat| seat.ends_with('*')) {
            Some(index) if next.replacen('*', "", 1) == question => index,
            _ => fail(format!("asked for one of {question:?}, the scene has {next:?}")),
        }
    }

    pub(crate) fn coin(&mut self, what: &str, seat: usize) -> bool {
        match self.outcome(&format!("{what} {seat} ")).as_str() {
            "yes" => true,
            "no" => false,
            other => fail(format!("a coin falls yes or no, not {other:?}")),
        }
    }

    fn number(&mut self, question: &str) -> usize {
        let outcome = self.outcome(question);
        outcome.parse().unwrap_or_else(|_| fail(format!("{question}{outcome}: not a number")))
    }

    pub(crate) fn press(&mut self, seat: usize, least: usize, most: usize) -> usize {
        let thrown = self.number(&format!("press {seat} "));
        if !(least..=most).contains(&thrown) {
            fail(format!("the launcher throws {least} to {most} cards, the scene has {thrown}"));
        }
        thrown
    }

    /// The place from the top where a card goes back into a pile that then has so many.
    pub(crate) fn place(&mut self, cards: usize) -> usize {
        let is_given = self.chance.front().is_some_and(|outcome| outcome.starts_with("back "));
        if is_given { self.number("back ") } else { cards - 1 }
    }

    pub(crate) fn slip(&mut self, what: &str, seat: usize, among: &[String]) -> String {
        let card = self.outcome(&format!("{what} {seat} "));
        if !among.contains(&card) {
            fail(format!("{what} {seat} is one of {among:?}, the scene has {card}"));
        }
        card
    }

    pub(crate) fn shuffle(&mut self, cards: &[String]) -> Vec<String> {
        let order = self.outcome("shuffle ");
        if sorted(&order) != sorted(&cards.join(" ")) {
            fail(format!("the cards to shuffle are {cards:?}, the scene has {order}"));
        }
        words(&order)
    }
}

fn sorted(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split(' ').collect();
    words.sort_unstable();
    words
}

impl Asked {
    /// What a decision says itself, as an event; `wild` is the card whose colour it names.
    fn says(&self, word: &str, wild: Option<String>) -> Option<String> {
        let says = match (self.decision, word) {
            ("colour", _) => return wild.map(|wild| format!("{wild} {word}")),
            ("uno", "uno") => "calls".to_owned(),
            ("uno", _) => "is silent".to_owned(),
            ("play", "pass") => "passes".to_owned(),
            ("drawn", "keep") => "keeps".to_owned(),
            (_, "draw" | "take" | "pass") => return None,
            ("swap", seat) => format!("swaps with {}", &seat[1..]),
            ("target", seat) => format!("targets {}", &seat[1..]),
            ("play" | "drawn" | "answer" | "together", card) => {
                format!("plays {card}{}", how(self.decision))
            }
            _ => return None,
        };
        Some(format!("{} {says}", self.seat))
    }
}

impl Position {
    /// Whether the seat that laid a wild is asked for its colour.
    fn asks_its_colour(&self, wild: &str) -> bool {
        let is_its = |asked: &Asked| wild.starts_with(&format!("{} ", asked.seat));
        self.asked.as_ref().is_some_and(|asked| asked.decision == "colour" && is_its(asked))
    }
}
