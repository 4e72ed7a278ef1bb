//! How a block enters a tally: the part that is paid for every game, so it is compiled for each
//! number of seats.

use crate::schedule::{Entrant, LineUp, Schedule, SeatPattern};
use crate::tally::{LineUpTally, SeatTally, StrategyTally, Tally, row_of};
use unobench_core::rules::MAX_SEATS;
use unobench_core::table::{Outcome, SeatMap};

/// What the games of one block came to at a table of `N` seats, for the tally.
struct Block<const N: usize> {
    /// By position, later by entrant.
    shares: [u32; N],
    scores: [i64; N],
    hand_points: [u64; N],
    /// By seat, counted from the first to move.
    seat_shares: [u32; N],
    /// Of the games that finished.
    turns: u64,
    /// Games that stalled, and that were blocked.
    unfinished: [u32; 2],
}

impl Tally {
    /// Tallies blocks of this line-up, one after the other, with an outcome for each of the
    /// seatings of each. So many `sides` share a game that nobody wins.
    #[inline]
    pub fn add_blocks(
        &mut self,
        schedule: &Schedule,
        sides: usize,
        line_up: usize,
        outcomes: &[Outcome],
    ) {
        let sides = sides as u32;
        match self.seats.len() {
            2 => self.add_sized::<2>(schedule, sides, line_up, outcomes),
            3 => self.add_sized::<3>(schedule, sides, line_up, outcomes),
            4 => self.add_sized::<4>(schedule, sides, line_up, outcomes),
            5 => self.add_sized::<5>(schedule, sides, line_up, outcomes),
            6 => self.add_sized::<6>(schedule, sides, line_up, outcomes),
            7 => self.add_sized::<7>(schedule, sides, line_up, outcomes),
            8 => self.add_sized::<8>(schedule, sides, line_up, outcomes),
            9 => self.add_sized::<9>(schedule, sides, line_up, outcomes),
            _ => self.add_sized::<MAX_SEATS>(schedule, sides, line_up, outcomes),
        }
    }

    fn add_sized<const N: usize>(
        &mut self,
        schedule: &Schedule,
        sides: u32,
        line_up: usize,
        outcomes: &[Outcome],
    ) {
        let table = &schedule.line_ups()[line_up];
        match (&table.entrants[..], schedule.seats(line_up).len()) {
            ([alone], 1) => self.add_alone::<N>(table, sides, alone, line_up, outcomes),
            (_, games) => outcomes
                .chunks_exact(games)
                .for_each(|block| self.add_block::<N>(schedule, sides, line_up, block)),
        }
    }

    #[inline(always)]
    fn add_block<const N: usize>(
        &mut self,
        schedule: &Schedule,
        sides: u32,
        line_up: usize,
        outcomes: &[Outcome],
    ) {
        let table = &schedule.line_ups()[line_up];
        let mut block = self.add_games::<N>(schedule, sides, line_up, outcomes);
        if !table.entrants_are_positions {
            block.gather(&table.entrant_of);
        }
        self.add_seats(table, &block);
        // Mostly all are different, and loops over as many as seats are unrolled.
        match table.entrants.first_chunk::<N>() {
            Some(entrants) => self.add_entrants(entrants, line_up, &block),
            None => self.add_entrants(&table.entrants, line_up, &block),
        }
        self.line_ups[line_up].add_course(block.turns, block.unfinished);
    }

