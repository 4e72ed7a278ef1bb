// The page in a real browser: three widths, light and dark, by mouse and by keys, with nothing that
// axe finds, no error, and nothing asked of another host.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { browse, serve } from "./host.js";

const AXE = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const WIDTHS = [390, 800, 1400];
const PAGES = {
  start: "",
  answer: "#settle?rules=draw-until&seats=3",
  unplayed: "#settle?rules=stacking+seven-zero&seats=5",
  cannot: "#settle?rules=flip",
  own: "#settle?rules=stacking&card=wild-2.others.draw-1&seats=3",
  game: "#settle?rules=seven-zero&seats=4&game=with-3",
  wrong: "#settle?rules=%3Cb%3Enothing&seats=4",
  play: "#play",
  table: "#play?rules=official&seats=3&seat=1&seed=5",
  noRules: "#play?rules=%3Cb%3Enothing&seats=4&seed=3",
  league: "#league",
  hand: "#ask?hand=R5+B2+W+W%2B4&up=W&colour=B&others=3+1+5",
};

let host, browser, address;

before(async () => {
  host = await serve();
  ({ address } = host);
  browser = await browse();
});

after(async () => {
  await browser?.close();
  host.stop();
});

/** Opens a page, does something there, and holds it to what every page keeps. */
async function at(hash, act, { width = 800, scheme = "light" } = {}) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const [wrong, asked] = [[], []];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  context.on("request", (request) => asked.push(request.url()));
  await page.goto(hash.startsWith("about:") ? hash : address + hash);
  try {
    await act(page, asked);
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(address) && url !== hash),
      [],
    );
  } finally {
    await context.close();
  }
}

async function isSound(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await page.evaluate(AXE);
  const found = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
    [],
  );
}

for (const [name, hash] of Object.entries(PAGES))
  for (const width of WIDTHS)
    for (const scheme of ["light", "dark"])
      test(`${name}, ${width} pixels, ${scheme}`, () =>
        at(
          hash,
          async (page) => {
            if (name === "table") await page.locator(".hand button:enabled").first().waitFor();
            if (name === "game") await page.getByText("From a terminal, the last one").waitFor();
            if (name === "league") await page.getByText("Who plays best?").waitFor();
            if (name === "noRules")
              await page.getByText('there is no rule set "<b>nothing"').waitFor();
            if (name === "hand") await page.getByText("% to win").first().waitFor();
            await isSound(page);
          },
          { width, scheme },
        ));

test("a usual question by keys alone, without the module", () =>
  at("", async (page, asked) => {
    await page.getByText("For example").waitFor();
    const box = page.getByRole("combobox", { name: "A house rule" });
    for (
      let tabs = 0;
      tabs < 10 && !(await box.evaluate((element) => element === document.activeElement));
      tabs++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.type("draw four on draw two");
    await isSound(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("even where equal draw cards stack").waitFor();
    assert.match(
      await page.getByRole("article").innerText(),
      /As a house rule \(stacking-mixed\), 4 players/,
    );
    assert.match(page.url(), /rules=plus4-on-plus2/);
    assert.deepEqual(
      asked.filter((url) => url.includes("wasm")),
      [],
    );
  }));

test("words of one's own are read as the program reads them", () =>
  at("", async (page) => {
    const box = page.getByRole("combobox", { name: "A house rule" });
    for (const [words, told] of [
      ["how does a rook move", "No question about the rules is like"],
      ["7-0", "7 and 0 are plain numbers"],
    ]) {
      await box.fill(words);
      await box.press("Escape");
      await box.press("Enter");
      await page.getByText(told).first().waitFor();
    }
  }));

test("what nobody has played is played, and can be stopped", { timeout: 240_000 }, () =>
  at("#settle?rules=end-on-zero&seats=5", async (page) => {
    await page.getByRole("button", { name: "Play it now" }).click();
    await page.getByText("games played").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Play it now" }).click();
    await page
      .getByText("As a house rule (no-zero-finish), 5 players")
      .waitFor({ timeout: 200_000 });
    await isSound(page);
    assert.match(await page.getByRole("article").innerText(), /unobench settle end-on-zero -p 5/);
  }),
);

test("a dot that is tapped is a game, which its link shows again", () =>
  at("#settle?rules=seven-zero&seats=4", async (page) => {
    const first = page.locator("circle.with").first();
    await first.scrollIntoViewIfNeeded();
    const dot = await first.boundingBox();
    await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2);
    const title = page.getByRole("heading", { name: /A game with the rule, number \d+/ });
    await title.waitFor();
    const said = await title.innerText();
    await page.getByRole("slider").press("End");
    const told = await page
      .getByText(/wins \(out\) after \d+ turns/)
      .first()
      .innerText();
    const turns = Number(/after (\d+) turns/.exec(told)[1]);
    assert.ok(turns >= 15 && turns < 30, told);
    await page.reload();
    await title.waitFor();
    assert.equal(await title.innerText(), said);
  }));

test("a card of one's own is put into the deck, and played", { timeout: 240_000 }, () =>
  at("", async (page) => {
    await page.getByLabel("Who").selectOption("all others");
    await page.getByLabel("Does what").selectOption("draw 2");
    await page.getByRole("button", { name: "Put it into the deck" }).click();
    await page.getByLabel("How many players").selectOption("2");
    await page.getByRole("button", { name: "Play it now" }).click();
    const article = page.getByRole("article");
    await article.getByText("The same from a terminal").waitFor({ timeout: 200_000 });
    const settle =
      /unobench settle official --set 'deck.card=\[.*who="others",draw=2\}\]\}\]' -p 2 --no-learn/;
    assert.match(await article.innerText(), settle);
  }),
);

test(
  "a slow phone: an answer without the module, and a game that is played",
  { timeout: 240_000 },
  (t) =>
    at(
      "about:blank",
      async (page) => {
        const device = await page.context().newCDPSession(page);
        await device.send("Network.enable");
        await device.send("Performance.enable");
        // A middling phone on a slow net: 1.6 megabits a second, 150 milliseconds away.
        const net = {
          offline: false,
          latency: 150,
          downloadThroughput: 200_000,
          uploadThroughput: 90_000,
        };
        await device.send("Network.emulateNetworkConditions", net);
        await device.send("Emulation.setCPUThrottlingRate", { rate: 4 });
        const from = performance.now();
        await page.goto(`${address}#settle?rules=draw-until&seats=3`);
        await page.getByText("As a house rule (until-playable), 3 players").waitFor();
        const { metrics } = await device.send("Performance.getMetrics");
        const cpu = metrics.find((metric) => metric.name === "TaskDuration").value;
        t.diagnostic(
          `an answer after ${Math.round(performance.now() - from)} ms, ${cpu.toFixed(2)} s of slowed CPU`,
        );
        await page.goto(`${address}#play?rules=official&seats=2&seat=1&seed=5`);
        await page.locator(".hand button:enabled, .buttons button:enabled").first().click();
        await page.getByRole("button", { name: "Take back" }).waitFor();
      },
      { width: 390 },
    ),
);

test("a hand is clicked together", () =>
  at("#ask", async (page) => {
    for (const card of ["red 5", "blue skip", "wild draw four"])
      await page.getByRole("button", { name: card, exact: true }).click();
    await page.getByRole("radio", { name: "on the pile" }).check();
    await page.getByRole("button", { name: "red 9", exact: true }).click();
    await page.getByText("play red 5").waitFor();
    assert.match(
      await page.getByRole("article").innerText(),
      /unobench ask "R5 BS W\+4; up R9; others 7 7 7"/,
    );
    await page.getByRole("button", { name: "Take away: red 5" }).click();
    await page.getByText("play wild draw four").waitFor();
  }));

test("it works without a network once it is loaded", () =>
  at("", async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.getByText("For example").waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("For example").waitFor();
  }));

