"""Where the workers come from: this machine, a scheduler that is there, SLURM or Kubernetes.

On the network only TLS is spoken, unless told otherwise: whoever reaches a Dask scheduler can run
what he likes on its workers.
"""

import asyncio
import importlib
import ipaddress
import logging
import os
import re
from pathlib import Path

import dask

from unobench.program import Unusable

# Modules and the extras that bring them.
SLURM = ("dask_jobqueue", "slurm")
KUBERNETES = ("dask_kubernetes.operator", "kubernetes")

# Dask starts a web server even without a dashboard, for all networks if no address is given.
NOWHERE = "127.0.0.1:0"
NO_DASHBOARD = ["--no-dashboard", "--dashboard-address", NOWHERE]
# What a SLURM job asks for, if nobody says otherwise.
OF_A_JOB = {"cores": 1, "processes": 1, "memory": "2GB", "walltime": "01:00:00"}

# Found to be needed: Dask gives a task up after three lost workers, a machine's worker after 15 s
# without one, and a connection that is slow under load after 30 s.
SETTINGS = {
    "distributed.scheduler.allowed-failures": 100,
    "distributed.deploy.lost-worker-timeout": "1h",
    "distributed.comm.timeouts.connect": "60s",
    "distributed.comm.timeouts.tcp": "60s",
    "distributed.worker.multiprocessing-method": "spawn",
}


def configure():
    """Sets what was found to be needed, and leaves it to us to speak of workers that are lost."""
    dask.config.set(SETTINGS)
    for name in ("distributed", "distributed.client", "distributed.nanny", "distributed.scheduler"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def is_loopback(address):
    """Whether nobody but this machine can reach an address such as tcp://127.0.0.1:8786."""
    host = re.sub(r"^\w+://", "", address).rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_address(address, insecure):
    """Refuses an address that is neither of this machine nor TLS."""
    if not (insecure or address.startswith("tls://") or is_loopback(address)):
        raise Unusable(
            f"{address} is on the network and not TLS, so that anybody there could run programs "
            "on the workers; use tls://, or --insecure if the network is yours alone"
        )


def settings_of(pairs):
    """What `--job KEY=VALUE` says, as keyword arguments; numbers are numbers."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Unusable(f"--job {pair}: expected KEY=VALUE")
        found[key.replace("-", "_")] = int(value) if value.isdigit() else value
    return found


def local(workers, dashboard, tls):
    """Workers with a thread each on this machine; Dask's nannies start them again."""
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        memory_limit=0,
        silence_logs=logging.CRITICAL,
        dashboard_address=dashboard,
        # Its server is there without a dashboard, too: not on a port that others may have.
        scheduler_kwargs={} if dashboard else {"dashboard_address": NOWHERE},
        security=True if tls else None,
        asynchronous=True,
    )


async def without_the_dead(cluster, say):
    """Waits until the workers of this machine are there. Those that die meanwhile are left out."""
    try:
        await cluster
    except (RuntimeError, OSError, asyncio.TimeoutError) as error:
        failed = {name for name, at in cluster.workers.items() if at.status.name != "running"}
        left = len(cluster.workers) - len(failed)
        if not left:
            raise Unusable(f"Dask could not start a worker: {error.__cause__ or error}") from None
        for name in failed:
            del cluster.workers[name], cluster.worker_spec[name]
        say(f"{len(failed)} of {left + len(failed)} workers died while Dask started; {left} left")
        await cluster


def slurm(jobs, pairs, dashboard, insecure):
    """Workers in so many SLURM jobs. A job may bring what dask-jobqueue's `SLURMCluster` takes, by
    `--job` or by ~/.config/dask/jobqueue.yaml; it asks for one core and two gigabytes otherwise."""
    cluster = needs(*SLURM).SLURMCluster(**slurm_settings(pairs, dashboard, insecure))
    cluster.scale(jobs=jobs)
    return cluster


def slurm_settings(pairs, dashboard, insecure):
    """What is asked of SLURM."""
    given = settings_of(pairs)
    asked = {
        name: given.pop(name, dask.config.get(f"jobqueue.slurm.{name}", None) or otherwise)
        for name, otherwise in OF_A_JOB.items()
    }
    shown = {"dashboard": dashboard is not None, "dashboard_address": dashboard or NOWHERE}
    named = os.environ.get("UNOBENCH")
    settings = {
        "job_name": "unobench",
        **asked,
        "worker_extra_args": [*lifetime(asked["walltime"]), *NO_DASHBOARD],
        "job_script_prologue": [f"export UNOBENCH={os.path.abspath(named)}"] if named else [],
        "scheduler_options": shown,
        "asynchronous": True,
        **given,
    }
    if not insecure:
        settings.setdefault("shared_temp_directory", str(Path.home()))
        settings["security"] = True
    return settings


def seconds_of(walltime):
    """The seconds of a time as SLURM writes it: M, M:S, H:M:S, D-H, D-H:M, D-H:M:S."""
    days, dash, clock = walltime.rpartition("-")
    parts = [int(part) for part in clock.split(":")]
    units = [3600, 60, 1] if dash or len(parts) == 3 else [60, 1]
    return int(days or 0) * 86400 + sum(map(int.__mul__, parts, units))


def lifetime(walltime):
    """Arguments by which a worker ends in good order before SLURM kills it: not all workers at
    once, and the last one with a tenth of the time to spare."""
    seconds = seconds_of(walltime)
    return ["--lifetime", f"{seconds * 8 // 10}s", "--lifetime-stagger", f"{seconds // 10}s"]


def kubernetes(workers, pairs, insecure):
    """Workers in so many pods of a `DaskCluster`, of which dask-kubernetes' operator takes care;
    `--job` brings what its `KubeCluster` takes, such as image=…"""
    if not insecure:
        raise Unusable(
            "--kubernetes: the pods of Dask's operator talk in the clear; say --insecure where "
            "the cluster's network is yours alone"
        )
    operator = needs(*KUBERNETES)
    return operator.KubeCluster(**kubernetes_settings(workers, pairs))


def kubernetes_settings(workers, pairs):
    """What is asked of Kubernetes."""
    return {
        "name": "unobench",
        "n_workers": workers,
        "worker_command": ["dask", "worker", "--nthreads", "1"],
        "asynchronous": True,
        "quiet": True,
        **settings_of(pairs),
    }


def needs(module, extra):
    """A module of an extra. Before our handlers of signals are set, for dask-jobqueue sets its own
    when it is imported."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Unusable(f"{error}; `pip install 'unobench[{extra}]'` installs it") from None
