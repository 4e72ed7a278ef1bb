//! What decides a game: the variance of its result, split by a crossed design.
//!
//! Each of D deals is played by each of *a* strategies in each of *n* seats, with the same others
//! in all other seats, R times with independent chance in play. The result y is 1 if the seat under
//! study wins and 0 if not, a stalled game included. With m(s, d, j) = E\[y | strategy, deal,
//! seat\], where the strategy is drawn from the pool and the seat from the table, all equally
//! likely, and deal and chance from all that there are, the variance of y is the sum of eight
//! parts, which are never negative:
//!
//! > Var y = V(s) + V(j) + V(d) + V(dj) + V(sj) + V(sd) + V(sdj) + V(chance)
//!
//! V(s) is the variance over the pool of the mean of m over deals and seats, and so on: the
//! orthogonal decomposition of m into main effects and interactions (Hoeffding). V(chance) =
//! E\[m(1 − m)\] is what is left when strategy, deal and seat are known.
//!
//! *Estimates.* With c the wins of a cell (strategy, seat) in a deal and x = c/R, let v be the mean
//! of c(R − c)/(R(R − 1)) over cells and deals: V(chance). Let A be the mean over deals of the
//! squared mean of m over a set of cells, and B the same of the mean of m over all deals. A is
//! estimated by the mean of the squared mean of x less v/R over the number of its cells, and B from
//! pairs of different deals, ((Σx)² − Σx²)/(D(D − 1)). Both are unbiased, and so are the parts,
//! which are sums and differences of them. A part that is 0 is therefore estimated below 0 about
//! half of the time. The estimates are those of the analysis of variance by the method of moments,
//! where strategies and seats are finite populations that are observed in full, and deals and
//! chance are random; in the components of Cornfield and Tukey the divisor of a finite population
//! is one smaller.
//!
//! *Shares* are parts divided by the sum of all parts. Their intervals are the jackknife's over
//! groups of deals, but for V(s), V(j) and V(sj). These are mean squares of finitely many effects:
//! near 0 their estimates are far from normal. With the effects e of a part as each group tells
//! them, their mean ē, and Σ the covariance of that mean over the number of effects, the statistic
//! Q = |ē|²/number has mean V + tr Σ and variance 2·tr Σ² + 4dV, where d = ē'Σē/|ē|². It is taken
//! as c times a noncentral chi-square with k degrees of freedom and noncentrality V/c that has this
//! mean and variance: c = (tr Σ² + 2dV)/(tr Σ + 2V), k = tr Σ/c. The interval is the V for which Q
//! is between the 2.5 and the 97.5 % quantile, by Sankaran's approximation, with Student's t in
//! place of the normal distribution. tr Σ² is estimated without bias.
//!
//! # Source
//! Searle, Casella and McCulloch 1992, *Variance Components*, ch. 4 and 5 (analysis of variance by
//! the method of moments); Henderson 1953, *Estimation of variance and covariance components*,
//! Biometrics 9; Box 1954, *Some theorems on quadratic forms applied in the study of analysis of
//! variance problems*, Annals of Mathematical Statistics 25 (the degrees of freedom); Sankaran
//! 1963, *Approximations to the non-central chi-square distribution*, Biometrika 50; Srivastava
//! 2005, *Some tests concerning the covariance matrix in high dimensional data*, Journal of the
//! Japan Statistical Society 35 (tr Σ²); Cornfield and Tukey 1956, *Average values of mean squares
//! in factorials*, Annals of Mathematical Statistics 27 (finite populations); Hoeffding 1948, *A
//! class of statistics with asymptotically normal distribution*, Annals of Mathematical Statistics
//! 19 (the decomposition, estimates from pairs); Miller 1974, *The jackknife: a review*, Biometrika
//! 61.

use crate::{GroupEstimate, Interval, student};

/// How the deals of a crossed design are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossed {
    /// Strategies.
    pub strategies: usize,
    /// Seats.
    pub seats: usize,
    /// How often each strategy plays each deal in each seat.
    pub repeats: u64,
}

/// Sums over the deals of one group.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CrossedSums {
    /// Deals.
    pub deals: u64,
    /// Wins of each strategy in each seat, strategy by strategy.
    pub wins: Vec<u64>,
    /// The sum over deals and cells of the squared wins of a cell.
    pub cells: u64,
    /// The sum over deals and strategies of the squared wins of a strategy in all seats.
    pub by_strategy: u64,
    /// The sum over deals and seats of the squared wins of all strategies in a seat.
    pub by_seat: u64,
    /// The sum over deals of the squared wins of all strategies in all seats.
    pub whole: u64,
}

