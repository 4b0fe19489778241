/** Every report carries the newest 100 breadcrumbs of both processes, in order and marked; also those of a run's first moments. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limitValues/limits.ts';
import { type Payload, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { captureInMain, crash, createBench, isDump, type TelemetryApp } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** Each process keeps this many, however chatty the other one is. */
const RESERVED = 20;

/** What goes wrong at a start, by the name of a file beside main. */
const PRELUDE = `
  const { app } = require('electron');
  const isAsked = (what) => require('node:fs').existsSync(__dirname + '/' + what);
  if (isAsked('throws')) {
    process.nextTick(() => { throw new Error('before the window'); });
    app.once('browser-window-created', () => {
      console.log('said in main');
      setTimeout(() => { throw new Error('with the window'); });
    });
  }
  if (isAsked('crashes'))
    app.once('web-contents-created', (_event, contents) => {
      contents.once('did-navigate', () => {
        const electron = require('electron');
        ${crash('contents.forcefullyCrashRenderer()')}
      });
    });
`;

const server = await startEnvelopeServer();
const bench = await createBench({ prelude: PRELUDE });

/** How many breadcrumbs a chatty process makes: some times more than a report may have. */
const MANY = 250;
/** Many breadcrumbs of each process, in turns of 50. */
async function chatter(app: TelemetryApp, round: string): Promise<void> {
  for (let from = 0; from < MANY; from += 50) {
    const log = (where: string) =>
      `for (let i = ${from}; i < ${from + 50}; i++) console.log('${round} ${where} ' + i);`;
    await app.page(`{ ${log('page')} }`);
    await app.main(log('main'));
  }
}

function numbers({ breadcrumbs = [] }: Payload, word: string): number[] {
  const own = breadcrumbs.filter(({ message }) => message?.startsWith(`${word} `));
  return own.map(({ message }) => Number(message?.slice(word.length + 1)));
}

const last = (count: number) => Array.from({ length: count }, (_, i) => MANY - count + i);

/** At most the limit, in order, marked. */
function expectOrdered({ breadcrumbs = [] }: Payload): void {
  expect(breadcrumbs.length).toBeLessThanOrEqual(LIMITS.breadcrumbs.value);
  const times = breadcrumbs.map(({ timestamp = Number.NaN }) => timestamp);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const { data = {} } of breadcrumbs) {
    expect(['main', 'renderer']).toContain(data['electron.process']);
    expect(typeof data['electron.window']).toBe(data['electron.process'] === 'main' ? 'undefined' : 'number');
  }
}

/** The newest of both processes in a round, without gaps. */
function expectNewest(report: Payload, round: string): void {
  expectOrdered(report);
  expect(report.breadcrumbs).toHaveLength(LIMITS.breadcrumbs.value);
  const [page, main] = [numbers(report, `${round} page`), numbers(report, `${round} main`)];
  expect(page).toEqual(last(page.length));
  expect(main).toEqual(last(main.length));
  expect(Math.min(page.length, main.length)).toBeGreaterThanOrEqual(RESERVED);
}

const dumped = (what: string, word: string) =>
  until(what, () =>
    server.taken.find((one) => one.items.some(isDump) && JSON.stringify(one.items[0]).includes(word)),
  );
/** The ids of the sessions that ended in a crash. */
const crashedSessions = () => {
  const crashed = server.items('session').filter(({ payload }) => payload.status === 'crashed');
  return new Set(crashed.map(({ payload }) => payload.sid));
};

