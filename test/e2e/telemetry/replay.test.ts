/** The limits of replays in the running app, with shorter times: what was recorded, as the server got it. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LimitName } from '../../../electron/shared/limits.ts';
import { type EnvelopeServer, readRecording, startEnvelopeServer } from '../../support/envelopeServer.ts';
import {
  captureInMain,
  createBench,
  type TelemetryApp,
  type TelemetryBench,
} from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** What a timer may be late on a busy machine, in milliseconds. One that stands still for longer is no failure twice. */
const LATE = 1_500;
const TWICE = { retry: 1 };
let server: EnvelopeServer;
let bench: TelemetryBench;
let app: TelemetryApp;
beforeEach(async () => {
  server = await startEnvelopeServer();
});
afterEach(async () => {
  await bench.remove();
  await server.close();
});

/** Starts the app with these limits; its page changes all the time, and an error has made its replay live. */
async function start(limits: Partial<Record<LimitName, number>>): Promise<string> {
  bench = await createBench({ limits: { replayFlushMinimum: 300, replayFlushMaximum: 400, ...limits } });
  const settings = { sentryDsn: server.dsn, reports: 'on' };
  app = await bench.start({ settings, userData: await bench.folder() });
  await change();
  // On a slow machine the first replay may be over before it is sent.
  return await until('a live replay', async () => {
    await touch();
    await app.main(captureInMain('makes the replay live'));
    const id = await app.recording();
    await pause(1_000);
    return spans().has(id) ? id : undefined;
  });
}

const change = () =>
  app.page.evaluate(() => {
    setInterval(() => {
      document.body.dataset.time = String(Date.now());
    }, 100);
  });
const touch = () => app.page.keyboard.press('Shift');

/** From when to when each replay has recorded, in milliseconds since the epoch, by its id. */
function spans(): Map<string, { from: number; to: number }> {
  const found = new Map<string, { from: number; to: number }>();
  for (const { items } of server.taken) {
    const id = items.find(({ type }) => type === 'replay_event')?.payload.replay_id;
    const recording = items.find(({ type }) => type === 'replay_recording');
    if (!id || !recording) continue;
    // Those of performance entries are in seconds.
    const times = readRecording(recording).flatMap(({ timestamp }) => (timestamp > 1e11 ? [timestamp] : []));
    if (times.length === 0) continue;
    const { from, to } = found.get(id) ?? { from: Number.POSITIVE_INFINITY, to: 0 };
    found.set(id, { from: Math.min(from, ...times), to: Math.max(to, ...times) });
  }
  return found;
}

it(
  'a replay without input is paused, goes on with input, and is another one after the expiry',
  TWICE,
  async () => {
    const id = await start({ replayIdlePause: 5, replayIdleExpiry: 12 });
    await touch();
    const touched = Date.now();
    const pausedAt = await until('the pause', async () => {
      const before = spans().get(id)?.to;
      await pause(1_000);
      return spans().get(id)?.to === before ? before : undefined;
    });
    expect(pausedAt).toBeLessThan(touched + 5_000 + LATE);

    await touch();
    await until('more of the same replay', () => (spans().get(id)?.to ?? 0) > pausedAt);
    await touch();
    const left = Date.now();
    await pause(12_000 + LATE);
    expect(spans().get(id)?.to).toBeLessThan(left + 5_000 + LATE);
    await touch();
    const next = await until('another replay', async () => {
      const now = await app.recording();
      return now === id ? undefined : now;
    });
    await app.main(captureInMain('makes the next one live'));
    await until('the next replay', () => spans().has(next));
  },
);

it('a locked screen pauses a replay at once, whatever the input; unlocked it goes on', TWICE, async () => {
  const id = await start({});
  await touch();
  await app.main(`electron.powerMonitor.emit('lock-screen')`);
  const locked = Date.now();
  await pause(2_000);
  await touch();
  expect(spans().get(id)?.to).toBeLessThan(locked + LATE);
  await app.main(`electron.powerMonitor.emit('unlock-screen')`);
  await touch();
  await until('more of the same replay', () => (spans().get(id)?.to ?? 0) > locked + LATE);
});

it('no replay is longer than the maximum, by its id, also when the page is loaded again', TWICE, async () => {
  await start({ replayMaximum: 16 });
  const end = Date.now() + 30_000;
  for (let time = 0; Date.now() < end; time++) {
    await touch();
    await pause(500);
    if (time === 8 || time === 30) {
      await app.page.reload();
      await until('the SDK in the page', () => app.page.evaluate(() => '__SENTRY__' in globalThis));
      await change();
    }
    if (time % 8 === 7) await app.main(captureInMain(`error ${time}`));
  }
  const all = [...spans().values()];
  expect(all.length).toBeGreaterThan(1);
  for (const { from, to } of all) expect(to - from).toBeLessThan(16_000 + LATE);
});

it('a recording over the limit of bytes does not leave, and what comes after it does', async () => {
  await start({ replayBuffer: 60_000 });
  await app.page.evaluate(() => {
    const big = document.createElement('p');
    big.textContent = 'much '.repeat(40_000);
    document.body.append(big);
    setTimeout(() => big.remove(), 2_000);
  });
  await touch();
  await pause(3_000);
  await touch();
  const later = Date.now();
  await until('a later recording', async () => {
    await touch();
    await app.main(captureInMain('makes the replay live again'));
    return [...spans().values()].some(({ to }) => to > later);
  });
  const sizes = server
    .items('replay_recording')
    .map((item) => Buffer.byteLength(JSON.stringify(readRecording(item))));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(60_000);
});

it('no segment comes early, however often the window loses the focus', TWICE, async () => {
  const id = await start({ replayFlushMinimum: 5_000, replayFlushMaximum: 5_500 });
  const segments = () =>
    server.items('replay_event').flatMap(({ payload }) => (payload.replay_id === id ? [payload] : []));
  const before = segments().length;
  await app.page.evaluate(() => {
    setInterval(() => dispatchEvent(new Event('blur')), 200);
  });
  const times = await until('three more segments', async () => {
    await touch();
    const all = segments().map(({ timestamp = 0 }) => timestamp * 1000);
    return all.length >= before + 3 ? all.toSorted((a, b) => a - b).slice(before) : undefined;
  });
  for (const [i, time] of times.slice(1).entries())
    expect(time - (times[i] ?? 0)).toBeGreaterThan(5_000 - LATE);
});

it('a server that takes no replays for a time is not recorded for', async () => {
  await start({});
  server.answer = { status: 429, headers: { 'x-sentry-rate-limits': '600:replay:organization' } };
  await touch();
  const isRecording = () => app.page.evaluate(() => sessionStorage.getItem('sentryReplaySession') !== null);
  await until('the end of the recording', async () => {
    await touch();
    await app.page.evaluate(() => void dispatchEvent(new Event('online')));
    return !(await isRecording());
  });
  await touch();
  await pause(500);
  expect(await isRecording()).toBe(false);
});
