/** Where the window is when the app is started again. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

let userData: string;
let app: Watched;
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-window-'));
});
afterEach(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }));

const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
const AREA = 'electron.screen.getPrimaryDisplay().workArea';
const bounds = () => app.main<Electron.Rectangle>(`${WINDOW}.getNormalBounds()`);
const area = () => app.main<Electron.Rectangle>(AREA);
const file = () => join(userData, 'window.json');
const saved = async () => JSON.parse(await readFile(file(), 'utf8'));

async function start(): Promise<void> {
  app = await watch({ userData });
  await app.shows('404');
}

/** A place that lies inside the screen and is not the usual one. */
async function otherPlace(): Promise<Electron.Rectangle> {
  const { x, y, width, height } = await area();
  return { x: x + 20, y: y + 30, width: Math.floor(width * 0.6), height: Math.floor(height * 0.7) };
}

function expectInside(inner: Electron.Rectangle, outer: Electron.Rectangle): void {
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
}

describe('size and place of the window', () => {
  it('the first time it lies on the screen, whole', async () => {
    await start();
    expectInside(await bounds(), await area());
    await app.stop();
  });

  it('are the same after a restart', async () => {
    await start();
    const place = await otherPlace();
    await app.main(`${WINDOW}.setBounds(${JSON.stringify(place)})`);
    await expect.poll(bounds).toEqual(place);
    expect(await app.stop()).toBe(0);
    expect(await saved()).toEqual({ format: 1, bounds: place, mode: 'normal' });
    await start();
    expect(await bounds()).toEqual(place);
    await app.stop();
  });

  it('are kept a moment after the last change, also if the app is killed', async () => {
    await start();
    const place = await otherPlace();
    await app.main(`${WINDOW}.setBounds(${JSON.stringify(place)})`);
    await until('the file', async () => (await saved().catch(() => undefined))?.bounds.width === place.width);
    app.process.kill('SIGKILL');
    await app.ended;
    app.browser.close();
    await start();
    expect(await bounds()).toEqual(place);
    await app.stop();
  });

  it.each([
    ['maximized', 'maximize()', 'isMaximized()'],
    ['fullscreen', 'setFullScreen(true)', 'isFullScreen()'],
  ])('%s is remembered, and the size before it', async (mode, make, is) => {
    await start();
    const place = await otherPlace();
    await app.main(`${WINDOW}.setBounds(${JSON.stringify(place)})`);
    await expect.poll(bounds).toEqual(place);
    await app.main(`${WINDOW}.${make}`);
    await expect.poll(() => app.main(`${WINDOW}.${is}`)).toBe(true);
    expect(await app.stop()).toBe(0);
    expect(await saved()).toEqual({ format: 1, bounds: place, mode });
    await start();
    await expect.poll(() => app.main(`${WINDOW}.${is}`)).toBe(true);
    expect(await bounds()).toEqual(place);
    await app.stop();
  });

  it('on a screen that is gone, the window is on one that is there', async () => {
    const place = { x: 9_000, y: -4_000, width: 500, height: 400 };
    await writeFile(file(), JSON.stringify({ format: 1, bounds: place, mode: 'normal' }));
    await start();
    expectInside(await bounds(), await area());
    expect(await app.page<number>('innerWidth')).toBeGreaterThan(200);
    await app.stop();
  });

  it('when its screen is taken away while the app runs, it comes to one that is there', async () => {
    await start();
    await app.main(`${WINDOW}.setBounds({ x: 900, y: 700, width: 500, height: 400 })`);
    await expect.poll(async () => (await bounds()).x).toBe(900);
    // What is left is smaller.
    await app.main(`(() => {
      const left = { ...electron.screen.getPrimaryDisplay(), workArea: { x: 0, y: 0, width: 800, height: 600 } };
      Object.assign(electron.screen, { getPrimaryDisplay: () => left, getAllDisplays: () => [left] });
      electron.screen.emit('display-removed', {}, {});
    })()`);
    await expect.poll(async () => (await bounds()).x).not.toBe(900);
    expectInside(await bounds(), await area());
    await app.stop();
  });

  it('a file that cannot be used is named on stderr, and the place is the usual one', async () => {
    await writeFile(file(), '{"format":1,"bou');
    await start();
    expectInside(await bounds(), await area());
    const lines = app
      .stderr()
      .split('\n')
      .filter((line) => line.includes('window.json'));
    expect(lines).toEqual([expect.stringContaining('window.json can’t be read and is ignored')]);
    await app.stop();
  });

  it('a window that comes in place of a crashed one lies where that one did', async () => {
    await start();
    const place = await otherPlace();
    await app.main(`${WINDOW}.setBounds(${JSON.stringify(place)})`);
    await expect.poll(bounds).toEqual(place);
    // A renderer that ends again and again: the third or fourth time the page comes in a fresh window.
    const ids = () => app.main<number[]>('electron.BrowserWindow.getAllWindows().map(({ id }) => id)');
    const before = await ids();
    await until('a fresh window', async () => {
      if ((await ids()).some((id) => !before.includes(id))) return true;
      await app.main(`void ${WINDOW}.webContents.forcefullyCrashRenderer()`);
      return false;
    });
    await app.shows('Choose Try again');
    await expect.poll(async () => (await ids()).length).toBe(1);
    expect(await bounds()).toEqual(place);
    await app.stop();
  });
});
