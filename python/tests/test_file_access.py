"""Hostile paths: nothing hangs, fills the memory, or is destroyed, and every refusal is short."""

import ast
import lzma
import os
import sys

import pytest
import unobench
from conftest import ROOT, heard
from unobench import _native

PACKAGE = ROOT / "python" / "unobench"
READS_AND_WRITES = {"open", "read_bytes", "read_text", "write_bytes", "write_text"}
# What plays on many machines needs nothing that is compiled; it writes to folders of its own.
APART = [PACKAGE / "distributed" / name for name in ("player.py", "command.py")]
# Reads the log of a model through that module, and then adds each answer that has been paid for.
APART.append(PACKAGE / "models.py")
# Opens addresses, and no files.
APART.append(PACKAGE / "chat.py")

CHILD = """
import resource, sys, unobench, unobench.tables
from unobench import _native
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    {act}
except (OSError, ValueError) as error:
    print(type(error).__name__, len(str(error)) < 1000, error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000)
"""


def told(act, *words):
    """What a process of its own says of it."""
    done = heard(sys.executable, "-c", CHILD.format(act=act), *map(str, words), timeout=60)
    *said, is_small = done.stdout.splitlines()
    assert said and "True" in said[0] and is_small == "True", done.stdout
    return said[0]


@pytest.fixture
def hostile(tmp_path):
    """Paths that are no files, or no files for us."""
    paths = {name: tmp_path / name for name in ("pipe", "zero", "circle", "sparse", "folder")}
    os.mkfifo(paths["pipe"])
    paths["zero"].symlink_to("/dev/zero")
    paths["circle"].symlink_to("circle")
    with open(paths["sparse"], "wb") as file:
        file.truncate(20_000_000_000)
    paths["folder"].mkdir()
    return [*paths.values(), tmp_path / "nothing", tmp_path / ("x" * 300)]


def test_no_path_is_read_that_is_no_file(hostile, tmp_path):
    run = tmp_path / "run"
    for path in hostile:
        told("unobench.read_networks(sys.argv[1])", path)
        told("next(iter(unobench.dataset(sys.argv[1])))", path)
        told("unobench.tables.read_csv(sys.argv[1])", path)
        run.mkdir(exist_ok=True)
        (run / "manifest.json").symlink_to(path)
        told("unobench.Result(sys.argv[1])", run)
        (run / "manifest.json").unlink()


def test_what_cannot_be_written_leaves_what_was_there(tmp_path):
    file = tmp_path / "a.net"
    file.write_bytes(b"old")
    act = "resource.setrlimit(resource.RLIMIT_FSIZE, (2, 2)) or _native.replace_file"
    assert told(f"({act})(sys.argv[1], b'much more')", file)
    assert file.read_bytes() == b"old" and list(tmp_path.iterdir()) == [file]
    (tmp_path / "folder").mkdir()
    (tmp_path / "device").symlink_to("/dev/null")
    for name in ("folder", "device"):
        with pytest.raises(OSError, match=name):
            _native.replace_file(tmp_path / name, b"new")


@pytest.mark.parametrize("words", ["reward", "observation", "rules", "opponents", "autoreset"])
def test_refusals_are_short(words):
    with pytest.raises((OSError, TypeError, ValueError)) as refused:
        unobench.vec(**{"rules": "official", "players": 2, "envs": 1, words: "x" * 100_000})
    assert len(str(refused.value)) < 1500


def test_the_package_goes_through_one_module():
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = node.func if isinstance(node, ast.Call) else None
            name = getattr(called, "id", None) or getattr(called, "attr", None)
            assert name not in READS_AND_WRITES or path in APART, f"{path}:{node.lineno}: {name}"


def test_what_is_packed_and_damaged_is_told_in_a_sentence(tmp_path):
    good = (ROOT / "results/compare-search/progress.jsonl.xz").read_bytes()
    middle = len(good) // 2
    packer, zeros = lzma.LZMACompressor(), bytes(1 << 20)
    bomb = b"".join([*(packer.compress(zeros) for _ in range(300)), packer.flush()])
    broken = good[:middle] + bytes([good[middle] ^ 255]) + good[middle + 1 :]
    for number, data in enumerate([b"", b"text", good[:-50], broken, bomb]):
        run = tmp_path / str(number)
        run.mkdir()
        (run / "progress.jsonl.xz").write_bytes(data)
        command = [sys.executable, ROOT / "scripts" / "recompute", run]
        done = heard(*command, check=False, timeout=60)
        assert "Traceback" not in done.stderr and "read" in done.stderr, done.stderr
        assert len(done.stderr) < 1000
