//! What is known of the games: wins by line-up, and products of wins within blocks.

/// What the strategies of one line-up won.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineUpWins {
    /// The strategy's number by position; positions go round the table clockwise. A strategy may
    /// hold several.
    pub members: Vec<usize>,
    /// Games in which each position moved first.
    pub firsts: Vec<u64>,
    /// By position and then seat, counted from the first to move, the games won there.
    pub wins: Vec<u64>,
    /// Blocks played.
    pub blocks: u64,
}

impl LineUpWins {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.firsts.iter().sum()
    }

    /// Places where somebody won: position, seat and games won.
    pub(super) fn won(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        let seats = self.members.len();
        self.wins
            .iter()
            .enumerate()
            .filter(|(_, wins)| **wins > 0)
            .map(move |(cell, &wins)| (cell / seats, cell % seats, wins))
    }
}

/// The games that strategies are rated by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Games<'a> {
    /// How many strategies there are; they are numbered from 0.
    pub strategies: usize,
    /// Seats at the table.
    pub seats: usize,
    /// Seats that win a game that does not stall: 1, or 2 where partners win together.
    pub winners_per_game: u64,
    /// The line-ups; those without a game are allowed.
    pub line_ups: &'a [LineUpWins],
    /// Sums over all blocks of the product of two numbers of wins: strategies are numbered first,
    /// then seats; only the upper triangle is read.
    pub cross: &'a [u64],
}

/// Games that cannot be rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// A list of the wrong length, or a number of a strategy that does not exist.
    #[error("the {0} do not fit {1} strategies at {2} seats")]
    Shape(&'static str, usize, usize),
    /// A number of winners that no game has.
    #[error("{0} winners a game: a game is won by 1 seat, or by 2 partners")]
    Winners(u64),
    /// More wins than the games allow.
    #[error("line-up {line_up} has {wins} wins in {games} games")]
    Wins {
        /// The line-up's place in the list.
        line_up: usize,
        /// Its wins.
        wins: u64,
        /// Its games.
        games: u64,
    },
    /// Strategies and seats cannot be told apart: each strategy always sat in the same seat, or
    /// there are so few games that some strategy always won in one seat.
    #[error(
        "the games do not tell strategies from seats: every strategy has to play in every seat, \
         and often enough to win and to lose"
    )]
    Undetermined,
    /// The likelihood still rose after so many steps.
    #[error("the ratings did not converge in {0} steps")]
    NotConverged(usize),
}

impl Games<'_> {
    /// Checks that all lists have their length and no line-up won too often.
    pub(super) fn check(&self) -> Result<(), RatingError> {
        let shape = |what| RatingError::Shape(what, self.strategies, self.seats);
        let width = self.strategies + self.seats;
        (1..=2)
            .contains(&self.winners_per_game)
            .then_some(())
            .ok_or(RatingError::Winners(self.winners_per_game))?;
        (self.seats > 0 && self.cross.len() == width * width)
            .then_some(())
            .ok_or(shape("products of wins"))?;
        for (line_up, wins) in self.line_ups.iter().enumerate() {
            let lengths = [wins.members.len(), wins.firsts.len(), wins.wins.len() / self.seats];
            let fits = lengths == [self.seats; 3] && wins.wins.len() % self.seats == 0;
            let known = wins.members.iter().all(|&member| member < self.strategies);
            (fits && known).then_some(()).ok_or(shape("line-ups"))?;
            let (won, games) = (wins.wins.iter().sum(), wins.games());
            let possible = won <= games * self.winners_per_game && (games == 0 || wins.blocks > 0);
            possible.then_some(()).ok_or(RatingError::Wins { line_up, wins: won, games })?;
        }
        Ok(())
    }

    /// The product of wins of two strategies or seats.
    pub(super) fn product(&self, one: usize, other: usize) -> f64 {
        self.cross[one.min(other) * (self.strategies + self.seats) + one.max(other)] as f64
    }

    /// How many can win a game: the seats, or pairs of those opposite each other. A pair is known
    /// by the lower of its seats.
    pub(super) fn teams(&self) -> usize {
        self.seats / self.winners_per_game as usize
    }

    /// Games of a line-up that nobody won.
    pub(super) fn stalled(&self, line_up: &LineUpWins) -> f64 {
        line_up.games() as f64
            - line_up.wins.iter().sum::<u64>() as f64 / self.winners_per_game as f64
    }
}
