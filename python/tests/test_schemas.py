"""What the program writes is what the JSON Schemas in docs/schemas say."""

import json
import subprocess

import pytest
from conftest import ROOT, empty_columns, heard

from _program import read_rows

jsonschema = pytest.importorskip("jsonschema")

# A directory for each question that writes other documents than the rest.
QUESTIONS = {
    "run": "run random counter -r official -r stacking -n 400 -o {}",
    "duel": "duel high-points random -n 400 -o {}",
    "tournament": "tournament random high-points counter -n 400 -o {}",
    "compare": "rules compare stacking --strategy random -n 2000 -o {}",
    "sweep": "sweep --set setup.hand_size=5,7 --strategy random -n 2000 -o {}",
    "skill": "skill random high-points counter --oracle oracle:playouts=2 -p 3 -n 600 -o {}",
}


def validator(name):
    schema = json.loads((ROOT / "docs/schemas" / f"{name}.schema.json").read_text())
    kind = jsonschema.Draft202012Validator
    kind.check_schema(schema)
    return kind(schema)


@pytest.mark.parametrize("question", QUESTIONS)
def test_documents_fit_their_schemas(program, tmp_path, question):
    command = QUESTIONS[question].format(tmp_path / "out").split()
    subprocess.run([program, *command, "-q"], check=True, stdout=subprocess.DEVNULL)
    for document in ["manifest", "findings"]:
        written = json.loads((tmp_path / "out" / f"{document}.json").read_text())
        validator(document).validate(written)
        # A key that the schema does not know is one that nobody described.
        assert set(written) <= set(validator(document).schema["properties"])
    for path in (tmp_path / "out").glob("*.csv"):
        assert not empty_columns(path.name, read_rows(path)), path.name


def test_each_schema_has_an_address():
    paths = sorted((ROOT / "docs/schemas").glob("*.json"))
    home = "https://github.com/unobench/unobench/raw/HEAD"
    for path in paths:
        assert json.loads(path.read_text())["$id"] == f"{home}/{path.relative_to(ROOT)}"
    assert len(paths) == 3


@pytest.mark.parametrize("rules", ["official", "stacking", "everything", "seven-zero", "cars"])
def test_records_fit_their_schema(program, rules):
    command = [program, "trace", "random", "counter", "punisher", "-r", rules, "-p", "4", "-n", "8"]
    lines = validator("record")
    for line in heard(*command, "-o", "-").stdout.splitlines():
        lines.validate(json.loads(line))


@pytest.mark.parametrize(
    "line",
    [
        {"event": "keep"},
        {"event": "keep", "seat": 10},
        {"event": "keep", "seat": 0, "card": "R5"},
        {"event": "play", "seat": 0, "card": "R+4567", "how": "turn"},
        {"event": "turn_up", "card": "R5", "place": 3},
        {"event": "dance", "seat": 0},
    ],
)
def test_what_is_no_line_does_not_fit(line):
    assert not validator("record").is_valid(line)
