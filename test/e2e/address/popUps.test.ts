/** Windows that a server's pages open: as in a browser, with `opener`, and each with what the app's own window has. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fakeBrowser } from '../../support/browser.ts';
import { clickAt, type } from '../../support/input.ts';
import { lineSays } from '../../support/line.ts';
import { answerDialogs, asked, choose } from '../../support/menu.ts';
import { html, type Origin, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { CLOCK, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const [shop, other, stranger] = [
  await startOrigin(usual),
  await startOrigin(usual),
  await startOrigin(usual),
];
const browser = await fakeBrowser();
const app = await watch({
  env: browser.env,
  prelude: `${CLOCK}
    const { setToolTip } = electron.Tray.prototype;
    electron.Tray.prototype.setToolTip = function (tip) {
      Object.assign(globalThis, { tray: this, tip });
      setToolTip.call(this, tip);
    };
    // Only some desktops have such numbers.
    globalThis.badges = [];
    electron.app.setBadgeCount = (count) => badges.push(count) > 0;`,
  settings: { signInHosts: [other.url], spelling: true },
  config: { web: { address: shop.url }, desktop: { badge: true, tray: true, closeToTray: true } },
});
await app.shows('The shop at /');
afterAll(async () => {
  // Quitting closes these first, although none holds anything.
  for (const name of ['one', 'two']) {
    await press(`open('/${name}', '${name}', 'width=300,height=200')`);
    await until('a window', () =>
      main(`windows.some((one) => one.webContents.getURL().endsWith('/${name}'))`),
    );
  }
  await main('void setTimeout(() => electron.app.quit(), 100)');
  expect(await app.gone()).toBe(0);
});
beforeEach(async () => {
  shop.answer = usual;
  await inPage(0, `void (window.isOld = true, setTimeout(() => location.assign('/')))`);
  await until('the page', () =>
    inPage(0, `!window.isOld && document.readyState === 'complete'`).catch(() => false),
  );
});
afterEach(async () => {
  await main('void windows.slice(1).forEach((window) => window.destroy())');
  await until('one window', async () => (await main('windows.length')) === 1);
});

/** Runs an expression in main with `windows`, the oldest first. */
const main = <T>(expression: string) =>
  app.main<T>(
    `((windows) => ${expression})(electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id))`,
  );
const inPage = <T>(index: number, expression: string) =>
  main<T>(`windows[${index}].webContents.executeJavaScript(${JSON.stringify(expression)})`);
const contents = (index: number) =>
  `electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)[${index}].webContents`;

async function press(code: string, index = 0): Promise<void> {
  await inPage(
    index,
    `void (window.isPressed = false, addEventListener('mousedown', () => { window.result = (() => { ${code} })(); window.isPressed = true; }, { once: true }))`,
  );
  // Chromium drops presses right after a page has loaded, and does not say until when.
  await until('the press', async () => {
    await clickAt(app, { x: 300, y: 300 }, { contents: contents(index) });
    // The press may have led to another page.
    return await inPage(index, 'window.isPressed !== false').catch(() => true);
  });
}
const opens = (index: number, title: RegExp | string) =>
  until(`window ${index} with ${title}`, async () => {
    // A page that is replaced meanwhile never answers.
    if (!(await main(`windows[${index}]?.isVisible() && !windows[${index}].webContents.isLoading()`)))
      return false;
    const seen = await main<string>(
      `windows[${index}].webContents.mainFrame.executeJavaScript('document.body.innerText')`,
    ).catch(() => '');
    return (typeof title === 'string' ? seen.includes(title) : title.test(seen)) && seen;
  });
const isGone = (index: number) => until('its end', () => main(`windows.length === ${index}`));
const SUBMIT = (target: string, action: string, inner: string) => `
  const form = Object.assign(document.createElement('form'), { target: '${target}', method: 'post', action: '${action}', enctype: 'multipart/form-data' });
  form.innerHTML = ${JSON.stringify(inner)};
  document.body.append(form);
  const file = form.querySelector('input[type=file]');
  if (file) {
    const data = new DataTransfer();
    data.items.add(new File(['of the file'], 'one.txt'));
    file.files = data.files;
  }
  form.submit();`;

