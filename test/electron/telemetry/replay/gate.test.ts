import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../electron/shared/limitValues/limits.ts';
import { CHECKPOINT, RESTART_DELAY } from '../../../../electron/telemetry/replay/gate.ts';
import {
  decide,
  GRACE,
  type Replay,
  type Segment,
} from '../../../../electron/telemetry/replay/segment.policy.ts';
import { EXPIRY, GateHarness, MAXIMUM, MINUTE, PAUSE, READY, SECOND } from './gateHarness.ts';

const FLUSH = LIMITS.replayFlushMinimum.value;
const BUFFER = LIMITS.replayBuffer.value;

const live = () => new GateHarness().open();
const held = () => new GateHarness({ session: 0, onError: 1 }).open();

const sent = () => {
  const harness = held();
  harness.segment();
  harness.error(1);
  return harness;
};

describe.each([
  ['a live replay', live],
  ['a replay that began on an error', sent],
])('%s', (_name, begun) => {
  it('records until the idle pause, goes on with input, and ends at the expiry; late segments are dropped', () => {
    const harness = begun();
    const replayId = harness.replayId();
    harness.input().wait(PAUSE - SECOND);
    expect([harness.state(), harness.segment().do]).toEqual(['on', 'send']);
    harness.told();
    harness.wait(2 * SECOND);
    expect([harness.state(), harness.told()]).toEqual(['paused', ['flush', 'pause']]);
    expect(harness.segment()).toEqual({ do: 'drop', why: 'replayIdlePause' });
    expect(harness.counters.read().replayIdlePause).toEqual({ trimmed: 0, dropped: 1, paused: 1 });
    harness.wait(EXPIRY - PAUSE - 2 * SECOND).input();
    expect([harness.state(), harness.replayId(), harness.segment().do]).toEqual(['on', replayId, 'send']);
    harness.wait(EXPIRY + SECOND);
    expect([harness.state(), harness.replayId()]).toEqual(['off', undefined]);
    expect(harness.segment(1, replayId)).toEqual({ do: 'drop', why: 'replayIdleExpiry' });
    expect(harness.counters.read().replayIdleExpiry).toEqual({ trimmed: 1, dropped: 1, paused: 0 });
    harness.wait(2 * EXPIRY).input();
    expect(harness.state()).toBe('on');
    expect(harness.replayId()).not.toBe(replayId);
  });

  it.each(['', ', over a reload', ', over a crash'])('is sent up to its maximum%s, then replaced', (how) => {
    const harness = begun();
    const replayId = harness.replayId();
    harness.segment();
    const began = harness.sent[0]?.began ?? 0;
    while (harness.now < began + MAXIMUM / 2) harness.wait(MINUTE).input();
    if (how.includes('crash')) harness.gate.pageGone(1, harness.now);
    if (how) harness.load();
    while (harness.now < began + MAXIMUM - MINUTE) harness.wait(MINUTE).input();
    harness.wait(began + MAXIMUM - SECOND - harness.now);
    expect([harness.state(), harness.replayId(), harness.segment().do]).toEqual(['on', replayId, 'send']);
    harness.told();
    harness.wait(2 * SECOND);
    expect(harness.told()).toEqual(['stop+flush', 'record']);
    expect(harness.replayId()).not.toBe(replayId);
    expect(harness.segment(1, replayId)).toEqual({ do: 'drop', why: 'replayMaximum' });
    expect(harness.told()).toEqual([]);
    const sent = harness.sent.filter((one) => one.replayId === replayId);
    expect(sent.map(({ number }) => number)).toEqual([...sent.keys()]);
    expect(Math.max(...sent.map(({ end }) => end - began))).toBeLessThanOrEqual(MAXIMUM);
    expect(harness.counters.read().replayMaximum).toEqual({ trimmed: 1, dropped: 1, paused: 0 });
  });

  it('is sent by an error while idle, which does not resume it', () => {
    const harness = begun();
    harness.input().wait(PAUSE + MINUTE);
    expect(harness.error(1).replayId).toBe(harness.replayId());
    expect(harness.state()).toBe('paused');
    harness.wait(EXPIRY - PAUSE);
    expect(harness.error(1)).toEqual({ release: false });
  });

  it.each([
    ['lock-screen', 'unlock-screen'],
    ['suspend', 'resume'],
  ] as const)('%s pauses it; %s before the idle pause resumes it, later only input', (away, back) => {
    const harness = begun();
    const replayId = harness.replayId();
    const sleep = (time: number) => harness.power(away).sleep(time).power(back);
    harness.input().wait(MINUTE);
    harness.told();
    harness.power(away);
    expect([harness.state(), harness.told()]).toEqual(['paused', ['flush', 'pause']]);
    harness.sleep(MINUTE).power(back);
    expect([harness.state(), harness.told()]).toEqual(['on', ['resume']]);
    harness.input();
    expect(sleep((PAUSE + EXPIRY) / 2).state()).toBe('paused');
    harness.input();
    expect([harness.state(), harness.replayId()]).toEqual(['on', replayId]);
    expect(sleep(EXPIRY + PAUSE).state()).toBe('off');
    harness.input();
    expect(harness.replayId()).not.toBe(replayId);
  });

  it('sends a full buffer; drops and counts one byte more, and the page starts again', () => {
    const harness = begun();
    expect(harness.segment(1, undefined, BUFFER).do).toBe('send');
    harness.told();
    expect(harness.segment(1, undefined, BUFFER + 1)).toEqual({ do: 'drop', why: 'replayBuffer' });
    expect(harness.told()).toEqual(['checkpoint']);
    expect(harness.counters.read().replayBuffer.dropped).toBe(1);
  });

  it('sends early segments with the shortest time between them, drops too many, and sends at once what main asked for', () => {
    const harness = begun();
    harness.wait(MINUTE).segment();
    const at = harness.now;
    harness.told();
    const decisions = Array.from({ length: 6 }, () => {
      harness.now += 0.8 * SECOND;
      const decision = harness.segment();
      return decision.do === 'send' ? decision.at - at : decision;
    });
    const drop = { do: 'drop', why: 'replayFlushMinimum' };
    expect(decisions).toEqual([1, 2, 3, 4].map((time) => time * FLUSH).concat(drop as never, drop as never));
    expect(harness.told()).toEqual(['checkpoint', 'checkpoint']);
    expect(harness.counters.read().replayFlushMinimum).toEqual({ trimmed: 0, dropped: 2, paused: 4 });
    harness.gate.flush();
    harness.deliver();
    expect(harness.sent.at(-1)?.at).toBe(harness.now);
  });

  it('ends when the clock is set back', () => {
    const harness = begun();
    const replayId = harness.replayId();
    harness.segment();
    harness.wait(MINUTE).now -= MAXIMUM / 2;
    expect(harness.input().state()).toBe('on');
    expect(harness.replayId()).not.toBe(replayId);
    expect(harness.segment().do).not.toBe('drop');
  });
});

