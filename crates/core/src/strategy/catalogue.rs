//! Which strategies there are, and how one of them is written: `name` or
//! `name:key=value,key=value`.

use super::{Entry, Parameter, ParameterRange, SetFastTable, StrategySpec};
use crate::bounded::quoted;
use crate::reader::{NoFiles, Reader};
use crate::shown::{Shown, is_formula, is_hidden};
use crate::slip;
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
#[must_use]
pub struct Catalogue {
    library: &'static [Entry],
    crates: &'static [&'static [Entry]],
    more: &'static [Entry],
    files: &'static dyn Reader,
    fast_table: Option<SetFastTable>,
}

impl Catalogue {
    const EMPTY: Catalogue =
        Catalogue { library: &[], crates: &[], more: &[], files: &NoFiles, fast_table: None };

    /// The strategies of a library.
    pub const fn new(library: &'static [Entry]) -> Catalogue {
        Catalogue { library, ..Catalogue::EMPTY }
    }

    /// The strategies of a library of several crates, which so compile apart.
    pub const fn of_crates(crates: &'static [&'static [Entry]]) -> Catalogue {
        Catalogue { crates, ..Catalogue::EMPTY }
    }

    /// The same with what reads the files that strategies name; without it they can name none.
    pub const fn reading(self, files: &'static dyn Reader) -> Catalogue {
        Catalogue { files, ..self }
    }

    /// The same with tables that are faster where all who sit there are fast strategies. No
    /// strategy has to know them, so that an edit of one that is inlined there leaves the others.
    pub const fn with_fast_tables(self, set: SetFastTable) -> Catalogue {
        Catalogue { fast_table: Some(set), ..self }
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
        spec.fast_table = self.fast_table;
        if text.contains(':') {
            let mut given = vec![false; entry.parameters.len()];
            for setting in settings.split(',') {
                self.set(&mut spec, &mut given, setting)?;
            }
        }
        Ok(spec)
    }

    fn set(
        self,
        spec: &mut StrategySpec,
        given: &mut [bool],
        setting: &str,
    ) -> Result<(), StrategyError> {
        let entry = spec.entry();
        let strategy = entry.name;
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| StrategyError::Form { strategy, text: setting.to_owned() })?;
        let unknown = || {
            let (key, allowed) = (key.to_owned(), allowed(entry.parameters));
            StrategyError::UnknownParameter { strategy, key, allowed }
        };
        let position = entry.parameters.iter().position(|parameter| parameter.name == key);
        let position = position.ok_or_else(unknown)?;
        let parameter = &entry.parameters[position];
        if std::mem::replace(&mut given[position], true) {
            return Err(StrategyError::Twice { strategy, key: parameter.name });
        }
        if let (ParameterRange::File, Some(format)) = (parameter.values, entry.file) {
            let error = |error| StrategyError::File { strategy, error };
            let file = (format.read)(Path::new(value), self.files).map_err(error)?;
            *spec = spec.clone().with_file(value, file);
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

fn allowed(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "it has none".to_owned();
    }
    let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
    format!("it has {}", names.join(", "))
}
