"""Results as tables, players of Python, and what is refused."""

import gc
import inspect
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import unobench
from conftest import ROOT, heard, until
from test_env import high_points
from unobench import bars, flags, players, tables

from _program import read_rows


@pytest.fixture(autouse=True)
def used():
    # What starts the tests may have it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="module")
def played():
    return unobench.run("counter", "random", rules=["official", "stacking"], games=400)


def interrupting(ready):
    """Presses Ctrl-C as soon as something is so."""

    def press():
        until(ready)
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    return thread


def test_every_file_is_a_table(played):
    files = ["findings", "scores", "summary", "turns"]
    questions = ["games", "matchups", "seats", "strength"]
    assert played.tables == sorted([*files, *questions])
    assert played.complete and played.manifest["games"] == 400
    assert played.strength.to_dicts() == played.summary.to_dicts()
    assert played.games["rules"] == ["official", "stacking"]
    assert played.seats["seat"] == [row["seat"] for row in played.document["tables"]["seats"]]
    for name in files:
        table = getattr(played, name)
        rows = read_rows(played.directory / f"{name}.csv")
        assert (len(table), table.columns) == (len(rows), tuple(rows[0]))
        for row, written in zip(table, rows, strict=True):
            for column, value in row.items():
                kind = type(value) if value is not None else str
                assert kind(written[column] or "nan") == value or written[column] == ""
    with pytest.raises(AttributeError, match="no table 'ratings'; there are findings, games, m"):
        played.ratings  # noqa: B018
    with pytest.raises(KeyError, match="no column 'win'; there are rules, players"):
        played.summary["win"]


def test_rounds_are_a_table(tmp_path):
    path = tmp_path / "games.csv"
    result = unobench.run("counter", "random", rules="official", games=200, rounds=path)
    assert "rounds" in result.tables and len(result.rounds) == 400
    row = next(iter(result.rounds))
    assert (row["rules"], row["block"], row["seat"], type(row["won"])) == ("official", 0, 1, bool)
    won = sum(row["won"] for row in result.rounds if row["strategy"] == "counter")
    assert won == result.summary["wins"][result.summary["strategy"].index("counter")]
    with pytest.raises(ValueError, match=r"FILE\.csv and FILE\.parquet"):
        unobench.run("counter", "random", games=2, rounds=tmp_path / "rounds.txt")
    kept = tmp_path / "kept"
    unobench.run("random", games=2, rules="official", out=kept, rounds=kept / "rounds.csv")
    assert len(unobench.Result(kept).rounds) == 8


@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_rounds_as_parquet_are_those_of_csv(library, tmp_path, monkeypatch):
    pytest.importorskip(library)
    if library == "pyarrow":
        monkeypatch.setitem(sys.modules, "polars", None)
    made, line_up = [], ("counter", "save-wilds:other=3,own=2", "random")
    for name in ("rounds.csv", "rounds.parquet"):
        keywords = {"rules": ["official", "stacking"], "games": 300, "rounds": tmp_path / name}
        try:
            made.append(unobench.run(*line_up, **keywords).rounds)
        except ValueError as error:
            assert "--features parquet" in str(error)
            pytest.skip("the program is built without Parquet")
    assert made[0].to_dicts() == made[1].to_dicts()
    if library == "polars":
        import polars

        origin = polars.read_parquet_metadata(tmp_path / "rounds.parquet")
        assert (origin["unobench.version"], origin["unobench.seed"]) == (unobench.__version__, "1")
        rules = json.loads(origin["unobench.rules"])
        assert [rule["name"] for rule in rules] == ["official", "stacking"]
        assert rules[1]["settings"]["responses"]["draw_two"] == "stack"
        frame = polars.read_parquet(tmp_path / "rounds.parquet")
        dtypes = dict(zip(frame.columns, frame.dtypes, strict=True))
        kinds = (dtypes["strategy"], dtypes["block"], dtypes["won"], dtypes["score"])
        assert kinds == (polars.String, polars.Int64, polars.Int32, polars.Int32)
        rates = dict(frame.group_by("strategy").agg(polars.col("won").mean()).iter_rows())
        wins = [row["won"] for row in made[0] if row["strategy"] == "counter"]
        assert rates["counter"] == sum(wins) / len(wins)


