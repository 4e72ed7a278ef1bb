"""Distributions, intervals and tests as docs/STATISTICS.md defines them, for `recompute`. Sums stay
exact integers as long as possible."""

import math
import sys
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np

MISS = 1 - 0.95
GROUPS = 50  # of chunks, which tell how precise an estimate is
MISS_AT_END = MISS / 2  # of the one side that an interval has at a rate of 0 or 1
MINIMUM_BLOCKS = 64  # below which a confidence sequence says nothing
SEQUENCE, SEQUENCE_AT_END = 3.7, 0.005  # its standard errors, and its miss at a rate of 0 or 1
UNSEEN = 1e-3  # blocks that a score counts for which never occurred
SMALLEST_P = sys.float_info.min


# Distributions


def stirling_rest(x):
    """ln Γ(x) less Stirling's (x − ½)·ln x − x + ½·ln 2π, for x of 20 or more."""
    return 1 / (12 * x) - 1 / (360 * x**3) + 1 / (1260 * x**5) - 1 / (1680 * x**7)


def log_beta(a, b):
    """The logarithm of the beta function; for a large a without the cancellation between two large
    logarithms."""
    if a < 20:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    rest = stirling_rest(a) - stirling_rest(a + b)
    return math.lgamma(b) - (a - 0.5) * math.log1p(b / a) - b * math.log(a + b) + b + rest


def beta_fraction(a, b, x):
    """The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by
    Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or tiny)
    value = d
    for m in range(1, 1_000_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            return value
    return value


def beta_tail(a, b, odds):
    """The regularised incomplete beta function I_x(a, b) at x = 1 / (1 + odds)."""
    x, rest = 1 / (1 + odds), odds / (1 + odds)
    front = math.exp(b * math.log(rest) + a * -math.log1p(odds) - log_beta(a, b))
    if x > (a + 1) / (a + b + 2):
        return 1 - front / b * beta_fraction(b, a, rest)
    return front / a * beta_fraction(a, b, x)


def f_tail(f, numerator, denominator):
    """How likely Fisher's F is to be at least f: I of k/2, m/2 at k / (k + m·f); never 0."""
    if not (numerator > 0 and denominator > 0 and f > 0):
        return 1.0
    tail = beta_tail(denominator / 2, numerator / 2, numerator * f / denominator)
    return min(max(tail, SMALLEST_P), 1.0)


def t_tail(t, degrees):
    """How likely Student's t is to be at least as far from 0, to either side."""
    return f_tail(t * t, 1, degrees)


@cache
def critical_value(degrees):
    """How many standard errors a 95 % interval by Student's t reaches to either side; none without
    degrees of freedom."""
    if degrees < 1:
        return None
    low, high = 1.0, 20.0
    while high - low > 1e-15 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if t_tail(middle, degrees) > MISS else (low, middle)
    return (low + high) / 2


# What tables have in common


def histogram(counts):
    """How often each value occurred."""
    return Counter(dict(zip(counts["value"], counts["count"])))


def around(value, error, reach):
    """The interval that reaches so many standard errors to either side; none if one is unknown or
    the error is 0."""
    known = error and reach is not None
    return (value - reach * error, value + reach * error) if known else (None, None)


def cut(low, high):
    """An interval of a share, within 0 and 1."""
    return (None, None) if low is None else (max(low, 0.0), min(high, 1.0))


def at_end(rate, blocks, miss=MISS_AT_END):
    """The bound of Clopper and Pearson of a rate of 0 or 1 in so many blocks; none of another."""
    bound = -math.expm1(math.log(miss) / blocks)
    return {0: (0.0, bound), 1: (1 - bound, 1.0)}.get(rate)


def within(least, most, mean, error, blocks, scale):
    """The interval of a mean in a range, kept in multiples of 1 / scale."""
    if blocks < 2:
        return (None, None)
    width = most - least
    if end := at_end((mean - least) / width, blocks):
        return tuple(least + width * bound for bound in end)
    error = max(error, 1 / scale / math.sqrt((blocks - 1) * blocks))
    low, high = around(mean, error, critical_value(blocks - 1))
    return (max(low, least), min(high, most))


def valued(value, low, high):
    return {"value": value, "low": low, "high": high}


def columns(name, value, low, high):
    """The columns of a value and its interval."""
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def p_of(value, error, degrees):
    """The p-value of an estimate against 0; that of the sign test where all agree on something
    else."""
    if value == 0 or error > 0:
        return t_tail(value / error, degrees) if value else 1.0
    return max(math.ldexp(1.0, -degrees), SMALLEST_P)


