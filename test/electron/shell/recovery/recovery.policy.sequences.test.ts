/** 100 random sequences of faults, seeded: the budgets hold in any order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bootFault,
  crashFault,
  type Fault,
  hangFault,
  httpFault,
  loadFault,
  mainFault,
  scriptFault,
} from '../../../../electron/shared/fault.ts';
import { BUDGET, type Counters, NO_FAULTS } from '../../../../electron/shell/recovery/budget.policy.ts';
import {
  type Action,
  countersOf,
  decide,
  type RecoveryEvent,
  type RecoveryState,
  stateAtStart,
} from '../../../../electron/shell/recovery/recovery.policy.ts';

const SEED = 20_261_120;
const START = 1_800_000_000_000;

const FAULTS: Fault[] = [
  ...['crashed', 'oom', 'killed', 'abnormal-exit', 'clean-exit', 'launch-failed'].map((r) =>
    crashFault(r, '/', 0),
  ),
  ...['ERR_INTERNET_DISCONNECTED', 'ERR_CONNECTION_REFUSED', 'ERR_BLOCKED_BY_CLIENT'].map((n) =>
    loadFault(n, '/', 0),
  ),
  ...[404, 500, 503].map((status) => httpFault(status, '/', 0)),
  bootFault('/', 0),
  hangFault('/', 0),
  scriptFault('x', '/', 0),
  mainFault('uncaughtException', '/', 0),
];

type Step = { afterMs: number; setBackMs: number; event: RecoveryEvent | 'relaunch' };

const fault = fc.record({
  type: fc.constant('fault' as const),
  fault: fc.constantFrom(...FAULTS),
});
const event = <T extends string>(weight: number, type: T) => ({ weight, arbitrary: fc.constant({ type }) });
const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof({ weight: 6, arbitrary: fc.nat(3_000) }, fc.nat(90_000)),
  setBackMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 86_400_000 })),
  event: fc.oneof(
    { weight: 12, arbitrary: fault },
    event(4, 'ready'),
    event(3, 'wake'),
    event(3, 'retry'),
    event(2, 'due'),
    event(1, 'opened'),
    event(1, 'gpuGone'),
    fc.constant('relaunch' as const),
  ),
});

interface Taken {
  /** The clock, which may be set back between two launches. */
  now: number;
  before: RecoveryState;
  event: RecoveryEvent;
  action: Action;
  state: RecoveryState;
}

/** Carries out decisions like the shell: one timer, which each action except ignore replaces. */
function play(steps: Step[]): { loads: number[]; taken: Taken[] } {
  let time = 0;
  let clock = START;
  let state = stateAtStart(NO_FAULTS, false, clock);
  let timer: { at: number; what: 'load' | 'again' | 'due' } | null = null;
  const loads: number[] = [];
  const taken: Taken[] = [];

  function send(event: RecoveryEvent, random: number): void {
    const before = state;
    const decision = decide(before, event, clock, random);
    state = decision.state;
    taken.push({ now: clock, before, event, action: decision.action, state });
    carryOut(decision.action, before);
  }

  function carryOut(action: Action, { retries }: RecoveryState): void {
    switch (action.type) {
      case 'ignore':
      case 'tell':
      // The app continues.
      case 'safeMode':
        return;
      case 'show':
        if (state.showing !== 'app') {
          timer =
            state.retryAt === null ? null : { at: time + Math.max(0, state.retryAt - clock), what: 'due' };
          return;
        }
        // A failed load is retried by its own pauses.
        timer = { at: time + action.delayMs, what: retries > 0 ? 'again' : 'load' };
    }
  }

  function relaunch(): void {
    timer = null;
    state = stateAtStart(JSON.parse(JSON.stringify(countersOf(state))) as Counters, true, clock);
  }

  function pass(until: number, random: number): void {
    while (timer && timer.at <= until) {
      const { at, what } = timer;
      clock += at - time;
      time = at;
      timer = null;
      if (what === 'load') loads.push(time);
      else if (what === 'due') send({ type: 'due' }, random);
    }
    clock += until - time;
    time = until;
  }

  steps.forEach(({ afterMs, setBackMs, event }, index) => {
    const random = (index * 0.618) % 1;
    pass(time + afterMs, random);
    if (event === 'relaunch') {
      clock -= setBackMs;
      relaunch();
    } else send(event, random);
  });
  pass(time + 600_000, 0.5);
  return { loads, taken };
}

const steps = fc.array(step, { minLength: 100, maxLength: 300 });

function holds(check: (played: ReturnType<typeof play>) => void): void {
  fc.assert(
    fc.property(steps, (sequence) => check(play(sequence))),
    { seed: SEED, numRuns: 100 },
  );
}

describe(`100 random sequences of faults (seed ${SEED})`, () => {
  it('never load a page that ended more than 3 times in any 60 s, even across launches with the clock set back in between', () => {
    let most = 0;
    holds(({ loads }) => {
      for (const [index, at] of loads.entries()) {
        const inWindow = loads.slice(index).filter((later) => later < at + 60_000).length;
        most = Math.max(most, inWindow);
        expect(inWindow).toBeLessThanOrEqual(BUDGET.loads);
      }
    });
    // The sequences do reach the limit.
    expect(most).toBe(BUDGET.loads);
  });

  it('never leave a window without a page: every loss is answered, until the dialog opens', () => {
    holds(({ taken }) => {
      for (const { before, event, action } of taken) {
        if (event.type !== 'fault' || before.showing === 'dialog') continue;
        if (event.fault.kind === 'crash' || event.fault.kind === 'boot' || event.fault.kind === 'load') {
          expect(action.type).not.toBe('ignore');
        }
      }
    });
  });

  it('never forget a retry, and never delay it beyond the maximum', () => {
    holds(({ taken }) => {
      for (const { now, state, action } of taken) {
        if (action.type !== 'show' || state.retryAt === null) continue;
        expect(state.retryAt - now).toBeGreaterThan(0);
        expect(state.retryAt - now).toBeLessThanOrEqual(300_000);
      }
    });
  });
});