impl CrossedSums {
    /// Takes in a deal: the wins of each strategy in each seat, strategy by strategy.
    pub fn add_deal(&mut self, seats: usize, wins: &[u64]) {
        let square = |sum: u64| sum * sum;
        self.deals += 1;
        self.wins.resize(wins.len(), 0);
        self.wins.iter_mut().zip(wins).for_each(|(sum, won)| *sum += won);
        self.cells += wins.iter().copied().map(square).sum::<u64>();
        self.by_strategy += wins.chunks(seats).map(|of| square(of.iter().sum())).sum::<u64>();
        let in_seat = |seat: usize| square(wins[seat..].iter().step_by(seats).sum());
        self.by_seat += (0..seats).map(in_seat).sum::<u64>();
        self.whole += square(wins.iter().sum());
    }
}

/// A part of the variance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Who plays.
    Strategy,
    /// Where.
    Seat,
    /// The cards: [`Part::Deal`] and [`Part::DealSeat`].
    Cards,
    /// What the strategies gain from seat and cards more or less than each other: the sum of the
    /// interactions in which they take part.
    Interaction,
    /// What is left when strategy, deal and seat are known.
    Chance,
    /// Deals that suit whoever is under study, wherever it sits.
    Deal,
    /// The seat that a deal favours.
    DealSeat,
    /// Strategies that some seats suit.
    StrategySeat,
    /// Strategies that some deals suit.
    StrategyDeal,
    /// Strategies that some deals suit in some seats.
    StrategyDealSeat,
}

impl Part {
    /// All: first the five that add up to the whole, then what the cards and the interaction
    /// consist of.
    pub const ALL: [Part; 10] = [
        Part::Strategy,
        Part::Seat,
        Part::Cards,
        Part::Interaction,
        Part::Chance,
        Part::Deal,
        Part::DealSeat,
        Part::StrategySeat,
        Part::StrategyDeal,
        Part::StrategyDealSeat,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Strategy => "strategy",
            Part::Seat => "seat",
            Part::Cards => "cards",
            Part::Interaction => "interaction",
            Part::Chance => "chance",
            Part::Deal => "deal",
            Part::DealSeat => "deal_seat",
            Part::StrategySeat => "strategy_seat",
            Part::StrategyDeal => "strategy_deal",
            Part::StrategyDealSeat => "strategy_deal_seat",
        }
    }
}

/// A part as a share of the variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Which part.
    pub part: Part,
    /// The share; may be estimated below 0.
    pub value: f64,
    /// Its 95 % interval; none for fewer than two groups.
    pub interval: Option<Interval>,
}

/// The parts of the variance as shares, in the order of [`Part::ALL`], from groups of equally many
/// deals; none for fewer than two deals or repeats, for sums that do not fit the design, or if the
/// result never varied.
///
/// # Examples
///
/// ```
/// use unobench_stats::skill::{Crossed, CrossedSums, Part, variance_shares};
///
/// // Two strategies in two seats, twice each: whoever sits where the deal wants it wins.
/// let mut sums = CrossedSums::default();
/// for deal in [[2, 0, 2, 0], [0, 2, 0, 2], [2, 0, 2, 0], [0, 2, 0, 2]] {
///     sums.add_deal(2, &deal);
/// }
/// let design = Crossed { strategies: 2, seats: 2, repeats: 2 };
/// let shares = variance_shares(&[sums], design).expect("deals");
/// let share = |part: Part| shares.iter().find(|share| share.part == part).map(|it| it.value);
/// // Four deals of which two favour either seat are as unlike as can be: 4/3 is the cards', and
/// // what is too much is taken from the seat.
/// assert!(share(Part::Cards).is_some_and(|cards| (cards - 4.0 / 3.0).abs() < 1e-12));
/// assert!(share(Part::Seat).is_some_and(|seat| (seat + 1.0 / 3.0).abs() < 1e-12));
/// ```
#[must_use]
pub fn variance_shares(groups: &[CrossedSums], design: Crossed) -> Option<[Share; 10]> {
    let mut total = Totals::zero(design.strategies * design.seats);
    for group in groups {
        total.add(group, 1.0)?;
    }
    let values = total.shares(design)?;
    let without = |group: &CrossedSums| {
        let mut rest = total.clone();
        rest.add(group, -1.0)?;
        rest.shares(design)
    };
    let without: Option<Vec<[f64; 10]>> = groups.iter().map(without).collect();
    let jackknife = |place: usize| {
        let rest = without.as_ref()?.iter().map(|rest| Some(rest[place]));
        GroupEstimate::jackknife(values[place], rest)?.interval()
    };
    let whole = total.whole(design);
    let of_effects = |part: Part| {
        let interval = MeanEffects::of(groups, design, part)?.interval()?;
        Some(Interval { low: interval.low / whole, high: interval.high / whole })
    };
    Some(std::array::from_fn(|place| {
        let part = Part::ALL[place];
        let interval = match part {
            Part::Strategy | Part::Seat | Part::StrategySeat => of_effects(part),
            _ => jackknife(place),
        };
        Share { part, value: values[place], interval }
    }))
}

