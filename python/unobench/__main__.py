"""The command line: `python -m unobench`, or `unobench`."""

import sys


def again():
    """What is run to be this once more, with other arguments."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from unobench.__main__ import main; main()"
    return [sys.executable, "-c", code]


def main():
    """Does what the arguments say, and exits."""
    from unobench import _native

    sys.exit(_native.main(sys.argv[1:], again()))


if __name__ == "__main__":
    main()
