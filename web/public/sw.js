// Keeps what was loaded, so that the page works without a network. What has a hash in its name
// never changes; everything else is asked for anew while there is a network.
const KEPT = "unobench-1";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === location.origin;
  if (request.method === "GET" && isOurs) event.respondWith(answer(request));
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  const address = request.url.split("?")[0]; // what follows it is read by the page, not by the host
  const known = await kept.match(address);
  if (known && request.url.includes("/assets/")) return known;
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(address, response.clone());
    return response;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}
