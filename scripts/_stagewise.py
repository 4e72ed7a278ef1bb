"""What is known of the difference after a sequential test, as docs/STATISTICS.md defines it, for
`recompute`. The density of the motion is carried from look to look under each drift by itself."""

import math

import numpy as np

MISS = 0.05
LARGEST_SHARE = 0.047
NODES = 200
CLOSEST = 2 * 2 / 160  # standard deviations between looks, over the distance of the bounds


def normal(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


NORMAL = np.vectorize(normal)


def spaced(times, distance):
    """Without the looks that are closer than that to one before; the last one stays."""
    kept = []
    for place, time in enumerate(times):
        if time - (kept[-1] if kept else 0) >= distance or place + 1 == len(times):
            kept.append(time)
    if len(kept) > 1 and kept[-1] - kept[-2] < distance:
        del kept[-2]
    return kept


class Motion:
    """A Brownian motion with drift between two bounds, seen at its looks."""

    def __init__(self, test, looks, llr, elo, error):
        distance, middle = test["elo1"] - test["elo0"], (test["elo0"] + test["elo1"]) / 2
        information = (distance / error) ** 2
        self.value = (elo - middle) / distance * information
        far = abs(elo - middle) > distance
        scale = min(max(self.value / llr, 0.25), 4.0) if far else 1.0
        self.low, self.high = scale * test["lower"], scale * test["upper"]
        closest = (CLOSEST / 2 * (self.high - self.low)) ** 2
        self.times = spaced([information * look / looks[-1] for look in looks], closest)
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        self.nodes = (self.low + self.high) / 2 + (self.high - self.low) / 2 * nodes
        self.weights = (self.high - self.low) / 2 * weights

    def tail(self, theta, side):
        """The probability of a result at least as high as the one found; with side −1, as low."""
        bound = self.high if side > 0 else self.low
        beyond = 0.0
        masses, before, kernel_of, kernel = None, 0.0, None, None
        for place, time in enumerate(self.times):
            step, last = time - before, place + 1 == len(self.times)
            deviation = math.sqrt(step)
            edge = self.value if last else bound
            if masses is None:
                beyond += normal(side * (theta * step - edge) / deviation)
                density = np.exp(-((self.nodes - theta * step) ** 2) / (2 * step))
            else:
                ahead = side * (self.nodes + theta * step - edge) / deviation
                beyond += float(masses @ NORMAL(ahead))
                if kernel_of is None or abs(step - kernel_of) > 1e-9 * step:
                    gaps = self.nodes[:, None] - self.nodes[None, :] - theta * step
                    kernel_of, kernel = step, np.exp(-(gaps**2) / (2 * step))
                density = kernel @ masses
            masses = self.weights * density / (deviation * math.sqrt(2 * math.pi))
            before = time
        return beyond


def share_of_high(test, theta):
    """The part of all misses that is left to results that are too high."""
    low = min(max(test["alpha"], MISS / 2), LARGEST_SHARE)
    high = MISS - min(max(test["beta"], MISS / 2), LARGEST_SHARE)
    return low + (high - low) * min(max(theta + 0.5, 0.0), 1.0)


def root(start, error, function):
    """The zero of a rising function, by the method of false position and, where that is slow,
    halving."""
    low, high = start - 8 * error, start + 8 * error
    at_low, at_high = function(low), function(high)
    if at_low >= 0 or at_high <= 0:
        return low if at_low >= 0 else high
    for step in range(200):
        share = 0.5 if step % 3 == 2 else at_low / (at_low - at_high)
        middle = low + (high - low) * share
        at = function(middle)
        if abs(at) < 1e-12 or high - low < 1e-11 * error:
            return middle
        if at < 0:
            low, at_low = middle, at
        else:
            high, at_high = middle, at
    return (low + high) / 2


def stagewise(test, looks, llr, elo, error):
    """The median-unbiased estimate, its interval, and the p-values of both hypotheses."""
    motion = Motion(test, looks, llr, elo, error)
    distance, middle = test["elo1"] - test["elo0"], (test["elo0"] + test["elo1"]) / 2
    start, spread = (elo - middle) / distance, error / distance

    def solve(target):
        found = root(start, spread, lambda theta: motion.tail(theta, 1) - target(theta))
        return middle + distance * found

    return {
        "elo": solve(lambda _: 0.5),
        "low": solve(lambda theta: share_of_high(test, theta)),
        "high": solve(lambda theta: 1 - MISS + share_of_high(test, theta)),
        "H0": motion.tail(-0.5, 1),
        "H1": motion.tail(0.5, -1),
    }
