// Tables: as they are packed, as figures show them, and as CSV.
import { SAID } from "../lib/charts/scale";
import type { Figure, Mark, Packed } from "./document";

export type Cell = string | number | null;

export interface Table {
  columns: string[];
  rows: Cell[][];
}

/** Columns of texts are runs, each with its length and the place of its text. */
export function unpacked({ columns, rows, texts, cells }: Packed): Table {
  const all = columns.map((_, column): Cell[] => {
    const [known, packed] = [texts[column] ?? [], cells[column] ?? []];
    if (known.length === 0) return packed;
    const column_cells: Cell[] = [];
    for (let at = 0; at + 1 < packed.length; at += 2)
      for (let run = packed[at] ?? 0; run > 0; run--)
        column_cells.push(known[packed[at + 1] ?? 0] ?? "");
    return column_cells;
  });
  const row = (_: unknown, at: number) => all.map((column) => column[at] ?? null);
  return { columns, rows: Array.from({ length: rows }, row) };
}

const estimate = ([, tone, value, low, high]: Mark): Cell[] => [
  value,
  low ?? null,
  high ?? null,
  SAID[tone] ?? "",
];

/** What a figure shows, in numbers. */
export function numbersOf({ chart, series, details }: Figure): Table {
  if (details) return unpacked(details);
  const of = (one: number) => series[one] ?? "";
  switch (chart.kind) {
    case "intervals":
      return {
        columns: ["row", "series", "value", "low", "high", "said"],
        rows: chart.rows.flatMap(({ name, marks }) =>
          marks.map((mark) => [name, of(mark[0]), ...estimate(mark)]),
        ),
      };
    case "heat":
      return {
        columns: ["row", "column", "value", "low", "high", "said"],
        rows: chart.rows.flatMap((name, row) =>
          chart.columns.flatMap((column, at) => {
            const mark = chart.cells[row]?.[at];
            return mark ? [[name, column, ...estimate(mark)]] : [];
          }),
        ),
      };
    case "curves":
      return {
        columns: ["panel", "series", "at", "value", "low", "high"],
        rows: chart.panels.flatMap(({ title, lines }) =>
          lines.flatMap((line) =>
            line.points.map(([at, value, low, high]) => {
              const name = chart.places.find(([place]) => place === at)?.[1];
              return [title, of(line.series), name ?? at, value, low ?? null, high ?? null];
            }),
          ),
        ),
      };
    case "distributions":
      return {
        columns: ["row", "series", "from", "to", "share"],
        rows: chart.rows.flatMap(({ name, curves }) =>
          curves.flatMap((curve) =>
            curve.shares.map((share, it) => {
              const [from, to] = [0, 1].map((more) => chart.edges[curve.from + it + more] ?? 0);
              return [name, of(curve.series), from ?? 0, (to ?? 0) - 1, share / 10000];
            }),
          ),
        ),
      };
  }
}

/** Without columns that are the same, or empty, in all rows. */
export function visible({ columns, rows }: Table): number[] {
  const varies = (column: number) => rows.some((row) => row[column] !== rows[0]?.[column]);
  return columns.flatMap((_, at) => (rows.length < 2 || varies(at) ? [at] : []));
}

/** Whether a row has all words, each anywhere in one of its texts. */
export function has(row: Cell[], words: string[]): boolean {
  const text = row
    .filter((cell) => typeof cell === "string")
    .join("\n")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Empty cells are last in either direction. */
export function sorted(rows: Cell[][], column: number, down: boolean): Cell[][] {
  const order = (one: Cell, other: Cell) => {
    const [no, none] = [one, other].map((cell) => Number(cell === null || cell === ""));
    if (no || none) return (no ?? 0) - (none ?? 0);
    const by =
      typeof one === "number" && typeof other === "number"
        ? one - other
        : String(one).localeCompare(String(other), "en", { numeric: true });
    return down ? -by : by;
  };
  return [...rows].sort((a, b) => order(a[column] ?? null, b[column] ?? null));
}

export function csv({ columns, rows }: Table): string {
  const quoted = (cell: Cell) => {
    const text = cell === null ? "" : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(quoted).join(",")).join("\n") + "\n";
}
