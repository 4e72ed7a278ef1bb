"""The sums at the end of the lines of progress.jsonl, for programs that check or make such lines.
Standard library only."""

import json
import re
import sys

import _files

FNV_OFFSET = 0xCBF29CE484222325


def fnv1a(data, total=FNV_OFFSET):
    """The 64-bit sum at the end of each line, after another."""
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


def as_written(digits):
    """A number that may be written in several ways."""
    return f"\0{digits}\0"


def origins(text):
    """The sums of what determines the lines, by rule set and leg: those of the header without what
    does not."""

    header = json.loads(text.splitlines()[0], parse_float=as_written)
    del header["check"]
    for key in ("baseline", "worth", "stop"):
        header.pop(key, None)
    cached = {}

    def origin(line):
        key = (line["rules"], line["leg"])
        if key not in cached:
            cached[key] = fnv1a(packed(of(*key)))
        return cached[key]

    def of(rules, leg):
        played = header["legs"][leg]
        who = players_of(played["play"])
        mine = {
            **header,
            "question": "run",
            "champions": header.get("champions") if "champion" in who else None,
            "rules": [of for of in header["rules"] if of["name"] == rules],
            "legs": [{**played, "games": 0}],
        }
        if "bots" in mine:
            mine["bots"] = {name: line for name, line in mine["bots"].items() if name in who}
        if "learned" in mine:
            mine["learned"] = learned(rules, played) if "learned" in who else None
        players = played.get("players", header["players"])
        # Who sits there, without what exams found of it.
        mine["examined"] = [
            {**exam, "verdict": "not_settled", "examiners": []}
            for exam in header.get("examined", [])
            if (exam["rules"], exam["players"]) == (rules, players)
            and "digest" in exam
            and "champion" in who
        ]
        return {key: value for key, value in mine.items() if value not in (None, {}, [])}

    def players_of(play):
        """Who plays in a leg."""
        some = [name for key in ("line_up", "strategies", "pool") for name in play.get(key, [])]
        return [play.get("strategy"), play.get("others"), *some]

    def learned(rules, played):
        """How those have learned who play in a leg."""
        players = played.get("players", header["players"])
        networks = [
            network
            for network in header["learned"]["networks"]
            if (network["rules"], network["players"]) == (rules, players)
        ]
        return {**header["learned"], "networks": networks}

    return origin


def packed(value):
    """JSON without spaces, with numbers as they were written."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return re.sub(r'"\\u0000([^"\\]*)\\u0000"', r"\1", text).encode()


def digests(text):
    """The `rules_digest` of each rule set of a header."""
    rules = json.loads(text, parse_float=as_written)["rules"]
    return {of["name"]: f"{fnv1a(packed(of['settings'])):016x}"[:12] for of in rules}


def sealed(contents, origin):
    """The line of an object's bytes without the closing brace."""
    return contents + b',"check":"%016x"}\n' % fnv1a(contents, origin)


PROGRESS = "progress.jsonl"


def read(path):
    """The header and the other lines of progress.jsonl; a line whose check sum is wrong, or of
    another run, ends it."""
    lines = []
    origin = None
    for number, line in enumerate(_files.lines(path), 1):
        contents, _, check = line.rpartition(b',"check":"')
        try:
            entry = json.loads(contents + b"}")
            begin = origin(entry) if origin else FNV_OFFSET
        except (ValueError, LookupError, TypeError, RecursionError):
            begin = None
        if begin is None or check != b'%016x"}\n' % fnv1a(contents, begin):
            told = f"line {number} is damaged or of another run"
            print(f"{path}: {told}, and left out with all after it", file=sys.stderr)
            break
        lines.append(entry)
        origin = origin or origins(line)
    if not lines:
        sys.exit(f"{path}: no header that can be read")
    return lines[0], lines[1:]
