// Made from the types of Rust: UNOBENCH_REGENERATE=1 cargo test writes it anew.

/**
 * A whole report: its headline, what was played, its figures and everything in one table.
 */
export type Report = { 
/**
 * What was asked.
 */
title: string, headline: string, 
/**
 * What else is told first, each with the anchor of a figure.
 */
bullets: Array<[string, string]>, sources: Array<Facts>, figures: Array<Figure>, foot: string, everything: PackedTable, };

/**
 * What was played: names and values, and the command that does it again.
 */
export type Facts = { label: string, facts: Array<[string, string]>, command: string | null, 
/**
 * The rule set whose settings are in full, these, and what others change of them.
 */
base: string, settings: Array<string>, changes: Array<[string, Array<string>]>, };

/**
 * A chart with its title and the sentences that say what it shows.
 */
export type Figure = { 
/**
 * Its anchor on the page: lower case letters, digits and hyphens.
 */
id: string, title: string, 
/**
 * Who played what it shows; empty if that is not known.
 */
players: string, 
/**
 * What it shows, and how sure that is; the first may be told at the head of the page.
 */
sentences: Array<string>, reading: string, 
/**
 * Names of what is told apart by colour and shape; one or none if nothing is.
 */
series: Array<string>, 
/**
 * What the band around no effect says; empty if there is no band.
 */
noticed: string, chart: Chart, 
/**
 * What the picture does not show of what it is about.
 */
details: PackedTable | null, };

/**
 * What a figure draws.
 */
export type Chart = { "kind": "intervals" } & Intervals | { "kind": "distributions" } & Distributions | { "kind": "curves" } & Curves | { "kind": "heat" } & Heat;

/**
 * How numbers of an axis are written.
 */
export type Unit = "plain" | "signed" | "times" | "rank";

/**
 * Estimates with their intervals, a row each; of several series several in a row.
 */
export type Intervals = { 
/**
 * What is along the axis.
 */
what: string, unit: Unit, by_ratio: boolean, references: Array<Short>, 
/**
 * Changes that people at a table hardly notice.
 */
band: [Short, Short] | null, rows: Array<Row>, };

/**
 * A row of intervals, with its name.
 */
export type Row = { name: string, 
/**
 * Its numbers in words.
 */
note: string, marks: Array<Mark>, };

/**
 * What is said of a mark: nothing by it, that it is more or less, the same of exploration, or that
 * it cannot be told from nothing.
 */
export enum Tone { "Series", "More", "Less", "Explored", "Unsure" }

/**
 * An estimate that is drawn, with its series and what is said of it.
 */
export type Mark = [series: number, tone: Tone, value: number, low?: number, high?: number];

/**
 * How often each number was, in bins that all share: `edges` are the first numbers of the bins and
 * the number after the last.
 */
export type Distributions = { what: string, by_ratio: boolean, edges: Array<number>, 
/**
 * What is left out of the bins, if anything is, such as "no points".
 */
left_out: string, rows: Array<DistributionRow>, };

/**
 * A row of distributions that are drawn one over another, with its name.
 */
export type DistributionRow = { name: string, curves: Array<Distribution>, };

/**
 * How often each number was in one series, with the mean and the median.
 */
export type Distribution = { series: number, mean: [value: number, low?: number, high?: number], median: number, left_out: Short, 
/**
 * In ten-thousandths of all, by bin from the first that has any.
 */
from: number, shares: Array<number>, };

/**
 * Values over numbers or names, in small multiples.
 */
export type Curves = { across: string, what: string, unit: Unit, reference: Short | null, band: [Short, Short] | null, 
/**
 * From where to where the axis goes, if not around what is shown.
 */
range: [Short, Short] | null, 
/**
 * Places on the axis with their names.
 */
places: Array<[Short, string]>, 
/**
 * Whether these are numbers, between which there are others.
 */
connected: boolean, panels: Array<Panel>, };

/**
 * One of several small charts of curves, with its title.
 */
export type Panel = { title: string, lines: Array<Line>, };

/**
 * The points of one series, in the order in which a line joins them.
 */
export type Line = { series: number, points: Array<Point>, };

/**
 * An estimate at a place on the axis.
 */
export type Point = [place: number, value: number, low?: number, high?: number];

/**
 * A table of estimates, whose cells are coloured by what is said of them.
 */
export type Heat = { what: string, rows: Array<string>, columns: Array<string>, 
/**
 * By row and column.
 */
cells: Array<Array<Mark | null>>, };

/**
 * A table of numbers and texts, packed by columns.
 */
export type PackedTable = { columns: Array<string>, rows: number, 
/**
 * Columns of texts: each text once. Their cells are places in these.
 */
texts: Array<Array<string>>, 
/**
 * Column by column; of texts each run of the same as its length and its place.
 */
cells: (number | null)[][], };

/**
 * A number with five significant digits, which are more than can be seen.
 */
export type Short = number;
