import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { steadyTime } from '../../../../electron/shared/clock.ts';
import {
  envelopeOf,
  errorEnvelope,
  idOf,
  REPLAY,
  replayEnvelope,
  sessionEnvelope,
  transactionEnvelope,
} from './support/envelopes.ts';
import { Harness, holding, MINUTE, OK, segmentOf, status } from './support/harness.ts';

it('says when an error of the run is stored, also to who asks later', async () => {
  const harness = new Harness();
  const stored = vi.fn();
  harness.outbox.onError(stored);
  await harness.send(sessionEnvelope(9));
  expect(stored).not.toHaveBeenCalled();
  for (const n of [1, 2]) await harness.send(errorEnvelope(idOf(n)));
  expect(stored).toHaveBeenCalledTimes(2);
  harness.outbox.onError(stored);
  expect(stored).toHaveBeenCalledTimes(3);
});

describe('coming back', () => {
  it('after an hour of errors and a replay, loses none: the first error within 3 s, all of them within 10 s', async () => {
    const harness = new Harness();
    harness.reply = () => 'reset';
    for (let n = 0; n < 720; n += 1) {
      if (n % 12 === 6) await harness.send(errorEnvelope(idOf(n)));
      await harness.send(replayEnvelope(REPLAY, n, 12_160));
      await harness.clock.advance(5_000);
    }
    const { length } = harness.requests;
    harness.reply = () => OK;
    harness.outbox.wake();
    const sent = (isError: boolean) =>
      harness.requests.slice(length).filter(({ id }) => (id !== REPLAY) === isError);
    await harness.clock.advance(3_000);
    expect(sent(true)).not.toEqual([]);
    await harness.clock.advance(7_000);
    expect(new Set(sent(true).map(({ id }) => id)).size).toBe(60);
    await harness.clock.advance(60 * MINUTE);
    expect(new Set(sent(false).map(segmentOf)).size).toBe(720);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters).toMatchObject({ evicted: 0, quarantined: 0 });
  });

  it('takes at most five minutes without a wake', async () => {
    const harness = await holding(1);
    harness.reply = () => 'reset';
    await harness.clock.advance(180 * MINUTE);
    // The pause does not grow if the clock is set back.
    harness.clock.jump(-60 * MINUTE);
    harness.reply = () => OK;
    await harness.clock.advance(5 * MINUTE);
    expect(harness.names()).toEqual([]);
  });

  it('pauses longer with every second failure, so that another envelope is tried soon', async () => {
    const harness = await holding(5, { random: () => 0 });
    harness.reply = () => 'reset';
    await harness.clock.advance(MINUTE);
    const times = harness.requests.map(({ at }) => at / 1_000);
    expect(times.slice(1, 5).map((at, n) => at - (times[n] ?? 0))).toEqual([2, 4, 2, 16]);
    expect(new Set(harness.sentIds().slice(0, 5)).size).toBe(5);
  });

  it('sends the newest error first, and replays last: the newest first, each from its beginning', async () => {
    const [older, newer] = ['1'.repeat(32), '2'.repeat(32)] as const;
    const harness = new Harness({ mode: 'ask' });
    for (const [n, replay] of [older, older, newer, older, newer, newer].entries()) {
      await harness.send(replayEnvelope(replay, n));
      if (n < 3) await harness.send(errorEnvelope(idOf(n + 1)));
      await harness.clock.advance(1_000);
    }
    await harness.send(sessionEnvelope(9));
    harness.outbox.setMode('on');
    await harness.clock.advance(2 * MINUTE);
    const sent = harness.requests.map((one) => `${one.id.slice(-2)}:${segmentOf(one) ?? ''}`);
    expect(sent.slice(0, 5)).toEqual(['03:', '02:', '01:', '09:', '22:2']);
    const partsOf = (replay: string) => sent.filter((one) => one.startsWith(replay));
    expect([partsOf('11:'), partsOf('22:')].flat()).toEqual('11:0 11:1 11:3 22:2 22:4 22:5'.split(' '));
  });

  it('does not restart the wait at every wake', async () => {
    const harness = await holding(1);
    for (let n = 0; n < 10; n += 1) {
      harness.outbox.wake();
      await harness.clock.advance(300);
    }
    expect(harness.names()).toEqual([]);
  });

  it('spreads machines that come back at the same moment', async () => {
    const firsts: number[] = [];
    for (const random of [0.01, 0.3, 0.6, 0.99]) {
      const harness = await holding(1, { random: () => random });
      const from = Date.now();
      await harness.clock.advance(2_000);
      firsts.push((harness.requests[0]?.at ?? Number.NaN) - from);
    }
    expect(firsts).toEqual([20, 600, 1_200, 1_980]);
  });
});

