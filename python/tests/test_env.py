"""The environment: shapes, the same rounds as the program's, and what is refused."""

import copy
import doctest
import importlib.util
import json
import os
import pickle
import re
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest
import unobench
from conftest import ROOT, heard

from _seal import fnv1a

np = pytest.importorskip("numpy")
pytest.importorskip("unobench._native", reason="the package is not installed")

FIELDS = unobench.fields_of("cards-v1")
PAGE = ROOT / "docs" / "PYTHON.md"


def high_points(obs, mask):
    """What the strategy `high-points` does in the official game."""
    places = np.arange(mask.shape[1])
    # The highest coloured card, or the lowest wild; then call, accept, keep, draw.
    rank = np.where(places < 56, 1000 + places, np.where(places < 65, 900 - places, 0))
    rank[[73, 76, 70, 69]] = [40, 30, 20, 10]
    chosen = np.where(mask, rank, -1).argmax(axis=1)
    held = obs[:, FIELDS["hand"]][:, :56].reshape(-1, 14, 4).sum(axis=1)
    naming = obs[:, FIELDS["decision"]][:, 0] == 2
    return np.where(naming, 65 + held.argmax(axis=1), chosen)


def scattered(obs, mask):
    """A legal action that depends on what is seen, and on nothing else."""
    weights = (obs.astype(np.uint64) * np.arange(1, obs.shape[1] + 1, dtype=np.uint64)).sum(axis=1)
    wanted = weights % np.maximum(mask.sum(axis=1), 1).astype(np.uint64)
    return (mask.cumsum(axis=1) > wanted[:, None]).argmax(axis=1)


def played(env, blocks, policy):
    """The rewards and turns of the first blocks."""
    obs, mask, info = env.reset()
    results = {}
    while not all(block in results for block in range(blocks)):
        obs, mask, reward, done, info = env.step(policy(obs, mask))
        for table in np.flatnonzero(done):
            block = int(info["ended_block"][table])
            assert block not in results
            results[block] = (tuple(reward[table].tolist()), int(info["ended_turns"][table]))
        assert not reward[~done].any()
    return [results[block] for block in range(blocks)]


def test_shapes_and_types():
    env = unobench.vec("stacking", players=3, envs=5, learners=[0, 2], opponents="counter")
    assert (env.rules, env.players, env.envs, env.seed) == ("stacking", 3, 5, 1)
    assert (env.learners, env.observation, env.width) == ((0, 2), "planes-v1", 420)
    assert env.actions == unobench.actions_of("stacking")
    obs, mask, info = env.reset()
    obs, mask, reward, done, info = env.step(mask.argmax(axis=1))
    kinds = [(array.shape, array.dtype) for array in (obs, mask, reward, done)]
    assert kinds == [((5, 420), np.uint8), ((5, 86), bool), ((5, 3), np.float32), ((5,), bool)]
    assert {name: (array.shape, array.dtype.name) for name, array in info.items()} == {
        "seat": ((5,), "uint8"),
        "block": ((5,), "int64"),
        "turn": ((5,), "int32"),
        "ended_block": ((5,), "int64"),
        "ended_turns": ((5,), "int32"),
        "stalled": ((5,), "bool"),
        "colours": ((5, 4), "uint8"),
    }
    assert set(info["seat"].tolist()) <= {0, 2}
    assert unobench.vec(players=3, envs=5, match=True).reset()[2]["totals"].shape == (5, 3)
    assert mask.any(axis=1).all()


