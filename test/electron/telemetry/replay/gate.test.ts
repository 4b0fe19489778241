import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../electron/shared/limits.ts';
import { CHECKPOINT } from '../../../../electron/telemetry/replay/gate.ts';
import {
  decide,
  GRACE,
  type Replay,
  type Segment,
} from '../../../../electron/telemetry/replay/segment.policy.ts';
import { EXPIRY, GateHarness, MAXIMUM, MINUTE, PAUSE, SECOND } from './gateHarness.ts';

const FLUSH = LIMITS.replayFlushMinimum.value;
const BUFFER = LIMITS.replayBuffer.value;

const live = () => new GateHarness().open();
const held = () => new GateHarness({ session: 0, onError: 1 }).open();

/** Both kinds of replays: sent from the start, and by an error. */
const kinds = [
  ['a live replay', live],
  [
    'a replay that began on an error',
    () => {
      const harness = held();
      harness.segment();
      harness.error(1);
      return harness;
    },
  ],
] as const;

describe.each(kinds)('%s', (_name, begun) => {
  it('records until the idle pause; then is paused, and late segments are dropped and counted', () => {
    const harness = begun();
    harness.input().wait(PAUSE - SECOND);
    expect([harness.state(), harness.segment().do]).toEqual(['on', 'send']);
    harness.told();
    harness.wait(2 * SECOND);
    expect([harness.state(), harness.told()]).toEqual(['paused', ['flush', 'pause']]);
    expect(harness.segment()).toEqual({ do: 'drop', why: 'replayIdlePause' });
    expect(harness.counters.read().replayIdlePause).toEqual({ trimmed: 0, dropped: 1, paused: 1 });
  });

  it('resumes the same replay after input between pause and expiry', () => {
    const harness = begun();
    const replayId = harness.replayId();
    harness
      .input()
      .wait(EXPIRY - SECOND)
      .input();
    expect([harness.state(), harness.replayId()]).toEqual(['on', replayId]);
    expect(harness.segment().do).toBe('send');
  });

  it('has ended after the expiry without input, and the next input begins a new one', () => {
    const harness = begun();
    const replayId = harness.replayId();
    harness.input().wait(EXPIRY + SECOND);
    expect([harness.state(), harness.replayId()]).toEqual(['off', undefined]);
    expect(harness.segment(1, replayId)).toEqual({ do: 'drop', why: 'replayIdleExpiry' });
    expect(harness.counters.read().replayIdleExpiry).toEqual({ trimmed: 1, dropped: 1, paused: 0 });
    harness.wait(2 * EXPIRY).input();
    expect(harness.state()).toBe('on');
    expect(harness.replayId()).not.toBe(replayId);
  });

  it('is sent up to its maximum; then a new one is recorded, and nothing more of the old one is sent', () => {
    const harness = begun();
    const replayId = harness.replayId();
    harness.segment();
    const began = harness.sent[0]?.began ?? 0;
    while (harness.now < began + MAXIMUM - MINUTE) harness.wait(MINUTE).input();
    harness.wait(began + MAXIMUM - SECOND - harness.now);
    expect([harness.state(), harness.replayId(), harness.segment().do]).toEqual(['on', replayId, 'send']);
    harness.told();
    harness.wait(2 * SECOND);
    expect(harness.told()).toEqual(['stop+flush', 'record']);
    expect(harness.replayId()).not.toBe(replayId);
    expect(harness.segment(1, replayId)).toEqual({ do: 'drop', why: 'replayMaximum' });
    for (const { end } of harness.sent.filter((one) => one.replayId === replayId)) {
      expect(end - began).toBeLessThanOrEqual(MAXIMUM);
    }
    expect(harness.counters.read().replayMaximum).toEqual({ trimmed: 1, dropped: 1, paused: 0 });
  });

  it.each(['reload', 'crash'])('keeps its maximum over a %s', (how) => {
    const harness = begun();
    const replayId = harness.replayId();
    harness.segment();
    const began = harness.sent[0]?.began ?? 0;
    while (harness.now < began + MAXIMUM / 2) harness.wait(MINUTE).input();
    if (how === 'crash') harness.gate.pageGone(1, harness.now);
    harness.load();
    expect(harness.replayId()).toBe(replayId);
    harness.segment();
    while (harness.now < began + MAXIMUM - MINUTE) harness.wait(MINUTE).input();
    harness.wait(began + MAXIMUM + SECOND - harness.now);
    expect(harness.replayId()).not.toBe(replayId);
    const numbers = harness.sent.filter((one) => one.replayId === replayId).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, i) => i));
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
  ] as const)('%s pauses it at once, and %s before the idle pause lets it go on', (away, back) => {
    const harness = begun();
    harness.input().wait(MINUTE);
    harness.told();
    harness.power(away);
    expect([harness.state(), harness.told()]).toEqual(['paused', ['flush', 'pause']]);
    harness.sleep(MINUTE).power(back);
    expect([harness.state(), harness.told()]).toEqual(['on', ['resume']]);
  });

  it('stays paused until input after a suspend, and has ended after a long one', () => {
    const harness = begun();
    const replayId = harness.replayId();
    harness
      .input()
      .power('suspend')
      .sleep((PAUSE + EXPIRY) / 2)
      .power('resume');
    expect(harness.state()).toBe('paused');
    harness.input();
    expect([harness.state(), harness.replayId()]).toEqual(['on', replayId]);
    harness
      .power('suspend')
      .sleep(EXPIRY + PAUSE)
      .power('resume');
    expect(harness.state()).toBe('off');
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

  it('sends early segments with the shortest time between them, and drops too many', () => {
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
  });

  it('sends at once what main asked for', () => {
    const harness = begun();
    harness.wait(MINUTE).segment();
    harness.input().wait(SECOND);
    harness.gate.flush();
    harness.deliver();
    expect(harness.sent.at(-1)?.at).toBe(harness.now);
  });

  it('ends when the clock is set back', () => {
    const harness = begun();
    const replayId = harness.replayId();
    harness.segment();
    harness
      .wait(MINUTE)
      .sleep(-MAXIMUM / 2)
      .input();
    expect(harness.state()).toBe('on');
    expect(harness.replayId()).not.toBe(replayId);
    expect(harness.segment().do).not.toBe('drop');
  });
});

