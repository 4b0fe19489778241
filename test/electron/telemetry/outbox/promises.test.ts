/** The outbox's promises under everything that can go wrong, in random order. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnvelope } from '@sentry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum } from '../../../../electron/telemetry/outbox/envelope.ts';
import { parseName } from '../../../../electron/telemetry/outbox/name.ts';
import { chargeOf } from '../../../../electron/telemetry/outbox/retention.policy.ts';
import {
  errorEnvelope,
  idOf,
  replayEnvelope,
  sessionEnvelope,
  transactionEnvelope,
} from './support/envelopes.ts';
import { freshFolder } from './support/folder.ts';
import { Harness, OK, type Reply, status } from './support/harness.ts';
import type { DiskFault } from './support/testFiles.ts';

const BUDGET = 200_000;
const REPLAY = 'abcdef0123456789abcdef0123456789';
const MINUTE = 60_000;
const DAY = 86_400_000;
const page = status(200, { 'content-type': 'text/html' }, '<html>');

const REPLIES: Record<string, Reply> = {
  ok: OK,
  empty: status(204),
  bad: status(400),
  large: status(413),
  limited: status(429),
  'limited for a while': status(429, { 'retry-after': '90' }),
  'limited by category': status(429, {
    'x-sentry-rate-limits': '120:error;session:organization, 30:replay:key',
  }),
  'well, but limited': status(200, { 'x-sentry-rate-limits': '60:transaction:key' }, '{}'),
  broken: status(500),
  unavailable: status(503, { 'retry-after': '20' }),
  forbidden: status(403),
  redirect: status(302),
  portal: page,
  hang: 'hang',
  reset: 'reset',
};

type Kind = 'error' | 'session' | 'transaction' | 'replay';

/** What the test knows of the world; the outbox must agree with it after every step. */
class World {
  readonly harness = new Harness(freshFolder(), { maxBytes: BUDGET, maxMemoryBytes: BUDGET });
  /** The wall clock at the capture of each error, by id. */
  readonly errors = new Map<string, number>();
  readonly excused = new Set<string>();
  readonly foreign = new Set<string>();
  #captures = 0;
  #known = 0;
  #evicted = 0;
  #started = 0;
  #oldAtStart = new Set<string>();

