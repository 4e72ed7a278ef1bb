"""`python -m unobench.distributed`."""

import sys

from unobench.distributed.command import main

if __name__ == "__main__":
    sys.exit(main())
