"""The files of a `run`, `duel` or `tournament`, recomputed from the lines of its progress.jsonl as
docs/STATISTICS.md and docs/PROGRESS.md say."""

import _statistics as st
import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import cached_property

import numpy as np

import _ratings
import _stagewise
from _long import OF_METRIC, REST

FEWEST_BLOCKS = 200  # below which no run ends by the width of its intervals
SHARES = {"p05": Fraction(5, 100), "p50": Fraction(50, 100), "p95": Fraction(95, 100)}
# Of whom random made a larger share of the decisions, of that nothing is said.
BY_DEFAULT = 0.01
SUMS = ("hand_points", "score_squares", "score_appearances", "faults")
OF_PAIRS = ("ahead", "tied", "behind", "difference", "difference_squares")
OF_LINE_UPS = ["blocks", "turns", "turns_squares", "stalled", "blocked"]
OF_LINE_UPS += ["unfinished_squares", "unfinished_turns", "undecided"]


class RuleSet:
    """The sums of all lines of one rule set. Sides are the strategies and, after these, the
    seats."""

    def __init__(self, header, rules):
        self.name, self.settings, self.header = rules["name"], rules["settings"], header
        self.players, self.strategies = header["players"], header["strategies"]
        self.winners = 2 if rules["settings"].get("scoring", {}).get("partners") else 1
        self.shares = self.players // self.winners  # of a win; one of a game that nobody wins
        self.count = len(self.strategies)
        self.by_name = sorted(range(self.count), key=lambda one: self.strategies[one])
        self.sprt = header["stop"] if (header["stop"] or {}).get("rule") == "sprt" else None
        sides = self.count + self.players
        self.cells = [Counter() for _ in range(sides)]
        self.cross = np.zeros((sides, sides))
        self.totals = [Counter() for _ in self.strategies]
        self.seat_scores, self.pairs = Counter(), {}
        groups = [[Counter() for _ in range(st.GROUPS)] for _ in range(self.count + 1)]
        *self.score_groups, self.turns_groups = groups
        self.line_ups = [self.line_up(members) for members in members_of(header)]

    def line_up(self, members):
        square = (self.players,) * 2
        shapes = {"firsts": self.players, "shares": square, "shares_squares": self.players}
        arrays = {key: np.zeros(shape) for key, shape in shapes.items()}
        return {"members": members, **dict.fromkeys(OF_LINE_UPS, 0), **arrays}

    def add(self, chunk, tally):
        group = chunk % st.GROUPS
        self.turns_groups[group].update(st.histogram(tally["turns"]))
        for record in tally["strategies"]:
            one = record["strategy"]
            self.add_blocks(one, record)
            self.score_groups[one][group].update(st.histogram(record["scores"]))
            self.totals[one].update({key: record.get(key, 0) for key in (*SUMS, "asked")})
        for seat, record in enumerate(tally["seats"]):
            self.add_blocks(self.count + seat, record)
            self.seat_scores[seat] += record["score"]
        for place, pair in enumerate(tally["pairs"]["pair"]):
            sums = self.pairs.setdefault(tuple(pair), Counter())
            sums.update({key: tally["pairs"][key][place] for key in OF_PAIRS})
        for one, other, product in tally["cross"]:
            self.cross[one, other] += product
            self.cross[other, one] += product if one != other else 0
        records = tally["line_ups"]
        for place, number in enumerate(records["line_up"]):
            line_up = self.line_ups[number]
            for key in OF_LINE_UPS:
                line_up[key] += records[key][place]
            for key in ("firsts", "shares", "shares_squares"):
                line_up[key] += np.reshape(records[key][place], line_up[key].shape)

    def add_blocks(self, side, record):
        for games, shares, blocks in record["block_shares"]:
            self.cells[side][games, Fraction(shares, self.shares)] += blocks

    @cached_property
    def scores(self):
        """By strategy, as sorted (score, count)."""
        return [together(groups) for groups in self.score_groups]

    @cached_property
    def turns(self):
        return together(self.turns_groups)

    @property
    def played(self):
        return [line_up for line_up in self.line_ups if line_up["blocks"]]

    def total(self, key):
        return sum(line_up[key] for line_up in self.line_ups)

    @cached_property
    def blocks(self):
        return self.total("blocks")

    @property
    def games(self):
        """One seat's games are all games."""
        return self.sums(self.count)[1]

    @property
    def all_games(self):
        """What findings say of the games that they come from, where that is all of them."""
        return {"games": self.games, "undecided": self.total("undecided") / self.games}

    @cached_property
    def has_ended(self):
        """Whether all its blocks are played, or its rule has ended it."""
        return self.blocks >= self.planned or self.is_enough

    @property
    def is_enough(self):
        if self.header["stop"] is None:
            return False
        if self.sprt:
            return self.is_look(self.blocks) and self.test["accepted"] is not None
        for one in range(self.count):
            low, high = st.rate_interval(self.sums(one))
            if self.sums(one)[0] < FEWEST_BLOCKS or high - low > self.header["stop"]["width"]:
                return False
        return True

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

    @cached_property
    def anytime(self):
        """Whether intervals hold wherever one stops: in a sequential test, and in a run that was
        stopped before its rule ended it."""
        stop = self.header["stop"]
        return stop is not None and (stop["rule"] != "fixed_width" or not self.has_ended)

    def sums(self, side):
        return st.ratio_sums((games, wins, n) for (games, wins), n in self.cells[side].items())

    def wins(self, side):
        """The games that a strategy or a seat won, whatever it has of those that nobody won."""
        nobody = self.total("undecided") if side >= self.count else self.seated(side, "undecided")
        return int(self.sums(side)[2] - Fraction(nobody, self.shares))

    def seated(self, one, key):
        """The sum over line-ups of what is counted by game, once for each seat of a strategy."""
        return sum(line_up["members"].count(one) * line_up[key] for line_up in self.line_ups)

    def score_sums(self, one):
        """Blocks, Σa, Σx, Σa², Σx², Σxa of a strategy's scores."""
        blocks, a, _, aa, _, _ = self.sums(one)
        totals, total = self.totals[one], sum(score * count for score, count in self.scores[one])
        return blocks, a, total, aa, totals["score_squares"], totals["score_appearances"]

    def turns_sums(self, one):
        """The same of turns, of each finished game once for each seat of a strategy, or once of
        none."""
        sums = np.zeros(6, dtype=object)
        for line_up in self.played:
            seats = 1 if one is None else line_up["members"].count(one)
            blocks, x = line_up["blocks"], line_up["turns"]
            # Somebody moves first in each game.
            games = round(float(sum(line_up["firsts"]))) // blocks
            lost = line_up["stalled"] + line_up["blocked"]
            aa = games**2 * blocks - 2 * games * lost + line_up["unfinished_squares"]
            xa = games * x - line_up["unfinished_turns"]
            own = (games * blocks - lost, x, seats * aa, seats * line_up["turns_squares"])
            own = (blocks, *(seats * of for of in (*own, seats * xa)))
            sums += np.array(own if seats else [0] * 6, dtype=object)
        return sums

    @property
    def equal_seats(self):
        """The test that all seats win equally often; none where strategies cannot be told from
        seats, and where the run stopped by what was found."""
        fixed = self.header["seating"] == "fixed" and self.count > 1
        if fixed or not self.is_decided or self.anytime or self.blocks < 2:
            return None
        sums = [self.sums(self.count + seat) for seat in range(self.players)]
        tally = {
            "blocks": self.blocks,
            "games": sums[0][1],
            "wins": [of_seat[2] for of_seat in sums],
            "products": self.cross[self.count :, self.count :] / self.shares**2,
            "fair": Fraction(self.winners, self.players),
        }
        found = dict(zip(("f", "degrees", "p_value"), st.equality_of_seats(tally) or ()))
        return {**found, "effect_size": st.cohens_w(tally)} if found else None

    def mean(self, sums):
        """A mean of appearances, a ratio of sums over blocks, with its interval."""
        value, error = st.ratio_mean(sums)
        return value, *st.around(value, error, st.reach(sums[0], self.anytime))

    @cached_property
    def fit(self):
        line_ups = [{**of, "wins": of["shares"] / self.shares} for of in self.line_ups]
        cross = self.cross / self.shares**2
        return _ratings.Fit(line_ups, self.count, self.players, self.winners, cross)

    @property
    def is_decided(self):
        """Whether somebody won a game."""
        return self.total("undecided") < self.games

    def faults(self, one):
        """The decisions that random made for a strategy; none where nobody was asked."""
        asked = any(totals["asked"] for totals in self.totals)
        return self.totals[one]["faults"] if asked else None

    def by_default(self, one):
        """The share of a strategy's decisions that random made in games that count as they ended;
        none where a game with a fault is lost."""
        if self.header.get("on_fault") == "lose":
            return 0.0
        return self.totals[one]["faults"] / max(self.totals[one]["asked"], 1)

    def substituted(self, *some):
        """Whether more than 1 % of somebody's were, of some or of all, so that nothing is said."""
        return any(self.by_default(one) > BY_DEFAULT for one in some or range(self.count))

    @cached_property
    def fitted(self):
        """The ratings, and of a duel the difference with its standard error, as if nobody had
        stopped."""
        if not self.is_decided:
            return [(None, None, None)] * self.count, None

        def critical(blocks):
            return st.reach(self.blocks if self.anytime else blocks, self.anytime)

        return _ratings.ratings(self.fit, critical)

    @cached_property
    def test(self):
        """The sequential test of a duel."""
        stop = self.sprt
        if not stop:
            return None
        mirrored = stop["elo0"] >= 0
        alpha = stop["alpha"] / 2 if mirrored else stop["alpha"]
        lower = math.log(stop["beta"] / (1 - alpha))
        upper = math.log((1 - stop["beta"]) / alpha)
        sides = [(counts, sign) for _, counts, sign in duel_sides(self)]
        back = [(counts, -sign) for counts, sign in sides]
        known = self.players, self.winners, stop["elo0"], stop["elo1"]
        ratio = st.log_likelihood_ratio(sides, *known)
        other = st.log_likelihood_ratio(back, *known) if mirrored else None
        low = max(ratio, ratio if other is None else other) <= lower
        reverse = "H2" if mirrored and other >= upper else "H0" if low else None
        return {
            **{key: stop[key] for key in ("elo0", "elo1", "alpha", "beta")},
            "llr": ratio,
            "reverse": other,
            "lower": lower,
            "upper": upper,
            "accepted": "H1" if ratio >= upper else reverse,
        }

    @cached_property
    def stagewise(self):
        """What is known of the difference of a duel whose test came to its end."""
        difference = self.fitted[1]
        if not self.sprt or not self.has_ended or difference is None or not difference[1]:
            return None
        return _stagewise.stagewise(self.test, self.looks, *difference)

    @cached_property
    def ratings(self):
        found = self.stagewise
        if not self.sprt or not self.has_ended:
            return self.fitted[0]
        if found is None:
            return [(rating, None, None) for rating, _, _ in self.fitted[0]]
        one, low, high = (found[end] / 2 for end in ("elo", "low", "high"))
        return [(one, low, high), (-one, -high, -low)]


