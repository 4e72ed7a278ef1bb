//! Ratings and ranks of tournaments.

use super::draws::Chance;
use super::{Case, Method, Said, holds, yes};
use crate::plackett_luce::Ratings;
use crate::plackett_luce::tests::Blocks;
use crate::ranks;

/// What the games of a block have in common.
#[derive(Debug, Clone, Copy)]
enum Luck {
    /// Nothing.
    Independent,
    /// In most games the same seat wins, whoever sits there: strategies differ less from block to
    /// block than in independent games.
    OfSeats,
    /// In most games the same strategy wins, wherever it sits: they differ more.
    OfStrategies,
}

const LUCK: [Luck; 3] = [Luck::Independent, Luck::OfSeats, Luck::OfStrategies];

/// A tournament of known strengths.
#[derive(Debug, Clone)]
struct Tournament {
    name: &'static str,
    elo: Vec<f64>,
    seats: Vec<f64>,
    line_ups: Vec<Vec<usize>>,
    /// Blocks of each line-up.
    blocks: usize,
    luck: Luck,
}

/// Six strategies in all 15 line-ups of four, with an advantage of the first seat.
fn fours(blocks: usize, luck: Luck) -> Tournament {
    let members = |set: u32| (0..6).filter(move |&member| set >> member & 1 == 1).collect();
    Tournament {
        name: "4 of 6",
        elo: vec![-150.0, -80.0, -20.0, 30.0, 80.0, 140.0],
        seats: vec![40.0, 10.0, -15.0, -35.0],
        line_ups: (0..64_u32).filter(|set| set.count_ones() == 4).map(members).collect(),
        blocks,
        luck,
    }
}

/// The same, four of them as good as each other.
fn level(blocks: usize, luck: Luck) -> Tournament {
    let elo = vec![-30.0, 0.0, 0.0, 0.0, 0.0, 30.0];
    Tournament { name: "4 of 6: four equal", elo, ..fours(blocks, luck) }
}

/// One strategy against each of five others at two seats.
fn gauntlet(blocks: usize, luck: Luck) -> Tournament {
    Tournament {
        name: "gauntlet of 5",
        elo: vec![100.0, -120.0, -60.0, 0.0, 20.0, 60.0],
        seats: vec![15.0, -15.0],
        line_ups: (1..6).map(|opponent| vec![0, opponent]).collect(),
        blocks,
        luck,
    }
}

impl Tournament {
    fn case(self, trials: usize, of: fn(&Tournament, &Ratings) -> Said) -> Case {
        let blocks = self.blocks * self.line_ups.len();
        let name = format!("{}; {blocks} blocks; {:?}", self.name, self.luck);
        Case::new(name, trials, move |chance| {
            let found = Ratings::fit(&self.play(chance).games());
            found.map_or_else(|_| Vec::new(), |ratings| of(&self, &ratings))
        })
    }

    /// Plays all blocks.
    fn play(&self, chance: &mut Chance) -> Blocks {
        let lists: Vec<&[usize]> = self.line_ups.iter().map(Vec::as_slice).collect();
        let mut blocks = Blocks::new(self.elo.len(), &lists);
        for line_up in (0..lists.len()).flat_map(|of| std::iter::repeat_n(of, self.blocks)) {
            let common = chance.uniform();
            let mut winner = |first| self.winner(chance, line_up, first, common);
            let games: Vec<(usize, Vec<usize>)> =
                (0..self.seats.len()).map(|first| (first, vec![winner(first)])).collect();
            let games: Vec<(usize, &[usize])> =
                games.iter().map(|(first, seats)| (*first, seats.as_slice())).collect();
            blocks.add(line_up, &games, 1);
        }
        blocks
    }

