//! The decisions of a record as arrays.

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::arguments::{count, named, refused};
use unobench_core::bounded::quoted;
use unobench_core::game::Seat;
use unobench_core::rules::RuleSet;
use unobench_env::SetupError;
use unobench_env::actions::{self, legal, number};
use unobench_env::observation::Layout;
use unobench_record::{Witnessed, witness};

/// Batches that are read ahead.
const AHEAD: usize = 2;
/// The most decisions of a batch.
const MOST: usize = 100_000_000;

/// The decisions of some rounds, an array for each column, as Python gets them.
#[derive(Default)]
struct Batch {
    obs: Vec<u8>,
    mask: Vec<bool>,
    action: Vec<u8>,
    seat: Vec<u8>,
    player: Vec<u16>,
    round: Vec<i64>,
    won: Vec<bool>,
    score: Vec<i32>,
    /// The players that the record has named so far.
    players: Vec<String>,
    /// The bytes of a row, and the number of actions.
    widths: [usize; 2],
}

/// The decisions of a record, batch after batch: made by `unobench.dataset`.
///
/// A thread reads ahead. Iterating once more needs a new one.
#[pyclass(module = "unobench", frozen)]
pub(crate) struct Dataset {
    batches: Mutex<Receiver<Result<Batch, String>>>,
}

/// The decisions of a game record as arrays, to learn from.
///
/// Each batch is a dict of arrays with an entry for each decision, in the order of the record: what
/// its seat saw, what was legal, what it did, and how the round ended. A batch holds whole rounds.
/// A decision not to jump in is left out, since a record does not tell it from a race that was
/// lost.
///
/// Parameters
/// ----------
/// record : str or os.PathLike
///     The file, as `unobench trace` or `unobench play -o` writes it.
/// batch : int
///     At least so many decisions make a batch; the last one may be smaller.
/// observation : str
///     The layout of the observations: "cards-v1", or "cards-v2" where the rule set adds cards. It
///     need not be named.
///
/// Returns
/// -------
/// Dataset
///     An iterator over dicts with "obs" (uint8, (n, 190), or (n, 268) in cards-v2), "mask" (bool,
///     (n, 86), or (n, 125)), "action" (uint8), "seat" (uint8), "player" (uint16, an index into the
///     list "players"), "round" (int64, counted through the record), "won" (bool) and "score"
///     (int32, the points of the round), of shape (n,) where nothing else is said; and "players",
///     the names so far.
///
/// Raises
/// ------
/// OSError
///     If the file cannot be opened.
/// ValueError
///     While iterating, if the record breaks the rules: the message names the line.
///
/// Examples
/// --------
/// >>> for batch in unobench.dataset("games.jsonl"):  # doctest: +SKIP
/// ...     learn(batch["obs"], batch["mask"], batch["action"], batch["won"])
#[pyfunction]
#[pyo3(signature = (record, *, batch = None, observation = None))]
#[pyo3(text_signature = "(record, *, batch=10000, observation='cards')")]
pub(crate) fn dataset(
    record: PathBuf,
    batch: Option<&Bound<'_, PyAny>>,
    observation: Option<&Bound<'_, PyAny>>,
) -> PyResult<Dataset> {
    let [plain, added] = Layout::Cards.names();
    let known = [("cards", None), (plain, Some(plain)), (added, Some(added))];
    let wanted = named("observation", observation, &known)?;
    let size = batch.map_or(Ok(10_000), |batch| count("batch", batch, 1, MOST))?;
    if !(1..=MOST).contains(&size) {
        return Err(refused(format!("batch={size}: allowed are 1 to {MOST}")));
    }
    let file = unobench_disk::open(&record).map_err(PyErr::from)?;
    let (sender, receiver) = sync_channel(AHEAD);
    let name = record.display().to_string();
    thread::Builder::new()
        .name("dataset".to_owned())
        .spawn(move || read(file, &name, size, wanted, &sender))
        .map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok(Dataset { batches: Mutex::new(receiver) })
}