describe('a replay that waits for an error', () => {
  it.each([false, true])('is held, and an error sends it from segment 0; after a crash: %s', (isCrash) => {
    const harness = held();
    harness.wait(5 * SECOND);
    expect(harness.segment().do).toBe('hold');
    expect(harness.gate.link(1, undefined, harness.now)).toEqual({ release: false });
    if (isCrash) harness.gate.pageGone(1, harness.now);
    expect(harness.error(1)).toEqual({ replayId: harness.replayId(), release: true });
    harness.wait(5 * SECOND);
    expect(harness.segment().do).toBe('send');
    expect(harness.sent.map(({ number }) => number)).toEqual([...harness.sent.keys()]);
    expect(harness.told()).toEqual(isCrash ? ['record'] : ['record', 'flush']);
  });

  it('starts a full snapshot every minute', () => {
    const harness = held();
    harness.told();
    harness.wait(2 * CHECKPOINT);
    expect(harness.told()).toEqual(['checkpoint', 'checkpoint']);
  });

  it('gets a new id after half of the maximum, which leaves an error the other half', () => {
    const harness = held();
    const replayId = harness.replayId();
    for (let passed = 0; passed <= MAXIMUM / 2; passed += MINUTE) harness.wait(MINUTE).input();
    expect(harness.replayId()).not.toBe(replayId);
    expect(harness.told().filter((command) => command.startsWith('stop'))).toEqual(['stop']);
    expect(harness.discarded).toEqual([replayId]);
    expect(harness.counters.read().replayMaximum.trimmed).toBe(0);
  });

  it('stays held if it is not sampled, and is sampled again at the next error', () => {
    const draws = [0.5, 0.5, 0.1];
    const harness = new GateHarness({ session: 0, onError: 0.5 }, () => draws.shift() ?? 0.9).open();
    harness.segment();
    expect(harness.error(1)).toEqual({ release: false });
    expect(harness.error(1)).toEqual({ replayId: harness.replayId(), release: true });
  });

  it('is sent from its start if the error came before the page recorded, and names the error', () => {
    for (const isLoaded of [false, true]) {
      const harness = new GateHarness({ session: 0, onError: 1 });
      if (isLoaded) harness.gate.hear(1, READY, harness.now);
      harness.gate.consent(true, harness.now);
      expect(harness.error(1)).toEqual({ release: false });
      harness.open();
      expect(harness.segment()).toMatchObject({ do: 'send', number: 0 });
      expect(harness.startedBy).toEqual([[harness.replayId(), 'error']]);
    }
  });

  it('is held again after the replay that an error sent has ended', () => {
    const harness = held();
    harness.error(1);
    harness.wait(EXPIRY + SECOND).input();
    expect(harness.segment().do).toBe('hold');
  });
});

