/** What a window shows, as stories: each event with its time, and what it makes happen. */
import { describe, expect, it } from 'vitest';
import {
  bootFault,
  type Fault,
  faultOf,
  httpFault,
  loadFault,
  scriptFault,
} from '../../../../electron/shared/fault.ts';
import type { Counters } from '../../../../electron/shell/recovery/budget.policy.ts';
import { reduce, type WindowEvent } from '../../../../electron/shell/window/reduce.policy.ts';
import {
  type Effect,
  isAlive,
  isLost,
  type Place,
  stateOf,
} from '../../../../electron/shell/window/state.policy.ts';
import { eachStory } from '../../stories.ts';

/** `/a` is the app's; others say whose page they are. */
const ORIGINS = {
  shop: 'https://shop.example',
  id: 'https://id.example',
  dev: 'http://127.0.0.1:9',
} as const;
const OWNERS = { shop: 'server', id: 'guest', dev: 'dev' } as const;

function placeOf(text: string): Place {
  if (text === 'blank') return { address: 'about:blank', owner: undefined };
  const [, host = '', path = ''] = /^(\w*)(\/.*)$/.exec(text) ?? [];
  if (host === '') return { address: `app://shell${path}`, owner: 'shell' };
  const name = host as keyof typeof ORIGINS;
  return { address: ORIGINS[name] + path, owner: OWNERS[name] };
}

/** The page that main shows for a fault. */
const FAULT = '/_holdfast/fault?for=%2F&fault=1';

const FAULTS: Record<string, Fault> = {
  crash: faultOf('crash', 'crashed', '/', 0),
  offline: loadFault('ERR_INTERNET_DISCONNECTED', '/', 0),
  blocked: loadFault('ERR_BLOCKED_BY_CLIENT', '/', 0),
  main: faultOf('main', 'uncaughtException', '/', 0),
  script: scriptFault('x', '/', 0),
  hang: faultOf('hang', 'unresponsive', '/', 0),
  503: httpFault(503, '/', 0),
  404: httpFault(404, '/', 0),
  preload: bootFault('/', 0, 'x', 'preload-error'),
};

/** Reads an event such as `committed /a 404`. Each event has the fields of all, and reads its own. */
function eventOf(text: string): WindowEvent {
  const [type = '', first = '', second = '', ...more] = text.split(' ');
  const rest = [second, ...more];
  const status = Number(second || 200);
  const named = { processGone: 'crash', preloadFailed: 'preload', failed: second }[type] ?? first;
  const answered = status >= 400 ? httpFault(status, first, 0) : undefined;
  const ofReport = /^(?:answers|learned)$/.test(type) && second ? { reportId: second } : {};
  const event = {
    ...{ type, ...placeOf(first), path: first || undefined, to: first, status, retryAfter: 7, error: 'why' },
    ...{ isOwn: rest.includes('own'), isPopUp: first === 'popUp', isUnseen: second === 'unseen' },
    pressedMs: rest.includes('pressed') ? Number(rest.at(-1)) || 0 : Number.POSITIVE_INFINITY,
    fault: type === 'committed' ? answered : FAULTS[named] && { ...FAULTS[named], ...ofReport },
    ...{ at: Number(more[0] ?? 1), verdict: second === 'mute' ? second : FAULTS[second] },
    ...{ isUsers: first === 'user', isKept: second !== 'unkept' },
    id: FAULTS[first]?.id ?? Number(first),
  };
  return event as unknown as WindowEvent;
}

const words = (...all: (string | false | undefined)[]) => all.filter(Boolean).join(' ');

/** Writes an effect such as `load /a ordered`. */
function textOf({ do: name, ...rest }: Effect): string {
  const all = Object.entries<unknown>(rest).map(([key, value]) => {
    if (key === 'fault') {
      const { kind, code, url } = value as Fault;
      return words(kind, code !== undefined && String(code), url);
    }
    if (key === 'counters') return `spent=${(value as Counters).spent}`;
    if (value === true) return key.replace(/^is(.)/, (_, letter) => letter.toLowerCase());
    return typeof value === 'string' && value;
  });
  return words(name, ...all);
}

