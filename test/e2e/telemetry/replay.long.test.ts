/** The limits of replays in the running app, with shorter times, checked at the server. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LimitName } from '../../../electron/shared/limits.ts';
import { type EnvelopeServer, readRecording, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { pressKey } from '../../support/input.ts';
import { captureInMain, createBench, type TelemetryApp } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** How late a timer may be on a busy machine, in ms. */
const LATE = 1_500;
let server: EnvelopeServer;
let app: TelemetryApp;

beforeEach(async () => {
  server = await startEnvelopeServer();
});
afterEach(() => app.kill());

/** Starts the app with these limits. Its page changes all the time, and an error has made its replay live. */
async function startRecording(limits: Partial<Record<LimitName, number>>): Promise<string> {
  const bench = await createBench({
    limits: { replayFlushMinimum: 300, replayFlushMaximum: 400, ...limits },
  });
  app = await bench.start({ ingest: server });
  await change();
  // On a slow machine the first replay may end before it is sent.
  return await until('a live replay', async () => {
    await touch();
    await app.main(captureInMain('makes the replay live'));
    const id = await app.recording();
    await pause(1_000);
    return spans().has(id) ? id : undefined;
  });
}

/** Makes the page change all the time. */
const change = () =>
  app.inPage(() => {
    setInterval(() => {
      document.body.dataset.time = String(Date.now());
    }, 100);
  });
/** Simulates input from a user. */
const touch = () => pressKey(app, 'Shift');

/** When each replay recorded, from and to, in ms since the epoch, by replay id. */
function spans(): Map<string, { from: number; to: number }> {
  const found = new Map<string, { from: number; to: number }>();
  for (const { items } of server.taken) {
    const id = items.find(({ type }) => type === 'replay_event')?.payload.replay_id;
    const recording = items.find(({ type }) => type === 'replay_recording');
    if (!id || !recording) continue;
    // Performance entries are in seconds.
    const times = readRecording(recording).flatMap(({ timestamp }) => (timestamp > 1e11 ? [timestamp] : []));
    if (times.length === 0) continue;
    const { from, to } = found.get(id) ?? { from: Number.POSITIVE_INFINITY, to: 0 };
    found.set(id, { from: Math.min(from, ...times), to: Math.max(to, ...times) });
  }
  return found;
}

it('a replay without input pauses, resumes with input, and after the expiry a new one begins', async () => {
  const id = await startRecording({ replayIdlePause: 5, replayIdleExpiry: 12 });
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
});

it('no replay id lasts longer than the maximum, even across reloads', async () => {
  await startRecording({ replayMaximum: 16 });
  const end = Date.now() + 30_000;
  for (let time = 0; Date.now() < end; time++) {
    await touch();
    await pause(500);
    if (time === 8 || time === 30) {
      await app.replacedBy(() => app.page('void location.reload()'));
      await until('the SDK in the page', () => app.inPage(() => '__SENTRY__' in globalThis));
      await change();
    }
    if (time % 8 === 7) await app.main(captureInMain(`error ${time}`));
  }
  const all = [...spans().values()];
  expect(all.length).toBeGreaterThan(1);
  for (const { from, to } of all) expect(to - from).toBeLessThan(16_000 + LATE);
});