def together(groups):
    """The counts of all groups, as sorted (value, count)."""
    counts = Counter()
    for group in groups:
        counts.update(group)
    return sorted(counts.items())


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
    # All sit down as often as they can, and take turns in the seats that are left.
    everybody = tuple(range(count)) * (players // count) if count < players else ()
    left = itertools.combinations(range(count), players - len(everybody))
    places = header.get("line_ups") or (everybody + others for others in left)
    return [[numbers[place] for place in line_up] for line_up in places]


def quantiles(rules, name, counts, groups):
    """Each quantile by its name, with a whole interval."""
    for end, share in SHARES.items():
        plain = not rules.anytime
        ends = st.quantile_interval(share, counts, groups) if plain else (None, None)
        yield f"{name}_{end}", (st.quantile(share, counts), *ends)


def won(sums, wins, anytime):
    """The columns of games, wins and win rate."""
    rate = st.columns("win_rate", st.rate(sums), *st.rate_interval(sums, anytime))
    return {"games": sums[1], "wins": wins, **rate}


def summary(rules):
    for one in rules.by_name:
        sums, scores = rules.sums(one), rules.scores[one]
        if not sums[0]:
            continue
        games, totals = sums[1], rules.totals[one]
        rating = rules.ratings[one] if 0 < sums[2] < games else (None,) * 3
        yield {
            "strategy": rules.strategies[one],
            **won(sums, rules.wins(one), rules.anytime),
            **st.columns("elo", *rating),
            **st.columns("score_mean", *rules.mean(rules.score_sums(one))),
            "score_sd": st.standard_deviation(scores),
            **{f"score_{name}": st.quantile(share, scores) for name, share in SHARES.items()},
            "hand_points_mean": totals["hand_points"] / games,
            **st.columns("turns_mean", *rules.mean(rules.turns_sums(one))),
            "stalled": rules.seated(one, "stalled"),
            "faults": totals["faults"],
            "undecided": rules.seated(one, "undecided") / games,
            "blocked": rules.seated(one, "blocked"),
        }


def seats(rules):
    for seat in range(rules.players):
        sums = rules.sums(rules.count + seat)
        score = rules.seat_scores[seat] / sums[1]
        wins = rules.wins(rules.count + seat)
        yield {"table": "", "seat": seat + 1, **won(sums, wins, rules.anytime), "score_mean": score}


def scores(rules):
    for one in rules.by_name:
        for score, count in rules.scores[one]:
            yield {"strategy": rules.strategies[one], "score": score, "count": count}


def turns(rules):
    return [{"turns": length, "count": count} for length, count in rules.turns]


def difference(rules, one, other):
    """A strategy against another: blocks ahead, tied, behind, then mean, standard error and blocks;
    none if they did not meet."""
    sums = rules.pairs.get((min(one, other), max(one, other)))
    if sums is None or one == other:
        return None
    ahead, tied, behind, total, squares = (sums[key] for key in OF_PAIRS)
    if one > other:
        ahead, behind, total = behind, ahead, -total
    blocks = ahead + tied + behind
    mean = st.mean_and_error(blocks, total, squares, rules.header["scale"])
    return ahead, tied, behind, *mean, blocks


def matchups(rules):
    for one, other in itertools.product(rules.by_name, repeat=2):
        found = difference(rules, one, other)
        if found is None:
            continue
        *counts, mean, error, blocks = found
        low, high = st.around(mean, error, st.reach(blocks, rules.anytime))
        yield {
            "strategy": rules.strategies[one],
            "opponent": rules.strategies[other],
            "blocks": blocks,
            **dict(zip(OF_PAIRS, counts)),
            "mean_difference": mean,
            "low": low,
            "high": high,
        }


def ratings(rules):
    for one in rules.by_name:
        rating = dict(zip(("rating", "low", "high"), rules.ratings[one]))
        counts = {"games": rules.sums(one)[1], "faults": rules.faults(one)}
        yield {"strategy": rules.strategies[one], **rating, **counts}


def win_difference(rules, one, other):
    """The wins per appearance of one strategy less another's, by block: mean, standard error and
    blocks; none if they did not meet, or where line-ups weigh the products of wins differently."""
    blocks, total, squares, weights = 0, Fraction(0), Fraction(0), set()
    for line_up in rules.played:
        members, played = line_up["members"], line_up["blocks"]
        if not {one, other} <= set(members):
            continue
        games = Fraction(int(line_up["firsts"].sum()), played)
        inverse = [1 / (games * members.count(side)) for side in (one, other)]
        place = [sorted(set(members)).index(side) for side in (one, other)]
        wins = [Fraction(int(of), rules.shares) for of in line_up["shares"].sum(axis=1)]
        raw = [Fraction(int(of), rules.shares**2) for of in line_up["shares_squares"]]
        own = [sum(itertools.compress(wins, np.equal(members, side))) for side in (one, other)]
        blocks += played
        total += inverse[0] * own[0] - inverse[1] * own[1]
        squares += sum(f * f * raw[p] for f, p in zip(inverse, place))
        weights.add(inverse[0] * inverse[1])
    if len(weights) != 1:
        return None
    squares -= 2 * weights.pop() * Fraction(int(rules.cross[one, other]), rules.shares**2)
    mean, error = st.mean_and_error(blocks, total, squares, 1)
    return float(mean), error, blocks


def p_of(mean, error, blocks):
    """The p-value of a mean against 0; none where it is not known."""
    return None if error is None else st.p_of(mean, error, blocks - 1)


def crosstable(rules):
    """Each pair that met, by wins and by points; positive is better."""
    fewest = rules.settings.get("scoring", {}).get("at_target") == "loses"
    sign = -1 if fewest else 1

    def points(rules, one, other):
        found = difference(rules, one, other)
        return found and (sign * found[3], *found[4:])

    pairs = list(itertools.combinations(range(rules.count), 2))
    for measure, between in {"wins": win_difference, "points": points}.items():
        met = [(pair, found) for pair in pairs if (found := between(rules, *pair)) is not None]
        p_values = {pair: p_of(*found) for pair, found in met if not rules.substituted(*pair)}
        p_adjusted = dict(zip(p_values, adjusted(list(p_values.values()))))
        for (one, other), (mean, error, blocks) in met:
            own, p = (of.get((one, other)) for of in (p_values, p_adjusted))
            if measure == "wins":
                low, high = st.within(-1, 1, mean, error, blocks, rules.header["scale"])
            else:
                low, high = st.around(mean, error, st.reach(blocks, False))
            yield {
                "measure": measure,
                "strategy": rules.strategies[one],
                "opponent": rules.strategies[other],
                "difference": mean,
                "low": low,
                "high": high,
                "p_adjusted": p,
                "verdict": told(mean, p),
                REST: rules.all_games
                | {"p_value": own, "family": "" if own is None else "primary"},
            }


def ranges_of_ranks(count, compared):
    """The first and the last rank of each, by pairs with their differences and p-values."""
    first, last = [1] * count, [count] * count
    for (pair, points, _), p in zip(compared, st.holm([p for _, _, p in compared])):
        if p < st.MISS and points != 0:
            better, worse = pair if points > 0 else pair[::-1]
            last[better] -= 1
            first[worse] += 1
    return first, last


def adjusted(p_values):
    """P-values corrected together; one that is not known counts as 1, and stays unknown."""
    found = st.holm([1.0 if p is None else p for p in p_values])
    return [None if p is None else of for p, of in zip(p_values, found)]


def told(mean, p):
    """The verdict on a difference; none where nothing is known."""
    if p is None:
        return ""
    if p >= st.MISS or mean == 0:
        return "unclear"
    return "more" if mean > 0 else "less"


def ranks(rules):
    """The place of each strategy, and the first and the last rank that it may have."""
    count, fit = rules.count, rules.fit
    converged = bool(rules.fitted) and hasattr(fit, "logs")
    rated = _ratings.differences(fit) if converged else {}
    compared = []
    for pair in itertools.combinations(range(count), 2):
        found = rated.get(pair)
        if not found or not found[1]:
            found = win_difference(rules, *pair)
        p = None if rules.substituted(*pair) else found and p_of(*found)
        compared += [] if p is None else [(pair, found[0], p)]
    first, last = ranges_of_ranks(count, compared)
    rates = [st.rate(rules.sums(one)) or 0.0 for one in range(count)]
    heights = _ratings.heights(fit) if converged else rates
    order = sorted(range(count), key=lambda one: (-heights[one], -rates[one]))
    for place, one in enumerate(order, 1):
        range_of = {"place": place, "first": first[one], "last": last[one]}
        yield {"strategy": rules.strategies[one], **range_of}


def duel_sides(rules):
    """(who is alone, blocks by its wins, sign of what its Elo says of A over B); at two seats both
    sides are the same blocks."""
    sides = [(0, 1)] if rules.players == 2 else [(0, 1), (1, -1)]
    counts = [{wins: n for (a, wins), n in of.items() if a == rules.players} for of in rules.cells]
    return [(one, counts[one], sign) for one, sign in sides]


def side_sums(rules, counts):
    return st.ratio_sums((rules.players, wins, n) for wins, n in counts.items())


def pooled(rules):
    """The variance reduction, and how far the sides disagree; none if one has no variance."""
    estimates = []
    for _, counts, sign in duel_sides(rules):
        sums = side_sums(rules, counts)
        if not sums[0]:
            continue
        share = st.rate(sums)
        points, variance = st.elo(share, rules.winners / rules.players), st.rate_variance(sums)
        if points is None or variance is None:
            return None, None
        slope = 400 / math.log(10) / (share * (1 - share))
        variance *= slope**2
        independent = variance * st.variance_reduction(sums)
        estimates.append((sign * points, variance, independent, sums[0] - 1))
    if not estimates:
        return None, None
    weight = math.fsum(1 / variance for _, variance, _, _ in estimates)
    independent = math.fsum(1 / variance for _, _, variance, _ in estimates)
    disagreement = None
    if len(estimates) == 2:
        (one, v, _, degrees), (other, w, _, more) = estimates
        z = (one - other) / math.sqrt(v + w)
        disagreement = {"sides_z": z, "sides_p": st.t_tail(z, degrees + more)}
    return weight / independent, disagreement


def sides(rules):
    for lone, counts, _ in duel_sides(rules):
        sums = side_sums(rules, counts)
        alone = [of for of in rules.line_ups if of["members"].count(lone) == 1]
        nobody = Fraction(sum(of["undecided"] for of in alone), rules.shares)
        yield {
            "strategy": rules.strategies[lone],
            "opponent": rules.strategies[1 - lone],
            **won(sums, int(sums[2] - nobody), rules.anytime),
            "fair_share": rules.winners / rules.players,
            "variance_reduction": st.variance_reduction(sums),
        }


VERDICTS = {None: "unclear", "H0": "same", "H1": "more", "H2": "less"}


def duel(rules):
    reduction, disagreement = pooled(rules)
    found, test = rules.stagewise, rules.test
    points = (found["elo"], found["low"], found["high"]) if found else plain_difference(rules)
    row = {
        "strategy": rules.strategies[0],
        "opponent": rules.strategies[1],
        "games": rules.games,
        **st.columns("elo", *points),
        **dict.fromkeys(("p_value", "p_adjusted")),
        "verdict": "",
        "ended": int(rules.has_ended),
        "variance_reduction": reduction if rules.is_decided else None,
        **((not rules.substituted() and disagreement) or dict.fromkeys(("sides_z", "sides_p"))),
        "stalled": rules.total("stalled"),
        "blocked": rules.total("blocked"),
        "undecided": rules.total("undecided") / rules.games,
        "undecided_games": rules.total("undecided"),
        "faults": sum(totals["faults"] for totals in rules.totals),
    }
    if test:
        accepted = test["accepted"] if rules.is_decided else None
        row["verdict"] = VERDICTS[accepted]
        row["p_value"] = found[accepted] if found and accepted else None
        row[OF_METRIC] = {"elo": {"family": "primary"}}
        if rules.substituted():
            row.update(verdict="", p_value=None)
    return row


def sequential_test(rules):
    """The test of a duel as the documents have it."""
    test = dict(rules.test)
    accepted = test["accepted"] if rules.is_decided and not rules.substituted() else None
    return {"rules": rules.name, **test, "accepted": accepted and accepted.lower()}


def plain_difference(rules):
    """The difference of a duel where no test came to its end, with an interval where one holds."""
    points, error = rules.fitted[1] or (None, None)
    holds = not rules.anytime or not rules.has_ended
    reach = st.reach(rules.blocks, rules.anytime) if holds else None
    return points, *st.around(points, error, reach)


def games(rules):
    """What all games of a rule set were."""
    equal = rules.equal_seats or {}
    row = {
        "games": rules.games,
        "blocks": rules.blocks,
        "stalled": rules.total("stalled"),
        "blocked": rules.total("blocked"),
        "undecided": rules.total("undecided"),
        "fair_share": rules.winners / rules.players,
        **st.columns("turns_mean", *rules.mean(rules.turns_sums(None))),
        "seat_imbalance": equal.get("effect_size"),
        "seat_imbalance_p": equal.get("p_value"),
    }
    for name, found in quantiles(rules, "turns", rules.turns, rules.turns_groups):
        row.update(st.columns(name, *found))
    yield row


def others(rules):
    """What has no column in the table of its question: intervals of scores, decisions that were
    made by default, and how much more the first seat won than is fair."""
    for one in rules.by_name:
        if not rules.sums(one)[0]:
            continue
        of_scores = quantiles(rules, "score", rules.scores[one], rules.score_groups[one])
        by_default = rules.by_default(one), None, None
        seated = rules.sums(one)[1]
        own = {"games": seated, "undecided": rules.seated(one, "undecided") / seated}
        for metric, found in [*of_scores, ("by_default", by_default)]:
            of = {"of": rules.strategies[one], "against": "", "metric": metric, **own}
            yield {"question": "strength", **of, **st.valued(*found)}
    first, fair = rules.sums(rules.count), rules.winners / rules.players
    ends = (st.rate(first), *st.rate_interval(first, rules.anytime))
    if rules.is_decided and None not in ends and not rules.substituted():
        p_value = (rules.equal_seats or {}).get("p_value")
        may_be_fair = ends[1] <= fair <= ends[2] or (p_value is not None and p_value >= st.MISS)
        apart = "more" if ends[0] > fair else "less"
        of = {"question": "seats", "of": "seat 1", "against": "fair", "metric": "win_rate"}
        verdict = {"p_value": p_value, "verdict": "unclear" if may_be_fair else apart}
        yield of | st.valued(*(end - fair for end in ends)) | verdict


def files(header, lines):
    """What every file with figures says: its rows, or of findings the tables of their questions."""
    [leg] = header["legs"]
    header = {"stop": None, **header, **leg["play"], **leg}
    by_name = {rules["name"]: RuleSet(header, rules) for rules in header["rules"]}
    for line in lines:
        by_name[line["rules"]].add(line["chunk"], line["tally"])
    rule_sets = [by_name[name] for name in sorted(by_name) if by_name[name].blocks]

    def rows(table):
        place = {"players": header["players"]}
        return [
            {"rules": of.name, **place, REST: of.all_games, **row}
            for of in rule_sets
            for row in table(of)
        ]

    question = header["question"]
    tables = {"strength": summary, "games": games, "seats": seats, "matchups": matchups}
    tables |= {} if question == "run" else {"ratings": ratings}
    tables |= {"ranks": ranks, "crosstable": crosstable} if question == "tournament" else {}
    tables |= {"duel": lambda of: [duel(of)], "sides": sides} if question == "duel" else {}
    found = {name: rows(table) for name, table in tables.items()}
    duels = found.get("duel", [])
    for one, p in zip(duels, adjusted([one["p_value"] for one in duels])):
        one["p_adjusted"] = p
    kept = {key: header[key] for key in ("program", "version", "question", "seed", "players")}
    tests = [sequential_test(of) for of in rule_sets if of.test] if question == "duel" else []
    more = [{**row.pop(REST), **row} for row in rows(others)]
    return {
        "summary.csv": found["strength"],
        "scores.csv": rows(scores),
        "turns.csv": rows(turns),
        "findings.csv": {**found, "others": more},
        "findings.json": {**kept, "tests": tests, "tables": {**found, "others": more}},
    }
