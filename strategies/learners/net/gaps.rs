//! How much less likely a seat wins by an action that the networks do not take.
//!
//! They learned which action is the best, and by how much only as far as that matters for the
//! choice. So a gap between two of their chances says which is better, and is wider than what was
//! found when the same rounds were played on with either. This maps the one to the other: a part is
//! kept of a wide gap, which hangs on the rule set and the number of seats, and less of a small one,
//! which is mostly the networks' own error. `scripts/chances gaps` finds it; docs/STATISTICS.md, "Gaps".
//!
//! In whole numbers, so that every machine finds the same.

use super::seats::nearest;
use std::collections::HashMap;
use std::sync::LazyLock;
use unobench_core::game::ActiveRules;
use unobench_core::rules::RuleSet;

/// The file that `scripts/chances gaps` writes: for each rule set and number of seats, in
/// hundredths, what is kept of a wide gap, and of one to an action that surely wins.
const TABLE: &str = include_str!("gaps.csv");

/// What stands in the place of a rule set for all that are not in the file.
const ANY: &str = "any";

/// What is sure, in millionths.
const SURE: i64 = 1_000_000;

/// The action that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// The one that the networks like best.
    Best,
    /// One that surely wins.
    SureWin,
}

/// What is kept at a number of seats, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StoredGaps {
    players: usize,
    wide: i64,
    sure: i64,
}

impl StoredGaps {
    /// What the gap between two chances comes to, all in millionths; never more than it says.
    fn of(self, taken: Taken, [best, other]: [i64; 2]) -> i64 {
        let gap = best - other;
        let kept = match taken {
            Taken::Best => {
                // By what part the odds fall.
                let fall = gap * SURE * SURE / (best * (SURE - other));
                self.wide * gap / 100 * (SURE + 3 * fall) / (4 * SURE)
            }
            Taken::SureWin => self.sure * gap / 100,
        };
        kept.min(gap)
    }
}

/// What is kept of gaps between chances, for rule sets that were measured and for any others.
struct GapTable {
    /// By what tells rule sets apart.
    by_rules: HashMap<u64, Vec<StoredGaps>>,
    any: Vec<StoredGaps>,
}

static KNOWN: LazyLock<GapTable> = LazyLock::new(|| {
    let mut rows = TABLE.lines();
    let seats = rows.next().map(seats).expect("a header");
    let (mut by_rules, mut any) = (HashMap::new(), Vec::new());
    for row in rows {
        let (name, kept) = read(row, &seats);
        if name == ANY {
            any = kept;
            continue;
        }
        let rules = RuleSet::load(name).expect("a rule set that ships");
        // Of those that act alike the first one counts, such as the official game.
        by_rules.entry(ActiveRules::of(&rules).id).or_insert(kept);
    }
    GapTable { by_rules, any }
});

/// The numbers of seats in a header: `rules,2,2 sure,3,3 sure` and so on.
fn seats(header: &str) -> Vec<usize> {
    let columns = header.split(',').skip(1).step_by(2);
    columns.map(|players| players.parse().expect("a number of seats")).collect()
}

fn read<'a>(row: &'a str, seats: &[usize]) -> (&'a str, Vec<StoredGaps>) {
    let (name, numbers) = row.split_once(',').expect("a row of numbers");
    let numbers: Vec<i64> =
        numbers.split(',').map(|number| number.parse().expect("a whole number")).collect();
    let (numbers, _) = numbers.as_chunks::<2>();
    let kept = seats.iter().zip(numbers);
    (name, kept.map(|(&players, &[wide, sure])| StoredGaps { players, wide, sure }).collect())
}

/// The chance of an action that is not taken, in millionths, from those that the networks say of the
/// one that is and of this one.
pub fn chance_of_other(
    rules: &ActiveRules,
    players: usize,
    taken: Taken,
    [best, other]: [i32; 2],
) -> i32 {
    let known = KNOWN.by_rules.get(&rules.id).unwrap_or(&KNOWN.any);
    let kept = nearest(known, players, |kept| kept.players).expect("some number of seats");
    if other >= best {
        return other;
    }
    best - kept.of(taken, [best, other].map(i64::from)) as i32
}
