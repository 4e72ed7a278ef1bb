"""Machines that are wrong are found."""

import re

from conftest import lines

RUN = ["run", "random", "punisher", "-r", "official", "-n", "40000"]


def test_wrong_tallies_correctly_sealed_are_found(adapter, machines, stand_in, tmp_path):
    machines.start_workers(None, stand_in("liar"))
    more = ["--scheduler", machines.address, "--verify", "100%"]
    status, said = adapter.run(*RUN, "-o", tmp_path / "many", *more)
    assert status == 1, said
    assert "machines disagree" in said
    assert "hand_points" in said


def test_honest_workers_agree(adapter, machines, tmp_path):
    machines.start_workers(None, None)
    more = ["--scheduler", machines.address, "--verify", "100%"]
    said = adapter.played_as_by_one(*RUN, more=more)
    compared = int(re.search(r"chunks played, (\d+) of them by two workers", said)[1])
    assert compared >= lines(tmp_path / "many")


def test_one_worker_cannot_be_compared(adapter, tmp_path):
    said = adapter.played(tmp_path / "many", *RUN, "--local", 1, "--verify", 1)
    assert "there is no second worker" in said


def test_an_old_program_on_one_worker_is_refused(adapter, machines, stand_in):
    machines.start_workers(stand_in("", version="0.1.0"), None)
    said = adapter.played_as_by_one(*RUN, more=["--scheduler", machines.address])
    assert said.count("left out") == 1
    assert "is unobench 0.1.0, the plan is of" in said
