"""What the tests share: the program, directories to compare, machines that are processes here.

Everything is on the loopback interface and ends by itself.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
# No test waits longer for anything, in seconds.
PATIENCE = 120
# Whether every test is run, as scripts/check-release asks for, and what is left out otherwise: what
# takes long and has a twin that takes less.
IS_THOROUGH = "UNOBENCH_THOROUGH" in os.environ
LONG = pytest.mark.skipif(not IS_THOROUGH, reason="takes long: UNOBENCH_THOROUGH=1 runs it")


def but_long(values, some):
    """Values of a parameter, of which some take long."""
    return [pytest.param(value, marks=LONG) if value in some else value for value in values]


def empty_columns(name, rows):
    """The columns of a file that have no value in any row."""
    rows = list(rows)
    empty = {column for column in rows[0] if all(row[column] == "" for row in rows)}
    # What only some commands find has a column in all.
    of_some = {"table", "p_value", "q_value", "family", "verdict", "undecided"}
    return empty - of_some if "findings.csv" in name else empty


@pytest.fixture(scope="session")
def program():
    """The program, as users build it."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = os.environ.get("UNOBENCH", str(target / "release" / "unobench"))
    if not os.access(path, os.X_OK):
        pytest.skip(f"no program at {path}: `cargo build --release` makes it")
    return path


@pytest.fixture(scope="session")
def dask():
    """Dask, without which nobody else can play."""
    return pytest.importorskip("distributed", reason="dask is not installed")


def surroundings(program, directory):
    """The variables of who plays with others."""
    dask = str(directory / "dask")
    return {**os.environ, "UNOBENCH": str(program), "DASK_TEMPORARY_DIRECTORY": dask}


@pytest.fixture
def adapter(dask, program, tmp_path):
    """Runs `python -m unobench.distributed`; what it starts is known by its directory."""
    running = []

    class Adapter:
        directory = tmp_path

        @staticmethod
        def start(*words, using=program):
            env = surroundings(using, tmp_path) | {"PYTHONPATH": str(ROOT / "python")}
            command = [sys.executable, "-m", "unobench.distributed", *map(str, words)]
            process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
            running.append(process)
            return process

        @staticmethod
        def end(process):
            """Its exit status and what it said."""
            said = process.communicate(timeout=PATIENCE)[1]
            return process.returncode, said

        def run(self, *words, **options):
            return self.end(self.start(*words, **options))

        def played(self, out, *words, **options):
            """Runs it to a good end."""
            status, said = self.run(*words, "-o", out, **options)
            assert status == 0, said
            return said

        def played_as_by_one(self, *words, more=(), **options):
            """Runs it, and asserts that it writes what one machine does; what it said."""
            said = self.played(tmp_path / "many", *words, *more, **options)
            same_bytes(reference(program, tmp_path / "alone", *words), tmp_path / "many")
            return said

    yield Adapter()
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def stand_in(tmp_path, program):
    """Programs that do everything as the real one, but for `chunk`."""

    def make(mode, version=None):
        path = tmp_path / f"unobench-{mode.partition(':')[0] or 'old'}"
        script = Path(__file__).with_name("stand_in.py")
        lines = ["#!/bin/sh"]
        if version:
            lines.append(f'[ "$1" = --version ] && echo unobench {version} && exit')
        if mode:
            does = f'exec {sys.executable} {script} {program} {mode} "$@"'
            lines.append(f'[ "$1" = chunk ] && {does}')
        path.write_text("\n".join([*lines, f'exec {program} "$@"', ""]))
        path.chmod(0o755)
        return path

    return make


@pytest.fixture
def machines(dask, program, tmp_path):
    """A scheduler and workers that are processes of their own."""
    made = Machines(program, tmp_path)
    yield made
    made.stop()


class Machines:
    """A Dask cluster on the loopback interface, whose parts can be killed."""

    def __init__(self, program, directory):
        self.program, self.directory = program, directory
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.running = []
        self.scheduler = None
        self.start_scheduler()

    def start(self, *words, using=None):
        env = surroundings(using or self.program, self.directory)
        quiet = ["--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:], *quiet]
        with open(self.directory / "machines.log", "ab") as log:
            # Elsewhere than in our sources, so that workers do not find the package by chance.
            process = subprocess.Popen(command, env=env, stdout=log, stderr=log, cwd=self.directory)
        self.running.append(process)
        return process

    def start_scheduler(self):
        port = self.address.rpartition(":")[2]
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", port)

    def start_worker(self, using=None, threads=1):
        how = ["--host", "127.0.0.1", "--nthreads", str(threads), "--no-nanny"]
        return self.start("worker", self.address, *how, using=using)

    def start_workers(self, *programs):
        """A worker for each program, all of which the scheduler knows when this returns."""
        for using in programs:
            self.start_worker(using)
        log = self.directory / "machines.log"
        until(lambda: log.read_text().count("Registered to:") >= len(programs))

    def stop(self):
        for process in self.running:
            process.kill()
        for process in self.running:
            process.wait()


def heard(*command, check=True, **options):
    """How a command ended, and what it said."""
    return subprocess.run(command, check=check, capture_output=True, text=True, **options)


def until(true, seconds=PATIENCE):
    """Waits until something is so; what it is then."""
    end = time.monotonic() + seconds
    while not (value := true()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
    return value


def reference(program, out, *words):
    """The directory of a run on one machine."""
    subprocess.run([program, *words, "-q", "-o", str(out)], check=True, stdout=subprocess.DEVNULL)
    return out


def same_bytes(one, other):
    """Asserts that two directories hold the same, but for what belongs to the machine."""
    names = [{p.relative_to(out) for p in out.rglob("*") if p.is_file()} for out in (one, other)]
    assert names[0] == names[1]
    assert Path("progress.jsonl") in names[0]
    for name in sorted(names[0]):
        texts = [(out / name).read_bytes() for out in (one, other)]
        if name.name == "manifest.json":
            texts = [{**json.loads(text), "host": None} for text in texts]
        assert texts[0] == texts[1], name


def lines(out):
    """How many chunks are on disk."""
    path = out / "progress.jsonl"
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def found_in_proc(is_wanted):
    """The numbers of the processes whose directory in /proc is wanted."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            found += [int(entry.name)] if is_wanted(entry) else []
    return found


def processes(word, directory):
    """The processes whose command lines name a word and something in a directory."""

    def is_wanted(entry):
        words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        return word in words and any(str(directory) in part for part in words)

    return found_in_proc(is_wanted)


def children(process):
    """The worker processes that an adapter with `--local` has started."""

    def is_wanted(entry):
        parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
        return int(parent) == process.pid and b"spawn_main" in (entry / "cmdline").read_bytes()

    return found_in_proc(is_wanted)


def kill(pid):
    os.kill(pid, signal.SIGKILL)
