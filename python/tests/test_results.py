"""Results as tables, policies against the library, and what is refused."""

import csv
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

import pytest
import unobench
from conftest import ROOT, until
from unobench import flags, tables


def needs_native():
    """Leaves a test out where the package is not installed."""
    pytest.importorskip("numpy")
    pytest.importorskip("unobench._native", reason="the package is not installed")


@pytest.fixture(autouse=True)
def used(program, monkeypatch):
    monkeypatch.setenv("UNOBENCH", program)
    # What starts the tests may have it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def spoken(monkeypatch, tmp_path):
    """A program that does what a line of the shell says."""

    def make(line):
        path = tmp_path / "program"
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)
        monkeypatch.setenv("UNOBENCH", str(path))

    return make


@pytest.fixture(scope="module")
def played(program):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNOBENCH", program)
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
        with open(played.directory / f"{name}.csv", newline="") as file:
            rows = list(csv.DictReader(file))
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
    needs_native()
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    import numpy as np

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
    found = unobench.duel(policy, "random", games=200)
    assert (found.games, found.faults) == (200, 0)


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
    rust = (ROOT / "crates" / "findings" / "src" / "question.rs").read_text()
    wide = rust.partition("const QUESTIONS")[2].partition("\n];")[0].replace("\\\n", " ")
    specified = re.findall(r'"(\w+)",\s*"([^"]+)"', wide)
    assert len(specified) > 10
    for question, columns in specified:
        names = {column.partition("=")[0] for column in columns.split()}
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


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: unobench.run("rendom"), ValueError, 'unknown strategy "rendom"; did you mean'),
        (lambda: unobench.run("random", frob=3), ValueError, "unexpected argument '--frob' found"),
        (lambda: unobench.run("--frob"), ValueError, 'unknown strategy "--frob"'),
        (lambda: unobench.run("random", games="10x"), ValueError, "invalid value '10x' for '--gam"),
        (lambda: unobench.run("random", games=object()), TypeError, "games is of type object"),
        (lambda: unobench.run("random", out="/proc/no"), RuntimeError, "cannot create /proc/no"),
        (lambda: unobench.run(print), TypeError, "an argument is of type builtin_function"),
        (lambda: unobench.compare("offical"), ValueError, "did you mean official"),
        (lambda: unobench.ask("R5; up R9; others x"), ValueError, '"X" is no number'),
        (lambda: unobench.settle("frobnicate"), ValueError, 'rules is like "frobnicate"'),
        (lambda: unobench.duel("random", print), TypeError, "the policy comes first"),
        (lambda: unobench.replay("/nowhere.jsonl"), ValueError, "/nowhere.jsonl"),
    ],
)
def test_what_is_refused(call, kind, says):
    with pytest.raises(kind) as refused:
        call()
    assert says in str(refused.value)
    assert "Usage" not in str(refused.value) and "--help" not in str(refused.value)


def test_no_program(monkeypatch):
    monkeypatch.setenv("UNOBENCH", "/nowhere/unobench")
    with pytest.raises(FileNotFoundError, match="UNOBENCH names /nowhere/unobench"):
        unobench.run("random")


def test_an_answer_is_shown_as_it_stands(spoken):
    spoken('printf "%s\\n" "$@"')
    answer = unobench.settle("draw", "to", "match", players=4)
    words = ["settle", "--color=never", "--players=4", "--", "draw", "to", "match"]
    assert answer == "\n".join([*words, ""])
    assert repr(answer) == answer and isinstance(answer, str)


