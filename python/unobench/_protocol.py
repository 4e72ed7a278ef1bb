"""The Model Context Protocol over standard input and output, as far as a server of tools needs it:
a line of JSON for each message, several calls at a time, progress, and an end to each of them.

Whatever comes, the server goes on: what cannot be answered gets an error. No library is needed, so
that a server starts as fast as Python does.
"""

import inspect
import json
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

# The versions of the protocol, the newest last.
VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# Bytes of the longest message, calls at a time, and seconds between two messages of progress.
MOST_BYTES, MOST_CALLS, EVERY = 1_000_000, 8, 10
# Seconds that calls have to end once nobody writes any more, and once they are ended.
GRACE, LAST = 10, 2
NO_JSON, NO_REQUEST, NO_METHOD, NO_PARAMETERS, FAILED = -32700, -32600, -32601, -32602, -32603

TYPES = {
    str: ({"type": "string"}, "a string"),
    int: ({"type": "integer"}, "a whole number"),
    int | None: ({"type": ["integer", "null"]}, "a whole number or null"),
}


class Failure(Exception):
    """A message that is answered with an error."""

    def __init__(self, code, told):
        super().__init__(told)
        self.code = code


class Call:
    """A call of a tool that is under way."""

    def __init__(self, ident, token):
        self.ident, self.token, self.since = ident, token, time.monotonic()
        self.over, self.message = threading.Event(), "still at it"
        self._cancelled, self._stop, self._lock = False, None, threading.Lock()

    @property
    def cancelled(self):
        return self._cancelled

    def cancel(self):
        """Ends what it does, if that can be ended; its answer is not sent in any case."""
        with self._lock:
            self._cancelled = True
            if self._stop:
                self._stop()

    def stopped_by(self, stop):
        """Says how to end what it does from now on."""
        with self._lock:
            self._stop = stop
            if self._cancelled:
                stop()


class Tool(NamedTuple):
    """What callers can do."""

    function: Callable[..., tuple[str, dict[str, Any]]]
    output: dict[str, Any]
    changes: bool

    @property
    def name(self):
        return self.function.__name__

    @property
    def takes(self):
        """Its arguments; the call itself is none."""
        arguments = inspect.signature(self.function).parameters
        return {name: one for name, one in arguments.items() if name != "call"}

    def described(self):
        properties = {}
        for name, one in self.takes.items():
            default = {} if one.default is one.empty else {"default": one.default}
            properties[name] = TYPES[one.annotation][0] | default
        needed = [name for name, one in self.takes.items() if one.default is one.empty]
        taken = {"type": "object", "properties": properties, "required": needed}
        hints = {"readOnlyHint": not self.changes, "destructiveHint": self.changes}
        return {
            "name": self.name,
            "description": " ".join(inspect.getdoc(self.function).split()),
            "inputSchema": taken | {"additionalProperties": False},
            "outputSchema": self.output,
            "annotations": hints | {"idempotentHint": not self.changes, "openWorldHint": False},
        }

    def answered(self, arguments, call):
        """What a call is answered with: what is wrong is told whoever called."""
        try:
            words = {"call": call} if "call" in inspect.signature(self.function).parameters else {}
            text, found = self.function(**self.checked(arguments), **words)
            return {"content": [_text(text)], "structuredContent": found, "isError": False}
        except (
            ArithmeticError,
            LookupError,
            OSError,
            RuntimeError,  # RecursionError, too
            TypeError,
            ValueError,
        ) as error:
            return {"content": [_text(str(error) or type(error).__name__)], "isError": True}
        except BaseException as error:  # noqa: BLE001
            # Such as a panic, of which a traceback is of use to nobody who called.
            return {"content": [_text(f"it failed: {type(error).__name__}")], "isError": True}

    def checked(self, arguments):
        """The arguments, if they are what it takes; raises ValueError."""
        takes = self.takes
        for name in arguments:
            if name not in takes:
                known = ", ".join(takes) or "none"
                raise ValueError(f'{self.name} takes no argument "{name[:50]}"; it takes {known}')
        for name, one in takes.items():
            if name not in arguments:
                if one.default is one.empty:
                    raise ValueError(f'{self.name} needs the argument "{name}"')
                continue
            value, allowed = arguments[name], TYPES[one.annotation][1]
            if isinstance(value, bool) or not isinstance(value, one.annotation):
                kind = "null" if value is None else type(value).__name__
                raise ValueError(  # noqa: TRY004, all that is not allowed is a ValueError
                    f"{self.name}: {name} is of type {kind}, not {allowed}"
                )
        return arguments


