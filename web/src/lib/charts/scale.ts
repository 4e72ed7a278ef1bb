// Axes and the numbers on them. Lengths are in CSS pixels.
import type { Unit } from "../../documents/report";

export interface Scale {
  low: number;
  high: number;
  /** Whether equal ratios are equally far apart. */
  ratio: boolean;
}

/** A band may make an axis at most this many times as wide. */
const MOST_FOR_BAND = 3;

function tight(numbers: number[], ratio: boolean): Scale {
  const usable = numbers.filter((number) => Number.isFinite(number) && (!ratio || number > 1e-3));
  if (usable.length === 0) return { low: 0.5, high: 2, ratio };
  const low = usable.reduce((a, b) => Math.min(a, b));
  const high = usable.reduce((a, b) => Math.max(a, b));
  if (ratio) {
    const margin = Math.max((high / low) ** 0.04, 1.005);
    return { low: low / margin, high: high * margin, ratio };
  }
  const margin = high > low ? 0.04 * (high - low) : Math.max(0.05 * Math.abs(high), 0.5);
  return { low: low - margin, high: high + margin, ratio };
}

/** A scale that shows all numbers, and the whole band unless that leaves them too little room. */
export function around(numbers: number[], ratio = false, band: [number, number] | null = null) {
  const without = tight(numbers, ratio);
  if (!band) return without;
  const wider = tight([...numbers, ...band], ratio);
  const taken = place(without, wider.high) - place(without, wider.low);
  return taken <= MOST_FOR_BAND ? wider : without;
}

/** Where a number is on a scale: 0 at the low end, 1 at the high end, less or more beyond. */
export function place({ low, high, ratio }: Scale, number: number): number {
  return ratio
    ? Math.log(Math.max(number, 1e-300) / low) / Math.log(high / low)
    : (number - low) / (high - low);
}

export const inside = (scale: Scale, number: number) =>
  Math.min(1, Math.max(0, place(scale, number)));

export function ticks({ low, high, ratio }: Scale, most: number, whole = false): number[] {
  if (ratio && high / low >= 5) {
    const powers: number[] = [];
    const [first, last] = [Math.floor(Math.log10(low)), Math.log10(high)];
    for (let power = first; power <= last; power++) powers.push(10 ** power);
    const sparse = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1]].map((steps) =>
      powers.flatMap((power) => steps.map((step) => step * power)),
    );
    const seen = sparse.map((all) => all.filter((tick) => tick >= low && tick <= high));
    return seen.find((all) => all.length <= Math.max(2, most)) ?? [];
  }
  const rough = Math.max((high - low) / Math.max(2, most), whole ? 1 : 0);
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((step) => step * power);
  const fits = (step: number) => (high - low) / step <= most && (!whole || Number.isInteger(step));
  const step = steps.find(fits) ?? 10 * power;
  const all: number[] = [];
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)];
  for (let count = first; count <= last && all.length <= most; count++) all.push(count * step);
  return all;
}

const minus = (text: string) => text.replace("-", "−");

export const fixed = (number: number, places: number) => {
  const text = number.toFixed(places);
  return minus(/[1-9]/.test(text) ? text : text.replace("-", ""));
};

/** With four significant digits. */
export function plain(number: number): string {
  const size = Math.abs(number);
  if (size === 0) return "0";
  if (size < 1e-4 || size >= 1e7) return minus(number.toExponential(2));
  const text = fixed(number, Math.max(0, 3 - Math.floor(Math.log10(size))));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

export function written(number: number, unit: Unit = "plain"): string {
  const text = plain(Math.round(number * 1e9) / 1e9);
  if (unit === "times") return `× ${text}`;
  return unit === "signed" && number > 1e-12 ? `+${text}` : text;
}

/** A value with its interval, with as many digits as the interval supports. */
export function withInterval(value: number, low?: number, high?: number, unit: Unit = "plain") {
  if (low === undefined || high === undefined) return written(value, unit);
  const margin = (high - low) / 2;
  const places = [3, 0.3, 0.03, 0.003].findIndex((least) => margin >= least);
  const [middle, from, to] = [value, low, high].map((number) =>
    fixed(number, places < 0 ? 4 : places),
  );
  const head = unit === "times" ? "× " : unit === "signed" && value > 0 ? "+" : "";
  return `${head}${middle} [${from}, ${to}]`;
}

/** How wide a text is in a wide sans-serif face. */
export function widthOf(text: string, size = 12.5): number {
  let all = 0;
  for (const letter of text)
    all += /[mwMW@%…†]/.test(letter)
      ? 0.98
      : /[ijl.,:'|I]/.test(letter)
        ? 0.33
        : /[frt\-()[\] ]/.test(letter)
          ? 0.41
          : /[A-Z+−±×=]/.test(letter)
            ? 0.8
            : 0.64;
  return all * size;
}

/** Where the middle of a text may be, so that neither end is beyond a picture of this width. */
export const fitting = (text: string, x: number, width: number) =>
  Math.min(Math.max(x, widthOf(text) / 2), width - widthOf(text) / 2);

/** A text with an ellipsis in its middle if it is too wide. */
export function clipped(text: string, width: number): string {
  const letters = [...text];
  for (let room = letters.length; room > 4; room--) {
    const tail = Math.floor((room - 1) / 2);
    const head = letters.slice(0, room - 1 - tail);
    const shown = room === letters.length ? text : [...head, "…", ...letters.slice(-tail)].join("");
    if (widthOf(shown) <= width) return shown;
  }
  return letters.length > 4 ? [...letters.slice(0, 2), "…", ...letters.slice(-1)].join("") : text;
}

/** What is said of a mark, by the number of its tone. */
export const SAID = ["", "more", "less", "found by exploration", "not told apart"];

/** The path of a mark of a series: a dot, a triangle, a square or a diamond. */
export function shape(series: number, x: number, y: number, size = 3.9): string {
  const s = size;
  switch (series % 4) {
    case 0:
      return `M${x - s} ${y}a${s} ${s} 0 1 0 ${2 * s} 0a${s} ${s} 0 1 0 ${-2 * s} 0z`;
    case 1:
      return `M${x} ${y - s * 1.2}l${s * 1.2} ${s * 2.1}h${-s * 2.4}z`;
    case 2:
      return `M${x - s * 0.9} ${y - s * 0.9}h${s * 1.8}v${s * 1.8}h${-s * 1.8}z`;
    default:
      return `M${x} ${y - s * 1.3}l${s * 1.3} ${s * 1.3}l${-s * 1.3} ${s * 1.3}l${-s * 1.3} ${-s * 1.3}z`;
  }
}

/** Names left of rows of a picture, or above them where there is no room. */
export function names(all: string[], width: number) {
  const longest = all.reduce((most, name) => Math.max(most, widthOf(name)), 0) + 12;
  const above = longest > 0.42 * width;
  return { above, left: above ? 12 : longest, lift: above ? 16 : 0 };
}

/** What is said of a place in a picture. */
export interface Tip {
  x: number;
  y: number;
  text: string;
}
