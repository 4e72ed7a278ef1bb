"""One call of an endpoint that speaks as OpenAI's chat completions do.

What comes back becomes a `Reply` or a `Failed` before anything else is done with it; neither holds
the key. A call has one deadline, over finding the host, connecting, sending and every byte that is
read, so that an endpoint cannot hold it open. Redirects are not followed.
"""

import io
import json
import queue
import re
import socket
import threading
import time
import urllib.error
import urllib.request
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import NamedTuple

from . import _native

# Bytes of a reply that are read, and of one that says no; characters that are kept of an answer,
# and of what is none; tokens of the longest prompt or answer that anybody is believed to have.
MOST, MOST_OF_NO, KEPT, SHOWN, MOST_TOKENS = 10_000_000, 10_000, 100_000, 2_000, 10_000_000


class Tokens(NamedTuple):
    """What an endpoint says that was used; None where it does not say it, or says nonsense."""

    prompt: int | None = None
    answer: int | None = None


class Reply(NamedTuple):
    """An answer: its text, whether it was cut off at its longest, and what it took."""

    text: str
    is_cut: bool
    tokens: Tokens


class Failed(Exception):
    """A call without an answer."""

    def __init__(self, reason, *, status=None, pause=None, tokens=None, is_free=False):
        super().__init__(reason)
        self.tokens = tokens or Tokens()
        # What the endpoint asks for before the next call, in seconds.
        self.pause = pause
        # Whether nothing was sent, so that nobody can bill it.
        self.is_free = is_free
        # Whether another call may do better.
        self.may_pass = status is None or status >= 500 or status in (408, 425, 429)


class Blotter:
    """Blots a key out of texts, however its characters are escaped."""

    def __init__(self, key):
        forms = []
        for character in key:
            code = f"{ord(character):02x}"
            escapes = f"u00{code}|u{{0*{code}}}|x{code}|{ord(character):03o}"
            forms.append(
                rf"(?:\\*{re.escape(character)}|\\+(?i:{escapes})|(?i:%{code}|&#0*{ord(character)};"
                rf"|&#x0*{code};))"
            )
        self._key = re.compile("".join(forms)) if key else None

    def __call__(self, text):
        """The text without the key; half a character, which no file can hold, is replaced."""
        text = text.encode(errors="replace").decode()
        return self._key.sub("(key)", text) if self._key else text


def post(url, body, key, seconds):
    """Asks an endpoint: its Reply. Raises Failed; after so many seconds at the latest."""
    headers = {"User-Agent": "unobench", "Content-Type": "application/json"}
    request = urllib.request.Request(url, body.encode(), headers)
    if key:
        request.add_unredirected_header("Authorization", f"Bearer {key}")
    blotted = Blotter(key)
    try:
        with _opener().open(request, timeout=seconds) as reply:
            data = reply.read(MOST)
    except urllib.error.HTTPError as error:
        raise _refused(error, blotted) from None
    except (OSError, ValueError, HTTPException) as error:
        reason = getattr(error, "reason", None)
        is_free = isinstance(reason, (ConnectionRefusedError, socket.gaierror))
        told = _native.quoted(blotted(f"{type(error).__name__}: {error}"))
        raise Failed(told, is_free=is_free) from None
    return _reply(data, blotted)


def _reply(data, blotted):
    text = data.decode(errors="replace")
    try:
        said = json.loads(text)
    except RecursionError:  # an answer that nobody can read, which was paid
        return Reply(blotted(text[:SHOWN]), False, Tokens())
    except ValueError:
        raise _no_answer(text, blotted, Tokens()) from None
    try:
        choice = said["choices"][0]
        message = choice["message"]
        content, finish = message.get("content"), choice.get("finish_reason")
    except (LookupError, TypeError, AttributeError):
        raise _no_answer(text, blotted, _tokens(said)) from None
    # What it thought, in `reasoning_content` and elsewhere, is no answer.
    answer = blotted(content)[-KEPT:] if isinstance(content, str) else ""
    return Reply(answer, finish == "length", _tokens(said))


