"""`python -m unobench.mcp`: an MCP server, at which whoever calls it plays, asks and settles."""

import functools
import json
import threading

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from . import _table, fields_of, models, results

server = MCPServer("unobench", instructions="One table of UNO; new_game deals, you sit in seat 0.")
_open: dict[str, _table.Table] = {}  # the table, once there is one
_turn = threading.RLock()  # one call after the other


def tool(function):
    """Makes it one of the server's, whose callers are told what is wrong."""

    @functools.wraps(function)
    def told(**words):
        try:
            with _turn:
                return function(**words)
        except (OSError, TypeError, ValueError) as error:
            raise ToolError(str(error)) from None

    server.tool()(told)
    return function


@tool
def new_game(
    rules: str = "official", players: int = 2, opponents: str = "champion", seed: int | None = None
) -> str:
    """Deals a round; you are seat 0. Opponents are strategies of the library, with commas between
    them: one for all other seats, or one for each. The same seed deals the same cards."""
    names = opponents.split(",") if "," in opponents else opponents
    _open["table"] = table = _table.Table(
        rules,
        players,
        seed=seed,
        illegal="error",
        learners=0,
        opponents=names,
        observation="cards",
        draw_by_choice=True,
    )
    table.reset()
    if table.seat is None:  # over before anybody is asked
        table.step(0)
    return state()


@tool
def state() -> str:
    """What you see at the table, and which actions you may take."""
    if "table" not in _open:
        raise ValueError("there is no table; new_game makes one")
    table = _open["table"]
    if table.over:
        others = "nobody has won" if table.stalled else "an opponent has won"
        return f"the round is over: {'you have won' if table.rewards[0] else others}"
    seen = {name: table.observation[at][0] for name, at in fields_of(table.env.observation).items()}
    told = f"to be drawn by who is hit: {seen['owed']}; draw pile: {seen['draw_pile']} cards"
    before = ["", "red", "blue", "green", "yellow"][seen["colour_before"]]
    told += f"; colour before the wild draw four: {before}" * bool(before)
    return f"{table.text()}\n{told}"


@tool
def act(action: str) -> str:
    """Takes an action, by its name in `state`, and plays on to your next decision."""
    before, table = state(), _open["table"]
    legal = {name: n for n, name in enumerate(table.env.actions) if table.mask[n]}
    if action not in legal:
        raise ValueError(f"{action[:40]!r} is not legal now; {before}")
    table.step(legal[action])
    return state()


@tool
def ask(position: str) -> str:
    """What a strong player would do, as JSON, with the worth of each choice. In "R5 B2 W; up R9;
    others 3 1" are a hand, the up card, and how many cards the others hold."""
    return json.dumps(results.ask(position))


@tool
def settle(question: str) -> str:
    """Settles an argument about a rule, such as "can you stack a +4 on a +2": what the printed
    rules say, and what playing it otherwise does to the game, measured by many games."""
    return results.settle(question, progress=False)


@tool
def rules(name: str = "official") -> str:
    """The rules of a rule set, and how cards are written."""
    text = models.rules_in_words(name, json.dumps(models.settings(name)))
    return text.partition("\n\n")[2]  # without what a model is told to answer


if __name__ == "__main__":
    server.run()
