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

/** Formats samples: each stack with their number, the most frequent first, and the number of those without one. */
export function describeSamples(samples: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const stack of samples) counts.set(stack, (counts.get(stack) ?? 0) + 1);
  const without = counts.get('');
  counts.delete('');
  const parts = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([stack, count]) => `${count} of ${samples.length} samples:\n${stack}`);
  if (without) parts.push(`${without} of ${samples.length} samples showed no script.`);
  return parts.join('\n\n');
}

type Frame = Pick<WebFrameMain, 'collectJavaScriptCallStack'>;

const NEVER = new AbortController().signal;

/**
 * Takes up to `MAX_SAMPLES` samples, one every `SAMPLE_MS`, until `signal` is aborted, but at least one. A stack that
 * is late counts as a sample without one: Electron's promise never settles for a page that runs no script. Stops if the
 * page goes away.
 * @param wait waits this many milliseconds, or until the signal is aborted; never rejects
 * @returns the stacks; '' for a sample without one
 */
export async function sampleStacks(
  frame: Frame,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = sleepUnless,
): Promise<string[]> {
  const samples: string[] = [];
  do {
    // Take one even if the user chose at once: a report without a stack says little.
    const isFirst = samples.length === 0;
    const next = wait(SAMPLE_MS, isFirst ? NEVER : signal);
    const stack = await Promise.race([stackOf(frame), next.then(() => '')]);
    if (stack === undefined || (signal.aborted && !isFirst)) break;
    samples.push(stack);
    if (!signal.aborted) await next;
  } while (!signal.aborted && samples.length < MAX_SAMPLES);
  return samples;
}

/** Returns '' if the page runs no script or its document lacks the header; undefined if the page is gone. */
async function stackOf(frame: Frame): Promise<string | undefined> {
  try {
    const answer = (await frame.collectJavaScriptCallStack())?.trim() ?? '';
    // Without the header the answer is a sentence.
    return /^[ \t]*at /m.test(answer) ? answer : '';
  } catch {
    // The frame was disposed of.
    return undefined;
  }
}

/** It rejects only if the signal is aborted. */
const sleepUnless = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
