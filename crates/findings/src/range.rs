//! Between which ends a quantity lies. An interval ends where its quantity does: no share is below
//! 0, and no seats are less unequal than equal ones. What is estimated without bias may itself come
//! out beyond, as the part of a variance does that is none; it is told as the end, too.

/// The least and the most that a quantity may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// Any number.
    Any,
    /// Not below 0: turns, cards, how unequal the seats are.
    FromZero,
    /// From 0 to 1: how often something happens.
    Share,
    /// From −1 to 1: how much larger one share is than another.
    Gain,
}

impl Range {
    /// That of differences of two such quantities.
    pub fn of_differences(self) -> Range {
        match self {
            Range::Share => Range::Gain,
            _ => Range::Any,
        }
    }

    /// Its ends.
    pub fn ends(self) -> [f64; 2] {
        match self {
            Range::Any => [f64::NEG_INFINITY, f64::INFINITY],
            Range::FromZero => [0.0, f64::INFINITY],
            Range::Share => [0.0, 1.0],
            Range::Gain => [-1.0, 1.0],
        }
    }

    /// A number, or the end beyond which it is.
    pub fn within(self, number: f64) -> f64 {
        let [least, most] = self.ends();
        number.clamp(least, most)
    }
}
