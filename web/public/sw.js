// Keeps what was loaded, so that the page works without a network. What has a hash in its name
// never changes; everything else is asked for anew while there is a network. An answer that came is
// given whether or not it can be kept.
const OURS = "unobench-";
const KEPT = `${OURS}source`; // in what is built, the name of the build: vite.config.ts sets it

// What an address ends in says what it has to be. A host or a portal may answer with a page
// whatever is asked for, and that must not stay.
const TYPES = new Map([
  ["css", /^text\/css/],
  ["js", /^(text|application)\/(x-)?javascript/],
  ["json", /^application\/json/],
  ["svg", /^image\/svg\+xml/],
  ["wasm", /^application\/wasm/],
]);
const PAGE = /^text\/html/;

addEventListener("install", (event) => {
  skipWaiting();
  // What an earlier installation of the same build kept is asked for anew.
  event.waitUntil(caches.delete(KEPT).catch(() => undefined));
});
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // What follows the path is read by the page, not by the host.
  const answered = answer(request, origin + pathname, pathname.includes("/assets/"));
  event.respondWith(answered.then(({ response }) => response));
  event.waitUntil?.(
    answered.then(
      ({ copy }) => copy && keep(origin + pathname, copy),
      () => undefined,
    ),
  );
});

/** Lets go what other builds kept, and answers pages that are open already. */
async function begin() {
  try {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
  } catch {
    // Where nothing can be kept, nothing is there.
  }
  await clients.claim();
}

/** The answer, and a copy of it if it is one to keep. */
async function answer(request, address, isLasting) {
  const known = await find(address);
  if (known && isLasting) return { response: known };
  try {
    const response = await fetch(request);
    const isKept =
      response.status === 200 && !response.redirected && isOfItsType(address, response);
    return { response, copy: isKept ? response.clone() : undefined };
  } catch (error) {
    if (known) return { response: known };
    throw error;
  }
}

function isOfItsType(address, response) {
  const name = address.slice(address.lastIndexOf("/") + 1);
  const ending = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "html";
  const type = response.headers.get("content-type") ?? "";
  if (ending === "html") return PAGE.test(type);
  return TYPES.get(ending)?.test(type) ?? !PAGE.test(type);
}

async function find(address) {
  try {
    return await (await caches.open(KEPT)).match(address);
  } catch {
    return undefined;
  }
}

async function keep(address, response) {
  try {
    await (await caches.open(KEPT)).put(address, response);
  } catch {
    // There is no room, or nothing may be kept: it is asked for anew the next time.
  }
}