/** Plays on until the game is over, each time by `decide`. */
async function toTheEnd(page, decide) {
  const choices = page.locator(".hand button:enabled, .buttons button:not(.quiet):enabled");
  for (let turn = 0; turn < 2000 && !(await page.locator(".result").count()); turn++) {
    if (await choices.count()) await decide(choices.first());
    else await page.keyboard.press("Escape");
    await page.waitForTimeout(20);
  }
  await page.getByText("The luckiest draws").waitFor();
  await page.getByText("Dealt this hand 100 times").waitFor();
}

test("a game with the mouse, and its link plays it again", { timeout: 300_000 }, () =>
  at("#play?rules=official&seats=2&seat=1&seed=11", async (page) => {
    await toTheEnd(page, (choice) => choice.click({ timeout: 1000 }).catch(() => {}));
    await isSound(page);
    const told = await page.locator(".copy").innerText();
    assert.match(told, /^unobench seed 11: (won|lost); \d+ of 100 replays from this seat are won;/);
    const link = page.url();
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByText("Dealt this hand 100 times").waitFor();
    assert.equal(await page.locator(".copy").innerText(), told);
  }),
);

test("a game with keys alone, a hint, and a decision taken back", { timeout: 300_000 }, () =>
  at("#play", async (page) => {
    await page.getByRole("button", { name: "Today’s deal" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".hand button:enabled, .buttons button:enabled").first().waitFor();
    const hand = await page.locator(".hand").innerText();
    await page.keyboard.press("1");
    await page.getByRole("button", { name: "Take back" }).waitFor();
    await page.waitForFunction(() => document.querySelector(".buttons button:not(.quiet):enabled"));
    await page.keyboard.press("u");
    await page.waitForFunction(
      (before) => document.querySelector(".hand")?.innerText === before,
      hand,
    );
    await page.getByLabel("chances and hints").press(" ");
    await page.getByText("% to win, as champion sees it").waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await toTheEnd(page, () => page.keyboard.press("1"));
    assert.match(page.url(), /seats=4&seat=1&seed=\d{8}&against=champion&day=\d{4}-\d{2}-\d{2}/);
  }),
);

test("strategies and house rules in order, found by a word", () =>
  at("#league", async (page) => {
    const names = () => page.locator("tbody th").allInnerTexts();
    await page.getByText("Who plays best?").waitFor();
    const byRate = await names();
    await page.getByRole("button", { name: "Strategy" }).click();
    const byName = await names();
    assert.notDeepEqual(byName, byRate);
    assert.deepEqual([...byName].sort(), [...byRate].sort());
    const rules = () => page.locator(".rules a").allInnerTexts();
    const byChange = await rules();
    await page.getByLabel("First").selectOption("A to Z");
    assert.notDeepEqual(await rules(), byChange);
    await page.getByLabel("Find").fill("jump");
    await page.getByText(/^\d house rules$/).waitFor();
  }));
