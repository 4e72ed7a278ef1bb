"""The example in the shape of RLCard: it runs, and its payoffs are those of `unobench.vec`."""

import runpy
import sys

import pytest
import unobench
from conftest import ROOT, heard
from test_env import played

EXAMPLE = ROOT / "examples" / "python" / "rlcard_shaped.py"


def test_it_runs():
    wins = heard(sys.executable, EXAMPLE, timeout=60).stdout.partition("wins by seat: ")[2]
    assert sum(map(float, wins.strip("[]\n").split(","))) == 100


def test_payoffs_are_the_rewards_of_vec():
    env = runpy.run_path(str(EXAMPLE))["Env"]("stacking", players=3)
    expected = played(
        unobench.vec("stacking", players=3, envs=4, observation="cards"),
        20,
        lambda obs, mask: mask.argmax(axis=1),
    )
    actions = unobench.actions_of("stacking")
    for rewards, _ in expected:
        state, player = env.reset()
        while player is not None:
            legal = state["legal_actions"]
            assert state["raw_legal_actions"] == [actions[action] for action in legal]
            assert player in range(3)
            state, player = env.step(min(legal))
        assert tuple(env.payoffs) == pytest.approx(rewards)
