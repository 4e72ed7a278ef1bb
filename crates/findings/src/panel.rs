//! Who sits at the tables by which rule sets are measured. Each table has one name, which is the
//! same wherever it is told.

/// A table of all sorts.
pub const MIXED: &str = "mixed";

/// Who sits there in turn.
pub const ALL_SORTS: [&str; 4] = ["champion", "counter", "linear", "most-colour"];

/// Who has learned the rule set that is played, as a strategy is written.
pub const LEARNED: &str = "learned";

/// Who has learned the rule sets that it was examined on, and sits there for whoever knows more.
pub const CHAMPION: &str = "champion";

/// Who plays anything legal.
pub const RANDOM: &str = "random";

/// Who examines [`CHAMPION`] as a network that learned nothing but the rule set.
pub const SPECIALIST: &str = "specialist";

/// How many networks take turns as [`CHAMPION`] where a rule set is measured.
pub const CHAMPIONS: usize = 3;

/// The tables by which a rule set is measured when none is named.
pub const PANEL: [&str; 4] = ["random", "counter", "champion", MIXED];

/// The tables that are asked first, the better player last.
pub const PRIMARY_TABLES: [&str; 2] = ["counter", CHAMPION];

/// Whether a table is asked first: its answers are corrected for one another alone.
pub fn is_primary(table: &str) -> bool {
    PRIMARY_TABLES.contains(&table) || table == LEARNED
}

/// Whether those of a table may be said to know the rules, if they have passed their exam.
pub fn learns(table: &str) -> bool {
    table == CHAMPION || table == LEARNED
}

/// What those are called together.
pub const WHO_KNOW: &str = "people who know the rules";

/// The place of a table where several are told of: who knows the rules best is told of first.
pub fn place(table: &str) -> usize {
    PRIMARY_TABLES.iter().rev().position(|name| *name == table).unwrap_or(PRIMARY_TABLES.len())
}

/// What a table is called where these sit in turn.
pub fn called(sorts: &[String]) -> String {
    if sorts == ALL_SORTS { MIXED.to_owned() } else { sorts.join("+") }
}
