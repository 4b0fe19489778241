/** The window under Wayland, which tells the app neither its position nor that it was minimised. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { fromDebian, hasDebian } from '../../support/debian.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const LIBRARIES = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

async function startWayland() {
  const root = await fromDebian('weston');
  const libraries = join(root, LIBRARIES);
  const runtime = await mkdtemp(join(tmpdir(), 'holdfast-wayland-'));
  const modules = {
    'headless-backend.so': 'libweston-10/headless-backend.so',
    'desktop-shell.so': 'weston/desktop-shell.so',
    'weston-desktop-shell': 'weston-desktop-shell',
    'weston-keyboard': 'weston-keyboard',
  };
  const weston = spawn(
    join(root, 'usr/bin/weston'),
    ['--backend=headless-backend.so', '--width=1600', '--height=1200', '--socket=test'],
    {
      stdio: 'ignore',
      env: {
        XDG_RUNTIME_DIR: runtime,
        LD_LIBRARY_PATH: [libraries, join(libraries, 'weston')].join(':'),
        WESTON_MODULE_MAP: Object.entries(modules)
          .map(([name, path]) => `${name}=${join(libraries, path)}`)
          .join(';'),
      },
    },
  );
  await until('Weston', () => existsSync(join(runtime, 'test')));
  return {
    /** What a program needs to find it, and nothing of X. */
    env: { XDG_RUNTIME_DIR: runtime, WAYLAND_DISPLAY: 'test', DISPLAY: undefined },
    async stop() {
      weston.kill();
      await once(weston, 'exit');
      await rm(runtime, { recursive: true, force: true });
    },
  };
}

const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
/** A prelude: Electron's answers about a window minimised from outside. */
const KNOWS_NOTHING = `
  electron.BrowserWindow.prototype.isMinimized = () => false;
  electron.BrowserWindow.prototype.isVisible = () => true;
`;

describe.runIf(hasDebian())('under Wayland', () => {
  let wayland: Awaited<ReturnType<typeof startWayland>>;
  const userData = fileFolder();
  let app: Watched;
  const file = () => join(userData, 'window.json');
  beforeAll(async () => {
    wayland = await startWayland();
    const bounds = { x: 50, y: 60, width: 900, height: 700 };
    await writeFile(file(), JSON.stringify({ format: 1, bounds, mode: 'normal' }));
    app = await watch({
      env: wayland.env,
      userData,
      prelude: KNOWS_NOTHING,
      durations: { lookMs: 500, pingMs: 1_000 },
      // The compositor has no graphics.
      args: ['--ozone-platform=wayland', '--disable-gpu'],
    });
    await app.shows('404');
  });
  afterAll(async () => {
    await wayland.stop();
  });

  it('main looks at a minimised window, gets no picture, and keeps its page, also after sleep', async () => {
    await app.main(`${WINDOW}.minimize()`);
    await expect.poll(() => app.page('document.visibilityState')).toBe('hidden');
    await app.page('void (globalThis.isSame = true)');
    const picture = `Promise.race([${WINDOW}.webContents.capturePage().then(() => 'a picture'),
      new Promise((resolve) => setTimeout(resolve, 2_000, 'none'))])`;
    expect(await app.main(picture)).toBe('none');
    await app.main(`void electron.powerMonitor.emit('resume')`);
    // Longer than the answer to a ping, and the look after it, may take.
    expect(await app.main(picture)).toBe('none');
    expect(await app.page('globalThis.isSame')).toBe(true);
    expect(existsSync(join(userData, 'faults.json'))).toBe(false);
  });

  it("remembers the window's size, and keeps the last known position", async () => {
    await app.main(`${WINDOW}.setBounds({ x: 300, y: 300, width: 1000, height: 800 })`);
    await expect
      .poll(async () => JSON.parse(await readFile(file(), 'utf8')).bounds)
      .toEqual({ x: 50, y: 60, width: 1000, height: 800 });
    expect(await app.stop()).toBe(0);
  });
});
