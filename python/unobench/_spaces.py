"""The spaces of Gymnasium, which are those of PettingZoo too."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from unobench._table import ACTIONS, BYTES

Observation = dict[str, NDArray[Any]]


def observation_space() -> spaces.Dict:
    """The space of "observation", uint8 (190,), and "action_mask", int8 (86,)."""
    seen = spaces.Box(0, 255, (BYTES,), np.uint8)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)})


def action_space() -> spaces.Discrete:
    """The space of the numbers of the actions, 0 to 85."""
    return spaces.Discrete(ACTIONS)
