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
    const lines = plan.games.map((_, place) => survey.play(place));
    lines.forEach((line) => survey.add(line));
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
    assert.equal(ask(hand, "official", ""), run("ask", hand, "--format", "json"));
  assert.throws(() => ask("R5; up", "official", ""));
});

/** What both say of the same games: a few by `rules compare`; in thorough tests those of `settle`,
 * which take minutes. */
test("settle in words", async () => {
  const { Survey } = await load(2);
  const isThorough = process.env.UNOBENCH_THOROUGH === "1";
  const asked = { rules: ["deal-ten"], players: 2, seed: 3 };
  const survey = new Survey(JSON.stringify(isThorough ? asked : { ...asked, games: [300, 300] }));
  const { games, command } = JSON.parse(survey.plan());
  assert.equal(command, "unobench settle deal-ten -p 2 --seed 3 --quick");
  games.forEach((_, place) => survey.add(survey.play(place)));
  const { told, sure } = JSON.parse(survey.answer());
  const out = mkdtempSync(join(tmpdir(), "unobench-web-"));
  const few = "rules compare deal-ten -p 2 -n 300 --pool-games 300 --match-games 0 --seed 3";
  const played = isThorough ? command : `unobench ${few} --no-learn -o ${join(out, "run")}`;
  try {
    const said = run(...played.split(" ").slice(1)).replace(/\s+/g, " ");
    // Of `rules compare` whom it is for stands before, in words of its own.
    const whom = told.indexOf(": ") + 2;
    const finding = told[whom].toUpperCase() + told.slice(whom + 1);
    for (const words of [isThorough ? told : finding, sure])
      assert.ok(words && said.includes(words), `${words}\n${said}`);
  } finally {
    rmSync(out, { recursive: true });
  }
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
