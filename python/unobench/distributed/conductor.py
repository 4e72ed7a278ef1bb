"""Who plays what: keeps workers busy, and hands what they send to `gather`.

The conductor places each task itself, so that it knows what every worker owes. A chunk is missing
from the moment `gather` names it until `gather` has taken its line; until then it is waiting, or
workers have it. Nothing here can change a result: lines are sealed, and `gather` checks
each one.
"""

import asyncio
import itertools
import json
import math
import random
import time
from collections import deque
from concurrent.futures import CancelledError
from dataclasses import dataclass, field

from .player import task as playing

# Tasks that a thread has at a time: one that it plays, one that is there when it is done.
TASKS_PER_THREAD = 2
# Small chunks are put together until a task takes so many seconds, and so many for each thread that
# there is: handing one out costs the one scheduler some milliseconds.
TASK_SECONDS = 2.0
TASK_SECONDS_PER_THREAD = 0.01
# At most so many in one task, however small they are.
TASK_CHUNKS = 64
# A chunk that is late is handed out again, to at most so many workers at a time.
COPIES = 3
# So many of the oldest missing chunks are looked at for a worker with nothing to do.
OLDEST = 256
# How often the list of workers is asked for, in seconds.
LOOK_SECONDS = 1.0
# How long nobody may be there before it is said, and said again.
SILENCE_SECONDS = 60.0
# A worker that fails so often in a row is left out for so many seconds.
FAILURES = 3
LEFT_OUT_SECONDS = 600.0
# A chunk that fails on so many workers ends the run: it is not the workers.
FAILED_WORKERS = 3
# What of older measurements is left after each chunk, in the ratio of seconds measured to declared.
MEMORY = 0.98


class Lost(Exception):
    """The scheduler is gone, and with it all that was handed out."""

    def __init__(self):
        super().__init__("it is gone")


class Hopeless(Exception):
    """A chunk cannot be played anywhere."""


@dataclass(eq=False)
class Chunk:
    """A job of `gather` that is missing."""

    job: dict
    key: str
    missing: bool = True
    there: bool = False  # its line is
    copies: int = 0  # how often it is handed out now
    holder: object = None  # the last one that was given it
    due: float = math.inf  # when it is late there
    failed_on: set = field(default_factory=set)


@dataclass(eq=False)
class Worker:
    """A worker, by its address."""

    address: str
    threads: int
    tasks: set = field(default_factory=set)
    failures: int = 0  # in a row
    out_until: float = 0.0

    @property
    def host(self):
        return self.address.rpartition(":")[0]

    @property
    def free(self):
        """How many more tasks it may have."""
        left_out = time.monotonic() < self.out_until
        return 0 if left_out else self.threads * TASKS_PER_THREAD - len(self.tasks)


@dataclass(eq=False)
class Task:
    """Chunks that a worker has been given together."""

    worker: Worker
    chunks: list
    doubt: tuple  # the chunk to compare and who sent it first, or nothing
    seconds: float = 0.0  # about how long it takes
    future: object = None


