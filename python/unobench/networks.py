"""Files of networks that `net:file=` plays by: docs/NETWORKS.md says how they are laid out."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Iterable
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from unobench import _native

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MAGIC = b"unobench-net 3\n"
# In whole numbers: 1, the largest weight, that behind the first layer, the largest activation.
ONE, LARGEST, LARGEST_DENSE, CLIPPED = 1024, 32767, 4096, 8191
OUTPUTS = 2
# Bytes of the largest file that is read.
MOST = 100_000_000
PARTS = ("first", "first_bias", "second", "second_bias", "third", "third_bias")


@dataclasses.dataclass(frozen=True)
class Network:
    """A network for one number of seats.

    Weights are floating-point numbers as they were learned, or int16 as a file has them, in
    1024ths.

    Attributes
    ----------
    players : int
        Seats at the table.
    first, first_bias : ndarray, shapes (rows_count(players), 64) and (64,)
        What each row adds to each unit, and what is there without any.
    second, second_bias : ndarray, shapes (64, 32) and (32,)
    third, third_bias : ndarray, shapes (2, 32) and (2,)
        To the logit of the chance to win, and to the expected lead in hundreds of points.
    rules, seed, games, command : str, int, int, str
        How it was made; said by `unobench strategies show net:file=...`.
    aim : "wins" or "score"
        By which output it plays.
    """

    players: int
    first: NDArray[Any]
    first_bias: NDArray[Any]
    second: NDArray[Any]
    second_bias: NDArray[Any]
    third: NDArray[Any]
    third_bias: NDArray[Any]
    rules: str = "any"
    seed: int = 0
    games: int = 0
    command: str = ""
    aim: Literal["wins", "score"] = "wins"

    def rounded(self) -> Network:
        """The same in whole numbers, rounded as `unobench train` rounds; ValueError if a part has
        another shape or a weight that is not allowed."""
        shapes = _shapes(self.players).items()
        whole: dict[str, Any] = {name: _whole(name, getattr(self, name), of) for name, of in shapes}
        return dataclasses.replace(self, **whole)


def _shapes(players: int) -> dict[str, tuple[int, ...]]:
    """The shape of each part, in the order of the file."""
    _, width, depth = _native.net_layout()
    rows = _native.rows_count(players)
    shapes = [(rows, width), (width,), (width, depth), (depth,), (OUTPUTS, depth), (OUTPUTS,)]
    return dict(zip(PARTS, shapes, strict=True))


def _whole(name: str, part: Any, shape: tuple[int, ...]) -> NDArray[np.int16]:
    """A part in 1024ths: to the nearest, halves away from 0, no larger than allowed."""
    part = np.asarray(part)
    if part.shape != shape:
        raise ValueError(f"{name} has shape {part.shape}; allowed is {shape}")
    most = LARGEST if name.startswith("first") else LARGEST_DENSE
    if part.dtype == np.int16:
        if name in ("second", "second_bias", "third") and np.abs(part.astype(int)).max() > most:
            raise ValueError(f"{name} has a weight that is too large: allowed is {most}")
        return part
    numbers = part.astype(np.float32).astype(np.float64) * ONE
    if not np.isfinite(numbers).all():
        raise ValueError(f"{name} has a weight that is no finite number")
    return np.trunc(np.clip(numbers + np.copysign(0.5, numbers), -most, most)).astype(np.int16)


def _fnv1a(data: bytes) -> bytes:
    """The 64-bit FNV-1a sum, the lowest byte first."""
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total.to_bytes(8, "little")


def _text(value: str) -> str:
    """A string in the notation of TOML."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_networks(path: str | PathLike[str], tables: Iterable[Network]) -> None:
    """Writes networks, each for another number of seats, as a file for `net:file=`.

    Raises
    ------
    ValueError
        If there is none, two are for the same number, or a part is not as it should be.
    """
    nets = sorted((net.rounded() for net in tables), key=lambda net: net.players)
    seats = [net.players for net in nets]
    if not nets or len(set(seats)) < len(seats):
        raise ValueError(f"networks for {seats} seats; allowed are one or more, each once")
    inputs, width, depth = _native.net_layout()
    header = f'inputs = "{inputs}"\nwidth = {width}\ndepth = {depth}\n'
    for net in nets:
        header += f"[[table]]\nplayers = {net.players}\nrules = {_text(net.rules)}\n"
        header += f'seed = "{net.seed}"\ngames = {net.games}\ncommand = {_text(net.command)}\n'
        header += f'aim = "{net.aim}"\n' if net.aim != "wins" else ""
    parts = [getattr(net, name).astype("<i2").tobytes() for net in nets for name in PARTS]
    data = MAGIC + header.encode() + b"\n" + b"".join(parts)
    _native.replace_file(path, data + _fnv1a(data))


def read_networks(path: str | PathLike[str]) -> list[Network]:
    """Reads a file of networks; their weights are int16, in 1024ths.

    Raises
    ------
    ValueError
        If it is no such file, is damaged, or was made for other inputs than this version has.
    """
    data = _native.read(path, MOST)
    path = _native.quoted(os.fspath(path))
    if not data.startswith(MAGIC):
        raise ValueError(f"{path}: this is not a network: its first line is not {MAGIC!r}")
    if _fnv1a(data[:-8]) != data[-8:]:
        raise ValueError(f"{path}: the network is damaged: its bytes are not those written")
    head, _, weights = data[len(MAGIC) : -8].partition(b"\n\n")
    try:
        header = tomllib.loads(head.decode())
    except ValueError as error:
        raise ValueError(f"{path}: its header is not TOML: {_native.quoted(str(error))}") from None
    for key, allowed in zip(("inputs", "width", "depth"), _native.net_layout(), strict=True):
        if header.get(key) != allowed:
            here = _native.quoted(str(header.get(key)))
            raise ValueError(f"{path}: {key} is {here}; allowed: {allowed}")
    nets = []
    numbers = np.frombuffer(weights, "<i2").astype(np.int16)
    for table in header.get("table", []):
        parts: dict[str, Any] = {}
        for name, shape in _shapes(table["players"]).items():
            count = int(np.prod(shape))
            parts[name], numbers = numbers[:count].reshape(shape), numbers[count:]
        nets.append(Network(**{**table, "seed": int(table["seed"])}, **parts))
    if len(numbers):
        raise ValueError(f"{path}: the network has more weights than its header says")
    return nets


def worth(net: Network, rows: NDArray[Any], effects: NDArray[Any]) -> NDArray[np.int64]:
    """What a network thinks of actions whose rows are as from `VecEnv.net_rows`, under the rules of
    `VecEnv.effects`, bit for bit as the program has it: for each the logit of the chance to win and
    the expected lead in hundreds of points, in 2**-20, as int64 of shape (n, 2).
    """
    net = net.rounded()
    first = np.vstack([net.first, np.zeros_like(net.first[:1])])
    under = net.first_bias + (np.asarray(effects, np.int64) @ net.first >> 10)
    sums = np.tile(np.clip(under, -LARGEST, LARGEST).astype(np.int16), (len(rows), 1))
    for column in np.asarray(rows).T:
        sums += first[column]  # 16 bits: what is too large goes around
    units = np.clip(sums, 0, CLIPPED).astype(np.int64)
    sums = (units @ net.second >> 10) + net.second_bias
    hidden = np.clip(sums, 0, CLIPPED)
    return hidden @ net.third.T.astype(np.int64) + net.third_bias.astype(np.int64) * ONE
