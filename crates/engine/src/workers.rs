//! The threads that play, and the order in which what they played is handed in.
//!
//! Jobs are begun in order, each shared out to whichever threads are free; what comes of a job
//! waits until all before it are handed in. How work is shared out changes with the threads and the
//! weather, but tallies are sums, so no result does.

use crate::chunks::Chunk;
use crate::schedule::Schedule;
use crate::tally::Tally;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use unobench_core::table::{Outcome, PlayBlocks, SeatMap};

/// The most blocks that a thread takes at a time.
const LARGEST_SHARE: u64 = 64;

/// Plays jobs on the pool's threads and hands in the results in the order of the jobs.
///
/// This thread hands in: `take` is told each result or, at least every `tick`, that there is none
/// yet, and says whether to go on. Once it does not, `stopped` is set, and `play` should give up
/// soon.
///
/// # Errors
/// The first error of `take`.
pub fn in_order<J: Send, T: Send, E>(
    pool: &rayon::ThreadPool,
    jobs: impl Iterator<Item = J> + Send,
    play: impl Fn(J) -> Option<T> + Send + Sync,
    stopped: &AtomicBool,
    tick: impl Fn() -> Duration,
    mut take: impl FnMut(Option<T>) -> Result<bool, E>,
) -> Result<(), E> {
    pool.in_place_scope(|scope| {
        let (sender, receiver) = channel();
        scope.spawn(|_| {
            let jobs = jobs.take_while(|_| !stopped.load(Ordering::Relaxed)).enumerate();
            jobs.par_bridge().for_each_with(sender, |sender, (place, job)| {
                if let Some(done) = play(job) {
                    // Nobody listens any more only after everybody was told to stop.
                    let _ = sender.send((place, done));
                }
            });
        });
        let mut go_on = || {
            let (mut early, mut next) = (BTreeMap::new(), 0);
            loop {
                match receiver.recv_timeout(tick()) {
                    Ok((place, done)) => drop(early.insert(place, done)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                while let Some(done) = early.remove(&next) {
                    next += 1;
                    if !take(Some(done))? {
                        return Ok(());
                    }
                }
                if !take(None)? {
                    return Ok(());
                }
            }
        };
        let handed_in = go_on();
        stopped.store(true, Ordering::Relaxed);
        handed_in
    })
}

/// How others stop the play of a chunk, and see how far it is.
#[derive(Debug, Clone, Copy)]
pub struct PlayMonitor<'a> {
    /// Whether the play is to be given up.
    pub stopped: &'a AtomicBool,
    /// Counts the games that were played.
    pub games: &'a AtomicU64,
}

/// Plays the blocks of a chunk in shares, on all threads that are free; nothing if it was stopped.
/// `play` gives the number of games of some blocks, and `add` adds up what two workers have
/// tallied. So many blocks are best played `side_by_side`.
pub fn in_shares<W: Send>(
    (chunk, side_by_side): (Chunk, u64),
    PlayMonitor { stopped, games }: PlayMonitor<'_>,
    begin: impl Fn() -> W + Send + Sync,
    play: impl Fn(&mut W, Range<u64>) -> u64 + Send + Sync,
    add: impl Fn(W, W) -> W + Send + Sync,
) -> Option<W> {
    let shares = match side_by_side {
        1 => chunk.blocks.div_ceil(LARGEST_SHARE).max(chunk.blocks.min(MANY_SHARES)),
        several => chunk.blocks.div_ceil(several),
    };
    let cut = |share: u64| chunk.first + share * chunk.blocks / shares;
    let workers = (0..shares).into_par_iter().fold(begin, |mut worker, share| {
        games.fetch_add(play(&mut worker, cut(share)..cut(share + 1)), Ordering::Relaxed);
        worker
    });
    workers.reduce_with(add).filter(|_| !stopped.load(Ordering::Relaxed))
}

/// Plays a chunk on all threads that are free; nothing if it was stopped. So many `sides` share a
/// game that nobody wins.
pub fn play_chunk(
    schedule: &Schedule,
    table: &dyn PlayBlocks,
    sides: usize,
    chunk: Chunk,
    monitor: PlayMonitor<'_>,
) -> Option<Tally> {
    let worker = in_shares(
        (chunk, table.side_by_side()),
        monitor,
        || Worker::new(schedule, table, sides),
        |worker, blocks| worker.play(blocks, monitor.stopped),
        |mut worker, more| {
            worker.tally.add(&more.tally).expect("tallies of one schedule");
            worker
        },
    );
    worker.map(|worker| worker.tally)
}

/// Into how many shares a small chunk is cut, as searches may take minutes for a block.
const MANY_SHARES: u64 = 64;

/// As many outcomes are tallied together: so many that it does not matter what that costs, and so
/// few that they stay near.
const MANY_OUTCOMES: usize = 64;

/// A thread's part in a job: where it plays, and the tally of what it played.
struct Worker<'a> {
    schedule: &'a Schedule,
    table: &'a dyn PlayBlocks,
    sides: usize,
    tally: Tally,
    line_up: Option<usize>,
    seatings: Vec<SeatMap>,
    outcomes: Vec<Outcome>,
}

