"""The files of `rules compare`, `sweep` and `skill`, recomputed from the lines of their
progress.jsonl as docs/STATISTICS.md and docs/PROGRESS.md say."""

import _statistics as st
import itertools
import json
import math
from collections import Counter
from functools import cached_property
from pathlib import Path

import numpy as np

import _program
import _ratings
from _long import REST

PARTS = Path(__file__).resolve().parent.parent / "crates" / "measure" / "src"
LEARNERS_FILE = PARTS / "survey" / "learners.csv"

FAIR = "fair"
UNASKED = {"verdict": "", "family": ""}
MIXED = "champion+counter+linear+most-colour"
LEARNED = "learned"
PRIMARY_TABLES = ("counter", "champion", LEARNED)
PRIMARY = ("turns_p50", "first_seat", "score_mean", "cards_drawn", "skill_gain")
SUMS = ["blocks", "games", "stalled", "blocked", "turns", "unfinished_turns", "asked"]
SUMS += ["forced", "drawn", "rounds"]
COURSE = ["games", "turns", "lead_changes", "lowest"]
SUMS += [f"course.{key}" for key in COURSE]
# Part and whole of the metrics that are a ratio of two sums.
RATIOS = {
    "forced_share": ("forced", "asked"),
    "lead_changes": ("course.lead_changes", "course.games"),
    "lowest_chance": ("course.lowest", "course.games"),
    "cards_drawn": ("drawn", "games"),
    "stalled_share": ("stalled", "games"),
    "blocked_share": ("blocked", "games"),
}
# How much learners differ, as the program has it.
LEARNERS = {
    (row["table"], row["metric"], row["of"]): (float(row["fixed"]), float(row["share"]))
    for row in _program.read_rows(LEARNERS_FILE)
}
ORDER = ["first_seat", "seat_imbalance", "turns_mean", "turns_p05", "turns_p50", "turns_p95"]
ORDER += ["score_mean", "score_sd", "score_p05", "score_p50", "score_p95", "forced_share"]
ORDER += ["lead_changes", "lowest_chance", "cards_drawn"]
ORDER += ["stalled_share", "blocked_share", "skill_gain", "neighbour_gain"]
ORDER += ["match_rounds", "match_turns", "leader_wins", "match_gain"]


def counted(tally):
    """A tally with its histograms as counters, and its course field by field."""
    course = tally.get("course") or dict.fromkeys(COURSE, 0) | {"said": [0] * 20}
    told = {f"course.{key}": value for key, value in course.items()}
    told |= {"rounds": tally.get("rounds", 0), "led": tally.get("led", [0, 0])}
    told |= {"bots": tally.get("bots", [0, 0])}
    return tally | told | {key: st.histogram(tally[key]) for key in ("lengths", "scores")}


def add(tallies, histograms=("lengths", "scores")):
    """The sum of some tallies of a leg, with some of their histograms."""
    whole = {key: sum(tally[key] for tally in tallies) for key in SUMS}
    whole["fair"] = tallies[0]["fair"]
    for key in ("wins", "products", "cells", "course.said", "led", "bots"):
        if key in tallies[0]:
            whole[key] = [sum(column) for column in zip(*(tally[key] for tally in tallies))]
    for key in histograms:
        whole[key] = Counter()
        for tally in tallies:
            whole[key].update(tally[key])
    return whole


def per(part, whole):
    return part / whole if whole else None


class Table:
    """A table at which each seat begins in turn, if any, with the legs of the pool there."""

    def __init__(self, legs, leg, name, players):
        self.leg, self.name, self.players = leg, name, players
        self.place = {"players": players, "table": name}

        def among(kind):
            here = {"leg": kind, "others": name}.items()
            of_kind = ((place, of) for place, (play, of) in enumerate(legs) if here <= play.items())
            return [place for place, seats in of_kind if seats == players]

        self.pool, self.matches = among("alone"), among("matches")


def panel(legs):
    """The tables, in the order of their legs; then those that have a pool alone. A leg is what is
    played, and at how many seats."""
    tables = []
    for leg, (play, players) in enumerate(legs):
        if play["leg"] == "starters":
            tables.append(Table(legs, leg, play["strategy"], players))
        elif play["leg"] == "mixed":
            name = "+".join(play["strategies"])
            tables.append(Table(legs, leg, "mixed" if name == MIXED else name, players))
    for play, players in legs if tables else []:
        place = play.get("others"), players
        known = [(table.name, table.players) for table in tables]
        if play["leg"] in ("alone", "matches") and place not in known:
            tables.append(Table(legs, None, *place))
    return tables


def seated(play):
    """Who sits in a leg."""
    some = [play.get("strategy"), play.get("others"), *play.get("strategies", [])]
    return {*filter(None, some), *play.get("pool", [])}


