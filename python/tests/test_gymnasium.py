"""Gymnasium: its own checks, the rewards of `unobench.vec`, modes, seeds, and what is refused."""

import copy
import pickle
import re
import sys

import pytest
import unobench
from conftest import ROOT, heard
from test_env import played, scattered

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
adapter = pytest.importorskip("unobench.gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import vector as wrappers

# A round that can end before the learner is asked.
SHORT = {"players": 6, "seat": 5, "opponents": "counter", "set": ["setup.hand_size=1"]}
MODES = ["NextStep", "SameStep"]


def chosen(row):
    """A legal action for each table, and nothing but that."""
    return scattered(row["observation"], row["action_mask"].astype(bool))


def vector_rewards(env, blocks):
    """What the learner got in the first blocks, by a `VectorEnv`."""
    mode = env.metadata["autoreset_mode"].value
    row, _ = env.reset()
    results = {}
    for _ in range(20_000):
        row, rewards, ended, truncated, infos = env.step(chosen(row))
        assert row in env.observation_space and not truncated.any()
        assert not rewards[~ended].any() and rewards.dtype == np.float64
        for table in np.flatnonzero(ended):
            told = infos["final_info"] if mode == "SameStep" else infos
            assert told["_block"][table] and int(told["block"][table]) not in results
            results[int(told["block"][table])] = rewards[table]
        if all(block in results for block in range(blocks)):
            break
    return [results[block] for block in range(blocks)]


@pytest.mark.parametrize("name", ["Uno", "stacking", "everything", "no-mercy"])
@pytest.mark.filterwarnings("error")
def test_their_check_passes(name):
    check_env(gymnasium.make(f"unobench/{name}-v0", players=3).unwrapped)


def test_every_rule_set_is_registered():
    shipped = {path.stem for path in (ROOT / "crates/core/src/rules/sets").glob("*.toml")}
    names = {name for name in gymnasium.registry if name.startswith("unobench/")}
    assert names == {f"unobench/{name}-v0" for name in shipped | {"Uno"}}
    env = gymnasium.make("unobench.gymnasium:unobench/stacking-v0", players=2)
    assert env.unwrapped._table.env.rules == "stacking"
    many = gymnasium.make_vec("unobench/stacking-v0", num_envs=3, reward="points")
    assert isinstance(many, adapter.VectorEnv) and many.num_envs == 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "made", [{"players": 3, "seat": 1, "opponents": "random", "reward": "rank"}, SHORT]
)
def test_rewards_are_those_of_vec(made, mode):
    seat = made["seat"]
    setup = {name: value for name, value in made.items() if name != "seat"}
    env = unobench.vec(envs=8, learners=seat, seed=5, **setup)
    expected = [rewards[seat] for rewards, _ in played(env, 40, scattered)]
    assert len(set(expected)) > 1
    made = {**made, "seed": 5}
    assert vector_rewards(adapter.VectorEnv(7, autoreset_mode=mode, **made), 40) == expected
    env = adapter.Env(**made)
    for block, reward in enumerate(expected):
        row, info = env.reset()
        assert info == {"block": block, "turn": info["turn"], "illegal": False}
        ended, found = False, 0.0
        while not ended:
            assert found == 0.0
            one = {name: array[None] for name, array in row.items()}
            row, found, ended, truncated, info = env.step(int(chosen(one)[0]))
        assert (found, truncated, info["block"]) == (reward, False, block)
        assert not row["observation"].any() and not row["action_mask"].any()


def test_a_round_that_ends_before_the_learner_is_asked_counts():
    env = adapter.Env(seed=1, **SHORT)
    row, _ = env.reset()
    assert not row["action_mask"].any() and not row["observation"].any()
    assert env.step(0)[1:4] == (0.0, True, False)


