//! A seat at a table of one round, for whoever plays decision by decision and wants to know what
//! happened in between: a round of `unobench play` without its terminal.

use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::arguments::refused;
use unobench::bots::{Texts, question};
use unobench_core::bounded::quoted;
use unobench_core::game::Seat as Place;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_disk::load_rules;
use unobench_env::SetupError;
use unobench_env::actions::{action, count, have_numbers, legal, names};
use unobench_record::play::{GameSetup, HintUse, Phase, PlaySession, PlaySetup};
use unobench_strategies::CATALOGUE;

/// The longest that all opponents may take for a round on average, in nanoseconds.
const MOST_TIME: u64 = 10_000_000_000;

/// A seat, the first one, at a table that is played in a thread of its own.
#[pyclass(module = "unobench._native")]
pub(crate) struct Seat {
    acts: Sender<String>,
    told: Mutex<Receiver<Result<String, String>>>,
    /// Those of the opponents that see what no player may.
    #[pyo3(get)]
    bounds: Vec<String>,
    now: Mutex<String>,
}

/// Sits down at a table with these opponents, one for all other seats or one for each.
///
/// Raises
/// ------
/// ValueError
///     If there is no such rule set or strategy, or it takes longer than anybody waits.
#[pyfunction]
pub(crate) fn sit(
    py: Python<'_>,
    rules: PathBuf,
    players: usize,
    opponents: Vec<String>,
    seed: u64,
) -> PyResult<Seat> {
    let name = rules.to_str().ok_or_else(|| refused("rules: the name is not a string"))?;
    let rules = load_rules(name).map_err(refused)?;
    if !(MIN_SEATS..=MAX_SEATS).contains(&players) {
        return Err(refused(SetupError::Players(players)));
    }
    rules.validate_for(players).map_err(refused)?;
    if !have_numbers(&rules) {
        return Err(refused(format!("{}: more cards are added than have numbers", rules.name)));
    }
    let opponents = parsed(&opponents, players)?;
    let bounds = opponents.iter().filter(|spec| spec.entry().traits.is_bound());
    let mut bounds: Vec<String> = bounds.map(ToString::to_string).collect();
    bounds.dedup();
    let game_setup = GameSetup {
        rules,
        players,
        seat: Place::new(0),
        opponents,
        adviser: None,
        hints: HintUse::OnRequest,
        match_play: false,
        casual: false,
        human_errors: false,
        seed,
    };
    let ((acts, asked), (answers, told)) = (channel(), channel());
    thread::spawn(move || play(game_setup, &asked, &answers));
    let seat = Seat { acts, told: Mutex::new(told), bounds, now: Mutex::default() };
    seat.hear(py)?;
    Ok(seat)
}

/// The opponents, if they fit and are no slower than anybody waits for.
fn parsed(opponents: &[String], players: usize) -> PyResult<Vec<StrategySpec>> {
    let named = opponents.len();
    if named != 1 && named + 1 != players {
        let most = players - 1;
        return Err(refused(format!("opponents: {named} are named; allowed are 1 and {most}")));
    }
    // Before anything is read: what a file holds is nobody's business here.
    if let Some(text) = opponents.iter().find(|text| text.contains("file=")) {
        return Err(refused(format!("opponents: {}: no files are read here", quoted(text))));
    }
    let parse = |text: &String| CATALOGUE.parse(text).map_err(refused);
    let specs: Vec<StrategySpec> = opponents.iter().map(parse).collect::<PyResult<_>>()?;
    let each = (players as u64 - 1) / named as u64;
    let time = specs.iter().map(|spec| spec.nanoseconds_per_round().saturating_mul(each));
    let time = time.fold(0, u64::saturating_add);
    if time > MOST_TIME {
        let (seconds, most) = (time / 1_000_000_000, MOST_TIME / 1_000_000_000);
        return Err(refused(format!(
            "opponents: they would think for about {seconds} s a round; allowed are {most}; fewer \
             playouts take less"
        )));
    }
    Ok(specs)
}

