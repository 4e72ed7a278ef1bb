//! One game of a survey, to be looked at: which one it is, and the table after each event.

use crate::documents::{FramePlayer, GameFrame, GameRequest, GameSummary, SurveyRequest};
use crate::survey::bin;
use crate::{CATALOGUE, json, told};
use serde_json::Value;
use std::io::{self, Write};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_findings::panel::CHAMPION;
use unobench_record::{Form, ReplayLog, Trace, Upcoming};
use wasm_bindgen::prelude::wasm_bindgen;

/// So many games are looked through for one that is as long as wanted.
const MOST: u64 = 5_000;

/// A game among champions, as `unobench trace` writes it.
#[wasm_bindgen]
pub struct Game {
    number: u64,
    command: String,
    log: ReplayLog,
}

#[wasm_bindgen]
impl Game {
    /// Plays games until the one that a request, which is JSON, asks for.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it, or that no game is so long.
    #[wasm_bindgen(constructor)]
    pub fn new(wanted: &str) -> Result<Game, String> {
        let wanted: GameRequest = serde_json::from_str(wanted).map_err(told)?;
        let asked = wanted.survey.asked()?.0;
        let (rules, base, keys) = match asked.rules.filter(|_| wanted.with) {
            Some(rules) => (rules, asked.base, asked.keys),
            None => (RuleSet::official(), "official".to_owned(), Vec::new()),
        };
        let strategies = [CATALOGUE.parse(CHAMPION).map_err(told)?];
        let SurveyRequest { players, seed, .. } = wanted.survey;
        let most = wanted.number.unwrap_or(MOST).clamp(1, MOST);
        let trace = Trace {
            rules: &rules,
            players,
            strategies: &strategies,
            seatings: &|_| vec![[0; MAX_SEATS]],
            games: most,
            seed,
            match_play: false,
            form: Form::JsonLines,
        };
        let mut seen = Seen { left: wanted.nth, wanted: &wanted, number: 0, record: Vec::new() };
        // It breaks off where the game is found.
        let missing = trace.write(&mut seen).is_ok() && wanted.number != Some(seen.number);
        if missing {
            return Err(format!("there is no such game among the first {MOST}"));
        }
        let (number, record) = (seen.number, std::mem::take(&mut seen.record));
        let command = wanted.survey.trace(&base, &keys, number);
        Ok(Game { number, command, log: ReplayLog::read(&*record, None).map_err(told)? })
    }

    /// Its number from 1, its command, and how many tables there are to see.
    pub fn about(&self) -> String {
        json(GameSummary { number: self.number, command: &self.command, frames: self.log.frames() })
    }

    /// The table after an event, from 0, and what was told until then, the last first.
    ///
    /// # Errors
    /// If there is no such event.
    pub fn frame(&self, place: usize) -> Result<String, String> {
        let table = self.log.table(place).map_err(told)?;
        let mut story = self.log.told(place, None).map_err(told)?;
        // The first line tells of the deal, for programs.
        story.drain(..1);
        story.reverse();
        story.truncate(4);
        let mover = match table.next {
            Some(Upcoming::Turn { mover, asked, .. }) => Some(asked.map_or(mover, |pair| pair.0)),
            _ => None,
        };
        let seats = table.seats.iter().map(|seat| FramePlayer {
            name: seat.name.clone(),
            hand: table.cards(&seat.hand),
            out: seat.is_out,
            moves: mover == Some(seat.seat),
        });
        Ok(json(GameFrame {
            story,
            up: table.up_card.map(|card| table.cards(&[card])),
            colour: table.colour.map(|colour| colour.to_string()),
            turns: table.turns,
            seats: seats.collect(),
        }))
    }
}

/// The last game that was written, until the wanted one has ended.
struct Seen<'a> {
    wanted: &'a GameRequest,
    /// How many others in the same pile come first.
    left: usize,
    number: u64,
    record: Vec<u8>,
}

impl Write for Seen<'_> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if line.starts_with(br#"{"event":"round","#) {
            self.record.clear();
            self.number += 1;
        }
        self.record.extend(line);
        if self.wanted.number.is_none() && line.starts_with(br#"{"event":"round_end","#) {
            let end: Value = serde_json::from_slice(line)?;
            let at = bin(end["turns"].as_i64().unwrap_or(0));
            let GameRequest { bin, last, .. } = *self.wanted;
            if at == bin || last && at > bin {
                self.left = self.left.checked_sub(1).ok_or_else(|| io::Error::other("found"))?;
            }
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