def test_the_turn_limit_truncates():
    made = {
        "players": 2,
        "opponents": "random",
        "set": ["play.turn_limit=100", "setup.hand_size=20"],
    }
    env, many = adapter.Env(seed=1, **made), adapter.VectorEnv(8, seed=1, **made)
    seen = set()
    for _ in range(30):
        row, _ = env.reset()
        over = cut = False
        while not (over or cut):
            assert (env.action_masks() == row["action_mask"].astype(bool)).all()
            one = {name: array[None] for name, array in row.items()}
            row, reward, over, cut, info = env.step(int(chosen(one)[0]))
        assert not (over and cut) and (not cut or (reward == 0 and info["turn"] == 100))
        seen.add(cut)
    assert seen == {False, True}
    row, _ = many.reset()
    for _ in range(2000):
        assert (many.action_masks() == row["action_mask"].astype(bool)).all()
        row, rewards, over, cut, _ = many.step(chosen(row))
        assert not (over & cut).any() and not rewards[cut].any()
        seen |= {str(of) for of in cut}
    assert seen >= {"True", "False"}


def test_without_a_seed_each_has_another_and_a_text_shows_what_is_seen():
    deals = {adapter.Env(players=2).reset()[0]["observation"].tobytes() for _ in range(5)}
    assert len(deals) == 5
    env = gymnasium.make("unobench/no-mercy-v0", players=3, seed=1, render_mode="ansi")
    row, _ = env.reset()
    hand, up, others, may = env.render().splitlines()
    assert (
        len(hand.split())
        == 3
        + row["observation"][unobench.fields_of("planes-v2")["hand"]].sum()
        + row["observation"][unobench.fields_of("planes-v2")["added_hand"]].sum()
    )
    assert up.startswith("up card ") and others.startswith("others hold 7")
    assert may.count(",") + 1 == row["action_mask"].sum()


def ended_once(mode):
    """A step in which a round has ended, and the one after it."""
    env = adapter.VectorEnv(4, players=2, seed=1, autoreset_mode=mode)
    row, _ = env.reset()
    ended = np.zeros(4, bool)
    while not ended.any():
        *step, infos = (row, _, ended, _, _) = env.step(chosen(row))
    return env, step, infos, env.step(chosen(row))


def test_next_step_deals_in_the_next_step():
    env, (row, _, ended, _), infos, (after, rewards, still, _, later) = ended_once("NextStep")
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    assert not row["observation"][ended].any() and not row["action_mask"][ended].any()
    assert "final_obs" not in infos and (infos["turn"][ended] > 2).all()
    assert after["action_mask"][ended].any(axis=1).all()
    assert not rewards[ended].any() and not still[ended].any()
    assert (later["block"][ended] > infos["block"][ended]).all()


def test_same_step_deals_at_once_and_says_what_ended():
    env, (row, _, ended, _), infos, _ = ended_once("SameStep")
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    assert row["action_mask"][ended].any(axis=1).all()
    assert (infos["_final_info"] == ended).all() and (infos["_final_obs"] == ended).all()
    assert (infos["final_info"]["turn"][ended] > 2).all()
    assert (infos["block"][ended] > infos["final_info"]["block"][ended]).all()
    for last, over in zip(infos["final_obs"], ended, strict=True):
        assert (last in env.single_observation_space) if over else last is None


@pytest.mark.parametrize("mode", MODES)
def test_their_wrappers_wrap(mode):
    env = adapter.VectorEnv(4, players=2, seed=1, autoreset_mode=mode)
    env = wrappers.RecordEpisodeStatistics(env)
    row, _ = env.reset(seed=3)
    env.action_space.seed(3)
    returns = []
    while len(returns) < 5:
        actions = env.action_space.sample(mask=tuple(row["action_mask"]))
        row, _, _, _, infos = env.step(actions)
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert set(returns) <= {0.0, 1.0}
    env = wrappers.DictInfoToList(adapter.VectorEnv(4, players=2, seed=1, autoreset_mode=mode))
    assert [info["block"] for info in env.reset()[1]] == [0, 1, 2, 3]


def test_seeds_and_blocks():
    for env in [adapter.Env(), adapter.VectorEnv(3)]:
        first = env.reset(seed=7)[0]["observation"]
        second = env.reset()[0]["observation"]
        assert (first != second).any()
        assert (env.reset(seed=7)[0]["observation"] == first).all()
        assert (env.reset(seed=8)[0]["observation"] != first).any()
        row, info = env.reset(seed=7, options={"block": 100})
        assert np.ravel(info["block"])[0] == 100
        assert (row["observation"] == env.reset(options={"block": 100})[0]["observation"]).all()


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_one_table_can_be_copied_and_pickled(copied):
    env = adapter.Env("stacking", players=3, seed=1)
    row, _ = env.reset(seed=4)
    seen = [[], []]
    row, *_ = env.step(row["action_mask"].argmax())
    for one, rows in zip([copied(env), env], seen, strict=True):
        ended, last = False, row
        while not ended:
            last, reward, ended, _, info = one.step(last["action_mask"].argmax())
            rows += [last["observation"].tolist(), reward, info]
    assert seen[0] == seen[1]


