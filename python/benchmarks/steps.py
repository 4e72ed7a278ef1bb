"""How many steps and rounds a second the environment makes, with observations and masks.

A step is one row of planes. Actions are chosen at random outside of the clock. Processor time is
that of the whole process during the steps, so that other work on the machine matters less. Where
RLCard is installed (`pip install rlcard`), its environment is measured in the same run; it has one
table, and no other rules. Processes are measured beside threads: each has its own environment, and
none waits for another. The last line says what a call of `step` costs before any row is made. What
a row and its mask cost is in `cargo bench -p unobench-benches --bench environment`.

    python python/benchmarks/steps.py
"""

import argparse
import multiprocessing
import time
from importlib.util import find_spec

import numpy as np
import unobench

TABLES = [
    {"players": 2, "learners": "all"},
    {"players": 4, "learners": "all"},
    {"players": 2, "learners": 0, "opponents": "random"},
]


class Clock:
    """Adds up wall-clock and processor time while it runs, and what is made in it."""

    def __init__(self):
        self.steps = self.rounds = self.wall = self.processor = 0

    def __enter__(self):
        self.began = time.perf_counter(), time.process_time()

    def __exit__(self, *_):
        self.wall += time.perf_counter() - self.began[0]
        self.processor += time.process_time() - self.began[1]

    def by_the_clock(self):
        """Millions of steps a second."""
        return self.steps / self.wall / 1e6

    def by_a_core(self):
        """Millions of steps a second of a core's time."""
        return self.steps / self.processor / 1e6

    def rounds_by_a_core(self):
        """Thousands of rounds a second of a core's time."""
        return self.rounds / self.processor / 1e3


def choose(mask, generator):
    """A legal action for each row, each about equally likely."""
    return (mask * (1 - generator.random(mask.shape, dtype=np.float32))).argmax(1).astype(np.uint8)


def measured(seconds, envs, threads, **table):
    """A clock that ran while steps were made for so many seconds."""
    env = unobench.vec(envs=envs, threads=threads, **table)
    generator = np.random.default_rng(1)
    clock = Clock()
    _, mask, _ = env.reset()
    while clock.wall < seconds:
        actions = choose(mask, generator)
        with clock:
            _, mask, _, done, _ = env.step(actions)
        clock.steps += envs
        clock.rounds += done.sum()
    return clock


def rate_beside_others(table):
    """What a process makes while others do the same."""
    return measured(**table).by_the_clock()


def measured_side_by_side(seconds, envs, processes):
    """Prints what several processes make together, each with an environment of its own."""
    print(f"{processes} processes, each with {envs} tables; millions of steps a second, together")
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for table in TABLES:
            each = {"seconds": seconds, "envs": envs, "threads": 1, **table}
            together = sum(pool.map(rate_beside_others, [each] * processes, chunksize=1))
            print(f"{table['players']:5}  {table.get('opponents', 'none'):9}  {together:21.3f}")


def measured_rlcard(seconds, players):
    """The same of RLCard's environment; the deals are in the time, as they are in ours."""
    import rlcard

    env = rlcard.make("uno", config={"seed": 1, "game_num_players": players})
    generator = np.random.default_rng(1)
    clock = Clock()
    while clock.wall < seconds:
        with clock:
            state, _ = env.reset()
        while not env.is_over():
            action = int(generator.choice(list(state["legal_actions"])))
            with clock:
                state, _ = env.step(action)
            clock.steps += 1
        with clock:
            env.get_payoffs()
        clock.rounds += 1
    return clock


def show(seats, opponents, threads, clock):
    """A line of the table; gives the rates of a core's time."""
    rates = clock.by_a_core(), clock.rounds_by_a_core()
    print(f"{seats:5}  {opponents:9}  {threads:7}  {clock.by_the_clock():12.3f}", end="")
    print("  {:16.3f}  {:26.2f}".format(*rates))
    return rates


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--envs", type=int, default=4096, help="tables [4096]")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="[1 2]")
    parser.add_argument("--processes", type=int, default=2, help="side by side [2]")
    parser.add_argument("--seconds", type=float, default=5, help="of steps for each line [5]")
    flags = parser.parse_args()
    print(f"official rules, {flags.envs} tables; millions of steps a second")
    print("seats  opponents  threads  by the clock  by a core's time  thousands of rounds by that")
    ours = {}
    for table in TABLES:
        for threads in flags.threads:
            clock = measured(flags.seconds, flags.envs, threads, **table)
            opponents = table.get("opponents", "none")
            ours[table["players"], opponents] = show(table["players"], opponents, threads, clock)
    measured_side_by_side(flags.seconds, flags.envs, flags.processes)
    if find_spec("rlcard"):
        for players in (2, 4):
            theirs = show(players, "RLCard", 1, measured_rlcard(flags.seconds, players))
            steps, rounds = (a / b for a, b in zip(ours[players, "none"], theirs, strict=True))
            print(f"       {steps:.0f} times as many steps, {rounds:.0f} times as many rounds")
    alone = measured(min(flags.seconds, 1), 1, 1, players=2, learners="all")
    print(f"a call of step() with one table: {1 / alone.by_a_core():.1f} µs")


if __name__ == "__main__":
    main()
