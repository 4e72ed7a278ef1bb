"""Without workers it says so and waits."""

import threading

RUN = ["run", "random", "punisher", "-r", "official", "-n", "40000"]


def test_no_worker_is_said_and_waited_for(machines, program, tmp_path, monkeypatch, capfd):
    from unobench.distributed import command, conductor

    monkeypatch.setattr(conductor, "SILENCE_SECONDS", 2.0)
    monkeypatch.setenv("UNOBENCH", program)
    late = threading.Timer(6, machines.start_worker)
    late.start()
    out = str(tmp_path / "out")
    status = command.main([*RUN, "-o", out, "--scheduler", machines.address])
    late.join()
    said = capfd.readouterr().err
    assert status == 0, said
    assert "no worker for 2 s; waiting" in said
