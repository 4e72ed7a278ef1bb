//! Many tables as one object of Python.

use crate::arguments::{
    Given, actions, autoreset, count, flag, learners, loaded, named, natural, opponents, refused,
    step_refused,
};
use crate::players::Opponent;
use numpy::{
    BorrowError, Element, IntoPyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};
use unobench_env::observation::Layout;
use unobench_env::{
    Environment, MAX_BLOCK, MAX_TABLES, MAX_THREADS, Reward, RowsMut, Saved, Setup, StepError,
    StepFacts,
};
use unobench_strategies::CATALOGUE;
use unobench_strategies::net::rows::{self, rows, slots};

/// What each learner sees, a row for each table.
type Observations<'py> = Bound<'py, PyArray2<u8>>;
/// Which actions are legal, a row for each table.
type Masks<'py> = Bound<'py, PyArray2<bool>>;
/// What the learners got, a row for each table.
type Rewards<'py> = Bound<'py, PyArray2<f32>>;
/// Which tables have just finished a game.
type Done<'py> = Bound<'py, PyArray1<bool>>;
/// What else `reset` and `step` tell, by its name.
type Info<'py> = Bound<'py, PyDict>;
/// What `reset` gives.
type Seen<'py> = (Observations<'py>, Masks<'py>, Info<'py>);
/// What `step` gives.
type Stepped<'py> = (Observations<'py>, Masks<'py>, Rewards<'py>, Done<'py>, Info<'py>);

/// Many tables of UNO, each with one row: what the learner sees whose turn it is to decide.
///
/// Made by `unobench.vec`. A row whose mask is all False asks nothing: its action is not read. The
/// arrays that are returned are new ones each time, unless bind() gave others. An environment
/// cannot be pickled or copied, but clone() makes one that continues separately; one with more than
/// one thread cannot be used after a fork.
///
/// Attributes
/// ----------
/// rules : str
///     The name of the rule set, with what was set on top of it.
/// players, envs, seed : int
///     Seats at each table, tables, and the random seed.
/// learners : tuple of int
///     The seats of the learners.
/// observation : str
///     The layout of the observations.
/// width : int
///     The bytes of each.
/// actions : list of str
///     The names of the actions.
/// effects : ndarray of int16, shape (rows_count(players),)
///     How much the rule set makes each row of a network count, in 1024ths.
#[pyclass(module = "unobench", frozen)]
pub(crate) struct VecEnv {
    setup: Setup,
    #[pyo3(get)]
    rules: String,
    #[pyo3(get)]
    players: usize,
    #[pyo3(get)]
    envs: usize,
    #[pyo3(get)]
    seed: u64,
    #[pyo3(get)]
    observation: &'static str,
    #[pyo3(get)]
    width: usize,
    #[pyo3(get)]
    actions: Vec<String>,
    /// The process whose threads play.
    process: u32,
    /// Players of Python at the tables.
    seated: Vec<Arc<Opponent>>,
    tables: Mutex<Tables>,
}

/// The environment, and the arrays that it writes to.
struct Tables {
    env: Environment,
    bound: Bounds,
}

/// The arrays to write to, where they are not new ones each time.
#[derive(Default)]
struct Bounds {
    obs: Option<Py<PyArray2<u8>>>,
    mask: Option<Py<PyArray2<bool>>>,
    reward: Option<Py<PyArray2<f32>>>,
}

