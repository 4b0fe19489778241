/** The limits of replays in the running app, with shorter times, checked at the server. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { app, change, LATE, spans, startRecording, touch, withReplays } from '../../support/replayApp.ts';
import { captureInMain } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

withReplays();

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
      await app.mark();
      await app.page('void location.reload()');
      await app.replaced();
      await until('the SDK in the page', () => app.inPage(() => '__SENTRY__' in globalThis));
      await change();
    }
    if (time % 8 === 7) await app.main(captureInMain(`error ${time}`));
  }
  const all = [...spans().values()];
  expect(all.length).toBeGreaterThan(1);
  for (const { from, to } of all) expect(to - from).toBeLessThan(16_000 + LATE);
});
