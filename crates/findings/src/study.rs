//! The commands that fill a run directory.

use crate::vocabulary;

vocabulary! {
    /// The command whose games these are; files call it `question`.
    #[derive(Default)]
    pub enum Study: "a command" {
        /// Strategies under one or more rule sets.
        #[default]
        Run = "run",
        /// Two strategies.
        Duel = "duel",
        /// Strategies that all meet.
        Tournament = "tournament",
        /// Rule sets against a baseline.
        Compare = "compare",
        /// The same along values of keys.
        Sweep = "sweep",
        /// What playing well is worth.
        Skill = "skill",
    }
}

impl Study {
    /// Whether strategies are compared, rather than rule sets.
    pub fn is_of_strategies(self) -> bool {
        matches!(self, Study::Run | Study::Duel | Study::Tournament)
    }
}