/// How all tables of an environment stood: from `VecEnv.state()`, for `VecEnv.load()` of the same
/// environment or of a clone. It stays as it is, and can be loaded many times.
#[pyclass(module = "unobench", frozen)]
pub(crate) struct State(Saved);

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
/// opponents : str, player, or sequence of them
///     Strategies of the library (`unobench strategies list`), such as "counter" or
///     "ismcts:playouts=50", and players as `unobench.run` takes them, which are asked one decision
///     at a time, for the seats that no learner has, in the order of the seats; fewer than seats
///     are repeated. External bots (cmd:) are refused.
/// seed : int
///     The random seed, 0 to 2**64 - 1: the deals are those of `unobench run --seed`.
/// threads : int
///     Threads that a step is divided among. They change nothing but the time.
/// observation : str
///     The layout of the observations, which docs/PYTHON.md describes: "planes-v1" for networks,
///     with the colours in an order that makes them alike, or "cards-v1" with numbers; "planes-v2"
///     and "cards-v2" where the rule set adds cards. "planes" and "cards" stand for either.
/// reward : "win", "points" or "rank"
///     "win": 1 for each seat that is credited with the win, otherwise 0. "points": the points of
///     the round as it is scored, negative where the fewest points win; in a match as each round
///     ends. "rank": the share of the others that a seat is ahead of, ties counting half: the win
///     comes first, then points, then the fewest points left in hand.
/// autoreset : "same_step", "next_step", "disabled" or bool
///     What happens at a table whose round or match has ended: it deals the next one in the same
///     step (True); in the next step, which takes no action and gives no reward; or it waits for
///     reset() (False).
/// match : bool
///     Whether a block is a match, round after round until the scoring says who has won.
/// set : sequence of str
///     Keys on top of the rule set, such as "play.bluff=false".
/// draw_by_choice : bool
///     Whether a learner may draw where it has a card to play that is no bluff. The rules may allow
///     it, but who plays at random then hardly comes to an end.
/// net_rows : bool
///     Whether net_rows() is asked: under rules by which hands move, seats then remember the cards
///     that they were shown, for which tables are slower.
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
/// ((3, 385), (3, 86))
/// >>> obs, mask, reward, done, info = env.step(mask.argmax(axis=1))
/// >>> reward.shape, done.dtype
/// ((3, 2), dtype('bool'))
#[pyfunction]
#[pyo3(signature = (
    rules = None, players = None, envs = None, *, learners = None, opponents = None, seed = None,
    threads = None, observation = None, reward = None, autoreset = None, r#match = None, set = None,
    draw_by_choice = None, net_rows = None,
))]
#[pyo3(text_signature = "(rules='official', players=4, envs=1, *, learners='all', opponents=(), \
    seed=1, threads=1, observation='planes', reward='win', autoreset='same_step', match=False, \
    set=(), draw_by_choice=False, net_rows=False)")]
