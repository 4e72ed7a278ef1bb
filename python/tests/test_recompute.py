"""`scripts/recompute` sees every cell: each kind of cell of each file is changed once."""

import copy
import csv
import importlib.machinery
import importlib.util
import io
import itertools
import json
import subprocess

import pytest
from conftest import PATIENCE, ROOT, but_long

pytest.importorskip("numpy")

RUNS = {
    "run": "run random counter -r official -r stacking -n 400 --matches 0",
    "duel": "duel random counter -p 4 -n 400 --matches 0",
    "tournament": "tournament random counter high-points -n 400 --matches 0",
    "compare": "rules compare stacking lazy -n 400 --pool-games 200 --panel counter mixed",
    "sweep": "sweep --set setup.hand_size=5,7,9 -n 400 --pool-games 200 --panel counter",
    "switch": "sweep --switch stacking jump-in -p 3 -n 400 --pool-games 0 --panel counter",
    "skill": "skill high-points counter -n 400",
}
# What findings.json says in words, and whether all games were played.
UNREAD = {"sentence", "complete"}


def script(name):
    """A script of this project, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def recompute():
    return script("recompute")


def changed(cell):
    """Another cell of the same type."""
    if isinstance(cell, bool):
        return not cell
    if isinstance(cell, int | float):
        return cell + 1
    if cell is None:
        return 0.5
    try:
        return repr(float(cell) + 1)
    except ValueError:
        return cell + "x" if cell else "0.5"


# Every metric of these is read and compared alike.
OF_RULES = ("effects", "curve", "factorial", "line", "variance")


def kind(row):
    """What kind of row it is: one of each is changed."""
    question = row.get("question")
    keys = ("measure", "kind") if question in OF_RULES else ("metric", "measure", "kind")
    return (question, *(row.get(key) for key in keys), bool(row.get("against")))


def mutated_csv(text):
    """A table with one cell changed, for each kind of row and each column; and which it was."""
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    of_kinds = {}
    for place, row in enumerate(rows):
        of_kinds.setdefault(kind(row), place)
    for place, column in itertools.product(of_kinds.values(), rows[0]):
        other = [dict(row) for row in rows]
        other[place][column] = changed(other[place][column])
        out = io.StringIO(newline="")
        writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(other)
        yield out.getvalue(), (kind(rows[place]), column)


def leaves(value, path=()):
    """The places of the cells of a document, one for each kind of row."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list):
        kinds = {}
        for place, part in enumerate(value):
            kinds.setdefault(kind(part) if isinstance(part, dict) else None, place)
        for place in kinds.values():
            yield from leaves(value[place], (*path, place))
    else:
        yield path


def mutated_json(text):
    document = json.loads(text)
    for path in leaves(document):
        if path[-1] in UNREAD:
            continue
        other = copy.deepcopy(document)
        part = other
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = changed(part[path[-1]])
        yield json.dumps(other), path


@pytest.mark.parametrize("name", but_long(RUNS, ["sweep", "switch", "skill"]))
def test_every_kind_of_cell_is_recomputed(program, recompute, tmp_path, name):
    out = tmp_path / "out"
    command = [program, *RUNS[name].split(), "-q", "--no-progress", "-o", out]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
    assert recompute.check(out) == 0
    unnoticed = []
    for file, expected in recompute.recomputed(out).items():
        text = (out / file).read_text()
        other = tmp_path / file
        for mutated, what in (mutated_json if file.endswith("json") else mutated_csv)(text):
            other.write_text(mutated)
            if recompute.difference(other, expected) is None:
                unnoticed.append((file, what))
        # A row that is missing is noticed, too, and one that is there twice.
        if file.endswith("csv"):
            head, *rows = text.splitlines(keepends=True)
            for lines in ([head, *rows[:-1]], [head, rows[0], *rows]):
                other.write_text("".join(lines))
                assert recompute.difference(other, expected) is not None, file
    assert unnoticed == []
