"""A bot for unobench in Python: subclass `Bot`, write `choose`, call `run`.

    from unobot import Action, Bot, Decision

    class Mine(Bot):
        name = "mine"

        def choose(self, decision: Decision) -> Action:
            return decision.legal[0]

    Mine().run()

This file needs Python 3.9 or later and nothing else: copy it beside your bot. docs/BOTS.md has the
protocol below it.
"""

import json
import random
import sys
from dataclasses import dataclass
from typing import Any, Optional, Union

Event = dict[str, Any]
View = dict[str, Any]

COLOURS = "RBGY"


@dataclass(frozen=True)
class Action:
    """Something that may be done: `action` is "play", "draw", "pass", "take" or the like."""

    index: int
    action: str
    card: Optional[str] = None
    colour: Optional[str] = None
    seat: Optional[int] = None


@dataclass
class Game:
    """A game in which the bot has a seat. It may keep things of its own in `memory`."""

    number: int
    seat: int
    players: int
    settings: dict[str, Any]
    rng: random.Random
    events: list[Event]
    memory: dict[str, Any]


@dataclass(frozen=True)
class Decision:
    """A question: `kind` is "play", "colour", "challenge" or the like, `legal` has two actions at
    least, and `view` is what the seat sees."""

    kind: str
    legal: list[Action]
    view: View
    game: Game

    @property
    def hand(self) -> list[str]:
        """The bot's own cards."""
        return self.view["hand"]

    def find(self, action: str) -> Optional[Action]:
        """The first legal action of this name, such as "draw" or "call"."""
        return next((legal for legal in self.legal if legal.action == action), None)

    def honest(self) -> list[Action]:
        """The legal actions without those that bluff with a wild draw four; never an empty list."""
        playable = self.view["playable"]
        return [a for a in self.legal if a.card is None or a.card in playable] or self.legal


class Bot:
    """A player. Several games may be open at once; `decision.game` says which one is meant."""

    name = "my bot"
    #: Whether many decisions come at once, to `choose_all`: what a network wants.
    batch = False
    #: Which events are told: True for all, False for none, or a list of their names.
    events: Union[bool, list[str]] = True

    def choose(self, decision: Decision) -> Action:
        """Chooses one of `decision.legal`."""
        raise NotImplementedError("a bot has to choose")

    def choose_all(self, decisions: list[Decision]) -> list[Action]:
        """With `batch`: chooses for each decision one of its legal actions."""
        return [self.choose(decision) for decision in decisions]

    def new_game(self, game: Game) -> None:
        """A game begins."""

    def game_over(self, game: Game) -> None:
        """A game has ended; `game.events[-1]` says how, if events are told."""

    def run(self) -> None:
        """Plays until the program says that it is over."""
        games: dict[int, Game] = {}
        for line in sys.stdin:
            message = json.loads(line)
            kind, number = message["type"], message.get("game")
            if kind == "hello":
                events = self.events
                _say({"type": "ready", "name": self.name, "batch": self.batch, "events": events})
            elif kind == "newgame":
                games[number] = _game(message)
                self.new_game(games[number])
            elif kind == "event":
                games[number].events.append(message)
            elif kind == "act":
                decision = _decision(message, games[number])
                _say({"type": "action", "game": number, "action": self.choose(decision).index})
            elif kind == "acts":
                items = message["items"]
                chosen = self.choose_all([_decision(item, games[item["game"]]) for item in items])
                numbers = [item["game"] for item in items]
                answers = zip(numbers, chosen)
                _say({"items": [{"game": game, "action": of.index} for game, of in answers]})
            elif kind == "endgame":
                self.game_over(games.pop(number))
            elif kind == "quit":
                return


def colour_of(card: Optional[str]) -> Optional[str]:
    """The colour of a card; None of a wild, and of no card."""
    return card[0] if card and card[0] in COLOURS else None


def _say(message: dict[str, Any]) -> None:
    """Sends a message; without the flush it would wait in a buffer, and come too late."""
    print(json.dumps(message), flush=True)


def _game(message: dict[str, Any]) -> Game:
    number, seat, players = message["game"], message["seat"], message["players"]
    rng = random.Random(message["bot_seed"])
    return Game(number, seat, players, message["settings"], rng, [], {})


def _decision(message: dict[str, Any], game: Game) -> Decision:
    legal = [Action(index, **action) for index, action in enumerate(message["legal"])]
    return Decision(message["decision"], legal, message["view"], game)
