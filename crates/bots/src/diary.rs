//! What is remembered of how bots kept to the protocol.

use std::time::Duration;
use unobench_core::game::Decision;

const NOTES: usize = 20;

const TIMES: usize = 1 << 20;

/// Why a bot's answer to one question does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BotFault {
    #[error("no answer within the move time")]
    Late,
    #[error("\"action\" is not the index of a legal action")]
    OutOfRange,
    #[error("the answer is not a line of JSON with \"game\" and \"action\"")]
    Malformed,
    #[error("the answer is for a game in which nothing was asked")]
    WrongGame,
    #[error("the process is dead")]
    Dead,
}

impl BotFault {
    pub const ALL: [BotFault; 5] = [
        BotFault::Late,
        BotFault::OutOfRange,
        BotFault::Malformed,
        BotFault::WrongGame,
        BotFault::Dead,
    ];
}

/// A fault of a bot, with what was sent to it and what it sent back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultNote {
    pub fault: BotFault,
    /// The same in words; of an index that is out of range which one it is.
    pub what: String,
    pub sent: String,
    pub received: String,
}

/// A bot that failed, with its first fault and what it said last, for the person who ran it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    pub name: String,
    pub first_fault: Option<String>,
    pub last_words: Option<String>,
}

/// How a bot kept to the protocol: its decisions, faults, times, names and restarts.
#[derive(Debug, Clone, Default)]
pub struct BotStats {
    pub asked: [u64; Decision::ALL.len()],
    pub faults: [u64; BotFault::ALL.len()],
    pub notes: Vec<FaultNote>,
    /// How long answers took, of the first million.
    pub times: Vec<Duration>,
    pub names: Vec<String>,
    pub restarts: u64,
}

impl BotStats {
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().sum()
    }

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

    pub(super) fn note_fault(&mut self, fault: BotFault) -> bool {
        self.faults[fault as usize] += 1;
        self.notes.len() < NOTES
    }

    pub(super) fn add(&mut self, other: BotStats) {
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
