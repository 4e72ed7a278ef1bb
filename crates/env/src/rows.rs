//! What there is to see of tables: where it is kept, and where it is written.

use crate::actions::{AS_THEY_ARE, ActionSet, ColourOrder};
use crate::setup::Setup;

/// What there is to see of all tables, one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// A row of each table, in the [`Layout`](crate::observation::Layout) of the setup; all 0 where
    /// nobody is asked.
    pub observations: Vec<u8>,
    /// The [actions](crate::actions::count) of each table: whether each is legal; none where nobody
    /// is asked.
    pub masks: Vec<bool>,
    /// The rewards of all seats of each table; 0 where no round has ended in this step.
    pub rewards: Vec<f32>,
    /// The points of all seats of each table in its match so far; empty where a game is a round.
    pub totals: Vec<i32>,
    pub facts: Vec<StepFacts>,
}

/// Where to write what there is to see of all tables, one after the other.
#[derive(Debug)]
pub struct RowsMut<'a> {
    pub observations: &'a mut [u8],
    pub masks: &'a mut [bool],
    pub rewards: &'a mut [f32],
    pub totals: &'a mut [i32],
    pub facts: &'a mut [StepFacts],
    /// Whether all of it is 0 already.
    pub is_clear: bool,
}

/// What there is to say of a table after a step, besides its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepFacts {
    /// The seat that is asked; [`NOBODY`] where nobody is.
    pub seat: u8,
    /// The order of the colours in its row and in the actions.
    pub colours: ColourOrder,
    pub block: i64,
    /// Turns played in its round.
    pub turn: i32,
    /// The round or match that has ended in this step, if one has.
    pub ended: Option<Ended>,
}

/// How a round or match of a table ended, for who learns there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    pub block: i64,
    pub turns: i32,
    /// Whether it reached the turn limit, and in a match that so nobody won.
    pub stalled: bool,
}

/// Nothing is dealt.
impl Default for StepFacts {
    fn default() -> StepFacts {
        StepFacts { seat: NOBODY, colours: AS_THEY_ARE, block: 0, turn: 0, ended: None }
    }
}

pub const NOBODY: u8 = 255;

/// Where a table writes what there is to see of it after a step. All is 0 before.
#[derive(Debug)]
pub(crate) struct ObservationRow<'a> {
    pub(crate) observation: &'a mut [u8],
    pub(crate) mask: &'a mut [bool],
    pub(crate) legal: &'a mut ActionSet,
    pub(crate) rewards: &'a mut [f32],
    pub(crate) totals: &'a mut [i32],
    pub(crate) facts: &'a mut StepFacts,
}

impl Rows {
    pub(crate) fn new(setup: &Setup) -> Rows {
        let Setup { tables, players, match_play, .. } = *setup;
        let [bytes, actions] = setup.widths();
        Rows {
            observations: vec![0; tables * bytes],
            masks: vec![false; tables * actions],
            rewards: vec![0.0; tables * players],
            totals: vec![0; if match_play { tables * players } else { 0 }],
            facts: vec![StepFacts::default(); tables],
        }
    }

    /// All rows, to be written again.
    pub fn as_mut(&mut self) -> RowsMut<'_> {
        RowsMut {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            totals: &mut self.totals,
            facts: &mut self.facts,
            is_clear: false,
        }
    }
}

impl<'a> RowsMut<'a> {
    /// These rows, known to be as many as there are tables.
    ///
    /// # Panics
    /// If they are not.
    pub(crate) fn for_tables(self, setup: &Setup) -> Self {
        let [bytes, actions] = setup.widths();
        assert!(
            self.observations.len() == setup.tables * bytes
                && self.masks.len() == setup.tables * actions
                && self.facts.len() == setup.tables,
            "there is a row for each table"
        );
        self
    }

    pub(crate) fn split_at(mut self, count: usize) -> (RowsMut<'a>, RowsMut<'a>) {
        /// Takes the part of a list that is of the first tables; the part is `count` of `tables`.
        fn take<'a, T>(list: &mut &'a mut [T], [count, tables]: [usize; 2]) -> &'a mut [T] {
            let end = list.len() / tables * count;
            let (first, rest) = std::mem::take(list).split_at_mut(end);
            *list = rest;
            first
        }
        let part = [count, self.facts.len()];
        let first = RowsMut {
            observations: take(&mut self.observations, part),
            masks: take(&mut self.masks, part),
            rewards: take(&mut self.rewards, part),
            totals: take(&mut self.totals, part),
            facts: take(&mut self.facts, part),
            is_clear: self.is_clear,
        };
        (first, self)
    }

    pub(crate) fn clear(&mut self) {
        if self.is_clear {
            return;
        }
        self.observations.fill(0);
        self.masks.fill(false);
        self.rewards.fill(0.0);
        self.totals.fill(0);
        self.facts.fill(StepFacts::default());
    }

    pub(crate) fn widths(&self) -> [usize; 4] {
        let RowsMut { observations, masks, rewards, totals, facts, .. } = self;
        [observations.len(), masks.len(), rewards.len(), totals.len()].map(|len| len / facts.len())
    }

    #[inline(always)]
    pub(crate) fn row<'b>(
        &'b mut self,
        table: usize,
        [bytes, actions, rewards, totals]: [usize; 4],
        legal: &'b mut ActionSet,
    ) -> ObservationRow<'b> {
        ObservationRow {
            observation: &mut self.observations[table * bytes..][..bytes],
            mask: &mut self.masks[table * actions..][..actions],
            legal,
            rewards: &mut self.rewards[table * rewards..][..rewards],
            totals: &mut self.totals[table * totals..][..totals],
            facts: &mut self.facts[table],
        }
    }
}
