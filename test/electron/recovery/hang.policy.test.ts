import { describe, expect, it } from 'vitest';
import { decideHang, type HangEvent, type HangState } from '../../../electron/recovery/hang.policy.ts';

describe('a user who meets a hang', () => {
  /** Sends events such as `300 over`, or a choice such as `300 Wait`. Returns the actions. */
  function play(story: string): string[] {
    let state: HangState = { phase: 'fine' };
    return story.split(', ').map((step) => {
      const [at, name] = step.split(' ');
      const decision = decideHang(state, name as HangEvent, Number(at));
      state = decision.state;
      return decision.action;
    });
  }

  it.each([
    ['is asked once for each hang', '0 unresponsive, 1 unresponsive', 'ask,ignore'],
    ['is no longer asked when the page answers again', '0 unresponsive, 5000 over', 'ask,dismiss'],
    [
      'nor when the process is gone; a late choice does nothing',
      '0 unresponsive, 1 over, 2 Reload',
      'ask,dismiss,ignore',
    ],
    ['can reload', '0 unresponsive, 1 Reload', 'ask,reload'],
    ['can quit', '0 unresponsive, 1 Quit', 'ask,quit'],
    [
      'can wait, and is asked again after half a minute if the page still hangs',
      '0 unresponsive, 2000 Wait, 31999 tick, 32000 tick',
      'ask,ignore,ignore,ask',
    ],
    [
      'is left in peace when the page recovered while they waited',
      '0 unresponsive, 2000 Wait, 9000 over, 32000 tick',
      'ask,ignore,ignore,ignore',
    ],
  ])('%s', (_name, story, actions) => {
    expect(play(story).join()).toBe(actions);
  });
});