class Survey:
    """The tallies by rule set, leg and group."""

    def __init__(self, header, lines):
        self.header, self.players, self.baseline = header, header["players"], header["baseline"]
        self.settings = {rules["name"]: rules["settings"] for rules in header["rules"]}
        self.names = list(self.settings)
        self.plays = [leg["play"] for leg in header["legs"]]
        of_legs = [leg.get("players", self.players) for leg in header["legs"]]
        self.panel = panel(list(zip(self.plays, of_legs)))
        self.worth = header.get("worth", 1.0) / 100
        exams = header.get("examined", [])
        self.stand_ins = {(of["rules"], of["players"]) for of in exams if "digest" in of}
        self.tallies = {name: [[None] * st.GROUPS for _ in self.plays] for name in self.names}
        for line in lines:
            groups = self.tallies[line["rules"]][line["leg"]]
            fair = {"fair": self.fair(line["rules"], of_legs[line["leg"]])}
            for group, tally in enumerate(line["tally"]):
                if tally:
                    groups[group] = add([*filter(None, [groups[group]]), counted(tally) | fair])
        of_legs = set().union(*map(seated, self.plays))
        written = {name for name in of_legs if name.startswith(("cmd:", "py:"))}
        self.bots = written | of_legs & header.get("bots", {}).keys()
        self.join()
        of_all = self.tallies.items()
        self.played = [name for name, legs in of_all if all(any(groups) for groups in legs)]
        self.cache = {}

    def substituted(self, name, leg):
        """Whether random made more than 1 % of the decisions of a bot; of several bots all faults
        may be those of one."""
        faults, asked = self.whole(name, leg)["bots"]
        return faults * max(len(self.bots & seated(self.plays[leg])), 1) > 0.01 * asked

    def join(self):
        """The groups of each of several who have learned the rules, put together."""
        learners = self.header.get("learned", {}).get("learners", 1)
        for leg, play in enumerate(self.plays):
            who = [play.get("strategy"), play.get("others"), *play.get("strategies", [])]
            if learners == 1 or LEARNED not in who:
                continue
            for legs in self.tallies.values():
                own = [list(filter(None, legs[leg][place::learners])) for place in range(learners)]
                joined = [add(tallies) if tallies else None for tallies in own]
                legs[leg] = joined + [None] * (len(legs[leg]) - learners)

    def legs(self, kind):
        return [place for place, play in enumerate(self.plays) if play["leg"] == kind]

    def whole(self, name, leg):
        key = name, leg
        if key not in self.cache:
            self.cache[key] = add([tally for tally in self.tallies[name][leg] if tally])
        return self.cache[key]

    def of_groups(self, name, leg, value_of):
        """A quantity in each group; none where it is not known."""
        return [value_of(tally) if tally else None for tally in self.tallies[name][leg]]

    def fair(self, name, players):
        return (2 if self.settings[name].get("scoring", {}).get("partners") else 1) / players

    def rate(self, name, leg, seat=0):
        """A seat's win rate with its interval by random groups."""

        def rate(tally):
            return st.share(tally, seat)

        value = rate(self.whole(name, leg))
        groups = self.of_groups(name, leg, rate)
        ends = st.at_end(value, self.whole(name, leg)["blocks"])
        return value, *(ends or st.cut(*st.group_interval(value, groups)))

    def measure(self, name, metric, table):
        """A metric from all blocks and from each group; none where it is not measured."""
        key = name, metric, table.name, table.players
        if key not in self.cache:
            of = POOLED.get(metric, of_table)
            self.cache[key] = of(self, name, table, metric)
        return self.cache[key]

    def games(self, name, metric, table):
        """The games by which a metric is measured, and the share of them that nobody won."""
        legs = [*table.pool, *table.matches] if is_of_pool(metric) else [table.leg]
        played = [self.whole(name, leg) for leg in legs]
        games = sum(of["games"] for of in played)
        nobody = sum(of["stalled"] + of["blocked"] for of in played)
        return {"games": games, "undecided": nobody / games}

    def margin(self, metric, table, value):
        """The smallest difference that matters."""
        if metric == "first_seat" or metric.endswith(("_share", "_gain", "_chance", "_wins")):
            return self.worth / 2
        if metric == "seat_imbalance":
            return self.worth / 2 * table.players / math.sqrt(table.players - 1)
        return self.worth * abs(value)


def is_of_pool(metric):
    """Whether the legs of the pool measure it."""
    return metric.endswith("_gain") or metric in MATCHES


def of_table(survey, name, table, metric):
    """A metric of matches, or of the leg in which each seat begins in turn."""
    if metric in MATCHES:
        of = MATCHES[metric]
        legs = [(leg, of(survey.whole(name, leg))) for leg in table.matches]
        return next(((value, survey.of_groups(name, leg, of)) for leg, value in legs), None)
    if table.leg is None:
        return None
    value = of_starters(metric, survey.whole(name, table.leg))
    if value is None:
        return None
    if metric == "seat_imbalance":
        return value, pseudo_values(survey.tallies[name][table.leg], value)
    return value, survey.of_groups(name, table.leg, lambda tally: of_starters(metric, tally))


