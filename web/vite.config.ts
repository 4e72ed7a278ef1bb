// The site: every address in it is relative, so that any folder of any host can hold it.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Nothing but our own files is loaded or asked for. */
const policy: Plugin = {
  name: "policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
      injectTo: "head-prepend",
    },
  ],
};

/** What a service worker keeps is of one build, which has a name of its own. */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  writeBundle({ dir = "dist" }, bundle) {
    const hash = createHash("sha256");
    for (const [name, file] of Object.entries(bundle).sort(([left], [right]) =>
      left < right ? -1 : 1,
    ))
      hash.update(name).update(file.type === "chunk" ? file.code : file.source);
    const script = join(dir, "sw.js");
    const text = readFileSync(script, "utf8");
    const named = text.replace("${OURS}source", `\${OURS}${hash.digest("hex").slice(0, 12)}`);
    if (named === text) throw new Error("sw.js has no place for the name of the build");
    writeFileSync(script, named);
  },
};

export default defineConfig({
  base: "./",
  plugins: [svelte(), policy, serviceWorker],
  build: { target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  worker: { format: "es" },
});
