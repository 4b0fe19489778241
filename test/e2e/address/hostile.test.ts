import { beforeEach, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { pause } from '../../support/app.ts';
import { fakeBrowser } from '../../support/browser.ts';
import { CONTENTS, clickAt } from '../../support/input.ts';
import { pressInLine } from '../../support/line.ts';
import { answerDialogs, asked, choose } from '../../support/menu.ts';
import { html, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { CLOCK, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { DOORS, NOTES_MESSAGES, refusedTo, sendAs } from '../security/doors.ts';

/** Records where pages wanted to go, and what they wanted to save, after the app's own listeners. */
const LISTEN = `(() => {
  globalThis.noted = { ways: [], saves: [] };
  const note = ({ url, isMainFrame, defaultPrevented }) => void noted.ways.push([url, isMainFrame, defaultPrevented]);
  for (const name of ['will-redirect', 'will-frame-navigate']) ${CONTENTS}.on(name, note);
  electron.dialog.showSaveDialog = async () => ({ filePath: '' });
  electron.session.defaultSession.on('will-download', (event, item) => {
    noted.saves.push({ refused: event.defaultPrevented, held: item.isPaused() });
    if (!item.getSavePath())
      item.setSavePath(require('node:path').join(electron.app.getPath('userData'), 'saved-' + noted.saves.length));
  });
})()`;

const shop = await startOrigin(usual);
const browser = await fakeBrowser();
const app = await watch({
  env: browser.env,
  settings: { permissions: ['geolocation'] },
  prelude: NOTES_MESSAGES + CLOCK,
  durations: { retryMs: 500, pressedMs: 1_000 },
  config: { web: { address: shop.url } },
});
await app.shows('The shop at /');
await app.main(LISTEN);
await app.main(`electron.app.setPath('downloads', ${JSON.stringify(browser.folder)})`);
beforeEach(() => {
  shop.answer = usual;
});

type Way = [url: string, isMainFrame: boolean, isRefused: boolean];
const refused = (url: string, isMainFrame: boolean) =>
  until(`the refusal of ${url}`, async () =>
    (await app.main<Way[]>('noted.ways')).some(([to, main, no]) => to === url && main === isMainFrame && no),
  );
const go = (to: string) => app.page(`void setTimeout(() => location.assign('${to}'))`);
const frame = (src: string) =>
  app.page(`void document.body.append(Object.assign(document.createElement('iframe'), { src: '${src}' }))`);

it('no redirect leads to a page of the shell, or to a file of this computer', async () => {
  const target = 'app://shell/_holdfast/diagnostics';
  shop.answer = (request, response) =>
    request.url?.startsWith('/to')
      ? void response.writeHead(302, { Location: target }).end()
      : usual(request, response);
  await go('/to/page');
  await refused(target, true);
  await app.shows(en.fault.load.address.title);
  await choose(app, 'start');
  await app.shows('The shop at /');
  await frame('/to/frame');
  await refused(target, false);
  expect(await app.page('location.href')).toBe(`${shop.url}/`);
  shop.answer = (_request, response) =>
    void response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
  await go('/file');
  await app.shows('ERR_UNSAFE_REDIRECT');
  shop.answer = usual;
  await app.click('Try again');
  await app.shows('The shop at /file');
});

it('its service worker comes between no page and the shell, and reads nothing of it', async () => {
  const paths = ['/', '/_holdfast/diagnostics', '/_holdfast/refused', '/_next/data/b/x.json', '/api/x'];
  const script = `
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => {
      if (/_holdfast|^app:/.test(event.request.url)) event.respondWith(new Response('of the worker'));
    });
    addEventListener('message', async ({ source }) => source.postMessage(await Promise.allSettled([
      ...${JSON.stringify([...paths, '/_holdfast/envelope'])}.map((path) => fetch('app://shell' + path)),
      clients.openWindow('app://shell/_holdfast/diagnostics'),
      source.navigate('app://shell/_holdfast/diagnostics'),
      Promise.resolve().then(() => registration.showNotification('x')),
    ])));
  `;
  shop.answer = (request, response) =>
    request.url === '/worker.js'
      ? void response.setHeader('Content-Type', 'text/javascript').end(script)
      : usual(request, response);
  await app.page(`navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)`);
  await until('the worker', () => app.page('Boolean(navigator.serviceWorker.controller)'));
  const tried = await app.page<{ status: string }[]>(`new Promise((resolve) => {
    navigator.serviceWorker.onmessage = ({ data }) => resolve(data.map(({ status }) => ({ status })));
    navigator.serviceWorker.controller.postMessage('');
  })`);
  expect(new Set(tried.map(({ status }) => status))).toEqual(new Set(['rejected']));
  // The tunnel is still main's.
  const posted = `fetch('app://shell/_holdfast/envelope', { method: 'POST' }).then(({ status }) => status)`;
  expect(await app.page(posted)).toBe(403);
});

/** The event of a message of a frame. */
const eventOf = (frame: string) => `{ sender: ${CONTENTS}, senderFrame: ${frame} }`;

const LAX = 'allow-scripts allow-popups allow-downloads allow-forms allow-modals';
const UPLOAD = PAGE('asks', `<a href="/on" style="position: fixed; inset: 0">On</a>`);
const FRAMING = `<iframe sandbox="${LAX}" allow="camera; geolocation; screen-wake-lock" srcdoc="<p>In a frame"></iframe>`;
/** Where each one who asks is shown, and main's expression for its frame. */
const PLACES = {
  server: ['/asks', html(PAGE('asks')), `${CONTENTS}.mainFrame`],
  opaque: [
    '/upload',
    html(UPLOAD, 200, { 'Content-Security-Policy': `sandbox ${LAX}` }),
    `${CONTENTS}.mainFrame`,
  ],
  frame: ['/framing', html(PAGE('asks', FRAMING)), `${CONTENTS}.mainFrame.frames[0]`],
} as const;

it.each(['server', 'opaque', 'frame'] as const)('what passes for %s without a press', async (asker) => {
  const [path, page, frameOf] = PLACES[asker];
  shop.answer = (request, response) => (request.url === path ? page : usual)(request, response);
  // A page without an origin leads nowhere without a press.
  await app.main(`${CONTENTS}.loadURL('${shop.url}${path}')`);
  await app.shows('The shop at asks');
  await until('its frame', () => app.main(`Boolean(${frameOf})`));
  expect(await sendAs(app, `[${eventOf(frameOf)}]`, refusedTo(asker))).toEqual([]);
  // A press of an earlier test opens one window.
  await app.main(`${frameOf}.executeJavaScript("open('')?.close()").then(() => 0)`);
  await until('one window', () => app.main('electron.BrowserWindow.getAllWindows().length === 1'));
  await answerDialogs(app, 'none of them');
  const passed: string[] = [];
  for (const { door, name, who, press, code } of DOORS) {
    const isOpen = who.includes(asker) && !press;
    const [ways, saves] = await app.main<number[]>('[noted.ways.length, noted.saves.length]');
    // What a busy window never answers passes nothing.
    const tries = `Promise.race([(async () => ${code(shop.url)})().catch(() => 'refused'),
        new Promise((done) => setTimeout(done, ${isOpen ? 5_000 : 1_000}, 'refused'))])`;
    const result = await app.main<unknown>(`${frameOf}.executeJavaScript(${JSON.stringify(tries)})`);
    const isPassed = async () => {
      if (result === 'passed' || result === 'refused') return result === 'passed';
      if (door === 'question') return (await asked(app)).length > 0;
      if (await app.main<boolean>('electron.BrowserWindow.getAllWindows().length > 1')) return true;
      if (door === 'download')
        return app.main<boolean>(
          `noted.saves.slice(${saves}).some(({ refused, held }) => !refused && !held)`,
        );
      return app.main<boolean>(`noted.ways.slice(${ways}).some(([, isMain, refused]) => isMain && !refused)`);
    };
    if (isOpen) await until(`${door} ${name}`, isPassed);
    // What it tried comes before this.
    else
      await app.page(
        `fetch('/fence').then(() => new Promise((done) => setTimeout(done, 100))).catch(() => 0)`,
      );
    if (await isPassed()) passed.push(name);
    if (door === 'navigation') await until('a page', () => app.page(`document.readyState === 'complete'`));
  }
  expect(passed).toEqual(
    DOORS.filter(({ who, press }) => who.includes(asker) && !press).map(({ name }) => name),
  );
  // The window asks about files that nobody pressed for.
  const isAsked = await app.main<boolean>('noted.saves.splice(0).some(({ held }) => held)');
  if (isAsked) await pressInLine(app, en.dialogs.download.save);
});

it('an upload that its server sandboxes has no bridge, and its links lead on after a click', async () => {
  const [path, page] = PLACES.opaque;
  shop.answer = (request, response) => (request.url === path ? page : usual)(request, response);
  await app.main(`${CONTENTS}.loadURL('${shop.url}${path}')`);
  await app.shows('The shop at asks');
  const seen = await app.page('[origin, location.origin, typeof holdfast]');
  expect(seen).toEqual(['null', shop.url, 'undefined']);
  await clickAt(app, { x: 300, y: 300 });
  await app.shows('The shop at /on');
});

it('a frame that could not lead the window in a browser does not lead it by a window that it opens', async () => {
  const open = (path: string) => `<script>open('${shop.url}${path}')</script>`;
  shop.answer = (request, response) =>
    request.url === '/framed' ? html(open('/by-frame'))(request, response) : usual(request, response);
  const framed = (attributes: object) =>
    app.page(`void Object.assign(
      document.body.appendChild(document.createElement('iframe')), ${JSON.stringify(attributes)})`);
  await clickAt(app, { x: 300, y: 300 });
  await framed({ sandbox: 'allow-scripts allow-popups', src: '/framed' });
  await framed({ sandbox: 'allow-scripts allow-popups', srcdoc: open('/by-text') });
  await until('the refusal', () => app.stderr().includes('A frame that is not of the app wanted to open'));
  await until('two frames', async () => (await app.page('frames.length')) === 2);
  expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
  expect(shop.asked).not.toContain('/by-frame');
  await app.page(`void open('/by-page')`);
  await until('the page', () => shop.asked.includes('/by-page'));
  expect(shop.asked).not.toContain('/by-text');
  await app.main(
    `void electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id).slice(1).forEach((one) => one.destroy())`,
  );
  await app.page(`void document.querySelectorAll('iframe').forEach((one) => one.remove())`);
});

it('its frames have no bridge, and main takes no message of theirs, nor those that only the shell sends', async () => {
  await frame('/framed');
  await until('the frame', () =>
    app.page(`frames[0]?.location.pathname === '/framed' && frames[0].document.body !== null`),
  );
  const seen = await app.page('[typeof frames[0].holdfast, typeof frames[0].require]');
  expect(seen).toEqual(['undefined', 'undefined']);
  expect(await sendAs(app, `[${eventOf(`${CONTENTS}.mainFrame.frames[0]`)}]`)).toEqual([]);
  for (const channel of refusedTo('server'))
    expect(app.stderr()).toContain(`A message on ${channel} was refused`);
  await app.shows('The shop at');
});

it('neither a meta tag, a header, a document nor a flood leads further than a link', async () => {
  const refreshed = ['app://shell/_holdfast/diagnostics?refresh', 'holdfast://open/x', 'data:text/html,x'];
  for (const to of refreshed) {
    shop.answer = (request, response) =>
      request.url === '/refresh'
        ? html(PAGE('refresh'), 200, { Refresh: `0; url=${to}` })(request, response)
        : usual(request, response);
    await go('/refresh');
    // Chromium itself refuses data:.
    if (!to.startsWith('data:')) await refused(to, true);
    await app.shows('The shop at refresh');
  }
  shop.answer = html(PAGE('isolated'), 200, {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Clear-Site-Data': '"*"',
    'Content-Security-Policy': "img-src 'none'; report-uri app://shell/_holdfast/refused /reported",
  });
  await go('/isolated');
  await app.shows('The shop at isolated');
  const seen = await app.page('[crossOriginIsolated, typeof holdfast, typeof require]');
  expect(seen).toEqual([true, 'object', 'undefined']);
  await app.page(`void (new Image().src = '/picture')`);
  await until('the report', () => shop.asked.includes('/reported'));
  expect(app.stderr()).not.toContain('The content security policy has refused');
  // A frame that takes the page's address by document.open.
  expect(
    await app.page(`(() => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.contentDocument.open();
      frame.contentDocument.write('<script>parent.seen = [typeof holdfast, location.href]</scr' + 'ipt>');
      return seen;
    })()`),
  ).toEqual(['undefined', `${shop.url}/isolated`]);
  await app.page(`void [...Array(20).keys()].map((at) => Object.assign(
    document.body.appendChild(document.createElement('iframe')), { src: 'data:application/x-y,' + at }))`);
  await until('the refusals', async () => (await app.main<unknown[]>('noted.saves')).length >= 20);
  // One question about all of them, which opens no dialog.
  // Notices of files that were saved before go by themselves.
  await expect.poll(() => app.main('electron.webContents.getAllWebContents().length')).toBe(2);
  await pressInLine(app, en.dialogs.download.save);
  await app.main('void (noted.saves = [])');
});

it('it neither moves the window nor makes it smaller', async () => {
  const bounds = () => app.main(`electron.BrowserWindow.getAllWindows()[0].getBounds()`);
  const before = await bounds();
  await app.main(`void (globalThis.moves = 0, ${CONTENTS}.on('content-bounds-updated', () => moves++))`);
  await app.page('void (resizeTo(10, 10), moveTo(-5000, -5000))');
  await until('what it wants', async () => (await app.main<number>('moves')) > 0);
  expect(await bounds()).toEqual(before);
});

it('however often it says that it is lost, main takes one picture at a time', async () => {
  await app.main(`void (globalThis.pictures = { now: 0, most: 0 }, (() => {
    const contents = ${CONTENTS};
    const capture = contents.capturePage.bind(contents);
    contents.capturePage = async (...args) => {
      pictures.most = Math.max(pictures.most, (pictures.now += 1));
      try { return await capture(...args); } finally { pictures.now -= 1; }
    };
  })())`);
  await app.page(`void [...Array(500)].forEach(() => holdfast.lost({ kind: 'script', detail: 'x' }))`);
  await until('the pictures', () => app.main<boolean>('pictures.most > 0 && pictures.now === 0'));
  expect(await app.main<number>('pictures.most')).toBeLessThan(8);
});

it('however often it signs out, main does so once at a time', async () => {
  await app.main(`void (globalThis.ends = 0, (() => {
    const { defaultSession } = electron.session;
    const clear = defaultSession.clearStorageData.bind(defaultSession);
    defaultSession.clearStorageData = (options) => (ends += 1, clear(options));
  })())`);
  await app.replacedBy(() => app.page(`void [...Array(300)].forEach(() => holdfast.signOut())`));
  await app.shows('The shop at');
  // Each loads the page again, the last one too.
  let ends = 0;
  await until('the last of them', async () => {
    const before = ends;
    await pause(500);
    ends = await app.main<number>('ends');
    return ends === before && !(await app.main<boolean>(`${CONTENTS}.isLoading()`));
  });
  expect(ends).toBeLessThan(8);
});

it('whatever it calls without end, main hears no more than its budget of that, and counts the rest', async () => {
  // Two load the page again: signOut is above, retry is a reload. The others only listen.
  const flood = `(async () => {
    const began = performance.now();
    const objects = [holdfast, holdfast.telemetry, ...Object.values(__SENTRY_IPC__)];
    const functions = objects.flatMap((one) => Object.entries(one)).filter(([name, one]) =>
      typeof one === 'function' && !/^on[A-Z]|^(?:traceCalls|signOut|retry)$/.test(name));
    let rejected = 0;
    for (const [, one] of functions)
      for (let at = 0; at < 10_000; at++) one('x')?.catch?.(({ message }) => { rejected += /was dropped/.test(message); });
    await holdfast.telemetry.settings().catch(() => 0);
    return { names: functions.map(([name]) => name), rejected, seconds: (performance.now() - began) / 1000 };
  })()`;
  const rss = () => app.main<number>('process.memoryUsage().rss / 1e6');
  const before = await rss();
  await app.main('void (heard.count = 0)');
  const { names, rejected, seconds } = await app.page<{ names: string[]; rejected: number; seconds: number }>(
    flood,
    60_000,
  );
  expect(names).toEqual(expect.arrayContaining(['ready', 'lost', 'invoke', 'report', 'sendScope']));
  expect(await app.main<number>('heard.count')).toBeLessThan(5_100 + 1_000 * seconds);
  expect(rejected).toBeGreaterThan(0);
  expect((await rss()) - before).toBeLessThan(100);
  await until('the count', () => app.stderr().includes('the page sends more than main takes'));
});

it('a sign-in at a host that the configuration does not name is asked about, and comes back', async () => {
  const id = await startOrigin(usual);
  await answerDialogs(app, 'Continue');
  await go(`${id.url}/authorize?client_id=shop`);
  await app.shows('The shop at /authorize');
  expect((await asked(app)).map(({ message }) => message)).toEqual([`Sign in at ${new URL(id.url).host}?`]);
  expect(await app.page('typeof holdfast')).toBe('undefined');
  await go(`${shop.url}/`);
  await app.shows('The shop at /');
  expect(await app.page('typeof holdfast')).toBe('object');
});