/** They follow from most events. */
const USUAL = ['uncover ifSmall', 'tellFault', 'painted'];

/**
 * Plays a story such as `0 open, 0 begin, 5 started /a`, and `check` whenever it is due. As the adapter, it says what
 * main loads and which faults are reported. Returns the effects with their times, until the last event.
 * @param hidden effects to leave out
 */
function play(story: string, hidden: readonly string[] = USUAL) {
  let state = stateOf('/', false, 0);
  let checkAt: number | null = null;
  let orders = 0;
  const told: string[] = [];
  function send(now: number, event: WindowEvent): void {
    const result = reduce(state, event, { now, at: now, random: 0, urlOf: (path) => path });
    ({ state, checkAt } = result);
    for (const effect of result.effects) {
      const text = textOf(effect);
      if (!hidden.includes(text)) told.push(`${now} ${text}`);
      const isRepeat = effect.do === 'load' ? effect.isRepeat : true;
      const order = { id: ++orders, isRepeat };
      const isOrdered = effect.do === 'loadFault' || (effect.do === 'load' && effect.isOrdered);
      if (effect.do === 'load') {
        const { address } = placeOf(effect.path);
        send(now, { type: 'loads', address, ...(isOrdered && { order }) });
      }
      if (effect.do === 'loadFault') send(now, { type: 'loads', address: placeOf(FAULT).address, order });
      if (effect.do === 'fail') send(now, { type: 'fault', fault: effect.fault });
    }
  }
  const runTo = (end: number) => {
    while (checkAt !== null && checkAt <= end) send(checkAt, { type: 'check' });
  };
  for (const step of story.split(', ')) {
    const [, at, event = ''] = /^(\d+) (.*)$/.exec(step) ?? [];
    runTo(Number(at) - 1);
    if (event === 'end') runTo(Number(at));
    else send(Number(at), eventOf(event));
  }
  return { told: told.join(', '), state };
}

/** A page of the app that is up after 100 ms. */
const UP = '0 open, 0 begin, 10 started /, 20 committed /, 50 painted, 100 ready';

/** What happens after `UP`. */
function after(story: string, hidden?: readonly string[]) {
  const { told, state } = play(`${UP}, ${story}`, hidden);
  return { told: told.replace(play(UP, hidden).told, '').replace(/^, /, ''), state };
}

const FIVE = [1, 2, 3, 4, 5];
/** Loads of the page by itself; the user pressed something before the one given. */
const loop = (pressed?: number, ms = 0) =>
  FIVE.map(
    (n) =>
      `${n}00 started /${n} own${n === pressed ? ` pressed ${ms}` : ''}, ${n}10 committed /${n}, ${n}20 ready`,
  ).join(', ');

it('a page is loaded in a hidden window, which is shown when the page paints', () => {
  expect(play(`${UP}, 2200 end`, []).told).toBe(
    '0 open app, 0 load / ordered repeat, 20 uncover ifSmall, 50 show, 100 uncover, 100 painted, 100 tellFault, 2100 look',
  );
});