/// Reads a record to its end, or until nobody wants more of it.
fn read(
    file: File,
    name: &str,
    size: usize,
    wanted: Option<&'static str>,
    sender: &SyncSender<Result<Batch, String>>,
) {
    let reader = Arc::new(Mutex::new(Reader::default()));
    let (ours, batches) = (Arc::clone(&reader), sender.clone());
    let named = name.to_owned();
    let told = witness(BufReader::new(file), move |moment| {
        let mut reader = ours.lock().unwrap_or_else(PoisonError::into_inner);
        if let Witnessed::Begins { rules, .. } = moment {
            if let Err(error) = numbered(rules, wanted) {
                let _ = batches.send(Err(format!("{named}: {error}")));
                return false;
            }
            let widths = [Layout::Cards.bytes(rules.adds_cards(), 2), actions::count(rules)];
            let is_other = widths != reader.batch.widths && !reader.batch.action.is_empty();
            if is_other && batches.send(Ok(reader.cut())).is_err() {
                return false;
            }
            reader.batch.widths = widths;
        }
        reader.take(moment);
        let is_full = matches!(moment, Witnessed::Ends { .. }) && reader.batch.action.len() >= size;
        !is_full || batches.send(Ok(reader.cut())).is_ok()
    });
    let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
    // That nobody wants the last one is no error.
    let _ = match told {
        Err(error) => sender.send(Err(format!("{name}: {error}"))),
        Ok(_) if reader.batch.action.is_empty() => Ok(()),
        Ok(_) => sender.send(Ok(reader.cut())),
    };
}

/// Whether the rows of a rule set are as they are wanted.
fn numbered(rules: &RuleSet, wanted: Option<&str>) -> Result<(), String> {
    let name = Layout::Cards.names()[usize::from(rules.adds_cards())];
    if let Some(wanted) = wanted.filter(|wanted| *wanted != name) {
        let (wanted, rules) = (quoted(wanted), quoted(&rules.name));
        return Err(format!("observation=\"{wanted}\": rule set {rules} has {name:?}"));
    }
    if !actions::have_numbers(rules) {
        return Err(SetupError::AddedCards(rules.name.clone()).to_string());
    }
    Ok(())
}

/// Puts rounds of a record into a batch, one after another.
#[derive(Default)]
struct Reader {
    batch: Batch,
    /// Decisions of the batch before the round that is read.
    begun: usize,
    /// The players of the round, by seat.
    seats: Vec<u16>,
    rounds: i64,
}

impl Reader {
    fn take(&mut self, moment: Witnessed<'_>) {
        match moment {
            Witnessed::Begins { players, .. } => {
                self.begun = self.batch.action.len();
                let names = &mut self.batch.players;
                self.seats = players.iter().map(|name| place_of(name, names)).collect();
            }
            Witnessed::Decides { view, action } => {
                let batch = &mut self.batch;
                let [bytes, count] = batch.widths;
                let (row, mask) = (batch.obs.len(), legal(view, true));
                batch.obs.resize(row + bytes, 0);
                Layout::Cards.observe(view, &mut batch.obs[row..]);
                batch.mask.extend((0..count).map(|number| mask >> number & 1 == 1));
                batch.action.push(number(view, action) as u8);
                batch.seat.push(view.seat().index() as u8);
                batch.player.push(self.seats[view.seat().index()]);
                batch.round.push(self.rounds);
            }
            Witnessed::Ends { score } => {
                for &seat in &self.batch.seat[self.begun..] {
                    self.batch.won.push(score.winners.contains(Seat::new(seat.into())));
                    self.batch.score.push(score.scores[usize::from(seat)]);
                }
                self.rounds += 1;
            }
        }
    }

    fn cut(&mut self) -> Batch {
        let (players, widths) = (self.batch.players.clone(), self.batch.widths);
        let next = Batch { players, widths, ..Batch::default() };
        std::mem::replace(&mut self.batch, next)
    }
}

/// The place of a name in a list, put there if it is new.
fn place_of(name: &str, names: &mut Vec<String>) -> u16 {
    let place = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    u16::try_from(place).unwrap_or(u16::MAX)
}

#[pymethods]
impl Dataset {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let next = || self.batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match py.detach(next) {
            Ok(Ok(batch)) => batch.arrays(py).map(Some),
            Ok(Err(error)) => Err(refused(error)),
            // The record has ended.
            Err(_) => Ok(None),
        }
    }
}

impl Batch {
    fn arrays(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let (count, [bytes, actions]) = (self.action.len(), self.widths);
        let arrays = PyDict::new(py);
        arrays.set_item("obs", self.obs.into_pyarray(py).reshape([count, bytes])?)?;
        arrays.set_item("mask", self.mask.into_pyarray(py).reshape([count, actions])?)?;
        arrays.set_item("action", self.action.into_pyarray(py))?;
        arrays.set_item("seat", self.seat.into_pyarray(py))?;
        arrays.set_item("player", self.player.into_pyarray(py))?;
        arrays.set_item("round", self.round.into_pyarray(py))?;
        arrays.set_item("won", self.won.into_pyarray(py))?;
        arrays.set_item("score", self.score.into_pyarray(py))?;
        arrays.set_item("players", self.players)?;
        Ok(arrays)
    }
}
