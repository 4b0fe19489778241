/**
 * Every fault in every language, in a window of 380 pixels: no text is cut or covered. The last one has no
 * accessibility faults, and the keyboard reaches its controls in reading order.
 */
import { readdirSync } from 'node:fs';
import axe from 'axe-core';
import { afterEach, expect, it } from 'vitest';
import { CHANNELS } from '../../../electron/shared/channels.ts';
import { isRetried } from '../../../electron/shared/fault.ts';
import { helpFor } from '../../../electron/shared/help.ts';
import { TEXTS_FOLDER } from '../../../electron/tool/build/textsPlugin.ts';
import { everyFault } from '../../support/everyFault.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const LANGUAGES = readdirSync(TEXTS_FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));

const FAULTS = everyFault(Date.UTC(2100, 0, 1));

let app: Watched | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

/** Main sends the page only what the test says, and the test reads the id of the fault on the page. */
const MUTED = `(() => {
  const { webContents } = electron.BrowserWindow.getAllWindows()[0];
  globalThis.tell = webContents.send.bind(webContents);
  webContents.send = (_channel, status) => { globalThis.shown = status.fault.id; };
  webContents.reload();
})()`;

/** In the page: text outside the window, cut, or under another text, and a heading's word on two lines. */
const WRONG = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('script, style, .fault-spoken') || !element.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push({ node, element, boxes: [...range.getClientRects()].filter(({ width }) => width > 1) });
  }
  const said = ({ node }) => node.data.trim().slice(0, 60);
  const outside = texts.filter(({ boxes }) => boxes.some(({ left, right }) => left < 0 || right > innerWidth));
  const cut = texts.filter(({ element }) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow !== 'visible' && !element.closest('pre'));
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  const covered = texts.flatMap((one, at) => texts.slice(at + 1).flatMap((other) =>
    one.boxes.some((a) => other.boxes.some((b) => meets(a, b))) ? [said(one) + ' / ' + said(other)] : []));
  const broken = [...document.querySelectorAll('h1, .fault-heading')].flatMap(({ firstChild: node }) =>
    [...new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' }).segment(node.data)].filter(({ segment, index, isWordLike }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      // Chinese breaks between any two characters.
      return isWordLike && !document.querySelector(':lang(zh)') && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    }).map(({ segment }) => 'broken: ' + segment));
  return [...broken, ...outside.map((one) => 'outside: ' + said(one)), ...cut.map((one) => 'cut: ' + said(one)), ...covered.map((both) => 'covered: ' + both)];
})()`;

/** In the page: what the keyboard reaches. */
const OPERATED = `[...document.querySelectorAll('a[href], button, summary')].filter((one) => one.checkVisibility())`;

it.each(LANGUAGES)('%s', async (language) => {
  app = await watch({ args: [`--lang=${language}`] });
  const { main, page, browser } = app;
  await app.shows('404');
  await main(MUTED);
  const id = await until('a fault on the page', () => main<string>('globalThis.shown'));
  const { sessionId } = (await app.newest()) ?? {};
  // High enough that the question at the bottom of the window covers nothing.
  const metrics = { width: 380, height: 1_400, deviceScaleFactor: 1, mobile: false };
  await browser.send('Emulation.setDeviceMetricsOverride', metrics, { sessionId });
  const wrong: unknown[] = [];
  for (const found of FAULTS) {
    // A report's id shows that the page displays it.
    const reportId = found.id;
    const retryAt = isRetried(found) ? Date.now() + 600_000 : null;
    const status = { fault: { ...found, id, reportId }, retryAt, ask: true, help: helpFor(found) };
    await main(`tell('${CHANNELS.faultStatus}', ${JSON.stringify(status)})`);
    await until(found.kind, () => page(`document.body.textContent.includes('${reportId}')`));
    const here = await page<string[]>(WRONG);
    if (here.length > 0) wrong.push([found.kind, found.code, here]);
  }
  expect(wrong).toEqual([]);
  await page(`${axe.source};0`);
  const faulty = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`;
  expect(await page(faulty)).toEqual([]);
  const all = await page<string[]>(
    `(document.activeElement.blur(), ${OPERATED}.map((one) => one.textContent))`,
  );
  const passed: string[] = [];
  for (const _ of all) {
    const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
    for (const type of ['keyDown', 'keyUp'])
      await browser.send('Input.dispatchKeyEvent', { type, ...key }, { sessionId });
    passed.push(await page('document.activeElement.textContent'));
  }
  expect(passed).toEqual(all);
});