describe('quitting', () => {
  it('does not wait for replays and transactions to be sent', async () => {
    const harness = new Harness();
    harness.reply = () => 'hang';
    void harness.send(replayEnvelope(REPLAY, 1));
    expect(harness.disk.wasDurable).toBe(false);
    void harness.send(transactionEnvelope(idOf(1)));
    await harness.clock.advance(2_000);
    expect(harness.sentIds()).toEqual([idOf(1)]);
    expect(await harness.flush(2_000)).toBe(true);
    expect(harness.names()).toHaveLength(2);
  });

  it('waits at most a second for an error that is being sent, which stays on disk', async () => {
    const harness = await holding(1);
    expect(harness.disk.wasDurable).toBe(true);
    harness.reply = () => 'hang';
    await harness.clock.advance(1_000);
    expect(harness.outbox.state().inFlight).toBe(1);
    const flushed = vi.fn();
    void harness.flush(2_000).then(flushed);
    await harness.clock.advance(999);
    expect(flushed).not.toHaveBeenCalled();
    await harness.clock.advance(1);
    expect([flushed.mock.lastCall, harness.names().length]).toEqual([[true], 1]);
  });
});

it('the state has counts and bytes for each priority, the oldest, the next attempt and the last response', async () => {
  const harness = new Harness();
  harness.reply = () => status(503);
  const captured = Date.now();
  await harness.send(errorEnvelope(idOf(1)));
  await harness.send(replayEnvelope(REPLAY, 1));
  await harness.clock.advance(1_000);
  const state = harness.outbox.state();
  const [errors, feedback, , replays] = state.priorities;
  expect([errors, replays]).toMatchObject([
    { count: 1, oldest: captured },
    { count: 1, oldest: captured },
  ]);
  expect(feedback).toMatchObject({ count: 0, bytes: 0, oldest: undefined });
  expect(replays?.bytes).toBeGreaterThan(1_000);
  expect(state.lastAnswer).toEqual({ at: captured + 1_000, responseClass: 'failed', status: 503 });
  expect(state.nextAttempt).toBe(captured + 1_000 + 1_500);
  expect(state).toMatchObject({ mode: 'on', inFlight: 0, usedBytes: 8_704 });
  harness.outbox.setMode('ask');
  expect(harness.outbox.state().nextAttempt).toBe(undefined);
});

