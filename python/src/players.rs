//! The command line in this process, with players that are functions of Python.

use numpy::{IntoPyArray as _, PyArrayMethods as _};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::arguments::{actions, named, refused};
use unobench::bots::{BotFault, Callback, CallbackResults, Callbacks, Texts, question, supervise};
use unobench_core::bounded::quoted;
use unobench_core::game::{Action, View};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{self, Catalogue, Entry, Parameter, Strategy, StrategySpec};
use unobench_env::actions::{
    AS_THEY_ARE, ColourOrder, action, count, have_numbers, legal, names, ordered, unordered,
    write_mask,
};
use unobench_env::observation::Layout;

/// The layout of the observations that a function is asked with, as Python gives it, and whether
/// draws by choice are among its actions; none where it is asked questions.
type Rows<'py> = Option<(Bound<'py, PyAny>, bool)>;

/// What a function gives: an array of numbers, for each, if anything, why, as JSON, and what is
/// wrong where that cannot be an answer.
type Given<'py> = (Bound<'py, PyAny>, Option<Vec<Option<String>>>, Option<String>);

/// A function of Python that decides, and what it is asked with.
#[derive(Debug)]
struct Player {
    /// What it is called in messages.
    name: String,
    function: Py<PyAny>,
    /// What it is asked with: observations, and masks with draws by choice; without it questions
    /// and the rule set.
    rows: Option<(Layout, bool)>,
    /// What a player raised, the first that did.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Player {
    /// What it does; an error if it raised one, or returned what cannot be an answer. A number that
    /// is no legal action is a fault of its decision alone.
    fn ask(
        &self,
        py: Python<'_>,
        rules: &RuleSet,
        views: &[View<'_>],
    ) -> PyResult<CallbackResults> {
        if !have_numbers(rules) {
            return Err(refused(format!("{}: more cards are added than have numbers", rules.name)));
        }
        let mut orders = vec![AS_THEY_ARE; views.len()];
        let answer = self.call(py, rules, views, &mut orders);
        let answer = answer.inspect_err(|error| note(error, py, &self.asked(rules, views)))?;
        let (answer, whys, wrong): Given<'_> = answer.bind(py).extract()?;
        if let Some(wrong) = wrong {
            return Err(PyTypeError::new_err(format!("{}: {wrong}", self.asked(rules, views))));
        }
        let many = views.len();
        let numbers = returned(&answer, whys.as_ref().map(Vec::len), many)
            .map_err(|error| renamed(&error, py, &self.asked(rules, views)))?;
        let why = |index: usize| {
            let text = whys.as_ref()?.get(index)?.as_ref()?;
            serde_json::from_str(text).ok()
        };
        let taken = |(index, (view, number)): (usize, (&View<'_>, u8))| {
            let number = unordered(number.into(), orders[index]);
            self.action(rules, view, number).map(|action| (action, why(index))).ok_or_else(|| {
                let given = answer
                    .get_item(index)
                    .map_or_else(|_| String::new(), |element| element.to_string());
                let names = self.rows.map_or_else(Vec::new, |_| names(rules));
                let name = names.get(number).map_or_else(String::new, |name| format!(" ({name})"));
                (BotFault::OutOfRange, format!("action {given}{name} is not legal"))
            })
        };
        Ok(views.iter().zip(numbers).enumerate().map(taken).collect())
    }

    /// Calls the function; `orders` become those of the actions' numbers.
    fn call(
        &self,
        py: Python<'_>,
        rules: &RuleSet,
        views: &[View<'_>],
        orders: &mut [ColourOrder],
    ) -> PyResult<Py<PyAny>> {
        let many = views.len();
        let Some((layout, draw_by_choice)) = self.rows else {
            let texts = Texts::of(rules.deck.notation());
            let asked: Vec<String> = views.iter().map(|view| question(view, &texts)).collect();
            let settings = rules.settings_json().to_string();
            return self.function.call1(py, (asked, &rules.name, settings));
        };
        let bytes = layout.bytes(rules.adds_cards(), views[0].players());
        let actions = count(rules);
        let (mut rows, mut masks) = (vec![0; many * bytes], vec![false; many * actions]);
        py.detach(|| {
            let shown = rows.chunks_mut(bytes).zip(masks.chunks_mut(actions));
            for ((row, mask), (view, order)) in shown.zip(views.iter().zip(orders)) {
                *order = layout.observe(view, row);
                write_mask(ordered(legal(view, draw_by_choice), *order), mask);
            }
        });
        let masks = masks.into_pyarray(py).reshape([many, actions])?;
        self.function.call1(py, (rows.into_pyarray(py).reshape([many, bytes])?, masks))
    }

    /// The legal action of a number.
    fn action(&self, rules: &RuleSet, view: &View<'_>, number: usize) -> Option<Action> {
        if self.rows.is_none() {
            return view.actions().get(number).copied();
        }
        let is_legal = number < count(rules) && legal(view, true) >> number & 1 == 1;
        is_legal.then(|| action(view, number))
    }

    /// Who was asked what: of decisions that are asked about together the first.
    fn asked(&self, rules: &RuleSet, views: &[View<'_>]) -> String {
        let (name, rules) = (quoted(&self.name), quoted(&rules.name));
        let (seat, decision) = (views[0].seat().index(), views[0].decision().name());
        let first = match views.len() {
            1 => String::new(),
            many => format!(", the first of {many} decisions asked together"),
        };
        format!("{name} at seat {seat} under {rules}, decision \"{decision}\"{first}")
    }
}

/// The numbers that a function returned, with as many whys as there are, if there are any.
fn returned(answer: &Bound<'_, PyAny>, whys: Option<usize>, many: usize) -> PyResult<Vec<u8>> {
    if let Some(whys) = whys.filter(|&whys| whys != many) {
        return Err(refused(format!("it says why {whys} times, for {many} decisions")));
    }
    actions(answer, many)
}

/// The same error, which says first who was asked what.
fn renamed(error: &PyErr, py: Python<'_>, asked: &str) -> PyErr {
    let text = error.value(py).to_string().replace("step() takes", "it is to return");
    PyErr::from_type(error.get_type(py), format!("{asked}: {text}"))
}

/// Says under an error of somebody else who was asked what.
fn note(error: &PyErr, py: Python<'_>, asked: &str) {
    let (error, note) = (error.value(py), format!("raised by the player {asked}"));
    if error.call_method1("add_note", (&note,)).is_err() {
        // Python before 3.11, which shows no notes; those who look for one find it.
        let _ = error.setattr("__notes__", vec![note]);
    }
}

impl Callback for Player {
    fn decide(&self, rules: &RuleSet, views: &[View<'_>]) -> Option<CallbackResults> {
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
        name: &str,
        (function, rows): (Py<PyAny>, Rows<'_>),
        raised: &Arc<Mutex<Option<PyErr>>>,
    ) -> PyResult<Player> {
        let layouts = [("cards-v1", Layout::Cards), ("planes-v1", Layout::Planes)];
        let layout = |(observation, draw_by_choice): (Bound<'_, PyAny>, bool)| {
            named("observation", Some(&observation), &layouts).map(|found| (found, draw_by_choice))
        };
        let (name, rows) = (name.to_owned(), rows.map(layout).transpose()?);
        Ok(Player { name, function, rows, raised: Arc::clone(raised) })
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

/// An opponent as the tables of an environment share it.
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
        let player = Player::new("an opponent", asked.extract()?, &Arc::default())?;
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
        let player = Player::new(&name, (function, rows), &raised)?;
        callbacks.insert(name, Arc::new(player));
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