# Win rates


def ratio_sums(cells):
    """Blocks, Σa, Σw, Σa², Σw², Σaw from [appearances, wins, blocks]."""
    sums = [0] * 6
    for a, w, blocks in cells:
        for place, value in enumerate((1, a, w, a * a, w * w, a * w)):
            sums[place] += value * blocks
    return sums


def rate(sums):
    return float(sums[2] / sums[1]) if sums[1] else None


def rate_variance(sums):
    """v(R) = B / (B − 1) · Σ(w − R·a)² / (Σa)², the sum at least 1; none for fewer than two
    blocks."""
    blocks, a, w, aa, ww, aw = sums
    if blocks < 2 or not a:
        return None
    squares = Fraction(a * a * ww - 2 * a * w * aw + w * w * aa, a * a)
    return blocks / (blocks - 1) * float(max(squares, Fraction(1))) / (a * a)


def ratio_mean(sums):
    """Σx/Σa and its standard error from blocks, Σa, Σx, Σa², Σx², Σxa; none for one block."""
    blocks, a, x, aa, xx, ax = sums
    if blocks < 2 or not a:
        return (x / a if a else None), None
    squares = Fraction(a * a * xx - 2 * a * x * ax + x * x * aa, a * a)
    return x / a, math.sqrt(Fraction(blocks, blocks - 1) * max(squares, 0)) / a


def wilson(r, variance, critical):
    """Wilson's interval with the effective sample size R(1 − R) / v(R)."""
    c = critical**2 * variance / (r * (1 - r))
    middle, half = r + c / 2, np.sqrt(c * r * (1 - r) + c * c / 4)
    return (middle - half) / (1 + c), (middle + half) / (1 + c)


def rate_interval(sums, anytime=False):
    """The 95 % interval of a rate: for a fixed number of blocks, or one that holds wherever the run
    stops."""
    blocks, critical, variance = sums[0], reach(sums[0], anytime), rate_variance(sums)
    if critical is None or variance is None:
        return (None, None)
    if rate(sums) in (0, 1):
        return at_end(rate(sums), blocks, SEQUENCE_AT_END if anytime else MISS_AT_END)
    return cut(*map(float, wilson(rate(sums), variance, critical)))


def reach(blocks, anytime):
    """How many standard errors such an interval reaches."""
    if anytime:
        return SEQUENCE if blocks >= MINIMUM_BLOCKS else None
    return critical_value(blocks - 1)


def reach_between(error, ratio):
    """How many standard errors an interval reaches that is looked at from some number of blocks to
    that times `ratio`, and that misses the truth so often (Siegmund 1985)."""
    low, high = 1.0, 40.0
    while high - low > 1e-9:
        b = (low + high) / 2
        density = math.exp(-b * b / 2) / math.sqrt(2 * math.pi)
        miss = density * ((b - 1 / b) * math.log(ratio) + 4 / b)
        low, high = (b, high) if miss > error else (low, b)
    return high


def variance_reduction(sums):
    r, variance = rate(sums), rate_variance(sums)
    return None if variance is None or r in (0, 1) else r * (1 - r) / sums[1] / variance


def elo(p, fair):
    """400·log₁₀ of the odds of a rate over those of the fair share; none at 0 and 1."""
    return None if p is None or not 0 < p < 1 else 400 * math.log10(p / (1 - p) * (1 - fair) / fair)


def share_of_elo(points, fair):
    return 1 / (1 + (1 - fair) / fair * 10 ** (-points / 400))


# Means and groups


def mean_and_error(blocks, total, squares, scale):
    """The mean of whole multiples of 1 / scale and its standard error, none for one block."""
    mean = total / (scale * blocks)
    if blocks < 2:
        return mean, None
    deviations = blocks * squares - total * total
    variance = Fraction(deviations, blocks * (blocks - 1) * blocks * scale * scale)
    return mean, math.sqrt(max(variance, 0))


ROUNDING = 1e-12  # a spread below this share of the largest value is taken for none


def group_estimate(value, groups):
    """The standard error that groups give an estimate, and degrees of freedom; none for fewer than
    two groups."""
    present = [group for group in groups if group is not None]
    if value is None or len(present) < 2:
        return None
    mean = math.fsum(present) / len(present)
    squares = math.fsum((group - mean) ** 2 for group in present)
    error = math.sqrt(squares / len(present) / (len(present) - 1))
    return (error if error > ROUNDING * max(map(abs, present)) else 0.0), len(present) - 1


