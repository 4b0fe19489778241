/** What lies on the disk: settings, the built renderer, the folder for a person's files. */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PAGES_APP } from '../../support/app.ts';
import { startIngest } from '../../support/ingest.ts';
import { reportOf, watch } from '../../support/recovery.ts';

const ingest = await startIngest();
const folder = await mkdtemp(join(tmpdir(), 'holdfast-disk-'));
afterAll(async () => {
  await ingest.close();
  await rm(folder, { recursive: true });
});

const APP = ['404', 'This page could not be found.'];
/** Not at once: the answer would come from an app that ends. */
const press = (link: string) =>
  `void setTimeout(() => [...document.links].find((a) => a.textContent === '${link}').click(), 50)`;

await writeFile(join(folder, 'bad.json'), '{ reports: yes');
it.each([
  ['settings that are missing', join(folder, 'none.json'), 'does not exist'],
  ['settings that are no JSON', join(folder, 'bad.json'), 'is not JSON'],
  ['a folder where the settings should be', folder, 'is a folder'],
])(
  '%s | the app, with its defaults; the file is named on stderr and in a report | the app',
  async (_name, file, problem) => {
    const app = await watch({ env: { HOLDFAST_SETTINGS: file, SENTRY_DSN: ingest.dsn } });
    await app.shows(...APP);
    expect(app.stderr()).toContain(`${file}: ${problem}`);
    // Without settings nobody said yes to reports: it waits in the outbox.
    const stored = await readdir(join(app.userData, 'outbox'), { recursive: true });
    expect(stored.some((name) => /error/.test(name))).toBe(true);
    expect(await app.stop()).toBe(0);
  },
);

it.each([
  ['index.html is missing', 'index.html'],
  ['the whole built page is missing', '.'],
  ['a folder where index.html should be', 'index.html'],
])(
  '%s | 500: Internal Server Error. and a countdown | the app, when the file is back',
  async (name, part) => {
    const away = join(folder, `away-${Date.now()}`);
    let place = '';
    // Without pages nothing asks for the file.
    const app = await watch({
      app: PAGES_APP,
      ingest,
      alter: async (copy) => {
        place = join(copy, '.build', 'renderer', part);
        await rename(place, away);
        if (name.startsWith('a folder')) await mkdir(place);
      },
    });
    const text = await app.shows('500', 'Internal Server Error.', 'Retrying automatically', 'Report id');
    const report = await reportOf(text, ingest);
    expect(report.contexts?.fault?.detail).toMatch(/index\.html is missing|ENOENT|EISDIR/);
    await rm(place, { recursive: true, force: true });
    await rename(away, place);
    await app.shows('Start');
    expect(await app.stop()).toBe(0);
  },
);

it("the user's folder that is missing | the app | the app, and the folder is made", async () => {
  const userData = join(folder, 'new', 'deep');
  const app = await watch({ userData });
  await app.shows(...APP);
  expect(await readdir(userData)).not.toEqual([]);
  expect(await app.stop()).toBe(0);
});

it("a file where the user's folder should be | EEXIST: A file is where a folder should be. | Try again: the app, started again with its folder", async () => {
  const userData = join(folder, 'file');
  await writeFile(userData, 'not a folder');
  const app = await watch({ userData, ingest, restarts: true });
  const text = await app.shows(/EEXIST|ENOTDIR/, 'A file is where a folder should be.', 'Report id');
  expect((await reportOf(text, ingest)).contexts?.fault?.kind).toBe('main');
  await rm(userData);
  await app.page(press('Try again'));
  await (await app.again()).shows(...APP);
  expect(await readdir(userData)).not.toEqual([]);
  expect(await app.stop()).toBe(0);
});

/** Root may write everywhere but where the system itself says no. */
const readOnly = process.getuid?.() === 0 ? '/sys/holdfast' : '/holdfast';

it.skipIf(process.platform === 'win32')(
  "the user's folder that may not be written | A file or folder of the app may not be used. | Go to start: the app, for this run without its folder",
  async () => {
    const app = await watch({ userData: readOnly, ingest });
    await app.shows(/EPERM|EACCES|EROFS/, /may not be used|cannot be written/, 'Report id');
    await app.page(press('Go to start'));
    await app.shows(...APP);
    expect(await app.stop()).toBe(0);
  },
);

it('a folder where the counters of failures should be | the app; the file is named on stderr | the app', async () => {
  const userData = join(folder, 'counters');
  await mkdir(join(userData, 'health.json'), { recursive: true });
  const app = await watch({ userData });
  await app.shows(...APP);
  expect(app.stderr()).toContain('health.json');
  // A crash has to be counted, and cannot be: recovery goes on in memory.
  for (const id of await app.renderers()) process.kill(id, 'SIGKILL');
  await app.shows(...APP);
  await expect.poll(app.stderr).toContain('holds for this run only');
  expect(await app.stop()).toBe(0);
});
