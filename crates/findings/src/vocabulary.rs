//! Closed vocabularies: an enum with its words in one table, which are what files have.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
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

            pub fn named(word: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|known| known.name() == word)
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

/// A word that files may leave out: an empty field.
pub(crate) mod or_none {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        word: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match word {
            Some(word) => word.serialize(serializer),
            None => serializer.serialize_str(""),
        }
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let word = Option::<std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let word = word.filter(|word| !word.is_empty());
        word.map(|word| T::deserialize(serde::de::value::CowStrDeserializer::new(word))).transpose()
    }
}

const VERDICTS: [Verdict; 4] = [Verdict::More, Verdict::Less, Verdict::Same, Verdict::Unclear];
static VERDICT_WORDS: [&str; 4] =
    [VERDICTS[0].name(), VERDICTS[1].name(), VERDICTS[2].name(), VERDICTS[3].name()];

/// A verdict, or an empty field. The crate of statistics knows nothing of files.
pub(crate) mod verdict {
    use super::{Deserialize, Deserializer, Serializer, VERDICT_WORDS, VERDICTS, Verdict, de};

    pub(crate) fn serialize<S: Serializer>(
        verdict: &Option<Verdict>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(verdict.map_or("", Verdict::name))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Verdict>, D::Error> {
        let word = Option::<std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let Some(word) = word.filter(|word| !word.is_empty()) else { return Ok(None) };
        let known = VERDICTS.into_iter().find(|verdict| verdict.name() == word);
        known.map(Some).ok_or_else(|| de::Error::unknown_variant(&word, &VERDICT_WORDS))
    }
}
