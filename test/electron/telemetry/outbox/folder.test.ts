import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorEnvelope, idOf } from './support/envelopes.ts';
import { Harness, holding, OK, status } from './support/harness.ts';
import { MINUTE } from './support/virtualClock.ts';

describe('files', () => {
  it('that are damaged go to quarantine and stop nothing', async () => {
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

  it('of another version are left alone, and nothing is sent from them', async () => {
    const harness = await holding(1);
    await harness.clock.advance(5_000);
    writeFileSync(join(harness.folder, 'v9-1-error.envelope'), 'x');
    harness.restart();
    await harness.clock.advance(60 * MINUTE);
    expect(harness.names()).toEqual(['v9-1-error.envelope']);
    expect(harness.requests).toHaveLength(1);
  });

  it('that were made for another DSN are sent to no other, whatever the key and the version of the SDK', async () => {
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

  it('that were never finished, and those of earlier versions that are no longer used, are removed at the start', async () => {
    const harness = await holding(1, { mode: 'ask' });
    const [name] = harness.names();
    for (const file of [`${name}.77`, 'clock-1764000000000', 'limits.json']) harness.disk.plant(file, 'x');
    harness.restart();
    expect(harness.names()).toEqual([name]);
  });

  it('of an earlier version, with a checksum in their names, are sent', async () => {
    const harness = await holding(1, { mode: 'ask' });
    const [name = ''] = harness.names();
    renameSync(
      join(harness.folder, name),
      join(harness.folder, name.replace('.envelope', '-0123abcd.envelope')),
    );
    harness.restart({ mode: 'on' });
    await harness.clock.advance(2_000);
    expect(harness.sentIds()).toEqual([idOf(1)]);
    expect(harness.names()).toEqual([]);
  });
});
