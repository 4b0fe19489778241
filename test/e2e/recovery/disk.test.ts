/** What is on the disk: settings, the built renderer, the user's folder. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findElectron } from '../../../electron/setup/electron.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { APP as FOLDER, PAGES_APP, spawnApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { click } from '../../support/input.ts';
import { choose } from '../../support/menu.ts';
import { addPrelude, CLOCK, reportOf, type Watched, watch } from '../../support/recovery.ts';
import { NOT_FOUND, SERVER_ERROR } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
const folder = await mkdtemp(join(tmpdir(), 'holdfast-disk-'));
afterAll(async () => {
  await ingest.close();
  await rm(folder, { recursive: true });
});

const APP = ['404', `${NOT_FOUND}.`];
/** Not at once: the answer would come from an app that is ending. */
const press = (link: string) =>
  `void setTimeout(() => [...document.links].find((a) => a.textContent === '${link}').click(), 50)`;

it('settings that are not JSON | the app, with its defaults; the file is named on stderr and in a report | the app', async () => {
  const file = join(folder, 'bad.json');
  await writeFile(file, '{ reports: yes');
  const app = await watch({ env: { HOLDFAST_SETTINGS: file, SENTRY_DSN: ingest.dsn } });
  await app.shows(...APP);
  expect(app.stderr()).toContain(`${file}: is not JSON`);
  // Without settings nobody has allowed reports, so it waits in the outbox.
  const stored = await readdir(join(app.userData, 'outbox'), { recursive: true });
  expect(stored.some((name) => /error/.test(name))).toBe(true);
  expect(await app.stop()).toBe(0);
});

describe('the built page', () => {
  // Without pages nothing requests the file.
  let built: AppCopy;
  let app: Watched;
  beforeAll(async () => {
    built = await copyApp(PAGES_APP);
    await addPrelude(built.folder, CLOCK);
    app = await watch({ app: built.folder, ingest, durations: { retryMs: 3_000 } });
  });
  beforeEach(async () => {
    await app.shows('Start');
    await app.passTime(61_000);
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
    await built.remove();
  });

  it.each([
    ['index.html is missing', 'index.html'],
    ['the whole built page is missing', '.'],
    ['a folder where index.html should be', 'index.html'],
  ])(`%s | 500: ${SERVER_ERROR}. and a countdown | the app, when the file is back`, async (name, part) => {
    const away = join(folder, 'away');
    const place = join(built.folder, '.build', 'renderer', part);
    await rename(place, away);
    if (name.startsWith('a folder')) await mkdir(place);
    await choose(app, 'reload');
    const text = await app.shows('500', `${SERVER_ERROR}.`, 'Report ID');
    const report = await reportOf(text, ingest);
    expect(report.contexts?.fault?.detail).toMatch(/index\.html is missing|ENOENT|EISDIR/);
    await rm(place, { recursive: true, force: true });
    await rename(away, place);
    await app.shows('Start');
  });
});

it("the user's folder is missing | the app | the app, which creates the folder", async () => {
  const userData = join(folder, 'new', 'deep');
  const app = await watch({ userData });
  await app.shows(...APP);
  expect(await readdir(userData)).not.toEqual([]);
  expect(await app.stop()).toBe(0);
});

it("a file where the user's folder should be | EEXIST: A file is in the way | Open folder shows it; Try again: the app, started again with its folder", async () => {
  const userData = join(folder, 'file');
  await writeFile(userData, 'not a folder');
  const app = await watch({ userData, ingest, restarts: true });
  const text = await app.shows(/EEXIST|ENOTDIR/, en.fault.main.ENOTDIR.title, 'Report ID');
  expect((await reportOf(text, ingest)).contexts?.fault?.kind).toBe('main');
  await app.main(`void (electron.shell.showItemInFolder = (path) => void (globalThis.opened = path))`);
  await click(app, `[...document.links].find((a) => a.textContent === '${en.errorPage.help.folder}')`);
  await expect.poll(() => app.main('globalThis.opened')).toBe(userData);
  await rm(userData);
  await app.page(press(en.errorPage.tryAgain));
  await (await app.again()).shows(...APP);
  expect(await readdir(userData)).not.toEqual([]);
  expect(await app.stop()).toBe(0);
});

/** Root may write everywhere except where the system itself forbids it. */
const readOnly = process.getuid?.() === 0 ? '/sys/holdfast' : '/holdfast';

