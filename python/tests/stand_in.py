"""Stands for `unobench chunk` on one worker, and does something wrong.

stand_in.py PROGRAM MODE chunk PLAN …, where MODE is

slow:SECONDS   takes so long for each job
late:SECONDS   takes so long for the first job
liar           alters a tally of each line and seals it anew
dead           ends at once with an error
log:FILE       appends each job to a file
"""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import _seal


def altered(line, origin):
    """A line of which one tally is wrong and whose sum is right."""
    contents = line.rpartition(b',"check":"')[0]
    wrong = re.sub(
        rb'"hand_points":(\d+)', lambda m: b'"hand_points":%d' % (int(m[1]) + 1), contents, count=1
    )
    assert wrong != contents
    return _seal.sealed(wrong, origin(json.loads(contents + b"}")))


def main(program, mode, command, plan, *more):
    assert command == "chunk"
    mode, _, value = mode.partition(":")
    if mode == "dead":
        sys.exit("the disk of this machine is gone")
    origin = _seal.origins(Path(plan).read_text())
    child = subprocess.Popen(
        [program, command, plan, *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    for number, job in enumerate(sys.stdin.buffer):
        if mode == "slow" or (mode == "late" and number == 0):
            time.sleep(float(value))
        if mode == "log":
            with open(value, "ab") as file:
                file.write(job)
        child.stdin.write(job)
        child.stdin.flush()
        line = child.stdout.readline()
        sys.stdout.buffer.write(altered(line, origin) if mode == "liar" else line)
        sys.stdout.buffer.flush()
    child.stdin.close()
    sys.exit(child.wait())


if __name__ == "__main__":
    main(*sys.argv[1:])