def test_a_network_in_an_onnx_file_is_a_policy(tmp_path):
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    page = (ROOT / "docs" / "PYTHON.md").read_text()
    code = re.search(r"```python\n(import onnxruntime\n.*?)```", page, re.DOTALL).group(1)
    names = {"np": np}
    exec(compile(code, "PYTHON.md", "exec"), names)
    weights = np.random.default_rng(1).normal(size=(190, 86)).astype(np.float32)
    kind = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("MatMul", ["obs", "weights"], ["numbers"])],
        "policy",
        [onnx.helper.make_tensor_value_info("obs", kind, ["n", 190])],
        [onnx.helper.make_tensor_value_info("numbers", kind, ["n", 86])],
        [onnx.numpy_helper.from_array(weights, "weights")],
    )
    made = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    made.ir_version = 9
    onnx.save(made, tmp_path / "policy.onnx")
    policy = names["of_onnx"](tmp_path / "policy.onnx")
    obs = np.random.default_rng(2).integers(0, 9, size=(100, 190)).astype(np.uint8)
    mask = np.random.default_rng(3).random((100, 86)) < 0.2
    wanted = np.where(mask, obs.astype(np.float32) @ weights, -np.inf).argmax(axis=1)
    assert (policy(obs, mask) == wanted).all()
    found = unobench.run(policy, "random", players=2, rules="official", games=200)
    assert found.manifest["bots"] == {"policy": "py:policy"} and set(found.strength["faults"]) == {
        0
    }


