// Threads that run the module, and a survey that several of them play.
import type { GameRequest, SurveyAnswer, SurveyPlan, SurveyRequest } from "../documents/module";
import type { Method } from "./play/table";

/** What the module is asked. */
export type Call =
  | { what: "which"; words: string }
  | { what: "ask"; position: string; rules: string; keys: string; players: number }
  | { what: "plan"; request: SurveyRequest }
  | { what: "play"; place: number }
  | { what: "add"; line: string }
  | { what: "answer" }
  | { what: "game"; request: GameRequest }
  | { what: "frame"; place: number }
  | { what: "table"; method: Method; argument: string };

/** More threads than this cost more memory than they are worth. */
const MOST_THREADS = 8;

/** A tiny module with vector instructions: a browser that accepts it can run ours. */
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** A sentence about what the browser lacks to play here; nothing if it lacks nothing. */
function missing(): string | undefined {
  const lacks = (what: string) =>
    `This browser has no ${what}, so nothing can be played here. Known answers, the league and the book need none.`;
  if (typeof Worker === "undefined") return lacks("workers");
  if (typeof WebAssembly === "undefined") return lacks("WebAssembly");
  return WebAssembly.validate(VECTORS) ? undefined : lacks("WebAssembly with SIMD");
}

interface Waiting {
  done: (value: string) => void;
  failed: (why: Error) => void;
}

/** One thread, begun when it is asked. What cannot be answered is thrown as a sentence. */
export class Helper {
  private worker: Worker | undefined;
  /** Questions by their numbers, until they are answered. */
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  async ask(call: Call): Promise<string> {
    const worker = (this.worker ??= this.begin());
    const id = this.count++;
    const answer = new Promise<string>((done, failed) => this.waiting.set(id, { done, failed }));
    worker.postMessage({ id, call });
    return answer;
  }

  stop(): void {
    this.worker?.terminate();
    this.fail("stopped");
  }

  private begin(): Worker {
    const lack = missing();
    if (lack) throw new Error(lack);
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, value, error } }) => {
      const question = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) question?.done(value);
      else question?.failed(new Error(error));
    };
    worker.onerror = () =>
      this.fail(
        "The module could not be loaded. Known answers, the league and the book need none.",
      );
    return worker;
  }

  private fail(why: string): void {
    this.waiting.forEach(({ failed }) => failed(new Error(why)));
    this.waiting.clear();
  }
}

/** The threads of a survey: a chunk goes to whichever is free; sums are added in order. */
export class SurveyThreads {
  private readonly helpers: Helper[] = [];

  /** Plays it all, and says what was found; `tell` hears of the plan and how many games are played. */
  async run(
    request: SurveyRequest,
    tell: (plan: SurveyPlan, games: number) => void,
  ): Promise<SurveyAnswer> {
    try {
      const first = this.more();
      const plan: SurveyPlan = JSON.parse(await first.ask({ what: "plan", request }));
      const lines: string[] = [];
      let [next, games] = [0, 0];
      tell(plan, 0);
      const play = async (helper: Helper) => {
        while (next < plan.games.length) {
          const place = next++;
          lines[place] = await helper.ask({ what: "play", place });
          games += plan.games[place] ?? 0;
          tell(plan, games);
        }
      };
      const help = async () => {
        const helper = this.more();
        await helper.ask({ what: "plan", request });
        await play(helper);
      };
      const threads = Math.min(navigator.hardwareConcurrency || 2, MOST_THREADS, plan.games.length);
      await Promise.all([play(first), ...Array.from({ length: threads - 1 }, help)]);
      for (const line of lines) await first.ask({ what: "add", line });
      return JSON.parse(await first.ask({ what: "answer" }));
    } finally {
      this.stop();
    }
  }

  stop(): void {
    this.helpers.splice(0).forEach((helper) => helper.stop());
  }

  private more(): Helper {
    const helper = new Helper();
    this.helpers.push(helper);
    return helper;
  }
}
