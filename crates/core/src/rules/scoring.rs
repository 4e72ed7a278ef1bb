//! `[scoring]`: points, and when a match is over.

use super::section::{choice, section};
use super::tables::SymbolPoints;
use crate::cards::{Kind, Symbol};

choice! {
    /// Who gets points for what.
    ScoringMethod {
        /// The winner gets the points in all other hands.
        WinnerTakes = "winner_takes",
        /// Players write down their own points.
        OwnPoints = "own_points",
        /// No points: most rounds won wins; the loser of a round deals, its winner moves first (A,
        /// C).
        Lazy = "lazy",
        /// n−1 points for the first out, down to 0; for `last_standing`.
        Placement = "placement",
    }

    /// What reaching the target means.
    AtTarget {
        /// Whoever reaches it wins.
        Wins = "wins",
        /// Whoever reaches it first loses, and the fewest points win.
        Loses = "loses",
    }

    /// What the scoring adds up.
    Count {
        /// Points (all others).
        Points = "points",
        /// One for each card (A5); other keys about points have no effect.
        Cards = "cards",
    }
}

section! {
    /// Points, and when a match is over.
    ScoringRules {
        /// Who gets points for what (A, B, C, D; lazy: A, C).
        method: ScoringMethod = ScoringMethod::WinnerTakes;
        /// The total, in points, that ends the match (200, 500 or 1000 in A).
        target: u32 = 500, in 1..=100_000;
        /// What reaching the target means; the default is loses for own_points (A2, B, C; A1, D),
        /// otherwise wins (own_points too in A3).
        at_target: AtTarget = AtTarget::Wins;
        /// A fixed number of rounds instead of the target (D); 0: none. Lazy scoring needs it.
        rounds: u32 = 0, in 0..=1000;
        /// What the scoring adds up: points, or one for each card (A5).
        count: Count = Count::Points;
        /// Points of symbols that count differently than usual, 0 to 100 each (decks on sale).
        points: SymbolPoints = SymbolPoints::EMPTY;
        /// Points that a 0 counts (E: sometimes ten).
        zero_points: u8 = 0, in 0..=0, 10..=10;
        /// Points that a 0 counts as the only card left in a hand (A2, A4: 50, "reset zero"); 0: no
        /// such rule.
        lone_zero_points: u8 = 0, in 0..=100;
        /// Points off the winner's total for a last card D1, twice as many for D2 (A2, A4; H2O).
        last_downpour: u8 = 0, in 0..=0, 20..=20;
        /// Points to the winner for each player who is knocked out (No Mercy: 250); with
        /// winner_takes, and where points are counted.
        knock_out_points: u32 = 0, in 0..=1000;
        /// Whether the player opposite is a partner (D); needs winner_takes and an even number of
        /// seats, 4 or more.
        partners: bool = false;
    }
}

impl ScoringRules {
    /// Points of a card in a hand with others; `own` are those of cards that the rule set adds.
    /// Catalogue: `scoring.points`, `zero_points`, `count`.
    pub fn card_points(&self, kind: Kind, own: &[u16; Symbol::OWN]) -> u32 {
        let symbol = kind.symbol();
        match (self.count, self.points.of(symbol)) {
            (Count::Cards, _) => 1,
            (Count::Points, Some(points)) => u32::from(points),
            (Count::Points, None) if let Some(place) = symbol.own() => u32::from(own[place]),
            (Count::Points, None) if symbol == Symbol::Zero => u32::from(self.zero_points),
            (Count::Points, None) => u32::from(symbol.points()),
        }
    }

    /// How many sides a table has: seats, or pairs of partners.
    pub fn sides(&self, players: usize) -> usize {
        if self.partners { players / 2 } else { players }
    }

    /// Whether points are bad: who reaches the target loses.
    pub fn fewest_win(&self) -> bool {
        self.method == ScoringMethod::OwnPoints && self.at_target == AtTarget::Loses
    }
}

impl ScoringMethod {
    /// What reaching the target means unless a rule set says otherwise.
    pub const fn at_target(self) -> AtTarget {
        match self {
            ScoringMethod::OwnPoints => AtTarget::Loses,
            ScoringMethod::WinnerTakes | ScoringMethod::Lazy | ScoringMethod::Placement => {
                AtTarget::Wins
            }
        }
    }
}

/// Points of each kind, a zero counting nothing.
pub(crate) const USUAL_POINTS: [u16; Kind::COUNT] = {
    let mut table = [0; Kind::COUNT];
    let mut index = 0;
    while index < Kind::PRINTED {
        table[index] = Kind::from_index(index).symbol().points();
        index += 1;
    }
    table
};
