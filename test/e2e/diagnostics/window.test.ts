/** The diagnostics window beside the app's own, and in a broken app. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { spawnApp } from '../../support/app.ts';
import { copyApp } from '../../support/brokenApp.ts';
import {
  checked,
  type DiagnosticsApp,
  factsOf,
  HEADINGS,
  headingsOf,
  press,
  startWithMenu,
} from '../../support/diagnosticsApp.ts';
import { said } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { SERVER_ERROR } from '../../support/words.ts';

describe('the windows', () => {
  const find = (test: string) =>
    `electron.BrowserWindow.getAllWindows().find((one) => ${test}one.webContents.getURL().includes('diagnostics'))`;
  const count = 'electron.BrowserWindow.getAllWindows().length';
  const oneWindow = () => until('one window', async () => (await app.main(count)) === 1);
  let app: DiagnosticsApp;
  let page: Page;
  beforeAll(async () => {
    app = await startWithMenu();
    page = await app.open();
    await checked(page);
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it('are not confused if a page crashes: the app reloads, the diagnostics stay', async () => {
    const address = page.url();
    await app.page.evaluate(() => Object.assign(window, { isOld: true }));
    await app.main(`${find('!')}.webContents.forcefullyCrashRenderer()`);
    const loaded = `${find('!')}?.webContents
      .executeJavaScript('!window.isOld && document.querySelector("h1")?.textContent')`;
    await until('the app', async () => (await app.main(loaded, 1_000).catch(() => '')) === '404');
    expect(page.url()).toBe(address);
    await press(page, 'check');
    await until('the fault', async () => (await factsOf(page)).includes(en.fault.otherCrash.title));
  });

  it('a dialog replaces the diagnostics if their process crashes, and the app continues', async () => {
    await app.main(`${find('')}.webContents.forcefullyCrashRenderer()`);
    await said(app, /^dialog: .*Diagnostics couldn’t be displayed/m);
    await oneWindow();
    expect(
      await app.main(
        `${find('!')}.webContents.executeJavaScript('document.querySelector("h1").textContent')`,
      ),
    ).toBe('404');
    page = await app.open();
    await checked(page);
    expect((await headingsOf(page)).slice(1)).toEqual(HEADINGS);
  });

  it('are closed one by one, the diagnostics by their keys too: the app runs on with either', async () => {
    for (const [keyCode, modifiers] of [
      ['Escape', []],
      ['w', ['control']],
    ] as const) {
      const event = JSON.stringify({ type: 'keyDown', keyCode, modifiers });
      // Until then Playwright would take the old page for the new one.
      const isGone = page.waitForEvent('close');
      await app.main(`${find('')}.webContents.sendInputEvent(${event})`);
      await isGone;
      await oneWindow();
      page = await app.open();
      await checked(page);
    }
    await page.close();
    await oneWindow();
    page = await app.open();
    await checked(page);
    await app.main(`${find('!')}.close()`);
    await oneWindow();
    await press(page, 'check');
    await checked(page);
    // A second launch opens the app again.
    const ended = await spawnApp({ userData: app.userData });
    expect(await ended.ended).toBe(0);
    expect(ended.stderr()).toContain('Holdfast is running already: its window is in front now.');
    await until('two windows', async () => (await app.main(count)) === 2);
  });
});

describe('a broken app', () => {
  it('shows the diagnostics without its renderer files, and they say so', async () => {
    const copy = await copyApp();
    await rm(join(copy.folder, '.build', 'renderer'), { recursive: true });
    const app = await startWithMenu({ app: copy.folder });
    const page = await app.open();
    await checked(page);
    expect(await factsOf(page)).toContain(SERVER_ERROR);
    await app.stop();
    await copy.remove();
  });
});
