// Questions to a table of the module, and their answers.
import type {
  TableAnalysis,
  TableHint,
  HandReplays,
  RuleSetInfo,
  TableScene,
} from "../../documents/module";
import { Helper } from "../helper";

/** What is asked of a table, and what it answers. */
export interface Answers {
  open: true;
  ruleSets: RuleSetInfo[];
  scene: TableScene;
  step: true;
  act: true;
  undo: boolean;
  backTo: boolean;
  next: true;
  hint: TableHint | null;
  replays: HandReplays | null;
  analysis: TableAnalysis;
}

export type Method = keyof Answers;

/** Something that passes questions on to a table. */
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
