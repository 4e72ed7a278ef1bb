//! How a block enters a tally: the part that is paid for every game, so it is compiled for each
//! number of seats.

use crate::schedule::{Entrant, LineUp, Schedule, Seats};
use crate::tally::{LineUpTally, SeatTally, StrategyTally, Tally, row_of};
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
        match self.seats.len() {
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
        if let ([outcome], [entrant]) = (outcomes, &table.entrants[..]) {
            self.add_game::<N>(table, entrant, line_up, outcome);
            return;
        }
        let mut block = self.add_games::<N>(schedule, line_up, outcomes);
        if !table.entrants_are_positions {
            block.gather(&table.entrant_of);
        }
        self.add_seats(table, &block);
        // Mostly all are different, and loops over as many as seats are unrolled.
        match table.entrants.first_chunk::<N>() {
            Some(entrants) => self.add_entrants(entrants, line_up, &block),
            None => self.add_entrants(&table.entrants, line_up, &block),
        }
        self.line_ups[line_up].add_course(block.turns, block.stalled.into());
    }

    /// A block of one game, as where the same strategy sits in every seat: what
    /// [`Tally::add_sized`] does for any block, without its loops over what is 0.
    #[inline(always)]
    fn add_game<const N: usize>(
        &mut self,
        table: &LineUp,
        entrant: &Entrant,
        line_up: usize,
        outcome: &Outcome,
    ) {
        let first = usize::from(outcome.first);
        let from_first = |seat: usize| if seat >= first { seat - first } else { seat + N - first };
        let seats = row::<N, _>(&mut self.seats);
        let sums = &mut self.strategies[entrant.strategy];
        let (mut score, mut zeros) = (0, N as u64);
        for (seat, of_seat) in outcome.scores[..N].iter().enumerate() {
            if *of_seat != 0 {
                let of_seat = i64::from(*of_seat);
                zeros -= 1;
                score += of_seat;
                sums.scores.count(of_seat);
                seats[from_first(seat)].score += of_seat;
            }
        }
        sums.scores.count_many(0, zeros);
        let winners = outcome.winners & ((1 << N) - 1);
        let wins = u64::from(winners.count_ones());
        sums.block_wins[entrant.cells + wins as usize][2] += 1;
        sums.hand_points +=
            outcome.hand_points[..N].iter().map(|&points| u64::from(points)).sum::<u64>();
        sums.score_squares += i128::from(score) * i128::from(score);
        sums.score_appearances += i128::from(score) * i128::from(entrant.appearances);
        sums.faults += outcome.faults[..N].iter().map(|&faults| u64::from(faults)).sum::<u64>();
        for seat in seats {
            seat.block_wins[table.seat_cells][2] += 1;
        }
        let (begin, strategies) = (self.cross.len() - N * (N + 1) / 2, self.strategies.len());
        let own = row_of(strategies + N, entrant.strategy);
        self.cross[own + entrant.strategy][2] += wins * wins;
        let line_up = &mut self.line_ups[line_up];
        // Places are counted from the first to move, as seats are everywhere but at the table.
        let mut left = (winners >> first | winners << (N - first)) & ((1 << N) - 1);
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            let mut others = left;
            left &= left - 1;
            let cells = &mut self.seats[place].block_wins[table.seat_cells..][..2];
            cells[0][2] -= 1;
            cells[1][2] += 1;
            self.cross[own + strategies + place][2] += wins;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                others &= others - 1;
                self.cross[begin + row_of(N, place) + other][2] += 1;
            }
            let seat = if place + first >= N { place + first - N } else { place + first };
            line_up.wins[seat * N + place] += 1;
        }
        line_up.wins_squares[0] += wins * wins;
        line_up.firsts[first] += 1;
        line_up.add_course(outcome.turns.into(), outcome.stalled.into());
        self.turns.count(outcome.turns.into());
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
        let sums = &mut self.line_ups[line_up];
        let line_up_wins = row::<N, [u64; N]>(sums.wins.as_chunks_mut().0);
        let firsts = row::<N, _>(&mut sums.firsts);
        let mut table_scores = [0; N];
        let mut first = outcomes.first().map_or(0, |outcome| usize::from(outcome.first));
        for (outcome, Seats { positions, seats }) in outcomes.iter().zip(schedule.seats(line_up)) {
            if usize::from(outcome.first) != first {
                turn_to_first(row(&mut self.seats), &mut table_scores, first);
                first = usize::from(outcome.first);
            }
            let mut faults = 0;
            for position in 0..N {
                let seat = usize::from(seats[position]);
                let score = i64::from(outcome.scores[seat]);
                self.strategies[usize::from(table.members[position])].scores.count(score);
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
            self.turns.count(outcome.turns.into());
            block.turns += u64::from(outcome.turns);
            block.stalled += u32::from(outcome.stalled);
            if faults != 0 {
                add_faults(&mut self.strategies, &table.members, &seats[..N], outcome);
            }
        }
        turn_to_first(row(&mut self.seats), &mut table_scores, first);
        block
    }

    /// Counts the block by the wins of each seat, and adds the products of the wins of two.
    #[inline(always)]
    fn add_seats<const N: usize>(&mut self, table: &LineUp, block: &Block<N>) {
        for (sums, wins) in row::<N, _>(&mut self.seats).iter_mut().zip(block.seat_wins) {
            sums.block_wins[table.seat_cells + wins as usize][2] += 1;
        }
        let begin = self.cross.len() - N * (N + 1) / 2;
        let products = &mut self.cross[begin..];
        // Mostly a block has fewer games than pairs of seats, and few seats won one.
        for seat in (0..N).filter(|&seat| block.seat_wins[seat] > 0) {
            let products = &mut products[row_of(N, seat) + seat..];
            let wins = u64::from(block.seat_wins[seat]);
            for (product, others) in products.iter_mut().zip(&block.seat_wins[seat..]) {
                product[2] += wins * u64::from(*others);
            }
        }
    }

    /// Counts the block by the wins of each entrant, adds what it did and the products of its wins
    /// and those of others and of seats, and compares it with the others.
    #[inline(always)]
    fn add_entrants<const N: usize>(
        &mut self,
        entrants: &[Entrant],
        line_up: usize,
        block: &Block<N>,
    ) {
        let strategies = self.strategies.len();
        let wins_squares = row::<N, _>(&mut self.line_ups[line_up].wins_squares);
        for (entrant, place) in entrants.iter().zip(0..N) {
            let (wins, score) = (u64::from(block.wins[place]), block.scores[place]);
            let sums = &mut self.strategies[entrant.strategy];
            sums.block_wins[entrant.cells + wins as usize][2] += 1;
            sums.hand_points += block.hand_points[place];
            sums.score_squares += i128::from(score) * i128::from(score);
            sums.score_appearances += i128::from(score) * i128::from(entrant.appearances);
            wins_squares[place] += wins * wins;
            let products = &mut self.cross[row_of(strategies + N, entrant.strategy)..];
            let pairs = &mut self.pairs[row_of(strategies - 1, entrant.strategy)..];
            products[entrant.strategy][2] += wins * wins;
            for (other, place) in entrants[place + 1..].iter().zip(place + 1..N) {
                products[other.strategy][2] += wins * u64::from(block.wins[place]);
                let difference = score * entrant.factor - block.scores[place] * other.factor;
                pairs[other.strategy - 1].add_block(difference);
            }
            if wins > 0 {
                let products = row::<N, _>(&mut products[strategies..]);
                for (product, seat_wins) in products.iter_mut().zip(block.seat_wins) {
                    product[2] += wins * u64::from(seat_wins);
                }
            }
        }
    }
}

