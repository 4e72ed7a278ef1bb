//! The Python module `unobench._native`: the environment of `unobench-env` with NumPy arrays.
//!
//! Nothing is played or checked here but what Python alone can get wrong. No lock of Python's is
//! held while tables are played.

mod arguments;
mod dataset;
mod files;
mod players;
mod seat;
mod vec_env;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};

use arguments::{Given, count, loaded, named, refused};
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet};
use unobench_env::SetupError;
use unobench_env::observation::{FIELDS, Layout};
use unobench_strategies::net::{DEPTH, WIDTH, rows};

/// The names of the actions under these rules, in the order of their numbers.
///
/// The numbers are the same for all rule sets and for each number of seats. Those of cards that a
/// rule set adds come last. Only their names, and that of a blank that makes draw, such as "W+10",
/// depend on the rules.
///
/// Parameters
/// ----------
/// rules, set
///     As of `unobench.vec`.
///
/// Returns
/// -------
/// list of str
///     86 names, such as "R5", "W+4", "colour B", "draw", "seat +1"; 125 where a rule set adds
///     cards.
///
/// Raises
/// ------
/// ValueError
///     If there is no such rule set, or a key or value is not allowed.
#[pyfunction]
#[pyo3(signature = (rules = None, *, set = None))]
#[pyo3(text_signature = "(rules='official', *, set=())")]
fn actions_of(rules: Given<'_, '_>, set: Given<'_, '_>) -> PyResult<Vec<String>> {
    Ok(unobench_env::actions::names(&loaded(rules, set)?))
}

/// The names of the rule sets that come with the program.
///
/// Returns
/// -------
/// list of str
///     Such as "official" and "stacking", in the order of `unobench rules list`.
#[pyfunction]
fn rule_sets() -> Vec<&'static str> {
    RuleSet::shipped_names().collect()
}

/// How many rows the first layer of a network has.
///
/// Parameters
/// ----------
/// players : int
///     Seats at the table, 2 to 10.
///
/// Returns
/// -------
/// int
///
/// Raises
/// ------
/// ValueError
///     If there is no table with so many seats.
#[pyfunction]
fn rows_count(players: &Bound<'_, PyAny>) -> PyResult<usize> {
    let players = count("players", players, MIN_SEATS, MAX_SEATS)?;
    if !(MIN_SEATS..=MAX_SEATS).contains(&players) {
        return Err(refused(SetupError::Players(players)));
    }
    Ok(rows::rows(rows::slots(players)))
}

/// What the header of a file of networks says of the program: the digest of the inputs, and the
/// units of the first and of the second layer.
#[pyfunction]
fn net_layout() -> (String, usize, usize) {
    (format!("{:016x}", rows::digest()), WIDTH, DEPTH)
}

/// Where each field of an observation is.
///
/// Parameters
/// ----------
/// observation : str
///     The layout: "planes-v1" or "cards-v1"; "planes-v2" or "cards-v2" of the rule sets that add
///     cards.
///
/// Returns
/// -------
/// dict of str to slice
///     For each field its bytes in a row, so that `obs[:, fields_of()["hand"]]` are the hands.
///     docs/PYTHON.md says what the bytes mean.
///
/// Raises
/// ------
/// ValueError
///     If there is no such layout.
#[pyfunction]
#[pyo3(signature = (observation = None), text_signature = "(observation='planes-v1')")]
fn fields_of<'py>(py: Python<'py>, observation: Given<'_, 'py>) -> PyResult<Bound<'py, PyDict>> {
    let known = [false, true]
        .map(|adds| Layout::ALL.map(|layout| (layout.names()[usize::from(adds)], (layout, adds))));
    let (layout, adds) = named("observation", observation, known.as_flattened())?;
    let bytes = layout.bytes(adds, MAX_SEATS);
    let fields = PyDict::new(py);
    for field in FIELDS {
        let span = layout.span(&field);
        if !span.is_empty() && span.end <= bytes {
            let slice = PySlice::new(py, span.start as isize, span.end as isize, 1);
            fields.set_item(field.name, slice)?;
        }
    }
    Ok(fields)
}

/// The compiled part of the package `unobench`.
#[pymodule]
mod _native {
    /// The characters of the longest question about a rule.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const MOST_ASKED: usize = unobench_core::rules::MOST_ASKED;

    #[pymodule_export]
    use super::{
        actions_of, dataset::Dataset, dataset::dataset, fields_of, files::quoted, files::read,
        files::read_part, files::replace_file, net_layout, players::call, players::cancel,
        players::main, players::progress, rows_count, rule_sets, seat::Seat, seat::sit,
        vec_env::State, vec_env::VecEnv, vec_env::vec,
    };
}
