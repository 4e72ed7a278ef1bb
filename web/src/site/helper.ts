// Threads that run the module, and a survey that several of them play.
import type {
  GameRequest,
  SurveyAnswer,
  SurveyJob,
  SurveyPlan,
  SurveyRequest,
} from "../documents/module";
import type { Method } from "./play/table";

/** What the module is asked. */
export type Call =
  | { what: "which"; words: string }
  | { what: "ask"; position: string; rules: string; keys: string; players: number }
  | { what: "plan"; request: SurveyRequest }
  | { what: "play"; job: SurveyJob }
  | { what: "add"; line: string }
  | { what: "goOn" }
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

/** How far a survey is: the games that are played, and what was found at its last look. */
export interface SurveyState {
  plan: SurveyPlan;
  games: number;
  answer: SurveyAnswer | undefined;
}

/** The threads of a survey: a job goes to whichever is free; sums are added in order. It is played
 * look by look, until its answer is sure. */
export class SurveyThreads {
  private readonly helpers: Helper[] = [];

  /** Plays until the answer is sure, and gives it; `tell` hears how far it is. */
  async run(request: SurveyRequest, tell: (state: SurveyState) => void): Promise<SurveyAnswer> {
    try {
      const first = this.more();
      const plan: SurveyPlan = JSON.parse(await first.ask({ what: "plan", request }));
      const threads = Math.min(navigator.hardwareConcurrency || 2, MOST_THREADS, plan.jobs.length);
      const others = Array.from({ length: threads - 1 }, () => this.more());
      await Promise.all(others.map((helper) => helper.ask({ what: "plan", request })));
      const state: SurveyState = { plan, games: 0, answer: undefined };
      tell(state);
      let jobs = plan.jobs;
      for (;;) {
        const lines = await this.play(jobs, (games) =>
          tell({ ...state, games: (state.games += games) }),
        );
        for (const line of lines) await first.ask({ what: "add", line });
        jobs = JSON.parse(await first.ask({ what: "goOn" }));
        const answer: SurveyAnswer = JSON.parse(await first.ask({ what: "answer" }));
        if (jobs.length === 0) return answer;
        state.answer = answer;
        tell(state);
      }
    } finally {
      this.stop();
    }
  }

  /** Plays all jobs of a look, and gives their lines in order; `played` hears of games. */
  private async play(jobs: SurveyJob[], played: (games: number) => void): Promise<string[]> {
    const lines: string[] = [];
    let next = 0;
    const help = async (helper: Helper) => {
      for (let job = jobs[next]; job; job = jobs[next]) {
        const place = next++;
        lines[place] = await helper.ask({ what: "play", job });
        played(job.games);
      }
    };
    await Promise.all(this.helpers.map(help));
    return lines;
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