impl LineUpTally {
    /// Counts a block with so many turns and stalled games.
    fn add_course(&mut self, turns: u64, stalled: u64) {
        self.blocks += 1;
        self.turns += turns;
        self.turns_squares += u128::from(turns) * u128::from(turns);
        self.stalled += stalled;
        self.stalled_squares += stalled * stalled;
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

/// The first `N`.
#[inline(always)]
fn row<const N: usize, T>(list: &mut [T]) -> &mut [T; N] {
    list.first_chunk_mut().expect("as many as seats")
}

/// Adds sums by the table's seats to sums by seat from the first to move, and sets them to zero.
#[inline(always)]
fn turn_to_first<const N: usize>(
    from_first: &mut [SeatTally; N],
    table: &mut [i64; N],
    first: usize,
) {
    let mut seat = first;
    for sums in from_first {
        sums.score += std::mem::take(&mut table[seat]);
        seat = if seat + 1 == N { 0 } else { seat + 1 };
    }
}

#[cold]
#[inline(never)]
fn add_faults(sums: &mut [StrategyTally], members: &SeatMap, seats: &[u8], outcome: &Outcome) {
    for (seat, member) in seats.iter().zip(members) {
        sums[usize::from(*member)].faults += u64::from(outcome.faults[usize::from(*seat)]);
    }
}
