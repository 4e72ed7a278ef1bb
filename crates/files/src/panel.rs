//! The names of the tables by which rule sets are measured.

/// A table of all sorts.
pub const MIXED: &str = "mixed";

/// Who sits there in turn.
pub const ALL_SORTS: [&str; 4] = ["random", "high-points", "counter", "linear"];

/// Who has learned the rule set that is played, as a strategy is written.
pub const LEARNED: &str = "learned";

/// The name of a table where there is little room.
///
/// # Examples
///
/// ```
/// use unobench_files::panel::short;
///
/// assert_eq!(short("random+high-points+counter+linear"), "mixed");
/// assert_eq!(short("random+counter"), "random+counter");
/// ```
#[must_use]
pub fn short(table: &str) -> String {
    if table == ALL_SORTS.join("+") { MIXED.to_owned() } else { table.to_owned() }
}
