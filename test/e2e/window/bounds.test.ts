/** Where the window is after a restart. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder } from '../../electron/testFolder.ts';
import { needing } from '../../support/lacks.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const userData = fileFolder();
let app: Watched;

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

beforeAll(async () => {
  const place = { x: 9_000, y: -4_000, width: 500, height: 400 };
  await writeFile(file(), JSON.stringify({ format: 1, bounds: place, mode: 'normal' }));
  await start();
});

/** Moves the window to an unusual position on the screen, and this much further. */
async function move(further = 0): Promise<Electron.Rectangle> {
  const { x, y, width, height } = await area();
  const place = {
    x: x + 20 + further,
    y: y + 30,
    width: Math.floor(width * 0.6),
    height: Math.floor(height * 0.7),
  };
  await app.main(`${WINDOW}.setBounds(${JSON.stringify(place)})`);
  await expect.poll(bounds).toEqual(place);
  return place;
}
const becomes = (is: string) => expect.poll(() => app.main(`${WINDOW}.${is}`)).toBe(true);
/** The window manager puts it back there, even after an earlier move. */
async function isBackAt(place: Electron.Rectangle): Promise<void> {
  await becomes('isNormal()');
  await expect.poll(() => app.main(`${WINDOW}.getBounds()`)).toEqual(place);
}

function expectInside(inner: Electron.Rectangle, outer: Electron.Rectangle): void {
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
}

it('a window whose screen is gone at the start appears on another one', async () => {
  expectInside(await bounds(), await area());
  expect(await app.page<number>('innerWidth')).toBeGreaterThan(200);
});

/** What tells that a screen is gone or smaller; the last is also a second start. */
const CHANGES = {
  'is removed': `electron.screen.emit('display-removed', {}, {})`,
  'gets smaller': `electron.screen.emit('display-metrics-changed', {}, {}, ['workArea'])`,
  'got smaller before somebody looks': `${WINDOW}.emit('focus')`,
};

it.each(Object.entries(CHANGES))('a window whose screen %s comes back into sight', async (_what, change) => {
  await app.main(`${WINDOW}.setBounds({ x: 900, y: 700, width: 500, height: 400 })`);
  await expect.poll(async () => (await bounds()).x).toBe(900);
  // The remaining screen is smaller.
  await app.main(`(() => {
    const left = { ...electron.screen.getPrimaryDisplay(), workArea: { x: 0, y: 0, width: 800, height: 600 } };
    const { getDisplayMatching, getPrimaryDisplay } = electron.screen;
    globalThis.restore = () => void Object.assign(electron.screen, { getDisplayMatching, getPrimaryDisplay });
    Object.assign(electron.screen, { getDisplayMatching: () => left, getPrimaryDisplay: () => left });
    ${change};
  })()`);
  await expect.poll(async () => (await bounds()).x).not.toBe(900);
  expectInside(await bounds(), await area());
  await app.main('restore()');
});

it(
  'keeps size, position and zoom of the window between starts: moved, maximized, fullscreen',
  needing('openbox'),
  async () => {
    let place = await move();
    await app.main(`${WINDOW}.maximize()`);
    await becomes('isMaximized()');
    // Written a moment after the last change, even if the app is killed then.
    const kept = () => saved().catch(() => undefined);
    await expect.poll(kept).toEqual({ format: 1, bounds: place, mode: 'maximized' });
    app.process.kill('SIGKILL');
    await app.gone();
    await start();
    await becomes('isMaximized()');
    expect(await bounds()).toEqual(place);
    await app.main(`${WINDOW}.unmaximize()`);
    await isBackAt(place);
    place = await move(20);
    await app.main(`${WINDOW}.webContents.setZoomLevel(1)`);
    await app.main(`${WINDOW}.setFullScreen(true)`);
    await becomes('isFullScreen()');
    expect(await app.stop()).toBe(0);
    expect(await saved()).toEqual({ format: 1, bounds: place, mode: 'fullscreen' });
    await start();
    await becomes('isFullScreen()');
    expect(await bounds()).toEqual(place);
    // Chromium keeps it by origin.
    expect(await app.main(`${WINDOW}.webContents.getZoomLevel()`)).toBe(1);
    await app.main(`${WINDOW}.setFullScreen(false)`);
    await isBackAt(place);
  },
);

it('a window that replaces a crashed one is in the same position', needing('openbox'), async () => {
  const place = await move(30);
  // A renderer that keeps ending: the third or fourth time the page comes in a fresh window.
  const ids = () => app.main<number[]>('electron.BrowserWindow.getAllWindows().map(({ id }) => id)');
  const [first] = await ids();
  await until('a fresh window', async () => {
    if ((await ids()).some((id) => id !== first)) return true;
    await app.main(`void electron.BrowserWindow.fromId(${first})?.webContents.forcefullyCrashRenderer()`);
    return false;
  });
  await app.shows(en.fault.otherCrash.title);
  await expect.poll(async () => (await ids()).length).toBe(1);
  expect(await bounds()).toEqual(place);
  expect(await app.stop()).toBe(0);
  expect(await saved()).toEqual({ format: 1, bounds: place, mode: 'normal' });
});
