/** Signing out of a build at its server's address: what pages stored goes, and the build stays. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { webBuild } from '../../support/webBuild.ts';

let app: Watched;
let server: Origin;

beforeAll(async () => {
  server = await startOrigin(({ headers, url }, response) =>
    response
      .setHeader('content-type', 'text/html')
      .setHeader('set-cookie', url === '/api/in' ? 'session=anna; Path=/; HttpOnly' : [])
      .end(`of the server, for ${headers.cookie ?? 'nobody'}`),
  );
  const files = { 'index.html': '<!doctype html><title>Shop</title><h1>The shop</h1>' };
  app = await watch({ alter: webBuild(files, undefined, { address: server.url }) });
  await app.shows('The shop');
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await server.close();
});

it('removes the session and everything that pages stored, and the next page is the build’s, from the disk', async () => {
  const who = () => app.page<string>(`fetch('/api/me').then((answer) => answer.text())`);
  const kept = `(async () => [localStorage.kept ?? '', ...(await indexedDB.databases()).map(({ name }) => name)])()`;
  await app.page(`fetch('/api/in').then(() => {
    localStorage.kept = 'kept';
    return new Promise((done) => { indexedDB.open('kept').onsuccess = () => done(1); });
  })`);
  expect([await who(), await app.page(kept)]).toEqual(['of the server, for session=anna', ['kept', 'kept']]);
  await app.mark();
  await app.page('void holdfast.signOut()');
  await app.replaced();
  await app.shows('The shop');
  expect([await who(), await app.page(kept)]).toEqual(['of the server, for nobody', ['']]);
  await server.close();
  await app.mark();
  await app.page('void location.reload()');
  await app.replaced();
  await app.shows('The shop');
  expect(server.asked.filter((path) => !path.startsWith('/api/'))).toEqual([]);
});