#[allow(clippy::too_many_arguments)] // the function has as many in Python
pub(crate) fn vec(
    rules: Given<'_, '_>,
    players: Given<'_, '_>,
    envs: Given<'_, '_>,
    learners: Given<'_, '_>,
    opponents: Given<'_, '_>,
    seed: Given<'_, '_>,
    threads: Given<'_, '_>,
    observation: Given<'_, '_>,
    reward: Given<'_, '_>,
    autoreset: Given<'_, '_>,
    r#match: Given<'_, '_>,
    set: Given<'_, '_>,
    draw_by_choice: Given<'_, '_>,
    net_rows: Given<'_, '_>,
) -> PyResult<VecEnv> {
    let rules = loaded(rules, set)?;
    let layouts = Layout::ALL.map(|layout| {
        let name = layout.names()[usize::from(rules.adds_cards())];
        [(name, layout), (name.split('-').next().unwrap_or(name), layout)]
    });
    let rewards = [("win", Reward::Win), ("points", Reward::Points), ("rank", Reward::Rank)];
    let players = players.map_or(Ok(4), |value| count("players", value, MIN_SEATS, MAX_SEATS))?;
    let opponents = self::opponents(opponents)?;
    let names = opponents.iter().map(|opponent| opponent.extract().unwrap_or("random"));
    let names: Vec<&str> = names.collect(); // in the place of players until they are seated
    let mut setup = Setup {
        tables: envs.map_or(Ok(1), |envs| count("envs", envs, 1, MAX_TABLES))?,
        threads: threads.map_or(Ok(1), |value| count("threads", value, 1, MAX_THREADS))?,
        seed: seed.map_or(Ok(1), |seed| natural("seed", seed, 0..=u64::MAX))?,
        reward: named("reward", reward, &rewards)?,
        autoreset: self::autoreset(autoreset)?,
        match_play: flag("match", r#match)?,
        layout: named("observation", observation, layouts.as_flattened())?,
        draw_by_choice: flag("draw_by_choice", draw_by_choice)?,
        net_rows: flag("net_rows", net_rows)?,
        ..Setup::new(rules, players)
            .seats(&self::learners(learners)?, &CATALOGUE, &names)
            .map_err(refused)?
    };
    let mut seated = Vec::new();
    for (strategy, opponent) in setup.strategies.iter_mut().flatten().zip(opponents.iter().cycle())
    {
        if !opponent.is_instance_of::<PyString>() {
            let (spec, held) = Opponent::of(opponent, &setup.rules)?;
            *strategy = spec;
            seated.push(held);
        }
    }
    Environment::new(setup).map(|env| VecEnv::of(env, seated)).map_err(refused)
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
    /// obs : ndarray of uint8, shape (envs, width)
    ///     What the learner sees that is asked; all 0 where nobody is.
    /// mask : ndarray of bool, shape (envs, 86)
    ///     Which actions are legal; none where nobody is asked.
    /// info : dict of str to ndarray, each of shape (envs,)
    ///     "seat" (uint8): who is asked, 255 where nobody is. "block" (int64): the block that is
    ///     played. "turn" (int32): turns played in it. "ended_block" (int64): the block of the
    ///     round or match that ended in this step, -1 where none did. "ended_turns" (int32): its
    ///     turns. "stalled" (bool): whether it ended at the turn limit. In matches also "totals"
    ///     (int32, shape (envs, players)): the points so far. With planes also "colours" (uint8,
    ///     shape (envs, 4)): which colour is first, second and so on in the row and the actions.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the block is out of range.
    #[pyo3(signature = (block = None))]
    fn reset<'py>(&self, py: Python<'py>, block: Given<'_, 'py>) -> PyResult<Seen<'py>> {
        let block = block.map(|block| natural("block", block, 0..=MAX_BLOCK)).transpose()?;
        self.shown(py, |env, rows| env.reset_into(block, rows))
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
    /// obs : ndarray of uint8, shape (envs, width)
    /// mask : ndarray of bool, shape (envs, 86)
    /// reward : ndarray of float32, shape (envs, players)
    ///     For each seat, where a round has ended in this step; otherwise 0.
    /// done : ndarray of bool, shape (envs,)
    ///     Whether a round, or a match, has ended in this step. With autoreset="same_step" the row
    ///     is already one of the next.
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
    ///     If another thread is in a call, or after a fork with more than one thread.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let chosen = self::actions(actions, self.envs)?;
        let refused = |error| step_refused(error, actions);
        self.filled(py, |env, rows| env.step_into(&chosen, rows), refused)
    }

    /// What there is to see now, once more.
    ///
    /// Returns
    /// -------
    /// obs, mask, info
    ///     As from reset().
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Seen<'py>> {
        self.shown(py, |env, rows| {
            env.show_into(rows);
            Ok(())
        })
    }

    /// Has observations, masks and rewards written to these arrays from now on, and returned from
    /// each call, instead of new ones.
    ///
    /// Parameters
    /// ----------
    /// obs : ndarray of uint8, shape (envs, width), optional
    /// mask : ndarray of bool, shape (envs, 86), or (envs, 125), optional
    /// reward : ndarray of float32, shape (envs, players), optional
    ///     Writeable and C-contiguous, such as shared memory. Those left out are new each time. If
    ///     one is resized, reshaped or given another dtype in place, the next call is a ValueError.
    ///
    /// Raises
    /// ------
    /// TypeError
    ///     If an argument is no array of that type.
    /// ValueError
    ///     If its shape is another one, or it is not C-contiguous or not writeable.
    #[pyo3(signature = (obs = None, mask = None, reward = None))]
    fn bind(&self, obs: Given<'_, '_>, mask: Given<'_, '_>, reward: Given<'_, '_>) -> PyResult<()> {
        let tables = self.envs;
        let [bytes, actions] = self.setup.widths();
        self.free()?.bound = Bounds {
            obs: bound("obs", obs, [tables, bytes])?,
            mask: bound("mask", mask, [tables, actions])?,
            reward: bound("reward", reward, [tables, self.players])?,
        };
        Ok(())
    }

    /// What a network of `unobench train` is told of each legal action: which rows of its first
    /// layer count besides effects. docs/NETWORKS.md says what the rows mean.
    ///
    /// Parameters
    /// ----------
    /// by_action : bool
    ///     Whether there is a line for every action of every table.
    ///
    /// Returns
    /// -------
    /// ndarray of uint16, shape (n, width), or (envs, actions, width)
    ///     A line for each legal action, in the order of `np.nonzero(mask)`; filled up with
    ///     `rows_count(players)`, which is no row. With by_action, lines of actions that are not
    ///     legal have nothing else.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     Before the first reset(), or if the environment was made without net_rows=True.
    #[pyo3(signature = (*, by_action = false))]
    fn net_rows<'py>(
        &self,
        py: Python<'py>,
        by_action: bool,
    ) -> PyResult<Bound<'py, PyArrayDyn<u16>>> {
        let (mut all, mut lines, actions) = (Vec::new(), Vec::new(), self.actions.len());
        let visit = &mut |table, action, rows: &[u16]| {
            let line = if by_action { table * actions + action } else { lines.len() };
            lines.push((line, all.len()..all.len() + rows.len()));
            all.extend_from_slice(rows);
        };
        let env = &self.free()?.env;
        py.detach(|| env.net_rows(visit)).map_err(refused)?;
        let width = lines.iter().map(|(_, span)| span.len()).max().unwrap_or(0);
        let count = if by_action { self.envs * actions } else { lines.len() };
        let mut filled = vec![rows(slots(self.players)) as u16; count * width];
        for (line, span) in lines {
            filled[line * width..][..span.len()].copy_from_slice(&all[span]);
        }
        let tables = by_action.then(|| [self.envs, actions, width].to_vec());
        filled.into_pyarray(py).reshape(tables.unwrap_or_else(|| vec![count, width]))
    }

    /// How all tables stand, to come back to by load().
    ///
    /// Returns
    /// -------
    /// State
    fn state(&self) -> PyResult<State> {
        Ok(State(self.free()?.env.saved()))
    }

    /// Comes back to how all tables stood.
    ///
    /// Parameters
    /// ----------
    /// state : State
    ///     From state() of this environment, or of one with the same arguments.
    ///
    /// Returns
    /// -------
    /// obs, mask, info
    ///     As from reset().
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the state is that of another number of tables or another kind of game.
    fn load<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Seen<'py>> {
        self.free()?.env.load(&state.0).map_err(refused)?;
        self.observe(py)
    }

    /// An environment with the same tables as they stand, which continues separately from here on.
    ///
    /// Returns
    /// -------
    /// VecEnv
    fn clone(&self) -> PyResult<VecEnv> {
        let env = self.free()?.env.try_clone().map_err(refused)?;
        Ok(VecEnv::of(env, self.seated.clone()))
    }

    /// An environment with k tables for each of these: each as its row shows it, with other cards
    /// in hidden places and other chance to come, and opponents who have forgotten what they were
    /// shown. Nothing that the row hides changes them. Tables t * k to t * k + k - 1 are those of
    /// table t. They do not deal again by themselves.
    ///
    /// Parameters
    /// ----------
    /// k : int
    ///     Worlds for each table.
    /// seed : int
    ///     The seed by which they are sampled.
    ///
    /// Returns
    /// -------
    /// VecEnv
    ///     With k * envs tables; observe() gives their rows.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     Before the first reset(), or if that makes too many tables.
    #[pyo3(signature = (k, seed = None))]
    #[pyo3(text_signature = "($self, k, seed=1)")]
    fn determinize(&self, k: &Bound<'_, PyAny>, seed: Given<'_, '_>) -> PyResult<VecEnv> {
        let worlds = count("k", k, 1, MAX_TABLES)?;
        let seed = seed.map_or(Ok(1), |seed| natural("seed", seed, 0..=u64::MAX))?;
        let env = self.free()?.env.determinized(worlds, seed).map_err(refused)?;
        Ok(VecEnv::of(env, self.seated.clone()))
    }

    #[getter]
    fn learners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let strategies = self.setup.strategies.iter().enumerate();
        let seats = strategies.filter(|(_, strategy)| strategy.is_none()).map(|(seat, _)| seat);
        PyTuple::new(py, seats.collect::<Vec<_>>())
    }

    #[getter]
    fn effects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let mut all = vec![0; rows(slots(self.players))];
        all[rows::effects()].copy_from_slice(&self.free()?.env.effects());
        Ok(all.into_pyarray(py))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (VecEnv { rules, players, envs, .. }, learners) = (self, self.learners(py)?);
        Ok(format!(
            "<unobench.VecEnv {rules}, players={players}, envs={envs}, learners={learners}>"
        ))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "cannot pickle or copy a VecEnv; clone() makes one that continues separately, and \
             unobench.vec with the same arguments makes a fresh one",
        ))
    }
}

