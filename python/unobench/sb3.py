"""UNO for Stable-Baselines3: many tables as its `VecEnv`, whose masks MaskablePPO finds."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from unobench._table import Seat

try:
    from stable_baselines3.common.vec_env import VecEnv as Base
except ImportError as error:
    raise ImportError("unobench.sb3 needs Stable-Baselines3: pip install sb3-contrib") from error


class VecEnv(Base):
    """Many tables, at each of which one seat learns. An episode is a round.

    An illegal action is replaced by a legal one at random. The row after the end is all 0.
    Parameters are num_envs, rules, players, seat, opponents, seed and others of
    `unobench.gymnasium.VectorEnv`.
    """

    render_mode = None

    def __init__(self, num_envs: int = 1, *made: Any, **others: Any) -> None:
        self.tables = Seat(num_envs, *made, **others)
        env = self.tables.env
        seen = spaces.Box(0, 255, (env.width,), np.uint8)
        super().__init__(num_envs, seen, spaces.Discrete(len(env.actions)))

    def reset(self) -> NDArray[Any]:
        """Deals every table its next block."""
        self._length = np.zeros(self.num_envs, int)
        return self.tables.reset()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Notes the actions."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Takes them, and plays on to the next decision of each learner."""
        seen, reward, done, info = self.tables.step(self._actions)
        self._length += 1
        infos: list[dict[str, Any]] = [{}] * len(done)
        for table in np.flatnonzero(done):
            infos[table] = {
                "episode": {"r": float(reward[table]), "l": int(self._length[table])},
                "terminal_observation": np.zeros_like(seen[table]),
                "TimeLimit.truncated": bool(info["stalled"][table]),
            }
        self._length[done] = 0
        return seen, reward, done, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal at each table."""
        return self.tables.mask

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """What a method says of some tables: `action_masks` alone can be asked."""
        return getattr(self, method_name)(*args, **kwargs)[self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, as often as there are tables."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Tables have no attributes of their own."""
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No table is wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def close(self) -> None:
        """Nothing has to be closed."""
