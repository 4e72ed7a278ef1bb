// The page of `unobench report` as one file, which `crates/report` embeds. Script and style stand
// in it, and its policy names their digests, so that nothing else runs in a report.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const MOST = 180_000;

const digest = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const oneFile = (): Plugin => ({
  name: "one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    const all = Object.values(bundle);
    const text = (end: string) => {
      const found = all.filter((file) => file.fileName.endsWith(end));
      if (found.length !== 1) this.error(`there are ${found.length} files that end in ${end}`);
      const [file] = found;
      return String(file?.type === "chunk" ? file.code : (file?.source ?? "")).trim();
    };
    // Letters beyond ASCII, and tabs, as their codes: some cannot be seen.
    const code = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const script = text(".js")
      .replaceAll("</script", "<\\/script")
      .replace(/[^\n -~]/g, code);
    const style = text(".css");
    const policy =
      `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; ` +
      "img-src data:; base-uri 'none'; form-action 'none'";
    const page = readFileSync("report.html", "utf8")
      .replace(/>\s+</g, "><")
      .replace("%POLICY%", policy)
      .replace("</head>", () => `<style>${style}</style></head>`)
      .replace(/<script type="module"[^>]*><\/script>/, "")
      .replace("</body>", () => `<script type="module">${script}</script></body>`);
    if (page.length > MOST) this.error(`the page has ${page.length} bytes, more than ${MOST}`);
    for (const file of all) delete bundle[file.fileName];
    this.emitFile({ type: "asset", fileName: "viewer.html", source: page.trim() + "\n" });
  },
});

export default defineConfig({
  plugins: [svelte(), oneFile()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    outDir: process.env.VIEWER_DIR ?? "dist-report",
    rolldownOptions: { input: "report.html", output: { codeSplitting: false } },
    reportCompressedSize: false,
  },
});
