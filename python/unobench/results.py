"""The program's commands as functions that return what it found.

Keywords become flags, and the program checks them: `unobench.run("linear", "counter", games=1e6,
rules=["official", "stacking"])` is `unobench run linear counter --games 1000000 --rules official
--rules stacking`.
"""

import contextlib
import html
import json
import os
import queue
import re
import tempfile
import threading
import time
import warnings
from pathlib import Path
from typing import NamedTuple

from . import _native, bars
from .__main__ import again
from .flags import name_of, option, options, values, words
from .players import Players, refuse_asked
from .tables import from_rows, read_csv, read_json, read_lines, read_parquet

# What tables of questions are called, too.
NAMES = {"skill": "ladder", "curve": "sweep"}
# Its exit status after Ctrl-C, when what was played is saved.
INTERRUPTED = 130
# One command after the other.
_turn = threading.Lock()


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
        _run(["report"], [str(self.directory)], {})
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
    *strategies : str, player, or dict of str to player
        Strategies of the library, such as "linear" or "ismcts:playouts=50", bots ("cmd:…"), and
        players of Python, under their own names or those of a dict: {"mine": player}. Wherever a
        flag takes a strategy it takes a player, too.

        A player is a callable that is asked for many tables at once: player(obs, mask) gives n
        whole numbers, with obs (uint8, shape (n, 190)) and mask (bool, shape (n, 86)) in the
        layouts `cards-v1` and of `unobench.actions_of` (268 and 125 where the rule set adds cards).
        With the attributes observation = "planes-v1" and draw_by_choice = False it sees what
        learners do. Or it has a method choose(questions, rules), which gives numbers of options:
        questions are the messages `act` of the bot protocol, rules has "name" and "settings". What
        is no legal action is a fault; what it raises is raised, and so is a TypeError or ValueError
        where it returns no such numbers; move_time is the flag's default.
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
    """
    return _result(["run"], strategies, out, progress, flags)


def duel(first, second, *, out=None, progress=None, **flags):
    """Finds out whether one player is better than another: `unobench duel`. As `run`."""
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
    """Settles the argument about a house rule: the answer of `unobench settle` as text.

    With `panel`, players of one's own, it is measured among these: the answer is what the printed
    rules say, and what `unobench rules compare --panel …` says of the rule set.
    """
    panel = flags.pop("panel", None)
    if panel is None:
        return Text(_run(["settle"], names, flags, progress)[0])
    keys = [*values("set", flags.pop("set", ()))]
    found = json.loads(_run(["settle"], names, {"which": True, "format": "json", "set": keys})[0])
    if found["set"] is None:  # no question; it says which are near
        return Text(_run(["settle"], names, {"set": keys})[0])
    own = found["keys"] if found.get("keys") and found["set"] == "official" else []
    printed = (
        [f"You asked: {found['asked']}\nBy the printed rules: {found['printed']}\n\n"]
        if found["match"]
        else []
    )
    with tempfile.TemporaryDirectory() as directory:
        rules = Path(directory) / "rules.toml"
        text, _ = _run(["rules", "show"], [found["set"]], {"set": [*own, *keys]})
        _native.replace_file(rules, text.encode())
        return Text(
            "".join([*printed, compare(rules, panel=panel, progress=progress, **flags).text])
        )


def ask(position, **flags):
    """What `unobench ask --format json` says of words, or of the view that a bot is sent."""
    text = position if isinstance(position, str) else json.dumps(position)
    return json.loads(_run(["ask"], [text], {**flags, "format": "json"})[0])


def train(*, out, progress=None, **flags):
    """Learns a rule set by playing it, and writes the network to `out`: `unobench train`. Other
    flags are as of `run`; `from` is a word of Python: write `from_`.

    Returns
    -------
    Trained
        `unobench.run(trained.strategy, "linear")` plays with it.
    """
    file = Path(out).resolve()
    text, _ = _run(["train"], [], {"out": file, **flags}, progress)
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
    _run(["replay"], [os.fspath(file)], {})
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
    given = {"out": directory, **flags}
    text, interrupted = _run(command, named, given, progress, kept=directory)
    rounds = flags.get("rounds")
    result = Result(directory, text, keeper, Path(rounds).absolute() if rounds else None)
    if interrupted and not result.complete:
        warnings.warn("interrupted: the result has what was played", stacklevel=3)
    return result


def _run(command, named, flags, progress=None, kept=None):
    """Does what the command line would: what it printed, and whether it was interrupted."""
    refuse_asked()
    players = Players()
    given = {name: players.named(value) for name, value in flags.items()}
    named = words(players.named(list(named)))
    given = options(players.flags() | given)
    arguments = [*command[:1], "--color=never", *command[1:], *given, *named]
    with _in_turn(), bars.bar(progress) as bar:
        (status, text, said), interrupted = _called((arguments, players.list(), again()), bar)
    if interrupted and not (kept and status in (0, INTERRUPTED)):
        raise KeyboardInterrupt
    if status not in (0, INTERRUPTED):
        raise (ValueError if status == 2 else RuntimeError)(_complaint(said, flags))
    return text, interrupted


@contextlib.contextmanager
def _in_turn():
    """Waits until no other command runs, unless that one waits for this."""
    began = time.monotonic()
    while not _turn.acquire(timeout=0.1):
        refuse_asked(time.monotonic() - began)
    try:
        yield
    finally:
        _turn.release()


def _called(call, bar):
    """What a call gives, and whether a KeyboardInterrupt has stopped it, for which this thread has
    to be free."""
    ended, interrupted = queue.SimpleQueue(), False

    def work():
        try:
            ended.put((_native.call(*call), None))
        except BaseException as error:  # noqa: BLE001, the other thread raises it
            ended.put((None, error))

    threading.Thread(target=work, daemon=True).start()
    while True:
        try:
            bars.show(bar, *_native.progress())
            if interrupted:  # and not only once: the call may not have begun
                _native.cancel()
            with contextlib.suppress(queue.Empty):
                done, error = ended.get(timeout=0.1)
                break
        except KeyboardInterrupt:
            if interrupted:
                raise
            interrupted = True
    if error is not None:
        raise error
    return done, interrupted


def _complaint(said, flags):
    """What is wrong, in the words of a call: the keywords that it has, and others that the program
    names in quotes, are no flags there."""
    _, _, error = said.rpartition("error: ")
    told = re.split(r"\n\n(?:Usage|For more information|  tip: to pass)", error or said)[0].strip()
    own = {option(name) for name in flags}

    def keyword(found):
        is_named = found[0].startswith("'") or found[1] in own
        return found[0].replace(found[1], name_of(found[1])) if is_named else found[0]

    return re.sub(r"'?(--[a-z][a-z0-9-]*)", keyword, told)
