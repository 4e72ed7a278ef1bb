//! The model: every arrangement of a table, and who can win there.
//!
//! The *unknowns* are natural logarithms of strengths: those of the strategies, of the seats, and
//! last a constant 0, the partner of who has none. So every way for a game to end is three
//! unknowns, and its strength is the product of theirs.

use super::connection::Connection;
use super::games::{Games, LineUpShares, RatingError};
use crate::linear::Square;

/// Rounds of the MM algorithm before Newton's method.
const MM_STEPS: usize = 200;

/// The relative change of all strengths below which Newton's method takes over.
const NEARLY: f64 = 1e-3;

/// Steps of Newton's method.
const NEWTON_STEPS: usize = 60;

/// The change of a logarithm of a strength, of all, at which the fit is accepted.
const CONVERGED: f64 = 1e-9;

/// The information for each win below which an unknown counts as undetermined.
const SMALLEST_INFORMATION: f64 = 1e-12;

/// Who sits where at a table, with the number of games and the ways for them to end.
struct Arrangement {
    line_up: usize,
    games: f64,
    /// The ways to end: a strategy, its seat or that of its pair, and its partner.
    ends: Vec<[usize; 3]>,
}

/// The likelihood of all games, as a function of the unknowns.
pub(super) struct Design {
    strategies: usize,
    seats: usize,
    teams: usize,
    arrangements: Vec<Arrangement>,
    /// For each unknown the wins that it took part in.
    wins: Vec<f64>,
    /// For each unknown whether it is the constant by which others are measured.
    pinned: Vec<bool>,
}

/// The most likely unknowns, and what their standard errors are made from.
pub(super) struct Fitted {
    /// By unknown.
    pub(super) logarithms: Vec<f64>,
    /// The unknowns that the games determine.
    pub(super) free: Vec<usize>,
    /// The inverse of their information matrix.
    pub(super) bread: Square,
    /// The games that each unknown was expected to win, by line-up.
    pub(super) expected: Vec<Vec<(usize, f64)>>,
}

pub(super) fn seat_unknown(strategies: usize, seat: usize) -> usize {
    strategies + seat
}

impl Design {
    /// The likelihood, in which those who are infinitely weaker than a winner of the same line-up
    /// no longer appear.
    pub(super) fn new(games: &Games<'_>, connection: &Connection) -> Design {
        let (strategies, seats, teams) = (games.strategies, games.seats, games.teams());
        let (wins, arrangements) = (vec![0.0; strategies + seats + 1], Vec::new());
        let mut design =
            Design { strategies, seats, teams, arrangements, wins, pinned: Vec::new() };
        games.line_ups.iter().for_each(|line_up| design.count_wins(games, line_up));
        for (place, line_up) in games.line_ups.iter().enumerate() {
            design.arrange(connection, place, line_up);
        }
        design.pin(connection);
        design
    }

    fn count_wins(&mut self, games: &Games<'_>, line_up: &LineUpShares) {
        for (position, seat, wins) in games.won(line_up) {
            self.wins[line_up.members[position]] += wins;
            if seat < self.teams {
                self.wins[seat_unknown(self.strategies, seat)] += wins;
            }
        }
    }

    fn arrange(&mut self, connection: &Connection, place: usize, line_up: &LineUpShares) {
        let Some((position, ..)) = line_up.won().next() else { return };
        let winner = line_up.members[position];
        let active =
            |strategy: usize| self.wins[strategy] > 0.0 && connection.comparable(winner, strategy);
        for first in (0..self.seats).filter(|&first| line_up.firsts[first] > 0) {
            let constant = self.wins.len() - 1;
            let end = |seat: usize| {
                let member = |seat: usize| line_up.members[(first + seat) % self.seats];
                let partner =
                    if self.teams < self.seats { member(seat + self.teams) } else { constant };
                [member(seat), seat_unknown(self.strategies, seat), partner]
            };
            let plays = |&[member, seat, partner]: &[usize; 3]| {
                active(member) && self.wins[seat] > 0.0 && (partner == constant || active(partner))
            };
            self.arrangements.push(Arrangement {
                line_up: place,
                games: line_up.firsts[first] as f64,
                ends: (0..self.teams).map(end).filter(plays).collect(),
            });
        }
    }

    /// Pins the first strategy of each component, and the first seat that won.
    fn pin(&mut self, connection: &Connection) {
        let first_seat = (0..self.seats)
            .map(|seat| seat_unknown(self.strategies, seat))
            .find(|&seat| self.wins[seat] > 0.0);
        self.pinned = (0..self.wins.len())
            .map(|unknown| match unknown < self.strategies {
                true => connection.component(unknown) == unknown,
                false => Some(unknown) == first_seat || unknown == self.wins.len() - 1,
            })
            .collect();
    }