def test_parquet_without_a_library(tmp_path, monkeypatch):
    for name in ("polars", "pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"rounds\.parquet: .* needs Polars or PyArrow"):
        tables.read_parquet(tmp_path / "rounds.parquet")


def test_columns_are_those_of_the_page_and_the_schema():
    page = (ROOT / "docs" / "FILES.md").read_text()
    columns = set(re.findall(r"^\| `(\w+)` \|", page.partition("## Columns")[2], re.MULTILINE))
    assert columns <= set(tables.KINDS)
    schema = json.loads((ROOT / "docs/schemas/findings.schema.json").read_text())
    kinds = {"string": str, "integer": int, "number": float}
    told = schema["$defs"]["Sentence"]["properties"]
    for column in columns & set(told):
        kind = told[column]["type"]
        kind = kind if isinstance(kind, str) else kind[0]
        assert tables.KINDS[column] is kinds[kind], column
    assert {"question", "q_value", "games"} <= columns & set(told)


def test_columns_of_questions_are_of_one_kind():
    specified = json.loads((ROOT / "docs" / "columns.json").read_text())
    assert len(specified) > 10
    for question, columns in specified.items():
        names = {name for name, _ in columns}
        # Of some the cells say it: of keys, and of `first`, which is another thing elsewhere.
        assert names - {"keys", "first", "last"} <= set(tables.KINDS), question


def test_tables_are_shown(played, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = repr(played.summary).splitlines()
    assert max(map(len, shown)) <= 80 and shown[0].startswith("rules     players  strategy")
    assert shown[5].startswith("further columns: elo, elo_low, elo_high,")
    shown = repr(played.turns).splitlines()
    assert shown[0].split() == ["rules", "players", "turns", "count", "rules_digest"]
    assert (len(shown), shown[-1]) == (22, f"further rows: {len(played.turns) - 20:,}")
    page = played.summary._repr_html_()
    assert page.count("<tr>") == 5 and "<td>counter</td>" in page
    assert "counter wins most" in played.text and played._repr_html_().startswith("<pre>")
    assert repr(played).startswith("<unobench.Result of run: findings, ")


def test_a_missing_value_and_a_sign_of_html():
    table = tables.from_rows([{"strategy": "cmd:<b>", "wins": 1}, {"strategy": "b", "wins": None}])
    assert table["wins"] == [1, None] and tables.from_rows([{"a": 1}, {"a": 0.5}])["a"] == [1, 0.5]
    assert "cmd:&lt;b&gt;" in table._repr_html_() and "<td></td>" in table._repr_html_()


@pytest.mark.parametrize("library", ["polars", "pandas", "pyarrow"])
def test_tables_for_libraries(played, library, tmp_path):
    module = pytest.importorskip(library)
    path = tmp_path / "table.csv"
    path.write_text('rules,key,mixed,on,elo,score_p50\na,5,1.5,true,,3\n"b,""c",7,x,,2.5,\n')
    table = tables.read_csv(path)
    made = getattr(table, {"pyarrow": "to_arrow"}.get(library, f"to_{library}"))()
    if library == "pandas":
        types = [str(dtype) for dtype in made.dtypes]
        assert types[1:] == ["int64", types[2], "boolean", "float64", "Int64"]
        rows = made.astype(object).where(made.notna(), None).to_dict("records")
    else:
        rows = made.to_dicts() if library == "polars" else made.to_pylist()
        assert played.summary.to_dicts() == (
            module.DataFrame(played.summary).to_dicts()
            if library == "polars"
            else module.table(played.summary).to_pylist()
        )
    assert rows == table.to_dicts()
    assert rows[0] == dict(
        zip(["rules", "key", "mixed", "on", "elo", "score_p50"], ["a", 5, "1.5", True, None, 3])
    )


def test_a_library_that_is_missing(played, monkeypatch):
    for name in ("polars", "pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"to_pandas\(\) needs pandas; `pip install pandas`"):
        played.summary.to_pandas()
    with pytest.raises(ImportError, match="needs PyArrow or Polars"):
        played.summary.__arrow_c_stream__()


def test_directories_are_kept_where_they_are_named(tmp_path):
    result = unobench.run("random", "counter", games=40, rules="official")
    directory, summary = result.directory, result.summary
    assert directory.is_dir()
    del result
    gc.collect()
    assert not directory.exists()
    assert summary["strategy"] == ["counter", "random"]
    kept = unobench.run("random", "counter", games=40, out=tmp_path / "kept", rules="official")
    assert kept.directory == tmp_path / "kept"
    assert kept.report() == tmp_path / "kept" / "report.html"
    assert b"<html" in kept.report().read_bytes()
    opened = unobench.Result(str(tmp_path / "kept"))
    assert opened.summary.to_dicts() == kept.summary.to_dicts() and opened.complete
    del kept, opened
    gc.collect()
    assert (tmp_path / "kept" / "summary.csv").exists()


def test_every_command_has_its_tables():
    small = {"games": 400, "threads": 1}
    survey = {"panel": "random", "pool_games": 0, **small}
    duel = unobench.duel("counter", "random", rules="official", **small)
    assert duel.document["question"] == "duel" and len(duel.ratings) == 2
    many = unobench.tournament("counter", "random", "linear", rules="official", **small)
    assert set(many.ratings["strategy"]) == {"counter", "random", "linear"}
    compared = unobench.compare("stacking", players=[2, 3], **survey)
    assert set(compared.effects["players"]) == {2, 3}
    assert {None, "official", "fair"} == set(compared.findings["against"])
    keys = {"setup.hand_size": [5, 7], "play.bluff": [True, False]}
    swept = unobench.sweep(set=keys, players=2, **survey)
    assert all(set(swept.sweep[key]) == set(tried) for key, tried in keys.items())
    assert {"factorial", "variance"} <= set(swept.tables) and len(swept.curve) == len(swept.sweep)
    skill = unobench.skill("counter", oracle="oracle:playouts=2", search_games=20, **small)
    assert skill.ladder["strategy"] == ["counter", "oracle:playouts=2", "random"]


def test_keywords_become_flags():
    given = {
        "rules": ["official", "stacking"],
        "games": 1e6,
        "until_ci": 0.005,
        "match": True,
        "report": False,
        "set": {"responses.draw_two": "stack", "play.bluff": False, "setup.hand_size": [5, 7]},
        "players": range(2, 4),
        "from_": ROOT / "net",
    }
    assert flags.options(given) == [
        "--rules=official",
        "--rules=stacking",
        "--games=1000000",
        "--until-ci=0.005",
        "--match",
        "--set=responses.draw_two=stack",
        "--set=play.bluff=false",
        "--set=setup.hand_size=5,7",
        "--players=2",
        "--players=3",
        f"--from={ROOT}/net",
    ]
    assert flags.words(["-x", 7]) == ["--", "-x", "7"]
    assert flags.words([]) == []
    assert players.Players().named(["x", {"a": "cmd:b"}]) == ["x", "a=cmd:b"]


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: unobench.run("rendom"), ValueError, 'unknown strategy "rendom"; did you mean'),
        (lambda: unobench.run("random", frob=3), ValueError, "unexpected argument 'frob' found"),
        (lambda: unobench.run("--frob"), ValueError, 'unknown strategy "--frob"'),
        (
            lambda: unobench.run("random", games="10x"),
            ValueError,
            "invalid value '10x' for 'games <N>'",
        ),
        (lambda: unobench.run("random", games=object()), TypeError, "games is of type object"),
        (lambda: unobench.run("random", out="/proc/no"), RuntimeError, "cannot create /proc/no"),
        (lambda: unobench.run(object()), TypeError, "an argument is of type object"),
        (lambda: unobench.compare("offical"), ValueError, "did you mean official"),
        (lambda: unobench.ask("R5; up R9; others x"), ValueError, '"X" is no number'),
        (lambda: unobench.settle("frobnicate"), ValueError, 'rules is like "frobnicate"'),
        (lambda: unobench.run("py:f", "random"), ValueError, "no function of Python was given"),
        (lambda: unobench.run({"random": print}), ValueError, "the name of a strategy"),
        (lambda: unobench.run(print, {"print": dir}), ValueError, "two players are called 'print'"),
        (lambda: unobench.replay("/nowhere.jsonl"), ValueError, "/nowhere.jsonl"),
        (lambda: unobench.run("random", playerz=2), ValueError, "'playerz'"),
        (lambda: unobench.run("random", playerz=2), ValueError, "'players'"),
        (lambda: unobench.run("random", move_time="soon"), ValueError, "'move_time <TIME>'"),
    ],
)
def test_what_is_refused(call, kind, says):
    with pytest.raises(kind) as refused:
        call()
    assert says in str(refused.value)
    assert "Usage" not in str(refused.value) and "--help" not in str(refused.value)


