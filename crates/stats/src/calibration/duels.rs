//! Duels: errors of the sequential test, and the pooled estimate.

use super::{Blocks, Chance, DEPENDENCES, Dependence, assert_documented, percent};
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

/// What became of many.
#[derive(Default)]
struct Outcomes {
    nulls: usize,
    alternatives: usize,
    blocks: u64,
    /// Estimates as they are where nobody stopped, and those that allow for the stop.
    plain: Vec<f64>,
    stagewise: Vec<f64>,
    /// Intervals that hold the truth.
    covered: usize,
    /// Intervals that hold what the test refused.
    contrary: usize,
}

/// The blocks of a duel in play.
struct Table {
    seats: usize,
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
            seats: duel.seats,
            lone: sides.iter().map(lone).collect(),
            counts: vec![vec![0; duel.seats + 1]; sides.len()],
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
        let fair_share = 1.0 / self.seats as f64;
        self.counts
            .iter()
            .enumerate()
            .map(|(index, counts)| Side { counts, fair_share, winners: 1, reversed: index > 0 })
            .collect()
    }
}

/// Plays duels to their end.
fn simulate(duel: &Duel, trials: usize) -> Outcomes {
    let sprt = Sprt::new(duel.elo0, duel.elo1, 0.05, 0.05).expect("a test");
    let mut chance = Chance::new(20_260_201);
    let mut outcomes = Outcomes::default();
    for _ in 0..trials {
        let mut table = Table::new(duel);
        let mut looks = Vec::new();
        let decision = loop {
            table.play(table.blocks + sprt.look(duel.seats), &mut chance);
            assert!(table.blocks < PATIENCE, "undecided");
            looks.push(table.blocks);
            match sprt.decide(&table.sides()) {
                Decision::Continue => {}
                decision => break decision,
            }
        };
        let is_alternative = decision == Decision::AcceptAlternative;
        *(if is_alternative { &mut outcomes.alternatives } else { &mut outcomes.nulls }) += 1;
        outcomes.blocks += table.blocks;
        let Some(plain) = DuelEstimate::new(&table.sides()) else { continue };
        let llr = sprt.llr(&table.sides());
        let look = LastLook {
            test: sprt,
            looks: &looks,
            llr,
            elo: plain.elo,
            error: plain.standard_error,
        };
        let found = look.stagewise().expect("an estimate");
        outcomes.plain.push(plain.elo - duel.truth);
        outcomes.stagewise.push(found.elo - duel.truth);
        outcomes.covered += usize::from(found.interval.contains(duel.truth));
        let refused = if is_alternative { duel.elo0 } else { duel.elo1 };
        outcomes.contrary += usize::from(found.interval.contains(refused));
    }
    outcomes
}

/// The median of some values.
fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The shares of intervals that hold the truth and of disagreements found, at a fixed number of
/// blocks.
fn fixed(duel: &Duel, blocks: u64, trials: usize) -> (usize, usize) {
    let mut chance = Chance::new(20_260_202);
    let (mut covered, mut disagreements) = (0, 0);
    for _ in 0..trials {
        let mut table = Table::new(duel);
        table.play(blocks, &mut chance);
        let Some(estimate) = DuelEstimate::new(&table.sides()) else { continue };
        covered += usize::from(estimate.interval.contains(duel.truth));
        disagreements +=
            usize::from(estimate.disagreement.is_some_and(|found| found.p_value < 0.05));
    }
    (covered, disagreements)
}

#[test]
#[ignore = "takes some minutes"]
fn the_tables_are_as_documented() {
    const TRIALS: usize = 4000;
    let tables =
        || [2, 4, 10].into_iter().flat_map(|seats| DEPENDENCES.map(|games| (seats, games)));
    assert_documented(tables().flat_map(|(seats, dependence)| {
        [(0.0, 5.0), (0.0, 20.0), (-10.0, 10.0), (0.0, 50.0)]
            .map(|(elo0, elo1)| sequential_row(seats, dependence, elo0, elo1, TRIALS))
    }));
    assert_documented(tables().flat_map(|(seats, dependence)| {
        let duel = Duel { seats, dependence, elo0: 0.0, elo1: 1.0, truth: 20.0 };
        [50, 400, 3000].map(|blocks| {
            let (covered, disagreements) = fixed(&duel, blocks, TRIALS);
            let covered = percent(covered, TRIALS);
            let disagreements =
                if seats == 2 { "–".to_owned() } else { percent(disagreements, TRIALS) };
            format!("| {seats} | {dependence} | {blocks} | {covered} | {disagreements} |")
        })
    }));
}

