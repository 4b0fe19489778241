/** A typed server whose sign-in is at a host that no configuration names: the question, and what a hostile server makes of it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { fakeBrowser } from '../../support/browser.ts';
import { CONTENTS, clickAt, type } from '../../support/input.ts';
import { answerDialogs, asked, choose, pressInPrivacy } from '../../support/menu.ts';
import { html, type Origin, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { until } from '../../support/until.ts';

/** Before a test says what to answer: Cancel. */
const CANCELS = `
  globalThis.asked = [];
  electron.dialog.showMessageBox = async (...args) => {
    asked.push(args.at(-1));
    return { response: args.at(-1).cancelId };
  };
`;
/** Notes where frames went, after the app's own listeners. */
const NOTES = `(() => {
  globalThis.ways = [];
  for (const name of ['will-redirect', 'will-frame-navigate'])
    ${CONTENTS}.on(name, ({ url, defaultPrevented }) => void ways.push([url, defaultPrevented]));
})()`;

/** The app as it was started last. */
let now: Screen;

const back = () => encodeURIComponent(`${shop.url}/back`);
/** The shop, whose sign-in is at the other server. Its page says who is signed in. */
const signsIn: Origin['answer'] = (request, response) => {
  const to = (Location: string, headers = {}) => void response.writeHead(302, { Location, ...headers }).end();
  const { pathname } = new URL(request.url ?? '', shop.url);
  if (pathname === '/login') return to(`${id.url}/authorize?redirect_uri=${back()}`);
  // An open redirect.
  if (pathname === '/away') return to(`${id.url}/away?next=x`);
  if (pathname === '/back') return to('/', { 'Set-Cookie': 'who=ann; HttpOnly' });
  html(PAGE(`home, ${request.headers.cookie ?? 'nobody'}`, '<input autofocus>'))(request, response);
};

const [shop, id] = await Promise.all([startOrigin(usual), startOrigin(usual)]);
const browser = await fakeBrowser();
const userData = fileFolder();
await writeFile(
  join(userData, 'server.json'),
  JSON.stringify({ format: 1, address: `${shop.url}/`, servers: [{ address: `${shop.url}/` }] }),
);
shop.answer = signsIn;
const app = await watch({
  ...{ env: browser.env, userData, restarts: true, prelude: CANCELS },
  config: { web: { address: 'ask' } },
});
now = app;
await now.shows('The shop at home, nobody');
await now.main(NOTES);
beforeEach(() => {
  shop.answer = signsIn;
  id.answer = usual;
});

const hostOf = ({ url }: Origin) => new URL(url).host;
const run = (code: string) => now.page(`void setTimeout(() => { ${code} })`);
const go = (address: string) => run(`location.assign('${address}')`);
const press = () => clickAt(now, { x: 300, y: 300 });
/** Waits until the user has been asked so often since the last answers. */
const questions = async (count: number) => {
  await until(`question ${count}`, async () => (await asked(now)).length >= count);
  return (await asked(now)).map(({ message }) => message);
};
const refused = (url: string) =>
  until(`the refusal of ${url}`, () =>
    now.main<boolean>(`ways.some(([to, isRefused]) => to === '${url}' && isRefused)`),
  );
it('names the host, and stays on No; then each question takes a press', async () => {
  await go('/login');
  expect(await questions(1)).toEqual([`Sign in at ${hostOf(id)}?`]);
  const [{ detail, buttons = [], defaultId = 0 } = {}] = await asked(now);
  expect(detail).toContain(`${hostOf(shop)} sends you there.`);
  expect(buttons[defaultId]).toBe('Cancel');
  await go('/login');
  await until('the second refusal', () => app.stderr().includes('is not asked about'));
  expect(await now.text()).toContain('The shop at home, nobody');
  expect(await now.page('location.href')).toBe(`${shop.url}/`);
  expect(id.asked).toEqual([]);
  await answerDialogs(now, 'Open in the browser');
  await press();
  await go('/login');
  await until('the browser', async () => (await browser.opened()).length > 0);
  expect(await browser.opened()).toEqual([`${id.url}/authorize?redirect_uri=${back()}`]);
});