describe('a page that is up', () => {
  eachStory(`
    says while the page of a link has not come, and no longer when that load is stopped, and is looked at as before
      200 started /b own pressed, 2250 stopped, 4300 end
      2200 cover small, 2250 uncover, 4250 look

    is not replaced by a failed one when the user opens another before that is shown
      200 started /b, 210 failed /b offline, 210 focus /c, 212 started /c, 220 committed /c, 900 end
      210 fail load ERR_INTERNET_DISCONNECTED /b, 210 load /c, 210 focus

    is not tried again while another load of the user’s has no result
      200 started /b own pressed, 210 failed /b offline, 215 started ${FAULT}, 220 committed ${FAULT}, 5000 started /a, 6000 committed /a, 6900 end
      210 fail load ERR_INTERNET_DISCONNECTED /b, 210 loadFault script

    is replaced by a page without script where it ends as its fault’s page comes, until the next try
      200 started /b own pressed, 210 failed /b offline, 215 started ${FAULT}, 220 processGone, 6000 end
      210 fail load ERR_INTERNET_DISCONNECTED /b, 210 loadFault script, 220 fail crash crashed /, 220 open plain, 220 loadFault, 1220 show, 5210 open app, 5210 load / ordered repeat

    also where that page is stopped as it comes
      200 started /b own pressed, 210 failed /b offline, 215 started ${FAULT}, 220 stopped, 1000 end
      210 fail load ERR_INTERNET_DISCONNECTED /b, 210 loadFault script, 470 fail load ERR_ABORTED /, 470 open plain, 470 loadFault

    is not replaced by a load that failed where the user goes back at that moment, whether that fails then or has failed
      200 started /b own pressed, 210 failed /b offline, 215 started ${FAULT}, 220 committed ${FAULT}, 5220 started /b, 5230 steps, 5235 failed /b offline, 5240 started /a, 5250 committed /a, 5300 started /b, 5310 failed /b offline, 5310 steps, 5315 started /a, 5320 committed /a, 6000 end
      210 fail load ERR_INTERNET_DISCONNECTED /b, 210 loadFault script, 5210 load / ordered repeat, 5310 fail load ERR_INTERNET_DISCONNECTED /b

    is replaced at the address that somebody wanted, if that is a server’s
      200 started shop/c own pressed, 210 failed shop/c offline, 6000 end
      210 fail load ERR_INTERNET_DISCONNECTED /c, 210 loadFault script, 5210 load /c ordered repeat

    but not at the address of a sign-in to which that led
      200 started shop/c own pressed, 205 redirected id/x, 210 failed id/x offline, 6000 end
      210 fail load ERR_INTERNET_DISCONNECTED /, 210 loadFault script, 5210 load / ordered repeat

    is replaced if its server led where nobody saw it
      200 started /b own pressed, 205 redirectRefused https://other.example/ unseen, 210 stopped, 500 end
      460 fail load ERR_INVALID_REDIRECT /, 460 loadFault script

    is given up where a server does not answer for five minutes, for that server’s page
      200 started shop/b, 300201 answer, 300300 end
      2200 cover small, 300200 ping, 300201 fail load ERR_TIMED_OUT /b, 300201 loadFault script

    that somebody keeps is no longer late
      200 focus /b, 300 stays /, 20000 end
      200 load /b, 200 focus, 2300 look

    is replaced when it went to an empty document, and loaded again
      200 started blank own pressed, 210 committed blank, 300 end
      210 fail boot not-ready /, 210 keep spent=1, 260 load / ordered repeat

    loads five others unasked, which is a loop
      ${loop().replace('520 ready', '600 end')}
      ${FIVE.slice(0, 4)
        .map((n) => `${n}20 uncover`)
        .join(', ')}, 510 fail boot loop /5, 510 open plain, 510 loadFault

    or four, and one for a press: no loop
      ${loop(3)}, 600 end
      ${FIVE.map((n) => `${n}20 uncover`).join(', ')}

    is looked at where it went within itself, and is a fault if it is empty
      3000 wentInPage /x, 5100 blank, 5200 end
      2100 look, 5000 look, 5100 fail boot blank /x, 5100 loadFault script

    is loaded again if its process ends, which counts no more after a minute
      200 processGone, 250 started /, 260 committed /, 300 ready, 60350 end
      200 fail crash crashed /, 200 keep spent=1, 250 load / ordered repeat, 300 uncover, 2300 look, 60300 look, 60300 keep spent=0

    is loaded again at once if the user asks, which is no repeat
      200 processGone, 210 retry, 215 end, 220 focus, 230 end
      200 fail crash crashed /, 200 keep spent=1, 210 load / ordered, 220 focus, 220 load / ordered

    that is ended for a hang is reported for that alone, and a later end is not
      3000 unresponsive, 4000 Reload, 4010 processGone, 4100 started /, 4110 committed /, 4200 ready, 4300 processGone
      2100 look, 3000 askAboutHang, 4000 kill, 4010 fail crash crashed / expected, 4010 keep spent=1, 4060 load / ordered repeat, 4200 uncover, 4300 fail crash crashed /, 4300 keep spent=2

    that ended is not asked whether it lives
      200 processGone, 210 resume, 220 end
      200 fail crash crashed /, 200 keep spent=1

    is asked whether it lives when the computer wakes, and when it is seen again
      3000 resume, 3100 answer, 9000 resume, 9100 answer, 9200 end
      2100 look, 3000 ping, 5000 look, 9000 ping

    is lost without its preload, with the reason
      200 preloadFailed, 300 end
      200 fail boot preload-error / why, 200 keep spent=1, 250 load / ordered repeat

    keeps its fault to itself if that needs no retry
      200 shows script, 300 cleared script, 400 retry
      400 reload

    comes for a link in a fault’s page to which the history led
      200 started ${FAULT}, 210 committed ${FAULT}, 220 retry /b, 300 end
      220 load /b

    is loaded again for a fault that it found
      200 shows 503, 5300 end
      2100 look, 5200 load / ordered repeat

    also if the user opens another one at that moment, which the page may still refuse
      200 fault script, 200 focus /b, 300 end
      200 load /b, 200 focus, 200 loadFault script

    stays when main throws, which a dialog tells
      200 fault main, 300 end
      200 tell main uncaughtException /

    stays while it hangs
      200 fault hang, 300 end

    that answers with an error shows the fault, and is loaded anew, not sent again
      150 answers 404, 200 started / own pressed, 210 committed / 404, 300 retry
      210 fail http 404 /, 300 load /

    but only if the protocol answered so
      150 answers 503, 200 started / own pressed, 210 committed / 404, 300 end
      210 fail http 404 /, 210 loadFault script

    of a server shows its own error, if that is one
      200 started shop/x own, 210 committed shop/x 500, 220 loaded, 230 judged shop/x  210, 240 ready
      220 judge, 240 uncover

    of a dev server does too
      200 started dev/x own, 210 committed dev/x 500, 240 ready
      240 uncover

    goes to a sign-in in its place
      200 signInAt id/login
      200 goTo https://id.example/login

    whose page is ready when it has loaded
      200 started id/login own, 210 committed id/login, 220 loaded, 230 judged id/login  210, 240 end
      220 judge, 230 uncover

    is in front, or another one
      200 focus, 300 focus /b
      200 focus, 300 load /b, 300 focus

    that is closed stays closed whatever comes due
      200 fault offline, 200 closed user, 9000 end
      200 closed

    is no longer replaced when another one came meanwhile
      200 fault offline, 200 started /b own pressed, 200 committed /b, 220 ready, 1000 end
      220 uncover

    paints without graphics acceleration after three ends of that process
      200 gpuGone, 300 gpuGone, 400 gpuGone, 500 gpuGone
      200 keep spent=0, 300 keep spent=0, 400 keep spent=0, 400 startSafe
  `)('%s', (_name, story, told = '') => {
    expect(after(story).told).toBe(told);
  });
});

