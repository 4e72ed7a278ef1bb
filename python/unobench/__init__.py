"""Python and `unobench`, a program that plays millions of seeded games of UNO.

`unobench.vec` makes many tables side by side, for whoever learns to play. `unobench.run` and the
other commands return what they find as tables: docs/PYTHON.md of the project.
`python -m unobench.distributed` plays on many machines what the program plays on one, to the same
bytes: docs/SCALE.md.
"""

import importlib

__version__ = "0.7.0"
# What is where.
_HOMES = {
    "Dataset": "_native",
    "State": "_native",
    "VecEnv": "_native",
    "Network": "networks",
    "actions_of": "_native",
    "dataset": "_native",
    "fields_of": "_native",
    "rows_count": "_native",
    "rule_sets": "_native",
    "vec": "_native",
    "Result": "results",
    "Trained": "results",
    "read_networks": "networks",
    "worth": "networks",
    "write_networks": "networks",
    "ask": "results",
    "compare": "results",
    "duel": "results",
    "replay": "results",
    "run": "results",
    "settle": "results",
    "skill": "results",
    "sweep": "results",
    "tournament": "results",
    "train": "results",
    "Table": "tables",
}
__all__ = [*_HOMES]


def __getattr__(name):
    """Loads what is there when it is first used: whoever plays on many machines needs none."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        home = importlib.import_module(f"unobench.{_HOMES[name]}")
    except ModuleNotFoundError as error:
        if error.name != "unobench._native":
            raise
        raise ImportError(
            "the compiled part of unobench is not here; `pip install ./python` builds it"
        ) from error
    return getattr(home, name)


def __dir__():
    return sorted([*globals(), *__all__])
