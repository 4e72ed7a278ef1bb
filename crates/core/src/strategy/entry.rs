//! How a strategy is described: its name, its parameters, what it declares of itself.

use super::{AnyFast, FastStrategy, Player};
use crate::table::{Table, TableSetup};
use std::any::Any;
use std::fmt;
use std::path::Path;

/// What the catalogue says of a strategy.
///
/// # Examples
///
/// ```
/// # use unobench_core::game::{Action, View};
/// # use unobench_core::strategy::{Entry, Player, Strategy};
/// # #[derive(Clone)]
/// # struct Hasty;
/// # impl Strategy for Hasty {
/// #     fn decide(&mut self, view: &View) -> Action { view.actions()[0] }
/// # }
/// static HASTY: Entry =
///     Entry::new("hasty", "plays the first legal card", |_| Player::honest(Hasty)).version("1.0");
/// assert_eq!(HASTY.name, "hasty");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Where the idea is from.
    pub source: &'static str,
    /// 0 no thought, 1 heuristics, 2 with memory or an eye on others, 3 learned, 4 search, 5 bounds
    /// that see what nobody may.
    pub tier: u8,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it declares of itself.
    pub traits: Traits,
    /// Its version; none of the library's own, which go by that of the program.
    pub version: Option<&'static str>,
    /// Makes the player with these settings.
    pub make: fn(&Settings<'_>) -> Player,
    /// How its [`Values::File`] is read, if it has such a parameter.
    pub file: Option<FileFormat>,
    /// Sets a faster table for strategies that were compiled together; none where somebody at the
    /// table is not among them.
    pub fast_table: fn(&TableSetup) -> Option<Box<dyn Table>>,
    /// Makes a [`FastStrategy`] with these settings; none if it is not one.
    pub fast: Option<MakeFast>,
}

/// How a fast strategy is made, for tables that do not know its type.
pub type MakeFast = fn(&Settings<'_>) -> Box<dyn AnyFast>;

impl Entry {
    /// A strategy without parameters that is not stochastic and does not search; the methods say
    /// otherwise.
    #[must_use]
    pub const fn new(
        name: &'static str,
        description: &'static str,
        make: fn(&Settings<'_>) -> Player,
    ) -> Entry {
        Entry {
            name,
            description,
            source: "",
            tier: 1,
            parameters: &[],
            traits: Traits {
                stochastic: false,
                recall: Recall::Nothing,
                sight: Sight::Own,
                looks_at: "",
                cost: Cost::Moderate,
            },
            version: None,
            make,
            file: None,
            fast_table: |_| None,
            fast: None,
        }
    }

    /// The same for a fast strategy.
    #[must_use]
    pub const fn fast<S: FromSettings>(self) -> Entry {
        Entry {
            make: |settings| Player::honest(S::new(settings)),
            fast: Some(|settings| Box::new(S::new(settings))),
            ..self
        }
    }

    /// The same with a version, which stands in the header of every run that it plays in.
    #[must_use]
    pub const fn version(mut self, version: &'static str) -> Entry {
        self.version = Some(version);
        self
    }

    /// The same with these parameters, which [`Settings`] hands over in their order.
    #[must_use]
    pub const fn parameters(mut self, parameters: &'static [Parameter]) -> Entry {
        self.parameters = parameters;
        self
    }

    /// The same, given its seat's random numbers when a round begins.
    #[must_use]
    pub const fn stochastic(mut self) -> Entry {
        self.traits.stochastic = true;
        self
    }

    /// The same, at tables that remember which cards each seat was shown; see
    /// [`View::known`](crate::game::View::known).
    #[must_use]
    pub const fn remembering(mut self) -> Entry {
        self.traits.recall = Recall::Shown;
        self
    }
}

/// A fast strategy that is made from its settings.
pub trait FromSettings: FastStrategy + fmt::Debug + 'static {
    /// The strategy with these settings.
    fn new(settings: &Settings<'_>) -> Self;
}

/// A file that a strategy plays by, read.
pub trait StrategyFile: Any + fmt::Debug + Send + Sync {
    /// The file written anew, without comments: what plays alike has the same text.
    fn text(&self) -> String;
    /// The numbers that count at so many seats, for who wants to tune them.
    fn numbers(&self, players: usize) -> Vec<Number>;
    /// The same with other values of all of them, in their order; kept for as long as the program
    /// runs.
    fn with_numbers(&self, players: usize, values: &[f64]) -> &'static dyn StrategyFile;
}

/// A number of a [`StrategyFile`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
}

/// How the files of a strategy are read.
#[derive(Debug, Clone, Copy)]
pub struct FileFormat {
    /// Reads one, and keeps it for as long as the program runs.
    ///
    /// # Errors
    /// What is wrong with the file, its path included.
    pub read: fn(&Path) -> Result<&'static dyn StrategyFile, String>,
    /// The one that is built in.
    pub built_in: fn() -> &'static dyn StrategyFile,
}

/// What a strategy declares of itself; tests hold it to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    /// Whether it draws random numbers.
    pub stochastic: bool,
    /// What it remembers of the round so far.
    pub recall: Recall,
    /// What it is let see.
    pub sight: Sight,
    /// What it looks at besides its own hand and the up card.
    pub looks_at: &'static str,
    /// How much work a decision is.
    pub cost: Cost,
}

