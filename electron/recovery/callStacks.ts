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

/** Each stack with its number of samples, the most frequent first. */
export interface Samples {
  /** All samples, including those without a stack. */
  taken: number;
  stacks: readonly { stack: string; count: number }[];
}

export const NO_SAMPLES: Samples = { taken: 0, stacks: [] };

/** Adds a sample. It has no stack if the page runs no script or its document lacks the header. */
export function addSample(samples: Samples, answer: string | undefined): Samples {
  const taken = samples.taken + 1;
  const stack = answer?.trim() ?? '';
  // Without the header the answer is a sentence.
  if (!/^[ \t]*at /m.test(stack)) return { ...samples, taken };
  const others = samples.stacks.filter((entry) => entry.stack !== stack);
  const count = (samples.stacks.find((entry) => entry.stack === stack)?.count ?? 0) + 1;
  return { taken, stacks: [...others, { stack, count }].sort((a, b) => b.count - a.count) };
}

/** Formats the stacks with their counts, and the number of samples without one. */
export function describeSamples({ taken, stacks }: Samples): string {
  const parts = stacks.map(({ stack, count }) => `${count} of ${taken} samples:\n${stack}`);
  const without = taken - stacks.reduce((sum, { count }) => sum + count, 0);
  if (without > 0) parts.push(`${without} of ${taken} samples showed no script.`);
  return parts.join('\n\n');
}

/**
 * Takes up to `MAX_SAMPLES` samples, one every `SAMPLE_MS`, until `signal` is aborted, but at least one. A stack that
 * is late counts as a sample without one: Electron's promise never settles for a page that runs no script. Stops if the
 * page goes away.
 * @param wait waits this many milliseconds, or until the signal is aborted; never rejects
 */
export async function sampleStacks(
  frame: Pick<WebFrameMain, 'collectJavaScriptCallStack'>,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = sleepUnless,
): Promise<Samples> {
  let samples = NO_SAMPLES;
  while (samples.taken < MAX_SAMPLES) {
    // Take one even if the user chose at once: a report without a stack says little.
    const isWanted = samples.taken === 0 || !signal.aborted;
    if (!isWanted) break;
    const next = wait(SAMPLE_MS, samples.taken === 0 ? NEVER : signal);
    const answer = await Promise.race([stackOf(frame), next.then(() => undefined)]);
    if (answer === GONE || (signal.aborted && samples.taken > 0)) break;
    samples = addSample(samples, answer);
    if (!signal.aborted) await next;
  }
  return samples;
}

const GONE = Symbol('gone');
const NEVER = new AbortController().signal;

async function stackOf(
  frame: Pick<WebFrameMain, 'collectJavaScriptCallStack'>,
): Promise<string | undefined | typeof GONE> {
  try {
    return (await frame.collectJavaScriptCallStack()) ?? undefined;
  } catch {
    // The frame was disposed of: the page is gone.
    return GONE;
  }
}

async function sleepUnless(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
