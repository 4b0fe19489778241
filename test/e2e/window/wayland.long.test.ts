/** The window under Wayland, which tells the app neither its position nor that it was minimised. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { hasDebian } from '../../support/debian.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { startWayland, type Wayland } from '../../support/wayland.ts';

const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
/** A prelude: Electron's answers about a window minimised from outside. */
const KNOWS_NOTHING = `
  electron.BrowserWindow.prototype.isMinimized = () => false;
  electron.BrowserWindow.prototype.isVisible = () => true;
`;

describe.runIf(hasDebian())('under Wayland', () => {
  let wayland: Wayland;
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
