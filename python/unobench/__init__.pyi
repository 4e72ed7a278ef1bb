from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypedDict, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import NotRequired, Unpack

__version__: str

class Info(TypedDict):
    seat: NDArray[np.uint8]
    block: NDArray[np.int64]
    turn: NDArray[np.int32]
    ended_block: NDArray[np.int64]
    ended_turns: NDArray[np.int32]
    stalled: NDArray[np.bool_]
    totals: NotRequired[NDArray[np.int32]]
    colours: NotRequired[NDArray[np.uint8]]

Rows: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.bool_], Info]

@final
class State: ...

Layout: TypeAlias = Literal["planes", "cards", "planes-v1", "planes-v2", "cards-v1", "cards-v2"]

class Batch(TypedDict):
    obs: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    action: NDArray[np.uint8]
    seat: NDArray[np.uint8]
    player: NDArray[np.uint16]
    round: NDArray[np.int64]
    won: NDArray[np.bool_]
    score: NDArray[np.int32]
    players: list[str]

@final
class Dataset:
    def __iter__(self) -> Dataset: ...
    def __next__(self) -> Batch: ...

@final
class VecEnv:
    @property
    def rules(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def envs(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def learners(self) -> tuple[int, ...]: ...
    @property
    def observation(self) -> Layout: ...
    @property
    def width(self) -> int: ...
    @property
    def actions(self) -> list[str]: ...
    @property
    def effects(self) -> NDArray[np.int16]: ...
    def reset(self, block: int | None = None) -> Rows: ...
    def observe(self) -> Rows: ...
    def net_rows(self, *, by_action: bool = False) -> NDArray[np.uint16]: ...
    def bind(
        self,
        obs: NDArray[np.uint8] | None = None,
        mask: NDArray[np.bool_] | None = None,
        reward: NDArray[np.float32] | None = None,
    ) -> None: ...
    def state(self) -> State: ...
    def load(self, state: State) -> Rows: ...
    def clone(self) -> VecEnv: ...
    def determinize(self, k: int, seed: int = 1) -> VecEnv: ...
    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_], Info
    ]: ...

def vec(
    rules: str | PathLike[str] = "official",
    players: int = 4,
    envs: int = 1,
    *,
    learners: Literal["all"] | int | Sequence[int] = "all",
    opponents: str | Player | Sequence[str | Player] = (),
    seed: int = 1,
    threads: int = 1,
    observation: Layout = "planes",
    reward: Literal["win", "points", "rank"] = "win",
    autoreset: Literal["same_step", "next_step", "disabled"] | bool = "same_step",
    match: bool = False,
    set: Sequence[str] = (),
    draw_by_choice: bool = False,
    net_rows: bool = False,
) -> VecEnv: ...
def dataset(
    record: str | PathLike[str],
    *,
    batch: int = 10000,
    observation: Literal["cards", "cards-v1", "cards-v2"] = "cards",
) -> Dataset: ...
def rule_sets() -> list[str]: ...
def rows_count(players: int) -> int: ...
def actions_of(
    rules: str | PathLike[str] = "official", *, set: Sequence[str] = ()
) -> list[str]: ...
def fields_of(observation: Layout = "planes-v1") -> dict[str, slice]: ...

@dataclass(frozen=True)
class Network:
    players: int
    first: NDArray[Any]
    first_bias: NDArray[Any]
    second: NDArray[Any]
    second_bias: NDArray[Any]
    third: NDArray[Any]
    third_bias: NDArray[Any]
    rules: str = "any"
    seed: int = 0
    games: int = 0
    command: str = ""
    aim: Literal["wins", "score"] = "wins"
    def rounded(self) -> Network: ...

def read_networks(path: str | PathLike[str]) -> list[Network]: ...
def write_networks(path: str | PathLike[str], tables: Iterable[Network]) -> None: ...
def worth(net: Network, rows: NDArray[Any], effects: NDArray[Any]) -> NDArray[np.int64]: ...

class Table:
    columns: tuple[str, ...]
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __getitem__(self, name: str) -> list[Any]: ...
    def to_dicts(self) -> list[dict[str, Any]]: ...
    def to_polars(self) -> Any: ...
    def to_pandas(self) -> Any: ...
    def to_arrow(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Result:
    directory: Path
    manifest: dict[str, Any]
    document: dict[str, Any]
    complete: bool
    tables: list[str]
    text: str
    def __init__(self, directory: str | PathLike[str]) -> None: ...
    def report(self) -> Path: ...
    def __getattr__(self, name: str) -> Table: ...

class Trained(NamedTuple):
    strategy: str
    file: Path
    text: str

class Chooser(Protocol):
    def choose(self, questions: list[dict[str, Any]], rules: dict[str, Any]) -> Any: ...

Player: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.bool_]], Any] | Chooser
Seated: TypeAlias = str | Player | Mapping[str, str | Player]

