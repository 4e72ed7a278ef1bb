//! What ratings and ranks mean, what each seat is worth in them, and what they cannot show.

use super::number::signed;
use super::run::scale_of_elo;

/// What the Elo of the strategies of a run is.
pub fn elo_of_run(players: usize, fair_share: f64) -> String {
    let scale = scale_of_elo(players, fair_share);
    format!("Elo: ratings from who won in which seat, their mean is 0, and {scale}")
}

/// What the Elo of a tournament is.
pub fn elo_of_tournament(players: usize, fair_share: f64) -> String {
    let scale = scale_of_elo(players, fair_share);
    format!(
        "Elo: Plackett–Luce on who won, the mean of all is 0, 95 % intervals clustered by deal; \
         {scale}"
    )
}

/// What the Elo of a ladder is.
pub fn elo_of_ladder(players: usize, fair_share: f64) -> String {
    format!("Elo: Plackett–Luce against the others; {}", scale_of_elo(players, fair_share))
}

/// What the ranks that a strategy may have are.
pub const RANK: &str = "rank: the best and the worst that are possible, with 95 % confidence for \
    all ranks together";

/// What seats are worth in Elo, by their numbers from 1; nothing where none is rated.
pub fn seats(ratings: &[(usize, f64)]) -> Option<String> {
    let told: Vec<String> =
        ratings.iter().map(|(seat, elo)| format!("seat {seat} {}", signed(*elo, 1))).collect();
    let told = told.join(", ");
    (!ratings.is_empty())
        .then(|| format!("what each seat is worth, from the first player on: {told}"))
}

/// A circle of strategies, each of which beats the next.
pub fn not_transitive(circle: &[&str]) -> String {
    let all: Vec<&str> = circle.iter().chain(circle.first()).copied().collect();
    format!("not transitive: {} – a single rating cannot show that", all.join(" beats "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_circles_are_told_in_their_order() {
        let told = seats(&[(1, 12.34), (2, -12.34)]);
        let words = "what each seat is worth, from the first player on: seat 1 +12.3, seat 2 −12.3";
        assert_eq!(told.as_deref(), Some(words));
        assert_eq!(seats(&[]), None);
        let told = not_transitive(&["a", "b", "c"]);
        assert!(told.starts_with("not transitive: a beats b beats c beats a –"), "{told}");
    }
}
