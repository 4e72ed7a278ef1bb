// A card that somebody invents: how many there are, whom it hits, and what it makes them do.
import { lookup } from "../lib/lookup";

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

export interface OwnCard {
  words: string;
  /** The key and its value, as `--set` takes them. */
  key: string;
}

/** The card that a link names (`wild-2.others.draw-2`); nothing if the parts mean nothing. */
export function ownCard(card: string): OwnCard | undefined {
  const [many = "", who = "", what = "", more] = card.split(".");
  const [count, whom, effect] = [lookup(MANY, many), lookup(WHO, who), lookup(WHAT, what)];
  if (!count || !whom || !effect || more !== undefined) return undefined;
  const [countWords, countKey] = count;
  const [effectWords, step] = effect;
  return {
    words: `a new card, ${countWords}, that makes ${whom} ${effectWords}`,
    key: `deck.card=[{symbol="X",name="own card",${countKey},effect=[{${step(who)}}]}]`,
  };
}