@pytest.mark.parametrize("question", ["stacking", "can you win with a wild", "7-0", "pass"])
def test_an_answer_is_shown_as_it_stands(program, question):
    """It is that of the terminal, and at once: it ships with the program."""
    answer = unobench.settle(question)
    assert answer == heard(program, "settle", question).stdout
    assert "As a house rule" in answer and "--anew" in answer
    assert repr(answer) == answer and isinstance(answer, str)


def test_ctrl_c_keeps_what_was_played(tmp_path):
    out = tmp_path / "out"
    line_up = {"rules": "official", "games": 4_000_000, "threads": 1, "out": out}
    path = out / "progress.jsonl"
    thread = interrupting(lambda: path.exists() and path.read_bytes().count(b"\n") > 3)
    with pytest.warns(UserWarning, match="interrupted: the result has what was played"):
        result = unobench.run("champion", "linear", **line_up)
    thread.join()
    assert not result.complete and "interrupted" in repr(result)
    assert 0 < result.summary["games"][0] < 4_000_000
    more = unobench.run("champion", "linear", resume=True, max_time="1s", **line_up)
    assert result.summary["games"][0] < more.summary["games"][0]


def test_ctrl_c_where_nothing_can_be_kept(capsys):
    thread = interrupting(lambda: unobench._native.progress()[0] > 0)
    with pytest.raises(KeyboardInterrupt):
        unobench.settle("stacking", anew=True)
    thread.join()
    # What comes next is not stopped.
    assert unobench.run("random", games=40, rules="official").complete
    assert capsys.readouterr() == ("", "")


def test_progress_is_a_bar(capsys):
    pytest.importorskip("tqdm")
    unobench.run("champion", "counter", games=20_000, rules="official", progress=True)
    assert re.search(r" [1-9]\d?%\|", capsys.readouterr().err)
    assert bars.bar(None).__enter__() is None, "nobody looks"


def test_a_network_that_has_learned_plays(tmp_path):
    file = tmp_path / "a net.bin"
    learned = unobench.train(out=file, games=300, check=0, threads=1, rules="stacking")
    assert learned.file == file and learned.strategy == f"net:file={file}"
    result = unobench.run(learned.strategy, "random", games=40, rules="stacking", threads=1)
    assert learned.strategy in result.summary["strategy"]


