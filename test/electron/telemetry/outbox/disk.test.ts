import { describe, expect, it } from 'vitest';
import { errorEnvelope, idOf, REPLAY, replayEnvelope, sessionEnvelope } from './support/envelopes.ts';
import { Harness, holding } from './support/harness.ts';
import { TestDisk } from './support/testDisk.ts';
import { MINUTE } from './support/virtualClock.ts';

describe('the disk', () => {
  it.each(['ENOSPC', 'EACCES', 'EROFS'] as const)(
    'that fails with %s is reported; errors wait in memory and are written once it works',
    async (fault) => {
      const harness = new Harness({ mode: 'ask' });
      harness.disk.fault = fault;
      expect(await harness.send(errorEnvelope(idOf(1)))).toEqual({});
      expect(await harness.send(sessionEnvelope(1))).toEqual({});
      expect(await harness.send(replayEnvelope(REPLAY, 1))).toEqual({});
      expect(harness.outbox.state().counters.refused).toBe(1);
      const state = harness.outbox.state();
      expect(state.trouble).toMatchObject({ code: fault, at: harness.clock.now() });
      expect(state.inMemory).toBe(2);
      expect(await harness.flush(2_000)).toBe(false);
      harness.disk.fault = undefined;
      await harness.clock.advance(MINUTE);
      expect(harness.outbox.state()).toMatchObject({ inMemory: 0, trouble: undefined });
      expect(harness.names()).toHaveLength(2);
      expect(await harness.flush(2_000)).toBe(true);
    },
  );

  it('that cannot read a file for a moment costs no report; a file that never can be read is put aside', async () => {
    const harness = await holding(2, { mode: 'ask' });
    const [broken = ''] = harness.names();
    const { disk } = harness;
    let isBusy = true;
    disk.read = (file) => {
      const code = file === broken ? 'EIO' : 'EBUSY';
      if (!isBusy && code === 'EBUSY') return TestDisk.prototype.read.call(disk, file, 1_000_000);
      return Promise.reject(Object.assign(new Error(code), { code }));
    };
    harness.outbox.setMode('on');
    await harness.clock.advance(10_000);
    expect([harness.sentIds(), harness.quarantine()]).toEqual([[], [broken]]);
    expect(harness.outbox.state().trouble?.code).toMatch(/^E(IO|BUSY)$/);
    isBusy = false;
    await harness.clock.advance(MINUTE);
    expect(harness.sentIds()).toEqual([idOf(2)]);
  });

  it('that keeps a damaged file where it is does not have it read without a pause, also when the clock was set back', async () => {
    const harness = await holding(2);
    harness.reply = () => 'reset';
    await harness.clock.advance(MINUTE);
    harness.clock.jump(-60 * MINUTE);
    for (const name of harness.names()) harness.disk.plant(name, 'x');
    Object.assign(harness.disk, { fault: 'EROFS', isFrozen: true });
    const { disk } = harness;
    let reads = 0;
    disk.read = (file) => {
      reads += 1;
      // Ends what would otherwise go on for ever.
      if (reads > 100) return new Promise(() => undefined);
      return TestDisk.prototype.read.call(disk, file, 1_000_000);
    };
    await harness.clock.advance(MINUTE);
    expect(reads).toBeLessThan(20);
  });

  it('that stays read-only does not stop sending', async () => {
    const harness = new Harness();
    harness.disk.fault = 'EROFS';
    harness.disk.isFrozen = true;
    await harness.send(errorEnvelope(idOf(1)));
    await harness.clock.advance(2_000);
    expect(harness.outbox.state()).toMatchObject({ inMemory: 0, counters: { sent: 1 } });
  });

  it('that cannot be written takes no more memory than 16 MB, and the newest error stays', async () => {
    const harness = new Harness({ mode: 'ask' });
    harness.disk.fault = 'ENOSPC';
    for (let n = 1; n <= 10; n += 1) await harness.send(errorEnvelope(idOf(n), { bytes: 2_000_000 }));
    await harness.send(errorEnvelope(idOf(11), { bytes: 17_000_000 }));
    expect(harness.outbox.state()).toMatchObject({ inMemory: 7, counters: { evicted: 3, refused: 1 } });
    harness.disk.fault = undefined;
    await harness.clock.advance(MINUTE);
    expect(harness.ids()).toEqual([4, 5, 6, 7, 8, 9, 10].map(idOf));
  });

  it('whose folder is removed while the app runs still takes what comes after', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.disk.remove('');
    await harness.send(errorEnvelope(idOf(2)));
    expect(harness.names()).toHaveLength(1);
  });

  it('that cannot remove a sent file does not make it be sent twice', async () => {
    const harness = await holding(1);
    harness.disk.fault = 'EACCES';
    harness.disk.isFrozen = true;
    await harness.clock.advance(5 * MINUTE);
    expect(harness.requests).toHaveLength(1);
    expect(harness.outbox.state().trouble?.code).toBe('EACCES');
    harness.disk.fault = undefined;
    await harness.clock.advance(10 * MINUTE);
    expect(harness.requests).toHaveLength(1);
    expect(harness.names()).toEqual([]);
  });
});
