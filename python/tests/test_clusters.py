"""What is asked of SLURM and Kubernetes, and what is allowed on a network."""

import shutil
import subprocess
from pathlib import Path

import pytest

clusters = pytest.importorskip("unobench.distributed.clusters", reason="dask is not installed")


def test_times_are_read_as_slurm_writes_them():
    seconds = {"30": 1800, "30:30": 1830, "01:00:00": 3600, "1-0": 86400, "1-12:30": 131400}
    seconds["2-00:00:05"] = 172805
    assert {walltime: clusters.seconds_of(walltime) for walltime in seconds} == seconds


def test_workers_end_before_their_job():
    assert clusters.lifetime("01:00:00") == ["--lifetime", "2880s", "--lifetime-stagger", "360s"]


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:8786", "tcp://[::1]:8786", "tcp://localhost:8786"]
)
def test_this_machine_needs_no_tls(address):
    clusters.check_address(address, insecure=False)


def test_the_network_needs_tls_or_a_word():
    clusters.check_address("tls://10.0.0.1:8786", insecure=False)
    clusters.check_address("tcp://10.0.0.1:8786", insecure=True)
    for address in ("tcp://10.0.0.1:8786", "tcp://head:8786", "10.0.0.1:8786"):
        with pytest.raises(clusters.Unusable, match="--insecure"):
            clusters.check_address(address, insecure=False)


def test_kubernetes_needs_a_word_too():
    with pytest.raises(clusters.Unusable, match="--insecure"):
        clusters.kubernetes(2, [], insecure=False)


def test_settings_of_a_job():
    found = clusters.settings_of(["cores=16", "job-name=uno", "walltime=01:00:00"])
    assert found == {"cores": 16, "job_name": "uno", "walltime": "01:00:00"}
    with pytest.raises(clusters.Unusable, match="KEY=VALUE"):
        clusters.settings_of(["cores"])


def test_the_script_of_a_slurm_job(monkeypatch):
    slurm = pytest.importorskip("dask_jobqueue.slurm", reason="dask-jobqueue is not installed")
    monkeypatch.setenv("UNOBENCH", "/opt/unobench")
    wanted = ["cores=16", "memory=8GB", "walltime=02:00:00", "queue=short", "account=cards"]
    asked = clusters.slurm_settings(wanted, None, insecure=False)
    assert asked.pop("security") is True
    for name in ("asynchronous", "scheduler_options", "shared_temp_directory"):
        asked.pop(name)
    job = slurm.SLURMJob("tls://10.0.0.1:1", name="one", python="python3", **asked)
    golden = Path(__file__).with_name("slurm-job.sh")
    assert job.job_script() == golden.read_text()


def test_slurm_plays(adapter, tmp_path):
    """With a SLURM that is there, such as one node on this machine."""
    pytest.importorskip("dask_jobqueue", reason="dask-jobqueue is not installed")
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    if (
        not shutil.which("sinfo")
        or subprocess.run(["timeout", "5", "sinfo"], check=False, capture_output=True).returncode
    ):
        pytest.skip("no SLURM here")
    run = ["run", "random", "punisher", "-n", "20000"]
    asked = ("walltime=00:05:00", "interface=lo", f"log_directory={tmp_path}")
    job = [word for key in asked for word in ("--job", key)]
    adapter.played_as_by_one(*run, more=["--slurm", 1, *job])


def test_what_is_asked_of_kubernetes():
    module = "dask_kubernetes.operator.kubecluster.kubecluster"
    kubecluster = pytest.importorskip(module, reason="dask-kubernetes is not installed")
    import inspect

    asked = clusters.kubernetes_settings(5, ["image=unobench:0.2.0"])
    known = inspect.signature(kubecluster.KubeCluster.__init__).parameters
    assert set(asked) <= set(known)
    of_spec = ("name", "image", "n_workers", "worker_command")
    spec = kubecluster.make_cluster_spec(**{name: asked[name] for name in of_spec})
    worker = spec["spec"]["worker"]
    assert worker["replicas"] == 5
    container = worker["spec"]["containers"][0]
    assert container["image"] == "unobench:0.2.0"
    assert container["args"][:4] == ["dask", "worker", "--nthreads", "1"]
