/** The same things happen in an app with the stock SDK and in Holdfast: what reaches the server, item by item. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { PROJECT, pause } from '../../support/app.ts';
import { type EnvelopeServer, type Item, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { pageModule } from '../../support/pageModule.ts';
import { isThere, type StockApp, stockApp, withSdk } from '../../support/stockApp.ts';
import { createBench } from '../../support/telemetryApp.ts';

const CONFIG = { tracesSampleRate: 1, enableRendererProfiling: true, replays: { session: 1, onError: 1 } };
const PAGE_MODULE = `
import { browserProfilingIntegration } from '@sentry/electron/renderer';
export default (options) => ({ ...options, profilesSampleRate: 1, integrations: [browserProfilingIntegration()] });`;
const MAIN = `
import { app } from 'electron';
import { defineMain } from 'holdfast/main';
import * as sdk from 'holdfast/telemetry';
export default defineMain({});
Object.assign(globalThis, { sdk });
if (process.env.CRASH_EARLY) app.once('ready', () => process.crash());
`;

interface Side extends Pick<StockApp, 'crash' | 'start'> {
  server: EnvelopeServer;
}

/** Its name, where it is done and how (in a page `sdk` is Sentry), and whether what reached the server says it. */
type Row = [name: string, where: 'main' | 'page', code: string, got: Got];
type Got = (items: Item[], envelopes: Item[][]) => boolean;

const has =
  (type: string | RegExp, text = ''): Got =>
  (items) =>
    items.some((item) => item.type.match(type) && item.bytes.includes(text));
const together =
  (text: string): Got =>
  (_, envelopes) =>
    envelopes.some(
      (items) =>
        items.some(({ bytes, type }) => type !== 'attachment' && bytes.includes(text)) &&
        items.some(({ bytes }) => bytes.equals(Buffer.from([7, 8, 9]))),
    );
const thrown = ({ payload }: Item) =>
  (payload.exception?.values ?? []) as { value?: string; mechanism?: object }[];
const isThrown =
  (text: RegExp): Got =>
  (items) =>
    items.some((item) => item.type === 'event' && thrown(item).some(({ value = '' }) => text.test(value)));
const throws = (text: string) => `setTimeout(() => { throw new Error('${text}') })`;
const rejects = (text: string) => `void Promise.reject(new Error('${text}'))`;
const traces = (text: string) => `sdk.startSpan({ name: '${text}' }, () => 1)`;
const UTILITY = `electron.utilityProcess.fork(${JSON.stringify(join(PROJECT, 'test/support/stock/utility.cjs'))})`;
const SCOPE = '__SENTRY__[__SENTRY__.version].stack.getScope()';
const PICTURE = `{ attachments: [{ filename: 'a.png', data: new Uint8Array([7, 8, 9]) }] }`;
const dumps = (items: Item[]) =>
  items.filter(({ bytes }) => bytes.subarray(0, 4).toString() === 'MDMP').length;

/** By a pointer's real events. The SDK tells of the slowest when the page is hidden. */
const SLOW_CLICK = `
  const [window] = electron.BrowserWindow.getAllWindows();
  const { debugger: tools } = window.webContents;
  await window.webContents.executeJavaScript(\`{
    const button = Object.assign(document.createElement('button'), { id: 'slow', textContent: 'slow' });
    button.style = 'position: fixed; z-index: 9; left: 0; top: 0; width: 300px; height: 300px';
    button.addEventListener('click', () => {
      const end = Date.now() + 400;
      while (Date.now() < end);
      button.textContent = 'slower';
    });
    document.body.append(button);
  }\`);
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(500);
  tools.attach('1.3');
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
    await tools.sendCommand('Input.dispatchMouseEvent', { type, x: 100, y: 100, button: 'left', clickCount: 1 });
  await pause(1_500);
  window.hide();
  await pause(1_000);
  window.show();
  tools.detach();
  await window.webContents.executeJavaScript("document.getElementById('slow').remove()");`;