describe('a page that does not come up', () => {
  const FIRST = '0 open app, 0 load / ordered repeat';
  const SHOP = '0 open, 0 begin, 10 started shop/, 20 committed shop/';
  eachStory(`
    is a fault when its load is stopped, once the reason has had its time
      10 started /, 20 stopped, 300 end
      270 fail load ERR_ABORTED /, 270 loadFault script

    which may be that its process ended
      10 started /, 20 stopped, 100 processGone, 400 end
      100 fail crash crashed /, 100 keep spent=1, 150 load / ordered repeat

    is waited for when a load of its own is stopped
      10 started /, 20 committed /, 30 started /b own, 40 stopped, 10030 end
      1000 show, 10030 ping

    is a fault in another window if not even its document comes
      5500 end
      1000 show, 5000 fail load ERR_TIMED_OUT /, 5000 open app, 5000 loadFault script

    is ended if it does not answer either, and reported for that
      10 started /, 20 committed /, 12010 processGone, 12100 end
      1000 show, 10000 ping, 12000 kill, 12010 fail boot unresponsive /, 12010 open plain, 12010 loadFault

    has five minutes when its server asks for a password
      10 started /, 50 asksUser, 20000 end
      1000 show, 2050 cover

    has a minute for its data, and says once that it is ready
      10 started /, 20 committed /, 50 waiting, 60000 ready, 60001 waiting, 62500 end
      1000 show, 60000 uncover, 62000 look

    is shown late
      10 started shop/, 20 committed shop/, 1100 end
      1000 cover, 1000 show, 1020 cover

    is a fault of a server that ended
      10 started shop/, 20 committed shop/ 503, 30 loaded, 40 judged shop/ 503 20, 100 end
      30 judge, 40 fail http 503 /, 40 loadFault script

    is shown as it is if no script may run in it
      10 started shop/, 20 committed shop/, 30 loaded, 40 judged shop/ mute 20
      30 judge, 40 uncover, 40 show

    is not judged by a look at another
      10 started shop/, 20 committed shop/, 30 loaded, 40 judged shop/ 503 19, 100 end
      30 judge

    nor while it leads elsewhere
      10 started shop/, 20 committed shop/, 30 loaded, 35 started shop/b, 40 judged shop/ 503 20, 100 end
      30 judge

    nor when it is gone
      10 started shop/, 20 committed shop/, 30 loaded, 35 processGone, 40 judged shop/ 503 20, 41 end
      30 judge, 35 fail crash crashed /, 35 keep spent=1

    whose server closed the window comes in another one
      10 started shop/, 20 committed shop/, 200 closed, 300 end
      200 closed, 200 open app, 200 fail boot not-ready /, 200 keep spent=1, 250 load / ordered repeat

    but not as the app quits, nor for a page that a page opened
      10 started shop/, 20 committed shop/, 200 closed no unkept, 300 end
      200 closed

    nor if the user quits because it hangs
      10 started shop/, 20 committed shop/, 100 ready, 200 unresponsive, 300 Quit, 310 closed, 400 end
      100 uncover, 100 show, 200 askAboutHang, 300 quitHang, 310 closed

    nor if the page is no server’s
      10 started /, 20 committed /, 200 closed, 300 end
      200 closed

    is replaced when main throws
      200 fault main, 300 end
      200 loadFault script

    is a fault’s page that paints without its script: it is looked at, and not late
      10 started /, 20 failed / blocked, 30 started ${FAULT}, 40 committed ${FAULT}, 50 loaded, 30000 end
      20 fail load ERR_BLOCKED_BY_CLIENT /, 20 loadFault script, 50 uncover, 1000 show, 2050 look

    is not looked at if it is a fault’s page that leads on
      10 started /, 20 failed / blocked, 30 started ${FAULT}, 40 committed ${FAULT}, 45 started /b own, 50 loaded, 9000 end
      20 fail load ERR_BLOCKED_BY_CLIENT /, 20 loadFault script, 50 uncover, 1000 show

    is not asked whether it lives
      200 resume, 900 end
  `)('%s', (_name, story, told = '') => {
    expect(play(`0 open, 0 begin, ${story}`).told).toBe(words(FIRST, told && `, ${told}`).replace(' ,', ','));
  });
  it('is ready for nobody while another one loads', () => {
    expect(after('200 started /b own pressed, 250 ready', []).told).toBe('250 uncover');
  });
  it('says as soon as it has painted, or its fault’s page has', () => {
    expect(play(`${SHOP}, 30 loaded`, ['judge']).told).not.toContain('painted');
    expect(play(`0 open, 0 begin, 30 started ${FAULT}, 40 committed ${FAULT}, 50 loaded`, []).told).toContain(
      '50 painted',
    );
  });
});

