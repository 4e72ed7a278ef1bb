"""Stable-Baselines3 and PufferLib: their checks, the wins of `unobench.vec`, and an example that
learns."""

import re
import sys
import types

import pytest
import unobench
from conftest import ROOT, heard

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")


def test_their_check_passes():
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.env_checker import check_env
    from unobench.gymnasium import Env

    for rules in ("official", "no-mercy"):
        check_env(Env(rules, players=3, seed=1))


def wins(step, mask):
    """What a seat wins that takes the first legal action."""
    found = []
    while len(found) < 60:
        rewards, done = step(mask().argmax(axis=1))
        found += rewards[done].tolist()
    return found[:60]


def expected():
    env = unobench.vec(players=3, envs=8, learners=1, opponents="random", seed=5)
    mask, found = env.reset()[1], []
    while len(found) < 60:
        _, mask, rewards, done, _ = env.step(mask.argmax(axis=1))
        found += rewards[done, 1].tolist()
    return found[:60]


MADE = {"players": 3, "seat": 1, "opponents": "random", "seed": 5}


def test_wins_are_those_of_vec_and_masks_are_found():
    pytest.importorskip("sb3_contrib")
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from unobench.sb3 import VecEnv

    env = VecEnv(8, **MADE)
    assert env.reset().any()
    assert is_masking_supported(env) and env.observation_space.shape == (420,)
    lengths = []

    def step(actions):
        _, rewards, done, infos = env.step(actions)
        assert [("episode" in info) for info in infos] == done.tolist()
        lengths.extend(info["episode"]["l"] for info in infos if info)
        return rewards, done

    with pytest.raises(TypeError, match="seat is of type str"):
        VecEnv(seat="0")
    assert wins(step, lambda: get_action_masks(env)) == expected()
    assert 5 < np.mean(lengths) < 40


class Stub:
    """What PufferLib 3.0 does with an environment: it makes its arrays."""

    def __init__(self, buf=None):
        shape = (self.num_agents, *self.single_observation_space.shape)
        self.observations = np.zeros(shape, self.single_observation_space.dtype)
        self.rewards = np.zeros(self.num_agents, np.float32)
        self.terminals, self.truncations = np.zeros((2, self.num_agents), bool)


def test_pufferlib_reads_its_own_arrays(monkeypatch):
    monkeypatch.setitem(sys.modules, "pufferlib", types.SimpleNamespace(PufferEnv=Stub))
    from unobench.pufferlib import PufferEnv

    env = PufferEnv(8, **MADE)
    rows, _ = env.reset(seed=3)
    assert rows is env.observations and rows.any()

    def step(actions):
        rows, rewards, ends, cuts, infos = env.step(actions)
        assert rows is env.observations and bool(infos) == (ends | cuts).any()
        return rewards.copy(), ends | cuts

    assert wins(step, env.action_masks) == expected()


def test_the_example_learns():
    pytest.importorskip("sb3_contrib")
    script = ROOT / "examples" / "python" / "maskable_ppo.py"
    words = ["--opponent", "random", "--seconds", "20", "--games", "2000"]
    done = heard(sys.executable, script, *words)
    won = re.search(r"learner wins most: ([\d.]+)", done.stdout)
    assert won and float(won[1]) > 55, done.stdout
