/** What a screen reader and the keyboard find on the shell's pages, also in forced colours, without motion and at 400 %. address/ask.test.ts has the question for a server's address, window/downloads.test.ts a notice. */
import { afterEach, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { faultsOf, faultsOfCopy, found, holds, over, reachesAll, refuses } from '../../support/accessible.ts';
import { choose, openPrivacy, pressInPrivacy } from '../../support/menu.ts';
import { send } from '../../support/onPage.ts';
import { startOrigin } from '../../support/origin.ts';
import { copyFailingApp } from '../../support/pagesApp.ts';
import { openNothing, watch } from '../../support/recovery.ts';
import { NOT_FOUND } from '../../support/words.ts';

const server = await startOrigin((_request, response) =>
  response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Shop"' }).end(),
);
const built = await copyFailingApp();
const settings = { origin: server.url, buildId: 'b1', sentryDsn: `http://key@127.0.0.1:${server.port}/1` };
const app = await watch({ app: built.folder, settings });
await app.shows('The start page');

afterEach(async () => {
  await app.main(`electron.BrowserWindow.getAllWindows().forEach((one) => one.id === 1 || one.close())`);
  await expect.poll(() => app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
});

it('an error page with a question', async () => {
  await app.page(`document.getElementById('render')?.click()`);
  await app.shows(en.fault.script.title, en.errorPage.question, en.errorPage.help.clearData);
  const expected = [
    'main',
    'alert',
    `heading: ${en.fault.script.title}`,
    `button: ${en.errorPage.tryAgain}`,
    'status',
    `heading: ${en.errorPage.moreHelp}`,
    `link: ${en.errorPage.help.diagnostics}`,
    `button: ${en.errorPage.help.clearData}`,
    `DisclosureTriangle: ${en.errorPage.details}`,
    `link: ${en.errorPage.help.contents}`,
    `button: ${en.errorPage.sendReports}`,
    `button: ${en.errorPage.sendNothing}`,
  ];
  expect(await found(app)).toEqual(expected);
  expect(await app.page(`document.activeElement.getAttribute('role')`)).toBe('alert');
  await reachesAll(app);
  await holds(app);
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
});

it('the sign-in form, which connects a refusal with its field', async () => {
  await app.page(`void setTimeout(() => location.assign('/'))`);
  await app.shows('The start page');
  await app.page(`document.getElementById('data').value = '/data?answer=1'`);
  await app.page(`document.getElementById('data').click()`);
  const { server: asks, username, password, refused } = en.authentication;
  await app.shows(asks.heading);
  const form = (problem: string[], description: string) => [
    ...['main', `heading: ${asks.heading}`, `textbox: ${username}${description}`],
    ...[`textbox: ${password}`, ...problem, `button: ${en.errorPage.signIn}`, `button: ${en.dialogs.cancel}`],
  ];
  await refuses(app, form, refused, 'username');
});

it('the find bar', async () => {
  await choose(app, 'find');
  await expect
    .poll(() => found(over(app)))
    .toEqual([
      ...['search', `textbox: ${en.find.label}`, 'status'],
      ...[`button: ${en.find.previous}`, `button: ${en.find.next}`, `button: ${en.find.close}`],
    ]);
  await reachesAll(over(app));
  // It closes, and might not answer.
  await over(app).page(`void setTimeout(() => document.querySelector('button:last-of-type').click())`);
  await expect.poll(() => app.windows()).toHaveLength(1);
});

it("main's own error page, with a script and without", async () => {
  await openNothing(app);
  const shows404 = () => app.shows('404', `${NOT_FOUND}.`);
  await shows404();
  const withoutScript = async () => {
    await send(app, 'Emulation.setScriptExecutionDisabled', { value: true });
    await app.replacedBy(() => send(app, 'Page.reload'));
    await shows404();
    const controls = await found(app);
    expect(controls).toContain(`link: ${en.errorPage.tryAgain}`);
    expect(controls).not.toContain(`button: ${en.errorPage.copyDetails}`);
    await send(app, 'Emulation.setScriptExecutionDisabled', { value: false });
    return await faultsOf(app);
  };
  await expect.poll(() => withoutScript().catch(String)).toEqual([]);
});
