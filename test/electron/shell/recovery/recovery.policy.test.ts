import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bootFault,
  crashFault,
  type Fault,
  httpFault,
  loadFault,
  mainFault,
  scriptFault,
} from '../../../../electron/shared/fault.ts';
import { BUDGET, type Counters, NO_FAULTS } from '../../../../electron/shell/recovery/budget.policy.ts';
import {
  countersOf,
  decide,
  isSeries,
  type RecoveryEvent,
  stateAtStart,
} from '../../../../electron/shell/recovery/recovery.policy.ts';

// Cases beside those in window/reduce.policy.test.ts, which has a page's whole life.

const T0 = 1_800_000_000_000;
const SECOND = 1_000;
const MINUTE = 60_000;

const crash = (reason = 'crashed') => crashFault(reason, '/', T0);
const offline = loadFault('ERR_INTERNET_DISCONNECTED', '/', T0);
const blocked = loadFault('ERR_BLOCKED_BY_CLIENT', '/', T0);
const notReady = bootFault('/', T0);

const failed = (fault: Fault): RecoveryEvent => ({ type: 'fault', fault });

/** An app after this many crashes, a second apart: takes events, returns actions, and advances the clock as told. */
function app(crashes = 0, counters: Counters = NO_FAULTS) {
  let state = stateAtStart(counters, false, T0);
  let now = T0;
  const one = {
    get state() {
      return state;
    },
    get now() {
      return now;
    },
    after(ms: number) {
      now += ms;
      return this;
    },
    /** Returns what is shown then, or another action. */
    on(event: RecoveryEvent, random = 0): string {
      const decision = decide(state, event, now, random);
      state = decision.state;
      return decision.action === 'show' ? state.showing : decision.action;
    },
    fails(fault: Fault): string {
      return this.on(failed(fault));
    },
    /** Fails in the same way repeatedly, a second apart. */
    failsTimes(times: number, fault: Fault): string[] {
      return Array.from({ length: times }, () => this.after(SECOND).fails(fault));
    },
  };
  one.failsTimes(crashes, crash());
  return one;
}

describe('a page whose process has ended', () => {
  it('gets another fresh window instead of a dialog if the first one lived for a minute', () => {
    const one = app(4);
    expect(one.after(BUDGET.healthyMs).fails(crash())).toBe('freshWindow');
  });
});

describe('the budget of reloads', () => {
  it('counts the health of the app only, not of a static error page', () => {
    const one = app(4);
    one.on({ type: 'ready' });
    one.after(10 * MINUTE).on({ type: 'due' });
    expect(one.state.spent).toBe(BUDGET.loads);
  });

  it('survives launches: a crash loop continues where it stopped', () => {
    const kept = JSON.parse(JSON.stringify(countersOf(app(3).state))) as Counters;
    expect(
      app(0, kept)
        .after(5 * MINUTE)
        .fails(crash()),
    ).toBe('freshWindow');
  });

  it('gives the user a load for each request, and a static error page if that fails', () => {
    const one = app(4);
    for (const _ of Array(5)) {
      expect(one.after(SECOND).on({ type: 'retry' })).toBe('app');
      expect(one.after(SECOND).fails(crash())).toBe('freshWindow');
    }
  });
});

it('a page that does not start is loaded once more, then a static error page appears', () => {
  const actions = app().failsTimes(3, notReady);
  expect(actions).toEqual(['app', 'freshWindow', 'dialog']);
});

/** A load fails offline. Returns the milliseconds until the retry. */
function delayOf(one: ReturnType<typeof app>, random = 0): number {
  expect(one.on(failed(offline), random)).toBe('page');
  return (one.state.retryAt ?? 0) - one.now;
}

describe('a failed load', () => {
  it('is retried less and less often, down to every five minutes, without end', () => {
    const one = app();
    const delays = Array.from({ length: 10 }, () => {
      const delayMs = delayOf(one);
      one.after(delayMs).on({ type: 'due' });
      return delayMs / SECOND;
    });
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300, 300]);
  });

  it('shows a reliable time: the page is retried then, even with the shortest delays', () => {
    const one = app();
    for (const _ of Array(6)) {
      expect(one.after(delayOf(one, 0.99)).on({ type: 'due' })).toBe('app');
    }
  });

  it('leads to a fresh window and a dialog if the static error page cannot be loaded', () => {
    const one = app();
    one.fails(blocked);
    expect(one.fails(loadFault('ERR_FILE_NOT_FOUND', '/', T0))).toBe('freshWindow');
    expect(one.fails(notReady)).toBe('dialog');
  });
});

