"""The MCP server, as the process that others start: through a client of the SDK where it is
installed, and by lines of JSON, some of which nobody should send."""

import asyncio
import json
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
import unobench
from conftest import PATIENCE, ROOT, until

COMMAND = [sys.executable, "-m", "unobench.mcp"]
TOOLS = ["new_game", "state", "act", "ask", "settle", "rules"]


class Server:
    """A server that runs, and all that it says."""

    def __init__(self, *words):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen([*COMMAND, *map(str, words)], **pipes)
        self.said = []
        self._reads = threading.Thread(target=self._read, daemon=True)
        self._reads.start()
        self._number = 0

    def _read(self):
        for line in self.process.stdout:
            self.said.append(json.loads(line))

    def send(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        """Asks something; its number."""
        self._number += 1
        frame = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self.send(json.dumps(frame).encode())
        return self._number

    def answered(self, ident, seconds=PATIENCE):
        return until(lambda: next((of for of in self.said if of.get("id") == ident), None), seconds)

    def request(self, method, **params):
        return self.answered(self.ask(method, **params))

    def begin(self, tool, token=None, **arguments):
        meta = {} if token is None else {"_meta": {"progressToken": token}}
        return self.ask("tools/call", name=tool, arguments=arguments, **meta)

    def result(self, ident):
        result = self.answered(ident)["result"]
        return "error: " * result["isError"] + result["content"][0]["text"], result

    def call(self, tool, **arguments):
        return self.result(self.begin(tool, **arguments))[0]

    def found(self, tool, **arguments):
        return self.result(self.begin(tool, **arguments))[1]["structuredContent"]


@pytest.fixture
def server():
    started = []

    def start(*words):
        started.append(Server(*words))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.wait()


@pytest.fixture(scope="module")
def shared():
    server = Server()
    yield server
    server.process.stdin.close()
    server.process.wait(PATIENCE)


def test_it_says_what_it_is_and_what_can_be_called(shared):
    about = shared.request("initialize", protocolVersion="2025-06-18")["result"]
    assert about["serverInfo"]["version"] == unobench.__version__
    assert about["protocolVersion"] == "2025-06-18" and about["capabilities"] == {"tools": {}}
    assert shared.request("initialize")["result"]["protocolVersion"] == "2025-11-25"
    tools = {tool["name"]: tool for tool in shared.request("tools/list")["result"]["tools"]}
    assert list(tools) == TOOLS
    reads = [name for name, tool in tools.items() if tool["annotations"]["readOnlyHint"]]
    assert reads == ["state", "ask", "settle", "rules"]
    assert all(tool["outputSchema"]["type"] == "object" for tool in tools.values())
    assert not any(tool["inputSchema"]["additionalProperties"] for tool in tools.values())
    assert tools["settle"]["inputSchema"]["properties"] == {"question": {"type": "string"}}
    assert shared.request("ping")["result"] == {}


def test_a_caller_plays_asks_and_settles(shared):
    call, jsonschema = shared.call, pytest.importorskip("jsonschema")
    assert "unknown strategy" in call("new_game", opponents="nobody")
    told = dealt = call("new_game", rules="stacking", players=3, seed=4)
    assert dealt == call("state") and "seat 0 holds" in dealt and "draw pile: 86" in dealt
    refused = call("act", action="colour X")
    assert refused.startswith("error: ") and "not legal now; seat 0 holds" in refused
    tools = {tool["name"]: tool for tool in shared.request("tools/list")["result"]["tools"]}
    while "the round is over" not in told:
        found = shared.found("state")
        jsonschema.validate(found, tools["state"]["outputSchema"])
        assert found["legal"] == told.partition("may ")[2].split("\n")[0].split(", ")
        assert found["asked"]["view"]["seat"] == 0 and found["won"] is None
        told = call("act", action=found["legal"][0])
    assert " has won" in told or "you have won" in told
    assert "not legal" in call("act", action="draw")
    assert dealt == call("new_game", rules="stacking", players=3, seed=4)
    thinks = shared.found("ask", position="R5 B2 W; up R9; others 3 1")
    assert thinks["strategy"] == "champion" and thinks["options"]
    assert '"thinks"' in call("ask", position="R5 B2 W; up R9; others 3 1")
    assert 'draw_two is "stack"' in call("rules", name="stacking")


def test_a_question_has_the_answer_of_the_terminal(shared, program):
    for question in ("stacking", "can you win with a wild", "pass"):
        command = [program, "settle", question]
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        assert shared.call("settle", question=question).strip() == told.stdout.strip()


def test_what_the_others_did_is_told_as_events_and_in_a_line(shared):
    found = shared.found("new_game", players=4, opponents="counter", seed=3)
    seen, hands = [], None
    while not found["over"]:
        own = found["asked"]["view"]["hand_sizes"]
        found = shared.found("act", action=found["legal"][0])
        for event in found["events"]:
            seen.append(event["event"])
            hidden = event["event"] == "draw" and event["seat"] != 0
            assert not (hidden and isinstance(event["cards"], list)), "a card that nobody shows"
            hands = event.get("hands", hands)
        plays = [of for of in found["events"] if of["event"] == "play" and of["seat"]]
        assert found["told"].count(" plays ") >= len(plays)
        told = [int(seat) for seat in re.findall(r"seat (\d) \(counter\) plays", found["told"])]
        assert sorted(told) == sorted(of["seat"] for of in plays)
        assert len(own) == 4
    assert {"play", "draw", "round_end"} <= set(seen) and isinstance(hands, list)
    assert seen.count("round_end") == 1 and found["won"] in ("you", "others")
    # What was seen is what the round of the library was.
    again = shared.found("new_game", players=4, opponents="counter", seed=3)
    assert [of["event"] for of in again["events"]][:2] == ["round", "turn_up"]


def test_what_is_not_known_is_refused_and_costs_nothing(shared):
    dealt = shared.call("new_game", seed=8)
    for arguments, says in [
        ({"nonsense": 1}, 'no argument "nonsense"; it takes rules, players, opponents, seed'),
        ({"players": "3"}, "players is of type str, not a whole number"),
        ({"players": True}, "of type bool"),
        ({"players": 99}, "allowed are 2 to 10"),
        ({"players": -(10**30)}, "allowed are 2 to 10"),
        ({"seed": -1}, "allowed are 0 to"),
        ({"rules": "stackin"}, "did you mean stacking"),
        ({"rules": "/etc/passwd"}, "files are read with --rules-dir alone"),
        ({"rules": "\0"}, "no rule set"),
        ({"opponents": "net:file=/etc/passwd"}, "no files are read"),
        ({"opponents": "cmd:sh -c true"}, "is an external bot"),
        ({"opponents": "ismcts:playouts=1000000"}, "they would think for about"),
        ({"opponents": "counter,counter"}, "2 are named; allowed are 1 and 1"),
    ]:
        told = shared.call("new_game", **arguments)
        assert told.startswith("error: ") and says in told, told
        assert shared.call("state") == dealt
    assert "needs the argument" in shared.call("act")
    for tool, arguments in [
        ("settle", {"question": "/etc/hostname"}),
        ("settle", {"question": "mine.toml"}),
        ("rules", {"name": "/etc/hostname"}),
    ]:
        assert "files are read with --rules-dir alone" in shared.call(tool, **arguments)
    assert "at most 500 characters" in shared.call("settle", question="stack " * 20_000)
    assert "at most 10,000 characters" in shared.call("ask", position="R" * 20_000)


def test_a_bound_says_that_it_sees_all(shared):
    found = shared.found("new_game", players=3, opponents="oracle:playouts=3,counter", seed=1)
    assert found["warning"].startswith("oracle:playouts=3 sees all cards")
    assert shared.call("state").startswith(found["warning"])
    assert shared.found("new_game", opponents="counter")["warning"] is None


def test_rule_files_are_read_in_one_directory_alone(server, tmp_path):
    inside, outside = tmp_path / "in", tmp_path / "out.toml"
    inside.mkdir()
    text = 'description = "mine"\n[setup]\nhand_size = 3\n'
    for path in (inside / "mine.toml", outside):
        path.write_text(text)
    (inside / "link.toml").symlink_to(outside)
    running = server("--rules-dir", inside)
    found = running.found("new_game", rules="mine.toml", seed=1)
    assert max(found["asked"]["view"]["hand_sizes"]) < 7
    assert "hand_size is 3" in running.call("rules", name="mine.toml")
    for name in ("../out.toml", str(outside), "link.toml", "no.toml", "."):
        for tool, word in (("new_game", "rules"), ("rules", "name"), ("settle", "question")):
            if name.endswith(".toml") or tool != "settle":
                assert "no rule set" in running.call(tool, **{word: name}), (tool, name)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 200_000, -32700),
        (b"[]", -32600),
        (b"5", -32600),
        (b'{"id": 7, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 7}', -32600),
        (b'{"jsonrpc": "2.0", "id": 7, "method": 5}', -32600),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "server/discover"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call"}', -32602),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": [1]}', -32602),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": {}}}', -32602),
        (
            (
                b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", '
                b'"params": {"name": "state", "arguments": 5}}'
            ),
            -32602,
        ),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": "' + b"x" * 2_000_000, -32600),
    ],
)
def test_a_frame_that_cannot_be_answered_gets_an_error(shared, line, code):
    before = len(shared.said)
    shared.send(line)
    until(lambda: len(shared.said) > before, 20)
    assert [of["error"]["code"] for of in shared.said[before:]] == [code]
    shared.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    shared.send(b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}}')
    shared.send(b'{"jsonrpc": "2.0", "id": 1, "result": {}}')
    assert shared.request("ping")["result"] == {} and len(shared.said) == before + 2


