//! How a block enters a tally: the part that is paid for every game, so it is compiled for each
//! number of seats.

use crate::schedule::{LineUp, Schedule, Seats};
use crate::tally::Tally;
use unobench_core::rules::MAX_SEATS;
use unobench_core::table::{Outcome, SeatMap};

/// The sums of a block at a table with `N` seats.
struct Block<const N: usize> {
    /// By position, later by entrant.
    wins: [u32; N],
    scores: [i64; N],
    hand_points: [u64; N],
    /// By seat, counted from the first to move.
    seat_wins: [u32; N],
    turns: u64,
    stalled: u32,
}

impl Tally {
    /// Tallies a block of this line-up, with an outcome for each of its seatings.
    ///
    /// # Panics
    /// If the outcomes are not those of the schedule's table.
    #[inline]
    pub fn add_block(&mut self, schedule: &Schedule, line_up: usize, outcomes: &[Outcome]) {
        match self.players {
            2 => self.add_sized::<2>(schedule, line_up, outcomes),
            3 => self.add_sized::<3>(schedule, line_up, outcomes),
            4 => self.add_sized::<4>(schedule, line_up, outcomes),
            5 => self.add_sized::<5>(schedule, line_up, outcomes),
            6 => self.add_sized::<6>(schedule, line_up, outcomes),
            7 => self.add_sized::<7>(schedule, line_up, outcomes),
            8 => self.add_sized::<8>(schedule, line_up, outcomes),
            9 => self.add_sized::<9>(schedule, line_up, outcomes),
            _ => self.add_sized::<MAX_SEATS>(schedule, line_up, outcomes),
        }
    }

    fn add_sized<const N: usize>(
        &mut self,
        schedule: &Schedule,
        line_up: usize,
        outcomes: &[Outcome],
    ) {
        let table = &schedule.line_ups()[line_up];
        let mut block = self.add_games::<N>(schedule, line_up, outcomes);
        if !table.entrants_are_positions {
            block.gather(&table.entrant_of);
        }
        self.add_wins(table, outcomes.len(), &block);
        self.add_seat_products(&block);
        if table.entrants.len() == 1 {
            self.add_alone(line_up, &block);
        } else {
            self.add_scores(table, line_up, &block);
            self.add_products(line_up, &block);
        }
        let sums = &mut self.line_ups[line_up];
        sums.blocks += 1;
        sums.turns += block.turns;
        sums.turns_squares += u128::from(block.turns) * u128::from(block.turns);
        sums.stalled += u64::from(block.stalled);
        sums.stalled_squares += u64::from(block.stalled) * u64::from(block.stalled);
    }

    #[inline(always)]
    fn add_games<const N: usize>(
        &mut self,
        schedule: &Schedule,
        line_up: usize,
        outcomes: &[Outcome],
    ) -> Block<N> {
        let table = &schedule.line_ups()[line_up];
        let mut block = Block {
            wins: [0; N],
            scores: [0; N],
            hand_points: [0; N],
            seat_wins: [0; N],
            turns: 0,
            stalled: 0,
        };
        let line_up_wins = square::<N, _>(&mut self.wins, line_up);
        let firsts = row::<N, _>(&mut self.firsts, line_up);
        let mut table_scores = [0; N];
        let mut first = outcomes.first().map_or(0, |outcome| usize::from(outcome.first));
        for (outcome, Seats { positions, seats }) in outcomes.iter().zip(schedule.seats(line_up)) {
            if usize::from(outcome.first) != first {
                turn_to_first(&mut self.seat_scores, &mut table_scores, first);
                first = usize::from(outcome.first);
            }
            let mut faults = 0;
            for position in 0..N {
                let seat = usize::from(seats[position]);
                let score = i64::from(outcome.scores[seat]);
                self.scores.add(table.members[position].into(), score);
                block.scores[position] += score;
                block.hand_points[position] += u64::from(outcome.hand_points[seat]);
                table_scores[position] += i64::from(outcome.scores[position]);
                faults |= outcome.faults[position];
            }
            let mut winners = outcome.winners & ((1 << N) - 1);
            while winners != 0 {
                let seat = winners.trailing_zeros() as usize;
                winners &= winners - 1;
                let position = usize::from(positions[seat]);
                let from_first = if seat >= first { seat - first } else { seat + N - first };
                block.wins[position] += 1;
                block.seat_wins[from_first] += 1;
                line_up_wins[position][from_first] += 1;
            }
            firsts[usize::from(positions[first])] += 1;
            self.turns.add(0, outcome.turns.into());
            block.turns += u64::from(outcome.turns);
            block.stalled += u32::from(outcome.stalled);
            if faults != 0 {
                add_faults(&mut self.faults, &table.members, &seats[..N], outcome);
            }
        }
        turn_to_first(&mut self.seat_scores, &mut table_scores, first);
        block
    }

    /// Counts the block by the wins of each seat and each entrant.
    #[inline(always)]
    fn add_wins<const N: usize>(&mut self, table: &LineUp, games: usize, block: &Block<N>) {
        let cells = &mut self.seat_block_wins[table.seat_cells..][..N * (games + 1)];
        for seat in 0..N {
            cells[seat * (games + 1) + block.seat_wins[seat] as usize] += 1;
        }
        for (entrant, wins) in table.entrants.iter().zip(block.wins) {
            self.block_wins[entrant.cells + wins as usize] += 1;
        }
    }

