"""Keywords of Python as flags of the program."""

import os
from collections.abc import Iterable, Mapping
from keyword import iskeyword
from numbers import Integral, Real


def words(values):
    """What is no flag, even where it looks like one."""
    return ["--", *(_text("an argument", value) for value in values)] if values else []


def option(name):
    """The flag of a keyword."""
    return "--" + name.rstrip("_").replace("_", "-")


def name_of(option):
    """The keyword of a flag."""
    name = option.removeprefix("--").replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


def options(flags):
    """Flags: True gives one alone, None and False leave it out, a list repeats it, and a dict gives
    KEY=VALUE for each entry."""
    found = []
    for name, value in flags.items():
        flag = option(name)
        if value is True:
            found.append(flag)
        elif value is not None and value is not False:
            found += [f"{flag}={text}" for text in values(name, value)]
    return found


def values(name, value):
    """The values of a flag, one for each time it is given."""
    if isinstance(value, Mapping):
        return [f"{key}={_joined(name, inner)}" for key, inner in value.items()]
    if _is_list(value):
        return [_text(name, inner) for inner in value]
    return [_text(name, value)]


def _joined(name, value):
    """The value of a key: `sweep` tries several."""
    return ",".join(_text(name, inner) for inner in (value if _is_list(value) else [value]))


def _is_list(value):
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, os.PathLike))


def _text(name, value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Integral) or (isinstance(value, Real) and float(value).is_integer()):
        return str(int(value))
    if isinstance(value, Real):
        return repr(float(value))
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    raise TypeError(f"{name} is of type {type(value).__name__}; allowed are str, numbers and paths")
