// Cuts the program's networks into files for one size of table each, beside the module, which says
// what belongs to a size.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cut, initSync, needs } from "./wasm/unobench_web.js";

const SIZES = [2, 3, 4, 6, 10];
const here = (path) => new URL(path, import.meta.url);

initSync({ module: readFileSync(here("wasm/unobench_web_bg.wasm")) });
mkdirSync(here("wasm/networks"), { recursive: true });
for (const size of SIZES)
  for (const name of needs(size, true, true).trim().split("\n")) {
    const source = name.slice(0, name.lastIndexOf("-"));
    const file = readFileSync(here(`../strategies/learners/net/${source}.net`));
    writeFileSync(here(`wasm/networks/${name}.net`), cut(file, size));
  }
