/** Pages of a web build that is not ours: the page script is all of Holdfast that they have. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { foreignPage } from '../../support/foreignApp.ts';
import { type Ingest, type ReceivedEvent, startIngest } from '../../support/ingest.ts';
import { reportOf, type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

let ingest: Ingest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

let app: Watched | undefined;
afterEach(async () => {
  expect(await app?.stop()).toBe(0);
  app = undefined;
});

const thrownIn = ({ exception }: ReceivedEvent) => exception?.values[0]?.value;
/** The reports of what was thrown with this text. */
const reportsOf = (text: string) => ingest.events().filter((one) => thrownIn(one) === text);

const start = async (body: string, script: string, readyMs = 8_000) => {
  app = await watch({ ingest, alter: foreignPage(body, script), durations: { readyMs, lookMs: 200 } });
  return app;
};

const BUTTONS = `<h1>Orders</h1><input id="name">
<button id="handler">handler</button><button id="promise">promise</button><button id="empty">empty</button>`;
const FAILING = `
  const on = (id, listener) => document.getElementById(id).addEventListener('click', listener);
  on('handler', () => { throw new Error('thrown in a handler'); });
  on('promise', () => void Promise.reject(new Error('rejected')));
  on('empty', () => { document.body.replaceChildren(); throw new Error('left nothing'); });
`;

it('an exception in a handler, and a rejected promise, leave the page and what was typed, and are reported once', async () => {
  const page = await start(BUTTONS, FAILING);
  await page.shows('Orders');
  await page.page(`document.getElementById('name').value = 'Ada'`);
  for (const [id, text] of [
    ['handler', 'thrown in a handler'],
    ['promise', 'rejected'],
  ] as const) {
    await page.page(`document.getElementById('${id}').click()`);
    const [report] = await until('the report', () =>
      reportsOf(text).length > 0 ? reportsOf(text) : undefined,
    );
    expect(report?.exception?.values[0]?.mechanism).toMatchObject({ handled: false });
  }
  // Longer than the page gets to show something again.
  await page.page('new Promise((resolve) => setTimeout(resolve, 2_500))');
  expect(await page.page(`document.getElementById('name').value`)).toBe('Ada');
  expect([...reportsOf('thrown in a handler'), ...reportsOf('rejected')]).toHaveLength(2);
});

it('an exception that leaves nothing on the screen is shown, with the id of its report; Try again brings the page', async () => {
  const page = await start(BUTTONS, FAILING);
  await page.shows('Orders');
  // After main's own look at it.
  await page.page('new Promise((resolve) => setTimeout(resolve, 1_000))');
  await page.page(`document.getElementById('empty').click()`);
  const shown = await page.shows('Application error: a client-side exception has occurred', 'Report id');
  expect(thrownIn(await reportOf(shown, ingest))).toBe('left nothing');
  expect(reportsOf('left nothing')).toHaveLength(1);
  await page.click('Try again');
  await page.shows('Orders');
});

it('a page that throws before it has painted anything shows the exception', async () => {
  const page = await start('<div id="root"></div>', `throw new Error('thrown at the start')`);
  const shown = await page.shows('Application error: a client-side exception has occurred', 'Report id');
  expect(thrownIn(await reportOf(shown, ingest))).toBe('thrown at the start');
});

it('an error of a page that is slow to start does not take its place', async () => {
  const page = await start(
    '<div id="root"></div>',
    `setTimeout(() => { document.getElementById('root').innerHTML = '<h1>Late, but here</h1>'; }, 2_500);
     Promise.reject(new Error('thrown early'));`,
  );
  await page.shows('Late');
  await until('the report', () => reportsOf('thrown early').length > 0);
  await page.page('new Promise((resolve) => setTimeout(resolve, 3_000))');
  await page.shows('Late');
});

it('a page that stays white is a fault', async () => {
  const page = await start('<div id="root"></div>', '', 2_000);
  await page.shows('not-ready', 'The page didn’t start');
});

it.each([
  ['controls alone', '<input><button></button>'],
  ['nothing, on purpose', '<script src="/_holdfast/none.js"></script>'],
])('a page with %s is ready', async (what, body) => {
  const empty = `document.documentElement.dataset.holdfastMayBeEmpty = ''`;
  const page = await start(body, what.startsWith('nothing') ? empty : '', 2_000);
  await until('the page', () => page.page('document.title === "Foreign"'));
  const loaded = await page.page<number>('performance.timeOrigin');
  await page.page('new Promise((resolve) => setTimeout(resolve, 4_000))');
  // Nothing took its place, and it was not loaded again.
  expect(await page.page('performance.timeOrigin')).toBe(loaded);
});

it("the SDK's functions are there for the page's own code, from its first line on", async () => {
  const page = await start(
    '<h1>Orders</h1>',
    `holdfastTelemetry.setTag('team', 'shop');
     globalThis.id = holdfastTelemetry.captureException(new Error('caught early'));`,
  );
  await page.shows('Orders');
  const event = await ingest.event(await page.page<string>('globalThis.id'));
  expect(event).toMatchObject({ tags: { team: 'shop' } });
  expect(thrownIn(event)).toBe('caught early');
});
