/** Carries out the decisions of recovery.policy.ts; holds its state and timers, and keeps its counters on disk. */
import { isDeepStrictEqual } from 'node:util';
import { steadyTime, wallAt } from '../shared/clock.ts';
import type { Fault } from '../shared/fault.ts';
import { BUDGET, type Counters } from './budget.policy.ts';
import type { CurrentFault } from './currentFault.ts';
import { decide, isSeries } from './recovery.policy.ts';
import { type Action, countersOf, type RecoveryEvent, type RecoveryState } from './recoveryState.ts';

/** What recovery can do to the screen (see Action). Never called inside the event that caused it. */
export interface Screen extends Record<'load' | 'show' | 'showFresh' | 'showDialog', () => void> {
  tell(fault: Fault): void;
  restartUnlessPainted(): void;
}

interface RecoveryOptions {
  state: RecoveryState;
  fault: CurrentFault;
  screen: Screen;
  /** Saves the counters for the next launch before it returns. */
  keep(counters: Counters): void;
  /** Makes the next start one in safe mode, at once, because Chromium may end the app at any moment. */
  startSafe(): void;
}

export class Recovery {
  readonly #options: RecoveryOptions;
  #state: RecoveryState;
  #next: NodeJS.Timeout | undefined;
  #showing: NodeJS.Immediate | undefined;
  #health: NodeJS.Timeout | undefined;

  constructor(options: RecoveryOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  get state(): RecoveryState {
    return this.#state;
  }

  /** Whether a fault now continues the previous one. */
  get isSeries(): boolean {
    return isSeries(this.#state, steadyTime());
  }

  send(event: RecoveryEvent): void {
    const { keep, fault } = this.#options;
    const before = this.#state;
    const { state, action } = decide(before, event, steadyTime(), Math.random());
    this.#state = state;
    if (state.retryAt !== before.retryAt)
      fault.retryAt = state.retryAt === null ? null : wallAt(state.retryAt);
    const isShown = action.type !== 'ignore' && state.showing !== 'app';
    if (isShown && event.type === 'fault') fault.show(event.fault);
    if (!isDeepStrictEqual(countersOf(before), countersOf(state))) keep(countersOf(state));
    if (event.type === 'tick' || state.healthySince !== before.healthySince) this.#watchHealth();
    this.#carryOut(action);
  }

  /** Restores the budget on time, even if nothing else happens. */
  #watchHealth(): void {
    clearTimeout(this.#health);
    const { healthySince } = this.#state;
    const left = healthySince === null ? 0 : healthySince + BUDGET.healthyMs - steadyTime();
    if (left > 0) this.#health = setTimeout(() => this.send({ type: 'tick' }), left);
  }

  #carryOut(action: Action): void {
    const { screen, startSafe } = this.#options;
    if (action.type === 'ignore') return;
    if (action.type === 'tell') return void setImmediate(() => screen.tell(action.fault));
    clearTimeout(this.#next);
    clearImmediate(this.#showing);
    switch (action.type) {
      case 'reload':
        this.#next = setTimeout(() => screen.load(), action.delayMs);
        return;
      case 'show':
        return this.#show(() => screen.show());
      case 'freshWindow':
        return this.#show(() => screen.showFresh());
      case 'nativeDialog':
        return this.#show(() => screen.showDialog());
      case 'safeMode':
        startSafe();
        setImmediate(() => screen.restartUnlessPainted());
        return;
      default:
        action satisfies never;
    }
  }

  /** Shows the fault, and tries again when the retry is due. */
  #show(how: () => void): void {
    const { showing, retryAt } = this.#state;
    this.#showing = setImmediate(() => {
      // The user may have opened another page meanwhile.
      if (this.#state.showing === showing) how();
    });
    if (retryAt === null) return;
    this.#next = setTimeout(() => this.send({ type: 'due' }), Math.max(0, retryAt - steadyTime()));
  }
}
