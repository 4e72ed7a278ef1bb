#!/usr/bin/env python3
"""An example of an external bot: plays the colour of which it holds most.

    unobench run "cmd:scripts/bots/example.py" random high-points -n 1000
    unobench bot check scripts/bots/example.py

The program writes one JSON object a line to our standard input, and reads ours from standard
output; docs/BOTS.md describes them all. Anything for a person to read goes to standard error, which
ends up in the run directory's bots.log.
"""

import json
import sys
from collections import Counter


def say(message):
    """Sends one message; without the flush it would wait in a buffer, and the decision come too
    late."""
    print(json.dumps(message), flush=True)


def colours(hand):
    """How many cards of each colour are in a hand; a wild (W, W+4, WS, WB, WC, D1, D2) has none."""
    return Counter(card[0] for card in hand if card[0] in "RBGY")


def worth(action, held):
    """How gladly we do this: a card of a frequent colour first, then a wild, and rather that than
    nothing."""
    card = action.get("card")
    if card is None:
        return -1
    return 1 + held[card[0]] if card[0] in "RBGY" else 0


def choose(decision, legal, view):
    """Gives the index of the action that we take."""
    held = colours(view["hand"])
    indices = range(len(legal))
    if decision == "colour":
        return max(indices, key=lambda i: held[legal[i]["colour"]])
    if decision in ("uno", "challenge"):
        # Always calls UNO; never challenges.
        wanted = "call" if decision == "uno" else "accept"
        return next(i for i in indices if legal[i]["action"] == wanted)
    if decision in ("swap", "exchange"):
        # Swaps with whoever has fewest cards, if they are fewer; exchanges with nobody.
        sizes = view["hand_sizes"]
        none = sizes[view["seat"]] - 0.5 if decision == "swap" else -1
        return min(indices, key=lambda i: sizes[legal[i]["seat"]] if "seat" in legal[i] else none)
    if decision == "give":
        return min(indices, key=lambda i: worth(legal[i], held))
    # Plays, answers, jumps in: what is honest, of the most frequent colour.
    honest = [
        i for i in indices if legal[i].get("card") in view["playable"] or "card" not in legal[i]
    ]
    return max(honest or indices, key=lambda i: worth(legal[i], held))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "name": "most frequent colour"})
    elif message["type"] == "act":
        action = choose(message["decision"], message["legal"], message["view"])
        say({"type": "action", "game": message["game"], "action": action})
    elif message["type"] == "quit":
        break
