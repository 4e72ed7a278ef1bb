"""What the adapters have in common: one table that is asked decision by decision, and what is done
about illegal actions."""

from __future__ import annotations

import copy
import operator
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
    """Many tables, at each of which one seat learns; made as `unobench.gymnasium.VectorEnv` is."""

    def __init__(
        self, num_envs: int, *made: Any, seat: int = 0, seed: int | None = None, **others: Any
    ) -> None:
        seed = chance() if seed is None else seed
        usual: dict[str, Any] = {"learners": [whole("seat", seat)], "opponents": "counter"}
        usual |= {"envs": whole("num_envs", num_envs), "seed": seed}
        self.env = unobench.vec(*made, **usual | others)
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
    """One table, at which one round is played after another; without a seed chance takes one.

    A table can be copied and pickled. One that was pickled plays its actions again.

    `seat` is who is asked, if somebody is; otherwise `observation` and `mask` are all 0. `rewards`,
    `over`, `stalled` and `illegal` are about the last step. An illegal action is a ValueError with
    "error"; with "random" a legal one at random is taken in its place.
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
        self._numbers = f"a number from 0 to {len(self.env.actions) - 1}"
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
        """Takes an action and plays on to the next decision of a learner."""
        number = whole("action", action, self._numbers)
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
        counts = [*seen["hand"], *seen.get("added_hand", ())]
        hand = np.repeat(names[: len(seen["hand"])] + names[86:], counts)
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

    def __getstate__(self) -> tuple[Any, ...]:
        made = {**self._made, "seed": self.env.seed, "illegal": self._illegal}
        return made, self.block, self._played, self._generator

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        made, block, played, generator = state
        self.__init__(**made)  # type: ignore[misc]
        if block is not None:
            self.reset(block=block)
        for action in played:
            self.step(action)
        self._generator = generator


def chance() -> int:
    """A seed that is another each time."""
    return int(np.random.SeedSequence().generate_state(1)[0])


def whole(name: str, value: Any, wanted: str = "an integer") -> int:
    """A whole number, or the name of the argument that is none."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is of type {type(value).__name__}, not {wanted}") from None
