/** A page that does not respond: samples its stacks and asks the user. watchdog.policy.ts says when. */
import type { BrowserWindow } from 'electron';
import { redactHere } from '../../common/redactHere.ts';
import { type Fault, hangFault } from '../../shared/fault.ts';
import { describeSamples, sampleStacks } from './callStacks.ts';
import { askAboutHang } from './dialogs.ts';
import type { HangChoice } from './watchdog.policy.ts';

/** Reported before Electron 34, which added `collectJavaScriptCallStack`. */
const NO_STACKS = 'This Electron version cannot sample what the page was doing.';

export interface HangOptions {
  url(): string;
  /** Gets the fault with the sampled stacks, once per hang. */
  hung(fault: Fault): void;
  chosen(choice: HangChoice): void;
}

export class Hang {
  readonly #window: BrowserWindow;
  readonly #options: HangOptions;
  #dialog: AbortController | undefined;
  #sampling: { stop: AbortController; done: Promise<void> } | undefined;

  constructor(window: BrowserWindow, options: HangOptions) {
    this.#window = window;
    this.#options = options;
  }

  async ask(): Promise<void> {
    this.#sampling ??= this.#sample();
    const { url, chosen } = this.#options;
    this.#dialog = new AbortController();
    const { signal } = this.#dialog;
    const choice = await askAboutHang(this.#window, hangFault(url(), Date.now()), signal);
    if (!signal.aborted) chosen(choice);
  }

  /** Resolves when the hang is reported: the stacks go with the process. */
  async end(): Promise<void> {
    const { done, stop } = this.#sampling ?? {};
    this.#dialog?.abort();
    this.#sampling = undefined;
    stop?.abort();
    await done;
  }

  #sample(): { stop: AbortController; done: Promise<void> } {
    const stop = new AbortController();
    const { url, hung } = this.#options;
    const frame = this.#window.webContents.mainFrame;
    const samples =
      'collectJavaScriptCallStack' in frame
        ? sampleStacks(frame, stop.signal).then(describeSamples)
        : Promise.resolve(NO_STACKS);
    const done = samples.then((text) => hung(hangFault(url(), Date.now(), redactHere(text))));
    return { stop, done };
  }
}

/** Kills the page's process, because it cannot navigate. Recovery then decides what replaces the page. */
export function endProcess({ webContents }: BrowserWindow): void {
  // `forcefullyCrashRenderer` would leave a minidump, which would report the same hang again.
  process.kill(webContents.getOSProcessId(), 'SIGKILL');
}