def of_planes(obs, colours):
    """What rows of `cards` said, by planes and the colours in them."""
    planes = unobench.fields_of("planes-v2" if obs.shape[1] > 665 else "planes-v1")
    part = {name: obs[:, where] for name, where in planes.items()}
    seats = part["by_seat"].reshape(len(obs), -1, 35)
    drew = np.empty((*seats.shape[:2], 4), np.uint8)
    order = np.broadcast_to(colours[:, None, :], drew.shape)
    np.put_along_axis(drew, order, seats[:, :, 19:].reshape(*drew.shape, 4).sum(axis=3), axis=2)
    bits = {"seats": seats[:, :, 9:17], "draw_pile": part["draw_pile"], "turns": part["turns"]}
    found = {name: np.packbits(of, axis=-1, bitorder="little") for name, of in bits.items()}
    found |= {
        "hand_sizes": seats[:, :, :9].sum(axis=2),
        "refills": seats[:, :, 17],
        "not_followed": drew[:, 1:, ::2] | drew[:, 1:, 1::2] << 4,
        "hit": (part["hit"] * [1, 2]).sum(axis=1),
        "colour_before": (part["colour_before"] * (colours + 1)).sum(axis=1),
        "direction": part["direction"],
        "bluffs": part["bluffs"],
        "owed": part["owed"].sum(axis=1),
        "active_colour": np.where(part["active_colour"][:, 0], colours[:, 0], 4),
        "decision": part["decision"].argmax(axis=1),
        "challengeable": seats[:, :, 18].argmax(axis=1),
        "up_card": np.zeros(len(obs), int),
        "wild_to_name": np.full(len(obs), 255),
    }
    for added, first, wilds in [("", 0, slice(56, 65)), ("added_", 86, slice(0, 7))]:
        if added + "hand" not in part:
            break
        held, more = np.split(part[added + "hand"], 2, axis=1)
        kinds = np.arange(held.shape[1])
        coloured = np.delete(kinds, wilds)
        place = (coloured - coloured[0]) % 4
        real = np.broadcast_to(kinds, held.shape).copy()
        real[:, coloured] = coloured - place + colours[:, place]
        for name, counts in [("hand", held + more), ("discards", part[added + "discards"])]:
            found[added + name] = np.zeros_like(counts)
            np.put_along_axis(found[added + name], real, counts, axis=1)
        found["up_card"] += (part[added + "up_card"] * (first + real)).sum(axis=1)
        wild = part[added + "wild_to_name"]
        table = wild.any(axis=1)
        found["wild_to_name"][table] = first + wilds.start + wild[table].argmax(axis=1)
    return found


@pytest.mark.parametrize("rules", ["official", "everything", "no-mercy", "forgetful"])
@pytest.mark.parametrize("players", [2, 5])
def test_planes_say_what_cards_say(rules, players):
    made = {"players": players, "envs": 64, "draw_by_choice": True}
    env, cards = unobench.vec(rules, **made), unobench.vec(rules, **made, observation="cards")
    fields = unobench.fields_of(cards.observation)
    obs, mask, info = env.reset()
    for _ in range(150):
        rows, legal, _ = cards.load(env.state())
        asked = mask.any(axis=1)
        for name, found in of_planes(obs[asked], info["colours"][asked]).items():
            found = found.reshape(len(found), -1)
            assert (rows[asked][:, fields[name]][:, : found.shape[1]] == found).all(), name
        assert (legal.sum(axis=1) == mask.sum(axis=1)).all()
        named = np.take_along_axis(legal[:, 65:69], info["colours"], axis=1)
        assert (named == mask[:, 65:69]).all()
        obs, mask, _, _, info = env.step(scattered(obs, mask))


def test_who_can_play_does_not_draw_unless_asked():
    env, other = (unobench.vec(players=2, envs=64, draw_by_choice=asked) for asked in (False, True))
    obs, mask, _ = env.reset()
    masks, rounds = [], 0
    for _ in range(200):
        masks.append((mask, other.load(env.state())[1]))
        obs, mask, _, done, _ = env.step(scattered(obs, mask))
        rounds += done.sum()
    mask, full = (np.concatenate(part) for part in zip(*masks, strict=True))
    left_out = full & ~mask
    assert left_out[:, 69].any() and not np.delete(left_out, 69, axis=1).any()
    assert full[left_out[:, 69]][:, :65].any(axis=1).all() and (mask <= full).all()
    assert 200 * 64 / rounds < 70


def test_added_cards_come_after_all_others():
    env = unobench.vec("no-mercy", players=2, envs=5, observation="cards")
    obs, mask, _ = env.reset()
    assert (env.observation, obs.shape, mask.shape) == ("cards-v2", (5, 268), (5, 125))
    assert (env.actions[86:90], env.actions[93]) == (["WR4", "W6", "W10", "WCR"], "R+4")
    fields = unobench.fields_of(env.observation)
    held = obs[:, fields["hand"]].sum(axis=1) + obs[:, fields["added_hand"]].sum(axis=1)
    assert (held == obs[:, fields["hand_sizes"]][:, 0]).all()
    with pytest.raises(ValueError, match='allowed are "planes-v2", "planes", "cards-v2"'):
        unobench.vec("no-mercy", observation="cards-v1")


