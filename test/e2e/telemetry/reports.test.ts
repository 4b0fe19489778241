/** Identity, replay, stacks and the id that the user can quote, on every report. */
import { globSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limitValues/limits.ts';
import { version } from '../../../package.json';
import { PAGES_APP } from '../../support/app.ts';
import { type Payload, readRecording, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { lacks } from '../../support/lacks.ts';
import { captureInMain, crash, createBench, isDump } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** Kinds of rrweb events, and of changes. */
const [FULL_SNAPSHOT, CHANGE, META, CUSTOM, MUTATION] = [2, 3, 4, 5, 0];
const USER = { id: 'desk-7' };
const logged: string[] = [];

const server = await startEnvelopeServer();
const bench = await createBench({
  pages: true,
  config: { initialScope: { user: USER } },
  limits: { replayFlushMinimum: 300, replayFlushMaximum: 400 },
});
const app = await bench.start({ ingest: server, settings: { policy: 'strict' } });
const { sessionId } = (await app.windows())[0] ?? {};
app.browser.on('Log.entryAdded', ({ entry }) => logged.push((entry as { text: string }).text));
// Also those from before.
await app.browser.send('Log.enable', {}, { sessionId });
const replayId = await app.recording();

const identity = ({ release, environment, user }: Payload) => ({ release, environment, user });
const OURS = { release: `holdfast@${version}`, environment: 'development', user: USER };

it('no replay is sent before an error', () => {
  expect(server.items('replay_recording')).toEqual([]);
});

it('an error in main has the replay id, and sends the replay from its beginning', async () => {
  await app.main(captureInMain('main has failed'));
  const report = await server.error('main has failed');
  expect(report.contexts?.replay).toEqual({ replay_id: replayId });
  const { payload } = await server.item('replay_event', ({ payload }) => payload.segment_id === 0);
  expect(payload.replay_id).toBe(replayId);
});

it('the error page shows the id of the report that the server gets', async () => {
  // An error leaves the page as it is unless the page is empty.
  await app.inPage(() => document.body.replaceChildren());
  await app.throwInPage('the page has failed');
  const shown = await app.shows(/^Report ID: [0-9a-f]{32}$/m);
  const [, shownId = 'none'] = /Report ID: ([0-9a-f]{32})/.exec(shown) ?? [];
  const report = await server.error('the page has failed');
  expect(report.contexts?.replay).toEqual({ replay_id: replayId });
  expect(report.event_id).toBe(shownId);
});

const [ERROR, REJECTION] = ['global_handlers.onerror', 'global_handlers.onunhandledrejection'];
it.each<string[]>([
  ["Promise.reject(new TypeError('no type'))", 'TypeError', 'no type', REJECTION],
  [
    ...['Promise.reject({ code: 1, reason: 2 })', 'UnhandledRejection'],
    ...['Object captured as promise rejection with keys: code, reason', REJECTION],
  ],
  [
    ...["addEventListener('hello', () => { throw null }); dispatchEvent(new Event('hello'))", 'Error'],
    ...['null', 'browserapierrors.addEventListener'],
  ],
  // In a worker runs the page's own script, which needs a document.
  [
    ...[`new Worker(document.querySelector('script[src*="/_holdfast/"]').src)`, 'Error'],
    ...['Uncaught ReferenceError: document is not defined', ERROR],
  ],
])('%s has the name that the SDK gives it', async (script, type, value, handler) => {
  await app.page(`void ${script}`);
  const { exception, tags, contexts } = await server.error(value);
  const mechanism = { handled: false, type: `auto.browser.${handler}` };
  expect(exception?.values[0]).toMatchObject({ type, value, mechanism });
  expect([tags?.['fault.kind'], contexts?.fault?.kind]).toEqual(['script', 'script']);
  // A value without a stack has none of the shell's own: they would all be one issue.
  const frames = exception?.values[0]?.stacktrace?.frames ?? [];
  if (/^Object captured/.test(value)) expect(frames).toEqual([]);
  else if (value !== 'null') expect(frames.length).toBeGreaterThan(0);
});

it('events of both processes and replays have the same release, environment and user', async () => {
  expect(identity(await server.error('main has failed'))).toEqual(OURS);
  expect(identity(await server.error('the page has failed'))).toEqual(OURS);
  for (const { payload } of server.items('replay_event')) expect(identity(payload)).toEqual(OURS);
});

it('a recording contains the page with its text masked', async () => {
  const visible = (await app.text()).split(/\s+/).filter((word) => /^\p{L}{4,}$/u.test(word));
  expect(visible.length).toBeGreaterThan(5);
  const first = await server.item('replay_recording', (item) =>
    readRecording(item).some(({ type }) => type === FULL_SNAPSHOT),
  );
  expect(readRecording(first).map(({ type }) => type)).toContain(META);
  for (const item of server.items('replay_recording')) {
    const texts = textsOf(readRecording(item));
    expect(texts.filter((text) => /\p{L}|\d/u.test(text))).toEqual([]);
  }
});

it('a large insertion pauses a replay, which says so and resumes with a full snapshot; a page that is too large waits until it shrinks', async () => {
  const events = () =>
    server.taken.flatMap(({ items }) =>
      items.some(({ payload }) => payload.replay_id === replayId)
        ? items.filter(({ type }) => type === 'replay_recording').flatMap(readRecording)
        : [],
    );
  /** Elements that the recording added by changes, and how often it began with a full snapshot since `from`. */
  const added = () =>
    JSON.stringify(events().filter(({ type }) => type === CHANGE)).match(/"tagName":"td"/g)?.length ?? 0;
  const whole = (from: number) =>
    events().filter(({ type, timestamp }) => type === FULL_SNAPSHOT && timestamp >= from);
  const insert = (rows: number) =>
    app.inPage((count) => {
      document.querySelector('table')?.remove();
      const table = document.body.appendChild(document.createElement('table'));
      table.innerHTML = '<tr><td>one</td><td>two</td><td>three</td></tr>'.repeat(count);
      return Date.now();
    }, rows);

  const first = await insert(2_000);
  const [picture] = await until('a whole picture with the rows', () => {
    const found = whole(first);
    return found.length > 0 ? found : undefined;
  });
  expect(JSON.stringify(picture).match(/"tagName":"td"/g)).toHaveLength(6_000);
  expect(added()).toBe(0);
  const said = JSON.stringify(events().filter(({ type }) => type === CUSTOM));
  expect(said).toMatch(/"category":"replay.mutations".*"count":8\d\d\d,"limit":true/);

  const second = await insert(LIMITS.replayElements.value / 3);
  await pause(4_000);
  expect(whole(second)).toEqual([]);
  const third = await app.inPage(() => {
    document.querySelector('table')?.remove();
    setInterval(() => {
      document.body.dataset.time = String(Date.now());
    }, 100);
    return Date.now();
  });
  await until('a whole picture of the smaller page', () => whole(third).length > 0);
  expect(added()).toBe(0);
  // It now records changes.
  const last = (whole(third).at(-1)?.timestamp ?? 0) + 1;
  await until('a change after it', () =>
    events().some(
      ({ type, timestamp, data }) =>
        type === CHANGE && timestamp > last && (data as { source: number }).source === MUTATION,
    ),
  );
});

it('segments of a replay arrive once each, numbered without gaps', () => {
  const segments = server.items('replay_event').map(({ payload }) => payload.segment_id);
  expect(segments.toSorted((a = 0, b = 0) => a - b)).toEqual(segments.map((_, i) => i));
});

it('the page works with the strict content security policy, without blob:', async () => {
  const policy = await app.inPage(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('blob:');
  expect(logged.filter((line) => /content.security.policy/i.test(line))).toEqual([]);
});

const BUILD = join(PAGES_APP, '.build');
const CAPTURE = `const capture = (error) => {
  const { [globalThis.__SENTRY__.version]: sentry } = globalThis.__SENTRY__;
  (sentry.acs?.getCurrentScope() ?? sentry.stack.getScope()).captureException(error);
};`;

/** The source lines of an event's frames, by the maps with the frames' debug ids. */
async function sourceLines(text: string): Promise<string[]> {
  const { exception, debug_meta } = await server.error(text);
  const maps = globSync('**/*.map', { cwd: BUILD }).map((name) => readFileSync(join(BUILD, name), 'utf8'));
  const frames = exception?.values[0]?.stacktrace?.frames ?? [];
  return frames.flatMap(({ filename, lineno = 0, colno = 0 }) => {
    const image = debug_meta?.images?.find(({ code_file }) => code_file === filename);
    const map = image && maps.find((one) => one.includes(`"debug_id":"${image.debug_id}"`));
    if (!map) return [];
    const parsed = JSON.parse(map);
    const entry = new SourceMap(parsed).findEntry(lineno - 1, colno - 1);
    if (!('originalSource' in entry)) return [];
    const source = parsed.sourcesContent[parsed.sources.indexOf(entry.originalSource)] as string;
    const file = entry.originalSource.replace(/^.*?((?:electron|renderer)\/)/, '$1');
    return [`${file}: ${source.split('\n')[entry.originalLine]?.trim()}`];
  });
}

it('a server can map stacks of both processes to source lines by debug ids', async () => {
  await app.main(`
    ${CAPTURE}
    const event = { preventDefault() { throw new Error('refused in main'); } };
    try { electron.app.emit('open-url', event, 'x:'); } catch (error) { capture(error); }
  `);
  await app.page(`(() => {
    ${CAPTURE}
    const event = new Event('error');
    Object.defineProperty(event, 'error', { get() { capture(new Error('refused in the page')); } });
    dispatchEvent(event);
  })()`);
  const [inMain, inPage] = [await sourceLines('refused in main'), await sourceLines('refused in the page')];
  expect(inMain).toContain('electron/shell/app/lifecycle.ts: event.preventDefault();');
  expect(inPage).toContain('renderer/page/uncaught.ts: const { error, message } = event as ErrorEvent;');
});

it('every built script that may be in a report has a debug id, and its map has the same one', () => {
  // No SDK runs in the worker of a build at its server's address, and in the page that registers it.
  const exclude = ['**/_holdfast/site/*'];
  const scripts = globSync('{main,preload,renderer}/**/*.{cjs,js}', { cwd: BUILD, exclude });
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts) {
    const [, id] = /\/\/# debugId=([\da-f-]{36})\s*$/.exec(readFileSync(join(BUILD, name), 'utf8')) ?? [];
    expect(id, name).toBeDefined();
    expect(JSON.parse(readFileSync(join(BUILD, `${name}.map`), 'utf8')).debug_id, name).toBe(id);
  }
});

// Elsewhere Crashpad does not see a signal from another process.
it.skipIf(lacks('/proc'))('when two processes crash at once, each report has its own minidump', async () => {
  server.taken.length = 0;
  const both = `
    const page = electron.BrowserWindow.getAllWindows()[0].webContents.getOSProcessId();
    const graphics = electron.app.getAppMetrics().find(({ type }) => type === 'GPU').pid;
    for (const pid of [graphics, page]) process.kill(pid, 'SIGSEGV')`;
  await app.main(crash(both, 2));
  const dumps = () =>
    server.taken.filter(({ items }) => items.some(isDump)).map(({ items }) => items[0]?.payload);
  await until('both minidumps', () => dumps().length === 2);
  const reports = dumps().map((dump) => [
    dump?.contexts?.electron?.['crashpad.process_type'],
    String(dump?.contexts?.fault?.detail).split(' ')[0],
  ]);
  expect(reports.sort()).toEqual([
    ['gpu-process', 'GPU'],
    ['renderer', 'renderer'],
  ]);
});

/** The page's texts in a recording, in snapshots and in changes, except styles. */
function textsOf(value: unknown, isStyle = false): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, isStyle));
  if (typeof value !== 'object' || value === null) return [];
  const { type, textContent, tagName } = value as { type?: number; textContent?: string; tagName?: string };
  const own = type === 3 && textContent && !isStyle ? [textContent] : [];
  return [...own, ...Object.values(value).flatMap((one) => textsOf(one, tagName === 'style'))];
}
