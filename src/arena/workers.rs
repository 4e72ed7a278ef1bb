//! The threads that play, and the order in which they hand in what they played.
//!
//! Blocks are given out in order, a few at a time; a thread that is done with its share goes on
//! with the next chunk, while others finish the last. A finished chunk waits until all before it
//! are written. How blocks are shared out changes with the threads and the weather, but tallies are
//! sums, so no result does.

use super::chunks::Chunk;
use super::outcome::Outcome;
use super::run::PlayBlocks;
use super::schedule::Places;
use super::schedule::Schedule;
use super::tally::Tally;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The most blocks that a thread takes at a time.
const LARGEST_SHARE: u64 = 64;

/// Into how many shares per thread the rest of a chunk is cut.
const SHARES: u64 = 2;

/// How many chunks may be in work at a time, besides one for each thread.
const CHUNKS_AHEAD: u64 = 2;

/// Everything that the threads share.
pub(super) struct Workplace<'a> {
    schedule: &'a Schedule,
    threads: u64,
    cancel: &'a AtomicBool,
    stopped: AtomicBool,
    games: AtomicU64,
    desk: Mutex<Desk>,
    changed: Condvar,
}

/// What is given out and handed in.
struct Desk {
    chunks: Box<dyn Iterator<Item = Chunk> + Send>,
    /// The chunk that is given out, and its first block that is not.
    current: Option<(Chunk, u64)>,
    /// Chunks begun and not written.
    open: u64,
    /// What was handed in of chunks that are not complete.
    parts: BTreeMap<u64, Part>,
    spare: Vec<Tally>,
}

/// A chunk of which some blocks were handed in.
struct Part {
    tally: Tally,
    missing: u64,
}

/// What a thread is given.
enum Offer {
    /// Blocks to play.
    Share(Share),
    /// Nothing yet: too many chunks are in work.
    Wait,
    /// Nothing more.
    Nothing,
}

/// Some blocks of a chunk.
struct Share {
    chunk: Chunk,
    blocks: Range<u64>,
}

/// A chunk with all its blocks tallied.
pub(super) struct Finished {
    pub(super) chunk: Chunk,
    pub(super) tally: Tally,
}