def slow(path):
    """A copy of the server whose settling takes long and says how far it is."""
    path.write_text(
        "import sys, time\n"
        "from unobench import _protocol, mcp\n"
        "_protocol.EVERY = 0.3\n"
        "mcp.CODE = 'import time\\nimport sys\\nfor n in range(600):\\n'"
        "           ' print(n, \"of 600 games\", file=sys.stderr, flush=True)\\n time.sleep(0.1)'\n"
        "mcp.main()\n"
    )
    return path


def test_others_are_answered_meanwhile_and_what_takes_long_can_be_ended(server, tmp_path):
    COMMAND[1:] = [slow(tmp_path / "slow.py")]
    try:
        running = server()
    finally:
        COMMAND[1:] = ["-m", "unobench.mcp"]
    settles = running.begin("settle", token="t", question="stacking")
    assert "seat 0 holds" in running.call("new_game", seed=2)
    assert "Draw" in running.call("rules") or "draw" in running.call("rules")
    progress = until(
        lambda: [of for of in running.said if "progress" in of.get("method", "")][1:], 20
    )
    params = [of["params"] for of in progress]
    assert params[-1]["progressToken"] == "t" and "of 600 games" in params[-1]["message"]
    assert [of["progress"] for of in params] == sorted(of["progress"] for of in params)
    frame = {"method": "notifications/cancelled", "params": {"requestId": settles}}
    running.send(json.dumps({"jsonrpc": "2.0", **frame}).encode())
    time.sleep(0.5)
    before = len(running.said)
    assert running.request("ping")["result"] == {} and len(running.said) == before + 1
    # Eight at a time; and when nobody writes any more all of them are ended.
    many = [running.begin("settle", question="stacking") for _ in range(9)]
    assert "which is the most" in running.answered(many[-1])["error"]["message"]
    began = time.monotonic()
    running.process.send_signal(signal.SIGTERM)
    running.process.wait(PATIENCE)
    assert time.monotonic() - began < 15


