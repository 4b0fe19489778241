/** A report's id is shown only if the report is on disk. */
import { expect, it } from 'vitest';
import { errorEnvelope, idOf } from './support/envelopes.ts';
import { Harness } from './support/harness.ts';

const capture = (harness: Harness, n: number) =>
  harness.outbox.ifStored(() => {
    void harness.send(errorEnvelope(idOf(n)));
    return idOf(n);
  });

it('an event is known whether it is stored before or after it is asked for, but not after a hundred others', async () => {
  const harness = new Harness({ mode: 'ask' });
  expect(capture(harness, 1)).toBe(idOf(1));
  expect(await harness.outbox.holds(idOf(1))).toBe(true);
  const asked = harness.outbox.holds(idOf(2));
  for (let n = 2; n <= 101; n += 1) await harness.send(errorEnvelope(idOf(n)));
  expect(await asked).toBe(true);
  expect(await harness.outbox.holds(idOf(2))).toBe(true);
  const forgotten = harness.outbox.holds(idOf(1));
  await harness.clock.advance(5_000);
  expect(await forgotten).toBe(false);
});

it('an event is not known if it is only in memory, not taken, or never comes', async () => {
  const harness = new Harness({ mode: 'ask' });
  harness.disk.fault = 'ENOSPC';
  expect(capture(harness, 1)).toBeUndefined();
  harness.outbox.setMode('off');
  expect(capture(harness, 2)).toBeUndefined();
  const asked = [1, 2, 3].map((n) => harness.outbox.holds(idOf(n)));
  await harness.clock.advance(5_000);
  expect(await Promise.all(asked)).toEqual([false, false, false]);
});
