"""How many lines `gather` takes a second, and what a task costs the scheduler.

The lines are those of a run of every rule set that four can play, one chunk after the other.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from unobench import program
from unobench.program import Plan

RUN = ["run", "random", "punisher", "high-points", "most-colour", "-r", "all", "-n", "20000"]
TASKS = 2000


class Gather:
    """A `gather`, spoken to without any haste of ours."""

    def __init__(self, path, plan, out):
        command = [path, "gather", str(plan), "-o", str(out), "--window", "1000000"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe)

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def put(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()
        return self.answer()

    def close(self):
        self.process.stdin.close()
        assert self.process.wait() == 0


def play(path, plan, jobs):
    """The lines of jobs."""
    text = "".join(json.dumps(job) + "\n" for job in jobs)
    done = subprocess.run(
        [path, "chunk", str(plan)], input=text.encode(), check=True, stdout=subprocess.PIPE
    )
    return done.stdout.splitlines(keepends=True)


def gather_rate(path, scratch, run):
    """Lines a second, the mean length of a line, and how many there were."""
    plan = scratch / "plan.json"
    plan.write_text(Plan.of(path, [*run, "--matches", "0"]).text)
    first = Gather(path, plan, scratch / "first")
    jobs = first.answer()["next"]
    first.process.kill()
    lines = play(path, plan, jobs)
    gather = Gather(path, plan, scratch / "out")
    gather.answer()
    begin = time.perf_counter()
    for line in lines[:-1]:  # the last one has it write all the files
        answer = gather.put(line)
        assert "refused" not in answer, answer
    seconds = time.perf_counter() - begin
    assert "done" in gather.put(lines[-1])
    gather.close()
    return (len(lines) - 1) / seconds, sum(map(len, lines)) / len(lines), len(lines)


async def task_seconds():
    """What a task costs, on a cluster of this machine."""
    from distributed import Client, LocalCluster

    async with (
        LocalCluster(
            n_workers=1, threads_per_worker=2, dashboard_address=None, asynchronous=True
        ) as cluster,
        Client(cluster, asynchronous=True) as client,
    ):
        (address,) = await client.nthreads()

        async def one(number):
            await client.submit(abs, -number, workers=[address], pure=False)

        await asyncio.gather(*map(one, range(100)))
        begin = time.perf_counter()
        await asyncio.gather(*map(one, range(TASKS)))
        return (time.perf_counter() - begin) / TASKS


class Idle:
    """A future, a client, a gather and a progress that cost nothing."""

    status = "running"

    def __init__(self, workers):
        self.threads = {f"tcp://10.0.{n // 250}.{n % 250}:1": 1 for n in range(workers)}
        self.jobs = 0

    def next(self, count):
        jobs = [{"chunk": self.jobs + n, "seconds": 10.0} for n in range(count)]
        self.jobs += count
        return {"next": jobs, "games": self.jobs, "total": self.jobs + 1}

    async def register_plugin(self, plugin):
        pass

    async def nthreads(self):
        return self.threads

    def submit(self, function, name, jobs, longest, **options):
        future = asyncio.get_running_loop().create_future()
        future.release = lambda: None
        answer = [b""] * len(jobs), [10.0] * len(jobs), "", False
        asyncio.get_running_loop().call_soon(future.set_result, answer)
        return future

    async def put(self, line):
        return self.next(1) if self.jobs < 16384 + TASKS * 10 else {"done": {}}

    def note(self, *_):
        pass


async def conductor_seconds(workers):
    """What a task costs the conductor, when there are so many workers."""
    from unobench.distributed.conductor import Conductor

    idle = Idle(workers)
    idle.name = "benchmark"
    conductor = Conductor(idle, idle, idle, verify=0.0)
    conductor.hear(idle.next(16384))
    begin = time.process_time()
    await conductor.session(idle)
    return (time.process_time() - begin) / next(conductor.numbers)


def main():
    path = program.find()
    with tempfile.TemporaryDirectory() as scratch:
        rate, length, count = gather_rate(path, Path(scratch), RUN)
    print(f"gather: {rate:,.0f} lines a second, of {length:,.0f} bytes ({count:,} lines)")
    print(f"scheduler: {1000 * asyncio.run(task_seconds()):.1f} ms a task ({TASKS:,} tasks)")
    for workers in (10, 1000):
        cost = 1000 * asyncio.run(conductor_seconds(workers))
        print(f"conductor: {cost:.2f} ms a task with {workers:,} workers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
