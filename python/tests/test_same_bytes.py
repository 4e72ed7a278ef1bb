"""Many machines write what one writes."""

import pytest
from conftest import LONG, but_long, lines, processes, reference, same_bytes

RUN = ["run", "random", "punisher", "-r", "official", "-r", "jump-in", "-n", "40000"]
DUEL = ["duel", "counter", "random", "-n", "200000"]
COMPARE = ["rules", "compare", "jump-in", "-n", "2000", "--pool-games", "400"]
SEARCH = ["--oracle", "cheat:playouts=2", "--search-games", "20"]
OTHERS = [
    ["run", "linear", "random", "-r", "official", "-n", "1e6", "--until-ci", "0.01"],
    ["tournament", "random", "punisher", "counter", "-p", "2", "-n", "10000"],
    ["sweep", "--set", "setup.hand_size=5,7", "-n", "1000", "--pool-games", "400"],
    ["skill", "high-points", "most-colour", "-n", "2000", *SEARCH],
]


@pytest.mark.parametrize(
    "words",
    but_long([RUN, DUEL, COMPARE, *OTHERS], [DUEL, *OTHERS]),
    ids=lambda words: " ".join(words[:2]),
)
def test_two_workers_write_what_one_machine_writes(adapter, tmp_path, words):
    adapter.played_as_by_one(*words, more=["--local", 2])
    assert not processes("chunk", tmp_path)


@LONG
def test_workers_may_have_several_threads(adapter, machines):
    machines.start_worker(threads=3)
    adapter.played_as_by_one(*RUN, more=["--scheduler", machines.address])


def test_workers_may_speak_tls(adapter):
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    adapter.played_as_by_one(*RUN, more=["--local", 2, "--tls"])


def test_a_finished_directory_is_left_as_it_is(adapter, program, tmp_path):
    alone = reference(program, tmp_path / "out", *RUN)
    said = adapter.played(alone, *RUN, "--local", 1)
    assert "0 chunks played" in said
    same_bytes(alone, reference(program, tmp_path / "again", *RUN))


def test_a_duel_that_stops_wastes_at_most_the_window(adapter, stand_in, tmp_path):
    given, window = tmp_path / "given", 8
    duel = ["duel", "counter", "random", "-n", "1e6", "--matches", "0"]
    more = ["--local", 2, "--window", window, "--verify", 0]
    adapter.played_as_by_one(*duel, more=more, using=stand_in(f"log:{given}"))
    jobs = set(given.read_bytes().splitlines())
    assert len(jobs) <= lines(tmp_path / "many") + window


def test_wrong_arguments_end_with_the_programs_status(adapter, tmp_path):
    status, said = adapter.run("run", "nobody", "-o", tmp_path / "out")
    assert status == 2
    assert "nobody" in said
    assert not (tmp_path / "out").exists()
