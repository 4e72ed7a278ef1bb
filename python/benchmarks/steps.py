"""How many steps a second the environment makes, with observations and masks.

A step is one row. Actions are chosen at random outside of the clock. Processor time is that of the
whole process during the steps, so that other work on the machine matters less.

    python python/benchmarks/steps.py
"""

import argparse
import time

import numpy as np
import unobench

TABLES = [
    {"players": 2, "learners": "all"},
    {"players": 4, "learners": "all"},
    {"players": 2, "learners": 0, "opponents": "random"},
]


def choose(mask, generator):
    """A legal action for each row, each about equally likely."""
    return (mask * generator.random(mask.shape, dtype=np.float32)).argmax(axis=1).astype(np.uint8)


def measured(seconds, envs, threads, **table):
    """Steps, and the wall-clock and processor time of them."""
    env = unobench.vec(envs=envs, threads=threads, **table)
    generator = np.random.default_rng(1)
    _, mask, _ = env.reset()
    steps = wall = processor = 0
    while wall < seconds:
        actions = choose(mask, generator)
        began, began_processor = time.perf_counter(), time.process_time()
        _, mask, _, _, _ = env.step(actions)
        wall += time.perf_counter() - began
        processor += time.process_time() - began_processor
        steps += envs
    return steps, wall, processor


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--envs", type=int, default=4096, help="tables [4096]")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="[1 2]")
    parser.add_argument("--seconds", type=float, default=5, help="of steps for each line [5]")
    flags = parser.parse_args()
    print(f"official rules, {flags.envs} tables; millions of steps a second")
    print("seats  opponents  threads  by the clock  by a core's time")
    for table in TABLES:
        for threads in flags.threads:
            steps, wall, processor = measured(flags.seconds, flags.envs, threads, **table)
            print(
                f"{table['players']:5}  {table.get('opponents', 'none'):9}  {threads:7}"
                f"  {steps / wall / 1e6:12.2f}  {steps / processor / 1e6:16.2f}"
            )


if __name__ == "__main__":
    main()
