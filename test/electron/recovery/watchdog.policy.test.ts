import { describe, expect, it } from 'vitest';
import {
  NOT_SHOWN,
  WATCHDOG,
  type WatchdogEvent,
  watch,
} from '../../../electron/recovery/watchdog.policy.ts';

/** Sends events such as `300 ready`, and `check` whenever it is due. Returns what came of it, with the time of each effect. */
function run(story: string): string[] {
  let state = NOT_SHOWN;
  let checkAt: number | null = null;
  const effects: string[] = [];
  function send(event: WatchdogEvent, now: number): void {
    const result = watch(state, event, now);
    state = result.state;
    checkAt = result.checkAt;
    effects.push(...result.effects.map((effect) => `${now} ${effect}`));
  }
  function checkUntil(end: number): void {
    while (checkAt !== null && checkAt <= end) send('check', checkAt);
  }
  for (const step of story.split(', ')) {
    const [at, event] = step.split(' ');
    checkUntil(Number(at) - 1);
    send(event as WatchdogEvent, Number(at));
  }
  checkUntil(600_000);
  return effects;
}

describe('the window', () => {
  it('is shown when the page is ready', () => {
    expect(run('0 load, 300 ready')).toEqual(['300 show']);
  });

  it('is shown after a second at the latest, with the frame that needs no script', () => {
    expect(run('0 load, 3000 ready')).toEqual([`${WATCHDOG.showMs} show`]);
  });

  it('is shown although the first load failed and the second began later', () => {
    expect(run('0 load, 500 gone, 900 load, 1500 ready')).toEqual(['1000 show']);
  });

  it('is shown once', () => {
    expect(run('0 load, 100 ready, 5000 load, 5100 ready')).toEqual(['100 show']);
  });
});

describe('a page that never says ready', () => {
  it('is a fault after 10 s, once', () => {
    expect(run('0 load')).toEqual(['1000 show', `${WATCHDOG.readyMs} neverReady`]);
  });

  it('is a fault again when it is loaded again', () => {
    const faults = run('0 load, 20000 load').filter((line) => line.endsWith('neverReady'));
    expect(faults).toEqual(['10000 neverReady', '30000 neverReady']);
  });

  it('is no fault when the load failed or the process is gone, which is a fault of its own', () => {
    expect(run('0 load, 2000 gone')).toEqual(['1000 show']);
  });

  it('gets its time anew when the computer slept while it was loading', () => {
    expect(run('0 load, 9000 resume, 18000 ready')).toEqual(['1000 show']);
  });
});

describe('a document that does not come', () => {
  it('is a fault after 5 s where the window shows nothing, and then not a second one', () => {
    expect(run('0 firstLoad')).toEqual(['1000 show', `${WATCHDOG.commitMs} neverCame`]);
  });

  it('is no fault of its own where a page is still to be seen', () => {
    expect(run('0 load')).not.toContain(`${WATCHDOG.commitMs} neverCame`);
  });

  it('is no fault once it came, however long the page then takes', () => {
    expect(run('0 firstLoad, 4900 commit')).toEqual(['1000 show', `${WATCHDOG.readyMs} neverReady`]);
  });

  it('is not waited for across the sleep of the computer', () => {
    expect(run('0 firstLoad, 2000 resume, 11000 ready')).toEqual(['1000 show']);
  });
});

describe('a page that waits for its data', () => {
  it('has more time, and is a fault of its own after that, once', () => {
    expect(run('0 firstLoad, 500 commit, 900 waiting')).toEqual([
      '1000 show',
      `${900 + WATCHDOG.dataMs} noData`,
    ]);
  });

  it('has its time anew when the computer slept', () => {
    expect(run('0 load, 900 waiting, 50000 resume, 100000 ready')).toEqual(['1000 show']);
  });
});

describe('after the computer woke', () => {
  it('the window is repainted and the page is asked whether it lives', () => {
    expect(run('0 load, 100 ready, 50000 resume, 50020 answer')).toEqual(['100 show', '50000 ping']);
  });

  it('a page that does not answer within 5 s is told of, once', () => {
    expect(run('0 load, 100 ready, 50000 resume')).toEqual(['100 show', '50000 ping', '55000 noAnswer']);
  });

  it('a page that is loaded again meanwhile owes no answer', () => {
    expect(run('0 load, 100 ready, 50000 resume, 51000 load, 52000 ready')).toEqual([
      '100 show',
      '50000 ping',
    ]);
  });
});

describe('at rest', () => {
  it('nothing is waited for: no timer runs while a page is up', () => {
    const loaded = watch(NOT_SHOWN, 'load', 0).state;
    expect(watch(loaded, 'ready', 100).checkAt).toBeNull();
  });
});