const ROWS: Row[] = [
  ['an error that a page throws', 'page', throws('page throws'), has('event', 'page throws')],
  ['a rejection in a page', 'page', rejects('page rejects'), has('event', 'page rejects')],
  [
    'an object that a page rejects',
    'page',
    `void Promise.reject({ code: 1, ofPage: 2 })`,
    isThrown(/keys: code, ofPage$/),
  ],
  ['null that a page throws', 'page', `setTimeout(() => { throw null })`, isThrown(/^(?:Uncaught )?null$/)],
  [
    'an error that a page captures, with an attachment',
    'page',
    `${SCOPE}.captureException(new Error('page captures'), ${PICTURE})`,
    together('page captures'),
  ],
  [
    "feedback of a page's user, with a picture",
    'page',
    `${SCOPE}.captureEvent({ type: 'feedback', contexts: { feedback: { message: 'page feedback' } } }, ${PICTURE})`,
    together('page feedback'),
  ],
  ['a log of a page', 'page', `sdk.logger.info('page log')`, has('log', 'page log')],
  ['a metric of a page', 'page', `sdk.metrics.count('page metric', 1)`, has('trace_metric', 'page metric')],
  ['a span of a page', 'page', traces('page span'), has('transaction', 'page span')],
  ["a page's load, with its web vitals", 'page', '', has('transaction', '"measurements":{"')],
  ['a profile of a page', 'page', '', has(/^profile/)],
  [
    'a span in no transaction, as web vitals (INP) have it',
    'page',
    `const now = Date.now() / 1000;
      const span = { span_id: 'b'.repeat(16), trace_id: 'a'.repeat(32), start_timestamp: now, timestamp: now };
      ${SCOPE}.getClient().sendEnvelope([{}, [[{ type: 'span' }, { ...span, description: 'page vital' }]]])`,
    has('span', 'page vital'),
  ],
  ['a slow click, as a web vital (INP)', 'main', SLOW_CLICK, has('span', 'ui.interaction.click')],
  ['a replay', 'page', '', has('replay_recording')],
  ['a session', 'page', '', has('session')],
  ['an error that main throws', 'main', throws('main throws'), has('event', 'main throws')],
  ['a rejection in main', 'main', rejects('main rejects'), has('event', 'main rejects')],
  ['an error that a utility process captures', 'main', UTILITY, has('event', 'utility captures')],
  ['a log of main', 'main', `sdk.logger.info('main log')`, has('log', 'main log')],
  ['a metric of main', 'main', `sdk.metrics.count('main metric', 1)`, has('trace_metric', 'main metric')],
  ['a span of main', 'main', traces('main span'), has('transaction', 'main span')],
];
/** What ends a page or the app, in their order. */
const ENDINGS = ['a native crash of a page', 'a native crash of main', 'a native crash of main at its start'];
const HANG = 'a page that hangs';

let holdfast: Side;
let stock: Side;
let limited: Side;
beforeAll(async () => {
  [holdfast, stock, limited] = await Promise.all([holdfastSide(), stockSide(), stockSide(true)]);
}, 300_000);

async function holdfastSide(): Promise<Side> {
  const server = await startEnvelopeServer();
  const bench = await createBench({ code: MAIN, config: CONFIG, files: await pageModule(PAGE_MODULE) });
  const durations = { busyMs: 10_000, lookAgainMs: 10_000 };
  const options = { ingest: server, userData: bench.folder(), durations };
  return {
    server,
    start: async () => withSdk(await bench.start(options)),
    crash: async (env) => void (await (await bench.spawn(options, env)).ended),
  };
}

async function stockSide(isLimited = false): Promise<Side> {
  const server = await startEnvelopeServer();
  return { ...(await stockApp(server.dsn, isLimited)), server };
}

function endsOf({ server }: Side): (string | undefined)[] {
  const sessions = new Map(server.items('session').map(({ payload }) => [payload.sid, payload.status]));
  return [...sessions.values()].filter((status) => status !== 'ok').sort();
}

