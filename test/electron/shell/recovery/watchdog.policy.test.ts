import { expect } from 'vitest';
import {
  checkAtOf,
  NOT_SHOWN,
  type WatchdogEvent,
  watch,
} from '../../../../electron/shell/recovery/watchdog.policy.ts';
import { eachStory } from '../../stories.ts';

/**
 * Cases beside those in window/reduce.policy.test.ts, which has a page's whole life. Sends events such as `300 ready`, and `check` whenever it is due; before a `check` in the story itself the app was
 * stopped. Returns the effects with their times. Omits looks after which nothing happened to the page.
 */
function run(story: string): string[] {
  let state = NOT_SHOWN;
  let checkAt: number | null = null;
  const effects: string[] = [];
  function send(event: WatchdogEvent, now: number): void {
    const result = watch(state, event, now);
    state = result.state;
    checkAt = checkAtOf(state);
    const isOfTime = event === 'check' && state.looking === 'again';
    effects.push(...result.effects.filter(() => !isOfTime).map((effect) => `${now} ${effect}`));
  }
  function checkUntil(end: number): void {
    while (checkAt !== null && checkAt <= end) send('check', checkAt);
  }
  for (const step of story.split(', ')) {
    const [at, event] = step.split(' ');
    if (event !== 'check') checkUntil(Number(at) - 1);
    send(event as WatchdogEvent, Number(at));
  }
  checkUntil(600_000);
  return effects;
}

eachStory(`
  a window is shown after a second, although the first load failed
    0 load, 500 gone, 900 load, 1500 gone
    1000 show

  a page that never says ready is no fault if it becomes ready at last
    0 load, 11000 ready
    1000 show, 10000 ping, 13000 look

  nor in the time that the app was stopped, from which on it has its whole time
    0 firstLoad, 25000 check, 25900 commit, 26000 ready
    25000 show, 28000 look

  nor in the time that the computer slept
    0 load, 9000 resume, 18000 ready
    1000 show, 20000 look

  the page of a link has its usual time once its document is there
    0 load, 100 painted, 200 ready, 5000 leave, 65000 commit, 75010 answer
    100 show, 2200 look, 7000 cover, 75000 ping, 75010 neverReady

  a cover whose time came while the app was stopped comes a second later
    0 load, 100 painted, 200 commitOfServer, 9000 check, 10500 gone
    100 show, 10000 cover

  a document may come late across the sleep of the computer
    0 firstLoad, 2000 resume, 11000 gone
    1000 show

  a page that waits for data has more time
    0 firstLoad, 500 commit, 900 waiting, 60910 answer
    1000 show, 60900 ping, 60910 noData

  anew when the computer slept, and is asked whether it lives
    0 load, 900 waiting, 50000 resume, 50020 answer, 100000 gone
    1000 show, 50000 ping

  a page that shows nothing is no fault if it is being left
    0 load, 100 ready, 2120 load, 2150 blank, 2200 gone
    100 show, 2100 look

  one that goes on and on to others of its addresses is looked at all the same
    0 load, 100 ready, ${Array.from({ length: 30 }, (_, n) => `${2_000 + n * 1_000} wentInPage`).join(', ')}
    100 show, 12000 look, 23000 look, 33000 look

  and is a fault then, wherever it has gone meanwhile
    0 load, 100 ready, ${Array.from({ length: 12 }, (_, n) => `${2_000 + n * 1_000} wentInPage`).join(', ')}, 13200 blank, 13300 gone
    100 show, 12000 look, 13200 nothingPainted

  and what was seen of the address before does not count
    0 load, 100 ready, 2120 wentInPage, 2150 blank
    100 show, 2100 look, 4120 look

  one that says again and again that it is ready is looked at all the same
    0 load, 100 ready, 1500 ready, 2000 ready, 3000 gone
    100 show, 2100 look

  a page is looked at after a press, to which more of them add nothing
    0 load, 100 ready, 9000 changed, 11000 changed, 14050 blank
    100 show, 2100 look, 14000 look, 14050 nothingPainted

  one that loses what was in it has its time from then on, however long ago the press was
    0 load, 100 ready, 9000 changed, 13900 emptied, 15000 changed, 18950 blank
    100 show, 2100 look, 18900 look, 18950 nothingPainted

  and each minute, but if it is empty then, only a second look counts
    0 load, 100 ready, 60150 blank, 65200 blank
    100 show, 2100 look, 65150 look, 65200 nothingPainted

  at which it may show something again
    0 load, 100 ready, 60150 blank, 120150 blank
    100 show, 2100 look, 65150 look, 125150 look

  a page that was asked whether it lives is a hang, once, if it does not answer within 5 s
    0 load, 100 ready, 50000 resume
    100 show, 2100 look, 50000 ping, 52000 look, 55000 askAboutHang

  but owes no answer when it is loaded again
    0 load, 100 ready, 50000 resume, 51000 load, 52000 gone
    100 show, 2100 look, 50000 ping

  a user is asked about a hang once, and no longer when the page answers again
    0 ready, 3000 unresponsive, 3001 unresponsive, 9000 responsive, 9001 Reload
    0 show, 2000 look, 3000 askAboutHang, 9000 endHang

  nor when it answers a ping late
    0 ready, 50000 resume, 56000 answer, 57000 gone
    0 show, 2000 look, 50000 ping, 52000 look, 55000 askAboutHang, 56000 endHang

  nor after gone: another page comes
    0 ready, 3000 unresponsive, 4000 gone, 4001 Quit, 4002 gone
    0 show, 2000 look, 3000 askAboutHang, 4000 endHang

  nor after commit: another page comes
    0 ready, 3000 unresponsive, 4000 commit, 4001 Quit, 4002 gone
    0 show, 2000 look, 3000 askAboutHang, 4000 endHang

  nor after commitOfServer: another page comes
    0 ready, 3000 unresponsive, 4000 commitOfServer, 4001 Quit, 4002 gone
    0 show, 2000 look, 3000 askAboutHang, 4000 endHang

  can wait, and is asked again after half a minute if the page still hangs
    0 ready, 3000 unresponsive, 4000 Wait, 5000 unresponsive, 34500 gone
    0 show, 2000 look, 3000 askAboutHang, 34000 askAboutHang, 34500 endHang
`)('%s', (_name, story = '', effects) => {
  expect(run(story).join(', ')).toBe(effects);
});
