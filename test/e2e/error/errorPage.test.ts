/**
 * What the shell's pages say and do, in the painted window, and what a screen reader and the keyboard find on them, also in
 * forced colours, without motion and at 400 %. address/ask.test.ts has one more, window/downloads.test.ts a notice.
 */
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import {
  faultsOf,
  faultsOfCopy,
  found,
  holds,
  over,
  pressTab,
  reachesAll,
  refuses,
} from '../../support/accessible.ts';
import { answerDialogs, asked, choose, openPrivacy, pressInPrivacy } from '../../support/menu.ts';
import { inColours, pictureOf, send } from '../../support/onPage.ts';
import { startOrigin } from '../../support/origin.ts';
import { copyFailingApp } from '../../support/pagesApp.ts';
import { background } from '../../support/pixels.ts';
import { openNothing, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { BAD_REQUEST, NOT_FOUND, PAGE_FAILED } from '../../support/words.ts';

const SAFE_MODE = en.errorPage.help.noGraphics;
const CLEAR = en.errorPage.help.clearData;

const server = await startOrigin((_request, response) =>
  response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Shop"' }).end(),
);
const built = await copyFailingApp();
const settings = { origin: server.url, buildId: 'b1', sentryDsn: `http://key@127.0.0.1:${server.port}/1` };
const app = await watch({ app: built.folder, settings, args: ['holdfast://elsewhere/x'] });

async function expectPage(code: string, sentence: string): Promise<void> {
  await app.shows(code, `${sentence}.`);
  const seen = await app.page(`[document.querySelector('h1').textContent, document.title]`);
  expect(seen).toEqual([code, `${code}: ${sentence}`]);
}
const picture = async () => (await pictureOf(app)).toString('base64');
const windows = (count: number) =>
  expect.poll(() => app.main('electron.BrowserWindow.getAllWindows().length')).toBe(count);
/** Closes all but the app's own. */
async function closeOthers(): Promise<void> {
  await app.main(`electron.BrowserWindow.getAllWindows().forEach((one) => one.id === 1 || one.close())`);
  await windows(1);
}
async function go(path: string): Promise<void> {
  await app.passTime(60_000);
  await app.replacedBy(() => app.page(`void setTimeout(() => location.assign('${path}'))`));
}

it('400 for a refused link on the command line leads to the start page', async () => {
  await expectPage('400', BAD_REQUEST);
  await app.click(en.errorPage.home);
  await app.shows('The start page');
});

// Before a test presses anything: main would take it for the user's wish.
it('a page cannot clear, restart or open a folder by itself: the user is asked each time, one question of a kind; it shows what reports contain once', async () => {
  await go('/nowhere');
  await expectPage('404', NOT_FOUND);
  await app.page(`void localStorage.setItem('draft', 'mine')`);
  // Nobody answers.
  await app.main(`void (globalThis.asked = [], globalThis.opened = 0, globalThis.cancels = [],
    electron.shell.showItemInFolder = () => void globalThis.opened++,
    electron.dialog.showMessageBox = (...args) => {
      globalThis.asked.push(args.at(-1));
      return new Promise((resolve) =>
        cancels.push(() => resolve({ response: args.at(-1).cancelId, checkboxChecked: false })));
    })`);
  const help = (name: string) => app.page(`void location.assign('/_holdfast/help/${name}')`);
  for (const name of ['clearData', 'noGraphics', 'clearData', 'restart', 'folder', 'restart', 'folder'])
    await help(name);
  const path = '/_holdfast/help/noGraphics';
  await app.main(`void electron.app.emit('second-instance', {}, ['x', 'holdfast://open${path}'], '')`);
  await until('its address', async () => (await app.page('location.pathname')) === path);
  await app.shows('404');
  const contents = `void location.assign('/_holdfast/help/contents')`;
  for (let times = 0; times < 2; times += 1)
    await app.main(`void electron.BrowserWindow.fromId(1).webContents.executeJavaScript("${contents}")`);
  const titles = () =>
    app.main<string[]>(`electron.BrowserWindow.getAllWindows().map((one) => one.getTitle())`);
  await expect.poll(titles).toContain(`${en.privacy.contentsTitle} – Holdfast`);
  expect(await titles()).toHaveLength(2);
  await app.shows(en.privacy.contentsTitle);
  await app.press(en.dialogs.close);
  await windows(1);
  const questions = [en.start.clearQuestion, 'Restart', en.errorPage.help.folder];
  expect((await asked(app)).map(({ message }) => message)).toEqual(questions);
  await app.main('cancels.forEach((cancel) => cancel())');
  expect(await app.main('globalThis.opened')).toBe(0);
  await go('/');
  await app.shows('The start page');
  expect(await app.page(`localStorage.getItem('draft')`)).toBe('mine');
});

it("404 follows the system's colours, copies its details, and works by keyboard alone, with a visible focus", async () => {
  await go('/nowhere');
  await expectPage('404', NOT_FOUND);
  for (const value of ['dark', 'light'] as const) {
    await inColours(app, value);
    expect(await faultsOf(app)).toEqual([]);
    expect(background(await pictureOf(app))).toBe(value === 'dark' ? '#15171b' : '#ffffff');
  }
  await inColours(app);
  await app.page(`document.querySelector('summary').click()`);
  await app.press(en.errorPage.copyDetails);
  await app.shows('Copied');
  expect(await app.main('electron.clipboard.readText()')).toMatch(new RegExp(`404[\\s\\S]*${NOT_FOUND}`));
  await app.page('document.activeElement?.blur()');
  await go('/nowhere');
  await app.shows('404', en.errorPage.copyDetails);
  const names: string[] = [];
  const before = await picture();
  for (let step = 0; step < 4; step++) {
    await pressTab(app);
    names.push(await app.page('document.activeElement?.textContent'));
  }
  // They are open still.
  const { home, tryAgain, details, copyDetails } = en.errorPage;
  expect(names).toEqual([home, tryAgain, details, copyDetails]);
  expect(await picture()).not.toBe(before);
});

it('the page of an exception asks about reports, opens the diagnostics, and clears saved data after a question', async () => {
  await go('/');
  await app.shows('The start page');
  await app.page(`document.getElementById('render')?.click()`);
  await app.shows(PAGE_FAILED, en.errorPage.question, CLEAR);
  expect(await found(app)).toEqual([
    ...['main', 'alert', `heading: ${en.fault.script.title}`, `button: ${en.errorPage.tryAgain}`, 'status'],
    ...[`heading: ${en.errorPage.moreHelp}`, `link: ${en.errorPage.help.diagnostics}`, `button: ${CLEAR}`],
    ...[`DisclosureTriangle: ${en.errorPage.details}`, `link: ${en.errorPage.help.contents}`],
    ...[`button: ${en.errorPage.sendReports}`, `button: ${en.errorPage.sendNothing}`],
  ]);
  expect(await app.page(`document.activeElement.getAttribute('role')`)).toBe('alert');
  await reachesAll(app);
  await holds(app);
  expect(await faultsOf(app)).toEqual([]);
  await app.click(en.errorPage.help.diagnostics);
  await app.shows(en.diagnostics.check);
  await closeOthers();
  await app.shows(PAGE_FAILED);
  await answerDialogs(app, 'Cancel');
  await app.click(CLEAR);
  await expect.poll(() => asked(app)).toMatchObject([{ message: en.start.clearQuestion }]);
});

it('the diagnostics', async () => {
  await choose(app, 'diagnostics');
  await app.shows(en.diagnostics.forSupport, 'Checked at');
  expect(await app.page('document.activeElement.textContent')).toBe(en.diagnostics.save);
  const { save, copy, check, forSupport, title } = en.diagnostics;
  expect((await found(app)).map((one) => one.replace(/\d+ problems?/, 'n problems'))).toEqual([
    ...['main', `heading: ${title}`, 'region: n problems found', 'heading: n problems found'],
    ...[`button: ${save}`, `button: ${copy}`, `button: ${check}`, `DisclosureTriangle: ${forSupport}`],
  ]);
  await reachesAll(app);
  await holds(app);
  // Pages without script have no buttons but forms and links.
  await app.page(`document.querySelector('[value=copy]').focus()`);
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  for (const type of ['keyDown', 'keyUp']) await send(app, 'Input.dispatchKeyEvent', { type, ...enter });
  await app.shows('Copied');
  await closeOthers();
});

it('Privacy', async () => {
  await openPrivacy(app);
  const { heading, ask, on, off, nothingSaved, forgetQuestion, erase } = en.privacy;
  const { clearQuestion, clear } = en.start;
  const row = (name: string, ...buttons: string[]) => [
    ...[`region: ${name}`, `heading: ${name}`, ...buttons.map((button) => `button: ${button}`)],
  ];
  await pressInPrivacy(app, 'erase');
  await openPrivacy(app);
  expect(await app.page('document.title')).toBe(`${en.privacy.deleted} – Privacy – Holdfast`);
  expect(await app.page('document.activeElement.name')).toBe('cancel');
  expect(await found(app)).toEqual([
    ...['main', 'heading: Privacy', ...row(heading, ask, on, off, en.errorPage.help.contents)],
    ...[...row(nothingSaved), ...row(forgetQuestion, erase)],
    ...[...row(clearQuestion, clear), `button: ${en.dialogs.close}`],
  ]);
  expect(await faultsOfCopy(app)).toEqual([]);
  await reachesAll(app);
  await holds(app);
  await closeOthers();
});

it('the sign-in form, which connects a refusal with its field', async () => {
  await go('/');
  await app.shows('The start page');
  await app.page(`document.getElementById('data').value = '/data?answer=1'`);
  // A page asks again only after a press.
  await app.press('Go to data');
  const { server: asks, username, password, refused } = en.authentication;
  await app.shows(asks.heading);
  const form = (problem: string[], description: string) => [
    ...['main', `heading: ${asks.heading}`, `textbox: ${username}${description}`],
    ...[`textbox: ${password}`, ...problem, `button: ${en.errorPage.signIn}`, `button: ${en.dialogs.cancel}`],
  ];
  await refuses(app, form, refused, 'username');
  await closeOthers();
});

it('the find bar', async () => {
  await choose(app, 'find');
  const buttons = [en.find.previous, en.find.next, en.find.close].map((name) => `button: ${name}`);
  const expected = ['search', `textbox: ${en.find.label}`, 'status', ...buttons];
  await expect.poll(() => found(over(app))).toEqual(expected);
  await reachesAll(over(app));
  // It closes, and might not answer.
  await over(app).page(`void setTimeout(() => document.querySelector('button:last-of-type').click())`);
  await expect.poll(() => app.windows()).toHaveLength(1);
});

it("main's own error page, with a script and without", async () => {
  await openNothing(app);
  await expectPage('404', NOT_FOUND);
  const withoutScript = async () => {
    await send(app, 'Emulation.setScriptExecutionDisabled', { value: true });
    await app.replacedBy(() => send(app, 'Page.reload'));
    await app.shows('404', `${NOT_FOUND}.`);
    const controls = await found(app);
    expect(controls).toContain(`link: ${en.errorPage.tryAgain}`);
    expect(controls).not.toContain(`button: ${en.errorPage.copyDetails}`);
    await send(app, 'Emulation.setScriptExecutionDisabled', { value: false });
    return await faultsOf(app);
  };
  await expect.poll(() => withoutScript().catch(String)).toEqual([]);
});

it('the page of a crash, which runs no script, offers safe mode after a question', async () => {
  await go('/');
  await app.shows('The start page');
  await until('a page about the crash', async () => {
    if ((await app.text()).includes(en.fault.otherCrash.title)) return true;
    // Spares that page itself, also while it loads: without it there is only a native dialog.
    await app.main(`electron.BrowserWindow.getAllWindows().forEach(({ webContents }) =>
      webContents.getURL().includes('/_holdfast/') || webContents.isLoadingMainFrame() || webContents.forcefullyCrashRenderer())`);
    return false;
  });
  const ways = `[...document.querySelectorAll('.fault-ways > *, .fault-help > :is(a, button)')]
    .filter((one) => one.checkVisibility()).map((one) => one.textContent)`;
  const { tryAgain, help } = en.errorPage;
  expect(await app.page(ways)).toEqual([tryAgain, help.diagnostics, SAFE_MODE, CLEAR]);
  await answerDialogs(app, 'Cancel');
  await app.click(SAFE_MODE);
  await expect.poll(() => asked(app)).toMatchObject([{ message: en.start.safeQuestion }]);
  await app.shows(en.fault.otherCrash.title);
});
