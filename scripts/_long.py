"""The rows of findings.csv that the tables of questions are made of: what `_wide` reads, the other
way round. Standard library only.

What no column of a table says stands in its rows under `REST`, and that of one metric under
`OF_METRIC`."""

import json

from _wide import KEYS, WIDE

REST, OF_METRIC = "_rest", "_of_metric"
PARTS = ("value", "low", "high", "p_value", "q_value", "family", "verdict")
SHARED = ("undecided", "games")
NOTHING = dict.fromkeys(("value", "low", "high", "p_value", "q_value", *SHARED))
NOTHING |= {"family": "", "verdict": ""}
PLACE = ("question", "rules", "players", "table", "of", "against", "metric")


def plain(rows):
    """Rows as a table has them."""
    return [{name: of for name, of in row.items() if not name.startswith("_")} for row in rows]


def place(found):
    """Which finding it is; what is of a seat, or of chances from so many percent on, by its
    number."""
    named = {**found, "of": str(found["of"]).removeprefix("seat ").removesuffix(" %")}
    return tuple(named[key] for key in PLACE)


def rows(question, table):
    """The findings of the rows of a table."""
    for row in table:
        yield from (of_others if question == "others" else of_row)(question, row)


def of_others(_, row):
    digest = {"rules_digest": row.get("rules_digest", "")}
    yield {**NOTHING, "table": "", "against": "", **digest, **row}


def of_row(question, row):
    columns = WIDE[question]
    of = {source: row[name] for name, source in columns if name in row}
    shared = {key: of[key] for key in SHARED if key in of}
    common = {"question": question, "players": row["players"], **keys_of(question, of, row)}
    common |= {**NOTHING, "rules_digest": row.get("rules_digest", ""), **row.get(REST, {})} | shared
    if "metric" in of:
        parts = {part: of[part] for part in PARTS if part in of}
        yield common | {"metric": of["metric"]} | parts
        return
    metrics = {}
    for source, value in of.items():
        metric, _, part = source.partition(".")
        if source not in (*KEYS, *SHARED, "players", "rules_digest", "keys"):
            metrics.setdefault(metric, {})[part or "value"] = value
    for metric, parts in metrics.items():
        yield common | {"metric": metric, **parts, **row.get(OF_METRIC, {}).get(metric, {})}


def keys_of(question, of, row):
    keys = {key: str(of[key]) if key in of else "" for key in KEYS if key != "players"}
    if question == "effects":
        return keys | {"of": keys["rules"]}
    if question == "curve":
        names = {name for name, _ in WIDE[question]}
        point = {key: value for key, value in plain([row])[0].items() if key not in names}
        return keys | {"of": "; ".join(f"{key}={written(value)}" for key, value in point.items())}
    return keys


def written(value):
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
