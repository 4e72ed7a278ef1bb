//! What players lost: chances to win, as a strategy sees them that was asked.
//!
//! A *loss* is the chance to win after what the strategy would have done minus the chance after
//! what was done, both as that strategy sees them from the seat's view; never less than 0. It is an
//! opinion. Sums are of whole millionths, so that they do not depend on their order.

use super::line::RoundLine;
use std::collections::BTreeMap;
use unobench_core::bounded::quoted;
use unobench_core::game::{Action, Decision, Seat, SeatSet};
use unobench_core::strategy::{ActionEstimate, Player, StrategySpec};

const COURSES: usize = 6;

const COSTLIEST: usize = 20;

const HUNDREDTHS: usize = 100;

/// What a chance of 1 is in [`LossShares`].
pub const MILLION: f64 = 1e6;

/// A seat's chances to win, 0 to 1, after what was done and after what a strategy would do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WinChances {
    pub done: f64,
    pub best: f64,
}

impl WinChances {
    pub fn lost(self) -> f64 {
        (self.best - self.done).max(0.0)
    }
}

/// A decision at which the strategy that was asked would have acted differently.
#[derive(Debug, Clone, PartialEq)]
pub struct Departure {
    /// The number of the line, from 1, that tells what was done or, where nothing tells that, what
    /// came next.
    pub line: u64,
    pub turns: u32,
    pub seat: usize,
    pub player: String,
    pub decision: Decision,
    pub done: String,
    pub would: String,
    /// How likely the seat wins after the one and after the other, as the strategy sees it; nothing
    /// where it gives no chances.
    pub chances: Option<WinChances>,
    /// The up card, with the colour that a wild named.
    pub up_card: String,
    pub hand: String,
}

impl Departure {
    pub fn lost(&self) -> f64 {
        self.chances.map_or(0.0, WinChances::lost)
    }

    pub fn compared(&self) -> String {
        let Departure { decision, done, would, .. } = self;
        match decision {
            Decision::Play => format!("{done} rather than {would}"),
            _ => format!("{}: {done} rather than {would}", decision.name()),
        }
    }
}

/// What one player lost at its decisions, in millionths of a chance to win.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LossShares {
    pub seat: Option<usize>,
    pub player: String,
    pub rounds: u64,
    /// Its decisions for which the strategy gave chances.
    pub decisions: u64,
    /// Of these, those at which it did what the strategy would have done.
    pub same: u64,
    /// What it lost at all of them, in millionths.
    pub lost: u64,
    pub costliest: Option<Departure>,
    /// For each hundredth of chances, decisions after which the seat was said to win with such a
    /// chance.
    pub said: Vec<StatedChances>,
    pub blocks: Blocks,
}

/// What a count and a sum were in each game, or deal that was played in several seatings: the
/// independent unit of statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blocks {
    pub number: u64,
    /// Σ count² over them.
    pub count_squares: u128,
    /// Σ sum² over them.
    pub sum_squares: u128,
    /// Σ count · sum over them.
    pub products: u128,
    /// Both before the one that is being played.
    before: (u64, u64),
}

impl Blocks {
    fn end(&mut self, count: u64, sum: u64) {
        let (counted, summed) = (count - self.before.0, sum - self.before.1);
        if counted > 0 {
            self.number += 1;
            self.count_squares += u128::from(counted).pow(2);
            self.sum_squares += u128::from(summed).pow(2);
            self.products += u128::from(counted) * u128::from(summed);
        }
        self.before = (count, sum);
    }
}

/// Decisions after which a seat was said to win about so often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StatedChances {
    pub decisions: u64,
    /// The sum of the chances, in millionths.
    pub chances: u64,
    /// Of these decisions, those in rounds that the seat won.
    pub won: u64,
    pub blocks: Blocks,
}

/// Adds a chance to its part of all chances, which is returned.
fn say(said: &mut [StatedChances], chance: u64) -> &mut StatedChances {
    let place = (chance * said.len() as u64 / MILLION as u64) as usize;
    let part = &mut said[place.min(said.len() - 1)];
    part.decisions += 1;
    part.chances += chance;
    part
}

/// How the chances to win went during one round, for a picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WinProbabilityCurve {
    pub line: u64,
    pub rules: String,
    pub players: Vec<String>,
    pub points: Vec<CoursePoint>,
    pub winners: Vec<usize>,
    pub turns: u32,
}

/// A seat's chance to win, 0 to 1, after so many turns of a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoursePoint {
    pub turns: u32,
    pub seat: usize,
    pub chance: f64,
}

/// Whether the strategy would have done what was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    Same,
    Other,
}

/// What all players of a record lost, and how well the stated chances came true.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Losses {
    by_seat: Vec<LossShares>,
    by_name: BTreeMap<String, LossShares>,
    /// Whether somebody sat elsewhere in a later round.
    moved: bool,
    /// The chances said in the round, in millionths, and of which seats.
    open: Vec<(usize, u64)>,
    block: Option<u64>,
    /// For each tenth of chances, what was said of all seats.
    pub said: [StatedChances; 10],
    pub costliest: Vec<Departure>,
    pub courses: Vec<WinProbabilityCurve>,
}

