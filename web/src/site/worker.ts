// The module in a thread of its own, which answers questions in order. Networks are loaded for the
// first table that is asked about, so a thread serves one size of table.
import init, {
  Game,
  Survey,
  Table,
  ask,
  give,
  needs,
  rule_sets,
  which,
} from "../../wasm/unobench_web.js";
import { lookup } from "../lib/lookup";
import type { Call } from "./helper";
import { answerOf } from "./play/answers";
import type { Method } from "./play/table";

const files = import.meta.glob<string>("../../wasm/networks/*.net", {
  query: "?url",
  import: "default",
  eager: true,
});

let survey: Survey | undefined;
let table: Table | undefined;
let game: Game | undefined;
/** Why the module cannot be used, if it cannot. */
const broken = init().then(
  () => undefined,
  () => "The module could not be loaded. Known answers, the league and the book need none.",
);

onmessage = async ({ data: { id, call } }: MessageEvent<{ id: number; call: Call }>) => {
  try {
    const why = await broken;
    if (why) throw why;
    postMessage({ id, value: await answer(call) });
  } catch (error) {
    postMessage({
      id,
      error: error instanceof Error ? `Something broke: ${error.message}` : String(error),
    });
  }
};

async function sitDown(players: number, byPoints: boolean, isSurvey = false): Promise<void> {
  const names = needs(players, byPoints, isSurvey).trim().split("\n");
  const load = async (name: string) => {
    const response = await fetch(lookup(files, `../../wasm/networks/${name}.net`) ?? "");
    if (!response.ok) throw new Error(`${name} could not be loaded`);
    give(name, new Uint8Array(await response.arrayBuffer()));
  };
  await Promise.all(names.map(load));
}

async function answer(call: Call): Promise<string | undefined> {
  switch (call.what) {
    case "which":
      return which(call.words);
    case "ask":
      await sitDown(call.players, call.position.includes("points"));
      return ask(call.position, call.rules, call.keys);
    case "plan":
      await sitDown(call.request.players, false, true);
      survey = new Survey(JSON.stringify(call.request));
      return survey.plan();
    case "play":
      return survey?.play(JSON.stringify(call.job));
    case "add":
      return void survey?.add(call.line);
    case "goOn":
      return survey?.go_on();
    case "answer":
      return survey?.answer();
    case "game":
      await sitDown(call.request.players, false);
      game = new Game(JSON.stringify(call.request));
      return game.about();
    case "frame":
      return game?.frame(call.place);
    case "table":
      return atTable(call.method, call.argument);
  }
}

/** The answer of a table, in JSON. */
async function atTable(method: Method, argument: string): Promise<string> {
  if (method === "ruleSets") return rule_sets();
  if (method === "open") {
    const { players, matches } = JSON.parse(argument);
    await sitDown(players, matches);
    table = new Table(argument);
    return "true";
  }
  if (!table) throw "No game has begun.";
  return answerOf(table, method, argument);
}
