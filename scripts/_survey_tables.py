"""The files of `rules compare`, `sweep` and `skill`, recomputed from the lines of their
progress.jsonl as docs/STATISTICS.md says."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np

import _statistics as st

FAIR = "fair"
SUMS = (
    "blocks",
    "games",
    "stalled",
    "turns",
    "asked",
    "forced",
    "lead_changes",
    "asked_of_won",
    "trailed",
    "drawn",
)
ORDER = (
    "first_seat",
    "seat_imbalance",
    "turns_mean",
    "turns_p05",
    "turns_p50",
    "turns_p95",
    "score_mean",
    "score_sd",
    "score_p05",
    "score_p50",
    "score_p95",
    "forced_share",
    "lead_changes",
    "trailed_share",
    "cards_drawn",
    "stalled_share",
    "skill_gain",
    "neighbour_gain",
)


def add(tallies):
    """The sum of some tallies of a leg."""
    whole = {key: sum(tally[key] for tally in tallies) for key in SUMS}
    for key in ("wins", "products"):
        whole[key] = [sum(column) for column in zip(*(tally[key] for tally in tallies))]
    for key in ("lengths", "scores"):
        counts = Counter()
        for tally in tallies:
            for value, count in zip(tally[key]["value"], tally[key]["count"]):
                counts[value] += count
        values = sorted(counts)
        whole[key] = {"value": values, "count": [counts[value] for value in values]}
    return whole


def counted(histogram):
    return list(zip(histogram["value"], histogram["count"]))


def per(part, whole):
    return part / whole if whole else None


class Survey:
    """The tallies by rule set, leg and group."""

    def __init__(self, header, lines):
        self.header, self.players = header, header["players"]
        self.names = [rules["name"] for rules in header["rules"]]
        self.settings = {rules["name"]: rules["settings"] for rules in header["rules"]}
        self.plays = [leg["play"] for leg in header["legs"]]
        self.tallies = {
            name: [[None] * header["groups"] for _ in self.plays] for name in self.names
        }
        for line in lines:
            groups = self.tallies[line["rules"]][line["leg"]]
            if header["format"] < 3:
                groups[line["group"]] = line["tally"]
                continue
            for group, tally in enumerate(line["tally"]):
                if tally:
                    groups[group] = add([groups[group], tally]) if groups[group] else tally
        self.played = [
            name for name in self.names if all(any(groups) for groups in self.tallies[name])
        ]
        self.cache = {}

    def legs(self, kind):
        return [place for place, play in enumerate(self.plays) if play["leg"] == kind]

    def whole(self, name, leg):
        key = name, leg
        if key not in self.cache:
            self.cache[key] = add([tally for tally in self.tallies[name][leg] if tally])
        return self.cache[key]

    def has_partners(self, name):
        return bool(self.settings[name].get("scoring", {}).get("partners"))

    def fair(self, name):
        return (2 if self.has_partners(name) else 1) / self.players

    def measure(self, name, metric):
        """A metric from all blocks and from each group; none where it is not measured."""
        key = name, metric
        if key not in self.cache:
            self.cache[key] = self.measured(name, metric)
        return self.cache[key]

    def measured(self, name, metric):
        if metric == "skill_gain":
            return skill_gain(self, name)
        if metric == "neighbour_gain":
            return neighbour_gain(self, name)
        for leg in self.legs("starters"):
            value = of_starters(metric, self.whole(name, leg))
            if value is None:
                return None
            groups = self.tallies[name][leg]
            if metric == "seat_imbalance":
                return value, pseudo_values(metric, groups, value)
            return value, [of_starters(metric, group) if group else None for group in groups]
        return None


def of_starters(metric, tally):
    """A metric of the leg in which each seat begins in turn."""
    games, scores = tally["games"], counted(tally["scores"])
    if metric.startswith("turns_p") or metric.startswith("score_p"):
        counts = counted(tally["lengths"]) if metric.startswith("turns") else scores
        return st.interpolated_quantile(int(metric[-2:]) / 100, counts)
    simple = {
        "first_seat": lambda: per(tally["wins"][0], games),
        "seat_imbalance": lambda: cohens_w(tally),
        "turns_mean": lambda: per(tally["turns"], games),
        "score_mean": lambda: per(sum(score * count for score, count in scores), games),
        "score_sd": lambda: st.standard_deviation(scores),
        "forced_share": lambda: per(tally["forced"], tally["asked"]),
        "lead_changes": lambda: per(tally["lead_changes"], games),
        "trailed_share": lambda: per(tally["trailed"], tally["asked_of_won"]),
        "cards_drawn": lambda: per(tally["drawn"], games),
        "stalled_share": lambda: per(tally["stalled"], games),
    }
    return simple[metric]()


def cohens_w(tally):
    """√(Σ(p − q)² / q) of the seats' win rates p against their mean q; none without a win."""
    wins, seats = sum(tally["wins"]), len(tally["wins"])
    if not wins:
        return None
    squares = sum((seats * won - wins) ** 2 for won in tally["wins"])
    return math.sqrt(Fraction(squares, seats * wins * tally["games"]))


