//! Closed vocabularies: an enum with its words in one table, which are what files have.

use crate::question::Family;
use serde::{Deserialize, Deserializer, Serializer, de};
use std::borrow::Cow;
use unobench_stats::Verdict;

/// Declares an enum whose variants are words of files. A word that is none is an error that names
/// it and lists those that are.
#[macro_export]
macro_rules! vocabulary {
    ($(#[$meta:meta])* pub enum $name:ident: $what:literal {
        $($(#[$of:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize,
            serde::Deserialize,
        )]
        #[serde(expecting = $what)]
        pub enum $name {
            $($(#[$of])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            pub const ALL: [$name; [$($word),*].len()] = [$($name::$variant),*];

            /// Its word in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
pub use vocabulary;

/// What has a word in files, which may leave it out.
pub(crate) trait Worded: Copy + 'static {
    const ALL: &'static [Self];
    fn word(self) -> &'static str;
}

impl Worded for Family {
    const ALL: &'static [Family] = &Family::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

/// The crate of statistics knows nothing of files.
impl Worded for Verdict {
    const ALL: &'static [Verdict] =
        &[Verdict::More, Verdict::Less, Verdict::Same, Verdict::Unclear];

    fn word(self) -> &'static str {
        self.name()
    }
}

/// A word, or an empty field.
pub(crate) mod or_none {
    use super::{Cow, Deserialize, Deserializer, Serializer, Worded, de};

    pub(crate) fn serialize<T: Worded, S: Serializer>(
        word: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(word.map_or("", T::word))
    }

    pub(crate) fn deserialize<'de, T: Worded, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<Cow<'de, str>>::deserialize(deserializer)?;
        let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
        let known = T::ALL.iter().find(|known| known.word() == text);
        known.copied().map(Some).ok_or_else(|| unknown::<T, _>(&text))
    }

    fn unknown<T: Worded, E: de::Error>(text: &str) -> E {
        let allowed: Vec<&str> = T::ALL.iter().map(|known| known.word()).collect();
        let allowed = allowed.join(", ");
        E::custom(format_args!("unknown word `{text}`, expected one of {allowed}"))
    }
}

#[cfg(test)]
mod tests {
    use crate::csv::read;
    use crate::finding::Finding;
    use std::io::Cursor;
    use unobench_stats::Verdict;

    /// A row whose question, metric, family and verdict are these.
    fn row(words: [&str; 4]) -> Result<Finding, String> {
        let [question, metric, family, verdict] = words;
        let file = format!(
            "question,rules,players,table,of,against,metric,family,verdict\n\
             {question},official,4,,,,{metric},{family},{verdict}\n"
        );
        read(Cursor::new(file)).map(|mut rows| rows.remove(0)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_word_that_is_none_is_named() {
        let known = ["effects", "first_seat", "primary", "less"];
        let found = row(known).expect("all are words");
        assert_eq!(found.verdict, Some(Verdict::Less));
        assert_eq!(row(["effects", "first_seat", "", ""]).expect("two may be none").family, None);
        for place in 0..known.len() {
            let mut words = known;
            words[place] = "frobnicate";
            let error = row(words).expect_err("a word that is none");
            assert!(error.contains("frobnicate"), "{error}");
        }
    }
}
