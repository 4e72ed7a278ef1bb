"""Types: the package agrees with its own, and its stub file with what is there."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import LONG

PACKAGE = Path(__file__).parents[1]
CONFIGURATION = PACKAGE / "pyproject.toml"
# Names that are there for type checkers alone, or for none, arguments that are not for users, and
# modules that have their types in themselves.
KNOWN = r"""
unobench\.__all__
unobench\.(Batch|Chooser|Info|Layout|Player|Rows|Seated|Setting|Value|\w+Flags)
unobench\.(Result|Table)\.__init__
unobench\.(_native|_protocol|_table|chat|distributed|gymnasium|mcp|models|openspiel|pettingzoo|pufferlib|sb3)(\..*)?
"""

pytestmark = pytest.mark.skipif(find_spec("mypy") is None, reason="needs mypy")


def passes(module, *arguments):
    """Runs a checker; what it finds is the message of the test."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_keeps_to_its_types(tmp_path):
    passes("mypy", "--cache-dir", tmp_path, "--config-file", CONFIGURATION, PACKAGE / "unobench")


@LONG
def test_the_stub_file_says_what_is_there(tmp_path):
    known = tmp_path / "known"
    known.write_text(KNOWN)
    flags = ["--concise", "--mypy-config-file", CONFIGURATION, "--allowlist", known]
    passes("mypy.stubtest", "unobench", *flags, "--ignore-unused-allowlist")


CALLS = """
from typing import Any
import unobench

def first(obs: Any, mask: Any) -> Any:
    return mask.argmax(axis=1)

unobench.run("linear", {"mine": first}, players=2, games=1e4, match=True, rules=["official"])
unobench.sweep(set={"setup.hand_size": [5, 7]}, panel=["counter", {"mine": first}])
unobench.settle("stacking", panel=[first], games=100, quick=None)
unobench.train(out="x.net", rules="stacking", from_="y.net", lambda_=0.9)
"""


def test_a_keyword_that_is_none_is_found_before_the_call(tmp_path):
    calls = tmp_path / "calls.py"
    checked = ["mypy", "--strict", "--cache-dir", tmp_path / "cache", calls]
    calls.write_text(CALLS)
    passes(*checked)
    for wrong in ("run(playerz=2)", "settle('stacking', mach=True)", "train(out='x', matsh=True)"):
        calls.write_text(f"import unobench\n\nunobench.{wrong}\n")
        with pytest.raises(AssertionError, match="Unexpected keyword argument"):
            passes(*checked)
