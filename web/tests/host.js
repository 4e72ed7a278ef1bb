// A host of the built page, in a folder of it and not its root: all addresses are relative.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves the page; `instead` may answer a path itself. */
export async function serve(instead = () => false) {
  const server = createServer((request, response) => {
    const path =
      new URL(request.url, "http://host").pathname.replace(/^\/folder\//, "") || "index.html";
    if (instead(path, response)) return;
    const file = join(DIST, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${server.address().port}/folder/`,
    stop: () => server.close(),
  };
}

export const browse = () =>
  chromium.launch({ executablePath: BROWSERS.find(existsSync), args: ["--no-sandbox"] });
