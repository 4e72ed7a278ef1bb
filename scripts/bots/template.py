#!/usr/bin/env python3
"""A bot to copy, together with unobot.py: plays the first card that fits.

    unobench bot check "python3 scripts/bots/template.py"
    unobench run "cmd:python3 scripts/bots/template.py" random -n 1000

What it prints to standard error ends up in bots.log.
"""

from unobot import Action, Bot, Decision, Game


class MyBot(Bot):
    name = "my python bot"

    def choose(self, decision: Decision) -> Action:
        """Chooses one of decision.legal; decision.view tells what you see."""
        game = decision.game
        game.memory["decisions"] += 1
        if decision.kind == "play":
            # The heart of the bot: which card, or "draw"?
            return decision.honest()[0]
        # Calls UNO, never challenges, and otherwise does the first thing that is allowed.
        return decision.find("call") or decision.find("accept") or decision.honest()[0]

    def new_game(self, game: Game) -> None:
        """A game begins; what you want to remember during it goes into game.memory."""
        game.memory["decisions"] = 0

    def game_over(self, game: Game) -> None:
        """A game has ended; game.events[-1] says how."""


if __name__ == "__main__":
    MyBot().run()
