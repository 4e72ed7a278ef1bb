"""One table as an `Env` of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

import unobench
from unobench._spaces import Observation, action_space, observation_space
from unobench._table import Illegal, Table, whole


class Env(gymnasium.Env):
    """One table: a learner against strategies of the library. An episode is a round.

    An observation is a dictionary of "observation", uint8, and "action_mask", int8. The reward is 0
    until the step that ends the round: it is `terminated`, or `truncated` at the turn limit; what
    is observed then is all 0. A round may end before the learner is asked: then reset() returns an
    empty mask, and the next step, whose action is not read, gives the reward.

    The dictionary `info` has "block", the number of the deal, "turn", the turns played in it, and
    "illegal", whether the last action was.

    Parameters
    ----------
    rules, players, opponents, seed, others
        As of `unobench.vec`; without a seed chance takes one.
    seat : int
        The seat of the learner.
    illegal : "random" or "error"
        What an illegal action does: a legal one at random is taken in its place, or ValueError.
    render_mode : "ansi", optional
        What `render` gives: a text.

    Raises
    ------
    ValueError, TypeError
        If an argument or an action is not allowed; the message says what is.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012, Gymnasium's

    def __init__(
        self,
        rules: str | PathLike[str] = "official",
        players: int = 4,
        *,
        seat: int = 0,
        opponents: str | unobench.Player | Sequence[str | unobench.Player] = "counter",
        seed: int | None = None,
        illegal: Illegal = "random",
        render_mode: Literal["ansi"] | None = None,
        **others: Any,
    ) -> None:
        self.render_mode = render_mode
        self._table = Table(
            rules,
            players,
            seed=seed,
            illegal=illegal,
            learners=[whole("seat", seat)],
            opponents=opponents,
            **others,
        )
        self._seat = seat
        self.observation_space = observation_space(self._table.env)
        self.action_space = action_space(self._table.env)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals the next block, block 0 of a seed, or `options["block"]`."""
        super().reset(seed=seed)
        self._table.reset(seed, block_of(options))
        return self._table.row(), self._table.info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action and plays on to the next decision of the learner."""
        self._table.step(action)
        reward = float(self._table.rewards[self._seat])
        over, stalled = self._table.over, self._table.stalled
        return self._table.row(), reward, over and not stalled, stalled, self._table.info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO asks."""
        return self._table.mask

    def render(self) -> str | None:
        """What the learner sees, in words, with `render_mode="ansi"`."""
        return self._table.text() if self.render_mode == "ansi" else None


def block_of(options: dict[str, Any] | None) -> int | None:
    """The block that the options of a reset name."""
    for name in options or {}:
        if name != "block":
            raise ValueError(f'options name {name!r}: allowed is "block"')
    return (options or {}).get("block")
