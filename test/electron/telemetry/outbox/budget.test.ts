import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  crashEnvelope,
  envelopeOf,
  errorEnvelope,
  idOf,
  REPLAY,
  replayEnvelope,
} from './support/envelopes.ts';
import { Harness, holding } from './support/harness.ts';
import { DAY, MINUTE } from './support/virtualClock.ts';

describe('the budget', () => {
  it('keeps the first error of a run, which often caused the others', async () => {
    const harness = await holding(400, { mode: 'ask', maxBytes: 100_000 });
    const kept = () => harness.ids();
    expect(kept()).toEqual([idOf(1), ...Array.from({ length: 21 }, (_, n) => idOf(380 + n))]);
    harness.restart();
    for (let n = 401; n <= 800; n += 1) await harness.send(errorEnvelope(idOf(n)));
    expect(kept()).toEqual([idOf(1), idOf(401), ...Array.from({ length: 20 }, (_, n) => idOf(781 + n))]);
    // Once there are only first errors, the oldest goes, never the newest.
    for (let n = 801; n <= 830; n += 1) {
      harness.restart();
      await harness.send(errorEnvelope(idOf(n)));
    }
    await harness.send(errorEnvelope(idOf(831)));
    expect(kept()).toContain(idOf(831));
    expect(kept()).not.toContain(idOf(401));
  });

  it('refuses what is larger than all of it, and evicts nothing for it', async () => {
    const harness = await holding(5, { mode: 'ask', maxBytes: 50_000 });
    await harness.send(errorEnvelope(idOf(6), { bytes: 80_000 }));
    expect(harness.names()).toHaveLength(5);
    const statistics = envelopeOf({}, [[{ type: 'client_report' }, 'x'.repeat(80_000)]]);
    await harness.send(statistics);
    expect(harness.outbox.state().counters).toMatchObject({ evicted: 0, refused: 2 });
  });

  it('gives up no error for what is less important', async () => {
    const harness = await holding(4, { mode: 'ask', maxBytes: 20_000 });
    await harness.send(replayEnvelope(REPLAY, 0));
    expect(harness.ids().sort()).toEqual([1, 2, 3, 4].map(idOf));
    expect(harness.outbox.state().counters.refused).toBe(1);
  });

  it('holds what fills it to the last byte', async () => {
    const harness = new Harness({ mode: 'ask', maxBytes: 4_352 });
    await harness.send(crashEnvelope(idOf(1), 2_000));
    const [name = ''] = harness.names();
    expect(readFileSync(join(harness.folder, name), 'utf8')).toContain('a.dmp');
  });

  it('keeps the newest error when the clock went back before it', async () => {
    const harness = await holding(4, { mode: 'ask', maxBytes: 20_000 });
    harness.clock.jump(-400 * DAY);
    await harness.send(errorEnvelope(idOf(5)));
    await harness.send(errorEnvelope(idOf(6)));
    const kept = harness.ids();
    expect(kept.sort()).toEqual([idOf(1), idOf(4), idOf(5), idOf(6)]);
  });

  it('keeps the replay of a stored error longer than another', async () => {
    const other = '1'.repeat(32);
    const harness = new Harness({ mode: 'ask', maxBytes: 50_000 });
    await harness.send(replayEnvelope(REPLAY, 0));
    await harness.send(errorEnvelope(idOf(1), { replay: REPLAY }));
    for (let n = 0; n < 20; n += 1) await harness.send(replayEnvelope(other, n));
    expect(harness.names().filter((name) => name.includes('-abcdef01-'))).toHaveLength(2);
    harness.restart();
    for (let n = 20; n < 40; n += 1) await harness.send(replayEnvelope(other, n));
    expect(harness.names().filter((name) => name.includes('-abcdef01-'))).toHaveLength(2);
  });

  it('too small for a crash with its dump keeps the crash without it', async () => {
    const harness = new Harness({ mode: 'ask', maxBytes: 50_000 });
    await harness.send(crashEnvelope(idOf(1), 200_000));
    const [name = ''] = harness.names();
    expect(name).toContain(idOf(1));
    expect(readFileSync(join(harness.folder, name), 'utf8')).not.toContain('a.dmp');
  });

  it('of age removes what is too old, in short runs too', async () => {
    const harness = await holding(1, { mode: 'ask' });
    for (let day = 0; day < 30; day += 1) {
      harness.clock.jump(DAY);
      harness.restart();
      await harness.clock.advance(MINUTE / 2);
    }
    expect(harness.names()).toHaveLength(1);
    await harness.clock.advance(MINUTE);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters.overdue).toBe(1);
  });
});