    /// The seat that wins: each with the model's probability, whatever the games of a block
    /// have in common.
    fn winner(&self, chance: &mut Chance, line_up: usize, first: usize, common: f64) -> usize {
        let members = &self.line_ups[line_up];
        let seats = members.len();
        let strength = |seat: usize| {
            10_f64.powf((self.elo[members[(first + seat) % seats]] + self.seats[seat]) / 400.0)
        };
        let order: Vec<usize> = match self.luck {
            Luck::Independent | Luck::OfSeats => (0..seats).collect(),
            Luck::OfStrategies => {
                (0..seats).map(|position| (position + seats - first) % seats).collect()
            }
        };
        let own = chance.uniform();
        let is_common = !matches!(self.luck, Luck::Independent) && chance.happens(0.6);
        let point = if is_common { common } else { own };
        let mut left = point * order.iter().map(|&seat| strength(seat)).sum::<f64>();
        let reached = order.iter().find(|&&seat| {
            left -= strength(seat);
            left < 0.0
        });
        reached.copied().unwrap_or(order[seats - 1])
    }

    fn of_ratings(&self, ratings: &Ratings) -> Said {
        let mean = self.elo.iter().sum::<f64>() / self.elo.len() as f64;
        let mut said = Vec::new();
        for (strategy, elo) in self.elo.iter().enumerate() {
            let rating = ratings.rating(strategy);
            let interval = rating.and_then(|rating| rating.interval);
            said.push(("coverage of ratings", holds(interval, elo - mean)));
            for other in 0..strategy {
                let found = ratings.difference(strategy, other).and_then(|found| found.interval);
                said.push(("coverage of differences", holds(found, elo - self.elo[other])));
            }
        }
        for (seat, &elo) in self.seats.iter().enumerate() {
            let found = ratings.seat(seat).and_then(|found| found.interval);
            said.push(("coverage of seats", holds(found, elo)));
        }
        let best = self.elo.len() - 1;
        let error = ratings.rating(best).map(|rating| rating.elo - (self.elo[best] - mean));
        said.push(("bias of the last rating", error));
        said
    }

    /// Whether the intervals of ranks hold all true ranks at once, and how long they are.
    fn of_ranks(&self, ratings: &Ratings) -> Said {
        let number = self.elo.len();
        let pairs = (0..number).flat_map(|one| (one + 1..number).map(move |other| (one, other)));
        let compared: Vec<_> =
            pairs.filter_map(|(one, other)| ratings.compared(one, other)).collect();
        let ranks = ranks::ranks(number, &compared);
        let hold = self.elo.iter().zip(&ranks).all(|(own, &(first, last))| {
            let rank = 1 + self.elo.iter().filter(|other| *other > own).count();
            (first..=last).contains(&rank)
        });
        let length = ranks.iter().map(|(first, last)| (last - first) as f64).sum::<f64>();
        vec![("coverage of all ranks", yes(hold)), ("mean length", Some(length / number as f64))]
    }
}

pub(super) fn ratings() -> Method {
    let fours = [2, 20, 100].map(|blocks| LUCK.map(|luck| fours(blocks, luck)));
    let gauntlets = [10, 200].map(|blocks| LUCK.map(|luck| gauntlet(blocks, luck)));
    let all = fours.into_iter().chain(gauntlets).flatten();
    Method {
        name: "ratings",
        promises: &[
            ("coverage of ratings", 0.93, 0.99),
            ("coverage of differences", 0.93, 0.99),
            ("coverage of seats", 0.93, 0.99),
        ],
        cases: all.map(|of| of.case(500, Tournament::of_ratings)).collect(),
    }
}

pub(super) fn ranks() -> Method {
    let of = |blocks| LUCK.map(|luck| [fours(blocks, luck), level(blocks, luck)]);
    let all = [4, 100].map(of).into_iter().flatten().flatten();
    Method {
        name: "ranks",
        promises: &[("coverage of all ranks", 0.94, 1.0)],
        cases: all.map(|of| of.case(500, Tournament::of_ranks)).collect(),
    }
}