/// The effects of strategies or seats, as the groups tell them.
#[derive(Debug, Clone, Copy)]
struct MeanEffects {
    /// The mean square of the mean effects.
    square: f64,
    /// The traces of the covariance of the mean effects and of its square, over the number of
    /// effects.
    traces: [f64; 2],
    /// The variance in the direction of the mean effects, likewise.
    along: f64,
    /// Student's critical value.
    t: f64,
}

impl MeanEffects {
    /// Those of a part; none for fewer than three groups.
    fn of(groups: &[CrossedSums], design: Crossed, part: Part) -> Option<MeanEffects> {
        let count = groups.len() as f64;
        let t = student::critical_value(groups.len().checked_sub(1)? as u64)?;
        (groups.len() > 2).then_some(())?;
        let effects: Vec<Vec<f64>> =
            groups.iter().map(|group| effects(group, design, part)).collect();
        let size = effects[0].len();
        let mean: Vec<f64> = (0..size)
            .map(|place| effects.iter().map(|of| of[place]).sum::<f64>() / count)
            .collect();
        let deviations: Vec<Vec<f64>> = effects
            .iter()
            .map(|of| of.iter().zip(&mean).map(|(effect, mean)| effect - mean).collect())
            .collect();
        let product = |one: &[f64], other: &[f64]| {
            one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>()
        };
        // The covariance of the mean over the number of effects is Σ dd'/scale.
        let scale = count * (count - 1.0) * size as f64;
        let trace = deviations.iter().map(|of| product(of, of)).sum::<f64>() / scale;
        let pairs =
            deviations.iter().flat_map(|one| deviations.iter().map(move |other| (one, other)));
        let of_square =
            pairs.map(|(one, other)| product(one, other).powi(2)).sum::<f64>() / (scale * scale);
        let degrees = count - 1.0;
        let of_square = degrees * degrees / ((degrees + 2.0) * (degrees - 1.0))
            * (of_square - trace * trace / degrees);
        let squares = product(&mean, &mean);
        let along = deviations.iter().map(|of| product(of, &mean).powi(2)).sum::<f64>()
            / (scale * squares.max(f64::MIN_POSITIVE));
        // A covariance of this trace has at least that of equal variances in all directions.
        let of_square = of_square.max(trace * trace / size as f64);
        Some(MeanEffects { square: squares / size as f64, traces: [trace, of_square], along, t })
    }

    /// The variances that the mean effects are compatible with.
    fn interval(&self) -> Option<Interval> {
        let [trace, _] = self.traces;
        if trace <= 0.0 {
            return Some(Interval { low: self.square, high: self.square });
        }
        Some(Interval { low: self.variance_at(self.t)?, high: self.variance_at(-self.t)? })
    }

    /// The variance at which the mean square is so many standard deviations up, on the scale on
    /// which it is nearly normal; 0 if it is not so far up at any.
    fn variance_at(&self, deviations: f64) -> Option<f64> {
        if self.deviations(0.0) <= deviations {
            return Some(0.0);
        }
        let (mut low, mut high) = (0.0, self.square + self.traces[0]);
        while self.deviations(high) > deviations {
            high *= 2.0;
            high.is_finite().then_some(())?;
        }
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if self.deviations(middle) > deviations {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high)
    }