def test_fields_and_actions_have_names():
    assert (FIELDS["hand"], FIELDS["turns"]) == (slice(0, 65, 1), slice(189, 190, 1))
    names = unobench.actions_of("official", set=["deck.blanks=1", "deck.blank_draws=6"])
    words = (
        "colour R,colour B,colour G,colour Y,draw,keep,take,pass,call,stay_silent,challenge,accept"
    )
    assert "W+6" in names[:65]
    assert names[65:] == words.split(",") + [f"seat +{seat}" for seat in range(1, 10)]


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "uint32", "int64", "uint64", ">i4"])
def test_actions_of_any_integer_type(dtype):
    env = unobench.vec(players=2, envs=4)
    _, mask, _ = env.reset()
    chosen = np.zeros(8, dtype=dtype)
    chosen[::2] = mask.argmax(axis=1)
    env.step(chosen[::2])  # every other one: not contiguous


def test_a_policy_wins_in_the_program_what_it_wins_here(program, tmp_path):
    blocks, seed, names = 400, 3, ["high-points", "counter"]
    line_up = f"-r official -s {seed} --seating fixed -n {blocks} -q".split() + names
    record = tmp_path / "games.jsonl"
    subprocess.run([program, "trace", *line_up, "-o", str(record)], check=True)
    expected = []
    for line in record.read_text().splitlines():
        event = json.loads(line)
        if event["event"] == "round":
            assert event["block"] == len(expected)
        if event["event"] == "round_end":
            wins = tuple(float(seat == event["winner"]) for seat in range(2))
            expected.append((wins, event["turns"]))
    made = {"learners": 0, "opponents": "counter", "seed": seed, "observation": "cards"}
    assert played(unobench.vec(players=2, envs=64, **made), blocks, high_points) == expected


def test_points_are_rewards():
    env = unobench.vec("penalty-200", players=2, learners=[], opponents="random", reward="points")
    found = played(env, 5, lambda obs, mask: np.zeros(1, int))
    assert all(min(rewards) < 0 == max(rewards) for rewards, _ in found)


@pytest.mark.parametrize(
    ("arguments", "kind", "says"),
    [
        ({"rules": "offical"}, ValueError, "did you mean official"),
        ({"rules": "nowhere.toml"}, ValueError, "nowhere.toml"),
        ({"rules": 7}, TypeError, "rules is of type int; allowed is the name of a rule set, or a"),
        ({"set": ["play.bluff=maybe"]}, ValueError, "play.bluff"),
        ({"set": "play.bluff=false"}, TypeError, "set is of type str; allowed is a list of"),
        ({"reward": 1}, TypeError, "reward is of type int; allowed is a string"),
        ({"players": 1}, ValueError, "players=1: a table has 2 to 10 seats"),
        ({"players": -1}, ValueError, "players=-1: allowed are 2 to 10"),
        ({"players": 2.0}, TypeError, "players is of type float, not an integer"),
        ({"envs": 2**70}, ValueError, ": allowed are 1 to 1000000"),
        ({"seed": -1}, ValueError, "seed=-1: allowed are 0 to 18446744073709551615"),
        ({"seed": "x"}, TypeError, "seed is of type str, not an integer"),
        ({"observation": "cards-v0"}, ValueError, 'observation="cards-v0": allowed are "planes'),
        ({"reward": "gold"}, ValueError, 'reward="gold": allowed are "win", "points", "rank"'),
        ({"autoreset": "yes"}, ValueError, 'allowed are "same_step"'),
        ({"learners": "some"}, ValueError, 'allowed are "all", a seat, or a list of seats'),
        ({"learners": 1.5}, TypeError, "learners is of type float"),
        ({"learners": 2**70}, ValueError, f"learners={2**70}: allowed are 0 to 9"),
        ({"learners": [0, -1]}, ValueError, "learners=-1: allowed are 0 to 9"),
        ({"learners": 0}, ValueError, "nobody sits in seats 1, 2, 3"),
        ({"learners": 0, "opponents": 3}, TypeError, "opponents is of type int"),
        ({"learners": 0, "opponents": "cmd:./bot"}, ValueError, "only strategies of the library"),
        ({"match": 1}, TypeError, "match is of type int; allowed is True or False"),
    ],
)
def test_what_cannot_be_made(arguments, kind, says):
    with pytest.raises(kind, match=re.escape(says)):
        unobench.vec(**arguments)


