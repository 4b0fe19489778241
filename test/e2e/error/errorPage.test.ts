/** The error page as the user sees it: by real actions, in the painted window. accessible.test.ts has 500. */
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { faultsOf, pressTab } from '../../support/accessible.ts';
import { answerDialogs, asked } from '../../support/menu.ts';
import { inColours, pictureOf } from '../../support/onPage.ts';
import { background } from '../../support/pixels.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { BAD_REQUEST, NOT_ALLOWED, NOT_FOUND, PAGE_FAILED } from '../../support/words.ts';

const SAFE_MODE = en.errorPage.help.noGraphics;
const CLEAR = en.errorPage.help.clearData;

const app = await watch({
  args: ['holdfast://elsewhere/x'],
  // Postpones main's look at a painted page: it would find the one that a test has just emptied.
  durations: { lookMs: 600_000 },
});

/** The page as the user reads it. */
async function expectPage(code: string, sentence: string): Promise<void> {
  await app.shows(code, `${sentence}.`);
  expect(await app.page(`[document.querySelector('h1').textContent, document.title]`)).toEqual([
    code,
    `${code}: ${sentence}`,
  ]);
}
/** The texts of the elements that the user sees. */
const texts = (selector: string) =>
  app.page<string[]>(
    `[...document.querySelectorAll('${selector}')].filter((one) => one.checkVisibility()).map((one) => one.textContent)`,
  );
const copied = () => app.main<string>('electron.clipboard.readText()');
const picture = async () => (await pictureOf(app)).toString('base64');

it('shows 400 for a refused link on the command line, and leads to the start page', async () => {
  await expectPage('400', BAD_REQUEST);
  await app.click(en.errorPage.home);
  await expectPage('404', NOT_FOUND);
});

it('a shell without pages shows 404, and its route manifest is empty', async () => {
  expect(await app.page('[location.pathname, globalThis._sentryRouteManifest]')).toEqual([
    '/',
    '{"dynamicRoutes":[],"staticRoutes":[]}',
  ]);
});

// Before a test presses anything: main would take it for the user's wish.
it('a page cannot clear, restart or open a folder by itself: the user is asked each time, one question of a kind; it shows what reports contain once', async () => {
  await app.page(`void localStorage.setItem('draft', 'mine')`);
  // Nobody answers.
  await app.main(`void (globalThis.asked = [], globalThis.opened = 0, globalThis.cancels = [],
    electron.shell.showItemInFolder = () => void globalThis.opened++,
    electron.dialog.showMessageBox = (...args) => {
      globalThis.asked.push(args.at(-1));
      return new Promise((resolve) =>
        cancels.push(() => resolve({ response: args.at(-1).cancelId, checkboxChecked: false })));
    })`);
  const go = (help: string) => app.page(`void location.assign('/_holdfast/help/${help}')`);
  for (const help of ['clearData', 'noGraphics', 'clearData', 'restart', 'folder', 'restart', 'folder'])
    await go(help);
  await app.main(
    `void electron.app.emit('second-instance', {}, ['x', 'holdfast://open/_holdfast/help/noGraphics'], '')`,
  );
  await until(
    'its address',
    async () => (await app.page('location.pathname')) === '/_holdfast/help/noGraphics',
  );
  await app.shows('404');
  for (let times = 0; times < 2; times += 1)
    await app.main(
      `void electron.BrowserWindow.fromId(1).webContents.executeJavaScript("void location.assign('/_holdfast/help/contents')")`,
    );
  const titles = () =>
    app.main<string[]>(`electron.BrowserWindow.getAllWindows().map((one) => one.getTitle())`);
  await expect.poll(titles).toContain(`${en.privacy.contentsTitle} – Holdfast`);
  expect(await titles()).toHaveLength(2);
  await app.press(en.dialogs.close);
  await expect.poll(titles).toHaveLength(1);
  const questions = (await asked(app)).map(({ message }) => message);
  expect(questions).toEqual([en.start.clearQuestion, 'Restart', en.errorPage.help.folder]);
  await app.main('cancels.forEach((cancel) => cancel())');
  expect(await app.main('globalThis.opened')).toBe(0);
  expect(await app.page(`localStorage.getItem('draft')`)).toBe('mine');
});

