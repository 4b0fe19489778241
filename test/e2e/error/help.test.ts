/** What the error page offers under More help. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { answerDialogs, asked } from '../../support/menu.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { until } from '../../support/until.ts';
import { PAGE_FAILED } from '../../support/words.ts';

const SAFE_MODE = en.errorPage.help.noGraphics;
const CLEAR = en.errorPage.help.clearData;

const links = (app: Screen) =>
  app.page<string[]>(
    `[...document.querySelectorAll('.fault-ways > *, .fault-help > :is(a, button)')].map((one) => one.textContent)`,
  );

/** Crashes the app's page until a page without script replaces it. */
async function crashAway(app: Screen): Promise<void> {
  await app.shows('404');
  await until('a page about the crash', async () => {
    if ((await app.text()).includes(en.fault.otherCrash.title)) return true;
    // Spares that page itself: without it there is only a native dialog.
    await app.main(`electron.BrowserWindow.getAllWindows().forEach(({ webContents }) =>
      webContents.getURL().includes('/_holdfast/') || webContents.forcefullyCrashRenderer())`);
    return false;
  });
}

describe('an app with saved data', () => {
  let app: Watched;
  /** The app, or what it was relaunched as. */
  let now: Screen;
  beforeAll(async () => {
    // Postpones main's look at a painted page: it would find the one that a test has just emptied.
    app = await watch({ restarts: true, durations: { lookMs: 600_000 } });
    await app.shows('404');
    await app.page(`void localStorage.setItem('draft', 'mine')`);
    now = app;
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it('a page cannot clear or restart by itself: the user is asked each time, one question at a time', async () => {
    // Nobody answers.
    await app.main(`void (globalThis.asked = [], electron.dialog.showMessageBox = (...args) => {
      globalThis.asked.push(args.at(-1));
      return new Promise((resolve) => (globalThis.answer = resolve));
    })`);
    for (const help of ['clearData', 'noGraphics', 'clearData']) {
      await app.page(`void location.assign('/_holdfast/help/${help}')`);
    }
    await expect.poll(() => asked(app)).toHaveLength(1);
    await app.main(
      `void electron.app.emit('second-instance', {}, ['x', 'holdfast://open/_holdfast/help/noGraphics'], '')`,
    );
    await until(
      'its address',
      async () => (await app.page('location.pathname')) === '/_holdfast/help/noGraphics',
    );
    await app.shows('404');
    expect(await asked(app)).toHaveLength(1);
    expect(await app.page(`localStorage.getItem('draft')`)).toBe('mine');
    await app.main('void answer({ response: globalThis.asked[0].cancelId, checkboxChecked: false })');
  });

  it('a page cannot restart the app or open a folder by itself either, and shows what reports contain once', async () => {
    await app.main(`void (globalThis.asked = [], globalThis.opened = 0,
      electron.shell.showItemInFolder = () => void globalThis.opened++)`);
    for (const help of [
      'restart',
      'folder',
      'guideApp',
      'contents',
      'restart',
      'folder',
      'guideApp',
      'contents',
    ])
      await app.page(`void location.assign('/_holdfast/help/${help}')`);
    await expect
      .poll(async () => (await asked(app)).map(({ message }) => message))
      .toEqual([
        'Restart',
        en.errorPage.help.folder,
        en.errorPage.help.guideApp,
        en.menu.reportContentsTitle,
      ]);
    expect(await app.main('globalThis.opened')).toBe(0);
    await app.shows('404');
  });

  it('the page of an exception clears saved data after a question, and opens the diagnostics', async () => {
    await app.mark();
    await app.page(`void location.assign('/')`);
    await app.replaced();
    await app.shows('404');
    await app.page(`void setTimeout(() => { document.body.replaceChildren(); throw new Error('made up'); })`);
    await app.shows(PAGE_FAILED);
    expect(await links(app)).toEqual([en.errorPage.tryAgain, en.errorPage.help.diagnostics, CLEAR]);
    await app.page(`${axe.source};0`);
    expect(await app.page('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([]);
    await app.click(en.errorPage.help.diagnostics);
    await app.shows(en.diagnostics.check);
    await app.main(
      `electron.BrowserWindow.getAllWindows().find((one) => one.getTitle().includes('Diag'))?.close()`,
    );
    await app.shows(PAGE_FAILED);
    await answerDialogs(app, en.start.clear);
    await app.click(CLEAR);
    now = await app.again();
    await now.shows('404');
    expect(await now.page(`localStorage.getItem('draft')`)).toBe(null);
  });

  it('the page of a crash, which runs no script, restarts in safe mode after a question', async () => {
    await crashAway(now);
    expect(await links(now)).toEqual([
      en.errorPage.tryAgain,
      en.errorPage.help.diagnostics,
      SAFE_MODE,
      CLEAR,
    ]);
    await answerDialogs(now, 'Cancel');
    await now.click(SAFE_MODE);
    await expect.poll(() => asked(now)).toMatchObject([{ message: en.start.safeQuestion }]);
    await now.shows(en.fault.otherCrash.title);
    await answerDialogs(now, en.menu.restart);
    await now.click(SAFE_MODE);
    now = await app.again();
    await now.shows('404');
    const stamp = JSON.parse(await readFile(join(app.userData, 'start.json'), 'utf8'));
    expect(stamp).toMatchObject({ attempts: 2 });
  });
});
