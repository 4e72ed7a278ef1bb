"""Who plays what, with workers, a scheduler and a `gather` that are made up."""

import asyncio
import json

import pytest

pytest.importorskip("distributed", reason="dask is not installed")

from unobench.distributed import conductor
from unobench.distributed.conductor import Conductor, Hopeless

ONE, TWO = "tcp://10.0.0.1:1", "tcp://10.0.0.2:1"


class Player:
    name = "player"


class Progress:
    def __init__(self):
        self.said = []

    def note(self, *_):
        pass

    def say(self, text):
        self.said.append(text)


class Gather:
    """Names so many chunks, at most `window` beyond the prefix."""

    def __init__(self, chunks, window=1000, seconds=5.0):
        self.chunks, self.window, self.seconds = chunks, window, seconds
        self.there, self.named, self.lines = set(), 0, []

    def answer(self):
        prefix = next(n for n in range(self.chunks + 1) if n not in self.there)
        if prefix == self.chunks:
            return {"done": {}}
        end = min(self.chunks, prefix + self.window)
        jobs = [{"chunk": n, "seconds": self.seconds} for n in range(self.named, end)]
        self.named = max(self.named, end)
        return {"next": jobs, "games": prefix, "total": self.chunks}

    async def put(self, line):
        number = json.loads(line)
        self.lines.append(number)
        self.there.add(number)
        return self.answer()


class Client:
    """Workers that play as they are told: `behave(address, chunk)` returns the seconds that it
    takes, or an error."""

    status = "running"

    def __init__(self, threads, behave=lambda address, chunk: 0.001):
        self.threads, self.behave = threads, behave
        self.tasks = []  # (address, chunks)
        self.now = dict.fromkeys(threads, 0)  # tasks that a worker has
        self.most = 0

    async def register_plugin(self, plugin):
        pass

    async def nthreads(self):
        return dict(self.threads)

    def submit(self, function, name, jobs, longest, *, key, workers, pure):
        (address,) = workers
        self.tasks.append((address, [job["chunk"] for job in jobs]))
        self.now[address] += 1
        self.most = max(self.most, self.now[address])
        future = asyncio.ensure_future(self.play(address, jobs))
        future.release = future.cancel
        return future

    async def play(self, address, jobs):
        lines, seconds = [], []
        try:
            for job in jobs:
                takes = self.behave(address, job["chunk"])
                if isinstance(takes, str):
                    return lines, seconds, takes, False
                await asyncio.sleep(takes)
                lines.append(b"%d\n" % job["chunk"])
                seconds.append(job["seconds"])
            return lines, seconds, "", False
        finally:
            self.now[address] -= 1


@pytest.fixture(autouse=True)
def haste(monkeypatch):
    monkeypatch.setattr(conductor, "LOOK_SECONDS", 0.01)


def one_hangs(address, chunk):
    return 1000 if address == ONE else 0.001


def conduct(gather, client, verify=0.0):
    made = Conductor(gather, Player(), Progress(), verify)
    made.hear(gather.answer())

    async def session():
        await asyncio.wait_for(made.session(client), 20)

    asyncio.run(session())
    return made


def test_a_thread_has_two_tasks_at_most():
    client = Client({ONE: 1, TWO: 1})
    conduct(Gather(50), client)
    assert client.most == conductor.TASKS_PER_THREAD


def test_small_chunks_go_together_and_everybody_has_some():
    client = Client({ONE: 1, TWO: 1})
    conduct(Gather(100, seconds=0.1), client)
    sizes = [len(chunks) for _, chunks in client.tasks]
    assert max(sizes) == round(conductor.TASK_SECONDS / 0.1)
    assert sizes[-1] < 5  # at the end nobody is left with all that remains

    client = Client({ONE: 1, TWO: 1})
    conduct(Gather(8, seconds=0.001), client)
    assert max(len(chunks) for _, chunks in client.tasks) == 2


