//! What a strategy did more than another that it met.

use super::RuleSetResults;
use unobench_engine::tally::PairTally;
use unobench_findings::finding::Finding;
use unobench_findings::question::Question;
use unobench_stats::MeanSums;

/// What one strategy of a pair has at a line-up: the sum of its shares and of their squares.
#[derive(Clone, Copy)]
struct TableSide {
    factor: i64,
    shares: u64,
    squares: u64,
}

impl RuleSetResults<'_> {
    /// The same of one strategy compared with another.
    pub(crate) fn between(&self, question: Question, [strategy, other]: [usize; 2]) -> Finding {
        let [subject, against] =
            [strategy, other].map(|number| self.schedule.strategies()[number].clone());
        Finding { subject, against, ..self.finding(question) }
    }

    pub fn pair(&self, strategy: usize, opponent: usize) -> Option<PairTally> {
        let pairs = &self.totals.pairs;
        let numbers = [strategy.min(opponent), strategy.max(opponent)];
        let place = pairs.binary_search_by_key(&numbers, |pair| pair.pair).ok()?;
        let pair = pairs[place].clone();
        let pair = if strategy < opponent { pair } else { pair.turned() };
        (pair.blocks() > 0).then_some(pair)
    }

    pub fn difference(&self, pair: &PairTally) -> MeanSums {
        MeanSums {
            blocks: pair.blocks(),
            sum: pair.difference,
            squares: pair.difference_squares,
            scale: self.schedule.scale(),
        }
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
}
