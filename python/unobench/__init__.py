"""The Python side of `unobench`, a program that plays millions of seeded games of UNO.

`python -m unobench.distributed` plays on many machines what the program plays on one, to the same
bytes. The program itself is not part of this package: see `unobench.program`.
"""

__version__ = "0.4.0"
