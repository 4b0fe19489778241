import { describe, expect, it } from 'vitest';
import { RESTART_DELAY } from '../../../../electron/telemetry/replay/page.policy.ts';
import { clock, MINUTE, READY, Scene, SECOND } from './scene.ts';

const live = () => new Scene().open();
const held = () => new Scene({ session: 0, onError: 1 }).open();

describe('two windows', () => {
  it('a window with a copy of the session of its opener takes a replay of its own', () => {
    const scene = live();
    scene.segment(1);
    const copied = scene.replayId(1) ?? '';
    scene.stored.set(2, copied);
    scene.gate.hear(2, READY, scene.now);
    scene.recorders.set(2, { state: 'off', since: scene.now });
    scene.pending.shift()?.();
    // Until the word is there, the page may send with the id of its opener.
    expect(scene.segment(2, copied)).toEqual({ do: 'drop', why: 'owner' });
    scene.deliver();
    expect(scene.replayId(2)).not.toBe(copied);
    expect([scene.segment(1).do, scene.segment(2).do]).toEqual(['send', 'send']);
    const keys = scene.sent.map(({ replayId, number }) => `${replayId} ${number}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('input in one keeps the other one awake: idle is that of the app', () => {
    const scene = live().open(2);
    for (let i = 0; i < 10; i++) scene.wait(MINUTE).input(1);
    expect(scene.state(2)).toBe('on');
  });

  it('after an expiry each begins a new replay with its own input', () => {
    const scene = live().open(2);
    scene.wait(clock('15:01')).input(1);
    expect([scene.state(1), scene.state(2)]).toEqual(['on', 'off']);
    scene.input(2);
    expect(scene.state(2)).toBe('on');
  });

  it('the replay of a closed window is over', () => {
    const scene = live();
    const replayId = scene.replayId() ?? '';
    scene.gate.windowClosed(1, scene.now);
    scene.stored.set(2, replayId);
    scene.load(2);
    expect(scene.replayId(2)).not.toBe(replayId);
  });
});

describe('what may not be recorded', () => {
  it('nothing before consent', () => {
    const scene = new Scene().load().input();
    expect([scene.state(), scene.told()]).toEqual(['off', []]);
    expect(scene.segment(1, 'some-replay')).toEqual({ do: 'drop', why: 'consent' });
  });

  it('consent withdrawn: recorders stop, what is held goes, and nothing comes through', () => {
    const scene = held();
    const replayId = scene.replayId();
    scene.segment();
    scene.told();
    scene.gate.consent(false, scene.now);
    scene.deliver();
    expect([scene.told(), scene.discarded, scene.held]).toEqual([['stop'], [replayId], []]);
    expect(scene.segment(1, replayId).do).toBe('drop');
  });

  it('a rate limit stops recorders until it is over, and then new replays begin', () => {
    const scene = live();
    const replayId = scene.replayId();
    scene.gate.rateLimited(scene.now + 60 * SECOND, scene.now);
    scene.deliver().wait(59 * SECOND);
    expect(scene.state()).toBe('off');
    scene.wait(2 * SECOND);
    expect(scene.state()).toBe('on');
    expect(scene.replayId()).not.toBe(replayId);
  });

  it('with both rates at 0 no page is told anything', () => {
    const scene = new Scene({ session: 0, onError: 0 }).open().input();
    scene.wait(clock('61:00')).input();
    expect([scene.told(), scene.error(1)]).toEqual([[], { release: false }]);
  });

  it('a segment of a replay that nobody began', () => {
    expect(live().segment(1, 'unknown')).toEqual({ do: 'drop', why: 'owner' });
    expect(live().segment(9)).toEqual({ do: 'drop', why: 'owner' });
  });
});

describe('a recorder that stopped by itself', () => {
  it('after a full buffer: is counted, and started again after a minute', () => {
    const scene = live();
    const replayId = scene.replayId() ?? '';
    scene.stored.delete(1);
    Object.assign(scene.recorders.get(1) ?? {}, { state: 'off', replayId: undefined });
    scene.gate.hear(1, { what: 'ended', replayId: replayId, reason: 'eventBufferOverflow' }, scene.now);
    expect(scene.counters.read().replayBuffer.dropped).toBe(1);
    scene.wait(RESTART_DELAY - 1);
    expect(scene.state()).toBe('off');
    scene.wait(1);
    expect(scene.state()).toBe('on');
  });

  it('after its own hour: a new one begins at once where there was input, else with the next', () => {
    const scene = live();
    const end = () => {
      const replayId = scene.replayId() ?? '';
      scene.stored.delete(1);
      Object.assign(scene.recorders.get(1) ?? {}, { state: 'off', replayId: undefined });
      scene.gate.hear(1, { what: 'ended', replayId: replayId, reason: 'sessionExpired' }, scene.now);
      scene.deliver();
    };
    scene.input();
    end();
    expect(scene.state()).toBe('on');
    scene.open(2);
    for (let i = 0; i < 6; i++) scene.wait(MINUTE).input(2);
    end();
    expect(scene.state()).toBe('off');
    scene.input();
    expect(scene.state()).toBe('on');
  });

  it('a late word about an earlier replay changes nothing', () => {
    const scene = live();
    scene.gate.hear(1, { what: 'ended', replayId: 'earlier', reason: 'sendError' }, scene.now);
    expect(scene.segment().do).toBe('send');
  });
});

describe('before the app quits', () => {
  it('asks the pages that record', () => {
    const scene = live().open(2);
    scene.told();
    scene.told(2);
    scene.gate.pageGone(2, scene.now);
    expect(scene.gate.flush()).toBe(1);
    expect([scene.told(), scene.told(2)]).toEqual([['flush'], []]);
  });
});
