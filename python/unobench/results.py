"""The program's commands as functions that return what it found.

Keywords become flags, and the program checks them: `unobench.run("linear", "counter", games=1e6,
rules=["official", "stacking"])` is `unobench run linear counter --games 1000000 --rules official
--rules stacking`.
"""

import errno
import html
import json
import os
import queue
import re
import signal
import subprocess
import tempfile
import threading
import warnings
from pathlib import Path
from typing import NamedTuple

from . import bars, program
from .flags import options, words
from .tables import from_rows, read_csv, read_json, read_lines, read_parquet

# How the program says how far it has come.
PROGRESS = re.compile(r"([\d,]+) of (?:about )?([\d,]+) games")
# What tables of questions are called, too.
NAMES = {"skill": "ladder", "curve": "sweep"}
# Its exit status after Ctrl-C, when what was played is saved.
INTERRUPTED = 130


class Text(str):
    """What the program prints, shown as it stands."""

    __slots__ = ()

    def __repr__(self):
        return str(self)

    def _repr_html_(self):
        return f"<pre>{html.escape(self)}</pre>"


class Result:
    """What was played, and the results. `Result(directory)` opens what is there.

    Each CSV file of the directory is a `Table` under its name, such as `result.summary` or
    `result.findings`, and so is the table of each question, such as `result.seats` or
    `result.effects`; that of `skill` is `result.ladder` as well, and that of `curve`
    `result.sweep`. docs/FILES.md has the columns. A directory that was not named with `out` is
    deleted with the result. `result.rounds` is the file of rounds that `run(rounds=…)` wrote, or
    rounds.csv or rounds.parquet in the directory.

    Attributes
    ----------
    directory : pathlib.Path
        Where the files are.
    manifest : dict
        manifest.json: all that is needed to play it again.
    document : dict
        findings.json: what is told, as sentences, and the tables of the questions.
    complete : bool
        Whether everything was played that was asked for.
    tables : list of str
        The names of the tables.
    text : str
        What the program says of it.
    """

    def __init__(self, directory, text="", keeper=None, rounds=None):
        self.directory, self.text = Path(directory), Text(text)
        self._keeper = keeper
        self._read = {}
        self.manifest = read_json(self.directory / "manifest.json")
        self.document = read_json(self.directory / "findings.json")
        self.complete = self.manifest["complete"]
        asked = self.document["tables"]
        self._entries = asked | {NAMES[name]: asked[name] for name in NAMES if name in asked}
        self._files = {path.stem: path for path in self.directory.glob("*.csv")}
        found = self.directory / "rounds.parquet"
        rounds = rounds or (found if found.exists() else None)
        if rounds is not None:
            self._files["rounds"] = rounds
        self.tables = sorted([*self._files, *self._entries])

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self.tables:
            raise AttributeError(f"no table {name!r}; there are {', '.join(self.tables)}")
        if name not in self._read:
            rows = self._entries.get(name)
            self._read[name] = from_rows(rows) if rows else _table(self._files[name])
        return self._read[name]

    def __dir__(self):
        return sorted([*super().__dir__(), *self.tables])

    def report(self):
        """Makes the page of pictures. Returns its path."""
        _run(["report", str(self.directory)])
        return self.directory / "report.html"

    def __repr__(self):
        state = "" if self.complete else ", interrupted"
        question = self.manifest["question"]
        return f"<unobench.Result of {question}{state}: {', '.join(self.tables)}>"

    def _repr_html_(self):
        return self.text._repr_html_()


class Trained(NamedTuple):
    """A network that has learned a rule set."""

    strategy: str
    """How it is named in a line-up: net:file=…"""
    file: Path
    """Its file."""
    text: str
    """What the program says of it."""


def run(*strategies, out=None, progress=None, **flags):
    """Plays strategies against each other: `unobench run`.

    Parameters
    ----------
    *strategies : str
        Strategies of the library, such as "linear" or "ismcts:playouts=50", or bots ("cmd:…").
    out : str or os.PathLike, optional
        Directory for the results; a temporary one without, deleted with the result.
    progress : bool, optional
        Whether a bar of tqdm is shown. Without, it is on a terminal and in a notebook, if tqdm is
        installed.
    **flags
        The flags of the program (`unobench run --help`), with _ for -: True gives the flag alone,
        None and False leave it out, a list repeats it, a dict gives KEY=VALUE for each entry.
        `rounds="rounds.parquet"` or "rounds.csv" writes a row for each seat and round to a file,
        which `result.rounds` reads.

    Returns
    -------
    Result
        Ctrl-C, or the stop button of a notebook, ends the games: then it has what was played, its
        `complete` is False, and there is a warning. With `out`, the same call with `resume=True`
        goes on. A second Ctrl-C raises KeyboardInterrupt.

    Raises
    ------
    ValueError
        If the program refuses a flag, a strategy or a rule set; with its words.
    TypeError
        If a value cannot be one of a flag.
    RuntimeError
        If the run fails.
    FileNotFoundError
        If there is no program.
    """
    return _result(["run"], strategies, out, progress, flags)


