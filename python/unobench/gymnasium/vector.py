"""Many tables as a `VectorEnv` of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from os import PathLike
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import unobench
from unobench._spaces import Observation, action_space, observation_space
from unobench._table import Illegal, chance, known_illegal, legal, whole
from unobench.gymnasium.env import block_of

Autoreset: TypeAlias = Literal["next_step", "same_step"]


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many tables side by side, each as that of `Env`.

    Arrays have a row for each table: rewards are float64, of shape (num_envs,). A row whose mask is
    all 0 asks nothing, and its action is not read.

    `metadata["autoreset_mode"]` says when a table whose round has ended is dealt the next one. With
    NEXT_STEP that is what the next step does there, without an action or a reward. With SAME_STEP
    it is done at once: then `infos["final_info"]` has the "block" and the "turn" of the round that
    has ended, and `infos["final_obs"]` rows that are all 0.

    Parameters
    ----------
    num_envs : int
        Tables. Table t is dealt the blocks t, t + num_envs and so on.
    rules, players, seat, opponents, seed, illegal, others
        As of `Env`; others can also be `threads`.
    autoreset_mode : gymnasium.vector.AutoresetMode
        NEXT_STEP or SAME_STEP, or their values, "NextStep" and "SameStep".

    Raises
    ------
    ValueError, TypeError
        If an argument or an action is not allowed. No table is stepped then.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | PathLike[str] = "official",
        players: int = 4,
        *,
        seat: int = 0,
        opponents: str | unobench.Player | Sequence[str | unobench.Player] = "counter",
        seed: int | None = None,
        illegal: Illegal = "random",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **others: Any,
    ) -> None:
        mode, autoreset = autoreset_of(autoreset_mode)
        self._make = partial(
            unobench.vec,
            rules,
            players,
            whole("num_envs", num_envs),
            learners=[whole("seat", seat)],
            opponents=opponents,
            autoreset=autoreset,
            **others,
        )
        self._seat, self._illegal = seat, known_illegal(illegal)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._seed(chance() if seed is None else seed)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self._env)
        self.single_action_space = action_space(self._env)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seed(self, seed: int) -> None:
        self._env = self._make(seed=seed)
        self._mask: NDArray[np.bool_] | None = None
        super().reset(seed=seed)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals table t its next block, block t of a seed, or `options["block"]` + t."""
        if seed is not None:
            self._seed(seed)
        observation, self._mask, info = self._env.reset(block_of(options))
        infos = marked({"block": info["block"], "turn": info["turn"]}, np.ones(self.num_envs, bool))
        return {"observation": observation, "action_mask": self._mask.astype(np.int8)}, infos

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Takes an action for each table and plays on to the next decision of its learner."""
        chosen, illegal = np.asarray(actions), np.zeros(self.num_envs, bool)
        if self._mask is not None:
            chosen, illegal = legal(chosen, self._mask, self._illegal, self.np_random)
        observation, self._mask, rewards, done, info = self._env.step(chosen)
        now = {"block": info["block"], "turn": info["turn"], "illegal": illegal}
        infos = marked(now, np.ones(self.num_envs, bool))
        if done.any() and self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP:
            ended = {"block": info["ended_block"], "turn": info["ended_turns"]}
            infos |= marked(
                {
                    "final_info": marked(ended, done),
                    "final_obs": final(done, observation, self._mask),
                },
                done,
            )
        row = {"observation": observation, "action_mask": self._mask.astype(np.int8)}
        stalled = info["stalled"]
        return row, rewards[:, self._seat].astype(float), done & ~stalled, stalled, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal at each table; none before the first reset()."""
        nothing = (self.num_envs, len(self._env.actions))
        return np.zeros(nothing, bool) if self._mask is None else self._mask


def marked(values: dict[str, Any], where: NDArray[np.bool_]) -> dict[str, Any]:
    """Arrays of `infos`, each with another that says which rows of it are to be read."""
    return values | {f"_{name}": where.copy() for name in values}


def final(done: NDArray[np.bool_], obs: NDArray[Any], mask: NDArray[Any]) -> NDArray[Any]:
    """What is observed at the end of the rounds that have ended."""
    rows = np.full(done.shape, None, object)
    tables = np.flatnonzero(done)
    seen = np.zeros((len(tables), obs.shape[1]), np.uint8)
    masks = np.zeros((len(tables), mask.shape[1]), np.int8)
    for table, observation, allowed in zip(tables, seen, masks, strict=True):
        rows[table] = {"observation": observation, "action_mask": allowed}
    return rows


def autoreset_of(mode: AutoresetMode | str) -> tuple[AutoresetMode, Autoreset]:
    """A mode, and its name in `unobench.vec`."""
    names: dict[AutoresetMode, Autoreset] = {
        AutoresetMode.NEXT_STEP: "next_step",
        AutoresetMode.SAME_STEP: "same_step",
    }
    for known, name in names.items():
        if mode in (known, known.value):
            return known, name
    raise ValueError(f'autoreset_mode={mode!r}: allowed are "NextStep" and "SameStep"')
