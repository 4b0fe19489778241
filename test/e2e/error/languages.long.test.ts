/**
 * Every fault in every language, in a window of 380 pixels: no text is cut or covered. The last one has no
 * accessibility faults, and the keyboard reaches its controls in reading order.
 */
import { expect, it, onTestFinished } from 'vitest';
import { isRetried } from '../../../electron/shared/fault.ts';
import { helpFor } from '../../../electron/shared/help.ts';
import { faultsOf, pressTab } from '../../support/accessible.ts';
import { everyFault, tellFaults } from '../../support/everyFault.ts';
import { LANGUAGES } from '../../support/languages.ts';
import { send } from '../../support/onPage.ts';
import { watch } from '../../support/recovery.ts';

const FAULTS = everyFault(Date.UTC(2100, 0, 1));

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
const OPERATED = `[...document.querySelectorAll('a[href], button, summary')]
  .filter((one) => one.checkVisibility()).map((one) => one.textContent)`;

it.each(LANGUAGES)('%s', async (language) => {
  const app = await watch({ args: [`--lang=${language}`] });
  onTestFinished(async () => void (await app.stop()));
  const { page } = app;
  await app.shows('404');
  const tell = await tellFaults(app);
  // High enough that the question at the bottom of the window covers nothing.
  const metrics = { width: 380, height: 1_400, deviceScaleFactor: 1, mobile: false };
  await send(app, 'Emulation.setDeviceMetricsOverride', metrics);
  const wrong: unknown[] = [];
  for (const found of FAULTS) {
    // A report's id shows that the page displays it.
    const reportId = found.id;
    const retryAt = isRetried(found) ? Date.now() + 600_000 : null;
    await tell({ fault: { ...found, reportId }, retryAt, ask: true, help: helpFor(found) }, reportId);
    const here = await page<string[]>(WRONG);
    if (here.length > 0) wrong.push([found.kind, found.code, here]);
  }
  expect(wrong).toEqual([]);
  expect(await faultsOf(app)).toEqual([]);
  const all = await page<string[]>(`(document.activeElement.blur(), ${OPERATED})`);
  const passed: string[] = [];
  for (const _ of all) {
    await pressTab(app);
    passed.push(await page('document.activeElement.textContent'));
  }
  expect(passed).toEqual(all);
});
