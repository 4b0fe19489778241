/** What happens around the page: its preload, its start, the graphics process, other starts of the app, sleep. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnApp } from '../../support/app.ts';
import { type Ingest, startIngest } from '../../support/ingest.ts';
import { CLOCK, reportOf, watch } from '../../support/recovery.ts';

let ingest: Ingest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

const APP = ['404', 'This page could not be found.'];
/** In a page without script no timer runs. */
const tryAgain = `[...document.links].find((a) => a.textContent === 'Try again').click()`;
const preload = (copy: string) => join(copy, '.build', 'preload', 'preload.cjs');

it('a preload that throws | preload-error: The page did not start. | Try again: the app, when the preload works', async () => {
  let file = '';
  let works = '';
  const app = await watch({
    prelude: CLOCK,
    ingest,
    alter: async (copy) => {
      file = preload(copy);
      works = await readFile(file, 'utf8');
      await writeFile(file, 'throw new Error("the preload is broken")');
    },
  });
  const text = await app.shows('preload-error', 'The page did not start.', 'Try again', 'Report id');
  const report = await reportOf(text, ingest);
  expect(report.exception?.values[0]?.value).toContain('the preload is broken');
  await writeFile(file, works);
  await app.passTime(61_000);
  await app.page(tryAgain);
  await app.shows(...APP);
  expect(await app.stop()).toBe(0);
});

it('a page that never says ready | not-ready: The page did not start. | Try again: the app, when its script works', async () => {
  let file = '';
  let works = '';
  const app = await watch({
    prelude: CLOCK,
    ingest,
    alter: async (copy) => {
      const renderer = join(copy, '.build', 'renderer');
      const [, entry] =
        /src="(\/[^"]+\.js)"/.exec(await readFile(join(renderer, 'index.html'), 'utf8')) ?? [];
      file = join(renderer, String(entry));
      works = await readFile(file, 'utf8');
      await writeFile(file, 'for (const never of []) never();');
    },
  });
  const text = await app.shows('not-ready', 'The page did not start.', 'Try again', 'Report id');
  expect((await reportOf(text, ingest)).contexts?.fault?.kind).toBe('boot');
  await writeFile(file, works);
  await app.passTime(61_000);
  await app.page(tryAgain);
  await app.shows(...APP);
  expect(await app.stop()).toBe(0);
});

it('an error page that throws itself | not-ready: The page did not start. on a page without script | Try again: the app, when it works', async () => {
  let file = '';
  let works = '';
  const app = await watch({
    prelude: CLOCK,
    ingest,
    alter: async (copy) => {
      const assets = join(copy, '.build', 'renderer', 'assets');
      for (const name of await readdir(assets)) {
        if (!name.endsWith('.js')) continue;
        const text = await readFile(join(assets, name), 'utf8');
        const broken = text.replace(
          /(['"`])Copy details\1/,
          '(()=>{throw new Error("the error page is broken")})()',
        );
        if (broken === text) continue;
        [file, works] = [join(assets, name), text];
        await writeFile(file, broken);
      }
    },
  });
  const text = await app.shows('not-ready', 'The page did not start.', 'Try again', 'Report id');
  expect((await reportOf(text, ingest)).contexts?.fault?.detail).toContain('the error page is broken');
  await writeFile(file, works);
  await app.passTime(61_000);
  await app.page(tryAgain);
  await app.shows(...APP);
  expect(await app.stop()).toBe(0);
});

it('a graphics process that ends once | the app, painted again | the app', async () => {
  const app = await watch({ ingest });
  await app.shows(...APP);
  const before = await gpu(app);
  expect(before).toHaveLength(1);
  process.kill(before[0] as number, 'SIGKILL');
  await expect.poll(() => gpu(app), { timeout: 15_000 }).not.toEqual(before);
  await app.shows(...APP);
  await expect
    .poll(() => ingest.events().some(({ tags }) => tags?.['fault.code'] === 'killed'), { timeout: 15_000 })
    .toBe(true);
  expect(await app.stop()).toBe(0);
});

it('a graphics process that ends three times | the app, started again without it | the app', async () => {
  const app = await watch({ restarts: true });
  await app.shows(...APP);
  for (let time = 0; time < 3; time++) {
    await app.main(
      `void electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1, serviceName: 'GPU', name: 'GPU' })`,
    );
  }
  const again = await app.again();
  await again.shows(...APP);
  const health = JSON.parse(await readFile(join(app.userData, 'health.json'), 'utf8'));
  expect(health).toMatchObject({ gpuOffVersion: expect.any(String) });
  expect(await app.stop()).toBe(0);
});

it('a second start of the app | the window that is there, on the page that was asked for | one app', async () => {
  const app = await watch();
  await app.shows(...APP);
  const second = await spawnApp({ userData: app.userData, args: ['--open=/%E0%A4%A'] });
  expect(await second.ended).toBe(0);
  await app.shows('400', 'Bad Request');
  expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
  expect(await app.stop()).toBe(0);
});

it('the computer sleeps and wakes | the app, as it was | the app', async () => {
  const app = await watch();
  await app.shows(...APP);
  await app.page('void (window.kept = true)');
  await app.main(`void electron.powerMonitor.emit('suspend')`);
  await pause(200);
  await app.main(`void electron.powerMonitor.emit('resume')`);
  await app.shows(...APP);
  expect(await app.page('window.kept')).toBe(true);
  expect(await app.stop()).toBe(0);
});

async function gpu(app: Pick<Awaited<ReturnType<typeof watch>>, 'browser'>): Promise<number[]> {
  const { processInfo } = await app.browser.send<{ processInfo: { type: string; id: number }[] }>(
    'SystemInfo.getProcessInfo',
  );
  return processInfo.filter(({ type }) => type === 'GPU').map(({ id }) => id);
}