#[test]
#[ignore = "takes some minutes"]
fn estimates_after_a_test_are_as_documented() {
    const TRIALS: usize = 20_000;
    let tables = [(2, Dependence::Decided), (4, Dependence::Independent)].into_iter();
    assert_documented(tables.flat_map(|(seats, dependence)| {
        [0.0, 5.0, 20.0].map(|truth| {
            let duel = Duel { seats, dependence, elo0: 0.0, elo1: 5.0, truth };
            let found = simulate(&duel, TRIALS);
            let (plain, bias) = (median(&found.plain), median(&found.stagewise));
            let coverage = found.covered as f64 / TRIALS as f64;
            assert!(bias.abs() < 0.3 && (0.94..=0.96).contains(&coverage), "{bias}, {coverage}");
            format!(
                "| {seats} | {dependence} | {truth} | {} | {plain:+.2} | {bias:+.2} | {} | {} |",
                found.blocks / TRIALS as u64,
                percent(found.covered, TRIALS),
                percent(found.contrary, TRIALS),
            )
        })
    }));
}

fn sequential_row(
    seats: usize,
    dependence: Dependence,
    elo0: f64,
    elo1: f64,
    trials: usize,
) -> String {
    let at = |truth| simulate(&Duel { seats, dependence, elo0, elo1, truth }, trials);
    let (null, alternative) = (at(elo0), at(elo1));
    format!(
        "| {seats} | {dependence} | {elo0}, {elo1} | {} | {} | {}, {} | {}, {} |",
        percent(null.alternatives, trials),
        percent(alternative.nulls, trials),
        null.blocks / trials as u64,
        alternative.blocks / trials as u64,
        percent(null.covered, trials),
        percent(alternative.covered, trials),
    )
}

#[test]
fn sequential_tests_err_no_more_often_than_they_may() {
    const TRIALS: usize = 300;
    for seats in [2, 4, 10] {
        for dependence in DEPENDENCES {
            for truth in [0.0, 40.0] {
                let outcomes =
                    simulate(&Duel { seats, dependence, elo0: 0.0, elo1: 40.0, truth }, TRIALS);
                let wrong = if truth > 0.0 { outcomes.nulls } else { outcomes.alternatives };
                // 5 % and three standard errors.
                assert!(
                    wrong as f64 <= 0.088 * TRIALS as f64,
                    "{seats} seats, {dependence}, truth {truth}: {wrong} of {TRIALS} wrong"
                );
                assert!(
                    wrong > 0,
                    "{seats} seats, {dependence}, truth {truth}: too good to be true"
                );
            }
        }
    }
}

#[test]
fn estimates_after_a_test_are_median_unbiased_and_never_contradict_it() {
    const TRIALS: usize = 600;
    for (seats, dependence) in [(2, Dependence::Swung), (4, Dependence::Independent)] {
        for truth in [0.0, 20.0, 80.0] {
            let duel = Duel { seats, dependence, elo0: 0.0, elo1: 20.0, truth };
            let found = simulate(&duel, TRIALS);
            let what = format!("{seats} seats, {dependence}, truth {truth}");
            let below = found.stagewise.iter().filter(|bias| **bias < 0.0).count();
            // A half and 95 %, and three and a half standard errors.
            assert!((0.428..=0.572).contains(&(below as f64 / TRIALS as f64)), "{what}: {below}");
            let coverage = found.covered as f64 / TRIALS as f64;
            assert!((0.918..=0.982).contains(&coverage), "{what}: {coverage}");
            assert_eq!(found.contrary, 0, "{what}");
        }
    }
}

#[test]
fn pooled_intervals_hold_the_difference_and_sides_that_agree_are_believed() {
    const TRIALS: usize = 1500;
    for (seats, dependence) in
        [(2, Dependence::Swung), (4, Dependence::Decided), (10, Dependence::Independent)]
    {
        let (covered, disagreements) =
            fixed(&Duel { seats, dependence, elo0: 0.0, elo1: 1.0, truth: 20.0 }, 400, TRIALS);
        let (covered, disagreements) =
            (covered as f64 / TRIALS as f64, disagreements as f64 / TRIALS as f64);
        assert!(
            (0.933..=0.967).contains(&covered),
            "{seats} seats, {dependence}: coverage {covered}"
        );
        assert!(
            seats == 2 || (0.033..=0.067).contains(&disagreements),
            "{seats} seats, {dependence}: {disagreements} disagree"
        );
    }
}
