//! What is known of the games: shares by line-up, and products of shares within blocks. A win has
//! as many shares as sides; of a game that nobody wins each seat has one.

/// What the strategies of one line-up won.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineUpShares {
    /// The strategy's number by position; positions go round the table clockwise. A strategy may
    /// hold several.
    pub members: Vec<usize>,
    /// Games in which each position moved first.
    pub firsts: Vec<u64>,
    /// By position and then seat, counted from the first to move, the shares that it had there.
    pub shares: Vec<u64>,
    /// Blocks played.
    pub blocks: u64,
}

impl LineUpShares {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.firsts.iter().sum()
    }

    /// Places that have a share: position, seat and shares.
    pub(super) fn won(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        let seats = self.members.len();
        self.shares
            .iter()
            .enumerate()
            .filter(|(_, shares)| **shares > 0)
            .map(move |(cell, &shares)| (cell / seats, cell % seats, shares))
    }
}

/// The games that strategies are rated by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Games<'a> {
    /// How many strategies there are; they are numbered from 0.
    pub strategies: usize,
    /// Seats at the table.
    pub seats: usize,
    /// Seats that win a game: 1, or 2 where partners win together.
    pub winners_per_game: u64,
    /// The line-ups; those without a game are allowed.
    pub line_ups: &'a [LineUpShares],
    /// Sums over all blocks of the product of two numbers of shares: strategies are numbered first,
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
    /// More or fewer shares than the games have.
    #[error("line-up {line_up} has {shares} shares in {games} games")]
    Shares {
        /// The line-up's place in the list.
        line_up: usize,
        /// Its shares.
        shares: u64,
        /// Its games.
        games: u64,
    },
    /// Games that tell nothing of strengths.
    #[error("nobody won a game")]
    Undecided,
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
    pub(super) fn check(&self) -> Result<(), RatingError> {
        let shape = |what| RatingError::Shape(what, self.strategies, self.seats);
        let width = self.strategies + self.seats;
        (1..=2)
            .contains(&self.winners_per_game)
            .then_some(())
            .ok_or(RatingError::Winners(self.winners_per_game))?;
        (self.seats > 0 && self.cross.len() == width * width)
            .then_some(())
            .ok_or(shape("products of shares"))?;
        for (line_up, sums) in self.line_ups.iter().enumerate() {
            let lengths = [sums.members.len(), sums.firsts.len(), sums.shares.len() / self.seats];
            let fits = lengths == [self.seats; 3] && sums.shares.len() % self.seats == 0;
            let known = sums.members.iter().all(|&member| member < self.strategies);
            (fits && known).then_some(()).ok_or(shape("line-ups"))?;
            let (shares, games) = (sums.shares.iter().sum(), sums.games());
            let possible = shares == games * self.seats as u64 && (games == 0 || sums.blocks > 0);
            possible.then_some(()).ok_or(RatingError::Shares { line_up, shares, games })?;
        }
        Ok(())
    }

    /// The product of wins of two strategies or seats.
    pub(super) fn product(&self, unknown: usize, other: usize) -> f64 {
        let place = unknown.min(other) * (self.strategies + self.seats) + unknown.max(other);
        self.cross[place] as f64 / (self.teams() * self.teams()) as f64
    }

    /// How many can win a game: the seats, or pairs of those opposite each other. A pair is known
    /// by the lower of its seats.
    pub(super) fn teams(&self) -> usize {
        self.seats / self.winners_per_game as usize
    }

    /// Where a line-up has a share: position, seat and wins.
    pub(super) fn won<'l>(
        &self,
        line_up: &'l LineUpShares,
    ) -> impl Iterator<Item = (usize, usize, f64)> + 'l {
        let sides = self.teams() as f64;
        line_up.won().map(move |(position, seat, shares)| (position, seat, shares as f64 / sides))
    }
}
