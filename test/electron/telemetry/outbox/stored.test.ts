/** A report's id is shown only if the report is on disk. */
import { expect, it } from 'vitest';
import { errorEnvelope, idOf } from './support/envelopes.ts';
import { Harness } from './support/harness.ts';

const capture = (harness: Harness, n: number) =>
  harness.outbox.ifStored(() => {
    void harness.send(errorEnvelope(idOf(n)));
    return idOf(n);
  });

it('an event is found whether it is stored before or after it is asked for, but not after a hundred others', async () => {
  const harness = new Harness({ mode: 'ask' });
  expect(capture(harness, 1)).toBe(idOf(1));
  expect(await harness.outbox.placeOf(idOf(1))).toBe('disk');
  const asked = harness.outbox.placeOf(idOf(2));
  for (let n = 2; n <= 101; n += 1) await harness.send(errorEnvelope(idOf(n)));
  expect(await asked).toBe('disk');
  expect(await harness.outbox.placeOf(idOf(2))).toBe('disk');
  const forgotten = harness.outbox.placeOf(idOf(1));
  await harness.clock.advance(5_000);
  expect(await forgotten).toBe('lost');
});

it('an event that is only in memory has no id to show yet; one that is not taken, or never comes, is lost', async () => {
  const harness = new Harness({ mode: 'ask' });
  harness.disk.fault = 'ENOSPC';
  expect(capture(harness, 1)).toBeUndefined();
  harness.outbox.setMode('off');
  expect(capture(harness, 2)).toBeUndefined();
  const asked = [1, 2, 3].map((n) => harness.outbox.placeOf(idOf(n)));
  await harness.clock.advance(5_000);
  expect(await Promise.all(asked)).toEqual(['memory', 'lost', 'lost']);
});
