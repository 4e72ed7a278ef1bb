"""What the adapters have in common: one table that is asked decision by decision, and what is done
about illegal actions."""

from __future__ import annotations

import copy
import operator
from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import unobench
from unobench import _native

Illegal = Literal["random", "error"]


def known_illegal(illegal: Illegal) -> Illegal:
    """What is to be done about illegal actions, if it is one of the two."""
    if illegal not in ("random", "error"):
        given = _native.quoted(str(illegal))
        raise ValueError(f'illegal="{given}": allowed are "random" and "error"')
    return illegal


def legal(
    actions: NDArray[Any], mask: NDArray[np.bool_], illegal: Illegal, generator: np.random.Generator
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Actions with legal ones at random in place of illegal ones, and which those are.

    With "error", and where they are no actions at all, they stay: a step says what is wrong.
    """
    tables, count = mask.shape
    are_actions = actions.dtype.kind in "iu" and actions.shape == (tables,)
    if illegal == "error" or not are_actions or ((actions < 0) | (actions >= count)).any():
        return actions, np.zeros(tables, bool)
    wrong = ~mask[np.arange(tables), actions]
    wrong[wrong] = mask[wrong].any(axis=1)  # where nobody is asked nothing is illegal
    if wrong.any():
        drawn = np.where(mask, generator.random(mask.shape), -1).argmax(axis=1)
        actions = np.where(wrong, drawn, actions)
    return actions, wrong


class Seat:
    """Many tables, at each of which one seat learns, for libraries that ask by arrays.

    Parameters
    ----------
    num_envs : int
        Tables.
    rules, players, opponents, seed, others
        As of `unobench.vec`; without a seed chance takes one.
    seat : int
        The seat of the learner.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | PathLike[str] = "official",
        players: int = 4,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "counter",
        seed: int | None = None,
        **others: Any,
    ) -> None:
        seed = chance() if seed is None else seed
        made = {"learners": [whole("seat", seat)], "opponents": opponents, "seed": seed, **others}
        self.env = unobench.vec(rules, players, whole("num_envs", num_envs), **made)
        self.seat, self._generator = seat, np.random.default_rng(seed)

    def reset(self) -> NDArray[np.uint8]:
        """Deals every table its next block."""
        observation, self.mask, _ = self.env.reset()
        return observation

    def step(self, actions: Any) -> tuple[Any, ...]:
        """Takes an action for each table, a legal one at random where it is illegal: what is seen
        then, the learner's rewards, what has ended, and the info."""
        actions, _ = legal(np.asarray(actions), self.mask, "random", self._generator)
        observation, self.mask, rewards, done, info = self.env.step(actions)
        return observation, rewards[:, self.seat], done, info