impl Traits {
    /// Whether it plays on in thought, which takes thousands of times as long as a decision by
    /// rules of thumb.
    #[must_use]
    pub const fn searches(self) -> bool {
        matches!(self.cost, Cost::Search)
    }

    /// Whether it is a bound: it sees what no player may.
    #[must_use]
    pub const fn is_bound(self) -> bool {
        !matches!(self.sight, Sight::Own)
    }

    /// Whether its table has to keep count of the cards that were shown, or to let it see more than
    /// a view.
    #[must_use]
    pub const fn is_watched(self) -> bool {
        matches!(self.recall, Recall::Shown) || self.is_bound()
    }
}

/// What a strategy remembers of the round so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recall {
    /// Nothing.
    Nothing,
    /// What lies open on the table: the discard pile, and who drew on which colour.
    Table,
    /// Besides, the cards that it was shown or held: after challenges, swaps, exchanges, crashes,
    /// cards taken back.
    Shown,
}

/// What a strategy is let see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Its own hand and what is public.
    Own,
    /// All hands: a bound, no strategy for play.
    Hands,
    /// All hands and the order of the cards to come: a bound, no strategy for play.
    Everything,
}

/// How much work a decision is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// A round takes at most three times the instructions of one of `random`.
    Cheap,
    /// A round takes at most thirty times the instructions of one of `random`.
    Moderate,
    /// A round takes at most three hundred times the instructions of one of `random`.
    Heavy,
    /// It plays on in thought: so many playouts a decision.
    Search,
}

impl Cost {
    /// About how many nanoseconds a core takes for the part of one seat in a round, with so many
    /// playouts a decision; measured in the official game, and right to a factor of two or three.
    #[must_use]
    pub const fn nanoseconds(self, playouts: u32) -> u64 {
        match self {
            Cost::Cheap => 400,
            Cost::Moderate => 2_000,
            Cost::Heavy => 40_000,
            Cost::Search => 60_000 * playouts as u64,
        }
    }
}

/// A parameter of a strategy.
///
/// # Examples
///
/// ```
/// use unobench_core::strategy::Parameter;
///
/// let depth = Parameter::whole("depth", 3, 1, 9).means("how far it looks ahead");
/// assert_eq!((depth.default(), depth.read("5"), depth.read("10")), (3, Some(5), None));
/// let share = Parameter::decimal("share", 250, 0, 1000).means("how often it bluffs");
/// assert_eq!((share.read("0.5"), share.written(125)), (Some(500), "0.125".into()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name in `strategy:name=value`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Which values it takes, and which when none is given.
    pub values: Values,
}

