"""A bot for tests: decides as `first-legal` does, and misbehaves as the first argument says.

    bot.py MODE [WHEN [FILE]]

WHEN is `always`, or the number of the only decision, from 1, at which it misbehaves. FILE is a mark
left by a process that misbehaved: the one that is started in its place behaves. Mode `record`
behaves, and writes all that it hears and says to FILE. It calls itself by its mode, or as the
variable NAME says, and takes decisions in batches where BATCH is set. Modes `stubborn` and `family`
behave until they are to exit; FILE is there once they play.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

MODE = sys.argv[1]
WHEN = sys.argv[2] if len(sys.argv) > 2 else "always"
FILE = sys.argv[3] if len(sys.argv) > 3 else None
BATCH = os.environ.get("BATCH")
ZERO_POINTS = 0
WRONG = {"negative": -1, "fraction": 0.5, "text": "draw"}
record = open(FILE, "a", encoding="utf-8") if MODE == "record" else None  # noqa: SIM115


def say(text):
    if record:
        record.write("← " + text + "\n")
        record.flush()
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def points(card):
    symbol = card[1:]
    if card[0] in "RBGY":
        return (int(symbol) or ZERO_POINTS) if symbol.isdigit() else 20
    return 20 if card[0] == "D" else 50


def first_legal(decision, legal, view):
    honest = [i for i, action in enumerate(legal) if action.get("card") in view["playable"]]
    none = max(i for i in range(len(legal)) if legal[i]["action"] != "pass" or decision != "play")
    if decision in ("play", "answer"):
        return honest[0] if honest else none
    if decision == "colour":
        held = [sum(card[0] == action["colour"] for card in view["hand"]) for action in legal]
        return held.index(max(held))
    if decision in ("uno", "challenge"):
        return [action["action"] for action in legal].index(
            "call" if decision == "uno" else "accept"
        )
    if decision in ("swap", "target"):
        sizes, own, step = view["hand_sizes"], view["seat"], view["direction"]
        return min(
            (i for i in range(len(legal)) if "seat" in legal[i]),
            key=lambda i: (
                sizes[legal[i]["seat"]],
                (legal[i]["seat"] - own) * step % len(sizes),
            ),
        )
    if decision == "exchange":
        return none
    if decision != "give":
        return honest[-1] if honest else none
    most = max(points(action["card"]) for action in legal)
    dearest = [i for i, action in enumerate(legal) if points(action["card"]) == most]
    coloured = [i for i in dearest if legal[i]["card"][0] in "RBGY"]
    return coloured[-1] if coloured else dearest[0]


def misbehave(message, answer):
    """Says what it should not, or nothing; false if the answer is to follow."""
    game = message["game"]
    if MODE == "hang":
        time.sleep(1000)
    elif MODE == "silent":
        return True
    elif MODE == "late":
        time.sleep(float(os.environ.get("LATE", "0.1")))
        return False
    elif MODE == "die":
        sys.exit(3)
    elif MODE == "die-aloud":
        print("one\nthe end", file=sys.stderr, flush=True)
        sys.exit(3)
    elif MODE == "kill-parent":
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(1000)
    elif MODE in WRONG:
        say(json.dumps({"game": game, "action": WRONG[MODE]}))
    elif MODE == "range":
        say(json.dumps({"game": game, "action": len(message["legal"])}))
    elif MODE == "wrong-game":
        say(json.dumps({"game": game + 1000, "action": answer}))
    elif MODE == "malformed":
        say(f'{{"game": {game}, "action":')
    elif MODE == "why":
        say(json.dumps({"game": game, "action": answer, "why": {"so": [1]}}))
    elif MODE == "why-alone":
        say('{"why": 5}')
    elif MODE == "array":
        say("[1, 2, 3]")
    elif MODE == "bytes":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif MODE == "chatter":
        say("I am thinking")
        return False
    elif MODE == "huge":
        say("x" * 300_000)
    elif MODE == "flood":
        for _ in range(2000):
            say("y" * 1000)
        return False
    elif MODE == "yes":
        while True:
            say("y")
    elif MODE == "stream":
        while True:
            sys.stdout.write("z" * 65536)
    return True


def settle():
    """Ignores what can be ignored; as a family starts others that do, too, in another session."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if MODE == "family":
        subprocess.Popen(["sh", "-c", "sleep 1000 & exec sleep 1000"], start_new_session=True)


QUIET = ("record", "stderr", "good", "stubborn", "family", "long-name", "chatty")
name = "n" * 5000 if MODE == "long-name" else os.environ.get("NAME", MODE)
if MODE in ("stubborn", "family"):
    settle()
if MODE == "chatty":
    for number in range(40_000):
        sys.stderr.write(f"line {number:6d} {'c' * 87}\n")
    sys.stderr.flush()
if MODE == "die-at-once":
    sys.exit(3)
if MODE == "mute":
    time.sleep(1000)
if MODE == "unready":
    say("hello, I am a bot")
asked = 0
for line in sys.stdin:
    if record:
        record.write("→ " + line)
        record.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        batch = {"batch": True, "events": json.loads(os.environ["BATCH"])} if BATCH else {}
        say(json.dumps({"type": "ready", "name": name, **batch}))
    elif message["type"] == "newgame":
        ZERO_POINTS = message["settings"]["scoring"]["zero_points"]
    elif message["type"] == "act":
        asked += 1
        action = first_legal(message["decision"], message["legal"], message["view"])
        behaves = FILE and MODE != "record" and Path(FILE).exists()
        if MODE == "stderr":
            sys.stderr.write("the bot's own words \x1b[2J" + "e" * 1000 + "\n")
            sys.stderr.flush()
        if MODE in ("stubborn", "family") and FILE:
            open(FILE, "w").close()
        if MODE not in QUIET and (WHEN == "always" or asked == int(WHEN)) and not behaves:
            if FILE:
                open(FILE, "w").close()
            if misbehave(message, action):
                continue
        why = {"why": "so"} if MODE == "stderr" else {}
        say(json.dumps({"type": "action", "game": message["game"], "action": action, **why}))
    elif message["type"] == "acts":
        items = []
        for item in message["items"]:
            asked += 1
            action = first_legal(item["decision"], item["legal"], item["view"])
            fails = WHEN == "always" or asked == int(WHEN)
            if fails and MODE == "late":
                time.sleep(float(os.environ["LATE"]))
            if not (fails and MODE == "short"):
                over = len(item["legal"]) if fails and MODE == "range" else 0
                items.append({"game": item["game"], "action": over or action})
        say(json.dumps({"items": items[::-1]}))
    elif message["type"] == "quit":
        break
if MODE in ("stubborn", "family"):
    time.sleep(1000)
