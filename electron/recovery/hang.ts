/** Runs hang.policy.ts for one window: samples, asks, and does what the user chose. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebFrameMain } from 'electron';
import {
  type Choice,
  decideHang,
  describeSamples,
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

export interface Hangs {
  send(event: HangEvent): void;
}

export function createHangs(options: HangOptions): Hangs {
  const { now } = options;
  let state: HangState = { phase: 'fine' };
  let again: NodeJS.Timeout | undefined;
  let dialog: AbortController | undefined;
  let sampling: { stop: AbortController; done: Promise<void> } | undefined;

  function send(event: HangEvent): void {
    const decision = decideHang(state, event, now());
    state = decision.state;
    clearTimeout(again);
    if (state.phase === 'waiting') again = setTimeout(send, state.askAt - now(), { type: 'tick' });
    // A hang ends when the page answers, goes away or is ended; Wait goes on sampling.
    const samples = state.phase === 'fine' ? endSampling() : undefined;
    switch (decision.action) {
      case 'ask':
        sampling ??= startSampling();
        void ask();
        return;
      case 'dismiss':
        dialog?.abort();
        return;
      case 'reload':
        // The report first: its stacks end with the process.
        void (samples ?? Promise.resolve()).then(options.crash);
        return;
      case 'close':
        void (samples ?? Promise.resolve()).then(options.close);
        return;
      case 'ignore':
        return;
      default:
        decision.action satisfies never;
    }
  }

  async function ask(): Promise<void> {
    dialog = new AbortController();
    const { signal } = dialog;
    const choice = await options.ask(signal);
    if (!signal.aborted) send({ type: 'chosen', choice });
  }

  function startSampling() {
    const stop = new AbortController();
    const frame = options.frame();
    const samples =
      'collectJavaScriptCallStack' in frame
        ? sampleStacks(frame, stop.signal, sleepUnless).then(describeSamples)
        : Promise.resolve(NO_STACKS);
    const done = samples.then(options.report);
    return { stop, done };
  }

  /** Resolves when the report of this hang is made. */
  function endSampling(): Promise<void> | undefined {
    const done = sampling?.done;
    sampling?.stop.abort();
    sampling = undefined;
    return done;
  }

  return { send };
}

async function sleepUnless(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    // Less time when aborted is what was asked for.
    if (!signal.aborted) throw error;
  }
}
