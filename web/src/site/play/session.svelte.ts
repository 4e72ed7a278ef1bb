// One person's game at a table: what they see, what they did, and what they may do. It touches no
// element and no address of the page, so that a test can play a game.
import { messageOf } from "../../lib/message";
import { hashOf, tableOf, type Game } from "./game";
import type { SceneChoice, TableHint, RuleSetInfo, TableScene } from "../../documents/module";
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
  /** Called with the link of the game whenever that changes. */
  onLink: (hash: string) => void;
}

/** A game from the deal on, with the decisions that its link holds. */
export class GameSession {
  /** The game that is played; none while the person chooses one. */
  game = $state.raw<Game | null>(null);
  scene = $state.raw<TableScene | null>(null);
  story = $state.raw<string[]>([]);
  hint = $state.raw<TableHint | null>(null);
  decisions = $state.raw<Decision[]>([]);
  /** What went wrong last. */
  failure = $state("");
  /** Whether something is being done. */
  busy = $state(false);
  /** Whether the person wants chances and hints at all. */
  helps = $state(false);
  /** Whether the person wants the hint for this decision. */
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
  async ruleSets(): Promise<RuleSetInfo[]> {
    try {
      return await this.table.ask("ruleSets");
    } catch (error) {
      this.failure = messageOf(error);
      return [];
    }
  }

  /** Sets a table, and repeats the acts of the game's link at once. */
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
  choiceOf(card: string): SceneChoice | undefined {
    return this.scene?.choices.find((choice) => choice.card === card);
  }

  /** The chance to win after a choice, as champion sees it. */
  chanceOf(short: string): number | null {
    return this.hint?.chances.find((option) => option.short === short)?.chance ?? null;
  }

  /** Runs one task at a time; a call while another runs only hurries the other players. */
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

  /** Reads the table anew. */
  private async look(): Promise<void> {
    let scene = await this.table.ask("scene", this.story.length);
    if (scene.logLength < this.story.length) {
      // Decisions were taken back, so the story is shorter.
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

  /** Repeats an act of a link, once the others have moved and rounds are dealt that come before. */
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

  /** Drops the last decisions, which the table has taken back already. */
  private forget(count: number): void {
    this.decisions = this.decisions.slice(0, Math.max(this.decisions.length - count, 0));
    this.share();
  }

  private share(): void {
    if (this.game) this.surroundings.onLink(hashOf(this.game, this.acts));
  }
}

/** A name of the round that differs from that of every other round of the session. */
const roundOf = (scene: TableScene | null): string => `${scene?.game}.${scene?.round}`;
