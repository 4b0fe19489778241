/** Telemetry begins after the first paint: what fails before is reported all the same. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { type AppProcess, spawnApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { addPrelude } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

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

/**
 * Starts the app with JavaScript that runs in main before its own. Nothing attaches to it: that takes a page which is
 * there. Resolves to whether telemetry was there before the window.
 */
async function start(prelude: string, stamp = {}): Promise<boolean> {
  copy = await copyApp();
  await addPrelude(
    copy.folder,
    `electron.app.once('browser-window-created', () => {
      const isThere = Object.keys(require.cache).some((file) => file.endsWith('telemetry.cjs'));
      process.stdout.write('telemetry is there: ' + isThere + '\\n');
    });
    ${prelude}`,
  );
  const userData = join(copy.folder, 'data');
  const settings = join(copy.folder, 'settings.json');
  await writeFile(settings, JSON.stringify({ reports: 'on', sentryDsn: server.dsn }));
  await mkdir(userData);
  await writeFile(
    join(userData, 'start.json'),
    JSON.stringify({ format: 1, attempts: 0, version, electron: '33.2.1', ...stamp }),
  );
  app = await spawnApp({
    app: copy.folder,
    userData,
    env: { HOLDFAST_SETTINGS: settings },
    durations: { sendMs: 0 },
  });
  const told = await until('the window', () => /^telemetry is there: (\w+)$/m.exec(app?.stdout() ?? '')?.[1]);
  return told === 'true';
}

it('an error of main before there is a window', async () => {
  expect(await start(`process.nextTick(() => { throw new Error('before the window'); });`)).toBe(true);
  expect((await server.error('before the window')).level).toBe('fatal');
});

it('a page that crashes before it is painted: one report, with its memory dump', async () => {
  const isThere = await start(
    `electron.app.once('web-contents-created', (_event, contents) => {
      contents.once('did-navigate', () => contents.forcefullyCrashRenderer());
    });`,
  );
  expect(isThere).toBe(false);
  await server.item('attachment', ({ bytes }) => bytes.subarray(0, 4).toString() === 'MDMP');
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

it('after a start that did not paint it begins before the window', async () => {
  expect(await start('', { attempts: 1 })).toBe(true);
});
