"""Learns UNO by PPO with invalid-action masking, in one file and with NumPy only.

    python train_ppo.py --save policy.npz --curve curve.csv
    python train_ppo.py --evaluate policy.npz

`unobench.vec` plays many tables side by side. At a quarter of them every seat learns; at the others
one seat learns against `most-colour`. A network sees each row of 190 bytes, gives a probability to
each of the 86 actions, and estimates the chance to win. The same seed gives the same network on the
same machine, whatever --threads says. Ctrl-C ends the learning early and keeps what was learned.

train_ppo.csv is the curve of the first command. After 563 CPU seconds of two threads it won
61.8 % of 40,000 games against `most-colour`.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import chain, pairwise, permutations
from zipfile import BadZipFile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # --threads divides the work instead

import numpy as np
import unobench


def flag(default, help, least=0, most=float("inf")):
    return field(default=default, metadata={"help": help, "range": (least, most)})


@dataclass
class Settings:
    """What can be changed; each is a flag, too."""

    rules: str = flag("official", "rule set")
    players: int = flag(2, "seats at each table", 2, 10)
    seed: int = flag(1, "of the deals, the first weights and the choices", 0, 2**32)
    updates: int = flag(500, "times to play and learn from it", 1)
    tables: int = flag(1024, "tables side by side", 1)
    steps: int = flag(32, "decisions at each table between two updates", 1)
    against: float = flag(0.75, "share of the tables with one learner against --opponent", 0, 1)
    opponent: str = flag("most-colour", "strategy in the other seats there")
    hidden: int = flag(128, "units in each of the two hidden layers", 1)
    rate: float = flag(3e-3, "learning rate at the start; it falls to 0 in a straight line", 0, 1)
    epochs: int = flag(2, "times that each decision is learned from", 1)
    minibatch: int = flag(1024, "decisions for each step of the optimizer", 1)
    lam: float = flag(0.95, "lambda of generalized advantage estimation", 0, 1)
    clip: float = flag(0.2, "how far a probability may move in an update, as a ratio", 0, 1)
    entropy: float = flag(0.005, "weight of the entropy bonus", 0, 1)
    norm: float = flag(0.5, "greatest norm of a gradient")
    every: int = flag(25, "updates between two points of the curve", 1)
    games: int = flag(40_000, "games against each opponent at the end; a tenth at a point", 10)
    threads: int = flag(2, "threads", 1)


ACTIONS = len(unobench.actions_of("official"))
FIELDS = unobench.fields_of("cards-v1")
CHUNK = 512  # rows for one thread at a time
SEED = 2**40  # of the deals to measure on; those to learn from have smaller seeds
ON_THE_WAY = ["most-colour", "linear"]  # measured against these
AT_THE_END = [*ON_THE_WAY, "counter", "random"]
METAVARS = {int: "N", float: "X", str: "NAME"}
COLUMNS = "updates,decisions,rounds,cpu_seconds,opponent,games,rate,low,high"


# What the network sees. Colours have no meaning of their own, so they change places: the active one
# comes first, then those that the hand has most of. The actions change places alike, and the
# network never knows what the colours are called.

ORDERS = np.array(list(permutations(range(4))))  # the colour in each place
CODE = np.array([64, 16, 4, 1])
NUMBER = np.zeros(256, np.intp)  # from the code of the places of the colours to the order
NUMBER[ORDERS.argsort(axis=1) @ CODE] = range(24)
COLOURS = np.tile(np.eye(4, dtype=np.float32), (14, 1))  # of the 56 coloured cards


def coloured(order, first, kinds):
    """Columns of some kinds in four colours each."""
    return [first + 4 * kind + colour for kind in range(kinds) for colour in order]


def cards(order, first):
    """Columns of all cards."""
    return coloured(order, first, 14) + list(range(first + 56, first + 65))


def actions(order, first):
    """Columns of all actions."""
    named = coloured(order, first + 65, 1)
    return cards(order, first) + named + list(range(first + 69, first + ACTIONS))


MOVES = np.array([actions(order, 0) for order in ORDERS])  # the action in each place
LEGAL = slice(130, 130 + ACTIONS)  # where the network sees the mask


def order_of(hand, active):
    """The number of the order of colours for each row."""
    rank = hand[:, :56].astype(np.float32) @ COLOURS + [0.3, 0.2, 0.1, 0]
    named = np.flatnonzero(active < 4)
    rank[named, active[named]] = np.inf
    return NUMBER[(rank[:, None, :] > rank[:, :, None]).sum(axis=2) @ CODE]


def one_hot(values, classes):
    return values == np.arange(classes, dtype=np.uint8)


def parts(obs, mask, players):
    """Pairs of an array and what it is multiplied by: those that have colours, and the others."""
    row = {name: obs[:, columns] for name, columns in FIELDS.items()}
    pairs = row["not_followed"][:, : 2 * players - 2]
    drew = np.stack([pairs & 15, pairs >> 4], axis=2).reshape(len(obs), -1)
    before = one_hot(row["colour_before"], 5)[:, 1:]
    with_colours = [(row["hand"], 0.5), (row["discards"], 0.25), (mask, 1), (before, 1)]
    with_colours += [(drew, 0.1), (drew > 0, 1)]
    sizes, up = row["hand_sizes"][:, :players], row["up_card"]
    kind = np.where(up < 56, up // 4, up - 42)  # 14 with a colour, 9 wilds
    wild = one_hot(row["wild_to_name"] - np.uint8(56), 9)
    hots = [one_hot(kind, 23), wild, one_hot(row["decision"], 12), one_hot(row["hit"], 3)]
    flags = np.unpackbits(row["seats"][:, :players], axis=1)
    ones = [flags, *hots, *(sizes == few for few in (1, 2, 3)), row["challengeable"] > 0]
    others = [(part, 1) for part in (*ones, row["bluffs"])]
    others += [(sizes, 0.1), (row["owed"], 0.2), (row["draw_pile"], 0.01), (row["turns"], 0.02)]
    return with_colours, others


class Encoder:
    """Makes rows ready for the network, as bytes that are yet to be multiplied by `scale`."""

    def __init__(self, players):
        self.players = players
        empty = np.zeros((1, 190), np.uint8), np.zeros((1, ACTIONS), bool)
        pairs = chain(*parts(*empty, players))
        scales = [np.full(part.shape[1], scale, np.float32) for part, scale in pairs]
        self.scale = np.concatenate(scales)
        kinds = 1 + 2 * (players - 1)  # the colour before, and what others drew
        columns = [cards(o, 0) + cards(o, 65) + actions(o, 130) for o in ORDERS]
        self.columns = np.array(
            [some + coloured(o, 130 + ACTIONS, kinds) for some, o in zip(columns, ORDERS)]
        )

    def __call__(self, obs, mask):
        """What the network sees of each row, and the number of its order of colours."""
        with_colours, others = parts(obs, mask, self.players)
        raw = np.concatenate([part for part, _ in with_colours], axis=1)
        seen = np.empty((len(obs), len(self.scale)), np.uint8)
        np.concatenate([part for part, _ in others], axis=1, out=seen[:, raw.shape[1] :])
        number = order_of(obs[:, FIELDS["hand"]], obs[:, FIELDS["active_colour"]][:, 0])
        for one in np.unique(number):
            rows = np.flatnonzero(number == one)
            seen[rows, : raw.shape[1]] = np.take(raw[rows], self.columns[one], axis=1)
        return seen, number


class Network:
    """Two hidden layers; the outputs are the logits of the actions, and of the chance to win.

    `flat` has all weights, and `weights` the same memory as matrices and biases.
    """

    def __init__(self, players, hidden, generator):
        self.players, self.encoder = players, Encoder(players)
        widths = [len(self.encoder.scale), hidden, hidden, ACTIONS + 1]
        self.shapes = [shape for pair in pairwise(widths) for shape in (pair, pair[1:])]
        self.flat = np.zeros(sum(map(np.prod, self.shapes)), np.float32)
        self.weights = self.cut(self.flat)
        for matrix, scale in zip(self.weights[::2], (0.18, (2 / hidden) ** 0.5, 0.001)):
            matrix[:] = scale * generator.standard_normal(matrix.shape)

    def cut(self, flat):
        ends = np.cumsum([np.prod(shape) for shape in self.shapes])[:-1]
        return [part.reshape(shape) for part, shape in zip(np.split(flat, ends), self.shapes)]

    def forward(self, seen):
        """The inputs of each layer, then the outputs."""
        layers = [seen * self.encoder.scale]
        for matrix, bias in zip(self.weights[::2], self.weights[1::2]):
            if len(layers) > 1:
                np.maximum(layers[-1], 0, out=layers[-1])
            layers.append(layers[-1] @ matrix)
            layers[-1] += bias
        return layers

    def backward(self, layers, slope):
        """The gradient of all weights, from that of the outputs."""
        gradient = np.empty_like(self.flat)
        cut = self.cut(gradient)
        for layer in (2, 1, 0):
            np.matmul(layers[layer].T, slope, out=cut[2 * layer])
            slope.sum(axis=0, out=cut[2 * layer + 1])
            if layer:
                slope = slope @ self.weights[2 * layer].T
                slope *= layers[layer] > 0
        return gradient


def log_probabilities(logits, legal):
    """Those of illegal actions are so small that they are never chosen, and learn nothing."""
    logits = np.where(legal, logits, np.float32(-1e9))
    logits -= logits.max(axis=1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))


def sigmoid(logit):
    return 1 / (1 + np.exp(-logit))


def chosen(network, obs, mask, uniform=None):
    """What is seen, the place and the number of an action, its log probability, the chance to win.

    The action is the likeliest one, or drawn by a random number for each row.
    """
    seen, order = network.encoder(obs, mask)
    outputs = network.forward(seen)[-1]
    log = log_probabilities(outputs[:, :ACTIONS], seen[:, LEGAL])
    place = log.argmax(axis=1)
    if uniform is not None:
        total = np.exp(log).cumsum(axis=1)
        place = (total > (uniform * total[:, -1])[:, None]).argmax(axis=1)
    log = np.take_along_axis(log, place[:, None], axis=1)[:, 0]
    return seen, place, MOVES[order, place], log, sigmoid(outputs[:, ACTIONS])


def in_chunks(pool, function, *arrays):
    """Calls a function with some rows of the arrays at a time, in threads; what it returned."""
    starts = range(0, len(arrays[0]), CHUNK)
    return list(pool.map(function, *([one[at : at + CHUNK] for at in starts] for one in arrays)))


def joined(parts):
    return [np.concatenate(arrays) for arrays in zip(*parts)]


class Tables:
    """Tables of self-play and tables against a strategy, as if they were one environment."""

    def __init__(self, settings):
        table = {"rules": settings.rules, "players": settings.players}
        table |= {"observation": "cards-v1", "draw_by_choice": True}
        apart = int(settings.tables * settings.against) // settings.players
        alone = [{"learners": s, "opponents": settings.opponent} for s in range(settings.players)]
        kinds = [(apart, who) for who in alone]
        kinds.append((settings.tables - apart * settings.players, {"learners": "all"}))
        self.environments = [
            unobench.vec(envs=envs, seed=settings.seed + place, **who, **table)
            for place, (envs, who) in enumerate(kinds)
            if envs
        ]
        self.ends = np.cumsum([one.envs for one in self.environments])[:-1]

    def reset(self):
        """The rows, their masks, and the seats to decide."""
        found = [one.reset() for one in self.environments]
        return joined([(obs, mask, info["seat"]) for obs, mask, info in found])

    def step(self, actions):
        """The same, then the rewards and whether a round ended."""
        pairs = zip(self.environments, np.split(actions, self.ends))
        found = [one.step(part) for one, part in pairs]
        return joined([(obs, mask, info["seat"], *ended) for obs, mask, *ended, info in found])


def play(network, tables, at, settings, generator, pool):
    """Plays some steps at each table: what there is to learn, the rows then, rounds that ended."""
    obs, mask, seat = at
    steps, rewards, dones, seats = [], [], [], []
    while True:
        uniform = generator.random(len(obs))
        steps.append(joined(in_chunks(pool, partial(chosen, network), obs, mask, uniform)))
        seats.append(np.where(mask.any(axis=1), seat, settings.players))
        if len(steps) > settings.steps:  # the last only says what the rows are worth
            break
        obs, mask, seat, reward, done = tables.step(steps[-1][2])
        rewards.append(reward)
        dones.append(done)
    seen, place, _, log, value = (np.array(part) for part in zip(*steps))
    gains = advantages(value, np.array(seats), rewards, dones, settings.lam)
    asked = np.array(seats[:-1]) < settings.players
    batch = [part[:-1][asked] for part in (seen, place, log)]
    batch += [gains[asked], (gains + value[:-1])[asked]]
    return batch, (obs, mask, seat), np.sum(dones)


def advantages(value, seats, rewards, dones, lam):
    """Generalized advantage estimates, without discount.

    What follows a decision is the next one of the same seat, or the reward if the round ends first.
    A seat of `players` stands for a row with nothing to decide.
    """
    players = rewards[0].shape[1]
    tables = np.arange(value.shape[1])
    # The last row says what its own seat may hope for; the others share the rest.
    following = np.repeat((1 - value[-1][:, None]) / (players - 1), players + 1, axis=1)
    following[tables, seats[-1]] = value[-1]
    later = np.zeros_like(following)
    gains = np.zeros_like(value[:-1])
    for step in reversed(range(len(gains))):
        done = dones[step]
        following[done, :players], later[done] = rewards[step][done], 0
        at = tables, seats[step]
        gains[step] = later[at] = following[at] - value[step] + lam * later[at]
        following[at] = value[step]
    return gains


def gradient(network, batch, settings, size, rows):
    """The gradient that some rows of a minibatch of `size` add, and sums of what they show."""
    seen, place, before, gain, goal = (part[rows] for part in batch)
    layers = network.forward(seen)
    outputs = layers[-1]
    log = log_probabilities(outputs[:, :ACTIONS], seen[:, LEGAL])
    chance = np.exp(log)
    at = np.arange(len(rows)), place
    ratio = np.exp(log[at] - before)
    free = np.where(gain > 0, ratio < 1 + settings.clip, ratio > 1 - settings.clip)
    push = np.where(free, gain * ratio, 0)
    weighted = chance * log
    entropy = -weighted.sum(axis=1)
    # The loss is -min(ratio gain, clipped gain) - weight * entropy + cross-entropy of the value.
    slope = np.empty_like(outputs)
    slope[:, :ACTIONS] = chance * (push + settings.entropy * entropy)[:, None]
    slope[:, :ACTIONS] += settings.entropy * weighted
    slope[at] -= push
    value = sigmoid(outputs[:, ACTIONS])
    slope[:, ACTIONS] = value - goal
    slope /= size
    shown = [entropy.sum(), np.square(value - goal).sum(), np.count_nonzero(~free)]
    return network.backward(layers, slope), np.array(shown)


class Adam:
    """Changes the weights by a gradient."""

    def __init__(self, weights):
        self.mean, self.square, self.steps = np.zeros_like(weights), np.zeros_like(weights), 0

    def step(self, weights, gradient, rate):
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        weights -= rate * mean / (np.sqrt(square) + 1e-5)


def learn(network, adam, batch, rate, settings, generator, pool):
    """Goes through all decisions `epochs` times: mean entropy, value error, share clipped."""
    gain, shown = batch[3], np.zeros(3)
    batch[3] = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(settings.epochs):
        order = generator.permutation(len(gain))
        for start in range(0, len(gain), settings.minibatch):
            rows = order[start : start + settings.minibatch]
            part = partial(gradient, network, batch, settings, len(rows))
            found = in_chunks(pool, part, rows)
            total = sum(one for one, _ in found)
            shown = shown + sum(one for _, one in found)
            total *= min(1, settings.norm / (np.linalg.norm(total) + 1e-8))
            adam.step(network.flat, total, rate)
    return shown / max(1, len(gain) * settings.epochs)


def note(curve, done, cpu, found):
    """Adds a line to the curve."""
    (row,) = (row for row in found.summary if row["strategy"] == "policy")
    rates = [row[name] for name in ("win_rate", "win_rate_low", "win_rate_high")]
    rates = ["" if rate is None else f"{rate:.4f}" for rate in rates]
    (opponent,) = {*found.summary["strategy"]} - {"policy"}
    line = [*done, f"{cpu:.0f}", opponent, row["games"], *rates]
    print(*line, sep=",", file=curve, flush=True)


def measured(network, settings, opponents, games, pool):
    """Plays the network's likeliest actions against strategies."""

    def policy(obs, mask):
        return joined(in_chunks(pool, partial(chosen, network), obs, mask))[2]

    for opponent in opponents:
        table = {"rules": settings.rules, "players": network.players, "seed": SEED}
        line_up = [policy, *[opponent] * (network.players - 1)]
        found = unobench.run(*line_up, games=games, progress=False, **table)
        print(found.text, flush=True)
        if not found.complete:
            raise KeyboardInterrupt
        yield found


