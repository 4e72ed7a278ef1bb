//! The rule sets that come with the program.

/// The tags of the shipped rule sets, with what they mean.
pub const TAGS: &[(&str, &str)] = &[
    ("base", "the basic game, as one document or another reads it"),
    ("house", "house rules"),
    ("edition", "another deck, or other equipment"),
    ("program", "as another program plays it"),
    ("human", "sets what people do at a real table: forget, speak, race"),
    ("asks", "asks players for more than the official game does"),
];

/// Embeds the files of `sets/` by their names.
macro_rules! embed {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("sets/", $name, ".toml")))),+]
    };
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
    "source-a1",
    "source-a2",
    "source-d",
    "classic-112",
    "same-number",
    "shuffle-hands",
    "victim-plays",
    "stacking-last-colour",
    "stacking-double",
    "extreme-never-empty",
    "pass-button",
    "double-original",
    "hands-may-swap",
    "no-challenge",
    "no-bluff",
    "two-packs",
    "reverse-is-reverse",
    "no-call",
    "ubisoft-stacking",
    "ubisoft-seven-zero",
    "ubisoft-jump-in",
    "ubisoft-draw-to-match",
    "ubisoft-force-play",
    "ubisoft-no-bluffing",
    "ubisoft-all",
    "like-rlcard",
    "like-gouno",
    "like-shreydesai",
    "like-thewilltotick",
    "no-mercy",
    "no-mercy-rg",
    "no-mercy-om",
    "no-mercy-last-standing",
    "number-finish",
    "no-wild-finish",
    "must-play",
    "stacking-twos",
    "deal-five",
    "deal-ten",
];

/// The shipped rule sets, name and text, in the order of the catalogue.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    CATALOGUE.iter().copied()
}