impl VecEnv {
    fn of(env: Environment, seated: Vec<Arc<Opponent>>) -> VecEnv {
        let setup = env.setup().clone();
        VecEnv {
            rules: setup.rules.name.clone(),
            players: setup.players,
            envs: setup.tables,
            seed: setup.seed,
            observation: setup.layout.names()[usize::from(setup.rules.adds_cards())],
            width: setup.widths()[0],
            actions: env.actions().to_vec(),
            process: std::process::id(),
            seated,
            tables: Mutex::new(Tables { env, bound: Bounds::default() }),
            setup,
        }
    }

    /// The tables, if nobody else is at them. Threads are not there after a fork.
    fn free(&self) -> PyResult<MutexGuard<'_, Tables>> {
        if self.process != std::process::id() && self.setup.threads > 1 {
            return Err(PyRuntimeError::new_err(
                "this VecEnv was made before a fork, and its threads are not in this process; make \
                 it again, or with threads=1",
            ));
        }
        match self.tables.try_lock() {
            Ok(tables) => Ok(tables),
            Err(TryLockError::Poisoned(error)) => Ok(error.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread is in a call of this VecEnv, which is for one at a time; give each \
                 thread its own, by clone() or unobench.vec",
            )),
        }
    }

    fn shown<'py>(
        &self,
        py: Python<'py>,
        fill: impl FnOnce(&mut Environment, RowsMut<'_>) -> Result<(), StepError> + Send,
    ) -> PyResult<Seen<'py>> {
        let (obs, mask, _, _, info) = self.filled(py, fill, refused)?;
        Ok((obs, mask, info))
    }

    fn filled<'py>(
        &self,
        py: Python<'py>,
        fill: impl FnOnce(&mut Environment, RowsMut<'_>) -> Result<(), StepError> + Send,
        refused_step: impl FnOnce(StepError) -> PyErr,
    ) -> PyResult<Stepped<'py>> {
        let (tables, players) = (self.envs, self.players);
        let [bytes, actions] = self.setup.widths();
        let Tables { env, bound } = &mut *self.free()?;
        let obs = array(py, "obs", bound.obs.as_ref(), [tables, bytes])?;
        let mask = array(py, "mask", bound.mask.as_ref(), [tables, actions])?;
        let reward = array(py, "reward", bound.reward.as_ref(), [tables, players])?;
        let mut facts = vec![StepFacts::default(); tables];
        let mut totals = vec![0; if self.setup.match_play { tables * players } else { 0 }];
        {
            let in_use = |error| match error {
                BorrowError::NotWriteable => {
                    refused("an array given to bind() is not writeable now")
                }
                _ => PyRuntimeError::new_err("an array given to bind() is in use elsewhere"),
            };
            let mut obs = obs.try_readwrite().map_err(in_use)?;
            let mut mask = mask.try_readwrite().map_err(in_use)?;
            let mut reward = reward.try_readwrite().map_err(in_use)?;
            let rows = RowsMut {
                observations: obs.as_slice_mut()?,
                masks: mask.as_slice_mut()?,
                rewards: reward.as_slice_mut()?,
                totals: &mut totals,
                facts: &mut facts,
                is_clear: bound.is_nothing(),
            };
            py.detach(|| fill(env, rows)).map_err(refused_step)?;
            self.seated.iter().try_for_each(|opponent| opponent.raised())?;
        }
        let ended = || facts.iter().map(|facts| facts.ended);
        let info = PyDict::new(py);
        let block = PyArray1::from_iter(py, facts.iter().map(|facts| facts.block));
        let ended_block = ended().map(|end| end.map_or(-1, |ended| ended.block));
        let ended_turns = ended().map(|end| end.map_or(0, |ended| ended.turns));
        let stalled = ended().map(|end| end.is_some_and(|ended| ended.stalled));
        info.set_item("seat", PyArray1::from_iter(py, facts.iter().map(|facts| facts.seat)))?;
        info.set_item("block", block)?;
        info.set_item("turn", PyArray1::from_iter(py, facts.iter().map(|facts| facts.turn)))?;
        info.set_item("ended_block", PyArray1::from_iter(py, ended_block))?;
        info.set_item("ended_turns", PyArray1::from_iter(py, ended_turns))?;
        info.set_item("stalled", PyArray1::from_iter(py, stalled))?;
        if self.setup.match_play {
            info.set_item("totals", totals.into_pyarray(py).reshape([tables, players])?)?;
        }
        if self.setup.layout == Layout::Planes {
            let colours: Vec<u8> = facts.iter().flat_map(|facts| facts.colours).collect();
            info.set_item("colours", colours.into_pyarray(py).reshape([tables, 4])?)?;
        }
        let done = PyArray1::from_iter(py, ended().map(|end| end.is_some()));
        Ok((obs, mask, reward, done, info))
    }
}

