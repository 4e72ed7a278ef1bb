"""Networks in Python: files, and worths that are the program's bit for bit."""

import dataclasses
import os
import sys

import pytest
import unobench
from conftest import LONG, ROOT, heard

np = pytest.importorskip("numpy")
pytest.importorskip("unobench._native", reason="the package is not installed")


def test_a_training_that_is_finished_has_nothing_to_continue(tmp_path):
    words = {"out": tmp_path / "x.net", "games": 60, "check": 0, "players": 2, "threads": 1}
    made = unobench.train(**words)
    learned = made.file.read_bytes()
    again = unobench.train(resume=True, **words)
    assert again.text == made.text and made.file.read_bytes() == learned
    with pytest.raises(ValueError, match="nothing to continue"):
        unobench.train(resume=True, seed=2, **words)


def formula(players):
    """The network of the positions: each number is made from its place in the file."""
    rows = unobench.rows_count(players)
    shapes = [(rows, 64), (64,), (64, 32), (32,), (2, 32), (2,)]
    shifts, parts, place = [0, 0, 7, 7, 3, 3], [], 0
    for shape, shift in zip(shapes, shifts, strict=True):
        count = int(np.prod(shape))
        mixed = np.arange(place, place + count, dtype=np.uint32) * np.uint32(0x9E3779B1)
        mixed = (mixed ^ mixed >> np.uint32(15)) * np.uint32(0x85EBCA77)
        numbers = (mixed ^ mixed >> np.uint32(13)) >> np.uint32(16)
        parts.append((numbers.astype(np.int16) >> shift).reshape(shape) / 1024)
        place += count
    return unobench.Network(players, *parts, rules='"any"', seed=2**64 - 1, command="ä \\ \n")


FULL = {"observation": "cards", "draw_by_choice": True}
NETS = {players: formula(players) for players in (2, 3, 4, 6, 10)}


def rows_of(text):
    """The rows of a part of a line."""
    steps = np.frombuffer(bytes.fromhex(text), np.uint8)
    return np.cumsum(steps)[steps < 255]


def test_a_thousand_positions_are_what_they_are_in_rust():
    lines = (ROOT / "tests" / "data" / "networks.vector").read_text().splitlines()
    key = None
    for line in lines:
        if line.startswith("effects "):
            _, name, players, effects = line.split(" ", 3)
            assert effects in " ".join(map(str, unobench.vec(name, players=int(players)).effects))
            continue
        name, players, seed, number, shared, *actions = line.split()
        players, number = int(players), int(number)
        if key != (name, seed):
            key, decision = (name, seed), 0
            env = unobench.vec(name, players=players, seed=int(seed), net_rows=True, **FULL)
            mask = env.reset()[1]
        while decision < number:
            legal = np.flatnonzero(mask)
            mask = env.step(legal[[7 * decision % len(legal)]])[1]
            decision += 1
        found, none = env.net_rows(), unobench.rows_count(players)
        expected = [action.split(":") for action in actions]
        assert [int(action[0]) for action in expected] == np.flatnonzero(mask).tolist(), line
        for mine, action in zip(found, expected, strict=True):
            both = {*rows_of(shared).tolist(), *rows_of(action[1]).tolist()}
            assert sorted(mine[mine < none].tolist()) == sorted(both), line
        outputs = [[int(action[2]), int(action[3])] for action in expected]
        assert unobench.worth(NETS[players], found, env.effects).tolist() == outputs, line


def test_files_are_read_as_they_were_written(tmp_path):
    path, again = tmp_path / "a.net", tmp_path / "b.net"
    unobench.write_networks(path, [NETS[4], dataclasses.replace(NETS[2], aim="score")])
    two, four = unobench.read_networks(path)
    assert (two.players, two.aim, four.aim) == (2, "score", "wins")
    assert (four.rules, four.seed, four.command) == ('"any"', 2**64 - 1, "ä \\ \n")
    for part in ("first", "first_bias", "second", "second_bias", "third", "third_bias"):
        assert (getattr(four, part) == getattr(NETS[4].rounded(), part)).all()
    unobench.write_networks(again, [two, four])
    assert again.read_bytes() == path.read_bytes()


