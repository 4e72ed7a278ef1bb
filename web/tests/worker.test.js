// The service worker where stores fail in each way that they can, without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const TEXT = readFileSync(new URL("../public/sw.js", import.meta.url), "utf8");
const full = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
const page = () => new Response("page", { headers: { "content-type": "text/html" } });
const never = () => new Promise(() => {});

/** A worker that was begun, with what its stores hold; gives who asks it. */
async function begun(stores, fetch, broken = {}) {
  const listeners = {};
  const store = (name) => ({
    match: async (address) => stores.get(name)?.get(address)?.clone(),
    put: async (address, response) => void stores.get(name).set(address, response),
    ...broken.store,
  });
  const caches = {
    open: async (name) => (stores.has(name) || stores.set(name, new Map()), store(name)),
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
    ...broken.caches,
  };
  const scope = {
    addEventListener: (name, listener) => (listeners[name] = listener),
    skipWaiting() {},
    clients: { claim: async () => undefined },
    location: { origin: "https://host" },
    caches,
    fetch,
  };
  new Function(...Object.keys(scope), TEXT)(...Object.values(scope));
  for (const name of ["install", "activate"]) {
    let waits;
    listeners[name]({ waitUntil: (promise) => (waits = promise) });
    await waits;
  }
  return async (path) => {
    const waits = [];
    const response = new Promise((done, failed) =>
      listeners.fetch({
        request: new Request(`https://host/${path}`),
        respondWith: (promise) => promise.then(done, failed),
        waitUntil: (promise) => waits.push(promise),
      }),
    );
    const text = await (await response).text();
    if (broken.store?.put !== never) await Promise.all(waits);
    return text;
  };
}

const BROKEN = {
  "no store opens": { caches: { open: full } },
  "no store can be named or deleted": { caches: { keys: full, delete: full } },
  "nothing is found": { store: { match: full } },
  "there is no room": { store: { put: full } },
  "keeping never ends": { store: { put: never } },
};
for (const [what, broken] of Object.entries(BROKEN))
  test(`an answer that came is given where ${what}`, async () => {
    const ask = await begun(new Map(), async () => page(), broken);
    for (const path of ["", "index.html", "assets/a-1.js", "?from=/assets/"])
      assert.equal(await ask(path), "page");
  });

test("what was kept is given without a network, and a page of the host before it", async () => {
  let [isThere, type, text] = [true, "text/html", "one"];
  const fetch = async () => {
    if (!isThere) throw new TypeError("no network");
    return new Response(text, { headers: { "content-type": type } });
  };
  const ask = await begun(new Map(), fetch);
  assert.equal(await ask("index.html?x"), "one");
  [text, type] = ["code", "text/javascript"];
  assert.equal(await ask("assets/a-1.js"), "code");
  [text, type] = ["two", "text/html"];
  assert.equal(await ask("index.html"), "two");
  assert.equal(await ask("assets/a-1.js"), "code", "it never changes");
  isThere = false;
  assert.equal(await ask("index.html#y"), "two");
  assert.equal(await ask("assets/a-1.js"), "code");
  await assert.rejects(ask("other.html"), TypeError);
});

test("only the right type is kept, of answers that are whole and not led elsewhere", async () => {
  const stores = new Map();
  let type,
    status = 200;
  const ask = await begun(
    stores,
    async () => new Response("x", { status, headers: type ? { "content-type": type } : {} }),
  );
  const kept = () => [...stores.values()].reduce((sum, store) => sum + store.size, 0);
  for (const name of ["a.js", "a.css", "a.wasm", "a.svg", "a.json", "a.net"]) {
    [type, status] = ["text/html; charset=utf-8", 200];
    await ask(`assets/${name}`);
    assert.equal(kept(), 0, name);
  }
  [type, status] = ["text/plain", 200];
  await ask("index.html");
  [type, status] = ["text/html", 404];
  await ask("index.html");
  assert.equal(kept(), 0);
  [type, status] = ["application/octet-stream", 200];
  await ask("assets/a.net");
  assert.equal(kept(), 1);
});

test("what other builds kept is let go, and what others keep is not", async () => {
  const stores = new Map([
    ["unobench-1", new Map()],
    ["unobench-0123456789ab", new Map()],
    ["another", new Map()],
  ]);
  await begun(stores, async () => page());
  assert.deepEqual([...stores.keys()], ["another"]);
});
