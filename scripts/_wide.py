"""The wide tables of findings.csv, a row for each thing that is told of, with the columns that
docs/columns.json names. Standard library only."""

import csv
import json
from pathlib import Path

COLUMNS = Path(__file__).resolve().parent.parent / "docs" / "columns.json"
KEYS = ("rules", "players", "table", "of", "against")
FAIR = "fair"
# What stands before and after the number of what is numbered.
NUMBERED = {"seats": ("seat ", ""), "chances": ("", " %")}
TEXTS = {"question", "rules", "table", "of", "against", "metric", "family", "verdict"}
TEXTS.add("rules_digest")


# By question, each column's name with its source: a part of a finding, or of a metric.
WIDE = {
    question: [(name, source) for name, source in columns]
    for question, columns in json.loads(COLUMNS.read_text(encoding="utf-8")).items()
}


def read(file):
    """The findings of a CSV file that is open as text."""
    return [
        {key: cell if key in TEXTS else number(cell) for key, cell in row.items()}
        for row in csv.DictReader(file)
    ]


def number(cell):
    if cell == "":
        return None
    try:
        return int(cell)
    except ValueError:
        return float(cell)


def of(question, findings):
    """The table of a question."""
    columns = WIDE[question]
    has = {source for _, source in columns}
    groups = {}
    for found in findings:
        if found["question"] == question and bool(found["against"]) == ("against" in has):
            metric = found["metric"] if "metric" in has else None
            groups.setdefault((*(found[key] for key in KEYS), metric), []).append(found)
    values = {
        (*(of[key] for key in ("rules", "players", "table", "metric")), of["of"] == FAIR): of
        for of in findings
        if of["question"] in ("effects", "curve") and not of["against"]
    }

    def row(group):
        cells = {}
        for name, source in columns:
            is_keys = source == "keys"
            cells |= point(group[0]) if is_keys else {name: cell(group, source, values)}
        return cells

    return [row(group) for group in groups.values()]


def point(found):
    """The keys of a sweep with the values that they have there."""

    def read(text):
        try:
            return json.loads(text)
        except ValueError:
            return text

    pairs = (pair.partition("=") for pair in found["of"].split("; "))
    return {key: read(text) for key, _, text in pairs}


def cell(group, source, values):
    """A cell of the row of some findings of one thing."""
    first = group[0]
    if source in ("here", "there"):
        is_fair = source == "there" and first["against"] == FAIR
        rules = first["against" if source == "there" and not is_fair else "rules"]
        place = (rules, first["players"], first["table"], first["metric"], is_fair)
        return values[place]["value"] if place in values else None
    if source == "holm":
        return first["q_value"] if first["family"] == "primary" else None
    if source == "games":
        return max((of["games"] for of in group if of["games"] is not None), default=None)
    if source == "of":
        return number_of(first)
    if source in first:
        return first[source]
    metric, _, part = source.partition(".")
    return next((of[part or "value"] for of in group if of["metric"] == metric), None)


def number_of(found):
    """The number of a seat, or the percent of a range of chances; otherwise what it is of."""
    before, after = NUMBERED.get(found["question"], ("", ""))
    number = found["of"].removeprefix(before).removesuffix(after)
    is_numbered = found["question"] in NUMBERED and f"{before}{number}{after}" == found["of"]
    return int(number) if is_numbered else found["of"]


def in_order(question, rows):
    """Rows in the order of findings.csv."""
    names = {source: name for name, source in WIDE[question]}

    def place(row):
        rules, players, table, of, against, metric = (
            row.get(names.get(key), "") for key in (*KEYS, "metric")
        )
        number = of if isinstance(of, int) else float("inf")
        return rules, players, table or "", number, str(of), against, metric

    return sorted(rows, key=place)
