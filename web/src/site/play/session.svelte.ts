// One person's game at a table: what they see, what they did, and what they may do. Nothing here
// draws, waits for a mouse or knows an address, so that a test can play a game.
import { messageOf } from "../../lib/message";
import { hashOf, tableOf, type Game } from "./game";
import type { Choice, Hint, RuleSet, Scene } from "../../documents/module";
import type { Asking } from "./table";

/** Something that the person did. */
export interface Decision {
  act: string;
  /** Whether champion would have done it. */
  agrees: boolean;
  /** The round in which it was done. */
  round: string;
}

/** What a session asks of the page around it. */
export interface Surroundings {
  /** Milliseconds between two moves of the others. */
  pace: () => number;
  /** Hears the link of the game whenever that changes. */
  onLink: (hash: string) => void;
}

/** A game from the deal on, with the decisions that its link holds. */
export class GameSession {
  /** The game that is played; none while the person chooses one. */
  game = $state.raw<Game | null>(null);
  scene = $state.raw<Scene | null>(null);
  story = $state.raw<string[]>([]);
  hint = $state.raw<Hint | null>(null);
  decisions = $state.raw<Decision[]>([]);
  /** What went wrong last. */
  failure = $state("");
  /** Whether something is being done. */
  busy = $state(false);
  /** Whether the person wants chances and hints at all, and the hint for this decision. */
  helps = $state(false);
  wantsHint = $state(false);

  readonly phase = $derived(this.scene?.phase);
  readonly isOver = $derived(this.phase === "round" || this.phase === "match");
  readonly showsHint = $derived(this.helps && this.wantsHint);
  readonly acts = $derived(this.decisions.map(({ act }) => act));
  /** For each decision of this round, whether champion would have done the same. */
  readonly marks = $derived(
    this.decisions.filter(({ round }) => round === roundOf(this.scene)).map(({ agrees }) => agrees),
  );

  private readonly table: Asking;
  private readonly surroundings: Surroundings;
  /** Ends the pause before the next move of the others. */
  private endPause: (() => void) | null = null;
  private isClosed = false;

  constructor(table: Asking, surroundings: Surroundings) {
    this.table = table;
    this.surroundings = surroundings;
  }

  /** The rule sets that can be played; none if they cannot be had. */
  async ruleSets(): Promise<RuleSet[]> {
    try {
      return await this.table.ask("ruleSets");
    } catch (error) {
      this.failure = messageOf(error);
      return [];
    }
  }

  /** Sets a table, and does at once what the link has done already. */
  begin(game: Game): Promise<void> {
    return this.alone(async () => {
      await this.table.ask("open", JSON.stringify(tableOf(game)));
      this.game = game;
      [this.scene, this.story, this.decisions] = [null, [], []];
      for (const act of game.acts) await this.redo(act);
      this.share();
      await this.othersMove();
    });
  }

  /** Leaves the game, to choose another. */
  leave(): void {
    this.game = null;
    this.endPause?.();
  }

  act(short: string): Promise<void> {
    return this.alone(async () => {
      await this.decide(short);
      this.share();
      await this.othersMove();
    });
  }

  /** Takes the last decision back. */
  undo(): Promise<void> {
    return this.alone(async () => {
      if (!(await this.table.ask("undo"))) return;
      this.forget(1);
      await this.othersMove();
    });
  }

  /** Goes back to the decision that a line of the record tells of, from 1. */
  backTo(line: number): Promise<void> {
    return this.alone(async () => {
      const before = this.scene?.undone ?? 0;
      await this.table.ask("backTo", line);
      await this.look();
      this.forget((this.scene?.undone ?? before) - before);
      await this.othersMove();
    });
  }

  /** Deals the next round or match. */
  next(): Promise<void> {
    return this.alone(async () => {
      await this.table.ask("next");
      await this.othersMove();
    });
  }

  /** Lets the others go on at once. */
  hurry(): void {
    this.endPause?.();
  }

  close(): void {
    this.isClosed = true;
    this.table.close();
  }

  /** The choice that plays a card, if it may be played. */
  choiceOf(card: string): Choice | undefined {
    return this.scene?.choices.find((choice) => choice.card === card);
  }

  /** The chance to win after a choice, as champion sees it. */
  chanceOf(short: string): number | null {
    return this.hint?.chances.find((option) => option.short === short)?.chance ?? null;
  }

  /** Does something, one thing at a time; asked meanwhile, it hurries the others. */
  private async alone(task: () => Promise<void>): Promise<void> {
    if (this.busy) return this.hurry();
    this.busy = true;
    this.failure = "";
    try {
      await task();
    } catch (error) {
      this.failure = messageOf(error);
    }
    this.busy = false;
  }

  /** Takes in what the table shows now. */
  private async look(): Promise<void> {
    let scene = await this.table.ask("scene", this.story.length);
    if (scene.logLength < this.story.length) {
      // Decisions were taken back, and with them what was told.
      this.story = [];
      scene = await this.table.ask("scene", 0);
    }
    this.scene = scene;
    this.story = [...this.story, ...scene.log];
    [this.hint, this.wantsHint] = [null, false];
  }

  /** Lets the others play until the person is asked or the round is over. */
  private async othersMove(): Promise<void> {
    await this.look();
    while (this.phase === "others" && this.game && !this.isClosed) {
      await this.pause();
      await this.table.ask("step");
      await this.look();
    }
    if (this.phase === "yours") this.hint = await this.table.ask("hint");
  }

  private pause(): Promise<void> {
    return new Promise<void>((done) => {
      const timer = setTimeout(done, this.surroundings.pace());
      this.endPause = () => {
        clearTimeout(timer);
        done();
      };
    }).then(() => void (this.endPause = null));
  }

  /** Does what a link says was done, after the moves of the others and the deals before it. */
  private async redo(act: string): Promise<void> {
    await this.look();
    while (this.phase !== "yours") {
      await this.table.ask(this.phase === "others" ? "step" : "next");
      await this.look();
    }
    await this.decide(act);
  }

  private async decide(act: string): Promise<void> {
    this.hint ??= await this.table.ask("hint");
    const decision = { act, agrees: this.hint?.best === act, round: roundOf(this.scene) };
    await this.table.ask("act", act);
    this.decisions = [...this.decisions, decision];
  }

  /** Lets go so many of the last decisions, which the table has taken back. */
  private forget(count: number): void {
    this.decisions = this.decisions.slice(0, Math.max(this.decisions.length - count, 0));
    this.share();
  }

  private share(): void {
    if (this.game) this.surroundings.onLink(hashOf(this.game, this.acts));
  }
}

/** What no two rounds of a session have in common. */
const roundOf = (scene: Scene | null): string => `${scene?.game}.${scene?.round}`;
