// The module, as Node loads it, with the networks for one size of table.
import { readFileSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);
let loaded = 0;

/** A module of its own, as a worker has it: networks are given once. */
export async function load(players) {
  const module = await import(`../wasm/unobench_web.js?${loaded++}`);
  module.initSync({ module: readFileSync(here("../wasm/unobench_web_bg.wasm")) });
  for (const name of module.needs(players, true, true).trim().split("\n"))
    module.give(name, readFileSync(here(`../wasm/networks/${name}.net`)));
  return module;
}