def test_what_the_program_has_written_is_read(program, tmp_path):
    path, again = tmp_path / "a.net", tmp_path / "b.net"
    unobench.train(out=path, players=2, games=400, progress=False)
    nets = unobench.read_networks(path)
    unobench.write_networks(again, nets)
    numbers = [file.read_bytes().partition(b"\n\n")[2][:-8] for file in (path, again)]
    assert numbers[0] == numbers[1]
    assert nets[0].games >= 400 and nets[0].command.startswith("unobench train")


def test_weights_are_rounded_to_the_nearest():
    weights = np.zeros(32)
    weights[:8] = np.array([0.5, 1.5, -0.5, -1.5, 0.49, 2.51, 5000, -5000]) / 1024
    net = dataclasses.replace(NETS[2], second_bias=weights).rounded()
    assert net.second_bias[:8].tolist() == [1, 2, -1, -2, 0, 3, 4096, -4096]
    net = dataclasses.replace(NETS[2], first_bias=np.full(64, 40.0)).rounded()
    assert net.first_bias.tolist() == [32767] * 64


def test_what_is_no_network_is_refused(tmp_path):
    path = tmp_path / "a.net"
    path.write_bytes(b"PK")
    with pytest.raises(ValueError, match="first line"):
        unobench.read_networks(path)
    unobench.write_networks(path, [NETS[2]])
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ValueError, match="damaged"):
        unobench.read_networks(path)
    with pytest.raises(ValueError, match="each once"):
        unobench.write_networks(path, [NETS[2], NETS[2]])
    with pytest.raises(ValueError, match=r"third has shape \(3,\); allowed is \(2, 32\)"):
        unobench.write_networks(path, [dataclasses.replace(NETS[2], third=np.zeros(3))])
    with pytest.raises(ValueError, match="no finite number"):
        dataclasses.replace(NETS[2], third=np.full((2, 32), np.nan)).rounded()
    with pytest.raises(ValueError, match="too large"):
        dataclasses.replace(NETS[2], third=np.full((2, 32), 5000, np.int16)).rounded()


def test_rows_are_given_where_they_are_asked_for():
    with pytest.raises(ValueError, match="net_rows=True"):
        unobench.vec(players=2, envs=3).net_rows()
    env = unobench.vec(players=2, envs=3, net_rows=True)
    with pytest.raises(ValueError, match="before reset"):
        env.net_rows()
    mask = env.reset()[1]
    rows = env.net_rows()
    assert (rows.dtype, len(rows)) == (np.uint16, mask.sum())
    table = env.net_rows(by_action=True)
    assert table.shape == (3, 86, rows.shape[1]) and (table[mask] == rows).all()
    assert (table[~mask] == unobench.rows_count(2)).all()
    assert rows.max() == unobench.rows_count(2) or (rows < unobench.rows_count(2)).all()
    with pytest.raises(ValueError, match="players=11"):
        unobench.rows_count(11)


@pytest.mark.parametrize("games", [2_000, pytest.param(40_000, marks=LONG)])
def test_the_example_learns_to_beat_random(program, tmp_path, games):
    path = tmp_path / "my.net"
    script = ROOT / "examples" / "python" / "train_net.py"
    command = [sys.executable, script, "--games", str(games), "--out", path]
    # Threads of NumPy would wait for each other.
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = heard(*command, timeout=300, env=alone)
    assert done.stdout == f"learned from {games} games; wrote {path}\n"
    if games < 40_000:  # too few to learn much from
        assert unobench.run(f"net:file={path}", "random", games=100).manifest["games"] == 100
        return
    duel = unobench.duel(f"net:file={path}", "random", elo0=0, elo1=20, games=20_000)
    assert "is better than random" in duel.text, duel.text
