//! Which strategies there are, and how one of them is written: `name` or
//! `name:key=value,key=value`.

use super::{Entry, Parameter, Player, Settings, StrategyFile, THOUSANDTHS, Values};
use crate::bounded::quoted;
use crate::digest::fnv1a;
use crate::shown::{Shown, is_formula, is_hidden};
use crate::slip;
use std::fmt;
use std::path::Path;

/// The strategies that a program knows: those of a library, and more.
///
/// # Examples
///
/// ```
/// # use unobench_core::game::{Action, View};
/// # use unobench_core::strategy::{Player, Strategy};
/// # #[derive(Clone)]
/// # struct Hasty;
/// # impl Strategy for Hasty {
/// #     fn decide(&mut self, view: &View) -> Action { view.actions()[0] }
/// # }
/// use unobench_core::strategy::{Catalogue, Entry};
///
/// static ENTRIES: [Entry; 1] =
///     [Entry::new("hasty", "plays the first legal card", |_| Player::honest(Hasty))];
/// let catalogue = Catalogue::new(&ENTRIES);
/// assert_eq!(catalogue.parse("hasty").expect("a strategy").name(), "hasty");
/// let error = catalogue.parse("hatsy").expect_err("no strategy").to_string();
/// assert!(error.contains("did you mean \"hasty\"?"), "{error}");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Catalogue {
    library: &'static [Entry],
    crates: &'static [&'static [Entry]],
    more: &'static [Entry],
}

impl Catalogue {
    /// The strategies of a library.
    #[must_use]
    pub const fn new(library: &'static [Entry]) -> Catalogue {
        Catalogue { library, crates: &[], more: &[] }
    }

    /// The strategies of a library of several crates, which so compile apart.
    #[must_use]
    pub const fn of_crates(crates: &'static [&'static [Entry]]) -> Catalogue {
        Catalogue { library: &[], crates, more: &[] }
    }

    /// The same with more strategies besides.
    ///
    /// # Errors
    /// If two of them have the same name, or one that cannot be written on a command line.
    pub fn with(self, more: &'static [Entry]) -> Result<Catalogue, StrategyError> {
        let catalogue = Catalogue { more, ..self };
        for (place, entry) in catalogue.entries().enumerate() {
            if !is_word(entry.name) {
                return Err(StrategyError::Name(entry.name));
            }
            if catalogue.entries().take(place).any(|earlier| earlier.name == entry.name) {
                return Err(StrategyError::Repeated(entry.name));
            }
        }
        Ok(catalogue)
    }

    /// All strategies: the library's in order of tier, then the others.
    pub fn entries(self) -> impl Iterator<Item = &'static Entry> {
        self.library.iter().chain(self.crates.iter().copied().flatten()).chain(self.more)
    }

    /// The strategy of this name.
    #[must_use]
    pub fn find(self, name: &str) -> Option<&'static Entry> {
        self.entries().find(|entry| entry.name == name)
    }

    /// The strategy that is written `name` or `name:key=value,key=value`.
    ///
    /// # Errors
    /// If there is no such strategy or parameter, or a value is not allowed.
    pub fn parse(self, text: &str) -> Result<StrategySpec, StrategyError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name == "cmd" {
            return Err(StrategyError::External(text.to_owned()));
        }
        let entry = self.find(name).ok_or_else(|| StrategyError::Unknown {
            name: name.to_owned(),
            near: slip::near(name, self.entries().map(|entry| entry.name)),
        })?;
        let mut spec = StrategySpec::new(entry);
        if text.contains(':') {
            let mut given = vec![false; entry.parameters.len()];
            for setting in settings.split(',') {
                set(entry, &mut spec, &mut given, setting)?;
            }
        }
        Ok(spec)
    }
}

/// A strategy of a catalogue with values for its parameters.
///
/// # Examples
///
/// ```
/// # use unobench_core::game::{Action, View};
/// # use unobench_core::strategy::{Player, Strategy};
/// # #[derive(Clone)]
/// # struct Nth(u32);
/// # impl Strategy for Nth {
/// #     fn decide(&mut self, view: &View) -> Action { view.actions()[0] }
/// # }
/// use unobench_core::strategy::{Entry, Parameter, StrategySpec};
///
/// const PLACE: Parameter = Parameter::whole("place", 0, 0, 9).means("which action it takes");
/// static ENTRY: Entry = Entry::new("nth", "takes one of its actions", |settings| {
///     Player::honest(Nth(settings.whole(0)))
/// })
/// .parameters(&[PLACE]);
/// let spec = StrategySpec::new(&ENTRY);
/// assert_eq!(spec.to_string(), "nth");
/// assert_eq!(spec.with_value(0, 4).to_string(), "nth:place=4");
/// ```
#[derive(Debug, Clone)]
pub struct StrategySpec {
    entry: &'static Entry,
    values: Vec<i64>,
    file: Option<NamedFile>,
}