class Table:
    """One table, at which one round is played after another.

    A table can be copied and pickled. One that was pickled plays its actions again.

    Parameters
    ----------
    rules, players, seed, others
        As of `unobench.vec`; without a seed chance takes one.
    illegal : "random" or "error"
        What an illegal action does: a legal one at random is taken in its place, or ValueError.

    Attributes
    ----------
    env : unobench.VecEnv
    seat : int or None
        Who is asked.
    observation : ndarray of uint8
        What that seat sees; all 0 if nobody is asked.
    mask : ndarray of bool
        Which actions are legal; none if nobody is asked.
    rewards : ndarray of float32, shape (players,)
        Of the last step.
    over, stalled, illegal : bool
        Whether the round, or match, has ended, and that at the turn limit; and whether the last
        action was illegal.
    block, turn : int
        The number of the deal, and the turns played in it.
    """

    def __init__(
        self,
        rules: str | PathLike[str] = "official",
        players: int = 4,
        *,
        seed: int | None = None,
        illegal: Illegal = "random",
        **others: Any,
    ) -> None:
        self._made: dict[str, Any] = {"rules": rules, "players": players, **others}
        self._illegal = known_illegal(illegal)
        self._seed(chance() if seed is None else seed)

    def _seed(self, seed: int) -> None:
        self.env = unobench.vec(envs=1, seed=seed, autoreset="disabled", **self._made)
        self._generator = np.random.default_rng(seed)
        self.block: int | None = None
        self.seat: int | None = None
        self._played: list[int] = []

    def reset(self, seed: int | None = None, block: int | None = None) -> None:
        """Deals a round and plays on to the first decision of a learner.

        A seed begins with its block 0, unless a block is named; without either it is the next one.
        """
        if seed is not None:
            self._seed(seed)
        observation, mask, info = self.env.reset(block)
        self.rewards = np.zeros(self.env.players, np.float32)
        self.over, self.stalled, self.illegal = False, False, False
        self.block, self._played = int(info["block"][0]), []
        self._show(observation, mask, info["seat"], info["turn"])

    def step(self, action: Any) -> None:
        """Takes an action and plays on to the next decision of a learner.

        Raises
        ------
        TypeError, ValueError
            If the action is not the number of one, before the first reset(), and if the round
            is over; with illegal="error" also if it is illegal.
        """
        try:
            number = operator.index(action)
        except TypeError:
            kind = type(action).__name__
            last = len(self.mask) - 1
            raise TypeError(f"action is of type {kind}, not a number from 0 to {last}") from None
        asked = self.seat is not None and 0 <= number < len(self.mask)
        illegal = asked and not self.mask[number]
        if illegal and self._illegal == "random":
            number = int(self._generator.choice(np.flatnonzero(self.mask)))
        observation, mask, rewards, done, info = self.env.step(np.array([number]))
        self.illegal = bool(illegal)
        self._played.append(number)
        self.rewards, self.over = rewards[0], bool(done[0])
        self.stalled = bool(info["stalled"][0])
        turn = info["ended_turns"] if self.over else info["turn"]
        self._show(observation, mask, info["seat"], turn)

    def _show(self, observation: Any, mask: Any, seat: Any, turn: Any) -> None:
        self.observation, self.mask = observation[0], mask[0]
        self.seat = int(seat[0]) if mask.any() else None
        self.turn = int(turn[0])

    def row(self, seat: int | None = None) -> dict[str, NDArray[Any]]:
        """What is asked, as new arrays in a dictionary; of a seat that is not asked all 0."""
        asked = seat is None or seat == self.seat
        return {
            "observation": self.observation * np.uint8(asked),
            "action_mask": self.mask * np.int8(asked),
        }

    def text(self) -> str:
        """What the seat sees that is asked, in words."""
        if self.seat is None:
            return "nobody is asked"
        cards = unobench.vec(**self._made | {"observation": "cards"})
        (obs,), (mask,), _ = cards.load(self.env.state())
        names, fields = cards.actions, unobench.fields_of(cards.observation)
        seen = {name: obs[where] for name, where in fields.items()}
        counts = [*enumerate(seen["hand"].tolist())]
        added = len(names) - len(seen.get("added_hand", ()))
        counts += enumerate(seen.get("added_hand", np.empty(0, int)).tolist(), added)
        hand = [name for card, count in counts for name in [names[card]] * count]
        colour = "red blue green yellow none".split()[seen["active_colour"][0]]
        sizes = seen["hand_sizes"][1 : self.env.players].tolist()
        return "\n".join(
            [
                f"seat {self.seat} holds {' '.join(hand)}",
                f"up card {names[seen['up_card'][0]]}, colour {colour}",
                f"others hold {' '.join(map(str, sizes))}, in the order of play",
                f"may {', '.join(names[action] for action in np.flatnonzero(mask))}",
            ]
        )

    def info(self) -> dict[str, Any]:
        """The block, the turns, and whether the last action was illegal."""
        return {"block": self.block, "turn": self.turn, "illegal": self.illegal}

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        other = object.__new__(Table)
        other.__dict__ |= self.__dict__ | {"env": self.env.clone(), "_played": self._played[:]}
        other._generator = copy.deepcopy(self._generator, memo)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        made = {**self._made, "seed": self.env.seed, "illegal": self._illegal}
        return _again, (made, self.block, self._played, self._generator)


def chance() -> int:
    """A seed that is another each time."""
    return int(np.random.SeedSequence().generate_state(1)[0])


def whole(name: str, value: Any) -> int:
    """A whole number, or the name of the argument that is none."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is of type {type(value).__name__}, not an integer") from None


def _again(
    made: dict[str, Any], block: int | None, played: list[int], generator: np.random.Generator
) -> Table:
    """The table at which these actions have been played."""
    table = Table(**made)
    if block is not None:
        table.reset(block=block)
    for action in played:
        table.step(action)
    table._generator = generator
    return table
