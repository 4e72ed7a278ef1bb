// What people ask, and what is known of it without playing.
import playedDocument from "../../../src/cli/answers/played.json";
import type { PageQuestion as Question, PlayedAnswer, StoredAnswers } from "../documents/module";
import { lookup } from "../lib/lookup";
import answersDocument from "./answers.json";

export type { Question };

/** What is known of a question without playing. */
export interface Answer extends Pick<
  PlayedAnswer,
  "told" | "sure" | "lengths" | "dots" | "version"
> {
  /** Where it comes from. */
  source: string;
  /** The command that says the same. */
  command: string;
}

// TypeScript reads pairs in JSON files as lists of any length.
const { questions: asked, sets, surveys, answers } = answersDocument as unknown as StoredAnswers;
const played = playedDocument as unknown as Record<string, Record<string, PlayedAnswer>>;

/** Rule sets that no question is about: each becomes a question that has its name. */
const others = Object.entries(sets).map(([id, rule]): Question => ({
  id,
  phrases: [id.replaceAll("-", " "), rule],
  printed: "",
  set: id,
  unplayed: null,
  plays: true,
  rule,
}));

export const questions: Question[] = [...asked, ...others];

/** What people argue about most. */
export const often =
  "seven-zero stacking jump-in draw-until end-on-action no-mercy two-reverse same-number challenge-off partners"
    .split(" ")
    .map(find)
    .filter((question) => question !== undefined);

export function find(id: string): Question | undefined {
  return questions.find((known) => known.id === id) ?? questions.find(({ set }) => set === id);
}

/** What a question is called: its house rule or, without one, its first phrase. */
export const title = ({ rule, phrases }: Question): string => rule ?? `“${phrases[0]}”`;

/** What is known of a question at a number of seats, if it was played before. */
export function answer({ id, set }: Question, seats: number): Answer | undefined {
  const table = String(seats);
  const command = `unobench settle ${id}${seats === 4 ? "" : ` -p ${seats}`}`;
  const own = lookup(lookup(played, id) ?? {}, table);
  if (own) return { ...own, command, source: "These games were played for this question, seed 1." };
  const found = lookup(lookup(answers, id) ?? lookup(answers, set ?? "") ?? {}, table);
  const official = lookup(lookup(answers, "official") ?? {}, table);
  const survey = lookup(surveys, table);
  if (!found?.told || !official || !survey) return undefined;
  const { version, seed } = survey;
  const games = survey.games.toLocaleString("en");
  return {
    told: found.told,
    sure: found.sure ?? "",
    lengths: found.lengths ?? null,
    dots: [official.dots, found.dots],
    source: `From ${games} games at each table, seed ${seed}, version ${version}.`,
    command,
    version,
  };
}

const SAME: [RegExp, string][] = [
  [/(draw|plus|take|pick up|\+) ?(two|2)s?\b/g, " +2 "],
  [/(wild )?(draw|plus|take|pick up|\+) ?(four|4)s?\b/g, " +4 "],
  [/\bcolor/g, "colour"],
  [/\btwo\b/g, "2"],
];

/** The words of a text without their endings; small words that say nothing are left out. */
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

/** The rules of a whole source or program are found by their link, and not offered. */
const offered = questions.filter(({ id }) => !/^(source|like)-/.test(id));

/** Each question with all its names, as sets of words. */
const index = offered.map((question) => {
  const { id, set, rule, phrases } = question;
  const names = [id, set ?? "", rule ?? "", ...phrases];
  return { question, names: names.map((name) => new Set(words(name))) };
});

/** The questions most similar to a text, the likeliest first; rare words count for more. */
export function like(text: string, most: number): Question[] {
  const asked = words(text);
  const has = (name: Set<string>, word: string) =>
    name.has(word) || [...name].some((known) => known.startsWith(word));
  const weights = asked.map((word) => {
    const count = index.filter(({ names }) => names.some((name) => has(name, word))).length;
    return count > 0 ? Math.log((index.length + 1) / count) : 0;
  });
  const score = (name: Set<string>) => {
    const shared = asked.map((word, place) => (has(name, word) ? (weights[place] ?? 0) : 0));
    // Of names that share as much, the shorter is likelier.
    return shared.reduce((sum, weight) => sum + weight, 0) / (1 + 0.05 * name.size);
  };
  const scored = index.map(({ question, names }) => ({
    question,
    score: Math.max(...names.map(score)),
  }));
  const near = scored
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
  return near.slice(0, most).map(({ question }) => question);
}
