// Makes the book, dist/book, of README.md and docs/. Links are set for where it is, mdBook makes
// pages, and each gets a policy: it loads nothing but our own files.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OURS = join(ROOT, "web/book");
const BUILT = resolve(ROOT, process.env.CARGO_TARGET_DIR || "target");
const MADE = join(BUILT, "book"); // what mdBook reads
const BOOK = join(ROOT, "web/dist/book");
const FILES_AT = process.env.FILES_AT ?? "";

/** Where a link of a page leads from the book; nothing if it leads to a file that no address has. */
function moved(page, link) {
  if (/^(#|[a-z]+:)/.test(link)) return link;
  const path = posix.join(posix.dirname(page), link);
  if (path.startsWith("docs/")) return path.slice("docs/".length);
  return /^README\.md/.test(path) ? path : FILES_AT && FILES_AT + path;
}

function bound(page) {
  return readFileSync(join(ROOT, page), "utf8")
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words, link) => {
      const to = moved(page, link);
      return to ? `[${words}](${to})` : words;
    })
    .replace(/(<img src=)"([^"]+)"/g, (_, before, link) => `${before}"${moved(page, link)}"`);
}

/** Sets a file of what mdBook reads. */
function put(name, text) {
  mkdirSync(dirname(join(MADE, name)), { recursive: true });
  writeFileSync(join(MADE, name), text);
}

rmSync(MADE, { recursive: true, force: true });
cpSync(join(ROOT, "docs"), join(MADE, "src"), { recursive: true });
const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
for (const page of ["README.md", ...pages.map((name) => `docs/${name}`)])
  put(`src/${posix.basename(page)}`, bound(page));
copyFileSync(join(OURS, "SUMMARY.md"), join(MADE, "src/SUMMARY.md"));
for (const name of ["book.toml", "book.css", "reader.js"])
  copyFileSync(join(OURS, name), join(MADE, name));
put("theme/header.hbs", readFileSync(join(OURS, "header.hbs")));
put("theme/favicon.svg", readFileSync(join(ROOT, "web/public/icon.svg")));
// Instead of mdBook's fonts and its colours for code.
put("theme/fonts/fonts.css", readFileSync(join(ROOT, "web/src/lib/theme.css")));
put("theme/highlight.js", "const hljs = { configure() {}, highlightBlock() {} };\n");
for (const name of ["highlight", "tomorrow-night", "ayu-highlight"]) put(`theme/${name}.css`, "");
execFileSync(join(BUILT, "web-tools/bin/mdbook"), ["build", MADE, "--dest-dir", BOOK], {
  env: { ...process.env, MDBOOK_LOG: "warn" },
  stdio: "inherit",
});

const read = (name) => readFileSync(join(BOOK, name), "utf8");
const files = readdirSync(BOOK);
const hashes = (texts) =>
  [...new Set(texts)]
    .map((text) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    .join("");
const found = (text, pattern) => [...text.matchAll(pattern)].map(([, inner]) => inner);
const searcher = found(
  read(files.find((name) => name.startsWith("searcher-"))),
  /setAttribute\('style', '([^']+)'\)/g,
);
for (const name of files.filter((file) => file.endsWith(".html"))) {
  const page = read(name);
  const policy = [
    "default-src 'self'",
    `script-src 'self'${hashes(found(page, /<script>(.*?)<\/script>/gs))}`,
    `style-src 'self' 'unsafe-hashes'${hashes([...searcher, ...found(page, / style="([^"]*)"/g)])}`,
    "object-src 'none'; base-uri 'none'; form-action 'none'",
  ];
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">`;
  writeFileSync(join(BOOK, name), page.replace(/<meta charset="UTF-8">/, `$&\n        ${meta}`));
}
