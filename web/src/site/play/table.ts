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
  of: number;
}

export interface RuleSet {
  name: string;
  description: string;
}

export type Method =
  | "open"
  | "ruleSets"
  | "scene"
  | "step"
  | "act"
  | "undo"
  | "backTo"
  | "next"
  | "hint"
  | "replays"
  | "analysis";

/** A table, each in a thread of its own. */
export class Table {
  private helper = new Helper();

  async ask<T>(method: Method, argument: string | number = ""): Promise<T> {
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
