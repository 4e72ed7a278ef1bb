"""Draws the learning curve of train_ppo.py; needs matplotlib.

python draw_curve.py curve.csv curve.svg
"""

import csv
import sys

import matplotlib
from matplotlib import pyplot as plot
from matplotlib.ticker import MultipleLocator, PercentFormatter

COLOURS = {"most-colour": "#0b6e4f", "linear": "#b3470f"}
NAMES = ["cpu_seconds", "rate", "low", "high"]


def points(path):
    """CPU seconds, rates and intervals against each opponent."""
    found = {opponent: [] for opponent in COLOURS}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row.get("opponent") in found:
                found[row["opponent"]].append([float(row[name]) for name in NAMES])
    if not all(found.values()):
        raise ValueError(f"{path} is not a curve of train_ppo.py, or has no points yet")
    return {opponent: list(zip(*lines, strict=True)) for opponent, lines in found.items()}


def draw(found, picture):
    matplotlib.rcParams.update({"font.size": 11, "svg.hashsalt": "unobench"})
    figure, axes = plot.subplots(figsize=(7, 3.6), layout="constrained", facecolor="white")
    for opponent, (seconds, rate, low, high) in found.items():
        colour = COLOURS[opponent]
        axes.fill_between(seconds, low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(seconds, rate, color=colour, marker="o", markersize=3)
        axes.annotate(f"  {opponent}", (seconds[-1], rate[-1]), color=colour, va="center")
    axes.axhline(0.5, color="#555555", linewidth=1, linestyle="--")
    axes.set(xlabel="CPU seconds", ylabel="games won against", xlim=(0, 1.2 * seconds[-1]))
    axes.yaxis.set_major_locator(MultipleLocator(0.02))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(picture, metadata={"Date": None} if picture.endswith(".svg") else None)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: draw_curve.py CURVE.csv PICTURE")
    try:
        draw(points(sys.argv[1]), sys.argv[2])
    except (OSError, ValueError) as error:
        sys.exit(f"draw_curve.py: {error}")
