"""Python and `unobench`, a program that plays millions of seeded games of UNO.

`unobench.vec` makes many tables side by side, for whoever learns to play. `unobench.run` and the
other commands return what they find as tables: docs/PYTHON.md of the project.
`python -m unobench.distributed` plays on many machines what the program plays on one, to the same
bytes: docs/SCALE.md.
"""

import importlib

__version__ = "0.9.0"
# What is where.
_PARTS = {
    "_native": "Dataset State VecEnv actions_of dataset fields_of rows_count rule_sets vec",
    "networks": "Network read_networks worth write_networks",
    "results": "Result Trained ask compare duel replay run settle skill sweep tournament train",
    "tables": "Table",
}
_HOMES = {name: part for part, names in _PARTS.items() for name in names.split()}
__all__ = [*_HOMES]  # noqa: PLE0604


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