def pseudo_values(metric, groups, value):
    """G·θ − (G − 1)·θ without the group."""
    count = sum(group is not None for group in groups)
    found = []
    for place, group in enumerate(groups):
        rest = [other for number, other in enumerate(groups) if other and number != place]
        found.append(
            None
            if group is None or not rest
            else count * value - (count - 1) * of_starters(metric, add(rest))
        )
    return found


def equality_of_seats(tally):
    """The corrected chi-square test of equal win rates: its p-value, or none where nothing is known
    of the variation."""
    blocks, seats = tally["blocks"], len(tally["wins"])
    wins = np.array(tally["wins"], dtype=float)
    if blocks < 2 or not wins.any():
        return None
    products = np.reshape(np.array(tally["products"], dtype=float), (seats, seats))
    covariance = (products - np.outer(wins, wins) / blocks) / (blocks - 1)
    centring = np.eye(seats) - 1 / seats
    covariance = centring @ covariance @ centring
    trace, squares = np.trace(covariance), np.sum(covariance * covariance)
    if not trace > 1e-12 * np.abs(products).max():
        return None
    degrees = trace**2 / squares
    f = np.sum((wins - wins.mean()) ** 2) / (blocks * trace)
    return st.f_tail(float(f), float(degrees), float(degrees * (blocks - 1)))


def lone_rate(tally):
    return per(tally["wins"][0], tally["games"])


def skill_gain(survey, name):
    """What the best of the pool gains; in each half of the groups the one that was best in the
    other half."""
    pool, fair = survey.legs("alone"), survey.fair(name)

    def best(parity):
        halves = [
            (leg, [group for group in survey.tallies[name][leg][parity::2] if group])
            for leg in pool
        ]
        rates = [(lone_rate(add(groups)), leg) for leg, groups in halves if groups]
        return max(rates)[1] if rates else None

    chosen = [best(1), best(0)]
    if None in chosen:
        return None
    groups = [
        survey.tallies[name][chosen[number % 2]][number]
        for number in range(survey.header["groups"])
    ]
    gains = [lone_rate(group) - fair if group else None for group in groups]
    present = [gain for gain in gains if gain is not None]
    return math.fsum(present) / len(present), gains


def neighbour_gain(survey, name):
    """The mean over the pool of what the seat after the lone strategy wins more than the seat
    before it."""
    pool = survey.legs("alone")
    if survey.players < 3 or not pool:
        return None

    def gain(tally):
        return (tally["wins"][1] - tally["wins"][-1]) / tally["games"] if tally else None

    def mean(gains):
        return None if None in gains else math.fsum(gains) / len(gains)

    value = mean([gain(survey.whole(name, leg)) for leg in pool])
    return value, [
        mean([gain(survey.tallies[name][leg][group]) for leg in pool])
        for group in range(survey.header["groups"])
    ]


def row(name, baseline, metric, value, there, difference, interval, p):
    return {
        "rules": name,
        "baseline": baseline,
        "metric": metric,
        "value": value,
        "baseline_value": there,
        "difference": difference,
        "low": interval[0],
        "high": interval[1],
        "p_value": p,
        "p_adjusted": None,
    }


def against_fairness(survey, name):
    leg = survey.legs("starters")[0]
    whole, (value, groups) = survey.whole(name, leg), survey.measure(name, "first_seat")
    fair = sum(whole["wins"]) / whole["games"] / survey.players
    shares = [
        tally and per(sum(tally["wins"]), tally["games"] * survey.players)
        for tally in survey.tallies[name][leg]
    ]
    groups = [None if group is None else group - share for group, share in zip(groups, shares)]
    gain = value - fair
    yield row(
        name,
        FAIR,
        "first_seat",
        value,
        fair,
        gain,
        st.group_interval(gain, groups),
        st.group_p(gain, groups),
    )
    w = cohens_w(whole)
    if w is not None:
        yield row(name, FAIR, "seat_imbalance", w, 0.0, w, (None, None), equality_of_seats(whole))