impl<'a> Worker<'a> {
    fn new(schedule: &'a Schedule, table: &'a dyn PlayBlocks, sides: usize) -> Worker<'a> {
        let (tally, seatings, outcomes) = (Tally::new(schedule), Vec::new(), Vec::new());
        Worker { schedule, table, sides, tally, line_up: None, seatings, outcomes }
    }

    /// Plays some blocks, until it is stopped; gives the number of games.
    fn play(&mut self, blocks: Range<u64>, stopped: &AtomicBool) -> u64 {
        if self.table.side_by_side() > 1 {
            return self.play_together(blocks);
        }
        let mut games = 0;
        for block in blocks {
            if stopped.load(Ordering::Relaxed) {
                break;
            }
            let line_up = self.schedule.line_up_of(block);
            if self.line_up != Some(line_up) || self.outcomes.len() >= MANY_OUTCOMES {
                games += self.hand_in();
                self.schedule.seat_line_up(line_up, &mut self.seatings);
                self.line_up = Some(line_up);
            }
            self.table.play_block(block, &self.seatings, &mut self.outcomes);
        }
        games + self.hand_in()
    }

    fn play_together(&mut self, blocks: Range<u64>) -> u64 {
        let seated: Vec<(u64, Vec<SeatMap>)> =
            blocks.map(|block| (block, self.schedule.seatings(block))).collect();
        let asked: Vec<(u64, &[SeatMap])> =
            seated.iter().map(|(block, seatings)| (*block, &seatings[..])).collect();
        self.table.play_blocks(&asked, &mut self.outcomes);
        let mut games = 0;
        for (block, seatings) in asked {
            let (line_up, own) = (self.schedule.line_up_of(block), games..games + seatings.len());
            games = own.end;
            self.tally.add_blocks(self.schedule, self.sides, line_up, &self.outcomes[own]);
        }
        self.outcomes.clear();
        games as u64
    }

    fn hand_in(&mut self) -> u64 {
        let games = self.outcomes.len() as u64;
        if let Some(line_up) = self.line_up {
            self.tally.add_blocks(self.schedule, self.sides, line_up, &self.outcomes);
        }
        self.outcomes.clear();
        games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread::sleep;

    const TICK: Duration = Duration::from_millis(1);

    fn run<E>(
        jobs: impl Iterator<Item = u64> + Send,
        play: impl Fn(u64) -> Option<u64> + Send + Sync,
        stopped: &AtomicBool,
        take: impl FnMut(Option<u64>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
        in_order(&pool, jobs, play, stopped, || TICK, take)
    }

    fn slow_first(job: u64) -> Option<u64> {
        sleep(Duration::from_millis(4 - job % 4));
        Some(job)
    }

    #[test]
    fn results_come_in_the_order_of_their_jobs_whatever_is_finished_first() {
        let (stopped, mut taken) = (AtomicBool::new(false), Vec::new());
        let done: Result<(), ()> = run(0..40, slow_first, &stopped, |result| {
            taken.extend(result);
            Ok(true)
        });
        assert_eq!(done, Ok(()));
        assert_eq!(taken, (0..40).collect::<Vec<_>>());
    }

    #[test]
    fn who_takes_is_asked_even_while_nothing_is_finished() {
        let (stopped, mut ticks) = (AtomicBool::new(false), 0);
        let wait = |_: u64| -> Option<u64> {
            while !stopped.load(Ordering::Relaxed) {
                sleep(TICK);
            }
            None
        };
        let done: Result<(), ()> = run(0..40, wait, &stopped, |result| {
            assert_eq!(result, None, "no job ends before it is stopped");
            ticks += 1;
            Ok(ticks < 3)
        });
        assert_eq!((done, ticks), (Ok(()), 3));
    }

    /// The jobs have no end, so this test only ends if they are given up.
    #[test]
    fn what_is_not_wanted_is_soon_given_up() {
        let (stopped, mut taken) = (AtomicBool::new(false), Vec::new());
        let done: Result<(), ()> = run(0.., slow_first, &stopped, |result| {
            taken.extend(result);
            Ok(taken.len() < 5)
        });
        assert_eq!((done, taken), (Ok(()), vec![0, 1, 2, 3, 4]));
        assert!(stopped.into_inner());
    }

    #[test]
    fn an_error_ends_it_and_is_returned() {
        let (stopped, mut taken) = (AtomicBool::new(false), 0);
        let done = run(0.., slow_first, &stopped, |result| match result {
            Some(7) => Err("the disk is full"),
            result => {
                taken += u64::from(result.is_some());
                Ok(true)
            }
        });
        assert_eq!((done, taken), (Err("the disk is full"), 7));
        assert!(stopped.into_inner());
    }

    #[test]
    fn a_panic_in_a_job_is_passed_on() {
        let stopped = AtomicBool::new(false);
        let broken = |job: u64| {
            assert!(job != 5, "broken");
            Some(job)
        };
        let run = || run::<()>(0..40, broken, &stopped, |_| Ok(true));
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a job is broken");
        assert_eq!(panic.downcast_ref(), Some(&"broken"));
    }
}
