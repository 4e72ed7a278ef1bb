//! Slips of the finger: what was probably meant by a name that there is not.

/// A name of more bytes than this is no slip of the finger.
pub(crate) const LONGEST: usize = 100;

/// The name that takes the fewest edits; none if they are more than half of its letters, or the
/// text is too long to be a slip.
///
/// # Source
/// Damerau, *A technique for computer detection and correction of spelling errors*, 1964.
///
/// # Examples
///
/// ```
/// use unobench_core::slip::nearest;
///
/// let names = ["random", "high-points"];
/// assert_eq!(nearest("radnom", names), Some("random"));
/// assert_eq!(nearest("something else", names), None);
/// ```
#[must_use]
pub fn nearest(text: &str, names: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    if text.len() > LONGEST {
        return None;
    }
    let edits = |name: &'static str| (strsim::damerau_levenshtein(text, name), name);
    let (edits, name) = names.into_iter().map(edits).min()?;
    (edits <= name.len() / 2).then_some(name)
}
