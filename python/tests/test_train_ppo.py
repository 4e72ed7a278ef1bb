"""The example that learns by PPO: it learns, it computes what it should, and the docs say so."""

import ast
import re
import runpy
import signal
import subprocess
import sys

import pytest
from conftest import LONG, PATIENCE, ROOT, heard

from _program import read_rows as rows

np = pytest.importorskip("numpy")
pytest.importorskip("unobench._native", reason="the package is not installed")

EXAMPLES = ROOT / "examples" / "python"
SCRIPT, CURVE = EXAMPLES / "train_ppo.py", EXAMPLES / "train_ppo.csv"
TINY = ["--tables", "64", "--steps", "8", "--hidden", "16", "--games", "20"]


@pytest.fixture(scope="module")
def ppo():
    return runpy.run_path(str(SCRIPT))


def run(*words, script=SCRIPT, **options):
    words = map(str, words)
    return heard(sys.executable, script, *words, check=False, timeout=PATIENCE, **options)


def measured(text):
    """The lines of a measurement."""
    lines = (line for line in text.splitlines() if "CPU seconds" not in line)
    return [line for line in lines if line.startswith(("won", "by seat", "stalled"))]


@LONG
def test_it_learns_in_a_short_time(tmp_path):
    words = ["--updates", 30, "--every", 15, "--tables", 1024, "--steps", 16, "--games", 2000]
    words += ["--rate", 3e-3, "--hidden", 64, "--minibatch", 1024, "--against", 1]
    curve, weights = tmp_path / "curve.csv", tmp_path / "policy.npz"
    done = run(*words, "--curve", curve, "--save", weights)
    assert done.returncode == 0, done.stderr
    points = [(row["updates"], row["opponent"], int(row["games"])) for row in rows(curve)]
    ends = [("30", opponent, 2000) for opponent in ("most-colour", "linear", "counter", "random")]
    assert points == [("15", "most-colour", 200), ("15", "linear", 200), *ends]
    assert float(rows(curve)[-1]["low"]) > 0.55, "against random"
    assert "made at random" not in done.stdout  # the mask held
    again = run("--evaluate", weights, "--games", 2000, "--threads", 1)
    assert measured(again.stdout) == measured(done.stdout)[-len(measured(again.stdout)) :]


def test_threads_change_nothing(tmp_path):
    found = []
    for threads in (1, 2):
        path = tmp_path / f"{threads}.npz"
        words = ["--rules", "stacking", "--players", 3, "--updates", 2, "--tables", 2400]
        done = run(*TINY, *words, "--steps", 2, "--threads", threads, "--save", path)
        assert done.returncode == 0, done.stderr
        with np.load(path) as file:
            found.append([file[f"weights_{place}"] for place in range(6)])
    for one, other in zip(*found):
        assert (one == other).all()
        assert one.any()


def test_ctrl_c_keeps_what_was_learned(tmp_path):
    path = tmp_path / "policy.npz"
    command = [sys.executable, "-u", SCRIPT, *TINY, "--every", "1", "--updates", "100000"]
    process = subprocess.Popen([*command, "--save", path], stdout=subprocess.PIPE, text=True)
    while "CPU seconds" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 0
    assert re.search(r"stopped after [1-9]\d* updates", said)
    with np.load(path) as file:
        assert file["weights_5"].any()  # the last biases start at 0


def test_the_gradient_is_that_of_the_loss(ppo):
    settings = ppo["Settings"](hidden=8, entropy=0.1, clip=0.2)
    generator = np.random.default_rng(1)
    network = ppo["Network"](2, 8, generator)
    tables = ppo["Tables"](settings)
    obs, mask, _ = tables.reset()
    for _ in range(30):
        actions = (mask * generator.random(mask.shape)).argmax(axis=1)
        obs, mask, *_ = tables.step(actions)
    obs, mask = obs[:200], mask[:200]
    network.flat = generator.standard_normal(len(network.flat)) * 0.3  # float64
    network.weights = network.cut(network.flat)
    seen, place, _, log, _ = ppo["chosen"](network, obs, mask, generator.random(200))
    before = log + generator.normal(0, 0.3, 200)
    gain, goal = generator.standard_normal(200), generator.random(200)

    def loss():
        outputs = network.forward(seen)[-1]
        log = ppo["log_probabilities"](outputs[:, :86], mask_seen)
        ratio = np.exp(log[np.arange(200), place] - before)
        clipped = np.clip(ratio, 0.8, 1.2)
        entropy = -(np.exp(log) * log).sum(axis=1)
        value = ppo["sigmoid"](outputs[:, 86])
        cross = goal * np.log(value) + (1 - goal) * np.log(1 - value)
        return (-np.minimum(ratio * gain, clipped * gain) - 0.1 * entropy - cross).mean()

    mask_seen = seen[:, ppo["LEGAL"]].astype(bool)
    batch = [seen, place, before, gain, goal]
    found, _ = ppo["gradient"](network, batch, settings, 200, np.arange(200))
    direction = generator.standard_normal(len(network.flat))
    middle, step = network.flat.copy(), 1e-6
    sides = []
    for sign in (1, -1):
        network.flat[:] = middle + sign * step * direction
        sides.append(loss())
    assert found @ direction == pytest.approx((sides[0] - sides[1]) / (2 * step), rel=1e-3)


