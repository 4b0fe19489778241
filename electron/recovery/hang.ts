/** Runs hang.policy.ts for one window: samples, asks, and does what the user chose. */
import { setTimeout as sleep } from 'node:timers/promises';
import { app, type BrowserWindow } from 'electron';
import { redactHere } from '../app/redact.ts';
import { type Fault, hangFault } from '../shared/fault.ts';
import { askAboutHang } from './dialogs.ts';
import {
  decideHang,
  describeSamples,
  type HangAction,
  type HangEvent,
  type HangState,
  sampleStacks,
} from './hang.policy.ts';

/** What is reported before Electron 34, which brought `collectJavaScriptCallStack`. */
const NO_STACKS = 'This Electron cannot tell what the page was doing.';

/** Chromium's feature behind `collectJavaScriptCallStack`; each document allows it too (CALL_STACKS_HEADER). */
const FEATURE = 'DocumentPolicyIncludeJSCallStacksInCrashReports';

/** Call it before the app is ready. Features that were given on the command line stay. */
export function setupCallStacks(): void {
  const given = app.commandLine.getSwitchValue('enable-features');
  if (given.split(',').includes(FEATURE)) return;
  app.commandLine.appendSwitch('enable-features', given ? `${given},${FEATURE}` : FEATURE);
}

export interface HangOptions {
  window: BrowserWindow;
  /** The path of the app's page, for the fault. */
  url(): string;
  /** Gets the fault with the sampled stacks, once for each hang. */
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
    const { state, action } = decideHang(this.#state, event, Date.now());
    this.#state = state;
    clearTimeout(this.#again);
    if (state.phase === 'waiting') {
      this.#again = setTimeout(() => this.send({ type: 'tick' }), state.askAt - Date.now());
    }
    // A hang ends when the page answers, goes away or is ended; Wait goes on sampling.
    const reported = state.phase === 'fine' ? this.#endSampling() : undefined;
    this.#carryOut(action, reported ?? Promise.resolve());
  }

  /** Whether the page's process was ended for a hang, which is reported already. Asked once for each end. */
  takeEnded(): boolean {
    const isEnded = this.#isEnded;
    this.#isEnded = false;
    return isEnded;
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
        void reported.then(() => this.#endProcess());
        return;
      case 'close':
        void reported.then(() => this.#options.window.destroy());
        return;
      case 'ignore':
        return;
      default:
        action satisfies never;
    }
  }

  /** Recovery loads the page again: a hung process cannot navigate. */
  #endProcess(): void {
    this.#isEnded = true;
    // Not by `forcefullyCrashRenderer`: it leaves a minidump, which is a second report of the same hang.
    process.kill(this.#options.window.webContents.getOSProcessId(), 'SIGKILL');
  }

  async #ask(): Promise<void> {
    this.#dialog = new AbortController();
    const { signal } = this.#dialog;
    const { window, url } = this.#options;
    const choice = await askAboutHang(window, hangFault(url(), Date.now()), signal);
    if (!signal.aborted) this.send({ type: 'chosen', choice });
  }

  #startSampling(): { stop: AbortController; done: Promise<void> } {
    const stop = new AbortController();
    const { window, url, hung } = this.#options;
    const frame = window.webContents.mainFrame;
    const samples =
      'collectJavaScriptCallStack' in frame
        ? sampleStacks(frame, stop.signal, sleepUnless).then(describeSamples)
        : Promise.resolve(NO_STACKS);
    const done = samples.then((text) => hung(hangFault(url(), Date.now(), redactHere(text))));
    return { stop, done };
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
