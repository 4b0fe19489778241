/** Main's reports are complete before anything is painted. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AppProcess, spawnApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { addPrelude } from '../../support/recovery.ts';
import { crash, isDump } from '../../support/telemetryApp.ts';

let server: EnvelopeServer;
let copy: AppCopy;
let app: AppProcess | undefined;
beforeAll(async () => {
  server = await startEnvelopeServer();
});
afterEach(async () => {
  app?.process.kill('SIGKILL');
  await app?.ended;
  await copy.remove();
});
afterAll(() => server.close());

/** Copies the app, with JavaScript that runs in main first. */
async function make(prelude: string): Promise<void> {
  copy = await copyApp();
  await addPrelude(copy.folder, prelude);
}

/** Starts the copy. No debugger attaches: that needs a page. */
async function start(...args: string[]): Promise<void> {
  const settings = join(copy.folder, 'settings.json');
  await writeFile(settings, JSON.stringify({ reports: 'on', sentryDsn: server.dsn }));
  app = await spawnApp({
    app: copy.folder,
    userData: join(copy.folder, 'data'),
    args,
    env: { HOLDFAST_SETTINGS: settings },
    durations: { sendMs: 0 },
  });
}

it('reports an error in main before there is a window', async () => {
  await make(`process.nextTick(() => { throw new Error('before the window'); });`);
  await start();
  expect((await server.error('before the window')).level).toBe('fatal');
});

it('reports an error with the first window, with all earlier breadcrumbs and a trace', async () => {
  await make(`electron.app.once('browser-window-created', () => {
    console.log('said in main');
    setTimeout(() => { throw new Error('with the window'); });
  });`);
  await start();
  const { breadcrumbs, contexts } = await server.error('with the window');
  const messages = breadcrumbs?.map(({ message }) => message);
  expect(messages).toEqual(
    expect.arrayContaining(['app.ready', 'app.browser-window-created', 'said in main']),
  );
  expect(contexts?.trace?.trace_id).toMatch(/^[0-9a-f]{32}$/);
});

it('reports a page that crashes before its first paint once, with its minidump', async () => {
  await make(`electron.app.once('web-contents-created', (_event, contents) => {
    contents.once('did-navigate', () => { ${crash('contents.forcefullyCrashRenderer()')} });
  });`);
  await start();
  await server.item('attachment', isDump);
  const { payload } = await server.item(
    'event',
    ({ payload }) => payload.tags?.['event.environment'] === 'native',
  );
  expect(payload.tags).toMatchObject({
    'fault.kind': 'crash',
    'fault.code': 'crashed',
    'exit.reason': 'crashed',
  });
});

it('counts the session as crashed if main crashes as its first page arrives', async () => {
  // Depends on the app's own progress: on a busy machine the session is not yet on disk 250 ms after ready.
  await make(`if (process.argv.includes('--crash'))
    electron.app.once('web-contents-created', (_event, contents) => contents.once('dom-ready', () => process.crash()));`);
  server.taken.length = 0;
  await start('--crash');
  await app?.ended;
  const endedAt = Date.now();
  await start();
  const { bytes } = await server.item('session', ({ payload }) => payload.status === 'crashed');
  expect(Date.parse(JSON.parse(bytes.toString()).started)).toBeLessThan(endedAt);
  await expect.poll(() => server.items('event').length).toBe(1);
});
