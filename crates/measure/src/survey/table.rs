//! The blocks of a leg, played.

use super::chances::{EVERY, Judging};
use super::learned::LearnedSeats;
use super::tally::SurveyTally;
use crate::header::{GROUPS, Header, group_of};
use crate::totals::{LegTally, PlayChunk};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Catalogue, StrategySpec};
use unobench_core::table::{Judge, Outcome, RoundStats, SeatMap, Table, TableSetup};
use unobench_engine::Chunk;
use unobench_engine::workers::{PlayMonitor, in_shares};
use unobench_findings::documents::Play;
use unobench_findings::panel::RANDOM;

/// The tables of each of those who take turns as who has learned the rules or as `champion`; one
/// list where nobody does. Block `b` is of number `b`, modulo how many they are, who plays at one
/// table after the other.
type TurnTables<'a> = Vec<Vec<Box<dyn Table + 'a>>>;

/// The table at which the blocks of one leg of a survey are played under one rule set.
pub struct LegTable<'a> {
    seated: TurnTables<'a>,
    rules: &'a RuleSet,
    catalogue: Catalogue,
    players: usize,
    kind: LegKind,
    is_match: bool,
    /// Whether rounds are judged, which takes far longer than heuristics play them.
    is_judged: bool,
    /// Found when it is first asked for.
    judging: OnceLock<Option<Judging>>,
}

/// In which seatings each block of a leg of a survey is played.
enum LegKind {
    Starters,
    Alone(Vec<SeatMap>),
    Pairs(Vec<SeatMap>, usize),
}

impl LegKind {
    fn of(play: &Play, players: usize) -> LegKind {
        match play {
            Play::Starters { .. } | Play::Mixed { .. } => LegKind::Starters,
            Play::Alone { .. } | Play::Ceiling { .. } | Play::Matches { .. } => {
                LegKind::Alone(lone_seatings(players))
            }
            Play::Pairs { pool } => LegKind::Pairs(pair_seatings(pool.len()), pool.len()),
        }
    }
}

/// What a thread has counted by groups, and room for what it counts.
struct Counting {
    groups: Vec<Option<SurveyTally>>,
    stats: Vec<RoundStats>,
    outcomes: Vec<Outcome>,
}

/// Who plays for those who are no strategies of the catalogue, where one has to be named.
pub const STAND_IN: &str = RANDOM;

/// Those who play and are no strategies of the catalogue.
pub trait ExternalPlayers: Sync {
    fn is_guest(&self, name: &str) -> bool;

    fn table<'a>(
        &'a self,
        rules: &'a RuleSet,
        game: SurveyGame,
        seated: &[(&str, &StrategySpec)],
    ) -> Box<dyn Table + 'a>;
}

/// What is played at a table: how many play, rounds or matches, and by which seed.
#[derive(Debug, Clone, Copy)]
pub struct SurveyGame {
    pub players: usize,
    pub is_match: bool,
    pub seed: u64,
}

/// Who may sit at the tables of a survey.
#[derive(Clone, Copy)]
pub struct TableGuests<'a> {
    pub catalogue: Catalogue,
    pub learned: &'a LearnedSeats,
    pub guests: Option<&'a dyn ExternalPlayers>,
}

/// A table of strategies of the catalogue, who sit so many seats further on.
fn own_table<'a>(
    rules: &'a RuleSet,
    game: SurveyGame,
    specs: &[StrategySpec],
    by: usize,
) -> Box<dyn Table + 'a> {
    let mut specs = specs.to_vec();
    specs.rotate_left(by);
    TableSetup::new(rules, game.players, &specs, game.is_match, game.seed).table()
}

/// Those who sit at a table, by name, from the one in this place on.
fn in_turn_from<'s>(
    by: usize,
    names: &[&'s String],
    specs: &'s [StrategySpec],
) -> Vec<(&'s str, &'s StrategySpec)> {
    let mut seated: Vec<_> = names.iter().map(|name| name.as_str()).zip(specs).collect();
    seated.rotate_left(by);
    seated
}

/// Refuses strategies that see what no player may where rounds are charted.
fn check_chartable(play: &Play, specs: &[StrategySpec]) -> Result<(), String> {
    match specs.iter().find(|spec| spec.entry().traits.is_bound()) {
        Some(spec) if play.table().is_some() => {
            Err(format!("{spec} sees what no player may, so its rounds cannot be charted"))
        }
        _ => Ok(()),
    }
}

