"""Players that are objects of Python, and how the command line names them."""

import contextlib
import importlib
import json
import math
import re
import threading
import time
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from os import PathLike
from typing import NamedTuple

import numpy as np

from . import _native

# How long a command waits for one whose player is asked, in seconds, before it is taken to be what
# the player waits for: where its thread began since, and where it was there before.
PATIENCE, PATIENCE_OF_OLD = 2, 60


class _Ask(NamedTuple):
    """A question to a player, by whom nobody has been answered yet."""

    since: float
    """When it began."""
    before: set[threading.Thread]
    """The threads that there were."""


# Questions by the thread that asks them.
_asks: dict[int, _Ask] = {}


@contextlib.contextmanager
def _asks_now():
    own = threading.get_ident()
    outer = _asks.get(own)  # of a player that asks another
    _asks[own] = _Ask(time.monotonic(), set(threading.enumerate()))
    try:
        yield
    finally:
        if outer is None:
            del _asks[own]
        else:
            _asks[own] = outer


def refuse_asked(waiting=None):
    """Raises RuntimeError if whoever starts a command is a player that is asked, in its own thread
    or, once the command has been waiting so many seconds, in another."""
    if threading.get_ident() in _asks:
        raise RuntimeError("a player that is asked cannot start a command")
    for ask in tuple(_asks.values()) if waiting else ():
        is_old = threading.current_thread() in ask.before
        patience = PATIENCE_OF_OLD if is_old else PATIENCE
        if min(waiting, time.monotonic() - ask.since) > patience:
            raise RuntimeError(
                "a player that is asked cannot start a command, not even in another thread: the "
                f"command that asks it has waited {patience} s for its answer"
            )


def __getattr__(name):
    """Loads `Model`, whom few need."""
    if name not in ("Model", "NoLegalAnswer", "OverBudget"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("unobench.models"), name)


class Players:
    """The objects among some arguments that play: `policy(obs, mask)`, or those with a method
    `choose`."""

    def __init__(self):
        self._found = {}

    def named(self, value):
        """An argument with `py:NAME` in the place of each player; a dict gives players names."""
        if _plays(value):
            return self._add(getattr(value, "__name__", None) or type(value).__name__, value)
        if isinstance(value, Mapping):
            return self._names(value) if any(map(_plays, value.values())) else value
        if isinstance(value, Iterable) and not isinstance(value, (str, bytes, PathLike)):
            return [name for one in value for name in self._names(one)]
        return value

    def _names(self, one):
        if isinstance(one, Mapping):
            return [self._add(name, player) for name, player in one.items()]
        return [self.named(one)]

    def _add(self, name, player):
        """A player under a name; a text is a bot's, or a strategy, which has its own."""
        if not _plays(player):
            return player if player == name else f"{name}={player}"
        name = re.sub(r"[^\w .-]", "", str(name)) or "player"
        if self._found.setdefault(name, player) is not player:
            raise ValueError(f'two players are called {name!r}; name them: {{"other": player}}')
        return f"py:{name}"

    def flags(self):
        """What players ask for where the call does not: a model takes its time."""
        waits = [getattr(player, "move_time", None) for player in self._found.values()]
        return next(({"move_time": time} for time in waits if time), {})

    def list(self):
        """For each its name, and what `asked` says."""
        return [(name, *asked(player)) for name, player in self._found.items()]


def asked(player):
    """What is called for a player; the layout of its rows, and whether its mask has draws by
    choice, or None where it takes questions."""
    observation = getattr(player, "observation", "cards-v1")
    rows = observation, bool(getattr(player, "draw_by_choice", True))
    return _asking(player), None if hasattr(player, "choose") else rows


def _plays(value):
    return hasattr(value, "choose") or (callable(value) and not isinstance(value, type))


def _asking(player):
    """What is called: with arrays, or with questions as texts, a rule set's name and settings."""

    def with_arrays(obs, mask):
        return _numbers(player, obs, mask.copy())

    def with_questions(questions, rules, settings):
        questions = [json.loads(question) for question in questions]
        return _numbers(player.choose, questions, {"name": rules, "settings": json.loads(settings)})

    return with_questions if hasattr(player, "choose") else with_arrays


def _numbers(ask, *about):
    """What a player gives: an array of numbers; for each why, as JSON, if it says so; and what is
    wrong if that cannot be an answer."""
    with _asks_now():
        answer = ask(*about)
    said = answer if isinstance(answer, Mapping) else {"action": answer}
    try:
        if said.get("action") is None:
            raise TypeError(f"it returned {_described(answer)}, not an array of whole numbers")
        return np.asarray(said["action"]), _reasons(said.get("why")), None
    except (TypeError, ValueError) as error:
        return np.array(None), None, str(error)


def _described(answer):
    if not isinstance(answer, Mapping):
        return str(answer)
    names = ", ".join(f'"{_native.quoted(str(name))}"' for name in answer) or "nothing"
    return f'a dict that has no "action", but {names}'


def _reasons(whys):
    """Why each decision was made, as JSON."""
    if whys is None:
        return None
    if isinstance(whys, (str, bytes, Mapping)) or not isinstance(whys, Iterable):
        kind = type(whys).__name__
        raise TypeError(f'its "why" is of type {kind}, not a list with one for each decision')
    return [None if one is None else _reason(one) for one in whys]


def _reason(why):
    if isinstance(why, str):
        return json.dumps(why)
    if isinstance(why, Integral):
        return json.dumps(int(why))
    if isinstance(why, Real) and math.isfinite(why):
        return json.dumps(float(why))
    raise TypeError(f'a "why" is {_native.quoted(repr(why))}; allowed are sentences and numbers')
