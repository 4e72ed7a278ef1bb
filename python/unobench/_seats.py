"""What the two kinds of environments of PettingZoo have in common."""

from __future__ import annotations

from os import PathLike
from typing import Any

from gymnasium import spaces

from unobench._illegal import Illegal
from unobench._spaces import Observation, action_space, observation_space
from unobench._table import Table


class Seats:
    """The agents of a table, with what each can see and do."""

    def __init__(
        self,
        rules: str | PathLike[str] = "official",
        players: int = 4,
        *,
        seed: int = 1,
        illegal: Illegal = "random",
        **others: Any,
    ) -> None:
        self._table = Table(rules, players, seed=seed, illegal=illegal, **others)
        self._seats = {f"seat_{seat}": seat for seat in self._table.env.learners}
        if not self._seats:
            raise ValueError("learners=[]: at least one seat has to be an agent's")
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(self._table.env) for agent in self._seats
        }
        self.action_spaces = {agent: action_space(self._table.env) for agent in self._seats}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of "observation", uint8, and "action_mask", int8."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of the numbers of the actions."""
        return self.action_spaces[agent]

    def _deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self._table.reset(seed, (options or {}).get("block"))
        self.agents = self.possible_agents[:]

    def _asked(self) -> str:
        """The agent that is asked; the first one if none is."""
        return f"seat_{self._table.seat}" if self._table.seat is not None else self.agents[0]

    def _check_dealt(self) -> None:
        if not self.agents:
            raise ValueError("step() where no round is played; reset() deals one")

    def _rewards(self) -> dict[str, float]:
        return {agent: float(self._table.rewards[self._seats[agent]]) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._table.info() for agent in self.agents}

    def _row(self, agent: str) -> Observation:
        return self._table.row(self._seats[agent])