def test_opponents_are_players_of_python():
    made = {"players": 3, "envs": 4, "learners": 1, "seed": 5}
    one = unobench.vec(opponents=["counter", "high-points"], **made)
    other = unobench.vec(opponents=["counter", high_points], threads=2, **made)
    rows = [env.reset() for env in (one, other)]
    for _ in range(200):
        (obs, mask, *_), (same_obs, same_mask, *_) = rows
        assert (obs == same_obs).all() and (mask == same_mask).all()
        rows = [env.step(mask.argmax(axis=1)) for env in (one, other)]
    # Tables with the same player go on at each other's, and worlds have it too.
    again = unobench.vec(opponents=["counter", high_points], **made)
    assert (again.load(other.state())[0] == rows[1][0]).all()
    other.determinize(2).step(np.repeat(rows[1][1].argmax(axis=1), 2))
    for wrong, kind in [(lambda obs, mask: obs[:, 0] + 200, ValueError), (lambda: 0, TypeError)]:
        env = unobench.vec(players=2, learners=0, opponents=wrong)
        with pytest.raises(kind, match=r"an opponent: action \d+ is not legal|positional"):
            mask = env.reset()[1]
            for _ in range(100):
                mask = env.step(mask.argmax(axis=1))[1]


@pytest.mark.parametrize(
    ("actions", "kind", "says"),
    [
        ([69, 69, 69], TypeError, "is of type list, not a NumPy array of integers of shape (3,)"),
        (None, TypeError, "actions is of type NoneType"),
        (np.zeros(3), TypeError, "actions are of dtype float64, not integers"),
        (np.zeros(3, bool), TypeError, "actions are of dtype bool, not integers"),
        (np.zeros((3, 1), int), ValueError, "actions have shape (3, 1); step() takes (3,)"),
        (np.zeros(2, int), ValueError, "actions have shape (2,); step() takes (3,)"),
        (np.int64(3), TypeError, "actions is of type int64"),
        (np.array([69, -1, 69]), ValueError, "actions[1] = -1: an action is a number from 0 to 85"),
        (np.array([69, 69, 300]), ValueError, "actions[2] = 300: an action is a number"),
        (np.array([69, 2**64 - 1, 69], np.uint64), ValueError, f"actions[1] = {2**64 - 1}: an"),
        (np.array([69, 66, 69]), ValueError, "actions[1] = 66 (colour B) is illegal: seat "),
    ],
)
def test_what_cannot_be_stepped(actions, kind, says):
    env, other = (unobench.vec(players=2, envs=3, draw_by_choice=True) for _ in range(2))
    with pytest.raises(ValueError, match=re.escape("step() before reset()")):
        env.step(np.zeros(3, int))
    drawn = [env.reset()[1], other.reset()[1]][0]
    assert drawn[:, 69].all()  # to draw is legal at every table
    with pytest.raises(kind, match=re.escape(says)):
        env.step(actions)
    drawing = np.full(3, 69)
    for one, same in zip(env.step(drawing)[:4], other.step(drawing)[:4], strict=True):
        assert (one == same).all(), "a step that was refused has done something"


@pytest.mark.parametrize(
    ("block", "kind"), [(-1, ValueError), (2**63, ValueError), (1.5, TypeError)]
)
def test_blocks_that_are_none(block, kind):
    with pytest.raises(kind, match="block"):
        unobench.vec().reset(block=block)


def test_other_names_are_refused():
    with pytest.raises(ValueError, match='allowed are "planes-v1", "cards-v1"'):
        unobench.fields_of("planes")
    with pytest.raises(ValueError, match="did you mean official"):
        unobench.actions_of("offical")
    with pytest.raises(AttributeError, match="has no attribute 'vector'"):
        unobench.vector  # noqa: B018
    with pytest.raises(TypeError):
        unobench.VecEnv()


@pytest.mark.parametrize("copied", [pickle.dumps, copy.copy, copy.deepcopy])
def test_environments_are_not_copied(copied):
    with pytest.raises(TypeError, match="cannot pickle or copy a VecEnv; clone"):
        copied(unobench.vec())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize(("threads", "status"), [(1, 0), (2, 3)])
