"""Tables of results, for whatever library of data frames is there.

A table is read by the standard library alone. Polars, pandas and PyArrow are imported when they are
asked for, and none of them is a dependency.
"""

import csv
import html
import importlib
import itertools
import json
import shutil
import textwrap

# What the columns hold that are not numbers with a fraction; an empty field is None.
TEXTS = """rules strategy opponent baseline table metric verdict family kind effect part others
    beginner oracle reason rules_digest question of against measure""".split()
WHOLE = """players games wins seat score count turns blocks ahead tied behind stalled faults blocked
    score_p05 score_p50 score_p95 game block seating round hand_points drawn said percent
    turns_p05 turns_p05_low turns_p05_high turns_p50 turns_p50_low turns_p50_high turns_p95
    turns_p95_low turns_p95_high place ended undecided_games""".split()
FRACTIONS = """win_rate win_rate_low win_rate_high elo elo_low elo_high score_mean score_sd
    hand_points_mean turns_mean score_mean_low score_mean_high turns_mean_low turns_mean_high
    mean_difference low high rating value baseline_value difference p_value p_adjusted q_value
    share undecided fair_share seat_imbalance seat_imbalance_p variance_reduction sides_z
    sides_p""".split()
KINDS = {
    **dict.fromkeys(TEXTS, str),
    **dict.fromkeys(WHOLE, int),
    **dict.fromkeys(FRACTIONS, float),
    "won": bool,
}
# Bytes of the longest line, and file of JSON, that is read; and of what is read at a time.
MOST, PART = 50_000_000, 1_000_000
# Rows that are shown of a long table.
SHOWN = 20


class Table:
    """Rows with named columns, each of one type: str, int, float or bool, or None where nothing can
    be said.

    `table["wins"]` is a column as a list. `polars.DataFrame(table)`, `pyarrow.table(table)` and
    others that know the Arrow C stream interface take it as it is, where Polars or PyArrow is
    installed.

    Attributes
    ----------
    columns : tuple of str
        The names of the columns.
    """

    def __init__(self, columns, kinds):
        self._columns, self._kinds = columns, kinds
        self.columns = tuple(columns)

    def __len__(self):
        return len(next(iter(self._columns.values()), ()))

    def __iter__(self):
        return iter(self.to_dicts())

    def __getitem__(self, name):
        if name not in self._columns:
            raise KeyError(f"no column {name!r}; there are {', '.join(self.columns)}")
        return list(self._columns[name])

    def to_dicts(self):
        """The rows, each a dict."""
        rows = zip(*self._columns.values(), strict=True)
        return [dict(zip(self.columns, row, strict=True)) for row in rows]

    def to_polars(self):
        """A `polars.DataFrame`. Raises ImportError where Polars is missing."""
        polars = _library("polars", "to_polars()")
        types = {str: polars.String, int: polars.Int64, float: polars.Float64, bool: polars.Boolean}
        schema = {name: types[kind] for name, kind in self._kinds.items()}
        return polars.DataFrame(self._columns, schema=schema)

    def to_pandas(self):
        """A `pandas.DataFrame`; whole numbers of which some are missing are of dtype Int64. Raises
        ImportError where pandas is missing."""
        pandas = _library("pandas", "to_pandas()")
        types = {str: "str", int: "int64", float: "float64", bool: "bool"}
        missing = {str: object, int: "Int64", float: "float64", bool: "boolean"}
        series = {
            name: pandas.Series(
                values, dtype=(missing if None in values else types)[self._kinds[name]]
            )
            for name, values in self._columns.items()
        }
        return pandas.DataFrame(series)

    def to_arrow(self):
        """A `pyarrow.Table`. Raises ImportError where PyArrow is missing."""
        arrow = _library("pyarrow", "to_arrow()")
        types = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
        types[bool] = arrow.bool_()
        schema = arrow.schema([(name, types[kind]) for name, kind in self._kinds.items()])
        return arrow.table(self._columns, schema=schema)

    def __arrow_c_stream__(self, requested_schema=None):
        """The rows for others, by PyArrow or Polars."""
        try:
            made = self.to_arrow()
        except ImportError:
            try:
                made = self.to_polars()
            except ImportError:
                raise ImportError(
                    "the Arrow C stream of a table needs PyArrow or Polars; `pip install polars`"
                ) from None
        return made.__arrow_c_stream__(requested_schema)

    def __repr__(self):
        rows = [self.columns, *map(_cells, self._first())]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        room = shutil.get_terminal_size().columns
        ends = itertools.accumulate(width + 2 for width in widths)
        many = max(1, sum(end - 2 <= room for end in ends))
        lines = ["  ".join(map(str.ljust, row[:many], widths)).rstrip() for row in rows]
        if hidden := self.columns[many:]:
            lines += textwrap.wrap(f"further columns: {', '.join(hidden)}", room)
        return "\n".join([*lines, *self._left_out()])

    def _repr_html_(self):
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        rows = (
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _cells(row)) + "</tr>"
            for row in self._first()
        )
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        return table + "".join(f"<p>{line}</p>" for line in self._left_out())

    def _first(self):
        return itertools.islice(zip(*self._columns.values(), strict=True), SHOWN)

    def _left_out(self):
        return [f"further rows: {len(self) - SHOWN:,}"] if len(self) > SHOWN else []


