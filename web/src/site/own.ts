// A card of one's own: how many of it, who it is about, and what it makes them do.
import { at } from "../lib/lookup";

export const MANY: Record<string, [words: string, key: string]> = {
  "wild-2": ["two wilds", "wild=2"],
  "wild-4": ["four wilds", "wild=4"],
  "each-1": ["one of each colour", "per_colour=1"],
  "each-2": ["two of each colour", "per_colour=2"],
};

export const WHO: Record<string, string> = {
  next: "the next player",
  previous: "the player before",
  chosen: "a player of your choice",
  others: "all others",
  all: "everybody",
  self: "its player",
};

export const WHAT: Record<string, [words: string, step: (who: string) => string]> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 6, 10].flatMap((cards) => [
      [`draw-${cards}`, [`draw ${cards}`, (who: string) => `who="${who}",draw=${cards}`]],
      [
        `hit-${cards}`,
        [`draw ${cards} and lose a turn`, (who: string) => `who="${who}",draw=${cards},skip=true`],
      ],
    ]),
  ),
  skip: ["lose a turn", (who) => `who="${who}",skip=true`],
  colour: ["draw until the colour comes", (who) => `who="${who}",draw_until="colour"`],
  swap: ["swap hands with its player", (who) => `hands="swap",with="${who}"`],
};

/** A card as a link has it (`wild-2.others.draw-2`) in words and as a key, if there is such a card. */
export function own(card: string): { words: string; key: string } | undefined {
  const [many, who, what, more] = card.split(".");
  const [count, whom, does] = [at(MANY, many ?? ""), at(WHO, who ?? ""), at(WHAT, what ?? "")];
  if (!count || !whom || !does || more !== undefined) return undefined;
  return {
    words: `a new card, ${count[0]}, that makes ${whom} ${does[0]}`,
    key: `deck.card=[{symbol="X",name="own card",${count[1]},effect=[{${does[1](who ?? "")}}]}]`,
  };
}
