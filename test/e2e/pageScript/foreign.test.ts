/** Pages of a foreign web build: the page script is all that they have of Holdfast. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../support/app.ts';
import { type Payload, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { reportOf, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { foreignPage } from '../../support/webBuild.ts';
import { PAGE_FAILED } from '../../support/words.ts';

const thrownIn = ({ exception }: Payload) => exception?.values[0]?.value;
/** The reports of exceptions with this text. */
const reportsOf = (text: string) => ingest.events().filter((one) => thrownIn(one) === text);

/** The page's own script, by path. */
const SCRIPT = `
const root = document.getElementById('root');
const pages = {
  '/'() { root.innerHTML = '<h1>Orders</h1>'; },
  '/throws'() { throw new Error('thrown at the start'); },
  '/late'() {
    setTimeout(() => { root.innerHTML = '<h1>Late, but here</h1>'; }, 2_500);
    Promise.reject(new Error('thrown early'));
  },
  '/nothing'() { document.documentElement.dataset.holdfastMayBeEmpty = ''; },
};
pages[location.pathname]();`;

const go = (path: string) =>
  app.main(`void electron.BrowserWindow.getAllWindows()[0].loadURL('app://shell${path}').catch(() => 0)`);
/** Waits until the page is this old, in ms. */
const aged = (ms: number) =>
  app.page(`new Promise((resolve) => setTimeout(resolve, ${ms} - performance.now()))`);

const READY_MS = 5_000;

const ingest = await startEnvelopeServer();
const alter = foreignPage('<div id="root"></div>', SCRIPT);
const app = await watch({ ingest, alter, durations: { readyMs: READY_MS, lookMs: 200 } });

describe('a page', () => {
  it('that throws before its first paint shows the exception', async () => {
    await app.shows('Orders');
    await go('/throws');
    const shown = await app.shows(PAGE_FAILED, 'Report ID');
    expect(thrownIn(await reportOf(shown, ingest))).toBe('thrown at the start');
  });

  it('that starts slowly is not replaced by its error', async () => {
    await go('/late');
    await app.shows('Late');
    await until('the report', () => reportsOf('thrown early').length > 0);
    await app.page('new Promise((resolve) => setTimeout(resolve, 3_000))');
    await app.shows('Late');
  });

  const BLANK = stripTypeScriptTypes(
    readFileSync(join(PROJECT, 'renderer', 'page', 'blank.ts'), 'utf8'),
  ).replaceAll('export ', '');

  /** Which of these bodies are blank, or covered. Styles are in `data-css`: the policy refuses them in markup. */
  const blankOf = (bodies: readonly string[], ask = 'isBlank') =>
    app.page<string[]>(`(async () => {
      ${BLANK}
      const blank = [];
      for (const body of ${JSON.stringify(bodies)}) {
        document.body.innerHTML = body;
        for (const one of document.querySelectorAll('[data-css]')) one.style.cssText = one.dataset.css;
        for (const one of document.querySelectorAll('[data-shadow]'))
          one.attachShadow({ mode: one.dataset.shadow }).innerHTML = '<p>inside</p>';
        await new Promise(requestAnimationFrame);
        if (${ask}(document)) blank.push(body);
      }
      return blank;
    })()`);

  const NOTHING = [
    '',
    '<div id="root"></div>',
    '<div id="root">\n  \t</div><script>text</script><style>p { color: red }</style><noscript>Turn it on</noscript>',
    '<template><p>text</p></template>',
    '<p hidden>text</p>',
    '<div data-css="display: none"><p>text</p><img alt="x" width="20" height="20"></div>',
    '<p data-css="visibility: hidden">text</p>',
    '<div data-css="opacity: 0"><p>text</p></div>',
    '<p data-css="position: absolute; width: 1px; height: 1px; overflow: hidden">for screen readers</p>',
    '<div data-css="height: 100vh; background: #eee"><div data-css="height: 40px; background: #fff"></div></div>',
    '<iframe width="0" height="0" data-css="border: 0"></iframe><canvas width="0" height="0"></canvas>',
    '<input type="hidden" value="x">',
    '<main data-holdfast-frame><h1>Starting</h1></main>',
  ];
  const OVER = '<p>text</p><div data-css="position: fixed; inset: 0; background: #fff"></div>';
  const NOT_OVER = [
    OVER.replace('></', '>over it</'),
    OVER.replace('inset: 0', 'inset: 0 0 50% 0'),
    '<p>text</p>',
  ];
  const SOMETHING = [
    'text',
    '<div id="root"><div><div><p>text</p></div></div></div>',
    '<p data-css="margin-top: 5000px">below</p>',
    '<div data-css="visibility: hidden">no<p data-css="visibility: visible">text</p></div>',
    '<img alt="x" width="20" height="20">',
    '<canvas width="20" height="20"></canvas>',
    '<svg width="20" height="20"></svg>',
    '<input>',
    '<button></button>',
    '<iframe></iframe>',
    '<div data-shadow="open"></div>',
    '<app-root data-shadow="closed" data-css="display: block"></app-root>',
  ];

  it('counts as empty or not by its parts; one that may be empty says so', async () => {
    // Main's look at this page, which might find it blank meanwhile, is over then.
    await aged(2_000);
    expect(await blankOf([...NOTHING, ...SOMETHING])).toEqual(NOTHING);
    // A document before its first element: main may look at one while a page loads, and no page may fail for that.
    const none = `document.implementation.createDocument(null, '')`;
    expect(await app.page(`(() => { ${BLANK} return isBlank(${none}); })()`)).toBe(true);
    await app.page(`document.documentElement.dataset.holdfastMayBeEmpty = ''`);
    expect(await blankOf([''])).toEqual([]);
    expect(await blankOf([OVER], 'isCovered')).toEqual([]);
    await app.page('delete document.documentElement.dataset.holdfastMayBeEmpty');
  });

  it('is covered by something over the whole window that shows nothing', async () => {
    expect(await blankOf([OVER, ...NOT_OVER], 'isCovered')).toEqual([OVER]);
  });
});

it('a page whose time is up is ready if it may be empty', async () => {
  await app.replacedBy(() => go('/nothing'));
  const loaded = await app.page<number>('performance.timeOrigin');
  // Longer than `readyMs` and the time for a sign of life after it.
  await aged(READY_MS + 2_500);
  // Nothing replaced it, and it was not loaded again.
  expect(await app.page('performance.timeOrigin')).toBe(loaded);
});
