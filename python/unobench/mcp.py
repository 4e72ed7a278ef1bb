"""`python -m unobench.mcp`: an MCP server, at which whoever calls it plays, asks and settles.

With `--rules-dir DIR` rule files in that directory can be named; without it none are read.
"""

import argparse
import difflib
import importlib
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from . import __version__, _protocol

ABOUT = {
    "serverInfo": {"name": "unobench", "title": "unobench: UNO", "version": __version__},
    "instructions": "One table of UNO; new_game deals, you sit in seat 0.",
}
# Characters of the longest position that is asked about.
MOST_POSITION = 10_000
COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}

# What is told of a table.
TABLE = {
    "type": "object",
    "properties": {
        "over": {"type": "boolean", "description": "whether the round is over"},
        "won": {"enum": [None, "you", "others", "nobody"]},
        "legal": {"type": "array", "items": {"type": "string"}, "description": "for act"},
        "asked": {
            "type": ["object", "null"],
            "description": "the decision and the view of the seat, as a bot is sent them",
        },
        "events": {
            "type": "array",
            "items": {"type": "object"},
            "description": "what happened since your last decision, as the seat may see it",
        },
        "told": {"type": "string", "description": "the same in a line"},
        "warning": {"type": ["string", "null"]},
    },
    "required": ["over", "won", "legal", "asked", "events", "told", "warning"],
}
ANY = {"type": "object"}
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


class Seat:
    """The seat of whoever calls, once there is a table."""

    def __init__(self):
        self._lock, self._table, self._warning = threading.Lock(), None, None

    def sit(self, rules, players, opponents, seed):
        table = native().sit(rules, players, opponents, seed)
        bounds = " and ".join(table.bounds)
        sees = "sees" if len(table.bounds) == 1 else "see"
        told = f"{bounds} {sees} all cards, yours and the draw pile too, which no player may"
        with self._lock:
            self._table, self._warning = table, told if bounds else None
            return self._shown()

    def act(self, action):
        with self._lock:
            self._there()
            try:
                self._table.act(action)
            except ValueError as error:
                refused = str(error).partition(";")[0]
                raise ValueError(f"{refused}; {self._shown()[0].partition(SINCE)[0]}") from None
            return self._shown()

    def state(self):
        with self._lock:
            self._there()
            return self._shown()

    def _there(self):
        if self._table is None:
            raise ValueError("there is no table; new_game makes one")

    def _shown(self):
        found = json.loads(self._table.state)
        found["told"] = "; ".join(found["told"])
        found["warning"] = self._warning
        return in_words(found), found


SINCE = "\nsince your last decision: "
_seat = Seat()
_rules_dir: Path | None = None


def native():
    """The compiled part, which nobody waits for who only asks what there is."""
    return importlib.import_module("unobench._native")


def in_words(found):
    """What is seen at a table, for a reader of text."""
    lines = [found["warning"]] if found["warning"] else []
    if found["over"]:
        won = {"you": "you have won", "others": "an opponent has won"}
        lines.append(f"the round is over: {won.get(found['won'], 'nobody has won')}")
    else:
        view = found["asked"]["view"]
        sizes, step = view["hand_sizes"], view["direction"]
        others = [sizes[step * place % len(sizes)] for place in range(1, len(sizes))]
        colour = COLOURS.get(view["active_colour"], "none")
        lines += [
            f"seat 0 holds {' '.join(view['hand'])}",
            f"up card {view['up_card']}, colour {colour}",
            f"others hold {' '.join(map(str, others))}, in the order of play",
            f"may {', '.join(found['legal'])}",
        ]
        told = f"to be drawn by who is hit: {view['pending']['owed']}; "
        told += f"draw pile: {view['draw_pile']} cards"
        before = COLOURS.get(view["colour_before_wild_draw_four"])
        lines.append(told + (f"; colour before the wild draw four: {before}" if before else ""))
    return "\n".join(lines) + SINCE + (found["told"] or "nothing")


def named(rules):
    """A rule set that may be named: one that comes with the program, or a file that is allowed."""
    known = native().rule_sets()
    if rules in known:
        return rules
    if _rules_dir is not None:
        path = (_rules_dir / rules).resolve()
        if path.is_relative_to(_rules_dir) and path.is_file():
            return str(path)
    where = f"no file of {_rules_dir}" if _rules_dir else "files are read with --rules-dir alone"
    near = difflib.get_close_matches(rules[:100], known, 3)
    perhaps = f"; did you mean {' or '.join(near)}?" if near else ""
    raise ValueError(f'"{native().quoted(rules)}" is no rule set, and {where}{perhaps}')


def new_game(
    rules: str = "official", players: int = 2, opponents: str = "champion", seed: int | None = None
):
    """Deals a round; you are seat 0. Opponents are strategies of the library, with commas between
    them: one for all other seats, or one for each. The same seed deals the same cards."""
    seed = secrets.randbits(32) if seed is None else seed
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed={seed}: allowed are 0 to {(1 << 64) - 1}")
    if not 2 <= players <= 10:
        raise ValueError(f"players={players}: allowed are 2 to 10")
    return _seat.sit(named(rules), players, each(opponents), seed)


