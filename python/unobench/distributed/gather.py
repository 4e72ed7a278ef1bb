"""`unobench gather`: the only writer of the directory."""

import asyncio
import json

# The longest line that is read; what is longer was not written by the program.
LONGEST_LINE = 1 << 28


class Ended(Exception):
    """It ended before everything was played; it has said why, or was killed."""


class Gather:
    """A running `unobench gather`."""

    def __init__(self, process, say):
        self.process = process
        self.complaints = asyncio.create_task(self.pass_on(say))

    @staticmethod
    async def start(command, say):
        """Starts it, in a session of its own: Ctrl-C is for us, and its input ends then."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        return Gather(process, say)

    async def pass_on(self, say):
        async for line in self.process.stderr:
            say(line.decode(errors="replace").rstrip())

    async def answer(self):
        """What it says next."""
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Ended
        return json.loads(line)

    async def put(self, line):
        """Hands it a sealed line, and returns its answer."""
        try:
            self.process.stdin.write(line)
            await self.process.stdin.drain()
        except OSError:
            raise Ended from None
        return await self.answer()

    async def finish(self):
        """Closes its input, waits until it has written what there is; its exit status."""
        self.process.stdin.close()
        await self.process.stdout.read()
        status = await self.process.wait()
        await self.complaints
        return status
