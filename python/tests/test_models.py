"""Language models at an endpoint of this machine: they play, cost, fail, and are played again."""

import hashlib
import itertools
import json
import sys
import time
from types import SimpleNamespace

import pytest
import unobench
from conftest import ROOT, heard
from unobench import models
from unobench.players import Model, OverBudget

EXAMPLES = ROOT / "examples" / "python"
sys.path.insert(0, str(EXAMPLES))
from endpoint import Endpoint, last_honest

KEY = "sk-very-secret"


def played(model, games=2):
    """What two games give, and their faults."""
    found = unobench.run(model, "random", players=2, games=games, rules="official")
    rows = list(found.summary)
    return rows, next(row["faults"] for row in rows if row["strategy"] == model.__name__)


def entries(log):
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_a_model_plays_and_is_played_again_without_a_call(tmp_path):
    log = tmp_path / "log.jsonl"
    with Endpoint() as endpoint:
        model = Model(endpoint.url, "mock", log=log, prices=(1, 5))
        assert not endpoint.calls  # until it is asked
        found, faults = played(model)
    told, first = model.spent, entries(log)[0]
    assert len(endpoint.calls) == len(entries(log)) == told["calls"] <= told["decisions"]
    assert first["prompt"][0].startswith("You play UNO") and "Your options" in first["prompt"][1]
    assert (first["why"], first["prompt_tokens"], first["usd"]) == ("it is the last", 900, 0.001)
    assert (
        json.loads(first["answer"])["option"] == first["option"] and faults == told["illegal"] == 0
    )
    with log.open("a") as file:
        file.write('{"digest": "cut o')  # where a process has ended
    again = Model(endpoint.url, "mock", log=log, retries=0)  # nobody is there
    assert played(again)[0] == found and again.spent["calls"] == 0
    with Endpoint() as other:
        played(Model(other.url, "mock", log=log))
        assert len(Model(other.url, "mock", log=log)._answers) == len(model._answers) * 2


def test_a_key_is_sent_and_written_nowhere(tmp_path, monkeypatch):
    monkeypatch.setenv("UNOBENCH_API_KEY", KEY + "\n")
    log = tmp_path / "log.jsonl"
    with Endpoint(lambda prompt: f"my key is {KEY} {last_honest(prompt)}") as endpoint:
        played(Model(endpoint.url, "mock", log=log))
        endpoint.rule = lambda prompt: (401, f"wrong key {KEY}")
        with pytest.raises(ConnectionError, match=r"in 1 calls: HTTP 401 wrong key \(key\)"):
            played(Model(endpoint.url, "other"))
    assert endpoint.calls[0][0]["Authorization"] == f"Bearer {KEY}"
    assert "my key is (key)" in log.read_text() and KEY not in log.read_text()


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("I resign", "no option"),
        ('{"option": 99}', "not legal"),
        ('{"option": "last"}', "not legal"),
        ("[1]", "no option"),
        ("", "no option"),
    ],
)
def test_nonsense_is_counted_and_decided_by_chance(said, wrong):
    turns = itertools.cycle([True, False])
    with Endpoint(lambda prompt: said if next(turns) else last_honest(prompt)) as endpoint:
        model = Model(endpoint.url, "mock", parallel=1)
        found, faults = played(model)
        assert model.spent["decisions"] > faults == model.spent["illegal"] == model.spent[wrong] > 4
        assert played(model)[0] == found


def test_an_answer_is_found_in_what_is_said():
    said = 'I think {so}.\n{"option": 1} or rather\n{"why": "{R5}", "option": 2} \\frac{1}{2}'
    assert models.chosen_option(said, 2) == (1, "{R5}") and models.chosen_option(said, 1)[0] == -1


def test_who_is_down_is_asked_again(monkeypatch):
    pauses, said = [], [(500, "oh"), (429, "slow"), (200, "")]
    clock = SimpleNamespace(sleep=pauses.append, monotonic=time.monotonic)
    monkeypatch.setattr(models, "time", clock)
    with Endpoint(lambda prompt: said.pop(0) if said else last_honest(prompt)) as endpoint:
        assert played(Model(endpoint.url, "mock", parallel=1))[1] == 1 and pauses == [0.5, 1.0]
        endpoint.rule = lambda prompt: (503, "x" * 9999)
        with pytest.raises(ConnectionError, match=r"in 3 calls: HTTP 503 x{200}…; .* goes on from"):
            played(Model(endpoint.url, "other", retries=2))
    with pytest.raises(ConnectionError, match="refused"):
        played(Model(endpoint.url, "other", retries=1))


@pytest.mark.parametrize("budget", [{"calls": 9}, {"tokens": 20_000}, {"usd": 0.02}])
def test_a_budget_ends_a_run_that_goes_on_from_the_log(tmp_path, budget):
    (name, limit), ended, log = *budget.items(), 0, tmp_path / "log.jsonl"
    with Endpoint() as endpoint:
        while ended < 99:
            model = Model(endpoint.url, "mock", log=log, budget=budget, prices=(1, 5))
            try:
                played(model)
                break
            except OverBudget as error:
                assert f"{limit:,} {name}" in str(error) and str(log) in str(error)
                ended += 1
            assert 0 < model.spent[name] <= limit
    assert 0 < ended < 99 and len(endpoint.calls) == len(entries(log))


def test_a_slow_model_is_asked_side_by_side_until_time_is_up():
    with Endpoint(lambda prompt: time.sleep(0.2) or last_honest(prompt)) as endpoint:
        model = Model(endpoint.url, "mock", budget={"seconds": 1}, parallel=4)
        with pytest.raises(OverBudget, match="1 seconds"):
            played(model, games=40)
    assert 6 <= model.spent["calls"] <= 24 and model.spent["seconds"] < 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"url": "file:///etc/passwd"}, "begins with http"),
        ({"budget": {"usd": 1}}, "usd needs prices"),
        ({"budget": {"euro": 1}}, "no 'euro'"),
        ({"key": f"{KEY}\nX: y"}, "no API key has"),
        ({"log": __file__}, "is no log"),
    ],
)
def test_what_cannot_be(words, says):
    with pytest.raises(ValueError, match=says) as raised:
        Model(**{"url": "http://localhost", "name": "mock", **words})
    assert KEY not in str(raised.value)


def test_the_words_of_a_prompt_have_a_version():
    """With other words `PROMPT` is another number: the answers in logs are to these."""
    told, asked = {}, {models._known()[0][0]}

    class Asked:
        def choose(self, questions, rules):
            told.update(rules)
            asked.update(map(models.in_words, questions))
            return [0] * len(questions)

    unobench.run(Asked(), "random", "random", players=3, games=30, rules="everything", seed=1)
    rules = models.rules_in_words("everything", json.dumps(told["settings"]))
    assert "\neverything: " in rules and 'responses.draw_two is "stack", officially "none"' in rules
    words = hashlib.sha256("\n".join(sorted(asked)).encode()).hexdigest()
    assert (models.PROMPT, words[:8]) == (1, "47aa8a0a")


def test_the_league_plays_with_who_is_there(tmp_path):
    words = ["--only", "random", "mock", "example", "ppo", "--games", "2", "--out", tmp_path]
    done = heard(sys.executable, ROOT / "scripts" / "league", *words, timeout=60)
    assert ("without ppo: " in done.stderr) != (EXAMPLES / "policy.npz").exists()
    assert "| mock |" in (tmp_path / "league.md").read_text()
