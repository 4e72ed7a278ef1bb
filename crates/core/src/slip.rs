//! Slips of the finger: what was probably meant by a name that there is not.

use std::fmt::Display;

/// A name of more bytes than this is no slip of the finger.
const LONGEST: usize = 100;

/// At most so many names are suggested.
pub const MOST: usize = 3;

const SIMILAR: f64 = 0.8;

/// How similar a name is at least that is one letter away: short ones share little else.
const ONE_LETTER: f64 = 0.95;

/// How much less similar than the most similar one another may be.
const LESS: f64 = 0.1;

/// The names that are most like a text, at most three and the most similar first; none if it is
/// like none, or too long to be a slip.
///
/// # Source
/// Winkler, *String comparator metrics and enhanced decision rules in the Fellegi–Sunter model of
/// record linkage*, 1990.
///
/// # Examples
///
/// ```
/// use unobench_core::slip::near;
///
/// let names = ["random", "high-points"];
/// assert_eq!(near("radnom", names), ["random"]);
/// assert_eq!(near("something else", names), [""; 0]);
/// ```
pub fn near<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let similarity = |name: &'a str| {
        let similar = strsim::jaro_winkler(text, name);
        let is_near = strsim::osa_distance(text, name) == 1;
        (if is_near { similar.max(ONE_LETTER) } else { similar }, name)
    };
    let mut near: Vec<(f64, &str)> = names.into_iter().map(similarity).collect();
    near.sort_by(|(similarity, _), (other, _)| other.total_cmp(similarity));
    let least = near.first().map_or(SIMILAR, |(best, _)| SIMILAR.max(best - LESS));
    near.retain(|(similarity, _)| *similarity >= least);
    near.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// The name that is most like a text, if any is like it.
///
/// # Examples
///
/// ```
/// use unobench_core::slip::nearest;
///
/// assert_eq!(nearest("radnom", ["random", "high-points"]), Some("random"));
/// ```
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(text, names).first().copied()
}

/// Some names of which one is meant: "a, b or c".
///
/// # Examples
///
/// ```
/// use unobench_core::slip::alternatives;
///
/// assert_eq!(alternatives(&["a"]), "a");
/// assert_eq!(alternatives(&["a", "b", "c"]), "a, b or c");
/// ```
pub fn alternatives(names: &[impl Display]) -> String {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}