    /// Blocks of one game each, where the same strategy sits in every seat: what
    /// [`Tally::add_block`] does for each of them, but all that is kept by seat is added up first.
    fn add_alone<const N: usize>(
        &mut self,
        table: &LineUp,
        sides: u32,
        entrant: &Entrant,
        line_up: usize,
        outcomes: &[Outcome],
    ) {
        let line_up = &mut self.line_ups[line_up];
        for outcome in outcomes {
            self.turns.count(outcome.turns.into());
            line_up.add_course(finished_turns(outcome), unfinished(outcome));
        }
        let sums = &mut self.strategies[entrant.strategy];
        let seats = row::<N, _>(&mut self.seats);
        let line_up_shares = row::<N, [u64; N]>(line_up.shares.as_chunks_mut().0);
        let firsts = row::<N, _>(&mut line_up.firsts);
        let of_win = u64::from(sides);
        // Games by how many seats won, and those that each seat won together with each.
        let (mut by_wins, mut both_won) = ([0_u64; MAX_SEATS + 1], [[0_u64; N]; N]);
        let mut zeros = 0;
        for outcome in outcomes {
            let first = usize::from(outcome.first);
            let from_first = |seat| if seat >= first { seat - first } else { seat + N - first };
            let winners = outcome.winners & ((1 << N) - 1);
            firsts[first] += 1;
            by_wins[winners.count_ones() as usize] += 1;
            for seat in seats_of(winners) {
                let place = from_first(seat);
                line_up_shares[seat][place] += of_win;
                seats_of(winners).for_each(|other| both_won[place][from_first(other)] += 1);
            }
            if winners == 0 {
                (0..N).for_each(|seat| line_up_shares[seat][from_first(seat)] += 1);
            }
            let mut block_score = 0;
            for (seat, &score) in outcome.scores[..N].iter().enumerate() {
                let score = i64::from(score);
                if score == 0 {
                    zeros += 1;
                } else {
                    sums.scores.count(score);
                    seats[from_first(seat)].score += score;
                    block_score += score;
                }
            }
            sums.score_squares += i128::from(block_score) * i128::from(block_score);
            sums.score_appearances += i128::from(block_score) * i128::from(entrant.appearances);
            sums.hand_points += sum(&outcome.hand_points[..N]);
            sums.faults += sum(&outcome.faults[..N]);
            sums.asked += sum(&outcome.asked[..N]);
        }
        sums.scores.count_many(0, zeros);
        let undecided = by_wins[0];
        line_up.undecided += undecided;
        for (place, seat) in seats.iter_mut().enumerate() {
            let (won, cells) = (both_won[place][place], &mut seat.block_shares[table.seat_cells..]);
            cells[0][2] += outcomes.len() as u64 - won - undecided;
            cells[1][2] += undecided;
            cells[sides as usize][2] += won;
        }
        let shares = |wins: usize| if wins == 0 { N } else { wins * sides as usize };
        let mut squares = 0;
        for (wins, blocks) in by_wins.into_iter().enumerate().filter(|(_, blocks)| *blocks > 0) {
            sums.block_shares[entrant.cells + shares(wins)][2] += blocks;
            squares += (shares(wins) as u64).pow(2) * blocks;
        }
        line_up.shares_squares[0] += squares;
        let strategies = self.strategies.len();
        let products = &mut self.cross[row_of(strategies + N, entrant.strategy)..];
        products[entrant.strategy][2] += squares;
        for (product, both) in products[strategies..].iter_mut().zip(&both_won) {
            product[2] += of_win * of_win * both.iter().sum::<u64>() + N as u64 * undecided;
        }
        let begin = self.cross.len() - N * (N + 1) / 2;
        let pairs = both_won.iter().enumerate().flat_map(|(place, both)| &both[place..]);
        for (product, both) in self.cross[begin..].iter_mut().zip(pairs) {
            product[2] += of_win * of_win * both + undecided;
        }
    }

    #[inline(always)]
    fn add_games<const N: usize>(
        &mut self,
        schedule: &Schedule,
        sides: u32,
        line_up: usize,
        outcomes: &[Outcome],
    ) -> Block<N> {
        let table = &schedule.line_ups()[line_up];
        let mut block = Block {
            shares: [0; N],
            scores: [0; N],
            hand_points: [0; N],
            seat_shares: [0; N],
            turns: 0,
            unfinished: [0; 2],
        };
        let sums = &mut self.line_ups[line_up];
        let line_up_shares = row::<N, [u64; N]>(sums.shares.as_chunks_mut().0);
        let firsts = row::<N, _>(&mut sums.firsts);
        let mut table_scores = [0; N];
        let mut first = outcomes.first().map_or(0, |outcome| usize::from(outcome.first));
        for (outcome, SeatPattern { positions, seats }) in
            outcomes.iter().zip(schedule.seats(line_up))
        {
            if usize::from(outcome.first) != first {
                turn_to_first(row(&mut self.seats), &mut table_scores, first);
                first = usize::from(outcome.first);
            }
            let mut asked = 0;
            for position in 0..N {
                let seat = usize::from(seats[position]);
                let score = i64::from(outcome.scores[seat]);
                self.strategies[usize::from(table.members[position])].scores.count(score);
                block.scores[position] += score;
                block.hand_points[position] += u64::from(outcome.hand_points[seat]);
                table_scores[position] += i64::from(outcome.scores[position]);
                asked |= outcome.asked[position] | outcome.faults[position];
            }
            // Whose shares these are, and how many each has.
            let (having, each) = match outcome.winners & ((1 << N) - 1) {
                0 => ((1 << N) - 1, 1),
                winners => (winners, sides),
            };
            sums.undecided += u64::from(each == 1);
            for seat in seats_of(having) {
                let position = usize::from(positions[seat]);
                let from_first = if seat >= first { seat - first } else { seat + N - first };
                block.shares[position] += each;
                block.seat_shares[from_first] += each;
                line_up_shares[position][from_first] += u64::from(each);
            }
            firsts[usize::from(positions[first])] += 1;
            self.turns.count(outcome.turns.into());
            block.turns += finished_turns(outcome);
            let [stalled, blocked] = unfinished(outcome);
            block.unfinished[0] += stalled;
            block.unfinished[1] += blocked;
            if asked != 0 {
                add_faults(&mut self.strategies, &table.members, &seats[..N], outcome);
            }
        }
        turn_to_first(row(&mut self.seats), &mut table_scores, first);
        block
    }

