//! The sandwich: how much the ratings vary, from the variation between blocks.

use super::design::{Fitted, seat_unknown};
use super::games::{Games, LineUpShares};
use crate::linear::Square;
use std::collections::BTreeMap;

/// The covariance of the free unknowns, B / (B − p) · A⁻¹MA⁻¹; none for no more blocks than
/// unknowns.
pub(super) fn covariance(games: &Games<'_>, fitted: &Fitted) -> Option<Square> {
    let blocks: u64 = games.line_ups.iter().map(|line_up| line_up.blocks).sum();
    let spare = blocks.checked_sub(fitted.free.len() as u64).filter(|&spare| spare > 0)?;
    let mut covariance = fitted.bread.around(&meat(games, fitted).part(&fitted.free));
    covariance.scale(blocks as f64 / spare as f64);
    Some(covariance)
}

/// The sum over blocks of the product of the score with itself, for all unknowns.
fn meat(games: &Games<'_>, fitted: &Fitted) -> Square {
    let mut meat = Square::zeros(fitted.logarithms.len());
    let unknowns: Vec<usize> = (0..games.strategies)
        .chain((0..games.teams()).map(|seat| seat_unknown(games.strategies, seat)))
        .collect();
    for (place, &row) in unknowns.iter().enumerate() {
        unknowns
            .iter()
            .enumerate()
            .for_each(|(other, &column)| meat.add(row, column, games.product(place, other)));
    }
    for (line_up, expected) in
        games.line_ups.iter().zip(&fitted.expected).filter(|(line_up, _)| line_up.blocks > 0)
    {
        subtract_expected(&mut meat, games, line_up, expected);
    }
    meat
}

/// Σ(w − e)(w − e)' = Σww' − (we' + ew' − ee') / B, where w and e are sums over the B blocks of a
/// line-up.
fn subtract_expected(
    meat: &mut Square,
    games: &Games<'_>,
    line_up: &LineUpShares,
    expected: &[(usize, f64)],
) {
    let mut sums: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    for (position, seat, wins) in games.won(line_up) {
        let seat = (seat < games.teams()).then(|| seat_unknown(games.strategies, seat));
        for unknown in [line_up.members[position]].into_iter().chain(seat) {
            sums.entry(unknown).or_default()[0] += wins;
        }
    }
    let constant = seat_unknown(games.strategies, games.seats);
    for &(unknown, wins) in expected.iter().filter(|(unknown, _)| *unknown != constant) {
        sums.entry(unknown).or_default()[1] += wins;
    }
    let blocks = line_up.blocks as f64;
    for (&row, [won, expected]) in &sums {
        for (&column, [other_won, other_expected]) in &sums {
            meat.add(
                row,
                column,
                (expected * other_expected - won * other_expected - expected * other_won) / blocks,
            );
        }
    }
}
