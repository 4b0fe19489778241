/** The app while it records a replay, with shorter limits, and what of it the server got. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import type { LimitName } from '../../electron/shared/limits.ts';
import { type EnvelopeServer, readRecording, startEnvelopeServer } from './envelopeServer.ts';
import { captureInMain, createBench, type TelemetryApp, type TelemetryBench } from './telemetryApp.ts';
import { until } from './until.ts';

/** What a timer may be late on a busy machine, in milliseconds. */
export const LATE = 1_500;
export let server: EnvelopeServer;
export let app: TelemetryApp;
let bench: TelemetryBench;

/** Has a server of envelopes for each test of a file, and removes what the test has started. */
export function withReplays(): void {
  beforeEach(async () => {
    server = await startEnvelopeServer();
  });
  afterEach(async () => {
    await bench.remove();
    await server.close();
  });
}

/** Starts the app with these limits; its page changes all the time, and an error has made its replay live. */
export async function startRecording(limits: Partial<Record<LimitName, number>>): Promise<string> {
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

/** Has the page change all the time. */
export const change = () =>
  app.page.evaluate(() => {
    setInterval(() => {
      document.body.dataset.time = String(Date.now());
    }, 100);
  });
/** Input, as of a person who is there. */
export const touch = () => app.page.keyboard.press('Shift');

/** From when to when each replay has recorded, in milliseconds since the epoch, by its id. */
export function spans(): Map<string, { from: number; to: number }> {
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
