// The book: every page is in it, every link leads somewhere, and it is searched without a network.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { browse, DIST, serve } from "./host.js";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const BOOK = join(DIST, "book");
const read = (name) => readFileSync(join(BOOK, name), "utf8");
const pages = readdirSync(BOOK).filter((name) => name.endsWith(".html"));

test("every page of docs/ is in the book, and every link leads somewhere", () => {
  for (const name of readdirSync(file("../../docs")).filter((name) => name.endsWith(".md")))
    assert.ok(read("toc.html").includes(`"${name.replace(/md$/, "html")}"`), name);
  for (const page of pages)
    for (const [link, path, place] of read(page).matchAll(
      /(?:href|src)="(?!https?:)([^"#]*)#?([^"]*)"/g,
    )) {
      assert.ok(existsSync(join(BOOK, path || page)), `${page}: ${link}`);
      assert.ok(
        !place || path.startsWith("..") || read(path || page).includes(`id="${place}"`),
        `${page}: ${link}`,
      );
    }
});

test("it is read and searched, without a network too", { timeout: 300_000 }, async (t) => {
  const { address, stop } = await serve();
  const browser = await browse();
  t.after(() => browser.close().finally(stop));
  const page = await browser.newPage({
    viewport: { width: 390, height: 800 },
    reducedMotion: "reduce",
  });
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page
    .context()
    .on("request", (request) => request.url().startsWith(address) || wrong.push(request.url()));
  const search = async () => {
    await page.keyboard.press("/");
    await page
      .getByRole("searchbox", { name: "Search the book" })
      .pressSequentially("wild draw four");
    await page.getByText("search results for 'wild draw four'").waitFor();
  };
  await page.goto(`${address}index.html`);
  const names = await page.locator("nav a").allInnerTexts();
  await page.getByRole("link", { name: "Book" }).click();
  await page.waitForURL("**/book/index.html");
  assert.deepEqual(await page.locator(".site nav a").allInnerTexts(), names);
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const name of pages.filter((name) => name !== "toc.html")) {
    await page.goto(`${address}book/${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
    if (!/index|GUIDE/.test(name)) continue;
    await page.emulateMedia({ colorScheme: name === "index.html" ? "dark" : "light" });
    await search();
    await page.evaluate(readFileSync(file("../node_modules/axe-core/axe.min.js"), "utf8"));
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(
      violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id }) => id),
      [],
    );
  }
  await page.context().setOffline(true);
  await page.goto(`${address}book/RULES.html`);
  await search();
  await page.locator("#mdbook-searchresults a").first().click();
  await page.locator("mark").first().waitFor(); // on the page that was found
  assert.deepEqual(wrong, []);
});
