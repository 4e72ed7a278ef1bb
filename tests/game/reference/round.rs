//! A round, in the order of § 3 "The order of things".

use serde_json::Value;

use super::cards::Card;
use super::events;
use super::game::Game;
use super::responses::Faced;
use super::settings::{Settings, When};
use super::setup::Start;
use super::world::{Act, Decision, World};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Out,
    /// `last_standing`: one is left.
    Last,
    Stalled,
    /// § 2 `finish.blocked`.
    Blocked,
}

impl Reason {
    pub fn name(self) -> &'static str {
        ["out", "last", "stalled", "blocked"][self as usize]
    }
}

/// How a round ended: the seat that won, if any did, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub winner: Option<usize>,
    pub reason: Reason,
}

#[derive(Clone, Debug)]
pub struct RoundResult {
    /// The record, empty if none was asked for.
    pub events: Vec<Value>,
    /// The winner; with partners the lowest seat of the team.
    pub winner: Option<usize>,
    pub reason: Reason,
    /// Of the hands, by seat.
    pub points: Vec<i64>,
    /// Given in this round, by seat.
    pub scores: Vec<i64>,
    pub turns: u64,
    pub next_dealer: usize,
    pub next_first: usize,
}

pub struct Round<'a> {
    pub game: Game<'a>,
    pub world: &'a mut dyn World,
    /// The record, if one is kept.
    pub events: Option<Vec<Value>>,
    /// The round is over and only the last card's draw is being settled (§ 3.4).
    pub settling: bool,
}

pub fn play_round(
    settings: &Settings,
    start: Start,
    world: &mut dyn World,
    record: bool,
) -> RoundResult {
    let mut round = Round {
        game: Game::new(settings, &start),
        world,
        events: record.then(Vec::new),
        settling: false,
    };
    round.emit(|| start.event());
    let ending = round.turn_up().unwrap_or_else(|| round.turns());
    round.rank_who_is_left(ending);
    round.world.over(&round.game);
    round.result(ending)
}