def duel(first, second, *, out=None, progress=None, **flags):
    """Finds out whether one strategy is better than another (`unobench duel`), or plays a policy of
    Python against the library.

    Of two strategies everything is as in `run`, with the flags of `unobench duel --help`.

    A policy is a callable: policy(obs, mask) -> actions. It is asked for many tables at once, with
    obs (uint8, shape (n, 190)) and mask (bool, shape (n, 86)) as of `unobench.vec`, and gives n
    whole numbers. It sits alone among copies of the other side, and each deal is played with it in
    every seat. Its keywords are those of `unobench.policies.duel`.

    Returns
    -------
    Result or PolicyResult
    """
    if callable(first):
        if out is not None:
            raise TypeError("out: a duel of a policy has no directory; the result is in memory")
        from . import policies  # which needs NumPy, and nothing else here does

        return policies.duel(first, second, progress=progress, **flags)
    if callable(second):
        raise TypeError("the policy comes first: unobench.duel(policy, strategy)")
    return _result(["duel"], [first, second], out, progress, flags)


def tournament(*strategies, out=None, progress=None, **flags):
    """Plays many strategies against each other for ratings: `unobench tournament`. As `run`."""
    return _result(["tournament"], strategies, out, progress, flags)


def compare(*rules, out=None, progress=None, **flags):
    """Measures what rule sets do to the game: `unobench rules compare`. As `run`, with rule sets
    instead of strategies."""
    return _result(["rules", "compare"], rules, out, progress, flags)


def sweep(*, out=None, progress=None, **flags):
    """Measures what the values of keys do to the game: `unobench sweep`. As `run`; a list of values
    is tried one by one: `set={"setup.hand_size": [5, 7, 9]}`."""
    return _result(["sweep"], [], out, progress, flags)


def skill(*strategies, out=None, progress=None, **flags):
    """Measures what playing well is worth under a rule set: `unobench skill`. As `run`."""
    return _result(["skill"], strategies, out, progress, flags)


def settle(*names, progress=None, **flags):
    """Settles the argument about a house rule: the answer of `unobench settle` as text."""
    return Text(_run(["settle", *options(flags), *words(names)], progress)[0])


def ask(position, **flags):
    """What `unobench ask --format json` says of words, or of the view that a bot is sent."""
    text = position if isinstance(position, str) else json.dumps(position)
    return json.loads(_run(["ask", *options({**flags, "format": "json"}), *words([text])])[0])


def train(*, out, progress=None, **flags):
    """Learns a rule set by playing it, and writes the network to `out`: `unobench train`. Other flags
    are as of `run`; `from` is a word of Python: write `from_`.

    Returns
    -------
    Trained
        `unobench.run(trained.strategy, "linear")` plays with it.
    """
    file = Path(out).resolve()
    text, _ = _run(["train", *options({"out": file, **flags})], progress)
    return Trained(f"net:file={file}", file, Text(text))


def replay(file):
    """Checks a record of games against the rules: `unobench replay`.

    Parameters
    ----------
    file : str or os.PathLike
        A record, as `unobench trace` writes it.

    Returns
    -------
    Table
        A row for each round and seat: game (from 0), block, seating, round (in a match), rules,
        seat (from 0), strategy, won (whether the round is credited to the seat), score (what the
        round gave it), hand_points (left in hand), turns, reason (how it ended: out, last,
        stalled or blocked).

    Raises
    ------
    ValueError
        If the record breaks the rules; with the line and what they demand.
    """
    _run(["replay", *words([os.fspath(file)])])
    rows = list(_outcomes(map(json.loads, read_lines(file))))
    if not rows:
        raise ValueError(f"{os.fspath(file)} has no round")
    return from_rows(rows)


def _outcomes(events):
    """A row for each round and seat of a record."""
    game, began = -1, None
    for event in events:
        if event["event"] == "round":
            began = event
            game += event["round"] == 0
        elif event["event"] == "round_end":
            yield from _seats(game, began, event)


