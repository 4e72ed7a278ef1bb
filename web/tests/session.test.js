// The state of a person's game, without a browser: whatever the person does, the link of the game
// shows the same table again.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { createServer } from "vite";
import { load } from "./module.js";

let server, session, game, answers, module;

before(async () => {
  const options = { middlewareMode: true, ws: false, watch: null };
  server = await createServer({ server: options, logLevel: "error", appType: "custom" });
  const source = (name) => server.ssrLoadModule(`/src/site/play/${name}.ts`);
  [session, game, answers] = [
    await source("session.svelte"),
    await source("game"),
    await source("answers"),
  ];
  module = await load(2);
});
after(() => server.close());

/** A table of the module in this thread. */
class Table {
  async ask(method, argument = "") {
    if (method === "ruleSets") return JSON.parse(module.rule_sets());
    if (method !== "open")
      return JSON.parse(answers.answerOf(this.table, method, String(argument)));
    this.table = new module.Table(argument);
    return true;
  }

  close() {}
}

/** A session, with the table that it asks and the last link that it gave. */
function sat() {
  const table = new Table();
  const found = { table };
  found.session = new session.GameSession(table, {
    pace: () => 0,
    onLink: (hash) => (found.link = hash),
  });
  return found;
}

const gameOf = (hash) => game.gameOf(new URLSearchParams(hash.split("?")[1]));

/** What two tables with the same game have in common. */
function shown({ scene, decisions, marks, hint, story }) {
  const { undone: _, ...seen } = scene;
  return { ...seen, log: story, decisions, marks, hint };
}

/** Numbers from 0 on below a bound, always the same ones. */
function* numbers(state) {
  let bound = 1;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bound = yield Math.floor((state / 2 ** 32) * bound);
  }
}

/** Does something that a person may do now. */
async function something({ session, table }, below) {
  if (session.acts.length > 0 && below(8) === 0) return session.undo();
  const choices = session.scene.choices;
  if (!session.isOver) return session.act(choices[below(choices.length)].short);
  const { costliest } = await table.ask("analysis");
  if (costliest && below(3) === 0) return session.backTo(costliest.line);
  return session.next();
}

for (const [rules, matches] of [
  ["official", false],
  ["official", true],
  ["seven-zero", true],
])
  test(`${rules}${matches ? ", a match" : ""}: a link shows the table that it is of`, async () => {
    for (const seed of [1, 2, 3]) {
      const draws = numbers(seed);
      draws.next();
      const below = (bound) => draws.next(bound).value;
      const first = sat();
      const start = `#play?${new URLSearchParams({ rules, seats: 2, seed, match: matches ? "yes" : "no" })}`;
      await first.session.begin(gameOf(start));
      for (let step = 0; step < 60; step++) {
        await something(first, below);
        assert.equal(first.session.failure, "");
        assert.equal(first.session.busy, false);
        if (first.session.isOver || step % 10 > 0) continue;
        const second = sat();
        await second.session.begin(gameOf(first.link));
        assert.equal(second.link, first.link);
        assert.deepEqual(
          shown(second.session),
          shown(first.session),
          `${first.link}, step ${step}`,
        );
      }
    }
  });

test("what cannot be done is said, and the game goes on", async () => {
  const { session, link } = sat();
  assert.equal(link, undefined);
  assert.ok((await session.ruleSets()).some(({ name }) => name === "official"));
  await session.begin(gameOf("#play?rules=nothing&seats=2"));
  assert.match(session.failure, /there is no rule set "nothing"/);
  assert.equal(session.game, null);
  await session.begin(gameOf("#play?seats=2&acts=nothing"));
  assert.match(session.failure, /nothing cannot be done now/);
  await session.begin(gameOf("#play?seats=2"));
  assert.equal(session.failure, "");
  await session.act("nothing");
  assert.match(session.failure, /nothing cannot be done now/);
  await session.act(session.scene.choices[0].short);
  assert.equal(session.failure, "");
  assert.equal(session.acts.length, 1);
});

test(
  "who leaves while the others play can begin another game at once",
  { timeout: 30_000 },
  async () => {
    const PACE = 60_000; // far longer than the test waits
    const slow = new session.GameSession(new Table(), { pace: () => PACE, onLink: () => {} });
    await slow.begin(gameOf("#play?seats=2&seed=2"));
    const acted = slow.act(slow.scene.choices[0].short);
    while (slow.phase !== "others") await new Promise((done) => setTimeout(done, 10));
    slow.leave();
    await acted;
    assert.equal(slow.busy, false);
    assert.equal(slow.game, null);
  },
);
