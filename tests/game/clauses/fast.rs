//! A scene on the core, with any type of cards.

use unobench_core::cards::{Cards, Compact, DrawPile, Kind, KindSet, Roomy};
use unobench_core::game::match_play::MatchPlay;
use unobench_core::game::{
    Action, ActiveRules, Chance, Coin, Decision, Direction, Event, Opening, Race, Round,
    RoundStatus, Scoring, Seat, SeatSet,
};
use unobench_core::rules::{Person, Probability, Weight};

use super::position::{Asked, End, Position, word};
use super::scene::Scene;
use super::teller::{Teller, fail};
use super::told::sentence;
use crate::agreement::record::{Recorder, Translation, reason};
use crate::agreement::tape::{act, race_name};
use crate::support::{apply, kinds_of, open};

/// Plays a scene with one type of cards; not if its cards do not fit in.
pub(crate) type Play = fn(&Scene) -> bool;

/// Every type of cards, the widest last.
pub(crate) const CARDS: [(&str, Play); 2] = [
    ("Compact", |scene| play::<Compact>(scene, Kind::COMPACT)),
    ("Roomy", |scene| play::<Roomy>(scene, Kind::COUNT)),
];

struct World<'a> {
    scene: &'a Scene,
    opening: Opening,
    active_rules: ActiveRules,
    teller: Teller,
    recorder: Recorder,
}

fn play<C: Cards>(scene: &Scene, kinds: usize) -> bool {
    let mut world = World {
        scene,
        opening: Opening::dealt_by(Seat::new(scene.dealer), scene.hands.len()),
        active_rules: ActiveRules::of(&scene.rules),
        teller: Teller::new(scene),
        recorder: Recorder::new(Translation::new(scene.rules.deck.notation())),
    };
    let hands: Vec<Vec<Kind>> = scene.hands.iter().map(|hand| world.kinds(hand)).collect();
    let mut pile = world.kinds(&scene.pile);
    pile.reverse();
    if hands.concat().iter().chain(&pile).any(|kind| kind.index() >= kinds) {
        return false;
    }
    let Ok(mut round) = Round::<C>::with_cards(world.opening, &hands, pile) else { return false };
    open(&mut round, &mut world, &scene.rules.setup);
    while let Some(action) = world.next(&round) {
        apply(&mut round, &mut world, action).unwrap_or_else(|error| fail(error.to_string()));
    }
    true
}

impl World<'_> {
    fn kind(&self, card: &str) -> Kind {
        Kind::parse(card, self.scene.rules.deck.notation())
            .unwrap_or_else(|error| fail(error.to_string()))
    }

    fn kinds(&self, cards: &[String]) -> Vec<Kind> {
        cards.iter().map(|card| self.kind(card)).collect()
    }

    fn texts(&self, kinds: impl IntoIterator<Item = Kind>) -> Vec<String> {
        kinds.into_iter().map(|kind| self.recorder.translation.text(kind).to_owned()).collect()
    }

    fn next<C: Cards>(&mut self, round: &Round<C>) -> Option<Action> {
        let mut legal = Vec::new();
        if round.standing() == RoundStatus::Waits {
            let translation = &self.recorder.translation;
            round.for_each_action(|action| {
                legal.push((word(act(translation, round.decision(), action)), action));
            });
        }
        // A wild is told with its colour.
        let told = self.recorder.events.len() - usize::from(self.recorder.laid_wild);
        self.teller.told = self.recorder.events[..told].iter().filter_map(sentence).collect();
        let words = legal.iter().map(|(word, _)| word.clone()).collect();
        let next = self.teller.next(&self.position(round, words))?;
        legal.into_iter().find(|(word, _)| *word == next).map(|(_, action)| action)
    }

    fn position<C: Cards>(&self, round: &Round<C>, legal: Vec<String>) -> Position {
        let waits = round.standing() == RoundStatus::Waits;
        let up = round.up_card();
        let colour = if up.is_wild() { format!("={}", round.active_colour()) } else { "".into() };
        let hand = |seat| self.texts(kinds_of(round.hand(Seat::new(seat))));
        Position {
            hands: (0..round.players()).map(hand).collect(),
            up: format!("{}{colour}", self.recorder.translation.text(up)),
            turns: round.turns().into(),
            clockwise: round.direction() == Direction::Clockwise,
            silence: round.silence().map(Seat::index),
            end: (!waits).then(|| self.end(round)),
            asked: waits.then(|| Asked {
                seat: round.actor().index(),
                decision: round.decision().name(),
                legal,
                playable: match round.decision() {
                    Decision::Play => self.texts(round.options().playable.iter()),
                    _ => Vec::new(),
                },
            }),
        }
    }

    fn end<C: Cards>(&self, round: &Round<C>) -> End {
        let players = round.players();
        let score = Scoring::of(&self.scene.rules).score(round);
        let mut match_play = MatchPlay::new(&self.scene.rules, players, self.opening);
        match_play.add(&score, round.standing().winner());
        let next = match_play.opening();
        End {
            winners: score.winners.iter().map(Seat::index).collect(),
            reason: reason(round.standing(), &self.scene.rules, round.in_play()),
            points: score.points[..players].iter().map(|&points| points.into()).collect(),
            scores: score.scores[..players].iter().map(|&score| score.into()).collect(),
            next: [next.dealer.index(), next.first.index()],
        }
    }

    fn shuffle(&mut self, kinds: &[Kind]) -> Vec<Kind> {
        let order = self.teller.shuffle(&self.texts(kinds.iter().copied()));
        self.kinds(&order)
    }
}

