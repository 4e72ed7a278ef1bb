//! Who sits at the tables by which rule sets are measured. Each table has one name, which is the
//! same wherever it is told.

/// A table of all sorts.
pub const MIXED: &str = "mixed";

/// Who sits there in turn.
pub const ALL_SORTS: [&str; 4] = ["champion", "counter", "linear", "most-colour"];

/// Who sat there in the results of 0.4.0.
const SORTS_BEFORE: &str = "random+high-points+counter+linear";

/// Who has learned the rule set that is played, as a strategy is written.
pub const LEARNED: &str = "learned";

/// The tables by which a rule set is measured when none is named.
pub const PANEL: [&str; 4] = ["random", "counter", "champion", MIXED];

/// Who know the rules, the better player last: what is said of them is said where both agree.
pub const KNOWING: [&str; 2] = ["counter", "champion"];

/// Whether those of a table know the rules: they do, or have learned them.
pub fn knows(table: &str) -> bool {
    KNOWING.contains(&table) || table == LEARNED
}

/// What those are called together.
pub const WHO_KNOW: &str = "people who know the rules";

/// The place of a table where several are told of: who knows the rules best is told of first.
pub fn place(table: &str) -> usize {
    KNOWING.iter().rev().position(|name| *name == table).unwrap_or(KNOWING.len())
}

/// The name of a table where there is little room.
pub fn short(table: &str) -> String {
    let is_mixed = table == ALL_SORTS.join("+") || table == SORTS_BEFORE;
    if is_mixed { MIXED.to_owned() } else { table.to_owned() }
}

#[test]
fn only_all_sorts_have_a_short_name() {
    assert_eq!(short(&ALL_SORTS.join("+")), MIXED);
    assert_eq!(short("random+counter"), "random+counter");
}
