//! Many tables as one object of Python.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;

use crate::arguments::{
    actions, count, learners, loaded, natural, observation_named, opponents, refused, reward,
    step_refused,
};
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};
use unobench_env::actions::ACTIONS;
use unobench_env::observation::{BYTES, NAME};
use unobench_env::{Environment, Facts, MAX_BLOCK, MAX_TABLES, MAX_THREADS, Rows, Setup};

type Observations<'py> = Bound<'py, PyArray2<u8>>;
type Masks<'py> = Bound<'py, PyArray2<bool>>;
type Rewards<'py> = Bound<'py, PyArray2<f32>>;
type Done<'py> = Bound<'py, PyArray1<bool>>;
type Info<'py> = Bound<'py, PyDict>;

/// Many tables of UNO, each with one row: what the learner sees whose turn it is to decide.
///
/// Made by `unobench.vec`. A row whose mask is all False asks nothing: its action is not read. The
/// arrays that are returned are new ones each time. An environment cannot be pickled or copied, and
/// one with more than one thread cannot be used after a fork.
///
/// Attributes
/// ----------
/// rules : str
///     The name of the rule set, with what was set on top of it.
/// players, envs, seed : int
///     Seats at each table, tables, and the seed of all chance.
/// learners : tuple of int
///     The seats of the learners.
/// observation : str
///     The layout of the observations.
/// actions : list of str
///     The names of the actions.
#[pyclass(module = "unobench")]
pub(crate) struct VecEnv {
    env: Environment,
    /// The process whose threads play.
    process: u32,
}

/// Many tables of UNO side by side.
///
/// Parameters
/// ----------
/// rules : str or os.PathLike
///     A rule set that comes with the program (`unobench rules list`), or the path of a TOML file.
/// players : int
///     Seats at each table, 2 to 10.
/// envs : int
///     Tables, 1 to 1,000,000.
/// learners : "all", int or sequence of int
///     The seats that are asked from Python, from 0 on. "all" is self-play.
/// opponents : str or sequence of str
///     Strategies of the library (`unobench strategies list`), such as "counter" or
///     "ismcts:playouts=50", for the seats that no learner has, in the order of the seats; fewer
///     than seats are repeated. External bots (cmd:) are refused.
/// seed : int
///     The seed of all chance, 0 to 2**64 - 1: the deals are those of `unobench run --seed`.
/// threads : int
///     Threads that a step is divided among. They change nothing but the time.
/// observation : str
///     The layout of the observations: "cards-v1".
/// reward : "win" or "points"
///     "win": 1 for each seat that is credited with the win, otherwise 0. "points": the points of
///     the round as it is scored, negative where the fewest points win.
/// autoreset : bool
///     Whether a table at which a round has ended deals the next one in the same step. Without,
///     it waits for reset().
/// set : sequence of str
///     Keys on top of the rule set, such as "play.bluff=false".
///
/// Returns
/// -------
/// VecEnv
///
/// Raises
/// ------
/// ValueError
///     If a rule set, key, strategy or number is not allowed; the message says what is.
/// TypeError
///     If an argument is of a wrong type.
///
/// Examples
/// --------
/// >>> import unobench
/// >>> env = unobench.vec("official", players=2, envs=3, learners=0, opponents="counter")
/// >>> obs, mask, info = env.reset()
/// >>> obs.shape, mask.shape
/// ((3, 190), (3, 86))
/// >>> obs, mask, reward, done, info = env.step(mask.argmax(axis=1))
/// >>> reward.shape, done.dtype
/// ((3, 2), dtype('bool'))
#[pyfunction]
#[pyo3(signature = (
    rules = PathBuf::from("official"), players = None, envs = None, *, learners = None,
    opponents = None, seed = None, threads = None, observation = "cards-v1", reward = "win",
    autoreset = true, set = Vec::new(),
))]
#[pyo3(text_signature = "(rules='official', players=4, envs=1, *, learners='all', opponents=(), \
    seed=1, threads=1, observation='cards-v1', reward='win', autoreset=True, set=())")]