impl Round<'_> {
    /// Adds an event to the record, if one is kept.
    pub fn emit(&mut self, event: impl FnOnce() -> Value) {
        if let Some(events) = &mut self.events {
            let event = event();
            self.world.heard(&event);
            events.push(event);
        }
    }

    /// Puts a decision to a seat; a single legal act is taken without asking.
    pub fn decide(&mut self, seat: usize, decision: Decision, legal: &[Act]) -> Act {
        if let [only] = legal {
            return *only;
        }
        let act = self.world.decide(&self.game, seat, decision, legal);
        assert!(legal.contains(&act), "seat {seat}: {act:?} is not among {legal:?}");
        act
    }

    /// Tosses a coin, unless the outcome is certain.
    pub fn coin(&mut self, what: &'static str, seat: usize, p: f64) -> bool {
        if p <= 0.0 || p >= 1.0 {
            return p >= 1.0;
        }
        self.world.coin(what, seat, p)
    }

    /// The index of the candidate who is first. A candidate of weight 0 never acts when another has
    /// a positive one; when all weights are 0 nobody acts.
    pub fn race(&mut self, what: &'static str, candidates: &[(usize, f64)]) -> Option<usize> {
        let able: Vec<usize> = (0..candidates.len()).filter(|&i| candidates[i].1 > 0.0).collect();
        if able.len() < 2 {
            return able.first().copied();
        }
        let runners: Vec<(usize, f64)> = able.iter().map(|&i| candidates[i]).collect();
        Some(able[self.world.race(what, &runners)])
    }

    /// Picks one of some seats; a single one is taken without asking.
    pub fn pick(&mut self, what: &'static str, seats: &[usize]) -> usize {
        if let [only] = seats {
            return *only;
        }
        self.world.pick(what, seats)
    }

    /// Picks one of some kinds; a single one is taken without asking.
    pub fn pick_card(&mut self, what: &'static str, seat: usize, kinds: &[Card]) -> Card {
        if let [only] = kinds {
            return *only;
        }
        self.world.pick_card(what, seat, kinds)
    }

    /// Shuffles; fewer than two cards have only one order.
    pub fn shuffle(&mut self, what: &'static str, cards: Vec<Card>) -> Vec<Card> {
        if cards.len() < 2 { cards } else { self.world.shuffle(what, cards) }
    }

    /// § 2 `finish.when` last_standing: whoever is left takes the next place, however the last other
    /// went; otherwise (§ 2 `finish.mercy`) only where nobody has gone out.
    fn rank_who_is_left(&mut self, ending: Ending) {
        let last_standing = self.game.settings.finish.when == When::LastStanding;
        let decided = matches!(ending.reason, Reason::Out | Reason::Last);
        if let [last] = self.game.seats_in_play()[..]
            && decided
            && (last_standing || self.game.places.is_empty())
        {
            self.game.places.push(last);
        }
    }

    fn turns(&mut self) -> Ending {
        loop {
            if let Some(ending) = self.turn() {
                return ending;
            }
        }
    }

    /// § 3.3: a turn begins whenever a seat becomes the player to move, hit or not.
    fn turn(&mut self) -> Option<Ending> {
        if self.game.settings.finish.mercy > 0
            && let Some(ending) = self.is_alone()
        {
            return Some(ending);
        }
        if self.game.out[self.game.to_move] {
            self.game.to_move = self.game.next(self.game.to_move);
        }
        let seat = self.game.to_move;
        self.silence_comes_back(seat);
        // Who wins by coming to move does so before the turn limit is looked at.
        let won = self.wins_by_coming_to_move(seat);
        if won.is_some() {
            return won;
        }
        // First the stall check (§ 2 `play.turn_limit`).
        if self.game.turns >= self.game.settings.play.turn_limit {
            return Some(Ending { winner: None, reason: Reason::Stalled });
        }
        if self.game.seats_in_play().iter().all(|seat| self.game.helpless.contains(seat)) {
            return Some(self.blocked());
        }
        // Then advice, a card out of turn, speech, a false call, each unless the one before it has
        // left somebody alone.
        self.advice(seat);
        if self.game.seats_in_play().len() > 1 {
            self.card_out_of_turn(seat);
        }
        if self.game.seats_in_play().len() > 1 {
            self.speech();
        }
        if !self.game.out[seat] && self.game.seats_in_play().len() > 1 {
            self.false_call(seat);
        }
        // Somebody was knocked out.
        if self.game.out[seat] || self.game.seats_in_play().len() == 1 {
            return None;
        }
        self.name_forgotten_colour(seat);
        // And only then: 1. answer, challenge or take what hits; 2. otherwise play or draw.
        if self.game.pending.is_some() {
            match self.face(seat) {
                Faced::Done(ending) => return ending,
                Faced::Moves => {
                    if self.game.settings.finish.mercy > 0
                        && let Some(ending) = self.is_alone()
                    {
                        return Some(ending);
                    }
                    let won = self.wins_by_coming_to_move(seat);
                    if won.is_some() || self.game.out[seat] {
                        return won;
                    }
                }
            }
        }
        if self.game.pending.is_none() && self.game.losing.remove(&seat) {
            self.lose_turn(seat);
            return None;
        }
        self.move_freely(seat)
    }

    /// § 2 `finish.when` bring_in: whoever goes out wins if their hand is still empty when their
    /// turn comes round again; being skipped (or hit by a draw) is not a turn of theirs.
    fn wins_by_coming_to_move(&mut self, seat: usize) -> Option<Ending> {
        let bring_in = self.game.settings.finish.when == When::BringIn;
        if !bring_in || self.game.pending.is_some() || !self.game.hands[seat].is_empty() {
            return None;
        }
        self.goes_out(seat);
        Some(Ending { winner: Some(seat), reason: Reason::Out })
    }

    pub fn pass_turn(&mut self, from: usize) {
        self.game.to_move = self.game.next(from);
    }

    /// Who was hit has had its turn; the card may say that its player moves once more.
    pub fn pass_from_victim(&mut self, seat: usize) {
        match self.game.again.take() {
            Some(player) if !self.game.out[player] => self.game.to_move = player,
            _ => self.pass_turn(seat),
        }
    }

    /// A turn lost to a skip or a penalty; it is not counted (§ 1 "turn").
    pub fn lose_turn(&mut self, seat: usize) {
        self.emit(|| events::of_seat("lose_turn", seat));
        self.pass_turn(seat);
    }
}
