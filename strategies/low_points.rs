//! `low-points`: keeps its dear cards, and plays the cheapest.

use super::tactics::{most_frequent, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::strategy::{Cost, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `low-points`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "low-points",
    description: "plays the playable card worth fewest points, of equal ones the colour it holds \
        most of; wilds last",
    source: "our own: high-points turned round, to show what shedding points is worth",
    tier: 1,
    parameters: &[],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "nothing",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(LowPoints::new(settings)),
    ..LIBRARY
};

/// Plays the cheapest card.
#[derive(Debug, Clone)]
pub struct LowPoints;

impl LowPoints {
    /// The strategy; it has no parameters.
    #[must_use]
    pub fn new(_settings: &Settings<'_>) -> LowPoints {
        LowPoints
    }
}

impl FastStrategy for LowPoints {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let cheapest = playable.iter().map(|kind| view.points_of(kind)).min()?;
        let cheap: KindSet<C::Word> =
            playable.iter().filter(|&kind| view.points_of(kind) == cheapest).collect();
        most_frequent(view, cheap)
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::Scene;

    #[test]
    fn it_plays_the_cheapest_card_and_of_equal_ones_its_colour() {
        assert_eq!(Scene::new("R5", &["R9 G5 R+2 W", "B1 B2"]).play("low-points"), "G5");
        assert_eq!(Scene::new("R5", &["RS R+2 W G2", "B1 B2"]).play("low-points"), "R+2");
        assert_eq!(
            Scene::new("R5", &["R5 G5 G7 W", "B1 B2"]).play("low-points"),
            "G5",
            "it holds more green"
        );
    }

    #[test]
    fn it_goes_by_what_a_zero_costs() {
        let scene = Scene::new("R5", &["R0 R9 G7", "B1 B2"]);
        assert_eq!(scene.play("low-points"), "R0");
        assert_eq!(scene.rule("scoring.zero_points=10").play("low-points"), "R9");
    }
}