def test_it_starts_in_a_second():
    """What is imported before the first answer is counted, for no machine is always as fast."""
    code = "import sys; import unobench.mcp; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "mcp", "pydantic", "unobench._native", "unobench.results", "asyncio"}
    assert heavy & set(done.stdout.split()) == set()


def test_a_client_of_the_sdk_plays():
    mcp = pytest.importorskip("mcp")
    pytest.importorskip("mcp.server.mcpserver", reason="needs mcp 2")

    async def calls(server):
        async with mcp.Client(server) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            assert tools == TOOLS
            done = await client.call_tool("new_game", {"seed": 4})
            assert not done.is_error and done.structured_content["legal"]
            done = await client.call_tool("new_game", {"nonsense": 1})
            assert done.is_error and "takes no argument" in done.content[0].text
            settled = await client.call_tool("settle", {"question": "draw-several"})
            assert "By the printed rules" in settled.content[0].text

    from unobench.mcp import server

    asyncio.run(calls(server))
    command = mcp.StdioServerParameters(command=sys.executable, args=["-m", "unobench.mcp"])
    asyncio.run(calls(command))


def test_the_page_names_every_tool_and_limit():
    text = " ".join((ROOT / "docs" / "AGENTS.md").read_text().split())
    assert all(f"`{name}`" in text for name in TOOLS)
    for words in ("500 characters", "10,000 characters", "eight calls", "every ten seconds"):
        assert words in text, words
