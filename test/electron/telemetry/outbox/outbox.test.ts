import { describe, expect, it } from 'vitest';
import { errorEnvelope, idOf, REPLAY, replayEnvelope, sessionEnvelope } from './support/envelopes.ts';
import { Harness, holding, OK, status } from './support/harness.ts';
import { MINUTE } from './support/virtualClock.ts';

describe('a captured error', () => {
  it('is on disk before send returns, then sent, then removed', async () => {
    const harness = new Harness();
    void harness.send(errorEnvelope(idOf(1)));
    expect([harness.names().length, harness.disk.wasDurable]).toEqual([1, true]);
    expect(harness.requests).toHaveLength(0);
    await harness.clock.advance(2_000);
    expect(harness.sentIds()).toEqual([idOf(1)]);
    expect(harness.names()).toEqual([]);
    expect(harness.outbox.state().counters).toMatchObject({ accepted: 1, sent: 1 });
  });
});

describe('coming back', () => {
  it('sends within two seconds of a wake, after an hour without a network', async () => {
    const harness = await holding(1);
    harness.reply = () => 'reset';
    await harness.clock.advance(60 * MINUTE);
    const attempts = harness.requests.length;
    expect(attempts).toBeLessThan(30);
    harness.reply = () => OK;
    harness.outbox.wake();
    await harness.clock.advance(2_000);
    expect(harness.requests).toHaveLength(attempts + 1);
    expect(harness.names()).toEqual([]);
  });

  it('takes five minutes at most without a wake', async () => {
    const harness = await holding(1);
    harness.reply = () => 'reset';
    await harness.clock.advance(180 * MINUTE);
    // The pause does not get longer when the clock is set back.
    harness.clock.jump(-60 * MINUTE);
    harness.reply = () => OK;
    await harness.clock.advance(5 * MINUTE);
    expect(harness.names()).toEqual([]);
  });

  it('sends the newest error first, and replays last', async () => {
    const harness = new Harness({ mode: 'ask' });
    await harness.send(replayEnvelope(REPLAY, 0));
    for (const n of [1, 2, 3]) {
      await harness.send(errorEnvelope(idOf(n)));
      await harness.clock.advance(1_000);
    }
    await harness.send(sessionEnvelope(9));
    harness.outbox.setMode('on');
    await harness.clock.advance(2 * MINUTE);
    expect(harness.sentIds()).toEqual([idOf(3), idOf(2), idOf(1), idOf(9), REPLAY]);
  });

  it('does not start the wait again at every wake', async () => {
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
      const from = harness.clock.now();
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
    await harness.clock.advance(2_000);
    expect(harness.outbox.state().inFlight).toBe(1);
    expect(await harness.flush(2_000)).toBe(true);
    expect(harness.names()).toHaveLength(1);
  });

  it('waits a second at most for an error that is being sent, and it stays on disk', async () => {
    const harness = await holding(1);
    harness.reply = () => 'hang';
    await harness.clock.advance(1_000);
    expect(harness.outbox.state().inFlight).toBe(1);
    let flushed: boolean | undefined;
    void harness.flush(2_000).then((value) => {
      flushed = value;
    });
    await harness.clock.advance(999);
    expect(flushed).toBeUndefined();
    await harness.clock.advance(1);
    expect(flushed).toBe(true);
    expect(harness.names()).toHaveLength(1);
  });

  it('does not wait while offline', async () => {
    const harness = await holding(1);
    harness.reply = () => 'reset';
    await harness.clock.advance(2_000);
    expect(await harness.flush(2_000)).toBe(true);
  });
});

describe('the state', () => {
  it('has counts and bytes for each priority, the oldest, the next attempt and the last response', async () => {
    const harness = new Harness();
    harness.reply = () => status(503);
    const captured = harness.clock.now();
    await harness.send(errorEnvelope(idOf(1)));
    await harness.send(replayEnvelope(REPLAY, 1));
    await harness.clock.advance(1_000);
    const state = harness.outbox.state();
    expect(state.priorities.map(({ count, oldest }) => [count, oldest])).toEqual([
      [1, captured],
      [0, undefined],
      [0, undefined],
      [1, captured],
    ]);
    expect(state.priorities[3]?.bytes).toBeGreaterThan(1_000);
    expect(state.lastAnswer).toEqual({ at: captured + 1_000, responseClass: 'failed', status: 503 });
    expect(state.nextAttempt).toBe(captured + 1_000 + 1_500);
    expect(state).toMatchObject({ mode: 'on', inFlight: 0, usedBytes: 8_704 });
    harness.outbox.setMode('ask');
    expect(harness.outbox.state().nextAttempt).toBe(undefined);
  });
});

describe('an envelope that cannot be turned into bytes', () => {
  it('is counted, and what comes after it is stored', async () => {
    const harness = new Harness();
    const broken = [{ event_id: idOf(1) }, [[null, {}]]] as unknown as Parameters<typeof harness.send>[0];
    await expect(harness.send(broken)).rejects.toThrow(TypeError);
    await harness.send(errorEnvelope(idOf(2)));
    expect(harness.names()).toHaveLength(1);
    expect(harness.outbox.state().counters).toMatchObject({ failed: 1, accepted: 1 });
  });
});