def sums_of_groups(rows):
    """The sums of each group, of rows of numbers of which the first is the group."""
    sums = {}
    for group, *numbers in rows:
        of = sums.setdefault(group, [0.0] * len(numbers))
        for place, number in enumerate(numbers):
            of[place] += number
    return list(sums.values())


def group_ratio(groups, above, below):
    """The ratio of two sums, and its standard error by the groups' own; none of few groups."""
    over, under = (math.fsum(of[place] for of in groups) for place in (above, below))
    if len(groups) < 10 or under <= 0:
        return None
    value, count = over / under, len(groups)
    squares = math.fsum((of[above] - value * of[below]) ** 2 for of in groups)
    return value, math.sqrt(count / (count - 1) * squares) / under


def shrunk(estimates):
    """The mean of the quantities that such estimates are of, how far these differ, and for each
    what is expected of it given all estimates. The variance is that of R. DerSimonian and N. Laird,
    the expectation C. Morris's empirical Bayes."""
    weights = [1 / error**2 for _, error in estimates]
    whole = sum(weights)
    mean = sum(weight * value for weight, (value, _) in zip(weights, estimates)) / whole
    excess = sum(weight * (value - mean) ** 2 for weight, (value, _) in zip(weights, estimates))
    spread = whole - sum(weight**2 for weight in weights) / whole
    between = max(0.0, (excess - len(estimates) + 1) / spread) if spread else 0.0
    weights = [1 / (error**2 + between) for _, error in estimates]
    mean = sum(weight * value for weight, (value, _) in zip(weights, estimates)) / sum(weights)
    near = [
        (between * value + error**2 * mean) / (between + error**2) for value, error in estimates
    ]
    return mean, math.sqrt(between), near


def group_interval(value, groups):
    error, degrees = group_estimate(value, groups) or (None, 0)
    if error == 0 and value == 0:
        return (0.0, 0.0)
    return around(value, error, critical_value(degrees))


def group_p(value, groups):
    found = group_estimate(value, groups)
    return found and p_of(value, *found)


def levels(value, groups, margin):
    """The least levels at which the two-sided interval lies outside of a margin around 0, and
    within it; none without an estimate."""
    found = group_estimate(value, groups)
    return found and levels_of(value, *found, margin)


def levels_of(value, error, degrees, margin):
    """The same by a standard error."""
    room = margin - abs(value)
    outside, inside = (p_of(max(side, 0), error, degrees) for side in (-room, room))
    return outside, 0.0 if error == 0 and value == 0 and room > 0 else inside


def pseudo_value(count, value, without):
    """G·θ − (G − 1)·θ without one of G groups."""
    return None if without is None else count * value - (count - 1) * without


# Distributions that are known whole, as sorted (value, count)


def quantile(share, counts):
    """The smallest value that a share of all counts, a fraction, does not exceed."""
    rank, below = max(math.ceil(share * sum(count for _, count in counts)), 1), 0
    for value, count in counts:
        below += count
        if below >= rank:
            return value
    return None


def spread_quantile(share, counts):
    """The same, every whole number spread evenly over the unit around it."""
    rank, below = min(max(share, 0), 1) * sum(count for _, count in counts), 0
    for value, count in counts:
        if below + count >= rank:
            return float(value - 0.5 + (rank - below) / count)
        below += count
    return None


def quantile_interval(share, counts, groups):
    """Woodruff's interval of a quantile, its ends rounded to whole numbers."""
    ends = spread_interval(share, counts, groups)
    return tuple(None if end is None else math.ceil(end - 0.5) for end in ends)


def spread_interval(share, counts, groups):
    """Woodruff's interval; none where there are too few counts to bound it."""
    if not counts:
        return (None, None)
    at, squares = spread_quantile(share, counts), []
    for group in groups:
        number = sum(group.values())
        shares = (n * min(max(at - value + 0.5, 0), 1) for value, n in group.items())
        below = math.fsum(shares)
        if number:
            squares.append((below - float(share) * number) ** 2 / number)
    if len(squares) < 2:
        return (None, None)
    total = sum(count for _, count in counts)
    error = math.sqrt(math.fsum(squares) / (len(squares) - 1) / total)
    reach = critical_value(len(squares) - 1) * error
    low, high = float(share) - reach, float(share) + reach
    if not (low > 0 and high < 1):
        return (None, None)
    return spread_quantile(low, counts), spread_quantile(high, counts)


