"""Endpoints for language models that lie, in every way that somebody has thought of. Budget and
deadline bound what they take; a strange answer is one illegal answer, logged and paid once; the key
is in no log and no message."""

import base64
import json
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path

import hostile_endpoint
import pytest
import unobench
from unobench import chat
from unobench.players import Model, NoLegalAnswer, OverBudget

KEY = "sk-SECRET-0123/45+"
# What a call may take, and what a test that waits for its end may, in seconds.
TIMEOUT, PATIENCE = 0.5, 5


@pytest.fixture(scope="module")
def endpoint():
    """The address of the server of all kinds."""
    command = [sys.executable, Path(hostile_endpoint.__file__)]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield server.stdout.readline().strip()
    server.stdin.close()
    server.wait()


@pytest.fixture(scope="module")
def asked():
    """A question that some player was asked, and under which rules."""
    seen = []

    class Asked:
        def choose(self, questions, rules):
            seen.append((questions[0], rules))
            return [0] * len(questions)

    unobench.run(Asked(), "random", players=2, games=2, rules="official", seed=1)
    return seen[0]


@pytest.fixture
def ask(endpoint, asked, tmp_path):
    """Asks a model of a kind; gives the model, what it chose or raised, and its log."""

    def asks(kind, times=1, vary=None, **options):
        options = {"retries": 0, "timeout": TIMEOUT, "log": tmp_path / "log.jsonl"} | options
        model = Model(f"{endpoint}/{kind}", "m", key=KEY, **options)
        question, rules = asked
        began, said = time.monotonic(), []
        try:
            for number in range(times):
                # Of the same prompt nothing is asked twice.
                totals = [number if vary or (vary is None and times > 3) else 0, 0]
                view = {**question["view"], "totals": totals}
                said.append(model.choose([{**question, "view": view}], rules))
        except (ConnectionError, OverBudget, NoLegalAnswer) as error:
            said.append(error)
        assert time.monotonic() - began < PATIENCE, "a deadline was not kept"
        log = options["log"].read_text() if options["log"].exists() else ""
        told = log + "".join(map(str, said))
        assert not leaks(told), told
        return model, said[-1], [json.loads(line, parse_constant=fail) for line in log.splitlines()]

    return asks


def fail(constant):
    raise AssertionError(f"{constant} is no JSON")


def leaks(text):
    """Whether the key stands in a text, in any way that a reader undoes at once."""
    ways = [KEY, urllib.parse.quote(KEY, safe=""), base64.b64encode(KEY.encode()).decode()]
    ways += [json.dumps(KEY), hostile_endpoint.escaped(KEY)]
    plain = text.encode().decode("unicode_escape", errors="ignore")
    twice = plain.encode("latin-1", "ignore").decode("unicode_escape", errors="ignore")
    return any(way in told for way in ways for told in (text, plain, twice))


def calls(endpoint, kind):
    with urllib.request.urlopen(f"{endpoint}/{kind}") as reply:
        return int(reply.read())


LEGAL = ["good", "text", "negative", "huge", "usagelist", "usageinf", "usagenested", "usagetrue"]
LEGAL += ["deepwhy", "surrogate", "whyhuge", "echokey", "echokeyescaped", "echoinner"]


@pytest.mark.parametrize("kind", LEGAL)
def test_a_strange_answer_that_names_an_option_is_one(ask, kind):
    model, said, (entry,) = ask(kind, times=2)
    assert said["action"] == (0,) and entry["option"] == 1 and entry["judged"] == "legal"
    (why,) = said["why"]
    assert why is None or isinstance(why, str)
    spent = model.spent
    assert (spent["calls"], spent["decisions"], spent["illegal"]) == (1, 2, 0)
    # Of nonsense the length is told, as where nothing is.
    assert 100 < spent["tokens"] < 20_000


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("deep", "no option"),
        ("deepanswer", "no option"),
        ("bidi", "no option"),
        ("bigopt", "not legal"),
        ("nan", "not legal"),
        ("notlegal", "not legal"),
        ("null", "no option"),
        ("thought", "no option"),
        ("list", "no option"),
        ("wordy", "no option"),
    ],
)
def test_a_strange_answer_is_illegal_once_and_paid_once(ask, endpoint, kind, wrong):
    before = calls(endpoint, kind)
    model, said, (entry,) = ask(kind, times=2)
    assert said["action"] == (-1,) and entry["option"] is None and entry["judged"] == wrong
    assert len(entry["answer"]) <= chat.KEPT
    spent = model.spent
    assert (spent["calls"], spent["illegal"], spent[wrong]) == (1, 2, 2)
    again, said, entries = ask(kind)
    assert said["action"] == (-1,) and again.spent["calls"] == 0 and len(entries) == 1
    assert calls(endpoint, kind) == before + 1


def test_an_answer_that_was_cut_off_is_asked_again(ask, endpoint):
    model, said, entries = ask("cut", times=3)
    assert said["action"] == (-1,) and len(entries) == 3
    assert model.spent["cut off"] == model.spent["illegal"] == model.spent["calls"] == 3
    again, _, entries = ask("cut")
    assert again.spent["calls"] == 1 and len(entries) == 4


FAILING = ["empty", "html", "nochoice", "gig", "drip", "dripheaders", "hang", "statusline"]
FAILING += ["badheader", "headerkey", "error503", "billed", "redirect", "redirectfile"]
FAILING += ["redirectftp", "redirectloop"]


