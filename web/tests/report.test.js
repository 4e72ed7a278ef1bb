// Pages of reports in a browser: that nothing is fetched or overflows, that numbers can be sorted
// and saved, and that keys and readers of screens reach everything. REPORTS names files made by
// `unobench report` (separated by colons); without it the viewer shows a page made here. SHOTS is a
// directory for screenshots.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const program = ["chromium", "chromium-browser", "google-chrome"]
  .map((name) => join("/usr/bin", name))
  .find((path) => existsSync(path));
const HOSTILE = `<img src=x onerror="alert(1)"></script><b>&amp;`;

/** A report with a figure of each kind, whose names would like to be HTML. */
function sample() {
  const figure = (id, chart, more = {}) => ({
    id,
    title: `What is ${id}?`,
    players: `a and ${HOSTILE} (2 seats)`,
    sentences: [`${HOSTILE} wins most: 58.2 ± 0.3 %.`],
    reading: "Whiskers are 95 % intervals.",
    series: ["random", "counter"],
    noticed: "Hardly, within 5 %",
    details: null,
    chart: { kind: id, ...chart },
    ...more,
  });
  const rows = Array.from({ length: 70 }, (_, at) => ({
    name: at === 3 ? HOSTILE : `rules-${at}`,
    note: "",
    marks: [
      [0, 0, 1 + at / 10, 0.9 + at / 10, 1.2 + at / 10],
      [1, 4, 1.1, 0.8, 1.4],
    ],
  }));
  const intervals = {
    what: "times the value",
    unit: "times",
    by_ratio: true,
    references: [1],
    band: [0.95, 1.05],
    rows,
  };
  const heat = {
    what: "wins a game in %, row less column",
    rows: ["a", HOSTILE],
    columns: ["a", HOSTILE],
    cells: [
      [null, [0, 1, 3.5, 3, 4]],
      [[0, 2, -3.5, -4, -3], null],
    ],
  };
  const curve = (series) => ({
    series,
    mean: [30, 29, 31],
    median: 28 + series,
    left_out: 0.5,
    from: 0,
    shares: [0, 500, 1500, 3000, 2500, 1500, 1000],
  });
  const distributions = {
    what: "turns in a game",
    by_ratio: false,
    edges: [0, 10, 20, 30, 40, 50, 60, 70],
    left_out: "no points",
    rows: ["official", HOSTILE].map((name) => ({ name, curves: [curve(0), curve(1)] })),
  };
  const line = (series) => ({
    series,
    points: [3, 7, 10].map((at) => [at, at + series, at - 1, at + 2]),
  });
  const curves = {
    across: "setup.hand_size",
    what: "turns",
    unit: "plain",
    reference: null,
    band: null,
    range: null,
    places: [
      [3, "3"],
      [7, "7"],
      [10, "10"],
    ],
    connected: true,
    panels: [{ title: HOSTILE, lines: [line(0), line(1)] }],
  };
  return {
    title: HOSTILE,
    headline: `${HOSTILE} is clearly first.`,
    bullets: [["Who beats whom.", "heat"]],
    sources: [
      {
        label: "out",
        facts: [
          ["Games", "42"],
          ["Rules", HOSTILE],
        ],
        command: "unobench run",
        base: "official",
        settings: ["uno.call = true"],
        changes: [],
      },
    ],
    figures: [
      figure("intervals", intervals),
      figure("heat", heat, { series: [], noticed: "" }),
      figure("distributions", distributions),
      figure("curves", curves),
    ],
    foot: "Intervals are 95 % intervals.",
    everything: {
      columns: ["of", "value"],
      rows: 3,
      texts: [[HOSTILE, "b"], []],
      cells: [
        [1, 0, 2, 1],
        [3, null, 1],
      ],
    },
  };
}

function made() {
  const here = dirname(fileURLToPath(import.meta.url));
  const viewer = readFileSync(join(here, "../../crates/report/viewer.html"), "utf8");
  const json = JSON.stringify(sample()).replaceAll("<", "\\u003c");
  const page = viewer.replace("%TITLE%", "Sample").replace("%DOCUMENT%", () => json);
  const path = join(mkdtempSync(join(tmpdir(), "report-")), "sample.html");
  writeFileSync(path, page);
  return path;
}

/** Texts of pictures that are cut off, or that lie over each other. */
function collisions() {
  const found = [];
  for (const svg of document.querySelectorAll("svg.chart")) {
    const frame = svg.getBoundingClientRect();
    const where = svg.closest("section").id;
    const texts = [...svg.querySelectorAll("text")];
    const boxes = texts.map((text) => [text.textContent.trim(), text.getBoundingClientRect()]);
    boxes.forEach(([text, box], place) => {
      if (box.left < frame.left - 2 || box.right > frame.right + 2)
        found.push(`${where}: ${text} is cut off`);
      for (const [nextText, next] of boxes.slice(place + 1)) {
        const width = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const height = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (width > 1 && height > 4) found.push(`${where}: ${text} and ${nextText} overlap`);
      }
    });
  }
  return found;
}

