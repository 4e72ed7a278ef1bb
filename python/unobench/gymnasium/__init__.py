"""UNO for Gymnasium: one table as an `Env`, many as a `VectorEnv`.

Importing this registers `unobench/Uno-v0`, and for each rule set a name such as
`unobench/stacking-v0`. `gymnasium.make("unobench.gymnasium:unobench/Uno-v0")` imports it.
"""

from __future__ import annotations

from unobench import rule_sets

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode  # new in 1.1
except ImportError as error:
    raise ImportError("unobench.gymnasium needs Gymnasium: pip install 'gymnasium>=1.1'") from error

from unobench.gymnasium.env import Env
from unobench.gymnasium.vector import VectorEnv

__all__ = ["AutoresetMode", "Env", "VectorEnv"]

for _name, _rules in [("Uno", "official"), *((name, name) for name in rule_sets())]:
    gymnasium.register(
        f"unobench/{_name}-v0",
        entry_point="unobench.gymnasium:Env",
        vector_entry_point="unobench.gymnasium:VectorEnv",
        kwargs={"rules": _rules},
    )
