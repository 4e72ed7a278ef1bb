"""PettingZoo: its own test suites, the rewards of `unobench.vec`, and what is refused."""

import copy
import pickle
import re
import sys
from itertools import count
from types import SimpleNamespace

import pytest
import unobench
from conftest import ROOT
from test_env import played, scattered

np = pytest.importorskip("numpy")
pettingzoo = pytest.importorskip("pettingzoo", minversion="1.27")
adapter = pytest.importorskip("unobench.pettingzoo")

from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    seed_test,
)

NAMES = ["Uno", "partners", "no-mercy"]
# They warn of dictionaries as observations, and of masks without an action at the end.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def chosen(row):
    """A legal action, and nothing but that."""
    return int(scattered(row["observation"][None], row["action_mask"][None].astype(bool))[0])


@pytest.mark.parametrize("name", NAMES)
def test_their_tests_of_aec_pass(name):
    api_test(pettingzoo.make("aec", f"unobench/{name}-v0"), num_cycles=200)
    seed_test(lambda: pettingzoo.make("aec", f"unobench/{name}-v0"), num_cycles=100)


def test_their_test_passes_where_rewards_come_before_the_end():
    api_test(adapter.AEC(players=2, match=True, reward="points"), num_cycles=500)


@pytest.mark.parametrize("name", NAMES)
def test_their_tests_of_parallel_pass(name):
    parallel_api_test(pettingzoo.make("parallel", f"unobench/{name}-v0"), num_cycles=200)
    parallel_seed_test(lambda: pettingzoo.make("parallel", f"unobench/{name}-v0"), num_cycles=100)


def test_their_benchmark_runs(monkeypatch, capsys):
    clock = count()
    module = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock) / 20))
    performance_benchmark(adapter.AEC())
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_every_rule_set_is_registered():
    shipped = {path.stem for path in (ROOT / "crates/core/src/rules/sets").glob("*.toml")}
    for registry in [pettingzoo.aec_registry, pettingzoo.parallel_registry]:
        names = {name for name in registry if name.startswith("unobench/")}
        assert names == {f"unobench/{name}-v0" for name in shipped | {"Uno"}}
    env = pettingzoo.make("aec", "unobench/stacking-v0", players=3)
    assert env._table.env.rules == "stacking"
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]


MADE = {"players": 4, "learners": [1, 3], "opponents": "counter", "reward": "rank", "seed": 5}
# Rounds that can end before anybody is asked.
SHORT = {**MADE, "rules": "like-rlcard", "set": ["setup.hand_size=1"]}


def expected(made):
    """What the agents get in the first blocks, by `unobench.vec`."""
    found = played(unobench.vec(envs=6, **made), 20, scattered)
    return [{"seat_1": rewards[1], "seat_3": rewards[3]} for rewards, _ in found]


@pytest.mark.parametrize("made", [MADE, SHORT])
def test_rewards_of_aec_are_those_of_vec(made):
    env = adapter.AEC(**made)
    for block, rewards in enumerate(expected(made)):
        env.reset()
        found = {}
        for agent in env.agent_iter():
            row, reward, terminated, truncated, info = env.last()
            assert not truncated and info["block"] == block
            if terminated:
                found[agent] = reward
                assert not row["action_mask"].any()
            else:
                assert (row["action_mask"].any() or made is SHORT) and reward == 0
            other = {"seat_1": "seat_3", "seat_3": "seat_1"}[agent]
            assert not any(array.any() for array in env.observe(other).values())
            env.step(None if terminated else chosen(row))
        assert found == pytest.approx(rewards)


@pytest.mark.parametrize("made", [MADE, SHORT])
def test_rewards_of_parallel_are_those_of_vec(made):
    env = adapter.Parallel(**made)
    for block, rewards in enumerate(expected(made)):
        rows, infos = env.reset()
        while env.agents:
            asked = [agent for agent in env.agents if rows[agent]["action_mask"].any()]
            if made is SHORT and not asked:
                asked = env.agents[:1]
            assert len(asked) == 1 and infos[asked[0]]["block"] == block
            # Nobody reads what the other one wants.
            actions = dict.fromkeys(env.agents, 69) | {asked[0]: chosen(rows[asked[0]])}
            rows, found, terminated, truncated, infos = env.step(actions)
            assert set(terminated.values()) == {not env.agents} and not any(truncated.values())
        assert found == pytest.approx(rewards)


def test_a_copy_goes_its_own_way():
    env = adapter.AEC(players=3, seed=1)
    env.reset(seed=2)
    env.step(chosen(env.last()[0]))
    results = []
    for one in [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env]:
        while not any(one.terminations.values()):
            one.step(chosen(one.last()[0]))
        results.append((one.rewards, one.infos))
    assert results[0] == results[1] == results[2]


def test_a_block_can_be_named():
    first, other = adapter.AEC(players=2), adapter.Parallel(players=2)
    first.reset(seed=4, options={"block": 7})
    rows, infos = other.reset(seed=4, options={"block": 7})
    agent = first.agent_selection
    assert infos[agent]["block"] == first.infos[agent]["block"] == 7
    assert (rows[agent]["observation"] == first.observe(agent)["observation"]).all()


@pytest.mark.parametrize("kind", [adapter.AEC, adapter.Parallel])
def test_an_illegal_action_is_replaced_or_refused(kind):
    for illegal in ["random", "error"]:
        env = kind(players=2, seed=1, illegal=illegal)
        env.reset()
        asked = f"seat_{env._table.seat}"
        action = 66 if kind is adapter.AEC else {asked: 66}
        if illegal == "random":
            infos = env.step(action)
            infos = env.infos if kind is adapter.AEC else infos[-1]
            assert infos[asked]["illegal"]
        else:
            with pytest.raises(ValueError, match=re.escape("66 (colour B) is illegal")):
                env.step(action)


@pytest.mark.parametrize("kind", [adapter.AEC, adapter.Parallel])
def test_what_is_refused(kind):
    with pytest.raises(ValueError, match="at least one seat has to be an agent's"):
        kind(learners=[], opponents="counter")
    with pytest.raises(ValueError, match="players=11: a table has 2 to 10 seats"):
        kind(players=11)
    env = kind(players=2)
    with pytest.raises(ValueError, match=re.escape("reset() deals one")):
        env.step(0 if kind is adapter.AEC else {})
    env.reset()
    if kind is adapter.Parallel:
        with pytest.raises(ValueError, match=r"actions have none of seat_., which is asked"):
            env.step({})
    else:
        with pytest.raises(TypeError, match="action is of type NoneType, not a number from 0 to"):
            env.step(None)
