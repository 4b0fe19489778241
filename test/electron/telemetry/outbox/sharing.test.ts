import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorEnvelope, idOf } from './support/envelopes.ts';
import { freshFolder } from './support/folder.ts';
import { Harness } from './support/harness.ts';

const MINUTE = 60_000;

describe('files of others', () => {
  it('that are torn go to quarantine and stop nothing', async () => {
    const harness = new Harness(freshFolder(), { mode: 'ask' });
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
    expect(harness.outbox.state()).toMatchObject({ quarantined: 3, counters: { quarantined: 3, sent: 1 } });
  });

  it('of another version are kept and counted, and nothing is sent from them', async () => {
    const harness = new Harness(freshFolder());
    await harness.send(errorEnvelope(idOf(1)));
    await harness.clock.advance(5_000);
    harness.files.write(
      join(harness.folder, 'tmp', 'x'),
      join(harness.folder, 'v9-1-error.envelope'),
      Buffer.from('x'),
    );
    harness.restart();
    await harness.clock.advance(60 * MINUTE);
    expect(harness.names()).toEqual(['v9-1-error.envelope']);
    expect(harness.outbox.state().foreign).toBe(1);
    expect(harness.requests).toHaveLength(1);
  });

  it('that were never finished are removed at the start, those of a running process are not', async () => {
    const harness = new Harness(freshFolder(), { mode: 'ask' });
    await harness.send(errorEnvelope(idOf(1)));
    for (const name of ['71-1.tmp', '72-1.tmp']) {
      harness.files.write(
        join(harness.folder, 'tmp', 'x'),
        join(harness.folder, 'tmp', name),
        Buffer.from('x'),
      );
    }
    harness.restart({ isRunning: (pid) => pid === 72 });
    expect(harness.files.list(join(harness.folder, 'tmp'))).toEqual(['72-1.tmp']);
  });
});

describe('two instances on one folder', () => {
  it('send each report once', async () => {
    const folder = freshFolder();
    const first = new Harness(folder, { mode: 'ask', owner: 101, isRunning: () => true });
    for (let n = 1; n <= 30; n += 1) await first.send(errorEnvelope(idOf(n)));
    const second = new Harness(folder, { mode: 'ask', owner: 102, isRunning: () => true }, first.clock);
    first.outbox.setMode('on');
    second.outbox.setMode('on');
    await first.clock.advance(10_000);
    expect([...first.sentIds(), ...second.sentIds()].sort()).toEqual(
      Array.from({ length: 30 }, (_, n) => idOf(n + 1)).sort(),
    );
    expect(first.names()).toEqual([]);
  });

  it('leave alone what the other is sending, and take it over when the other is gone', async () => {
    const folder = freshFolder();
    let isRunning = true;
    const first = new Harness(folder, { owner: 101 });
    first.reply = () => 'hang';
    await first.send(errorEnvelope(idOf(1)));
    await first.clock.advance(2_000);
    expect(first.names()).toEqual([expect.stringMatching(/\.envelope\.101$/)]);
    const second = new Harness(folder, { owner: 102, isRunning: () => isRunning });
    await second.clock.advance(MINUTE);
    expect(second.requests).toEqual([]);
    isRunning = false;
    second.outbox.wake();
    await second.clock.advance(2_000);
    expect(second.sentIds()).toEqual([idOf(1)]);
    expect(second.names()).toEqual([]);
  });

  it('take over a claim whose process id is now of another program, after ten minutes', async () => {
    const folder = freshFolder();
    const first = new Harness(folder, { owner: 101 });
    first.reply = () => 'hang';
    await first.send(errorEnvelope(idOf(1)));
    await first.clock.advance(2_000);
    const second = new Harness(folder, { owner: 102, isRunning: () => true });
    await second.clock.advance(25 * MINUTE);
    expect(second.sentIds()).toEqual([idOf(1)]);
  });
});
