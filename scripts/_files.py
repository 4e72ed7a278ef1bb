"""Files that were written elsewhere, perhaps compressed: no more is read than makes sense, and what
cannot be read is told in a sentence."""

import gzip
import lzma
import stat
import sys
import zlib

PACKED = {".gz": gzip.open, ".xz": lzma.open}
# Bytes, unpacked: of the longest line, and of the largest file that is read whole.
LINE, FILE = 20_000_000, 500_000_000


def kept(path):
    """Where the file is, compressed if it is not there as it is; none of one that is not kept."""
    places = [path.with_name(path.name + packed) for packed in ("", *PACKED)]
    return next((place for place in places if place.is_file()), None)


def lines(path):
    """The lines of a file, in bytes, up to the first that is damaged, which is told."""
    number = 0
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ValueError("it is not a regular file")
        with PACKED.get(path.suffix, open)(path, "rb") as file:
            while line := file.readline(LINE):
                if len(line) == LINE:
                    raise ValueError(f"it is longer than {LINE:,} bytes")
                number += 1
                yield line
    except (OSError, EOFError, ValueError, lzma.LZMAError, zlib.error) as error:
        print(f"{path}: line {number + 1} cannot be read: {str(error)[:200]}", file=sys.stderr)


def whole(path):
    """The bytes of a file; it ends the program if they are too many."""
    read = bytearray()
    for line in lines(path):
        read += line
        if len(read) > FILE:
            sys.exit(f"{path}: it is longer than {FILE:,} bytes")
    return bytes(read)
