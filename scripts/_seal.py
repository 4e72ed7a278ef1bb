"""The sums at the end of the lines of progress.jsonl, for programs that check or make such lines.
Standard library only."""

import json
import re

FNV_OFFSET = 0xCBF29CE484222325


def fnv1a(data, total=FNV_OFFSET):
    """The 64-bit sum at the end of each line, after another."""
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


def origins(text):
    """The sums of what determines the lines, by rule set and leg: those of the header without what
    does not. In format 1 all are those of nothing."""

    def number(digits):  # as it is written, for it may be written in several ways
        return f"\0{digits}\0"

    header = json.loads(text, parse_float=number)
    del header["check"]
    cached = {}

    def origin(line):
        key = (line["rules"], line.get("leg"))
        if header["format"] > 1 and key not in cached:
            cached[key] = fnv1a(packed(of(*key)))
        return cached.get(key, FNV_OFFSET)

    def of(rules, leg):
        mine = {
            **header,
            "rules": [of for of in header["rules"] if of["name"] == rules],
            "shard": None,
        }
        if leg is not None:
            played = header["legs"][leg]
            if "learned" in mine:
                mine["learned"] = learned(rules, played)
                if mine["learned"] is None:
                    del mine["learned"]
            if "chunk" in played:  # then it does not depend on how much is played
                played = {**played, "blocks_per_group": 0}
            mine.pop("worth", None)
            return {**mine, "baseline": "", "legs": [played]}
        mine.pop("question", None)
        return {**mine, "games": 0, "blocks": 0, "stop": None}

    def learned(rules, played):
        """How those have learned who play in a leg; none if nobody has."""
        play, players = played["play"], played.get("players", header["players"])
        if "learned" not in [play.get("strategy"), play.get("others"), *play.get("strategies", [])]:
            return None
        networks = [
            network
            for network in header["learned"]["networks"]
            if (network["rules"], network["players"]) == (rules, players)
        ]
        return {**header["learned"], "networks": networks}

    def packed(value):
        text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        return re.sub(r'"\\u0000([^"\\]*)\\u0000"', r"\1", text).encode()

    return origin


def sealed(contents, origin):
    """The line of an object's bytes without the closing brace."""
    return contents + b',"check":"%016x"}\n' % fnv1a(contents, origin)