def test_threads_are_missing_after_a_fork(threads, status):
    env = unobench.vec(players=2, envs=8, threads=threads)
    env.reset()
    child = os.fork()
    if child == 0:
        try:
            env.reset()
        except RuntimeError as error:
            os._exit(3 if "make it again" in str(error) else 4)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == status


def test_others_run_while_tables_are_played():
    env = unobench.vec(players=2, envs=8, learners=0, opponents="ismcts:playouts=4000")
    _, mask, _ = env.reset()
    refused, count = [], 0
    with ThreadPoolExecutor(1) as pool:
        step = pool.submit(env.step, mask.argmax(axis=1))
        while not wait([step], 0.001).done:
            count += 1
            try:
                assert env.rules == "official"
                env.observe()
            except RuntimeError as error:
                refused.append(str(error))
    assert count > 10, "nobody else ran"
    assert "another thread is in a call of this VecEnv" in refused[0]


def test_what_the_page_shows_is_so(tmp_path, monkeypatch):
    """The examples of docs/PYTHON.md run one after the other, and print what stands there.

    Those that need a package that is not installed are left out.
    """
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(
        r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", PAGE.read_text(), re.DOTALL
    )
    assert len(blocks) >= 8
    names = {}
    for code, output in blocks:
        needed = re.findall(r"^import (\w+)", code, re.MULTILINE)
        if not all(map(importlib.util.find_spec, needed)):
            continue
        shown = []
        names["print"] = lambda *words, shown=shown: shown.append(" ".join(map(str, words)))
        exec(compile(code, str(PAGE), "exec"), names)
        assert "\n".join(shown) == output.strip(), code


def test_what_the_docstring_shows_is_so():
    examples = doctest.DocTestParser().get_doctest(unobench.vec.__doc__, {}, "vec", None, 0)
    assert len(examples.examples) >= 4
    assert doctest.DocTestRunner(verbose=False).run(examples).failed == 0


def test_the_program_comes_with_the_package():
    script = Path(sysconfig.get_path("scripts")) / "unobench"
    assert heard(script, "--version").stdout.split() == ["unobench", unobench.__version__]


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled", True, False])
def test_modes_of_dealing_again(mode):
    env = unobench.vec(players=2, envs=6, learners=0, opponents="random", autoreset=mode)
    obs, mask, info = env.reset()
    ended = []
    while len(ended) < 6:
        obs, mask, reward, done, info = env.step(scattered(obs, mask))
        ended += info["ended_block"][done].tolist()
        over = ~mask.any(axis=1)
        assert (info["seat"][over] == 255).all() and not obs[over].any()
        assert mode not in ("same_step", True) or not over.any()
    if mode == "next_step":
        obs, mask, reward, again, info = env.step(scattered(obs, mask))
        assert mask[done].any(axis=1).all() and not again[done].any() and not reward[done].any()
    if mode in ("disabled", False):
        assert sorted(ended) == list(range(6))
        with pytest.raises(ValueError, match=r"every round is over.*reset\(\) deals the next"):
            env.step(np.zeros(6, int))
        assert env.reset()[2]["block"].tolist() == list(range(6, 12))
    assert env.reset(block=100)[2]["block"].tolist() == list(range(100, 106))


def test_arrays_of_the_caller_are_written_to():
    made = {"players": 3, "envs": 5, "observation": "cards"}
    env, other = (unobench.vec("stacking", **made) for _ in range(2))
    given = [np.ones((5, 190), np.uint8), np.ones((5, 86), bool), np.ones((5, 3), np.float32)]
    env.bind(*given)
    rows, expected = env.reset(), other.reset()
    for _ in range(200):
        assert (rows[0] is given[0]) and (rows[1] is given[1])
        assert (rows[0] == expected[0]).all() and (rows[1] == expected[1]).all()
        actions, old, before = scattered(*rows[:2]), expected[0], expected[0].copy()
        rows, expected = env.step(actions), other.step(actions)
        assert rows[2] is given[2] and (rows[2] == expected[2]).all()
        assert (old == before).all(), "rows of one step are not those of the next"
    env.bind()
    assert env.reset()[0] is not given[0]


READ_ONLY = np.frombuffer(bytes(60), np.float32).reshape(5, 3)


