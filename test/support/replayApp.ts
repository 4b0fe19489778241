/** The app while it records a replay with shorter limits, and what the server received. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import type { LimitName } from '../../electron/shared/limits.ts';
import { type EnvelopeServer, readRecording, startEnvelopeServer } from './envelopeServer.ts';
import { pressKey } from './input.ts';
import { captureInMain, createBench, type TelemetryApp, type TelemetryBench } from './telemetryApp.ts';
import { until } from './until.ts';

/** How late a timer may be on a busy machine, in ms. */
export const LATE = 1_500;
let server: EnvelopeServer;
export let app: TelemetryApp;
let bench: TelemetryBench;

/** Sets up an envelope server for each test of a file, and cleans up after each. */
export function withReplays(): void {
  beforeEach(async () => {
    server = await startEnvelopeServer();
  });
  afterEach(async () => {
    await bench.remove();
    await server.close();
  });
}

/** Starts the app with these limits. Its page changes all the time, and an error has made its replay live. */
export async function startRecording(limits: Partial<Record<LimitName, number>>): Promise<string> {
  bench = await createBench({ limits: { replayFlushMinimum: 300, replayFlushMaximum: 400, ...limits } });
  const settings = { sentryDsn: server.dsn, reports: 'on' };
  app = await bench.start({ settings, userData: await bench.folder() });
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
export const change = () =>
  app.inPage(() => {
    setInterval(() => {
      document.body.dataset.time = String(Date.now());
    }, 100);
  });
/** Simulates input from a user. */
export const touch = () => pressKey(app, 'Shift');

/** When each replay recorded, from and to, in ms since the epoch, by replay id. */
export function spans(): Map<string, { from: number; to: number }> {
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
