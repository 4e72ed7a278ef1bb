// What others can do to the page: links that somebody chose, a portal that answers in the host's
// place, a store without room, browsers that lack what the module needs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { DIST, browse, serve } from "./host.js";

let host, browser, address;
/** How the host answers: as itself, as a portal would, or with a later page. */
let mode = "good";

before(async () => {
  host = await serve((path, response) => {
    const isPage = path === "index.html";
    if (mode === "portal")
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>portal</h1>");
    else if (mode === "later" && isPage) {
      const text = readFileSync(join(DIST, path), "utf8").replace("<title>", "<title>later ");
      response.writeHead(200, { "content-type": "text/html" }).end(text);
    } else return false;
    return true;
  });
  ({ address } = host);
  browser = await browse();
});

after(async () => {
  await browser?.close();
  host.stop();
});

/** A page in a context of its own; `begin` is run before any script of the page. */
async function opened(act, { begin, serviceWorkers = "block" } = {}) {
  mode = "good";
  const context = await browser.newContext({ serviceWorkers });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  if (begin) await page.addInitScript(begin);
  try {
    await act(page, errors);
  } finally {
    await context.close();
  }
}

/** A link that means something, after which the page has to be well. */
async function isWell(page) {
  await page.evaluate(() => (location.hash = "#settle?rules=draw-until&seats=3"));
  await page.getByText("As a house rule (until-playable), 3 players").waitFor();
}

/** What every object has. */
const INHERITED = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
const FIELDS = {
  ask: { hand: "R5", up: "R9", colour: "R", others: "3", rules: "official", more: "turn 3" },
  play: {
    rules: "official",
    seats: "2",
    seat: "1",
    seed: "1",
    against: "champion",
    acts: "R5",
    day: "2026-01-01",
  },
  settle: {
    rules: "draw-until",
    seats: "3",
    seed: "1",
    card: "wild-2.others.draw-1",
    game: "with-1",
  },
};
const chosen = Object.entries(FIELDS).flatMap(([page, fields]) =>
  Object.keys(fields).flatMap((field) =>
    INHERITED.map((name) => `#${page}?${new URLSearchParams({ ...fields, [field]: name })}`),
  ),
);

test(
  "whatever a link names, the page says something, and the next link works",
  { timeout: 300_000 },
  () =>
    opened(async (page, errors) => {
      await page.goto(address);
      for (const hash of [
        ...chosen,
        "#ask?hand=R5+toString&up=R9&others=3",
        "#settle?card=constructor.constructor.constructor",
        "#constructor?x=1",
        "#settle?rules=plus4-on-plus2+stacking-mixed",
      ]) {
        await page.evaluate((to) => (location.hash = to), hash);
        await page.waitForTimeout(30);
        const said = await page.locator("main").innerText();
        assert.ok(
          said.length > 30 && !said.includes("This page broke"),
          `${hash}: ${said.slice(0, 80)}`,
        );
        assert.deepEqual(errors, [], hash);
      }
      await isWell(page);
    }),
);

for (const [hash, said] of [
  ["#ask?hand=constructor&up=R9&others=3", "has a card “constructor”, which is none of this deck"],
  ["#ask?hand=R5&up=__proto__&others=3", "has a card “__proto__”, which is none of this deck"],
  ["#ask?hand=R5&up=W&colour=toString&others=3", "has the colour “toString”"],
  ["#ask?hand=R5&up=R9&others=3&rules=official%3Bcurl+evil%7Csh", "which is no rule set"],
  ["#ask?hand=R5&up=R9&others=3&more=turn+3%0A%21x", "characters that have no meaning there"],
  [
    `#ask?hand=${"R5+".repeat(1000)}&up=R9&others=3`,
    "is too long: at most 500 characters are read",
  ],
  [
    `#ask?hand=${"R5+".repeat(30_000)}&up=R9&others=3`,
    "is too long: at most 64,000 characters are read",
  ],
  ["#settle?rules=__proto__", 'asks about "__proto__", which this page does not know'],
])
  test(`a sentence about ${hash.slice(0, 50)}`, () =>
    opened(async (page, errors) => {
      await page.goto(address + hash);
      await page.getByText(said).first().waitFor();
      assert.doesNotMatch(await page.locator("main").innerText(), /unobench (ask|play) /);
      await isWell(page);
      assert.deepEqual(errors, []);
    }));