def against_baseline(survey, name):
    for metric in ORDER:
        here, there = (
            survey.measure(name, metric),
            survey.measure(survey.header["baseline"], metric),
        )
        if here is None or there is None:
            continue
        groups = [None if None in pair else pair[0] - pair[1] for pair in zip(here[1], there[1])]
        gain = here[0] - there[0]
        interval, p = st.group_interval(gain, groups), st.group_p(gain, groups)
        yield row(name, survey.header["baseline"], metric, here[0], there[0], gain, interval, p)


def adjust(rows, correct):
    tested = [row for row in rows if row["p_value"] is not None]
    for row, p in zip(tested, correct([row["p_value"] for row in tested])):
        row["p_adjusted"] = p


def effects(survey):
    rows = []
    for name in survey.played:
        family = list(against_fairness(survey, name))
        if name != survey.header["baseline"]:
            family += against_baseline(survey, name)
        if survey.header["question"] != "sweep":
            adjust(family, st.holm)
        rows += family
    if survey.header["question"] == "sweep":
        adjust(rows, st.benjamini_hochberg)
    return sorted(rows, key=lambda row: (row["rules"], row["baseline"], row["metric"]))


def rate_interval(value, groups):
    """An interval by random groups, cut at 0 and 1."""
    low, high = st.group_interval(value, groups)
    return (None, None) if low is None else (max(low, 0.0), min(high, 1.0))


def seats(survey):
    for name in sorted(survey.played):
        leg = survey.legs("starters")[0]
        whole = survey.whole(name, leg)
        for seat in range(survey.players):
            value = whole["wins"][seat] / whole["games"]
            low, high = rate_interval(
                value,
                [
                    group and group["wins"][seat] / group["games"]
                    for group in survey.tallies[name][leg]
                ],
            )
            yield {
                "rules": name,
                "players": survey.players,
                "seat": seat + 1,
                "games": whole["games"],
                "wins": whole["wins"][seat],
                "win_rate": value,
                "win_rate_low": low,
                "win_rate_high": high,
                "score_mean": None,
            }


def turns(survey):
    for name in sorted(survey.played):
        for length, count in counted(survey.whole(name, survey.legs("starters")[0])["lengths"]):
            yield {"rules": name, "players": survey.players, "turns": length, "count": count}


def measures(survey, name):
    found = {}
    for metric in ORDER:
        measured = survey.measure(name, metric)
        if measured:
            low, high = st.group_interval(*measured)
            found[metric] = {"value": measured[0], "low": low, "high": high}
    return {"rules": name, "measures": found}


def unpaired(survey):
    """Rule sets that deal other cards than the baseline, or otherwise."""

    def deal(name):
        return [survey.settings[name].get(section) for section in ("deck", "setup")]

    return [name for name in survey.played if deal(name) != deal(survey.header["baseline"])]


# Skill


def estimate(value, half):
    return {"value": value, "low": value - half, "high": value + half}


def relative_skill(groups):
    """LE, RE and RS from each group's gains of beginner, optimal and fictive player."""
    count = len(groups)
    if count < 2:
        return None, None, None
    contrasts = np.array(groups) @ np.array([[-1, 0, -1], [1, -1, 0], [0, 1, 1]])
    means = contrasts.mean(axis=0)
    covariance = np.cov(contrasts.T) / count
    t = st.critical_value(count - 1)
    learning, random = (estimate(float(means[i]), t * math.sqrt(covariance[i, i])) for i in (0, 1))
    x, y = means[0], means[2]
    a, b, c = (
        y * y - t * t * covariance[2, 2],
        x * y - t * t * covariance[0, 2],
        x * x - t * t * covariance[0, 0],
    )
    if y <= 0 or a <= 0:
        return learning, random, None
    root = math.sqrt(max(b * b - a * c, 0.0))
    return (
        learning,
        random,
        {"value": float(x / y), "low": float((b - root) / a), "high": float((b + root) / a)},
    )


def share_of_deal(deals, wins, squares, games):
    """The intraclass correlation, both variances summed over the seats."""
    deal = whole = Fraction(0)
    for w, ww in zip(wins, squares):
        between = (Fraction(ww, games) - Fraction(w * w, deals * games)) / (deals - 1)
        within = (w - Fraction(ww, games)) / (deals * (games - 1))
        deal += (between - within) / games
        whole += (between - within) / games + within
    return float(deal / whole) if whole > 0 else None