#[allow(clippy::too_many_arguments)] // the function has as many in Python
pub(crate) fn vec(
    rules: PathBuf,
    players: Option<&Bound<'_, PyAny>>,
    envs: Option<&Bound<'_, PyAny>>,
    learners: Option<&Bound<'_, PyAny>>,
    opponents: Option<&Bound<'_, PyAny>>,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    observation: &str,
    reward: &str,
    autoreset: bool,
    set: Vec<String>,
) -> PyResult<VecEnv> {
    observation_named(observation)?;
    let rules = loaded(&rules, &set)?;
    let players = players.map_or(Ok(4), |value| count("players", value, MIN_SEATS, MAX_SEATS))?;
    let opponents = self::opponents(opponents)?;
    let opponents: Vec<&str> = opponents.iter().map(String::as_str).collect();
    let setup = Setup {
        tables: envs.map_or(Ok(1), |envs| count("envs", envs, 1, MAX_TABLES))?,
        threads: threads.map_or(Ok(1), |value| count("threads", value, 1, MAX_THREADS))?,
        seed: seed.map_or(Ok(1), |seed| natural("seed", seed, 0..=u64::MAX))?,
        reward: self::reward(reward)?,
        autoreset,
        ..Setup::of(rules, players, &self::learners(learners)?, &opponents).map_err(refused)?
    };
    let env = Environment::new(setup).map_err(refused)?;
    Ok(VecEnv { env, process: std::process::id() })
}

#[pymethods]
impl VecEnv {
    /// Deals every table a round and plays on to the first decision of a learner.
    ///
    /// Parameters
    /// ----------
    /// block : int, optional
    ///     The block that table 0 is dealt; table t is dealt block + t. Without it every table is
    ///     dealt its next one; the first reset begins with block 0.
    ///
    /// Returns
    /// -------
    /// obs : ndarray of uint8, shape (envs, 190)
    ///     What the learner sees that is asked; all 0 where nobody is.
    /// mask : ndarray of bool, shape (envs, 86)
    ///     Which actions are legal; none where nobody is asked.
    /// info : dict of str to ndarray, each of shape (envs,)
    ///     "seat" (uint8): who is asked, 255 where nobody is. "block" (int64): the block that is
    ///     played. "turn" (int32): turns played in it. "ended_block" (int64): the block of the
    ///     round that ended in this step, -1 where none did. "ended_turns" (int32): its turns.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the block is out of range.
    #[pyo3(signature = (block = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        block: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Observations<'py>, Masks<'py>, Info<'py>)> {
        self.check_process()?;
        let block = block.map(|block| natural("block", block, 0..=MAX_BLOCK)).transpose()?;
        let Rows { observations, masks, facts, .. } =
            py.detach(|| self.env.reset(block)).map_err(refused)?;
        let (observations, masks) = self.shown(py, observations, masks)?;
        Ok((observations, masks, info(py, &facts)?))
    }

    /// Takes an action for each table and plays on to the next decision of a learner.
    ///
    /// Parameters
    /// ----------
    /// actions : ndarray of any integer type, shape (envs,)
    ///     For each table the number of a legal action. Not read where nobody is asked.
    ///
    /// Returns
    /// -------
    /// obs : ndarray of uint8, shape (envs, 190)
    /// mask : ndarray of bool, shape (envs, 86)
    /// reward : ndarray of float32, shape (envs, players)
    ///     For each seat, where a round has ended in this step; otherwise 0.
    /// done : ndarray of bool, shape (envs,)
    ///     Whether a round has ended in this step. With autoreset, the row is already one of the
    ///     next round.
    /// info : dict of str to ndarray
    ///     As from reset().
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If an action is illegal or the shape is wrong: no table is stepped then. Before the
    ///     first reset(). With autoreset=False, if every round is over.
    /// TypeError
    ///     If actions are not an array of integers.
    /// RuntimeError
    ///     If another thread is in a step, or after a fork with more than one thread.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Observations<'py>, Masks<'py>, Rewards<'py>, Done<'py>, Info<'py>)> {
        self.check_process()?;
        let chosen = self::actions(actions, self.env.tables())?;
        let Rows { observations, masks, rewards, facts } =
            py.detach(|| self.env.step(&chosen)).map_err(|error| step_refused(error, actions))?;
        let (observations, masks) = self.shown(py, observations, masks)?;
        let rewards = rewards.into_pyarray(py).reshape([facts.len(), self.players()])?;
        let done: Vec<bool> = facts.iter().map(|facts| facts.ended.is_some()).collect();
        Ok((observations, masks, rewards, done.into_pyarray(py), info(py, &facts)?))
    }

    #[getter]
    fn rules(&self) -> &str {
        &self.env.setup().rules.name
    }

    #[getter]
    fn players(&self) -> usize {
        self.env.setup().players
    }

    #[getter]
    fn envs(&self) -> usize {
        self.env.tables()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.env.setup().seed
    }

    #[getter]
    fn learners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let strategies = self.env.setup().strategies.iter().enumerate();
        let seats = strategies.filter(|(_, strategy)| strategy.is_none()).map(|(seat, _)| seat);
        PyTuple::new(py, seats.collect::<Vec<_>>())
    }

    #[getter]
    fn observation(&self) -> &'static str {
        NAME
    }

    #[getter]
    fn actions(&self) -> Vec<String> {
        self.env.actions().to_vec()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (rules, players, envs) = (self.rules(), self.players(), self.envs());
        let learners = self.learners(py)?;
        Ok(format!(
            "<unobench.VecEnv {rules}, players={players}, envs={envs}, learners={learners}>"
        ))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "cannot pickle or copy a VecEnv; make it again with unobench.vec and the same \
             arguments",
        ))
    }
}

