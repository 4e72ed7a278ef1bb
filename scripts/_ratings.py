"""Plackett–Luce ratings with seats, as docs/STATISTICS.md defines them, for `recompute`. A game
that nobody wins is won by all, in part."""

import _statistics as st
import itertools
import math

import numpy as np

ELO = 400 / math.log(10)
STEPS = 200
CONVERGED = 1e-9


def reachability(line_ups, strategies):
    """Who won a game in which who took part, directly or through others."""
    reach = np.zeros((strategies, strategies), dtype=bool)
    for line_up in line_ups:
        members = line_up["members"]
        winners = {members[position] for position in np.nonzero(line_up["wins"].sum(axis=1))[0]}
        for winner in winners:
            reach[winner, members] = True
    for via in range(strategies):
        reach |= np.outer(reach[:, via], reach[via])
    return reach


class Fit:
    """Unknowns: logarithms of strengths of strategies, of seats, and a constant 0 for the partner
    of who has none."""

    def __init__(self, line_ups, strategies, seats, winners, cross):
        self.strategies, self.seats, self.cross = strategies, seats, cross
        self.teams = seats // winners
        self.line_ups = [line_up for line_up in line_ups if line_up["blocks"] > 0]
        self.size = strategies + seats + 1
        reach = self.reach = reachability(self.line_ups, strategies)
        self.comparable = (reach & reach.T) | np.eye(strategies, dtype=bool)
        self.count_wins()
        self.arrange()
        self.choose_free()

    def seat(self, seat):
        return self.strategies + seat

    def count_wins(self):
        self.won = np.zeros((len(self.line_ups), self.size))
        for won, line_up in zip(self.won, self.line_ups):
            np.add.at(won, line_up["members"], line_up["wins"].sum(axis=1))
            won[self.seat(0) : self.seat(self.teams)] = line_up["wins"].sum(axis=0)[: self.teams]
        self.wins = self.won.sum(axis=0)

    def arrange(self):
        """For each line-up and position to move first: the games and the ways to end, each a
        strategy, its seat or that of its pair, and its partner."""
        place, games, ends, there = [], [], [], []
        for number, line_up in enumerate(self.line_ups):
            members = line_up["members"]
            winner = members[np.nonzero(line_up["wins"].sum(axis=1))[0][0]]
            known = self.wins > 0
            known[: self.strategies] &= self.comparable[winner]
            known[-1] = True
            for first in np.nonzero(line_up["firsts"])[0]:
                around = [members[(first + seat) % self.seats] for seat in range(self.seats)]
                partners = (around + [self.size - 1] * self.seats)[self.teams :]
                place.append(number)
                games.append(line_up["firsts"][first])
                ends.append([(around[s], self.seat(s), partners[s]) for s in range(self.teams)])
                there.append(known[ends[-1]].all(axis=1))
        self.there, self.place = np.array(there).reshape(-1, self.teams), np.array(place, dtype=int)
        self.games = np.where(self.there.any(axis=1), np.array(games, dtype=float), 0)
        self.ends = np.array(ends, dtype=int).reshape(-1, self.teams, 3)
        self.ways = np.eye(self.size)[self.ends].sum(axis=2)

    def choose_free(self):
        """All unknowns but one strategy of each set of comparable ones, one seat, and those that no
        game informs of."""
        pinned = {int(np.nonzero(row)[0][0]) for row in self.comparable} | {self.size - 1}
        won = [self.seat(seat) for seat in range(self.seats) if self.wins[self.seat(seat)] > 0]
        pinned |= set(won[:1])
        self.won_seats = won
        information = self.derivatives(np.zeros(self.size))[1]
        self.free = [
            u
            for u in range(self.size)
            if u not in pinned and self.wins[u] > 0 and information[u, u] > 1e-12 * self.wins[u]
        ]
        known = pinned | set(self.free)
        lost = any(self.wins[u] > 0 and u not in known for u in range(self.strategies))
        self.lost = lost and self.teams < self.seats

    def strengths(self, logs):
        """Of each way to end; 0 of those that cannot be."""
        return np.where(self.there, np.exp(logs[self.ends].sum(axis=2)), 0)

    def derivatives(self, logs):
        """Score, information and the expected wins of each unknown by line-up."""
        strengths = self.strengths(logs)
        whole = np.where(self.games > 0, strengths.sum(axis=1), 1)
        chances = strengths / whole[:, None]
        means = np.einsum("at,atu->au", chances, self.ways)
        wins = self.games[:, None] * means
        expected = np.zeros((len(self.line_ups), self.size))
        np.add.at(expected, self.place, wins)
        ways = self.ways.reshape(-1, self.size)
        weights = (self.games[:, None] * chances).reshape(-1, 1)
        return self.wins - wins.sum(axis=0), (ways * weights).T @ ways - wins.T @ means, expected

    def likelihood(self, logs):
        whole = np.where(self.games > 0, self.strengths(logs).sum(axis=1), 1)
        return self.wins @ logs - self.games @ np.log(whole)

    def run(self):
        """Newton's method with halved steps; false if it does not converge or strategies cannot be
        told from seats."""
        logs = np.zeros(self.size)
        if self.lost:
            return False
        for _ in range(STEPS):
            score, information, _ = self.derivatives(logs)
            matrix = information[np.ix_(self.free, self.free)]
            scale = np.sqrt(np.diag(matrix))
            if self.free and np.linalg.eigvalsh(matrix / np.outer(scale, scale))[0] < 1e-10:
                return False
            step = np.zeros(self.size)
            step[self.free] = np.linalg.solve(matrix, score[self.free])
            before, share = self.likelihood(logs), 1.0
            least = before - 1e-12 * abs(before)
            while share > 1e-9 and not self.likelihood(logs + share * step) >= least:
                share /= 2
            logs = logs + share * step
            if np.abs(step).max() < CONVERGED:
                self.logs = logs
                self.finish()
                return True
        return False

    def finish(self):
        """The inverse information and the sandwich."""
        _, information, expected = self.derivatives(self.logs)
        bread = np.linalg.inv(information[np.ix_(self.free, self.free)])
        meat = np.zeros((self.size, self.size))
        seated = list(range(self.strategies)) + [self.seat(seat) for seat in range(self.teams)]
        count = len(seated)
        meat[np.ix_(seated, seated)] = self.cross[:count, :count]
        expected[:, np.setdiff1d(range(self.size), seated)] = 0
        played = np.array([line_up["blocks"] for line_up in self.line_ups], dtype=float)[:, None]
        both = (self.won / played).T @ expected
        meat -= both + both.T - (expected / played).T @ expected
        blocks, unknowns = int(played.sum()), len(self.free)
        self.bread, self.covariance = bread, None
        if blocks > unknowns:
            inner = meat[np.ix_(self.free, self.free)]
            self.covariance = blocks / (blocks - unknowns) * bread @ inner @ bread

    def blocks_of(self, one):
        """The blocks in which a strategy took part."""
        return sum(line_up["blocks"] for line_up in self.line_ups if one in line_up["members"])

    def estimate(self, weights, blocks):
        """A contrast of logarithms in Elo points, and its standard error."""
        points = ELO * float(weights @ self.logs)
        free = weights[self.free]
        if self.covariance is None:
            return points, None
        least = float(free @ self.bread @ free) / blocks
        variance = max(float(free @ self.covariance @ free), least)
        return points, ELO * math.sqrt(variance)