impl<'a> LegTable<'a> {
    /// # Errors
    /// If a strategy is not known, or sees what no player may where rounds are charted.
    pub fn new(
        header: &Header,
        seated: TableGuests<'a>,
        rules: &'a RuleSet,
        leg: usize,
    ) -> Result<LegTable<'a>, String> {
        let (TableGuests { catalogue, learned, guests }, leg) = (seated, &header.legs[leg]);
        let players = leg.seats(header.players);
        let play = leg.survey().ok_or("line-ups are not measured")?;
        let names = play.strategies();
        let is_guest = |name: &str| guests.is_some_and(|guests| guests.is_guest(name));
        let stand_in = STAND_IN.to_owned();
        let written: Vec<&String> =
            names.iter().map(|name| if is_guest(name) { &stand_in } else { *name }).collect();
        let is_charted = play.table().is_some();
        let is_match = matches!(play, Play::Matches { .. });
        let game = SurveyGame { players, is_match, seed: header.seed };
        let guests = guests.filter(|_| names.iter().any(|name| is_guest(name)));
        let table = |specs: &[StrategySpec], by: usize| match guests {
            Some(guests) => guests.table(rules, game, &in_turn_from(by, &names, specs)),
            None => own_table(rules, game, specs, by),
        };
        let in_turn = learned.parse(&written, &rules.name, players, catalogue, header.champions);
        let in_turn = in_turn.map_err(|error| error.to_string())?;
        check_chartable(play, &in_turn[0])?;
        let tables = |specs: &Vec<StrategySpec>| {
            let all = 0..if is_charted { specs.len() } else { 1 };
            all.map(|by| table(specs, by)).collect()
        };
        Ok(LegTable {
            seated: in_turn.iter().map(tables).collect(),
            rules,
            catalogue,
            players,
            kind: LegKind::of(play, players),
            is_match,
            is_judged: header.has_players_who_choose(),
            judging: OnceLock::new(),
        })
    }

    /// Plays some blocks, those of a table side by side where it likes that, until it is stopped,
    /// and adds each to its group; gives the number of games.
    fn play(&self, blocks: Range<u64>, to: &mut Counting, stopped: &AtomicBool) -> u64 {
        let mut games = 0;
        let turns = self.seated.len() as u64;
        for (turn, own) in (0..).zip(&self.seated) {
            for (by, table) in (0..).zip(own) {
                let charts = own.len() as u64;
                let of_table: Vec<u64> = blocks
                    .clone()
                    .filter(|block| block % turns == turn && block / turns % charts == by)
                    .collect();
                for together in of_table.chunks(self.side_by_side(&**table)) {
                    if stopped.load(Ordering::Relaxed) {
                        return games;
                    }
                    games += match &self.kind {
                        LegKind::Starters => self.play_starters(&**table, together, to),
                        LegKind::Alone(seatings) | LegKind::Pairs(seatings, _) => {
                            self.play_seated(&**table, together, seatings, to)
                        }
                    };
                }
            }
        }
        games
    }

    /// How many blocks of a table are best played side by side.
    fn side_by_side(&self, table: &dyn Table) -> usize {
        let games = match &self.kind {
            LegKind::Starters => self.players,
            LegKind::Alone(seatings) | LegKind::Pairs(seatings, _) => seatings.len(),
        };
        (table.side_by_side() as usize * self.players / games).max(1)
    }

    fn tally<'g>(&self, groups: &'g mut [Option<SurveyTally>], block: u64) -> &'g mut SurveyTally {
        groups[group_of(block)].get_or_insert_with(|| SurveyTally::new(self.players))
    }

    fn judging(&self) -> Option<&Judging> {
        self.judging.get_or_init(|| Judging::of(self.catalogue, self.rules, self.players)).as_ref()
    }

    fn play_starters(&self, table: &(dyn Table + '_), blocks: &[u64], to: &mut Counting) -> u64 {
        let Counting { groups, stats, .. } = to;
        let judging = |block: u64| {
            let is_of_judged = (block / GROUPS as u64).is_multiple_of(EVERY);
            (self.is_judged && is_of_judged).then(|| self.judging()).flatten()
        };
        let judge = |block| judging(block).map(|judging| &judging.sage as &dyn Judge);
        let judged: Vec<_> = blocks.iter().map(|&block| (block, judge(block))).collect();
        stats.clear();
        table.stats_blocks(&judged, stats);
        for (&block, rounds) in blocks.iter().zip(stats.chunks(self.players)) {
            let tally = self.tally(groups, block);
            let mut wins = [0; MAX_SEATS];
            for round_stats in rounds {
                let Outcome { winners, scores, turns, first, .. } = &round_stats.outcome;
                self.count(*winners, (*first).into(), &mut wins);
                tally.lengths.count((*turns).into());
                tally.add_course(&round_stats.outcome);
                tally.scores.count(scores[..self.players].iter().max().map_or(0, |&s| s.into()));
                tally.asked += u64::from(round_stats.asked);
                tally.forced += u64::from(round_stats.forced);
                tally.drawn += u64::from(round_stats.drawn);
                if let Some(judging) = judging(block) {
                    judging.chances.add(round_stats, &mut tally.course);
                }
            }
            tally.add_block(rounds.len() as u64, &wins[..self.players]);
        }
        stats.len() as u64
    }

    fn play_seated(
        &self,
        table: &(dyn Table + '_),
        blocks: &[u64],
        seatings: &[SeatMap],
        Counting { groups, outcomes, .. }: &mut Counting,
    ) -> u64 {
        let seated: Vec<_> = blocks.iter().map(|&block| (block, seatings)).collect();
        outcomes.clear();
        table.play_blocks(&seated, outcomes);
        for (&block, outcomes) in blocks.iter().zip(outcomes.chunks(seatings.len())) {
            let (tally, mut wins) = (self.tally(groups, block), [0; MAX_SEATS]);
            outcomes.iter().for_each(|outcome| tally.add_course(outcome));
            if let LegKind::Pairs(_, count) = self.kind {
                outcomes.iter().for_each(|outcome| self.count(outcome.winners, 0, &mut wins));
                tally.add_pairs(cells_of_pairs(seatings, outcomes, count));
            } else {
                for (lone, outcome) in outcomes.iter().enumerate() {
                    self.count(outcome.winners, lone, &mut wins);
                    if self.is_match {
                        tally.add_match(outcome);
                    }
                }
            }
            tally.add_block(outcomes.len() as u64, &wins[..self.players]);
        }
        outcomes.len() as u64
    }

    /// Counts who won, by place clockwise from a seat.
    fn count(&self, winners: u16, from: usize, wins: &mut [u64; MAX_SEATS]) {
        for seat in (0..self.players).filter(|seat| winners >> seat & 1 == 1) {
            wins[(seat + self.players - from) % self.players] += 1;
        }
    }
}

impl PlayChunk for LegTable<'_> {
    fn play_chunk(&self, chunk: Chunk, monitor: PlayMonitor<'_>) -> Option<LegTally> {
        let tables = self.seated.iter().flatten();
        let most = tables.clone().map(|table| self.side_by_side(&**table)).max();
        let side_by_side = most.filter(|most| *most > 1).map_or(1, |most| most * tables.count());
        let worker = in_shares(
            (chunk, side_by_side as u64),
            monitor,
            || Counting { groups: vec![None; GROUPS], stats: Vec::new(), outcomes: Vec::new() },
            |counting, blocks| self.play(blocks, counting, monitor.stopped),
            |mut sums, more| {
                sums.groups.iter_mut().zip(more.groups).for_each(|both| match both {
                    (Some(sum), Some(more)) => sum.add(&more),
                    (sum @ None, more) => *sum = more,
                    (Some(_), None) => {}
                });
                sums
            },
        );
        worker.map(|counted| LegTally::Groups(counted.groups))
    }
}

fn lone_seatings(players: usize) -> Vec<SeatMap> {
    (0..players)
        .map(|lone| std::array::from_fn(|seat| u8::from(seat < players && seat != lone)))
        .collect()
}

/// For each of so many strategies and each other the games that it won moving first, then second.
fn cells_of_pairs(seatings: &[SeatMap], outcomes: &[Outcome], count: usize) -> Vec<u64> {
    let mut cells = vec![0; 2 * count * count];
    for (seating, outcome) in seatings.iter().zip(outcomes) {
        for seat in (0..2).filter(|seat| outcome.winners >> seat & 1 == 1) {
            let [winner, other] = [seat, 1 - seat].map(|seat| usize::from(seating[seat]));
            let second = usize::from(usize::from(outcome.first) != seat);
            cells[2 * (winner * count + other) + second] += 1;
        }
    }
    cells
}

fn pair_seatings(count: usize) -> Vec<SeatMap> {
    let mut seatings = Vec::new();
    for strategy in 0..count {
        for other in (0..count).filter(|&other| other != strategy) {
            let mut seats = SeatMap::default();
            (seats[0], seats[1]) = (strategy as u8, other as u8);
            seatings.push(seats);
        }
    }
    seatings
}