def of_starters(metric, tally):
    games, scores = tally["games"], sorted(tally["scores"].items())
    if metric in RATIOS:
        part, whole = RATIOS[metric]
        # In millionths.
        scale = 1_000_000 if part == "course.lowest" else 1
        return per(tally[part], tally[whole] * scale)
    if metric == "turns_mean":
        finished = games - tally["stalled"] - tally["blocked"]
        return per(tally["turns"] - tally["unfinished_turns"], finished)
    if metric == "first_seat":
        return st.share(tally, 0)
    if metric == "seat_imbalance":
        return st.cohens_w(tally)
    if metric == "score_mean":
        return per(sum(score * count for score, count in scores), games)
    if metric == "score_sd":
        return st.standard_deviation(scores)
    counts = sorted(tally["lengths"].items()) if metric.startswith("turns") else scores
    return st.spread_quantile(int(metric[-2:]) / 100, counts)


def pseudo_values(groups, value):
    """What each group says of how unequal the seats are, which is no mean of groups."""
    present = [group for group in groups if group]
    rests = [[other for other in present if other is not group] for group in groups]
    without = [
        st.cohens_w(add(rest, ())) if group and rest else None for group, rest in zip(groups, rests)
    ]
    return [st.pseudo_value(len(present), value, rest) for rest in without]


def lone_rate(tally):
    return st.share(tally, 0)


def best_by_half(survey, name, legs):
    """For the groups with even and with odd numbers the leg that was best in the others."""

    def best(parity):
        groups = {leg: list(filter(None, survey.tallies[name][leg][parity::2])) for leg in legs}
        rates = [(lone_rate(add(half, ())), leg) for leg, half in groups.items() if half]
        return max(rates)[1] if rates else None

    return best(1), best(0)


def by_half(survey, name, chosen, value_of):
    """A quantity on average and in each group, of the leg that was chosen for its half."""
    tallies = [survey.tallies[name][chosen[number % 2]][number] for number in range(st.GROUPS)]
    groups = [value_of(tally) if tally else None for tally in tallies]
    return mean([value for value in groups if value is not None]), groups


def mean(values):
    return None if None in values else math.fsum(values) / len(values)


def skill_gain(survey, name, table, _):
    """What the best of the pool gains; in each half of the groups the one that was best in the
    other half."""
    fair = survey.fair(name, table.players)
    chosen = best_by_half(survey, name, table.pool)
    if None in chosen:
        return None
    return by_half(survey, name, chosen, lambda tally: lone_rate(tally) - fair)


def neighbour_gain(survey, name, table, _):
    """The mean over the pool of what the seat after the lone strategy wins more than the seat
    before it."""
    if table.players < 3 or not table.pool:
        return None

    def gain(tally):
        return (tally["wins"][1] - tally["wins"][-1]) / tally["games"]

    groups = zip(*(survey.of_groups(name, leg, gain) for leg in table.pool))
    value = mean([gain(survey.whole(name, leg)) for leg in table.pool])
    return value, [mean(of_pool) for of_pool in groups]


# Part and whole of what is measured of matches.
MATCHES = {
    "match_rounds": lambda tally: tally["rounds"] / tally["games"],
    "match_turns": lambda tally: tally["turns"] / tally["games"],
    "leader_wins": lambda tally: per(tally["led"][1], tally["led"][0]),
}


def less(one, other):
    """The difference of two quantities, each with what groups say of it."""
    pairs = zip(one[1], other[1])
    return one[0] - other[0], [None if None in pair else pair[0] - pair[1] for pair in pairs]


def constant(value):
    """A quantity of which every group says the same."""
    return value, [value] * st.GROUPS


def match_gain(survey, name, table, _):
    """What one of the pool wins of matches, less what it wins of rounds."""
    legs = [*table.matches, *table.pool]
    if len(table.matches) != 1 or len(table.pool) != 1:
        return None
    of_legs = [lone_rate(survey.whole(name, leg)) for leg in legs]
    return less(*zip(of_legs, (survey.of_groups(name, leg, lone_rate) for leg in legs)))


POOLED = {
    "skill_gain": skill_gain,
    "neighbour_gain": neighbour_gain,
    "match_gain": match_gain,
}


def spread_of(survey, table, metric, of):
    """How far learners differ in a metric at a table; none where none sits there."""
    strategies = {survey.plays[leg]["strategy"] for leg in table.pool}
    if is_of_pool(metric) and strategies != {"champion"}:
        return None
    return LEARNERS.get((table.name, metric, of))


def has_specialist(survey, table, rules):
    """Whether a specialist sits in place of `champion` under any of these rule sets."""
    return any((name, table.players) in survey.stand_ins for name in rules)