describe('a window of a page', () => {
  eachStory(`
    may stay empty: it is shown, and filled by its opener
      1 started blank, 2 committed blank, 20000 end
      1000 show

    is gone with the process that could fill it
      2 committed blank, 3 processGone
      3 destroy

    but not if a page of a server was on its way
      2 committed blank, 3 started shop/, 4 processGone, 100 end
      4 fail crash crashed /, 4 keep spent=1, 54 load / ordered repeat

    is gone if its load comes to nothing
      1 started shop/, 2 stopped, 500 end
      252 destroy
  `)('%s', (_name, story, told = '') => {
    expect(play(`0 open popUp, ${story}`).told).toBe(`0 open app popUp, ${told}`);
  });
});

describe('what failed before the window opened', () => {
  eachStory(`
    is shown in it, the first of them, and tried again by a restart
      0 fault main, 1 fault crash, 2 open, 3 begin, 10 end, 20 retry
      2 open app, 3 loadFault script, 20 restart

    is not the page that a link asked for
      0 focus /deep, 1 open, 1 begin
      1 open app, 1 load /deep ordered repeat
  `)('%s', (_name, story, told = '') => {
    expect(play(story).told).toBe(told);
  });
});

it.each([
  ['counts as main’s load until that is over', '5 orderOver 1', true],
  ['and then as the page’s own', '5 orderOver 2', false],
])('what loads next %s', (_name, over, isEarly) => {
  const story = `0 fault main, 2 open, 3 begin, 4 end, ${over}, 6 started ${FAULT}, 7 committed ${FAULT}`;
  expect(play(story).state.isEarly).toBe(isEarly);
});