def deal_share(survey, name):
    for leg in survey.legs("deals"):
        games, players = survey.plays[leg]["games"], survey.players
        groups = [group for group in survey.tallies[name][leg] if group]
        sums = np.array(
            [
                [group["blocks"], *group["wins"], *group["products"][:: players + 1]]
                for group in groups
            ],
            dtype=object,
        )

        def share(row):
            return (
                share_of_deal(row[0], row[1 : players + 1], row[players + 1 :], games)
                if row[0] > 1
                else None
            )

        total = sums.sum(axis=0)
        value = share(total)
        if value is None:
            return None
        without = [share(total - row) for row in sums]
        if len(groups) < 2 or None in without:
            return {"value": value, "low": None, "high": None}
        mean = math.fsum(without) / len(without)
        squares = math.fsum((one - mean) ** 2 for one in without)
        return estimate(
            value,
            st.critical_value(len(groups) - 1)
            * math.sqrt(squares * (len(groups) - 1) / len(groups)),
        )
    return None


def lead(survey, name, leg):
    partner = survey.players // 2 if survey.has_partners(name) else None
    opponents = [place for place in range(1, survey.players) if place != partner]

    def rates(tally):
        return lone_rate(tally), sum(tally["wins"][place] for place in opponents) / len(
            opponents
        ) / tally["games"]

    best, other = rates(survey.whole(name, leg))
    groups = [rates(group) if group else None for group in survey.tallies[name][leg]]
    low, high = st.group_interval(best - other, [group and group[0] - group[1] for group in groups])
    if low is None:
        return None
    decided = best + other

    def at(gap):
        gap = min(gap, decided)
        return st.rounds_to_lead((decided + gap) / 2, (decided - gap) / 2)

    return {"rounds": st.rounds_to_lead(best, other), "low": at(high), "high": at(low)}


def step(survey, name, leg):
    whole = survey.whole(name, leg)
    value, won = lone_rate(whole), 1 - whole["stalled"] / whole["games"]
    winners = round(survey.fair(name) * survey.players)

    def elo(rate):
        """The rating less that of the others, from the games that somebody won."""
        known = rate is not None and 0 < rate < won
        return st.elo(rate / won / winners, 1 / survey.players) if known else None

    low, high = rate_interval(
        value, [group and lone_rate(group) for group in survey.tallies[name][leg]]
    )
    return {
        "strategy": survey.plays[leg]["strategy"],
        "games": whole["games"],
        "win_rate": value,
        "win_rate_low": low,
        "win_rate_high": high,
        "elo": elo(value),
        "elo_low": elo(low),
        "elo_high": elo(high),
    }


def skill(survey, name):
    pool = survey.legs("alone")
    beginner, others, fictive = pool[0], pool[1:-1], pool[-1]
    best = max(pool[:-1], key=lambda leg: (lone_rate(survey.whole(name, leg)), leg))
    columns = zip(*(survey.tallies[name][leg] for leg in (beginner, best, fictive)))
    learning, random, relative = relative_skill(
        [[lone_rate(tally) for tally in groups] for groups in columns if all(groups)]
    )
    rungs = sorted((step(survey, name, leg) for leg in others), key=lambda rung: rung["win_rate"])
    return {
        "rules": name,
        "others": survey.plays[best]["others"],
        "best": survey.plays[best]["strategy"],
        "learning_effect": learning,
        "random_effect": random,
        "relative_skill": relative,
        "deal_share": deal_share(survey, name),
        "rounds_to_lead": lead(survey, name, best),
        "ladder": [step(survey, name, beginner), *rungs, step(survey, name, fictive)],
    }


def files(header, lines):
    """Every file with figures: its rows, or for summary.json its contents."""
    survey = Survey(header, lines)
    document = {key: header[key] for key in ("question", "seed", "players", "baseline")}
    if header["question"] == "skill":
        return {
            "summary.json": {**document, "skill": [skill(survey, name) for name in survey.played]}
        }
    tables = {"effects": effects(survey), "seats": list(seats(survey))}
    document.update(
        tables,
        unpaired=unpaired(survey),
        measures=[measures(survey, name) for name in survey.played],
    )
    return {
        **{f"{name}.csv": rows for name, rows in tables.items()},
        "turns.csv": list(turns(survey)),
        "summary.json": document,
    }