def standard_deviation(counts):
    total = sum(count for _, count in counts)
    if total < 2:
        return None
    first = sum(value * count for value, count in counts)
    second = sum(value * value * count for value, count in counts)
    return math.sqrt(Fraction(total * second - first * first, total * (total - 1)))


# Whether all seats win equally often


def cohens_w(tally):
    """√(Σ(p − q)² / q) of the seats' win rates p against the fair share q; none without a win."""
    wins, seats = sum(tally["wins"]), len(tally["wins"])
    if not wins:
        return None
    squares = sum((seats * won - wins) ** 2 for won in tally["wins"])
    return math.sqrt(squares / tally["fair"]) / (seats * tally["games"])


def share(tally, seat):
    """A seat's win rate, where each seat has a fair share of all games together."""
    mean = sum(tally["wins"]) / len(tally["wins"])
    return tally["fair"] + (tally["wins"][seat] - mean) / tally["games"] if tally["games"] else None


def equality_of_seats(tally):
    """The corrected chi-square test of equal win rates: F, its degrees of freedom and the p-value,
    or none where nothing is known of the variation."""
    blocks, seats = tally["blocks"], len(tally["wins"])
    wins = np.array(tally["wins"], dtype=float)
    if blocks < 2 or not wins.any():
        return None
    products = np.reshape(np.array(tally["products"], dtype=float), (seats, seats))
    covariance = (products - np.outer(wins, wins) / blocks) / (blocks - 1)
    centring = np.eye(seats) - 1 / seats
    covariance = centring @ covariance @ centring
    trace, squares = np.trace(covariance), np.sum(covariance * covariance)
    if not trace > 1e-12 * np.abs(products).max():
        return None
    degrees = float(trace**2 / squares)
    f = float(np.sum((wins - wins.mean()) ** 2) / (blocks * trace))
    return f, degrees, f_tail(f, degrees, degrees * (blocks - 1))


# Many comparisons


def holm(p_values):
    p = np.array(p_values, dtype=float)
    order = p.argsort(kind="stable")
    p[order] = np.maximum.accumulate(np.minimum(np.arange(len(p), 0, -1) * p[order], 1.0))
    return p.tolist()


def benjamini_hochberg(p_values):
    p = np.array(p_values, dtype=float)
    order = p.argsort(kind="stable")[::-1]
    ranks = np.arange(len(p), 0, -1)
    p[order] = np.minimum.accumulate(np.minimum(len(p) / ranks * p[order], 1.0))
    return p.tolist()


# The sequential test


def misfits(blocks, gaps, mean):
    """By how much observed distributions of scores are likelier, in logarithms, than the likeliest
    ones with this mean, whose θ is found by bisection: rows of blocks by score, less the mean."""
    low, high = np.full(len(blocks), -1 / (1 - mean)), np.full(len(blocks), 1 / mean)
    for _ in range(48):
        middle = (low + high) / 2
        rises = (blocks * gaps / (1 + middle[:, None] * gaps)).sum(axis=1) > 0
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
    least = -1 + sys.float_info.epsilon / 2
    return (blocks * np.log1p(np.maximum(middle[:, None] * gaps, least))).sum(axis=1)


def misfit(counts, games, mean):
    """The same of one distribution of wins, of which those that never occurred, if they are whole,
    count as a thousandth."""
    if not any(counts.values()):
        return 0.0
    counts = {**dict.fromkeys(range(games + 1), UNSEEN), **{w: n for w, n in counts.items() if n}}
    gaps = [float(w) / games - mean for w in counts]
    return float(misfits(np.array([list(counts.values())], dtype=float), np.array(gaps), mean)[0])


def lone_rate(points, players, winners):
    """The win rate of a strategy whose rating is so much above that of all others."""
    return share_of_elo(points, winners / players)


def log_likelihood_ratio(sides, players, winners, elo0, elo1):
    """Of the alternative over the null hypothesis, from (counts by wins, sign of A's difference) of
    each side."""
    return math.fsum(
        misfit(counts, players, lone_rate(sign * elo0, players, winners))
        - misfit(counts, players, lone_rate(sign * elo1, players, winners))
        for counts, sign in sides
    )
