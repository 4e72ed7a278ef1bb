//! What is remembered of how bots kept to the protocol.

use std::fmt;
use std::time::Duration;
use unobench_core::game::Decision;

/// How many faults are remembered with what was said.
const NOTES: usize = 20;

/// How many answers' times are remembered.
const TIMES: usize = 1 << 20;

/// Why `random` made a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// No answer within the move time.
    Late,
    /// Not an index of a legal action.
    OutOfRange,
    /// A line that is no answer.
    Malformed,
    /// An answer for a game in which nothing was asked.
    WrongGame,
    /// The process is dead, or could not be started.
    Dead,
}

impl Fault {
    /// All faults, in the order in which they are counted and reported.
    pub const ALL: [Fault; 5] =
        [Fault::Late, Fault::OutOfRange, Fault::Malformed, Fault::WrongGame, Fault::Dead];
}

/// Says in words what happened.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Late => "no answer within the move time",
            Fault::OutOfRange => "\"action\" is not the index of a legal action",
            Fault::Malformed => "the answer is not a line of JSON with \"game\" and \"action\"",
            Fault::WrongGame => "the answer is for a game in which nothing was asked",
            Fault::Dead => "the process is dead",
        })
    }
}

/// A fault with what was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultNote {
    /// What is wrong.
    pub fault: Fault,
    /// The same in words; of an index that is out of range which one it is.
    pub what: String,
    /// The question as it was sent; empty if it was not.
    pub sent: String,
    /// What came back, if anything.
    pub received: String,
}

/// A bot that failed, and what is known of why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The bot's name.
    pub name: String,
    /// What was wrong at first, in words.
    pub first_fault: Option<String>,
    /// What it said last on standard error before its process died.
    pub last_words: Option<String>,
}

/// How bots kept to the protocol.
#[derive(Debug, Clone, Default)]
pub struct Diary {
    /// Decisions put, in the order of [`Decision::ALL`].
    pub asked: [u64; Decision::ALL.len()],
    /// Faults, in the order of [`Fault::ALL`].
    pub faults: [u64; Fault::ALL.len()],
    /// The first few faults.
    pub notes: Vec<FaultNote>,
    /// How long answers took, of the first million.
    pub times: Vec<Duration>,
    /// The names that the bots gave themselves, each once.
    pub names: Vec<String>,
    /// Processes that died and were started again.
    pub restarts: u64,
}

impl Diary {
    /// All faults.
    #[must_use]
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().sum()
    }

    /// All decisions.
    #[must_use]
    pub fn decision_count(&self) -> u64 {
        self.asked.iter().sum()
    }

    pub(super) fn note_asked(&mut self, decision: Decision) {
        self.asked[decision as usize] += 1;
    }

    pub(super) fn note_time(&mut self, time: Duration) {
        if self.times.len() < TIMES {
            self.times.push(time);
        }
    }

    pub(super) fn note_name(&mut self, name: String) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }

    /// Counts a fault; says whether it is one of the few that are worth explaining.
    pub(super) fn note_fault(&mut self, fault: Fault) -> bool {
        self.faults[fault as usize] += 1;
        self.notes.len() < NOTES
    }

    /// Adds another diary.
    pub(super) fn add(&mut self, other: Diary) {
        self.asked.iter_mut().zip(other.asked).for_each(|(mine, theirs)| *mine += theirs);
        self.faults.iter_mut().zip(other.faults).for_each(|(mine, theirs)| *mine += theirs);
        self.restarts += other.restarts;
        self.notes.extend(other.notes);
        self.notes.truncate(NOTES);
        self.times.extend(other.times);
        self.times.truncate(TIMES);
        other.names.into_iter().for_each(|name| self.note_name(name));
    }
}
