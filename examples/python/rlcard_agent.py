"""RLCard's rule agent, `UNORuleAgentV1`, as a player: `unobench.run(RuleAgent(), "counter")`.

It is told what RLCard's own game would tell it. What there is no choice there is done as that game
does it: a drawn card is laid if it is a wild or has the colour, and nobody challenges. Whatever
RLCard does not know is decided by the first option.
"""

import json
import zlib

import numpy as np
from rlcard.models.uno_rule_models import UNORuleAgentV1

SYMBOLS = {"S": "skip", "R": "reverse", "+2": "draw_2"}
WILDS = {"W": "wild", "W+4": "wild_draw_4"}
COLOURS = "RGBY"  # in RLCard's order


def named(card):
    """A card as RLCard writes it; wilds have a colour there, too."""
    if card in WILDS:
        return f"r-{WILDS[card]}"
    return f"{card[0].lower()}-{SYMBOLS.get(card[1:], card[1:])}"


def coloured(wild):
    return [f"{colour.lower()}-{WILDS[wild]}" for colour in COLOURS]


class RuleAgent:
    __name__ = "rlcard"
    agent = UNORuleAgentV1()

    def choose(self, questions, rules):
        return [self.answer(question) for question in questions]

    def answer(self, question):
        legal, view = question["legal"], question["view"]
        # It draws from NumPy's numbers; with this seed it does the same again.
        np.random.seed(zlib.crc32(json.dumps(question).encode()))
        if question["decision"] == "colour" and view["wild_to_name"] in WILDS:
            wild = view["wild_to_name"]
            colour = self.says(coloured(wild), [*view["hand"], wild])[0].upper()
            return [option["colour"] for option in legal].index(colour)
        cards = {option["card"]: index for index, option in enumerate(legal) if "card" in option}
        if question["decision"] == "drawn":
            card = next(iter(cards))
            return cards[card] if card in WILDS or card[0] == view["active_colour"] else 1
        if question["decision"] == "play":
            held = [card for card in view["hand"] if card in cards and card not in WILDS]
            fits = [named(card) for card in held] + coloured("W") * ("W" in cards)
            fits = fits or coloured("W+4") * ("W+4" in view["playable"]) or ["draw"]
            said = self.says(fits, view["hand"])
            known = {named(card)[2:] if card in WILDS else named(card): card for card in cards}
            return cards.get(known.get(said, known.get(said[2:])), len(legal) - 1)
        words = [option["action"] for option in legal]
        return words.index("accept") if "accept" in words else 0

    def says(self, legal, hand):
        return self.agent.step(
            {"raw_legal_actions": legal, "raw_obs": {"hand": [*map(named, hand)]}}
        )
