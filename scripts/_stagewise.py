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
    """A Brownian motion with drift, seen at its looks, that goes on within one strip or two."""

    def __init__(self, test, looks, elo, error, nodes=NODES):
        distance, middle = test["elo1"] - test["elo0"], (test["elo0"] + test["elo1"]) / 2
        information = (distance / error) ** 2
        self.mirrored, self.slope = test["reverse"] is not None, middle / distance
        self.value = elo / distance * information
        far = abs(elo - middle) > distance
        scale = (self.value - self.slope * information) / test["llr"] if far else 1.0
        scale = min(max(scale, 0.25), 4.0)
        self.low, self.high = scale * test["lower"], scale * test["upper"]
        closest = (CLOSEST / 2 * (self.high - self.low)) ** 2
        self.times = spaced([information * look / looks[-1] for look in looks], closest)
        self.rule = np.polynomial.legendre.leggauss(nodes)

    def strips(self, time):
        """Where the motion goes on at a look."""
        low, high = self.low + self.slope * time, self.high + self.slope * time
        if not self.mirrored:
            return [(low, high)]
        low = max(low, 0.0)
        return [(-high, -low), (low, high)]

    def grid(self, time):
        """Nodes and weights of Gauss and Legendre within the strips."""
        nodes, weights = self.rule
        ends = self.strips(time)
        on = [(low + high) / 2 + (high - low) / 2 * nodes for low, high in ends]
        return np.concatenate(on), np.concatenate([(b - a) / 2 * weights for a, b in ends])

    def beyond(self, time, side):
        """Where results are that are at least as high as the one found, or as low, among those that
        end at an earlier look."""
        first, last = self.strips(time)[0], self.strips(time)[-1]
        outside = (last[1], math.inf) if side > 0 else (-math.inf, first[0])
        if not self.mirrored:
            return [outside]
        mean = self.value / self.times[-1] * time
        inside = (max(mean, first[1]), last[0]) if side > 0 else (first[1], min(mean, last[0]))
        return [outside, inside]

    def tail(self, drift, side):
        """The probability of a result at least as high as the one found; with side −1, as low."""
        found, before = 0.0, 0.0
        nodes, masses = np.zeros(1), np.ones(1)
        for time in self.times:
            step = time - before
            deviation, middles = math.sqrt(step), nodes + drift * step
            if time == self.times[-1]:
                ends = [(self.value, math.inf) if side > 0 else (-math.inf, self.value)]
            else:
                ends = self.beyond(time, side)
            for low, high in ends:
                if low < high:
                    # Either tail is exact by itself.
                    to_low, to_high = (middles - low) / deviation, (middles - high) / deviation
                    share = NORMAL(-to_high if low == -math.inf else to_low)
                    if math.isfinite(low) and math.isfinite(high):
                        share -= NORMAL(to_high)
                    found += float(masses @ share)
            then, weights = self.grid(time)
            gaps = (then[:, None] - middles[None, :]) / deviation
            density = np.exp(-(gaps**2) / 2) @ masses / (deviation * math.sqrt(2 * math.pi))
            nodes, masses, before = then, weights * density, time
        return found


def share_of_high(test, elo):
    """The part of all misses that is left to results that are too high."""

    def within(error):
        return min(max(error, MISS / 2), LARGEST_SHARE)

    mirrored = test["reverse"] is not None
    null, alternative = MISS / 2 if mirrored else within(test["alpha"]), MISS - within(test["beta"])
    turned = mirrored and elo < 0
    way = ((-elo if turned else elo) - test["elo0"]) / (test["elo1"] - test["elo0"])
    share = null + (alternative - null) * min(max(way, 0.0), 1.0)
    return MISS - share if turned else share


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


def stagewise(test, looks, elo, error):
    """The median-unbiased estimate, its interval, and how likely a result is that speaks as much
    for what was accepted, if what was refused is true."""
    mirrored = test["reverse"] is not None
    if mirrored and elo < 0:
        turned = {**test, "llr": test["reverse"], "reverse": test["llr"]}
        found = stagewise(turned, looks, -elo, error)
        ends = {"elo": -found["elo"], "low": -found["high"], "high": -found["low"]}
        return {**ends, "H0": found["H0"], "H1": found["H2"], "H2": found["H1"]}
    motion, distance = Motion(test, looks, elo, error), test["elo1"] - test["elo0"]

    def solve(target):
        start, spread = elo / distance, error / distance
        return distance * root(
            start, spread, lambda drift: motion.tail(drift, 1) - target(drift * distance)
        )

    low, high = test["elo0"] / distance, test["elo1"] / distance
    null = motion.tail(high, -1)
    return {
        "elo": solve(lambda _: 0.5),
        "low": solve(lambda elo: share_of_high(test, elo)),
        "high": solve(lambda elo: 1 - MISS + share_of_high(test, elo)),
        "H0": max(null, motion.tail(-high, 1)) if mirrored else null,
        "H1": motion.tail(low, 1),
        "H2": motion.tail(-low, -1) if mirrored else None,
    }