impl<C: Cards> Chance<C> for World<'_> {
    fn listens(&self) -> bool {
        true
    }

    unobench_core::reads! {
        fn rules(&self) -> &ActiveRules = &self.active_rules;
        fn person(&self, seat: Seat) -> &Person = &self.scene.rules.people.seats[seat.index()];
    }

    fn shuffle_more(&mut self, _pile: &mut C::Pile) {
        unreachable!("the pile is in order");
    }

    fn reshuffled(&mut self, pile: &mut C::Pile) {
        let mut kinds: Vec<Kind> = (0..pile.len()).map(|index| pile.get(index)).collect();
        if kinds.len() > 1 {
            kinds = self.shuffle(&kinds);
        }
        for (index, &kind) in kinds.iter().rev().enumerate() {
            pile.put(index, kind);
        }
        pile.settle_all();
        self.recorder.reshuffle(&kinds);
    }

    fn put_back(&mut self, pile: &mut C::Pile, kind: Kind) {
        let mut kinds: Vec<Kind> = (0..pile.len()).rev().map(|index| pile.get(index)).collect();
        let place = self.teller.place(kinds.len() + 1);
        kinds.insert(place, kind);
        pile.clear();
        kinds.iter().rev().for_each(|&kind| pile.push(kind));
        pile.settle_all();
        self.recorder.put_back(place);
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        cards.copy_from_slice(&self.shuffle(cards));
    }

    fn coin(&mut self, coin: Coin, seat: Seat, _probability: Probability) -> bool {
        self.teller.coin(coin.key(), seat.index())
    }

    fn pick(&mut self, coin: Coin, seats: SeatSet) -> Seat {
        let seats: Vec<usize> = seats.iter().map(Seat::index).collect();
        Seat::new(seats[self.teller.star(coin.key(), &seats)])
    }

    fn pick_card(&mut self, coin: Coin, seat: Seat, kinds: KindSet<C::Word>) -> Kind {
        let among = self.texts(kinds.iter());
        let card = self.teller.slip(coin.key(), seat.index(), &among);
        self.kind(&card)
    }

    fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32 {
        self.teller.press(seat.index(), least as usize, most as usize) as u32
    }

    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize {
        let seats: Vec<usize> = candidates.iter().map(|(seat, _)| seat.index()).collect();
        self.teller.star(race_name(race), &seats)
    }

    fn drawn(&mut self, kind: Kind) {
        self.recorder.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.recorder.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round<C>, event: Event) {
        self.recorder.event(round, event);
    }
}
