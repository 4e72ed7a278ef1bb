"""Learns UNO by MaskablePPO of sb3-contrib: in five CPU minutes it beats `most-colour`.

    pip install sb3-contrib
    python examples/python/maskable_ppo.py

One seat learns at 512 tables side by side. Afterwards the likeliest actions are played, each deal
in both seats. A second run of some length can differ a little: the time decides when it ends.
"""

import argparse
import time

import numpy as np
import torch
import unobench
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from unobench.sb3 import VecEnv


class Clock(BaseCallback):
    """Ends the learning after some CPU seconds."""

    def __init__(self, seconds):
        super().__init__()
        self.seconds = seconds

    def left(self, _=None):
        """The share of the time that is left."""
        return max(0.0, 1 - time.process_time() / self.seconds)

    def _on_rollout_start(self):
        games = self.model.ep_info_buffer
        if games and self.num_timesteps % 2**20 == 0:
            won = np.mean([game["r"] for game in games])
            print(f"{self.num_timesteps:,} decisions: won {won:.1%} while learning", flush=True)

    def _on_step(self):
        return self.left() > 0


def learned(opponent, seconds, seed):
    """A model that has learned for so long."""
    clock = Clock(seconds)
    env = VecEnv(512, players=2, opponents=opponent, seed=seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda _: 3e-3 * clock.left() + 1e-5,
        n_steps=64,
        batch_size=2048,
        n_epochs=2,
        gamma=1.0,  # a round is short, and its reward comes at the end
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
        stats_window_size=5000,
        seed=seed,
    )
    model.learn(2**40, callback=clock)
    print(
        f"learned from {model.num_timesteps:,} decisions in {time.process_time():.0f} CPU seconds"
    )
    return model


def player(model):
    """What the model does where it is surest."""

    def learner(obs, mask):
        return model.predict(obs, action_masks=mask, deterministic=True)[0]

    learner.observation, learner.draw_by_choice = "planes-v1", False
    return learner


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponent", default="most-colour")
    parser.add_argument("--seconds", type=float, default=300, help="CPU seconds to learn [300]")
    parser.add_argument("--games", type=int, default=40_000, help="to measure it by [40000]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="where the model goes")
    words = parser.parse_args()
    torch.set_num_threads(1)  # more of them wait for each other
    torch.distributions.Distribution.set_default_validate_args(False)
    model = learned(words.opponent, words.seconds, words.seed)
    if words.save:
        # The rate of learning goes by a clock, which is not for a file.
        model.save(words.save, exclude=["learning_rate", "lr_schedule"])
    table = {"players": 2, "rules": "official", "seed": 2**40, "games": words.games}
    print(unobench.run(player(model), words.opponent, **table).text)


if __name__ == "__main__":
    main()
