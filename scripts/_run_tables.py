"""The files of a `run`, `duel` or `tournament`, recomputed from the lines of its progress.jsonl as
docs/STATISTICS.md and docs/PROGRESS.md say."""

import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import cached_property

import numpy as np

import _ratings
import _stagewise
import _statistics as st
from _survey_tables import cohens_w, equality_of_seats

SOONER = 32  # how many times sooner than its plan a duel is expected to end
GROUPS = 50  # of chunks, which tell how precise a quantile is
FEWEST_BLOCKS = 200  # below which no run ends by the width of its intervals
SHARES = (Fraction(5, 100), Fraction(50, 100), Fraction(95, 100))


COURSE = (
    "blocks turns turns_squares stalled blocked unfinished_squares unfinished_turns".split()
)  # what a line of the tally says of the games of a line-up


def add_histogram(counts, histogram):
    for value, count in zip(histogram["value"], histogram["count"]):
        counts[value] += count


class RuleSet:
    """The sums of all lines of one rule set."""

    def __init__(self, header, rules):
        self.name, self.settings, self.header = rules["name"], rules["settings"], header
        self.players, self.strategies = header["players"], header["strategies"]
        self.winners = 2 if rules["settings"].get("scoring", {}).get("partners") else 1
        self.fair = self.winners / self.players
        strategies, players = len(self.strategies), self.players
        self.cells = [Counter() for _ in range(strategies)]
        self.scores = [Counter() for _ in range(strategies)]
        self.hand_points, self.faults = [0] * strategies, [0] * strategies
        self.score_squares, self.score_appearances = [0] * strategies, [0] * strategies
        self.seat_cells = [Counter() for _ in range(players)]
        self.seat_scores = [0] * players
        self.turns, self.pairs = Counter(), {}
        self.turns_groups = [Counter() for _ in range(GROUPS)]
        self.score_groups = [[Counter() for _ in range(GROUPS)] for _ in range(strategies)]
        self.cross = np.zeros((strategies + players, strategies + players))
        self.line_ups = [self.line_up(members) for members in members_of(header)]

    def line_up(self, members):
        return {
            "members": members,
            **dict.fromkeys(COURSE, 0),
            "firsts": np.zeros(self.players),
            "wins": np.zeros((self.players, self.players)),
            "wins_squares": np.zeros(self.players),
        }

    def add(self, chunk, tally):
        group = chunk % GROUPS
        add_histogram(self.turns_groups[group], tally["turns"])
        for record in tally["strategies"]:
            one = record["strategy"]
            add_histogram(self.score_groups[one][group], record["scores"])
            for appearances, wins, blocks in record["block_wins"]:
                self.cells[one][appearances, wins] += blocks
            add_histogram(self.scores[one], record["scores"])
            self.hand_points[one] += record["hand_points"]
            self.score_squares[one] += record["score_squares"]
            self.score_appearances[one] += record["score_appearances"]
            self.faults[one] += record["faults"]
        for seat, record in enumerate(tally["seats"]):
            for games, wins, blocks in record["block_wins"]:
                self.seat_cells[seat][games, wins] += blocks
            self.seat_scores[seat] += record["score"]
        add_histogram(self.turns, tally["turns"])
        pairs = tally["pairs"]
        for place, pair in enumerate(pairs["pair"]):
            sums = self.pairs.setdefault(tuple(pair), [0] * 5)
            for column, key in enumerate(
                ("ahead", "tied", "behind", "difference", "difference_squares")
            ):
                sums[column] += pairs[key][place]
        for one, other, product in tally["cross"]:
            self.cross[one, other] += product
            self.cross[other, one] += product if one != other else 0
        self.add_line_ups(tally["line_ups"])

    def add_line_ups(self, records):
        for place, number in enumerate(records["line_up"]):
            line_up = self.line_ups[number]
            for key in COURSE:
                line_up[key] += records[key][place]
            line_up["firsts"] += records["firsts"][place]
            line_up["wins_squares"] += records["wins_squares"][place]
            line_up["wins"] += np.reshape(records["wins"][place], (self.players, self.players))

    @property
    def blocks(self):
        return sum(line_up["blocks"] for line_up in self.line_ups)

    @cached_property
    def has_ended(self):
        """Whether all its blocks are played, or its rule has ended it."""
        return self.blocks >= self.planned or self.is_enough

    @property
    def is_enough(self):
        stop = self.header["stop"]
        if stop is None:
            return False
        if stop["rule"] == "sprt":
            return (
                self.is_look(self.blocks)
                and test_of(self, duel_sides(self))["accepted"] is not None
            )
        sums = [self.sums(one) for one in range(len(self.strategies))]
        intervals = [
            st.rate_interval(one) if one[0] >= FEWEST_BLOCKS else (None, None) for one in sums
        ]
        return all(low is not None and high - low <= stop["width"] for low, high in intervals)

    def is_look(self, blocks):
        look = self.header.get("look")
        return look is None or blocks % look == 0 or blocks >= self.planned

    @cached_property
    def planned(self):
        """Blocks, if no rule ends it."""
        sizes = [block_games(one["members"], self.header["seating"]) for one in self.line_ups]
        return self.header["games"] * len(sizes) // sum(sizes)

    @property
    def looks(self):
        """The numbers of blocks after which a test was looked at."""
        blocks, largest = 0, self.header["chunk"]
        smallest = largest if self.header.get("look") else min(8, largest)
        looks = []
        while blocks < self.blocks:
            blocks += min(max(blocks // 32, smallest), largest)
            blocks = min(blocks, self.planned)
            looks += [blocks] if self.is_look(blocks) else []
        return looks

    @property
    def rho(self):
        """ρ of the confidence sequences of a sequential test, and of a run that was stopped before
        its rule ended it; none where plain intervals are printed."""
        stop = self.header["stop"]
        if stop is None or (stop["rule"] == "fixed_width" and self.has_ended):
            return None
        if stop["rule"] != "sprt":
            return st.sequence_rho(st.planned_blocks(stop["width"], self.players))
        share = [st.share_of_elo(stop[key], 1 / self.players) for key in ("elo0", "elo1")]
        return st.sequence_rho(st.planned_blocks(share[1] - share[0], self.players) / SOONER)

    def sums(self, one):
        return st.ratio_sums((a, w, blocks) for (a, w), blocks in self.cells[one].items())

    def seat_sums(self, seat):
        return st.ratio_sums(
            (games, w, blocks) for (games, w), blocks in self.seat_cells[seat].items()
        )

    def seated(self, one, key):
        """The sum over line-ups of what is counted by game, once for each seat of a strategy."""
        return sum(line_up["members"].count(one) * line_up[key] for line_up in self.line_ups)

    def score_sums(self, one):
        """Blocks, Σa, Σx, Σa², Σx², Σxa of a strategy's scores."""
        blocks, a, _, aa, _, _ = self.sums(one)
        total = sum(score * count for score, count in self.scores[one].items())
        return blocks, a, total, aa, self.score_squares[one], self.score_appearances[one]

    def turns_sums(self, one):
        """The same of turns, of each finished game once for each seat of a strategy, or once of
        none."""
        sums = [0] * 6
        for line_up in self.line_ups:
            seats = 1 if one is None else line_up["members"].count(one)
            if not seats or not line_up["blocks"]:
                continue
            # Somebody moves first in each game.
            blocks, x = line_up["blocks"], line_up["turns"]
            games = round(float(sum(line_up["firsts"]))) // blocks
            lost, lost_squares = unfinished(line_up), line_up["unfinished_squares"]
            for place, value in enumerate(
                (
                    blocks,
                    seats * (games * blocks - lost),
                    seats * x,
                    seats**2 * (games**2 * blocks - 2 * games * lost + lost_squares),
                    seats**2 * line_up["turns_squares"],
                    seats**2 * (games * x - line_up["unfinished_turns"]),
                )
            ):
                sums[place] += value
        return sums

    @property
    def equal_seats(self):
        """The test that all seats win equally often; none where strategies cannot be told from
        seats, and where the run stopped by what was found."""
        seats = slice(len(self.strategies), None)
        fixed = self.header["seating"] == "fixed" and len(self.strategies) > 1
        if fixed or self.rho is not None or self.blocks < 2:
            return None
        wins = [self.seat_sums(seat)[2] for seat in range(self.players)]
        games = self.seat_sums(0)[1]
        products = self.cross[seats, seats]
        tally = {"blocks": self.blocks, "games": games, "wins": wins, "products": products}
        found = equality_of_seats(tally)
        if found is None:
            return None
        return {**dict(zip(("f", "degrees", "p_value"), found)), "effect_size": cohens_w(tally)}

    def quantiles(self):
        """Quantiles of turns, and of each strategy's scores, with whole intervals."""
        kinds = [(None, "turns", self.turns, self.turns_groups)]
        kinds += [
            (self.strategies[one], "score", self.scores[one], self.score_groups[one])
            for one in by_name(self)
        ]
        for strategy, quantity, counts, groups in kinds:
            counts = sorted(counts.items())
            for name, share in zip(("p05", "p50", "p95"), SHARES):
                low, high = (
                    (None, None)
                    if self.rho is not None
                    else st.quantile_interval(share, counts, groups)
                )
                yield {
                    "rules": self.name,
                    "strategy": strategy,
                    "quantity": f"{quantity}_{name}",
                    "value": st.quantile(share, counts),
                    "low": low,
                    "high": high,
                }

    def reach(self, blocks):
        """How many standard errors an interval reaches."""
        if self.rho is None:
            return st.critical_value(blocks - 1)
        return st.sequence_value(blocks, self.rho)

    def mean_interval(self, sums):
        """The interval of a mean of appearances, a ratio of sums over blocks."""
        reach = self.reach(sums[0])
        mean, error = st.ratio_mean(sums)
        half = None if reach is None or error is None else reach * error
        return (None, None) if half is None else (mean - half, mean + half)

    @cached_property
    def fit(self):
        return _ratings.Fit(
            self.line_ups, len(self.strategies), self.players, self.winners, self.cross
        )

    @cached_property
    def fitted(self):
        """The ratings, and of a duel the difference with its standard error, as if nobody had
        stopped."""
        reach = None if self.rho is None else st.sequence_value(self.blocks, self.rho)
        return _ratings.ratings(
            self.fit, lambda blocks: st.critical_value(blocks - 1) if self.rho is None else reach
        )

    @cached_property
    def stagewise(self):
        """What is known of the difference of a duel whose test came to its end."""
        stop, difference = self.header["stop"], self.fitted[1]
        if stop is None or stop["rule"] != "sprt" or not self.has_ended:
            return None
        if difference is None or not difference[1]:
            return None
        test = test_of(self, duel_sides(self))
        return _stagewise.stagewise(test, self.looks, test["llr"], *difference)

    def ratings(self):
        found = self.stagewise
        stop = self.header["stop"]
        if stop is None or stop["rule"] != "sprt" or not self.has_ended:
            return self.fitted[0]
        if found is None:
            halves = [rating for rating, _, _ in self.fitted[0]]
            return [(half, None, None) for half in halves]
        ends = (found["elo"], found["low"], found["high"])
        one, low, high = (end / 2 for end in ends)
        return [(one, low, high), (-one, -high, -low)]


def block_games(members, seating):
    """In how many distinct seatings a line-up plays a deal."""
    count = len(members)
    if seating == "all":
        equals = math.prod(math.factorial(times) for times in Counter(members).values())
        return math.factorial(count) // equals
    turns = 1 if seating == "fixed" else count
    return len({(*members[turn:], *members[:turn]) for turn in range(turns)})


def members_of(header):
    """The strategies' numbers by position, for each line-up."""
    numbers = [header["strategies"].index(name) for name in header["line_up"]]
    count, players = len(numbers), header["players"]
    if header.get("line_ups"):
        places = header["line_ups"]
    elif count >= players:
        places = itertools.combinations(range(count), players)
    else:  # all sit down as often as they can, and take turns in the seats that are left
        everybody = tuple(range(count)) * (players // count)
        left = itertools.combinations(range(count), players % count)
        places = (everybody + others for others in left)
    return [[numbers[place] for place in line_up] for line_up in places]


def read(header, lines):
    """The rule sets of which something was played, by name."""
    rule_sets = {rules["name"]: RuleSet(header, rules) for rules in header["rules"]}
    for line in lines:
        rule_sets[line["rules"]].add(line["chunk"], line["tally"])
    return [rule_sets[name] for name in sorted(rule_sets) if rule_sets[name].blocks]


def ends(name, interval):
    """The columns of an interval."""
    return dict(zip((f"{name}_low", f"{name}_high"), interval))


def triple(name, values):
    """The columns of a value with its interval."""
    return {name: values[0], **ends(name, values[1:])}


def by_name(rules):
    return sorted(range(len(rules.strategies)), key=lambda one: rules.strategies[one])


def summary(rules):
    found = rules.ratings()
    for one in by_name(rules):
        sums, scores = rules.sums(one), sorted(rules.scores[one].items())
        if not sums[0]:
            continue
        games, rate, (low, high) = sums[1], st.rate(sums), st.rate_interval(sums, rules.rho)
        yield {
            "rules": rules.name,
            "players": rules.players,
            "strategy": rules.strategies[one],
            "games": games,
            "wins": sums[2],
            **triple("win_rate", (rate, low, high)),
            **triple("elo", found[one] if 0 < sums[2] < games else (None,) * 3),
            "score_mean": sum(score * count for score, count in scores) / games,
            "score_sd": st.standard_deviation(scores),
            **dict(
                zip(
                    ("score_p05", "score_p50", "score_p95"),
                    (st.quantile(share, scores) for share in SHARES),
                )
            ),
            "hand_points_mean": rules.hand_points[one] / games,
            "turns_mean": st.ratio_mean(rules.turns_sums(one))[0],
            "stalled": rules.seated(one, "stalled"),
            "faults": rules.faults[one],
            **ends("score_mean", rules.mean_interval(rules.score_sums(one))),
            **ends("turns_mean", rules.mean_interval(rules.turns_sums(one))),
            "blocked": rules.seated(one, "blocked"),
        }


def seats(rules):
    for seat in range(rules.players):
        sums = rules.seat_sums(seat)
        low, high = st.rate_interval(sums, rules.rho)
        yield {
            "rules": rules.name,
            "players": rules.players,
            "seat": seat + 1,
            "games": sums[1],
            "wins": sums[2],
            **triple("win_rate", (st.rate(sums), low, high)),
            "score_mean": rules.seat_scores[seat] / sums[1],
        }


def scores(rules):
    for one in by_name(rules):
        for score, count in sorted(rules.scores[one].items()):
            yield {
                "rules": rules.name,
                "players": rules.players,
                "strategy": rules.strategies[one],
                "score": score,
                "count": count,
            }


def turns(rules):
    for length, count in sorted(rules.turns.items()):
        yield {"rules": rules.name, "players": rules.players, "turns": length, "count": count}


def difference(rules, one, other):
    """A strategy against another: blocks ahead, tied, behind, then mean, standard error and blocks;
    none if they did not meet."""
    sums = rules.pairs.get((min(one, other), max(one, other)))
    if sums is None or one == other:
        return None
    ahead, tied, behind, total, squares = sums
    if one > other:
        ahead, behind, total = behind, ahead, -total
    blocks = ahead + tied + behind
    return (
        ahead,
        tied,
        behind,
        *st.mean_and_error(blocks, total, squares, rules.header["scale"]),
        blocks,
    )


def matchups(rules):
    for one, other in itertools.product(by_name(rules), repeat=2):
        found = difference(rules, one, other)
        if found is None:
            continue
        ahead, tied, behind, mean, error, blocks = found
        reach = None if error is None else rules.reach(blocks)
        half = None if reach is None else reach * error
        yield {
            "rules": rules.name,
            "players": rules.players,
            "strategy": rules.strategies[one],
            "opponent": rules.strategies[other],
            "blocks": blocks,
            "ahead": ahead,
            "tied": tied,
            "behind": behind,
            "mean_difference": mean,
            "low": None if half is None else mean - half,
            "high": None if half is None else mean + half,
        }


def ratings(rules):
    found = rules.ratings()
    for one in by_name(rules):
        rating, low, high = found[one]
        yield {
            "rules": rules.name,
            "players": rules.players,
            "strategy": rules.strategies[one],
            "rating": rating,
            "low": low,
            "high": high,
            "games": rules.sums(one)[1],
        }


def win_difference(rules, one, other):
    """The wins per appearance of one strategy less another's, by block: mean, standard error and
    blocks; none if they did not meet, or where line-ups weigh the products of wins differently."""
    blocks, total, squares, weights = 0, Fraction(0), Fraction(0), set()
    for line_up in rules.line_ups:
        members, played = line_up["members"], line_up["blocks"]
        if one not in members or other not in members or not played:
            continue
        games = Fraction(int(line_up["firsts"].sum()), played)
        inverse = [1 / (games * members.count(side)) for side in (one, other)]
        place = [sorted(set(members)).index(side) for side in (one, other)]
        won = [
            sum(int(row.sum()) for row, member in zip(line_up["wins"], members) if member == side)
            for side in (one, other)
        ]
        blocks += played
        total += inverse[0] * won[0] - inverse[1] * won[1]
        squares += sum(f * f * int(line_up["wins_squares"][p]) for f, p in zip(inverse, place))
        weights.add(inverse[0] * inverse[1])
    if len(weights) != 1:
        return None
    squares -= 2 * weights.pop() * int(rules.cross[one, other])
    mean, error = st.mean_and_error(blocks, total, squares, 1)
    return float(mean), error, blocks


def p_of(mean, error, blocks):
    """The p-value of a mean against 0; none where all blocks agree on something else."""
    if error is None:
        return None
    if error > 0:
        return st.t_tail(mean / error, blocks - 1)
    return 1.0 if mean == 0 else None


def crosstable(rules):
    """Each pair that met, by wins and by points; positive is better."""
    fewest = rules.settings.get("scoring", {}).get("at_target") == "loses"
    pairs = list(itertools.combinations(range(len(rules.strategies)), 2))
    points = {pair: difference(rules, *pair) for pair in pairs}
    measures = {
        "wins": {pair: win_difference(rules, *pair) for pair in pairs},
        "points": {
            pair: (-found[3] if fewest else found[3], *found[4:])
            for pair, found in points.items()
            if found is not None
        },
    }
    for measure, found in measures.items():
        met = [(pair, sums) for pair, sums in found.items() if sums is not None]
        values = [p_of(*sums) for _, sums in met]
        adjusted = st.holm([1.0 if p is None else p for p in values])
        for ((one, other), (mean, error, blocks)), p, holm in zip(met, values, adjusted):
            reach = st.critical_value(blocks - 1)
            half = None if error is None else reach * error
            low, high = _ratings.ends(mean, half)
            yield {
                "rules": rules.name,
                "measure": measure,
                "strategy": rules.strategies[one],
                "opponent": rules.strategies[other],
                "difference": mean,
                "low": low,
                "high": high,
                "p_adjusted": None if p is None else holm,
            }


def ranks(rules):
    """The place of each strategy, and the first and the last rank that it may have."""
    count, fit = len(rules.strategies), rules.fit
    converged = bool(rules.fitted) and hasattr(fit, "logs")
    rated = _ratings.differences(fit) if converged else {}
    compared = []
    for pair in itertools.combinations(range(count), 2):
        points, error, blocks = rated.get(pair) or (None, None, None)
        if not error:
            points, error, blocks = win_difference(rules, *pair) or (None, None, None)
        p = None if points is None else p_of(points, error, blocks)
        compared += [] if p is None else [(pair, points, p)]
    first, last = [1] * count, [count] * count
    for (pair, points, _), p in zip(compared, st.holm([p for _, _, p in compared])):
        if p < st.MISS and points != 0:
            better, worse = pair if points > 0 else pair[::-1]
            last[better] -= 1
            first[worse] += 1
    if converged:
        heights = _ratings.heights(fit)
    else:
        rates = [st.rate(rules.sums(one)) for one in range(count)]
        heights = [-math.inf if rate is None else rate for rate in rates]
    order = sorted(range(count), key=lambda one: -heights[one])
    for place, one in enumerate(order, 1):
        yield {
            "rules": rules.name,
            "strategy": rules.strategies[one],
            "place": place,
            "first": first[one],
            "last": last[one],
        }


def lone_counts(rules, one):
    """Blocks in which a strategy held one seat, by its wins."""
    return [rules.cells[one][rules.players, wins] for wins in range(rules.players + 1)]


def duel_sides(rules):
    """(who is alone, blocks by wins, sign of what its Elo says of A over B); at two seats both
    sides are the same blocks."""
    lone = [(0, lone_counts(rules, 0), 1)]
    return lone if rules.players == 2 else lone + [(1, lone_counts(rules, 1), -1)]


def side_sums(rules, counts):
    return st.ratio_sums(
        (rules.players, wins, blocks) for wins, blocks in enumerate(counts) if blocks
    )


def pooled(rules, sides):
    """The variance reduction, and how far the sides disagree; none if one has no variance."""
    estimates = []
    for _, counts, sign in sides:
        sums = side_sums(rules, counts)
        if not sums[0]:
            continue
        share = st.rate(sums) / rules.winners
        points, variance = st.elo(share, 1 / rules.players), st.rate_variance(sums)
        if points is None or variance is None or st.rate(sums) == 1:
            return None
        slope = 400 / math.log(10) / (share * (1 - share)) / rules.winners
        estimates.append(
            (
                sign * points,
                slope**2 * variance,
                slope**2 * variance * st.variance_reduction(sums),
                sums[0] - 1,
            )
        )
    if not estimates:
        return None
    weight = math.fsum(1 / variance for _, variance, _, _ in estimates)
    independent = math.fsum(1 / variance for _, _, variance, _ in estimates)
    disagreement = None
    if len(estimates) == 2:
        (one, v, _, degrees), (other, w, _, more) = estimates
        z = (one - other) / math.sqrt(v + w)
        disagreement = {"z": z, "p_value": st.t_tail(z, degrees + more)}
    return weight / independent, disagreement


def side_row(rules, lone, counts):
    sums = side_sums(rules, counts)
    rate, (low, high) = st.rate(sums), st.rate_interval(sums, rules.rho)
    return {
        "rules": rules.name,
        "players": rules.players,
        "strategy": rules.strategies[lone],
        "opponent": rules.strategies[1 - lone],
        "games": sums[1],
        "wins": sums[2],
        **triple("win_rate", (rate, low, high)),
        "fair_share": rules.fair,
        "variance_reduction": st.variance_reduction(sums),
    }


def test_of(rules, sides):
    stop = rules.header["stop"]
    if stop is None or stop["rule"] != "sprt":
        return None
    lower, upper = (
        math.log(stop["beta"] / (1 - stop["alpha"])),
        math.log((1 - stop["beta"]) / stop["alpha"]),
    )
    ratio = st.log_likelihood_ratio(
        [(counts, sign) for _, counts, sign in sides],
        rules.players,
        rules.winners,
        stop["elo0"],
        stop["elo1"],
    )
    accepted = "H0" if ratio <= lower else "H1" if ratio >= upper else None
    return {
        **{key: stop[key] for key in ("elo0", "elo1", "alpha", "beta")},
        "llr": ratio,
        "lower": lower,
        "upper": upper,
        "accepted": accepted,
    }


def duel(rules):
    sides = duel_sides(rules)
    reduction, disagreement = pooled(rules, sides) or (None, None)
    found, test = rules.stagewise, test_of(rules, sides)
    if found:
        points, low, high = found["elo"], found["low"], found["high"]
    else:
        points, low, high = plain_difference(rules)
    if test is not None:
        other = {"H0": "H1", "H1": "H0", None: None}[test["accepted"]]
        test["p_value"] = found[other] if found and other else None
    return {
        "rules": rules.name,
        "strategy": rules.strategies[0],
        "opponent": rules.strategies[1],
        "elo": points,
        "elo_low": low,
        "elo_high": high,
        "ended": rules.has_ended,
        "variance_reduction": reduction,
        "sides_disagree": disagreement,
        "test": test,
        "stalled": sum(line_up["stalled"] for line_up in rules.line_ups),
        "blocked": sum(line_up["blocked"] for line_up in rules.line_ups),
        "faults": rules.faults[0] + rules.faults[1],
        "sides": [side_row(rules, lone, counts) for lone, counts, _ in sides],
    }


def plain_difference(rules):
    """The difference of a duel where no test came to its end, with an interval where one holds."""
    points, error = rules.fitted[1] or (None, None)
    reach = None
    if rules.rho is None:
        reach = st.critical_value(rules.blocks - 1)
    elif not rules.has_ended:
        reach = st.sequence_value(rules.blocks, rules.rho)
    half = None if reach is None or error is None else reach * error
    return (points, *_ratings.ends(points, half))


def duels(rule_sets):
    """All duels, their p-values corrected together."""
    found = [duel(rules) for rules in rule_sets]
    tests = [one["test"] for one in found if one["test"] is not None]
    values = [1.0 if test["p_value"] is None else test["p_value"] for test in tests]
    for test, adjusted in zip(tests, st.holm(values)):
        test["p_adjusted"] = None if test["p_value"] is None else adjusted
    return found


def unfinished(line_up):
    """Its games that stalled or were blocked."""
    return line_up["stalled"] + line_up["blocked"]


def games(rules):
    """Games, blocks and stalls of a rule set; one seat's games are all games."""
    return {
        "rules": rules.name,
        "games": rules.seat_sums(0)[1],
        "blocks": rules.blocks,
        "stalled": sum(line_up["stalled"] for line_up in rules.line_ups),
        "blocked": sum(line_up["blocked"] for line_up in rules.line_ups),
        "fair_share": rules.fair,
        "turns_mean": turns_mean(rules),
        **({} if rules.equal_seats is None else {"equal_seats": rules.equal_seats}),
    }


def turns_mean(rules):
    sums = rules.turns_sums(None)
    low, high = rules.mean_interval(sums)
    return {"value": st.ratio_mean(sums)[0], "low": low, "high": high}


def files(header, lines):
    """Every file with figures: its rows, or for summary.json its contents."""
    [leg] = header["legs"]
    header = {"stop": None, **header, **leg["play"], **leg}
    rule_sets = read(header, lines)
    rows = {
        name: [row for rules in rule_sets for row in table(rules)]
        for name, table in (
            ("summary", summary),
            ("seats", seats),
            ("scores", scores),
            ("turns", turns),
            ("matchups", matchups),
        )
    }
    question = header["question"]
    document = {
        "question": question,
        "seed": header["seed"],
        "players": header["players"],
        "games": [games(rules) for rules in rule_sets],
    }
    document["quantiles"] = [entry for rules in rule_sets for entry in rules.quantiles()]
    document.update({name: rows[name] for name in ("summary", "seats", "matchups")})
    if question != "run":
        rows["ratings"] = document["ratings"] = [
            row for rules in rule_sets for row in ratings(rules)
        ]
    if question == "tournament":
        document["ranks"] = [row for rules in rule_sets for row in ranks(rules)]
        document["crosstable"] = [row for rules in rule_sets for row in crosstable(rules)]
    if question == "duel":
        document["duels"] = duels(rule_sets)
    return {**{f"{name}.csv": table for name, table in rows.items()}, "summary.json": document}