/// Which values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// A whole number in a range.
    #[allow(missing_docs)]
    Whole { default: i64, min: i64, max: i64 },
    /// A number with up to three decimals in a range; here in thousandths.
    #[allow(missing_docs)]
    Decimal { default: i64, min: i64, max: i64 },
    /// One of some words, the first unless said otherwise.
    Choice(&'static [&'static str]),
    /// The path of a file; without one what is built in.
    File,
}

/// How many parts of one a decimal parameter is counted in.
pub const THOUSANDTHS: i64 = 1000;

impl Parameter {
    const fn new(name: &'static str, values: Values) -> Parameter {
        Parameter { name, description: "", values }
    }

    /// A whole number: its default, the smallest and the largest.
    #[must_use]
    pub const fn whole(name: &'static str, default: i64, min: i64, max: i64) -> Parameter {
        Parameter::new(name, Values::Whole { default, min, max })
    }

    /// A number with up to three decimals; the same, all in thousandths.
    #[must_use]
    pub const fn decimal(name: &'static str, default: i64, min: i64, max: i64) -> Parameter {
        Parameter::new(name, Values::Decimal { default, min, max })
    }

    /// One of some words, by default the first.
    #[must_use]
    pub const fn choice(name: &'static str, words: &'static [&'static str]) -> Parameter {
        Parameter::new(name, Values::Choice(words))
    }

    /// A file.
    #[must_use]
    pub const fn file(name: &'static str) -> Parameter {
        Parameter::new(name, Values::File)
    }

    /// The same with what it does, in one sentence.
    #[must_use]
    pub const fn means(mut self, description: &'static str) -> Parameter {
        self.description = description;
        self
    }

    /// The value when none is given, in the parameter's own count.
    #[must_use]
    pub const fn default(&self) -> i64 {
        match self.values {
            Values::Whole { default, .. } | Values::Decimal { default, .. } => default,
            Values::Choice(_) | Values::File => 0,
        }
    }

    /// The smallest and the largest value, in the parameter's own count; of a file none but the one
    /// built in.
    #[must_use]
    pub const fn range(&self) -> (i64, i64) {
        match self.values {
            Values::Whole { min, max, .. } | Values::Decimal { min, max, .. } => (min, max),
            Values::Choice(words) => (0, words.len() as i64 - 1),
            Values::File => (0, 0),
        }
    }

    /// A value as it is written.
    #[must_use]
    pub fn written(&self, value: i64) -> String {
        match self.values {
            Values::Whole { .. } => value.to_string(),
            Values::Decimal { .. } => (value as f64 / THOUSANDTHS as f64).to_string(),
            Values::Choice(words) => words[value as usize].to_owned(),
            Values::File => "built-in".to_owned(),
        }
    }
}

/// The values of a strategy's parameters, in their order.
///
/// # Examples
///
/// ```
/// use unobench_core::strategy::Settings;
///
/// // A whole number, and a decimal in thousandths.
/// let settings = Settings::new(&[3, 250]);
/// assert_eq!((settings.whole(0), settings.decimal(1)), (3, 0.25));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    values: &'a [i64],
    file: Option<&'static dyn StrategyFile>,
}

impl<'a> Settings<'a> {
    /// These values; decimals in thousandths, words by their place.
    #[must_use]
    pub const fn new(values: &'a [i64]) -> Self {
        Settings { values, file: None }
    }

    /// The same with a file in place of the one built in.
    #[must_use]
    pub const fn with_file(self, file: Option<&'static dyn StrategyFile>) -> Self {
        Settings { file, ..self }
    }

    /// A whole number, or the place of a word.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn whole(&self, index: usize) -> u32 {
        u32::try_from(self.values[index]).expect("no parameter is negative")
    }

    /// A decimal.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn decimal(&self, index: usize) -> f64 {
        self.values[index] as f64 / THOUSANDTHS as f64
    }

    /// What was read from a file, if one was named.
    ///
    /// # Panics
    /// If it is not what the strategy's own [`FileFormat`] reads.
    #[must_use]
    pub fn file<F: StrategyFile>(&self) -> Option<&'static F> {
        let any: &dyn Any = self.file?;
        Some(any.downcast_ref().expect("a file of this strategy"))
    }
}