def rated(fit):
    """The largest set of comparable strategies, the first of equally large ones; nobody if only
    single ones are left of several."""
    sets = {tuple(np.nonzero(row[: fit.strategies])[0]) for row in fit.comparable[: fit.strategies]}
    largest = max(sorted(sets), key=len)
    return [] if len(largest) == 1 and fit.strategies > 1 else [int(one) for one in largest]


def ratings(fit, critical):
    """For each strategy (rating, low, high), all none where it has no finite rating; `critical`
    gives standard errors from blocks. And, of two, their difference and its standard error."""
    found = [(None, None, None)] * fit.strategies
    if fit.strategies == 1 or not fit.run():
        return found, None
    members = rated(fit)
    for one in members:
        weights = np.zeros(fit.size)
        weights[members] -= 1 / len(members)
        weights[one] += 1
        blocks = fit.blocks_of(one)
        points, error = fit.estimate(weights, blocks)
        found[one] = (points, *st.around(points, error, critical(blocks)))
    if fit.strategies != 2 or len(members) != 2:
        return found, None
    weights = np.zeros(fit.size)
    weights[:2] = 1, -1
    return found, fit.estimate(weights, sum(line_up["blocks"] for line_up in fit.line_ups))


def differences(fit):
    """For each pair that is rated the first's rating less the second's, its standard error, and
    blocks; of a fit that converged."""
    found = {}
    for one, other in itertools.combinations(rated(fit), 2):
        weights = np.zeros(fit.size)
        weights[[one, other]] = 1, -1
        blocks = min(fit.blocks_of(one), fit.blocks_of(other))
        found[one, other] = (*fit.estimate(weights, blocks), blocks)
    return found


def heights(fit):
    """How high each strategy stands: its rating, or infinitely far above or below those that are
    rated; of a fit that converged."""
    members = rated(fit)
    mean = sum(fit.logs[members]) / max(len(members), 1)
    above = [bool(members) and bool(fit.reach[one, members[0]]) for one in range(fit.strategies)]
    return [
        fit.logs[one] - mean if one in members else math.inf if above[one] else -math.inf
        for one in range(fit.strategies)
    ]
