"""Records as data sets."""

import itertools
import subprocess

import pytest
import unobench

np = pytest.importorskip("numpy")
pytest.importorskip("unobench._native", reason="the package is not installed")


@pytest.fixture(scope="module")
def traced(program, tmp_path_factory):
    def make(rules):
        path = tmp_path_factory.mktemp("records") / "games.jsonl"
        line_up = f"counter random linear -r {rules} -p 3 -n 60 -s 4 --seating fixed".split()
        subprocess.run([program, "trace", *line_up, "-o", str(path)], check=True)
        return path

    return make


@pytest.fixture(scope="module")
def record(traced):
    return traced("stacking")


def whole(record, **arguments):
    batches = list(unobench.dataset(record, **arguments))
    arrays = [name for name in batches[0] if name != "players"]
    return batches, {name: np.concatenate([batch[name] for batch in batches]) for name in arrays}


@pytest.mark.parametrize("rules", ["stacking", "no-mercy"])
def test_decisions_are_those_of_the_environment(traced, rules):
    """Who plays what the record has at the tables of the environment sees what the record says."""
    full = {"observation": "cards", "draw_by_choice": True}
    _, data = whole(traced(rules))
    env = unobench.vec(rules, players=3, envs=60, seed=4, autoreset="disabled", **full)
    obs, mask, info = env.reset()
    place = np.zeros(60, dtype=int)
    of_round = [np.flatnonzero(data["round"] == number) for number in range(60)]
    won = np.zeros((60, 3))
    while mask.any():
        actions = np.zeros(60, dtype=np.uint8)
        for table in np.flatnonzero(mask.any(axis=1)):
            row = of_round[table][place[table]]
            assert (data["obs"][row] == obs[table]).all()
            assert (data["mask"][row] == mask[table]).all()
            assert data["seat"][row] == info["seat"][table]
            actions[table] = data["action"][row]
            place[table] += 1
        obs, mask, reward, _, info = env.step(actions)
        won += reward
    assert (place == [len(rows) for rows in of_round]).all()
    assert (data["won"] == won[data["round"], data["seat"]]).all()


def test_batches_hold_whole_rounds(record):
    batches, data = whole(record, batch=200)
    assert len(batches) > 3
    assert all(len(batch["action"]) >= 200 for batch in batches[:-1])
    for one, next_one in itertools.pairwise(batches):
        assert one["round"][-1] + 1 == next_one["round"][0]
    assert data["obs"].shape[1:] == (190,) and data["mask"].shape[1:] == (86,)
    assert batches[-1]["players"] == ["counter", "random", "linear"]
    assert (data["player"] == data["seat"]).all()
    assert data["mask"][np.arange(len(data["action"])), data["action"]].all()
    assert (data["score"][data["won"]] > 0).all()


def test_nobody_has_to_read_to_the_end(record):
    batches = unobench.dataset(record, batch=1)
    assert next(batches)["round"][0] == 0
    del batches


def test_what_is_no_record_is_refused(record, tmp_path):
    with pytest.raises(FileNotFoundError):
        unobench.dataset(tmp_path / "missing.jsonl")
    with pytest.raises(ValueError, match="batch=0"):
        unobench.dataset(record, batch=0)
    with pytest.raises(ValueError, match="cards-v1"):
        unobench.dataset(record, observation="cards-v0")
    lines = record.read_text().splitlines()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join([*lines[:30], '{"event":"keep","seat":7}', *lines[30:]]))
    with pytest.raises(ValueError, match=r"broken.jsonl: .*line 31"):
        list(unobench.dataset(broken))
