"""What adapters do about illegal actions."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Illegal = Literal["random", "error"]


def known_illegal(illegal: Illegal) -> Illegal:
    """What is to be done about illegal actions, if it is one of the two."""
    if illegal not in ("random", "error"):
        raise ValueError(f'illegal={illegal!r}: allowed are "random" and "error"')
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