    /// How many standard deviations the mean square is up if the variance is this.
    fn deviations(&self, variance: f64) -> f64 {
        let [trace, of_square] = self.traces;
        let scale = (of_square + 2.0 * self.along * variance) / (trace + 2.0 * variance);
        let (degrees, beyond) = (trace / scale, variance / scale);
        let (one, two, three) = (degrees + beyond, degrees + 2.0 * beyond, degrees + 3.0 * beyond);
        let h = 1.0 - 2.0 / 3.0 * one * three / (two * two);
        let p = two / (one * one);
        let m = (h - 1.0) * (1.0 - 3.0 * h);
        let mean = 1.0 + h * p * (h - 1.0 - 0.5 * (2.0 - h) * m * p);
        let deviation = h * (2.0 * p).sqrt() * (1.0 + 0.5 * m * p);
        ((self.square / scale / one).powf(h) - mean) / deviation
    }
}

/// The effects of a part in one group.
fn effects(group: &CrossedSums, design: Crossed, part: Part) -> Vec<f64> {
    let Crossed { strategies, seats, repeats } = design;
    let games = (group.deals * repeats) as f64;
    let rate = |cell: usize| group.wins[cell] as f64 / games;
    let mean =
        |cells: Vec<usize>| cells.iter().map(|&cell| rate(cell)).sum::<f64>() / cells.len() as f64;
    let all = mean((0..strategies * seats).collect());
    let of_strategy =
        |strategy: usize| mean((0..seats).map(|seat| strategy * seats + seat).collect()) - all;
    let of_seat = |seat: usize| mean((0..strategies).map(|one| one * seats + seat).collect()) - all;
    match part {
        Part::Strategy => (0..strategies).map(of_strategy).collect(),
        Part::Seat => (0..seats).map(of_seat).collect(),
        _ => (0..strategies * seats)
            .map(|cell| rate(cell) - all - of_strategy(cell / seats) - of_seat(cell % seats))
            .collect(),
    }
}

/// Sums over groups.
#[derive(Debug, Clone)]
struct Totals {
    deals: f64,
    wins: Vec<f64>,
    /// Of squares over deals: of a cell, a strategy, a seat, and all.
    squares: [f64; 4],
}

impl Totals {
    fn zero(cells: usize) -> Totals {
        Totals { deals: 0.0, wins: vec![0.0; cells], squares: [0.0; 4] }
    }

    fn add(&mut self, group: &CrossedSums, sign: f64) -> Option<()> {
        (group.wins.len() == self.wins.len()).then_some(())?;
        self.deals += sign * group.deals as f64;
        let wins = self.wins.iter_mut().zip(&group.wins);
        wins.for_each(|(sum, &wins)| *sum += sign * wins as f64);
        let squares = [group.cells, group.by_strategy, group.by_seat, group.whole];
        let sums = self.squares.iter_mut().zip(squares);
        sums.for_each(|(sum, squares)| *sum += sign * squares as f64);
        Some(())
    }

    /// The variance of the result: the sum of all parts.
    fn whole(&self, Crossed { repeats, .. }: Crossed) -> f64 {
        let (won, cells) = (self.wins.iter().sum::<f64>(), self.wins.len() as f64);
        let games = cells * repeats as f64;
        let pairs = games * games * self.deals * (self.deals - 1.0);
        won / (games * self.deals) - (won * won - self.squares[3]) / pairs
    }

