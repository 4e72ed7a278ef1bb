// A table: what is asked of it, and the shapes of what it says (crates/web/src/table.rs).
import { Helper } from "../helper";

export interface Wanted {
  rules: string;
  set?: string[];
  players: number;
  seat: number;
  seed: number;
  matches: boolean;
  opponents: string[];
}

export interface Place {
  seat: number;
  name: string;
  cards: number;
  points: number;
  toMove: boolean;
  you: boolean;
  out: boolean;
  partner: boolean;
  missedCall: boolean;
}

export interface Choice {
  short: string;
  label: string;
  card: string | null;
}

export interface Scene {
  phase: "yours" | "others" | "round" | "match";
  places: Place[];
  up: string | null;
  colour: string | null;
  clockwise: boolean;
  pile: number;
  notes: string[];
  hand: { card: string; legal: boolean }[];
  question: string;
  choices: Choice[];
  log: string[];
  logLength: number;
  game: number;
  round: number;
  undone: number;
  won: boolean;
}

export interface Hint {
  best: string;
  chances: { short: string; label: string; chance: number | null }[];
}

export interface Draw {
  seat: number;
  player: string;
  cards: string;
  turns: number;
  before: number;
  after: number;
}

export interface Analysis {
  lost: number | null;
  decisions: number | null;
  same: number | null;
  costliest: { line: number; turns: number; done: string; would: string; lost: number } | null;
  course: [number, number][] | null;
  luckiest: Draw[];
  unluckiest: Draw[];
  unlearned: string | null;
}

export interface Replays {
  won: number;
  games: number;
}

export interface RuleSet {
  name: string;
  description: string;
}

/** What is asked of a table, and what it answers. */
export interface Answers {
  open: true;
  ruleSets: RuleSet[];
  scene: Scene;
  step: true;
  act: true;
  undo: boolean;
  backTo: boolean;
  next: true;
  hint: Hint | null;
  replays: Replays | null;
  analysis: Analysis;
}

export type Method = keyof Answers;

/** Whoever passes questions to a table. */
export interface Asking {
  ask<M extends Method>(method: M, argument?: string | number): Promise<Answers[M]>;
  close(): void;
}

/** Asks the module in a thread of its own, a new one for each table. */
export class TableThread implements Asking {
  private helper = new Helper();

  async ask<M extends Method>(method: M, argument: string | number = ""): Promise<Answers[M]> {
    if (method === "open") {
      this.helper.stop();
      this.helper = new Helper();
    }
    return JSON.parse(await this.helper.ask({ what: "table", method, argument: String(argument) }));
  }

  close(): void {
    this.helper.stop();
  }
}