  async capture(kind: Kind, bytes: number): Promise<void> {
    this.#captures += 1;
    const id = idOf(this.#captures);
    const { harness } = this;
    const before = this.onDisk();
    if (kind === 'error') {
      const answer = harness.send(errorEnvelope(id, { bytes }));
      const wasOnDisk = this.onDisk().has(id);
      expect(((await answer) as { statusCode?: number }).statusCode).toBe(wasOnDisk ? 202 : undefined);
      expect(wasOnDisk).toBe(harness.files.fault === undefined);
      this.errors.set(id, harness.clock.wall());
      // What gave way to it did so because the budget or the disk was full.
      const gone = [...before].filter((one) => !this.onDisk().has(one));
      const isFull = this.bytesOnDisk() + chargeOf(bytes + 5_000) > BUDGET;
      if (gone.length > 0) expect(isFull || harness.files.fault === 'ENOSPC').toBe(true);
      for (const one of gone) this.excused.add(one);
      return;
    }
    if (kind === 'session') await harness.send(sessionEnvelope(this.#captures));
    else if (kind === 'transaction') await harness.send(transactionEnvelope(id));
    else await harness.send(replayEnvelope(REPLAY, this.#captures, bytes));
    const kept = this.onDisk();
    for (const one of before) if (this.errors.has(one)) expect(kept).toContain(one);
  }

  restart(): void {
    // What was only in memory goes with the process; the SDK was told so.
    const saved = this.onDisk();
    for (const id of this.errors.keys()) if (!saved.has(id) && !this.wasSent(id)) this.excused.add(id);
    this.harness.restart();
    this.#started = this.harness.clock.steady();
    this.#evicted = 0;
    this.#oldAtStart = new Set([...this.errors.keys()].filter((id) => this.#isOld(id)));
  }

  tear(which: number): void {
    const names = this.harness.names().filter((name) => parseName(name));
    const name = names[which % Math.max(1, names.length)];
    if (name === undefined) return;
    const path = join(this.harness.folder, name);
    writeFileSync(path, readFileSync(path).subarray(0, -3));
    const id = parseName(name)?.id;
    if (id) this.excused.add(id);
  }

  leaveForeign(n: number): void {
    if (this.harness.names().length === 0) return;
    const name = `v9-${n}.envelope`;
    writeFileSync(join(this.harness.folder, name), 'of another version');
    this.foreign.add(name);
  }

  /** Whole envelopes on disk, by id. */
  onDisk(): Set<string> {
    const ids = new Set<string>();
    for (const file of this.harness.names()) {
      const parsed = parseName(file);
      if (parsed) ids.add(parsed.id);
    }
    return ids;
  }

  bytesOnDisk(): number {
    let bytes = 0;
    for (const file of this.harness.names()) bytes += chargeOf(parseName(file)?.size ?? 0);
    return bytes;
  }

  wasSent(id: string): boolean {
    return this.harness.requests.some((request) => request.id === id && isTaken(request.reply));
  }

  /** Whether the server was asked and said that it never will take it. */
  wasRefused(id: string): boolean {
    return this.harness.requests.some(
      ({ id: asked, reply }) =>
        asked === id && typeof reply === 'object' && [400, 413].includes(reply.status),
    );
  }

  check(): void {
    const { harness } = this;
    const state = harness.outbox.state();
    const disk = this.onDisk();
    const isOnlyInMemory = state.inMemory > 0;
    // A full disk makes older ones give way, also when the newer one is only tried again.
    const hasMadeRoom = harness.files.fault === 'ENOSPC' && state.counters.evicted > this.#evicted;
    this.#evicted = state.counters.evicted;
    for (const id of this.errors.keys()) {
      if (!disk.has(id) && (hasMadeRoom || this.#mayBeTooOld(id))) this.excused.add(id);
      const isSafe = disk.has(id) || this.wasSent(id) || this.wasRefused(id) || this.excused.has(id);
      expect(isSafe || isOnlyInMemory, `error ${id} is lost`).toBe(true);
    }
    expect(this.bytesOnDisk()).toBeLessThanOrEqual(BUDGET);
    expect(state.usedBytes).toBeLessThanOrEqual(BUDGET);
    for (const name of this.foreign) expect(this.harness.names()).toContain(name);
    for (const request of harness.requests.slice(this.#known)) {
      expect(request.envelope[0].sent_at).toBe(new Date(request.at).toISOString());
      // Nothing is sent that is not on disk, but for what the disk does not take.
      if (this.errors.has(request.id)) expect(request.wasOnDisk || request.wasInMemory).toBe(true);
    }
    this.#known = harness.requests.length;
  }

  /** Everything is well again: all that waits goes out, and nothing needs a hand. */
  async heal(): Promise<void> {
    const { harness } = this;
    harness.files.fault = undefined;
    harness.files.isFrozen = false;
    harness.reply = () => OK;
    harness.outbox.setMode('on');
    // As long as an address that was refused waits at most.
    await harness.clock.advance(24 * 60 * MINUTE);
    this.check();
    expect(harness.names().filter((name) => !this.foreign.has(name))).toEqual([]);
    expect(harness.outbox.state()).toMatchObject({ inMemory: 0, inFlight: 0 });
    for (const id of this.errors.keys()) {
      expect(
        this.wasSent(id) || this.wasRefused(id) || this.excused.has(id),
        `error ${id} did not arrive`,
      ).toBe(true);
    }
  }

  /** A clock that is ahead at the start and stays so for ten minutes is believed. */
  #mayBeTooOld(id: string): boolean {
    const running = this.harness.clock.steady() - this.#started;
    return this.#oldAtStart.has(id) && this.#isOld(id) && running >= 10 * MINUTE;
  }

  #isOld(id: string): boolean {
    return this.harness.clock.wall() - (this.errors.get(id) ?? 0) > 30 * DAY;
  }
}

function isTaken(reply: Reply): boolean {
  return typeof reply === 'object' && reply.status === 200 && reply.bodyStart === '{}';
}

interface Step {
  run: (world: World) => Promise<void> | void;
  [fc.toStringMethod]: () => string;
}

const step = (name: string, run: Step['run']): Step => ({ run, [fc.toStringMethod]: () => name });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom<Kind>('error', 'error', 'session', 'transaction', 'replay'), fc.nat(20_000))
      .map(([kind, bytes]) => step(`capture ${kind} ${bytes}`, (world) => world.capture(kind, bytes))),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...Object.keys(REPLIES)).map((name) =>
      step(`server: ${name}`, (world) => {
        world.harness.reply = () => REPLIES[name] ?? OK;
      }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(1, 500, 2_000, 10_000, MINUTE, 11 * MINUTE)
      .map((ms) => step(`wait ${ms}`, (world) => world.harness.clock.advance(ms))),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(-400 * DAY, -3_600_000, 3_600_000, 400 * DAY)
      .map((ms) => step(`clock jumps ${ms}`, (world) => world.harness.clock.jump(ms))),
  },
  { weight: 1, arbitrary: fc.constant(step('wake', (world) => world.harness.outbox.wake())) },
  { weight: 1, arbitrary: fc.constant(step('restart', (world) => world.restart())) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('ask' as const, 'on' as const, 'on' as const)
      .map((mode) => step(`consent: ${mode}`, (world) => world.harness.outbox.setMode(mode))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom<DiskFault | undefined>('ENOSPC', 'EACCES', 'EROFS', undefined, undefined),
        fc.boolean(),
      )
      .map(([fault, isFrozen]) =>
        step(`disk: ${fault} ${isFrozen}`, (world) => {
          world.harness.files.fault = fault;
          world.harness.files.isFrozen = isFrozen;
        }),
      ),
  },
  { weight: 1, arbitrary: fc.nat(50).map((n) => step(`tear ${n}`, (world) => world.tear(n))) },
  { weight: 1, arbitrary: fc.nat(5).map((n) => step(`foreign ${n}`, (world) => world.leaveForeign(n))) },
);

describe('whatever happens', () => {
  it('an accepted error is on disk, delivered, or gone for a reason; and all arrives when all is well', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 60 }), async (steps) => {
        const world = new World();
        for (const { run } of steps) {
          await run(world);
          world.check();
        }
        await world.heal();
        rmSync(dirname(world.harness.folder), { recursive: true });
      }),
      { numRuns: Number(process.env.OUTBOX_RUNS ?? 100) },
    );
  }, 600_000);
});

describe('a file in quarantine', () => {
  it('is the torn one, byte for byte', async () => {
    const { harness } = new World();
    harness.outbox.setMode('ask');
    await harness.send(errorEnvelope(idOf(1)));
    const [name = ''] = harness.names();
    const whole = readFileSync(join(harness.folder, name));
    writeFileSync(join(harness.folder, name), whole.subarray(0, 50));
    harness.outbox.setMode('on');
    await harness.clock.advance(2_000);
    const kept = readFileSync(join(harness.folder, 'quarantine', name));
    expect(kept.equals(whole.subarray(0, 50))).toBe(true);
    expect(checksum(kept)).not.toBe(parseName(name)?.crc);
    expect(() => parseEnvelope(kept)).toThrow();
  });
});
