/* The page of a scribe's table without a line: the last one opened, shown only where the server cannot be reached.

   Served as /bez-spojeni.js with VERSION in front, registered for /l/ by js/waiting.js. The address of such a page is
   its key, so whoever can ask for it here may see it; pages of people with an account are never kept. One page is
   kept at a time, it goes when the server says that its link has ended, and everything goes with a new version.
*/
"use strict";

const NAME = "forhont-";
const CACHE = NAME + VERSION;
const FILES = "/static/";

const isTable = (address) => /^\/l\/[^/]+\/$/.test(new URL(address).pathname);
const isFile = (address) => new URL(address).pathname.startsWith(FILES);
const isOurs = (address) => new URL(address).origin === location.origin;

const forgetOldVersions = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(NAME) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
};

const keepPage = async (address, answer) => {
  const kept = await caches.open(CACHE);
  const others = (await kept.keys()).filter(({ url }) => isTable(url) && url !== address);
  await Promise.all(others.map((request) => kept.delete(request)));
  await kept.put(address, answer);
};

/* The page says itself from when it is. */
const fromMemory = async (address) => {
  const kept = await caches.match(address, { cacheName: CACHE, ignoreVary: true });
  if (!kept) return Response.error();
  const when = kept.headers.get("Date") ?? "";
  const text = (await kept.text()).replace("<html ", `<html data-kept="${when}" `);
  return new Response(text, { headers: kept.headers });
};

/* With a line always what the server says. */
const page = async (request) => {
  let answer;
  try {
    answer = await fetch(request);
  } catch {
    return fromMemory(request.url);
  }
  if (answer.ok && !answer.redirected) await keepPage(request.url, answer.clone());
  else if ([403, 404, 410].includes(answer.status)) await (await caches.open(CACHE)).delete(request.url, { ignoreVary: true });
  return answer;
};

const file = async (request) => {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(CACHE)).put(request.url, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request.url, { cacheName: CACHE, ignoreVary: true })) ?? Response.error();
  }
};

/* The first page was opened before anybody listened: it says what it is made of. */
const keep = async ({ page: path, files, anew }) => {
  const address = new URL(path, location.origin).href;
  const kept = await caches.open(CACHE);
  const missing = async (one) => !(await kept.match(one, { ignoreVary: true }));
  for (const one of files.filter((name) => isOurs(name) && isFile(name))) if (await missing(one)) await kept.add(one);
  if (isTable(address) && (anew || (await missing(address)))) {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (answer.ok && !answer.redirected) await keepPage(address, answer);
  }
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(forgetOldVersions()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data).catch(() => {})));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !isOurs(request.url)) return;
  if (request.mode === "navigate" && isTable(request.url)) event.respondWith(page(request));
  else if (isFile(request.url)) event.respondWith(file(request));
});