/// A file that a strategy plays by, and where it was read from.
#[derive(Debug, Clone)]
struct NamedFile {
    path: String,
    file: &'static dyn StrategyFile,
}

/// Equal are those that play alike and are written alike.
impl PartialEq for StrategySpec {
    fn eq(&self, other: &StrategySpec) -> bool {
        let file = |spec: &StrategySpec| spec.file.as_ref().map(|file| file.file.text());
        std::ptr::eq(self.entry, other.entry)
            && self.values == other.values
            && self.to_string() == other.to_string()
            && file(self) == file(other)
    }
}

/// A text that is no strategy.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum StrategyError {
    #[error(
        "unknown strategy \"{}\"{}; `unobench strategies list` shows all",
        quoted(.name), did_you_mean(.near)
    )]
    Unknown { name: String, near: Vec<&'static str> },
    #[error(
        "\"{}\" is an external bot; only strategies of the library can be used here",
        quoted(.0)
    )]
    External(String),
    #[error("strategy \"{strategy}\": \"{}\" is not of the form key=value", quoted(.text))]
    Form { strategy: &'static str, text: String },
    #[error("strategy \"{strategy}\" has no parameter \"{}\"; {allowed}", quoted(.key))]
    UnknownParameter { strategy: &'static str, key: String, allowed: String },
    #[error("strategy \"{strategy}\": parameter \"{key}\" is given twice")]
    Twice { strategy: &'static str, key: &'static str },
    #[error(
        "strategy \"{strategy}\": {key} = \"{}\" is not allowed; it is {allowed}",
        quoted(.value)
    )]
    Value { strategy: &'static str, key: &'static str, value: String, allowed: String },
    #[error("strategy \"{strategy}\": {}", Shown::of(.error))]
    File { strategy: &'static str, error: String },
    #[error(
        "a strategy cannot be called \"{}\"; allowed: a word without colon, comma or space, not \
         \"cmd\", that begins with none of = + - @",
        quoted(.0)
    )]
    Name(&'static str),
    #[error("two strategies are called \"{0}\"; each needs a name of its own")]
    Repeated(&'static str),
}

/// Whether a name can be written on a command line, and stand in a table.
fn is_word(name: &str) -> bool {
    let is_odd = |letter: char| matches!(letter, ':' | ',' | ' ') || is_hidden(letter);
    !(name.is_empty() || name == "cmd" || name.contains(is_odd) || is_formula(name))
}

fn did_you_mean(near: &[&'static str]) -> String {
    let quoted: Vec<String> = near.iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        names => format!("; did you mean {}?", slip::alternatives(names)),
    }
}

impl StrategySpec {
    /// A strategy with the default values of its parameters.
    #[must_use]
    pub fn new(entry: &'static Entry) -> StrategySpec {
        let values = entry.parameters.iter().map(Parameter::default).collect();
        StrategySpec { entry, values, file: None }
    }

    /// What the catalogue says of the strategy.
    #[must_use]
    pub const fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The strategy's name without its parameters.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.entry.name
    }

    /// What it is made with.
    #[must_use]
    pub fn settings(&self) -> Settings<'_> {
        Settings::new(&self.values).with_file(self.file())
    }

    /// The strategy, ready to play.
    #[must_use]
    pub fn player(&self) -> Player {
        (self.entry.make)(&self.settings())
    }

    /// About how many nanoseconds a core takes for its part of a round, by what it declares; a
    /// search says by its parameter `playouts` how many it makes for a decision.
    #[must_use]
    pub fn nanoseconds_per_round(&self) -> u64 {
        let playouts = self.playouts().map_or(1, |place| self.settings().whole(place));
        self.entry.traits.cost.nanoseconds(playouts)
    }

    /// The same strategy with as few playouts as may be, if it makes any.
    #[must_use]
    pub fn hasty(&self) -> StrategySpec {
        match self.playouts() {
            Some(place) => self.clone().with_value(place, 0),
            None => self.clone(),
        }
    }

    /// The place of the parameter that says how many playouts it makes for a decision.
    fn playouts(&self) -> Option<usize> {
        self.entry.parameters.iter().position(|known| known.name == "playouts")
    }

    /// The values of the parameters, in their order and own count; see [`Settings`].
    #[must_use]
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The same strategy with another value of the parameter with this index; what is out of its
    /// range is put to the nearest bound.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn with_value(mut self, index: usize, value: i64) -> StrategySpec {
        let (min, max) = self.entry.parameters[index].range();
        self.values[index] = value.clamp(min, max);
        self
    }

    /// The file that it plays by, if it was given one.
    #[must_use]
    pub fn file(&self) -> Option<&'static dyn StrategyFile> {
        self.file.as_ref().map(|file| file.file)
    }

    /// The path of the file that it was given, with a digest of what was read: what tells a run
    /// from one with another file of the same name. The digest is 64-bit FNV-1a of
    /// [`StrategyFile::text`], so that comments and spaces do not count.
    #[must_use]
    pub fn file_digest(&self) -> Option<(String, String)> {
        let digest =
            |file: &NamedFile| format!("fnv1a64:{:016x}", fnv1a(file.file.text().as_bytes()));
        self.file.as_ref().map(|file| (file.path.clone(), digest(file)))
    }

    /// The same strategy with this file, as if it had been read from this path.
    #[must_use]
    pub fn with_file(mut self, path: &str, file: &'static dyn StrategyFile) -> StrategySpec {
        self.file = Some(NamedFile { path: path.to_owned(), file });
        self
    }
}

