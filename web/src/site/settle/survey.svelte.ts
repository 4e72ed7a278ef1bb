// A survey of a house rule that is played in this browser: how far it is, and what came of it.
import type { SurveyAnswer, SurveyPlan, SurveyRequest } from "../../documents/module";
import { messageOf } from "../../lib/message";
import { SurveyThreads, type SurveyState } from "../helper";

export class SurveyRun {
  plan = $state.raw<SurveyPlan>();
  /** Games that were played so far. */
  games = $state(0);
  /** What was found at the last look, or in the end. */
  answer = $state.raw<SurveyAnswer>();
  /** Why nothing is played, if something went wrong. */
  trouble = $state("");

  readonly isPlaying = $derived.by(() => this.threads !== undefined);

  private threads = $state.raw<SurveyThreads>();

  async play(request: SurveyRequest): Promise<void> {
    this.clear();
    const threads = new SurveyThreads();
    this.threads = threads;
    // Threads that were stopped, or replaced by others, may still report.
    const isWanted = () => this.threads === threads;
    try {
      const answer = await threads.run(request, ({ plan, games, answer }: SurveyState) => {
        if (isWanted()) [this.plan, this.games, this.answer] = [plan, games, answer];
      });
      if (isWanted()) this.answer = answer;
    } catch (error) {
      const why = messageOf(error);
      if (isWanted() && why !== "stopped") this.trouble = why;
    } finally {
      if (isWanted()) this.threads = undefined;
    }
  }

  /** Stops playing, and forgets the results. */
  clear(): void {
    this.threads?.stop();
    [this.threads, this.plan, this.answer] = [undefined, undefined, undefined];
    [this.games, this.trouble] = [0, ""];
  }
}