@pytest.mark.parametrize(
    "options", [["-r", "official"], ["-r", "partners", "-p", "4"], ["--match"]]
)
def test_a_record_has_outcomes(program, tmp_path, options):
    record = tmp_path / "games.jsonl"
    line_up = ["random", "counter", "-n", "40", *options]
    subprocess.run([program, "trace", *line_up, "-q", "-o", str(record)], check=True)
    rounds = unobench.replay(record)
    if "--match" in options:
        assert max(rounds["round"]) > 0
        assert sorted(set(rounds["game"])) == list(range(40))
        return
    seats = len(set(rounds["seat"]))
    run = unobench.run("random", "counter", games=40, rules=options[1], players=seats)
    won = [row["strategy"] for row in rounds if row["won"]]
    scores = dict.fromkeys(won, 0)
    for row in rounds:
        scores[row["strategy"]] += row["score"]
    for row in run.summary:
        assert won.count(row["strategy"]) == row["wins"]
        assert scores[row["strategy"]] == pytest.approx(row["score_mean"] * row["games"])
    assert rounds["turns"][0] > 0 and set(rounds["reason"]) == {"out"}


def test_a_record_that_breaks_the_rules(program, tmp_path):
    record = tmp_path / "games.jsonl"
    command = [program, "trace", "random", "counter", "-n", "4", "-q", "-o", str(record)]
    subprocess.run(command, check=True)
    record.write_text(record.read_text().replace('"event":"draw"', '"event":"keep"', 1))
    with pytest.raises(ValueError, match=r"line .*the rules demand"):
        unobench.replay(record)


def first_legal(obs, mask):
    return mask.argmax(axis=1)


class HighPoints:
    """The same by questions."""

    @staticmethod
    def choose(questions, rules):
        """What `high-points` does."""
        assert rules["settings"]["setup"]["hand_size"] == 7
        chosen = [HighPoints.one(**question) for question in questions]
        return {"action": chosen, "why": ["most points"] * len(chosen)}

    @staticmethod
    def one(decision, legal, view, **_):
        """An option by its number."""
        cards = [of.get("card", " -1") for of in legal]
        points = [
            50 if card[0] == "W" else int(card[1:]) if card[1:].isdigit() else 20 for card in cards
        ]
        points = [-1 if card == " -1" else of for card, of in zip(cards, points, strict=True)]
        return int(np.argmax(points)) if decision == "play" else 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("rules", "players", "opponent", "games", "match"),
    [
        ("official", 2, "linear", 1500, False),
        ("official", 3, "random", 900, False),
        ("partners", 4, "counter", 400, False),
        ("official", 2, "counter", 100, True),
        (["official", {"play.turn_limit": 100, "setup.hand_size": 16}], 4, "counter", 400, False),
    ],
)
def test_a_player_wins_what_the_program_says(rules, players, opponent, games, match, threads):
    rules, changes = rules if isinstance(rules, list) else (rules, {})
    line_up = {"rules": rules, "players": players, "games": games, "seed": 7, "match": match}
    line_up |= {"set": changes, "threads": threads}
    told = unobench.run("high-points", opponent, **line_up)
    found = unobench.run({"hp": high_points}, opponent, **line_up)
    for table in ("summary", "games", "turns"):
        text = getattr(told, table).to_dicts()
        named = json.loads(json.dumps(text).replace("high-points", "hp"))
        assert getattr(found, table).to_dicts() == named, table
    assert found.manifest["bots"] == {"hp": "py:hp"}


