// `build` puts the built page of reports where the crate embeds it, `check` says whether it is the
// one that is there, and `figure REPORT ID FILE` saves a picture of a report as its page does.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [what, ...words] = process.argv.slice(2);
const [built, embedded] = ["dist-report/viewer.html", "../crates/report/viewer.html"];
if (what === "build") {
  writeFileSync(embedded, readFileSync(built));
} else if (what === "check") {
  if (!readFileSync(built).equals(readFileSync(embedded))) {
    console.error("crates/report/viewer.html is not what web/ builds: npm run report:build");
    process.exit(1);
  }
} else if (what === "figure" && words.length === 3) {
  const [report, id, file] = words;
  const { chromium } = await import("playwright-core");
  const executablePath = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 820, height: 900 } });
  await page.goto(pathToFileURL(resolve(report)).href);
  const button = page.locator(`#${id}`).getByRole("button", { name: "SVG" });
  const [saved] = await Promise.all([page.waitForEvent("download"), button.click()]);
  await saved.saveAs(file);
  await browser.close();
} else {
  console.error("usage: report.mjs build | check | figure REPORT ID FILE");
  process.exit(2);
}