impl Bounds {
    fn is_nothing(&self) -> bool {
        self.obs.is_none() && self.mask.is_none() && self.reward.is_none()
    }
}

/// The array that is bound, if it still is what it was then, or a new one of zeros.
fn array<'py, T: Element>(
    py: Python<'py>,
    name: &str,
    bound: Option<&Py<PyArray2<T>>>,
    shape: [usize; 2],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let Some(bound) = bound else { return Ok(PyArray2::zeros(py, shape, false)) };
    let any = bound.bind(py).as_any();
    if let Ok(same) = any.cast::<PyArray2<T>>()
        && same.shape() == shape
        && same.is_c_contiguous()
    {
        return Ok(same.clone());
    }
    let (dtype, [rows, columns]) = (T::get_dtype(py), shape);
    let (now, shape) = (any.getattr("dtype")?, any.getattr("shape")?);
    let is_contiguous: bool = any.getattr("flags")?.getattr("c_contiguous")?.extract()?;
    let order = if is_contiguous { "" } else { ", not C-contiguous" };
    Err(refused(format!(
        "{name} was bound as C-contiguous {dtype} of shape ({rows}, {columns}), and is now {now} of \
         shape {shape}{order}; bind() it again"
    )))
}

/// An array that can be written to, if one is given.
fn bound<T: Element>(
    name: &str,
    value: Given<'_, '_>,
    shape: [usize; 2],
) -> PyResult<Option<Py<PyArray2<T>>>> {
    let Some(value) = value else { return Ok(None) };
    let array = value.cast::<PyArray2<T>>().map_err(|_| {
        let dtype = T::get_dtype(value.py());
        PyTypeError::new_err(format!("{name} is not a NumPy array of {dtype} with two dimensions"))
    })?;
    if array.shape() != shape {
        let [rows, columns] = shape;
        let found = value.getattr("shape")?;
        return Err(refused(format!("{name} has shape {found}; bind() takes ({rows}, {columns})")));
    }
    if !array.is_c_contiguous() {
        return Err(refused(format!("{name} is not C-contiguous")));
    }
    array
        .try_readwrite()
        .map_err(|_| refused(format!("{name} is not writeable, or in use elsewhere")))?;
    Ok(Some(array.clone().unbind()))
}
