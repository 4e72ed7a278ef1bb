"""UNO for OpenSpiel: the game `unobench_uno`, registered when this is imported.

`pyspiel.load_game("unobench_uno(rules=stacking,players=3)")` has the parameters

- `rules`, `players`, `seed`, `observation`, `draw_by_choice`: as of `unobench.vec`;
- `deals`: how many blocks there are, 1 to 10,000. A chance node at the beginning draws one, with
  equal chances. Everything else that is random in a round follows from its block.

A player's return is 1 if it is credited with the win, otherwise 0. An algorithm that looks ahead
from a state, as MCTS does, sees hidden cards and what will be drawn, unless it looks ahead from
what `resample_from_infostate` gives, as IS-MCTS does.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from unobench import _native
from unobench._table import Table, whole

try:
    import pyspiel
except ImportError as error:
    raise ImportError("unobench.openspiel needs OpenSpiel: pip install open_spiel") from error

MAX_DEALS = 10_000
# More decisions than a round has, if its rule set keeps the usual turn limit.
MAX_LENGTH = 1_000_000

_TYPE = pyspiel.GameType(
    short_name="unobench_uno",
    long_name="UNO (unobench)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "rules": "official",
        "players": 2,
        "seed": 1,
        "deals": 1000,
        "observation": "planes",
        "draw_by_choice": False,
    },
)


class Game(pyspiel.Game):
    """Rounds of UNO. An observation tensor is the bytes of a row as floats.

    Of a player that is not asked it is all 0.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        made = {**_TYPE.parameter_specification, **(params or {})}
        self.deals = whole("deals", made.pop("deals"))
        if not 1 <= self.deals <= MAX_DEALS:
            given = _native.quoted(str(self.deals))
            raise ValueError(f"deals={given}: allowed are 1 to {MAX_DEALS}")
        self.table = Table(**made, illegal="error")
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.env.actions),
            max_chance_outcomes=self.deals,
            num_players=made["players"],
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> State:
        """A round that is not dealt yet."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What fills observation tensors."""
        return Observer(self.table.env.width)


class State(pyspiel.State):
    """A round: a chance node that draws its block, then the decisions of the players."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.deals, self.names = game.deals, game.table.env.actions
        self.table = copy.deepcopy(game.table)

    def current_player(self) -> int:
        """Who is asked."""
        if self.table.block is None:
            return pyspiel.PlayerId.CHANCE
        seat = self.table.seat
        return pyspiel.PlayerId.TERMINAL if self.table.over or seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The blocks, with equal chances."""
        return [(block, 1 / self.deals) for block in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.table.mask).tolist() if player == self.table.seat else []

    def _apply_action(self, action: int) -> None:
        if self.table.block is None:
            self.table.reset(block=action)
        else:
            self.table.step(action)
        if self.table.seat is None and not self.table.over:
            self.table.step(0)  # the round has ended before anybody was asked

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that the player, which is asked, cannot tell from this one.

        Hidden cards and the chance to come are others, by a number that the sampler gives; the
        history is still that of this state, which is what a serialized one comes back to.
        """
        if player != self.table.seat:
            raise ValueError(f"player {player} is not asked; whoever is can be shown other worlds")
        other = self.clone()
        other.table.env = self.table.env.determinize(1, int(sampler() * 2**53))
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        return f"block {action}" if player == pyspiel.PlayerId.CHANCE else self.names[action]

    def is_terminal(self) -> bool:
        """Whether the round has ended."""
        return self.table.block is not None and self.table.over

    def returns(self) -> list[float]:
        """1 for each player that is credited with the win, otherwise 0."""
        if self.table.block is None:
            return [0.0] * self.table.env.players
        return self.table.rewards.tolist()

    def __str__(self) -> str:
        return self.history_str()


class Observer:
    """The row that a player sees, as floats."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Fills the tensor with what the player sees; 0 if it is not asked."""
        self.tensor[:] = 0 if state.table.seat != player else state.table.observation

    def string_from(self, state: State, player: int) -> str:
        """The row as hexadecimal digits; empty if the player is not asked."""
        return state.table.observation.tobytes().hex() if state.table.seat == player else ""


pyspiel.register_game(_TYPE, Game)
