// Calls a method of the module's table by its name; the answer is JSON.
import type { Table } from "../../../wasm/unobench_web.js";
import type { Method } from "./table";

/** Methods that need a table; `open` sets one, and `ruleSets` needs none. */
export type TableMethod = Exclude<Method, "open" | "ruleSets">;

export function answerOf(table: Table, method: TableMethod, argument: string): string {
  switch (method) {
    case "scene":
      return table.scene(Number(argument));
    case "hint":
      return table.hint();
    case "replays":
      return table.replays();
    case "analysis":
      return table.analysis();
    case "act":
      table.act(argument);
      return "true";
    case "step":
      table.step();
      return "true";
    case "next":
      table.next();
      return "true";
    case "undo":
      return String(table.undo());
    case "backTo":
      return String(table.back_to(Number(argument)));
  }
}