Value: TypeAlias = str | float | PathLike[str] | Player
Setting: TypeAlias = (
    Value
    | bool
    | Iterable[Value | Mapping[str, Value]]
    | Mapping[str, Value | Iterable[Value]]
    | None
)

# made by tests/python_types.rs: begin
class PlayFlags(TypedDict, total=False):
    force: bool | None
    format: Setting
    games: Setting
    max_time: Setting
    move_time: Setting
    no_progress: bool | None
    players: Setting
    quiet: bool | None
    report: bool | None
    resume: bool | None
    seed: Setting
    set: Setting
    threads: Setting
    verbose: bool | None
    yes: bool | None

class RunFlags(PlayFlags, total=False):
    match: bool | None
    matches: Setting
    on_fault: Setting
    rounds: Setting
    rules: Setting
    seating: Setting
    until_ci: Setting

class DuelFlags(PlayFlags, total=False):
    alpha: Setting
    beta: Setting
    elo0: Setting
    elo1: Setting
    match: bool | None
    matches: Setting
    on_fault: Setting
    plan: bool | None
    rules: Setting

class TournamentFlags(PlayFlags, total=False):
    crosstable: Setting
    kind: Setting
    line_ups: Setting
    match: bool | None
    matches: Setting
    on_fault: Setting
    rules: Setting
    with_bounds: bool | None

class CompareFlags(PlayFlags, total=False):
    baseline: Setting
    learn_games: Setting
    learners: Setting
    match_games: Setting
    no_learn: bool | None
    panel: Setting
    pool: Setting
    pool_games: Setting
    strategy: Setting
    worth: Setting

class SweepFlags(PlayFlags, total=False):
    learn_games: Setting
    learners: Setting
    match_games: Setting
    panel: Setting
    pool: Setting
    pool_games: Setting
    rules: Setting
    strategy: Setting
    switch: Setting
    worth: Setting

class SkillFlags(PlayFlags, total=False):
    beginner: Setting
    no_learn: bool | None
    oracle: Setting
    others: Setting
    rules: Setting
    search_games: Setting

class SettleFlags(PlayFlags, total=False):
    anew: bool | None
    baseline: Setting
    details: bool | None
    learn_games: Setting
    learners: Setting
    match_games: Setting
    no_learn: bool | None
    panel: Setting
    pool: Setting
    pool_games: Setting
    quick: bool | None
    strategy: Setting
    which: bool | None
    worth: Setting

class AskFlags(TypedDict, total=False):
    at: Setting
    format: Setting
    players: Setting
    quick: bool | None
    quiet: bool | None
    rules: Setting
    set: Setting
    strategy: Setting
    think: Setting

class TrainFlags(TypedDict, total=False):
    against: Setting
    aim: Setting
    also: Setting
    also_times: Setting
    batch: Setting
    check: Setting
    choice: Setting
    drawn: Setting
    finish: Setting
    from_: Setting
    games: Setting
    lambda_: Setting
    minutes: Setting
    no_progress: bool | None
    players: Setting
    quiet: bool | None
    rate: Setting
    resume: bool | None
    rival: Setting
    rules: Setting
    seed: Setting
    set: Setting
    threads: Setting
    verbose: bool | None
    without: Setting

# made by tests/python_types.rs: end

def run(
    *strategies: Seated,
    out: str | PathLike[str] | None = None,
    progress: bool | None = None,
    **flags: Unpack[RunFlags],
) -> Result: ...
def duel(
    first: Seated,
    second: Seated,
    *,
    out: str | PathLike[str] | None = None,
    progress: bool | None = None,
    **flags: Unpack[DuelFlags],
) -> Result: ...
def tournament(
    *strategies: Seated,
    out: str | PathLike[str] | None = None,
    progress: bool | None = None,
    **flags: Unpack[TournamentFlags],
) -> Result: ...
def compare(
    *rules: str | PathLike[str],
    out: str | PathLike[str] | None = None,
    progress: bool | None = None,
    **flags: Unpack[CompareFlags],
) -> Result: ...
def sweep(
    *,
    out: str | PathLike[str] | None = None,
    progress: bool | None = None,
    **flags: Unpack[SweepFlags],
) -> Result: ...
def skill(
    *strategies: Seated,
    out: str | PathLike[str] | None = None,
    progress: bool | None = None,
    **flags: Unpack[SkillFlags],
) -> Result: ...
def settle(*names: str, progress: bool | None = None, **flags: Unpack[SettleFlags]) -> str: ...
def ask(position: str | Mapping[str, Any], **flags: Unpack[AskFlags]) -> dict[str, Any]: ...
def train(
    *, out: str | PathLike[str], progress: bool | None = None, **flags: Unpack[TrainFlags]
) -> Trained: ...
def replay(file: str | PathLike[str]) -> Table: ...