def _seats(game, began, ended):
    """A row for each seat of a round."""
    partners = began["settings"]["scoring"]["partners"]
    for seat, strategy in enumerate(began["players"]):
        winner = ended["winner"]
        ahead = None if winner is None else (winner - seat) % len(began["players"])
        yield {
            "game": game,
            "block": began["block"],
            "seating": began["seating"],
            "round": began["round"],
            "rules": began["rules"],
            "seat": seat,
            "strategy": strategy,
            "won": ahead == 0 or (partners and ahead == len(began["players"]) // 2),
            "score": ended["scores"][seat],
            "hand_points": ended["points"][seat],
            "turns": ended["turns"],
            "reason": ended["reason"],
        }


def _table(path):
    """The table of a file."""
    return read_parquet(path) if path.suffix.lower() == ".parquet" else read_csv(path)


def _result(command, named, out, progress, flags):
    """Plays into a directory."""
    keeper = None if out is not None else tempfile.TemporaryDirectory(prefix="unobench-")
    directory = Path(keeper.name) if keeper else Path(out)
    given = options({"out": directory, **flags})
    text, interrupted = _run([*command, *given, *words(named)], progress, kept=directory)
    rounds = flags.get("rounds")
    result = Result(directory, text, keeper, Path(rounds).absolute() if rounds else None)
    if interrupted and not result.complete:
        warnings.warn("interrupted: the result has what was played", stacklevel=3)
    return result


def _run(arguments, progress=None, kept=None):
    """Starts the program and waits: what it printed, and whether it was interrupted."""
    try:
        command = [program.find(), *arguments[:1], "--color=never", *arguments[1:]]
    except program.Unusable as error:
        raise FileNotFoundError(errno.ENOENT, str(error)) from None
    with tempfile.TemporaryFile() as printed:
        with bars.bar(progress) as bar:
            status, said, interrupted = _watched(command, printed, bar)
        printed.seek(0)
        text = printed.read().decode("utf-8", "replace")
    if interrupted and not (kept and status in (0, INTERRUPTED)):
        raise KeyboardInterrupt
    if status not in (0, INTERRUPTED):
        raise (ValueError if status == 2 else RuntimeError)(_complaint(said))
    return text, interrupted


def _watched(command, printed, bar):
    """Runs a command: its exit status, what it said on standard error, and whether a
    KeyboardInterrupt has stopped it."""
    read, write = os.pipe() if bar is None else _terminal()
    # A session of its own, so that Ctrl-C reaches it once: a second one would stop it at once.
    child = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=printed,
        stderr=write,
        env={**os.environ, "TERM": "xterm"},
        start_new_session=True,
    )
    os.close(write)
    parts = queue.SimpleQueue()
    listener = threading.Thread(target=_listen, args=(read, parts), daemon=True)
    listener.start()
    said, interrupted = b"", False
    try:
        while True:
            try:
                part = _next(parts, listener)
                if part == b"":
                    return child.wait(), said.decode("utf-8", "replace"), interrupted
                said = (said + part)[-65536:]
                _show(bar, part)
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True
                if os.name == "posix":  # elsewhere a console tells both
                    child.send_signal(signal.SIGINT)
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()


def _listen(read, parts):
    """Passes on what is said; nothing at the end, which a terminal reports as an error."""
    part = None
    while part != b"":
        try:
            part = os.read(read, 65536)
        except OSError:
            part = b""
        parts.put(part)
    os.close(read)


def _next(parts, listener):
    """More of what is said; nothing at the end. A wait without a limit could miss Ctrl-C."""
    while True:
        try:
            return parts.get(timeout=0.1)
        except queue.Empty:
            if not listener.is_alive():
                return b""


def _terminal():
    """A terminal that the program draws its progress on, where there is such a thing."""
    try:
        return os.openpty()
    except (AttributeError, OSError):
        return os.pipe()


def _show(bar, part):
    """Moves a bar to where the program says it is."""
    found = PROGRESS.findall(part.decode("utf-8", "replace"))
    if bar is not None and found:
        bars.show(bar, *(int(text.replace(",", "")) for text in found[-1]))


def _complaint(said):
    """What the program says is wrong."""
    said = said.replace("\r", "")
    _, _, error = said.rpartition("error: ")
    return re.split(r"\n\n(?:Usage|For more information)", error or said)[0].strip()
