"""The commands of docs/SCALE.md, with fewer games."""

import json
import os
import re
import shlex
import shutil
import subprocess

import pytest
from conftest import ROOT, reference, same_bytes
from unobench.distributed.command import arguments

PAGE = (ROOT / "docs" / "SCALE.md").read_text()
RUN = ["run", "-r", "official", "-p", "4", "-n", "40000", "random", "linear"]


def block(language, word):
    """The one block of a language that has a word in it, with fewer games and tasks."""
    found = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (text,) = [text for text in found if word in text]
    return re.sub(r"\b1e(9|10)\b", "40000", text).replace("/100", "/4")


def shell(text, directory, program, name="bash"):
    """Runs lines of a shell with the program on the path; those of `busybox` with nothing else but
    the tools of BusyBox, as in the image."""
    tools = directory / "bin"
    if not tools.exists():
        tools.mkdir()
        if name == "busybox":
            subprocess.run(["busybox", "--install", "-s", tools], check=True)
        (tools / "unobench").symlink_to(program)
    others = [] if name == "busybox" else [os.environ["PATH"]]
    env = {**os.environ, "PATH": ":".join([str(tools), *others])}
    script = [shutil.which("sh" if name == "busybox" else name, path=env["PATH"])]
    script += ["-euo", "pipefail", "-c", text]
    subprocess.run(script, check=True, cwd=directory, env=env, stdout=subprocess.DEVNULL)


@pytest.fixture(params=["bash", "busybox"])
def name(request):
    """A shell. The release checks want all; elsewhere some may be missing."""
    if not shutil.which(request.param) and not os.environ.get("UNOBENCH_ALL_SHELLS"):
        pytest.skip(f"no {request.param} here")
    return request.param


@pytest.fixture
def alone(program, tmp_path):
    return reference(program, tmp_path / "alone", *RUN)


def test_gnu_parallel(program, alone, tmp_path):
    for name in ("parallel", "jq"):
        if not shutil.which(name):
            pytest.skip(f"no {name} here")
    text = block("sh", "parallel --pipe")
    shell(text, tmp_path, program)
    same_bytes(alone, tmp_path / "results" / "big")
    for _ in range(2):  # begun again, it plays the matches that follow, and then nothing
        shell(text.partition("\n")[2], tmp_path, program)
    assert not (tmp_path / "jobs.jsonl").read_bytes()
    same_bytes(alone, tmp_path / "results" / "big")


def tasks(text, each, directory, program, name):
    """Plays an array of tasks, each of which runs these lines with these variables."""
    (directory / "task.sh").write_text(text)
    every = f"for task in 1 2 3 4; do {each} sh task.sh; done"
    text = block("sh", "sbatch --wait").replace("sbatch --wait array.sh", every)
    shell(text, directory, program, name)
    shell(text.partition("\n")[2], directory, program, name)  # the matches that follow


def test_a_slurm_array(program, alone, tmp_path, name):
    each = "SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=4 SLURM_CPUS_PER_TASK=1"
    tasks(block("sh", "#SBATCH --array"), each, tmp_path, program, name)
    same_bytes(alone, tmp_path / "results" / "big")


def test_a_kubernetes_indexed_job(program, alone, tmp_path, name):
    yaml = pytest.importorskip("yaml", reason="no YAML here")
    job = yaml.safe_load(block("yaml", "kind: Job").replace("/shared", str(tmp_path)))
    (container,) = job["spec"]["template"]["spec"]["containers"]
    assert container["command"] == ["sh", "-c"]
    tasks(*container["args"], "JOB_COMPLETION_INDEX=$((task - 1))", tmp_path, program, name)
    same_bytes(alone, tmp_path / "results" / "big")


def test_kubernetes_knows_every_field_of_the_job():
    yaml = pytest.importorskip("yaml", reason="no YAML here")
    client = pytest.importorskip("kubernetes.client", reason="no kubernetes here")
    job = yaml.safe_load(block("yaml", "kind: Job"))

    class Answer:
        data = json.dumps(job)

    api = client.ApiClient()
    try:
        read = api.deserialize(Answer, "V1Job")
    except (TypeError, AttributeError):  # of later versions
        read = api.deserialize(Answer.data, "V1Job", "application/json")
    assert api.sanitize_for_serialization(read) == job


def commands():
    """Every command of the page that plays on many machines."""
    text = PAGE.replace("\\\n", " ")
    return re.findall(r"^python -m unobench\.distributed (.+)$", text, re.MULTILINE)


@pytest.mark.parametrize("command", commands())
def test_what_is_typed_is_understood(program, command):
    flags, played = arguments(shlex.split(command))
    assert flags.out.startswith("results/")
    plan = [program, "plan", *played]
    assert subprocess.run(plan, check=False, stdout=subprocess.DEVNULL).returncode == 0
