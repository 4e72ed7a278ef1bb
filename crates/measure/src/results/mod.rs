//! What was played, ready to be read: the totals of a run with the names of what they count.

mod rated;
mod stopping;

use crate::header::{Header, HeaderRules};
use crate::stop::Stop;
use crate::totals::{Group, Totals};
use unobench_engine::OnFault;
use unobench_engine::schedule::{Schedule, Seating};
use unobench_engine::sums::Cell;
use unobench_engine::tally::{LineUpTally, PairTally, StrategyTally, Tally};
use unobench_findings::finding::{BY_DEFAULT, Finding};
use unobench_findings::question::Question;
use unobench_stats::{
    Homogeneity, Interval, MeanSums, RatioMean, RatioSums, SeatSums, quantile_interval,
};

#[derive(Debug, Clone)]
pub struct Results {
    header: Header,
    schedule: Schedule,
    rule_sets: Vec<Totals>,
}

#[derive(Debug, Clone, Copy)]
pub struct RuleSetResults<'a> {
    pub name: &'a str,
    /// Who shares a game that nobody wins: seats, or pairs of partners.
    pub sides: u64,
    pub fair_share: f64,
    pub schedule: &'a Schedule,
    pub totals: &'a Tally,
    pub groups: &'a [Group],
    /// Whether the points that are written down are those that nobody wants.
    pub fewest_win: bool,
    pub stop: Option<Stop>,
    rules: &'a HeaderRules,
    header: &'a Header,
}

#[derive(Clone, Copy)]
struct TableSide {
    factor: i64,
    shares: u64,
    squares: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrategySums<'a> {
    pub tally: &'a StrategyTally,
    /// Appearances and wins by block; a game that nobody won counts in part.
    pub rate: RatioSums,
    pub wins: u64,
    /// Turns of the games in which it appeared and that finished, once for each appearance.
    pub turns: RatioMean,
    pub scores: RatioMean,
    pub stalled: u64,
    pub blocked: u64,
    /// Those that nobody won.
    pub undecided: u64,
}

impl Results {
    pub fn new(header: Header, schedule: Schedule, rule_sets: Vec<Totals>) -> Results {
        Results { header, schedule, rule_sets }
    }

    unobench_core::reads! {
        pub fn header(&self) -> &Header = &self.header;
        pub fn schedule(&self) -> &Schedule = &self.schedule;
    }

    /// The rule sets in the order in which they were to be played, those that nothing was played of
    /// included.
    pub fn rule_sets(&self) -> impl Iterator<Item = RuleSetResults<'_>> {
        let rules = self.header.rules.iter().zip(&self.rule_sets);
        rules
            .map(|(rules, totals)| RuleSetResults::new(&self.header, rules, &self.schedule, totals))
    }

    pub fn played(&self) -> Vec<RuleSetResults<'_>> {
        let mut played: Vec<_> = self.rule_sets().filter(|rules| rules.blocks() > 0).collect();
        played.sort_by_key(|rules| rules.name);
        played
    }

    pub fn strategies(&self) -> Vec<usize> {
        let names = self.schedule.strategies();
        let mut numbers: Vec<usize> = (0..names.len()).collect();
        numbers.sort_by_key(|&number| &names[number]);
        numbers
    }
}

impl StrategySums<'_> {
    /// The share of its games that nobody won.
    pub fn undecided_share(&self) -> f64 {
        self.undecided as f64 / self.rate.appearances.max(1) as f64
    }
}