    /// The maximum of the likelihood: MM (Hunter 2004), which knows no pairs, ascends from
    /// anywhere, Newton's method then converges quadratically.
    pub(super) fn fit(&self, line_ups: usize) -> Result<Fitted, RatingError> {
        let mut strengths = vec![1.0; self.wins.len()];
        for _ in 0..if self.teams < self.seats { 0 } else { MM_STEPS } {
            if self.ascend(&mut strengths) < NEARLY {
                break;
            }
        }
        let mut logarithms: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        let information = self.derivatives(&logarithms).1;
        let informed = |unknown: usize| {
            information.at(unknown, unknown) > SMALLEST_INFORMATION * self.wins[unknown]
        };
        let free = |unknown: &usize| !self.pinned[*unknown] && informed(*unknown);
        let free: Vec<usize> = (0..self.wins.len()).filter(free).collect();
        let is_lost = |strategy: usize| {
            self.wins[strategy] > 0.0 && !self.pinned[strategy] && !informed(strategy)
        };
        if self.teams < self.seats && (0..self.strategies).any(is_lost) {
            return Err(RatingError::Undetermined);
        }
        for _ in 0..NEWTON_STEPS {
            let (score, information) = self.derivatives(&logarithms);
            let bread = information.part(&free).inverse().ok_or(RatingError::Undetermined)?;
            let step =
                bread.times(&free.iter().map(|&unknown| score[unknown]).collect::<Vec<f64>>());
            self.step(&mut logarithms, &free, &step);
            if step.iter().all(|change| change.abs() < CONVERGED) {
                let expected = self.expected(&logarithms, line_ups);
                return Ok(Fitted { logarithms, free, bread, expected });
            }
        }
        Err(RatingError::NotConverged(MM_STEPS + NEWTON_STEPS))
    }

    /// One round of MM: the strategies for given seats, then the seats for given
    /// strategies. The largest relative change.
    fn ascend(&self, strengths: &mut [f64]) -> f64 {
        let mut change: f64 = 0.0;
        for half in 0..2 {
            let mut weights = vec![0.0; strengths.len()];
            for arrangement in &self.arrangements {
                let weight = arrangement.games / arrangement.total(strengths);
                arrangement
                    .ends
                    .iter()
                    .for_each(|end| weights[end[half]] += weight * strengths[end[1 - half]]);
            }
            for ((strength, weight), wins) in strengths.iter_mut().zip(weights).zip(&self.wins) {
                if weight > 0.0 && *wins > 0.0 {
                    change = change.max((wins / weight / *strength - 1.0).abs());
                    *strength = wins / weight;
                }
            }
        }
        change
    }

    /// Adds the step, or the largest halving of it that does not lower the likelihood.
    fn step(&self, logarithms: &mut [f64], free: &[usize], step: &[f64]) {
        let before = self.likelihood(logarithms);
        let start = logarithms.to_vec();
        let mut share = 1.0;
        while share > CONVERGED {
            free.iter()
                .zip(step)
                .for_each(|(&unknown, step)| logarithms[unknown] = start[unknown] + share * step);
            // Near the maximum the likelihood is level but for rounding.
            if self.likelihood(logarithms) >= before - 1e-12 * before.abs() {
                return;
            }
            share /= 2.0;
        }
    }

    fn likelihood(&self, logarithms: &[f64]) -> f64 {
        let strengths: Vec<f64> = logarithms.iter().map(|logarithm| logarithm.exp()).collect();
        let won: f64 =
            self.wins.iter().zip(logarithms).map(|(wins, logarithm)| wins * logarithm).sum();
        // Line-ups that say nothing are constant.
        won - self
            .arrangements
            .iter()
            .map(|arrangement| arrangement.games * arrangement.total(&strengths).ln())
            .sum::<f64>()
    }

    /// The score, wins less expected wins, and the information matrix, of all unknowns.
    fn derivatives(&self, logarithms: &[f64]) -> (Vec<f64>, Square) {
        let mut score = self.wins.clone();
        let mut information = Square::zeros(self.wins.len());
        for arrangement in &self.arrangements {
            let chances = arrangement.chances(logarithms);
            for (end, &chance) in arrangement.ends.iter().zip(&chances) {
                let games = arrangement.games * chance;
                for &row in end {
                    score[row] -= games;
                    end.iter().for_each(|&column| information.add(row, column, games));
                }
            }
            arrangement.subtract_products(&chances, &mut information);
        }
        (score, information)
    }

    /// The wins that each unknown is expected to take part in, by line-up.
    fn expected(&self, logarithms: &[f64], line_ups: usize) -> Vec<Vec<(usize, f64)>> {
        let mut expected = vec![Vec::new(); line_ups];
        for arrangement in &self.arrangements {
            for (end, chance) in arrangement.ends.iter().zip(arrangement.chances(logarithms)) {
                expected[arrangement.line_up]
                    .extend(end.map(|unknown| (unknown, chance * arrangement.games)));
            }
        }
        expected
    }
}

impl Arrangement {
    fn total(&self, strengths: &[f64]) -> f64 {
        self.ends
            .iter()
            .map(|end| end.map(|unknown| strengths[unknown]).iter().product::<f64>())
            .sum()
    }

    fn chances(&self, logarithms: &[f64]) -> Vec<f64> {
        let mut chances: Vec<f64> = self
            .ends
            .iter()
            .map(|end| end.map(|unknown| logarithms[unknown]).iter().sum::<f64>().exp())
            .collect();
        let total: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= total);
        chances
    }

    /// Subtracts the product of the mean of the ends' indicators with itself, once for each game.
    fn subtract_products(&self, chances: &[f64], information: &mut Square) {
        for (end, chance) in self.ends.iter().zip(chances) {
            for (other, other_chance) in self.ends.iter().zip(chances) {
                let games = self.games * chance * other_chance;
                end.iter().for_each(|&row| {
                    other.iter().for_each(|&column| information.add(row, column, -games))
                });
            }
        }
    }
}
