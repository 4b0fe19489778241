/** Carries out what recovery.policy.ts decides: keeps its state, its one timer, and its counters on disk. */
import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../shared/fault.ts';
import {
  type Action,
  BUDGET,
  type Counters,
  countersOf,
  decide,
  type RecoveryEvent,
  type RecoveryState,
} from './recovery.policy.ts';

/** What recovery can do to the screen. Nothing of it is called inside the event that led to it. */
export interface Stage {
  /** Loads the app's page. */
  load(): void;
  /** Shows the fault where the app's page was, and when it is tried again. */
  show(fault: Fault, retryAt: number | null): void;
  /** Shows the fault in a new window without script. */
  showFresh(fault: Fault, retryAt: number | null): void;
  /** Tells the fault in a native dialog. */
  tell(fault: Fault): void;
  /** Starts the app again. */
  restart(): void;
}

export interface RunnerOptions {
  /** The state at launch. */
  state: RecoveryState;
  stage: Stage;
  /** Keeps the counters for the next launch, before it returns. */
  keep(counters: Counters): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
}

export interface Runner {
  readonly state: RecoveryState;
  send(event: RecoveryEvent): void;
  /** The fault that is waited for, if it has the same `at`, has got the id of its report. */
  learn(fault: Fault): void;
  /** Ends all waiting, as when the app quits. */
  stop(): void;
}

export function createRunner({ state: first, stage, keep, now, random }: RunnerOptions): Runner {
  let state = first;
  /** What is to come: a load, or the time at which the next try is due. */
  let next: NodeJS.Timeout | undefined;
  let health: NodeJS.Timeout | undefined;

  function send(event: RecoveryEvent): void {
    const before = state;
    const decision = decide(before, event, now(), random());
    state = decision.state;
    if (!isDeepStrictEqual(countersOf(before), countersOf(state))) keep(countersOf(state));
    if (event.type === 'tick' || state.healthySince !== before.healthySince) watchHealth();
    carryOut(decision.action);
  }

  /** So that the budget is restored, and that is kept, although nothing happens. */
  function watchHealth(): void {
    clearTimeout(health);
    const left = state.healthySince === null ? 0 : state.healthySince + BUDGET.healthyMs - now();
    if (left > 0) health = setTimeout(send, left, { type: 'tick' });
  }

  function carryOut(action: Action): void {
    if (action.type === 'ignore') return;
    clearTimeout(next);
    switch (action.type) {
      case 'reload':
        next = setTimeout(() => stage.load(), action.delayMs);
        return;
      case 'wait':
        show(action.fault, action.retryAt);
        waitUntil(action.retryAt);
        return;
      case 'giveUp':
        show(action.fault, null);
        return;
      case 'freshWindow':
        setImmediate(() => stage.showFresh(action.fault, action.retryAt));
        if (action.retryAt !== null) waitUntil(action.retryAt);
        return;
      case 'nativeDialog':
        setImmediate(() => stage.tell(action.fault));
        return;
      case 'gpuOff':
        setImmediate(() => stage.restart());
        return;
      default:
        action satisfies never;
    }
  }

  function show(fault: Fault, retryAt: number | null): void {
    setImmediate(() => {
      // A person may have gone on meanwhile.
      if (state.fault?.at === fault.at) stage.show(state.fault, retryAt);
    });
  }

  function waitUntil(time: number): void {
    next = setTimeout(send, Math.max(0, time - now()), { type: 'due' });
  }

  return {
    get state() {
      return state;
    },
    send,
    learn(fault) {
      if (state.fault?.at === fault.at) state = { ...state, fault };
    },
    stop() {
      clearTimeout(next);
      clearTimeout(health);
    },
  };
}
