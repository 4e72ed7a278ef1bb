// A game as a link holds it: rules, seats, seed and what was done.
import type { HandReplays, TableRequest } from "../../documents/module";

export interface Game extends TableRequest {
  matches: boolean;
  acts: string[];
  /** The day whose deal it is. */
  day?: string;
}

/** What separates the acts of a link. */
const BETWEEN = "~";

function whole(text: string | null, usual: number, [least, most]: [number, number]): number {
  const number = Number(text ?? usual);
  return Number.isInteger(number) && number >= least && number <= most ? number : usual;
}

export function gameOf(params: URLSearchParams): Game {
  const players = whole(params.get("seats"), 4, [2, 6]);
  const acts = params.get("acts");
  const day = params.get("day");
  return {
    rules: params.get("rules") ?? "official",
    players,
    seat: whole(params.get("seat"), 1, [1, players]),
    seed: whole(params.get("seed"), 1, [0, Number.MAX_SAFE_INTEGER]),
    matches: params.get("match") === "yes",
    opponents: (params.get("against") ?? "champion").split(" "),
    acts: acts ? acts.split(BETWEEN) : [],
    ...(day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}),
  };
}

/** The table of a game, as the module is asked for it. */
export function tableOf({ rules, players, seat, seed, matches, opponents }: Game): TableRequest {
  return { rules, players, seat, seed, matches, opponents };
}

export function hashOf(game: Game, acts: string[]): string {
  const params = new URLSearchParams({
    rules: game.rules,
    seats: String(game.players),
    seat: String(game.seat),
    seed: String(game.seed),
    against: game.opponents.join(" "),
  });
  if (game.matches) params.set("match", "yes");
  if (game.day) params.set("day", game.day);
  if (acts.length > 0) params.set("acts", acts.join(BETWEEN));
  return `#play?${params}`;
}

/** The same game for everybody on a day, by UTC. */
export function dayOf(date: Date): Game {
  const day = date.toISOString().slice(0, 10);
  return { ...gameOf(new URLSearchParams()), seed: Number(day.replaceAll("-", "")), day };
}

/** How a game went. */
export interface Outcome {
  won: boolean;
  replays: HandReplays | null;
  /** The turn at which most was lost. */
  lostAt: number | null;
  marks: boolean[];
}

/** A result to copy. It names no card, so that it spoils nobody's deal. */
export function toCopy(game: Game, { won, replays, lostAt, marks }: Outcome): string {
  const bar = marks.map((same) => (same ? "▮" : "▯")).join("");
  const said = [
    `unobench ${game.day ?? `seed ${game.seed}`}: ${won ? "won" : "lost"}`,
    replays && `${replays.won} of ${replays.games} replays from this seat are won`,
    lostAt === null ? null : `lost most at turn ${lostAt}`,
    bar,
  ];
  return said.filter(Boolean).join("; ");
}

/** The command that deals the same game in a terminal. */
export function commandOf(game: Game): string {
  const match = game.matches ? " --match" : "";
  return (
    `unobench play ${game.opponents.join(" ")} -r ${game.rules} -p ${game.players} ` +
    `--seat ${game.seat} --seed ${game.seed}${match}`
  );
}

/** A share in whole percent; nothing where it is not known. */
export function percent(share: number | null): string {
  return share === null ? "" : `${(100 * share).toFixed(0)} %`;
}