impl<'a> RuleSetResults<'a> {
    pub(crate) fn new(
        header: &'a Header,
        rules: &'a HeaderRules,
        schedule: &'a Schedule,
        totals: &'a Totals,
    ) -> RuleSetResults<'a> {
        let sides = rules.sides(schedule.players()) as u64;
        RuleSetResults {
            name: &rules.name,
            rules,
            fewest_win: rules.settings.at("scoring.at_target") == "loses",
            sides,
            fair_share: 1.0 / sides as f64,
            schedule,
            totals: &totals.tally,
            groups: &totals.groups,
            stop: header.stop,
            header,
        }
    }

    unobench_core::reads! {
        pub fn digest(&self) -> String = self.rules.digest();
        pub fn is_match(&self) -> bool = self.header.r#match;
        pub fn on_fault(&self) -> OnFault = self.header.on_fault;
        pub fn blocks(&self) -> u64 = self.totals.blocks();
        pub fn turns(&self) -> RatioMean = self.turns_of(|_| 1);
    }

    pub(crate) fn finding(&self, question: Question) -> Finding {
        Finding {
            question,
            rules: self.name.to_owned(),
            players: self.schedule.players() as u32,
            undecided: Some(self.undecided_share()),
            games: Some(self.games()),
            rules_digest: self.digest(),
            ..Finding::default()
        }
    }

    /// The same of one strategy compared with another.
    pub(crate) fn between(&self, question: Question, [strategy, other]: [usize; 2]) -> Finding {
        let [subject, against] =
            [strategy, other].map(|number| self.schedule.strategies()[number].clone());
        Finding { subject, against, ..self.finding(question) }
    }

    /// The share of a strategy's decisions that were made for it in games that count as they ended;
    /// none are where a game with a fault is lost by rule.
    pub(crate) fn share_by_default(&self, strategy: usize) -> f64 {
        let StrategyTally { faults, asked, .. } = self.totals.strategies[strategy];
        match self.on_fault() {
            OnFault::Random => faults as f64 / asked.max(1) as f64,
            OnFault::Lose => 0.0,
        }
    }

    /// Whether these are more than 1 %.
    pub fn plays_by_default(&self, strategy: usize) -> bool {
        self.share_by_default(strategy) > BY_DEFAULT
    }

    /// Whether somebody's are, so that nothing can be said of who sat at a table with it.
    pub fn has_substitutes(&self) -> bool {
        (0..self.totals.strategies.len()).any(|strategy| self.plays_by_default(strategy))
    }

    pub fn stalled(&self) -> u64 {
        self.totals.line_ups.iter().map(|sums| sums.stalled).sum()
    }

    pub fn blocked(&self) -> u64 {
        self.totals.line_ups.iter().map(|sums| sums.blocked).sum()
    }

    /// Games that nobody won.
    pub fn undecided(&self) -> u64 {
        self.totals.line_ups.iter().map(|sums| sums.undecided).sum()
    }

    pub fn games(&self) -> u64 {
        let games = |(line_up, sums): (usize, &LineUpTally)| {
            sums.blocks * u64::from(self.schedule.games_per_block(line_up))
        };
        self.totals.line_ups.iter().enumerate().map(games).sum()
    }

    pub fn strategy(&self, strategy: usize) -> Option<StrategySums<'a>> {
        let tally = &self.totals.strategies[strategy];
        let rate = self.ratio(&tally.block_shares);
        let seats = |line_up: usize| self.schedule.line_ups()[line_up].seats_of(strategy);
        let seated = |games: fn(&LineUpTally) -> u64| {
            let tables = self.totals.line_ups.iter();
            tables.map(|table| seats(table.line_up) * games(table)).sum::<u64>()
        };
        let score = |(score, count): (i64, u64)| i128::from(score) * i128::from(count);
        let scores = RatioMean {
            blocks: rate.blocks,
            appearances: rate.appearances,
            appearances_squares: i128::try_from(rate.appearances_squares).unwrap_or(i128::MAX),
            sum: tally.scores.iter().map(score).sum(),
            squares: tally.score_squares,
            products: tally.score_appearances,
        };
        let undecided = seated(|table| table.undecided);
        (rate.blocks > 0).then(|| StrategySums {
            tally,
            rate,
            wins: rate.wins(undecided),
            turns: self.turns_of(seats),
            scores,
            stalled: seated(|table| table.stalled),
            blocked: seated(|table| table.blocked),
            undecided,
        })
    }

    /// Turns of the finished games of each line-up, so many times; none that are to count 0 times.
    fn turns_of(&self, times: impl Fn(usize) -> u64) -> RatioMean {
        let mut sums = RatioMean::default();
        for table in &self.totals.line_ups {
            let times = times(table.line_up);
            if times == 0 {
                continue;
            }
            let games = u64::from(self.schedule.games_per_block(table.line_up));
            let unfinished = table.stalled.saturating_add(table.blocked);
            sums.blocks += table.blocks;
            sums.appearances += times * (games * table.blocks).saturating_sub(unfinished);
            // By block: f = g − u, games that finished.
            let [times, games, blocks, turns, unfinished, unfinished_squares] =
                [times, games, table.blocks, table.turns, unfinished, table.unfinished_squares]
                    .map(i128::from);
            let finished_squares =
                games * games * blocks - 2 * games * unfinished + unfinished_squares;
            let large = |sum: u128| i128::try_from(sum).unwrap_or(i128::MAX);
            let products = (games * turns).saturating_sub(large(table.unfinished_turns));
            sums.sum += times * turns;
            sums.appearances_squares += times.pow(2) * finished_squares;
            let squares = large(table.turns_squares).saturating_mul(times.pow(2));
            sums.squares = sums.squares.saturating_add(squares);
            sums.products = sums.products.saturating_add(products.saturating_mul(times.pow(2)));
        }
        sums
    }

    /// Games and wins by block of a seat, counted from the first to move, who is 0.
    pub fn seat(&self, seat: usize) -> RatioSums {
        self.ratio(&self.totals.seats[seat].block_shares)
    }

    /// Whether all seats win equally often. None where only a strategy may be told from a seat, as
    /// in a fixed seating of several, where nobody won a game, and where a run stopped by what was
    /// found.
    pub fn equal_seats(&self) -> Option<Homogeneity> {
        let (strategies, players) = (self.schedule.strategies().len(), self.schedule.players());
        let is_fixed = self.schedule.seating() == Seating::Fixed && strategies > 1;
        if is_fixed || !self.is_decided() || self.anytime() {
            return None;
        }
        let shares: Vec<u64> = (0..players).map(|seat| self.seat(seat).shares).collect();
        let mut products = vec![0; players * players];
        for &[row, column, sum] in &self.totals.cross {
            let seat = |number: u64| (number as usize).checked_sub(strategies);
            if let (Some(row), Some(column)) = (seat(row), seat(column)) {
                products[row * players + column] = sum;
                products[column * players + row] = sum;
            }
        }
        let (blocks, games, fair) = (self.blocks(), self.games() * self.sides, self.fair_share);
        SeatSums { blocks, games, fair, wins: &shares, products: &products }.test()
    }

    /// The 95 % interval of a quantile of the turns of a game; none where a run stopped by what was
    /// found.
    pub(crate) fn turns_quantile(&self, share: f64) -> Option<Interval> {
        let groups = self.groups.iter().map(|group| group.turns.iter());
        let found = || quantile_interval(share, self.totals.turns.iter(), groups);
        (!self.anytime()).then(found).flatten()
    }

    pub(crate) fn score_quantile(&self, strategy: usize, share: f64) -> Option<Interval> {
        let groups = self.groups.iter().map(|group| group.scores[strategy].iter());
        let scores = &self.totals.strategies[strategy].scores;
        (!self.anytime()).then(|| quantile_interval(share, scores.iter(), groups)).flatten()
    }

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
    /// Products of their shares are added up over all line-ups, so each of these has to weigh them
    /// alike.
    pub(crate) fn win_difference(&self, strategy: usize, opponent: usize) -> Option<MeanSums> {
        let scale = self.schedule.scale() * self.sides as i64;
        let mut sums = MeanSums { blocks: 0, sum: 0, squares: 0, scale };
        let mut weight = None;
        for (number, table) in self.totals.line_ups.iter().enumerate() {
            let Some(sides) = self.sides_of(number, [strategy, opponent]) else { continue };
            if table.blocks == 0 {
                continue;
            }
            sums.blocks += table.blocks;
            let [factor, other] = sides.map(|side| i128::from(side.factor));
            sums.sum += factor * i128::from(sides[0].shares) - other * i128::from(sides[1].shares);
            sums.squares += factor * factor * i128::from(sides[0].squares)
                + other * other * i128::from(sides[1].squares);
            if *weight.get_or_insert(factor * other) != factor * other {
                return None;
            }
        }
        let pair = [strategy.min(opponent) as u64, strategy.max(opponent) as u64];
        let product = self.totals.cross.iter().find(|cell| cell[..2] == pair)?[2];
        sums.squares -= 2 * weight? * i128::from(product);
        Some(sums)
    }

    fn sides_of(&self, line_up: usize, pair: [usize; 2]) -> Option<[TableSide; 2]> {
        let table = &self.schedule.line_ups()[line_up];
        let (seats, sums) = (self.schedule.players(), &self.totals.line_ups[line_up]);
        let side = |strategy: usize| {
            let place = table.entrants.iter().position(|entrant| entrant.strategy == strategy)?;
            let own = |position: &usize| usize::from(table.members[*position]) == strategy;
            let shares = (0..seats)
                .filter(own)
                .map(|position| sums.shares[position * seats..][..seats].iter().sum::<u64>());
            Some(TableSide {
                factor: table.entrants[place].factor,
                shares: shares.sum(),
                squares: sums.shares_squares[place],
            })
        };
        Some([side(pair[0])?, side(pair[1])?])
    }

    fn ratio(&self, blocks: &[Cell]) -> RatioSums {
        let mut sums = RatioSums::of(self.sides);
        blocks.iter().for_each(|&[appearances, shares, blocks]| {
            sums.add(appearances, shares, blocks);
        });
        sums
    }

    /// The share of games that nobody won.
    pub fn undecided_share(&self) -> f64 {
        self.undecided() as f64 / self.games().max(1) as f64
    }

    /// Whether somebody won a game.
    pub fn is_decided(&self) -> bool {
        self.undecided() < self.games()
    }

    pub fn difference(&self, pair: &PairTally) -> MeanSums {
        MeanSums {
            blocks: pair.blocks(),
            sum: pair.difference,
            squares: pair.difference_squares,
            scale: self.schedule.scale(),
        }
    }
}
