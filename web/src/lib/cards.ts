// Cards as the program writes them (R5, BS, Y+2, W+4), taken apart for the eye and the ear.

import { lookup } from "./lookup";

export type Colour = "red" | "blue" | "green" | "yellow";

export interface Face {
  colour: Colour | null;
  /** What stands on the card: a number, "skip", "reverse", "wild", or its text. */
  sign: string;
  /** What a screen reader says. */
  name: string;
}

const COLOURS: Record<string, Colour> = { R: "red", B: "blue", G: "green", Y: "yellow" };

const SIGNS: Record<string, [string, string]> = {
  S: ["skip", "skip"],
  R: ["reverse", "reverse"],
  "+1": ["+1", "draw one"],
  "+2": ["+2", "draw two"],
  W: ["wild", "wild"],
  "W+4": ["+4", "wild draw four"],
};

/** The colour that a letter names. */
export const colourOf = (letter: string): Colour | undefined => lookup(COLOURS, letter);

export function faceOf(card: string): Face {
  const colour = card.length > 1 ? (colourOf(card.charAt(0)) ?? null) : null;
  const text = colour ? card.slice(1) : card;
  const [sign, word] = lookup(SIGNS, text) ?? [text.replace(/^W(?=\+)/, ""), text];
  return { colour, sign, name: colour ? `${colour} ${word}` : word };
}

/** A card in words. */
export const inWords = (card: string): string => faceOf(card).name;
