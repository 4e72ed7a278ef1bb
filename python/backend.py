"""How the package is built: by maturin, once the program is there to be a script of the wheel.

Program and extension come from one build of the crates that they share.
"""

import json
import shutil
import subprocess
from pathlib import Path

import maturin
from maturin import (  # noqa: F401
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

HERE = Path(__file__).resolve().parent


def add_program():
    """Builds the program and puts it where maturin looks for scripts."""
    # With the features that the extension is built with, so that nothing is compiled twice.
    packages = ["--package", "unobench", "--package", "unobench-python"]
    packages += ["--features", "unobench-python/parquet"]
    command = ["cargo", "build", "--release", "--bin", "unobench", "--message-format", "json"]
    built = subprocess.run(
        [*command, "--locked", *packages], cwd=HERE, check=True, stdout=subprocess.PIPE, text=True
    )
    messages = map(json.loads, built.stdout.splitlines())
    program = next(Path(said["executable"]) for said in messages if said.get("executable"))
    scripts = HERE / "unobench.data" / "scripts"
    scripts.mkdir(parents=True, exist_ok=True)
    shutil.copy2(program, scripts / program.name)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel with the program in it."""
    add_program()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Does the same for an installation that uses the sources where they lie."""
    add_program()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)
