"""What the measuring scripts share: building the program, running it, and printing tables. Standard
library only."""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build():
    """Builds the program as users build it, and returns its path."""
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=ROOT, check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps", "--locked"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
    )
    target = json.loads(metadata.stdout)["target_directory"]
    return os.path.join(target, "release", "unobench")


def arguments(games, out, *, rules=("official",), players=4, strategies=(), threads=1, more=()):
    """The arguments of a quiet run."""
    named = [part for name in rules for part in ("-r", name)]
    return [
        "run",
        *strategies,
        *named,
        "-n",
        str(games),
        "-p",
        str(players),
        "-j",
        str(threads),
        "-o",
        str(out),
        "--quiet",
        *more,
    ]


def run(program, args, **options):
    """Runs the program to its end; anything but success is an error."""
    options.setdefault("stdout", subprocess.DEVNULL)
    subprocess.run([program, *args], check=True, **options)


def summary(program, games, **options):
    """Plays a run in a directory that goes away again; the rows of its summary.csv."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "run"
        run(program, arguments(games, out, **options))
        return read_rows(out / "summary.csv")


def read_rows(path):
    """The rows of a CSV file, by the names of the columns."""
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write_rows(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def count(text):
    """Reads a number of games such as 50000, 2e6 or 1_000."""
    value = float(text.replace("_", ""))
    if value < 1 or value != int(value):
        raise ValueError(text)
    return int(value)


def table(header, rows):
    """Prints aligned columns: words to the left, numbers to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [header, *texts]) for i in range(len(header))]
    numeric = [
        all(isinstance(row[i], (int, float)) or is_number(str(row[i])) for row in rows)
        for i in range(len(header))
    ]
    for row in [header, ["-" * width for width in widths], *texts]:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric)
        ]
        print("  ".join(cells).rstrip())
    sys.stdout.flush()


def is_number(text):
    """Whether a cell looks like a number, thousands separated by commas included."""
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True
