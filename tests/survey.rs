//! What a survey counts in a round while it plays, against what the record of the same round says.
//!
//! The first round of a block's statistics is the round that `trace` writes down; the others are
//! those of the same rule set with the dealer set, since who deals changes neither hands nor pile.
//! From the record's events alone hands, up card and leads are followed here, by other means than
//! the library's.

use crate::dir::json;
use serde_json::Value;
use unobench_core::cards::Multiset as _;
use unobench_core::game::{Memory, Round, Seat};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::{
    Judge, Outcome, RoundStats, SeatMap, SeatProspects, Table, TableSetup, open_table,
};
use unobench_record::testing::traced;
use unobench_record::{Form, Trace};
use unobench_tests::{official, rule_set, specs};

const SEED: u64 = 20;

/// Deals of each table.
const BLOCKS: u64 = 3;

/// Rule sets in which what may be played follows from the up card's colour and symbol.
const RULES: &str = "official stacking stacking-mixed seven-zero jump-in double last-standing \
    until-playable keep-drawn penalty-200 swap-hands five-exchange one-turn-reverse partners slam";

/// Keys set on top of the official game, for what no rule set that is shipped brings out.
const CHANGES: [&str; 4] = [
    "play.voluntary_draw=false play.drawn_card=must_play",
    "play.voluntary_draw=false play.bluff=false setup.hand_size=2",
    "play.challenge=take_back hands.launcher=3 setup.hand_size=15",
    "people.forgets_uno=0.4 people.catches_uno=0.4 people.calls_falsely=0.2 \
     uno.false_call_penalty=2 people.advises=0.2 people.plays_out_of_turn=0.2 \
     people.catches_fault=0.5 people.forgets_penalty=0.5 silence.mode=wilds silence.penalty=3 \
     people.talks=0.2",
];

fn rule_sets() -> Vec<RuleSet> {
    RULES.split(' ').map(rule_set).chain(CHANGES.map(official)).collect()
}

fn records(rules: &RuleSet, players: usize, strategies: &[StrategySpec]) -> Vec<Vec<Value>> {
    let mut seating = SeatMap::default();
    (0..players).for_each(|seat| seating[seat] = (seat % strategies.len()) as u8);
    let text = traced(&Trace {
        rules,
        players,
        strategies,
        seatings: &|_| vec![seating],
        games: BLOCKS,
        seed: SEED,
        match_play: false,
        form: Form::JsonLines,
    });
    let mut rounds: Vec<Vec<Value>> = Vec::new();
    for event in String::from_utf8(text).expect("UTF-8").lines().map(json) {
        if event["event"] == "round" {
            rounds.push(Vec::new());
        }
        rounds.last_mut().expect("a record begins with a round").push(event);
    }
    assert_eq!(rounds.len() as u64, BLOCKS);
    rounds
}

/// The statistics with all that a record tells in the place of what was counted.
fn told(record: &[Value], counted: &RoundStats) -> RoundStats {
    let mut reader = Reader::default();
    record.iter().for_each(|event| reader.read(event));
    let end = record.last().expect("a round ends");
    let mut outcome = Outcome {
        first: number(&record[0]["first"]) as u8,
        turns: number(&end["turns"]) as u32,
        stalled: end["reason"] == "stalled",
        ..counted.outcome
    };
    for (seat, score) in end["scores"].as_array().expect("scores").iter().enumerate() {
        outcome.scores[seat] = score.as_i64().expect("points") as i32;
        outcome.hand_points[seat] = number(&end["points"][seat]) as u32;
    }
    let Reader { asked, forced, drawn, prospects, .. } = reader;
    RoundStats { outcome, asked, forced, drawn, prospects }
}

