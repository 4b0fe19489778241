/** A build for a folder of a server, in the app and in a plain window of a static host: what its pages see. */
import { expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { ONE_REMOTE } from '../../support/extension/app.ts';
import { clickAt } from '../../support/input.ts';
import { plainWindow } from '../../support/plainWindow.ts';
import { watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { startStaticHost } from '../../support/staticHost.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';
import { writeFiles } from '../../support/writeFiles.ts';

const page = (name: string, more = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${more}</head>
<body><h1>${name}</h1><a href="/shop/">Start</a></body></html>`;
const ROUTER = (base: string) =>
  page('Router', `<base href="${base}"><script type="module" src="router.js"></script>`);
const ROUTED = `document.querySelector('h1').textContent =
  'Router of ' + new URL(document.baseURI).pathname + ' at ' + location.pathname;`;

/** As builds with a base are, of several generators. */
const FILES = {
  'index.html': page('Start', '<script type="module" src="/shop/assets/app.js"></script>'),
  'assets/app.js': `import('./more.js').then(({ more }) => { document.querySelector('h1').textContent += more });`,
  'assets/more.js': `export const more = ' and more';`,
  'about.html': page('About'),
  'help/index.html': page('Help', '<link rel="stylesheet" href="style.css">'),
  'help/style.css': 'h1 { color: rgb(1, 2, 3) }',
  'größe.html': page('Size'),
  'a b/c#d.html': page('Odd'),
  'UP.HTML': page('Capitals'),
  'old.htm': page('Old'),
  'map.xhtml': `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Map</title></head><body><h1>Map</h1></body></html>`,
  'part.html': '<b>A part of a page</b>',
  'data.json': '{"a":1}',
  LICENSE: 'Words',
  'de/index.html': ROUTER('/shop/de/'),
  'de/router.js': ROUTED,
  '404.html': page('Gone'),
};

const folder = fileFolder('static');
writeFiles(folder, FILES);
const host = await startStaticHost(folder, { base: '/shop/', fallbacks: { 'de/': 'de/index.html' } });
const plain = await plainWindow(`${host.url}/`);
const app = await watch({
  alter: webBuild(FILES),
  code: ONE_REMOTE,
  settings: { contentSecurityPolicy: ["script-src 'unsafe-eval'"] },
});
await app.shows('Start and more');

/** The same in both windows, without their origins. */
async function both(of: (window: Screen) => Promise<unknown>): Promise<[app: unknown, plain: unknown]> {
  const [own, other] = await Promise.all([of(app), of(plain)]);
  const clean = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('app://shell', 'ORIGIN').replaceAll(host.url, 'ORIGIN'));
  return [clean(own), clean(other)];
}

it('opens at its folder', async () => {
  const [own, other] = await both((window) => window.page('[location.href, document.title]'));
  expect(own).toEqual(['ORIGIN/shop/', 'Start']);
  expect(own).toEqual(other);
});

it.each([
  ...['/shop/', '/shop/index.html', '/shop/about', '/shop/about.html', '/shop/help', '/shop/help/', '/shop'],
  ...['/shop/help?a=1', '/shop/größe', '/shop/gr%c3%b6%C3%9Fe.html', '/shop/a%20b/c%23d.html', '/shop/de'],
  ...['/shop/UP.HTML', '/shop/up.html', '/shop/old.htm', '/shop/map.xhtml', '/shop/part.html', '/about'],
  ...['/shop/data.json', '/shop/LICENSE', '/shop/assets/app.js', '/shop/nowhere', '/shop/none.js'],
])('gives a script %s', async (path) => {
  const [own, other] = await both((window) =>
    window.page(`(async () => {
      const seen = async (answer) => {
        // What the host says about a missing file is its own.
        if (!answer.ok) return answer.status;
        const { status, redirected, url, headers } = answer;
        return [status, redirected, url, headers.get('content-type'), headers.get('content-length'), await answer.text()];
      };
      const asked = new Promise((done) => {
        const request = new XMLHttpRequest();
        request.responseType = 'document';
        request.onloadend = () => done(request.status === 200 ? [request.responseURL, request.response?.title] : request.status);
        request.open('GET', ${JSON.stringify(path)});
        request.send();
      });
      return [
        await seen(await fetch(${JSON.stringify(path)})),
        await seen(await fetch(${JSON.stringify(path)}, { method: 'HEAD' })),
        await asked,
      ];
    })()`),
  );
  expect(own).toEqual(other);
});

it.each([
  ['/shop/about', 'About'],
  ['/shop/help', 'Help'],
  ['/shop/gr%C3%B6%C3%9Fe', 'Size'],
  ['/shop/UP.HTML', 'Capitals'],
  ['/shop/old.htm', 'Old'],
  ['/shop/map.xhtml', 'Map'],
  ['/shop/de/orders/7', 'Router of /shop/de/ at /shop/de/orders/7'],
  ['/shop/nowhere', 'Gone'],
])('shows a person who follows a link to %s: %s', async (path, text) => {
  const link = `Object.assign(document.createElement('a'), { href: ${JSON.stringify(path)} })`;
  const follow = `((it) => (document.body.append(it), void setTimeout(() => it.click())))(${link})`;
  const colour = 'getComputedStyle(document.querySelector("h1")).color';
  const [own, other] = await both(async (window) => {
    await window.replacedBy(() => window.page(follow));
    await until(text, async () => (await window.text()).includes(text));
    await until('its style', () => window.page(`document.readyState === 'complete'`));
    return await window.page(`[location.href, document.contentType, ${colour}]`);
  });
  expect(own).toEqual(other);
});

it('runs code from text, if the setting allows it; its pages then call handlers that say so, and no others', async () => {
  // What DevTools evaluates itself is exempt.
  const code = `new Promise((done) => setTimeout(() => {
    try { done([eval('1 + 1'), new Function('return 2')()]); } catch ({ name }) { done(name); }
  }))`;
  const [own, other] = await both((window) => window.page(code));
  expect(own).toEqual([2, 2]);
  expect(own).toEqual(other);
  const invoke = (name: string) => app.page(`holdfast.invoke('${name}').catch(({ message }) => message)`);
  expect(await invoke('open')).toBe('told');
  expect(await invoke('closed')).toContain('may only call handlers with remote: true');
});

it('opens an empty window and one of a Blob after a press, without the bridge, and no other', async () => {
  const texts = (window: Screen) =>
    window.main<string[]>(`Promise.all(electron.BrowserWindow.getAllWindows()
      .filter((one) => one.isVisible())
      .map((one) => one.webContents.executeJavaScript('document.body.innerText + " " + typeof holdfast').catch(String))
    ).then((all) => all.map((one) => one.trim()).filter((one) => /made/.test(one)).sort())`);
  const unasked = `open('') ?? open(URL.createObjectURL(new Blob(['<p>made without a press'])))`;
  expect(await app.page(unasked)).toBe(null);
  const [own, other] = await both(async (window) => {
    await window.page(`void addEventListener('mousedown', () => {
      globalThis.opened = open('');
      opened.document.write('<p>The picture made');
    }, { once: true })`);
    await until('the press', async () => {
      await clickAt(window, { x: 300, y: 300 });
      return await window.main(
        `electron.BrowserWindow.fromId(1).webContents.executeJavaScript('globalThis.opened !== undefined')`,
      );
    });
    await until('the window', async () => (await texts(window)).length === 1);
    return await texts(window);
  });
  expect(own).toEqual(['The picture made undefined']);
  expect(own).toEqual(other);
});