it('a window and its opener reach each other; it has the size that its page wants', async () => {
  await press(`
    window.chosen = (value, of) => { window.result2 = value; of.close(); };
    window.child = open('/add', 'id_author', 'height=500,width=640,resizable=yes,scrollbars=yes');
    return child !== null && child.closed === false;`);
  await opens(1, 'The shop at /add');
  expect(await inPage(0, '[result, child.location.pathname]')).toEqual([true, '/add']);
  expect(await main('windows[1].getSize()')).toEqual([640, 500]);
  expect(await main('windows[1].getTitle()')).toBe('Shop – Holdfast');
  const seen = await inPage(1, '[name, typeof holdfast, typeof require]');
  expect(seen).toEqual(['id_author', 'object', 'undefined']);
  await press(`open('/deeper', 'deeper', 'width=400,height=400')`, 1);
  await opens(2, 'The shop at /deeper');
  await inPage(2, 'void setTimeout(close)');
  await isGone(2);
  await inPage(1, `void setTimeout(() => opener.chosen('Ann', window))`);
  await isGone(1);
  expect(await inPage(0, '[result2, child.closed, location.pathname]')).toEqual(['Ann', true, '/']);
});

it('an empty window is its opener’s to fill, and one of a Blob shows it', async () => {
  await press(
    `const page = open(''); page.document.write('<title>Bill</title><p>The bill'); return page.document.title`,
  );
  await opens(1, 'The bill');
  expect(await inPage(0, 'result')).toBe('Bill');
  await press(`open(URL.createObjectURL(new Blob(['<p>The report'], { type: 'text/html' })))`);
  await opens(2, 'The report');
});

it('a form with a target sends its fields and its files to a window', async () => {
  const bodies: string[] = [];
  shop.answer = (request, response) => {
    if (request.method !== 'POST') return usual(request, response);
    void text(request).then((body) => {
      bodies.push(body);
      html(PAGE(`${request.method} ${request.url}`))(request, response);
    });
  };
  await press(SUBMIT('_blank', '/print', '<input name="note" value="typed"><input type="file" name="file">'));
  await opens(1, 'The shop at POST /print');
  expect(bodies).toEqual([
    expect.stringMatching(/name="note"\s+typed[\s\S]*filename="one.txt"[\s\S]*of the file/),
  ]);
  expect(await inPage(0, 'location.pathname')).toBe('/');
});

it('each press opens one window, and none opens without', async () => {
  await press(`return ['/one', '/two'].map((path) => open(path, path) === null)`);
  await opens(1, 'The shop at /one');
  // The second one is a page of the app, which comes in the window.
  await opens(0, 'The shop at /two');
  expect(await inPage(0, `open('') === null`)).toBe(true);
  expect(await main('windows.length')).toBe(2);
});

/** How a page opens a window for a file. */
const FOR_A_FILE = {
  'open(file)': `open('/file')`,
  "open(''), then the file": `open('').location = '/file'`,
  "open(''), and the file later": `const page = open(''); setTimeout(() => { page.location = '/file'; }, 300)`,
  'a form': `const form = Object.assign(document.createElement('form'), { method: 'post', action: '/file', target: '_blank' });
    document.body.append(form); form.submit()`,
  'a link': `Object.assign(document.createElement('a'), { href: '/file', target: '_blank' }).click()`,
};
const files: Origin['answer'] = (request, response) => {
  if (request.url === '/nothing') return void response.writeHead(204).end();
  if (request.url !== '/file') return usual(request, response);
  response.writeHead(200, { 'Content-Disposition': 'attachment; filename=file.csv' }).end('a,b');
};
const saves = () =>
  app.main(`(() => {
    globalThis.saved = 'no';
    electron.dialog.showSaveDialog = async () => ({ filePath: require('node:path').join(electron.app.getPath('userData'), 'saved') });
    electron.session.defaultSession.once('will-download', (_event, item) => {
      if (!item.getSavePath()) item.setSavePath(require('node:path').join(electron.app.getPath('userData'), 'saved'));
      item.once('done', (_ended, state) => { globalThis.saved = state; });
    });
  })()`);

it.each(Object.entries(FOR_A_FILE))('a window for a file goes when that begins: %s', async (_name, code) => {
  await saves();
  shop.answer = files;
  await press(code);
  await until('the file', () => app.main(`globalThis.saved === 'completed'`));
  await isGone(1);
  expect(await inPage(0, 'location.pathname')).toBe('/');
});

