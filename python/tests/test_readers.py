"""Every CSV file of results, and of fresh runs, is read by usual libraries as they come: nothing
fails, and columns have the types that docs/FILES.md says."""

import csv
import gzip
import importlib
import shutil
import subprocess

import pytest
from conftest import ROOT
from unobench import tables

RESULTS = sorted(ROOT.glob("results/**/*.csv")) + sorted(ROOT.glob("results/**/*.csv.gz"))
RUNS = [
    "run random high-points counter -p 4 -r official -r stacking -r partners -n 400",
    "duel random high-points -n 400",
    "tournament random high-points counter linear -p 3 -n 600",
    "rules compare stacking jump-in -p 2,4 -n 400 --pool-games 200 --panel counter",
    "sweep --set setup.hand_size=5,6,7,8 -p 2 -n 400 --pool-games 0 --panel counter",
    "sweep --switch stacking jump-in -p 3 -n 400 --pool-games 0 --panel counter",
    "skill counter --oracle cheat:playouts=2 -n 400 --search-games 50",
]
# What is asked of rule sets by what they are called.
KINDS = {"value": float, "without": str, "method": str, "case": str}
KINDS |= {"standard_error": float, "mean_chance": float, "trials": int, "decisions": int}
KINDS |= {"percent": int, "said": int, "won": int, "learned_from": int, "seed": int}
# What a name means in one file alone: a gap that is said, and no count.
OF_FILES = {"calibration-gaps.csv": {"said": float}}


def cells(path):
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", newline="") as file:
        names, *rows = csv.reader(file)
    return dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else {}


def expected(path):
    """The type of each column that is not empty."""
    kinds = tables.KINDS | KINDS | OF_FILES.get(path.name, {})
    return {
        name: kinds[name] if name in kinds else tables.kind_of(column, name)
        for name, column in cells(path).items()
        if any(column)
    }


def with_polars(path):
    polars = pytest.importorskip("polars")
    frame = polars.read_csv(path)
    kinds = {polars.String: str, polars.Int64: int, polars.Float64: float, polars.Boolean: bool}
    return {name: kinds[kind] for name, kind in frame.schema.items()}


def with_pandas(path):
    pandas = pytest.importorskip("pandas")
    kinds = {"i": int, "f": float, "b": bool}
    frame = pandas.read_csv(path)
    return {name: kinds.get(kind.kind, str) for name, kind in frame.dtypes.items()}


def with_pyarrow(path):
    arrow = pytest.importorskip("pyarrow")
    table = importlib.import_module("pyarrow.csv").read_csv(path)
    kinds = {arrow.string(): str, arrow.int64(): int, arrow.float64(): float, arrow.bool_(): bool}
    return {field.name: kinds.get(field.type) for field in table.schema}


def with_duckdb(path):
    duckdb = pytest.importorskip("duckdb")
    kinds = {"VARCHAR": str, "BIGINT": int, "DOUBLE": float, "BOOLEAN": bool}
    found = duckdb.read_csv(str(path))
    rows = found.fetchall()
    assert len(rows) == len(next(iter(cells(path).values()), ()))
    return {name: kinds[str(kind)] for name, kind in zip(found.columns, found.types, strict=True)}


def with_readr(path):
    if (
        not shutil.which("Rscript")
        or subprocess.run(
            ["Rscript", "-e", "library(readr)"], check=False, capture_output=True
        ).returncode
    ):
        pytest.skip("no readr here")
    script = """
        options(warn = 2)
        frame <- readr::read_csv(commandArgs(TRUE)[1], show_col_types = FALSE)
        cat(sprintf("%s %s\\n", names(frame), sapply(frame, typeof)), sep = "")
    """
    said = subprocess.check_output(["Rscript", "-e", script, str(path)], text=True)
    kinds = {"character": str, "double": float, "integer": int, "logical": bool}
    return {name: kinds[kind] for name, kind in map(str.split, said.splitlines())}


READERS = [with_polars, with_pandas, with_pyarrow, with_duckdb, with_readr]


def agrees(read, wanted, reader):
    """Whether a column was read as what it is. Whole numbers are real ones where some are missing
    (pandas), or always (readr)."""
    may = {wanted, float} if wanted is int and reader in (with_pandas, with_readr) else {wanted}
    return read in may


def check(path, reader):
    read = reader(path)
    for name, wanted in expected(path).items():
        assert agrees(read[name], wanted, reader), f"{path}: {name} is {read[name]}, not {wanted}"


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("path", RESULTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_results_are_read_with_defaults(path, reader):
    check(path, reader)


@pytest.fixture(scope="module", params=RUNS, ids=lambda line: line[:20])
def fresh(request, program, tmp_path_factory):
    """The CSV files of a run, and those of its tables."""
    directory = tmp_path_factory.mktemp("fresh")
    out = directory / "out"
    subprocess.run([program, *request.param.split(), "-q", "-o", out], check=True)
    for question in sorted(set(cells(out / "findings.csv")["question"])):
        show = [program, "show", out, question, "--format", "csv"]
        (directory / f"{question}.csv").write_bytes(subprocess.check_output(show))
    return sorted([*out.glob("**/*.csv"), *directory.glob("*.csv")])


@pytest.mark.parametrize("reader", READERS)
def test_fresh_runs_are_read_with_defaults(fresh, reader):
    assert len(fresh) >= 2
    for path in fresh:
        check(path, reader)


def test_what_it_is_of_is_never_a_bare_number(fresh):
    for column in ("of", "against"):
        for path in [*RESULTS, *fresh]:
            bare = [cell for cell in cells(path).get(column, ()) if cell.isdigit()]
            assert not bare, (path, column, bare[:3])
