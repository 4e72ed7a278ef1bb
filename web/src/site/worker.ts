// The module in a thread of its own: it is asked and answers in order.
import init, { Survey, ask, which } from "../../wasm/unobench_web.js";
import type { Call } from "./helper";

let survey: Survey | undefined;
const ready = init();

onmessage = async ({ data: { id, call } }: MessageEvent<{ id: number; call: Call }>) => {
  try {
    await ready;
    postMessage({ id, value: answer(call) });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? `Something broke: ${error.message}` : String(error) });
  }
};

function answer(call: Call): string | undefined {
  switch (call.what) {
    case "which":
      return which(call.words);
    case "ask":
      return ask(call.position, call.rules, call.keys);
    case "plan":
      survey = new Survey(JSON.stringify(call.request));
      return survey.plan();
    case "play":
      return survey?.play(call.place);
    case "add":
      return void survey?.add(call.line);
    case "answer":
      return survey?.answer();
  }
}
