import { describe, expect, it } from 'vitest';
import { CHECKPOINT } from '../../../../electron/telemetry/replay/page.policy.ts';
import { clock, MINUTE, Scene, SECOND } from './scene.ts';

const live = () => new Scene().open();
const held = () => new Scene({ session: 0, onError: 1 }).open();

/** Both ways a replay can be: sent from its start, and begun by an error. */
const kinds = [
  ['a live replay', live],
  [
    'a replay that began on an error',
    () => {
      const scene = held();
      scene.segment();
      scene.error(1);
      return scene;
    },
  ],
] as const;

describe.each(kinds)('%s', (_name, begun) => {
  it('4:59 without input: records; 5:01: is paused, and what comes anyway is dropped and counted', () => {
    const scene = begun();
    scene.input().wait(clock('4:59'));
    expect([scene.state(), scene.segment().do]).toEqual(['on', 'send']);
    scene.told();
    scene.wait(clock('0:02'));
    expect([scene.state(), scene.told()]).toEqual(['paused', ['flush', 'pause']]);
    expect(scene.segment()).toEqual({ do: 'drop', why: 'replayIdlePause' });
    expect(scene.counters.read().replayIdlePause).toEqual({ trimmed: 0, dropped: 1, paused: 1 });
  });

  it('goes on with the same replay after input between 5 and 15 minutes', () => {
    const scene = begun();
    const replayId = scene.replayId();
    scene.input().wait(clock('14:59')).input();
    expect([scene.state(), scene.replayId()]).toEqual(['on', replayId]);
    expect(scene.segment().do).toBe('send');
  });

  it('15:01 without input: is ended, and the next input begins a new one', () => {
    const scene = begun();
    const replayId = scene.replayId();
    scene.input().wait(clock('15:01'));
    expect([scene.state(), scene.replayId()]).toEqual(['off', undefined]);
    expect(scene.segment(1, replayId)).toEqual({ do: 'drop', why: 'replayIdleExpiry' });
    expect(scene.counters.read().replayIdleExpiry).toEqual({ trimmed: 1, dropped: 1, paused: 0 });
    scene.wait(clock('30:00')).input();
    expect(scene.state()).toBe('on');
    expect(scene.replayId()).not.toBe(replayId);
  });

  it('59:59: is sent; 60:01: a new one is recorded, and nothing more of the old one leaves', () => {
    const scene = begun();
    const replayId = scene.replayId();
    scene.segment();
    const began = scene.sent[0]?.began ?? 0;
    while (scene.now < began + clock('59:00')) scene.wait(MINUTE).input();
    scene.wait(began + clock('59:59') - scene.now);
    expect([scene.state(), scene.replayId(), scene.segment().do]).toEqual(['on', replayId, 'send']);
    scene.told();
    scene.wait(clock('0:02'));
    expect(scene.told()).toEqual(['stop+flush', 'record']);
    expect(scene.replayId()).not.toBe(replayId);
    expect(scene.segment(1, replayId)).toEqual({ do: 'drop', why: 'replayMaximum' });
    for (const { end } of scene.sent.filter((one) => one.replayId === replayId)) {
      expect(end - began).toBeLessThanOrEqual(clock('60:00'));
    }
    expect(scene.counters.read().replayMaximum).toEqual({ trimmed: 1, dropped: 1, paused: 0 });
  });

  it.each(['reload', 'crash'])('its hour goes on over a %s', (how) => {
    const scene = begun();
    const replayId = scene.replayId();
    scene.segment();
    const began = scene.sent[0]?.began ?? 0;
    while (scene.now < began + clock('30:00')) scene.wait(MINUTE).input();
    if (how === 'crash') scene.gate.pageGone(1, scene.now);
    scene.load();
    expect(scene.replayId()).toBe(replayId);
    scene.segment();
    while (scene.now < began + clock('59:00')) scene.wait(MINUTE).input();
    scene.wait(began + clock('60:01') - scene.now);
    expect(scene.replayId()).not.toBe(replayId);
    const numbers = scene.sent.filter((one) => one.replayId === replayId).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, i) => i));
  });

  it('an error in idle carries its id and does not wake it', () => {
    const scene = begun();
    scene.input().wait(clock('6:00'));
    expect(scene.error(1).replayId).toBe(scene.replayId());
    expect(scene.state()).toBe('paused');
    scene.wait(clock('10:00'));
    expect(scene.error(1)).toEqual({ release: false });
  });

  it.each([
    ['lock', 'unlock'],
    ['suspend', 'resume'],
  ] as const)('%s pauses it at once, and %s within 5 minutes lets it go on', (away, back) => {
    const scene = begun();
    scene.input().wait(MINUTE);
    scene.told();
    scene.power(away);
    expect([scene.state(), scene.told()]).toEqual(['paused', ['flush', 'pause']]);
    scene.sleep(MINUTE).power(back);
    expect([scene.state(), scene.told()]).toEqual(['on', ['resume']]);
  });

  it('suspended for 10 minutes: it stays paused until input; for 20 minutes: it is ended', () => {
    const scene = begun();
    const replayId = scene.replayId();
    scene.input().power('suspend').sleep(clock('10:00')).power('resume');
    expect(scene.state()).toBe('paused');
    scene.input();
    expect([scene.state(), scene.replayId()]).toEqual(['on', replayId]);
    scene.power('suspend').sleep(clock('20:00')).power('resume');
    expect(scene.state()).toBe('off');
    scene.input();
    expect(scene.replayId()).not.toBe(replayId);
  });

  it('suspended while it is paused: sleep counts, and no timer need have run', () => {
    const scene = begun();
    scene.input().wait(clock('6:00')).power('suspend').sleep(clock('9:01')).power('resume');
    expect([scene.state(), scene.replayId()]).toEqual(['off', undefined]);
  });

  it('suspended after it was ended: stays off until input', () => {
    const scene = begun();
    scene.input().wait(clock('16:00')).power('suspend').sleep(MINUTE).power('resume');
    expect(scene.state()).toBe('off');
    scene.input();
    expect(scene.state()).toBe('on');
  });

  it('asleep over the hour without a word from the system: nothing of it leaves after', () => {
    const scene = begun();
    const replayId = scene.replayId();
    scene.segment();
    scene.sleep(clock('61:00')).input();
    expect(scene.replayId()).not.toBe(replayId);
    expect(scene.segment(1, replayId).do).toBe('drop');
  });

  it('asleep over the pause without a word from the system: nothing from after it leaves', () => {
    const scene = begun();
    scene.input().sleep(clock('5:01'));
    expect(scene.segment()).toEqual({ do: 'drop', why: 'replayIdlePause' });
  });

  it('a timer that is late does not make the hour longer', () => {
    const scene = begun();
    scene.segment();
    const began = scene.sent[0]?.began ?? 0;
    while (scene.now < began + clock('59:00')) scene.wait(MINUTE).input();
    scene.wait(began + clock('59:58') - scene.now).sleep(4 * SECOND);
    expect(scene.segment()).toEqual({ do: 'drop', why: 'replayMaximum' });
  });

  it('20,000,000 bytes are sent; one more is dropped, counted, and the page begins again', () => {
    const scene = begun();
    expect(scene.segment(1, undefined, 20_000_000).do).toBe('send');
    scene.told();
    expect(scene.segment(1, undefined, 20_000_001)).toEqual({ do: 'drop', why: 'replayBuffer' });
    expect(scene.told()).toEqual(['checkpoint']);
    expect(scene.counters.read().replayBuffer.dropped).toBe(1);
  });

  it('asks a page for what it has when it is late, and not when segments come', () => {
    const scene = begun();
    scene.told();
    scene.input().wait(5.4 * SECOND);
    scene.segment();
    scene.input().wait(5.9 * SECOND);
    expect(scene.told()).toEqual([]);
    scene.wait(0.2 * SECOND);
    expect(scene.told()).toEqual(['flush']);
  });

  it('what a page sends before its time leaves 5 seconds after the one before, and a flood is dropped', () => {
    const scene = begun();
    scene.wait(MINUTE).segment();
    const at = scene.now;
    scene.told();
    const decisions = Array.from({ length: 6 }, () => {
      scene.now += 0.8 * SECOND;
      const decision = scene.segment();
      return decision.do === 'send' ? decision.at - at : decision;
    });
    const drop = { do: 'drop', why: 'replayFlushMinimum' };
    expect(decisions).toEqual(
      [5, 10, 15, 20].map((time) => time * SECOND).concat(drop as never, drop as never),
    );
    expect(scene.told()).toEqual(['checkpoint', 'checkpoint']);
    expect(scene.counters.read().replayFlushMinimum).toEqual({ trimmed: 0, dropped: 2, paused: 4 });
  });

  it('what main asks for leaves at once', () => {
    const scene = begun();
    scene.wait(MINUTE).segment();
    scene.input().wait(SECOND);
    scene.gate.flush();
    scene.deliver();
    expect(scene.sent.at(-1)?.at).toBe(scene.now);
  });

  it('is ended by a clock that is set back', () => {
    const scene = begun();
    const replayId = scene.replayId();
    scene.segment();
    scene.wait(MINUTE).sleep(-clock('30:00')).input();
    expect(scene.state()).toBe('on');
    expect(scene.replayId()).not.toBe(replayId);
    expect(scene.segment().do).not.toBe('drop');
  });
});

