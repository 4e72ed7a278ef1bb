"""What needs no other program: versions, flags, what is shown."""

import io
import re

import pytest
import unobench
from conftest import ROOT
from unobench import program
from unobench.distributed.command import arguments, share
from unobench.distributed.progress import Progress, spoken


def test_the_package_has_the_programs_version():
    cargo = (ROOT / "Cargo.toml").read_text()
    project = (ROOT / "python" / "pyproject.toml").read_text()
    citation = (ROOT / "CITATION.cff").read_text()
    versions = [
        re.search(r'^version(?: = "|: )([0-9.]+)', text, re.MULTILINE)[1]
        for text in (cargo, project, citation)
    ]
    assert versions == [unobench.__version__] * 3


def test_our_flags_are_told_from_those_of_the_plan():
    words = "run -r official -p 4 -n 1e9 random linear -s 7 -o DIR --local 2 --until-ci 0.01"
    flags, played = arguments(words.split())
    assert (flags.out, flags.local, flags.verify) == ("DIR", 2, 0.01)
    assert played == "run -r official -p 4 -n 1e9 random linear -s 7 --until-ci 0.01".split()


@pytest.mark.parametrize(
    "words", ["run", "-o DIR", "run -o DIR --local 0", "run -o DIR --verify 2", "run -o D --local"]
)
def test_wrong_flags_end_with_2(words, capsys):
    with pytest.raises(SystemExit) as ended:
        arguments(words.split())
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_shares_are_numbers_or_percent():
    assert [share(text) for text in ("0", "0.5", "1%", "100 %")] == [0, 0.5, 0.01, 1]


def test_a_program_that_is_not_there(monkeypatch, tmp_path):
    monkeypatch.setenv("UNOBENCH", str(tmp_path / "nothing"))
    with pytest.raises(program.Unusable, match=r"UNOBENCH names .*nothing"):
        program.find()
    monkeypatch.delenv("UNOBENCH")
    scripts = tmp_path / "scripts"
    monkeypatch.setattr(program.sysconfig, "get_path", lambda name: str(tmp_path / name))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(program.Unusable, match="set UNOBENCH"):
        program.find()
    for directory in (tmp_path, scripts):  # the one of the package is taken before any other
        directory.mkdir(exist_ok=True)
        (directory / "unobench").touch(mode=0o755)
        assert program.find() == str(directory / "unobench")


def test_a_program_that_is_another():
    with pytest.raises(program.Unusable, match="is not unobench"):
        program.version("/bin/true")
    with pytest.raises(program.Unusable, match="cannot be run"):
        program.version("/nowhere/unobench")


def test_the_programs_version_is_the_packages(request):

    program.check_version(request.getfixturevalue("program"), unobench.__version__)


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_plain_line_now_and_then():
    stream, clock = io.StringIO(), Clock()
    progress = Progress(stream=stream, clock=clock)
    progress.note(1000, 10_000, 2, 4)
    clock.now += 4
    progress.note(2000, 10_000, 2, 4)
    assert stream.getvalue() == ""
    clock.now += 1
    progress.note(6000, 10_000, 1, 1)
    assert stream.getvalue() == (
        "6,000 of 10,000 games (60 %), 1,000 games/s, 4.0 s left, 1 worker, 1 chunk\n"
    )


def test_nobody_knows_how_long_a_test_takes():
    stream, clock = io.StringIO(), Clock()
    progress = Progress(stream=stream, clock=clock, open_ended=True)
    progress.note(0, 10_000, 2, 4)
    clock.now += 5
    progress.note(6000, 10_000, 2, 4)
    assert stream.getvalue() == "6,000 games, 1,200 games/s, 2 workers, 4 chunks\n"


def test_a_bar_is_taken_away_for_what_is_said():
    stream = Terminal()
    progress = Progress(stream=stream, clock=Clock())
    progress.note(50, 100, 2, 4)
    assert stream.getvalue().startswith("\r")
    progress.say("something")
    assert stream.getvalue().endswith("\r\x1b[Ksomething\n")


def test_quiet_shows_nothing_but_what_is_said():
    stream, clock = io.StringIO(), Clock()
    progress = Progress(quiet=True, stream=stream, clock=clock)
    clock.now += 60
    progress.note(50, 100, 2, 4)
    assert stream.getvalue() == ""
    progress.say("something")
    assert stream.getvalue() == "something\n"


def test_times_as_people_say_them():
    said = {0.5: "0.50 s", 4: "4.0 s", 30: "30 s", 90: "1 min 30 s", 7300: "2 h 1 min"}
    assert {time: spoken(time) for time in said} == said