@pytest.mark.parametrize(
    ("arrays", "error", "said"),
    [
        ({"obs": [1]}, TypeError, "obs is not a NumPy array of uint8"),
        ({"mask": np.zeros((5, 86), np.uint8)}, TypeError, "mask is not a NumPy array of bool"),
        ({"obs": np.zeros((4, 190), np.uint8)}, ValueError, r"obs has shape \(4, 190\)"),
        ({"obs": np.zeros((190, 5), np.uint8).T}, ValueError, "obs is not C-contiguous"),
        ({"reward": READ_ONLY}, ValueError, "not writeable"),
    ],
)
def test_arrays_that_cannot_be_bound(arrays, error, said):
    with pytest.raises(error, match=said):
        unobench.vec("stacking", players=3, envs=5, observation="cards").bind(**arrays)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda obs: obs.resize((3, 190), refcheck=False), "is now uint8 of shape (3, 190)"),
        (lambda obs: setattr(obs, "shape", (190, 5)), "is now uint8 of shape (190, 5)"),
        (lambda obs: setattr(obs, "shape", (950,)), "is now uint8 of shape (950,)"),
        (lambda obs: setattr(obs, "dtype", np.int8), "is now int8 of shape (5, 190)"),
        (lambda obs: setattr(obs, "strides", (1, 5)), "of shape (5, 190), not C-contiguous"),
        (lambda obs: setattr(obs.flags, "writeable", False), "is not writeable now"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # NumPy dislikes what is tested
def test_arrays_that_were_changed_after_they_were_bound(change, said):
    env = unobench.vec(envs=5, observation="cards")
    obs = np.zeros((5, 190), np.uint8)
    env.bind(obs)
    env.reset()
    change(obs)
    was = "" if "writeable" in said else "obs was bound as C-contiguous uint8 of shape (5, 190)"
    for use in (env.reset, env.observe, lambda: env.step(np.full(5, 69))):
        with pytest.raises(ValueError, match=f"{re.escape(was)}.*{re.escape(said)}"):
            use()


def grown(play, before, many):
    """By how many bytes this process grows while something is played after it was before."""
    pages = []
    for numbers in (range(before), range(before, before + many)):
        for number in numbers:
            play(number)
        pages.append(int(Path("/proc/self/statm").read_text().split()[1]))
    return (pages[1] - pages[0]) * os.sysconf("SC_PAGE_SIZE")


def test_rules_are_freed_with_their_tables():
    def play(number):
        unobench.vec(players=2, set=[f"play.turn_limit={1000 + number}"]).reset()

    assert grown(play, 1000, 3000) < 1_000_000


def test_networks_are_freed_with_their_players(tmp_path):
    net = (ROOT / "strategies/learners/net/champion.net").read_bytes()[:-8]
    total = fnv1a(net[:-2])  # of all but the low byte of the last weight and the high one

    def play(number):
        ending = bytes([number, net[-1]])
        path = tmp_path / f"{number}.net"
        path.write_bytes(net[:-2] + ending + fnv1a(ending, total).to_bytes(8, "little"))
        for opponent in (f"net:file={path}", f"search:file={path},playouts=1"):
            env = unobench.vec(players=2, envs=2, learners=0, opponents=opponent)
            env.step(env.reset()[1].argmax(axis=1))

    assert grown(play, 20, 200) < 4_000_000


def test_states_and_clones_go_on_as_the_table_did():
    env = unobench.vec(players=4, envs=6, learners=[0, 2], opponents="counter")
    rows = env.reset()
    state = env.state()
    other = env.clone()

    def ends(env, rows):
        for _ in range(60):
            rows = env.step(scattered(*rows[:2]))
        return rows[0].tobytes()

    once = ends(env, rows)
    assert ends(env, env.load(state)) == once
    assert ends(other, other.observe()) == once
    with pytest.raises(ValueError, match="same arguments"):
        unobench.vec(players=4, envs=5).load(state)
    with pytest.raises(TypeError):
        env.load(b"state")


def test_worlds_show_the_same_row():
    env = unobench.vec(players=3, envs=4)
    obs = env.reset()[0]
    worlds = env.determinize(5, seed=2)
    assert (worlds.envs, worlds.players) == (20, 3)
    assert (worlds.observe()[0].reshape(4, 5, -1) == obs[:, None]).all()
    with pytest.raises(ValueError, match="k=0"):
        env.determinize(0)
    with pytest.raises(ValueError, match=r"determinize\(\) before reset\(\)"):
        unobench.vec().determinize(1)
