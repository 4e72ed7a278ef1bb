//! Duels: errors of the sequential test, the estimate after it, and the pooled estimate.

use super::draws::{Blocks, Chance, DEPENDENCES, Dependence};
use super::{Case, Method, Said, holds, yes};
use crate::{Decision, DuelEstimate, LastLook, Side, Sprt, share_of_elo};

/// Blocks at which a duel is given up.
const PATIENCE: u64 = 1_000_000;

/// A duel to be simulated.
#[derive(Clone, Copy)]
struct Duel {
    seats: usize,
    dependence: Dependence,
    elo0: f64,
    elo1: f64,
    /// The true Elo difference.
    truth: f64,
}

/// The blocks of a duel in play.
struct Table {
    duel: Duel,
    lone: Vec<Blocks>,
    counts: Vec<Vec<u64>>,
    blocks: u64,
}

impl Table {
    fn new(duel: &Duel) -> Table {
        let fair = 1.0 / duel.seats as f64;
        let sides: &[f64] = if duel.seats == 2 { &[1.0] } else { &[1.0, -1.0] };
        let lone = |&sign: &f64| {
            Blocks::new(duel.dependence, duel.seats, share_of_elo(sign * duel.truth, fair))
        };
        Table {
            duel: *duel,
            lone: sides.iter().map(lone).collect(),
            counts: vec![vec![0; duel.seats * duel.dependence.sides() as usize + 1]; sides.len()],
            blocks: 0,
        }
    }

    /// Plays on to so many blocks, from either side in turn.
    fn play(&mut self, end: u64, chance: &mut Chance) {
        for block in self.blocks..end {
            let side = block as usize % self.lone.len();
            self.counts[side][self.lone[side].draw(chance)] += 1;
        }
        self.blocks = end;
    }

    fn sides(&self) -> Vec<Side<'_>> {
        let (fair_share, sides) = (1.0 / self.duel.seats as f64, self.duel.dependence.sides());
        let all = self.counts.iter().enumerate();
        all.map(|(index, counts)| Side { counts, sides, fair_share, reversed: index > 0 }).collect()
    }
}

impl Duel {
    /// Plays it to the end of its test.
    fn decided(&self, chance: &mut Chance) -> Said {
        let sprt = Sprt::new(self.elo0, self.elo1, 0.05, 0.05).expect("a test");
        let (mut table, mut looks) = (Table::new(self), Vec::new());
        let decision = loop {
            table.play(table.blocks + sprt.look(self.seats), chance);
            assert!(table.blocks < PATIENCE, "undecided");
            looks.push(table.blocks);
            match sprt.decide(&table.sides()) {
                Decision::Continue => {}
                decision => break decision,
            }
        };
        let is_alternative = decision == Decision::AcceptAlternative;
        let is_wrong = match self.truth >= self.elo1 {
            true => !is_alternative,
            false => decision != Decision::AcceptNull,
        };
        let refused = match decision {
            Decision::AcceptAlternative => [self.elo0; 2],
            Decision::AcceptReverse => [-self.elo0; 2],
            _ => [self.elo1, -self.elo1],
        };
        let plain = DuelEstimate::new(&table.sides());
        let found = plain.and_then(|plain| {
            let (elo, error) = (plain.elo, plain.standard_error);
            let (llr, reverse) = (sprt.llr(&table.sides()), sprt.reverse_llr(&table.sides()));
            LastLook { test: sprt, looks: &looks, llr, reverse, elo, error }.stagewise()
        });
        let interval = found.map(|found| found.interval);
        vec![
            ("wrong decision", yes(is_wrong)),
            ("blocks", Some(table.blocks as f64)),
            ("plain estimate too high", plain.map(|found| too_high(found.elo, self.truth))),
            ("estimate too high", found.map(|found| too_high(found.elo, self.truth))),
            ("coverage", holds(interval, self.truth)),
            ("contradiction", yes(refused.iter().any(|elo| holds(interval, *elo) == Some(1.0)))),
        ]
    }

    /// Plays so many blocks.
    fn fixed(&self, blocks: u64, chance: &mut Chance) -> Said {
        let mut table = Table::new(self);
        table.play(blocks, chance);
        let found = DuelEstimate::new(&table.sides());
        let mut said = vec![("coverage", holds(found.map(|found| found.interval), self.truth))];
        if self.seats > 2 {
            let disagreement = found.and_then(|found| found.disagreement);
            let rejected = disagreement.is_some_and(|found| found.p_value < 0.05);
            said.push(("sides wrongly said to disagree", yes(rejected)));
        }
        said
    }
}

/// Whether an estimate is too high; one that is the truth but for rounding counts half.
fn too_high(elo: f64, truth: f64) -> f64 {
    if (elo - truth).abs() < 1e-6 { 0.5 } else { f64::from(elo > truth) }
}

/// Tests of no difference against 20 points, where the truth is either of them or beyond.
pub(super) fn tests() -> Method {
    let tables = [2, 4, 10].into_iter().zip(DEPENDENCES).chain([(2, Dependence::Shared)]);
    let cases = tables.flat_map(|(seats, dependence)| {
        [0.0, 20.0, 60.0].map(|truth| {
            let duel = Duel { seats, dependence, elo0: 0.0, elo1: 20.0, truth };
            let name = format!("{seats} seats; {dependence}; truth {truth} of 0 to 20");
            Case::new(name, 1000, move |chance| duel.decided(chance))
        })
    });
    Method {
        name: "duels with a test",
        promises: &[
            ("wrong decision", 0.0, 0.065),
            ("estimate too high", 0.43, 0.57),
            ("coverage", 0.93, 0.97),
            ("contradiction", 0.0, 0.0),
        ],
        cases: cases.collect(),
    }
}

pub(super) fn fixed() -> Method {
    let tables = [2, 4, 10].into_iter().flat_map(|seats| DEPENDENCES.map(|games| (seats, games)));
    let cases = tables.flat_map(|(seats, dependence)| {
        let duel = Duel { seats, dependence, elo0: 0.0, elo1: 1.0, truth: 20.0 };
        [50, 400, 3000].map(|blocks| {
            let name = format!("{seats} seats; {dependence}; {blocks} blocks");
            Case::new(name, 2000, move |chance| duel.fixed(blocks, chance))
        })
    });
    Method {
        name: "duels without a test",
        promises: &[("coverage", 0.93, 0.97), ("sides wrongly said to disagree", 0.03, 0.075)],
        cases: cases.collect(),
    }
}
