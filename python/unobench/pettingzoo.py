"""UNO for PettingZoo: the agents are the seats that learn, `seat_0` and so on.

Importing this registers `unobench/Uno-v0`, and for each rule set a name such as
`unobench/stacking-v0`, both as "aec" and as "parallel".
"""

from __future__ import annotations

from os import PathLike
from typing import Any, ClassVar

from unobench import rule_sets

try:
    import pettingzoo
    from pettingzoo import register
except ImportError as error:
    raise ImportError(
        "unobench.pettingzoo needs PettingZoo: pip install 'pettingzoo>=1.27'"
    ) from error

from gymnasium import spaces

from unobench._spaces import Observation, action_space, observation_space
from unobench._table import Illegal, Table


class Seats:
    """The agents of a table, with what each can see and do."""

    def __init__(
        self,
        rules: str | PathLike[str] = "official",
        players: int = 4,
        *,
        seed: int | None = None,
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


class AEC(Seats, pettingzoo.AECEnv):
    """One table, at which one agent acts after another. An episode is a round.

    An observation is a dictionary of "observation", uint8, and "action_mask", int8. Of an agent
    that is not asked, and after the end, it is all 0. All agents get their rewards and are
    terminated in the step that ends the round, or truncated at the turn limit. A round may end
    before any agent is asked: then the first one has an empty mask, and its action is not read.

    The info of each agent has "block", the number of the deal, "turn", the turns played in it, and
    "illegal", whether the last action was. `reset(options={"block": b})` deals block b; other
    options are not read.

    Parameters
    ----------
    rules, players, seed, others
        As of `unobench.vec`: `learners` are the agents, all seats unless said otherwise.
    illegal : "random" or "error"
        What an illegal action does: a legal one at random is taken in its place, or ValueError.

    Raises
    ------
    ValueError, TypeError
        If an argument or an action is not allowed; the message says what is.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "unobench_uno_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the next block, block 0 of a seed, or `options["block"]`."""
        self._deal(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self.agent_selection = self._asked()

    def observe(self, agent: str) -> Observation:
        """What the agent sees if it is asked, otherwise all 0."""
        return self._row(agent)

    def step(self, action: int | None) -> None:
        """Takes an action of the selected agent, None once the round is over."""
        self._check_dealt()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.step(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards, self.infos = self._rewards(), self._infos()
        over, stalled = self._table.over, self._table.stalled
        self.terminations = dict.fromkeys(self.agents, over and not stalled)
        self.truncations = dict.fromkeys(self.agents, stalled)
        self._accumulate_rewards()
        self.agent_selection = self._asked()


class Parallel(Seats, pettingzoo.ParallelEnv):
    """One table as in `AEC`, where every agent is given an observation in every step.

    Only the agent that is asked acts: its mask is the one that is not empty, and the actions of the
    others need not be there and are not read.

    Parameters and exceptions are those of `AEC`.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "unobench_uno_v0", "render_modes": []}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deals the next block, block 0 of a seed, or `options["block"]`."""
        self._deal(seed, options)
        return {agent: self._row(agent) for agent in self.agents}, self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Takes the action of the agent that is asked."""
        self._check_dealt()
        asked = self._asked()
        if asked not in actions:
            raise ValueError(f"actions have none of {asked}, which is asked")
        self._table.step(actions[asked])
        result = (
            {agent: self._row(agent) for agent in self.agents},
            self._rewards(),
            dict.fromkeys(self.agents, self._table.over and not self._table.stalled),
            dict.fromkeys(self.agents, self._table.stalled),
            self._infos(),
        )
        if self._table.over:
            self.agents = []
        return result


for _name, _rules in [("Uno", "official"), *((name, name) for name in rule_sets())]:
    _made = {"rules": _rules}
    register("aec", f"unobench/{_name}-v0", "unobench.pettingzoo:AEC", kwargs=_made)
    register("parallel", f"unobench/{_name}-v0", "unobench.pettingzoo:Parallel", kwargs=_made)
