// The cards that can be tapped, and their names.
import { inWords } from "../../lib/cards";

export const COLOURS = [
  ["R", "red"],
  ["Y", "yellow"],
  ["G", "green"],
  ["B", "blue"],
] as const;

const KINDS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"];

/** All cards: a row for each colour, and one for the wild cards. */
export const ROWS: string[][] = [
  ...COLOURS.map(([colour]) => KINDS.map((kind) => colour + kind)),
  ["W", "W+4"],
];

const known = new Set(ROWS.flat());

export const isKnown = (card: string): boolean => known.has(card);

/** A card in words, or as it is written if it is none. */
export const nameOf = (card: string): string => (isKnown(card) ? inWords(card) : card);
