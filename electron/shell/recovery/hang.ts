/** A page that does not respond: samples its stacks and asks the user. watchdog.policy.ts says when. */
import { app, type BrowserWindow } from 'electron';
import { redactHere } from '../../common/redactHere.ts';
import { steadyTime } from '../../shared/clock.ts';
import { DURATIONS } from '../../shared/durations.ts';
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

/**
 * A page that uses less of a processor waits, for a dialog of its own or at a breakpoint; one in a loop uses all of it, or
 * its share of a busy machine.
 */
const BUSY_SHARE = 0.1;

/**
 * Notices a visible page that is busy for long while nobody touches it. Chromium notices only one that does not handle
 * input.
 * @param said gets `unresponsive` once for each time, and `responsive` when the page answers again
 * @returns a function that ends the watch
 */
export function watchBusy(
  window: BrowserWindow,
  said: (event: 'unresponsive' | 'responsive') => void,
): () => void {
  const { webContents } = window;
  let asked: { at: number; isSaid: boolean } | undefined;
  /** What the page's process had used when it was looked at last, since it was asked. */
  let used: { at: number; cpu: number } | undefined;

  function ask(): void {
    const one = { at: steadyTime(), isSaid: false };
    asked = one;
    used = undefined;
    const answered = () => {
      if (asked === one) asked = undefined;
      if (one.isSaid) said('responsive');
    };
    webContents.mainFrame.executeJavaScript('0').then(answered, answered);
  }

  function look(one: NonNullable<typeof asked>): void {
    const now = { at: steadyTime(), cpu: cpuOf(webContents.getOSProcessId()) };
    const isBusy = used && now.cpu - used.cpu > BUSY_SHARE * (now.at - used.at);
    used = now;
    if (!isBusy || one.isSaid || now.at - one.at < DURATIONS.busyMs) return;
    one.isSaid = true;
    said('unresponsive');
  }

  // Another page: the one that was asked may never answer.
  webContents.on('did-navigate', () => {
    asked = undefined;
  });
  const timer = setInterval(() => {
    if (window.isDestroyed()) return clearInterval(timer);
    if (!window.isVisible() || window.isMinimized() || webContents.isLoadingMainFrame()) asked = undefined;
    else if (asked) look(asked);
    else ask();
  }, DURATIONS.busyMs / 2);
  return () => clearInterval(timer);
}

/** Milliseconds of a processor that the process has used; 0 if unknown, which looks idle. */
function cpuOf(pid: number): number {
  const { cpu } = app.getAppMetrics().find((one) => one.pid === pid) ?? {};
  return (cpu?.cumulativeCPUUsage ?? 0) * 1_000;
}