def test_players_play_in_every_command():
    both = {"mine": high_points, "old": first_legal}
    small = {"games": 240, "players": 2, "rules": "official", "seed": 3}
    rows = unobench.tournament(both, "counter", **small).ratings.to_dicts()
    told = unobench.tournament({"old": first_legal}, "high-points", "counter", **small).ratings
    elo = {row["strategy"].replace("high-points", "mine"): row["rating"] for row in told}
    assert {row["strategy"]: row["rating"] for row in rows} == pytest.approx(elo)
    won = unobench.duel({"mine": high_points}, first_legal, **small)
    assert {*won.ratings["strategy"]} == {"mine", "first_legal"}
    survey = {"games": 400, "pool_games": 0, "players": 3}
    panels = [["champion", "high-points"], ["champion", {"mine": high_points}]]
    one, other = (unobench.compare("penalty-200", panel=panel, **survey) for panel in panels)
    for row, same in zip(one.effects, other.effects, strict=True):
        assert {**same, "table": same["table"].replace("mine", "high-points")} == row
    pool = {"pool": first_legal, "panel": "random", "games": 90, "pool_games": 90}
    assert "first_legal" in unobench.compare("stacking", players=3, **pool).text
    answer = unobench.settle("stacking", panel=["champion", {"me": high_points}], **survey)
    assert answer.startswith(
        "You asked: is stacking allowed?\nBy the printed rules: No: draws do not add up"
    )
    assert re.search("official +3 +me ", answer)
    with pytest.raises(RuntimeError, match="a player that is asked cannot start a command"):
        unobench.run(lambda obs, mask: unobench.ask("R5; up R9"), "random", games=2)


def test_questions_are_those_of_bots():
    told = unobench.run(high_points, "random", players=2, rules="official", games=60)
    found = unobench.run(
        {"high_points": HighPoints()}, "random", players=2, rules="official", games=60
    )
    assert found.manifest["bots"] == {"high_points": "py:high_points"}
    assert 'why: "most points"' in (found.directory / "bots.log").read_text()
    assert set(found.strength["faults"]) == set(told.strength["faults"]) == {0}
    wins = [row["wins"] for row in found.summary if row["strategy"] == "high_points"]
    assert wins[0] > 30, "more than its share, as one who plays by points does"


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda obs, mask: mask.argmax(axis=1) + 86, "is not legal"),
        (lambda obs, mask: -1 - mask.argmax(axis=1), "is not legal"),
        (lambda obs, mask: (~mask).argmax(axis=1), "action 0 (R0) is not legal"),
        (lambda obs, mask: mask.fill(True) or mask.argmin(axis=1), "action 0 (R0) is not legal"),
    ],
)
def test_actions_that_are_not_legal_are_faults(answer, says):
    line_up = {"players": 2, "rules": "official", "games": 200, "threads": 1}
    found = unobench.run({"mine": answer}, "random", **line_up)
    assert says in found.text and "and random decided for it" in found.text
    assert says in (found.directory / "bots.log").read_text()
    (row,) = (row for row in found.strength if row["strategy"] == "mine")
    # Some decision may be right by chance where the answer has its form.
    assert row["faults"] > 1000
    again = unobench.run({"mine": answer}, "random", **line_up)
    assert found.strength.to_dicts() == again.strength.to_dicts()  # chance has a seed


@pytest.mark.parametrize("word", ["x", "stack ", "é"])
def test_a_question_of_any_length_is_answered_at_once(word):
    began = time.monotonic()
    with pytest.raises(ValueError, match="characters; a question has at most 500"):
        unobench.settle(word * 100_000 + "?")
    assert time.monotonic() - began < 5
    with pytest.raises(ValueError, match="no question about the rules is like"):
        unobench.settle("x" * 500)


class Chooses:
    """A player that is asked questions."""

    def __init__(self, choose):
        self.choose = choose


def ones(many, **more):
    return {"action": np.zeros(many, int), **more}


WRONG = [
    (lambda obs, mask: mask, TypeError, "actions are of dtype bool, not integers"),
    (lambda obs, mask: mask.argmax(axis=1) * 1.0, TypeError, "dtype float64, not integers"),
    (lambda obs, mask: mask.argmax(axis=1)[:, None], ValueError, ", 1); it is to return ("),
    (lambda obs, mask: mask.argmax(axis=1)[:-1], ValueError, "it is to return ("),
    (lambda obs, mask: 0, ValueError, "actions have shape (); it is to return ("),
    (lambda obs, mask: [[1], [2, 3]], TypeError, "inhomogeneous"),
    (lambda obs, mask: ["draw"] * len(mask), TypeError, "not integers"),
    (lambda obs, mask: None, TypeError, "it returned None, not an array of whole numbers"),
    (lambda obs, mask: {"why": 5}, TypeError, 'a dict that has no "action", but "why"'),
    (lambda obs, mask: ones(len(mask), why=5), TypeError, '"why" is of type int, not a list'),
    (lambda obs, mask: ones(len(mask), why="so"), TypeError, '"why" is of type str, not a list'),
    (lambda obs, mask: ones(len(mask), why=["so"]), ValueError, "it says why 1 times, for"),
    (lambda obs, mask: ones(len(mask), why=[{}] * len(mask)), TypeError, "allowed are sentences"),
    (Chooses(lambda questions, rules: None), TypeError, "it returned None"),
    (Chooses(lambda questions, rules: [0.5] * len(questions)), TypeError, "dtype float64"),
    (Chooses(lambda questions, rules: [0, 0, 0]), ValueError, "it is to return ("),
]


