//! Match play: round after round until the scoring says who won. Catalogue: `[scoring]`,
//! `setup.next_dealer`.

use super::{Opening, RoundScore, Seat, SeatSet};
use crate::rules::{MAX_SEATS, NextDealer, RuleSet, ScoringMethod, ScoringRules};

/// Rounds in a row that may change no total, stalled, blocked or won for nothing, before a match
/// that is played to a target ends without a winner.
pub const MAX_IDLE_ROUNDS: u32 = 20;

/// Rounds in a row in which no total may reach a new high, before such a match ends so too: a last
/// downpour takes points away, so that totals may change for ever.
pub const MAX_ROUNDS_WITHOUT_HIGH: u32 = 1000;

/// How a match stands.
///
/// # Examples
///
/// ```
/// use unobench_core::game::match_play::MatchPlay;
/// use unobench_core::game::{Opening, RoundScore, Seat, SeatSet};
/// use unobench_core::rules::{MAX_SEATS, RuleSet};
///
/// let opening = Opening::dealt_by(Seat::S0, 2);
/// let mut game = MatchPlay::new(&RuleSet::official(), 2, opening);
/// let mut score = RoundScore {
///     winners: SeatSet::EMPTY.with(Seat::S1),
///     points: [0; MAX_SEATS],
///     scores: [0; MAX_SEATS],
/// };
/// score.scores[1] = 300;
/// assert_eq!(game.add(&score, Some(Seat::S1)), None);
/// assert_eq!(game.opening().dealer, Seat::S1);
/// assert_eq!(game.ahead(), Some(score.winners), "300 points are half of 500");
/// let end = game.add(&score, Some(Seat::S1)).expect("600 points are enough");
/// assert!(end.winners.contains(Seat::S1) && game.rounds() == 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct MatchPlay {
    rules: ScoringRules,
    next_dealer: NextDealer,
    players: usize,
    totals: [i32; MAX_SEATS],
    rounds_won: [i32; MAX_SEATS],
    rounds: u32,
    idle_rounds: u32,
    highest: i32,
    rounds_without_high: u32,
    opening: Opening,
    ahead: Option<SeatSet>,
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchEnd {
    /// The seats credited with the win; none where totals tie or nobody won any more.
    pub winners: SeatSet,
    /// Whether it ended because no total moved any more, see [`MAX_IDLE_ROUNDS`], or none rose, see
    /// [`MAX_ROUNDS_WITHOUT_HIGH`].
    pub stalled: bool,
}

impl MatchPlay {
    /// A match about to begin.
    pub fn new(rules: &RuleSet, players: usize, opening: Opening) -> MatchPlay {
        MatchPlay {
            rules: rules.scoring,
            next_dealer: rules.setup.next_dealer,
            players,
            totals: [0; MAX_SEATS],
            rounds_won: [0; MAX_SEATS],
            rounds: 0,
            idle_rounds: 0,
            highest: 0,
            rounds_without_high: 0,
            opening,
            ahead: None,
        }
    }

    reads! {
        /// Who deals the next round and who is first.
        pub fn opening(&self) -> Opening = self.opening;
        /// Match points so far.
        pub fn totals(&self) -> &[i32; MAX_SEATS] = &self.totals;
        /// Rounds played so far.
        pub fn rounds(&self) -> u32 = self.rounds;
        /// The seats that would have won if the match had ended when half of it was played: when
        /// somebody reached half the target, or after half the rounds. None before that; nobody
        /// where totals tied.
        pub fn ahead(&self) -> Option<SeatSet> = self.ahead;
    }

