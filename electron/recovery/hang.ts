/** Runs hang.policy.ts for one window: samples stacks, asks the user, and carries out the answer. */
import type { BrowserWindow } from 'electron';
import { quit } from '../app/lifecycle.ts';
import { redactHere } from '../app/redactHere.ts';
import { steadyTime } from '../shared/clock.ts';
import { type Fault, hangFault } from '../shared/fault.ts';
import { describeSamples, sampleStacks } from './callStacks.ts';
import { askAboutHang } from './dialogs.ts';
import { decideHang, type HangAction, type HangEvent, type HangState } from './hang.policy.ts';

/** Reported before Electron 34, which added `collectJavaScriptCallStack`. */
const NO_STACKS = 'This Electron version cannot sample what the page was doing.';

export interface HangOptions {
  window: BrowserWindow;
  url(): string;
  /** Gets the fault with the sampled stacks, once per hang. */
  hung(fault: Fault): void;
}

export class Hang {
  readonly #options: HangOptions;
  #state: HangState = { phase: 'fine' };
  #again: NodeJS.Timeout | undefined;
  #dialog: AbortController | undefined;
  #sampling: { stop: AbortController; done: Promise<void> } | undefined;
  #isEnded = false;

  constructor(options: HangOptions) {
    this.#options = options;
  }

  send(event: HangEvent): void {
    const { state, action } = decideHang(this.#state, event, steadyTime());
    this.#state = state;
    clearTimeout(this.#again);
    if (state.phase === 'waiting') {
      this.#again = setTimeout(() => this.send('tick'), state.askAt - steadyTime());
    }
    // A hang ends when the page answers, goes away or is killed. After Wait sampling continues.
    const reported = state.phase === 'fine' ? this.#endSampling() : undefined;
    this.#carryOut(action, reported ?? Promise.resolve());
  }

  /** Whether the process was killed for a hang that is already reported. True once for each kill. */
  takeEnded(): boolean {
    const isEnded = this.#isEnded;
    this.#isEnded = false;
    return isEnded;
  }

  /** @param reported resolves when the ending hang is reported, because the stacks go with the process */
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
        void reported.then(() => {
          this.#isEnded = true;
          endProcess(this.#options.window);
        });
        return;
      case 'quit':
        void reported.then(() => {
          this.#options.window.destroy();
          quit();
        });
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
    const { window, url } = this.#options;
    const choice = await askAboutHang(window, hangFault(url(), Date.now()), signal);
    if (!signal.aborted) this.send(choice);
  }

  #startSampling(): { stop: AbortController; done: Promise<void> } {
    const stop = new AbortController();
    const { window, url, hung } = this.#options;
    const frame = window.webContents.mainFrame;
    const samples =
      'collectJavaScriptCallStack' in frame
        ? sampleStacks(frame, stop.signal).then(describeSamples)
        : Promise.resolve(NO_STACKS);
    const done = samples.then((text) => hung(hangFault(url(), Date.now(), redactHere(text))));
    return { stop, done };
  }

  #endSampling(): Promise<void> | undefined {
    const done = this.#sampling?.done;
    this.#sampling?.stop.abort();
    this.#sampling = undefined;
    return done;
  }
}

/** Kills the page's process, because it cannot navigate. Recovery then decides what replaces the page. */
export function endProcess({ webContents }: BrowserWindow): void {
  // `forcefullyCrashRenderer` would leave a minidump, which would report the same hang again.
  process.kill(webContents.getOSProcessId(), 'SIGKILL');
}