    /// Adds the scores of each entrant, and compares each with each.
    #[inline(always)]
    fn add_scores<const N: usize>(&mut self, table: &LineUp, line_up: usize, block: &Block<N>) {
        let sums = row::<N, _>(&mut self.entrants, line_up);
        let pairs = square::<N, _>(&mut self.pairs, line_up);
        let mut scaled = [0; N];
        for place in 0..N {
            let score = block.scores[place];
            sums[place].hand_points += block.hand_points[place];
            sums[place].score += score;
            sums[place].score_squares += i128::from(score) * i128::from(score);
            scaled[place] = score * table.factors[place];
        }
        for place in 0..N {
            for other in place + 1..N {
                let difference = scaled[place] - scaled[other];
                let pair = &mut pairs[place][other];
                pair.order[(difference.signum() + 1) as usize] += 1;
                pair.difference += difference;
                pair.difference_squares += i128::from(difference) * i128::from(difference);
            }
        }
    }

    /// Adds the products of the wins of two seats, each once, in the upper triangle.
    #[inline(always)]
    fn add_seat_products<const N: usize>(&mut self, block: &Block<N>) {
        add_upper(square::<N, _>(&mut self.seat_products, 0), &block.seat_wins);
    }

    /// Adds what a strategy did that plays against itself: there are no others to compare it with.
    #[inline(always)]
    fn add_alone<const N: usize>(&mut self, line_up: usize, block: &Block<N>) {
        let sums = &mut row::<N, _>(&mut self.entrants, line_up)[0];
        sums.hand_points += block.hand_points[0];
        sums.score += block.scores[0];
        sums.score_squares += i128::from(block.scores[0]) * i128::from(block.scores[0]);
        let wins = u64::from(block.wins[0]);
        square::<N, _>(&mut self.entrant_products, line_up)[0][0] += wins * wins;
        let mixed = &mut square::<N, _>(&mut self.mixed_products, line_up)[0];
        for (sum, seat_wins) in mixed.iter_mut().zip(block.seat_wins) {
            *sum += wins * u64::from(seat_wins);
        }
    }

    /// Adds the products of the wins of entrants, each once, in the upper triangle, and of entrants
    /// and seats.
    #[inline(always)]
    fn add_products<const N: usize>(&mut self, line_up: usize, block: &Block<N>) {
        add_upper(square::<N, _>(&mut self.entrant_products, line_up), &block.wins);
        let mixed = square::<N, _>(&mut self.mixed_products, line_up);
        for (sums, wins) in mixed.iter_mut().zip(block.wins) {
            for (sum, seat_wins) in sums.iter_mut().zip(block.seat_wins) {
                *sum += u64::from(wins) * u64::from(seat_wins);
            }
        }
    }
}

impl<const N: usize> Block<N> {
    /// Turns sums by position into sums by entrant.
    fn gather(&mut self, entrant_of: &SeatMap) {
        let (wins, scores, hand_points) = (self.wins, self.scores, self.hand_points);
        (self.wins, self.scores, self.hand_points) = ([0; N], [0; N], [0; N]);
        for position in 0..N {
            let entrant = usize::from(entrant_of[position]);
            self.wins[entrant] += wins[position];
            self.scores[entrant] += scores[position];
            self.hand_points[entrant] += hand_points[position];
        }
    }
}

/// A line-up's row of `N`.
#[inline(always)]
fn row<const N: usize, T>(cells: &mut [T], line_up: usize) -> &mut [T; N] {
    &mut cells.as_chunks_mut().0[line_up]
}

/// A line-up's `N` rows of `N`.
#[inline(always)]
fn square<const N: usize, T>(cells: &mut [T], line_up: usize) -> &mut [[T; N]; N] {
    &mut cells.as_chunks_mut().0.as_chunks_mut().0[line_up]
}

/// Adds the product of each two, each once, in the upper triangle.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // loops over parts of iterators are not unrolled
fn add_upper<const N: usize>(sums: &mut [[u64; N]; N], wins: &[u32; N]) {
    for row in 0..N {
        for other in row..N {
            sums[row][other] += u64::from(wins[row]) * u64::from(wins[other]);
        }
    }
}

/// Adds sums by the table's seats to sums by seat from the first to move, and sets them to zero.
#[inline(always)]
fn turn_to_first<const N: usize>(from_first: &mut [i64], table: &mut [i64; N], first: usize) {
    let mut seat = first;
    for sum in &mut from_first[..N] {
        *sum += std::mem::take(&mut table[seat]);
        seat = if seat + 1 == N { 0 } else { seat + 1 };
    }
}

#[cold]
#[inline(never)]
fn add_faults(sums: &mut [u64], members: &SeatMap, seats: &[u8], outcome: &Outcome) {
    for (seat, member) in seats.iter().zip(members) {
        sums[usize::from(*member)] += u64::from(outcome.faults[usize::from(*seat)]);
    }
}