def test_advantages_follow_each_seat(ppo):
    """With lambda 1 and 0, as sums and differences that are written out."""
    generator = np.random.default_rng(1)
    steps, tables, players = 12, 50, 3
    value = generator.random((steps + 1, tables))
    seats = generator.integers(0, players, (steps + 1, tables))
    dones = generator.random((steps, tables)) < 0.2
    rewards = generator.random((steps, tables, players)) * dones[:, :, None]
    for lam in (0, 1):
        gains = ppo["advantages"](value, seats, list(rewards), list(dones), lam)
        for step, table in np.ndindex(steps, tables):
            seat, later = seats[step, table], step
            while True:  # to the next decision of the seat, or to the end
                if later < steps and dones[later, table]:
                    goal = rewards[later, table, seat]
                    break
                later += 1
                last = later == steps
                if seats[later, table] == seat and (lam == 0 or last):
                    goal = value[later, table]
                    break
                if last:
                    goal = (1 - value[later, table]) / (players - 1)
                    break
            assert gains[step, table] == pytest.approx(goal - value[step, table])


def test_colours_have_no_meaning(ppo):
    """Rows that differ by a change of colours look alike, and the actions change with them."""
    generator = np.random.default_rng(1)
    network = ppo["Network"](2, 8, generator)
    hand = np.zeros((1, 190), np.uint8)
    hand[0, [0, 1, 5, 2, 6, 10, 56]] = 1  # one red card, two blue ones, three green ones, a wild
    hand[0, ppo["FIELDS"]["active_colour"]] = 3
    other = np.zeros((1, 190), np.uint8)
    other[0, [1, 2, 6, 3, 7, 11, 56]] = 1  # one blue card, two green ones, three yellow ones
    other[0, ppo["FIELDS"]["active_colour"]] = 0
    mask = np.zeros((1, 86), bool)
    mask[0, [0, 69]] = True
    mapped = np.zeros((1, 86), bool)
    mapped[0, [1, 69]] = True
    seen = [network.encoder(*row)[0] for row in ((hand, mask), (other, mapped))]
    assert (seen[0] == seen[1]).all()
    moves = [
        ppo["chosen"](network, *row, np.ones(1) * 1e-9)[2][0]
        for row in ((hand, mask), (other, mapped))
    ]
    assert moves == [0, 1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tables", "0"], "--tables 0: allowed are 1 and above"),
        (["--against", "1.5"], "--against 1.5: allowed are 0 to 1"),
        (["--lam", "nan"], "--lam nan: allowed are 0 to 1"),
        (["--rules", "nowhere"], "nowhere"),
        (["--opponent", "nobody"], "nobody"),
        (["--save", "no/such/place.npz"], "no/such/place.npz"),
        (["--curve", "no/such/place.csv"], "no/such/place.csv"),
        (["--evaluate", "missing.npz"], "missing.npz"),
        (["--evaluate", "other.npz"], "other.npz is not a file that --save has written"),
        (["--evaluate", "text.npz"], "text.npz is not a file that --save has written"),
    ],
)
def test_bad_input(words, said, tmp_path):
    np.savez(tmp_path / "other.npz", weights_0=np.zeros(3))
    (tmp_path / "text.npz").write_text("text")
    done = run(*TINY, *words, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_the_docs_say_what_the_curve_says():
    last = {row["opponent"]: row for row in rows(CURVE)[-4:]}
    page = (ROOT / "docs" / "PYTHON.md").read_text()
    section = page.partition("\n## Learn to play\n")[2].partition("\n## ")[0]
    for opponent, row in last.items():
        rates = [f"{float(row[name]):.1%}".replace("%", " %") for name in ("rate", "low", "high")]
        line = f"| `{opponent}` | {rates[0]} | {rates[1]} to {rates[2]} |"
        assert line in section
    most = last["most-colour"]
    said = ast.get_docstring(ast.parse(SCRIPT.read_text()))
    for text in (section, said):
        assert f"{int(most['cpu_seconds']):,} CPU seconds" in text
        assert f"{int(most['games']):,} games" in text
        assert f"{float(most['rate']):.1%}".replace("%", " %") in text
    assert float(most["low"]) > 0.5
    assert int(most["cpu_seconds"]) <= 1200  # ten minutes on two cores


def test_the_curve_is_drawn(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    draw, picture = EXAMPLES / "draw_curve.py", tmp_path / "curve.svg"
    assert run(CURVE, picture, script=draw).returncode == 0
    kept = ROOT / "docs" / "images" / "train_ppo.svg"
    against = [row["opponent"] for row in rows(CURVE)]
    for path in (picture, kept):
        for opponent, colour in runpy.run_path(str(draw))["COLOURS"].items():
            marks = path.read_text().count(f"fill: {colour}; stroke: {colour}")
            assert marks == against.count(opponent)
        assert path.stat().st_size < 60_000
    (tmp_path / "empty.csv").write_text("opponent\n")
    refused = run(tmp_path / "empty.csv", picture, script=draw)
    assert refused.returncode == 1
    assert "empty.csv is not a curve of train_ppo.py" in refused.stderr