class Conductor:
    """Plays a plan on whatever workers a client has."""

    def __init__(self, gather, player, progress, verify=0.01):
        self.gather, self.player, self.progress, self.verify = gather, player, progress, verify
        self.play = playing()
        self.missing = {}  # by key, the oldest first
        self.waiting = deque()  # of these, the ones that nobody has
        self.doubted = deque()  # (chunk, first worker): to be played again
        self.workers = {}
        self.threads = 0  # of all that may play
        self.running = {}  # asyncio task -> Task
        self.measured = self.declared = 1.0  # seconds, of late
        self.numbers = itertools.count()
        self.done = None  # what gather said when everything was there
        self.games = self.total = 0
        self.played = self.compared = self.refused = 0
        self.seen = time.monotonic()  # when somebody was last there to play
        self.complaint = ""

    # What gather says.

    def hear(self, answer):
        """Takes in an answer of gather; whether it took the line."""
        if "refused" in answer:
            self.refused += 1
            self.complaint = f"gather refused a line: {answer['refused']}"
            return False
        if "done" in answer:
            self.done = answer["done"]
            for chunk in self.missing.values():
                chunk.missing = False
            self.missing.clear()
            self.waiting.clear()
            return True
        self.games, self.total = answer["games"], answer["total"]
        for job in answer["next"]:
            named = {name: value for name, value in job.items() if name != "seconds"}
            key = json.dumps(named, sort_keys=True)
            if key not in self.missing:
                self.missing[key] = Chunk(job, key)
                self.waiting.append(self.missing[key])
        return True

    def finished(self):
        """Whether nothing is left to do: everything is played, and compared if it can be."""
        if self.done is None:
            return False
        comparing = any(task.doubt for task in self.running.values())
        return not comparing and not (self.doubted and len(self.present()) > 1)

    # Who plays.

    async def session(self, client):
        """Plays until everything is there; `Lost` when the scheduler is gone."""
        await client.register_plugin(self.player)
        self.landed = asyncio.Queue()
        look = self.fly(self.look(client))
        try:
            while not self.finished():
                self.hand_out(client)
                flight = await self.landed.get()
                if flight is look:
                    self.meet(look.result())
                    look = self.fly(self.look(client))
                elif flight in self.running:  # and not dropped meanwhile
                    await self.land(flight)
                self.show()
        finally:
            look.cancel()
            self.drop(list(self.running))

    def fly(self, errand):
        """Something that is waited for together with all else."""
        flight = asyncio.ensure_future(errand)
        flight.add_done_callback(self.landed.put_nowait)
        return flight

    async def look(self, client):
        """The workers that are there, by address with their threads."""
        await asyncio.sleep(LOOK_SECONDS if self.workers else LOOK_SECONDS / 4)
        if client.status != "running":
            raise Lost
        try:
            return await client.nthreads()
        except (OSError, asyncio.TimeoutError, RuntimeError) as error:
            raise Lost from error

    def meet(self, threads):
        """Takes note of workers that came and went; what these had is handed out anew."""
        for address in set(self.workers) - set(threads):
            gone = self.workers.pop(address)
            self.drop([flight for flight, task in self.running.items() if task.worker is gone])
        for address, count in threads.items():
            if address not in self.workers:
                self.workers[address] = Worker(address, count)
        self.threads = sum(worker.threads for worker in self.present())
        now = time.monotonic()
        if self.present():
            self.seen = now
        elif now - self.seen > SILENCE_SECONDS:
            self.seen = now
            out = f" but {len(self.workers)} that failed" if self.workers else ""
            said = f"; the last one said: {self.complaint}" if self.complaint else ""
            self.progress.say(f"no worker{out} for {SILENCE_SECONDS:.0f} s; waiting{said}")

    def present(self):
        """The workers that may play."""
        return [w for w in self.workers.values() if time.monotonic() >= w.out_until]

    def hand_out(self, client):
        """Gives every worker what it may have, those that have least first."""
        queue = [worker for worker in self.workers.values() if worker.free > 0]
        queue.sort(key=lambda worker: len(worker.tasks) / worker.threads)
        while queue:
            slots = sum(worker.free for worker in queue)
            queue = [w for w in queue if self.give(client, w, slots) and w.free > 0]

    def give(self, client, worker, slots):
        """Gives a worker one task; whether there was one."""
        doubt = self.take_doubted(worker)
        chunks = doubt[:1] or self.take_late(worker) or self.take_waiting(slots)
        if not chunks:
            return False
        task = Task(worker, chunks, doubt)
        task.seconds = sum(map(self.seconds, chunks))
        worker.tasks.add(task)
        ahead = sum(task.seconds for task in worker.tasks) / worker.threads
        for chunk in chunks:
            chunk.copies += 1
            chunk.holder = worker
            chunk.due = time.monotonic() + 1 + 2 * max(task.seconds, ahead)
        task.future = client.submit(
            self.play,
            self.player.name,
            [chunk.job for chunk in chunks],
            2 * self.enough(),
            key=f"{self.player.name}-{next(self.numbers)}",
            workers=[worker.address],
            pure=False,
        )
        self.running[self.fly(result(task.future))] = task
        return True

    def enough(self):
        """How long a task of small chunks takes, in seconds."""
        return max(TASK_SECONDS, TASK_SECONDS_PER_THREAD * self.threads)

    def seconds(self, chunk):
        """About how long a chunk takes."""
        return chunk.job.get("seconds", 1.0) * self.measured / self.declared

    def take_waiting(self, slots):
        """The oldest chunks that nobody has, enough for a task and no more than a fair share."""
        share = min(TASK_CHUNKS, math.ceil(len(self.waiting) / max(slots, self.threads)))
        chunks, seconds = [], 0.0
        while self.waiting and len(chunks) < share and seconds < self.enough():
            chunks.append(self.waiting.popleft())
            seconds += self.seconds(chunks[-1])
        return chunks

    def take_doubted(self, worker):
        """A chunk to compare that this worker did not play; on the same host if need be."""
        hosts = {other.host for other in self.present()} if self.doubted else ()
        for place, (chunk, first) in enumerate(itertools.islice(self.doubted, TASK_CHUNKS)):
            if first.address != worker.address and (first.host != worker.host or len(hosts) == 1):
                del self.doubted[place]
                return chunk, first
        return ()

    def take_late(self, worker):
        """The oldest missing chunk, if it is late: who has it may be slow, or hang, and the others
        wait at the end of the window. A worker with nothing to do looks at more than the oldest."""
        now = time.monotonic()
        for chunk in itertools.islice(self.missing.values(), 1 if worker.tasks else OLDEST):
            late = 0 < chunk.copies < COPIES and chunk.due < now
            if late and chunk.holder is not worker:
                return [chunk]
        return []

    # What comes back.

    async def land(self, flight):
        """Takes what a task brought."""
        task = self.running[flight]
        error = None if flight.cancelled() else flight.exception()
        if flight.cancelled() or isinstance(error, (CancelledError, asyncio.CancelledError)):
            raise Lost  # for we have not cancelled it
        lines, seconds, complaint, refused = (
            ([], [], str(error), False) if error else flight.result()
        )
        for chunk, line in zip(task.chunks, lines):
            missing = chunk.missing
            if self.hear(await self.gather.put(line)):
                self.note(chunk, task, missing)
            else:
                complaint = complaint or self.complaint
        for chunk, measured in zip(task.chunks, seconds):
            self.measured = MEMORY * self.measured + measured
            self.declared = MEMORY * self.declared + chunk.job.get("seconds", measured)
        self.judge(task, len(lines), complaint, refused)
        self.drop([flight])

    def note(self, chunk, task, missing):
        """A chunk is there: it was missing, or it is there again, or a test has ended before it."""
        self.played += 1
        if chunk.there:
            self.compared += 1  # gather has
            task.doubt = ()
        elif missing and random.random() < self.verify:
            self.doubted.append((chunk, task.worker))
        chunk.there = True
        chunk.missing = False
        self.missing.pop(chunk.key, None)

    def judge(self, task, played, complaint, refused):
        """Counts failures of a worker, and of the chunk after those that it played."""
        worker = task.worker
        if not complaint:
            worker.failures = 0
            return
        if not worker.out_until > time.monotonic():
            self.fail(worker, complaint, refused)
        if not refused and played < len(task.chunks):
            chunk = task.chunks[played]
            chunk.failed_on.add(worker.address)
            if len(chunk.failed_on) >= FAILED_WORKERS:
                raise Hopeless(f"{chunk.key} failed on {len(chunk.failed_on)} workers: {complaint}")

    def fail(self, worker, complaint, refused):
        """Counts a failure of a worker that may play."""
        worker.failures += 1
        self.complaint = complaint
        if refused or worker.failures >= FAILURES:
            worker.failures = 0
            worker.out_until = time.monotonic() + LEFT_OUT_SECONDS
            minutes = LEFT_OUT_SECONDS / 60
            self.progress.say(f"worker {worker.address} left out for {minutes:g} min: {complaint}")

    def drop(self, flights):
        """Lets go of tasks, finished or not; what they had and is missing waits again."""
        for flight in flights:
            task = self.running.pop(flight)
            if not flight.cancel() and not flight.cancelled():
                flight.exception()  # which is known, or of no interest any more
            task.future.release()
            task.worker.tasks.discard(task)
            if task.doubt:
                self.doubted.append(task.doubt)
            for chunk in reversed(task.chunks):
                chunk.copies -= 1
                if chunk.missing and chunk.copies == 0:
                    self.waiting.appendleft(chunk)

    def show(self):
        chunks = sum(len(task.chunks) for task in self.running.values())
        self.progress.note(self.games, self.total, len(self.present()), chunks)


async def result(future):
    return await future
