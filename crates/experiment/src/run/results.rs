//! What was played, ready to be read: the totals of a run with the names of what they count.

use super::header::Header;
use super::plan::Plan;
use super::stop::{FEWEST_BLOCKS, Stop};
use super::totals::{Group, Totals};
use crate::header::HeaderRules;
use unobench_bots::OnFault;
use unobench_engine::Chunks;
use unobench_engine::schedule::{LineUp, Schedule, Seating};
use unobench_engine::sums::Cell;
use unobench_engine::tally::{LineUpTally, PairTally, StrategyTally, Tally};
use unobench_stats::duel::Side;
use unobench_stats::plackett_luce::{Games, LineUpWins, Rating, RatingError, Ratings};
use unobench_stats::sprt::Decision;
use unobench_stats::{
    DuelEstimate, Homogeneity, Interval, LastLook, MeanSums, RatioMean, RatioSums, SeatSums,
    Stagewise, quantile_interval, sequence,
};

/// The totals of a run.
#[derive(Debug, Clone)]
pub struct Results {
    header: Header,
    schedule: Schedule,
    rule_sets: Vec<Totals>,
}

/// What was played under one rule set.
#[derive(Debug, Clone, Copy)]
pub struct RuleSetResults<'a> {
    /// The rule set's name.
    pub name: &'a str,
    /// How many seats win a game that does not stall: 1, with partners 2.
    pub winners_per_game: u32,
    /// The share of games that a strategy wins which plays as well as all others: 1/n, with
    /// partners 2/n.
    pub fair_share: f64,
    /// Who sat where.
    pub schedule: &'a Schedule,
    /// What happened.
    pub totals: &'a Tally,
    /// The same by group.
    pub groups: &'a [Group],
    /// Whether the points that are written down are those that nobody wants.
    pub fewest_win: bool,
    /// The rule by which it may have stopped.
    pub stop: Option<Stop>,
    header: &'a Header,
}

/// What a strategy did at one table.
#[derive(Clone, Copy)]
struct TableSide {
    /// What makes its wins comparable with those of others.
    factor: i64,
    wins: u64,
    /// Over blocks, of its wins in a block.
    squares: u64,
}

/// What one strategy did under one rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrategySums<'a> {
    /// What was tallied of it.
    pub tally: &'a StrategyTally,
    /// Appearances and wins by block.
    pub wins: RatioSums,
    /// Turns of the games in which it appeared, once for each appearance.
    pub turns: RatioMean,
    /// Its points.
    pub scores: RatioMean,
    /// Appearances in games that stalled.
    pub stalled: u64,
}

impl Results {
    pub(crate) fn new(plan: Plan, rule_sets: Vec<Totals>) -> Results {
        let (header, schedule) = plan.into_parts();
        Results { header, schedule, rule_sets }
    }

    /// The plan of the run, as its `progress.jsonl` begins.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Who sat where.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The rule sets in the order in which they were to be played, those that nothing was played of
    /// included.
    pub fn rule_sets(&self) -> impl Iterator<Item = RuleSetResults<'_>> {
        let rules = self.header.rules.iter().zip(&self.rule_sets);
        rules
            .map(|(rules, totals)| RuleSetResults::new(&self.header, rules, &self.schedule, totals))
    }

    /// The rule sets of which something was played, by name.
    #[must_use]
    pub fn played(&self) -> Vec<RuleSetResults<'_>> {
        let mut played: Vec<_> = self.rule_sets().filter(|rules| rules.blocks() > 0).collect();
        played.sort_by_key(|rules| rules.name);
        played
    }

    /// The numbers of the strategies, by name.
    #[must_use]
    pub fn strategies(&self) -> Vec<usize> {
        let names = self.schedule.strategies();
        let mut numbers: Vec<usize> = (0..names.len()).collect();
        numbers.sort_by_key(|&number| &names[number]);
        numbers
    }
}