/// The table as the events leave it, and what was counted on the way.
#[derive(Default)]
struct Reader {
    asked: u32,
    forced: u32,
    drawn: u32,
    /// What [`Counter`] would say.
    prospects: Vec<SeatProspects>,
    hands: Vec<Vec<String>>,
    gone: Vec<bool>,
    may_bluff: bool,
    /// Card and colour.
    up: (String, char),
    covered: (String, char),
    /// Whether the draw of this turn was read, so that what is played or kept next is of the same
    /// turn.
    has_drawn: bool,
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn cards(value: &Value) -> Vec<String> {
    value.as_array().expect("cards").iter().map(text).collect()
}

fn colour_of(card: &str) -> Option<char> {
    card.chars().next().filter(|letter| "RBGY".contains(*letter))
}

impl Reader {
    fn read(&mut self, event: &Value) {
        let seat = || number(&event["seat"]);
        match event["event"].as_str().expect("every line has a name") {
            "round" => self.begin(event),
            "turn_up" if event["returned"].is_null() => {
                self.lay(&text(&event["card"]), &Value::Null)
            }
            "name_colour" => self.up.1 = text(&event["colour"]).chars().next().expect("a letter"),
            "play" => self.play(seat(), &text(&event["card"]), event),
            "draw" => self.draw(seat(), event),
            "keep" => {
                if !std::mem::take(&mut self.has_drawn) {
                    self.begin_turn(seat());
                }
            }
            "take_back" => {
                self.hands[seat()].push(text(&event["card"]));
                self.up = self.covered.clone();
            }
            "swap" => self.hands.swap(seat(), number(&event["with"])),
            "rotate" => self.rotate(event["direction"] == 1),
            "exchange" => {
                for (from, to, card) in [("seat", "with", "gives"), ("with", "seat", "gets")] {
                    self.take(number(&event[from]), &text(&event[card]));
                    self.hands[number(&event[to])].push(text(&event[card]));
                }
            }
            "out" => self.gone[seat()] = true,
            "round_end" => self.end(event),
            "turn_up" | "uno" | "caught" | "lose_turn" | "challenge" | "reshuffle" | "misplay"
            | "speaks" | "advises" => {}
            other => panic!("{other} is not followed here"),
        }
    }

    fn begin(&mut self, event: &Value) {
        self.hands = event["hands"].as_array().expect("hands").iter().map(cards).collect();
        self.gone = vec![false; self.hands.len()];
        self.may_bluff = event["settings"]["play"]["bluff"] == true;
    }

    fn lay(&mut self, card: &str, named: &Value) {
        let colour =
            colour_of(card).or_else(|| named.as_str()?.chars().next()).unwrap_or(self.up.1);
        self.covered = std::mem::replace(&mut self.up, (card.to_owned(), colour));
    }

    fn play(&mut self, seat: usize, card: &str, event: &Value) {
        if event["how"] == "turn" {
            self.begin_turn(seat);
        }
        self.has_drawn = false;
        self.take(seat, card);
        self.lay(card, &event["colour"]);
    }

    fn draw(&mut self, seat: usize, event: &Value) {
        if event["why"] == "turn" {
            self.begin_turn(seat);
            self.has_drawn = true;
        }
        let cards = cards(&event["cards"]);
        self.drawn += cards.len() as u32;
        self.hands[seat].extend(cards);
    }

    fn take(&mut self, seat: usize, card: &str) {
        let place = self.hands[seat].iter().position(|held| held == card);
        self.hands[seat].swap_remove(place.expect("who gives a card away has it"));
    }

    fn rotate(&mut self, clockwise: bool) {
        let seats: Vec<usize> = (0..self.hands.len()).filter(|&seat| !self.gone[seat]).collect();
        let hands: Vec<Vec<String>> = seats.iter().map(|&seat| self.hands[seat].clone()).collect();
        for (place, hand) in hands.into_iter().enumerate() {
            let to = if clockwise { place + 1 } else { place + seats.len() - 1 };
            self.hands[seats[to % seats.len()]] = hand;
        }
    }

    /// The kinds that may be played, dishonest wild draw fours among them where one may bluff.
    fn playable(&self, seat: usize) -> usize {
        let fits = |card: &&String| {
            let same_symbol = colour_of(&self.up.0).is_some() && card[1..] == self.up.0[1..];
            colour_of(card).is_none_or(|colour| colour == self.up.1 || same_symbol)
        };
        let honest = !self.hands[seat].iter().any(|card| colour_of(card) == Some(self.up.1));
        let mut kinds: Vec<&String> = self.hands[seat].iter().filter(fits).collect();
        kinds.retain(|card| self.may_bluff || honest || *card != "W+4");
        kinds.sort();
        kinds.dedup();
        kinds.len()
    }

