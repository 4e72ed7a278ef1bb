//! How a section of the catalogue is written down once: the `section!` and `choice!` tables.
//!
//! A line of a section's table is the only place where a key stands. It yields the struct field,
//! its default, its range, its reader, its export and its line of documentation. A new key is one
//! new line; a new value of a key is one new line in its `choice!` table.

use super::value::Value;
use crate::cards::{Notation, Symbol, SymbolSet};
use std::ops::RangeInclusive;

/// The ranges that a number may lie in; empty for values that are not plain numbers.
pub(super) type Limits = &'static [RangeInclusive<u32>];

/// A key of a section, as far as it can be described without a value.
pub(super) struct Key {
    /// The key without its section.
    pub(super) name: &'static str,
    pub(super) doc: &'static [&'static str],
    pub(super) allowed: String,
}

/// A section of a rule set, seen as a list of keys with values.
pub(super) trait Section {
    /// Lists the keys in the order of the catalogue.
    fn keys(&self) -> Vec<Key>;

    /// Gives the value of a key as it would stand in a file; symbols are written in this notation.
    ///
    /// # Panics
    /// If the section has no such key.
    fn get(&self, key: &str, notation: &Notation) -> Value;

    /// Takes a value as it stands in a file; false if it is not allowed, and nothing is changed
    /// then.
    ///
    /// # Panics
    /// If the section has no such key.
    #[must_use]
    fn set(&mut self, key: &str, value: &Value, notation: &Notation) -> bool;
}

/// A type that a key's value can have.
pub(super) trait Setting: Copy {
    /// Reads the value; none if it is of another type or out of range.
    fn read(value: &Value, limits: Limits, notation: &Notation) -> Option<Self>;

    /// Writes the value so that [`Setting::read`] gives it back.
    fn write(self, notation: &Notation) -> Value;

    /// Says in words what is allowed.
    fn allowed(limits: Limits) -> String;
}

fn read_number<T: TryFrom<u32>>(value: &Value, limits: Limits) -> Option<T> {
    let number = u32::try_from(value.as_integer()?).ok()?;
    limits.iter().any(|range| range.contains(&number)).then_some(number)?.try_into().ok()
}

fn describe(limits: Limits) -> String {
    let describe_one = |range: &RangeInclusive<u32>| match (range.start(), range.end()) {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start} to {end}"),
    };
    limits.iter().map(describe_one).collect::<Vec<_>>().join(" or ")
}

macro_rules! number_settings {
    ($($number:ty),+) => {$(
        impl Setting for $number {
            fn read(value: &Value, limits: Limits, _: &Notation) -> Option<$number> {
                read_number(value, limits)
            }

            fn write(self, _: &Notation) -> Value {
                Value::Integer(self.into())
            }

            fn allowed(limits: Limits) -> String {
                describe(limits)
            }
        }
    )+};
}

number_settings!(u8, u32);

impl Setting for bool {
    fn read(value: &Value, _: Limits, _: &Notation) -> Option<bool> {
        value.as_bool()
    }

    fn write(self, _: &Notation) -> Value {
        Value::Boolean(self)
    }

    fn allowed(_: Limits) -> String {
        "true or false".into()
    }
}

/// A list of symbols in text notation; numbers may stand bare.
impl Setting for SymbolSet {
    fn read(value: &Value, _: Limits, notation: &Notation) -> Option<SymbolSet> {
        let read_symbol = |entry: &Value| match entry {
            Value::String(text) => Symbol::parse(text, *notation).ok(),
            Value::Integer(number) => Symbol::parse(&number.to_string(), *notation).ok(),
            _ => None,
        };
        value.as_array()?.iter().map(read_symbol).collect()
    }

    fn write(self, notation: &Notation) -> Value {
        Value::Array(self.iter().map(|symbol| Value::String(symbol.text(*notation))).collect())
    }

    fn allowed(_: Limits) -> String {
        concat!(
            r#"a list of symbols out of "0" to "9", "S", "R", "+2", "+1", "W", "W+4", "WB", "#,
            r#""WS", "WC", "D1", "D2" and, where blanks draw n cards, "W+n""#
        )
        .into()
    }
}

/// Declares a section: a struct, its `OFFICIAL` values, and how its keys are read and written.
///
/// A line is `key: type = default, in range, range;` after its documentation. Only numbers have
/// ranges.
macro_rules! section {
    (
        $(#[doc = $about:literal])*
        $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident: $type:ty = $default:expr $(, in $($limit:expr),+)?;
            )+
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            $(
                $(#[doc = $doc])+
                #[doc = ""]
                #[doc = concat!(
                    "Default `", stringify!($default), "`"
                    $(, "; allowed" $(, " `", stringify!($limit), "`")+)?, "."
                )]
                pub $field: $type,
            )+
        }

        impl $name {
            /// The official rules.
            pub const OFFICIAL: Self = Self { $($field: $default),+ };
        }

        impl Default for $name {
            fn default() -> Self {
                Self::OFFICIAL
            }
        }

        impl $crate::rules::section::Section for $name {
            fn keys(&self) -> Vec<$crate::rules::section::Key> {
                vec![$(
                    $crate::rules::section::Key {
                        name: stringify!($field),
                        doc: &[$($doc),+],
                        allowed: <$type as $crate::rules::section::Setting>::allowed(
                            &[$($($limit),+)?],
                        ),
                    },
                )+]
            }

            fn get(
                &self,
                key: &str,
                notation: &$crate::cards::Notation,
            ) -> $crate::rules::value::Value {
                $(if key == stringify!($field) {
                    return $crate::rules::section::Setting::write(self.$field, notation);
                })+
                panic!("{} has no key {key}", stringify!($name))
            }

            fn set(
                &mut self,
                key: &str,
                value: &$crate::rules::value::Value,
                notation: &$crate::cards::Notation,
            ) -> bool {
                $(if key == stringify!($field) {
                    let read = <$type as $crate::rules::section::Setting>::read(
                        value,
                        &[$($($limit),+)?],
                        notation,
                    );
                    return read.map(|value| self.$field = value).is_some();
                })+
                panic!("{} has no key {key}", stringify!($name))
            }
        }
    };
}

/// Declares the values of keys that are a choice of words: enums, and the word of each variant.
macro_rules! choice {
    ($(
        $(#[doc = $about:literal])*
        $name:ident { $( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, )+ }
    )+) => {$(
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`:")]
                $(#[doc = $doc])+
                $variant,
            )+
        }

        impl $crate::rules::section::Setting for $name {
            fn read(
                value: &$crate::rules::value::Value,
                _: $crate::rules::section::Limits,
                _: &$crate::cards::Notation,
            ) -> Option<Self> {
                match value.as_str()? {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }

            fn write(self, _: &$crate::cards::Notation) -> $crate::rules::value::Value {
                let word = match self { $(Self::$variant => $word,)+ };
                $crate::rules::value::Value::String(word.to_owned())
            }

            fn allowed(_: $crate::rules::section::Limits) -> String {
                [$($word),+].join(", ")
            }
        }
    )+};
}

pub(super) use {choice, section};
