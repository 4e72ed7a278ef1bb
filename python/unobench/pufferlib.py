"""UNO for PufferLib: many tables as one of its environments, written to its shared buffers."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from unobench._table import Seat

try:
    from pufferlib import PufferEnv as Base
except ImportError as error:
    raise ImportError("unobench.pufferlib needs PufferLib: pip install pufferlib") from error


class PufferEnv(Base):
    """Many tables, at each of which one agent learns. An episode is a round.

    PufferLib knows no masks of actions: an illegal action is replaced by a legal one at random, and
    `action_masks` says which are legal. Rounds that end are in the list of infos. Parameters are
    num_envs, rules, players, seat, opponents, seed and others of `unobench.gymnasium.VectorEnv`,
    and buf: where PufferLib wants observations, rewards and ends.
    """

    def __init__(self, num_envs: int = 1, *made: Any, buf: Any = None, **others: Any) -> None:
        self.tables = Seat(num_envs, *made, **others)
        self.num_agents, env = num_envs, self.tables.env
        self.single_observation_space = spaces.Box(0, 255, (env.width,), np.uint8)
        self.single_action_space = spaces.Discrete(len(env.actions))
        super().__init__(buf)
        env.bind(obs=self.observations)

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, Any]]]:
        """Deals every table its next block; the seed is that of the environment."""
        return self.tables.reset(), []

    def step(self, actions: NDArray[Any]) -> tuple[Any, ...]:
        """Takes an action for each table."""
        _, self.rewards[:], done, info = self.tables.step(actions)
        self.truncations[:], self.terminals[:] = info["stalled"], done & ~info["stalled"]
        won, turns = self.rewards[done], info["ended_turns"][done]
        infos = [{"won": won.mean(), "turns": turns.mean()}] if done.any() else []
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal at each table."""
        return self.tables.mask

    def close(self) -> None:
        """Nothing has to be closed."""
