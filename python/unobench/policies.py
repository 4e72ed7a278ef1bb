"""A policy of Python against the library, with wins and intervals as the program counts them."""

import html
import math
from dataclasses import dataclass
from numbers import Real

import numpy as np

import unobench

from . import bars
from ._native import interval, quoted
from .flags import values

# Blocks that are played side by side: as many as before, between these.
FEW, MANY = 256, 8192


@dataclass(frozen=True)
class PolicyResult:
    """What a policy won."""

    rules: str
    """The rule set."""
    players: int
    """Seats at the table."""
    opponent: str
    """Who sat in all other seats."""
    seed: int
    """The random seed."""
    blocks: int
    """Deals, each played with the policy in every seat."""
    games: int
    """Games: blocks times seats."""
    wins: int
    """Games that the policy was credited with."""
    rate: float
    """Wins per game; of a game that nobody wins each side has an equal part."""
    low: float | None
    """The lower end of the rate's 95 % interval, from block variance; None for a single block."""
    high: float | None
    """The upper end."""
    seats: tuple[float, ...]
    """The rate in each seat, from seat 0."""
    stalled: int
    """Games that nobody won: stalled, blocked, or drawn matches."""
    decisions: int
    """Decisions that were asked for."""
    faults: int
    """Decisions that were made at random, because the answer was none."""
    first_fault: str | None
    """What was wrong with the first of those answers."""
    complete: bool
    """Whether all games were played that were asked for."""

    def __str__(self):
        half = "" if self.low is None else f" ({self.low:.2%} to {self.high:.2%})"
        state = "" if self.complete else "interrupted: "
        won = f"{state}won {self.wins:,} of {self.games:,} games against {self.opponent}"
        seats = ", ".join(f"{rate:.2%}" for rate in self.seats)
        lines = [f"{won}: {self.rate:.2%}{half}", f"by seat: {seats}"]
        if self.stalled:
            share = f"{self.stalled:,} ({self.stalled / self.games:.2%})"
            lines.append(f"undecided, and shared by all sides: {share}")
        if self.faults:
            many = f"{self.faults:,} of {self.decisions:,} decisions"
            lines.append(f"{many} were made at random: {self.first_fault}")
        return "\n".join(lines)

    def _repr_html_(self):
        return f"<pre>{html.escape(str(self))}</pre>"


