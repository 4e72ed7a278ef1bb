"""The files of `rules compare`, `sweep` and `skill`, recomputed from the lines of their
progress.jsonl as docs/STATISTICS.md and docs/PROGRESS.md say."""

import json
import math
from collections import Counter
from fractions import Fraction

import numpy as np

import _ratings
import _statistics as st

FAIR = "fair"
LEARNED = "learned"
GROUPS = 50
SHARES = (
    "first_seat forced_share trailed_share stalled_share blocked_share skill_gain neighbour_gain"
).split()
SUMS = (
    "blocks games stalled blocked turns unfinished_turns asked forced lead_changes asked_of_won"
    " trailed drawn"
).split()
ORDER = (
    "first_seat seat_imbalance turns_mean turns_p05 turns_p50 turns_p95 score_mean score_sd"
    " score_p05 score_p50 score_p95 forced_share lead_changes trailed_share cards_drawn"
    " stalled_share blocked_share skill_gain neighbour_gain"
).split()


def add(tallies):
    """The sum of some tallies of a leg."""
    whole = {key: sum(tally[key] for tally in tallies) for key in SUMS}
    for key in ("wins", "products", "cells"):
        if key in tallies[0]:
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


class Table:
    """A table at which each seat begins in turn, with the legs of the pool that plays there."""

    def __init__(self, header, leg, name):
        self.leg, self.name = leg, name
        self.players = seats_of(header, leg)
        self.pool = [
            place
            for place, of in enumerate(header["legs"])
            if of["play"]["leg"] == "alone"
            and of["play"]["others"] == name
            and seats_of(header, place) == self.players
        ]


def seats_of(header, leg):
    return header["legs"][leg].get("players", header["players"])


def strategies(play):
    """Who plays in a leg, but for all pairs."""
    return [play.get("strategy"), play.get("others"), *play.get("strategies", [])]


def panel(header):
    """The tables, in the order of their legs."""
    for leg, of in enumerate(header["legs"]):
        if of["play"]["leg"] == "starters":
            yield Table(header, leg, of["play"]["strategy"])
        elif of["play"]["leg"] == "mixed":
            yield Table(header, leg, "+".join(of["play"]["strategies"]))


class Survey:
    """The tallies by rule set, leg and group."""

    def __init__(self, header, lines):
        self.header, self.players = header, header["players"]
        self.names = [rules["name"] for rules in header["rules"]]
        self.settings = {rules["name"]: rules["settings"] for rules in header["rules"]}
        self.plays = [leg["play"] for leg in header["legs"]]
        self.panel = list(panel(header))
        self.worth = header.get("worth", 1.0) / 100
        self.tallies = {name: [[None] * GROUPS for _ in self.plays] for name in self.names}
        for line in lines:
            groups = self.tallies[line["rules"]][line["leg"]]
            for group, tally in enumerate(line["tally"]):
                if tally:
                    groups[group] = add([groups[group], tally]) if groups[group] else tally
        self.join()
        self.played = [
            name for name in self.names if all(any(groups) for groups in self.tallies[name])
        ]
        self.cache = {}

    def join(self):
        """The groups of each of several who have learned the rules, put together."""
        learners = self.header.get("learned", {}).get("learners", 1)
        for leg, play in enumerate(self.plays):
            if learners == 1 or LEARNED not in strategies(play):
                continue
            for name in self.names:
                groups = self.tallies[name][leg]
                own = [list(filter(None, groups[place::learners])) for place in range(learners)]
                joined = [add(tallies) if tallies else None for tallies in own]
                self.tallies[name][leg] = joined + [None] * (len(groups) - learners)

    def legs(self, kind):
        return [place for place, play in enumerate(self.plays) if play["leg"] == kind]

    def whole(self, name, leg):
        key = name, leg
        if key not in self.cache:
            self.cache[key] = add([tally for tally in self.tallies[name][leg] if tally])
        return self.cache[key]

    def has_partners(self, name):
        return bool(self.settings[name].get("scoring", {}).get("partners"))

    def fair(self, name, players=None):
        return (2 if self.has_partners(name) else 1) / (players or self.players)

    def measure(self, name, metric, table):
        """A metric from all blocks and from each group; none where it is not measured."""
        key = name, metric, table.leg
        if key not in self.cache:
            self.cache[key] = self.measured(name, metric, table)
        return self.cache[key]

    def measured(self, name, metric, table):
        if metric == "skill_gain":
            return skill_gain(self, name, table)
        if metric == "neighbour_gain":
            return neighbour_gain(self, name, table)
        value = of_starters(metric, self.whole(name, table.leg))
        if value is None:
            return None
        groups = self.tallies[name][table.leg]
        if metric == "seat_imbalance":
            return value, pseudo_values(metric, groups, value)
        return value, [of_starters(metric, group) if group else None for group in groups]

    def margin(self, metric, table, value):
        """The smallest difference that matters."""
        if metric in SHARES:
            return self.worth / 2
        if metric == "seat_imbalance":
            return self.worth / 2 * table.players / math.sqrt(table.players - 1)
        return self.worth * abs(value)