for (const [hash, title] of [
  ["#league", "Who plays best?"],
  ["#settle?rules=draw-until&seats=3", "For example"],
])
  test(`a page that breaks all the same says so, and the next link works: ${hash}`, () =>
    opened(async (page) => {
      await page.goto(`${address}#ask`);
      await page.getByText("No card yet").waitFor();
      await page.evaluate((to) => {
        globalThis.written = Number.prototype.toLocaleString;
        Number.prototype.toLocaleString = () => {
          throw new Error("broken");
        };
        location.hash = to;
      }, hash);
      await page.getByText("This page broke").waitFor();
      await page.evaluate(() => (Number.prototype.toLocaleString = globalThis.written));
      await page.getByRole("link", { name: "Begin it anew" }).click();
      await page.getByText(title).first().waitFor();
      await isWell(page);
    }));

const LACKS = {
  workers: () => delete globalThis.Worker,
  WebAssembly: () => delete globalThis.WebAssembly,
  "WebAssembly with SIMD": () => (WebAssembly.validate = () => false),
};
for (const [what, begin] of Object.entries(LACKS))
  test(`without ${what}: a sentence, and what needs no module works`, () =>
    opened(
      async (page, errors) => {
        await page.goto(`${address}#play?rules=official&seats=2&seed=1`);
        await page
          .getByText(`This browser has no ${what}, so nothing can be played here`)
          .first()
          .waitFor();
        for (const hash of [
          "#ask?hand=R5&up=R9&others=3",
          "#settle?rules=seven-zero&seats=4&game=with-3",
        ]) {
          await page.evaluate((to) => (location.hash = to), hash);
          await page.getByText(`This browser has no ${what}`).first().waitFor();
        }
        await page.evaluate(() => (location.hash = "#settle?rules=stacking+seven-zero&seats=5"));
        await page.getByRole("button", { name: "Play it now" }).click();
        await page.getByText(`This browser has no ${what}`).first().waitFor();
        await page.evaluate(() => (location.hash = "#league"));
        await page.getByText("Who plays best?").waitFor();
        await isWell(page);
        assert.deepEqual(errors, []);
        await page.getByRole("link", { name: "Book" }).click();
        await page.waitForURL(/book\/index\.html/);
      },
      { begin },
    ));

const ready = async (page) => {
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.getByText("For example").waitFor();
};
const kept = (page) =>
  page.evaluate(async () => {
    const found = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) found.push([name, request.url]);
    return found;
  });

test("an asset that a portal answers is not kept", () =>
  opened(
    async (page) => {
      await ready(page);
      const script = await page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name);
        return document.querySelector("script[src]").src;
      });
      mode = "portal";
      const type = (url) =>
        page.evaluate(async (asked) => (await fetch(asked)).headers.get("content-type"), url);
      assert.equal(await type(script), "text/html", "what came is given");
      mode = "good";
      assert.equal(await type(script), "text/javascript");
      await page.reload();
      await page.getByText("For example").waitFor();
    },
    { serviceWorkers: "allow" },
  ));

test("where there is no room the page loads from the host", () =>
  opened(
    async (page) => {
      await ready(page);
      const device = await page.context().newCDPSession(page);
      await page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name);
      });
      await device.send("Storage.overrideQuotaForOrigin", {
        origin: new URL(address).origin,
        quotaSize: 1,
      });
      await page.goto(`${address}?x=1`);
      await page.getByText("For example").waitFor();
    },
    { serviceWorkers: "allow" },
  ));

test("what follows the path of a page does not make it an asset", () =>
  opened(
    async (page) => {
      await ready(page);
      mode = "later";
      for (const more of ["?from=/assets/", "?x#/assets/", ""]) {
        await page.goto(address + more);
        assert.match(await page.title(), /^later /, more);
      }
    },
    { serviceWorkers: "allow" },
  ));

test("what earlier builds kept is let go, and what others keep is not", () =>
  opened(
    async (page) => {
      await page.goto(`${address}icon.svg`);
      await page.evaluate(async () => {
        await (await caches.open("unobench-1")).put("/folder/assets/old.js", new Response("old"));
        await (await caches.open("another")).put("/other", new Response("other"));
      });
      await ready(page);
      await page.waitForFunction(async () => !(await caches.keys()).includes("unobench-1"));
      const names = [...new Set((await kept(page)).map(([name]) => name))].sort();
      assert.equal(names.length, 2);
      assert.equal(names[0], "another");
      assert.match(names[1], /^unobench-[0-9a-f]{12}$/);
    },
    { serviceWorkers: "allow" },
  ));