impl<'a> Workplace<'a> {
    pub(super) fn new(
        schedule: &'a Schedule,
        chunks: Box<dyn Iterator<Item = Chunk> + Send>,
        threads: usize,
        cancel: &'a AtomicBool,
    ) -> Workplace<'a> {
        let desk =
            Desk { chunks, current: None, open: 0, parts: BTreeMap::new(), spare: Vec::new() };
        Workplace {
            schedule,
            threads: threads as u64,
            cancel,
            stopped: AtomicBool::new(false),
            games: AtomicU64::new(0),
            desk: Mutex::new(desk),
            changed: Condvar::new(),
        }
    }

    /// Games played so far, handed in or not.
    pub(super) fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Sends everybody home; what is not handed in is lost.
    pub(super) fn stop(&self) {
        let _desk = self.desk();
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Takes back the tally of a chunk that was written.
    pub(super) fn written(&self, tally: Tally) {
        let mut desk = self.desk();
        desk.spare.push(tally);
        desk.open -= 1;
        self.changed.notify_all();
    }

    fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.cancel.load(Ordering::Relaxed)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays until nothing is left to play or everybody is sent home.
    pub(super) fn work<T: PlayBlocks>(&self, table: &T, finished: &Sender<Finished>) {
        let _guard = SendHomeOnPanic(self);
        let mut worker = Worker::new(self, table);
        loop {
            match self.offer() {
                Offer::Share(share) => {
                    if worker.chunk.is_some_and(|chunk| chunk != share.chunk) {
                        worker.hand_in(finished);
                    }
                    if !worker.play(&share) {
                        return;
                    }
                }
                // What it still holds may be what everybody waits for.
                Offer::Wait => {
                    worker.hand_in(finished);
                    self.wait();
                }
                Offer::Nothing => return worker.hand_in(finished),
            }
        }
    }

    /// Gives out the next blocks.
    fn offer(&self) -> Offer {
        let mut desk = self.desk();
        if self.is_over() {
            return Offer::Nothing;
        }
        if desk.current.is_none() {
            if self.is_full(&desk) {
                return Offer::Wait;
            }
            let Some(chunk) = desk.chunks.next() else {
                return Offer::Nothing;
            };
            desk.current = Some((chunk, chunk.first));
            desk.open += 1;
        }
        desk.cut(self.threads).map_or(Offer::Nothing, Offer::Share)
    }

    fn is_full(&self, desk: &Desk) -> bool {
        desk.open >= self.threads + CHUNKS_AHEAD
    }

    /// Waits until a chunk may be begun, or everybody is sent home.
    fn wait(&self) {
        let mut desk = self.desk();
        while desk.current.is_none() && self.is_full(&desk) && !self.is_over() {
            desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn fresh_tally(&self) -> Tally {
        let spare = self.desk().spare.pop();
        spare.map_or_else(
            || Tally::new(self.schedule),
            |mut tally| {
                tally.clear();
                tally
            },
        )
    }
}

impl Desk {
    /// Cuts a share off the current chunk: a part of what is left of it, so that the last shares
    /// are small.
    fn cut(&mut self, threads: u64) -> Option<Share> {
        let (chunk, first) = self.current?;
        let left = chunk.end() - first;
        let end = first + (left / (SHARES * threads)).clamp(1, LARGEST_SHARE);
        self.current = (end < chunk.end()).then_some((chunk, end));
        Some(Share { chunk, blocks: first..end })
    }

    /// Takes in blocks of a chunk; returns it when it is complete.
    fn take_in(&mut self, chunk: Chunk, tally: Tally, blocks: u64) -> Option<Finished> {
        let part = match self.parts.remove(&chunk.index) {
            None => Part { tally, missing: chunk.blocks - blocks },
            Some(mut part) => {
                part.tally.merge(&tally);
                self.spare.push(tally);
                Part { tally: part.tally, missing: part.missing - blocks }
            }
        };
        if part.missing == 0 {
            return Some(Finished { chunk, tally: part.tally });
        }
        self.parts.insert(chunk.index, part);
        None
    }
}

/// A thread with its tally and its buffers.
struct Worker<'a, T> {
    place: &'a Workplace<'a>,
    table: &'a T,
    chunk: Option<Chunk>,
    tally: Option<Tally>,
    blocks: u64,
    line_up: Option<usize>,
    seatings: Vec<Places>,
    outcomes: Vec<Outcome>,
}

impl<'a, T: PlayBlocks> Worker<'a, T> {
    fn new(place: &'a Workplace<'a>, table: &'a T) -> Worker<'a, T> {
        Worker {
            place,
            table,
            chunk: None,
            tally: None,
            blocks: 0,
            line_up: None,
            seatings: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Plays some blocks; false if it was sent home in between.
    fn play(&mut self, share: &Share) -> bool {
        self.chunk = Some(share.chunk);
        let mut tally = self.tally.take().unwrap_or_else(|| self.place.fresh_tally());
        let mut games = 0;
        for block in share.blocks.clone() {
            if self.place.is_over() {
                return false;
            }
            self.play_block(block, &mut tally);
            games += self.outcomes.len() as u64;
        }
        self.tally = Some(tally);
        self.blocks += share.blocks.end - share.blocks.start;
        self.place.games.fetch_add(games, Ordering::Relaxed);
        true
    }

    fn play_block(&mut self, block: u64, tally: &mut Tally) {
        let schedule = self.place.schedule;
        let line_up = schedule.line_up_of(block);
        if self.line_up != Some(line_up) {
            schedule.seat_line_up(line_up, &mut self.seatings);
            self.line_up = Some(line_up);
        }
        self.outcomes.clear();
        self.table.play_block(block, &self.seatings, &mut self.outcomes);
        tally.add_block(schedule, line_up, &self.outcomes);
    }

    /// Hands in what was played of the chunk in hand.
    fn hand_in(&mut self, finished: &Sender<Finished>) {
        let (Some(chunk), Some(tally)) = (self.chunk.take(), self.tally.take()) else {
            return;
        };
        let complete = self.place.desk().take_in(chunk, tally, std::mem::take(&mut self.blocks));
        if let Some(complete) = complete {
            // Nobody listens any more only after everybody was sent home.
            let _ = finished.send(complete);
        }
    }
}

/// Sends everybody home when a thread panics, because its blocks will never be handed in.
struct SendHomeOnPanic<'a>(&'a Workplace<'a>);

impl Drop for SendHomeOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}
