import { describe, expect, it } from 'vitest';
import { errorEnvelope, idOf, REPLAY, replayEnvelope } from './support/envelopes.ts';
import { Harness, holding } from './support/harness.ts';
import { MINUTE } from './support/virtualClock.ts';

describe('the disk', () => {
  it('that is full makes less important envelopes give way to an error, each time', async () => {
    const harness = new Harness({ mode: 'ask' });
    for (let n = 0; n < 5; n += 1) await harness.send(replayEnvelope(REPLAY, n));
    let writes = 0;
    const { write } = harness.files;
    harness.files.write = (...args) => {
      writes += 1;
      if (writes % 2 === 1) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      write.apply(harness.files, args);
    };
    await harness.send(errorEnvelope(idOf(1)));
    const { priorities, counters, trouble } = harness.outbox.state();
    expect(priorities.map(({ count }) => count)).toEqual([1, 0, 0, 3]);
    expect(counters.evicted).toBe(2);
    expect(trouble).toBeUndefined();
    await harness.send(errorEnvelope(idOf(2)));
    expect(harness.outbox.state()).toMatchObject({ inMemory: 0, counters: { evicted: 4 } });
  });

  it('that stays full whatever gives way costs no more than one attempt to make room', async () => {
    const harness = await holding(20, { mode: 'ask' });
    harness.files.fault = 'ENOSPC';
    for (let n = 21; n <= 30; n += 1) await harness.send(errorEnvelope(idOf(n)));
    await harness.clock.advance(60 * MINUTE);
    expect(harness.names()).toHaveLength(18);
    expect(harness.outbox.state().inMemory).toBe(10);
  });

  it.each(['ENOSPC', 'EACCES', 'EROFS'] as const)(
    'that answers %s is reported; errors wait in memory and are written when it is well',
    async (fault) => {
      const harness = new Harness({ mode: 'ask' });
      harness.files.fault = fault;
      expect(await harness.send(errorEnvelope(idOf(1)))).toEqual({});
      expect(await harness.send(replayEnvelope(REPLAY, 1))).toEqual({});
      const state = harness.outbox.state();
      expect(state.trouble).toMatchObject({ code: fault, at: harness.clock.wall() });
      expect(state.inMemory).toBe(2);
      expect(await harness.flush(2_000)).toBe(false);
      harness.files.fault = undefined;
      await harness.clock.advance(10_000);
      expect(harness.outbox.state()).toMatchObject({ inMemory: 0, trouble: undefined });
      expect(harness.names()).toHaveLength(2);
      expect(await harness.flush(2_000)).toBe(true);
    },
  );

  it('that cannot read a file for a moment costs no report; a file that never can be read is put aside', async () => {
    const harness = await holding(1, { mode: 'ask' });
    await harness.send(errorEnvelope(idOf(2)));
    const [never = ''] = harness.names().sort();
    const { read } = harness.files;
    const asked: string[] = [];
    harness.files.read = (path) => {
      asked.push(path);
      const isFailing = path.includes(never) || asked.length < 3;
      return isFailing ? Promise.reject(Object.assign(new Error('EMFILE'), { code: 'EMFILE' })) : read(path);
    };
    harness.outbox.setMode('on');
    await harness.clock.advance(MINUTE);
    expect(harness.sentIds()).toEqual([idOf(2)]);
    expect(harness.quarantine()).toEqual([never]);
    expect(asked.filter((path) => path.includes(never))).toHaveLength(3);
    const alone = await holding(1);
    alone.files.read = () => Promise.reject(new Error('EIO'));
    await alone.clock.advance(MINUTE);
    expect([alone.quarantine().length, alone.outbox.state().lastAnswer]).toEqual([1, undefined]);
  });

  it('that stays read-only does not stop sending', async () => {
    const harness = new Harness();
    harness.files.fault = 'EROFS';
    harness.files.isFrozen = true;
    await harness.send(errorEnvelope(idOf(1)));
    await harness.clock.advance(2_000);
    expect(harness.outbox.state()).toMatchObject({ inMemory: 0, counters: { sent: 1 } });
  });

  it('that cannot be written takes no more memory than the bound, and the newest error stays', async () => {
    const harness = new Harness({ mode: 'ask', maxMemoryBytes: 20_000 });
    harness.files.fault = 'ENOSPC';
    for (let n = 1; n <= 50; n += 1) await harness.send(errorEnvelope(idOf(n), { bytes: 1_000 }));
    harness.files.fault = undefined;
    await harness.clock.advance(10_000);
    const kept = harness.ids();
    expect(kept).toContain(idOf(50));
    expect(kept.length).toBeGreaterThan(10);
    expect(harness.outbox.state().counters.unsaved).toBe(50 - kept.length);
  });

  it('that cannot be written drops nothing for what is larger than the memory, and keeps what just fits', async () => {
    const size = (await holding(1, { mode: 'ask' })).outbox.state().priorities[0]?.bytes ?? 0;
    const harness = new Harness({ mode: 'ask', maxMemoryBytes: size });
    harness.files.fault = 'EROFS';
    await harness.send(errorEnvelope(idOf(1)));
    await harness.send(errorEnvelope(idOf(2), { bytes: 30_000 }));
    expect(harness.outbox.state()).toMatchObject({ inMemory: 1, counters: { unsaved: 1 } });
  });

  it('whose folder is removed while the app runs is no loss for what comes after', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.files.remove(harness.folder);
    await harness.send(errorEnvelope(idOf(2)));
    expect(harness.names()).toHaveLength(1);
  });

  it('that keeps a sent file from being removed does not make it be sent twice', async () => {
    const harness = await holding(1);
    const { remove } = harness.files;
    harness.files.remove = () => {
      throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    };
    await harness.clock.advance(5 * MINUTE);
    expect(harness.requests).toHaveLength(1);
    expect(harness.outbox.state().trouble?.code).toBe('EBUSY');
    harness.files.remove = remove;
    await harness.clock.advance(10 * MINUTE);
    expect(harness.requests).toHaveLength(1);
    expect(harness.names()).toEqual([]);
  });
});
