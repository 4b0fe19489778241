/** The app's own error pages, `404` and `_error`, in the app's frame. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PROJECT } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { copyPagesApp } from '../../support/pagesApp.ts';
import { reportOf, type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';

let origin: Origin;
let ingest: EnvelopeServer;
let built: AppCopy;
let app: Watched;
let isDown = false;

beforeAll(async () => {
  [ingest, built] = await Promise.all([
    startEnvelopeServer(),
    copyPagesApp(join(PROJECT, 'test', 'support', 'framedPages')),
  ]);
  origin = await startOrigin((request, response) => {
    if (isDown) response.writeHead(503).end('down');
    else if (request.url?.includes('/posts/cut')) request.socket.destroy();
    else response.end(JSON.stringify({ pageProps: { title: 'The title' }, __N_SSP: true }));
  });
  app = await watch({ app: built.folder, ingest, settings: { origin: origin.url, buildId: 'B1' } });
  await app.shows('The post');
});
afterAll(async () => {
  expect(await app?.stop()).toBe(0);
  await origin?.close();
  await built?.remove();
  await ingest?.close();
});

const open = (path: string) => app.page(`void setTimeout(() => location.assign('${path}'))`);

it('shows its 404 for an unknown path, in its frame', async () => {
  await open('/nowhere');
  await app.shows('Frame of /404', 'Nothing at /nowhere');
});

it("shows its _error for a server's status; main records it, reports it and retries", async () => {
  isDown = true;
  await open('/posts/1');
  await app.shows('Frame of /_error', 'Own page for 503');
  await until('the report', () =>
    ingest
      .events()
      .some(({ contexts }) => contexts?.fault?.code === 503 && contexts.fault.url === '/posts/1'),
  );
  isDown = false;
  await app.shows('Frame of /posts/[id]', 'The title');
});

it('shows ours with the code if its own page throws, and reports the exception', async () => {
  await open('/throws');
  await app.shows('404', `${NOT_FOUND}.`, en.errorPage.home);
  await until('the report', () =>
    ingest.events().some(({ exception }) => exception?.values[0]?.value === 'thrown by the 404 page'),
  );
});

it('shows ours for a fault without a status', async () => {
  await open('/posts/cut');
  const text = await app.shows(/ERR_\w+/, /Reconnecting in/, 'Report ID');
  expect((await reportOf(text, ingest)).contexts?.fault?.url).toBe('/posts/cut');
});

it('opens a link with a target in the window, if it leads to a page of the app', async () => {
  await open('/');
  await app.shows('The post');
  await app.page(`document.querySelector('a').click()`);
  await app.shows('The title');
  expect(await app.windows()).toHaveLength(1);
});