    fn shares(&self, design: Crossed) -> Option<[f64; 10]> {
        let (whole, Crossed { strategies, seats, repeats }) = (self.whole(design), design);
        (self.deals > 1.0 && repeats > 1).then_some(())?;
        let (repeats, cells) = (repeats as f64, self.wins.len() as f64);
        let (strategies_f, seats_f) = (strategies as f64, seats as f64);
        let square = |sums: Vec<f64>| sums.iter().map(|sum| sum * sum).sum::<f64>();
        let by_strategy = self.wins.chunks(seats).map(|of| of.iter().sum()).collect();
        let by_seat =
            (0..seats).map(|seat| self.wins[seat..].iter().step_by(seats).sum()).collect();
        let won: f64 = self.wins.iter().sum();
        // Of each set of cells: the squares of its sums over all deals, and how many cells a sum is
        // of, and how many sums there are.
        let sets = [
            (square(self.wins.clone()), 1.0, cells),
            (square(by_strategy), seats_f, strategies_f),
            (square(by_seat), strategies_f, seats_f),
            (won * won, cells, 1.0),
        ];
        let chance = (won - self.squares[0] / repeats) / ((repeats - 1.0) * cells * self.deals);
        let mut means = [[0.0; 2]; 4];
        for ((mean, (of_sums, of, sums)), in_deals) in means.iter_mut().zip(sets).zip(self.squares)
        {
            let scale = (of * repeats).powi(2) * sums;
            let in_deal = in_deals / (scale * self.deals) - chance / (repeats * of);
            let apart = (of_sums - in_deals) / (scale * self.deals * (self.deals - 1.0));
            *mean = [in_deal, apart];
        }
        let [[cell, cell_apart], [one, one_apart], [seat, seat_apart], [all, all_apart]] = means;
        let strategy = one_apart - all_apart;
        let of_seat = seat_apart - all_apart;
        let strategy_seat = cell_apart - one_apart - seat_apart + all_apart;
        let deal = all - all_apart;
        let strategy_deal = one - all - strategy;
        let deal_seat = seat - all - of_seat;
        let strategy_deal_seat = cell - one - seat + all - strategy_seat;
        let cards = deal + deal_seat;
        let interaction = strategy_seat + strategy_deal + strategy_deal_seat;
        (whole > 0.0).then(|| {
            [
                strategy,
                of_seat,
                cards,
                interaction,
                chance,
                deal,
                deal_seat,
                strategy_seat,
                strategy_deal,
                strategy_deal_seat,
            ]
            .map(|part| part / whole)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares<const CELLS: usize>(deals: &[[u64; CELLS]], design: Crossed) -> Option<[f64; 10]> {
        let mut sums = CrossedSums::default();
        deals.iter().for_each(|wins| sums.add_deal(design.seats, wins));
        Some(variance_shares(&[sums], design)?.map(|share| share.value))
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    const SQUARE: Crossed = Crossed { strategies: 2, seats: 2, repeats: 2 };

    /// The first strategy wins everything, the other nothing.
    #[test]
    fn who_plays_may_decide_everything() {
        let found = shares(&[[2, 2, 0, 0]; 3], SQUARE).expect("deals");
        for (part, share) in Part::ALL.into_iter().zip(found) {
            close(share, f64::from(part == Part::Strategy));
        }
    }

    #[test]
    fn the_seat_may_decide_everything() {
        let found = shares(&[[2, 0, 2, 0]; 3], SQUARE).expect("deals");
        for (part, share) in Part::ALL.into_iter().zip(found) {
            close(share, f64::from(part == Part::Seat));
        }
    }

    /// Each cell wins one of two games of each deal, so that nothing but chance is left; as both
    /// are always won once, it is estimated as more than there is.
    #[test]
    fn chance_is_what_differs_between_repeats() {
        let found = shares(&[[1; 4]; 3], SQUARE).expect("deals");
        close(found[4], 2.0);
        close(found[..5].iter().sum(), 1.0);
    }

    /// The estimates are those of the textbook's mean squares: strategies and seats fixed, deals
    /// random, with the divisors of finite populations.
    #[test]
    fn the_parts_are_those_of_the_mean_squares() {
        let deals: [[u64; 6]; 4] =
            [[2, 0, 1, 3, 0, 1], [3, 3, 2, 1, 0, 0], [1, 2, 0, 0, 3, 1], [0, 1, 3, 2, 2, 2]];
        let (a, n, r, d) = (2, 3, 3.0, 4.0);
        let design = Crossed { strategies: a, seats: n, repeats: 3 };
        let x =
            |deal: usize, strategy: usize, seat: usize| deals[deal][strategy * n + seat] as f64 / r;
        let cells = || {
            (0..4).flat_map(move |deal| {
                (0..a).flat_map(move |one| (0..n).map(move |seat| (deal, one, seat)))
            })
        };
        let mean = |wanted: &dyn Fn((usize, usize, usize)) -> bool| {
            let all: Vec<f64> =
                cells().filter(|&cell| wanted(cell)).map(|(i, s, j)| x(i, s, j)).collect();
            all.iter().sum::<f64>() / all.len() as f64
        };
        let all = mean(&|_| true);
        let s = |one| mean(&move |cell| cell.1 == one);
        let j = |seat| mean(&move |cell| cell.2 == seat);
        let i = |deal| mean(&move |cell| cell.0 == deal);
        let sj = |one, seat| mean(&move |cell| (cell.1, cell.2) == (one, seat));
        let ij = |deal, seat| mean(&move |cell| (cell.0, cell.2) == (deal, seat));
        let is = |deal, one| mean(&move |cell| (cell.0, cell.1) == (deal, one));
        let (af, nf) = (a as f64, n as f64);
        let sum = |effect: &dyn Fn(usize, usize, usize) -> f64| {
            r * cells().map(|(deal, one, seat)| effect(deal, one, seat).powi(2)).sum::<f64>()
        };
        let ms_s = sum(&|_, one, _| s(one) - all) / (af - 1.0);
        let ms_j = sum(&|_, _, seat| j(seat) - all) / (nf - 1.0);
        let ms_i = sum(&|deal, _, _| i(deal) - all) / (d - 1.0);
        let ms_sj =
            sum(&|_, one, seat| sj(one, seat) - s(one) - j(seat) + all) / ((af - 1.0) * (nf - 1.0));
        let ms_is =
            sum(&|deal, one, _| is(deal, one) - i(deal) - s(one) + all) / ((d - 1.0) * (af - 1.0));
        let ms_ij = sum(&|deal, _, seat| ij(deal, seat) - i(deal) - j(seat) + all)
            / ((d - 1.0) * (nf - 1.0));
        let ms_isj = sum(&|deal, one, seat| {
            x(deal, one, seat) - is(deal, one) - ij(deal, seat) - sj(one, seat)
                + i(deal)
                + j(seat)
                + s(one)
                - all
        }) / ((d - 1.0) * (af - 1.0) * (nf - 1.0));
        let ms_e = cells()
            .map(|(deal, one, seat)| r * x(deal, one, seat) * (1.0 - x(deal, one, seat)))
            .sum::<f64>()
            / (d * af * nf * (r - 1.0));
        let (fs, fj) = ((af - 1.0) / af, (nf - 1.0) / nf);
        let expected = [
            (ms_s - ms_is) / (d * nf * r) * fs,
            (ms_j - ms_ij) / (d * af * r) * fj,
            (ms_i - ms_e) / (af * nf * r) + (ms_ij - ms_e) / (af * r) * fj,
            (ms_sj - ms_isj) / (d * r) * fs * fj
                + (ms_is - ms_e) / (nf * r) * fs
                + (ms_isj - ms_e) / r * fs * fj,
            ms_e,
            (ms_i - ms_e) / (af * nf * r),
            (ms_ij - ms_e) / (af * r) * fj,
            (ms_sj - ms_isj) / (d * r) * fs * fj,
            (ms_is - ms_e) / (nf * r) * fs,
            (ms_isj - ms_e) / r * fs * fj,
        ];
        let whole: f64 = expected[..5].iter().sum();
        let found = shares(&deals, design).expect("deals");
        for (found, expected) in found.into_iter().zip(expected) {
            close(found, expected / whole);
        }
    }

    /// Of four independent effects with variance 1 the mean square is a quarter of a noncentral
    /// chi-square with four degrees of freedom, whose quantiles were summed as a mixture of central
    /// ones by Poisson's distribution.
    #[test]
    fn the_variances_are_those_of_the_noncentral_chi_square() {
        for (variance, low, high) in [(1.0, 1.232295, 19.850248), (25.0, 67.333786, 146.32088)] {
            let at = |quantile: f64, t: f64| MeanEffects {
                square: quantile / 4.0,
                traces: [1.0, 0.25],
                along: 0.25,
                t,
            };
            let up = at(high, 1.959_964).interval().expect("an interval").low;
            let down = at(low, 1.959_964).interval().expect("an interval").high;
            for found in [up, down] {
                assert!((found / variance - 1.0).abs() < 0.06, "{found} is not {variance}");
            }
        }
    }

    #[test]
    fn groups_that_agree_leave_no_doubt_and_one_group_tells_nothing() {
        let mut sums = CrossedSums::default();
        sums.add_deal(2, &[2, 0, 1, 0]);
        sums.add_deal(2, &[0, 2, 1, 1]);
        let many = variance_shares(&vec![sums.clone(); 5], SQUARE).expect("deals");
        for share in many {
            let interval = share.interval.expect("groups");
            assert!(interval.high - interval.low < 1e-9, "{share:?}");
        }
        let one = variance_shares(&[sums], SQUARE).expect("deals");
        assert!(one.iter().all(|share| share.interval.is_none()));
    }

    #[test]
    fn what_cannot_be_estimated_is_none() {
        assert_eq!(shares::<4>(&[], SQUARE), None);
        assert_eq!(shares(&[[1, 0, 1, 0]], SQUARE), None);
        assert_eq!(shares(&[[2; 4]; 3], SQUARE), None);
        let once = Crossed { repeats: 1, ..SQUARE };
        assert_eq!(shares(&[[1, 0, 1, 0], [0; 4]], once), None);
        let wider = Crossed { seats: 3, ..SQUARE };
        assert_eq!(shares(&[[1, 0, 1, 0], [0; 4]], wider), None);
    }
}
