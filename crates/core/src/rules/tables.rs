//! Keys whose value is a table: from symbols to points, from cards to how many there are.

use super::section::{Limits, Setting};
use super::value::{Value, entries_of, table_of};
use crate::cards::{Colour, Kind, Symbol};

/// The most cards of a kind that a table gives a pack.
const MOST_CARDS: i64 = 15;

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
pub struct SymbolPoints([Option<u8>; Symbol::ALL.len()]);

impl SymbolPoints {
    /// All symbols count as usual.
    pub const EMPTY: SymbolPoints = SymbolPoints([None; Symbol::ALL.len()]);

    /// The points of a symbol, if the table has it.
    pub const fn of(&self, symbol: Symbol) -> Option<u8> {
        self.0[symbol.index()]
    }

    /// Whether the table has no symbol.
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
            r#"a table from symbols to 0 to 100, as in { WS = 40, "+2" = 10 }; symbols are "0" "#,
            r#"to "9", "S", "R", "+2", "+1", "W", "W+4", "WB", "WS", "WH", "WC", "D1", "D2" and, "#,
            r#"where blanks draw n cards, "W+n""#
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
    symbols: [Option<u8>; Symbol::ALL.len()],
    kinds: [Option<u8>; Kind::COUNT],
}

impl CardCounts {
    /// All cards are as many as usual.
    pub const EMPTY: CardCounts =
        CardCounts { symbols: [None; Symbol::ALL.len()], kinds: [None; Kind::COUNT] };

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
    fn read(value: &Value, _: Limits, blank_draws: u8) -> Option<CardCounts> {
        let mut counts = CardCounts::EMPTY;
        for (key, value) in entries_of(value)? {
            let count = value.as_integer().filter(|count| (0..=MOST_CARDS).contains(count))? as u8;
            match (Symbol::parse(key, blank_draws), Kind::parse(key, blank_draws)) {
                (Ok(symbol), _) => counts.symbols[symbol.index()] = Some(count),
                (Err(_), Ok(kind)) => counts.kinds[kind.index()] = Some(count),
                _ => return None,
            }
        }
        Some(counts)
    }

    fn write(self, blank_draws: u8) -> Value {
        let symbols = Symbol::ALL.into_iter().filter_map(|symbol| {
            Some((symbol.text(blank_draws), i64::from(self.symbols[symbol.index()]?)))
        });
        let kinds = Symbol::ALL
            .into_iter()
            .filter(|symbol| !symbol.is_wild())
            .flat_map(|symbol| Colour::ALL.map(|colour| Kind::coloured(colour, symbol)));
        let kinds = kinds.filter_map(|kind| {
            let count = i64::from(self.kinds[kind.index()]?);
            Some((kind.text(blank_draws).to_string(), count))
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
