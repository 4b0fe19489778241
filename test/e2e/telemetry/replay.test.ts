/** A replay in the running app; its limits, which take their time, are in replay.long.test.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { app, LATE, spans, startRecording, touch, withReplays } from '../../support/replayApp.ts';
import { until } from '../../support/until.ts';

withReplays();

it('a locked screen pauses a replay at once, whatever the input; unlocked it goes on', async () => {
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