it('one for what has no page leaves none empty', async () => {
  shop.answer = files;
  await press(`return open('/nothing') !== null`);
  await until('the request', () => shop.asked.includes('/nothing'));
  await isGone(1);
  expect(await inPage(0, '[result, location.pathname]')).toEqual([true, '/']);
});

it('if its page fails to load, an error page says so, tells when it tries again, and does', async () => {
  let isLost = true;
  shop.answer = (request, response) =>
    isLost && request.url === '/late' ? void request.socket.resetAndDestroy() : usual(request, response);
  await press(`open('/late', 'late', 'width=700,height=600')`);
  await opens(1, en.fault.load.connectionLost.title);
  await opens(1, /Reconnecting in \d/);
  expect(await inPage(0, 'location.pathname')).toBe('/');
  isLost = false;
  await opens(1, 'The shop at /late');
  expect(await main('windows[1].getSize()')).toEqual([700, 600]);
});

it('an expired session signs in at its host in one, and comes back to its address', async () => {
  let isSignedIn = false;
  shop.answer = (request, response) => {
    if (request.url === '/back') isSignedIn = true;
    const to = request.url === '/back' ? '/invoice?id=1' : `${other.url}/login`;
    if (isSignedIn && request.url !== '/back') return usual(request, response);
    response.writeHead(302, { Location: to }).end();
  };
  await press(`window.child = open('/invoice?id=1', 'invoice')`);
  await opens(1, 'The shop at /login');
  expect(await main('windows.length')).toBe(2);
  expect(await inPage(1, '[location.origin, typeof holdfast]')).toEqual([other.url, 'undefined']);
  await inPage(1, `void setTimeout(() => location.assign('${shop.url}/back'))`);
  await opens(1, 'The shop at /invoice?id=1');
  expect(await inPage(1, 'holdfast.telemetry.settings().then(() => typeof holdfast)')).toBe('object');
  expect(await inPage(0, '[child.closed, location.pathname]')).toEqual([false, '/']);
});

it.each([
  ['at once', `window.child = open('${'ID'}/authorize', 'id', 'width=480,height=600')`],
  [
    'from an empty window',
    `window.child = open('about:blank', 'id', 'width=480,height=600'); setTimeout(() => child.location = '${'ID'}/authorize', 200)`,
  ],
])('a sign-in in one, %s, tells its opener what came of it', async (_name, code) => {
  await inPage(0, `void (onmessage = ({ data, origin }) => { window.told = [data, origin]; })`);
  await press(code.replaceAll('ID', other.url));
  await opens(1, 'The shop at /authorize');
  expect(await main('windows[1].getTitle()')).toBe(`${new URL(other.url).host} – Sign In – Holdfast`);
  const seen = await inPage(1, '[typeof holdfast, typeof require, opener !== null]');
  expect(seen).toEqual(['undefined', 'undefined', true]);
  await inPage(1, `void opener.postMessage('token', '*')`);
  await until('the token', () => inPage(0, 'Boolean(window.told)'));
  expect(await inPage(0, 'told')).toEqual(['token', other.url]);
  // Or it leads back, where its opener reads the address.
  await inPage(1, `void setTimeout(() => location.assign('${shop.url}/done#code=7'))`);
  await opens(1, 'The shop at /done');
  await inPage(0, 'void (window.code = child.location.hash, child.close())');
  await isGone(1);
  expect(await inPage(0, '[code, child.closed, location.pathname]')).toEqual(['#code=7', true, '/']);
});