describe('of two windows', () => {
  it("one with a copy of its opener's session gets its own replay, and closing one ends its replay", () => {
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
    harness.gate.windowClosed(1, harness.now);
    harness.stored.set(3, copied);
    expect(harness.load(3).replayId(3)).not.toBe(copied);
  });

  it("input in one keeps the other recording: idle time is the app's; after an expiry each begins with its own", () => {
    const harness = live().open(2);
    for (let passed = 0; passed < 2 * PAUSE; passed += MINUTE) harness.wait(MINUTE).input(1);
    expect(harness.state(2)).toBe('on');
    harness.wait(EXPIRY + SECOND).input(1);
    expect([harness.state(1), harness.state(2)]).toEqual(['on', 'off']);
    harness.input(2);
    expect(harness.state(2)).toBe('on');
  });

  it('both are asked for their last segments before the app quits, if they record', () => {
    const harness = live().open(2);
    harness.told();
    harness.told(2);
    harness.gate.pageGone(2, harness.now);
    expect(harness.gate.flush()).toBe(1);
    expect([harness.told(), harness.told(2)]).toEqual([['flush'], []]);
  });
});

describe('nothing is recorded', () => {
  it('before consent, and after it is withdrawn: recorders stop, and held segments are dropped', () => {
    const before = new GateHarness().load().input();
    expect([before.state(), before.told()]).toEqual(['off', []]);
    expect(before.segment(1, 'some-replay')).toEqual({ do: 'drop', why: 'consent' });
    const harness = held();
    const replayId = harness.replayId();
    harness.segment();
    harness.told();
    harness.gate.consent(false, harness.now);
    harness.deliver();
    expect([harness.told(), harness.discarded, harness.held]).toEqual([['stop'], [replayId], []]);
    expect(harness.segment(1, replayId).do).toBe('drop');
  });

  it('during a rate limit; then new replays begin', () => {
    const harness = live();
    const replayId = harness.replayId();
    harness.gate.rateLimited(harness.now + 60 * SECOND, harness.now);
    harness.deliver().wait(59 * SECOND);
    expect(harness.state()).toBe('off');
    harness.wait(2 * SECOND);
    expect(harness.state()).toBe('on');
    expect(harness.replayId()).not.toBe(replayId);
  });

  it('with both sample rates at 0: no page gets a command', () => {
    const harness = new GateHarness({ session: 0, onError: 0 }).open().input();
    harness.wait(MAXIMUM + MINUTE).input();
    expect([harness.told(), harness.error(1)]).toEqual([[], { release: false }]);
  });
});