def test_what_a_worker_owes_when_it_is_gone_is_played_by_others():
    gather, client = Gather(20), Client({ONE: 1, TWO: 1}, one_hangs)

    async def leave():
        await asyncio.sleep(0.2)
        del client.threads[ONE]

    class Leaving(Client):
        async def register_plugin(self, plugin):
            self.leaving = asyncio.ensure_future(leave())

    client.__class__ = Leaving
    conduct(gather, client)
    assert sorted(gather.lines) == list(range(20))


def test_the_oldest_missing_chunk_is_handed_out_again_when_it_is_late():
    gather, client = Gather(30, window=4, seconds=0.01), Client({ONE: 1, TWO: 1}, one_hangs)
    conduct(gather, client)
    assert sorted(gather.lines) == list(range(30))
    stuck = {chunk for address, chunks in client.tasks if address == ONE for chunk in chunks}
    again = {chunk for address, chunks in client.tasks if address == TWO for chunk in chunks}
    assert stuck and stuck <= again


def test_never_more_than_the_window_is_handed_out():
    def behave(address, chunk):
        assert chunk < gather.window + next(n for n in range(100) if n not in gather.there)
        return 0.001

    gather = Gather(40, window=3)
    conduct(gather, Client({ONE: 2, TWO: 2}, behave))
    assert sorted(gather.lines) == list(range(40))


def test_another_worker_plays_again_what_is_doubted():
    gather, client = Gather(30), Client({ONE: 1, TWO: 1})
    made = conduct(gather, client, verify=1.0)
    assert sorted(gather.lines) == sorted([*range(30)] * 2)
    assert made.compared == 30
    for chunk in range(30):
        assert {address for address, chunks in client.tasks if chunk in chunks} == {ONE, TWO}


def test_what_a_test_did_not_need_any_more_is_not_compared():
    class Decided(Gather):
        async def put(self, line):
            await super().put(line)
            return {"done": {}} if len(self.lines) >= 5 else self.answer()

    gather = Decided(100, seconds=0.1)
    made = conduct(gather, Client({ONE: 1, TWO: 1}))
    assert 5 < len(gather.lines) < 50
    assert made.compared == 0 and not made.doubted


def test_one_worker_is_not_asked_twice():
    gather = Gather(10)
    made = conduct(gather, Client({ONE: 4}), verify=1.0)
    assert sorted(gather.lines) == list(range(10))
    assert made.compared == 0 and len(made.doubted) == 10


def test_a_worker_that_fails_three_times_is_left_out_for_a_while(monkeypatch):
    monkeypatch.setattr(conductor, "LEFT_OUT_SECONDS", 0.3)
    monkeypatch.setattr(conductor, "FAILED_WORKERS", 100)
    failures = []

    def behave(address, chunk):
        if address == ONE and len(failures) < 3:
            failures.append(chunk)
            return "the disk is full"
        return 0.02

    client = Client({ONE: 1, TWO: 1}, behave)
    made = conduct(Gather(60), client)
    assert [text.partition(": ")[2] for text in made.progress.said] == ["the disk is full"]
    first = [address for address, _ in client.tasks].index(ONE)
    assert client.tasks[first + 6 :].count(ONE) == 0
    assert ONE in [address for address, _ in client.tasks[-8:]]  # it is back


def test_a_chunk_that_fails_everywhere_ends_the_run():
    def behave(address, chunk):
        return "a table without cards" if chunk == 7 else 0.001

    client = Client({f"tcp://10.0.0.{n}:1": 1 for n in range(5)}, behave)
    with pytest.raises(Hopeless, match=r'"chunk": 7.* failed on 3 workers: a table without cards'):
        conduct(Gather(30), client)


def test_a_line_that_is_refused_is_played_again():
    class Suspicious(Gather):
        refused = False

        async def put(self, line):
            if json.loads(line) == 3 and not self.refused:
                self.refused = True
                return {"refused": "its check sum is wrong"}
            return await super().put(line)

    gather = Suspicious(10)
    made = conduct(gather, Client({ONE: 1, TWO: 1}))
    assert sorted(gather.lines) == list(range(10))
    assert made.refused == 1
