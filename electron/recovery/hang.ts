/** Runs hang.policy.ts for one window: samples, asks, and does what the user chose. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebFrameMain } from 'electron';
import {
  type Choice,
  decideHang,
  describeSamples,
  type HangAction,
  type HangEvent,
  type HangState,
  sampleStacks,
} from './hang.policy.ts';

/** What is reported before Electron 34, which brought `collectJavaScriptCallStack`. */
const NO_STACKS = 'This Electron cannot tell what the page was doing.';

export interface HangOptions {
  /** The main frame of the page that hangs. */
  frame(): Pick<WebFrameMain, 'collectJavaScriptCallStack'>;
  /** Shows the dialog. It is taken away when the signal is aborted; what it then resolves to does not count. */
  ask(signal: AbortSignal): Promise<Choice>;
  /** Gets the sampled stacks in words, once for each hang. */
  report(samples: string): void;
  /** Ends the page's process. */
  crash(): void;
  /** Closes the window. */
  close(): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

export class Hang {
  readonly #options: HangOptions;
  #state: HangState = { phase: 'fine' };
  #again: NodeJS.Timeout | undefined;
  #dialog: AbortController | undefined;
  #sampling: { stop: AbortController; done: Promise<void> } | undefined;

  constructor(options: HangOptions) {
    this.#options = options;
  }

  send(event: HangEvent): void {
    const { now } = this.#options;
    const { state, action } = decideHang(this.#state, event, now());
    this.#state = state;
    clearTimeout(this.#again);
    if (state.phase === 'waiting') {
      this.#again = setTimeout(() => this.send({ type: 'tick' }), state.askAt - now());
    }
    // A hang ends when the page answers, goes away or is ended; Wait goes on sampling.
    const reported = state.phase === 'fine' ? this.#endSampling() : undefined;
    this.#carryOut(action, reported ?? Promise.resolve());
  }

  /** @param reported resolves when the report of a hang that ends now is made: its stacks end with the process */
  #carryOut(action: HangAction, reported: Promise<void>): void {
    switch (action) {
      case 'ask':
        this.#sampling ??= this.#startSampling();
        void this.#ask();
        return;
      case 'dismiss':
        this.#dialog?.abort();
        return;
      case 'reload':
        void reported.then(this.#options.crash);
        return;
      case 'close':
        void reported.then(this.#options.close);
        return;
      case 'ignore':
        return;
      default:
        action satisfies never;
    }
  }

  async #ask(): Promise<void> {
    this.#dialog = new AbortController();
    const { signal } = this.#dialog;
    const choice = await this.#options.ask(signal);
    if (!signal.aborted) this.send({ type: 'chosen', choice });
  }

  #startSampling(): { stop: AbortController; done: Promise<void> } {
    const stop = new AbortController();
    const frame = this.#options.frame();
    const samples =
      'collectJavaScriptCallStack' in frame
        ? sampleStacks(frame, stop.signal, sleepUnless).then(describeSamples)
        : Promise.resolve(NO_STACKS);
    return { stop, done: samples.then(this.#options.report) };
  }

  /** Resolves when the report of this hang is made. */
  #endSampling(): Promise<void> | undefined {
    const done = this.#sampling?.done;
    this.#sampling?.stop.abort();
    this.#sampling = undefined;
    return done;
  }
}

async function sleepUnless(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    // Less time when aborted is what was asked for.
    if (!signal.aborted) throw error;
  }
}
