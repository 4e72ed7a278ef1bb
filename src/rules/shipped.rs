//! The rule sets that come with the program.

/// Embeds the files of `sets/` by their names.
macro_rules! embed {
    ($($name:literal),+ $(,)?) => { &[$(($name, include_str!(concat!("sets/", $name, ".toml")))),+] };
}

/// The rule sets of the catalogue, name and text, in its order.
const CATALOGUE: &[(&str, &str)] = embed![
    "official",
    "number-start",
    "source-c",
    "one-turn-reverse",
    "keep-drawn",
    "no-wild-on-wild",
    "strict-match-wild4",
    "source-a3",
    "source-e",
    "jump-in",
    "jump-in-original",
    "double",
    "seven-zero",
    "stacking",
    "stacking-mixed",
    "silent-twos",
    "silent-wilds",
    "five-exchange",
    "lazy",
    "slam",
    "colour-wheel",
    "plus-ten",
    "blank-eight",
    "reverse-returns",
    "return-carriage",
    "let-me",
    "last-standing",
    "seven-rounds",
    "lone-zero",
    "h2o",
    "no-zero-finish",
    "bring-in",
    "partners",
    "penalty-200",
    "penalty-500",
    "junior",
    "cars",
    "extreme",
    "swap-hands",
    "until-playable",
    "forgetful",
    "everything",
];

/// Rule sets with a rule that the game does not know yet.
///
/// A line goes when the last of its rules is built.
const PLANNED: &[&str] = &[
    "source-c",
    "jump-in",
    "jump-in-original",
    "double",
    "seven-zero",
    "stacking",
    "stacking-mixed",
    "silent-twos",
    "silent-wilds",
    "five-exchange",
    "slam",
    "reverse-returns",
    "return-carriage",
    "let-me",
    "last-standing",
    "seven-rounds",
    "bring-in",
    "extreme",
    "forgetful",
    "everything",
];

/// The shipped rule sets, name and text, in the order of the catalogue.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    CATALOGUE.iter().copied().filter(|(name, _)| !is_planned(name))
}

/// Whether a rule set of this name is in the catalogue but not shipped yet.
pub(super) fn is_planned(name: &str) -> bool {
    PLANNED.contains(&name)
}

/// The names of the catalogue, shipped or not.
pub(super) fn catalogue_names() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().map(|(name, _)| *name)
}

/// The text of a rule set of the catalogue, shipped or not.
#[cfg(test)]
pub(super) fn text_of(name: &str) -> &'static str {
    CATALOGUE.iter().find(|(known, _)| *known == name).map(|(_, text)| *text).expect("a name of the catalogue")
}
