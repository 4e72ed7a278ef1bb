//! Arguments as Python has them, and errors as Python wants them.

use numpy::{PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use unobench_core::bounded::{quoted, quoted_path};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_disk::load_rules;
use unobench_env::{Autoreset, Learners, StepError};

/// An error about a value, in the words of the library.
pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An argument, if it is given.
pub(crate) type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// A number from 0 on; `allowed` is said of one that is too small or too large to be any.
pub(crate) fn natural(
    name: &str,
    value: &Bound<'_, PyAny>,
    allowed: RangeInclusive<u64>,
) -> PyResult<u64> {
    value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            let (least, most) = allowed.into_inner();
            let value = quoted(&value.to_string());
            return refused(format!("{name}={value}: allowed are {least} to {most}"));
        }
        PyTypeError::new_err(format!("{name} is of type {}, not an integer", type_name(value)))
    })
}

pub(crate) fn count(
    name: &str,
    value: &Bound<'_, PyAny>,
    least: usize,
    most: usize,
) -> PyResult<usize> {
    let number = natural(name, value, least as u64..=most as u64)?;
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

fn seat(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    count("learners", value, 0, MAX_SEATS - 1)
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "unknown".to_owned(), |name| name.to_string())
}

/// An argument, or what it is where none is given; a type that is not allowed is refused by name.
pub(crate) fn given<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    value: Given<'_, 'py>,
    otherwise: T,
    allowed: &str,
) -> PyResult<T> {
    let Some(value) = value else { return Ok(otherwise) };
    value.extract().map_err(|_| {
        let is = type_name(value);
        PyTypeError::new_err(format!("{name} is of type {is}; allowed is {allowed}"))
    })
}

pub(crate) fn flag(name: &str, value: Given<'_, '_>) -> PyResult<bool> {
    given(name, value, false, "True or False")
}

pub(crate) fn loaded(rules: Given<'_, '_>, set: Given<'_, '_>) -> PyResult<RuleSet> {
    let allowed = "the name of a rule set, or a path";
    let path: PathBuf = given("rules", rules, "official".into(), allowed)?;
    let set: Vec<String> = given("set", set, Vec::new(), "a list of strings \"key=value\"")?;
    let text = path.to_str().ok_or_else(|| {
        refused(format!("rules={}: the name is not a string", quoted_path(&path)))
    })?;
    let mut rules = load_rules(text).map_err(refused)?;
    rules.set_each_once(&set).map_err(refused)?;
    Ok(rules)
}

/// What one of these names stands for.
pub(crate) fn named<T: Copy>(
    argument: &str,
    value: Given<'_, '_>,
    allowed: &[(&str, T)],
) -> PyResult<T> {
    let name = given(argument, value, allowed[0].0.to_owned(), "a string")?;
    allowed.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning).ok_or_else(|| {
        let allowed: Vec<_> = allowed.iter().map(|(known, _)| format!("{known:?}")).collect();
        let name = quoted(&name);
        refused(format!("{argument}=\"{name}\": allowed are {}", allowed.join(", ")))
    })
}

/// One of the modes by its name, or `True` and `False` for the first and the last.
pub(crate) fn autoreset(value: Given<'_, '_>) -> PyResult<Autoreset> {
    let Some(value) = value else { return Ok(Autoreset::SameStep) };
    if let Ok(is_on) = value.cast::<PyBool>() {
        return Ok(if is_on.is_true() { Autoreset::SameStep } else { Autoreset::Disabled });
    }
    match value.extract::<String>().as_deref() {
        Ok("same_step") => Ok(Autoreset::SameStep),
        Ok("next_step") => Ok(Autoreset::NextStep),
        Ok("disabled") => Ok(Autoreset::Disabled),
        _ => Err(refused(format!(
            "autoreset={}: allowed are \"same_step\" (or True), \"next_step\" and \"disabled\" (or \
             False)",
            quoted(&value.repr()?.to_string())
        ))),
    }
}

/// `"all"`, a seat, or seats.
pub(crate) fn learners(value: Given<'_, '_>) -> PyResult<Learners> {
    let Some(value) = value else { return Ok(Learners::All) };
    if let Ok(text) = value.cast::<PyString>() {
        if text.to_str()? == "all" {
            return Ok(Learners::All);
        }
        return Err(refused(format!(
            "learners={}: allowed are \"all\", a seat, or a list of seats",
            text.repr()?
        )));
    }
    let seats = match value.try_iter() {
        Ok(seats) => seats.map(|value| seat(&value?)).collect::<PyResult<_>>()?,
        Err(_) if value.hasattr("__index__")? => vec![seat(value)?],
        Err(_) => {
            return Err(PyTypeError::new_err(format!(
                "learners is of type {}; allowed are \"all\", a seat, or a list of seats",
                type_name(value)
            )));
        }
    };
    Ok(Learners::Seats(seats))
}

/// Each a strategy's name, or a player that is an object of Python.
pub(crate) fn opponents<'py>(value: Given<'_, 'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    if value.is_instance_of::<PyString>() || plays(value) {
        return Ok(vec![value.clone()]);
    }
    let allowed = "a strategy such as \"counter\", a player, or a list of them";
    let named: Vec<Bound<'py, PyAny>> = given("opponents", Some(value), Vec::new(), allowed)?;
    match named.iter().find(|opponent| !opponent.is_instance_of::<PyString>() && !plays(opponent)) {
        Some(other) => given("opponents", Some(other), Vec::new(), allowed),
        None => Ok(named),
    }
}

fn plays(value: &Bound<'_, PyAny>) -> bool {
    value.is_callable() || value.hasattr("choose").unwrap_or_default()
}

/// An array of actions, one for each table; what is no action is 255.
pub(crate) fn actions(value: &Bound<'_, PyAny>, tables: usize) -> PyResult<Vec<u8>> {
    let array = value.cast::<PyUntypedArray>().map_err(|_| {
        PyTypeError::new_err(format!(
            "actions is of type {}, not a NumPy array of integers of shape ({tables},)",
            type_name(value)
        ))
    })?;
    let dtype = array.dtype();
    if !matches!(dtype.kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!("actions are of dtype {dtype}, not integers")));
    }
    if array.shape() != [tables] {
        let shape = value.getattr("shape")?;
        return Err(refused(format!("actions have shape {shape}; step() takes ({tables},)")));
    }
    if let Ok(bytes) = value.cast::<numpy::PyArray1<u8>>() {
        return Ok(bytes.readonly().as_array().to_vec());
    }
    let numbers = value.call_method1("astype", ("int64",))?;
    let numbers = numbers.cast::<numpy::PyArray1<i64>>()?.readonly();
    Ok(numbers.as_array().iter().map(|&number| u8::try_from(number).unwrap_or(255)).collect())
}

/// Why a step was refused, with the number that stands in the array.
pub(crate) fn step_refused(error: StepError, actions: &Bound<'_, PyAny>) -> PyErr {
    let StepError::NoAction { table, actions: count, .. } = error else { return refused(error) };
    let written = actions.get_item(table).and_then(|action| action.call_method0("item"));
    match written.and_then(|action| action.extract()) {
        Ok(action) => refused(StepError::NoAction { table, action, actions: count }),
        Err(_) => refused(error),
    }
}
