//! Keys whose value is a table: from symbols to points.

use super::section::{Limits, Setting};
use super::value::{Value, entries_of, table_of};
use crate::cards::Symbol;

/// The most points that a table gives a card.
const MOST_POINTS: i64 = 100;

/// Points of symbols that count otherwise than usual.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::Symbol;
/// use unobench_core::rules::RuleSet;
///
/// let mut rules = RuleSet::official();
/// assert!(rules.scoring.points.is_empty());
/// rules.set("scoring.points={ WS = 40, \"+2\" = 10 }").expect("an allowed table");
/// assert_eq!(rules.scoring.points.of(Symbol::DrawTwo), Some(10));
/// assert_eq!(rules.scoring.points.of(Symbol::Skip), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolPoints([Option<u8>; Symbol::ALL.len()]);

impl SymbolPoints {
    /// All symbols count as usual.
    pub const EMPTY: SymbolPoints = SymbolPoints([None; Symbol::ALL.len()]);

    /// The points of a symbol, if the table has it.
    #[must_use]
    pub const fn of(&self, symbol: Symbol) -> Option<u8> {
        self.0[symbol.index()]
    }

    /// Whether the table has no symbol.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let mut index = 0;
        while index < self.0.len() {
            if self.0[index].is_some() {
                return false;
            }
            index += 1;
        }
        true
    }
}

impl Setting for SymbolPoints {
    fn read(value: &Value, _: Limits, blank_draws: u8) -> Option<SymbolPoints> {
        let mut points = SymbolPoints::EMPTY;
        for (key, value) in entries_of(value)? {
            let symbol = Symbol::parse(key, blank_draws).ok()?;
            let number = value.as_integer().filter(|number| (0..=MOST_POINTS).contains(number))?;
            points.0[symbol.index()] = Some(number as u8);
        }
        Some(points)
    }

    fn write(self, blank_draws: u8) -> Value {
        table_of(
            Symbol::ALL
                .into_iter()
                .filter_map(|symbol| Some((symbol.text(blank_draws), i64::from(self.of(symbol)?)))),
        )
    }

    fn allowed(_: Limits) -> String {
        concat!(
            r#"a table from symbols to 0 to 100, as in { WS = 40, "+2" = 10 }; symbols are "0" to "#,
            r#""9", "S", "R", "+2", "+1", "W", "W+4", "WB", "WS", "WC", "D1", "D2" and, where "#,
            r#"blanks draw n cards, "W+n""#
        )
        .into()
    }
}