@pytest.mark.parametrize("kind", FAILING)
def test_what_is_no_answer_ends_in_time_and_is_said_plainly(ask, endpoint, kind):
    before = calls(endpoint, "good")
    model, error, entries = ask(kind)
    assert isinstance(error, ConnectionError) and not entries
    assert str(error).isprintable() and len(str(error)) < 1000
    assert calls(endpoint, "good") == before, "a redirect was followed"
    # It may have been billed, and the endpoint cannot make it less than what it says.
    billed = {"nochoice": 530, "billed": 12}.get(kind)
    assert model.spent["tokens"] == billed or (billed is None and model.spent["tokens"] > 1000)


@pytest.mark.parametrize("kind", ["drip", "dripheaders", "error503", "hang"])
def test_the_time_that_is_left_bounds_calls_and_pauses(ask, kind):
    began = time.monotonic()
    _, error, _ = ask(kind, retries=50, timeout=60, budget={"seconds": 1})
    assert isinstance(error, (OverBudget, ConnectionError)) and time.monotonic() - began < 3


@pytest.mark.parametrize("kind", ["negative", "huge", "usageinf", "hang"])
def test_no_usage_switches_a_budget_off(ask, kind):
    budget, timeout = {"tokens": 8_000}, 0.02 if kind == "hang" else TIMEOUT
    model, error, _ = ask(kind, times=99, retries=99, budget=budget, timeout=timeout)
    assert isinstance(error, OverBudget) and model.spent["tokens"] <= 8_000


def test_a_call_that_failed_counts_for_what_it_may_have_cost(ask):
    model, *_ = ask("empty", retries=3)
    once, *_ = ask("empty")
    assert model.spent["tokens"] == 4 * once.spent["tokens"] > 4 * 300
    nobody = Model("http://127.0.0.1:9", "m", retries=1, timeout=TIMEOUT, key=KEY)
    with pytest.raises(chat.Failed) as failed:
        chat.post(nobody._url, "{}", KEY, TIMEOUT)
    assert failed.value.is_free


@pytest.mark.parametrize("kind", ["notlegal", "thought", "deepanswer", "cut"])
def test_twenty_in_a_row_that_are_not_legal_end_a_run(ask, kind):
    model, error, entries = ask(kind, times=99)
    assert isinstance(error, NoLegalAnswer) and model.spent["calls"] == len(entries) == 20
    assert f"20 {entries[0]['judged']}" in str(error)


def test_one_that_is_legal_begins_the_count_anew(ask, monkeypatch):
    kinds = ["notlegal"] * 19 + ["good"] + ["notlegal"] * 19 + ["good"]
    post = chat.post

    def mixed(url, *about):
        return post(url.replace("good", kinds.pop(0)), *about)

    monkeypatch.setattr(chat, "post", mixed)
    model, said, _ = ask("good", times=40)
    assert said["action"] == (0,) and model.spent["illegal"] == 38 and not kinds


def test_a_whole_run_is_played_by_whoever_lies(endpoint, tmp_path):
    log, out = tmp_path / "log.jsonl", tmp_path / "out"
    model = Model(f"{endpoint}/echoinner", "m", log=log, key=KEY)
    line_up = {"players": 2, "rules": "official", "games": 2, "threads": 1}
    found = unobench.run(model, "random", out=out, **line_up)
    assert found.complete and model.spent["illegal"] == 0
    written = [path for path in [log, *out.iterdir()] if path.is_file()]
    assert "(key)" in (out / "bots.log").read_text() and log in written
    assert not any(leaks(path.read_bytes().decode(errors="replace")) for path in written)
    with pytest.raises(NoLegalAnswer):
        unobench.run(Model(f"{endpoint}/deepanswer", "n"), "random", **line_up | {"games": 40})


def test_a_log_with_a_wrong_byte_names_its_file(ask, endpoint, tmp_path):
    ask("good", times=3, vary=True)
    log = tmp_path / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + lines[1][:50] + b"\xff" + lines[1][51:] + lines[2])
    with pytest.raises(ValueError, match="line 2 is not UTF-8") as raised:
        Model(f"{endpoint}/good", "m", log=log)
    assert str(log) in str(raised.value)
    log.write_bytes(lines[0] + b'{"digest": {}, "answer": 5}\n' + b"[" * 100_000 + b"\n" + lines[2])
    assert len(Model(f"{endpoint}/good", "m", log=log)._answers) == 2


@pytest.mark.parametrize(
    "words",
    [
        {"budget": {"tokens": -1}},
        {"budget": {"usd": float("nan")}, "prices": (1, 1)},
        {"budget": {"calls": "9"}},
        {"budget": {"decisions": 9}},
        {"budget": {"tokens": 9}, "max_tokens": None},
        {"prices": (1, float("nan"))},
        {"prices": (1,)},
        {"prices": (-1, 1)},
        {"timeout": 0},
        {"timeout": float("inf")},
        {"retries": -1},
        {"parallel": 0},
    ],
)
def test_limits_that_limit_nothing_are_refused(words):
    with pytest.raises(ValueError, match=next(iter(words))):
        Model("http://localhost", "m", **words)


def test_whatever_the_key_is_written_as_is_blotted():
    blotted = chat.Blotter(KEY)
    quoted = urllib.parse.quote(KEY, safe="")
    for way in [KEY, hostile_endpoint.escaped(KEY), quoted, quoted.replace("%2F", "%2f")]:
        for more in [way, way.replace("\\", "\\\\"), way.replace("u002f", "u002F")]:
            assert blotted(f"a {more} b") == "a (key) b"
    assert blotted("".join(f"&#{ord(one)};" for one in KEY)) == "(key)"
    assert chat.Blotter("")("anything") == "anything" and blotted("sk-SECRET") == "sk-SECRET"
