import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Disk, listOutbox } from '../../../../electron/telemetry/outbox/disk.ts';
import {
  envelopeOf,
  errorEnvelope,
  idOf,
  REPLAY,
  replayEnvelope,
  sessionEnvelope,
} from './support/envelopes.ts';
import {
  DAY,
  freshFolder,
  Harness,
  holding,
  MINUTE,
  OK,
  segmentOf,
  settle,
  status,
} from './support/harness.ts';
import { TestDisk } from './support/testDisk.ts';

const OTHER = '1'.repeat(32);

describe('the disk', () => {
  it('that is full is reported; errors wait in memory and are written once it works', async () => {
    const harness = new Harness({ mode: 'ask' });
    harness.disk.fault = 'ENOSPC';
    for (const one of [errorEnvelope(idOf(1)), sessionEnvelope(1), replayEnvelope(REPLAY, 1)])
      expect(await harness.send(one)).toEqual({});
    const state = harness.outbox.state();
    expect(state).toMatchObject({ trouble: { code: 'ENOSPC', at: Date.now() }, inMemory: 2 });
    expect(state.counters.refused).toBe(1);
    expect(await harness.flush(2_000)).toBe(false);
    harness.disk.fault = undefined;
    await harness.clock.advance(MINUTE);
    expect(harness.outbox.state()).toMatchObject({ inMemory: 0, trouble: undefined });
    expect(harness.names()).toHaveLength(2);
    expect(await harness.flush(2_000)).toBe(true);
  });

  it('that is unreadable for a moment costs no report; a file that stays unreadable is quarantined', async () => {
    const harness = await holding(2, { mode: 'ask' });
    const [broken = ''] = harness.names();
    const { disk } = harness;
    let isBusy = true;
    disk.read = (file) => {
      const code = file === broken ? 'EIO' : 'EBUSY';
      if (!isBusy && code === 'EBUSY') return TestDisk.prototype.read.call(disk, file, 1_000_000);
      throw Object.assign(new Error(code), { code });
    };
    harness.outbox.setMode('on');
    await harness.clock.advance(10_000);
    expect([harness.sentIds(), harness.quarantine()]).toEqual([[], [broken]]);
    expect(harness.outbox.state().trouble?.code).toMatch(/^E(IO|BUSY)$/);
    isBusy = false;
    await harness.clock.advance(MINUTE);
    expect(harness.sentIds()).toEqual([idOf(2)]);
  });

  it('that keeps a damaged file in place is not read without a pause, even if the clock was set back', async () => {
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
      // Ends what would otherwise loop forever.
      if (reads > 100) return new Promise(() => undefined) as never;
      return TestDisk.prototype.read.call(disk, file, 1_000_000);
    };
    await harness.clock.advance(MINUTE);
    expect(reads).toBeLessThan(20);
  });

  it('that cannot be written costs at most 16 MB of memory, and the newest error stays', async () => {
    const harness = new Harness({ mode: 'ask' });
    harness.disk.fault = 'ENOSPC';
    for (let n = 1; n <= 10; n += 1) await harness.send(errorEnvelope(idOf(n), { bytes: 2_000_000 }));
    await harness.send(errorEnvelope(idOf(11), { bytes: 17_000_000 }));
    expect(harness.outbox.state()).toMatchObject({ inMemory: 7, counters: { evicted: 3, refused: 1 } });
    harness.disk.fault = undefined;
    await harness.clock.advance(MINUTE);
    expect(harness.ids()).toEqual([4, 5, 6, 7, 8, 9, 10].map(idOf));
  });

  it('whose folder is removed while the app runs accepts later reports', async () => {
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

describe('files', () => {
  it('that are damaged are quarantined and block nothing', async () => {
    const harness = new Harness({ mode: 'ask' });
    for (const n of [1, 2, 3, 4]) await harness.send(errorEnvelope(idOf(n)));
    const names = harness.names().sort();
    const tear = (name: string | undefined, change: (data: Buffer) => Buffer) => {
      const path = join(harness.folder, name ?? '');
      writeFileSync(path, change(readFileSync(path)));
    };
    tear(names[0], (data) => data.subarray(0, 10));
    tear(names[1], (data) => Buffer.alloc(data.length));
    tear(names[2], (data) => data.fill(0, data.length - 20));
    harness.outbox.setMode('on');
    await harness.clock.advance(10_000);
    expect(harness.sentIds()).toEqual([idOf(4)]);
    expect(harness.quarantine().sort()).toEqual(names.slice(0, 3));
    expect(readFileSync(join(harness.folder, 'quarantine', names[0] ?? ''))).toHaveLength(10);
    expect(harness.outbox.state()).toMatchObject({ quarantined: 3, counters: { quarantined: 3, sent: 1 } });
  });

  it("made for another DSN are sent to no other, whatever the key and the SDK's version", async () => {
    const [one, other] = ['http://a.test/api/1/envelope/', 'http://a.test/api/2/envelope/'];
    const harness = new Harness({ mode: 'ask' });
    harness.restart({}, `${one}?sentry_key=k&sentry_client=a`);
    await harness.send(errorEnvelope(idOf(1)));
    harness.restart({ mode: 'on' }, `${other}?sentry_key=k`);
    harness.reply = () => status(429, { 'retry-after': '3600' });
    await harness.send(errorEnvelope(idOf(2)));
    await harness.clock.advance(10 * MINUTE);
    expect(harness.sentIds()).toEqual([idOf(2)]);
    harness.reply = () => OK;
    harness.restart({ mode: 'on' }, `${one}?sentry_key=new&sentry_client=b`);
    await harness.clock.advance(10_000);
    expect(harness.sentIds()).toEqual([idOf(2), idOf(1)]);
    expect(harness.names()).toHaveLength(1);
  });

  it('are sent even if the quarantine cannot be listed', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.disk.plant('quarantine', 'a file in its place');
    harness.restart({ mode: 'on' });
    await harness.clock.advance(5_000);
    expect(harness.sentIds()).toEqual([idOf(1)]);
  });
});

it('drops hundreds of reports that are too old in steps', async () => {
  const harness = await holding(500, { mode: 'ask' });
  harness.clock.jump(31 * DAY);
  vi.advanceTimersByTime(MINUTE);
  expect(harness.names().length).toBeGreaterThan(450);
  while (harness.outbox.state().counters.overdue < 500) await settle();
  expect(harness.names()).toEqual([]);
});

it.each([true, false])('a file is complete and for this user only, or absent; durable: %s', (durable) => {
  const folder = freshFolder();
  const disk = new Disk(folder);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  disk.write('file', Buffer.from('content'), durable);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('content');
  expect([modeOf(folder), modeOf(join(folder, 'file'))]).toEqual([0o700, 0o600]);
  mkdirSync(join(folder, 'taken', 'in the way'), { recursive: true });
  expect(() => disk.write('taken', Buffer.from('content'), durable)).toThrow();
  expect(readdirSync(folder).sort()).toEqual(['file', 'taken']);
  expect(() => listOutbox(join(folder, 'file'))).toThrow('ENOTDIR');
  expect(listOutbox('/nowhere')).toEqual([]);
});

describe('the budget', () => {
  it('keeps the first error of a run, which often caused the others', async () => {
    const harness = await holding(400, { mode: 'ask', maxBytes: 100_000 });
    expect(harness.ids()).toEqual([idOf(1), ...Array.from({ length: 21 }, (_, n) => idOf(380 + n))]);
    harness.restart();
    for (let n = 401; n <= 800; n += 1) await harness.send(errorEnvelope(idOf(n)));
    const newest = Array.from({ length: 20 }, (_, n) => idOf(781 + n));
    expect(harness.ids()).toEqual([idOf(1), idOf(401), ...newest]);
    // Once there are only first errors, the oldest is evicted, never the newest.
    for (let n = 801; n <= 830; n += 1) {
      harness.restart();
      await harness.send(errorEnvelope(idOf(n)));
    }
    await harness.send(errorEnvelope(idOf(831)));
    expect(harness.ids()).toContain(idOf(831));
    expect(harness.ids()).not.toContain(idOf(401));
  });

  it('refuses a report larger than all of it, evicts nothing for it, and can be used to the last byte', async () => {
    const harness = await holding(1, { mode: 'ask', maxBytes: 4_352 });
    await harness.send(errorEnvelope(idOf(2), { bytes: 80_000 }));
    await harness.send(envelopeOf({}, [[{ type: 'client_report' }, 'x'.repeat(80_000)]]));
    expect(harness.ids()).toEqual([idOf(1)]);
    expect(harness.outbox.state().counters).toMatchObject({ evicted: 0, refused: 2 });
  });

  it("keeps a stored error's replay longer than another, in a later run too", async () => {
    const harness = new Harness({ mode: 'ask', maxBytes: 50_000 });
    await harness.send(replayEnvelope(REPLAY, 0));
    await harness.send(errorEnvelope(idOf(1), { replay: REPLAY }));
    for (let n = 0; n < 8; n += 1) await harness.send(replayEnvelope(OTHER, n));
    harness.restart();
    for (let n = 2; n < 5; n += 1) await harness.send(errorEnvelope(idOf(n)));
    expect(harness.ids()).toContain(REPLAY);
    expect(harness.ids()).not.toContain(OTHER);
  });

  it('drops a replay as a whole, and accepts no more of it: with a gap it cannot be played', async () => {
    const harness = new Harness({ mode: 'ask', maxBytes: 50_000 });
    for (let n = 0; n < 5; n += 1) await harness.send(replayEnvelope(REPLAY, n));
    for (let n = 0; n < 6; n += 1) await harness.send(replayEnvelope(OTHER, n));
    expect(harness.names()).toHaveLength(11);
    await harness.send(errorEnvelope(idOf(1)));
    await harness.send(replayEnvelope(REPLAY, 5));
    expect(harness.ids().sort()).toEqual([idOf(1), ...Array(6).fill(OTHER)]);
    expect(harness.outbox.state().counters).toMatchObject({ evicted: 5, refused: 1 });
    // One that fills it alone keeps its beginning; free space does not help later.
    for (let n = 6; n < 15; n += 1) await harness.send(replayEnvelope(OTHER, n));
    harness.outbox.setMode('on');
    await harness.clock.advance(MINUTE);
    await harness.send(replayEnvelope(OTHER, 15));
    await harness.clock.advance(MINUTE);
    const sent = harness.requests.filter(({ id }) => id === OTHER).map(segmentOf);
    expect(sent).toEqual(Array.from({ length: 10 }, (_, n) => n));
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
