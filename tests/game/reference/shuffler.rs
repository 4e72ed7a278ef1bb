//! A world of its own, for the official game: a small generator, full shuffles, and the two naive
//! players.

use super::cards::{Card, deck};
use super::game::Game;
use super::match_play::MatchPlay;
use super::players::{naive_high_points, random_support};
use super::settings::Settings;
use super::setup::Start;
use super::world::{Act, Decision, World};

/// SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Rng(pub u64);

impl Rng {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0..n, the bias of which (n / 2^64) is nothing to these small n.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.word()) * n as u128) >> 64) as usize
    }

    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    Random,
    HighPoints,
}

/// Why the other questions are not put.
const NOBODY: &str = "nobody errs or throws in the official game";

/// A world that plays on its own.
pub struct Shuffler {
    pub rng: Rng,
    pub players: Vec<Player>,
}

impl Shuffler {
    pub fn new(seed: u64, players: Vec<Player>) -> Shuffler {
        Shuffler { rng: Rng(seed), players }
    }

    pub fn deal(&mut self, settings: &Settings, so_far: &MatchPlay<'_>) -> Start {
        let mut cards = deck(settings);
        self.rng.shuffle(&mut cards);
        let mut draw_pile = cards.into_iter();
        let hand_size = settings.setup.hand_size;
        let hands = self.players.iter().map(|_| draw_pile.by_ref().take(hand_size).collect());
        Start {
            rules: "reference".to_string(),
            settings: serde_json::Value::Null,
            block: 0,
            seating: 0,
            round: so_far.rounds,
            players: self.players.iter().map(|p| format!("{p:?}")).collect(),
            dealer: so_far.dealer,
            first: so_far.first,
            hands: hands.collect(),
            draw_pile: draw_pile.collect(),
            totals: so_far.totals.clone(),
        }
    }
}

impl World for Shuffler {
    fn decide(&mut self, game: &Game<'_>, seat: usize, decision: Decision, legal: &[Act]) -> Act {
        match self.players[seat] {
            Player::Random => self.rng.choose(&random_support(game, seat, decision, legal)),
            Player::HighPoints => naive_high_points(game, seat, decision, legal),
        }
    }

    fn coin(&mut self, what: &'static str, _seat: usize, _p: f64) -> bool {
        unreachable!("{NOBODY}: {what}")
    }

    fn race(&mut self, what: &'static str, _candidates: &[(usize, f64)]) -> usize {
        unreachable!("{NOBODY}: {what}")
    }

    fn pick(&mut self, what: &'static str, _seats: &[usize]) -> usize {
        unreachable!("{NOBODY}: {what}")
    }

    fn pick_card(&mut self, what: &'static str, _seat: usize, _cards: &[Card]) -> Card {
        unreachable!("{NOBODY}: {what}")
    }

    fn place(&mut self, n: usize) -> usize {
        self.rng.below(n)
    }

    fn throw(&mut self, _seat: usize, _least: usize, _max: usize) -> usize {
        unreachable!("{NOBODY}: throw")
    }

    fn shuffle(&mut self, _what: &'static str, mut cards: Vec<Card>) -> Vec<Card> {
        self.rng.shuffle(&mut cards);
        cards
    }
}
