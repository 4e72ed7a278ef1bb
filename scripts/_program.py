"""What the measuring scripts share: building the program, running it, and printing tables. Standard
library only."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build():
    """Builds the program as users build it, and returns its path; or the path of the one that
    UNOBENCH names, which is built already."""
    if named := os.environ.get("UNOBENCH"):
        return named
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=ROOT, check=True)
    command = ["cargo", "metadata", "--format-version", "1", "--no-deps", "--locked"]
    target = json.loads(subprocess.check_output(command, cwd=ROOT))["target_directory"]
    return str(Path(target) / "release" / "unobench")


def listed(program, what):
    """The entries of `rules list` or `strategies list`."""
    return json.loads(subprocess.check_output([program, what, "list", "--format", "json"]))


def can_be_played(program, rules, players):
    """Whether so many can play a rule set: partners, for one, need four."""
    asked = [program, "rules", "check", str(rules), "-p", str(players)]
    return not subprocess.run(asked, capture_output=True, check=False).returncode


def version():
    """The version of the sources."""
    with (ROOT / "Cargo.toml").open("rb") as file:
        return tomllib.load(file)["workspace"]["package"]["version"]


def played(games, *, rules=("official",), players=4, strategies=()):
    """What is played of a run, as `plan` takes it, too."""
    named = [part for name in rules for part in ("-r", name)]
    return ["run", *strategies, *named, "-n", str(games), "-p", str(players)]


def arguments(games, out, *, threads=1, more=(), **options):
    """The arguments of a quiet run."""
    how = ["-j", str(threads), "-o", str(out), "--quiet"]
    how += [] if "--match" in more else ["--matches", "0"]
    return [*played(games, **options), *how, *more]


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


def row_of(program, games, strategy, opponent, players, **options):
    """The row of summary.csv of a strategy that plays alone among copies of another."""
    options |= {"players": players, "strategies": [strategy] + [opponent] * (players - 1)}
    rows = summary(program, games, **options)
    return next(row for row in rows if row["strategy"] == strategy)


def survey(program, names, games, seed, more=()):
    """Surveys rule sets in a directory that goes away again; the header and the lines of its
    progress.jsonl."""
    with tempfile.TemporaryDirectory() as scratch:
        played = ["-n", str(games), "--pool-games", str(games), "-s", str(seed), *more]
        run(program, ["rules", "compare", *names, *played, "-q", "-o", scratch, "--force"])
        text = (Path(scratch) / "progress.jsonl").read_text(encoding="utf-8")
    header, *lines = map(json.loads, text.splitlines())
    return header, lines


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


def counts(parser, **flags):
    """Adds flags whose values are counts: for each its default, and what it counts."""
    for name, (default, what) in flags.items():
        flag, told = f"--{name.replace('_', '-')}", f"{what} (default {default})"
        parser.add_argument(flag, type=count, default=default, help=told)


def setting(parser, strategies):
    """Adds flags that say what is played, as `arguments` takes it."""
    parser.add_argument("-p", "--players", type=int, default=4, help="seats (default 4)")
    sets, line_up = "rule sets (default official)", f"line-up (default {' '.join(strategies)})"
    parser.add_argument("-r", "--rules", nargs="+", default=["official"], help=sets)
    parser.add_argument("--strategies", nargs="+", default=strategies, help=line_up)


def set_by(options):
    """What is played by those flags."""
    return {name: getattr(options, name) for name in ("rules", "players", "strategies")}


def instructions(*command):
    """The instructions of a command, as callgrind counts them."""
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is missing")
    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    done = subprocess.run(callgrind, check=False, **quiet)
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"callgrind failed:\n{done.stderr}")
    return int(found[1])


def table(header, rows):
    """Prints aligned columns: words to the left, numbers to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    columns = list(zip(header, *texts))
    widths = [max(map(len, column)) for column in columns]
    aligned = [str.rjust if all(map(is_number, cells)) else str.ljust for _, *cells in columns]
    for row in [header, ["-" * width for width in widths], *texts]:
        cells = [align(cell, width) for align, cell, width in zip(aligned, row, widths)]
        print("  ".join(cells).rstrip())
    sys.stdout.flush()


def is_number(text):
    """Whether a cell looks like a number, thousands separated by commas included."""
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True
