import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bootFault,
  type Fault,
  faultOf,
  httpFault,
  loadFault,
  scriptFault,
} from '../../../../electron/shared/fault.ts';
import {
  BUDGET,
  type Counters,
  countInSeries,
  MAIN_ERRORS,
  NO_FAULTS,
} from '../../../../electron/shell/recovery/budget.policy.ts';
import {
  countersOf,
  decide,
  isSeries,
  type RecoveryEvent,
  stateAtStart,
} from '../../../../electron/shell/recovery/recovery.policy.ts';

// Cases beside those in window/reduce.policy.test.ts, which has a page's whole life.

const T0 = 1_800_000_000_000;
const FAULTS: Readonly<Record<string, Fault>> = {
  crash: faultOf('crash', 'crashed', '/', T0),
  oom: faultOf('crash', 'oom', '/', T0),
  offline: loadFault('ERR_INTERNET_DISCONNECTED', '/', T0),
  blocked: loadFault('ERR_BLOCKED_BY_CLIENT', '/', T0),
  notReady: bootFault('/', T0),
  503: httpFault(503, '/', T0),
  500: httpFault(500, '/', T0),
  data: { ...httpFault(503, '/', T0), kind: 'data' },
  longer: { ...httpFault(503, '/', T0), retryAfter: 20_000 },
  shorter: { ...httpFault(503, '/', T0), retryAfter: 1_000 },
  farLonger: { ...httpFault(503, '/', T0), retryAfter: 86_400_000 },
  main: faultOf('main', 'uncaughtException', '/', T0, 'Error: x'),
  script: scriptFault('TypeError', '/', T0),
};

/** An app that takes events by name, at milliseconds after its start, and returns what is shown then, or another action. */
function start({ counters = NO_FAULTS, isSafe = false }: { counters?: Counters; isSafe?: boolean } = {}) {
  let state = stateAtStart(counters, isSafe, T0);
  const on = (ms: number, name: string, random = 0) => {
    const fault = FAULTS[name];
    const event = (fault ? { type: 'fault', fault } : { type: name }) as RecoveryEvent;
    const decision = decide(state, event, T0 + ms, random);
    state = decision.state;
    return decision.action === 'show' ? state.showing : decision.action;
  };
  return { on, state: () => state };
}

/** Plays a story such as `0 crash, 1000 retry`. */
function play(story: string, options?: Parameters<typeof start>[0]) {
  const app = start(options);
  const told = story.split(', ').map((step) => {
    const [ms, name = ''] = step.split(' ');
    return app.on(Number(ms), name);
  });
  return { told: told.join(' '), state: app.state() };
}

const FOUR = '1 crash, 2 crash, 3 crash, 4 crash';
const AFTER_FOUR = 'app app app freshWindow';

it.each([
  [
    'another fresh window if the first lived for a minute',
    `${FOUR}, 60004 crash`,
    `${AFTER_FOUR} freshWindow`,
  ],
  [
    'a load for each wish of the user, and a static page if that fails',
    `${FOUR}, 5 retry, 6 crash, 7 retry, 8 crash`,
    `${AFTER_FOUR} app freshWindow app freshWindow`,
  ],
  ['one more load if it does not start', '0 notReady, 1 notReady, 2 notReady', 'app freshWindow dialog'],
  [
    'a window, then a dialog, if the static page fails too',
    '0 blocked, 1 offline, 2 notReady',
    'page freshWindow dialog',
  ],
  ['the static page, whatever that is answered with', '0 blocked, 1 500', 'page ignore'],
  ['a page about an exception of main once', '0 main, 1 main, 2 main', 'page ignore ignore'],
  ['a page about an exception that left nothing once', '0 script, 1 script', 'page ignore'],
  [
    'safe mode once after three ends of the graphics process in ten minutes',
    '1 gpuGone, 2 gpuGone, 600000 gpuGone, 600001 gpuGone',
    'ignore ignore safeMode ignore',
  ],
  [
    'nothing new after occasional ones',
    '1 gpuGone, 2 gpuGone, 600001 gpuGone, 600002 gpuGone',
    'ignore ignore ignore ignore',
  ],
])('a page that fails gets %s', (_name, story, told) => {
  expect(play(story).told).toBe(told);
});

