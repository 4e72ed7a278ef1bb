// What the module plays is, byte for byte, what the program writes for the same question and seed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { load } from "./module.js";

const program = process.env.UNOBENCH ?? "unobench";
const run = (...args) =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Intervals and values of p come from logarithms and powers, whose last digits are not the same
 * everywhere. */
const withoutDigits = (file) => {
  const [header, ...rows] = file
    .trim()
    .split("\n")
    .map((row) => row.split(","));
  const rounded = ["low", "high", "p_value", "q_value"].map((name) => header.indexOf(name));
  const cell = (text, place) => (rounded.includes(place) && +text ? (+text).toPrecision(10) : text);
  return [header, ...rows.map((row) => row.map(cell))].join("\n");
};

for (const [name, players] of [
  ["stacking", 4],
  ["jump-in", 3],
  ["no-mercy", 2],
  ["partners", 8],
]) {
  test(`${name} at ${players} seats: the lines of progress.jsonl and findings.csv`, async () => {
    const { Survey } = await load(players);
    const out = mkdtempSync(join(tmpdir(), "unobench-web-"));
    const games = [300, 300];
    const survey = new Survey(JSON.stringify({ rules: [name], players, seed: 7, games }));
    const plan = JSON.parse(survey.plan());
    const lines = plan.jobs.map((job) => survey.play(JSON.stringify(job)));
    lines.forEach((line) => survey.add(line));
    assert.deepEqual(JSON.parse(survey.go_on()), [], "so many games are played at once");
    try {
      const seats = ["-p", players, "-n", 300, "--pool-games", 300, "--match-games", 0].map(String);
      const options = [...seats, "--seed", "7", "--no-learn", "-q", "-o", join(out, "run")];
      run("rules", "compare", name, ...options);
      const [, ...written] = readFileSync(join(out, "run/progress.jsonl"), "utf8").split(/(?<=\n)/);
      assert.deepEqual(lines, written);
      const findings = readFileSync(join(out, "run/findings.csv"), "utf8");
      assert.equal(withoutDigits(survey.findings()), withoutDigits(findings));
    } finally {
      rmSync(out, { recursive: true });
    }
  });
}

test("which question some words ask", async () => {
  const { which } = await load(4);
  for (const words of [
    "can you stack a +4 on a +2",
    "7-0",
    "two people reverse",
    "how does a rook move",
  ])
    assert.equal(which(words), run("settle", words, "--which", "--format", "json"));
});

test("what to play with a hand", async () => {
  const { ask } = await load(4);
  for (const hand of [
    "R5 B2 W W+4; up R9; others 3 1 5",
    "R5 B2; up W GREEN; others 3 1 5; points 0 120 35 0",
  ])
    assert.equal(ask(hand, "official", ""), run("ask", hand, "--quick", "--format", "json"));
  assert.throws(() => ask("R5; up", "official", ""));
});

/** Plays a survey until its answer is sure. */
function played(survey) {
  let { jobs } = JSON.parse(survey.plan());
  while (jobs.length > 0) {
    jobs.forEach((job) => survey.add(survey.play(JSON.stringify(job))));
    jobs = JSON.parse(survey.go_on());
  }
  return JSON.parse(survey.answer());
}

/** What both say of the same games, and where both stop. */
test("settle in words", async () => {
  const { Survey } = await load(2);
  const survey = new Survey(JSON.stringify({ rules: ["deal-five"], players: 2, seed: 3 }));
  const { command } = JSON.parse(survey.plan());
  assert.equal(command, "unobench settle deal-five -p 2 --seed 3");
  const { told, sure } = played(survey);
  const said = run(...command.split(" ").slice(1)).replace(/\s+/g, " ");
  for (const words of [told, sure]) assert.ok(words && said.includes(words), `${words}\n${said}`);
});

test("a game of a survey is that of the program", async () => {
  const { Game } = await load(3);
  const request = {
    rules: ["seven-zero"],
    set: ["setup.hand_size=5"],
    players: 3,
    seed: 4,
    with: true,
  };
  const long = new Game(JSON.stringify({ ...request, bin: 8, nth: 2 }));
  const { number, command, frames } = JSON.parse(long.about());
  const told = run(...command.split(" ").slice(1))
    .trim()
    .split(/\n\n/);
  assert.equal(told.length, number);
  const turns = told.map((game) => Number(/after (\d+) turns/.exec(game)[1]));
  assert.deepEqual(
    [turns.at(-1), turns.filter((count) => count >= 40 && count < 45).length],
    [JSON.parse(long.frame(frames - 1)).turns, 3],
  );
  const same = new Game(JSON.stringify({ ...request, number }));
  assert.equal(same.frame(frames - 1), long.frame(frames - 1));
  for (const wrong of [{ number: 0 }, { number: 1e9 }, { bin: 1e6 }, { rules: ["flip"] }])
    assert.throws(() => new Game(JSON.stringify({ ...request, ...wrong })));
});

test("what is wrong is said in a sentence", async () => {
  const { Survey } = await load(4);
  const asked = (request) => () => new Survey(JSON.stringify({ players: 4, seed: 1, ...request }));
  for (const rules of [[], ["nothing-like-it"], ["official"], ["flip"]])
    assert.throws(asked({ rules }));
  assert.throws(asked({ rules: ["partners"], players: 3 }));
  assert.throws(asked({ rules: ["stacking"], set: ["uno.penalty=many"] }));
});
