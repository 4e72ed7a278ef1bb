// What the module plays is, byte for byte, what the program writes for the same question and seed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Survey, ask, which } from "./module.js";

const program = process.env.UNOBENCH ?? "unobench";
const run = (...args) => execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

for (const [name, players] of [["stacking", 4], ["seven-zero", 3], ["no-mercy", 2]]) {
  test(`${name} at ${players} seats: the lines of progress.jsonl and findings.csv`, () => {
    const out = mkdtempSync(join(tmpdir(), "unobench-web-"));
    try {
      const seats = ["-p", players, "-n", 200, "--pool-games", 200, "--match-games", 0];
      run("rules", "compare", name, ...seats.map(String), "--seed", "7", "--no-learn", "-q", "-o", join(out, "run"));
      const survey = new Survey(JSON.stringify({ rules: [name], players, seed: 7, games: [200, 200] }));
      const { games } = JSON.parse(survey.plan());
      const lines = games.map((_, place) => survey.play(place));
      lines.forEach((line) => survey.add(line));
      const [, ...written] = readFileSync(join(out, "run/progress.jsonl"), "utf8").split(/(?<=\n)/);
      assert.deepEqual(lines, written);
      assert.equal(survey.findings(), readFileSync(join(out, "run/findings.csv"), "utf8"));
    } finally {
      rmSync(out, { recursive: true });
    }
  });
}

test("which question some words ask", () => {
  for (const words of ["can you stack a +4 on a +2", "7-0", "two people reverse", "how does a rook move"])
    assert.equal(which(words), run("settle", words, "--which", "--format", "json"));
});

test("what to play with a hand", () => {
  const hand = "R5 B2 W W+4; up R9; others 3 1 5";
  assert.equal(ask(hand, "official", ""), run("ask", hand, "--format", "json"));
  assert.throws(() => ask("R5; up", "official", ""));
});

test("settle --quick in words", { timeout: 300_000 }, () => {
  const survey = new Survey(JSON.stringify({ rules: ["deal-ten"], players: 2, seed: 3 }));
  const { games, command } = JSON.parse(survey.plan());
  assert.equal(command, "unobench settle deal-ten -p 2 --seed 3 --quick");
  games.forEach((_, place) => survey.add(survey.play(place)));
  const { told, sure } = JSON.parse(survey.answer());
  const said = run(...command.split(" ").slice(1)).replace(/\s+/g, " ");
  for (const words of [told, sure]) assert.ok(said.includes(words), `${words}\n${said}`);
});
