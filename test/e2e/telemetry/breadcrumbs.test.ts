/** Every report carries the newest 100 breadcrumbs of both processes, in order and marked. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limits.ts';
import type { Payload } from '../../support/envelopeServer.ts';
import { lacks } from '../../support/lacks.ts';
import {
  bench,
  captureInMain,
  crash,
  isDump,
  server,
  startReporting,
  type TelemetryApp,
  withBench,
} from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** Each process keeps this many, however chatty the other one is. */
const RESERVED = 20;

withBench();

const logInPage = (app: TelemetryApp, word: string, from: number, to: number) =>
  app.page.evaluate(
    ([text, first, end]) => {
      for (let i = first; i < end; i++) console.log(`${text} ${i}`);
    },
    [word, from, to] as const,
  );
const logInMain = (app: TelemetryApp, word: string, from: number, to: number) =>
  app.main(`for (let i = ${from}; i < ${to}; i++) console.log('${word} ' + i);`);

/** 500 breadcrumbs of each process, in turns of 50. */
async function chatter(app: TelemetryApp, round: string): Promise<void> {
  for (let from = 0; from < 500; from += 50) {
    await logInPage(app, `${round} page`, from, from + 50);
    await logInMain(app, `${round} main`, from, from + 50);
  }
}

/** The numbers in messages that begin with a word. */
function numbers({ breadcrumbs = [] }: Payload, word: string): number[] {
  const own = breadcrumbs.filter(({ message }) => message?.startsWith(`${word} `));
  return own.map(({ message }) => Number(message?.slice(word.length + 1)));
}

/** The last `count` numbers up to 499. */
const last = (count: number) => Array.from({ length: count }, (_, i) => 500 - count + i);

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

describe('a report after 500 breadcrumbs of each process', () => {
  let app: TelemetryApp;
  let replayId: string;
  beforeAll(async () => {
    app = await startReporting();
    replayId = await app.recording();
  });
  afterAll(() => app.kill());

  it('shows the newest 100 steps of both processes for an error in the page', async () => {
    await chatter(app, 'first');
    await app.throwInPage('an error in the page');
    expectNewest(await server.error('an error in the page'), 'first');
  });

  it('shows the newest 100 steps of both processes for an error in main', async () => {
    await app.main(captureInMain('an error in main'));
    expectNewest(await server.error('an error in main'), 'first');
  });

  it('shows at most 100 steps beside a replay too, each with its process', async () => {
    // A slow machine may have sent a segment before the last breadcrumb.
    const { payload } = await server.item(
      'replay_event',
      ({ payload }) => payload.replay_id === replayId && numbers(payload, 'first main').includes(499),
    );
    expectOrdered(payload);
    expect(payload.breadcrumbs).toHaveLength(LIMITS.breadcrumbs.value);
  });

  it('keeps the last 20 steps of a quiet page beside a chatty main process', async () => {
    await logInPage(app, 'quiet page', 470, 500);
    await logInMain(app, 'loud main', 0, 500);
    await app.main(captureInMain('after a loud main'));
    const report = await server.error('after a loud main');
    expectOrdered(report);
    expect(numbers(report, 'quiet page')).toEqual(expect.arrayContaining(last(RESERVED)));
    expect(numbers(report, 'loud main')).toContain(499);
  });

  it('keeps the last 20 steps of a quiet main process beside a chatty page', async () => {
    await logInMain(app, 'quiet main', 470, 500);
    await logInPage(app, 'loud page', 0, 500);
    await app.throwInPage('after a loud page');
    const report = await server.error('after a loud page');
    expectOrdered(report);
    expect(numbers(report, 'quiet main')).toEqual(expect.arrayContaining(last(RESERVED)));
    expect(numbers(report, 'loud page')).toContain(499);
  });

  it('shows the newest 100 steps and the replay for a crash of the page', async () => {
    await chatter(app, 'crash');
    await app.main(crash());
    const { payload } = await server.item('event', ({ payload }) => payload.tags?.['fault.kind'] === 'crash');
    expectNewest(payload, 'crash');
    expect(payload.contexts?.replay).toEqual({ replay_id: replayId });
    // A real one, with each thread's memory.
    expect((await server.item('attachment', isDump)).bytes.length).toBeGreaterThan(20_000);
  });

  it('never holds more than 100 steps, which are in order and name their process', () => {
    const items = [...server.items('event'), ...server.items('replay_event')];
    expect(items.length).toBeGreaterThanOrEqual(6);
    for (const { payload } of items) expectOrdered(payload);
  });
});

/** Waits for the report with a minidump. */
const dumped = (what: string, word: string) =>
  until(what, () =>
    server.taken.find((one) => one.items.some(isDump) && JSON.stringify(one.items[0]).includes(word)),
  );
const crashedSession = () => server.item('session', ({ payload }) => payload.status === 'crashed');

/** Waits until main has written this breadcrumb to disk. */
const onDisk = (userData: string, word: string) =>
  until(`"${word}" on disk`, async () => {
    const kept = await readFile(join(userData, 'telemetry', 'last-run.json'), 'utf8').catch(() => '');
    return kept.includes(word);
  });

it('a page that crashes sends one report with its minidump and replay, and its session counts as crashed', async () => {
  server.taken.length = 0;
  const settings = { reports: 'on', sentryDsn: server.dsn };
  const userData = await bench.folder();
  const app = await bench.start({ settings, userData });
  const replayId = await app.recording();
  await logInPage(app, 'lonely page', 0, 5);
  await onDisk(userData, 'lonely page 4');
  await app.main(crash());
  const { items } = await dumped('the minidump of the page', 'lonely page');
  expect(items[0]?.payload.tags).toMatchObject({ 'fault.kind': 'crash', 'exit.reason': 'crashed' });
  expect(items[0]?.payload.contexts?.replay).toEqual({ replay_id: replayId });
  await crashedSession();
  expect(server.items('event')).toHaveLength(1);
  await app.kill();
});

// Elsewhere Crashpad does not see a signal from another process.
it.skipIf(lacks('/proc'))('when two processes crash at once, each report has its own minidump', async () => {
  server.taken.length = 0;
  const userData = await bench.folder();
  const app = await bench.start({ settings: { reports: 'on', sentryDsn: server.dsn }, userData });
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
  await app.kill();
});

it("the next start reports a crash of main, with only the crashed run's breadcrumbs and replay", async () => {
  const settings = { reports: 'on', sentryDsn: server.dsn };
  const userData = await bench.folder();
  const first = await bench.start({ settings, userData });
  const replayId = await first.recording();
  await first.throwInPage('before the dump');
  await server.error('before the dump');
  await chatter(first, 'dumped');
  await onDisk(userData, 'dumped main 499');
  await first.main('setTimeout(() => process.crash(), 50)');
  await first.ended;
  const killedAt = Date.now() / 1000;
  server.taken.length = 0;

  const second = await bench.start({ settings, userData });
  await chatter(second, 'next');
  await second.main(captureInMain('of the next run'));
  const { items } = await dumped('the minidump of main', 'dumped main');
  await crashedSession();
  const report = items[0]?.payload ?? {};
  expectNewest(report, 'dumped');
  const times = report.breadcrumbs?.map(({ timestamp = 0 }) => timestamp) ?? [];
  expect(Math.max(...times)).toBeLessThan(killedAt);
  expect(report.contexts?.replay).toEqual({ replay_id: replayId });
  expectNewest(await server.error('of the next run'), 'next');
  expect(server.items('event')).toHaveLength(2);
  await second.kill();
});
