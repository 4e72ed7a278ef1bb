"""Language models that play, at any endpoint that speaks as OpenAI's chat completions do."""

import contextlib
import functools
import hashlib
import json
import math
import os
import re
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from pathlib import Path

from . import _native, chat
from .results import _run
from .tables import read_lines

# The version of all words of a prompt, which are in the file of that number.
PROMPT = 1


# So many answers in a row that name no legal option end a run.
MOST_IN_A_ROW = 20
# What a model can spend, and what of it can be limited.
LIMITS = ("calls", "tokens", "usd", "seconds")


class OverBudget(RuntimeError):
    """A model would cost more than it may."""


class NoLegalAnswer(RuntimeError):
    """A model answers, but never with a legal option."""


class Judged(Enum):
    """What an answer is."""

    LEGAL = "legal"
    CUT_OFF = "cut off"
    NO_OPTION = "no option"
    NOT_LEGAL = "not legal"


WRONG = [judged for judged in Judged if judged is not Judged.LEGAL]


class Model:
    """A player: the model behind `POST {url}/chat/completions`.

    What is asked twice is answered once. An answer that names no option is a fault of the run, and
    decided by `random`. `spent` has calls, tokens, usd, seconds, decisions, and those illegal: the
    sum of "cut off" (the model stopped at its most tokens), "no option" and "not legal". After 20
    answers in a row that are none NoLegalAnswer is raised before the next call.

    `log` is a file of JSON lines: each answer is added at once, with its prompt, tokens and cost,
    and what it has already is not asked again, unless it was cut off. `key` is the API key, by
    default that in the environment, UNOBENCH_API_KEY; it is not logged. `budget` has the most
    "calls", "tokens", "usd" and "seconds"; before more is spent OverBudget is raised. A call that
    failed counts for as much as it could have cost, unless the endpoint says less. `prices` are USD
    for a million tokens of prompts, and of answers. `parallel` calls are made at a time.

    Of the others `retries`, 5, is how often a call is made again if the endpoint is down or busy,
    after pauses that double, before ConnectionError is raised; `timeout`, 60, the seconds for a
    call from its first byte to its last, with the pause after it. The rest goes into the request:
    temperature=0.7, max_tokens=2000; None leaves one out.
    """

    move_time = "24h"  # of the run; its own are `timeout` and the budget

    def __init__(
        self, url, name, *, log=None, key=None, budget=(), prices=None, parallel=8, **options
    ):
        if not re.match("https?://", url):
            raise ValueError("url: an endpoint begins with http:// or https://")
        self._key = (os.environ.get("UNOBENCH_API_KEY", "") if key is None else key).strip()
        if not (self._key.isascii() and self._key.isprintable()):
            raise ValueError("key: it has characters that no API key has")
        self.__name__, self._url = name, url.rstrip("/") + "/chat/completions"
        self._retries = _whole("retries", options.pop("retries", 5), 0)
        self._timeout = _amount("timeout", options.pop("timeout", 60), 0.001)
        self._parallel = _whole("parallel", parallel, 1)
        self._options = {"temperature": 0, "max_tokens": 300, **options}
        self._budget, self._prices = _limits(dict(budget), prices, self._longest())
        self.spent = dict.fromkeys([*LIMITS, "decisions", "illegal"], 0)
        self.spent |= dict.fromkeys([wrong.value for wrong in WRONG], 0)
        self._in_a_row, self._lock = Counter(), threading.Lock()
        self._blotted = chat.Blotter(self._key)
        self._log, self._start = log and Path(log), ""
        self._answers = self._logged() if log else {}
        _known()  # which nobody can ask for who is asked

    def choose(self, questions, rules):
        system = rules_in_words(rules["name"], json.dumps(rules["settings"]))
        asked = [(*self._request(system, one), len(one["legal"])) for one in questions]
        new = {digest: (body, many) for body, digest, many in asked if digest not in self._answers}
        self._since = time.monotonic()
        try:
            fresh = self._ask_all(new)
        finally:
            self.spent["seconds"] += time.monotonic() - self._since
        judged = [
            judge(*(fresh.get(digest) or (self._answers[digest], False)), many)
            for _, digest, many in asked
        ]
        self.spent["decisions"] += len(judged)
        for kind, many in Counter(kind for *_, kind in judged if kind in WRONG).items():
            self.spent["illegal"] += many
            self.spent[kind.value] += many
        options, whys, _ = zip(*judged, strict=True)
        return {"action": options, "why": self._clean(list(whys))}

    def _request(self, system, question):
        """What is sent, and the digest by which its answer is known."""
        texts = {"system": system, "user": in_words(question)}
        messages = [{"role": role, "content": text} for role, text in texts.items()]
        body = {"model": self.__name__, "messages": messages, **self._options}
        body = json.dumps({name: value for name, value in body.items() if value is not None})
        return body, hashlib.sha256(f"{self._url}\n{body}".encode()).hexdigest()

    def _longest(self):
        """The most tokens that an answer may have, 0 where nothing says it."""
        return max(self._options.get(f"max_{name}tokens") or 0 for name in ("", "completion_"))

    def _ask_all(self, new):
        """The text of each answer, and whether it was cut off, by digest. When a call fails, those
        that have not begun are not made."""
        pool = ThreadPoolExecutor(self._parallel)
        try:
            found = {name: pool.submit(self._ask, *of, name) for name, of in new.items()}
            return {digest: future.result() for digest, future in found.items()}
        finally:
            pool.shutdown(cancel_futures=True)

    def _ask(self, body, options, digest):
        # More than the prompt has, and all that the answer may have, until that is known.
        most = (len(body) // 2, self._longest())
        for again in range(self._retries + 1):
            left, begun, used = self._spend(most, 1), time.monotonic(), most
            end = begun + min(self._timeout, left)
            try:
                reply = chat.post(self._url, body, self._key, end - begun)
                used = _used(reply.tokens, (len(body) // 3, len(reply.text) // 3 + 1))
                break
            except chat.Failed as failed:
                used = _billed(failed, most)
                if again == self._retries or not failed.may_pass:
                    told = f"no answer of {self.__name__} in {again + 1} calls: {failed}"
                    raise ConnectionError(f"{told}; {self._goes_on()}") from None
                pause = 0.5 * 2**again if failed.pause is None else failed.pause
            finally:
                self._spend([now - before for now, before in zip(used, most, strict=True)])
            time.sleep(max(0, min(pause, end - time.monotonic())))
        self._keep(body, options, digest, reply, (used, time.monotonic() - begun))
        return reply.text, reply.is_cut

    def _keep(self, body, options, digest, reply, cost):
        """Writes an answer down, and counts those in a row that name nothing legal."""
        used, seconds = cost
        option, why, kind = judge(reply.text, reply.is_cut, options)
        prompt = [said["content"] for said in json.loads(body)["messages"]]
        told = {"prompt": prompt, "answer": reply.text, "option": option + 1 or None, "why": why}
        entry = {"digest": digest, "prompt_version": PROMPT, "model": self.__name__}
        entry |= {name: self._clean(value) for name, value in told.items()}
        entry |= {"judged": kind.value, "prompt_tokens": used[0], "answer_tokens": used[1]}
        entry |= {"usd": self._usd(used), "seconds": round(seconds, 3)}
        with self._lock:
            if kind is Judged.LEGAL:
                self._in_a_row.clear()
            else:
                self._in_a_row[kind] += 1
            if kind is not Judged.CUT_OFF:
                self._answers[digest] = reply.text
            if self._log:
                with open(self._log, "a", encoding="utf-8") as file:
                    file.write(f"{self._start}{json.dumps(entry)}\n")
                self._start = ""

    def _clean(self, value):
        """What is written, without the key."""
        if isinstance(value, list):
            return [self._clean(one) for one in value]
        return self._blotted(value) if isinstance(value, str) else value

    def _usd(self, used):
        return sum(many * price for many, price in zip(used, self._prices, strict=True)) / 1e6

    def _spend(self, used, calls=0):
        """Counts what is spent, if calls may be made; the seconds that are left."""
        with self._lock:
            more = {"calls": calls, "tokens": sum(used), "usd": self._usd(used)}
            seconds = self.spent["seconds"] + time.monotonic() - self._since
            after = self.spent | {name: self.spent[name] + many for name, many in more.items()}
            if calls:
                self._check(after | {"seconds": seconds})
            self.spent = after
            return max(0.01, self._budget.get("seconds", float("inf")) - seconds)

    def _check(self, after):
        """Refuses a call that costs too much, or that is not answered by all appearances."""
        now = f"{self.spent['calls']:,} calls"
        if (in_a_row := self._in_a_row.total()) >= MOST_IN_A_ROW:
            kinds = ", ".join(f"{many} {kind.value}" for kind, many in self._in_a_row.items())
            raise NoLegalAnswer(
                f"the last {in_a_row} answers of {self.__name__} name no legal option ({kinds}), "
                f"after {now}; longer answers have max_tokens=…; {self._goes_on()}"
            )
        for name, limit in self._budget.items():
            if after[name] > limit:
                told = f"the budget of {limit:,} {name} is spent, or might be by one call more"
                raise OverBudget(f"{told}, after {now}; {self._goes_on()}")

    def _goes_on(self):
        return f"the same call goes on from {self._log or 'there, if it has log=FILE'}"

    def _logged(self):
        """The answers that the log has, of which a line may have been cut off."""
        answers, line, is_log = {}, "\n", False
        for line in read_lines(self._log) if self._log.exists() else ():
            try:
                entry = json.loads(line)
                digest, answer = entry["digest"], entry["answer"]
                if not (isinstance(digest, str) and isinstance(answer, str)):
                    raise TypeError("no texts")
                is_log = True
                if entry.get("judged") != Judged.CUT_OFF.value:
                    answers[digest] = answer
            except (ValueError, LookupError, TypeError, RecursionError):
                if not is_log:
                    raise ValueError(f"log: {self._log} is no log of a model") from None
        self._start = "" if line.endswith("\n") else "\n"
        return answers


def _whole(name, value, least):
    if type(value) is not int or value < least:
        raise ValueError(f"{name}={value!r}: allowed are whole numbers from {least} on")
    return value


def _amount(name, value, least=0):
    if type(value) not in (int, float) or not least <= value < float("inf"):
        raise ValueError(f"{name}={value!r}: allowed are numbers from {least} on")
    return value


def _limits(budget, prices, longest):
    """A budget and prices that can be kept."""
    if unknown := budget.keys() - set(LIMITS):
        raise ValueError(f"budget: there is no {min(unknown)!r}")
    if "usd" in budget and prices is None:
        raise ValueError("budget: usd needs prices=(of prompts, of answers)")
    for name, limit in budget.items():
        _amount(f"budget: {name}", limit)
    if budget.keys() & {"tokens", "usd"} and (type(longest) is not int or longest < 1):
        raise ValueError("budget: tokens and usd need max_tokens, the longest answer")
    prices = (0, 0) if prices is None else tuple(prices)
    if len(prices) != 2:
        raise ValueError("prices: there are two, of prompts and of answers")
    return budget, tuple(_amount("prices", price) for price in prices)


def _used(told, guessed):
    """The tokens of a prompt and its answer, guessed where the endpoint does not tell them."""
    return tuple(guess if many is None else many for many, guess in zip(told, guessed, strict=True))


def _billed(failed, most):
    """The tokens that a call may have cost that had no answer."""
    if failed.is_free:
        return (0, 0)
    return tuple(map(min, _used(failed.tokens, most), most))


def judge(answer, is_cut, options):
    """The index of the option that an answer names, -1 if it names none that is legal; its reason;
    and what the answer is."""
    number, why = named_option(answer)
    if is_cut:
        return -1, why, Judged.CUT_OFF
    if number is None:
        return -1, why, Judged.NO_OPTION
    if not 1 <= number <= options:
        return -1, why, Judged.NOT_LEGAL
    return number - 1, why, Judged.LEGAL


def chosen_option(answer, options):
    """The index of the option that an answer names last, -1 if none, and its reason."""
    return judge(answer, False, options)[:2]


def named_option(answer):
    """The number that an answer names last as its option, 0 if that is no number and None if there
    is nothing; and its reason, a text or a number."""
    answer = answer[-2000:]
    for found in [*re.finditer("{", answer)][::-1]:
        with contextlib.suppress(ValueError, LookupError, RecursionError):
            said, _ = json.JSONDecoder().raw_decode(answer, found.start())
            number, why = said["option"], said.get("why")
            if isinstance(number, str) and re.fullmatch(" *[0-9]{1,9} *", number):
                number = int(number)
            is_plain = isinstance(why, str) or (type(why) in (int, float) and math.isfinite(why))
            return number if type(number) is int else 0, why if is_plain else None
    return None, None


def in_words(question):
    """A message `act` of the bot protocol, as a model reads it."""
    _, template, decisions = _known()[0]
    view, lines = question["view"], []
    values = {name: _told(value) for name, value in view.items()} | {
        "owed": _told(view["pending"]["owed"] or None),
        "totals": _told(any(view["totals"]) and view["totals"]),
        "decision": dict(line.split(": ") for line in decisions.split("\n"))[question["decision"]],
    }
    lines.extend(
        line.format(**values)
        for line in template.split("\n")
        if all(values[name] for name in re.findall(r"{(\w+)}", line))
    )
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
