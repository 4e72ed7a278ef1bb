// What has to be loaded, compressed as hosts do it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { brotliCompressSync } from "node:zlib";

const DIST = new URL("../dist/", import.meta.url);
const kilobytes = (file) => brotliCompressSync(readFileSync(new URL(file, DIST))).length / 1000;
const page = readFileSync(new URL("index.html", DIST), "utf8");
const files = readdirSync(new URL("assets/", DIST)).map((name) => `assets/${name}`);
const first = [
  "index.html",
  ...[...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file),
];

for (const [what, some, most] of [
  ["the page with the answers to usual questions", first, 150],
  ["the module without networks", files.filter((file) => file.endsWith(".wasm")), 900],
  [
    "the networks of one size of table",
    files.filter((file) => /(champion|score)-6-/.test(file)),
    150,
  ],
])
  test(`${what}: at most ${most} kB`, () => {
    assert.ok(some.length > 0);
    const size = some.map(kilobytes).reduce((sum, more) => sum + more, 0);
    console.log(`${what}: ${size.toFixed(0)} kB`);
    assert.ok(size <= most, `${size.toFixed(0)} kB`);
  });