describe('consent', () => {
  it('off stores nothing and creates no folder', async () => {
    const harness = new Harness({ mode: 'off' });
    expect(await harness.send(errorEnvelope(idOf(1)))).toEqual({});
    expect(existsSync(harness.folder)).toBe(false);
  });

  it('off aborts a request and keeps its envelope, which on sends at once', async () => {
    const harness = await holding(1);
    harness.reply = () => 'hang';
    await harness.clock.advance(2_000);
    expect(harness.outbox.state().inFlight).toBe(1);
    harness.outbox.setMode('off');
    await harness.clock.advance(60 * MINUTE);
    expect(harness.outbox.state().inFlight).toBe(0);
    expect([harness.requests.length, harness.names().length]).toEqual([1, 1]);
    harness.reply = () => OK;
    harness.outbox.setMode('on');
    await harness.clock.advance(2_000);
    expect(harness.names()).toEqual([]);
  });

  it('erase removes every file, including quarantined ones and those of other versions; later reports are kept', async () => {
    const harness = await holding(1, { mode: 'ask' });
    harness.disk.plant('v9-something.envelope', 'x');
    harness.disk.plant('y', 'x');
    harness.disk.quarantine('y');
    harness.outbox.erase();
    expect(readdirSync(harness.folder)).toEqual([]);
    await harness.send(errorEnvelope(idOf(2)));
    await harness.clock.advance(MINUTE);
    expect([harness.names().length, harness.requests]).toEqual([1, []]);
  });

  it('erase names a file that it could not remove, and still counts the rest', async () => {
    const harness = await holding(1, { mode: 'ask' });
    Object.assign(harness.disk, { fault: 'EACCES', isFrozen: true });
    expect(() => harness.outbox.erase()).toThrow(/Not every stored report could be erased \(EACCES.*by hand/);
    expect(harness.outbox.state().priorities[0]?.count).toBe(1);
  });
});

const capture = (harness: Harness, n: number) =>
  harness.outbox.ifStored(() => {
    void harness.send(errorEnvelope(idOf(n)));
    return idOf(n);
  });

it('finds an event stored before or after the request, but not after a hundred others', async () => {
  const harness = new Harness({ mode: 'ask' });
  expect(capture(harness, 1)).toBe(idOf(1));
  expect(await harness.outbox.placeOf(idOf(1))).toBe('disk');
  const asked = harness.outbox.placeOf(idOf(2));
  for (let n = 2; n <= 101; n += 1) await harness.send(errorEnvelope(idOf(n)));
  expect(await asked).toBe('disk');
  expect(await harness.outbox.placeOf(idOf(2))).toBe('disk');
  const forgotten = harness.outbox.placeOf(idOf(1));
  await harness.clock.advance(5_000);
  expect(await forgotten).toBe('lost');
});

it('an event only in memory has no id to show yet; a refused or missing one is lost', async () => {
  const harness = new Harness({ mode: 'ask' });
  harness.disk.fault = 'ENOSPC';
  expect(capture(harness, 1)).toBeUndefined();
  harness.outbox.setMode('off');
  expect(capture(harness, 2)).toBeUndefined();
  const asked = [1, 2, 3].map((n) => harness.outbox.placeOf(idOf(n)));
  await harness.clock.advance(5_000);
  expect(await Promise.all(asked)).toEqual(['memory', 'lost', 'lost']);
});

describe('a response of the server', () => {
  const large = () =>
    envelopeOf({ event_id: idOf(1) }, [
      [{ type: 'transaction' }, { breadcrumbs: [{}] }],
      [{ type: 'event' }, { contexts: { b: {} }, breadcrumbs: [{}, {}], extra: { a: 1 } }],
      [{ type: 'attachment', length: 4, filename: 'a.txt' }, 'text'],
    ]);

  it.each([
    ['400 removes the envelope, which is counted', 'http', status(400), { sent: 0, rejected: 1 }],
    ['200 without a body does so over https, which proves who responded', 'https', status(200), { sent: 1 }],
  ])('%s', async (_, scheme, reply, counts) => {
    const harness = new Harness();
    harness.restart({}, `${scheme}://server.test/api/1/envelope/?sentry_key=k`);
    harness.reply = () => reply;
    await harness.send(errorEnvelope(idOf(1)));
    await harness.clock.advance(2_000);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters).toMatchObject(counts);
  });

  it('413 gets it again without attachments, breadcrumbs and extras, and the event says so', async () => {
    const harness = new Harness();
    harness.reply = () => (harness.requests.length === 0 ? status(413) : OK);
    await harness.send(large());
    await harness.clock.advance(2_000);
    const omitted = { attachments: 1, breadcrumbs: 2, extra: 1 };
    expect(harness.requests[1]?.envelope[1]).toEqual([
      [{ type: 'transaction' }, { breadcrumbs: [{}] }],
      [{ type: 'event' }, { contexts: { b: {}, omitted } }],
    ]);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters).toMatchObject({ sent: 1, rejected: 0, quarantined: 0 });
  });

  it('a second 413 quarantines the whole report, delays nothing, and is not followed by a third if the disk refuses', async () => {
    const harness = new Harness();
    harness.reply = (id) => (id === idOf(2) ? OK : status(413));
    await harness.send(large());
    await harness.send(replayEnvelope(idOf(9), 1));
    await harness.send(errorEnvelope(idOf(2)));
    await harness.clock.advance(5 * MINUTE);
    expect(harness.sentIds().sort()).toEqual([idOf(1), idOf(1), idOf(2), idOf(9)]);
    expect(harness.names()).toEqual([]);
    const [file = ''] = harness.quarantine().filter((name) => name.includes(idOf(1)));
    expect(readFileSync(join(harness.folder, 'quarantine', file), 'utf8')).toContain('breadcrumbs');
    expect(harness.outbox.state()).toMatchObject({ quarantined: 2, counters: { sent: 1, rejected: 2 } });
    await harness.send(large());
    Object.assign(harness.disk, { fault: 'EROFS', isFrozen: true });
    await harness.clock.advance(5_000);
    expect(harness.requests.length).toBeLessThan(9);
  });

  it.each(['hang', 'hang for ever'] as const)(
    'that never comes (%s) ends in time, and it is sent again',
    async (reply) => {
      const harness = await holding(1);
      harness.reply = () => reply;
      await harness.clock.advance(31_000);
      expect(harness.requests).toHaveLength(1);
      harness.reply = () => OK;
      await harness.clock.advance(5_000);
      expect([harness.requests.length, harness.names()]).toEqual([2, []]);
    },
  );

  it.each([401, 403, 404])('%i, for a deleted project, is retried a few times a day', async (code) => {
    const harness = await holding(20);
    harness.reply = () => status(code, {}, '{"detail":"no such project"}');
    for (let hour = 0; hour < 24; hour += 1) {
      harness.outbox.wake();
      await harness.clock.advance(60 * MINUTE);
    }
    expect(harness.requests.length).toBeLessThanOrEqual(8);
    expect(harness.names()).toHaveLength(20);
    harness.reply = () => OK;
    harness.restart();
    await harness.clock.advance(10_000);
    expect(harness.names()).toEqual([]);
  });

  it('that limits one category lets the others through', async () => {
    const harness = new Harness({ mode: 'ask' });
    await harness.send(transactionEnvelope(idOf(1)));
    await harness.send(errorEnvelope(idOf(2)));
    const limited = status(429, { 'x-sentry-rate-limits': '600:error:organization' });
    harness.reply = (id) => (id === idOf(2) ? limited : OK);
    harness.outbox.setMode('on');
    await harness.clock.advance(MINUTE);
    expect(harness.sentIds()).toEqual([idOf(2), idOf(1)]);
    harness.reply = () => OK;
    harness.outbox.wake();
    await harness.clock.advance(8 * MINUTE);
    expect(harness.requests).toHaveLength(2);
    await harness.clock.advance(2 * MINUTE);
    expect(harness.sentIds()).toEqual([idOf(2), idOf(1), idOf(2)]);
    expect(harness.names()).toEqual([]);
  });

  it.each([
    ['Retry-After in seconds', 429, { 'retry-after': '30' }, { all: 30 }],
    ['429 without a header: a minute', 429, {}, { all: 60 }],
    ['categories', 429, { 'x-sentry-rate-limits': '60:error;replay:key' }, { error: 60, replay: 60 }],
    ['a wrong header: a day at most', 429, { 'retry-after': '31536000' }, { all: 86_400 }],
    ['limits of a success', 200, { 'x-sentry-rate-limits': '9:transaction:key' }, { transaction: 9 }],
    ['a response without limits', 500, {}, {}],
  ])('says how long to wait: %s', async (_, code, headers: Record<string, string>, seconds) => {
    const told: object[] = [];
    const harness = await holding(1, { onLimits: (limits) => told.push(limits) });
    harness.reply = () => status(code, headers, '{}');
    await harness.clock.advance(1_000);
    const at = steadyTime();
    const until = Object.entries(seconds).map(([name, s]) => [name, at + s * 1_000]);
    expect(told).toEqual([Object.fromEntries(until)]);
  });
});
