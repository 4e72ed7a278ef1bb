"""Trains a small network in NumPy alone, and writes it as a file for `net:file=`.

    python examples/python/train_net.py --out my.net
    unobench duel net:file=my.net random

Seat 0 plays by the network so far, with some chance in its choices, against a strategy of the
library. After a round, each action that it took is taught whether the round was won: logistic
regression on the rows of docs/NETWORKS.md, by Adam. The network is the program's, rows -> 64 -> 32
-> 2, of which the lead in points is not learned.
"""

import argparse

import numpy as np
import unobench

CALL = 73
# Actions that are learned from at once.
BATCH = 256
# What the program rounds and clips to: activations, and weights behind the first layer.
CLIP, MOST = 7.999, 4.0


class Learner:
    """The weights, and how they learn."""

    def __init__(self, players, generator):
        self.rows = unobench.rows_count(players)
        draw = generator.standard_normal
        parts = [draw((self.rows, 64)) * 0.03, np.full(64, 0.5)]
        parts += [draw((64, 32)) * 0.15, np.full(32, 0.5), draw(32) * 0.15, np.zeros(1)]
        self.parts = [part.astype(np.float32) for part in parts]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.steps = 0

    def inputs(self, rows):
        """A 1 for each row that counts; the last column is for what is no row."""
        inputs = np.zeros((len(rows), self.rows + 1), np.float32)
        inputs[np.arange(len(rows))[:, None], rows] = 1
        return inputs[:, :-1]

    def forward(self, inputs):
        """The activations, and the logits of the chances to win."""
        first, first_bias, second, second_bias, third, bias = self.parts
        units = np.clip(inputs @ first + first_bias, 0, CLIP)
        hidden = np.clip(units @ second + second_bias, 0, CLIP)
        return units, hidden, hidden @ third + bias

    def learn(self, inputs, won, rate):
        """A step towards whether each was won."""
        _, _, second, _, third, _ = self.parts
        units, hidden, logits = self.forward(inputs)
        error = (1 / (1 + np.exp(-logits)) - won) / len(won)
        to_hidden = np.outer(error, third) * ((hidden > 0) & (hidden < CLIP))
        to_units = (to_hidden @ second.T) * ((units > 0) & (units < CLIP))
        slopes = [inputs.T @ to_units, to_units.sum(0), units.T @ to_hidden, to_hidden.sum(0)]
        slopes += [hidden.T @ error, error.sum(keepdims=True)]
        self.steps += 1
        for part, slope, (mean, square) in zip(self.parts, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            steady = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part -= rate * mean / (1 - 0.9**self.steps) / steady
        for part in self.parts[2:]:
            np.clip(part, -MOST, MOST, out=part)

    def network(self, players, games, command, seed):
        """What `net` plays by."""
        first, first_bias, second, second_bias, third, bias = self.parts
        third, bias = np.stack([third, 0 * third]), np.array([bias[0], 0])
        made = {"rules": "official", "games": games, "command": command, "seed": seed}
        return unobench.Network(
            players, first, first_bias, second, second_bias, third, bias, **made
        )


def train(games, players, opponent, tables, generator):
    """Plays and learns until so many rounds are over."""
    learner = Learner(players, generator)
    seats = {"players": players, "learners": 0, "opponents": opponent}
    seats |= {"observation": "cards", "draw_by_choice": True}
    env = unobench.vec(envs=tables, net_rows=True, **seats)
    learner.parts[0][env.effects != 0] = 0  # what the rule set says is the same in each game
    _, mask, _ = env.reset()
    taken, batch, played = [[] for _ in range(tables)], [], 0
    while played < games:
        rows = env.net_rows()
        inputs = learner.inputs(rows)
        _, _, logits = learner.forward(inputs)
        # Much is left to chance at first, so that rounds end.
        chance = 0.1 + 0.9 * max(0, 1 - 5 * played / games) ** 2
        scores = np.full(mask.shape, -np.inf)
        scores[mask] = logits + generator.gumbel(size=len(logits)) * chance
        scores[mask[:, CALL], CALL] = np.inf  # UNO is always called
        actions = scores.argmax(axis=1)
        place = np.cumsum(mask).reshape(mask.shape) - 1
        for table in np.flatnonzero(mask.any(axis=1)):
            taken[table].append(inputs[place[table, actions[table]]])
        _, mask, reward, done, _ = env.step(actions)
        for table in np.flatnonzero(done):
            batch += [(line, reward[table, 0]) for line in taken[table]]
            taken[table] = []
        played += int(done.sum())
        if len(batch) >= BATCH:
            lines, won = zip(*batch, strict=True)
            learner.learn(np.stack(lines), np.array(won), 0.005 * (1.02 - min(1, played / games)))
            batch = []
    return learner


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponent", default="most-colour")
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="my.net")
    words = parser.parse_args()
    generator = np.random.default_rng(words.seed)
    learner = train(words.games, words.players, words.opponent, words.tables, generator)
    net = learner.network(words.players, words.games, "train_net.py", words.seed)
    unobench.write_networks(words.out, [net])
    print(f"learned from {words.games} games; wrote {words.out}")


if __name__ == "__main__":
    main()
