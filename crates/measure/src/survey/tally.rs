//! What is remembered of a group of blocks: integers only, added up.

use crate::header::GROUPS;
use serde::{Deserialize, Serialize};
use unobench_core::table::Outcome;
use unobench_engine::add_fields;
use unobench_engine::histogram::Histogram;
use unobench_engine::sums::Sum;
use unobench_findings::documents::Play;

/// The tally of some blocks of a leg, as a line of `progress.jsonl` has it.
///
/// *Places* are counted in [`Play::Starters`] and [`Play::Mixed`] from the seat that begins, in
/// [`Play::Alone`] and [`Play::Ceiling`] clockwise from the lone strategy; in [`Play::Pairs`] they
/// are the table's seats. What only some legs count is 0 in the others, or not there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyTally {
    pub blocks: u64,
    pub games: u64,
    /// Games that stalled; nobody won them.
    pub stalled: u64,
    /// Games that ended in a dead position.
    pub blocked: u64,
    pub wins: Vec<u64>,
    /// Sums over blocks of the products of the wins of two places, row by row.
    pub products: Vec<u64>,
    pub turns: u64,
    /// Those of games that did not finish: that stalled or were blocked.
    pub unfinished_turns: u64,
    /// Those two: games by turns.
    pub lengths: Histogram,
    /// Those two: games by the highest score that somebody was given.
    pub scores: Histogram,
    /// Those two: turns on which somebody was to play or draw.
    pub asked: u64,
    /// Those two: those of them on which at most one kind of card could be played.
    pub forced: u64,
    /// Those two: cards drawn.
    pub drawn: u64,
    /// Those two: how the games that were judged went.
    #[serde(default, skip_serializing_if = "LeadCurve::is_empty")]
    pub course: LeadCurve,
    /// Matches: their rounds.
    #[serde(default, skip_serializing_if = "is_0")]
    pub rounds: u64,
    /// Matches: those in which somebody led when half was played, and those of them that they won.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub led: Counters,
    /// Pairs: for each strategy and each other the games that it won moving first, then second.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub cells: Counters,
    /// Where bots sit: the decisions that random made for them, and all that they were asked for.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub bots: Counters,
}

/// Each sum less its part.
fn differences(sums: &[u64], parts: &[u64]) -> Vec<u64> {
    sums.iter().zip(parts).map(|(sum, part)| sum - part).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde lends it")]
fn is_0(number: &u64) -> bool {
    *number == 0
}

/// How games went that somebody won, by the chances of the sides as each turn began.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeadCurve {
    pub games: u64,
    /// Turns that began.
    pub turns: u64,
    /// How often another side had become the likeliest to win.
    pub lead_changes: u64,
    /// The lowest chances of the sides that won, in millionths.
    pub lowest: u64,
    /// For each tenth of chances, how often one was said, and of how many of these the side won.
    pub said: Counters,
}

pub(crate) const RANGES: usize = 10;

impl LeadCurve {
    fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Counts a chance that was said of a side; where it is counted that the side won.
    pub(super) fn say(&mut self, chance: f64) -> &mut u64 {
        self.said.0.resize(2 * RANGES, 0);
        let range = ((RANGES as f64 * chance) as usize).min(RANGES - 1);
        self.said.0[2 * range] += 1;
        &mut self.said.0[2 * range + 1]
    }

    /// Whether no number contradicts another.
    fn fits(&self, games: u64, asked: u64) -> bool {
        let said = self.said.0.as_chunks::<2>().0;
        let most = self.turns.saturating_mul(1_000_000);
        self.games <= games
            && self.turns <= asked
            && self.lead_changes <= self.turns
            && self.lowest <= self.games.saturating_mul(1_000_000)
            && self.said.0.len() == if self.is_empty() { 0 } else { 2 * RANGES }
            && said.iter().all(|[said, won]| won <= said && *said <= most)
    }
}

/// Numbers that are not there where nothing of their kind was counted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counters(pub Vec<u64>);

impl Counters {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Sum for Counters {
    fn add(&mut self, more: &Counters) -> Option<()> {
        match (self.is_empty(), more.is_empty()) {
            (_, true) => {}
            (true, false) => self.0.clone_from(&more.0),
            (false, false) => Sum::add(&mut self.0, &more.0)?,
        }
        Some(())
    }
}

impl SurveyTally {
    pub fn new(players: usize) -> SurveyTally {
        SurveyTally {
            wins: vec![0; players],
            products: vec![0; players * players],
            ..SurveyTally::default()
        }
    }

    pub fn add_block(&mut self, games: u64, wins: &[u64]) {
        self.blocks += 1;
        self.games += games;
        let players = wins.len();
        for (place, &won) in wins.iter().enumerate() {
            self.wins[place] += won;
            for (other, &other_won) in wins.iter().enumerate() {
                self.products[place * players + other] += won * other_won;
            }
        }
    }

    pub(super) fn add_course(&mut self, outcome: &Outcome) {
        let turns = u64::from(outcome.turns);
        self.turns += turns;
        self.stalled += u64::from(outcome.stalled);
        self.blocked += u64::from(outcome.blocked);
        self.unfinished_turns += if outcome.is_finished() { 0 } else { turns };
        let [faults, asked] = [&outcome.faults, &outcome.asked]
            .map(|seats| seats.iter().copied().map(u64::from).sum::<u64>());
        if asked > 0 {
            Sum::add(&mut self.bots, &Counters(vec![faults, asked])).expect("two numbers");
        }
    }

