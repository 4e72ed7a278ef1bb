// What a link holds: the page, and what is asked there. Anybody can write a link, so nothing in it
// is used before it was looked up here or read by the module.
import { ownCard } from "./own";

export type Page = "settle" | "play" | "ask" | "league";

/** What the page about house rules is asked. */
export interface Query {
  rules: string[];
  seats: number;
  seed: number;
  /** An invented card, such as `wild-2.others.draw-2`; empty if there is none. */
  card: string;
}

/** The hand of a person who asks what to play, and what they see. */
export interface Position {
  hand: string[];
  /** The card on the pile; empty if there is none. */
  up: string;
  /** The colour that was named if that card is wild. */
  colour: string;
  /** How many cards each of the others has, clockwise from the person. */
  others: number[];
  rules: string;
  /** What else is known, as the program reads it. */
  more: string;
}

export const SEATS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The most characters of a link, of what it says of one thing, and of the acts of a game. */
const LONGEST = { link: 64_000, field: 500, acts: 20_000 };

/** The page that a link names, its fields, and what is wrong with it, if something is. */
export function pageOf(hash: string): { page: Page; fields: URLSearchParams; wrong?: string } {
  const [name, text] = hash.slice(0, LONGEST.link).replace(/^#/, "").split("?", 2);
  const page: Page =
    (["ask", "play", "league"] as const).find((known) => known === name) ?? "settle";
  const refused = (wrong: string) => ({ page, fields: new URLSearchParams(), wrong });
  if (hash.length > LONGEST.link) return refused(tooLong("This link", LONGEST.link));
  const fields = new URLSearchParams(text);
  for (const [field, value] of fields) {
    const most = field === "acts" ? LONGEST.acts : LONGEST.field;
    if (value.length > most) return refused(tooLong(`“${short(field)}” of this link`, most));
  }
  return { page, fields };
}

const tooLong = (what: string, most: number): string =>
  `${what} is too long: at most ${most.toLocaleString("en")} characters are read.`;

/** What is wrong with a position of a link, if something is; the module reads the rest. */
export function wrongIn(
  { hand, up, colour, rules, more }: Position,
  isCard: (card: string) => boolean,
): string | undefined {
  const unknown = [...hand, ...(up ? [up] : [])].find((card) => !isCard(card));
  if (unknown !== undefined)
    return `This link has a card “${unknown.slice(0, 20)}”, which is none of this deck.`;
  if (!/^[RBGY]$/.test(colour))
    return `This link has the colour “${short(colour)}”; allowed are R, B, G and Y.`;
  if (!/^[\w-]+$/.test(rules))
    return `This link asks about “${short(rules)}”, which is no rule set.`;
  if (!/^[\w+\-,;:. ]*$/.test(more))
    return "This link says more of the table in characters that have no meaning there.";
  return undefined;
}

/** What is asked, or a sentence that says what is wrong with the link. */
export function queryOf(
  fields: URLSearchParams,
  isKnown: (rule: string) => boolean,
): Query | string {
  const rules = list(fields.get("rules"));
  const unknown = rules.find((rule) => !isKnown(rule));
  if (unknown !== undefined)
    return `This link asks about "${short(unknown)}", which this page does not know.`;
  const seats = Number(fields.get("seats") ?? 4);
  if (!SEATS.includes(seats))
    return `This link has ${short(fields.get("seats"))} players; a table has 2 to 10.`;
  const seed = Number(fields.get("seed") ?? 1);
  if (!Number.isSafeInteger(seed) || seed < 0)
    return `This link has the seed ${short(fields.get("seed"))}; a seed is a whole number.`;
  const card = fields.get("card") ?? "";
  if (card && !ownCard(card))
    return `This link has the card "${short(card)}", which this page does not know.`;
  return { rules: [...new Set(rules)], seats, seed, card };
}

/** A game of a survey that a link shows: with the rule or without it, by its number. */
export function watchedGame(
  fields: URLSearchParams,
): { with: boolean; number: number } | undefined {
  const [which, number] = (fields.get("game") ?? "").split("-");
  const isKnown = (which === "with" || which === "without") && Number(number) > 0;
  return isKnown ? { with: which === "with", number: Number(number) } : undefined;
}

/** The link of a query; `game` names a game to show, such as `with-3`. */
export function linkOf({ rules, seats, seed, card }: Query, game = ""): string {
  const fields = new URLSearchParams({ rules: rules.join(" "), seats: String(seats) });
  if (seed !== 1) fields.set("seed", String(seed));
  if (card) fields.set("card", card);
  if (game) fields.set("game", game);
  return `#settle?${fields}`;
}

export function positionOf(fields: URLSearchParams): Position {
  const counts = list(fields.get("others")).map(Number);
  const others = counts.filter((cards) => cards > 0 && cards < 100);
  return {
    hand: list(fields.get("hand")),
    up: fields.get("up") ?? "",
    colour: fields.get("colour") ?? "R",
    others: others.length > 0 ? others.slice(0, 9) : [7, 7, 7],
    rules: fields.get("rules") ?? "official",
    more: fields.get("more") ?? "",
  };
}

export function linkOfPosition({ hand, up, colour, others, rules, more }: Position): string {
  const fields = new URLSearchParams({ hand: hand.join(" "), up, others: others.join(" ") });
  if (up.startsWith("W")) fields.set("colour", colour);
  if (rules !== "official") fields.set("rules", rules);
  if (more) fields.set("more", more);
  return `#ask?${fields}`;
}

const list = (text: string | null): string[] => (text ?? "").split(/[\s,]+/).filter(Boolean);

const short = (text: string | null): string => (text ?? "").slice(0, 40);