it('counts the health of the app only, not of a static error page; a crash loop goes on in the next launch', () => {
  const { state } = play(`${FOUR}, 5 ready, 600000 due`);
  expect(state.spent).toBe(BUDGET.loads);
  const counters = JSON.parse(JSON.stringify(countersOf(state))) as Counters;
  expect(play('300000 crash', { counters }).told).toBe('freshWindow');
});

it.each([
  ['counts what it did before the clock was set back', 60_000, false, 'safeMode'],
  ['but not for longer than ten minutes', 660_000, false, 'ignore'],
  ['nor in safe mode', 60_000, true, 'ignore'],
])('the graphics process: %s', (_name, ms, isSafe, told) => {
  const ahead = T0 + 86_400_000;
  expect(play(`${ms} gpuGone`, { counters: { spent: 0, gpuCrashes: [ahead, ahead] }, isSafe }).told).toBe(
    told,
  );
});

it.each([0, 0.99])('a failed load is retried less and less often, without end (%d)', (random) => {
  const app = start();
  let now = 0;
  const delays = Array.from({ length: 9 }, () => {
    expect(app.on(now, 'offline', random)).toBe('page');
    const delayMs = (app.state().retryAt ?? 0) - T0 - now;
    now += delayMs;
    expect(app.on(now, 'due')).toBe('app');
    return delayMs / 1_000;
  });
  if (random === 0) expect(delays).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

it.each([
  ['longer', 20_000],
  ['shorter', 5_000],
  ['farLonger', 300_000],
  ['data', 5_000],
])('an answer (%s) is retried when the server asked, neither at once nor late', (name, wait) => {
  const { told, state } = play(`0 ready, 0 ${name}`);
  expect([told, state.retryAt]).toEqual(['ignore page', T0 + wait]);
});

it.each(['wake', 'retry', 'opened'])('faults after %s are a series until a minute of life', (event) => {
  expect(isSeries(start().state(), T0)).toBe(false);
  const { state } = play(`0 offline, 0 ${event}, 0 ready`);
  expect([59_999, 60_000].map((ms) => isSeries(state, T0 + ms))).toEqual([true, false]);
});

it('errors of main are counted anew after three in a minute', () => {
  const { recent, isTooMany } = countInSeries([1, 2], 60_000, MAIN_ERRORS);
  expect([recent, isTooMany]).toEqual([[], true]);
});

const SEED = 20_261_120;
it(`in 100 random sequences of events (seed ${SEED}) every loss is answered until the dialog opens, a page that ends is loaded three times at most until it was healthy, and each retry comes`, () => {
  const LOSSES = ['crash', 'oom', 'offline', 'blocked', 'notReady'];
  const name = fc.oneof(
    fc.constantFrom(...LOSSES, '503', 'script'),
    fc.constantFrom('ready', 'wake', 'retry', 'due', 'opened'),
  );
  const step = fc.tuple(fc.oneof({ weight: 6, arbitrary: fc.nat(3_000) }, fc.nat(90_000)), name, fc.nat(99));
  let most = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 300 }), (steps) => {
      const app = start();
      let now = 0;
      let loads = 0;
      for (const [ms, event, random] of steps) {
        now += ms;
        const isLoss = LOSSES.includes(event);
        const before = app.state().showing;
        const shown = app.on(now, event, random / 100);
        if (isLoss && before !== 'dialog') expect(shown).not.toBe('ignore');
        if (isLoss && shown === 'app') loads = app.state().spent === 1 ? 1 : loads + 1;
        most = Math.max(most, loads);
        const wait = (app.state().retryAt ?? T0 + now + 1) - T0 - now;
        if (shown === 'page') expect(wait > 0 && wait <= 300_000).toBe(true);
      }
    }),
    { seed: SEED, numRuns: 100 },
  );
  expect(most).toBe(BUDGET.loads);
});
