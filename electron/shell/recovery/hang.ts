/** A page that does not respond: samples its stacks and asks the user. watchdog.policy.ts says when. */
import { setTimeout as pause } from 'node:timers/promises';
import { app, type BrowserWindow, type WebFrameMain } from 'electron';
import { redactHere } from '../../common/redactHere.ts';
import { type Fault, faultOf } from '../../shared/fault.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import { askAboutHang } from './dialogs.ts';
import type { HangChoice } from './watchdog.policy.ts';

/** Reported before Electron 34, which added `collectJavaScriptCallStack`. */
const NO_STACKS = 'This Electron version cannot sample what the page was doing.';

/** A page that uses less of a processor waits, for its own dialog or at a breakpoint; one in a loop uses all that it gets. */
const BUSY_SHARE = 0.1;

export interface HangOptions {
  url(): string;
  /** Gets the fault with the sampled stacks, once per hang. */
  hung(fault: Fault): void;
  says(event: HangChoice | 'unresponsive' | 'responsive'): void;
}

export function followHang(window: BrowserWindow, { url, hung, says }: HangOptions) {
  let dialog: AbortController | undefined;
  let isAsked = false;
  let sampling: { stop: AbortController; done: Promise<void> } | undefined;

  async function sample({ signal }: AbortController): Promise<void> {
    const frame = window.webContents.mainFrame;
    const text = await ('collectJavaScriptCallStack' in frame ? sampleStacks(frame, signal) : NO_STACKS);
    hung(faultOf('hang', 'unresponsive', url(), Date.now(), redactHere(text)));
  }

  return {
    /**
     * Looks whether the page answers: Chromium notices only one that does not handle input, not one that is busy while
     * nobody touches it.
     */
    async look(): Promise<void> {
      const { webContents } = window;
      const pid = webContents.getOSProcessId();
      if (isAsked) return;
      isAsked = true;
      const before = cpuOf(pid);
      let isAnswered = false;
      const answered = () => {
        isAnswered = true;
        says('responsive');
      };
      webContents.mainFrame.executeJavaScript('0').then(answered, answered);
      await pause(DURATIONS.busyMs);
      isAsked = false;
      const isBusy = cpuOf(pid) - before > BUSY_SHARE * DURATIONS.busyMs;
      // Another process: the one that was asked may never answer.
      const isThere = !webContents.isDestroyed() && webContents.getOSProcessId() === pid;
      if (isBusy && isThere && !isAnswered) says('unresponsive');
    },
    async ask(): Promise<void> {
      const stop = new AbortController();
      sampling ??= { stop, done: sample(stop) };
      dialog = new AbortController();
      const { signal } = dialog;
      const choice = await askAboutHang(window, faultOf('hang', 'unresponsive', url(), Date.now()), signal);
      if (!signal.aborted) says(choice);
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

/** Milliseconds of a processor that the process has used; 0 if it is gone, which looks idle. */
const cpuOf = (pid: number): number =>
  (app.getAppMetrics().find((one) => one.pid === pid)?.cpu.cumulativeCPUUsage ?? 0) * 1_000;

/** Milliseconds between samples, and time limit of each. */
const SAMPLE_MS = 1_000;
/** Samples per hang: 15 s, as in VS Code. */
const MAX_SAMPLES = 15;

/** Chromium's feature for `collectJavaScriptCallStack`; each document must also allow it (protocol/headers). */
const FEATURE = 'DocumentPolicyIncludeJSCallStacksInCrashReports';

/** Enables call stacks. Call it before the app is ready. Keeps the features from the command line. */
export function setupCallStacks(): void {
  const given = app.commandLine.getSwitchValue('enable-features');
  if (given.split(',').includes(FEATURE)) return;
  app.commandLine.appendSwitch('enable-features', given ? `${given},${FEATURE}` : FEATURE);
}

/** It rejects only if the signal is aborted. */
const pauseUnless = (ms: number, signal?: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined);

/**
 * Takes up to `MAX_SAMPLES` samples until `signal` is aborted, but at least one. A stack that is late counts as a sample
 * without one: Electron's promise never settles for a page that runs no script.
 * @param wait waits this many milliseconds, or until the signal is aborted
 * @returns each stack with the number of its samples, the most frequent first
 */
export async function sampleStacks(
  frame: Pick<WebFrameMain, 'collectJavaScriptCallStack'>,
  signal: AbortSignal,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = pauseUnless,
): Promise<string> {
  const counts = new Map<string, number>();
  let taken = 0;
  do {
    // Take one even if the user chose at once: a report without a stack says little.
    const next = wait(SAMPLE_MS, taken === 0 ? undefined : signal);
    const stack = await Promise.race([stackOf(frame), next.then(() => '')]);
    counts.set(stack, (counts.get(stack) ?? 0) + 1);
    taken += 1;
    if (!signal.aborted) await next;
  } while (!signal.aborted && taken < MAX_SAMPLES);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([stack, count]) => `${count} of ${taken} samples:\n${stack || 'no script'}`)
    .join('\n\n');
}

/** Returns '' if the page runs no script, is gone, or its document lacks the header. */
async function stackOf(frame: Parameters<typeof sampleStacks>[0]): Promise<string> {
  try {
    const answer = (await frame.collectJavaScriptCallStack())?.trim() ?? '';
    // Without the header the answer is a sentence.
    return /^[ \t]*at /m.test(answer) ? answer : '';
  } catch {
    return '';
  }
}
