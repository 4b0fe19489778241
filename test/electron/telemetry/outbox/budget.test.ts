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
import { Harness, holding, status } from './support/harness.ts';
import { DAY, MINUTE } from './support/virtualClock.ts';

describe('the budget', () => {
  it('keeps the first error of a run, which is the cause of many that follow', async () => {
    const harness = await holding(400, { mode: 'ask', maxBytes: 100_000 });
    const kept = () => harness.ids();
    expect(kept()).toEqual([idOf(1), ...Array.from({ length: 21 }, (_, n) => idOf(380 + n))]);
    harness.restart();
    for (let n = 401; n <= 800; n += 1) await harness.send(errorEnvelope(idOf(n)));
    expect(kept()).toEqual([idOf(1), idOf(401), ...Array.from({ length: 20 }, (_, n) => idOf(781 + n))]);
    // Nothing but first errors is left: the oldest goes, never the newest.
    for (let n = 801; n <= 830; n += 1) {
      harness.restart();
      await harness.send(errorEnvelope(idOf(n)));
    }
    await harness.send(errorEnvelope(idOf(831)));
    expect(kept()).toContain(idOf(831));
    expect(kept()).not.toContain(idOf(401));
  });

  it('refuses what is larger than all of it, and evicts nothing for that', async () => {
    const harness = await holding(5, { mode: 'ask', maxBytes: 50_000 });
    await harness.send(errorEnvelope(idOf(6), { bytes: 80_000 }));
    expect(harness.names()).toHaveLength(5);
    const statistics = envelopeOf({}, [[{ type: 'client_report' }, 'x'.repeat(80_000)]]);
    await harness.send(statistics);
    expect(harness.outbox.state().counters).toMatchObject({ evicted: 0, refused: 2 });
    // Of the SDK's own statistics it keeps none.
    expect(harness.dropped).toEqual(['queue_overflow error']);
  });

  it('lets no error go for what is less important', async () => {
    const harness = await holding(4, { mode: 'ask', maxBytes: 20_000 });
    await harness.send(replayEnvelope(REPLAY, 0));
    expect(harness.ids().sort()).toEqual([1, 2, 3, 4].map(idOf));
    expect(harness.dropped).toEqual(['queue_overflow replay']);
  });

  it('holds what fills it to the last byte, whole', async () => {
    const harness = new Harness({ mode: 'ask', maxBytes: 4_352 });
    await harness.send(crashEnvelope(idOf(1), 2_000));
    const [name = ''] = harness.names();
    expect(readFileSync(join(harness.folder, name), 'utf8')).toContain('a.dmp');
  });

  it('lets the newest error stay when the clock went back before it', async () => {
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

  it('of age removes what is too old, not before the clock has been right for ten minutes', async () => {
    const harness = await holding(1, { mode: 'ask' });
    await harness.clock.advance(31 * DAY);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters.overdue).toBe(1);

    await harness.send(errorEnvelope(idOf(2)));
    harness.clock.jump(400 * DAY);
    harness.restart();
    await harness.clock.advance(5 * MINUTE);
    harness.clock.jump(-400 * DAY);
    await harness.clock.advance(DAY);
    expect(harness.names()).toHaveLength(1);
  });

  it('of age removes nothing under a clock that is a year ahead, at the next start neither', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.clock.jump(365 * DAY);
    for (let start = 0; start < 3; start += 1) {
      harness.restart();
      await harness.clock.advance(DAY);
    }
    expect(harness.names()).toHaveLength(1);
  });

  it('of age removes nothing for a clock that jumps while the first report is only in memory', async () => {
    const harness = new Harness({ mode: 'ask' });
    harness.files.fault = 'EROFS';
    await harness.send(errorEnvelope(idOf(1)));
    harness.files.fault = undefined;
    harness.clock.jump(400 * DAY);
    await harness.send(errorEnvelope(idOf(2)));
    await harness.clock.advance(20 * MINUTE);
    expect(harness.names()).toHaveLength(2);
  });

  it('of age holds after a year in which the app did not run, once a server has said the time', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.clock.jump(365 * DAY);
    harness.reply = () => status(503, { date: new Date(harness.clock.wall()).toUTCString() });
    harness.restart({ mode: 'on' });
    await harness.clock.advance(20 * MINUTE);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters.overdue).toBe(1);
  });

  it('of age holds in short runs, too', async () => {
    const harness = await holding(1, { mode: 'ask' });
    for (let day = 0; day <= 31; day += 1) {
      harness.clock.jump(DAY);
      harness.restart();
      await harness.clock.advance(15 * MINUTE);
    }
    expect(harness.names()).toEqual([]);
  });
});
