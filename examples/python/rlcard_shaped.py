"""An environment in the shape of RLCard's: its loop and its agents need few changes."""

import numpy as np
import unobench


class Env:
    """One table: `reset` and `step` return a state and the player to act, None at the end."""

    def __init__(self, rules="official", players=2, seed=1):
        made = {"seed": seed, "autoreset": "disabled", "observation": "cards"}
        self.vec = unobench.vec(rules, players, **made)
        self.num_players, self.num_actions = players, len(self.vec.actions)

    def reset(self):
        self.payoffs = np.zeros(self.num_players)
        state, player = self._shown(*self.vec.reset())
        return self.step(0) if player is None else (state, player)  # over before anybody chose

    def step(self, action):
        obs, mask, rewards, _, info = self.vec.step(np.array([action]))
        self.payoffs = rewards[0]
        return self._shown(obs, mask, info)

    def _shown(self, obs, mask, info):
        legal = dict.fromkeys(np.flatnonzero(mask[0]).tolist())
        names = [self.vec.actions[action] for action in legal]
        state = {"obs": obs[0], "legal_actions": legal, "raw_legal_actions": names}
        return state, int(info["seat"][0]) if legal else None


if __name__ == "__main__":
    env = Env()
    wins = np.zeros(env.num_players)
    for _ in range(100):
        state, player = env.reset()
        while player is not None:
            state, player = env.step(next(iter(state["legal_actions"])))  # the agents
        wins += env.payoffs
    print("wins by seat:", wins.tolist())