    #[inline(always)]
    fn add_seats<const N: usize>(&mut self, table: &LineUp, block: &Block<N>) {
        for (sums, shares) in row::<N, _>(&mut self.seats).iter_mut().zip(block.seat_shares) {
            sums.block_shares[table.seat_cells + shares as usize][2] += 1;
        }
        let begin = self.cross.len() - N * (N + 1) / 2;
        let products = &mut self.cross[begin..];
        // Mostly a block has fewer games than pairs of seats, and few seats won one.
        for seat in (0..N).filter(|&seat| block.seat_shares[seat] > 0) {
            let products = &mut products[row_of(N, seat) + seat..];
            let shares = u64::from(block.seat_shares[seat]);
            for (product, others) in products.iter_mut().zip(&block.seat_shares[seat..]) {
                product[2] += shares * u64::from(*others);
            }
        }
    }

    /// Counts the block by the shares of each entrant, adds what it did and the products of its
    /// shares and those of others and of seats, and compares it with the others.
    #[inline(always)]
    fn add_entrants<const N: usize>(
        &mut self,
        entrants: &[Entrant],
        line_up: usize,
        block: &Block<N>,
    ) {
        let strategies = self.strategies.len();
        let shares_squares = row::<N, _>(&mut self.line_ups[line_up].shares_squares);
        for (entrant, place) in entrants.iter().zip(0..N) {
            let (shares, score) = (u64::from(block.shares[place]), block.scores[place]);
            let sums = &mut self.strategies[entrant.strategy];
            sums.block_shares[entrant.cells + shares as usize][2] += 1;
            sums.hand_points += block.hand_points[place];
            sums.score_squares += i128::from(score) * i128::from(score);
            sums.score_appearances += i128::from(score) * i128::from(entrant.appearances);
            shares_squares[place] += shares * shares;
            let products = &mut self.cross[row_of(strategies + N, entrant.strategy)..];
            let pairs = &mut self.pairs[row_of(strategies - 1, entrant.strategy)..];
            products[entrant.strategy][2] += shares * shares;
            for (other, place) in entrants[place + 1..].iter().zip(place + 1..N) {
                products[other.strategy][2] += shares * u64::from(block.shares[place]);
                let difference = score * entrant.factor - block.scores[place] * other.factor;
                pairs[other.strategy - 1].add_block(difference);
            }
            if shares > 0 {
                let products = row::<N, _>(&mut products[strategies..]);
                for (product, seat_shares) in products.iter_mut().zip(block.seat_shares) {
                    product[2] += shares * u64::from(seat_shares);
                }
            }
        }
    }
}

impl LineUpTally {
    #[inline(always)]
    fn add_course(&mut self, turns: u64, unfinished: [u32; 2]) {
        self.blocks += 1;
        self.turns += turns;
        self.turns_squares += u128::from(turns) * u128::from(turns);
        if unfinished != [0; 2] {
            self.add_unfinished(turns, unfinished.map(u64::from));
        }
    }

    #[cold]
    #[inline(never)]
    fn add_unfinished(&mut self, turns: u64, [stalled, blocked]: [u64; 2]) {
        let both = stalled + blocked;
        self.stalled += stalled;
        self.blocked += blocked;
        self.unfinished_squares += both * both;
        self.unfinished_turns += u128::from(both) * u128::from(turns);
    }
}

#[inline(always)]
fn finished_turns(outcome: &Outcome) -> u64 {
    if outcome.is_finished() { outcome.turns.into() } else { 0 }
}

#[inline(always)]
fn unfinished(outcome: &Outcome) -> [u32; 2] {
    [outcome.stalled.into(), outcome.blocked.into()]
}

impl<const N: usize> Block<N> {
    fn gather(&mut self, entrant_of: &SeatMap) {
        let (shares, scores, hand_points) = (self.shares, self.scores, self.hand_points);
        (self.shares, self.scores, self.hand_points) = ([0; N], [0; N], [0; N]);
        for position in 0..N {
            let entrant = usize::from(entrant_of[position]);
            self.shares[entrant] += shares[position];
            self.scores[entrant] += scores[position];
            self.hand_points[entrant] += hand_points[position];
        }
    }
}

#[inline(always)]
fn row<const N: usize, T>(list: &mut [T]) -> &mut [T; N] {
    list.first_chunk_mut().expect("as many as seats")
}

#[inline(always)]
fn seats_of(mut bits: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let seat = bits.trailing_zeros() as usize;
        let found = bits != 0;
        bits &= bits.wrapping_sub(1);
        found.then_some(seat)
    })
}

#[inline(always)]
fn sum(numbers: &[u32]) -> u64 {
    numbers.iter().map(|&number| u64::from(number)).sum()
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
        let (sums, seat) = (&mut sums[usize::from(*member)], usize::from(*seat));
        sums.faults += u64::from(outcome.faults[seat]);
        sums.asked += u64::from(outcome.asked[seat]);
    }
}
