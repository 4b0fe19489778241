/** The outbox's promises while everything fails in random order. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Envelope } from '@sentry/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseName } from '../../../../electron/telemetry/outbox/name.ts';
import { chargeOf } from '../../../../electron/telemetry/outbox/outbox.policy.ts';
import {
  errorEnvelope,
  idOf,
  REPLAY,
  replayEnvelope,
  sessionEnvelope,
  transactionEnvelope,
} from './support/envelopes.ts';
import { DAY, Harness, MINUTE, OK, type Reply, status } from './support/harness.ts';
import type { DiskFault } from './support/testDisk.ts';

const BUDGET = 200_000;
const FOREIGN = 'v9-1.envelope';

const REPLIES: Record<string, Reply> = {
  ok: OK,
  empty: status(204),
  bad: status(400),
  large: status(413),
  limited: status(429),
  'limited for a while': status(429, { 'retry-after': '90' }),
  'limited by category': status(429, { 'x-sentry-rate-limits': '120:error;session:key, 30:replay:key' }),
  'well, but limited': status(200, { 'x-sentry-rate-limits': '60:transaction:key' }, '{}'),
  broken: status(500),
  unavailable: status(503, { 'retry-after': '20' }),
  forbidden: status(403, {}, '{"detail":"no such project"}'),
  blocked: status(403),
  redirect: status(302),
  portal: status(200, { 'content-type': 'text/html' }, '<html>'),
  hang: 'hang',
  reset: 'reset',
};

/** What the test knows; the outbox must agree after every step. */
class World {
  readonly harness = new Harness({ maxBytes: BUDGET });
  readonly errors = new Set<string>();
  readonly excused = new Set<string>();
  #captures = 0;
  #known = 0;
  #given = 0;