    /// Adds a finished round; says how the match ended, if it did. `winner` is who won it, none
    /// after a stall.
    pub fn add(&mut self, score: &RoundScore, winner: Option<Seat>) -> Option<MatchEnd> {
        for (total, given) in self.totals.iter_mut().zip(score.scores) {
            *total += given;
        }
        for seat in score.winners.iter() {
            self.rounds_won[seat.index()] += 1;
        }
        self.rounds += 1;
        self.note_progress(score);
        self.opening = self.next_opening(score, winner);
        if self.ahead.is_none() && self.is_played(2) {
            self.ahead = Some(self.winners());
        }
        if self.gets_nowhere() {
            return Some(MatchEnd { winners: SeatSet::EMPTY, stalled: true });
        }
        self.is_played(1).then(|| MatchEnd { winners: self.winners(), stalled: false })
    }

    /// Counts the rounds since a total moved, and since one rose above all before.
    fn note_progress(&mut self, score: &RoundScore) {
        let is_idle = score.scores.iter().all(|&given| given == 0);
        self.idle_rounds = if is_idle { self.idle_rounds + 1 } else { 0 };
        let highest = self.totals[..self.players].iter().copied().fold(self.highest, i32::max);
        let rises = highest > self.highest;
        self.rounds_without_high = if rises { 0 } else { self.rounds_without_high + 1 };
        self.highest = highest;
    }

    /// Whether a match to a target ends without a winner, for the target would never be reached.
    /// One of so many rounds ends by their number. Catalogue: `[scoring]`.
    fn gets_nowhere(&self) -> bool {
        self.rules.rounds == 0
            && !self.is_played(1)
            && (self.idle_rounds >= MAX_IDLE_ROUNDS
                || self.rounds_without_high >= MAX_ROUNDS_WITHOUT_HIGH)
    }

    /// Catalogue: `setup.next_dealer`; § 3 fine print on lazy.
    fn next_opening(&self, score: &RoundScore, winner: Option<Seat>) -> Opening {
        let rotated = Seat::new((self.opening.dealer.index() + 1) % self.players);
        match (self.next_dealer, winner) {
            (NextDealer::Loser, Some(winner)) => {
                Opening { dealer: self.loser(score, winner), first: winner }
            }
            _ => Opening::dealt_by(rotated, self.players),
        }
    }

    /// Who has most points in hand but the winner, the lowest seat among equals.
    fn loser(&self, score: &RoundScore, winner: Seat) -> Seat {
        let others = (0..self.players).rev().filter(|&seat| seat != winner.index());
        Seat::new(others.max_by_key(|&seat| score.points[seat]).expect("a table has other seats"))
    }

    /// Whether it is over or, of two parts, the first is. Catalogue: `scoring.rounds`,
    /// `scoring.target`.
    fn is_played(&self, parts: u32) -> bool {
        if self.rules.rounds > 0 {
            return self.rounds * parts >= self.rules.rounds;
        }
        let reached =
            |&total: &i32| i64::from(total) * i64::from(parts) >= i64::from(self.rules.target);
        self.totals[..self.players].iter().any(reached)
    }

    /// Who has the best total; equal totals: nobody. Catalogue: `scoring.at_target`,
    /// `scoring.rounds`, `scoring.partners`.
    fn winners(&self) -> SeatSet {
        let values = match self.rules.method {
            ScoringMethod::Lazy => self.rounds_won,
            _ if self.rules.fewest_win() => self.totals.map(|total| -total),
            _ => self.totals,
        };
        // A pair of partners stands at its lower seat, with the higher of its two totals.
        let half = self.players / 2;
        let teams = if self.rules.partners { half } else { self.players };
        let value = |team: usize| {
            if self.rules.partners { values[team].max(values[team + half]) } else { values[team] }
        };
        let best = (0..teams).map(value).max().expect("a table has seats");
        let mut leaders = (0..teams).filter(|&team| value(team) == best);
        let (first, second) = (leaders.next(), leaders.next());
        match (first, second) {
            (Some(team), None) if self.rules.partners => {
                SeatSet::EMPTY.with(Seat::new(team)).with(Seat::new(team + half))
            }
            (Some(seat), None) => SeatSet::EMPTY.with(Seat::new(seat)),
            _ => SeatSet::EMPTY,
        }
    }
}