/// Plays a round, an action after the other, until nobody asks any more.
fn play(game_setup: GameSetup, acts: &Receiver<String>, told: &Sender<Result<String, String>>) {
    let setup = PlaySetup::new(game_setup);
    let mut session = PlaySession::new(&setup);
    session.run();
    if told.send(Ok(state(&session, &setup).to_string())).is_err() {
        return;
    }
    for name in acts {
        let done = take(&mut session, &setup.game_setup().rules, &name);
        session.run();
        let done = done.map(|()| state(&session, &setup).to_string());
        if told.send(done).is_err() {
            return;
        }
    }
}

fn take(session: &mut PlaySession<'_>, rules: &RuleSet, name: &str) -> Result<(), String> {
    if session.phase() != Phase::Yours {
        return Err(format!("\"{}\" is not legal now; the round is over", quoted(name)));
    }
    let legal = legal_names(session, rules);
    let Some((number, _)) = legal.iter().find(|(_, known)| known == name) else {
        let legal: Vec<&str> = legal.iter().map(|(_, name)| name.as_str()).collect();
        return Err(format!("\"{}\" is not legal now; may {}", quoted(name), legal.join(", ")));
    };
    let action = action(&session.view(), *number);
    session.act(action).map_err(|error| error.to_string())
}

fn legal_names(session: &PlaySession<'_>, rules: &RuleSet) -> Vec<(usize, String)> {
    let (set, names) = (legal(&session.view(), true), names(rules));
    let is_legal = |number: &usize| set >> number & 1 == 1;
    (0..count(rules)).filter(is_legal).map(|number| (number, names[number].clone())).collect()
}

/// What the seat sees and may do, and what happened since it decided last.
fn state(session: &PlaySession<'_>, setup: &PlaySetup) -> Value {
    let (rules, words) = (&setup.game_setup().rules, setup.words());
    // A person counts seats from 1, and whoever plays by numbers from 0, as in events.
    let others =
        (1..setup.game_setup().players).rev().map(|seat| (seat, words.name(Place::new(seat))));
    let others: Vec<(usize, String)> = others.collect();
    let told = |line: &String| {
        let renamed = |line: String, (seat, name): &(usize, String)| {
            let own = name.split_once(' ').map_or(name.as_str(), |(_, own)| own);
            line.replace(name.as_str(), &format!("seat {seat} ({own})"))
        };
        others.iter().fold(line.clone(), renamed)
    };
    let asks = session.phase() == Phase::Yours;
    let asked = asks.then(|| {
        let line = question(&session.view(), &Texts::of(rules.deck.notation()));
        serde_json::from_str::<Value>(&line).unwrap_or_default()
    });
    let legal = if asks { legal_names(session, rules) } else { Vec::new() };
    let legal: Vec<String> = legal.into_iter().map(|(_, name)| name).collect();
    let wins = &session.tally().wins;
    let won = match (asks, wins[0], wins.iter().any(|&wins| wins > 0)) {
        (true, ..) => None,
        (false, 0, false) => Some("nobody"),
        (false, 0, true) => Some("others"),
        (false, ..) => Some("you"),
    };
    json!({
        "over": !asks,
        "won": won,
        "asked": asked,
        "legal": legal,
        "events": session.news(),
        "told": session.log()[session.seen()..].iter().map(told).collect::<Vec<_>>(),
    })
}

#[pymethods]
impl Seat {
    /// What the seat sees, as JSON.
    #[getter]
    fn state(&self) -> String {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes an action by its name, plays on to the next decision, and gives what is seen then.
    fn act(&self, py: Python<'_>, action: String) -> PyResult<String> {
        let gone = || refused("the table is gone");
        self.acts.send(action).map_err(|_| gone())?;
        self.hear(py)?;
        Ok(self.state())
    }
}

impl Seat {
    fn hear(&self, py: Python<'_>) -> PyResult<()> {
        let heard = py.detach(|| {
            let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            told.recv().map_err(|_| "the table is gone".to_owned()).flatten()
        });
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = heard.map_err(refused)?;
        Ok(())
    }
}
