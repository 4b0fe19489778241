import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatName } from '../../../../electron/telemetry/outbox/name.ts';
import { errorEnvelope, idOf } from './support/envelopes.ts';
import { Harness, holding, OK, status } from './support/harness.ts';
import { DAY, MINUTE, START, settle } from './support/virtualClock.ts';

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

  it('are sent also where the quarantine cannot be listed', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.disk.plant('quarantine', 'a file in its place');
    harness.restart({ mode: 'on' });
    await harness.clock.advance(5_000);
    expect(harness.sentIds()).toEqual([idOf(1)]);
  });

  it('that were never finished are removed at the start', async () => {
    const harness = await holding(1, { mode: 'ask' });
    const [name] = harness.names();
    harness.disk.plant(`${name}.77`, 'x');
    harness.restart();
    expect(harness.names()).toEqual([name]);
  });
});

describe('a folder with thousands of files', () => {
  const FILES = 5_000;
  /** An outbox with what an earlier run left. `age`: in milliseconds. */
  function filled(age: number): Harness {
    const harness = new Harness({ mode: 'ask' });
    mkdirSync(harness.folder, { recursive: true });
    for (let n = 0; n < FILES; n += 1) {
      const name = formatName({
        ...{ time: START - age + n, priority: 0, isFirst: false, categories: 'error' },
        ...{ id: idOf(n), replay: undefined, target: '0123abcd', size: 1 },
      });
      writeFileSync(join(harness.folder, name), 'x');
    }
    harness.restart();
    return harness;
  }

  it('is listed in steps', async () => {
    const harness = filled(DAY);
    const counts = () => harness.outbox.state().priorities[0]?.count;
    expect(counts()).toBe(1_000);
    await harness.send(errorEnvelope(idOf(FILES)));
    await harness.clock.advance(0);
    expect(counts()).toBe(FILES + 1);
  });

  it('gives up what is too old in steps', async () => {
    const { clock, disk, outbox } = filled(31 * DAY);
    let [now, most] = [0, 0];
    const remove = disk.remove.bind(disk);
    disk.remove = (file) => {
      now += 1;
      most = Math.max(most, now);
      remove(file);
    };
    const beginTurn = () => {
      now = 0;
      turn = setImmediate(beginTurn);
    };
    let turn = setImmediate(beginTurn);
    await clock.advance(MINUTE);
    while (outbox.state().counters.overdue < FILES) await settle();
    clearImmediate(turn);
    expect(outbox.state()).toMatchObject({
      priorities: [{ count: 0 }, {}, {}, {}],
      counters: { overdue: FILES },
    });
    expect(most).toBeLessThan(50);
  });
});