describe('a page that ends again and again', () => {
  const ENDS = '0 open, 0 begin, 10 processGone, 1000 processGone, 3000 processGone, 5000 processGone';
  const count = (story: string) => {
    const { told, state } = play(`${ENDS}, ${story}`, [...USUAL, 'show']);
    return { told: told.split(', ').slice(11).join(', '), state };
  };
  eachStory(`
    gives way to a page without script, then to a dialog, over which nothing comes
      5100 processGone, 5110 end, 5200 ready, 9000 end
      5000 fail crash crashed /, 5000 open plain, 5000 loadFault, 5100 fail crash crashed /, 5100 dialog crash crashed /

    and then to the page in a new window
      5100 processGone, 5110 end, 5400 retry, 5410 end
      5000 fail crash crashed /, 5000 open plain, 5000 loadFault, 5100 fail crash crashed /, 5100 dialog crash crashed /, 5400 open app, 5400 load / ordered

    A link on the page without script leads to a window with one
      5100 loaded, 5400 retry /b, 5410 end
      5000 fail crash crashed /, 5000 open plain, 5000 loadFault, 5400 open app, 5400 load /b ordered
  `)('%s', (_name, story, told = '') => {
    expect(count(story).told).toBe(told);
  });
});

it.each([
  ['a page that is up', UP, true, false],
  ['a page that loads', '0 open, 0 begin, 10 started /', true, true],
  ['an empty window', '0 open', false, true],
  ['a page that ended', `${UP}, 200 processGone`, false, true],
  ['a page that shows its fault', `${UP}, 200 shows script`, true, true],
  ['no window', `${UP}, 200 closed user`, false, true],
])('%s', (_name, story, alive, lost) => {
  const { state } = play(story);
  expect([isAlive(state), isLost(state)]).toEqual([alive, lost]);
});

it('knows the report of its fault', () => {
  const { state } = after('200 fault script, 300 learned 404 r, 400 learned script r');
  expect(state).toMatchObject({ fault: { kind: 'script', reportId: 'r' }, isOnPage: true });
});