@pytest.mark.parametrize("command", [unobench.run, unobench.duel, unobench.tournament])
@pytest.mark.parametrize(("answer", "kind", "says"), WRONG)
def test_a_function_that_returns_no_answer_raises(command, answer, kind, says, tmp_path):
    out = tmp_path / "out"
    line_up = {"players": 2, "rules": "stacking", "games": 40, "threads": 1, "out": out}
    with pytest.raises(kind) as raised:
        command({"mine": answer}, "random", **line_up)
    told = str(raised.value)
    assert says in told and re.match(r'mine at seat [01] under stacking, decision "\w+"', told), (
        told
    )
    assert not (out / "summary.csv").exists() or "mine" not in (out / "summary.csv").read_text()


def test_what_is_raised_says_who_was_asked():
    def lost(obs, mask):
        raise LookupError("no weights")

    small = {"players": 3, "games": 30, "rules": "stacking"}
    for play in (
        lambda: unobench.duel({"mine": lost}, "random", **small),
        lambda: unobench.compare(
            "stacking", panel={"mine": lost}, players=3, games=30, pool_games=0
        ),
        lambda: unobench.skill({"mine": lost}, players=2, games=30, search_games=30),
        lambda: unobench.vec(players=2, learners=0, opponents=lost, envs=9).reset(),
    ):
        with pytest.raises(LookupError, match="no weights") as raised:
            play()
        (note,) = raised.value.__notes__
        assert re.search(r'by the player .* at seat \d under \w+, decision "\w+"', note), note


