import { describe, expect, it } from 'vitest';
import { RESTART_DELAY } from '../../../../electron/telemetry/replay/page.policy.ts';
import { clock, GateHarness, MINUTE, READY, SECOND } from './harness.ts';

const live = () => new GateHarness().open();
const held = () => new GateHarness({ session: 0, onError: 1 }).open();

describe('two windows', () => {
  it("a window with a copy of its opener's session gets its own replay", () => {
    const harness = live();
    harness.segment(1);
    const copied = harness.replayId(1) ?? '';
    harness.stored.set(2, copied);
    harness.gate.hear(2, READY, harness.now);
    harness.recorders.set(2, { state: 'off', since: harness.now });
    harness.pending.shift()?.();
    // Until the command arrives, the page may send with its opener's id.
    expect(harness.segment(2, copied)).toEqual({ do: 'drop', why: 'owner' });
    harness.deliver();
    expect(harness.replayId(2)).not.toBe(copied);
    expect([harness.segment(1).do, harness.segment(2).do]).toEqual(['send', 'send']);
    const keys = harness.sent.map(({ replayId, number }) => `${replayId} ${number}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("input in one keeps the other one recording: idle time is the app's", () => {
    const harness = live().open(2);
    for (let i = 0; i < 10; i++) harness.wait(MINUTE).input(1);
    expect(harness.state(2)).toBe('on');
  });

  it('after an expiry each begins a new replay with input of its own', () => {
    const harness = live().open(2);
    harness.wait(clock('15:01')).input(1);
    expect([harness.state(1), harness.state(2)]).toEqual(['on', 'off']);
    harness.input(2);
    expect(harness.state(2)).toBe('on');
  });

  it('closing a window ends its replay', () => {
    const harness = live();
    const replayId = harness.replayId() ?? '';
    harness.gate.windowClosed(1, harness.now);
    harness.stored.set(2, replayId);
    harness.load(2);
    expect(harness.replayId(2)).not.toBe(replayId);
  });
});

describe('what may not be recorded', () => {
  it('nothing before consent', () => {
    const harness = new GateHarness().load().input();
    expect([harness.state(), harness.told()]).toEqual(['off', []]);
    expect(harness.segment(1, 'some-replay')).toEqual({ do: 'drop', why: 'consent' });
  });

  it('nothing after consent is withdrawn: recorders stop, and what is held is dropped', () => {
    const harness = held();
    const replayId = harness.replayId();
    harness.segment();
    harness.told();
    harness.gate.consent(false, harness.now);
    harness.deliver();
    expect([harness.told(), harness.discarded, harness.held]).toEqual([['stop'], [replayId], []]);
    expect(harness.segment(1, replayId).do).toBe('drop');
  });

  it('nothing during a rate limit; then new replays begin', () => {
    const harness = live();
    const replayId = harness.replayId();
    harness.gate.rateLimited(harness.now + 60 * SECOND, harness.now);
    harness.deliver().wait(59 * SECOND);
    expect(harness.state()).toBe('off');
    harness.wait(2 * SECOND);
    expect(harness.state()).toBe('on');
    expect(harness.replayId()).not.toBe(replayId);
  });

  it('nothing with both sample rates at 0: no page gets a command', () => {
    const harness = new GateHarness({ session: 0, onError: 0 }).open().input();
    harness.wait(clock('61:00')).input();
    expect([harness.told(), harness.error(1)]).toEqual([[], { release: false }]);
  });

  it('a segment of an unknown replay', () => {
    expect(live().segment(1, 'unknown')).toEqual({ do: 'drop', why: 'owner' });
    expect(live().segment(9)).toEqual({ do: 'drop', why: 'owner' });
  });
});

describe('a recorder that stopped by itself', () => {
  it('because of a full buffer is counted, and started again after a minute', () => {
    const harness = live();
    harness.stops('eventBufferOverflow');
    expect(harness.counters.read().replayBuffer.dropped).toBe(1);
    harness.wait(RESTART_DELAY - 1);
    expect(harness.state()).toBe('off');
    harness.wait(1);
    expect(harness.state()).toBe('on');
  });

  it('after its one hour begins a new replay at once if there was input, else with the next input', () => {
    const harness = live();
    harness.input().stops('sessionExpired');
    expect(harness.state()).toBe('on');
    harness.open(2);
    for (let i = 0; i < 6; i++) harness.wait(MINUTE).input(2);
    harness.stops('sessionExpired');
    expect(harness.state()).toBe('off');
    harness.input();
    expect(harness.state()).toBe('on');
  });

  it('is ignored if it reports an earlier replay', () => {
    const harness = live();
    harness.gate.hear(1, { what: 'ended', replayId: 'earlier', reason: 'sendError' }, harness.now);
    expect(harness.segment().do).toBe('send');
  });
});

describe('before the app quits', () => {
  it('asks recording pages for their last segments', () => {
    const harness = live().open(2);
    harness.told();
    harness.told(2);
    harness.gate.pageGone(2, harness.now);
    expect(harness.gate.flush()).toBe(1);
    expect([harness.told(), harness.told(2)]).toEqual([['flush'], []]);
  });
});