def train(network, settings, curve, pool):
    """Learns until all updates are done, or Ctrl-C; how many updates, decisions and rounds."""
    generator = np.random.default_rng(settings.seed + 1)
    adam, tables, done = Adam(network.flat), Tables(settings), np.zeros(3, np.int64)
    at = tables.reset()
    try:
        for update in range(settings.updates):
            batch, at, rounds = play(network, tables, at, settings, generator, pool)
            rate = settings.rate * (1 - update / settings.updates)
            shown = learn(network, adam, batch, rate, settings, generator, pool)
            done += 1, len(batch[0]), rounds
            if done[0] % settings.every == 0 and done[0] < settings.updates:
                cpu = time.process_time()
                print(f"{done[0]} updates, {done[1]:,} decisions, {cpu:.0f} CPU seconds;", end=" ")
                print("entropy {:.2f}, value error {:.3f}, clipped {:.1%}".format(*shown))
                few = settings.games // 10
                for found in measured(network, settings, ON_THE_WAY, few, pool):
                    note(curve, done, cpu, found)
    except KeyboardInterrupt:
        print(f"stopped after {done[0]} updates")
    return done


def save(path, network, settings):
    parts = {f"weights_{place}": part for place, part in enumerate(network.weights)}
    with open(path, "wb") as file:
        np.savez(file, rules=settings.rules, players=network.players, **parts)


