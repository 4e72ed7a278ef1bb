// The module, as Node loads it.
import { readFileSync } from "node:fs";
import { initSync } from "../wasm/unobench_web.js";

initSync({ module: readFileSync(new URL("../wasm/unobench_web_bg.wasm", import.meta.url)) });
export * from "../wasm/unobench_web.js";