def of_starters(metric, tally):
    """A metric of the leg in which each seat begins in turn."""
    games, scores = tally["games"], counted(tally["scores"])
    if metric.startswith("turns_p") or metric.startswith("score_p"):
        counts = counted(tally["lengths"]) if metric.startswith("turns") else scores
        return st.spread_quantile(int(metric[-2:]) / 100, counts)
    simple = {
        "first_seat": lambda: per(tally["wins"][0], games),
        "seat_imbalance": lambda: cohens_w(tally),
        "turns_mean": lambda: per(
            tally["turns"] - tally["unfinished_turns"],
            games - tally["stalled"] - tally["blocked"],
        ),
        "score_mean": lambda: per(sum(score * count for score, count in scores), games),
        "score_sd": lambda: st.standard_deviation(scores),
        "forced_share": lambda: per(tally["forced"], tally["asked"]),
        "lead_changes": lambda: per(tally["lead_changes"], games),
        "trailed_share": lambda: per(tally["trailed"], tally["asked_of_won"]),
        "cards_drawn": lambda: per(tally["drawn"], games),
        "stalled_share": lambda: per(tally["stalled"], games),
        "blocked_share": lambda: per(tally["blocked"], games),
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
    """The corrected chi-square test of equal win rates: F, its degrees of freedom and the p-value,
    or none where nothing is known of the variation."""
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
    f, degrees = float(f), float(degrees)
    return f, degrees, st.f_tail(f, degrees, degrees * (blocks - 1))


def lone_rate(tally):
    return per(tally["wins"][0], tally["games"])


def best_by_half(survey, name, legs):
    """For the groups with even and with odd numbers the leg that was best in the others."""

    def best(parity):
        halves = [
            (leg, [group for group in survey.tallies[name][leg][parity::2] if group])
            for leg in legs
        ]
        rates = [(lone_rate(add(groups)), leg) for leg, groups in halves if groups]
        return max(rates)[1] if rates else None

    return best(1), best(0)


def by_half(survey, name, chosen, value_of):
    """A quantity on average and in each group, of the leg that was chosen for its half."""
    tallies = [survey.tallies[name][chosen[number % 2]][number] for number in range(GROUPS)]
    groups = [value_of(tally) if tally else None for tally in tallies]
    present = [value for value in groups if value is not None]
    return math.fsum(present) / len(present), groups


def skill_gain(survey, name, table):
    """What the best of the pool gains; in each half of the groups the one that was best in the
    other half."""
    fair = survey.fair(name, table.players)
    chosen = best_by_half(survey, name, table.pool)
    if None in chosen:
        return None
    return by_half(survey, name, chosen, lambda tally: lone_rate(tally) - fair)


def neighbour_gain(survey, name, table):
    """The mean over the pool of what the seat after the lone strategy wins more than the seat
    before it."""
    pool = table.pool
    if table.players < 3 or not pool:
        return None

    def gain(tally):
        return (tally["wins"][1] - tally["wins"][-1]) / tally["games"] if tally else None

    def mean(gains):
        return None if None in gains else math.fsum(gains) / len(gains)

    value = mean([gain(survey.whole(name, leg)) for leg in pool])
    return value, [
        mean([gain(survey.tallies[name][leg][group]) for leg in pool]) for group in range(GROUPS)
    ]


def row(survey, table, name, baseline, metric, value, there, difference, groups):
    interval, p = st.group_interval(difference, groups), st.group_p(difference, groups)
    return {
        "rules": name,
        "baseline": baseline,
        "players": table.players,
        "table": table.name,
        "metric": metric,
        "value": value,
        "baseline_value": there,
        "difference": difference,
        "low": interval[0],
        "high": interval[1],
        "p_value": p,
        "p_adjusted": None,
        "verdict": "unclear",
        "levels": st.levels(difference, groups, survey.margin(metric, table, there)),
    }


def against_fairness(survey, name, table):
    whole, (value, groups) = (
        survey.whole(name, table.leg),
        survey.measure(name, "first_seat", table),
    )
    fair = sum(whole["wins"]) / whole["games"] / table.players
    shares = [
        tally and per(sum(tally["wins"]), tally["games"] * table.players)
        for tally in survey.tallies[name][table.leg]
    ]
    groups = [None if group is None else group - share for group, share in zip(groups, shares)]
    yield row(survey, table, name, FAIR, "first_seat", value, fair, value - fair, groups)
    measured = survey.measure(name, "seat_imbalance", table)
    if measured is not None:
        w, groups = measured
        found = row(survey, table, name, FAIR, "seat_imbalance", w, 0.0, w, groups)
        test = equality_of_seats(whole)
        yield {**found, "low": None, "high": None, "p_value": test and test[2]}


def against_baseline(survey, name, table):
    baseline = survey.header["baseline"]
    for metric in ORDER:
        here, there = (survey.measure(of, metric, table) for of in (name, baseline))
        if here is None or there is None:
            continue
        groups = [None if None in pair else pair[0] - pair[1] for pair in zip(here[1], there[1])]
        gain = here[0] - there[0]
        yield row(survey, table, name, baseline, metric, here[0], there[0], gain, groups)


def effects(survey):
    """The rows of effects.csv: one family."""
    rows = []
    for name in survey.played:
        for table in survey.panel:
            rows += against_fairness(survey, name, table)
            if name != survey.header["baseline"]:
                rows += against_baseline(survey, name, table)
    judge(rows, "difference")
    keys = ("rules", "baseline", "players", "table", "metric")
    return sorted(rows, key=lambda row: [row[key] for key in keys])


def rate_interval(value, groups):
    """An interval by random groups, cut at 0 and 1."""
    low, high = st.group_interval(value, groups)
    return (None, None) if low is None else (max(low, 0.0), min(high, 1.0))


def tables(survey):
    """The rule sets and tables in the order of rows."""
    for name in sorted(survey.played):
        for table in sorted(survey.panel, key=lambda table: (table.players, table.name)):
            yield name, table


def seats(survey):
    for name, table in tables(survey):
        whole = survey.whole(name, table.leg)
        for seat in range(table.players):
            value = whole["wins"][seat] / whole["games"]
            low, high = rate_interval(
                value,
                [
                    group and group["wins"][seat] / group["games"]
                    for group in survey.tallies[name][table.leg]
                ],
            )
            yield {
                "rules": name,
                "players": table.players,
                "table": table.name,
                "seat": seat + 1,
                "games": whole["games"],
                "wins": whole["wins"][seat],
                "win_rate": value,
                "win_rate_low": low,
                "win_rate_high": high,
                "score_mean": None,
            }


def turns(survey):
    for name, table in tables(survey):
        for length, count in counted(survey.whole(name, table.leg)["lengths"]):
            yield {
                "rules": name,
                "players": table.players,
                "table": table.name,
                "turns": length,
                "count": count,
            }


def swept_keys(survey):
    """The dotted keys in which rule sets differ from the baseline."""
    base = survey.settings[survey.header["baseline"]]
    dotted = [
        (section, key) for section, keys in base.items() if isinstance(keys, dict) for key in keys
    ]
    return sorted(
        f"{section}.{key}"
        for section, key in dotted
        if any(rules[section][key] != base[section][key] for rules in survey.settings.values())
    )


def sweep(survey):
    keys = swept_keys(survey)
    for name in survey.played:
        for table in survey.panel:
            for metric in ORDER:
                measured = survey.measure(name, metric, table)
                if measured is None:
                    continue
                low, high = st.group_interval(*measured)
                point = {"rules": name, "players": table.players, "table": table.name}
                for key in keys:
                    point[key] = cell(level(survey.settings[name], key))
                yield {**point, "metric": metric, "value": measured[0], "low": low, "high": high}


def cell(value):
    """A setting as a CSV file has it: true, false and lists as JSON."""
    compact = {"ensure_ascii": False, "separators": (",", ":")}
    return json.dumps(value, **compact) if isinstance(value, (bool, list, dict)) else value


def level(settings, key):
    section, entry = key.split(".")
    return settings[section][entry]


def design(survey, names):
    """What is put in and left out, and the rule set of each combination; none if some are not
    there."""
    columns = {}
    for key in swept_keys(survey):
        values = [level(survey.settings[name], key) for name in names]
        others = [value for value in values if value != values[0]]
        if any(value != others[0] for value in others):
            return None
        if others:
            pattern = tuple(value != values[0] for value in values)
            columns.setdefault(pattern, []).append((key, others[0]))
    factors = sorted(columns.items(), key=lambda factor: -factor[0].index(True))
    cells = {}
    for place, name in enumerate(names):
        cells.setdefault(sum(factor[0][place] << f for f, factor in enumerate(factors)), name)
    if len(factors) < 2 or len(cells) < 1 << len(factors):
        return None
    titles = []
    for f, (_, changes) in enumerate(factors):
        added = cells[1 << f].removeprefix(cells[0] + "+")
        if added != cells[1 << f] and "=" not in added:
            titles.append(added)
        else:
            titles.append(
                ", ".join(
                    f"{key}={value if isinstance(value, str) else json.dumps(value)}"
                    for key, value in changes
                )
            )
    return titles, [cells[cell] for cell in range(1 << len(factors))]


def contrast(cells, chosen):
    """What the chosen factors do together beyond what fewer of them do."""
    order = chosen.bit_count()
    signs = [(-1) ** (order - (cell & chosen).bit_count()) for cell in range(len(cells))]
    return math.fsum(sign * value for sign, value in zip(signs, cells)) * 2**order / len(cells)


def shares_of_variance(groups):
    """By one, two and more factors, of the effects of all sets of factors in each group."""
    variance = groups.var(axis=0, ddof=1) / len(groups)
    parts = [0.0, 0.0, 0.0]
    for chosen in range(1, groups.shape[1]):
        order = chosen.bit_count()
        part = float(groups[:, chosen].mean() ** 2 - variance[chosen])
        parts[min(order, 3) - 1] += part / 4**order
    whole = sum(parts)
    return [part / whole for part in parts] if whole > 0 else None


def factorial(survey):
    """The rows of factorial.csv, or none."""
    others = [name for name in survey.names if name != survey.header["baseline"]]
    found = design(survey, survey.names) or (others and design(survey, others))
    if not found or any(name not in survey.played for name in found[1]):
        return None
    titles, cells = found
    rows, untested = [], {"p_value": None, "p_adjusted": None, "verdict": "", "levels": None}
    for table in survey.panel:
        for metric in ("turns_mean", "first_seat", "skill_gain"):
            measured = [survey.measure(name, metric, table) for name in cells]
            if None in measured:
                continue
            sets = range(len(cells))
            whole = [contrast([value for value, _ in measured], chosen) for chosen in sets]
            by_group = [list(values) for values in zip(*(groups for _, groups in measured))]
            groups = [
                None if None in values else [contrast(values, chosen) for chosen in sets]
                for values in by_group
            ]
            margin = survey.margin(metric, table, whole[0])
            place = {"players": table.players, "table": table.name, "metric": metric}
            for chosen in sets:
                order = chosen.bit_count()
                if order > 2:
                    continue
                of_groups = [group and group[chosen] for group in groups]
                low, high = st.group_interval(whole[chosen], of_groups)
                name = " × ".join(title for f, title in enumerate(titles) if chosen >> f & 1)
                rows.append(
                    {
                        **place,
                        "kind": ("mean", "alone", "together")[order],
                        "effect": name,
                        "value": whole[chosen],
                        "low": low,
                        "high": high,
                        **untested,
                        "p_value": st.group_p(whole[chosen], of_groups) if chosen else None,
                        "levels": chosen and st.levels(whole[chosen], of_groups, margin),
                    }
                )
            played = np.array([group for group in groups if group])
            shares = shares_of_variance(played) if len(played) > 2 else None
            if shares is None:
                continue
            without = [
                shares_of_variance(np.delete(played, group, axis=0)) for group in range(len(played))
            ]
            count = sum(rest is not None for rest in without)
            for order, name in enumerate(("alone", "together", "more")):
                pseudo = [
                    rest and count * shares[order] - (count - 1) * rest[order] for rest in without
                ]
                low, high = st.group_interval(shares[order], pseudo)
                rows.append(
                    {
                        **place,
                        "kind": "share",
                        "effect": name,
                        "value": shares[order],
                        "low": low,
                        "high": high,
                        **untested,
                    }
                )
    judge(rows, "value")
    keys = ("players", "table", "metric", "kind", "effect")
    return sorted(rows, key=lambda row: [row[key] for key in keys])


def judge(rows, column):
    """Adjusts p-values and gives verdicts, over all rows that have any."""
    tested = [row for row in rows if row["p_value"] is not None]
    for found, p in zip(tested, st.holm([row["p_value"] for row in tested])):
        found["p_adjusted"] = p
    estimated = [found for found in rows if found["levels"]]
    outside = st.holm([found["levels"][0] for found in estimated])
    inside = st.holm([found["levels"][1] for found in estimated])
    for found, out, within in zip(estimated, outside, inside):
        found["verdict"] = "unclear"
        if out < 0.05:
            found["verdict"] = "more" if found[column] > 0 else "less"
        elif within < 0.05:
            found["verdict"] = "same"
    for found in rows:
        del found["levels"]


def measures(survey, name, table):
    found = {}
    for metric in ORDER:
        measured = survey.measure(name, metric, table)
        if measured:
            low, high = st.group_interval(*measured)
            found[metric] = {"value": measured[0], "low": low, "high": high}
    return {"rules": name, "players": table.players, "table": table.name, "measures": found}


STANDARD = {"0": 1, **{symbol: 2 for symbol in "123456789SR"}, "+2": 2}
JUNIOR = {"1": 2, **{symbol: 1 for symbol in "23456789S"}, "+1": 1, "+2": 1}
WILDS = {
    "wild": "W",
    "wild_draw_four": "W+4",
    "swap_hands": "WS",
    "shuffle_hands": "WH",
    "crash": "WC",
    "downpour_one": "D1",
    "downpour_two": "D2",
}


def cards(deck):
    """How many cards of each kind a deck has. Its table goes by symbols, in every colour, and by
    kinds, which win over them; a blank that draws is the same card however many it draws."""
    blank = "WB" if deck.get("blank_draws", 0) == 0 else "W+"
    own = {f"W+{deck['blank_draws']}": "W+"} if blank == "W+" else {}
    table = {own.get(name, name): count for name, count in deck.get("cards", {}).items()}
    coloured = STANDARD if deck["edition"] == "standard" else JUNIOR
    symbols = {*STANDARD, *JUNIOR}
    found = {
        colour + symbol: table.get(colour + symbol, table.get(symbol, coloured.get(symbol, 0)))
        for colour in "RBGY"
        for symbol in symbols
    }
    wilds = {symbol: deck.get(key, 0) for key, symbol in WILDS.items()}
    wilds[blank] = deck.get("blanks", 0)
    found.update({symbol: table.get(symbol, count) for symbol, count in wilds.items()})
    return {kind: count * deck.get("packs", 1) for kind, count in found.items() if count}


def unpaired(survey):
    """Rule sets that deal other cards than the baseline, or otherwise."""

    def deal(name):
        setup = survey.settings[name]["setup"]
        return cards(survey.settings[name]["deck"]), setup["hand_size"], setup["start_card"]

    baseline = deal(survey.header["baseline"])
    return [name for name in survey.played if deal(name) != baseline]


# Skill


def chosen_interval(value, groups, apart):
    """The interval by groups, of what was chosen by halves for each other; `apart`: they have
    chosen two."""
    low, high = st.group_interval(value, groups)
    if low is None or not apart:
        return low, high
    half = math.sqrt(2) * (high - low) / 2
    return value - half, value + half


# The order of all pairs


class Pairs:
    """What the strategies of a pool won from each other in some deals."""

    def __init__(self, tallies, size):
        whole = add(tallies)
        self.deals, self.size = whole["blocks"], size
        self.wins = np.reshape(whole["cells"], (size, size, 2))

    def share(self, one, other):
        return int(self.wins[one, other].sum()) / (2 * self.deals)

    def fit(self):
        line_ups = [
            {
                "members": [one, other],
                "firsts": np.array([self.deals, self.deals]),
                "wins": np.array([self.wins[one, other], self.wins[other, one]]),
                "blocks": self.deals,
            }
            for one in range(self.size)
            for other in range(one + 1, self.size)
        ]
        cross = np.zeros((self.size + 2, self.size + 2))
        fit = _ratings.Fit(line_ups, self.size, 2, 1, cross)
        return fit if fit.run() else None

    def order(self):
        fit = self.fit()
        if fit is None:
            return None
        members = _ratings.rated(fit)
        mean = np.mean(fit.logs[members]) if members else 0.0
        reach = _ratings.reachability(fit.line_ups, self.size)

        def points(one):
            if one in members:
                # Who plays alike is equal but for rounding.
                return round(1e6 * _ratings.ELO * float(fit.logs[one] - mean))
            return math.inf if members and reach[one, members[0]] else -math.inf

        return sorted(range(self.size), key=points, reverse=True)

    def difference(self, one, other):
        fit = self.fit()
        if fit is None or not {one, other} <= set(_ratings.rated(fit)):
            return None
        return _ratings.ELO * float(fit.logs[one] - fit.logs[other])


def pairs(survey, name):
    """The best against the second, and how far it is above the worst."""
    for leg in survey.legs("pairs"):
        pool, groups = survey.plays[leg]["pool"], survey.tallies[name][leg]
        sides = [[group for group in groups[parity::2] if group] for parity in (0, 1)]
        if not all(sides):
            return None, None
        halves = [Pairs(side, len(pool)) for side in sides]
        orders = [halves[1].order(), halves[0].order()]
        if None in orders:
            return None, None

        def called(place):
            return " or ".join(sorted({pool[order[place]] for order in orders}))

        def cautious(value, figures, *places):
            apart = any(orders[0][place] != orders[1][place] for place in places)
            return chosen_interval(value, figures, apart)

        return (
            best_and_second(halves, groups, orders, called, cautious),
            range_of(halves, sides, groups, orders, called, cautious),
        )
    return None, None


def best_and_second(halves, groups, orders, called, cautious):
    found = [half.share(*order[:2]) for half, order in zip(halves, orders)]
    value = (found[0] + found[1]) / 2
    figures = [
        Pairs([group], halves[0].size).share(*orders[number % 2][:2]) if group else None
        for number, group in enumerate(groups)
    ]
    low, high = cautious(value, figures, 0, 1)
    if low is None:
        return None
    return {
        "better": called(0),
        "other": called(1),
        "win_rate": {"value": value, "low": max(low, 0.0), "high": min(high, 1.0)},
    }


def range_of(halves, sides, groups, orders, called, cautious):
    def points(half, games):
        return games.difference(orders[half][0], orders[half][-1])

    values = [points(half, halves[half]) for half in (0, 1)]
    if None in values:
        return None
    figures = []
    for number, group in enumerate(groups):
        side, count = sides[number % 2], len(sides[number % 2])
        rest = [other for other in side if other is not group]
        without = points(number % 2, Pairs(rest, halves[0].size)) if group and rest else None
        figures.append(
            None if without is None else count * values[number % 2] - (count - 1) * without
        )
    value = sum(values) / 2
    low, high = cautious(value, figures, 0, -1)
    unit = st.elo(0.6, 0.5)

    def scaled(by):
        return {
            "value": value / by,
            "low": None if low is None else low / by,
            "high": None if high is None else high / by,
        }

    return {
        "pool": halves[0].size,
        "best": called(0),
        "worst": called(-1),
        "elo": scaled(1),
        "steps": scaled(unit),
    }


def step(survey, name, leg):
    whole = survey.whole(name, leg)
    winners = round(survey.fair(name) * survey.players)
    value, won = lone_rate(whole), sum(whole["wins"]) / winners / whole["games"]

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
    players = survey.legs("alone")
    chosen = best_by_half(survey, name, players)
    rate, best = by_half(survey, name, chosen, lone_rate)
    rungs = sorted(
        (step(survey, name, leg) for leg in players[1:]), key=lambda rung: rung["win_rate"]
    )
    low, high = chosen_interval(rate, best, chosen[0] != chosen[1])
    low, high = (None, None) if low is None else (max(low, 0.0), min(high, 1.0))
    against, steps = pairs(survey, name)
    found = {
        "rules": name,
        "others": survey.plays[players[0]]["others"],
        "best": " or ".join(sorted({survey.plays[leg]["strategy"] for leg in chosen})),
        "win_rate": {"value": rate, "low": low, "high": high},
        "best_and_second": against,
        "steps": steps,
        "ladder": [
            step(survey, name, players[0]),
            *rungs,
            *(step(survey, name, leg) for leg in survey.legs("ceiling")),
        ],
    }
    # What a survey does not ask is not there.
    asked = ("best_and_second", "steps")
    return {key: value for key, value in found.items() if key not in asked or value is not None}


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
        measures=[
            measures(survey, name, table) for name in survey.played for table in survey.panel
        ],
    )
    of_factors = factorial(survey) if header["question"] == "sweep" else None
    return {
        **{f"{name}.csv": rows for name, rows in tables.items()},
        "turns.csv": list(turns(survey)),
        **({} if of_factors is None else {"factorial.csv": of_factors}),
        **({"sweep.csv": list(sweep(survey))} if header["question"] == "sweep" else {}),
        "summary.json": document,
    }