/** Does everything on one side. Resolves to the names of what reached the server. */
async function reached(side: Side): Promise<string[]> {
  const { server } = side;
  const items = () => server.taken.flatMap((one) => one.items);
  const envelopes = () => server.taken.map((one) => one.items);
  const isGot = ([, , , got]: Row) => got(items(), envelopes());
  /** What never comes is waited for until nothing more has come for a while. */
  const quiet = async (isOver: () => boolean, patience = 20_000) => {
    const end = Date.now() + patience;
    while (!isOver() && Date.now() < end) await pause(200);
  };
  let app = await side.start();
  for (const [, where, code] of ROWS) await app[where](code);
  await quiet(() => ROWS.every(isGot));
  const found = ROWS.filter(isGot).map(([name]) => name);
  await app.main(
    `electron.dialog.showMessageBox = async (...args) => ({ response: Math.max(0, args.at(-1).buttons.indexOf('Reload')) })`,
  );
  await app.page('setTimeout(() => { const end = Date.now() + 30_000; while (Date.now() < end); })');
  const isHang = () => has('event', '"kind":"hang"')(items(), []);
  await quiet(isHang, 35_000);
  if (isHang()) found.push(HANG);
  await isThere(app);
  const crashes = [
    () => app.main('electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer()'),
    async () => {
      await app.main('setTimeout(() => process.crash(), 100)');
      await pause(3_000);
      app = await side.start();
    },
    async () => {
      await app.kill();
      await side.crash({ CRASH_EARLY: '1' });
      app = await side.start();
    },
  ];
  for (const [at, crash] of crashes.entries()) {
    const before = dumps(items());
    await crash();
    await quiet(() => dumps(items()) > before);
    if (dumps(items()) > before) found.push(ENDINGS[at] as string);
  }
  // Two runs crashed; the start after a crash sends how its session ended.
  await quiet(() => endsOf(side).length > 1);
  await app.kill();
  return found;
}

it('the page about reports says of each whether it reaches the server', async () => {
  const [theirs, ours, between] = [await reached(stock), await reached(holdfast), await reached(limited)];
  const names = [...ROWS.map(([name]) => name), HANG, ...ENDINGS];
  const lines = names.map((name) => {
    const [a, b, c] = [theirs, ours, between].map((found) => (found.includes(name) ? 'yes' : 'no'));
    return `| ${name} | ${a} | ${c} | ${b} |\n`;
  });
  const page = await readFile(join(PROJECT, 'electron', 'telemetry', 'README.md'), 'utf8');
  const [, table] = /<!-- compared -->\n(.*?)<!-- \/compared -->/s.exec(page) ?? [];
  const head = '| what happens | stock | with `holdfast/sentry` | Holdfast |\n|---|---|---|---|\n';
  expect(table).toBe(head + lines.join(''));
}, 600_000);

/** Whether an item is the event about this text: later events have it in their breadcrumbs. */
const isAbout = (text: string) => (item: Item) =>
  item.type === 'event' &&
  (item.payload.message === text || thrown(item).some(({ value = '' }) => value.includes(text)));

/** Fields of an event that decide how the server groups, counts and links it. */
function fieldsOf(side: Side, text: string) {
  const envelope = side.server.taken.find(({ items }) => items.some(isAbout(text)));
  const item = envelope?.items.find(isAbout(text));
  const trace = envelope?.header.trace ?? {};
  return {
    isThere: item !== undefined,
    level: item?.payload.level,
    mechanism: item && thrown(item).map(({ mechanism }) => mechanism),
    hasFrames: (item?.payload.exception?.values ?? []).map(({ stacktrace }) =>
      Boolean(stacktrace?.frames?.length),
    ),
    fingerprint: item?.payload.fingerprint?.map(String),
    isNumeric: Object.entries(trace)
      .filter(([name]) => /^sample_ra/.test(name))
      .map(([name, value]) => [name, Number.isFinite(Number(value))]),
    isSameTrace: trace.trace_id === item?.payload.contexts?.trace?.trace_id,
  };
}

it.each([
  'page throws',
  'page rejects',
  'keys: code, ofPage',
  'page captures',
  'main throws',
  'main rejects',
  'utility captures',
])('an event has the fields that it has with stock: %s', (text) => {
  const [theirs, ours] = [fieldsOf(stock, text), fieldsOf(holdfast, text)];
  expect(theirs.isThere, `${text}: no event of stock`).toBe(true);
  expect({ text, ...ours }).toEqual({ text, ...theirs });
});

it('sessions end as with stock, and the segments of each replay come in order', () => {
  const [theirs, ours] = [endsOf(stock), endsOf(holdfast)];
  expect(ours).toEqual(theirs);
  const segments = Object.groupBy(holdfast.server.items('replay_event'), ({ payload }) =>
    String(payload.replay_id),
  );
  for (const list of Object.values(segments)) {
    const ids = list?.map(({ payload }) => payload.segment_id ?? -1) ?? [];
    expect(ids).toEqual(ids.map((_, at) => at));
  }
});
