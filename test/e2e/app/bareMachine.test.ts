/** A machine that lacks what a desktop has, over a profile with sign-ins and saved data: it starts, and loses none. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder } from '../../electron/testFolder.ts';
import { APP, spawnApp } from '../../support/app.ts';
import { isPainted, mainsOf } from '../../support/instances.ts';
import { answerDialogs, asked, choose } from '../../support/menu.ts';
import { hasNamespaces, inNamespace, privateTmp } from '../../support/namespace.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';

const userData = fileFolder('profile');
const scripts = fileFolder('scripts');

const COOKIE = `{ url: 'https://example.com/', name: 'session', value: 'mine', expirationDate: Date.now() / 1000 + 3600 }`;
const signIn = `electron.session.defaultSession.cookies.set(${COOKIE})`;
const signIns = `electron.session.defaultSession.cookies.get({}).then((all) => all.map(({ value }) => value))`;

/** The app finds what was saved before, and saves. */
async function check(app: Watched): Promise<void> {
  await app.shows('404', `${NOT_FOUND}.`);
  expect(await app.page(`localStorage.getItem('draft')`)).toBe('mine');
  expect(await app.main(signIns)).toEqual(['mine']);
}

const privateFiles = privateTmp(...[APP, userData].map((one) => one.replace(/^(\/tmp\/[^/]+).*/, '$1')));
const sharedMemory = (options: string) => `mount -t tmpfs -o ${options} none /dev/shm`;
/** No such variable, no such service. */
const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', XDG_RUNTIME_DIR: undefined };
const TMPDIR = '/tmp/nowhere';

describe.runIf(hasNamespaces)('loses nothing', () => {
  beforeAll(async () => {
    const app = await watch({ userData });
    await app.shows('404');
    await app.page(`localStorage.setItem('draft', 'mine')`);
    await app.main(signIn);
    expect(await app.stop()).toBe(0);
  });

  it('without a session bus, and the folder that TMPDIR names', async () => {
    const app = await watch({ userData, env: { HOLDFAST_SETTINGS: undefined, ...bus, TMPDIR } });
    await check(app);
    expect(await app.stop()).toBe(0);
  });

  it('with a small shared memory, and without the folder that TMPDIR names', async () => {
    await rm(join(userData, 'start.json'));
    const executable = await inNamespace(scripts, sharedMemory('size=1m'));
    const app = await spawnApp({ executable, userData, args: [APP], env: { TMPDIR } });
    expect(await app.exited).toBe(0);
    // It has started itself again.
    await until('its window', () => isPainted(userData));
    for (const pid of mainsOf(userData)) process.kill(pid, 'SIGTERM');
    await app.ended;
    expect(app.stderr()).not.toContain('Creating shared memory');
  });

  it('with a private /tmp and a shared memory that is read-only, and nobody to notify; without a printer it offers a PDF', async () => {
    const executable = await inNamespace(scripts, `${privateFiles}\n${sharedMemory('ro')}`);
    const env = { HOLDFAST_SETTINGS: undefined, HOME: '/nowhere', ...bus };
    const app = await watch({ executable, userData, args: [APP], env });
    await check(app);
    await app.page(`void new Notification('Done')`);
    await app.main(`void new electron.Notification({ title: 'Done' }).show()`);
    await check(app);
    await app.main(`void (electron.dialog.showSaveDialog = async (_window, { title }) => {
      globalThis.saving = title;
      return { filePath: '' };
    })`);
    await answerDialogs(app, 'Save as PDF…');
    await choose(app, 'print');
    await expect.poll(() => app.main('globalThis.saving')).toBe(en.dialogs.print.saveTitle);
    expect(await asked(app)).toMatchObject([{ message: en.dialogs.print.noPrinter }]);
  });
});
