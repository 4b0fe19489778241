/** Links and redirects out of the app. The test replaces the browser by a program of its own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import type { AppCopy } from '../../support/brokenApp.ts';
import { type FakeBrowser, fakeBrowser } from '../../support/browser.ts';
import { copyFailingApp } from '../../support/failingApp.ts';
import { CONTENTS, click, clickAt } from '../../support/input.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const isLinux = process.platform === 'linux';
let built: AppCopy;
let browser: FakeBrowser;
let app: Watched;
let origin: Origin;
const LOGIN = 'https://login.example/in?next=1';

beforeAll(async () => {
  [built, browser, origin] = await Promise.all([
    copyFailingApp(),
    fakeBrowser(),
    startOrigin(() => undefined),
  ]);
  app = await watch({
    app: built.folder,
    env: browser.env,
    settings: { origin: origin.url, buildId: 'b1' },
  });
  await app.shows('The start page');
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await Promise.all([origin.close(), built.remove(), browser.remove()]);
});
beforeEach(async () => {
  await browser.forget();
  await app.mark();
  // The answer would come from a page that is being left.
  await app.page(`location.assign('/')`, 1_000).catch(() => undefined);
  await app.replaced();
  await app.shows('The start page');
  // Chromium drops presses right after a page has loaded, and does not say until when.
  await app.page(`void addEventListener('mousedown', () => (window.isPressed = true), { once: true })`);
  await until('a page that can be pressed', async () => {
    await clickAt(app, { x: 1, y: 1 });
    return await app.page('window.isPressed');
  });
});

const opened = () => browser.opened();

/** Puts an element over the page, and presses it with the mouse like a user. */
async function press(html: string): Promise<void> {
  await app.page(`(() => {
    document.getElementById('test')?.remove();
    const box = document.createElement('div');
    box.id = 'test';
    box.style.cssText = 'position: fixed; top: 5px; left: 5px; z-index: 9; background: white;';
    box.innerHTML = ${JSON.stringify(html)};
    document.body.append(box);
  })()`);
  await click(app, `document.getElementById('test').firstElementChild`);
}

/** Nothing else arrives if a later request has arrived. */
async function nothingButLast(): Promise<string[]> {
  await press('<a href="https://example.com/last" target="_blank">last</a>');
  await until('the last link', async () => (await opened()).includes('https://example.com/last'));
  return (await opened()).filter((one) => one !== 'https://example.com/last');
}

describe.runIf(isLinux)('opens a clicked link in the browser, and the app stays where it is', () => {
  it.each([
    [
      'in a new window',
      '<a href="https://example.com/a?b=c#d" target="_blank">x</a>',
      'https://example.com/a?b=c#d',
    ],
    ['in the window itself', '<a href="http://127.0.0.1:9/x">x</a>', 'http://127.0.0.1:9/x'],
    ['by script', `<button id="by">x</button>`, 'https://example.com/by-script'],
    [
      'to a person, with nothing that a mail program could take for a further field',
      `<a href="mailto:a@example.com?subject=x,attachment='/etc/passwd'">x</a>`,
      'mailto:a@example.com?subject=x%2Cattachment%3D%27%2Fetc%2Fpasswd%27',
    ],
  ])('%s', async (name, html, address) => {
    if (name === 'by script') {
      await app.page(`void document.addEventListener('click', () => {
        setTimeout(() => window.open('https://example.com/by-script'), 300);
      }, { once: true })`);
    }
    await press(html);
    await until('the browser', async () => (await opened()).length > 0);
    expect(await opened()).toEqual([address]);
    await app.shows('The start page');
    expect((await app.windows()).length).toBe(1);
  });

  it('works by the keyboard too', async () => {
    await app.page(`(() => {
      const link = Object.assign(document.createElement('a'), { href: 'https://example.com/key', textContent: 'x' });
      document.body.append(link);
      link.focus();
    })()`);
    for (const type of ['keyDown', 'char', 'keyUp']) {
      await app.main(
        `${CONTENTS}.sendInputEvent({ type: '${type}', keyCode: ${type === 'char' ? `'\\r'` : `'Enter'`} })`,
      );
    }
    await until('the browser', async () => (await opened()).length > 0);
    expect(await opened()).toEqual(['https://example.com/key']);
  });

  it.each<[string, Origin['answer']]>([
    [
      'page data',
      (_, response) =>
        response.end(JSON.stringify({ pageProps: { __N_REDIRECT: LOGIN, __N_REDIRECT_STATUS: 307 } })),
    ],
    ['the server', (_, response) => response.writeHead(307, { location: LOGIN }).end()],
  ])(
    'does the same for a redirect by %s after a click, which the error page shows as a link',
    async (_by, redirect) => {
      origin.answer = redirect;
      await app.page(`document.getElementById('data').value = '/data'`);
      await click(app, `document.getElementById('data')`);
      await until('the browser', async () => (await opened()).length > 0);
      await app.shows('307', 'This page is at login.example', 'sends you there', en.pages.openInBrowser);
      await click(app, `[...document.links].find(({ textContent }) => textContent.startsWith('Open'))`);
      await until('the browser again', async () => (await opened()).length > 1);
      expect(await opened()).toEqual([LOGIN, LOGIN]);
      await app.shows('307');
    },
  );
});

describe.runIf(isLinux)('opens nothing', () => {
  it('for a page that opens windows or leaves by itself, or fakes events', async () => {
    // Each press counts for one link, and this one is used.
    expect(await nothingButLast()).toEqual([]);
    await browser.forget();
    for (const code of [
      `for (let i = 0; i < 20; i++) window.open('https://example.com/' + i)`,
      `location.assign('https://example.com/leaves')`,
      `document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })); window.open('https://example.com/')`,
    ])
      await app.page(`void setTimeout(() => { ${code} })`);
    expect(await nothingButLast()).toEqual([]);
    expect(app.stderr()).toContain(
      'The page wanted to open https://example.com: refused, because the user did not press',
    );
    await app.shows('The start page');
  });
});