class Server:
    """Reads messages from one stream, and writes to another."""

    def __init__(self, tools, about, writes):
        self._tools = {tool.name: tool for tool in tools}
        self._about, self._writes = about, writes
        self._calls, self._lock, self._written = {}, threading.Lock(), threading.Lock()

    def serve(self, reads):
        """Answers until there is nothing more to read; calls have a while to end then."""
        try:
            while line := reads.readline(MOST_BYTES + 1):
                self._take_line(line, reads)
            self._wait(GRACE)
        except BrokenPipeError:
            pass
        finally:
            for call in self._under_way():
                call.cancel()
            self._wait(LAST)

    def _wait(self, seconds):
        end = time.monotonic() + seconds
        for call in self._under_way():
            call.over.wait(max(0, end - time.monotonic()))

    def _under_way(self):
        with self._lock:
            return list(self._calls.values())

    def _take_line(self, line, reads):
        ident = None
        try:
            if len(line) > MOST_BYTES:
                while not line.endswith(b"\n") and (line := reads.readline(MOST_BYTES)):
                    pass  # the rest of it
                raise Failure(NO_REQUEST, f"a message has at most {MOST_BYTES:,} bytes")
            if not line.strip():
                return
            frame = _read(line)
            ident = _ident(frame)
            answer = self._answer(frame, ident)
            if answer is not None:
                self._write({"id": ident, "result": answer})
        except Failure as failure:
            self._fail(ident, failure)

    def _fail(self, ident, failure):
        self._write({"id": ident, "error": {"code": failure.code, "message": str(failure)}})

    def _answer(self, frame, ident):
        """What a message is answered with; None for one that is not, or not yet."""
        method, params = frame.get("method"), frame.get("params")
        if not isinstance(method, str):
            if "result" in frame or "error" in frame:
                return None  # an answer, to nothing that was asked
            raise Failure(NO_REQUEST, "a message has a method, which is a string")
        params = {} if params is None else params
        if "id" not in frame:
            if method == "notifications/cancelled" and isinstance(params, dict):
                self._cancel(params.get("requestId"))
            return None
        if not isinstance(params, dict):
            raise Failure(NO_PARAMETERS, f"{method[:50]}: params is an object")
        if method == "initialize":
            wanted = params.get("protocolVersion")
            version = wanted if wanted in VERSIONS else VERSIONS[-1]
            return {"protocolVersion": version, "capabilities": {"tools": {}}, **self._about}
        if method == "ping":
            return {}
        if method == "tools/list":
            return {"tools": [tool.described() for tool in self._tools.values()]}
        if method == "tools/call":
            return self._begin(ident, params)
        raise Failure(NO_METHOD, f'there is no method "{method[:50]}" here')

    def _begin(self, ident, params):
        name, arguments = params.get("name"), params.get("arguments")
        arguments = {} if arguments is None else arguments
        if not isinstance(name, str) or name not in self._tools:
            raise Failure(
                NO_PARAMETERS, f"there is no such tool; there are {', '.join(self._tools)}"
            )
        if not isinstance(arguments, dict):
            raise Failure(NO_PARAMETERS, f"{name}: arguments is an object")
        meta = params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        is_token = isinstance(token, (str, int)) and not isinstance(token, bool)
        call = Call(ident, token if is_token else None)
        with self._lock:
            if ident in self._calls:
                raise Failure(NO_REQUEST, "a call with this id is under way")
            if len(self._calls) >= MOST_CALLS:
                raise Failure(FAILED, f"{MOST_CALLS} calls are under way, which is the most")
            self._calls[ident] = call
        work = threading.Thread(target=self._work, args=(call, self._tools[name], arguments))
        work.daemon = True
        work.start()
        if call.token is not None:
            threading.Thread(target=self._tell, args=(call,), daemon=True).start()

    def _work(self, call, tool, arguments):
        result = tool.answered(arguments, call)
        with self._lock:
            del self._calls[call.ident]
        call.over.set()
        if not call.cancelled:
            self._write({"id": call.ident, "result": result})

    def _tell(self, call):
        """Says every ten seconds that a call is still under way."""
        while not call.over.wait(EVERY):
            if call.cancelled:
                return
            params = {"progressToken": call.token, "message": call.message}
            params["progress"] = round(time.monotonic() - call.since, 1)
            self._write({"method": "notifications/progress", "params": params})

    def _cancel(self, ident):
        with self._lock:
            call = self._calls.get(ident) if isinstance(ident, (str, int)) else None
        if call:
            call.cancel()

    def _write(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        with self._written:
            self._writes.write(line)
            self._writes.flush()


def _read(line):
    try:
        frame = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise Failure(NO_JSON, "a message is a line of JSON in UTF-8") from None
    if not isinstance(frame, dict) or frame.get("jsonrpc") != "2.0":
        raise Failure(NO_REQUEST, 'a message is an object with "jsonrpc": "2.0"')
    return frame


def _ident(frame):
    ident = frame.get("id")
    if isinstance(ident, bool) or not isinstance(ident, (str, int, type(None))):
        raise Failure(NO_REQUEST, "an id is a string or a whole number")
    if "id" in frame and ident is None and "method" in frame:
        raise Failure(NO_REQUEST, "an id is a string or a whole number")
    return ident


def _text(text):
    return {"type": "text", "text": str(text)}
