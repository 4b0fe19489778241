/** A replay in the running app. Its limits are in replay.long.test.ts, since they take long. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { app, LATE, spans, startRecording, touch, withReplays } from '../../support/replayApp.ts';
import { until } from '../../support/until.ts';

withReplays();

it('locking the screen pauses a replay at once, whatever the input; unlocking resumes it', async () => {
  const id = await startRecording({});
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