    /// A turn without a card to play is forced too; leaving it out would make the others look freer.
    fn begin_turn(&mut self, seat: usize) {
        self.asked += 1;
        self.forced += u32::from(self.playable(seat) <= 1);
        if !self.gone.contains(&true) {
            let mut sizes = [0; MAX_SEATS];
            sizes.iter_mut().zip(&self.hands).for_each(|(size, hand)| *size = hand.len() as i32);
            self.prospects.push(sizes);
        }
    }

    fn end(&mut self, event: &Value) {
        for (followed, told) in self.hands.iter_mut().zip(event["hands"].as_array().expect("hands"))
        {
            let mut told = cards(told);
            followed.sort();
            told.sort();
            assert_eq!(*followed, told, "the hands are followed rightly");
        }
    }
}

struct Counter;

impl Judge for Counter {
    fn prospects(&self, round: &Round, _memory: &Memory) -> SeatProspects {
        let mut sizes = [0; MAX_SEATS];
        let seats = (0..round.players()).map(Seat::new);
        seats.for_each(|seat| sizes[seat.index()] = round.hand(seat).len() as i32);
        sizes
    }
}

fn stats(table: &dyn Table, judge: Option<&dyn Judge>) -> Vec<Vec<RoundStats>> {
    let round_stats = |block| {
        let mut stats = Vec::new();
        table.stats_block(block, judge, &mut stats);
        stats
    };
    (0..BLOCKS).map(round_stats).collect()
}

fn compare(rules: &RuleSet, players: usize, strategies: &[StrategySpec]) {
    let setup = TableSetup::new(rules, players, strategies, false, SEED);
    let name = format!("{} at {players}", rules.name);
    let stats = stats(&*setup.clone().table(), Some(&Counter));
    let mut unjudged = stats.clone();
    unjudged.iter_mut().flatten().for_each(|round| round.prospects.clear());
    for table in [setup.clone().table(), open_table(setup)] {
        assert_eq!(unjudged, self::stats(&*table, None), "{name}: it plays otherwise");
    }
    let own = records(rules, players, strategies);
    let begun_by = |first: usize| {
        let mut rules = rules.clone();
        let dealer = format!("setup.first_dealer={}", (first + players - 1) % players);
        rules.set(&dealer).expect("a seat may deal");
        records(&rules, players, strategies)
    };
    let by_first: Vec<_> = (0..players).map(begun_by).collect();
    for (block, stats) in stats.iter().enumerate() {
        assert_eq!(stats.len(), players);
        assert_eq!(stats[0], told(&own[block], &stats[0]), "{name}, block {block}");
        for (turn, counted) in stats.iter().enumerate() {
            let first = (usize::from(stats[0].outcome.first) + turn) % players;
            let record = &by_first[first][block];
            let place = format!("{name}, block {block}, round {turn}");
            for key in ["hands", "draw_pile"] {
                assert_eq!(record[0][key], own[block][0][key], "{place}: the deal is the same");
            }
            assert_eq!(*counted, told(record, counted), "{place}");
        }
    }
}

#[test]
fn statistics_are_what_the_records_tell() {
    for rules in rule_sets() {
        for players in [2, 3, 4, 6] {
            if rules.validate_for(players).is_ok() {
                compare(&rules, players, &specs(&["random"]));
            }
        }
    }
}

#[test]
fn statistics_seat_the_strategies_in_their_order() {
    for rules in ["official", "stacking", "seven-zero"] {
        let rules = rule_set(rules);
        compare(&rules, 4, &specs(&["most-colour", "random", "high-points"]));
    }
}

/// A stall is rare, so it is forced: with a limit of few turns no game is won.
#[test]
fn the_turns_of_a_round_that_stalls_are_counted() {
    let rules = official("play.turn_limit=100 setup.hand_size=20");
    compare(&rules, 4, &specs(&["random"]));
    let table = TableSetup::new(&rules, 4, &specs(&["random"]), false, SEED).table();
    let stats = stats(&*table, None).concat();
    let stalled: Vec<_> = stats.iter().filter(|stats| stats.outcome.stalled).collect();
    assert!(!stalled.is_empty());
    assert!(stalled.iter().all(|stats| 0 < stats.asked && stats.asked <= stats.outcome.turns));
}
