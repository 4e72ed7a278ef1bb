//! A round of the fast engine, written down so that another engine can play it again.

use super::minds::Mind;
use super::mirror::Mirror;
use super::outcome_source::OutcomeSource;
use super::position::Position;
use super::record::{Recorder, Translation};
use crate::reference::{self, Act, Card, Start};
use crate::support::*;
use unobench_core::cards::BitsWitness;
use unobench_core::game::{Coin, Race, TurnEvents};
use unobench_core::rules::{People, Probability, Weight};

/// A question that a round puts; cards and acts are in order, a probability is in billionths.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Question {
    Decision { seat: usize, decision: reference::Decision, legal: Vec<Act> },
    Coin { what: &'static str, seat: usize, billionths: u64 },
    Race { what: &'static str, candidates: Vec<(usize, f64)> },
    Pick { what: &'static str, seats: Vec<usize> },
    PickCard { what: &'static str, seat: usize, cards: Vec<Card> },
    Press { seat: usize, least: usize, most: usize },
    Place { n: usize },
    Shuffle { what: &'static str, cards: Vec<Card> },
}

impl Question {
    pub(crate) fn decision(seat: usize, decision: reference::Decision, legal: &[Act]) -> Question {
        Question::Decision { seat, decision, legal: sorted(legal.to_vec()) }
    }

    pub(crate) fn coin(what: &'static str, seat: usize, p: f64) -> Question {
        Question::Coin { what, seat, billionths: (p * 1e9).round() as u64 }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Act(Act),
    /// A seat, a candidate, a place, a number of cards, or whether a coin is up.
    Number(usize),
    Cards(Vec<Card>),
}

impl Outcome {
    pub(crate) fn number(&self) -> usize {
        let Outcome::Number(number) = self else { panic!("{self:?}") };
        *number
    }

    pub(crate) fn cards(self) -> Vec<Card> {
        let Outcome::Cards(cards) = self else { panic!("{self:?}") };
        cards
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tape {
    pub(crate) start: Start,
    /// The questions, each with the number of events before it and its outcome.
    pub(crate) entries: Vec<(usize, Question, Outcome)>,
    /// The table at each decision and at the end, if anybody looks.
    pub(crate) positions: Vec<Position>,
    /// The record without its first line.
    pub(crate) events: Vec<Value>,
    pub(crate) standing: RoundStatus,
    pub(crate) score: unobench_core::game::RoundScore,
    pub(crate) turns: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deal {
    /// An own shuffle, an ordered pile.
    Laid,
    /// The same, but the numbers are dealt first: long hands leave nothing but actions and wilds.
    NumbersFirst,
    Live,
}

pub(crate) struct Table<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) active_rules: &'a ActiveRules,
    pub(crate) line_up: &'a [String],
    pub(crate) key: RoundKey,
    pub(crate) deal: Deal,
    pub(crate) opening: Opening,
    pub(crate) round: u32,
    pub(crate) totals: [i32; MAX_SEATS],
    pub(crate) looks: bool,
}

pub(crate) struct TapeChance<'a, C> {
    active_rules: &'a ActiveRules,
    people: &'a People,
    source: OutcomeSource<'a, C>,
    recorder: Recorder,
    entries: Vec<(usize, Question, Outcome)>,
    /// Whether the arena's streams have said that nobody acts on this turn.
    quiet: bool,
    /// Whose hand is the last on the pile, where the arena's streams have said so.
    last_hand: Option<Seat>,
}

impl Table<'_> {
    pub(crate) fn play<C: Cards>(&self) -> Tape {
        let translation = Translation::new(self.rules.deck.notation());
        let (mut round, source) = self.deal::<C>();
        let start = self.start(&round, &translation);
        let recorder = Recorder::new(translation);
        let mut chance = TapeChance {
            active_rules: self.active_rules,
            people: &self.rules.people,
            source,
            recorder,
            entries: Vec::new(),
            quiet: false,
            last_hand: None,
        };
        let seated = self.line_up.iter().enumerate();
        let mut minds: Vec<Mind> =
            seated.map(|(seat, name)| Mind::new(name, self.key, seat)).collect();
        let mut positions = Vec::new();
        open(&mut round, &mut chance, &self.rules.setup);
        loop {
            if self.looks {
                // One seat after the other.
                let looker = positions.len() % self.line_up.len();
                positions.push(Position::shown(self, &chance.recorder.translation, &round, looker));
            }
            if round.standing() != RoundStatus::Waits {
                break;
            }
            let action =
                minds[round.actor().index()].decide(&round, self.active_rules, &self.totals);
            chance.decision(&round, action);
            apply(&mut round, &mut chance, action).unwrap_or_else(|error| panic!("{error}"));
        }
        let score = Scoring::of(self.rules).score(&round);
        chance.recorder.ended(&round, &score, self.rules);
        let mut tape = Tape {
            start,
            entries: chance.entries,
            positions,
            events: chance.recorder.events,
            standing: round.standing(),
            score,
            turns: round.turns(),
        };
        if let OutcomeSource::Live(_, mirror) = chance.source {
            tape.tell_orders(&mirror, &chance.recorder.translation);
        }
        tape
    }

    fn deal<C: Cards>(&self) -> (Round<C>, OutcomeSource<'_, C>) {
        let mut rng = self.key.stream(Purpose::Deal, 0);
        match self.deal {
            Deal::Laid | Deal::NumbersFirst => {
                let mut cards: Vec<Kind> = self.rules.deck.cards().cards().collect();
                rng.shuffle(&mut cards);
                if self.deal == Deal::NumbersFirst {
                    cards.sort_by_key(|kind| std::cmp::Reverse(kind.symbol()));
                }
                let hand_size = usize::from(self.rules.setup.hand_size);
                let hands: Vec<Vec<Kind>> =
                    self.line_up.iter().map(|_| cards.split_off(cards.len() - hand_size)).collect();
                rng.shuffle(&mut cards);
                let round =
                    Round::with_cards(self.opening, &hands, cards).expect("the cards of one deck");
                (round, OutcomeSource::Laid(rng))
            }
            Deal::Live => {
                let prepared = Prepared::<C>::new(self.rules, self.line_up.len());
                let round = prepared.deal(self.opening, &mut rng);
                let live = RandomChance::new(self.active_rules, &self.rules.people, self.key, rng);
                (round, OutcomeSource::Live(Box::new(live), Mirror::new(pile_kinds(&round))))
            }
        }
    }

    fn start<C: Cards>(&self, round: &Round<C>, translation: &Translation) -> Start {
        let players = self.line_up.len();
        let hand = |seat| translation.cards(kinds_of(round.hand(Seat::new(seat))));
        Start {
            rules: self.rules.name.clone(),
            settings: Value::Null,
            block: 0,
            seating: 0,
            round: u64::from(self.round),
            players: self.line_up.to_vec(),
            dealer: self.opening.dealer.index(),
            first: self.opening.first.index(),
            hands: (0..players).map(hand).collect(),
            draw_pile: translation.cards(pile_kinds(round).into_iter().rev()),
            totals: self.totals[..players].iter().map(|&total| i64::from(total)).collect(),
        }
    }
}

impl Tape {
    /// Fills in what only the end of the round tells: how the piles lay.
    fn tell_orders(&mut self, mirror: &Mirror, translation: &Translation) {
        let mut orders = mirror.orders().into_iter();
        let mut places = mirror.places().into_iter();
        self.start.draw_pile = translation.cards(orders.next().expect("the deal"));
        let mut reshuffles = orders.clone();
        for event in &mut self.events {
            if event["event"] == "reshuffle" {
                event["draw_pile"] = translation.texts(&reshuffles.next().expect("a reshuffle"));
            }
        }
        let mut turned_up = self.events.iter_mut().filter(|event| event["returned"] == true);
        for (_, question, outcome) in &mut self.entries {
            match question {
                Question::Place { .. } => {
                    let place = places.next().expect("a card that went back");
                    *outcome = Outcome::Number(place);
                    turned_up.next().expect("a card that went back")["place"] = place.into();
                }
                Question::Shuffle { what: "reshuffle", cards } => {
                    // A reshuffle of a single card is no question.
                    let order = orders
                        .by_ref()
                        .map(|order| translation.cards(order))
                        .find(|order| order.len() > 1)
                        .expect("a reshuffle");
                    *cards = sorted(order.clone());
                    *outcome = Outcome::Cards(order);
                }
                _ => {}
            }
        }
    }
}

impl<C: Cards> TapeChance<'_, C> {
    fn ask(&mut self, question: Question, outcome: Outcome) {
        self.entries.push((self.recorder.events.len(), question, outcome));
    }

    fn ask_number(&mut self, question: Question, number: usize) {
        self.ask(question, Outcome::Number(number));
    }

    fn ask_order(&mut self, what: &'static str, order: &[Kind]) {
        let order = self.recorder.translation.cards(order.iter().copied());
        self.ask(Question::Shuffle { what, cards: sorted(order.clone()) }, Outcome::Cards(order));
    }

    fn ask_coin(&mut self, coin: Coin, seat: Seat, probability: Probability, up: bool) {
        let question = Question::coin(coin.key(), seat.index(), probability.to_f64());
        self.ask_number(question, usize::from(up));
    }

    /// Which seat is drawn and how its coin falls. The arena's streams do not say who was drawn
    /// where nobody acts: somebody who need not.
    fn drawn_for(&mut self, coin: Coin, seats: SeatSet, acts: Option<Seat>) -> (Seat, bool) {
        let people = self.people;
        let likelihood = |seat: Seat| coin.probability(&people.seats[seat.index()]);
        match (&mut self.source, acts) {
            (OutcomeSource::Laid(rng), _) => {
                let seat = seats.nth(rng.below(seats.len()) as usize);
                (seat, rng.coin(likelihood(seat).raw()))
            }
            (_, Some(seat)) => (seat, true),
            (_, None) => {
                let need_not = |&seat: &Seat| !likelihood(seat).is_always();
                (seats.iter().find(need_not).expect("somebody who need not act"), false)
            }
        }
    }

    fn decision(&mut self, round: &Round<C>, action: Action) {
        let translate = |action| act(&self.recorder.translation, round.decision(), action);
        let mut legal = Vec::new();
        round.for_each_action(|action| legal.push(translate(action)));
        assert!(legal.len() > 1, "one action is no decision: {:?} {legal:?}", round.decision());
        let act = translate(action);
        let question = Question::decision(round.actor().index(), round.decision().name(), &legal);
        self.ask(question, Outcome::Act(act));
    }
}

impl<C: Cards> Chance<C> for TapeChance<'_, C> {
    fn listens(&self) -> bool {
        true
    }

    fn rules(&self) -> &ActiveRules {
        self.active_rules
    }

    fn person(&self, seat: Seat) -> &unobench_core::rules::Person {
        &self.people.seats[seat.index()]
    }

    fn shuffle_more(&mut self, pile: &mut C::Pile) {
        let OutcomeSource::Live(live, _) = &mut self.source else {
            unreachable!("a pile that was laid is in order")
        };
        live.shuffle_more(pile);
    }

    fn reshuffled(&mut self, pile: &mut C::Pile) {
        let order = self.source.reshuffle(pile).unwrap_or_default();
        if pile.len() > 1 {
            self.ask_order("reshuffle", &order);
        }
        self.recorder.reshuffle(&order);
    }

    fn put_back(&mut self, pile: &mut C::Pile, kind: Kind) {
        let place = self.source.put_back(pile, kind).unwrap_or(0);
        self.ask_number(Question::Place { n: pile.len() }, place);
        self.recorder.put_back(place);
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        match &mut self.source {
            OutcomeSource::Laid(rng) => rng.shuffle(cards),
            OutcomeSource::Live(live, _) => live.crash(cards),
        }
        self.ask_order("crash", cards);
    }

    fn coin(&mut self, coin: Coin, seat: Seat, probability: Probability) -> bool {
        let up = match &mut self.source {
            OutcomeSource::Laid(rng) => rng.coin(probability.raw()),
            OutcomeSource::Live(live, _) => live.coin(coin, seat, probability),
        };
        self.ask_coin(coin, seat, probability, up);
        up
    }

    fn pick(&mut self, _coin: Coin, _seats: SeatSet) -> Seat {
        unreachable!("seats are drawn in `one_of`")
    }

    /// The questions of a quiet turn are asked all the same, for the naive engine will ask them.
    fn is_surely_quiet(&mut self, most: u64) -> bool {
        self.quiet = match &mut self.source {
            OutcomeSource::Laid(_) => false,
            OutcomeSource::Live(live, _) => live.is_surely_quiet(most),
        };
        false
    }

    fn is_quiet(&mut self, noise: u64) -> bool {
        if let (OutcomeSource::Live(live, _), false) = (&mut self.source, self.quiet) {
            self.quiet = live.is_quiet(noise);
        }
        false
    }

    fn may_act(&mut self, turn_events: &TurnEvents) {
        if let (OutcomeSource::Live(live, _), false) = (&mut self.source, self.quiet) {
            live.may_act(turn_events);
        }
    }

    fn one_of(
        &mut self,
        round: &Round<C>,
        coin: Coin,
        seats: SeatSet,
        most: Probability,
    ) -> Option<Seat> {
        let people = self.people;
        let acts = match &mut self.source {
            OutcomeSource::Live(live, _) if !self.quiet => live.one_of(round, coin, seats, most),
            _ => None,
        };
        if most.is_never()
            || seats.iter().all(|seat| coin.probability(&people.seats[seat.index()]).is_never())
        {
            return None;
        }
        let (seat, up) = self.drawn_for(coin, seats, acts);
        let probability = coin.probability(&self.people.seats[seat.index()]);
        if seats.len() > 1 {
            let seats = seats.iter().map(Seat::index).collect();
            self.ask_number(Question::Pick { what: coin.key(), seats }, seat.index());
        }
        if !probability.is_never() && !probability.is_always() {
            self.ask_coin(coin, seat, probability, up);
        }
        up.then_some(seat)
    }

    fn pick_card(&mut self, coin: Coin, seat: Seat, kinds: KindSet<C::Word>) -> Kind {
        let kind = match &mut self.source {
            OutcomeSource::Laid(rng) => kinds.nth(BitsWitness::PORTABLE, rng.below(kinds.len())),
            OutcomeSource::Live(live, _) => live.pick_card(coin, seat, kinds),
        };
        let translation = &self.recorder.translation;
        let cards = sorted(translation.cards(kinds.iter()));
        let outcome = Outcome::Cards(vec![translation.card(kind)]);
        self.ask(Question::PickCard { what: coin.key(), seat: seat.index(), cards }, outcome);
        kind
    }

    fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32 {
        let thrown = match &mut self.source {
            OutcomeSource::Laid(rng) => least + rng.below(most - least + 1),
            OutcomeSource::Live(live, _) => live.press(seat, least, most),
        };
        let [least, most] = [least, most].map(|number| number as usize);
        self.ask_number(Question::Press { seat: seat.index(), least, most }, thrown as usize);
        thrown
    }

    /// The naive engine is told races that end as the arena's streams say.
    fn last_hand(&mut self, round: &Round<C>) -> Option<Seat> {
        if let OutcomeSource::Live(live, _) = &mut self.source {
            self.last_hand = live.last_hand(round);
        }
        round.last_of_races(self)
    }

    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize {
        let winner = match (self.last_hand, &mut self.source) {
            (Some(last), _) if race == Race::Slam => candidates
                .iter()
                .position(|(seat, _)| *seat != last)
                .expect("two or more candidates"),
            (_, OutcomeSource::Laid(rng)) => rng.below(candidates.len() as u32) as usize,
            (_, OutcomeSource::Live(live, _)) => live.race(race, candidates),
        };
        let what = race_name(race);
        let candidates =
            candidates.iter().map(|(seat, weight)| (seat.index(), weight.to_f64())).collect();
        self.ask_number(Question::Race { what, candidates }, winner);
        winner
    }

    fn drawn(&mut self, kind: Kind) {
        self.source.drawn(kind);
        self.recorder.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.recorder.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round<C>, event: Event) {
        if let Event::TurnUp { card, .. } = event {
            self.source.drawn(card);
        }
        self.recorder.event(round, event);
    }
}

/// What a race is about, in the naive engine's word.
pub(crate) fn race_name(race: Race) -> &'static str {
    ["uno", "penalty", "colour", "slam", "jump_in"][race as usize]
}

pub(crate) fn opening(players: usize, rng: &mut Rng) -> Opening {
    Opening::dealt_by(Seat::new(rng.below(players as u32) as usize), players)
}

pub(crate) fn colour(colour: Colour) -> reference::Colour {
    reference::Colour::from_letter(colour.letter()).expect("both have the same four colours")
}

pub(crate) fn act(translation: &Translation, decision: Decision, action: Action) -> Act {
    match (action, decision) {
        (Action::Card(kind), _) => Act::Card(translation.card(kind)),
        (Action::Colour(named), _) => Act::Colour(colour(named)),
        (Action::Seat(seat), _) => Act::Seat(seat.index()),
        (Action::Yes, Decision::Uno) => Act::Call,
        (Action::Yes, _) => Act::Challenge,
        (Action::Pass, Decision::Play) => Act::Pass,
        (Action::No, Decision::Play) => Act::Draw,
        (Action::No, Decision::Drawn) => Act::Keep,
        (Action::No, Decision::Answer) => Act::Take,
        (Action::No, Decision::Challenge) => Act::Accept,
        (Action::No, Decision::Uno) => Act::Silent,
        (Action::No | Action::Pass, _) => Act::Pass,
    }
}
