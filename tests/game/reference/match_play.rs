//! § 2 `[scoring]` over a match: rounds until the scoring says so.

use super::round::RoundResult;
use super::scoring::team;
use super::settings::{AtTarget, Method, Settings};

/// § 2 `[scoring]`: a match ends without a winner after so many rounds in a row that change no total.
const ROUNDS_WITHOUT_CHANGE: usize = 20;
/// And after so many in which no total is higher than all have been.
const ROUNDS_WITHOUT_RISE: usize = 1000;

#[derive(Clone, Debug)]
pub struct MatchPlay<'a> {
    settings: &'a Settings,
    /// The points so far, by seat.
    pub totals: Vec<i64>,
    pub won: Vec<i64>,
    pub rounds: u64,
    /// The totals after each round.
    history: Vec<Vec<i64>>,
    pub dealer: usize,
    pub first: usize,
}

impl<'a> MatchPlay<'a> {
    /// A match before its first round: the first player is the seat clockwise after the dealer (§ 2
    /// `[setup]`).
    pub fn new(settings: &'a Settings, seats: usize, dealer: usize) -> MatchPlay<'a> {
        MatchPlay {
            settings,
            totals: vec![0; seats],
            won: vec![0; seats],
            rounds: 0,
            history: vec![vec![0; seats]],
            dealer,
            first: (dealer + 1) % seats,
        }
    }

    pub fn add(&mut self, round: &RoundResult) {
        self.rounds += 1;
        for (total, score) in self.totals.iter_mut().zip(&round.scores) {
            *total += score;
        }
        self.history.push(self.totals.clone());
        if let Some(winner) = round.winner {
            for seat in team(self.settings, self.totals.len(), winner) {
                self.won[seat] += 1;
            }
        }
        self.dealer = round.next_dealer;
        self.first = round.next_first;
    }

    pub fn is_over(&self) -> bool {
        self.scoring_ends_it() || self.leads_nowhere()
    }

    /// Whether it is played to a target that does not come nearer; with `rounds` it ends by its own
    /// count.
    pub fn leads_nowhere(&self) -> bool {
        if self.settings.scoring.rounds > 0 || self.scoring_ends_it() {
            return false;
        }
        let last = |rounds: usize| self.history.len().checked_sub(rounds + 1);
        let stands = |from: usize| self.history[from..].iter().all(|then| *then == self.totals);
        let falls = |from: usize| {
            let highest = |then: &[Vec<i64>]| then.iter().flatten().copied().max();
            highest(&self.history[from + 1..]) <= highest(&self.history[..=from])
        };
        last(ROUNDS_WITHOUT_CHANGE).is_some_and(stands)
            || last(ROUNDS_WITHOUT_RISE).is_some_and(falls)
    }

    /// § 2 `scoring.rounds`: a fixed number of rounds instead of the target; `scoring.target`: the
    /// total that ends the match.
    fn scoring_ends_it(&self) -> bool {
        let rules = &self.settings.scoring;
        if rules.rounds > 0 {
            return self.rounds >= rules.rounds;
        }
        self.totals.iter().any(|&total| total >= rules.target)
    }

    /// The winner of a match that is over; with partners the lowest seat of the team. Equal bests:
    /// nobody.
    pub fn winner(&self) -> Option<usize> {
        if !self.scoring_ends_it() {
            return None;
        }
        let merits = self.merits();
        let best = *merits.iter().max()?;
        let mut leaders = (0..merits.len()).filter(|&s| merits[s] == best);
        match (leaders.next(), leaders.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// What decides the match, more being better, by seat; by team (named by its lowest seat) with
    /// partners.
    fn merits(&self) -> Vec<i64> {
        let rules = &self.settings.scoring;
        // § 2 `scoring.method` lazy: most rounds won wins the match.
        if rules.method == Method::Lazy {
            return self.won.clone();
        }
        // § 2 `scoring.at_target`: own_points loses: the fewest points win.
        if rules.method == Method::OwnPoints && rules.at_target == AtTarget::Loses {
            return self.totals.iter().map(|total| -total).collect();
        }
        if !rules.partners {
            return self.totals.clone();
        }
        // Totals and ties go by team.
        let half = self.totals.len() / 2;
        (0..half).map(|s| self.totals[s].max(self.totals[s + half])).collect()
    }
}
