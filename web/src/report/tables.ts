// Tables: as they are packed, as figures show them, and as CSV.
import { SAID } from "../lib/charts/scale";
import type { Figure, Mark, PackedTable } from "../documents/report";

export type Cell = string | number | null;

export interface Table {
  columns: string[];
  rows: Cell[][];
}

/** A table as rows. Packed columns of texts hold runs: how often a text is repeated, and which. */
export function unpacked({ columns, rows, texts, cells }: PackedTable): Table {
  const all = columns.map((_, column): Cell[] => {
    const [words, packed] = [texts[column] ?? [], cells[column] ?? []];
    if (words.length === 0) return packed;
    const unpacked: Cell[] = [];
    for (let run = 0; run + 1 < packed.length; run += 2) {
      const [length, text] = [packed[run] ?? 0, words[packed[run + 1] ?? 0] ?? ""];
      for (let count = 0; count < length; count++) unpacked.push(text);
    }
    return unpacked;
  });
  const row = (_: unknown, place: number) => all.map((column) => column[place] ?? null);
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
  const nameOf = (which: number) => series[which] ?? "";
  switch (chart.kind) {
    case "intervals":
      return {
        columns: ["row", "series", "value", "low", "high", "said"],
        rows: chart.rows.flatMap(({ name, marks }) =>
          marks.map((mark) => [name, nameOf(mark[0]), ...estimate(mark)]),
        ),
      };
    case "heat":
      return {
        columns: ["row", "column", "value", "low", "high", "said"],
        rows: chart.rows.flatMap((name, row) =>
          chart.columns.flatMap((column, place) => {
            const mark = chart.cells[row]?.[place];
            return mark ? [[name, column, ...estimate(mark)]] : [];
          }),
        ),
      };
    case "curves":
      return {
        columns: ["panel", "series", "at", "value", "low", "high"],
        rows: chart.panels.flatMap(({ title, lines }) =>
          lines.flatMap((line) =>
            line.points.map(([number, value, low, high]) => {
              const name = chart.places.find(([place]) => place === number)?.[1];
              const where = [title, nameOf(line.series), name ?? number];
              return [...where, value, low ?? null, high ?? null];
            }),
          ),
        ),
      };
    case "distributions":
      return {
        columns: ["row", "series", "from", "to", "share"],
        rows: chart.rows.flatMap(({ name, curves }) =>
          curves.flatMap((curve) =>
            curve.shares.map((share, index) => {
              const bin = curve.from + index;
              const [from, next] = [chart.edges[bin] ?? 0, chart.edges[bin + 1] ?? 0];
              return [name, nameOf(curve.series), from, next - 1, share / 10000];
            }),
          ),
        ),
      };
  }
}

/** The columns to show: not those that have the same value, or none, in all rows. */
export function visible({ columns, rows }: Table): number[] {
  const varies = (column: number) => rows.some((row) => row[column] !== rows[0]?.[column]);
  return columns.flatMap((_, column) => (rows.length < 2 || varies(column) ? [column] : []));
}

/** Whether a row has all words, each anywhere in one of its texts. */
export function has(row: Cell[], words: string[]): boolean {
  const text = row
    .filter((cell) => typeof cell === "string")
    .join("\n")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The rows in the order of a column; empty cells come last in either direction. */
export function sorted(rows: Cell[][], column: number, down: boolean): Cell[][] {
  const isEmpty = (cell: Cell) => cell === null || cell === "";
  const order = (left: Cell, right: Cell) => {
    if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right));
    const ascending =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : String(left).localeCompare(String(right), "en", { numeric: true });
    return down ? -ascending : ascending;
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