def test_an_illegal_action_is_replaced_and_told():
    runs = []
    for _ in range(2):
        env = adapter.VectorEnv(16, players=2, seed=2)
        row, _ = env.reset()
        env.action_space.seed(2)
        for _ in range(20):
            actions, mask = env.action_space.sample(), row["action_mask"].astype(bool)
            row, _, _, _, infos = env.step(actions)
            legal = mask[np.arange(16), actions] | ~mask.any(axis=1)
            assert (infos["illegal"] == ~legal).all() and infos["illegal"].any()
        runs.append(row["observation"])
    assert (runs[0] == runs[1]).all()
    env = adapter.Env(players=2, seed=1)
    row, _ = env.reset()
    wrong, right = row["action_mask"].argmin(), row["action_mask"].argmax()
    assert env.step(wrong)[-1]["illegal"]
    env.reset(options={"block": 0})
    assert not env.step(right)[-1]["illegal"]


@pytest.mark.parametrize(
    ("arguments", "kind", "says"),
    [
        ({"seat": 4}, ValueError, "seat 4 is not at a table of 4"),
        ({"illegal": "draw"}, ValueError, 'illegal="draw": allowed are "random" and "error"'),
        ({"seat": -1}, ValueError, "-1"),
        ({"learners": [1]}, TypeError, "multiple values for keyword argument 'learners'"),
        ({"seat": "0"}, TypeError, "seat is of type str, not an integer"),
        ({"rules": 3}, TypeError, "rules is of type int; allowed is the name of a rule set"),
        ({"colour": 3}, TypeError, "unexpected keyword argument 'colour'"),
    ],
)
def test_what_cannot_be_made(arguments, kind, says):
    for make in [adapter.Env, adapter.VectorEnv]:
        with pytest.raises(kind, match=re.escape(says)):
            make(**arguments)


def test_modes_that_are_none():
    with pytest.raises(ValueError, match='allowed are "NextStep" and "SameStep"'):
        adapter.VectorEnv(2, autoreset_mode="Disabled")


@pytest.mark.parametrize(
    ("action", "kind", "says"),
    [
        (86, ValueError, "86: an action is a number from 0 to 85"),
        (-1, ValueError, "-1: an action is a number from 0 to 85"),
        (2.0, TypeError, "float"),
        (66, ValueError, "66 (colour B) is illegal"),
    ],
)
def test_what_cannot_be_stepped(action, kind, says):
    one, many = adapter.Env(seed=1, illegal="error"), adapter.VectorEnv(2, seed=1, illegal="error")
    for env in [one, many]:
        with pytest.raises(ValueError, match=re.escape("step() before reset()")):
            env.step(0 if env is one else np.zeros(2, int))
        env.reset()
    with pytest.raises(kind, match=re.escape(says)):
        one.step(action)
    with pytest.raises(kind, match=re.escape(says)):
        many.step(np.array([action, action]))
    with pytest.raises(ValueError, match='allowed is "block"'):
        one.reset(options={"blok": 3})


def test_nothing_is_imported_that_is_not_asked_for():
    code = "import sys, unobench; unobench.vec(); print(*sys.modules)"
    modules = heard(sys.executable, "-c", code)
    assert not {"gymnasium", "pettingzoo", "pyspiel"} & set(modules.stdout.split())


@pytest.mark.parametrize(
    ("adapter", "missing", "says"),
    [
        ("gymnasium", "gymnasium", "pip install 'gymnasium>=1.1'"),
        ("pettingzoo", "pettingzoo", "pip install 'pettingzoo>=1.27'"),
        ("openspiel", "pyspiel", "pip install open_spiel"),
    ],
)
def test_what_is_missing_is_named(adapter, missing, says):
    code = f"import sys; sys.modules[{missing!r}] = None; import unobench.{adapter}"
    done = heard(sys.executable, "-c", code, check=False)
    assert done.returncode == 1 and done.stderr.splitlines()[-1].endswith(says)