describe('a report after many breadcrumbs of each process', () => {
  let app: TelemetryApp;
  let replayId: string;
  let folder: string;
  beforeAll(async () => {
    app = await bench.start({ ingest: server });
    replayId = await app.recording();
    folder = await app.main('return electron.app.getAppPath()');
  });

  it('shows the newest 100 steps of both processes for an error in the page, and for one in main', async () => {
    await chatter(app, 'first');
    await app.throwInPage('an error in the page');
    await app.main(captureInMain('an error in main'));
    for (const text of ['an error in the page', 'an error in main'])
      expectNewest(await server.error(text), 'first');
  });

  it("shows only the crashed run's steps and replay for a crash of main, which the next start reports", async () => {
    await chatter(app, 'dumped');
    const kept = join(app.userData, 'telemetry', 'last-run.json');
    await until('all of them on disk', async () =>
      (await readFile(kept, 'utf8').catch(() => '')).includes(`dumped main ${MANY - 1}`),
    );
    await app.main('setTimeout(() => process.crash(), 50)');
    await app.gone();
    const killedAt = Date.now() / 1000;
    const seen = server.events().length;
    // The app is updated meanwhile.
    const manifest = join(folder, 'package.json');
    const parts = JSON.parse(await readFile(manifest, 'utf8'));
    await writeFile(manifest, JSON.stringify({ ...parts, version: '99.0.0' }));

    app = await bench.start({ ingest: server, userData: app.userData });
    await chatter(app, 'next');
    await app.main(captureInMain('of the next run'));
    const { items } = await dumped('the minidump of main', 'dumped main');
    const { bytes } = await server.item('session', ({ payload }) => payload.status === 'crashed');
    expect(JSON.parse(`${bytes}`).attrs.release).toBe(`holdfast@${parts.version}`);
    expect(crashedSessions().size).toBe(1);
    const report = items[0]?.payload ?? {};
    expectNewest(report, 'dumped');
    const times = report.breadcrumbs?.map(({ timestamp = 0 }) => timestamp) ?? [];
    expect(Math.max(...times)).toBeLessThan(killedAt);
    expect(report.contexts?.replay).toEqual({ replay_id: replayId });
    expectNewest(await server.error('of the next run'), 'next');
    expect(server.events()).toHaveLength(seen + 2);
  });

  it('shows the newest 100 steps and the replay for a crash of the page, with its minidump, once', async () => {
    replayId = await app.recording();
    await chatter(app, 'crash');
    const [seen, crashed] = [server.events().length, crashedSessions().size];
    await app.main(crash());
    const { items } = await dumped('the minidump of the page', 'crash page');
    const report = items[0]?.payload ?? {};
    expect(report.tags).toMatchObject({ 'fault.kind': 'crash', 'exit.reason': 'crashed' });
    expectNewest(report, 'crash');
    expect(report.contexts?.replay).toEqual({ replay_id: replayId });
    // A real one, with each thread's memory.
    expect(items.find(isDump)?.bytes.length).toBeGreaterThan(20_000);
    await until('another crashed session', () => crashedSessions().size === crashed + 1);
    expect(server.events()).toHaveLength(seen + 1);
  });

  it('never holds more than 100 steps, which are in order and name their process', async () => {
    await server.item('replay_event', () => true);
    const items = [...server.items('event'), ...server.items('replay_event')];
    expect(items.length).toBeGreaterThanOrEqual(5);
    for (const { payload } of items) expectOrdered(payload);
  });

  it('shows what happened before there was a page: errors of main, and a crash before the first paint, once each', async () => {
    for (const what of ['throws', 'crashes']) await writeFile(join(folder, '.build', 'main', what), '');
    server.taken.length = 0;
    const userData = bench.folder();
    // No debugger attaches: that needs a page.
    const early = await bench.spawn({ ingest: server, userData });
    const first = await server.error('before the window');
    expect(first).toMatchObject({ level: 'fatal', release: 'holdfast@99.0.0' });
    const { breadcrumbs, contexts } = await server.error('with the window');
    const said = breadcrumbs?.map(({ message }) => message);
    for (const one of ['app.ready', 'app.browser-window-created', 'said in main'])
      expect(said).toContain(one);
    expect(contexts?.trace?.trace_id).toMatch(/^[0-9a-f]{32}$/);
    await server.item('attachment', isDump);
    await expect.poll(() => server.events().length).toBe(3);
    const native = server.events().filter(({ tags }) => tags?.['event.environment'] === 'native');
    const crashed = { 'fault.kind': 'crash', 'fault.code': 'crashed', 'exit.reason': 'crashed' };
    expect(native).toMatchObject([{ tags: crashed }]);
    early.process.kill('SIGKILL');
    await early.ended;
  });
});