describe('a replay that waits for an error', () => {
  it('is held, and sent from its number 0 with the error that makes it live', () => {
    const scene = held();
    scene.wait(5 * SECOND);
    expect(scene.segment().do).toBe('hold');
    expect(scene.error(1)).toEqual({ replayId: scene.replayId(), release: true });
    scene.wait(5 * SECOND);
    expect(scene.segment().do).toBe('send');
    expect(scene.sent.map(({ number }) => number)).toEqual([...scene.sent.keys()]);
    expect(scene.told()).toEqual(['record', 'record', 'flush']);
  });

  it('is made live by an error in main too: that of the window with the last input', () => {
    const scene = held().open(2);
    scene.segment(1);
    scene.segment(2);
    scene.wait(SECOND).input(1);
    expect(scene.error(undefined)).toEqual({ replayId: scene.replayId(1), release: true });
    expect(scene.sent.every(({ window }) => window === 1)).toBe(true);
  });

  it('is sent after a crash: what was recorded before it is in main', () => {
    const scene = held();
    scene.wait(5 * SECOND).segment();
    scene.gate.pageGone(1, scene.now);
    expect(scene.error(1).release).toBe(true);
    expect(scene.sent).toHaveLength(1);
  });

  it('in idle: the error sends what was held from before, and records nothing more', () => {
    const scene = held();
    scene
      .input()
      .wait(5 * SECOND)
      .segment();
    scene.wait(clock('6:00'));
    expect(scene.error(1).release).toBe(true);
    expect([scene.sent.length > 0, scene.state()]).toEqual([true, 'paused']);
    expect(scene.segment().do).toBe('drop');
  });

  it('begins again every minute', () => {
    const scene = held();
    scene.told();
    scene.wait(2 * CHECKPOINT);
    expect(scene.told()).toEqual(['checkpoint', 'checkpoint']);
  });

  it('takes a new id after half an hour, so that an error in it still gets half an hour', () => {
    const scene = held();
    const replayId = scene.replayId();
    for (let i = 0; i < 31; i++) scene.wait(MINUTE).input();
    expect(scene.replayId()).not.toBe(replayId);
    expect(scene.discarded).toEqual([replayId]);
    expect(scene.counters.read().replayMaximum.trimmed).toBe(0);
  });

  it('stays held if the draw says so, and after that is drawn again', () => {
    const draws = [0.5, 0.9, 0.1];
    const scene = new Scene({ session: 0, onError: 0.5 }, () => draws.shift() ?? 0.9).open();
    scene.segment();
    expect(scene.error(1)).toEqual({ release: false });
    expect(scene.error(1)).toEqual({ replayId: scene.replayId(), release: true });
  });

  it('is not made live by a report that is no error', () => {
    const scene = held();
    expect(scene.gate.link(1, false, scene.now)).toEqual({ release: false });
  });

  it('is held again after the replay that an error made live has ended', () => {
    const scene = held();
    scene.error(1);
    scene.wait(clock('15:01')).input();
    expect(scene.segment().do).toBe('hold');
  });
});
