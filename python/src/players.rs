//! The command line in this process, with players that are functions of Python.

use numpy::{IntoPyArray as _, PyArrayMethods as _};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::arguments::{actions, named, refused};
use unobench::bots::{Answers, Callback, Callbacks, Fault, Texts, question, supervise};
use unobench_core::game::{Action, View};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{self, Catalogue, Entry, Parameter, Strategy, StrategySpec};
use unobench_env::actions::{
    AS_THEY_ARE, action, count, have_numbers, legal, names, ordered, unordered, write_mask,
};
use unobench_env::observation::Layout;

type Rows<'py> = Option<(Bound<'py, PyAny>, bool)>;

#[derive(Debug)]
struct Player {
    /// Gives an array of numbers, and for each, if anything, why, as JSON.
    function: Py<PyAny>,
    /// What it is asked with: observations, and masks with draws by choice; without it questions
    /// and the rule set.
    rows: Option<(Layout, bool)>,
    /// What a player raised, the first that did.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Player {
    fn ask(&self, py: Python<'_>, rules: &RuleSet, views: &[View<'_>]) -> PyResult<Answers> {
        if !have_numbers(rules) {
            return Err(refused(format!("{}: more cards are added than have numbers", rules.name)));
        }
        let many = views.len();
        let mut orders = vec![AS_THEY_ARE; many];
        let answer = match self.rows {
            None => {
                let texts = Texts::of(rules.deck.notation());
                let asked: Vec<String> = views.iter().map(|view| question(view, &texts)).collect();
                self.function.call1(py, (asked, &rules.name, rules.settings_json().to_string()))?
            }
            Some((layout, draw_by_choice)) => {
                let bytes = layout.bytes(rules.adds_cards(), views[0].players());
                let actions = count(rules);
                let (mut rows, mut masks) = (vec![0; many * bytes], vec![false; many * actions]);
                py.detach(|| {
                    let shown = rows.chunks_mut(bytes).zip(masks.chunks_mut(actions));
                    for ((row, mask), (view, order)) in shown.zip(views.iter().zip(&mut orders)) {
                        *order = layout.observe(view, row);
                        write_mask(ordered(legal(view, draw_by_choice), *order), mask);
                    }
                });
                let masks = masks.into_pyarray(py).reshape([many, actions])?;
                self.function.call1(py, (rows.into_pyarray(py).reshape([many, bytes])?, masks))?
            }
        };
        let (answer, whys): (Bound<'_, PyAny>, Option<Vec<Option<String>>>) =
            answer.bind(py).extract()?;
        let why = |index: usize| {
            let text = whys.as_ref()?.get(index)?.as_ref()?;
            serde_json::from_str(text).ok()
        };
        let numbers = match actions(&answer, many) {
            Ok(numbers) => numbers,
            Err(error) => {
                return Ok(vec![Err((Fault::Malformed, error.value(py).to_string())); many]);
            }
        };
        let taken = |(index, (&view, number)): (usize, (&View<'_>, u8))| {
            let number = unordered(number.into(), orders[index]);
            let found = if self.rows.is_none() {
                view.actions().get(number).copied()
            } else {
                let is_legal = number < count(rules) && legal(&view, true) >> number & 1 == 1;
                is_legal.then(|| action(&view, number))
            };
            found.map(|action| (action, why(index))).ok_or_else(|| {
                let given =
                    answer.get_item(index).map_or_else(|_| String::new(), |of| of.to_string());
                let names = self.rows.map_or_else(Vec::new, |_| names(rules));
                let name = names.get(number).map_or_else(String::new, |name| format!(" ({name})"));
                (Fault::OutOfRange, format!("action {given}{name} is not legal"))
            })
        };
        Ok(views.iter().zip(numbers).enumerate().map(taken).collect())
    }
}

impl Callback for Player {
    fn decide(&self, rules: &RuleSet, views: &[View<'_>]) -> Option<Answers> {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_some() {
            return None;
        }
        // One at a time: a function need not stand being called by two threads.
        let answers = Python::attach(|py| self.ask(py, rules, views));
        answers.inspect_err(|_| unobench::cancel()).map_err(|error| *raised = Some(error)).ok()
    }
}

impl Player {
    fn new(
        (function, rows): (Py<PyAny>, Rows<'_>),
        raised: &Arc<Mutex<Option<PyErr>>>,
    ) -> PyResult<Player> {
        let layouts = [("cards-v1", Layout::Cards), ("planes-v1", Layout::Planes)];
        let layout = |(observation, draw_by_choice): (Bound<'_, PyAny>, bool)| {
            named("observation", Some(&observation), &layouts).map(|found| (found, draw_by_choice))
        };
        Ok(Player { function, rows: rows.map(layout).transpose()?, raised: Arc::clone(raised) })
    }
}

/// A player at the tables of environments, where it is asked one decision at a time.
#[derive(Debug)]
pub(crate) struct Opponent {
    /// What it was given as.
    object: Py<PyAny>,
    player: Player,
    rules: RuleSet,
}

#[derive(Debug, Clone)]
struct Seated(Arc<Opponent>);

/// By their numbers those that sit at the tables of some environment, which holds them.
static SEATED: Mutex<Vec<Weak<Opponent>>> = Mutex::new(Vec::new());

static ENTRY: [Entry; 1] = [Entry::new("py", "an object of Python", |settings| {
    let place = settings.whole(0) as usize;
    let seated = SEATED.lock().unwrap_or_else(PoisonError::into_inner);
    strategy::Player::honest(Seated(seated[place].upgrade().expect("an environment holds it")))
})
.parameters(&[Parameter::whole("number", 0, 0, i64::MAX)])];

impl Opponent {
    /// A player as a strategy, with what has to be held as long as it plays. It is the same one
    /// that the same object is under these rules elsewhere.
    pub(crate) fn of(
        object: &Bound<'_, PyAny>,
        rules: &RuleSet,
    ) -> PyResult<(StrategySpec, Arc<Opponent>)> {
        let asked = object.py().import("unobench.players")?.call_method1("asked", (object,))?;
        let player = Player::new(asked.extract()?, &Arc::default())?;
        let mut seated = SEATED.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |other: &Arc<Opponent>| other.object.is(object) && other.rules == *rules;
        let mut places = seated.iter().map(Weak::upgrade).enumerate();
        let found = places.find_map(|(place, other)| Some((place, other.filter(is_same)?)));
        let (place, opponent) = found.unwrap_or_else(|| {
            let (object, rules) = (object.clone().unbind(), rules.clone());
            let opponent = Arc::new(Opponent { object, player, rules });
            let free = seated.iter().position(|other| other.strong_count() == 0);
            let place = free.unwrap_or_else(|| {
                seated.push(Weak::new());
                seated.len() - 1
            });
            seated[place] = Arc::downgrade(&opponent);
            (place, opponent)
        });
        let spec = Catalogue::new(&ENTRY).parse(&format!("py:number={place}"));
        Ok((spec.expect("a number"), opponent))
    }

    /// What it raised, or what was wrong with an answer, since this was asked last.
    pub(crate) fn raised(&self) -> PyResult<()> {
        let raised = self.player.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.map_or(Ok(()), Err)
    }
}

impl Strategy for Seated {
    fn decide(&mut self, view: &View<'_>) -> Action {
        let Opponent { player, rules, .. } = &*self.0;
        let answers = Python::attach(|py| player.ask(py, rules, std::slice::from_ref(view)));
        let decided = answers.and_then(|mut answers| {
            answers.remove(0).map_err(|(_, what)| refused(format!("an opponent: {what}")))
        });
        decided.map(|(action, _)| action).unwrap_or_else(|error| {
            let raised = player.raised.lock();
            raised.unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            view.actions()[0]
        })
    }
}

/// Does what arguments of the command line say, with more players: their names after `py:`, what
/// is asked, and the layout of its observations and whether it may draw where it can play, or
/// nothing where it takes questions. Gives the exit status and what was printed.
#[pyfunction]
pub(crate) fn call(
    py: Python<'_>,
    arguments: Vec<OsString>,
    players: Vec<(String, Py<PyAny>, Rows<'_>)>,
    own: Vec<OsString>,
) -> PyResult<(u8, String, String)> {
    let _ = supervise(std::iter::empty(), Some(own));
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let mut callbacks = Callbacks::new();
    for (name, function, rows) in players {
        callbacks.insert(name, Arc::new(Player::new((function, rows), &raised)?));
    }
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