it('answers a posted form with 405', async () => {
  await app.page(`void setTimeout(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/form' });
    document.body.append(form);
    form.submit();
  })`);
  await expectPage('405', NOT_ALLOWED);
  await app.click(en.errorPage.home);
  await expectPage('404', NOT_FOUND);
});

it('copies its details to the clipboard', async () => {
  await app.page(`document.querySelector('summary').click()`);
  await app.press(en.errorPage.copyDetails);
  await app.shows('Copied');
  expect(await copied()).toMatch(new RegExp(`404[\\s\\S]*${NOT_FOUND}`));
});

it('works by keyboard alone, with a visible focus', async () => {
  // The focus survives reloading the page.
  await app.page('document.activeElement?.blur()');
  await app.replacedBy(() => app.page('void setTimeout(() => location.reload())'));
  await app.shows(en.errorPage.noPages);
  const names: string[] = [];
  const before = await picture();
  for (let step = 0; step < 3; step++) {
    await pressTab(app);
    names.push(await app.page('document.activeElement?.textContent'));
  }
  // They are open still.
  expect(names).toEqual([en.errorPage.tryAgain, en.errorPage.details, en.errorPage.copyDetails]);
  expect(await picture()).not.toBe(before);
});

it("follows the system's colours, and has no accessibility faults in either", async () => {
  for (const [value, colour] of [
    ['dark', '#15171b'],
    ['light', '#ffffff'],
  ] as const) {
    await inColours(app, value);
    expect(await faultsOf(app)).toEqual([]);
    expect(background(await pictureOf(app))).toBe(colour);
  }
  await inColours(app);
});

/** What it offers, under More help too. */
const WAYS = '.fault-ways > *, .fault-help > :is(a, button)';

/** Crashes the app's page until a page without script replaces it. */
async function crashAway(): Promise<void> {
  await app.shows('404');
  await until('a page about the crash', async () => {
    if ((await app.text()).includes(en.fault.otherCrash.title)) return true;
    // Spares that page itself, also while it loads: without it there is only a native dialog.
    await app.main(`electron.BrowserWindow.getAllWindows().forEach(({ webContents }) =>
      webContents.getURL().includes('/_holdfast/') || webContents.isLoadingMainFrame() || webContents.forcefullyCrashRenderer())`);
    return false;
  });
}

it('the page of an exception offers to clear saved data after a question, and opens the diagnostics', async () => {
  await app.replacedBy(() => app.page(`void location.assign('/')`));
  await app.shows('404');
  await app.page(`void setTimeout(() => { document.body.replaceChildren(); throw new Error('made up'); })`);
  await app.shows(PAGE_FAILED);
  expect(await texts(WAYS)).toEqual([en.errorPage.tryAgain, en.errorPage.help.diagnostics, CLEAR]);
  expect(await faultsOf(app)).toEqual([]);
  await app.click(en.errorPage.help.diagnostics);
  await app.shows(en.diagnostics.check);
  await app.main(
    `electron.BrowserWindow.getAllWindows().find((one) => one.getTitle().includes('Diag'))?.close()`,
  );
  await app.shows(PAGE_FAILED);
  await answerDialogs(app, 'Cancel');
  await app.click(CLEAR);
  await expect.poll(() => asked(app)).toMatchObject([{ message: en.start.clearQuestion }]);
});

it('the page of a crash, which runs no script, offers safe mode after a question', async () => {
  await app.page(`void location.assign('/')`);
  await crashAway();
  expect(await texts(WAYS)).toEqual([en.errorPage.tryAgain, en.errorPage.help.diagnostics, SAFE_MODE, CLEAR]);
  await answerDialogs(app, 'Cancel');
  await app.click(SAFE_MODE);
  await expect.poll(() => asked(app)).toMatchObject([{ message: en.start.safeQuestion }]);
  await app.shows(en.fault.otherCrash.title);
});
