// What people ask, and what is known of it without playing.
import document from "./answers.json";
import { at } from "../lib/lookup";
import played from "./played.json";

export interface Question {
  id: string;
  phrases: string[];
  /** What the printed rules say to the first of them. */
  printed: string;
  set: string | null;
  /** Why nothing is played. */
  unplayed: string | null;
  plays: boolean;
  /** What the rule set does, in words. */
  rule: string | null;
}

export interface Answer {
  told: string;
  sure: string;
  lengths: number[] | null;
  /** A hundred games without the rule and with it, by fives of turns. */
  dots: number[][];
  /** Where it comes from, and the command that gives the same. */
  source: string;
  command: string;
  version: string;
}

type Stored = { told?: string; sure?: string; lengths?: number[] | null; dots: number[] };
type Played = {
  told: string;
  sure: string;
  lengths: number[] | null;
  dots: number[][];
  command: string;
  version: string;
};

const stored = document.answers as Record<string, Record<string, Stored>>;
const surveys = document.surveys as Record<
  string,
  { games: number; seed: number; version: string; command: string }
>;
const known = played as Record<string, Record<string, Played>>;

/** Rule sets that answer no question of their own are asked about by their names. */
const others = Object.entries(document.sets as Record<string, string>).map(
  ([id, rule]): Question => ({
    id,
    phrases: [id.replaceAll("-", " "), rule],
    printed: "",
    set: id,
    unplayed: null,
    plays: true,
    rule,
  }),
);

export const questions: Question[] = [...(document.questions as Question[]), ...others];

/** What people argue about most. */
export const often =
  "seven-zero stacking jump-in draw-until end-on-action no-mercy two-reverse same-number challenge-off partners"
    .split(" ")
    .map(find)
    .filter((of) => of !== undefined);

export function find(id: string): Question | undefined {
  return questions.find((of) => of.id === id) ?? questions.find((of) => of.set === id);
}

/** A question as a house rule, or as it is asked. */
export const title = (of: Question): string => of.rule ?? `“${of.phrases[0]}”`;

/** What is known of one house rule at so many seats, if it was played before. */
export function answer(of: Question, seats: number): Answer | undefined {
  const table = String(seats);
  const own = at(at(known, of.id) ?? {}, table);
  if (own) return { ...own, source: "These games were played for this question, seed 1." };
  const found = at(at(stored, of.id) ?? at(stored, of.set ?? "") ?? {}, table);
  const [official, survey] = [at(at(stored, "official") ?? {}, table), at(surveys, table)];
  if (!found?.told || !official || !survey) return undefined;
  return {
    told: found.told,
    sure: found.sure ?? "",
    lengths: found.lengths ?? null,
    dots: [official.dots, found.dots],
    source: `From ${survey.games.toLocaleString("en")} games at each table, seed ${survey.seed}, version ${survey.version}.`,
    command: survey.command,
    version: survey.version,
  };
}

const SAME: [RegExp, string][] = [
  [/(draw|plus|take|pick up|\+) ?(two|2)s?\b/g, " +2 "],
  [/(wild )?(draw|plus|take|pick up|\+) ?(four|4)s?\b/g, " +4 "],
  [/\bcolor/g, "colour"],
  [/\btwo\b/g, "2"],
];

/** The words of a text that say something, without their endings. */
function words(text: string): string[] {
  const plain = SAME.reduce((all, [from, to]) => all.replace(from, to), text.toLowerCase());
  const parts = plain.split(/[^\p{L}\p{N}+]+/u).filter((word) => word && !SMALL.has(word));
  return parts.map((word) => (word.length > 4 ? word.replace(/(ing|s)$/, "") : word));
}

const SMALL = new Set(
  "a an and are at be can do does i if in is it may my of on or our that the to up we with you your uno".split(
    " ",
  ),
);

/** What a whole page or program plays is found by its link, not offered. */
const offered = questions.filter((of) => !/^(source|like)-/.test(of.id));

const book = offered.map((of) => ({
  of,
  phrases: [of.id, of.set ?? "", of.rule ?? "", ...of.phrases].map((said) => new Set(words(said))),
}));

/** Questions like some words, the likeliest first; rare words count for more. */
export function like(text: string, most: number): Question[] {
  const asked = words(text);
  const shares = (said: Set<string>, word: string) =>
    said.has(word) || [...said].some((known) => known.startsWith(word));
  const weights = asked.map((word) => {
    const count = book.filter(({ phrases }) => phrases.some((said) => shares(said, word))).length;
    return count > 0 ? Math.log((book.length + 1) / count) : 0;
  });
  const score = (said: Set<string>) => {
    const shared = asked.reduce(
      (sum, word, place) => sum + (shares(said, word) ? (weights[place] ?? 0) : 0),
      0,
    );
    return shared / (1 + 0.05 * said.size);
  };
  const ranked = book.map(({ of, phrases }) => ({ of, score: Math.max(...phrases.map(score)) }));
  const near = ranked
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return near.slice(0, most).map(({ of }) => of);
}
