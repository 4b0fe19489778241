/** Reports of the running app: on disk first, sent when they may be, and never lost because the app ended. */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pause, type RunningApp, startApp } from '../support/app.ts';
import { type Ingest, startIngest } from '../support/ingest.ts';

let userData: string;
let ingest: Ingest;
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-outbox-'));
  ingest = await startIngest();
});
afterEach(async () => {
  await ingest.close();
  await rm(userData, { recursive: true, force: true, maxRetries: 5 });
});

async function start(reports: 'ask' | 'on' | 'off'): Promise<RunningApp> {
  const settings = join(userData, 'test-settings.json');
  await writeFile(settings, JSON.stringify({ sentryDsn: ingest.dsn, reports }));
  return await startApp({ userData, env: { HOLDFAST_SETTINGS: settings } });
}

/** Makes the page throw. */
async function fail({ page }: RunningApp): Promise<void> {
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('for the outbox')), 1));
}

/** The files of stored errors. */
const stored = async () =>
  (await readdir(join(userData, 'outbox')).catch(() => [])).filter((name) =>
    /-error-.*\.envelope/.test(name),
  );

/** Waits for the one stored error. Resolves to its file's name and its report's id, which the name holds. */
async function storedReport(): Promise<{ name: string; id: string }> {
  await expect.poll(stored).toHaveLength(1);
  const [name = ''] = await stored();
  return { name, id: /[0-9a-f]{32}/.exec(name)?.[0] ?? '' };
}

it('a report that could not be sent survives SIGKILL and is sent by the next run', async () => {
  const port = Number(new URL(ingest.dsn).port);
  await ingest.close();
  const app = await start('on');
  await fail(app);
  const { name, id } = await storedReport();
  expect((await stat(join(userData, 'outbox', name))).mode & 0o777).toBe(0o600);
  app.process.kill('SIGKILL');
  await new Promise((resolve) => app.process.once('close', resolve));
  await app.browser.close();
  ingest = await startIngest(port);
  const again = await start('on');
  expect((await ingest.event(id)).event_id).toBe(id);
  await expect.poll(stored).toEqual([]);
  await again.stop();
});

it('nothing is sent before a yes, and everything after it', async () => {
  const app = await start('ask');
  await fail(app);
  const { id } = await storedReport();
  expect(ingest.events()).toEqual([]);
  // What the button of the question does.
  expect(await app.page.evaluate(() => window.holdfast?.consent('on'))).toEqual({});
  expect((await ingest.event(id)).event_id).toBe(id);
  await app.stop();
});

it('with reports off nothing is stored and nothing is sent', async () => {
  const app = await start('off');
  await fail(app);
  await pause(1_500);
  expect(await app.stop()).toBe(0);
  expect(await stored()).toEqual([]);
  expect(ingest.events()).toEqual([]);
});
