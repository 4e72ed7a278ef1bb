"""Players that are objects of Python, and how the command line names them."""

import importlib
import json
import re
import threading
from collections.abc import Iterable, Mapping
from os import PathLike

import numpy as np

# Whether this thread asks a player just now.
_now = threading.local()


def is_asked():
    """Whether whoever asks this is a player that was asked itself."""
    return getattr(_now, "asked", False)


def __getattr__(name):
    """Loads `Model`, whom few need."""
    if name not in ("Model", "OverBudget"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("unobench.models"), name)


class Players:
    """The objects among some arguments that play: `policy(obs, mask)`, or with a method `choose`."""

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
    _now.asked = True
    try:
        answer = ask(*about)
    finally:
        _now.asked = False
    said = answer if isinstance(answer, dict) else {"action": answer}
    why = said.get("why") and [json.dumps(one) for one in said["why"]]
    try:
        return np.asarray(said["action"]), why
    except ValueError:  # lists of several lengths
        return np.array(None), why
