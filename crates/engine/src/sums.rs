//! What is counted and added up: numbers, structs of them field by field, and lists whose rows have
//! a key. Rows of which nothing was counted are there while games are played, so that each is found
//! by its place; they are not written.

use serde::{Serialize, Serializer};

/// What another of its kind is added to.
pub trait Sum {
    fn add(&mut self, more: &Self) -> Option<()>;
}

/// A row of a list that is in ascending order of keys.
pub trait Row: Sum {
    fn key(&self) -> [u64; 2];

    fn is_empty(&self) -> bool;
}

/// A number of blocks, or a sum over them, by two other numbers.
pub type Cell = [u64; 3];

impl Row for Cell {
    fn key(&self) -> [u64; 2] {
        [self[0], self[1]]
    }

    fn is_empty(&self) -> bool {
        self[2] == 0
    }
}

impl Sum for Cell {
    fn add(&mut self, more: &Cell) -> Option<()> {
        self[2].add(&more[2])
    }
}

impl<R: Row> Sum for Vec<R> {
    fn add(&mut self, more: &Vec<R>) -> Option<()> {
        more.iter().try_for_each(|row| {
            let place = self.binary_search_by_key(&row.key(), Row::key).ok()?;
            self[place].add(row)
        })
    }
}

impl Sum for Vec<u64> {
    fn add(&mut self, more: &Vec<u64>) -> Option<()> {
        add_each(self, more)
    }
}

pub(crate) fn add_each<T: Sum>(sums: &mut [T], more: &[T]) -> Option<()> {
    (sums.len() == more.len()).then_some(())?;
    sums.iter_mut().zip(more).try_for_each(|(sum, more)| sum.add(more))
}

pub(crate) fn write_rows<R: Row + Serialize, S: Serializer>(
    rows: &[R],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rows.iter().filter(|row| !row.is_empty()))
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl Sum for $number {
            fn add(&mut self, more: &$number) -> Option<()> {
                *self = self.checked_add(*more)?;
                Some(())
            }
        }
    )+};
}

numbers!(u64, i64, u128, i128);

/// Adds structs up by the fields that are named.
#[macro_export]
macro_rules! add_fields {
    ($of:ty: $($field:ident),+) => {
        impl $crate::sums::Sum for $of {
            fn add(&mut self, more: &$of) -> Option<()> {
                $($crate::sums::Sum::add(&mut self.$field, &more.$field)?;)+
                Some(())
            }
        }
    };
}

/// Declares a row: its key, and what is added up. A list of them is written by column.
macro_rules! by_column {
    (
        $(#[$about:meta])*
        $row:ident, $columns:ident {
            $(#[$about_key:meta])* $key:ident: $key_type:ty;
            $($(#[$about_field:meta])* $field:ident: $type:ty,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct $row {
            $(#[$about_key])* pub $key: $key_type,
            $($(#[$about_field])* pub $field: $type,)+
        }

        $crate::add_fields!($row: $($field),+);

        #[derive(Default, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $columns {
            $key: Vec<$key_type>,
            $($field: Vec<$type>,)+
        }

        impl $columns {
            fn serialize<S: Serializer>(rows: &[$row], serializer: S) -> Result<S::Ok, S::Error> {
                let mut columns = $columns::default();
                for row in rows.iter().filter(|row| !row.is_empty()) {
                    columns.$key.push(row.$key);
                    $(columns.$field.push(row.$field.clone());)+
                }
                Serialize::serialize(&columns, serializer)
            }

            fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<$row>, D::Error> {
                let columns = <$columns as Deserialize>::deserialize(from)?;
                $(let mut $field = columns.$field.into_iter();)+
                let rows = columns.$key.into_iter().map(|$key| {
                    Some($row { $key, $($field: $field.next()?,)+ })
                });
                rows.collect::<Option<_>>().ok_or_else(|| D::Error::custom("a column is too short"))
            }
        }
    };
}

pub(crate) use by_column;