def _no_answer(text, blotted, tokens):
    # Blotted before it is cut: of a key that is cut through a part would be left.
    told = _native.quoted(blotted(text[: 10 * SHOWN]))
    return Failed(f'it is no answer: "{told}"', tokens=tokens)


def _refused(error, blotted):
    """What an endpoint says with a status that is no success."""
    try:
        text = error.read(MOST_OF_NO).decode(errors="replace")
    except (OSError, HTTPException):
        text = ""
    try:
        tokens = _tokens(json.loads(text))
    except (ValueError, RecursionError):
        tokens = Tokens()
    where = f" to {error.headers['Location']}" if error.headers["Location"] else ""
    told = _native.quoted(blotted(f"{text}{where}"))
    after = error.headers["Retry-After"] or ""
    pause = float(after[:9]) if after.isdecimal() and after.isascii() else None
    return Failed(
        f"HTTP {error.code} {told}".rstrip(), status=error.code, pause=pause, tokens=tokens
    )


def _tokens(said):
    usage = said.get("usage") if isinstance(said, dict) else None
    names = ("prompt_tokens", "completion_tokens")
    told = [usage.get(name) if isinstance(usage, dict) else None for name in names]
    is_one = [type(many) is int and 0 < many <= MOST_TOKENS for many in told]
    return Tokens(*(many if so else None for many, so in zip(told, is_one, strict=True)))


def _left(end):
    """The seconds until then; raises TimeoutError if there are none."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time for a call is over")
    return left


def _resolved(host, port, end):
    """The addresses of a host; systems that look for them know no deadline."""
    found = queue.SimpleQueue()

    def look():
        try:
            found.put((socket.getaddrinfo(host, port, type=socket.SOCK_STREAM), None))
        except OSError as error:
            found.put(((), error))

    threading.Thread(target=look, daemon=True).start()
    try:
        addresses, error = found.get(timeout=_left(end))
    except queue.Empty:
        raise TimeoutError(f"{host} was not found in time") from None
    if error is not None:
        raise error
    return addresses


class _Bytes(io.RawIOBase):
    """What a socket gives until a deadline."""

    def __init__(self, sock, end):
        self._sock, self._end = sock, end
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self):
        return True

    def readinto(self, buffer):
        self._sock.settimeout(_left(self._end))
        return self._raw.readinto(buffer)

    def close(self):
        self._raw.close()
        super().close()


class _Socket(NamedTuple):
    """What a response reads from."""

    sock: socket.socket
    end: float

    def makefile(self, *_):
        return io.BufferedReader(_Bytes(self.sock, self.end))


class _Timed:
    """A connection with a deadline for all that it does."""

    def __init__(self, *args, timeout, **named):
        super().__init__(*args, timeout=timeout, **named)
        self._end = time.monotonic() + timeout
        self._create_connection = self._connected

    def _connected(self, address, *_):
        failed = OSError("it has no address")
        for family, kind, protocol, _, at in _resolved(*address, self._end):
            sock = socket.socket(family, kind, protocol)
            try:
                sock.settimeout(_left(self._end))
                sock.connect(at)
                return sock
            except OSError as error:
                failed = error
                sock.close()
        raise failed

    def send(self, data):
        if self.sock is None:
            self.connect()
        self.sock.settimeout(_left(self._end))
        super().send(data)

    def response_class(self, sock, **named):
        return HTTPResponse(_Socket(sock, self._end), **named)


class _Http(_Timed, HTTPConnection):  # type: ignore[misc]  # a method makes responses
    pass


class _Https(_Timed, HTTPSConnection):  # type: ignore[misc]
    pass


class _Opens(urllib.request.HTTPHandler):
    def http_open(self, request):
        return self.do_open(_Http, request)


class _OpensSafely(urllib.request.HTTPSHandler):
    def https_open(self, request):
        return self.do_open(_Https, request, context=self._context)


class _Stays(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def _opener():
    return urllib.request.build_opener(_Opens, _OpensSafely, _Stays)