def load(path, settings):
    """The network in a file; the settings get the rule set for which it has learned."""
    try:
        with np.load(path) as file:
            parts = [file[f"weights_{place}"] for place in range(6)]
            network = Network(int(file["players"]), len(parts[1]), np.random.default_rng(0))
            if [part.shape for part in parts] != network.shapes:
                raise ValueError("other shapes")
            network.flat[:] = np.concatenate([part.ravel() for part in parts])
            settings.rules = str(file["rules"])
            return network
    except (ValueError, TypeError, KeyError, EOFError, AttributeError, BadZipFile):
        raise ValueError(f"{path} is not a file that --save has written") from None


def arguments():
    """The parser, what is given, and the settings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    about = "where the weights go [policy.npz]"
    parser.add_argument("--save", metavar="FILE", default="policy.npz", help=about)
    parser.add_argument("--curve", metavar="FILE", help="where the learning curve goes, as CSV")
    parser.add_argument("--evaluate", metavar="FILE", help="only measure the network in this file")
    for one in fields(Settings):
        about = f"{one.metadata['help']} [{one.default}]"
        what = {"type": one.type, "default": one.default, "metavar": METAVARS[one.type]}
        parser.add_argument(f"--{one.name}", help=about, **what)
    given = parser.parse_args()
    settings = Settings(**{one.name: getattr(given, one.name) for one in fields(Settings)})
    for one in fields(Settings):
        value, least, most = getattr(settings, one.name), *one.metadata["range"]
        if one.type is not str and not least <= value <= most:
            allowed = f"{least} and above" if most == np.inf else f"{least} to {most}"
            parser.error(f"--{one.name} {value}: allowed are {allowed}")
    return parser, given, settings


def main():
    parser, given, settings = arguments()
    with ThreadPoolExecutor(settings.threads) as pool:
        try:
            if given.evaluate:
                network = load(given.evaluate, settings)
                list(measured(network, settings, AT_THE_END, settings.games, pool))
            else:
                learned(given, settings, pool)
        except (ValueError, OSError) as error:
            parser.error(str(error))
        except KeyboardInterrupt:
            sys.exit(130)


def learned(given, settings, pool):
    """Learns, saves, and measures."""
    generator = np.random.default_rng(settings.seed)
    network = Network(settings.players, settings.hidden, generator)
    open(given.save, "ab").close()  # what cannot be written is refused before ten minutes are lost
    with open(given.curve or os.devnull, "w") as curve:
        print(COLUMNS, file=curve)
        done = train(network, settings, curve, pool)
        save(given.save, network, settings)
        cpu = time.process_time()
        print(f"learned in {cpu:.0f} CPU seconds; the weights are in {given.save}")
        for found in measured(network, settings, AT_THE_END, settings.games, pool):
            note(curve, done, cpu, found)


if __name__ == "__main__":
    main()
