//! Keys whose value is a table: from symbols to points, from cards to how many there are.

use super::section::{Limits, Setting};
use super::value::{Value, entries_of, table_of};
use crate::cards::{Kind, Notation, Symbol};

/// The most cards of a kind that a table gives a pack.
const MOST_CARDS: i64 = 15;

/// The most cards that are drawn for a blank, as `deck.blank_draws` allows.
const MOST_DRAWN: u8 = 20;

/// The most points that a table gives a card.
const MOST_POINTS: i64 = 100;

/// Points of symbols that count differently than usual.
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
pub struct SymbolPoints {
    symbols: [Option<u8>; Symbol::COUNT],
    /// What the blanks draw that the table names; 0: it names none that draw.
    blank_draws: u8,
}

impl SymbolPoints {
    /// All symbols count as usual.
    pub const EMPTY: SymbolPoints = SymbolPoints { symbols: [None; Symbol::COUNT], blank_draws: 0 };

    /// The points of a symbol, if the table has it.
    pub const fn of(&self, symbol: Symbol) -> Option<u8> {
        self.symbols[symbol.index()]
    }

    /// Whether the table has no symbol.
    pub fn is_empty(&self) -> bool {
        self.symbols.iter().all(Option::is_none)
    }

    /// What the blanks draw that the table names, if it names any that draw.
    pub(super) fn named_blank(&self) -> Option<u8> {
        (self.blank_draws != 0).then_some(self.blank_draws)
    }
}

impl Setting for SymbolPoints {
    fn read(value: &Value, _: Limits, notation: &Notation) -> Option<SymbolPoints> {
        let mut points = SymbolPoints::EMPTY;
        for (key, value) in entries_of(value)? {
            let named = (1..=MOST_DRAWN).find(|&n| n != 4 && key == format!("W+{n}"));
            if points.named_blank().is_some() && named.is_some() {
                return None;
            }
            points.blank_draws = named.unwrap_or(points.blank_draws);
            let symbol = Symbol::parse(key, notation.with_blanks(points.blank_draws)).ok()?;
            let number = value.as_integer().filter(|number| (0..=MOST_POINTS).contains(number))?;
            points.symbols[symbol.index()] = Some(number as u8);
        }
        Some(points)
    }

    fn write(self, notation: &Notation) -> Value {
        let notation = notation.with_blanks(self.blank_draws);
        let points =
            |symbol: Symbol| Some((symbol.text(notation), Value::Integer(self.of(symbol)?.into())));
        table_of(notation.symbols().filter_map(points))
    }

    fn allowed(_: Limits) -> String {
        concat!(
            r#"a table from symbols to 0 to 100, as in { WS = 40, "+2" = 10 }; symbols are "0" "#,
            r#"to "9", "S", "R", "+2", "+1", "W", "W+4", "WB", "WS", "WH", "WC", "D1", "D2" and, "#,
            r#"for blanks that draw n cards, one "W+n", n from 1 to 3 or 5 to 20"#
        )
        .into()
    }
}

/// How many cards there are of symbols, in each colour, and of single kinds.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::Kind;
/// use unobench_core::rules::RuleSet;
///
/// let mut rules = RuleSet::official();
/// rules.set("deck.cards={ 0 = 2, R0 = 3, WS = 1 }").expect("an allowed table");
/// let copies = |text| rules.deck.cards().copies(Kind::parse(text, 0).expect("a card"));
/// assert_eq!((copies("R0"), copies("B0"), copies("WS"), copies("R1")), (3, 2, 1, 2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardCounts {
    symbols: [Option<u8>; Symbol::COUNT],
    kinds: [Option<u8>; Kind::COUNT],
}

impl CardCounts {
    /// All cards are as many as usual.
    pub const EMPTY: CardCounts =
        CardCounts { symbols: [None; Symbol::COUNT], kinds: [None; Kind::COUNT] };

    /// How many cards of a kind the table gives a pack, if it does.
    pub fn of(&self, kind: Kind) -> Option<u8> {
        self.kinds[kind.index()].or(self.symbols[kind.symbol().index()])
    }

    /// Whether the table names a symbol; kinds that it names by themselves do not count.
    pub fn names(&self, symbol: Symbol) -> bool {
        self.symbols[symbol.index()].is_some()
    }
}

impl Setting for CardCounts {
    fn read(value: &Value, _: Limits, notation: &Notation) -> Option<CardCounts> {
        let mut counts = CardCounts::EMPTY;
        for (key, value) in entries_of(value)? {
            let count = value.as_integer().filter(|count| (0..=MOST_CARDS).contains(count))? as u8;
            match (Symbol::parse(key, *notation), Kind::parse(key, *notation)) {
                (Ok(symbol), _) => counts.symbols[symbol.index()] = Some(count),
                (Err(_), Ok(kind)) => counts.kinds[kind.index()] = Some(count),
                _ => return None,
            }
        }
        Some(counts)
    }

    fn write(self, notation: &Notation) -> Value {
        let symbols = notation.symbols().filter_map(|symbol| {
            Some((symbol.text(*notation), Value::Integer(self.symbols[symbol.index()]?.into())))
        });
        let kinds = notation.kinds().filter(|kind| !kind.is_wild()).filter_map(|kind| {
            let count = Value::Integer(self.kinds[kind.index()]?.into());
            Some((kind.text(*notation).to_string(), count))
        });
        table_of(symbols.chain(kinds))
    }

    fn allowed(_: Limits) -> String {
        concat!(
            r#"a table from symbols or cards to 0 to 15, as in { "0" = 2, "R+2" = 3, WS = 1 }; "#,
            r#"of the blanks only the one that deck.blank_draws makes"#
        )
        .into()
    }
}