def each(opponents):
    """The opponents; a comma may stand between the settings of one of them, too."""
    found = []
    for part in opponents.split(","):
        is_setting = found and ":" in found[-1] and "=" in part and ":" not in part
        found[-1:] = [f"{found[-1]},{part}"] if is_setting else [*found[-1:], part]
    return found


def state():
    """What you see at the table, which actions you may take, and what happened since your last
    decision."""
    return _seat.state()


def act(action: str):
    """Takes an action, by its name in `state`, and plays on to your next decision; says what the
    others did meanwhile."""
    return _seat.act(action)


def ask(position: str):
    """What a strong player and a search would do, as JSON, with the chance to win by each choice.
    In "R5 B2 W; up R9; others 3 1" are a hand, the up card, and how many cards the others hold."""
    if len(position) > MOST_POSITION:
        raise ValueError(f"a position has at most {MOST_POSITION:,} characters")
    found = importlib.import_module("unobench.results").ask(position)
    return json.dumps(found), found


def settle(question: str, call: _protocol.Call):
    """Settles an argument about a rule, such as "can you stack a +4 on a +2": what the printed
    rules say, and what playing it otherwise does to the game, measured by many games."""
    if len(question) > native().MOST_ASKED:
        raise ValueError(f"a question has at most {native().MOST_ASKED} characters")
    is_file = question.endswith(".toml") or os.path.lexists(question)
    asked = named(question) if is_file and question not in native().rule_sets() else question
    text = settled(asked, call)
    return text, {"text": text}


# Ends with whoever has started it, even if that is killed.
CODE = """\
import os, sys, threading
sys.path[:] = {path!r}
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(130)), daemon=True).start()
from unobench.__main__ import main
main()
"""


def settled(asked, call):
    """The answer, of a process of its own: others can ask meanwhile, and it can be ended."""
    code = CODE.format(path=sys.path)
    command = [sys.executable, "-c", code, "settle", "--color=never", "--", asked]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with (
        # Nowhere where a file could be named by chance.
        tempfile.TemporaryDirectory() as empty,
        subprocess.Popen(command, cwd=empty, text=True, **pipes) as process,
    ):
        call.stopped_by(process.terminate)
        said = []
        about = (process.stderr, said, call)
        listens = threading.Thread(target=listen, args=about, daemon=True)
        listens.start()
        text = process.stdout.read()
        listens.join()
    if process.returncode:
        raise RuntimeError("".join(said).rpartition("error: ")[2].strip() or "it was ended")
    return text


def listen(errors, said, call):
    """Takes in what is wrong, and how far it is."""
    for line in errors:
        said.append(line)
        if " games" in line:
            call.message = line.strip()


def rules(name: str = "official"):
    """The rules of a rule set, and how cards are written."""
    models = importlib.import_module("unobench.models")
    text = models.rules_in_words(name, json.dumps(models.settings(named(name))))
    text = text.partition("\n\n")[2]  # without what a model is told to answer
    return text, {"text": text}


TOOLS = [
    _protocol.Tool(new_game, TABLE, True),
    _protocol.Tool(state, TABLE, False),
    _protocol.Tool(act, TABLE, True),
    _protocol.Tool(ask, ANY, False),
    _protocol.Tool(settle, TEXT, False),
    _protocol.Tool(rules, TEXT, False),
]


def __getattr__(name):
    """Makes `server`: the same tools as a server of the MCP SDK, where that is installed, for other
    ways than standard input."""
    if name != "server":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    to_thread = importlib.import_module("anyio").to_thread
    types = importlib.import_module("mcp_types")
    tools = {tool.name: tool for tool in TOOLS}

    async def listed(_context, _params):
        all_tools = [types.Tool.model_validate(tool.described()) for tool in TOOLS]
        return types.ListToolsResult(tools=all_tools)

    async def called(_context, params):
        call = _protocol.Call(None, None)
        if params.name not in tools:
            raise ValueError(f"there is no such tool; there are {', '.join(tools)}")
        try:
            found = await to_thread.run_sync(
                tools[params.name].answered, params.arguments or {}, call, abandon_on_cancel=True
            )
        finally:
            call.cancel()
        return types.CallToolResult.model_validate(found)

    about, does = {"version": __version__, "instructions": ABOUT["instructions"]}, {}
    does["on_list_tools"], does["on_call_tool"] = listed, called
    return importlib.import_module("mcp.server.lowlevel").Server("unobench", **about, **does)


def main():
    """Serves until standard input ends."""
    global _rules_dir  # noqa: PLW0603
    parser = argparse.ArgumentParser(prog="python -m unobench.mcp", description=__doc__)
    parser.add_argument("--rules-dir", metavar="DIR", help="where rule files are read")
    parser.add_argument("--version", action="version", version=f"unobench {__version__}")
    given = parser.parse_args().rules_dir
    if given is not None:
        _rules_dir = Path(given).resolve()
        if not _rules_dir.is_dir():
            parser.error(f"--rules-dir {given}: there is no such directory")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # Only messages go to standard output, whoever prints something.
    writes = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    status = 0
    try:
        _protocol.Server(TOOLS, ABOUT, writes).serve(sys.stdin.buffer)
    except KeyboardInterrupt:
        status = 130
    except SystemExit as end:
        status = end.code
    # At once: whoever settles ends when this has ended, and nobody else is waited for.
    os._exit(status)


if __name__ == "__main__":
    main()