impl<'a> RuleSetResults<'a> {
    pub(super) fn new(
        header: &'a Header,
        rules: &'a HeaderRules,
        schedule: &'a Schedule,
        totals: &'a Totals,
    ) -> RuleSetResults<'a> {
        let players = schedule.players() as f64;
        let winners_per_game = rules.winners_per_game();
        let fair_share = f64::from(winners_per_game) / players;
        let fewest_win = rules
            .settings
            .pointer("/scoring/at_target")
            .is_some_and(|at_target| at_target == "loses");
        RuleSetResults {
            name: &rules.name,
            fewest_win,
            winners_per_game,
            fair_share,
            schedule,
            totals: &totals.tally,
            groups: &totals.groups,
            stop: header.stop,
            header,
        }
    }

    /// Whether it ended as planned: by its rule, or because all its blocks are played.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.blocks() >= self.header.blocks || self.is_enough()
    }

    /// What a bot's fault cost.
    #[must_use]
    pub fn on_fault(&self) -> OnFault {
        self.header.on_fault
    }

    /// Games that stalled.
    #[must_use]
    pub fn stalled(&self) -> u64 {
        self.totals.line_ups.iter().map(|sums| sums.stalled).sum()
    }

    /// The strategies rated by who won.
    ///
    /// # Errors
    /// If the games do not tell strategies from seats, or the fit does not converge.
    pub fn ratings(&self) -> Result<Ratings, RatingError> {
        let (strategies, seats) = (self.schedule.strategies().len(), self.schedule.players());
        let line_ups: Vec<LineUpWins> =
            (0..self.schedule.line_ups().len()).map(|line_up| self.line_up_wins(line_up)).collect();
        Ratings::fit(&Games {
            strategies,
            seats,
            winners_per_game: self.winners_per_game.into(),
            line_ups: &line_ups,
            cross: &self.cross_products(),
        })
    }

    /// The rating of a strategy, with an interval that allows for how the games ended; none of a
    /// strategy by itself, which there is nothing to rate by.
    #[must_use]
    pub fn rating(&self, fit: &Ratings, strategy: usize) -> Option<Rating> {
        let rating = fit.rating(strategy).filter(|_| self.schedule.strategies().len() > 1)?;
        match self.stop {
            Some(Stop::Sprt { .. }) if self.has_ended() => {
                // The mean of two is 0, so that each has half of the difference.
                let side = if strategy == 0 { 0.5 } else { -0.5 };
                Some(scaled(self.duel_difference(fit)?, side))
            }
            _ => Some(self.at_any_time(rating)),
        }
    }

    /// The rating of the first strategy of a duel less that of the second, with an interval that
    /// allows for how the duel ended.
    #[must_use]
    pub fn duel_difference(&self, fit: &Ratings) -> Option<Rating> {
        let plain = fit.difference(0, 1)?;
        match (self.stop, self.stagewise(fit)) {
            (None, _) => Some(plain),
            (_, Some(found)) => {
                Some(Rating { elo: found.elo, error: plain.error, interval: Some(found.interval) })
            }
            (_, None) if self.has_ended() => Some(Rating { interval: None, ..plain }),
            (_, None) => Some(self.at_any_time(plain)),
        }
    }

    /// What is known of the difference of a duel whose test came to its end.
    #[must_use]
    pub fn stagewise(&self, fit: &Ratings) -> Option<Stagewise> {
        let test = self.stop?.sprt().ok().filter(|_| self.has_ended())?;
        let (llr, looks) = (self.log_likelihood_ratio()?.0, self.looks());
        let Rating { elo, error, .. } = fit.difference(0, 1)?;
        LastLook { test, looks: &looks, llr, elo, error: error? }.stagewise()
    }

    /// A rating with the interval of a confidence sequence, where that is what holds.
    fn at_any_time(&self, rating: Rating) -> Rating {
        let Some(rho) = self.anytime() else { return rating };
        let half = sequence::critical_value(self.blocks(), rho)
            .and_then(|critical| Some(critical * rating.error?));
        let interval =
            half.map(|half| Interval { low: rating.elo - half, high: rating.elo + half });
        Rating { interval, ..rating }
    }

    /// The numbers of blocks after which a sequential test was looked at.
    fn looks(&self) -> Vec<u64> {
        let blocks = self.blocks();
        let ends = Chunks::new(self.header.blocks, self.header.chunk_sizes()).map(|c| c.end());
        ends.take_while(|&end| end <= blocks).filter(|&end| self.is_look(end)).collect()
    }

    fn is_look(&self, blocks: u64) -> bool {
        self.header.look.is_none_or(|look| blocks.is_multiple_of(look))
            || blocks >= self.header.blocks
    }

    fn line_up_wins(&self, line_up: usize) -> LineUpWins {
        let (seats, sums) = (self.schedule.players(), &self.totals.line_ups[line_up]);
        LineUpWins {
            members: self.schedule.line_ups()[line_up].members[..seats]
                .iter()
                .map(|&member| member.into())
                .collect(),
            firsts: sums.firsts.clone(),
            wins: sums.wins.clone(),
            blocks: sums.blocks,
        }
    }

    /// Sums over blocks of the products of the wins of two strategies or seats, row by row.
    fn cross_products(&self) -> Vec<u64> {
        let width = self.schedule.strategies().len() + self.schedule.players();
        let mut matrix = vec![0; width * width];
        for &[row, column, sum] in &self.totals.cross {
            matrix[row as usize * width + column as usize] = sum;
        }
        matrix
    }

    /// The ρ of the confidence sequences that are printed, whose intervals hold wherever one stops:
    /// of win rates and scores in a sequential test, and of a run that somebody stopped before its
    /// rule did. None where plain intervals are printed.
    #[must_use]
    pub fn anytime(&self) -> Option<f64> {
        let stop = self.stop?;
        let plain = matches!(stop, Stop::FixedWidth { .. }) && self.has_ended();
        (!plain).then(|| stop.rho(self.schedule.players()))
    }

    /// The 95 % interval of a win rate: a plain one, or that of a confidence sequence.
    #[must_use]
    pub fn interval(&self, wins: &RatioSums) -> Option<Interval> {
        match self.anytime() {
            None => wins.interval(),
            Some(rho) => wins.sequence(rho),
        }
    }

    /// The 95 % interval of a mean of the same kind.
    #[must_use]
    pub fn interval_of_mean(&self, sums: &RatioMean) -> Option<Interval> {
        match self.anytime() {
            None => sums.interval(),
            Some(rho) => sums.sequence(rho),
        }
    }

    /// The blocks in which a strategy held one seat, by its wins, from 0 to the games of a block,
    /// each with it in another seat.
    #[must_use]
    pub fn lone_blocks(&self, strategy: usize) -> Vec<u64> {
        let games = self.schedule.players();
        let mut counts = vec![0; games + 1];
        for &[appearances, wins, blocks] in &self.totals.strategies[strategy].block_wins {
            if appearances == games as u64 {
                counts[wins as usize] += blocks;
            }
        }
        counts
    }

    /// The sides of a duel between the first and the second strategy, given to a function.
    pub(crate) fn with_sides<T>(&self, use_sides: impl FnOnce(&[Side<'_>]) -> T) -> T {
        let counts = [self.lone_blocks(0), self.lone_blocks(1)];
        let side = |lone: usize| Side {
            counts: &counts[lone],
            fair_share: self.fair_share,
            winners: self.winners_per_game,
            reversed: lone == 1,
        };
        // At two seats each is alone against the other: both sides are the same blocks.
        if self.schedule.players() == 2 {
            use_sides(&[side(0)])
        } else {
            use_sides(&[side(0), side(1)])
        }
    }

    /// Whether the rule by which it may stop has enough.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        match self.stop {
            None => false,
            Some(Stop::FixedWidth { width } | Stop::Width { width }) => {
                let narrow = |strategy| {
                    self.strategy(strategy)
                        .and_then(|sums| self.watched(&sums.wins))
                        .is_some_and(|i| i.high - i.low <= width)
                };
                (0..self.schedule.strategies().len()).all(narrow)
            }
            Some(Stop::Sprt { .. }) => {
                self.is_look(self.blocks())
                    && self.decision().is_some_and(|decision| decision != Decision::Continue)
            }
        }
    }

    /// The interval of a win rate at whose width a rule looks that asks for one; none before there
    /// are enough blocks to know it.
    #[must_use]
    pub fn watched(&self, wins: &RatioSums) -> Option<Interval> {
        match self.stop {
            Some(stop @ Stop::Width { .. }) => wins.sequence(stop.rho(self.schedule.players())),
            _ => wins.interval().filter(|_| wins.blocks >= FEWEST_BLOCKS),
        }
    }

    /// How many blocks it will probably have played when it ends: all that are planned, or as many
    /// as the rule by which it stops is likely to take, as far as that is known by now.
    #[must_use]
    pub fn expected_blocks(&self) -> u64 {
        let (blocks, players) = (self.blocks(), self.schedule.players());
        let expected = match self.stop {
            _ if self.has_ended() => return blocks,
            None => return self.header.blocks,
            Some(Stop::Sprt { elo0, elo1, .. }) => self.expected_of_test(elo0, elo1),
            Some(Stop::FixedWidth { width } | Stop::Width { width }) => {
                let widths = (0..self.schedule.strategies().len())
                    .filter_map(|strategy| self.watched(&self.strategy(strategy)?.wins))
                    .map(|interval| interval.high - interval.low);
                let widest = widths.fold(0.0, f64::max);
                let known = (widest > 0.0).then(|| blocks as f64 * (widest / width).powi(2));
                known.unwrap_or_else(|| sequence::fixed_blocks(width, players))
            }
        };
        (expected as u64).clamp(blocks + 1, self.header.blocks.max(blocks + 1))
    }

    /// The blocks that a test which has not ended will probably take: at first as many as it takes
    /// at worst on average.
    fn expected_of_test(&self, elo0: f64, elo1: f64) -> f64 {
        let Some(test) = self.stop.and_then(|stop| stop.sprt().ok()) else { return 0.0 };
        let worst = (elo0 + elo1) / 2.0;
        let first = test.blocks(test.expected_information(0.0, worst), self.schedule.players());
        let Some(found) = self.with_sides(DuelEstimate::new) else { return first };
        let llr = self.with_sides(|sides| test.llr(sides));
        let information = ((elo1 - elo0) / found.standard_error).powi(2);
        let left = test.expected_information(llr, found.elo);
        self.blocks() as f64 * (1.0 + left / information)
    }

    /// What the sequential test says; none if it does not stop by one.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        let sprt = self.stop?.sprt().ok()?;
        Some(self.with_sides(|sides| sprt.decide(sides)))
    }

    /// The log-likelihood ratio and the bounds between which the test goes on; none if it does not
    /// stop by a test.
    #[must_use]
    pub fn log_likelihood_ratio(&self) -> Option<(f64, (f64, f64))> {
        let sprt = self.stop?.sprt().ok()?;
        Some((self.with_sides(|sides| sprt.llr(sides)), sprt.bounds()))
    }

    /// Blocks played.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.totals.blocks()
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        let games = |(line_up, sums): (usize, &LineUpTally)| {
            sums.blocks * u64::from(self.schedule.games_per_block(line_up))
        };
        self.totals.line_ups.iter().enumerate().map(games).sum()
    }

    /// What a strategy did; none if it did not play.
    #[must_use]
    pub fn strategy(&self, strategy: usize) -> Option<StrategySums<'a>> {
        let tally = &self.totals.strategies[strategy];
        let wins = ratio(&tally.block_wins);
        let seats = |line_up: usize| seats_of(&self.schedule.line_ups()[line_up], strategy);
        let stalled = self.totals.line_ups.iter().map(|table| seats(table.line_up) * table.stalled);
        let score = |(score, count): (i64, u64)| i128::from(score) * i128::from(count);
        let scores = RatioMean {
            blocks: wins.blocks,
            appearances: wins.appearances,
            appearances_squares: i128::try_from(wins.appearances_squares).unwrap_or(i128::MAX),
            sum: tally.scores.iter().map(score).sum(),
            squares: tally.score_squares,
            products: tally.score_appearances,
        };
        (wins.blocks > 0).then(|| StrategySums {
            tally,
            wins,
            turns: self.turns_of(seats),
            scores,
            stalled: stalled.sum(),
        })
    }

    /// Turns of all games.
    #[must_use]
    pub fn turns(&self) -> RatioMean {
        self.turns_of(|_| 1)
    }

    /// Turns of the games of each line-up, so many times; none that are to count 0 times.
    fn turns_of(&self, times: impl Fn(usize) -> u64) -> RatioMean {
        let mut sums = RatioMean::default();
        for table in &self.totals.line_ups {
            let times = times(table.line_up);
            if times == 0 {
                continue;
            }
            let games = times * u64::from(self.schedule.games_per_block(table.line_up));
            let (times, turns) = (i128::from(times), i128::from(table.turns));
            sums.blocks += table.blocks;
            sums.appearances += games * table.blocks;
            sums.sum += times * turns;
            sums.appearances_squares += i128::from(games).pow(2) * i128::from(table.blocks);
            let squares = i128::try_from(table.turns_squares).unwrap_or(i128::MAX);
            sums.squares = sums.squares.saturating_add(squares.saturating_mul(times.pow(2)));
            sums.products += i128::from(games) * times * turns;
        }
        sums
    }

    /// Games and wins by block of a seat, counted from the first to move, who is 0.
    #[must_use]
    pub fn seat(&self, seat: usize) -> RatioSums {
        ratio(&self.totals.seats[seat].block_wins)
    }

    /// Whether all seats win equally often. None where only a strategy may be told from a seat, as
    /// in a fixed seating of several, and where a run stopped by what was found.
    #[must_use]
    pub fn equal_seats(&self) -> Option<Homogeneity> {
        let (strategies, players) = (self.schedule.strategies().len(), self.schedule.players());
        let is_fixed = self.header.seating == Seating::Fixed.to_string() && strategies > 1;
        if is_fixed || self.anytime().is_some() {
            return None;
        }
        let wins: Vec<u64> = (0..players).map(|seat| self.seat(seat).wins).collect();
        let mut products = vec![0; players * players];
        for &[row, column, sum] in &self.totals.cross {
            let seat = |number: u64| (number as usize).checked_sub(strategies);
            if let (Some(row), Some(column)) = (seat(row), seat(column)) {
                products[row * players + column] = sum;
                products[column * players + row] = sum;
            }
        }
        let (blocks, games) = (self.blocks(), self.games());
        SeatSums { blocks, games, wins: &wins, products: &products }.test()
    }

    /// The 95 % interval of a quantile of the turns of a game; none where a run stopped by what was
    /// found.
    #[must_use]
    pub fn turns_quantile(&self, share: f64) -> Option<Interval> {
        let groups = self.groups.iter().map(|group| group.turns.iter());
        let found = || quantile_interval(share, self.totals.turns.iter(), groups);
        self.anytime().is_none().then(found).flatten()
    }

    /// The same of the scores of a strategy.
    #[must_use]
    pub fn score_quantile(&self, strategy: usize, share: f64) -> Option<Interval> {
        let groups = self.groups.iter().map(|group| group.scores[strategy].iter());
        let scores = &self.totals.strategies[strategy].scores;
        let found = || quantile_interval(share, scores.iter(), groups);
        self.anytime().is_none().then(found).flatten()
    }

    /// How a strategy did against another in the blocks that both played; none if they did not
    /// meet.
    #[must_use]
    pub fn pair(&self, strategy: usize, opponent: usize) -> Option<PairTally> {
        let pairs = &self.totals.pairs;
        let numbers = [strategy.min(opponent), strategy.max(opponent)];
        let place = pairs.binary_search_by_key(&numbers, |pair| pair.pair).ok()?;
        let pair = pairs[place].clone();
        let pair = if strategy < opponent { pair } else { pair.turned() };
        (pair.blocks() > 0).then_some(pair)
    }

    /// The difference of the wins of two strategies per appearance, over the blocks that both
    /// played; none if they did not meet, or if what was tallied does not tell.
    ///
    /// Products of their wins are added up over all line-ups, so each of these has to weigh them
    /// alike.
    #[must_use]
    pub fn win_difference(&self, strategy: usize, opponent: usize) -> Option<MeanSums> {
        let scale = self.schedule.scale();
        let mut sums = MeanSums { blocks: 0, sum: 0, squares: 0, scale };
        let mut weight = None;
        for (number, table) in self.totals.line_ups.iter().enumerate() {
            let Some(sides) = self.sides_of(number, [strategy, opponent]) else { continue };
            if table.blocks == 0 {
                continue;
            }
            sums.blocks += table.blocks;
            let [one, other] = sides.map(|side| i128::from(side.factor));
            sums.sum += one * i128::from(sides[0].wins) - other * i128::from(sides[1].wins);
            sums.squares += one * one * i128::from(sides[0].squares)
                + other * other * i128::from(sides[1].squares);
            if *weight.get_or_insert(one * other) != one * other {
                return None;
            }
        }
        let pair = [strategy.min(opponent) as u64, strategy.max(opponent) as u64];
        let product = self.totals.cross.iter().find(|cell| cell[..2] == pair)?[2];
        sums.squares -= 2 * weight? * i128::from(product);
        Some(sums)
    }

    /// What two strategies did at a table, if both sat there.
    fn sides_of(&self, line_up: usize, pair: [usize; 2]) -> Option<[TableSide; 2]> {
        let table = &self.schedule.line_ups()[line_up];
        let (seats, sums) = (self.schedule.players(), &self.totals.line_ups[line_up]);
        let side = |strategy: usize| {
            let place = table.entrants.iter().position(|entrant| entrant.strategy == strategy)?;
            let own = |position: &usize| usize::from(table.members[*position]) == strategy;
            let wins = (0..seats)
                .filter(own)
                .map(|position| sums.wins[position * seats..][..seats].iter().sum::<u64>());
            Some(TableSide {
                factor: table.entrants[place].factor,
                wins: wins.sum(),
                squares: sums.wins_squares[place],
            })
        };
        Some([side(pair[0])?, side(pair[1])?])
    }

    /// The difference of the scores of a pair per appearance.
    #[must_use]
    pub fn difference(&self, pair: &PairTally) -> MeanSums {
        MeanSums {
            blocks: pair.blocks(),
            sum: pair.difference,
            squares: pair.difference_squares,
            scale: self.schedule.scale(),
        }
    }
}

/// A rating times a number.
fn scaled(rating: Rating, by: f64) -> Rating {
    let ends = rating.interval.map(|interval| [by * interval.low, by * interval.high]);
    Rating {
        elo: by * rating.elo,
        error: rating.error.map(|error| by.abs() * error),
        interval: ends.map(|[a, b]| Interval { low: a.min(b), high: a.max(b) }),
    }
}

fn ratio(blocks: &[Cell]) -> RatioSums {
    let mut sums = RatioSums::default();
    blocks.iter().for_each(|&[appearances, wins, blocks]| sums.add(appearances, wins, blocks));
    sums
}

/// The seats that a strategy holds at a table.
fn seats_of(line_up: &LineUp, strategy: usize) -> u64 {
    line_up
        .entrants
        .iter()
        .find(|entrant| entrant.strategy == strategy)
        .map_or(0, |entrant| entrant.seats.into())
}
