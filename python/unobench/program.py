"""Where the program `unobench` is, which version it has, and what it is asked to play."""

import json
import os
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass

# How long the program may take to say its version, in seconds; a network disk can be slow.
PATIENCE = 60


class Unusable(Exception):
    """The program is not there, is another version, or refused what it was asked."""

    def __init__(self, message, status=2):
        super().__init__(message)
        self.status = status


def find():
    """The path of the program: what `UNOBENCH` names, or else the one that was installed with this
    package, or else the first on the `PATH`."""
    named = os.environ.get("UNOBENCH")
    # A notebook often has a PATH without the scripts of its own environment.
    beside = None if named else shutil.which("unobench", path=sysconfig.get_path("scripts"))
    found = beside or shutil.which(named or "unobench")
    if found is None:
        raise Unusable(
            f"UNOBENCH names {named}, which is no program"
            if named
            else "no program `unobench` beside Python or on the PATH; set UNOBENCH to where it is"
        )
    return os.path.abspath(found)


def version(program):
    """The version that the program says it is, such as 0.2.0."""
    try:
        said = subprocess.run(
            [program, "--version"], check=False, capture_output=True, text=True, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unusable(f"{program} cannot be run: {error}") from None
    words = said.stdout.split()
    if said.returncode != 0 or len(words) < 2 or words[0] != "unobench":
        raise Unusable(f"{program} is not unobench")
    return words[1]


def check_version(program, wanted):
    """Refuses a program of another version: its games differ."""
    found = version(program)
    if found != wanted:
        raise Unusable(f"{program} is unobench {found}, the plan is of {wanted}")


@dataclass(frozen=True)
class Plan:
    """What is to be played, as `unobench plan` sealed it."""

    text: str

    @staticmethod
    def of(program, arguments):
        """Asks the program for the plan of a command such as `run -n 1e9 random linear`."""
        command = [program, "plan", *arguments]
        done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Unusable("", done.returncode)  # the program has said why
        return Plan(done.stdout)

    @property
    def header(self):
        """What the plan says, as an object; what follows it stands in a line of its own."""
        return json.loads(self.text.splitlines()[0])

    @property
    def version(self):
        """The version of the program that made the plan."""
        return self.header["version"]

    @property
    def open_ended(self):
        """Whether nobody knows how many games it takes."""
        return self.header.get("stop") is not None