def test_ctrl_c_keeps_what_was_played(tmp_path):
    out = tmp_path / "out"
    line_up = {"rules": "official", "games": 40_000, "threads": 1, "out": out}
    path = out / "progress.jsonl"
    thread = interrupting(lambda: path.exists() and path.read_bytes().count(b"\n") > 3)
    with pytest.warns(UserWarning, match="interrupted: the result has what was played"):
        result = unobench.run("champion", "linear", **line_up)
    thread.join()
    assert not result.complete and "interrupted" in repr(result)
    assert 0 < result.summary["games"][0] < 40_000
    more = unobench.run("champion", "linear", resume=True, max_time="1s", **line_up)
    assert result.summary["games"][0] < more.summary["games"][0]


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_where_nothing_can_be_kept(spoken, tmp_path, presses):
    # Presses until the program ends: at the first, or, if that is not heard, at the second.
    caught = "trap 'echo >>said; exit 130' INT" if presses == 1 else "trap 'echo >>said' INT"
    spoken(f"cd {tmp_path}; {caught}; touch begun; while :; do sleep 0.05; done")
    said = tmp_path / "said"
    threads = [interrupting((tmp_path / "begun").exists)]
    if presses == 2:
        threads.append(interrupting(said.exists))
    with pytest.raises(KeyboardInterrupt):
        unobench.settle("stacking")
        time.sleep(10)
    for thread in threads:
        thread.join()
    assert said.read_text() == "\n"


def test_progress_is_a_bar(spoken, capsys):
    pytest.importorskip("tqdm")
    spoken('test -t 2 && echo "3,000 of about 4,000 games" >&2 && sleep 0.2 && echo done')
    assert unobench.settle("stacking", progress=True) == "done\n"
    assert " 75%|" in capsys.readouterr().err
    assert unobench.settle("stacking", progress=True, no_progress=True) == "done\n"


def test_no_bar_where_nobody_looks(spoken, capsys):
    spoken('test -t 2 || echo "3,000 of 4,000 games" >&2; echo done')
    assert unobench.settle("stacking") == "done\n"
    assert capsys.readouterr().err == ""


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
    scores = {name: 0 for name in won}
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
    with pytest.raises(ValueError, match="line .*the rules demand"):
        unobench.replay(record)


def high_points(obs, mask):
    from test_env import high_points

    return high_points(obs, mask)


@pytest.mark.parametrize(
    ("rules", "players", "opponent", "games", "match"),
    [
        ("official", 2, "linear", 1500, False),
        ("official", 3, "random", 900, False),
        ("partners", 4, "counter", 400, False),
        ("official", 2, "counter", 100, True),
        (["official", {"play.turn_limit": 100, "setup.hand_size": 16}], 4, "counter", 400, False),
        (["partners", {"play.turn_limit": 100, "setup.hand_size": 16}], 4, "counter", 400, False),
    ],
)
def test_a_policy_wins_what_the_program_says(rules, players, opponent, games, match):
    needs_native()
    rules, changes = rules if isinstance(rules, list) else (rules, {})
    line_up = {"rules": rules, "players": players, "games": games, "seed": 7, "match": match}
    line_up["set"] = changes
    found = unobench.duel(high_points, opponent, **line_up)
    line_up["threads"] = 1
    told = unobench.run("high-points", *[opponent] * (players - 1), **line_up)
    row = next(row for row in told.summary if row["strategy"] == "high-points")
    assert (found.games, found.wins, found.faults) == (row["games"], row["wins"], 0)
    assert (found.rate, found.blocks) == (row["win_rate"], games // players)
    ends = [row["win_rate_low"], row["win_rate_high"]]
    assert [found.low, found.high] == pytest.approx(ends, rel=1e-9)
    assert sum(found.seats) / players == pytest.approx(found.rate)
    assert found.complete and "won" in str(found)
    assert (found.stalled > 0) == ("undecided" in str(found)) == bool(changes), found


def first_legal(obs, mask):
    return mask.argmax(axis=1)


def duelled(policy, games=200, **options):
    needs_native()
    return unobench.duel(policy, "random", games=games, **options)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda obs, mask: mask, "the answer was bool of shape"),
        (lambda obs, mask: mask.argmax(axis=1) * 1.0, "the answer was float64"),
        (lambda obs, mask: mask.argmax(axis=1)[:, None], "whole numbers, shape (100,)"),
        (lambda obs, mask: [[1], [2, 3]], "the answer was object of shape ()"),
        (lambda obs, mask: None, "the answer was object of shape ()"),
        (lambda obs, mask: mask.argmax(axis=1) + 86, "is not a number from 0 to 85"),
        (lambda obs, mask: -1 - mask.argmax(axis=1), "is not a number from 0 to 85"),
        (lambda obs, mask: (~mask).argmax(axis=1), "action 0 (R0) was illegal"),
        (lambda obs, mask: mask.fill(True) or mask.argmin(axis=1), "action 0 (R0) was illegal"),
    ],
)
def test_answers_that_are_none_are_faults(answer, says):
    found = duelled(answer)
    assert says in found.first_fault and f"made at random: {found.first_fault}" in str(found)
    # Some decision may be right by chance where the answer has its form.
    assert found.decisions * 0.9 < found.faults <= found.decisions
    assert found == duelled(answer)  # chance has a seed