  async capture(kind: string, bytes: number): Promise<void> {
    this.#captures += 1;
    const id = idOf(this.#captures);
    const { harness } = this;
    const before = this.onDisk();
    if (kind === 'error') {
      const answer = harness.send(errorEnvelope(id, { bytes }));
      const wasOnDisk = this.onDisk().has(id);
      expect(((await answer) as { statusCode?: number }).statusCode).toBe(wasOnDisk ? 202 : undefined);
      expect(wasOnDisk).toBe(harness.disk.fault === undefined);
      this.errors.add(id);
      // Evicted because the budget was full; sent files may only be removed now.
      const gone = [...before].filter((one) => !this.onDisk().has(one) && !this.hasArrived(one));
      if (gone.length > 0) expect(this.bytesOnDisk() + chargeOf(bytes + 5_000)).toBeGreaterThan(BUDGET);
      for (const one of gone) this.excused.add(one);
      return;
    }
    if (kind === 'session') await harness.send(sessionEnvelope(this.#captures));
    else if (kind === 'transaction') await harness.send(transactionEnvelope(id));
    else await harness.send(replayEnvelope(REPLAY, this.#captures, bytes));
    const kept = this.onDisk();
    // Sent files may have had to wait for the disk to be removed.
    const waiting = [...before].filter((one) => this.errors.has(one) && !this.hasArrived(one));
    for (const one of waiting) expect(kept).toContain(one);
  }

  restart(): void {
    // What was only in memory ends with the process; the SDK was told so.
    const saved = this.onDisk();
    for (const id of this.errors) if (!saved.has(id) && !this.hasArrived(id)) this.excused.add(id);
    this.harness.restart();
    this.#given = 0;
  }

  tear(which: number): void {
    const names = this.harness.names().filter((name) => parseName(name));
    const name = names[which % Math.max(1, names.length)];
    if (name === undefined) return;
    const path = join(this.harness.folder, name);
    writeFileSync(path, readFileSync(path).subarray(0, -3));
    this.excused.add(parseName(name)?.id ?? '');
  }

  onDisk(): Set<string> {
    return new Set(this.harness.names().map((file) => parseName(file)?.id ?? FOREIGN));
  }

  bytesOnDisk(): number {
    const files = this.harness.names().filter((file) => file !== FOREIGN);
    return files.reduce((sum, file) => sum + chargeOf(parseName(file)?.size ?? 0), 0);
  }

  /** Whether the server has it, or will never accept it. */
  hasArrived(id: string): boolean {
    return this.harness.requests.some(
      ({ id: asked, reply }) =>
        asked === id &&
        typeof reply === 'object' &&
        (reply.bodyStart === '{}' || [400, 413].includes(reply.status)),
    );
  }

  check(): void {
    const { harness } = this;
    const state = harness.outbox.state();
    const disk = this.onDisk();
    // Old ones are evicted, and others for those that were in memory until now.
    const { evicted, overdue } = state.counters;
    const haveGone = evicted + overdue > this.#given;
    this.#given = evicted + overdue;
    for (const id of this.errors) {
      if (!disk.has(id) && haveGone) this.excused.add(id);
      const isSafe = disk.has(id) || this.hasArrived(id) || this.excused.has(id) || state.inMemory > 0;
      expect(isSafe, `error ${id} is lost`).toBe(true);
    }
    expect(this.bytesOnDisk()).toBeLessThanOrEqual(BUDGET);
    expect(state.usedBytes).toBeLessThanOrEqual(BUDGET);
    for (const request of harness.requests.slice(this.#known)) {
      expect(request.envelope[0].sent_at).toBe(new Date(request.at).toISOString());
      // Only what the disk refuses is sent without being on disk.
      if (this.errors.has(request.id)) expect(request.wasOnDisk || request.wasInMemory).toBe(true);
    }
    this.#known = harness.requests.length;
  }

  async heal(): Promise<void> {
    const { harness } = this;
    const hasForeign = this.onDisk().has(FOREIGN);
    harness.disk.fault = undefined;
    harness.disk.isFrozen = false;
    harness.reply = () => OK;
    harness.outbox.setMode('on');
    // Longer than any pause.
    await harness.clock.advance(DAY);
    this.check();
    expect(harness.names()).toEqual(hasForeign ? [FOREIGN] : []);
    expect(harness.outbox.state()).toMatchObject({ inMemory: 0, inFlight: 0 });
    for (const id of this.errors)
      expect(this.hasArrived(id) || this.excused.has(id), `error ${id} did not arrive`).toBe(true);
  }
}

const kinds = fc.constantFrom('error', 'error', 'session', 'transaction', 'replay');
const waits = fc.constantFrom(1, 500, 2_000, 10_000, MINUTE, 11 * MINUTE);
const jumps = fc.constantFrom(-400 * DAY, -3_600_000, 3_600_000, 400 * DAY);
const modes = fc.constantFrom<'ask' | 'on'>('ask', 'on', 'on');
const faults = fc.constantFrom<DiskFault | undefined>('ENOSPC', 'EACCES', 'EROFS', undefined, undefined);

type Step = [weight: number, values: fc.Arbitrary<never>, run: (world: World, value: never) => unknown];
const step = <T>(...parts: [number, fc.Arbitrary<T>, (world: World, value: T) => unknown]) =>
  parts as unknown as Step;
const STEPS: Readonly<Record<string, Step>> = {
  capture: step(6, fc.tuple(kinds, fc.nat(20_000)), (world, [kind, bytes]) => world.capture(kind, bytes)),
  server: step(4, fc.constantFrom(...Object.keys(REPLIES)), ({ harness }, name) => {
    harness.reply = () => REPLIES[name] ?? OK;
  }),
  wait: step(6, waits, ({ harness }, ms) => harness.clock.advance(ms)),
  'clock jumps': step(1, jumps, ({ harness }, ms) => harness.clock.jump(ms)),
  wake: step(1, fc.constant(0), ({ harness }) => harness.outbox.wake()),
  restart: step(1, fc.constant(0), (world) => world.restart()),
  consent: step(1, modes, ({ harness }, mode) => harness.outbox.setMode(mode)),
  disk: step(2, fc.tuple(faults, fc.boolean()), ({ harness }, [fault, isFrozen]) => {
    Object.assign(harness.disk, { fault, isFrozen });
  }),
  tear: step(1, fc.nat(50), (world, which) => world.tear(which)),
  foreign: step(1, fc.constant(0), ({ harness }) => {
    if (harness.names().length > 0) writeFileSync(join(harness.folder, FOREIGN), 'of another version');
  }),
};
const anyStep = fc.oneof(
  ...Object.entries(STEPS).map(([name, [weight, values]]) => {
    return { weight, arbitrary: fc.tuple(fc.constant(name), values) };
  }),
);

const SEED = 20261124;

it('an accepted error is on disk, delivered, or gone for a reason; all arrive once everything works', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 60 }), async (all) => {
      const world = new World();
      for (const [name, value] of all) {
        await STEPS[name]?.[2](world, value);
        world.check();
      }
      await world.heal();
      rmSync(dirname(world.harness.folder), { recursive: true });
    }),
    // The same runs each time, unless more are asked for.
    process.env.OUTBOX_RUNS ? { numRuns: Number(process.env.OUTBOX_RUNS) } : { seed: SEED, numRuns: 100 },
  );
}, 600_000);

/** An error, a session, a transaction, or the next segment of one of two replays; and whether it breaks its connection. */
const kind = fc.constantFrom('e', 'e', 's', 't', '1', '2');
const waiting = fc.array(fc.tuple(kind, fc.boolean()), { minLength: 2, maxLength: 12 });

it('every envelope arrives at its first try, however many others always break their connection, at one try each', async () => {
  await fc.assert(
    fc.asyncProperty(waiting, fc.boolean(), async (all, isWoken) => {
      const harness = new Harness({ mode: 'ask' });
      const keyOf = ([{ event_id }, items]: Envelope) => {
        const { sid, segment_id = '' } = (items[0]?.[1] ?? {}) as { sid?: string; segment_id?: number };
        return `${event_id ?? sid} ${segment_id}`;
      };
      const envelopes = all.map(([kind], at) => {
        if (kind === 'e') return errorEnvelope(idOf(at + 100));
        if (kind === 's') return sessionEnvelope(at + 100);
        return kind === 't' ? transactionEnvelope(idOf(at + 100)) : replayEnvelope(kind.repeat(32), at);
      });
      for (const envelope of envelopes) await harness.send(envelope);
      const poisoned = new Set(envelopes.filter((_, at) => all[at]?.[1]).map(keyOf));
      harness.reply = (_, envelope) => (poisoned.has(keyOf(envelope)) ? 'reset' : OK);
      harness.outbox.setMode('on');
      const tries = () => harness.requests.map(({ envelope }) => keyOf(envelope));
      for (let minute = 0; minute < 200 && new Set(tries()).size < all.length; minute += 1) {
        if (isWoken) harness.outbox.wake();
        await harness.clock.advance(isWoken ? 1_100 : MINUTE);
      }
      const good = tries().filter((key) => !poisoned.has(key));
      const last = tries().lastIndexOf(good.at(-1) ?? '');
      expect(good.length).toBe(all.length - poisoned.size);
      expect(new Set(good).size).toBe(good.length);
      expect(last + 1 - good.length).toBeLessThanOrEqual(poisoned.size);
      harness.outbox.close();
      rmSync(dirname(harness.folder), { recursive: true });
    }),
    { seed: SEED, numRuns: 60 },
  );
}, 60_000);