def test_nothing_is_said_of_whom_random_played_for():
    def lazy(obs, mask):
        actions = mask.argmax(axis=1)
        actions[:: max(1, len(actions) // 3)] = 85
        return actions

    small = {"players": 2, "rules": "official", "games": 400, "threads": 1}
    told = unobench.run({"lazy": lazy}, "random", **small)
    assert (
        "there is no verdict, for random made more than 1 % of the decisions of lazy ‡" in told.text
    )
    assert "wins most" not in told.text and "faults" in told.text
    lost = unobench.duel({"lazy": lazy}, "random", matches=0, **small)
    assert "no verdict" not in lost.text  # such games are lost by rule
    small["on_fault"] = "random"
    duel = unobench.duel({"lazy": lazy}, "random", matches=0, **small)
    assert "there is no verdict on lazy ‡ and random" in duel.text and "is better" not in duel.text
    (row,) = duel.duel
    assert (row["verdict"], row["p_value"]) == (None, None)
    (test,) = duel.manifest["tests"]
    assert (test["elo1"], test["accepted"]) == (5.0, None)
    ranked = unobench.tournament({"lazy": lazy}, "random", "counter", **small, matches=0)
    ranks = {row["strategy"]: (row["first"], row["last"]) for row in ranked.ranks}
    assert ranks["lazy"] == (1, 3) and "there is no verdict" in ranked.text
    plain = unobench.tournament("counter", "random", **small, matches=0)
    assert plain.ratings["faults"] == [None, None]  # where nobody is asked nobody can fail
    assert {row["strategy"]: row["faults"] > 0 for row in ranked.ratings} == {
        "lazy": True,
        "random": False,
        "counter": False,
    }
    met = {(row["strategy"], row["opponent"]): row["verdict"] for row in ranked.crosstable}
    assert met["counter", "lazy"] is None and met["counter", "random"] == "more"
    survey = {"players": 2, "games": 200, "pool_games": 0, "no_learn": True}
    found = unobench.compare("stacking", panel=["counter", {"lazy": lazy}], **survey)
    by_table = {
        table: {row["verdict"] for row in found.effects if row["table"] == table}
        for table in ("counter", "lazy")
    }
    assert "there is no verdict where lazy played" in found.text
    assert by_table["lazy"] == {None} and None not in by_table["counter"]
    skill = unobench.skill({"lazy": lazy}, "counter", players=2, games=400, search_games=400)
    assert {row["strategy"]: row["faults"] > 0 for row in skill.ladder}["lazy"]
    assert "there is no verdict where lazy played" in skill.text and "faults" in skill.text
    assert all("lazy" not in row["of"] + row["against"] for row in skill.best)


def test_a_command_that_a_player_waits_for_is_refused_in_a_sentence():
    def waits(obs, mask):
        def ask():
            try:
                unobench.ask("R5; up R9; others 3")
            except RuntimeError as error:
                refused.append(str(error))

        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        return mask.argmax(axis=1)

    refused = []
    line_up = {"players": 2, "rules": "official", "games": 2, "threads": 1}
    unobench.run({"mine": waits}, "random", move_time="1m", **line_up)
    assert refused and all(
        "cannot start a command, not even in another thread" in one for one in refused
    )


def test_who_waits_for_nobody_has_its_turn():
    """A command of another thread, which no player waits for, is played after the first."""

    def patient(obs, mask):
        time.sleep(0.02)
        return mask.argmax(axis=1)

    answers = []
    other = threading.Thread(target=lambda: answers.append(unobench.ask("R5; up R9; others 3")))
    timer = threading.Timer(0.3, other.start)
    timer.start()
    unobench.run({"mine": patient}, "random", players=2, rules="official", games=120, threads=1)
    timer.join()
    other.join()
    assert answers[0]["options"]


def test_one_fault_is_one_decision():
    def policy(obs, mask):
        actions = first_legal(obs, mask)
        if not asked:
            actions[3] = 99
        asked.append(len(mask))
        return actions

    asked = []
    found = unobench.run(policy, "random", players=2, rules="official", games=200)
    assert sum(found.strength["faults"]) == 1 and max(asked) > 1


def test_a_late_answer_is_a_fault_and_what_is_raised_is_raised(tmp_path):
    def slow(obs, mask):
        time.sleep(0.05)
        return first_legal(obs, mask)

    late = {"players": 2, "rules": "official", "games": 2, "move_time": "10ms"}
    found = unobench.run(slow, "random", **late)
    assert "no answer within the move time" in found.text

    def lost(obs, mask):
        asked.append(len(mask))
        if len(asked) > 200:
            raise LookupError("no weights")
        return first_legal(obs, mask)

    for threads in (1, 2):
        asked = []
        line_up = {"games": 20_000, "rules": "official", "players": 2, "threads": threads}
        line_up["out"] = tmp_path / str(threads)
        with pytest.raises(LookupError, match="no weights"):
            unobench.run(lost, "random", **line_up)
        # What was played before is kept, and nothing that was played without it.
        found = unobench.run({"lost": first_legal}, "random", resume=True, **line_up)
        assert found.complete and set(found.strength["faults"]) == {0}
    assert unobench.run(first_legal, "random", games=20).complete


def test_everything_is_described():
    methods = vars(unobench.VecEnv).items()
    described = {name: of for name, of in methods if callable(of) and name[0] != "_"}
    described |= {name: getattr(unobench, name) for name in unobench.__all__}
    assert [name for name, what in described.items() if not inspect.getdoc(what)] == []


def test_the_notebook_runs(program):
    notebooks = pytest.importorskip("nbclient", reason="nbclient is not installed")
    for name in ("ipykernel", "polars", "matplotlib"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    import nbformat

    path = ROOT / "docs" / "notebooks" / "first.ipynb"
    assert path.stat().st_size < 60_000
    notebook = nbformat.read(path, as_version=4)
    assert len(notebook.cells) <= 10
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    first.source, changed = re.subn(r"GAMES = [\d_]+", "GAMES = 2_000", first.source)
    assert changed == 1
    notebooks.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert any("image/png" in output.get("data", {}) for output in shown)
