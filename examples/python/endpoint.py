"""A stand-in for an endpoint of language models, to try `unobench.players.Model` for nothing.

    python endpoint.py          # says its address, and answers until Ctrl-C

It lays the last card that may be laid honestly. A rule of your own takes the text of a prompt and
gives that of an answer, or a status of HTTP and what is said with it.
"""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def last_honest(prompt):
    """The last card that may be laid honestly, otherwise the first option."""
    options = re.findall(r"^(\d+)\. (.*)$", prompt, re.MULTILINE)
    honest = [number for number, what in options if re.fullmatch("play [^ ]+", what)]
    return json.dumps({"why": "it is the last", "option": int(honest[-1]) if honest else 1})


class Endpoint:
    """Answers prompts as long as its context lasts; `calls` are the requests."""

    def __init__(self, rule=last_honest, port=0):
        self.rule, self.calls = rule, []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            wbufsize = -1  # an answer goes in one piece

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.calls.append((dict(self.headers), body))
                said = endpoint.rule(body["messages"][-1]["content"])
                status, said = said if isinstance(said, tuple) else (200, said)
                usage = {"prompt_tokens": 900, "completion_tokens": 20}
                reply = {"choices": [{"message": {"content": said}}], "usage": usage}
                data = (json.dumps(reply) if status == 200 else said).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


if __name__ == "__main__":
    with Endpoint() as endpoint:
        print(endpoint.url, flush=True)
        threading.Event().wait()
