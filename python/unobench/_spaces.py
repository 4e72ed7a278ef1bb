"""The spaces of Gymnasium, which are those of PettingZoo too."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from unobench import VecEnv

Observation = dict[str, NDArray[Any]]


def observation_space(env: VecEnv) -> spaces.Dict:
    """The space of "observation", uint8, and "action_mask", int8."""
    seen = spaces.Box(0, 255, (env.width,), np.uint8)
    mask = spaces.Box(0, 1, (len(env.actions),), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask})


def action_space(env: VecEnv) -> spaces.Discrete:
    """The space of the numbers of the actions."""
    return spaces.Discrete(len(env.actions))
