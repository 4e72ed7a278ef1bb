"""Between which ends quantities lie, as docs/STATISTICS.md says: intervals end there, too."""

from math import inf

ANY, FROM_ZERO, SHARE, GAIN = (-inf, inf), (0, inf), (0, 1), (-1, 1)
LENGTHS = ("turns_mean", "turns_p05", "turns_p50", "turns_p95")
OF_PLAYERS = {"win_rate": SHARE, "heads": SHARE, "seat_imbalance": FROM_ZERO}
OF_PLAYERS |= dict.fromkeys(LENGTHS, FROM_ZERO)
SHARES = ("first_seat", "forced_share", "lowest_chance", "stalled_share", "blocked_share")
GAINS = ("skill_gain", "neighbour_gain", "match_gain")
COUNTS = ("seat_imbalance", "lead_changes", "cards_drawn", "match_rounds", "match_turns")
OF_RULES = dict.fromkeys((*LENGTHS, *COUNTS, "score_sd"), FROM_ZERO)
OF_RULES |= dict.fromkeys((*SHARES, "leader_wins"), SHARE) | dict.fromkeys(GAINS, GAIN)
FAIR = "fair"


def range_of(question, metric, is_compared):
    """That of a metric; where it is compared, of its differences."""
    if question == "variance":
        return SHARE
    known = OF_RULES if question in ("effects", "curve", "factorial", "line") else OF_PLAYERS
    range = known.get(metric, ANY)
    if not is_compared:
        return range
    # Other contrasts are multiples of differences.
    return GAIN if range == SHARE and question not in ("factorial", "line") else ANY


def is_compared(question, row):
    """Whether a row tells of a difference."""
    if question in ("factorial", "line"):
        return bool(row.get("effect", row.get("of")))
    if question == "effects":
        return bool(row.get("baseline", row.get("against")))
    return row.get("against") == FAIR


def clipped(question, row):
    """A row of a table with what is beyond the range of its metric put at its end."""
    question = row.get("question", question)
    if "metric" in row:
        value = "difference" if "difference" in row else "value"
        groups = [(row["metric"], (value, "low", "high"))]
    else:
        groups = [(of, (of, f"{of}_low", f"{of}_high")) for of in OF_PLAYERS]
    changed = {}
    for metric, names in groups:
        least, most = range_of(question, metric, is_compared(question, row))
        numbers = {name: row[name] for name in names if row.get(name) is not None}
        changed |= {name: min(max(number, least), most) for name, number in numbers.items()}
    return row | changed