    /// The decisions that random made for bots, and all that they were asked for.
    pub(super) fn faults(&self) -> [u64; 2] {
        self.bots.0.as_slice().try_into().unwrap_or_default()
    }

    pub(super) fn add_match(&mut self, outcome: &Outcome) {
        self.rounds += u64::from(outcome.rounds);
        self.led.0.resize(2, 0);
        self.led.0[0] += u64::from(outcome.ahead != 0);
        self.led.0[1] += u64::from(outcome.ahead & outcome.winners != 0);
    }

    pub(super) fn add_pairs(&mut self, wins: Vec<u64>) {
        Sum::add(&mut self.cells, &Counters(wins)).expect("cells of one leg");
    }

    pub fn add(&mut self, other: &SurveyTally) {
        Sum::add(self, other).expect("tallies of one leg");
    }

    /// Adds another tally of the same leg, if all sums over its groups will still be numbers.
    pub fn try_add(&mut self, other: &SurveyTally) -> bool {
        Sum::add(self, other).is_some() && self.is_small()
    }

    fn is_small(&self) -> bool {
        self.turns.max(self.drawn) <= u64::MAX / GROUPS as u64
    }

    pub fn sum<'a>(
        players: usize,
        tallies: impl IntoIterator<Item = &'a SurveyTally>,
    ) -> SurveyTally {
        let mut sum = SurveyTally::new(players);
        tallies.into_iter().for_each(|tally| sum.add(tally));
        sum
    }

    /// Games that neither stalled nor were blocked.
    pub(super) fn finished(&self) -> u64 {
        self.games - self.stalled - self.blocked
    }

    /// The share of games that a place won, where what nobody won is shared and each place has a
    /// fair share of all; none without a game.
    pub fn rate(&self, place: usize, fair: f64) -> Option<f64> {
        let mean = self.wins.iter().sum::<u64>() as f64 / self.wins.len() as f64;
        (self.games > 0).then(|| fair + (self.wins[place] as f64 - mean) / self.games as f64)
    }

    /// The wins of all blocks but those of a part of them.
    pub(super) fn without(&self, part: &SurveyTally) -> SurveyTally {
        SurveyTally {
            blocks: self.blocks - part.blocks,
            games: self.games - part.games,
            wins: differences(&self.wins, &part.wins),
            products: differences(&self.products, &part.products),
            ..SurveyTally::default()
        }
    }

    /// Whether a written tally can be that of a group: no number contradicts another, and the sums
    /// over all groups will not overflow.
    pub fn fits(&self, play: &Play, blocks: u64, players: usize) -> bool {
        let games_per_block = play.games_per_block(players);
        let games = blocks * games_per_block;
        let starters = play.table().is_some();
        let counted = |histogram: &Histogram| histogram.total() == if starters { games } else { 0 };
        let course = [self.asked, self.forced, self.drawn, self.course.games];
        self.blocks == blocks
            && self.games == games
            && self.stalled.saturating_add(self.blocked) <= games
            && self.unfinished_turns <= self.turns
            && self.wins_fit(games - self.stalled, games_per_block, players)
            && self.cells_fit(play)
            && self.bots_fit()
            && self.matches_fit(play)
            && counted(&self.lengths)
            && counted(&self.scores)
            && (starters || course == [0; 4])
            && self.forced <= self.asked
            && self.course.fits(games - self.stalled, self.asked)
            && self.asked <= self.turns
            && self.is_small()
    }

    fn matches_fit(&self, play: &Play) -> bool {
        match play {
            Play::Matches { .. } => {
                let Ok([led, won]) = <[u64; 2]>::try_from(&*self.led.0) else { return false };
                won <= led && led <= self.games && (self.games..=self.turns).contains(&self.rounds)
            }
            _ => self.rounds == 0 && self.led.is_empty(),
        }
    }

    fn bots_fit(&self) -> bool {
        self.bots.is_empty() || matches!(*self.bots.0, [faults, asked] if faults <= asked)
    }

    /// Whether the cells are those of the leg, and add up to the wins.
    fn cells_fit(&self, play: &Play) -> bool {
        let cells = &self.cells.0;
        match play {
            Play::Pairs { pool } => {
                let sum = cells.iter().try_fold(0_u64, |sum, &wins| sum.checked_add(wins));
                cells.len() == 2 * pool.len() * pool.len()
                    && cells.iter().all(|&wins| wins <= self.blocks)
                    && sum == Some(self.wins.iter().sum())
            }
            _ => cells.is_empty(),
        }
    }

    /// Whether so many games may have these winners: at most two each, as partners win together.
    fn wins_fit(&self, games: u64, games_per_block: u64, players: usize) -> bool {
        let product = |seat: usize, other: usize| self.products[seat * players + other];
        let fits = |seat: usize, other: usize| {
            let most =
                u128::from(self.wins[seat].min(self.wins[other])) * u128::from(games_per_block);
            product(seat, other) == product(other, seat) && u128::from(product(seat, other)) <= most
        };
        self.wins.len() == players
            && self.products.len() == players * players
            && self.wins.iter().all(|&wins| wins <= games)
            && self.wins.iter().sum::<u64>() <= 2 * games
            && (0..players).all(|seat| {
                product(seat, seat) >= self.wins[seat] && (0..=seat).all(|other| fits(seat, other))
            })
    }
}

add_fields! {
    SurveyTally: blocks, games, stalled, blocked, wins, products, turns, unfinished_turns, lengths, scores,
    asked, forced, drawn, course, rounds, led, cells, bots
}

add_fields! { LeadCurve: games, turns, lead_changes, lowest, said }
