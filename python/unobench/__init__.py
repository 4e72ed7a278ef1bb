"""Python and `unobench`, a program that plays millions of seeded games of UNO.

`unobench.vec` makes many tables side by side, for whoever learns to play: docs/PYTHON.md of the
project. `python -m unobench.distributed` plays on many machines what the program plays on one, to
the same bytes: docs/SCALE.md.
"""

import importlib

__version__ = "0.4.0"
__all__ = ["Dataset", "State", "VecEnv", "actions_of", "dataset", "fields_of", "vec"]


def __getattr__(name):
    """Loads what is compiled when it is first used: whoever plays on many machines needs none."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        native = importlib.import_module("unobench._native")
    except ModuleNotFoundError as error:
        raise ImportError(
            "the compiled part of unobench is not here; `pip install ./python` builds it"
        ) from error
    return getattr(native, name)


def __dir__():
    return sorted([*globals(), *__all__])