describe("a replay of the app's own SDK, which accepts no commands", () => {
  const sends = (harness: GateHarness, replayId = 'own') => harness.segment(9, replayId);
  /** With sample rates that apply only to Holdfast's recorder. */
  const make = () => new GateHarness({ session: 0, onError: 0 }).open();

  it('is sent and numbered, and linked to reports, also before its first segment', () => {
    const harness = make();
    expect(harness.gate.link(9, 'error', harness.now, 'own')).toEqual({ replayId: 'own', release: false });
    expect(sends(harness)).toMatchObject({ do: 'send', number: 0, kind: undefined });
    harness.wait(6 * SECOND);
    expect(sends(harness)).toMatchObject({ do: 'send', number: 1 });
    expect(harness.gate.link(9, 'error', harness.now)).toEqual({ replayId: 'own', release: false });
    expect(harness.told()).toEqual([]);
    harness.gate.consent(false, harness.now);
    expect(sends(harness)).toEqual({ do: 'drop', why: 'consent' });
    expect(harness.gate.link(9, 'error', harness.now, 'own')).toEqual({ release: false });
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

  it('after its maximum begins a new replay at once if there was input, else with the next; an earlier one is ignored', () => {
    const harness = live();
    harness.gate.hear(1, { what: 'ended', replayId: 'earlier', reason: 'sendError' }, harness.now);
    expect(harness.segment().do).toBe('send');
    harness.input().stops('sessionExpired');
    expect(harness.state()).toBe('on');
    harness.open(2);
    for (let passed = 0; passed <= PAUSE; passed += MINUTE) harness.wait(MINUTE).input(2);
    harness.stops('sessionExpired');
    expect(harness.state()).toBe('off');
    harness.input();
    expect(harness.state()).toBe('on');
  });
});

it.each<[string, Partial<Replay>, Partial<Segment>, pausedAt: number | undefined, why: string | undefined]>([
  ['as long as a replay may be', {}, { start: 0, end: MAXIMUM }, undefined, undefined],
  ['longer', {}, { start: 0, end: MAXIMUM + 1 }, undefined, 'replayMaximum'],
  ['from before its replay', { began: MAXIMUM }, { end: MAXIMUM - 1 }, undefined, 'replayMaximum'],
  ['from just after a pause', {}, {}, MAXIMUM - GRACE, undefined],
  ['from longer after it', {}, {}, MAXIMUM - GRACE - 1, 'replayIdlePause'],
  ['that can wait', { leavesAt: MAXIMUM + 20_000 - FLUSH }, {}, undefined, undefined],
  ['that cannot', { leavesAt: MAXIMUM + 20_001 - FLUSH }, {}, undefined, 'replayFlushMinimum'],
])('a segment %s is dropped for %s, or sent', (_, replay, segment, pausedAt, why) => {
  const times = { startedAt: 0, sent: 0, leavesAt: 0 };
  const known = { id: 'r', owner: 1, kind: 'session' as const, live: true, asked: false, ...times };
  const given = { replayId: 'r', start: MAXIMUM - SECOND, end: MAXIMUM, bytes: 1, ...segment };
  const decision = decide({ ...known, ...replay }, 1, given, pausedAt, MAXIMUM);
  expect(decision).toMatchObject(why ? { do: 'drop', why } : { do: 'send', kind: 'session' });
});

it('has nothing to do before a page is there, counts a crowded one, and renews a replay that comes back', () => {
  const harness = new GateHarness();
  expect(harness.gate.nextTick()).toBeUndefined();
  const replayId = harness.open().replayId() ?? '';
  expect(harness.segment()).toMatchObject({ kind: 'session' });
  harness.gate.hear(1, { what: 'crowded', by: 'replayAdded' }, harness.now);
  expect(harness.counters.read().replayAdded.paused).toBe(1);
  for (const id of ['other', replayId]) harness.gate.hear(1, { what: 'started', replayId: id }, harness.now);
  expect(harness.told()).toEqual(['record', 'renew']);
});
