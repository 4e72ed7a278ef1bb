"""An endpoint for language models that lies: POST /KIND/chat/completions lies in the way KIND, and
GET /KIND says how often it was asked.

    python hostile_endpoint.py      # says its address, and ends when its input does
"""

import json
import sys
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

SAID = '{"option": 1}'
NO_SUCH = 9_999


def told(content=SAID, usage=None, **more):
    """A reply that has this content."""
    reply = {"choices": [{"message": {"content": content}, **more}]}
    return json.dumps(reply if usage is None else {**reply, "usage": usage}).encode()


def used(prompt, answer):
    return told(usage={"prompt_tokens": prompt, "completion_tokens": answer})


def escaped(key):
    return "".join(f"\\u{ord(character):04x}" for character in key)


# What is sent with status 200; the key in place of KEY.
BODIES = {
    "good": told(),
    "text": told('{"option": "1"}'),
    "negative": used(-(10**9), -(10**9)),
    "huge": used(10**30, 1),
    "usagelist": told(usage=[1, 2]),
    "usageinf": told()[:-1] + b',"usage":{"prompt_tokens":1e999,"completion_tokens":1}}',
    "usagenested": used([1], {"a": 1}),
    "usagetrue": used(True, True),
    "deep": b"[" * 200_000,
    "deepanswer": told('{"a":' + "[" * 1900),
    "deepwhy": told('{"option":1,"why":' + "[" * 900 + "]" * 900 + "}"),
    "bidi": told('\u202e\x1b[31m{"option": 1, "why": "\u202e\x1b]0;t\x07"}'),
    "empty": b"",
    "html": b"<html>\x1b[31m\xe2\x80\xae Log in</html>",
    "surrogate": rb'{"choices":[{"message":{"content":'
    rb'"\ud800 {\"option\":1,\"why\":\"\ud800\"}"}}]}',
    "bigopt": told('{"option": ' + "9" * 1900 + "}"),
    "nan": told('{"option": NaN, "why": NaN}'),
    "nochoice": b'{"choices":[],"usage":{"prompt_tokens":500,"completion_tokens":30}}',
    "whyhuge": told('{"why": "' + "w" * 1900 + '", "option": 1}'),
    "null": told(None),
    "thought": json.dumps(
        {"choices": [{"message": {"content": None, "reasoning_content": SAID}}]}
    ).encode(),
    "cut": told(SAID, finish_reason="length"),
    "notlegal": told(f'{{"option": {NO_SUCH}}}'),
    "list": told([{"type": "text", "text": SAID}]),
    "wordy": told("no " * 200_000),
    "echokey": told('KEY {"option": 1, "why": "KEY"}'),
    "echoinner": told('{"option": 1, "why": "ESCAPED"}'),
}
# What is sent with another status.
REFUSALS = {
    "headerkey": (401, b"bad KEY", {}),
    "error503": (503, b"\x1b[31m\xe2\x80\xae busy", {"Retry-After": "99999999"}),
    "billed": (500, used(7, 5), {}),
    "redirect": (302, b"", {"Location": "/good/chat/completions"}),
    "redirectfile": (302, b"", {"Location": "file:///etc/passwd"}),
    "redirectftp": (302, b"", {"Location": "ftp://127.0.0.1:1/x"}),
    "redirectloop": (307, b"", {"Location": "/redirectloop/chat/completions"}),
}


class Handler(BaseHTTPRequestHandler):
    calls: ClassVar[Counter] = Counter()

    def log_message(self, *_):
        """Says nothing."""

    def do_GET(self):
        kind = self.path.strip("/")
        self.answer(200, str(self.calls[kind]).encode())

    def do_POST(self):
        kind = self.path.split("/")[1]
        Handler.calls[kind] += 1
        key = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if kind in BODIES:
            self.answer(200, with_key(BODIES[kind], key))
        elif kind in REFUSALS:
            status, body, headers = REFUSALS[kind]
            self.answer(status, with_key(body, key), headers)
        else:
            getattr(self, kind)(key)

    def answer(self, status, body, headers=()):
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def echokeyescaped(self, key):
        said = escaped(key) + r" {\"option\":1}"
        self.answer(200, f'{{"choices":[{{"message":{{"content":"{said}"}}}}]}}'.encode())

    def statusline(self, key):
        self.wfile.write(f"{key} is my status\r\n\r\n".encode())

    def badheader(self, key):
        self.wfile.write(f"HTTP/1.0 200 {key}\r\n{key * 9000}: x\r\n\r\n".encode())

    def drip(self, _):
        self.send_response(200)
        self.end_headers()
        self.drop(b" ")

    def dripheaders(self, _):
        self.drop(b"H")

    def drop(self, byte):
        while True:
            self.wfile.write(byte)
            self.wfile.flush()
            time.sleep(0.05)

    def hang(self, _):
        time.sleep(60)

    def gig(self, _):
        self.send_response(200)
        self.end_headers()
        for _ in range(1024):
            self.wfile.write(b"x" * (1 << 20))


def with_key(body, key):
    return body.replace(b"KEY", key.encode()).replace(
        b"ESCAPED", escaped(key).replace("\\", "\\\\").encode()
    )


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Whoever asked has gone away."""


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()
