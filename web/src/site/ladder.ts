// What every strategy wins, alone among players of one kind: results/ladder/ladder.csv.
import text from "../../../results/ladder/ladder.csv?raw";

export interface Rung {
  strategy: string;
  games: number;
  rate: number;
  low: number;
  high: number;
}

interface Row extends Rung {
  rules: string;
  players: number;
}

const rows: Row[] = text
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","))
  .map(([rules = "", players, strategy = "", , games, rate, low, high]) => ({
    rules,
    strategy,
    players: Number(players),
    games: Number(games),
    rate: Number(rate),
    low: Number(low),
    high: Number(high),
  }));

export const RULES = [...new Set(rows.map((row) => row.rules))];
export const SIZES = [...new Set(rows.map((row) => row.players))];

/** Strategies that see what no player may: they are bounds, not players. */
const SEES_ALL = new Set(["cheat", "oracle"]);

export function rungs(rules: string, players: number): Rung[] {
  const here = rows.filter((row) => row.rules === rules && row.players === players);
  return here.sort((left, right) => right.rate - left.rate);
}

export const seesAll = (strategy: string): boolean => SEES_ALL.has(strategy.split(":")[0] ?? "");
