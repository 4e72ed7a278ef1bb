"""What runs on a worker: an `unobench chunk` for each of its threads, kept alive.

A chunk that cannot be played is an answer like any other, not an exception: the conductor has to
know which worker it was. This module travels by value: workers need Dask and the program, and not
this package.
"""

import contextlib
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import cloudpickle
from distributed.diagnostics.plugin import WorkerPlugin
from tornado.ioloop import PeriodicCallback

import unobench.program
from unobench.program import Unusable, check_version, find

for module in (sys.modules[__name__], unobench.program):
    cloudpickle.register_pickle_by_value(module)

# A child that has had nothing to do for so many seconds is ended: its conductor may be dead.
IDLE_SECONDS = 600

# Becomes the program, which the kernel is to kill when the thread that started it ends, however it
# ends. Elsewhere than on Linux the program ends because its input does.
LINUX_CHILD = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
if os.getppid() == int(sys.argv[1]):
    os.execv(sys.argv[2], sys.argv[2:])
"""


class Failed(Exception):
    """A child ended."""

    def __init__(self, message, status):
        super().__init__(message)
        self.refused = status == 2


class Child:
    """A running `unobench chunk`."""

    def __init__(self, path, plan, more=()):
        command = [path, "chunk", str(plan), "-j", "1", *more]
        if sys.platform == "linux":
            command = [sys.executable, "-ISc", LINUX_CHILD, str(os.getpid()), *command]
        self.complaints = tempfile.TemporaryFile()  # noqa: SIM115, it lives as long as the process
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.complaints
        )
        self.lock = threading.Lock()
        self.used = time.monotonic()

    def play(self, job):
        """The sealed line of a job."""
        with self.lock:
            try:
                self.process.stdin.write(json.dumps(job).encode() + b"\n")
                self.process.stdin.flush()
                line = self.process.stdout.readline()
            except OSError:
                line = b""
            self.used = time.monotonic()
        if not line.endswith(b"\n"):
            raise Failed(*self.end())
        return line

    def end(self):
        """Ends it, if it has not ended; its last words, and its exit status."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            status = self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.complaints.seek(0)
        words = self.complaints.read()[-1000:].decode(errors="replace").strip()
        return words or f"`unobench chunk` ended with status {status}", status

    def kill(self):
        """Ends it at once, whatever it is doing."""
        self.process.kill()
        self.process.wait()


class Player(WorkerPlugin):
    """The children of a worker, for one plan."""

    def __init__(self, plan, more=()):
        self.text, self.version, self.more = plan.text, plan.version, tuple(more)
        self.name = "unobench-" + hashlib.sha256(plan.text.encode()).hexdigest()[:16]

    def setup(self, worker):
        self.children = {}
        self.complaint = ""
        self.file = Path(worker.local_directory) / f"{self.name}.json"
        try:
            self.file.write_text(self.text)
            self.program = find()
            check_version(self.program, self.version)
        except (OSError, Unusable) as error:
            self.complaint = str(error)
        self.reaper = PeriodicCallback(self.reap, IDLE_SECONDS * 1000 / 4)
        self.reaper.start()

    def teardown(self, worker):
        self.reaper.stop()
        for child in self.children.values():
            child.kill()
        self.file.unlink(missing_ok=True)

    def reap(self):
        """Ends children that nobody has asked for long."""
        for thread, child in list(self.children.items()):
            if time.monotonic() - child.used > IDLE_SECONDS and child.lock.acquire(blocking=False):
                self.children.pop(thread, None)
                child.kill()
                child.lock.release()

    def play(self, jobs, longest):
        """Plays jobs one after the other, for so many seconds or up to the first that fails: their
        lines, the seconds that each took, what failed, and whether this worker cannot play."""
        lines, seconds, error, refused = [], [], self.complaint, bool(self.complaint)
        thread = threading.get_ident()
        for job in [] if refused else jobs:
            if sum(seconds) > longest:
                break  # they take longer than was thought; if this worker dies, less is lost
            try:
                if thread not in self.children:
                    self.children[thread] = Child(self.program, self.file, self.more)
                begin = time.monotonic()
                lines.append(self.children[thread].play(job))
            except (OSError, Failed) as failure:
                self.children.pop(thread, None)
                error, refused = str(failure), getattr(failure, "refused", False)
                break
            seconds.append(time.monotonic() - begin)
        return lines, seconds, error, refused


def task():
    """What is handed to a worker; as a function within a function it travels by value."""

    def play(name, jobs, longest):
        from distributed import get_worker

        return get_worker().plugins[name].play(jobs, longest)

    return play
