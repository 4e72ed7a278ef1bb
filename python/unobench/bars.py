"""A bar of tqdm, where there is one and somebody looks."""

import importlib
import sys
import warnings
from contextlib import nullcontext

FORM = "{percentage:3.0f}%|{bar}| {elapsed}<{remaining}"


def bar(progress):
    """A bar, or a context of None. Without `progress` there is one on a terminal and in a notebook,
    if tqdm is installed.

    Raises ImportError if one is asked for and tqdm is not installed.
    """
    watched = sys.stderr.isatty() or "ipykernel" in sys.modules
    if not (watched if progress is None else progress):
        return nullcontext()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a notebook could show a nicer one
            tqdm = importlib.import_module("tqdm.auto").tqdm
    except ModuleNotFoundError:
        if progress:
            raise ImportError("progress=True needs tqdm; `pip install tqdm` installs it") from None
        return nullcontext()
    return tqdm(total=1, bar_format=FORM, leave=False)


def show(bar, done, total):
    """Moves the bar."""
    if bar is not None:
        bar.total, bar.n = max(total, 1), done
        bar.refresh()
