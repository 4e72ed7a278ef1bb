//! The course of rounds, by the chances of each side.

use unobench_core::game::SeatSet;
use unobench_core::rules::MAX_SEATS;
use unobench_core::table::{Outcome, RoundStats, SeatProspects};
use unobench_measure::survey::LeadCurve;
use unobench_measure::survey::testing::{add_course, chances};

fn stats(prospects: Vec<SeatProspects>, winners: u16) -> RoundStats {
    let outcome = Outcome { winners, turns: 9, stalled: winners == 0, ..Outcome::default() };
    RoundStats { outcome, asked: 9, forced: 0, drawn: 0, prospects }
}

fn prospects(chances: &[f64]) -> SeatProspects {
    let mut prospects = [0; MAX_SEATS];
    let places = prospects.iter_mut().zip(chances);
    places.for_each(|(place, chance)| *place = (1e6 * chance).round() as i32);
    prospects
}

fn alone(players: usize) -> Vec<SeatSet> {
    let only = |side| SeatSet::first(players).filter(move |seat| seat.index() == side);
    (0..players).map(only).collect()
}

#[test]
fn a_course_is_told_by_the_chances_of_the_side_that_won() {
    let add = |stats, course: &mut LeadCurve| add_course(alone(2), &stats, course);
    let said = [0.5_f64, 0.25, 0.95, 0.8, 0.95];
    let at = |chance: &f64| prospects(&[*chance, 1.0 - chance]);
    let mut course = LeadCurve::default();
    add(stats(said.iter().map(at).collect(), 1), &mut course);
    // 0.5 is the lead of the first of two; then the other has it, then the first again.
    let LeadCurve { games, turns, lead_changes, lowest, said } = course;
    assert_eq!((games, turns, lead_changes), (1, 5, 2));
    assert_eq!(lowest, 250_000);
    assert_eq!(said.0.iter().step_by(2).sum::<u64>(), 10);
    assert_eq!(said.0[18..], [2, 2]);
    // Nothing is told of who nobody beat, nor before a judge has said anything.
    let mut nothing = LeadCurve::default();
    add(stats(vec![[0; MAX_SEATS]], 0), &mut nothing);
    add(stats(Vec::new(), 1), &mut nothing);
    assert_eq!(nothing, LeadCurve::default());
}

#[test]
fn what_is_told_is_what_the_networks_say() {
    // Three seats that each know something else: 1.2 in all.
    let (said, mut course) = ([0.75, 0.25, 0.2], LeadCurve::default());
    add_course(alone(3), &stats(vec![prospects(&said)], 0b10), &mut course);
    let told: Vec<usize> = (0..10).filter(|range| course.said.0[2 * range] > 0).collect();
    assert_eq!((told, course.lowest), (vec![2, 7], 250_000));
    assert_eq!((course.said.0[4], course.said.0[5], course.said.0[14]), (2, 1, 1));
}

#[test]
fn partners_are_one_side() {
    let sides: Vec<SeatSet> =
        (0..2).map(|side| SeatSet::first(4).filter(|seat| seat.index() % 2 == side)).collect();
    assert_eq!(chances(sides, &prospects(&[0.1, 0.2, 0.3, 0.05])), [300_000, 200_000]);
}