it('asks about no open redirect, frame or pop-up, and once at a time', async () => {
  await now.main(`void (globalThis.asked = [], electron.dialog.showMessageBox = (...args) => {
    asked.push(args.at(-1));
    return new Promise((resolve) => { globalThis.answer = () => resolve({ response: args.at(-1).cancelId }); });
  })`);
  // The test before led the window to where the frame leads.
  await now.main('void (globalThis.ways = [])');
  await press();
  await go('/away');
  await refused(`${id.url}/away?next=x`);
  await run(`document.body.append(Object.assign(document.createElement('iframe'), { src: '/login' }))`);
  await refused(`${id.url}/authorize?redirect_uri=${back()}`);
  expect(await now.page(`open('${id.url}/pop-up?client_id=1')`)).toBe(null);
  const many = (name: string) => `${id.url}/${name}?client_id=1`;
  // The press above has opened the open redirect's address in the browser.
  await press();
  await run(`for (let at = 0; at < 50; at += 1) location.assign('${many('first')}&' + at)`);
  await questions(1);
  await now.main('answer()');
  await press();
  await go(many('last'));
  await questions(2);
  await now.main('answer()');
  expect(await now.text()).toContain('The shop at home, nobody');
  expect(id.asked).toEqual([]);
});

it('Continue leads there, after the page’s own question; back at the server, the user is signed in', async () => {
  await answerDialogs(now, 'Continue', 'Leave');
  await press();
  await now.page(`document.querySelector('input').focus()`);
  await type(now, 'draft');
  await until('the text', async () => (await now.page(`document.querySelector('input').value`)) === 'draft');
  await go(`${id.url}/authorize?redirect_uri=${back()}`);
  await now.shows('The shop at /authorize');
  expect(await questions(2)).toEqual([`Sign in at ${hostOf(id)}?`, 'Leave this page?']);
  await now.page(`void (document.title = 'Shop')`);
  expect(await now.page('[typeof holdfast, location.origin]')).toEqual(['undefined', id.url]);
  expect(await now.main(`electron.BrowserWindow.getAllWindows()[0].getTitle()`)).toBe(
    `${hostOf(id)} – Sign In – Holdfast`,
  );
  // A page of the server without a title has not that of the sign-in.
  shop.answer = (request, response) =>
    request.url === '/untitled' ? void response.end('No title') : signsIn(request, response);
  await go(`${shop.url}/untitled`);
  await now.shows('No title');
  expect(await now.main(`electron.BrowserWindow.getAllWindows()[0].getTitle()`)).toBe('Holdfast');
  await go(`${shop.url}/back`);
  await now.shows('The shop at home, who=ann');
  expect(await now.page('typeof holdfast')).toBe('object');
  await go('/login');
  await now.shows('The shop at /authorize');
  await questions(2);
});

it('a host to which that host leads is asked about too', async () => {
  const other = await startOrigin(usual);
  id.answer = (_request, response) =>
    void response.writeHead(302, { Location: `${other.url}/cas?service=${id.url}` }).end();
  await answerDialogs(now, 'Continue');
  await go('/next');
  await now.shows('The shop at /cas');
  expect(await questions(1)).toEqual([`Sign in at ${hostOf(other)}?`]);
});

it('a restart keeps the answer', async () => {
  await now.main('void setTimeout(() => { electron.app.relaunch(); electron.app.quit(); }, 100)');
  now = await app.again();
  await now.shows('The shop at home');
  await go('/login');
  await now.shows('The shop at /authorize');
  expect(await asked(now)).toEqual([]);
});

it('deleted data does not: a start that the server leads there asks over an error page, as does Try Again', async () => {
  shop.answer = (request, response) =>
    request.headers.cookie
      ? signsIn(request, response)
      : signsIn(Object.assign(request, { url: request.url === '/back' ? '/back' : '/login' }), response);
  await pressInPrivacy(now, 'clear');
  now = await app.again();
  await now.shows('ERR_INVALID_REDIRECT');
  expect(await now.page('document.body.textContent')).toContain(`the server led to ${id.url}`);
  await questions(1);
  await answerDialogs(now, 'Continue');
  await press();
  await now.click('Try again');
  await now.shows('The shop at /authorize');
  await go(`${shop.url}/back`);
  await now.shows('The shop at home, who=ann');
});

it('Change Server forgets the hosts, also if the server is the same', async () => {
  await choose(now, 'change-server');
  await now.shows('Your server’s address');
  await now.page(`(() => {
    document.querySelector('[name=address]').value = '${shop.url}/again';
    document.querySelector('button').click();
  })()`);
  await now.shows('Use this server?');
  await now.page(`document.querySelector('button').click()`);
  now = await app.again();
  await now.shows('The shop at home');
  await go('/login');
  expect(await questions(1)).toEqual([`Sign in at ${hostOf(id)}?`]);
});
