"""The committed results are what their page and their data package say."""

import csv
import gzip
import subprocess

import pytest
from conftest import ROOT, empty_columns

RESULTS = ROOT / "results"
listed = subprocess.check_output(["git", "ls-files"], cwd=RESULTS, text=True).split()


def test_the_data_package_is_valid():
    frictionless = pytest.importorskip("frictionless")
    report = frictionless.validate(RESULTS / "datapackage.json", limit_rows=300)
    assert report.valid, report.flatten(["name", "rowNumber", "fieldName", "message"])
    assert report.stats["tasks"] == sum(".csv" in name for name in listed)


def test_the_page_names_every_file():
    page = (RESULTS / "README.md").read_text()
    of_runs = (ROOT / "docs/FILES.md").read_text()
    for name in listed:
        top, _, file = name.rpartition("/")
        plain = file.removesuffix(".gz").removesuffix(".xz")
        said = f"`{name}`" in page or f"`{plain}`" in of_runs
        assert name == "README.md" or said, name
        assert not top or f"`{top.partition('/')[0].rstrip('-0123456789')}" in page, name


def test_no_run_lies_elsewhere():
    runs = subprocess.check_output(["git", "ls-files", "*progress.jsonl*"], cwd=ROOT, text=True)
    assert all(name.startswith(("results/", "tests/")) for name in runs.split()), runs


def test_no_column_is_empty():
    for name in filter(lambda name: ".csv" in name, listed):
        with (gzip.open if name.endswith(".gz") else open)(RESULTS / name, "rt") as file:
            assert not empty_columns(name, csv.DictReader(file))
