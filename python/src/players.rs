//! The command line in this process, with players that are functions of Python.

use numpy::{IntoPyArray as _, PyArrayMethods as _};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

use crate::arguments::{actions, refused};
use unobench::bots::{Callback, Callbacks, Fault, question, supervise};
use unobench_core::game::{Action, View};
use unobench_core::rules::RuleSet;
use unobench_env::actions::{action, count, have_numbers, legal, names, write_mask};
use unobench_env::observation::{layout, observe};

type Answers = Vec<Result<Action, (Fault, String)>>;

#[derive(Debug)]
struct Player {
    /// Takes observations and masks, or questions and the rule set; gives an array of numbers.
    function: Py<PyAny>,
    takes_questions: bool,
    /// What a player raised, the first that did.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Player {
    fn ask(&self, py: Python<'_>, rules: &RuleSet, views: &[View<'_>]) -> PyResult<Answers> {
        if !have_numbers(rules) {
            return Err(refused(format!("{}: more cards are added than have numbers", rules.name)));
        }
        let many = views.len();
        let answer = if self.takes_questions {
            let notation = rules.deck.notation();
            let asked: Vec<String> = views.iter().map(|view| question(view, notation)).collect();
            self.function.call1(py, (asked, &rules.name, rules.settings_json().to_string()))?
        } else {
            let ((_, bytes), actions) = (layout(rules), count(rules));
            let (mut rows, mut masks) = (vec![0; many * bytes], vec![false; many * actions]);
            py.detach(|| {
                let shown = rows.chunks_mut(bytes).zip(masks.chunks_mut(actions)).zip(views);
                shown.for_each(|((row, mask), view)| {
                    observe(view, row);
                    write_mask(legal(view), mask);
                });
            });
            let rows = rows.into_pyarray(py).reshape([many, bytes])?;
            self.function.call1(py, (rows, masks.into_pyarray(py).reshape([many, actions])?))?
        };
        let answer = answer.bind(py);
        let numbers = match actions(answer, many) {
            Ok(numbers) => numbers,
            Err(error) => {
                return Ok(vec![Err((Fault::Malformed, error.value(py).to_string())); many]);
            }
        };
        let taken = |(index, (&view, number)): (usize, (&View<'_>, u8))| {
            let number = usize::from(number);
            let found = if self.takes_questions {
                view.actions().get(number).copied()
            } else {
                let is_legal = number < count(rules) && legal(&view) >> number & 1 == 1;
                is_legal.then(|| action(&view, number))
            };
            found.ok_or_else(|| {
                let given =
                    answer.get_item(index).map_or_else(|_| String::new(), |of| of.to_string());
                let names = if self.takes_questions { Vec::new() } else { names(rules) };
                let name = names.get(number).map_or_else(String::new, |name| format!(" ({name})"));
                (Fault::OutOfRange, format!("action {given}{name} is not legal"))
            })
        };
        Ok(views.iter().zip(numbers).enumerate().map(taken).collect())
    }
}

impl Callback for Player {
    fn decide(&self, rules: &RuleSet, views: &[View<'_>]) -> Answers {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_none() {
            // One at a time: a function need not stand being called by two threads.
            match Python::attach(|py| self.ask(py, rules, views)) {
                Ok(answers) => return answers,
                Err(error) => {
                    *raised = Some(error);
                    unobench::cancel();
                }
            }
        }
        vec![Err((Fault::Dead, "it raised an exception".to_owned())); views.len()]
    }
}

/// Does what arguments of the command line say, with more players: their names after `py:`, what
/// is asked, and whether it takes questions. Gives the exit status and what was printed.
#[pyfunction]
pub(crate) fn call(
    py: Python<'_>,
    arguments: Vec<OsString>,
    players: Vec<(String, Py<PyAny>, bool)>,
    own: Vec<OsString>,
) -> PyResult<(u8, String, String)> {
    let _ = supervise(std::iter::empty(), Some(own));
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let callback = |(name, function, takes_questions)| {
        let player = Player { function, takes_questions, raised: Arc::clone(&raised) };
        (name, Arc::new(player) as Arc<dyn Callback>)
    };
    let callbacks: Callbacks = players.into_iter().map(callback).collect();
    let said = py.detach(|| unobench::call(arguments, callbacks));
    match raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok((said.status, said.out, said.err)),
    }
}

/// Asks the call for a clean stop.
#[pyfunction]
pub(crate) fn cancel() {
    unobench::cancel();
}

/// How many games the call has played, and of how many.
#[pyfunction]
pub(crate) fn progress() -> (u64, u64) {
    unobench::progress()
}

/// The whole command line; gives the exit status. `own` is what is run to be it once more.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>, own: Vec<OsString>) -> u8 {
    py.detach(|| {
        let status = supervise(arguments.clone().into_iter(), Some(own));
        status.unwrap_or_else(|| unobench::main_of(arguments))
    })
}
