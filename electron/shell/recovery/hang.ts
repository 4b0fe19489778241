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

export function followHang(window: BrowserWindow, { url, hung, chosen }: HangOptions) {
  let dialog: AbortController | undefined;
  let sampling: { stop: AbortController; done: Promise<void> } | undefined;

  function sample(): NonNullable<typeof sampling> {
    const stop = new AbortController();
    const frame = window.webContents.mainFrame;
    const samples =
      'collectJavaScriptCallStack' in frame
        ? sampleStacks(frame, stop.signal).then(describeSamples)
        : Promise.resolve(NO_STACKS);
    const done = samples.then((text) => hung(hangFault(url(), Date.now(), redactHere(text))));
    return { stop, done };
  }

  return {
    async ask(): Promise<void> {
      sampling ??= sample();
      dialog = new AbortController();
      const { signal } = dialog;
      const choice = await askAboutHang(window, hangFault(url(), Date.now()), signal);
      if (!signal.aborted) chosen(choice);
    },
    /** Resolves when the hang is reported: the stacks go with the process. */
    async end(): Promise<void> {
      const { done, stop } = sampling ?? {};
      dialog?.abort();
      sampling = undefined;
      stop?.abort();
      await done;
    },
  };
}

/** Kills the page's process, because it cannot navigate. Recovery then decides what replaces the page. */
export function endProcess({ webContents }: BrowserWindow): void {
  // `forcefullyCrashRenderer` would leave a minidump, which would report the same hang again.
  process.kill(webContents.getOSProcessId(), 'SIGKILL');
}