def is_of_specialist(survey, table, metric, of, rules):
    """Whether nobody knows how far siblings of who plays would differ."""
    known = spread_of(survey, table, metric, of)
    return bool(known) and has_specialist(survey, table, rules)


def of_any_learner(survey, table, metric, rules, of, value, groups):
    """What groups say of rule sets, so much farther apart as players differ who learned the same
    rules from other games, or the mean of those who take turns."""
    found = st.group_estimate(value, groups)
    spread = spread_of(survey, table, metric, of)
    if not spread or not found or not found[0]:
        return groups
    in_turn = 1 if has_specialist(survey, table, rules) else survey.header.get("champions", 1)
    between = math.hypot(spread[0], spread[1] * value) / math.sqrt(in_turn)
    factor = math.hypot(found[0], between) / found[0]
    middle = mean([group for group in groups if group is not None])
    return [None if group is None else middle + factor * (group - middle) for group in groups]


def row(survey, table, name, baseline, metric, here, there):
    """What a rule set does to a metric, not judged yet; of the same rules under two names nothing
    is asked."""
    difference, groups = less(here, there)
    of = "fair" if baseline == FAIR else "baseline"
    groups = of_any_learner(survey, table, metric, (name, survey.baseline), of, difference, groups)
    low, high = st.group_interval(difference, groups)
    is_primary = metric in PRIMARY and table.name in PRIMARY_TABLES
    is_twin = baseline != FAIR and survey.settings[name] == survey.settings[baseline]
    return {
        "rules": name,
        "baseline": baseline,
        **table.place,
        "metric": metric,
        "value": here[0],
        "baseline_value": there[0],
        "difference": difference,
        **survey.games(name, metric, table),
        "low": low,
        "high": high,
        "p_value": st.group_p(difference, groups),
        "p_adjusted": None,
        "verdict": "same" if is_twin else "unclear",
        "family": "" if is_twin else "primary" if is_primary else "explore",
        "q_value": None,
        "levels": st.levels(difference, groups, survey.margin(metric, table, there[0])),
    }


def against_fairness(survey, name, table):
    whole, fair = survey.whole(name, table.leg), constant(survey.fair(name, table.players))
    measured = survey.measure(name, "first_seat", table)
    found = row(survey, table, name, FAIR, "first_seat", measured, fair)
    pair = (name, survey.baseline)
    own = not survey.substituted(name, table.leg)
    is_told = own and not is_of_specialist(survey, table, "first_seat", "fair", pair)
    yield found if any(whole["wins"]) and is_told else found | UNASKED
    measured = survey.measure(name, "seat_imbalance", table)
    if measured is not None:
        found = row(survey, table, name, FAIR, "seat_imbalance", measured, constant(0.0))
        test = st.equality_of_seats(whole)
        found |= {"low": None, "high": None, "p_value": test and test[2]}
        yield found if own else found | UNASKED


def against_baseline(survey, name, table):
    scorings = [survey.settings[of].get("scoring") for of in (name, survey.baseline)]
    for metric in ORDER:
        both = [survey.measure(of, metric, table) for of in (name, survey.baseline)]
        if None in both:
            continue
        pair = (name, survey.baseline)
        is_comparable = (
            not is_of_specialist(survey, table, metric, "baseline", pair)
            and (scorings[0] == scorings[1] or not metric.startswith("score"))
            and (unfinished(survey, name, table) <= 0.001 or not metric.startswith("turns"))
            and all(is_told(survey, of, table, metric) for of in (name, survey.baseline))
        )
        found = row(survey, table, name, survey.baseline, metric, *both)
        yield found if is_comparable else found | UNASKED


def is_told(survey, name, table, metric):
    """Whether everybody played for itself, and somebody won a game where a share of wins is
    measured."""
    is_of_wins = metric in ("first_seat", "seat_imbalance", *POOLED)
    won = all(any(survey.whole(name, leg)["wins"]) for leg in legs_of(table, metric))
    return (won or not is_of_wins) and not has_substitutes(survey, name, table, metric)


def legs_of(table, metric):
    """The legs that a metric is measured in."""
    legs = dict.fromkeys(("skill_gain", "neighbour_gain"), table.pool)
    legs |= {"match_gain": [*table.pool, *table.matches]} | dict.fromkeys(MATCHES, table.matches)
    return legs.get(metric, [leg for leg in [table.leg] if leg is not None])


def has_substitutes(survey, name, table, metric):
    """Whether random played for somebody where a metric is measured."""
    return any(survey.substituted(name, leg) for leg in legs_of(table, metric))


def unfinished(survey, name, table):
    """The larger share of games that did not finish, with a rule set and without."""
    if table.leg is None:
        return 0
    both = [survey.whole(of, table.leg) for of in (name, survey.baseline)]
    return max((whole["stalled"] + whole["blocked"]) / whole["games"] for whole in both)


