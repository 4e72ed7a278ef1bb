//! Which of several is for a table, where each is for a number of seats.

/// That for the nearest number of seats, of two the larger.
pub(super) fn nearest<T>(
    all: &[T],
    players: usize,
    players_of: impl Fn(&T) -> usize,
) -> Option<&T> {
    all.iter().rev().min_by_key(|element| players_of(element).abs_diff(players))
}