it('a sign-in in one neither leads nor reads the page that opened it, and opens no window', async () => {
  await press(`window.child = open('${other.url}/evil', 'id', 'width=480,height=600')`);
  await opens(1, 'The shop at /evil');
  await inPage(
    0,
    `void (window.isOld = true, window.name = 'the app', document.body.append(Object.assign(document.createElement('iframe'), { src: '/inner', name: 'inner' })))`,
  );
  await until('its frame', () => shop.asked.includes('/inner'));
  // A press opens one window; it may lead and read as often as it likes.
  const script = `javascript:void (document.title = "phish")`;
  const places = ['/phish', `${shop.url}/phish`, `${stranger.url}/phish`, 'app://shell/', script];
  const leads = places.map((to) => `opener.location = '${to}'`);
  const all = [
    ...[`opener.frames[0].location = '${shop.url}/phish'`, 'opener.history.back()', ...leads],
    `opener.top.location.replace('${shop.url}/phish')`,
    ...['opener.document.title', 'opener.holdfast'].map((what) => `window.read = ${what}`),
  ];
  await press(
    all.map((code, at) => `setTimeout(() => { try { ${code} } catch {} }, ${at * 100})`).join('; '),
    1,
  );
  for (const code of [
    `open('${shop.url}/phish', 'the app')`,
    `open('${shop.url}/phish', 'inner')`,
    SUBMIT('the app', `${shop.url}/phish`, '<input name="a">'),
    SUBMIT('inner', `${shop.url}/phish`, '<input name="a">'),
    `window.read = open('${shop.url}/phish', '', 'width=300')`,
    `window.read = open('')`,
  ])
    await press(`try { ${code} } catch {}`, 1);
  // By now each would have begun.
  await press('return 7', 1);
  expect(await inPage(1, `String(window.read ?? 'nothing')`)).toBe('nothing');
  expect(await inPage(0, '[isOld, location.pathname, document.title]')).toEqual([true, '/', 'Shop']);
  expect(await main('windows.length')).toBe(2);
  expect([...shop.asked, ...other.asked, ...stranger.asked].filter((path) => path === '/phish')).toEqual([]);
  expect(await inPage(0, `open('${other.url}/late', 'late', 'width=300') === null`)).toBe(true);
  // As in a browser it closes what opened it: that comes back.
  await inPage(1, 'void setTimeout(() => opener.close())');
  await opens(1, /The shop at \/$/m);
  expect(await main('windows[1].webContents.getURL()')).toBe(`${shop.url}/`);
  await main('void windows[0].destroy()');
});

it('a link opens a window beside its page, without an opener; if its process ends, it comes back, and the app’s window stays', async () => {
  await press(`Object.assign(document.createElement('a'), { href: '/help', target: '_blank' }).click()`);
  await opens(1, 'The shop at /help');
  expect(await inPage(1, 'opener')).toBe(null);
  await inPage(0, 'void (window.isOld = true)');
  await main('void process.kill(windows[1].webContents.getOSProcessId(), "SIGKILL")');
  const loads = () => shop.asked.filter((path) => path === '/help').length;
  await until('the page again', () => loads() > 1 && main('!windows[1].webContents.isLoading()'));
  await opens(1, 'The shop at /help');
  expect(await inPage(0, '[isOld, location.pathname]')).toEqual([true, '/']);
});

it('Back, Forward and Reload mean the window in front; typed text in it is left only after a question', async () => {
  await press(`open('/first', 'first')`);
  await opens(1, 'The shop at /first');
  await inPage(0, 'void (window.isOld = true)');
  await inPage(1, `void setTimeout(() => location.assign('/second'))`);
  await opens(1, 'The shop at /second');
  for (const [id, path] of [
    ['back', '/first'],
    ['forward', '/second'],
    ['reload', '/second'],
  ]) {
    await inPage(1, 'void (window.isOld = true)');
    await main(
      `void electron.Menu.getApplicationMenu().getMenuItemById('${id}').click({}, windows[1], windows[1].webContents)`,
    );
    await until('the page', () => inPage(1, '!window.isOld').catch(() => false));
    await opens(1, `The shop at ${path}`);
  }
  expect(await inPage(0, '[isOld, location.pathname]')).toEqual([true, '/']);
  await inPage(1, `document.querySelector('#name').focus()`);
  await type(app, 'a', contents(1));
  await until('the text', () => inPage(1, `document.querySelector('#name').value === 'a'`));
  await answerDialogs(app, en.dialogs.leaving.stay);
  for (const [at, leave] of ['windows[1].close()', 'electron.app.quit()'].entries()) {
    await main(`void setTimeout(() => ${leave})`);
    await until('the question', async () => (await asked(app)).length > at);
    expect(await inPage(1, `document.querySelector('#name').value`)).toBe('a');
  }
  await answerDialogs(app, en.dialogs.leaving.leave);
  await main('void windows[1].close()');
  await isGone(1);
});

