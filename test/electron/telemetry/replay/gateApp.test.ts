import { describe, expect, it } from 'vitest';
import { RESTART_DELAY } from '../../../../electron/telemetry/replay/gate.ts';
import { EXPIRY, GateHarness, MAXIMUM, MINUTE, PAUSE, READY, SECOND } from './gateHarness.ts';

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
    for (let passed = 0; passed < 2 * PAUSE; passed += MINUTE) harness.wait(MINUTE).input(1);
    expect(harness.state(2)).toBe('on');
  });

  it('after an expiry each begins a new replay with its own input', () => {
    const harness = live().open(2);
    harness.wait(EXPIRY + SECOND).input(1);
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

describe('what must not be recorded', () => {
  it('nothing before consent', () => {
    const harness = new GateHarness().load().input();
    expect([harness.state(), harness.told()]).toEqual(['off', []]);
    expect(harness.segment(1, 'some-replay')).toEqual({ do: 'drop', why: 'consent' });
  });

  it('nothing after consent is withdrawn: recorders stop, and held segments are dropped', () => {
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
    harness.wait(MAXIMUM + MINUTE).input();
    expect([harness.told(), harness.error(1)]).toEqual([[], { release: false }]);
  });
});

describe("a replay of the app's own SDK, which accepts no commands", () => {
  /** Window 9 sends a segment of the replay `own`. */
  const sends = (harness: GateHarness, replayId = 'own') => harness.segment(9, replayId);
  /** With sample rates that apply only to Holdfast's recorder. */
  const make = () => new GateHarness({ session: 0, onError: 0 }).open();

  it('is sent and numbered, and linked to reports', () => {
    const harness = make();
    expect(sends(harness)).toMatchObject({ do: 'send', number: 0, kind: undefined });
    harness.wait(6 * SECOND);
    expect(sends(harness)).toMatchObject({ do: 'send', number: 1 });
    expect(harness.gate.link(9, 'error', harness.now)).toEqual({ replayId: 'own', release: false });
    expect(harness.told()).toEqual([]);
  });

  it('is known by the report that names it, before its first segment', () => {
    const harness = make();
    expect(harness.gate.link(9, 'error', harness.now, 'own')).toEqual({ replayId: 'own', release: false });
  });

  it('ends at its maximum, even across reloads; a new one begins by itself', () => {
    const harness = make().input(9);
    sends(harness);
    for (let passed = 0; passed <= MAXIMUM; passed += 4 * MINUTE) harness.wait(4 * MINUTE).input(9);
    expect(sends(harness)).toEqual({ do: 'drop', why: 'replayMaximum' });
    expect(sends(harness, 'next')).toMatchObject({ do: 'send', number: 0 });
  });

  it('pauses without input and while the screen is locked', () => {
    const harness = make().input(9);
    sends(harness);
    harness.wait(PAUSE + SECOND);
    expect(sends(harness)).toEqual({ do: 'drop', why: 'replayIdlePause' });
    harness.input(9);
    expect(sends(harness).do).toBe('send');
    harness.power('lock-screen').wait(SECOND);
    expect(sends(harness)).toEqual({ do: 'drop', why: 'replayIdlePause' });
    expect(sends(harness, 'another')).toEqual({ do: 'drop', why: 'owner' });
  });

  it('is not sent without consent', () => {
    const harness = make();
    harness.gate.consent(false, harness.now);
    expect(sends(harness)).toEqual({ do: 'drop', why: 'consent' });
    expect(harness.gate.link(9, 'error', harness.now, 'own')).toEqual({ release: false });
  });
});

describe('a recorder that stopped by itself', () => {
  it('because of a full buffer is counted, and restarted after a minute', () => {
    const harness = live();
    harness.stops('eventBufferOverflow');
    expect(harness.counters.read().replayBuffer.dropped).toBe(1);
    harness.wait(RESTART_DELAY - 1);
    expect(harness.state()).toBe('off');
    harness.wait(1);
    expect(harness.state()).toBe('on');
  });

  it('after its maximum begins a new replay at once if there was input, else with the next input', () => {
    const harness = live();
    harness.input().stops('sessionExpired');
    expect(harness.state()).toBe('on');
    harness.open(2);
    for (let passed = 0; passed <= PAUSE; passed += MINUTE) harness.wait(MINUTE).input(2);
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
