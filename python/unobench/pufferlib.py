"""UNO for PufferLib: many tables as one of its environments, written to its shared buffers."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import unobench
from unobench._table import chance, legal, whole

try:
    from pufferlib import PufferEnv as Base
except ImportError as error:
    raise ImportError("unobench.pufferlib needs PufferLib: pip install pufferlib") from error


class PufferEnv(Base):
    """Many tables, at each of which one agent learns. An episode is a round.

    PufferLib knows no masks of actions: an illegal action is replaced by a legal one at random, and
    `action_masks` says which are legal. Rounds that end are in the list of infos.

    Parameters
    ----------
    num_envs : int
        Tables.
    rules, players, opponents, seed, others
        As of `unobench.vec`; without a seed chance takes one.
    seat : int
        The seat of the learner.
    buf : optional
        Where PufferLib wants observations, rewards and ends.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | PathLike[str] = "official",
        players: int = 4,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "counter",
        buf: Any = None,
        seed: int | None = None,
        **others: Any,
    ) -> None:
        seed = chance() if seed is None else seed
        made = {"learners": [whole("seat", seat)], "opponents": opponents, "seed": seed, **others}
        self._env = unobench.vec(rules, players, whole("num_envs", num_envs), **made)
        self._seat, self._generator = seat, np.random.default_rng(seed)
        self.num_agents = num_envs
        self.single_observation_space = spaces.Box(0, 255, (self._env.width,), np.uint8)
        self.single_action_space = spaces.Discrete(len(self._env.actions))
        super().__init__(buf)
        self._env.bind(obs=self.observations)

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, Any]]]:
        """Deals every table its next block; the seed is that of the environment."""
        _, self._mask, _ = self._env.reset()
        return self.observations, []

    def step(self, actions: NDArray[Any]) -> tuple[Any, ...]:
        """Takes an action for each table."""
        chosen, _ = legal(np.asarray(actions), self._mask, "random", self._generator)
        _, self._mask, rewards, done, info = self._env.step(chosen)
        self.rewards[:], self.truncations[:] = rewards[:, self._seat], info["stalled"]
        self.terminals[:] = done & ~info["stalled"]
        won, turns = rewards[done, self._seat], info["ended_turns"][done]
        infos = [{"won": won.mean(), "turns": turns.mean()}] if done.any() else []
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal at each table."""
        return self._mask

    def close(self) -> None:
        """Nothing has to be closed."""
