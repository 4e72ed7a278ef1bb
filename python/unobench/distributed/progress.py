"""How far a run has come: a bar on a terminal, a plain line now and then elsewhere, both on
standard error, as the program itself shows it."""

import shutil
import sys
import time

# How often a bar is drawn and a plain line is written, in seconds.
DRAWN_EVERY = 0.125
PLAIN_EVERY = 5.0


def spoken(seconds):
    """A time as people say it."""
    whole = round(seconds)
    if seconds < 1:
        return f"{seconds:.2f} s"
    if whole < 10:
        return f"{seconds:.1f} s"
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class Progress:
    """What is shown of a run under way."""

    def __init__(self, *, quiet=False, open_ended=False, stream=None, clock=time.monotonic):
        self.stream = stream or sys.stderr
        self.quiet, self.open_ended, self.clock = quiet, open_ended, clock
        self.bar = self.stream.isatty()
        self.drawn = False
        self.last = clock() if not self.bar else 0.0
        self.begin = None  # when and with how many games the session began

    def note(self, games, total, workers, chunks):
        """Takes note that so many games of so many are on disk, and of who plays."""
        now = self.clock()
        began, first = self.begin = self.begin or (now, games)
        if self.quiet or now - self.last < (DRAWN_EVERY if self.bar else PLAIN_EVERY):
            return
        self.last = now
        speed = (games - first) / max(now - began, 1e-3)
        text = self.text(games, total, speed)
        many = f"{workers:,} worker{'s' * (workers != 1)}, {chunks:,} chunk{'s' * (chunks != 1)}"
        text = f"{text}, {many}"
        if not self.bar:
            print(text, file=self.stream, flush=True)
            return
        width = shutil.get_terminal_size().columns - 1
        room = min(width - len(text) - 1, 40)
        if room >= 8 and not self.open_ended:
            full = room * games // max(total, 1)
            text = f"{'█' * full}{'░' * (room - full)} {text}"
        print(f"\r\x1b[K{text[:width]}", end="", file=self.stream, flush=True)
        self.drawn = True

    def text(self, games, total, speed):
        if self.open_ended:
            return f"{games:,} games, {speed:,.0f} games/s"
        left = spoken((total - games) / speed) if speed > 0 else "?"
        percent = 100 * games // max(total, 1)
        return f"{games:,} of {total:,} games ({percent} %), {speed:,.0f} games/s, {left} left"

    def say(self, text):
        """Writes a line that stays."""
        self.finish()
        print(text, file=self.stream, flush=True)

    def finish(self):
        """Takes the bar away."""
        if self.drawn:
            print("\r\x1b[K", end="", file=self.stream, flush=True)
            self.drawn = False
