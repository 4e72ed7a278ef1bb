"""The command line: `python -m unobench.distributed run … -o DIR --local 8`.

What is played is said as to the program itself; everything that is not a flag of this command goes
to `unobench plan` as it stands.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from pathlib import Path

from unobench import program
from unobench.program import Plan, Unusable

from .gather import Ended, Gather
from .progress import Progress

# Chunks beyond what is on disk that are handed out: enough that a thousand workers are busy while
# one of them is slow (docs/SCALE.md), and some 60 MB of lines at most that wait in memory.
WINDOW = 16384
# How long a scheduler that is gone is looked for before it is tried again, in seconds.
RETRY_SECONDS = 5
INTERRUPTED = 130


def share(text):
    """A share such as 0.01 or 1%."""
    number = float(text.rstrip(" %")) / (100 if text.endswith("%") else 1)
    if not 0 <= number <= 1:
        raise ValueError(text)
    return number


def arguments(words):
    """Our flags, and what is left for `unobench plan`."""
    parser = argparse.ArgumentParser(
        prog="python -m unobench.distributed",
        usage="%(prog)s run|duel|tournament|rules compare|sweep|skill … -o DIR [where]",
        description="Plays on many machines what unobench plays on one, to the same bytes.",
        epilog="Everything else says what is played, and goes to `unobench plan` as it is.",
        allow_abbrev=False,
    )
    where = parser.add_argument_group("where it is played").add_mutually_exclusive_group()
    local = "N workers on this machine [default: a core each]"
    where.add_argument("--local", type=int, metavar="N", help=local)
    where.add_argument("--scheduler", metavar="ADDRESS", help="the workers of a Dask scheduler")
    where.add_argument("--slurm", type=int, metavar="JOBS", help="workers in this many SLURM jobs")
    where.add_argument("--kubernetes", type=int, metavar="PODS", help="workers in this many pods")
    how = parser.add_argument_group("how")
    job = "what a SLURM job or a pod asks for, such as cores=16 or image=…; repeat it"
    how.add_argument("--job", action="append", default=[], metavar="KEY=VALUE", help=job)
    verify = "chunks that another worker plays again, to compare [default: 1%%]"
    how.add_argument("--verify", type=share, default=0.01, metavar="SHARE", help=verify)
    window = "chunks that are handed out beyond those on disk [default: %(default)s]"
    how.add_argument("--window", type=int, default=WINDOW, metavar="N", help=window)
    how.add_argument("--move-time", metavar="TIME", help="time of a bot for a decision")
    how.add_argument("--tls", action="store_true", help="encrypt between workers of --local")
    insecure = "allow a network without TLS that is yours alone"
    how.add_argument("--insecure", action="store_true", help=insecure)
    how.add_argument("--dashboard", metavar="ADDRESS", help="show Dask's dashboard, as at :8787")
    out = parser.add_argument_group("what is written and shown")
    out.add_argument("-o", "--out", required=True, metavar="DIR", help="directory for the results")
    out.add_argument("--report", action="store_true", help="write report.html too")
    out.add_argument("--force", action="store_true", help="delete another run that is in DIR")
    out.add_argument("-q", "--quiet", action="store_true", help="show nothing but errors")
    out.add_argument("--no-progress", action="store_true", help="show no bar")
    flags, played = parser.parse_known_args(words)
    if not played:
        parser.error("what is to be played? for example: run -n 1e9 random linear")
    for name in ("local", "slurm", "kubernetes", "window"):
        if getattr(flags, name) is not None and getattr(flags, name) < 1:
            parser.error(f"--{name} {getattr(flags, name)}: expected at least 1")
    return flags, played


async def play(flags, path, plan):
    """Plays a plan; the exit status."""
    from .conductor import Hopeless, Lost

    progress = Progress(quiet=flags.quiet or flags.no_progress, open_ended=plan.open_ended)
    with tempfile.TemporaryDirectory(prefix="unobench-") as scratch:
        file = Path(scratch) / "plan.json"
        file.write_text(plan.text)
        command = [path, "gather", str(file), "-o", flags.out, "--window", str(flags.window)]
        command += ["--report"] * flags.report + ["--force"] * flags.force
        gather = await Gather.start(command, progress.say)
        status = None
        try:
            await conduct(flags, plan, gather, progress)
        except asyncio.CancelledError:
            status = INTERRUPTED
        except Ended:
            status = 1
        except (Hopeless, Lost, Unusable, OSError) as error:
            progress.say(f"error: {error}")
            status = getattr(error, "status", 1)
        progress.finish()
        finishing = asyncio.create_task(gather.finish())
        while not finishing.done():
            try:
                await asyncio.shield(finishing)
            except asyncio.CancelledError:  # it takes seconds, and we do not leave it alone
                status = INTERRUPTED
        ended = finishing.result()
        if ended < 0:
            progress.say(f"`unobench gather` was ended by signal {-ended}")
        if ended < 0 or status == INTERRUPTED:
            progress.say("what was played is saved; the same command goes on from there")
            return status or 1
        return ended or status or 0


async def conduct(flags, plan, gather, progress):
    """Plays until everything is on disk."""
    from .conductor import Conductor
    from .player import Player

    more = ["--move-time", flags.move_time] if flags.move_time else []
    conductor = Conductor(gather, Player(plan, more), progress, flags.verify)
    conductor.hear(await gather.answer())
    if conductor.done is None:
        async with contextlib.AsyncExitStack() as stack:
            await sessions(flags, conductor, progress, stack)
    progress.finish()
    if not flags.quiet:
        print(f"{summary(conductor)}; the files are in {flags.out}", file=sys.stderr)


def summary(conductor):
    """What was done, in a line."""
    again = f"{conductor.compared:,} of them by two workers" if conductor.compared else ""
    if conductor.doubted:
        again += ("; " if again else "") + (
            f"{len(conductor.doubted):,} could not be played again: there is no second worker"
        )
    return f"{conductor.played:,} chunks played" + (f", {again}" if again else "")


async def sessions(flags, conductor, progress, stack):
    """Plays on the cluster that is asked for; waits for a scheduler that is gone."""
    from distributed import Client

    from .conductor import Lost

    cluster = await enter(flags, stack, progress.say)
    while True:
        try:
            async with Client(cluster, asynchronous=True, set_as_default=False) as client:
                try:
                    await conductor.session(client)
                    return
                finally:
                    if client.status == "running":
                        await end_children(client, conductor.player)
        except (Lost, OSError, asyncio.TimeoutError) as error:
            if not flags.scheduler:
                raise  # it was in this process
            progress.say(f"no scheduler at {flags.scheduler}: {error}; waiting")
            await asyncio.sleep(RETRY_SECONDS)


async def end_children(client, player):
    """Has the workers end what they are playing, if they can still be told."""
    with contextlib.suppress(Exception):
        ending = client.unregister_worker_plugin(player.name)
        await asyncio.wait_for(ending, RETRY_SECONDS)


async def enter(flags, stack, say):
    """The cluster, or the address of one."""
    from . import clusters

    clusters.configure()
    if flags.scheduler:
        clusters.check_address(flags.scheduler, flags.insecure)
        return flags.scheduler
    if flags.slurm:
        made = clusters.slurm(flags.slurm, flags.job, flags.dashboard, flags.insecure)
    elif flags.kubernetes:
        made = clusters.kubernetes(flags.kubernetes, flags.job, flags.insecure)
    else:
        made = clusters.local(flags.local or os.cpu_count(), flags.dashboard, flags.tls)
        stack.push_async_exit(made)
        await clusters.without_the_dead(made, say)
        return made
    return await stack.enter_async_context(made)


async def supervised(flags, path, plan):
    """Plays a plan; Ctrl-C and SIGTERM leave a directory that can be resumed."""
    playing = asyncio.create_task(play(flags, path, plan))
    loop = asyncio.get_running_loop()

    def interrupt(number):
        loop.remove_signal_handler(number)
        playing.cancel()

    with contextlib.suppress(NotImplementedError):  # where there are no such signals
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, interrupt, number)
    return await playing


def main(words=None):
    """Runs the command; the exit status."""
    flags, played = arguments(words)
    try:
        import distributed  # noqa: F401
    except ImportError:
        missing = "dask is not installed; `pip install 'unobench[dask]'` installs it"
        print(f"error: {missing}", file=sys.stderr)
        return 1
    from . import clusters

    try:
        if flags.slurm:
            clusters.needs(*clusters.SLURM)
        if flags.kubernetes:
            clusters.needs(*clusters.KUBERNETES)
        path = program.find()
        plan = Plan.of(path, played)
        program.check_version(path, plan.version)
        return asyncio.run(supervised(flags, path, plan))
    except Unusable as error:
        if str(error):
            print(f"error: {error}", file=sys.stderr)
        return error.status
