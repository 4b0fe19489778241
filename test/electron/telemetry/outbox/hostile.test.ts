/** Hostile envelopes and files: the outbox stays within its budget, continues, and sends nothing that it was not given. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { serializeEnvelope } from '@sentry/core';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { prepare, targetOf } from '../../../../electron/telemetry/outbox/envelope.ts';
import { formatName } from '../../../../electron/telemetry/outbox/name.ts';
import type { Request } from '../../../../electron/telemetry/outbox/upload.ts';
import { envelopeOf, errorEnvelope, idOf } from './support/envelopes.ts';
import { freshFolder } from './support/folder.ts';
import { OK } from './support/harness.ts';
import { openOutbox } from './support/openOutbox.ts';
import { TestDisk } from './support/testDisk.ts';
import { VirtualClock } from './support/virtualClock.ts';

const SEED = 20261122;
const ENVELOPES = 300;
const BUDGET = 4_000_000;
const SERVER = 'http://server.test/api/1/envelope/';

const TYPES =
  'event transaction session attachment replay_event replay_recording __proto__ constructor toString ../../x';
const type = fc.oneof(
  fc.constantFrom(...TYPES.split(' '), '', 'a\nb', 'long_'.repeat(50)),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const payload = fc.oneof(
  fc.record({ exception: fc.jsonValue(), contexts: fc.jsonValue(), tags: fc.jsonValue() }),
  fc.string({ unit: 'binary' }),
  fc.nat(20_000).map((size) => new Uint8Array(size).fill(65)),
);
const item = fc.tuple(
  fc.record({ type, attachment_type: fc.constantFrom('event.minidump', undefined, 7) }),
  payload,
);
const header = fc.record(
  { event_id: fc.oneof(fc.jsonValue(), type), trace: fc.jsonValue(), sent_at: fc.jsonValue(), dsn: type },
  { requiredKeys: [] },
);
const hostile = fc.record({
  header,
  items: fc.oneof(
    { weight: 9, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(item, { minLength: 60, maxLength: 80 }) },
  ),
  /** To the transport; or as a file that a crash, a bad disk or another program left. */
  way: fc.constantFrom('sent', 'cut off', 'foreign'),
});

/** An envelope without the time of sending. */
function contentOf(bytes: Buffer): string {
  const end = bytes.indexOf('\n');
  const header = { ...JSON.parse(bytes.toString('utf8', 0, end)), sent_at: 0 };
  return createHash('sha256').update(JSON.stringify(header)).update(bytes.subarray(end)).digest('hex');
}

function forge(folder: string, bytes: Buffer, way: string, n: number): void {
  const foreign = Buffer.concat([Buffer.from('no envelope '), bytes]);
  const stored = way === 'foreign' ? foreign : bytes;
  const { label } = prepare(envelopeOf({ event_id: idOf(n) }, [[{ type: 'event' }, {}]]), targetOf(SERVER));
  const name = formatName({ ...label, size: stored.length, time: Date.now() - n, isFirst: false });
  writeFileSync(join(folder, name), way === 'foreign' ? stored : stored.subarray(0, n % stored.length));
}

it(`after ${ENVELOPES} of them reports are sent, and nothing forged was (seed ${SEED})`, async () => {
  const folder = freshFolder();
  mkdirSync(folder, { recursive: true });
  const all = fc.sample(hostile, { seed: SEED, numRuns: ENVELOPES }).map(({ header, items, way }, n) => {
    const envelope = envelopeOf(header, way === 'sent' ? items : items.slice(0, 3));
    return { envelope, way, n, bytes: Buffer.from(serializeEnvelope(envelope)) };
  });
  const forged = all.filter(({ way }) => way !== 'sent');
  // Half of them before this run, half after it: later ones are not evicted for those sent here.
  const plant = (rest: number) => {
    for (const { bytes, way, n } of forged) if (n % 2 === rest) forge(folder, bytes, way, n);
  };
  plant(0);
  for (const name of ['limits.json', 'x.envelope', '__proto__'])
    writeFileSync(join(folder, name), '{"target":');

  const left: Buffer[] = [];
  const request: Request = ({ body, headers }) => {
    left.push(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : Buffer.from(body));
    return Promise.resolve(OK);
  };
  const clock = new VirtualClock(Date.now());
  const disk = new TestDisk(folder);
  const options = { mode: 'ask', maxBytes: BUDGET, request, disk } as const;
  const first = openOutbox(folder, SERVER, options);
  const given = new Set<string>();
  for (const { envelope, bytes, way } of all) {
    if (way !== 'sent') continue;
    await first.transport.send(envelope);
    given.add(contentOf(bytes));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sizes = names.map((name) => statSync(join(folder, name))).filter((one) => one.isFile());
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(BUDGET);
  }
  const { accepted, refused, failed } = first.outbox.state().counters;
  expect({ sum: accepted + refused, failed }).toEqual({ sum: given.size, failed: 0 });
  first.outbox.close();
  plant(1);
  const { outbox, transport } = openOutbox(folder, SERVER, { ...options, maxBytes: 2 * BUDGET });
  const last = errorEnvelope(idOf(1));
  await transport.send(last);
  given.add(contentOf(Buffer.from(serializeEnvelope(last))));

  outbox.setMode('on');
  // Bodies are compressed beside this thread, invisibly for its clock.
  await vi.waitFor(async () => {
    await clock.advance(60_000);
    expect(outbox.state().priorities.map(({ count }) => count)).toEqual([0, 0, 0, 0]);
  }, 30_000);
  outbox.close();
  expect(left.map(contentOf).filter((content) => !given.has(content))).toEqual([]);
  expect(left.filter((bytes) => bytes.includes(idOf(1)))).toHaveLength(1);
  expect(left.length).toBeGreaterThan(15);
  expect(outbox.state().quarantined).toBeGreaterThan(50);
  expect(readdirSync(dirname(folder))).toEqual(['outbox']);
});