def effects(survey):
    """The effects, each judged within its family."""
    rows, digests = [], {name: json.dumps(of) for name, of in survey.settings.items()}
    for name in survey.played:
        for table in survey.panel:
            if table.leg is not None:
                rows += against_fairness(survey, name, table)
            if name != survey.baseline:
                rows += against_baseline(survey, name, table)
    questions = {}
    for row in rows:
        if row["levels"] is None:
            row["family"] = ""
        asked = [row[key] for key in ("baseline", "players", "table", "metric")]
        questions.setdefault((row["family"], digests[row["rules"]], *asked), []).append(row)
    for family, correct in (("primary", st.holm), ("explore", st.benjamini_hochberg)):
        own = [same for key, same in questions.items() if key[0] == family]
        judge([same[0] for same in own], "difference", "q_value", correct)
        for first, *others in own:
            for other in others:
                other.update(verdict=first["verdict"], q_value=first["q_value"])
    for row in rows:
        row["p_adjusted"] = row["q_value"] if row["family"] == "primary" else None
        del row["levels"]
    return rows


def tables(survey):
    """The rule sets and tables in the order of rows, with what a row says of them."""
    for name in sorted(survey.played):
        seated = [table for table in survey.panel if table.leg is not None]
        for table in sorted(seated, key=lambda table: (table.players, table.name)):
            yield name, table, {"rules": name, **table.place}


def seats(survey):
    for name, table, place in tables(survey):
        whole = survey.whole(name, table.leg)
        for seat in range(table.players):
            yield {
                **place,
                "seat": seat + 1,
                "games": whole["games"],
                "wins": whole["wins"][seat],
                **st.columns("win_rate", *survey.rate(name, table.leg, seat)),
                "score_mean": None,
                REST: survey.games(name, "first_seat", table),
            }


def turns(survey):
    for name, table, place in tables(survey):
        for length, count in sorted(survey.whole(name, table.leg)["lengths"].items()):
            yield {**place, "turns": length, "count": count}


