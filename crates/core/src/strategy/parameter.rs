//! The parameters of a strategy, and what is made of them.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A file that a strategy plays by, read.
pub trait StrategyFile: Any + fmt::Debug + Send + Sync {
    /// The file written anew, without comments: what plays alike has the same text.
    fn text(&self) -> String;
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
#[must_use]
pub struct Parameter {
    /// The name in `strategy:name=value`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Which values it takes, and which when none is given.
    pub values: ParameterRange,
}

/// Which values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterRange {
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
    const fn new(name: &'static str, values: ParameterRange) -> Parameter {
        Parameter { name, description: "", values }
    }

    /// A whole number: its default, the smallest and the largest.
    pub const fn whole(name: &'static str, default: i64, min: i64, max: i64) -> Parameter {
        Parameter::new(name, ParameterRange::Whole { default, min, max })
    }

    /// A number with up to three decimals; the same, all in thousandths.
    pub const fn decimal(name: &'static str, default: i64, min: i64, max: i64) -> Parameter {
        Parameter::new(name, ParameterRange::Decimal { default, min, max })
    }

    /// One of some words, by default the first.
    pub const fn choice(name: &'static str, words: &'static [&'static str]) -> Parameter {
        Parameter::new(name, ParameterRange::Choice(words))
    }

    /// A file.
    pub const fn file(name: &'static str) -> Parameter {
        Parameter::new(name, ParameterRange::File)
    }

    /// The same with what it does, in one sentence.
    pub const fn means(mut self, description: &'static str) -> Parameter {
        self.description = description;
        self
    }

    /// The value when none is given, in the parameter's own count.
    pub const fn default(&self) -> i64 {
        match self.values {
            ParameterRange::Whole { default, .. } | ParameterRange::Decimal { default, .. } => {
                default
            }
            ParameterRange::Choice(_) | ParameterRange::File => 0,
        }
    }

    /// The smallest and the largest value, in the parameter's own count; of a file none but the one
    /// built in.
    pub const fn range(&self) -> (i64, i64) {
        match self.values {
            ParameterRange::Whole { min, max, .. } | ParameterRange::Decimal { min, max, .. } => {
                (min, max)
            }
            ParameterRange::Choice(words) => (0, words.len() as i64 - 1),
            ParameterRange::File => (0, 0),
        }
    }

    /// A value as it is written.
    pub fn written(&self, value: i64) -> String {
        match self.values {
            ParameterRange::Whole { .. } => value.to_string(),
            ParameterRange::Decimal { .. } => (value as f64 / THOUSANDTHS as f64).to_string(),
            ParameterRange::Choice(words) => words[value as usize].to_owned(),
            ParameterRange::File => "built-in".to_owned(),
        }
    }

    /// The value that a text stands for, in the parameter's own count; none if it is not allowed.
    pub fn read(&self, text: &str) -> Option<i64> {
        let value = match self.values {
            ParameterRange::Whole { .. } => text.parse().ok()?,
            ParameterRange::Decimal { .. } => thousandths(text)?,
            ParameterRange::Choice(words) => words.iter().position(|word| *word == text)? as i64,
            ParameterRange::File => return None,
        };
        let (min, max) = self.range();
        (min..=max).contains(&value).then_some(value)
    }

    /// What values are allowed, in words.
    pub fn allowed(&self) -> String {
        let (min, max) = self.range();
        match self.values {
            ParameterRange::Whole { .. } => format!("a whole number from {min} to {max}"),
            ParameterRange::Decimal { .. } => format!(
                "a number from {} to {} with up to three decimals",
                self.written(min),
                self.written(max)
            ),
            ParameterRange::Choice(words) => format!("one of {}", words.join(", ")),
            ParameterRange::File => "the path of a file".to_owned(),
        }
    }
}

/// The values of a strategy's parameters, in their order.
///
/// # Examples
///
/// ```
/// use unobench_core::strategy::ParameterValues;
///
/// // A whole number, and a decimal in thousandths.
/// let settings = ParameterValues::new(&[3, 250]);
/// assert_eq!((settings.whole(0), settings.decimal(1)), (3, 0.25));
/// ```
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct ParameterValues<'a> {
    values: &'a [i64],
    file: Option<&'a Arc<dyn StrategyFile>>,
}

impl<'a> ParameterValues<'a> {
    /// These values; decimals in thousandths, words by their place.
    pub const fn new(values: &'a [i64]) -> Self {
        ParameterValues { values, file: None }
    }

    /// The same with a file in place of the one built in.
    pub const fn with_file(self, file: Option<&'a Arc<dyn StrategyFile>>) -> Self {
        ParameterValues { file, ..self }
    }

    /// A whole number, or the place of a word.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn whole(&self, index: usize) -> u32 {
        u32::try_from(self.values[index]).expect("no parameter is negative")
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// A decimal.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn decimal(&self, index: usize) -> f64 {
        self.values[index] as f64 / THOUSANDTHS as f64
    }

    /// What was read from a file, if one was named.
    ///
    /// # Panics
    /// If it is not what the strategy's own [`FileFormat`](super::FileFormat) reads.
    pub fn file<F: StrategyFile>(&self) -> Option<Arc<F>> {
        let any: Arc<dyn Any + Send + Sync> = self.file?.clone();
        Some(any.downcast().expect("a file of this strategy"))
    }
}

fn thousandths(text: &str) -> Option<i64> {
    let value: f64 = text.parse().ok()?;
    let scaled = (value * THOUSANDTHS as f64).round();
    (scaled.abs() < 1e15 && (scaled / THOUSANDTHS as f64 - value).abs() < 1e-12)
        .then_some(scaled as i64)
}
