// Threads that have the module, and a survey played by them.
import type { Method } from "./play/table";

export interface Request {
  rules: string[];
  players: number;
  seed: number;
  whole: boolean;
  set: string[];
}

/** A game of a survey: by its number, or the `nth` as long as those in a pile of dots. */
export interface GameRequest {
  rules: string[];
  players: number;
  seed: number;
  set: string[];
  with: boolean;
  number?: number;
  bin?: number;
  last?: boolean;
  nth?: number;
}

export type Call =
  | { what: "which"; words: string }
  | { what: "ask"; position: string; rules: string; keys: string; players: number }
  | { what: "plan"; request: Request }
  | { what: "play"; place: number }
  | { what: "add"; line: string }
  | { what: "answer" }
  | { what: "game"; request: GameRequest }
  | { what: "frame"; place: number }
  | { what: "table"; method: Method; argument: string };

/** More threads than this take more memory than they are worth. */
const MOST_THREADS = 8;

/** A module of a few bytes that multiplies vectors: whoever takes it takes ours. */
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** What the browser lacks to play here, in a sentence; nothing if it lacks nothing. */
function missing(): string | undefined {
  const lacks = (what: string) =>
    `This browser has no ${what}, so nothing can be played here. Known answers, the league and the book need none.`;
  if (typeof Worker === "undefined") return lacks("workers");
  if (typeof WebAssembly === "undefined") return lacks("WebAssembly");
  return WebAssembly.validate(VECTORS) ? undefined : lacks("WebAssembly with SIMD");
}

/** One thread, begun when it is asked. What cannot be answered is thrown as a sentence. */
export class Helper {
  private worker: Worker | undefined;
  private readonly waiting = new Map<
    number,
    { done: (value: string) => void; failed: (why: Error) => void }
  >();
  private asked = 0;

  async ask(call: Call): Promise<string> {
    const worker = (this.worker ??= this.begin());
    const id = this.asked++;
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
      const who = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) who?.done(value);
      else who?.failed(new Error(error));
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

export interface Plan {
  name: string;
  printed: string[];
  command: string;
  version: string;
  /** Of each chunk, in order. */
  games: number[];
}

export interface Found {
  told: string;
  sure: string;
  lengths: number[] | null;
  dots: number[][];
}

/** A survey on its way: chunks go to whichever thread is free; the sums are added in order. */
export class Playing {
  private readonly helpers: Helper[] = [];

  /** Plays it all; `tell` hears of the plan, and then of games. */
  async run(
    request: Request,
    tell: (plan: Plan, games: number) => void,
  ): Promise<{ plan: Plan; found: Found }> {
    try {
      const first = this.more();
      const plan: Plan = JSON.parse(await first.ask({ what: "plan", request }));
      const lines: string[] = [];
      let [next, games] = [0, 0];
      tell(plan, 0);
      const play = async (helper: Helper) => {
        while (next < plan.games.length) {
          const place = next++;
          lines[place] = await helper.ask({ what: "play", place });
          tell(plan, (games += plan.games[place] ?? 0));
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
      return { plan, found: JSON.parse(await first.ask({ what: "answer" })) };
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
