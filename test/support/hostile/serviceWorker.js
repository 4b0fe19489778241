/** A hostile service worker: attacks by itself, and answers a page of its own that no server sent. */
importScripts(`${globalThis.SERVER}/attack.js`);
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  const target = `${globalThis.TARGET}/service-worker`;
  if (pathname === '/page-made') {
    const scripts = `<script>globalThis.SERVER='${globalThis.SERVER}';globalThis.TARGET='${globalThis.TARGET}';globalThis.CONTEXT='page-made';globalThis.IS_WHOLE=${globalThis.IS_WHOLE}</script>
      <script src="/attack.js"></script><script src="/document.js"></script>`;
    event.respondWith(
      new Response(`<!doctype html><body>${scripts}`, { headers: { 'content-type': 'text/html' } }),
    );
  }
  if (pathname === '/redirected') event.respondWith(Response.redirect(`${target}/respond-redirect`));
  if (pathname === '/passed') event.respondWith(fetch(`${target}/respond-fetch`, { mode: 'no-cors' }));
});
attackFromWorker('service-worker');
