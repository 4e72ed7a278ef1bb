"""The benchmark of `gather` runs, and finds no rate that would be out of all proportion."""

import importlib.util

from conftest import ROOT


def test_gather_takes_many_lines_a_second(program, tmp_path):
    path = ROOT / "python" / "benchmarks" / "rates.py"
    spec = importlib.util.spec_from_file_location("rates", path)
    rates = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rates)
    run = ["run", "random", "punisher", "-r", "official", "-r", "jump-in", "-n", "20000"]
    rate, length, count = rates.gather_rate(program, tmp_path, run)
    assert count > 200 and length > 500
    assert rate > 100  # measured: 2,000 on one core of a busy machine
