/// A table of all sorts.
pub const MIXED: &str = "mixed";

/// Who sits there in turn.
pub const ALL_SORTS: [&str; 4] = ["random", "high-points", "counter", "linear"];

/// Who has learned the rule set that is played, as a strategy is written.
pub const LEARNED: &str = "learned";

/// The name of a table where there is little room.
pub fn short(table: &str) -> String {
    if table == ALL_SORTS.join("+") { MIXED.to_owned() } else { table.to_owned() }
}

#[test]
fn only_all_sorts_have_a_short_name() {
    assert_eq!(short(&ALL_SORTS.join("+")), MIXED);
    assert_eq!(short("random+counter"), "random+counter");
}
