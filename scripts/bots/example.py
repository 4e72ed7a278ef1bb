#!/usr/bin/env python3
"""An example of an external bot: plays the colour of which it holds most.

    unobench bot check "python3 scripts/bots/example.py"
    unobench run "cmd:python3 scripts/bots/example.py" random high-points -n 1000

`unobot.py` beside it speaks with the program. Anything for a person to read goes to standard error,
which ends up in the run directory's bots.log.
"""

from collections import Counter

from unobot import Action, Bot, Decision, colour_of


class MostFrequentColour(Bot):
    name = "most frequent colour"

    def choose(self, decision: Decision) -> Action:
        held = Counter(colour_of(card) for card in decision.hand)
        if decision.kind == "colour":
            return max(decision.legal, key=lambda action: held[action.colour])
        # Always calls UNO; never challenges.
        always = decision.find("call") or decision.find("accept")
        if always:
            return always
        if decision.kind in ("swap", "exchange", "target"):
            return self.partner(decision)
        if decision.kind == "give":
            return min(decision.legal, key=lambda action: worth(action, held))
        # Plays, answers, jumps in: what is honest, of the most frequent colour.
        return max(decision.honest(), key=lambda action: worth(action, held))

    def partner(self, decision: Decision) -> Action:
        """Swaps with whoever has fewest cards, if they are fewer; exchanges with nobody."""
        sizes, own = decision.view["hand_sizes"], decision.view["seat"]
        stay = sizes[own] - 0.5 if decision.kind == "swap" else -1
        return min(decision.legal, key=lambda a: stay if a.seat is None else sizes[a.seat])


def worth(action: Action, held: Counter) -> int:
    """How gladly we do this: a card of a frequent colour first, then a wild, and rather that than
    nothing."""
    colour = colour_of(action.card)
    if colour:
        return 1 + held[colour]
    return 0 if action.card else -1


if __name__ == "__main__":
    MostFrequentColour().run()
