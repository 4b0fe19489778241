/** The limits of replays in the running app, with shorter times, checked at the server. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readRecording, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { pressKey } from '../../support/input.ts';
import { captureInMain, createBench } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** How late a timer may be on a busy machine, in ms. */
const LATE = 1_500;
const [PAUSE, EXPIRY, MAXIMUM] = [5, 12, 30];
const server = await startEnvelopeServer();
const bench = await createBench({
  limits: {
    ...{ replayFlushMinimum: 300, replayFlushMaximum: 400 },
    ...{ replayIdlePause: PAUSE, replayIdleExpiry: EXPIRY, replayMaximum: MAXIMUM },
  },
});
const app = await bench.start({ ingest: server });
const change = () =>
  app.inPage(() => {
    setInterval(() => {
      document.body.dataset.time = String(Date.now());
    }, 100);
  });
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

await change();
// On a slow machine the first replay may end before it is sent.
const id = await until('a live replay', async () => {
  await touch();
  await app.main(captureInMain('makes the replay live'));
  const now = await app.recording();
  await pause(1_000);
  return spans().has(now) ? now : undefined;
});

it('a replay without input pauses, resumes with input, and after the expiry a new one begins', async () => {
  await touch();
  const touched = Date.now();
  const pausedAt = await until('the pause', async () => {
    const before = spans().get(id)?.to;
    await pause(1_000);
    return spans().get(id)?.to === before ? before : undefined;
  });
  expect(pausedAt).toBeLessThan(touched + PAUSE * 1_000 + LATE);
  await touch();
  await until('more of the same replay', () => (spans().get(id)?.to ?? 0) > pausedAt);
  await touch();
  const left = Date.now();
  await pause(EXPIRY * 1_000 + LATE);
  expect(spans().get(id)?.to).toBeLessThan(left + PAUSE * 1_000 + LATE);
  await touch();
  const next = await until('another replay', async () => {
    const now = await app.recording();
    return now === id ? undefined : now;
  });
  await app.main(captureInMain('makes the next one live'));
  await until('the next replay', () => spans().has(next));
});

it('no replay id lasts longer than the maximum, even across reloads', async () => {
  const before = spans().size;
  const end = Date.now() + MAXIMUM * 1_000 + 10_000;
  for (let time = 0; Date.now() < end; time++) {
    await touch();
    await pause(500);
    if (time === 8 || time === 30) {
      await app.mark();
      await app.page('void location.reload()');
      await app.replaced();
      await until('the SDK in the page', () => app.inPage(() => '__SENTRY__' in globalThis));
      await change();
    }
    if (time % 8 === 7) await app.main(captureInMain(`error ${time}`));
  }
  const all = [...spans().values()];
  expect(all.length).toBeGreaterThan(before);
  for (const { from, to } of all) expect(to - from).toBeLessThan(MAXIMUM * 1_000 + LATE);
});