it('no page of another server comes into one, by an address, a link, a redirect or its opener', async () => {
  shop.answer = (request, response) =>
    request.url?.startsWith('/away')
      ? void response.writeHead(302, { Location: `${stranger.url}/redirected` }).end()
      : usual(request, response);
  await press(`window.child = open('/inside', 'inside')`);
  await opens(1, 'The shop at /inside');
  const refused = (place: string) =>
    until(`the refusal of ${place}`, async () => app.stderr().includes(`wanted to open ${place}`));
  await inPage(0, `void (child.location = '${stranger.url}/by-opener')`);
  await refused(stranger.url);
  await inPage(1, `void setTimeout(() => location.assign('${stranger.url}/by-link'))`);
  await inPage(1, `void setTimeout(() => location.assign('/away'))`);
  await until('the request', () => shop.asked.includes('/away'));
  for (const to of ['app://shell/_holdfast/diagnostics', 'file:///etc/passwd', 'data:text/html,x'])
    await inPage(0, `void (child.location = '${to}')`).catch(String);
  await inPage(1, `void setTimeout(() => location.assign('/last'))`);
  await opens(1, 'The shop at /last');
  // Of one that begins with the redirect, the error page names the host.
  await press(`open('/away/first', 'first')`);
  await opens(2, new URL(stranger.url).host);
  expect(await inPage(2, 'location.protocol')).toBe('app:');
  await press(`return open('${stranger.url}/popped', 'popped') === null`);
  await until('the browser', async () => (await browser.opened()).includes(`${stranger.url}/popped`));
  expect(await inPage(0, 'result')).toBe(true);
  expect(stranger.asked).toEqual([]);
});

it('closed, the window waits in the tray, which says how many messages are unread, until a click there', async () => {
  shop.answer = html(PAGE('inbox').replace('<title>Shop', '<title>(3) Inbox'));
  await inPage(0, `void setTimeout(() => location.assign('/inbox'))`);
  await until('the number', () => app.main(`tip === '(3) Holdfast' && badges.at(-1) === 3`));
  const seen = () => main('[windows[0].isVisible(), windows[0].getBounds()]');
  const [, bounds] = (await seen()) as [boolean, Electron.Rectangle];
  await answerDialogs(app);
  await main('void windows[0].close()');
  await until('the end of the window', async () => !((await seen()) as [boolean])[0]);
  await main(`void tray.emit('click')`);
  // X11 tells where it is a moment after it is there.
  await expect.poll(seen).toEqual([true, bounds]);
  expect(await inPage(0, 'location.pathname')).toBe('/inbox');
  expect(await asked(app)).toEqual([]);
  // A page may count by itself; where Electron shows no number that does nothing.
  expect(await inPage(0, 'navigator.setAppBadge(7)')).toBe(undefined);
  await choose(app, 'desktop-badge');
  expect(await app.main('[tip, badges]')).toEqual(['Holdfast', [3, 0]]);
  await choose(app, 'desktop-tray');
  expect(await app.main('tray.isDestroyed()')).toBe(true);
  const kept = JSON.parse(await readFile(join(app.userData, 'desktop.json'), 'utf8'));
  expect(kept).toMatchObject({ badge: false, tray: false });
});

it('files go to Downloads without a question, each under a name of its own, if the user wants that', async () => {
  const folder = join(app.userData, 'Downloads');
  await mkdir(folder);
  await app.main(
    `(electron.app.setPath('downloads', ${JSON.stringify(folder)}), electron.dialog.showSaveDialog = () => { throw new Error('asked'); }, 0)`,
  );
  await choose(app, 'desktop-downloads');
  shop.answer = files;
  for (const name of ['file.csv', 'file (1).csv']) {
    await press(`location.assign('/file')`);
    const read = () => readFile(join(folder, name), 'utf8').catch(String);
    await until(name, async () => (await read()) === 'a,b');
    await lineSays(app, `${en.dialogs.download.done} – ${name}`);
  }
  expect(await readdir(folder)).toHaveLength(2);
});

it.runIf(process.platform === 'linux')('the menu says that there is nothing for spelling', async () => {
  const labels = `electron.Menu.getApplicationMenu().items.flatMap(({ submenu }) => submenu?.items ?? []).map(({ label }) => label)`;
  expect(await app.main(labels)).toContain(en.desktop.noDictionary);
});
