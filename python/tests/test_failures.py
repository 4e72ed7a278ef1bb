"""Whatever is killed, wrong or missing, the bytes are the same and nobody is left behind."""

import re
import signal
import threading

import pytest
from conftest import LONG, children, kill, lines, processes, reference, same_bytes, until

RUN = ["run", "random", "punisher", "-r", "official", "-n", "40000"]
# A chunk takes at least so long in these tests, for the games themselves take no time.
SLOW = "slow:0.1"


@pytest.fixture
def alone(program, tmp_path):
    """What one machine writes."""
    return reference(program, tmp_path / "alone", *RUN)


@pytest.fixture
def begun(adapter, stand_in, tmp_path):
    """Two workers that have played some of it: the process, and the directory."""
    out = tmp_path / "many"
    process = adapter.start(*RUN, "-o", out, "--local", 2, using=stand_in(SLOW))
    until(lambda: lines(out) > 5)
    return process, out


def nobody_is_left(directory):
    until(lambda: not processes("chunk", directory), 5)


@pytest.mark.parametrize("times", [1, pytest.param(5, marks=LONG)])
def test_workers_are_killed(adapter, stand_in, program, tmp_path, times):
    run = [*RUN, "-r", "jump-in"]
    out = tmp_path / "many"
    process = adapter.start(*run, "-o", out, "--local", 2, using=stand_in(SLOW))
    for done in range(10, 10 + 10 * times, 10):
        until(lambda done=done: lines(out) >= done)
        kill(until(lambda: children(process), 20)[0])
        assert process.poll() is None, "it was over before the last kill"
    status, said = adapter.end(process)
    assert status == 0, said
    nobody_is_left(tmp_path)
    same_bytes(reference(program, tmp_path / "alone", *run), out)


@pytest.mark.parametrize("count", [1, pytest.param(3, marks=LONG)])
def test_a_worker_dies_while_dask_starts(adapter, alone, tmp_path, count):
    out = tmp_path / "many"
    process = adapter.start(*RUN, "-o", out, "--local", count)
    kill(until(lambda: children(process), 20)[0])
    status, said = adapter.end(process)
    assert "Traceback" not in said
    if count == 1:
        assert status != 0
        assert said.startswith("error: Dask could not start a worker: "), said
    else:
        assert status == 0, said
        assert "1 of 3 workers died while Dask started; 2 left\n" in said
        same_bytes(alone, out)


def test_the_scheduler_is_killed_and_started_again(adapter, machines, stand_in, alone, tmp_path):
    slow, out = stand_in(SLOW), tmp_path / "many"
    machines.start_worker(slow)
    process = adapter.start(*RUN, "-o", out, "--scheduler", machines.address)
    until(lambda: lines(out) > 5)
    machines.scheduler.kill()
    machines.scheduler.wait()
    nobody_is_left(machines.directory)
    machines.start_scheduler()
    machines.start_worker(slow)
    status, said = adapter.end(process)
    assert status == 0, said
    assert "no scheduler" in said
    same_bytes(alone, out)


def test_gather_is_killed_in_the_middle_of_a_line(adapter, begun, alone, tmp_path):
    process, out = begun
    for pid in processes("gather", out):
        kill(pid)
    status, said = adapter.end(process)
    assert status == 1
    assert "signal 9" in said and "goes on from there" in said
    progress = out / "progress.jsonl"
    whole = progress.read_bytes()
    assert whole.endswith(b"\n")
    progress.write_bytes(whole[:-40])  # as if the last line had been half written
    nobody_is_left(tmp_path)
    adapter.played(out, *RUN, "--local", 2)
    same_bytes(alone, out)


@pytest.mark.parametrize("where", ["here", pytest.param("on one machine", marks=LONG)])
def test_ctrl_c_leaves_a_directory_that_goes_on(adapter, begun, program, alone, tmp_path, where):
    process, out = begun
    process.send_signal(signal.SIGINT)
    status, said = adapter.end(process)
    assert status == 130, said
    nobody_is_left(tmp_path)
    had = lines(out)
    assert 5 < had < lines(alone)
    if where == "here":
        adapter.played(out, *RUN, "--local", 2)
    else:
        reference(program, out, *RUN, "--resume")
    same_bytes(alone, out)


@LONG
def test_nobody_is_left_when_the_adapter_is_killed(adapter, begun, alone, tmp_path):
    process, out = begun
    process.kill()
    process.wait()
    nobody_is_left(tmp_path)
    until(lambda: not processes("gather", tmp_path), 5)
    adapter.played(out, *RUN, "--local", 2)
    same_bytes(alone, out)


def test_a_worker_that_fails_is_left_out(adapter, machines, stand_in):
    machines.start_workers(stand_in("dead"), None)
    said = adapter.played_as_by_one(*RUN, more=["--scheduler", machines.address])
    assert said.count("left out for 10 min: the disk of this machine is gone") == 1


def test_a_chunk_that_a_worker_does_not_finish_is_handed_out_twice(adapter, machines, stand_in):
    machines.start_workers(stand_in("late:1000"), None)
    more = ["--scheduler", machines.address, "--verify", 0]
    said = adapter.played_as_by_one(*RUN, more=more)
    assert "left out" not in said


def test_wrong_tallies_correctly_sealed_are_found(adapter, machines, stand_in, tmp_path):
    machines.start_workers(None, stand_in("liar"))
    more = ["--scheduler", machines.address, "--verify", "100%"]
    status, said = adapter.run(*RUN, "-o", tmp_path / "many", *more)
    assert status == 1, said
    assert "machines disagree" in said
    assert "hand_points" in said


@LONG
def test_honest_workers_agree(adapter, machines, tmp_path):
    machines.start_workers(None, None)
    more = ["--scheduler", machines.address, "--verify", "100%"]
    said = adapter.played_as_by_one(*RUN, more=more)
    compared = int(re.search(r"chunks played, (\d+) of them by two workers", said)[1])
    assert compared >= lines(tmp_path / "many")


def test_one_worker_cannot_be_compared(adapter, tmp_path):
    said = adapter.played(tmp_path / "many", *RUN, "--local", 1, "--verify", 1)
    assert "there is no second worker" in said


@LONG
def test_an_old_program_on_one_worker_is_refused(adapter, machines, stand_in):
    machines.start_workers(stand_in("", version="0.1.0"), None)
    said = adapter.played_as_by_one(*RUN, more=["--scheduler", machines.address])
    assert said.count("left out") == 1
    assert "is unobench 0.1.0, the plan is of" in said


def test_no_worker_is_said_and_waited_for(machines, program, tmp_path, monkeypatch, capfd):
    from unobench.distributed import command, conductor
    from unobench.distributed.progress import Progress

    monkeypatch.setattr(conductor, "SILENCE_SECONDS", 2.0)
    monkeypatch.setenv("UNOBENCH", program)
    waits = threading.Event()
    say = Progress.say

    def heard(progress, text):
        say(progress, text)
        if "waiting" in text:
            waits.set()

    def start_late():
        # However slow the machine is: once it was said, or after a while anyhow.
        waits.wait(60)
        machines.start_worker()

    monkeypatch.setattr(Progress, "say", heard)
    late = threading.Thread(target=start_late)
    late.start()
    out = str(tmp_path / "out")
    status = command.main([*RUN, "-o", out, "--scheduler", machines.address])
    late.join()
    said = capfd.readouterr().err
    assert status == 0, said
    assert "no worker for 2 s; waiting" in said
