/** Samples what a page is doing while it does not respond. */
import { setTimeout as sleep } from 'node:timers/promises';
import { app, type WebFrameMain } from 'electron';

/** Milliseconds between samples, and time limit of each. */
const SAMPLE_MS = 1_000;
/** Samples per hang: 15 s, as in VS Code. */
export const MAX_SAMPLES = 15;

/** Chromium's feature for `collectJavaScriptCallStack`; each document must also allow it (documentPolicy). */
const FEATURE = 'DocumentPolicyIncludeJSCallStacksInCrashReports';

/** Enables call stacks. Call it before the app is ready. Keeps the features from the command line. */
export function setupCallStacks(): void {
  const given = app.commandLine.getSwitchValue('enable-features');
  if (given.split(',').includes(FEATURE)) return;
  app.commandLine.appendSwitch('enable-features', given ? `${given},${FEATURE}` : FEATURE);
}

type Frame = Pick<WebFrameMain, 'collectJavaScriptCallStack'>;

const NEVER = new AbortController().signal;

/**
 * Takes up to `MAX_SAMPLES` samples, one every `SAMPLE_MS`, until `signal` is aborted, but at least one. A stack that
 * is late counts as a sample without one: Electron's promise never settles for a page that runs no script.
 * @param wait waits this many milliseconds, or until the signal is aborted; never rejects
 * @returns each stack with the number of its samples, the most frequent first
 */
export async function sampleStacks(
  frame: Frame,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = sleepUnless,
): Promise<string> {
  const counts = new Map<string, number>();
  let taken = 0;
  do {
    // Take one even if the user chose at once: a report without a stack says little.
    const next = wait(SAMPLE_MS, taken === 0 ? NEVER : signal);
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
async function stackOf(frame: Frame): Promise<string> {
  try {
    const answer = (await frame.collectJavaScriptCallStack())?.trim() ?? '';
    // Without the header the answer is a sentence.
    return /^[ \t]*at /m.test(answer) ? answer : '';
  } catch {
    return '';
  }
}

/** It rejects only if the signal is aborted. */
const sleepUnless = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