def chances(survey):
    for name, table, place in tables(survey):
        said = survey.whole(name, table.leg)["course.said"]
        of_games = survey.games(name, "first_seat", table)
        for tenth in range(len(said) // 2 if any(said) else 0):
            told = {"said": said[2 * tenth], "won": said[2 * tenth + 1]}
            yield {**place, "percent": 10 * tenth, **told, REST: of_games}


def swept_keys(survey):
    """The dotted keys in which rule sets differ from the baseline."""
    base = survey.settings[survey.baseline]
    return sorted(
        f"{section}.{key}"
        for section, keys in base.items()
        if isinstance(keys, dict)
        for key, value in keys.items()
        if any(rules[section][key] != value for rules in survey.settings.values())
    )


def sweep(survey):
    keys = swept_keys(survey)
    for name in survey.played:
        point = {key: level(survey.settings[name], key) for key in keys}
        for table in survey.panel:
            for metric, measured in all_measures(survey, name, table).items():
                of = {"rules": name, **table.place, **point, "metric": metric, **measured}
                yield of | {REST: survey.games(name, metric, table)}


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
            text = others[0] if isinstance(others[0], str) else json.dumps(others[0])
            columns.setdefault(pattern, []).append(f"{key}={text}")
    factors = sorted(columns.items(), key=lambda factor: -factor[0].index(True))
    cells = {}
    for place, name in enumerate(names):
        cells.setdefault(sum(factor[0][place] << f for f, factor in enumerate(factors)), name)
    if len(factors) < 2 or len(cells) < 1 << len(factors):
        return None
    titles = []
    for f, (_, changes) in enumerate(factors):
        added = cells[1 << f].removeprefix(cells[0] + "+")
        is_named = added != cells[1 << f] and "=" not in added
        titles.append(added if is_named else ", ".join(changes))
    return titles, [cells[cell] for cell in range(1 << len(factors))]


def contrasts(cells):
    """What each set of factors does together beyond what fewer of them do."""

    def contrast(chosen):
        signs = [(-1) ** (chosen & ~cell).bit_count() for cell in range(len(cells))]
        whole = math.fsum(sign * value for sign, value in zip(signs, cells))
        return whole * 2 ** chosen.bit_count() / len(cells)

    return [contrast(chosen) for chosen in range(len(cells))]


def shares_of_variance(groups):
    """By one, two and more factors, of the effects of all sets of factors in each group."""
    orders = np.array([chosen.bit_count() for chosen in range(groups.shape[1])])
    squares = groups.mean(axis=0) ** 2 - groups.var(axis=0, ddof=1) / len(groups)
    parts = np.bincount(np.minimum(orders, 3), squares / 4.0**orders, minlength=4)[1:]
    return (parts / parts.sum()).tolist() if parts.sum() > 0 else None


def of_number(survey):
    """The one key that is swept, its numbers, and the rule set of each; none if there is no such
    key with three numbers."""
    keys, names = swept_keys(survey), survey.names[::-1]
    numbers = {level(survey.settings[name], key): name for key in keys for name in names}
    is_number = all(isinstance(of, (int, float)) and not isinstance(of, bool) for of in numbers)
    if len(keys) != 1 or not is_number or len(numbers) < 3:
        return None
    return keys[0], sorted(numbers), [numbers[of] for of in sorted(numbers)]


def on_line(numbers, values):
    """By how much the line of least squares rises in all, and how far each value lies above it."""
    at = np.array(numbers, float) - math.fsum(numbers) / len(numbers)
    above = np.array(values, float) - values[0]
    above -= math.fsum(above) / len(values)
    slope = float(at @ above / (at @ at))
    return [slope * (numbers[-1] - numbers[0]), *(above - slope * at).tolist()]


def line(survey):
    """The table of a sweep over a number: its slope, and how far each value lies from the line."""
    found = of_number(survey)
    if not found or design_of(survey) or any(name not in survey.played for name in found[2]):
        return {}
    key, numbers, cells = found
    names = [key, *(f"{key}={json.dumps(number)}" for number in numbers)]
    factors = [1 / (numbers[-1] - numbers[0]), *(1 for _ in numbers)]
    compared = {
        (row["rules"], row["players"], row["table"], row["metric"])
        for row in effects(survey)
        if row["verdict"] and row["baseline"] != "fair"
    }
    rows = []
    for table in survey.panel:
        for metric in PRIMARY:
            place = {**table.place, "metric": metric}
            others = [name for name in cells if name != survey.baseline]
            measured = [survey.measure(name, metric, table) for name in cells]
            if None in measured or any((name, *place.values()) not in compared for name in others):
                continue
            whole = on_line(numbers, [value for value, _ in measured])
            by_group = list(zip(*(groups for _, groups in measured)))
            groups = [None if None in values else on_line(numbers, values) for values in by_group]
            mean = math.fsum(value for value, _ in measured) / len(measured)
            margin = survey.margin(metric, table, mean)
            for of, (name, factor) in enumerate(zip(names, factors)):
                figures = [group and group[of] for group in groups]
                told = (survey, table, metric, cells), name, whole[of], figures, margin
                rows.append(place | of_differences(*told, factor) | {"of": name})
    judge(rows, "value", "p_adjusted", st.holm)
    for row in rows:
        del row["levels"], row["effect"]
    return {"line": rows} if rows else {}


def design_of(survey):
    others = [name for name in survey.names if name != survey.baseline]
    return design(survey, survey.names) or (others and design(survey, others))


def factorial(survey):
    """The tables of a factorial design: the effects, and the shares of the variance; none without
    one."""
    found = design_of(survey)
    if not found or any(name not in survey.played for name in found[1]):
        return {}
    titles, cells = found
    effects, shares = [], []
    for table in survey.panel:
        for metric in ("turns_p50", "first_seat", "skill_gain"):
            measured = [survey.measure(name, metric, table) for name in cells]
            spoilt = any(has_substitutes(survey, name, table, metric) for name in cells)
            if None in measured or spoilt:
                continue
            whole = contrasts([value for value, _ in measured])
            by_group = list(zip(*(groups for _, groups in measured)))
            groups = [None if None in values else contrasts(values) for values in by_group]
            place, of = {**table.place, "metric": metric}, (survey, table, metric, cells)
            margin = survey.margin(metric, table, whole[0])
            effects += [place | row for row in of_factors(of, titles, whole, groups, margin)]
            shares += [place | row for row in of_shares(groups)]
    judge(effects, "value", "p_adjusted", st.holm)
    for row in effects:
        del row["levels"]
    tables = {"factorial": effects, "variance": shares}
    return {question: rows for question, rows in tables.items() if rows}


def of_factors(place, titles, whole, groups, margin):
    """The mean and the effects of one factor alone and of two together."""
    for chosen, value in enumerate(whole):
        if chosen.bit_count() <= 2:
            name = " × ".join(title for f, title in enumerate(titles) if chosen >> f & 1)
            yield of_differences(place, name, value, [of and of[chosen] for of in groups], margin)


def of_differences(place, name, value, of_groups, margin, factor=1):
    """What is made of the differences of several rule sets, told by a factor; or their mean, which
    has no name."""
    of_groups = of_any_learner(*place, "baseline" if name else "value", value, of_groups)
    ends = (value, *st.group_interval(value, of_groups))
    levels = st.levels(value, of_groups, margin) if name else None
    return {
        "effect": name,
        **st.valued(*(end if end is None else end * factor for end in ends)),
        "p_value": st.group_p(value, of_groups) if name else None,
        "p_adjusted": None,
        "verdict": "",
        "levels": levels,
        REST: {"family": "primary" if levels else ""},
    }


def of_shares(groups):
    """The shares of the variance between rule sets."""
    played = np.array([group for group in groups if group])
    shares = shares_of_variance(played) if len(played) > 2 else None
    if shares is None:
        return
    rests = [np.delete(played, group, axis=0) for group in range(len(played))]
    without = [shares_of_variance(rest) for rest in rests]
    count = sum(rest is not None for rest in without)
    for order, name in enumerate(("alone", "together", "more")):
        of_order = [rest and rest[order] for rest in without]
        pseudo = [st.pseudo_value(count, shares[order], rest) for rest in of_order]
        interval = st.group_interval(shares[order], pseudo)
        yield {"kind": name, **st.valued(shares[order], *interval)}


def judge(rows, column, adjusted, correct):
    """Adjusts p-values, and gives verdicts, over all of these rows that have any."""
    tested = [row for row in rows if row["p_value"] is not None]
    for found, p in zip(tested, correct([row["p_value"] for row in tested])):
        found[adjusted] = p
    estimated = [found for found in rows if found["levels"]]
    outside, inside = (correct([found["levels"][end] for found in estimated]) for end in (0, 1))
    for found, out, within in zip(estimated, outside, inside):
        found["verdict"] = "unclear"
        if out < 0.05:
            found["verdict"] = "more" if found[column] > 0 else "less"
        elif within < 0.05:
            found["verdict"] = "same"


def all_measures(survey, name, table):
    """Every metric that is measured, with its interval."""
    measured = {metric: survey.measure(name, metric, table) for metric in ORDER}
    return {
        metric: st.valued(found[0], *st.group_interval(found[0], groups))
        for metric, found in measured.items()
        if found
        for groups in [of_any_learner(survey, table, metric, [name], "value", *found)]
    }


def values(survey):
    """What each metric is that is compared, and what is fair."""
    for name in survey.played:
        for table in survey.panel:
            place = {"question": "effects", "rules": name, **table.place, "against": ""}
            if survey.header["question"] != "sweep":
                for metric, measured in all_measures(survey, name, table).items():
                    of = {"of": name, "metric": metric, **survey.games(name, metric, table)}
                    yield {**place, **of, **measured}
            if table.leg is not None:
                fair = {"first_seat": survey.fair(name, table.players), "seat_imbalance": 0}
                for metric, value in fair.items():
                    of = {"of": FAIR, "metric": metric, **survey.games(name, metric, table)}
                    yield {**place, **of, **st.valued(value, None, None)}


STANDARD = {"0": 1, **dict.fromkeys("123456789SR", 2), "+2": 2}
JUNIOR = {"1": 2, **dict.fromkeys("23456789S", 1), "+1": 1, "+2": 1}
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

    baseline = deal(survey.baseline)
    return [name for name in survey.played if deal(name) != baseline]


# Skill


def chosen_interval(value, groups, apart):
    """The interval by groups, of what was chosen by halves for each other; `apart`: they have
    chosen two."""
    low, high = st.group_interval(value, groups)
    if low is None or not apart or low == high:
        return low, high
    return st.around(value, (high - low) / 2, math.sqrt(2))


# The order of all pairs


class Pairs:
    """What the strategies of a pool won from each other in some deals."""

    def __init__(self, tallies, size):
        whole = add(tallies, ())
        self.deals, self.size = whole["blocks"], size
        self.wins = np.reshape(whole["cells"], (size, size, 2))

    def halves(self, one, other):
        """Of the games with another moving first and second: two of a win, one if nobody won."""
        return self.deals + self.wins[one, other] - self.wins[other, one][::-1]

    def share(self, one, other):
        return int(self.halves(one, other).sum()) / (4 * self.deals)

    @cached_property
    def fit(self):
        """The ratings; none if they do not converge."""
        line_ups = [
            {
                "members": [one, other],
                "firsts": np.array([self.deals, self.deals]),
                "wins": np.array([self.halves(one, other), self.halves(other, one)]) / 2,
                "blocks": self.deals,
            }
            for one, other in itertools.combinations(range(self.size), 2)
        ]
        cross = np.zeros((self.size + 2, self.size + 2))
        fit = _ratings.Fit(line_ups, self.size, 2, 1, cross)
        return fit if fit.run() else None

    def order(self):
        if self.fit is None:
            return None
        # Who plays alike is equal but for rounding.
        heights = [_ratings.ELO * height for height in _ratings.heights(self.fit)]
        points = [round(1e6 * h) if math.isfinite(h) else h for h in heights]
        return sorted(range(self.size), key=lambda one: points[one], reverse=True)

    def difference(self, one, other):
        if self.fit is None or not {one, other} <= set(_ratings.rated(self.fit)):
            return None
        return _ratings.ELO * float(self.fit.logs[one] - self.fit.logs[other])


def pairs(survey, name):
    """The best against the second, and how far it is above the worst, as far as both are known:
    who, against whom, metric and value."""
    legs = survey.legs("pairs")
    if not legs or survey.substituted(name, legs[0]):
        return
    pool, groups = survey.plays[legs[0]]["pool"], survey.tallies[name][legs[0]]
    sides = [list(filter(None, groups[parity::2])) for parity in (0, 1)]
    if not all(sides):
        return
    halves = [Pairs(side, len(pool)) for side in sides]
    orders = [halves[1].order(), halves[0].order()]
    if None in orders:
        return

    def called(place):
        return " or ".join(sorted({pool[order[place]] for order in orders}))

    def cautious(value, figures, *places):
        apart = any(orders[0][place] != orders[1][place] for place in places)
        return chosen_interval(value, figures, apart)

    yield from best_and_second(halves, groups, orders, called, cautious)
    yield from range_of(halves, sides, groups, orders, called, cautious)


def best_and_second(halves, groups, orders, called, cautious):
    value = sum(half.share(*order[:2]) for half, order in zip(halves, orders)) / 2
    figures = [
        Pairs([group], halves[0].size).share(*orders[number % 2][:2]) if group else None
        for number, group in enumerate(groups)
    ]
    ends = st.at_end(value, halves[0].deals + halves[1].deals)
    low, high = ends or st.cut(*cautious(value, figures, 0, 1))
    if low is not None:
        yield called(0), called(1), "heads", st.valued(value, low, high)


def range_of(halves, sides, groups, orders, called, cautious):
    def points(half, games):
        return games.difference(orders[half][0], orders[half][-1])

    values = [points(half, halves[half]) for half in (0, 1)]
    if None in values:
        return
    figures = []
    for number, group in enumerate(groups):
        half, side = number % 2, sides[number % 2]
        rest = [other for other in side if other is not group]
        without = points(half, Pairs(rest, halves[0].size)) if group and rest else None
        figures.append(st.pseudo_value(len(side), values[half], without))
    value = sum(values) / 2
    found = (value, *cautious(value, figures, 0, -1))
    in_steps = (end if end is None else end / st.elo(0.6, 0.5) for end in found)
    ends = called(0), called(-1)
    yield *ends, "pool", st.valued(halves[0].size, None, None)
    yield *ends, "elo", st.valued(*found)
    yield *ends, "steps", st.valued(*in_steps)


def step(survey, name, leg):
    rates, fair = survey.rate(name, leg), survey.fair(name, survey.players)
    return {
        "strategy": survey.plays[leg]["strategy"],
        "games": survey.whole(name, leg)["games"],
        **st.columns("win_rate", *rates),
        **st.columns("elo", *(st.elo(rate, fair) for rate in rates)),
        "faults": survey.whole(name, leg)["bots"][0] if survey.bots else None,
    }


def skill(survey, name):
    """The ladder of a rule set, and what is told of the best of it."""
    players = survey.legs("alone")
    others = survey.plays[players[0]]["others"]
    place = {"rules": name, "players": survey.players}
    rungs = [step(survey, name, leg) for leg in [*players, *survey.legs("ceiling")]]
    ladder = [{**place, "others": others, **rung} for rung in rungs]
    own = [leg for leg in players if not survey.substituted(name, leg)]
    if not own:
        return {"skill": ladder, "best": []}
    chosen = best_by_half(survey, name, own)
    rate, best = by_half(survey, name, chosen, lone_rate)
    ends = st.at_end(rate, min(survey.whole(name, leg)["blocks"] for leg in chosen))
    interval = ends or st.cut(*chosen_interval(rate, best, chosen[0] != chosen[1]))
    of = " or ".join(sorted({survey.plays[leg]["strategy"] for leg in chosen}))
    won = of, others, "win_rate", st.valued(rate, *interval)
    told = [
        {**place, "of": of, "against": against, "metric": metric, **value}
        for of, against, metric, value in (won, *pairs(survey, name))
    ]
    return {"skill": ladder, "best": told}


KEPT = ("program", "version", "question", "seed", "players", "baseline")


def files(header, lines):
    """What every file with figures says: its rows, or of findings the tables of their questions."""
    survey, question = Survey(header, lines), header["question"]
    kept = {key: header[key] for key in KEPT} | {"examined": header.get("examined", [])}
    if question == "skill":
        found = {"skill": [], "best": []}
        for name in survey.played:
            for table, rows in skill(survey, name).items():
                found[table] += rows
        return {"findings.csv": found, "findings.json": {**kept, "tables": found}}
    of_tables = {"seats": list(seats(survey)), "chances": list(chances(survey))}
    found = {"effects": effects(survey), **{name: rows for name, rows in of_tables.items() if rows}}
    if question == "sweep":
        found |= {"curve": list(sweep(survey)), **factorial(survey), **line(survey)}
    more = list(values(survey))
    return {
        "turns.csv": list(turns(survey)),
        "findings.csv": {**found, "others": more},
        "findings.json": {
            **kept,
            "unpaired": unpaired(survey),
            "tables": {**found, "others": more},
        },
    }