async function looks(page, name) {
  for (const [width, colorScheme] of [
    [390, "light"],
    [800, "dark"],
    [1400, "light"],
  ]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(100);
    if (process.env.SHOTS) {
      const path = join(process.env.SHOTS, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    assert.deepEqual(await page.evaluate(collisions), [], `${width} px`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `the page is ${wide} px wide on a screen of ${width} px`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
    assert.deepEqual(told, [], `axe at ${width} px, ${colorScheme}`);
  }
}

/** Arrow keys tell of marks, and the axis of a tall picture stays in sight. */
async function keys(page) {
  const bodies = page.locator(".picture .body");
  for (let at = 0; at < (await bodies.count()); at++) {
    const body = bodies.nth(at);
    await body.focus();
    await page.keyboard.press("ArrowDown");
    assert.match(await body.locator(".tip").textContent(), /\S[:,] \S/);
    await page.keyboard.press("Escape");
    if ((await body.boundingBox()).height < 1500) continue;
    await body.evaluate((picture) =>
      scrollTo(0, scrollY + picture.getBoundingClientRect().bottom - 600),
    );
    const axis = await page.locator(".picture .axis").nth(at).boundingBox();
    assert.ok(axis.y >= 0 && axis.y < 200, "the axis is in sight");
  }
}

async function saved(page, button, tries = 4) {
  const file = await Promise.all([page.waitForEvent("download", { timeout: 8000 }), button.click()])
    .then(([file]) => file)
    // Where many files are saved one after the other, chromium at times drops one.
    .catch((error) => (tries > 1 && error.name === "TimeoutError" ? null : Promise.reject(error)));
  if (!file) return saved(page, button, tries - 1);
  return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")];
}

async function figures(page, data) {
  for (const { id, title } of data.figures) {
    const section = page.locator(`[id="${id}"]`);
    await section.locator("summary").click();
    const headings = section.locator("th button");
    for (let column = 0; column < (await headings.count()); column++) {
      for (const wanted of ["ascending", "descending"]) {
        await headings.nth(column).press("Enter");
        const cells = await section.locator(`td:nth-child(${column + 1})`).allTextContents();
        const heading = section.locator(`th:nth-child(${column + 1})`);
        assert.equal(await heading.getAttribute("aria-sort"), wanted);
        assert.equal(await section.locator("th[aria-sort]").count(), 1);
        const known = cells.filter((cell) => cell !== "–");
        assert.deepEqual(cells.slice(0, known.length), known, "empty cells are last");
      }
    }
    const [csv, rows] = await saved(page, section.getByRole("button", { name: "CSV" }));
    assert.ok(csv === `${id}.csv` && rows.split("\n").length > 2, csv);
    const [svg, picture] = await saved(page, section.getByRole("button", { name: "SVG" }));
    assert.equal(svg, `${id}.svg`);
    const read = await page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      return [root.nodeName, root.querySelector("title")?.textContent];
    }, picture);
    assert.deepEqual(read, ["svg", title]);
    assert.ok(!picture.includes("var(--"), "its colours are its own");
  }
}

let browser;
before(async () => {
  if (program) browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
});
after(() => browser?.close());

const reports = (process.env.REPORTS ?? "").split(":").filter(Boolean);
for (const path of reports.length > 0 ? reports.map((report) => resolve(report)) : [made()]) {
  const name = `${basename(dirname(path))}-${basename(path, ".html")}`;
  test(`a page of a report: ${name}`, { skip: !program && "no chromium" }, async () => {
    const page = await browser.newPage();
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("dialog", (dialog) => said.push(`a dialog: ${dialog.message()}`));
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) said.push(`a request: ${request.url()}`);
    });
    await page.goto(pathToFileURL(path).href);
    const data = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
    assert.equal(await page.locator("section.figure").count(), data.figures.length);
    const plain = (text) => text.replaceAll("\u00a0", " ");
    assert.equal(plain(await page.locator("h1").textContent()), plain(data.headline));
    assert.equal(await page.locator("#report :is(img, b, script)").count(), 0);
    await looks(page, name);
    await keys(page);
    await figures(page, data);
    if (data.everything.rows > 0) {
      const everything = page.locator("#everything");
      const filter = everything.getByRole("searchbox");
      const all = await everything.getByRole("status").textContent();
      await filter.fill("no such word");
      assert.equal(await everything.getByRole("status").textContent(), "0 rows");
      await filter.fill("");
      assert.equal(await everything.getByRole("status").textContent(), all);
    }
    assert.deepEqual(said, []);
    await page.close();
  });
}