it.skipIf(process.platform === 'win32')(
  "the user's folder is not writable | The app can’t use its own files | Home: the app, for this run without its folder",
  async () => {
    const app = await watch({ userData: readOnly, ingest });
    await app.shows(/EPERM|EACCES|EROFS/, /can’t use its own files|can’t be written to/, 'Report ID');
    await app.page(press(en.errorPage.home));
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
  // A crash must be counted but cannot be: recovery continues in memory.
  for (const id of await app.processes('renderer')) process.kill(id, 'SIGKILL');
  await app.shows(...APP);
  await expect.poll(app.stderr).toContain('holds for this run only');
  expect(await app.stop()).toBe(0);
});

/** In a namespace anybody can mount a file system of 16 MB; a machine may refuse namespaces. */
const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
if (!canMount) console.log('a full disk: not checked, this machine has no mount namespaces (unshare).');

/** The app with its folder on a small disk, of which others use this many MB. */
async function onSmallDisk(taken: number) {
  const userData = await mkdtemp(join(folder, 'small-'));
  const executable = join(folder, `start-${taken}`);
  const { program } = await findElectron();
  const inside = `mount -t tmpfs -o size=16m none '${userData}'
    head -c ${taken}M /dev/zero > '${userData}/others'
    exec '${program}' --no-sandbox '${FOLDER}' "$@"`;
  const script = `#!/bin/sh
exec unshare --map-root-user --mount sh -c "${inside.replace(/["$]/g, '\\$&')}" sh "$@"
`;
  await writeFile(executable, script, { mode: 0o755 });
  const app = await watch({ executable, userData, ingest, restarts: true });
  const makeRoom = `void process.getBuiltinModule('node:fs').rmSync('${userData}/others')`;
  return { ...app, makeRoom: () => app.main(makeRoom) };
}

it.skipIf(!canMount)(
  'a disk that is full at the start | ENOSPC: The disk is full | Try again, when there is room: the app, started again with its folder',
  async () => {
    const app = await onSmallDisk(16);
    const text = await app.shows('ENOSPC', en.fault.main.ENOSPC.title, 'Free up some space', 'Report ID');
    expect((await reportOf(text, ingest)).contexts?.fault?.kind).toBe('main');
    await app.makeRoom();
    await app.page(press(en.errorPage.tryAgain));
    const again = await app.again();
    await again.shows(...APP);
    expect(await again.main(`electron.app.getPath('userData')`)).toBe(app.userData);
    expect(await app.stop()).toBe(0);
  },
);

it.skipIf(!canMount)(
  'a disk that fills | a second start brings the first to its page | the app',
  async () => {
    const app = await onSmallDisk(10);
    await app.shows(...APP);
    await app.main(
      `void process.getBuiltinModule('node:child_process').spawnSync('sh', ['-c', 'cat /dev/zero > ${app.userData}/more'])`,
    );
    const executable = join(folder, 'second');
    const { program } = await findElectron();
    const inside = `nsenter --target=${app.process.pid} --user --mount --preserve-credentials`;
    await writeFile(executable, `#!/bin/sh\nexec ${inside} '${program}' '${FOLDER}' "$@"\n`, { mode: 0o755 });
    const args = ['--no-sandbox', '--open=/from-second'];
    const second = await spawnApp({ executable, userData: app.userData, args });
    expect(await second.ended).toBe(0);
    await expect.poll(() => app.page('location.pathname')).toBe('/from-second');
    expect(await app.stop()).toBe(0);
  },
);

/** Saves a megabyte, until that fails; an earlier one that was saved stays. Resolves to how many there are. */
const SAVE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('saved', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('store', { autoIncrement: true });
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const saving = opening.result.transaction('store', 'readwrite', { durability: 'strict' });
    const store = saving.objectStore('store');
    const random = Array.from({ length: 16 }, () => crypto.getRandomValues(new Uint8Array(65536)));
    store.put(new Blob(random));
    const counting = store.count();
    saving.onabort = () => reject(saving.error);
    saving.oncomplete = () => resolve(counting.result);
  };
})`;

it.skipIf(!canMount)(
  'a disk that fills while a page saves | the page as it is | the page, which saves again when there is room',
  async () => {
    const app = await onSmallDisk(10);
    await app.shows(...APP);
    expect(await app.page(SAVE)).toBe(1);
    // Chromium's name for it differs.
    expect(await app.page(`(async () => { for (;;) await ${SAVE}; })().catch(String)`)).toMatch(/Error/);
    await app.shows(...APP);
    await app.makeRoom();
    await expect.poll(() => app.page(SAVE).catch(String)).toBeGreaterThan(1);
    expect(await app.stop()).toBe(0);
  },
);
