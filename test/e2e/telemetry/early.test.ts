/** Main's reports are complete before anything is painted. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppProcess, spawnApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { addPrelude } from '../../support/recovery.ts';
import { crash, isDump } from '../../support/telemetryApp.ts';

/** What goes wrong in main, by the start's argument. */
const PRELUDE = `
  const asked = (what) => process.argv.includes('--' + what);
  if (asked('crash-main'))
    // Depends on the app's own progress: on a busy machine the session is not yet on disk 250 ms after ready.
    electron.app.once('web-contents-created', (_event, contents) => contents.once('dom-ready', () => process.crash()));
  if (asked('throw')) {
    process.nextTick(() => { throw new Error('before the window'); });
    electron.app.once('browser-window-created', () => {
      console.log('said in main');
      setTimeout(() => { throw new Error('with the window'); });
    });
  }
  if (asked('crash-page'))
    electron.app.once('web-contents-created', (_event, contents) => {
      contents.once('did-navigate', () => { ${crash('contents.forcefullyCrashRenderer()')} });
    });
`;

let server: EnvelopeServer;
let copy: AppCopy;
let app: AppProcess | undefined;
beforeAll(async () => {
  server = await startEnvelopeServer();
  copy = await copyApp();
  await addPrelude(copy.folder, PRELUDE);
});
afterAll(async () => {
  await stop();
  await copy.remove();
  await server.close();
});

async function stop(): Promise<void> {
  app?.process.kill('SIGKILL');
  await app?.ended;
}

/** Starts the app; the one before has ended, or is killed. No debugger attaches: that needs a page. @param data its data folder */
async function start(data: string, ...args: string[]): Promise<void> {
  await stop();
  const settings = join(copy.folder, 'settings.json');
  await writeFile(settings, JSON.stringify({ reports: 'on', sentryDsn: server.dsn }));
  app = await spawnApp({
    app: copy.folder,
    userData: join(copy.folder, data),
    args,
    env: { HOLDFAST_SETTINGS: settings },
    durations: { sendMs: 0 },
  });
}

describe('a crash of main as its first page arrives, and errors at the next start', () => {
  beforeAll(async () => {
    await start('data', '--crash-main');
    await app?.ended;
  });

  it('the session of the crash counts as crashed, for the release that crashed', async () => {
    const endedAt = Date.now();
    // The app was updated meanwhile.
    const manifest = join(copy.folder, 'package.json');
    const parts = JSON.parse(await readFile(manifest, 'utf8'));
    await writeFile(manifest, JSON.stringify({ ...parts, version: '99.0.0' }));
    await start('data', '--throw');
    // The next one counts as crashed too, for its errors.
    const { bytes } = await server.item(
      'session',
      ({ payload, bytes }) =>
        payload.status === 'crashed' && Date.parse(JSON.parse(bytes.toString()).started) < endedAt,
    );
    expect(JSON.parse(bytes.toString()).attrs.release).toMatch(new RegExp(`@${parts.version}$`));
    expect((await server.error('before the window')).release).toMatch(/@99\.0\.0$/);
  });

  it('an error in main before there is a window is reported', async () => {
    expect((await server.error('before the window')).level).toBe('fatal');
  });

  it('an error with the first window is reported, with all earlier breadcrumbs and a trace', async () => {
    const { breadcrumbs, contexts } = await server.error('with the window');
    const messages = breadcrumbs?.map(({ message }) => message);
    expect(messages).toEqual(
      expect.arrayContaining(['app.ready', 'app.browser-window-created', 'said in main']),
    );
    expect(contexts?.trace?.trace_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('each is reported once', async () => {
    await expect.poll(() => server.items('event').length).toBe(3);
  });
});

it('reports a page that crashes before its first paint once, with its minidump', async () => {
  server.taken.length = 0;
  await start('other-data', '--crash-page');
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