def duel(
    policy,
    opponent,
    *,
    games=100_000,
    rules="official",
    players=2,
    seed=1,
    threads=1,
    match=False,
    set=(),
    progress=None,
):
    """Plays a policy against a strategy of the library.

    The policy sits in one seat, copies of the strategy in all others, and each deal is played with
    the policy in every seat: the blocks of `unobench run POLICY STRATEGY …` with the same seed.

    Parameters
    ----------
    policy : callable
        policy(obs, mask) -> actions: obs is uint8 of shape (n, 190), mask bool of shape (n, 86),
        and actions are n whole numbers, each of an action that the mask allows. An answer of
        another shape or type, and an illegal action, are faults: those decisions are made at
        random, and counted. What the policy raises is raised.
    opponent : str
        A strategy of the library.
    games : int
        Games, rounded up to whole deals.
    rules, players, seed, threads, match, set
        As of `unobench.vec`.
    progress : bool, optional
        As of `unobench.run`.

    Returns
    -------
    PolicyResult
        After Ctrl-C it has the deals that were finished in every seat, if there are any.
    """
    if not isinstance(opponent, str):
        raise TypeError(
            f"opponent is of type {type(opponent).__name__}, not the name of a strategy"
        )
    games, players = _whole("games", games, 1), _whole("players", players, 2)
    blocks = -(-games // players)
    table = {"rules": rules, "players": players, "opponents": opponent, "seed": seed}
    table |= {"threads": threads, "set": values("set", set), "match": match, "autoreset": False}
    table |= {"observation": "cards", "draw_by_choice": True}
    asked, tally = _Asked(policy, seed), _Tally(players)
    with bars.bar(progress) as bar:
        try:
            while tally.blocks < blocks:
                size = min(max(tally.blocks, FEW), MANY, blocks - tally.blocks)
                tally.add(_played(table, tally.blocks, size, asked))
                bars.show(bar, tally.blocks, blocks)
        except KeyboardInterrupt:
            if tally.blocks == 0:
                raise
    return tally.result(asked, opponent, blocks)


def _played(table, first, size, asked):
    """Plays some blocks: of each what the policy won in each of its seats, and what nobody won; and
    how many win a game."""
    wins, shared = (np.zeros((table["players"], size), np.int64) for _ in range(2))
    winners = 1
    for seat in range(table["players"]):
        env = unobench.vec(envs=size, learners=seat, **table)
        obs, mask, _ = env.reset(block=first)
        over = np.zeros(size, bool)
        while not over.all():
            obs, mask, reward, done, _ = env.step(asked(env, obs, mask))
            won = reward[done] > 0
            wins[seat, done], shared[seat, done] = won[:, seat], ~won.any(axis=1)
            winners = max(winners, won.sum(axis=1).max(initial=0))
            over |= done
    return wins, shared, int(winners), env.rules


class _Asked:
    """Asks a policy, and makes the decisions that it does not make."""

    def __init__(self, policy, seed):
        self.policy, self.seed = policy, seed
        self.decisions = self.faults = 0
        self.first_fault = self.generator = None

    def __call__(self, env, obs, mask):
        """An action for each table; 0 where nobody is asked."""
        rows = np.flatnonzero(mask.any(axis=1))
        actions = np.zeros(len(mask), np.int64)
        if rows.size:
            actions[rows] = self.answer(env, obs[rows], mask[rows])
        return actions

    def answer(self, env, obs, mask):
        """The policy's actions, those that are none replaced."""
        self.decisions += len(mask)
        given = self.policy(obs, mask.copy())
        actions, complaint = _actions(given, len(mask))
        known = (actions >= 0) & (actions < mask.shape[1])
        fault = ~known
        fault[known] = ~mask[known, actions[known]]
        if fault.any():
            self.note(env, complaint, actions[fault][0], np.count_nonzero(fault))
            wanted = self.generator.random((np.count_nonzero(fault), mask.shape[1]))
            actions[fault] = np.where(mask[fault], wanted, -1).argmax(axis=1)
        return actions

    def note(self, env, complaint, action, faults):
        """Counts faults, and keeps what was wrong first."""
        self.generator = self.generator or np.random.default_rng(self.seed)
        self.faults += faults
        if complaint is None and not 0 <= action < len(env.actions):
            complaint = f"action {action} is not a number from 0 to {len(env.actions) - 1}"
        complaint = complaint or f"action {action} ({env.actions[action]}) was illegal"
        self.first_fault = self.first_fault or complaint


def _actions(given, many):
    """An answer as whole numbers, all of them -1 if it has not its form; and what is wrong then."""
    try:
        found = np.asarray(given)
    except ValueError:
        found = np.array(None)
    if found.dtype.kind in "iu" and found.shape == (many,):
        return found.astype(np.int64), None
    form = f"{found.dtype} of shape {found.shape}"
    return np.full(many, -1), f"the answer was {form}, not {many} whole numbers, shape ({many},)"


class _Tally:
    """Wins of finished blocks."""

    def __init__(self, players):
        self.players = players
        self.blocks, self.winners = 0, 1
        # Wins, and games that nobody won: in each seat, and the products of those of a block.
        self.by_seat = np.zeros((2, players), np.int64)
        self.products = np.zeros((2, 2), np.int64)
        self.rules = ""

    def add(self, played):
        wins, shared, winners, self.rules = played
        self.blocks += wins.shape[1]
        self.winners = max(self.winners, winners)
        self.by_seat += [wins.sum(axis=1), shared.sum(axis=1)]
        by_block = np.array([wins.sum(axis=0), shared.sum(axis=0)])
        self.products += by_block @ by_block.T

    def result(self, asked, opponent, planned):
        """The result."""
        games, sides = self.blocks * self.players, self.players // self.winners
        wins, nobody = (int(of) for of in self.by_seat.sum(axis=1))
        each = np.array([sides, 1])
        shares, squares = sides * wins + nobody, int(each @ self.products @ each)
        low, high = interval(self.blocks, self.players, shares, squares, sides) or (None, None)
        return PolicyResult(
            rules=self.rules,
            players=self.players,
            opponent=opponent,
            seed=asked.seed,
            blocks=self.blocks,
            games=games,
            wins=wins,
            rate=shares / (sides * games),
            low=low,
            high=high,
            seats=tuple((each @ self.by_seat / (sides * self.blocks)).tolist()),
            stalled=nobody,
            decisions=asked.decisions,
            faults=asked.faults,
            first_fault=asked.first_fault,
            complete=self.blocks == planned,
        )


def _whole(name, value, least):
    """A whole number; 1e6 is one."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name} is of type {type(value).__name__}, not a number")
    if not (value >= least and math.isfinite(value) and value == int(value)):
        raise ValueError(f"{name}={quoted(str(value))}: allowed are whole numbers from {least} on")
    return int(value)