describe('a replay that waits for an error', () => {
  it('is held, and an error sends it from segment 0', () => {
    const harness = held();
    harness.wait(5 * SECOND);
    expect(harness.segment().do).toBe('hold');
    expect(harness.error(1)).toEqual({ replayId: harness.replayId(), release: true });
    harness.wait(5 * SECOND);
    expect(harness.segment().do).toBe('send');
    expect(harness.sent.map(({ number }) => number)).toEqual([...harness.sent.keys()]);
    expect(harness.told()).toEqual(['record', 'flush']);
  });

  it('is sent after a crash, because main has what was recorded before', () => {
    const harness = held();
    harness.wait(5 * SECOND).segment();
    harness.gate.pageGone(1, harness.now);
    expect(harness.error(1).release).toBe(true);
    expect(harness.sent).toHaveLength(1);
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
      if (isLoaded) harness.gate.hear(1, { what: 'ready' }, harness.now);
      harness.gate.consent(true, harness.now);
      expect(harness.error(1)).toEqual({ release: false });
      harness.open();
      expect(harness.segment()).toMatchObject({ do: 'send', number: 0 });
      expect(harness.startedBy).toEqual([[harness.replayId(), 'error']]);
    }
  });

  it('is not sent by a report that is not an error', () => {
    const harness = held();
    expect(harness.gate.link(1, undefined, harness.now)).toEqual({ release: false });
  });

  it('is held again after the replay that an error sent has ended', () => {
    const harness = held();
    harness.error(1);
    harness.wait(EXPIRY + SECOND).input();
    expect(harness.segment().do).toBe('hold');
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
  const known = {
    id: 'r',
    owner: 1,
    kind: 'session' as const,
    live: true,
    startedAt: 0,
    sent: 0,
    leavesAt: 0,
  };
  const given = { replayId: 'r', start: MAXIMUM - SECOND, end: MAXIMUM, bytes: 1, ...segment };
  const decision = decide({ ...known, asked: false, ...replay }, 1, given, pausedAt, MAXIMUM);
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
