"""Machines that are wrong are found."""

import re

from conftest import lines, reference, same_bytes

RUN = ["run", "random", "punisher", "-r", "official", "-n", "40000"]


def test_wrong_tallies_correctly_sealed_are_found(adapter, machines, stand_in, tmp_path):
    machines.start_workers(None, stand_in("liar"))
    status, said = adapter.run(
        *RUN, "-o", tmp_path / "many", "--scheduler", machines.address, "--verify", "100%"
    )
    assert status == 1, said
    assert "machines disagree" in said
    assert "hand_points" in said


def test_honest_workers_agree(adapter, program, machines, tmp_path):
    machines.start_workers(None, None)
    said = adapter.played(
        tmp_path / "many", *RUN, "--scheduler", machines.address, "--verify", "100%"
    )
    same_bytes(reference(program, tmp_path / "alone", *RUN), tmp_path / "many")
    compared = int(re.search(r"chunks played, (\d+) of them by two workers", said)[1])
    assert compared >= lines(tmp_path / "many")


def test_one_worker_cannot_be_compared(adapter, tmp_path):
    said = adapter.played(tmp_path / "many", *RUN, "--local", 1, "--verify", 1)
    assert "there is no second worker" in said


def test_an_old_program_on_one_worker_is_refused(adapter, program, machines, stand_in, tmp_path):
    machines.start_workers(stand_in("", version="0.1.0"), None)
    said = adapter.played(tmp_path / "many", *RUN, "--scheduler", machines.address)
    assert said.count("left out") == 1
    assert "is unobench 0.1.0, the plan is of" in said
    same_bytes(reference(program, tmp_path / "alone", *RUN), tmp_path / "many")