impl Losses {
    /// Each player's, by seat or, where players change seats, by name.
    pub fn players(&self) -> impl Iterator<Item = &LossShares> {
        let by_name = self.by_name.values().filter(|_| self.moved);
        let by_seat = self.by_seat.iter().filter(|_| !self.moved);
        by_seat.chain(by_name).filter(|player| player.decisions > 0)
    }

    pub(super) fn begin(&mut self, line: u64, round: &RoundLine, asked: impl Fn(usize) -> bool) {
        let (names, block) = (&round.players, round.block);
        match self.block.replace(block) {
            None => {
                for (seat, name) in names.iter().enumerate() {
                    let (seat, player) = (Some(seat), name.clone());
                    self.by_seat.push(LossShares { seat, player, ..LossShares::default() });
                }
            }
            Some(before) if before != block => self.end_block(),
            Some(_) => {}
        }
        self.moved |= !self.by_seat.iter().map(|row| &row.player).eq(names);
        for (seat, name) in names.iter().enumerate().filter(|(seat, _)| asked(*seat)) {
            self.by_name
                .entry(name.clone())
                .or_insert_with(|| LossShares { player: name.clone(), ..LossShares::default() })
                .rounds += 1;
            self.by_seat.get_mut(seat).into_iter().for_each(|row| row.rounds += 1);
        }
        if self.courses.len() < COURSES {
            let (rules, players) = (round.rules.name.clone(), names.clone());
            self.courses.push(WinProbabilityCurve {
                line,
                rules,
                players,
                ..WinProbabilityCurve::default()
            });
        }
    }

    /// Adds what a seat's decision lost.
    pub(super) fn add(
        &mut self,
        seat: usize,
        name: &str,
        chances: WinChances,
        agreement: Agreement,
    ) {
        let lost = (MILLION * chances.lost()).round() as u64;
        self.open.push((seat, (MILLION * chances.done).round() as u64));
        for row in self.by_seat.get_mut(seat).into_iter().chain(self.by_name.get_mut(name)) {
            row.decisions += 1;
            row.same += u64::from(agreement == Agreement::Same);
            row.lost += lost;
        }
    }

    /// Looks whether a decision that lost something is among the costliest.
    pub(super) fn compare(&mut self, departure: &Departure) {
        let (seat, name) = (departure.seat, &departure.player);
        for row in self.by_seat.get_mut(seat).into_iter().chain(self.by_name.get_mut(name)) {
            if row.costliest.as_ref().is_none_or(|other| departure.lost() > other.lost()) {
                row.costliest = Some(departure.clone());
            }
        }
        let place = self.costliest.partition_point(|other| other.lost() >= departure.lost());
        if place < COSTLIEST {
            self.costliest.insert(place, departure.clone());
            self.costliest.truncate(COSTLIEST);
        }
    }

    pub(super) fn course(&mut self, line: u64) -> Option<&mut WinProbabilityCurve> {
        self.courses.last_mut().filter(|course| course.line == line)
    }

    /// A round is over that these seats have won.
    pub(super) fn end_round(&mut self, names: &[String], winners: SeatSet) {
        for (seat, chance) in self.open.drain(..) {
            let by_name = names.get(seat).and_then(|name| self.by_name.get_mut(name));
            let rows = self.by_seat.get_mut(seat).into_iter().chain(by_name);
            let won = u64::from(winners.contains(Seat::new(seat)));
            say(&mut self.said, chance).won += won;
            rows.for_each(|row| {
                row.said.resize(HUNDREDTHS, StatedChances::default());
                say(&mut row.said, chance).won += won;
            });
        }
    }

    pub(super) fn end_block(&mut self) {
        let rows = self.by_seat.iter_mut().chain(self.by_name.values_mut());
        rows.for_each(|row| row.blocks.end(row.rounds, row.lost));
        self.said.iter_mut().for_each(|part| part.blocks.end(part.decisions, part.won));
    }
}

/// A sentence where a strategy was trained, but not for these rules and so many seats.
pub fn unlearned(
    strategy: &StrategySpec,
    player: &Player,
    rules: &str,
    seats: usize,
) -> Option<String> {
    let lesson = player.lesson(seats)?;
    let (strategy, learned) = (quoted(&strategy.to_string()), quoted(lesson.rules));
    let sentence = match (lesson.rules == rules, lesson.players == seats) {
        (true, true) => return None,
        (true, false) => format!(
            "{strategy} has not learned these rules at {seats} seats, but at {}",
            lesson.players
        ),
        (false, _) => format!(
            "{strategy} has not learned these rules ({}, {seats} seats), but {learned} at {}",
            quoted(rules),
            lesson.players
        ),
    };
    Some(sentence + ": take its chances with caution")
}

pub(super) fn chances(
    thoughts: &[ActionEstimate],
    would: Action,
    done: Action,
) -> Option<WinChances> {
    let [done, best] = [done, would].map(|action| {
        let mut tried = thoughts.iter().filter(|thought| thought.playouts != Some(0));
        tried.find(|thought| thought.action == action).map(|thought| thought.value)
    });
    Some(WinChances { done: done?, best: best? })
}