def _door():
    """What reads files; what columns hold can be asked where nothing is compiled, too."""
    return importlib.import_module("unobench._native")


def read_csv(path):
    """The table of a CSV file that the program has written."""
    try:
        return _of_cells(*csv.reader(read_lines(path)))
    except (ValueError, TypeError, csv.Error) as error:
        raise ValueError(f"{path}: this is no table: {_door().quoted(str(error))}") from None


def read_lines(path):
    """The lines of a file, with their ends."""
    first, rest, number = 0, b"", 0
    while part := _door().read_part(path, first, PART):
        first += len(part)
        *lines, rest = (rest + part).splitlines(keepends=True)
        for line in lines:
            number += 1
            yield _text(path, number, line)
        if len(rest) > MOST:
            raise ValueError(f"{path}: a line is longer than {MOST:,} bytes")
    if rest:
        yield _text(path, number + 1, rest)


def _text(path, number, line):
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise ValueError(f"{path}: line {number} is not UTF-8") from None


def read_json(path):
    """What a JSON file says that the program has written."""
    try:
        return json.loads(_door().read(path, MOST))
    except ValueError as error:
        raise ValueError(f"{path}: this is no JSON: {_door().quoted(str(error))}") from None


def _of_cells(names, *rows):
    """The table of rows of text."""
    cells = zip(*rows, strict=True) if rows else ((),) * len(names)
    columns, kinds = {}, {}
    for name, column in zip(names, cells, strict=True):
        kinds[name] = kind_of(column, name)
        columns[name] = [_value(cell, kinds[name]) for cell in column]
    return Table(columns, kinds)


def read_parquet(path):
    """The table of a Parquet file that the program has written, by Polars or PyArrow."""
    try:
        columns = importlib.import_module("polars").read_parquet(path).to_dict(as_series=False)
    except ModuleNotFoundError:
        try:
            columns = importlib.import_module("pyarrow.parquet").read_table(path).to_pydict()
        except ModuleNotFoundError:
            raise ImportError(
                f"{path}: a Parquet file needs Polars or PyArrow; `pip install polars`"
            ) from None
    kinds = {name: KINDS[name] for name in columns}
    return Table({name: list(map(kinds[name], cells)) for name, cells in columns.items()}, kinds)


def from_rows(rows):
    """The table of rows that are dicts with the same keys; there is at least one."""
    return _of_cells(list(rows[0]), *([_written(cell) for cell in row.values()] for row in rows))


def _written(cell):
    """A value as it stands in a CSV file."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    return json.dumps(cell, ensure_ascii=False, separators=(",", ":"))


def _value(cell, kind):
    if cell == "":
        return None
    return cell in ("true", "1") if kind is bool else kind(cell)


def kind_of(cells, name=""):
    """What a column holds. Of those that `sweep` made of keys the cells say it, and of `won`, which
    is a truth or a number; so do cells with a point, which are no counts."""
    has_points = any("." in cell for cell in cells)
    if KINDS.get(name, bool) is not bool and not (KINDS[name] is int and has_points):
        return KINDS[name]
    cells = set(cells) - {""}
    if cells and cells <= {"true", "false", *("01" if name in KINDS else "")}:
        return bool
    for kind in (int, float):
        try:
            for cell in cells:
                kind(cell)
        except ValueError:
            continue
        return kind
    return str


def _cells(row):
    """A row as it is shown."""
    return [_cell(value) for value in row]


def _cell(value):
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _library(name, wanted_by):
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        raise ImportError(f"{wanted_by} needs {name}; `pip install {name}` installs it") from None