def test_one_fault_is_one_decision():
    def policy(obs, mask):
        actions = first_legal(obs, mask)
        if not asked:
            actions[3] = 99
        asked.append(len(mask))
        return actions

    asked = []
    found = duelled(policy)
    assert (found.faults, found.decisions) == (1, sum(asked))
    assert duelled(first_legal).faults == 0 and duelled(first_legal).first_fault is None


def test_what_a_policy_raises_is_raised():
    def policy(obs, mask):
        raise LookupError("no weights")

    with pytest.raises(LookupError, match="no weights"):
        duelled(policy)


def test_ctrl_c_keeps_whole_blocks_of_a_policy():
    def policy(obs, mask):
        if len(mask) == blocks:
            raise KeyboardInterrupt
        return first_legal(obs, mask)

    blocks = 512
    found = duelled(policy, games=4000)
    assert (found.blocks, found.complete) == (512, False)
    assert str(found).startswith("interrupted: won ")
    assert found.wins == duelled(first_legal, games=1024).wins
    blocks = 256
    with pytest.raises(KeyboardInterrupt):
        duelled(policy, games=4000)


@pytest.mark.parametrize(
    ("options", "kind", "says"),
    [
        ({"games": 0}, ValueError, "games=0: allowed are whole numbers from 1 on"),
        ({"games": 1.5}, ValueError, "games=1.5"),
        ({"games": "many"}, TypeError, "games is of type str"),
        ({"players": 1}, ValueError, "players=1"),
        ({"players": 11}, ValueError, "players=11"),
        ({"seed": -1}, ValueError, "seed=-1"),
        ({"rules": "offical"}, ValueError, "did you mean official"),
        ({"set": {"play.bluff": "maybe"}}, ValueError, "play.bluff"),
        ({"out": "there"}, TypeError, "a duel of a policy has no directory"),
        ({"match": 1}, TypeError, "match"),
        ({"frob": 1}, TypeError, "frob"),
    ],
)
def test_duels_that_cannot_be(options, kind, says):
    with pytest.raises(kind, match=re.escape(says)):
        duelled(first_legal, **options)


def test_an_opponent_is_one_strategy():
    needs_native()
    with pytest.raises(TypeError, match="opponent is of type list"):
        unobench.duel(first_legal, ["random", "linear"], players=3)


def test_settings_change_a_duel():
    changed = duelled(first_legal, set={"setup.hand_size": 3})
    assert changed.rules == "official+setup.hand_size=3"
    assert changed.decisions < duelled(first_legal).decisions


def test_a_single_block_and_extreme_rates():
    needs_native()
    from unobench import policies

    assert policies.interval(1, 2, 1, 1) is None
    assert policies.interval(10, 2, 20, 40)[1] == 1.0
    low, high = policies.interval(10, 2, 0, 0)
    assert low == 0 < high < 0.4
    assert duelled(first_legal, games=2).low is None


def test_everything_is_described():
    needs_native()
    methods = vars(unobench.VecEnv).items()
    described = {name: of for name, of in methods if callable(of) and name[0] != "_"}
    described |= {name: getattr(unobench, name) for name in unobench.__all__}
    assert [name for name, what in described.items() if not inspect.getdoc(what)] == []
    stub = (ROOT / "python/unobench/__init__.pyi").read_text()
    fields = stub.partition("class PolicyResult:")[2].partition("\n\n")[0]
    written = re.findall(r"^    (\w+):", fields, re.MULTILINE)
    assert written == list(unobench.PolicyResult.__dataclass_fields__)


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
