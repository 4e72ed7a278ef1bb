// A survey of a house rule that is played in this browser: how far it is, and what came of it.
import type { SurveyAnswer, SurveyPlan, SurveyRequest } from "../../documents/module";
import { messageOf } from "../../lib/message";
import { SurveyThreads } from "../helper";

export class SurveyRun {
  plan = $state.raw<SurveyPlan>();
  /** Games that were played so far. */
  games = $state(0);
  /** What was found, once all of them are played. */
  answer = $state.raw<SurveyAnswer>();
  /** Why nothing is played, if something went wrong. */
  trouble = $state("");

  readonly isPlaying = $derived.by(() => this.threads !== undefined);
  readonly planned = $derived(this.plan?.games.reduce((sum, games) => sum + games, 0) ?? 0);
  /** Whether all games are played that the program would play. */
  readonly isWhole = $derived(this.answer && !this.plan?.command.includes("--quick"));

  private threads = $state.raw<SurveyThreads>();

  async play(request: SurveyRequest): Promise<void> {
    this.clear();
    const threads = new SurveyThreads();
    this.threads = threads;
    // Threads that were stopped, or replaced by others, may still report.
    const isWanted = () => this.threads === threads;
    try {
      const answer = await threads.run(request, (plan, games) => {
        if (isWanted()) [this.plan, this.games] = [plan, games];
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
