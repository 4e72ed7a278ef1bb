"""The MCP server, through clients of the SDK: in memory, and as the process that others start."""

import asyncio
import sys

import pytest

mcp = pytest.importorskip("mcp")
pytest.importorskip("mcp.server.mcpserver", reason="needs mcp 2")


async def calls(server):
    async with mcp.Client(server) as client:

        async def call(tool, /, **words):
            done = await client.call_tool(tool, words)
            return "error: " * done.is_error + done.content[0].text

        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"new_game", "state", "act", "ask", "settle", "rules"}
        assert "unknown strategy" in await call("new_game", opponents="nobody")
        told = dealt = await call("new_game", rules="stacking", players=3, seed=4)
        assert dealt == await call("state") and "seat 0 holds" in dealt and "draw pile: 86" in dealt
        refused = await call("act", action="colour X")
        assert refused.startswith("error: ") and "not legal now; seat 0 holds" in refused
        while "the round is over" not in told:
            told = await call("act", action=told.partition("may ")[2].split("\n")[0].split(", ")[0])
        assert " has won" in told and "not legal" in await call("act", action="draw")
        assert dealt == await call("new_game", rules="stacking", players=3, seed=4)
        assert '"thinks"' in await call("ask", position="R5 B2 W; up R9; others 3 1")
        assert 'draw_two is "stack"' in await call("rules", name="stacking")
        assert "By the printed rules" in await call("settle", question="draw-several")


def test_a_caller_plays_asks_and_settles():
    from unobench.mcp import server

    asyncio.run(calls(server))
    asyncio.run(
        calls(mcp.StdioServerParameters(command=sys.executable, args=["-m", "unobench.mcp"]))
    )