impl VecEnv {
    /// Threads are not there after a fork.
    fn check_process(&self) -> PyResult<()> {
        if self.process == std::process::id() || self.env.setup().threads == 1 {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "this VecEnv was made before a fork, and its threads are not in this process; make it \
             again, or with threads=1",
        ))
    }

    /// Observations and masks as arrays.
    fn shown<'py>(
        &self,
        py: Python<'py>,
        observations: Vec<u8>,
        masks: Vec<bool>,
    ) -> PyResult<(Observations<'py>, Masks<'py>)> {
        let tables = self.env.tables();
        Ok((
            observations.into_pyarray(py).reshape([tables, BYTES])?,
            masks.into_pyarray(py).reshape([tables, ACTIONS])?,
        ))
    }
}

/// What there is to say of each table.
fn info<'py>(py: Python<'py>, facts: &[Facts]) -> PyResult<Info<'py>> {
    let info = PyDict::new(py);
    let ended = |missing, of: fn(&unobench_env::Ended) -> i64| -> Vec<i64> {
        facts.iter().map(|facts| facts.ended.as_ref().map_or(missing, of)).collect()
    };
    let seats: Vec<u8> = facts.iter().map(|facts| facts.seat).collect();
    let blocks: Vec<i64> = facts.iter().map(|facts| facts.block).collect();
    let turns: Vec<i32> = facts.iter().map(|facts| facts.turn).collect();
    let ended_turns = ended(0, |ended| ended.turns.into()).into_iter().map(|turns| turns as i32);
    info.set_item("seat", seats.into_pyarray(py))?;
    info.set_item("block", blocks.into_pyarray(py))?;
    info.set_item("turn", turns.into_pyarray(py))?;
    info.set_item("ended_block", ended(-1, |ended| ended.block).into_pyarray(py))?;
    info.set_item("ended_turns", ended_turns.collect::<Vec<i32>>().into_pyarray(py))?;
    Ok(info)
}