it.each(['wake', 'retry', 'opened'] as const)(
  'faults after %s also belong to one series, until the page has lived for a minute',
  (type) => {
    const one = app();
    expect(isSeries(one.state, one.now)).toBe(false);
    one.fails(offline);
    one.on({ type });
    one.on({ type: 'ready' });
    expect(isSeries(one.state, one.after(BUDGET.healthyMs - 1).now)).toBe(true);
    expect(isSeries(one.state, one.after(1).now)).toBe(false);
  },
);

describe('an answer with a status', () => {
  it.each([
    ['longer', 20_000, 20_000],
    ['shorter', 1_000, 5_000],
    ['far longer', 86_400_000, 300_000],
  ])(
    'is retried when the server asked, if that is %s than usual, after five minutes at the latest',
    (_, retryAfter, wait) => {
      const one = app();
      expect(one.fails({ ...httpFault(503, '/', T0), retryAfter })).toBe('page');
      expect(one.state.retryAt).toBe(T0 + wait);
    },
  );

  it('on the static error page itself starts nothing', () => {
    const one = app();
    one.fails(blocked);
    expect(one.fails(httpFault(500, '/', T0))).toBe('ignore');
  });
});

it('missing data is retried automatically, like a missing page', () => {
  const one = app();
  one.on({ type: 'ready' });
  const fault: Fault = { ...httpFault(503, '/', T0), kind: 'data' };
  expect(one.fails(fault)).toBe('page');
  expect(one.state).toMatchObject({ showing: 'page', retryAt: T0 + 5_000 });
});

it.each([
  ['an exception in main', mainFault('uncaughtException', '/', T0, 'Error: x')],
  ['an exception that left nothing on the page', scriptFault('TypeError', '/', T0)],
])('%s is shown once, however often it occurs', (_, fault) => {
  expect(app().failsTimes(3, fault)).toEqual(['page', 'ignore', 'ignore']);
});

describe('the graphics process', () => {
  const gone: RecoveryEvent = { type: 'gpuGone' };

  it('leads to safe mode once after three crashes in ten minutes, but not after occasional ones', () => {
    const one = app();
    const actions = [1, 2, 3, 4].map(() => one.after(MINUTE).on(gone));
    expect(actions).toEqual(['ignore', 'ignore', 'safeMode', 'ignore']);
    const other = app();
    for (const _ of Array(10)) expect(other.after(5 * MINUTE).on(gone)).toBe('ignore');
  });

  it('counts what it did before the clock was set back', () => {
    const ahead = T0 + 24 * 60 * MINUTE;
    const one = app(0, { spent: 0, gpuCrashes: [ahead, ahead] });
    expect(one.after(MINUTE).on(gone)).toBe('safeMode');
    expect(
      app(0, { spent: 0, gpuCrashes: [ahead, ahead] })
        .after(11 * MINUTE)
        .on(gone),
    ).toBe('ignore');
  });

  it('changes nothing when it ends in safe mode', () => {
    const off = stateAtStart(NO_FAULTS, true, T0);
    for (const _ of Array(9)) expect(decide(off, gone, T0, 0).action).toBe('ignore');
  });
});

const SEED = 20_261_120;
it(`in 100 random sequences of events (seed ${SEED}) every loss is answered until the dialog opens, a page that ends is loaded three times at most until it was healthy, and each retry comes`, () => {
  const faults = [
    crash(),
    crash('oom'),
    offline,
    blocked,
    httpFault(503, '/', T0),
    notReady,
    scriptFault('x', '/', T0),
  ];
  const event = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...faults).map(failed) },
    {
      weight: 12,
      arbitrary: fc
        .constantFrom('ready', 'wake', 'retry', 'due', 'opened')
        .map((type) => ({ type }) as const),
    },
  );
  const step = fc.tuple(fc.oneof({ weight: 6, arbitrary: fc.nat(3_000) }, fc.nat(90_000)), event, fc.nat(99));
  let most = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 300 }), (steps) => {
      const one = app();
      let loads = 0;
      for (const [ms, what, random] of steps) {
        const before = one.after(ms).state;
        const shown = one.on(what, random / 100);
        const isLoss = what.type === 'fault' && ['crash', 'boot', 'load'].includes(what.fault.kind);
        if (isLoss && before.showing !== 'dialog') expect(shown).not.toBe('ignore');
        if (isLoss && shown === 'app') loads = one.state.spent === 1 ? 1 : loads + 1;
        most = Math.max(most, loads);
        const wait = (one.state.retryAt ?? one.now + 1) - one.now;
        if (shown === 'page') expect(wait > 0 && wait <= 300_000).toBe(true);
      }
    }),
    { seed: SEED, numRuns: 100 },
  );
  expect(most).toBe(BUDGET.loads);
});
