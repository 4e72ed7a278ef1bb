// What a report says, as `crates/report/src/document.rs` writes it.

export type Unit = "plain" | "signed" | "times" | "rank";

/** Series, tone, value, and the ends of the interval if there is one. */
export type Mark = [series: number, tone: number, value: number, low?: number, high?: number];

export interface Row {
  name: string;
  note: string;
  marks: Mark[];
}

export interface Intervals {
  kind: "intervals";
  what: string;
  unit: Unit;
  by_ratio: boolean;
  references: number[];
  band: [number, number] | null;
  rows: Row[];
}

export interface Distribution {
  series: number;
  mean: [value: number, low?: number, high?: number];
  median: number;
  left_out: number;
  from: number;
  shares: number[];
}

export interface Distributions {
  kind: "distributions";
  what: string;
  by_ratio: boolean;
  edges: number[];
  left_out: string;
  rows: { name: string; curves: Distribution[] }[];
}

/** Place, value, and the ends of the interval if there is one. */
export type Point = [at: number, value: number, low?: number, high?: number];

export interface Curves {
  kind: "curves";
  across: string;
  what: string;
  unit: Unit;
  reference: number | null;
  band: [number, number] | null;
  range: [number, number] | null;
  places: [number, string][];
  connected: boolean;
  panels: { title: string; lines: { series: number; points: Point[] }[] }[];
}

export interface Heat {
  kind: "heat";
  what: string;
  rows: string[];
  columns: string[];
  cells: (Mark | null)[][];
}

export type Chart = Intervals | Distributions | Curves | Heat;

export interface Packed {
  columns: string[];
  rows: number;
  texts: string[][];
  cells: (number | null)[][];
}

export interface Figure {
  id: string;
  title: string;
  players: string;
  sentences: string[];
  reading: string;
  series: string[];
  noticed: string;
  chart: Chart;
  details: Packed | null;
}

export interface Facts {
  label: string;
  facts: [string, string][];
  command: string | null;
  base: string;
  settings: string[];
  changes: [string, string[]][];
}

export interface Report {
  title: string;
  headline: string;
  bullets: [told: string, figure: string][];
  sources: Facts[];
  figures: Figure[];
  foot: string;
  everything: Packed;
}
