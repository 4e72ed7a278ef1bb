"""Language models that play, at any endpoint that speaks as OpenAI's chat completions do."""

import contextlib
import functools
import hashlib
import json
import os
import re
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path

from . import _native
from .results import _run
from .tables import read_lines

# The version of all words of a prompt, which are in the file of that number.
PROMPT = 1


class OverBudget(RuntimeError):
    """A model would cost more than it may."""


class Model:
    """A player: the model behind `POST {url}/chat/completions`.

    What is asked twice is answered once. An answer that names no option is a fault of the run, and
    decided by `random`. `spent` has calls, tokens, usd, seconds, decisions, and those illegal.

    `log` is a file of JSON lines: each answer is added at once, with its prompt, tokens and cost,
    and what it has already is not asked again. `key` is the API key, by default that in the
    environment, UNOBENCH_API_KEY; it is not logged. `budget` has the most "calls", "tokens", "usd"
    and "seconds"; before more is spent OverBudget is raised. `prices` are USD for a million tokens
    of prompts, and of answers. `parallel` calls are made at a time.

    Of the others `retries`, 5, is how often a call is made again if the endpoint is down or busy,
    after pauses that double, before ConnectionError is raised; `timeout`, 60, the seconds for a
    call. The rest goes into the request: temperature=0.7, max_tokens=2000; None leaves one out.
    """

    move_time = "24h"  # of the run; its own are `timeout` and the budget

    def __init__(
        self, url, name, *, log=None, key=None, budget=(), prices=None, parallel=8, **options
    ):
        if not re.match("https?://", url):
            raise ValueError("url: an endpoint begins with http:// or https://")
        self._budget, self._prices = dict(budget), prices or (0, 0)
        if "usd" in self._budget and prices is None:
            raise ValueError("budget: usd needs prices=(of prompts, of answers)")
        self.spent = dict.fromkeys(["calls", "tokens", "usd", "seconds", "decisions", "illegal"], 0)
        if unknown := self._budget.keys() - self.spent:
            raise ValueError(f"budget: there is no {min(unknown)!r}")
        self._key = (os.environ.get("UNOBENCH_API_KEY", "") if key is None else key).strip()
        if not (self._key.isascii() and self._key.isprintable()):
            raise ValueError("key: it has characters that no API key has")
        self.__name__, self._url = name, url.rstrip("/") + "/chat/completions"
        self._retries, self._timeout = options.pop("retries", 5), options.pop("timeout", 60)
        self._options = {"temperature": 0, "max_tokens": 300, **options}
        self._parallel, self._lock = parallel, threading.Lock()
        self._log, self._start = log and Path(log), ""
        self._answers = self._logged() if log else {}
        _known()  # which nobody can ask for who is asked

    def choose(self, questions, rules):
        system = rules_in_words(rules["name"], json.dumps(rules["settings"]))
        asked = [self._request(system, question) for question in questions]
        new = {body: digest for body, digest in asked if digest not in self._answers}
        self._since = time.monotonic()
        try:
            with ThreadPoolExecutor(self._parallel) as pool:
                list(pool.map(self._ask, new, new.values()))
        finally:
            self.spent["seconds"] += time.monotonic() - self._since
        chosen = [
            chosen_option(self._answers[digest], len(question["legal"]))
            for (_, digest), question in zip(asked, questions, strict=True)
        ]
        chosen, why = zip(*chosen, strict=True)
        self.spent["decisions"] += len(chosen)
        self.spent["illegal"] += chosen.count(-1)
        return {"action": chosen, "why": why}

    def _request(self, system, question):
        """What is sent, and the digest by which its answer is known."""
        texts = {"system": system, "user": in_words(question)}
        messages = [{"role": role, "content": text} for role, text in texts.items()]
        body = {"model": self.__name__, "messages": messages, **self._options}
        body = json.dumps({name: value for name, value in body.items() if value is not None})
        return body, hashlib.sha256(f"{self._url}\n{body}".encode()).hexdigest()

    def _ask(self, body, digest):
        # More than the prompt has, and all that the answer may have, until that is known.
        most = [self._options.get(f"max_{name}tokens") or 0 for name in ("", "completion_")]
        most = (len(body) // 2, max(most))
        for again in range(self._retries + 1):
            left, begun, used = self._spend(most, 1), time.monotonic(), (0, 0)
            try:
                answer, *used = self._answer(body, min(self._timeout, left))
                break
            except (OSError, ValueError, HTTPException) as error:
                status = getattr(error, "code", 500)
                if again == self._retries or (status < 500 and status not in (408, 425, 429)):
                    reason = getattr(error, "told", None) or f"{type(error).__name__}: {error}"
                    told = f"no answer of {self.__name__} in {again + 1} calls: {reason}"
                    raise ConnectionError(f"{told}; {self._goes_on()}") from None
                after = (getattr(error, "headers", None) or {}).get("Retry-After") or ""
                pause = float(after) if after.isdecimal() else 0.5 * 2**again
            finally:
                self._spend([now - before for now, before in zip(used, most, strict=True)])
            time.sleep(min(pause, 60))
        (number, why), seconds = chosen_option(answer, 1 << 30), time.monotonic() - begun
        prompt = [said["content"] for said in json.loads(body)["messages"]]
        entry = {"digest": digest, "prompt_version": PROMPT, "model": self.__name__}
        entry |= {"prompt": prompt, "answer": answer, "option": number + 1 or None, "why": why}
        entry |= {"prompt_tokens": used[0], "answer_tokens": used[1], "usd": self._usd(used)}
        entry["seconds"] = round(seconds, 3)
        with self._lock:
            self._answers[digest] = answer
            if self._log:
                with open(self._log, "a", encoding="utf-8") as file:
                    file.write(f"{self._start}{json.dumps(entry)}\n")
                self._start = ""

    def _answer(self, body, timeout):
        """The text of an answer, and the tokens of the prompt and of it."""
        headers = {"User-Agent": "unobench", "Content-Type": "application/json"}
        request = urllib.request.Request(self._url, body.encode(), headers)
        if self._key:
            request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        try:
            with urllib.request.urlopen(request, timeout=timeout) as reply:
                said = self._without_key(reply.read(10_000_000))
        except urllib.error.HTTPError as error:
            error.told = f"HTTP {error.code} {self._without_key(error.read(10_000))[:300]}"
            raise
        try:
            answer = str(json.loads(said)["choices"][0]["message"]["content"] or "")
            used = json.loads(said).get("usage") or {}
        except (ValueError, LookupError, TypeError):
            raise ValueError(f"it is no answer: {said[:300]}") from None
        guessed = {"prompt_tokens": len(body) // 3, "completion_tokens": len(answer) // 3 + 1}
        return answer, *(int(used.get(name) or guess) for name, guess in guessed.items())

    def _without_key(self, data):
        text = data.decode(errors="replace")
        return text.replace(self._key, "(key)") if self._key else text

    def _usd(self, used):
        return sum(many * price for many, price in zip(used, self._prices, strict=True)) / 1e6

    def _spend(self, used, calls=0):
        """Counts what is spent, if the budget allows calls; the seconds that are left."""
        with self._lock:
            more = {"calls": calls, "tokens": sum(used), "usd": self._usd(used)}
            seconds = self.spent["seconds"] + time.monotonic() - self._since
            after = self.spent | {name: self.spent[name] + many for name, many in more.items()}
            now = f"{self.spent['calls']:,} calls"
            for name, limit in self._budget.items() if calls else ():
                if (after | {"seconds": seconds})[name] > limit:
                    told = f"the budget of {limit:,} {name} is spent, or might be by one call more"
                    raise OverBudget(f"{told}, after {now}; {self._goes_on()}")
            self.spent = after
            return max(0.01, self._budget.get("seconds", float("inf")) - seconds)

    def _goes_on(self):
        return f"the same call goes on from {self._log or 'there, if it has log=FILE'}"

    def _logged(self):
        """The answers that the log has, of which a line may have been cut off."""
        answers, line = {}, "\n"
        for line in read_lines(self._log) if self._log.exists() else ():
            try:
                entry = json.loads(line)
                answers[entry["digest"]] = entry["answer"]
            except (ValueError, LookupError, TypeError):
                if not answers:
                    raise ValueError(f"log: {self._log} is no log of a model") from None
        self._start = "" if line.endswith("\n") else "\n"
        return answers


def chosen_option(answer, options):
    """The index of the option that an answer names last, -1 if none, and its reason."""
    answer = answer[-2000:]
    for found in [*re.finditer("{", answer)][::-1]:
        with contextlib.suppress(ValueError, LookupError):
            said, _ = json.JSONDecoder().raw_decode(answer, found.start())
            number = said["option"]
            is_one = type(number) is int and 1 <= number <= options
            return number - 1 if is_one else -1, said.get("why")
    return -1, None


def in_words(question):
    """A message `act` of the bot protocol, as a model reads it."""
    _, template, decisions = _known()[0]
    view, lines = question["view"], []
    values = {name: _told(value) for name, value in view.items()} | {
        "owed": _told(view["pending"]["owed"] or None),
        "totals": _told(any(view["totals"]) and view["totals"]),
        "decision": dict(line.split(": ") for line in decisions.split("\n"))[question["decision"]],
    }
    for line in template.split("\n"):
        if all(values[name] for name in re.findall(r"{(\w+)}", line)):
            lines.append(line.format(**values))
    for number, action in enumerate(question["legal"], 1):
        words = [str(word).replace("_", " ") for word in action.values()]
        is_bluff = words == ["play", "W+4"] and "W+4" not in view["playable"]
        lines.append(f"{number}. {' '.join(words)}{' (a bluff)' * is_bluff}")
    return "\n".join(lines)


def _told(value):
    """A value of a view; nothing if there is none."""
    if isinstance(value, dict):
        return " ".join(name + f"×{many}" * (many != 1) for name, many in value.items())
    if isinstance(value, list) and any(isinstance(inner, (dict, list)) for inner in value):
        told = enumerate(map(_told, value))
        return ", ".join(f"seat {seat} {inner}" for seat, inner in told if inner)
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None or value is False else str(value)


@functools.cache
def _known():
    """The words of prompts, the official settings, what keys mean, and what rule sets are."""
    text = _native.read(Path(__file__).with_name(f"prompt-{PROMPT}.txt"), 1 << 20).decode()
    meanings = {}
    for part in _run(["rules", "show"], ["official"], {})[0].split("\n[")[1:]:
        for said, key in re.findall(r"((?:# .*\n)+)(\w+) = ", part):
            words = said.replace("# allowed:", "Allowed:").replace("# ", "").split()
            told = re.sub(r" \([A-E]\d?\b[^()]*\)", "", " ".join(words))  # without the sources
            meanings[part.partition("]")[0], key] = told
    listed = json.loads(_run(["rules", "list"], [], {"format": "json"})[0])
    sets = {entry["name"]: entry["description"] for entry in listed}
    return text.strip().split("\n----\n"), settings("official"), meanings, sets


def settings(rules):
    """The settings of a rule set, by section and key."""
    return json.loads(_run(["rules", "show"], [str(rules)], {"format": "json"})[0])["settings"]


@functools.cache
def rules_in_words(name, played):
    """The official rules, and what is different under these settings."""
    (text, *_), official, meanings, sets = _known()
    changed = [
        f"- {section}.{key} is {json.dumps(value)}, officially "
        f"{json.dumps(official[section][key])}. {meanings.get((section, key), '')}"
        for section, keys in json.loads(played).items()
        for key, value in keys.items()
        if value != official[section][key]
    ]
    if changed:
        text += "\n\nThis table plays by other rules, which win over those above."
        text += f"\n{name}: {sets[name]}." if name in sets else ""
    return "\n".join([text, *changed])