/// Prints the name, and the parameters that differ from their defaults.
impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let mut separator = ':';
        for (parameter, value) in self.entry().parameters.iter().zip(&self.values) {
            let file = self.file.as_ref().filter(|_| parameter.values == Values::File);
            if let Some(file) = file {
                write!(f, "{separator}{}={}", parameter.name, file.path)?;
            } else if *value != parameter.default() {
                write!(f, "{separator}{}={}", parameter.name, parameter.written(*value))?;
            } else {
                continue;
            }
            separator = ',';
        }
        Ok(())
    }
}

fn set(
    entry: &'static Entry,
    spec: &mut StrategySpec,
    given: &mut [bool],
    setting: &str,
) -> Result<(), StrategyError> {
    let strategy = entry.name;
    let (key, value) = setting
        .split_once('=')
        .ok_or_else(|| StrategyError::Form { strategy, text: setting.to_owned() })?;
    let position =
        entry.parameters.iter().position(|parameter| parameter.name == key).ok_or_else(|| {
            StrategyError::UnknownParameter {
                strategy,
                key: key.to_owned(),
                allowed: allowed(entry.parameters),
            }
        })?;
    let parameter = &entry.parameters[position];
    if std::mem::replace(&mut given[position], true) {
        return Err(StrategyError::Twice { strategy, key: parameter.name });
    }
    if let (Values::File, Some(format)) = (parameter.values, entry.file) {
        let error = |error| StrategyError::File { strategy, error };
        let file = (format.read)(Path::new(value)).map_err(error)?;
        spec.file = Some(NamedFile { path: value.to_owned(), file });
        return Ok(());
    }
    let refused = || StrategyError::Value {
        strategy,
        key: parameter.name,
        value: value.to_owned(),
        allowed: parameter.allowed(),
    };
    spec.values[position] = parameter.read(value).ok_or_else(refused)?;
    Ok(())
}

impl Parameter {
    /// The value that a text stands for, in the parameter's own count; none if it is not allowed.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<i64> {
        let value = match self.values {
            Values::Whole { .. } => text.parse().ok()?,
            Values::Decimal { .. } => thousandths(text)?,
            Values::Choice(words) => words.iter().position(|word| *word == text)? as i64,
            Values::File => return None,
        };
        let (min, max) = self.range();
        (min..=max).contains(&value).then_some(value)
    }

    /// What values are allowed, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        let (min, max) = self.range();
        match self.values {
            Values::Whole { .. } => format!("a whole number from {min} to {max}"),
            Values::Decimal { .. } => format!(
                "a number from {} to {} with up to three decimals",
                self.written(min),
                self.written(max)
            ),
            Values::Choice(words) => format!("one of {}", words.join(", ")),
            Values::File => "the path of a file".to_owned(),
        }
    }
}

/// Reads a decimal fraction that has at most three decimals.
fn thousandths(text: &str) -> Option<i64> {
    let value: f64 = text.parse().ok()?;
    let scaled = (value * THOUSANDTHS as f64).round();
    (scaled.abs() < 1e15 && (scaled / THOUSANDTHS as f64 - value).abs() < 1e-12)
        .then_some(scaled as i64)
}

fn allowed(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "it has none".to_owned();
    }
    let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
    format!("it has {}", names.join(", "))
}
