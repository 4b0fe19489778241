/** A page that does not answer: what it was doing, and whether to wait, reload or close. */
import type { WebFrameMain } from 'electron';

export const HANG = {
  /** Milliseconds between two samples, and the longest wait for one. */
  sampleMs: 1_000,
  /** Samples for one hang: a quarter of a minute, as VS Code takes (facts of comparable apps). */
  samples: 15,
  /** Milliseconds after Wait until the user is asked again; Electron reports a hang only once. */
  askAgainMs: 30_000,
} as const;

/** What the page was doing: each different stack with the number of samples that showed it, most frequent first. */
export interface Samples {
  /** Samples taken, those without a stack included. */
  taken: number;
  stacks: readonly { stack: string; count: number }[];
}

export const NO_SAMPLES: Samples = { taken: 0, stacks: [] };

/** Adds one sample. A page that runs no script, or whose document lacks the header, has no stack to add. */
export function addSample(samples: Samples, answer: string | undefined): Samples {
  const taken = samples.taken + 1;
  const stack = answer?.trim() ?? '';
  // Without the header the answer is a sentence instead of a stack.
  if (!/^\s*at /m.test(stack)) return { ...samples, taken };
  const others = samples.stacks.filter((entry) => entry.stack !== stack);
  const count = (samples.stacks.find((entry) => entry.stack === stack)?.count ?? 0) + 1;
  return { taken, stacks: [...others, { stack, count }].sort((a, b) => b.count - a.count) };
}

/** The samples as text for a report: the stacks with their shares, and how many samples had none. */
export function describeSamples({ taken, stacks }: Samples): string {
  const parts = stacks.map(({ stack, count }) => `${count} of ${taken} samples:\n${stack}`);
  const without = taken - stacks.reduce((sum, { count }) => sum + count, 0);
  if (without > 0) parts.push(`${without} of ${taken} samples showed no script.`);
  return parts.join('\n\n');
}

/**
 * Takes up to `HANG.samples` samples, one each `HANG.sampleMs`, until `signal` is aborted, but at least one.
 * A stack that does not come in time counts as a sample without one: Electron's promise never settles for a page
 * that runs no script. A page that goes away ends the sampling.
 * @param sleep waits so many milliseconds, less when the signal is aborted; never rejects
 */
export async function sampleStacks(
  frame: Pick<WebFrameMain, 'collectJavaScriptCallStack'>,
  signal: AbortSignal,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<Samples> {
  let samples = NO_SAMPLES;
  while (samples.taken < HANG.samples) {
    // The first is taken also if the user chose at once: a report of a hang without a stack says little.
    const isWanted = samples.taken === 0 || !signal.aborted;
    if (!isWanted) break;
    const next = sleep(HANG.sampleMs, samples.taken === 0 ? NEVER : signal);
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
    // The frame was disposed of: the page that hung is no longer there to be asked.
    return GONE;
  }
}

/** The answers of the dialog, in the order of its buttons. */
export const CHOICES = ['Wait', 'Reload', 'Close'] as const;
export type Choice = (typeof CHOICES)[number];

export type HangState =
  | { phase: 'fine' }
  | { phase: 'asking' }
  /** The user chose Wait, and is asked again at this time. */
  | { phase: 'waiting'; askAt: number };

export type HangEvent =
  | { type: 'unresponsive' }
  | { type: 'responsive' }
  /** The process ended, or another page was loaded. */
  | { type: 'gone' }
  | { type: 'chosen'; choice: Choice }
  /** Time passed: to be sent at `askAt`. */
  | { type: 'tick' };

export type HangAction =
  /** Sample stacks and show the dialog. */
  | 'ask'
  /** Take the dialog away and stop sampling. */
  | 'dismiss'
  /** End the page's process; recovery loads the page again within its budget. A hung process cannot navigate. */
  | 'reload'
  /** Close the window. */
  | 'close'
  | 'ignore';

/** Decides about one event of a hang. `now` is in milliseconds. */
export function decideHang(
  state: HangState,
  event: HangEvent,
  now: number,
): { state: HangState; action: HangAction } {
  const ignore = { state, action: 'ignore' } as const;
  switch (event.type) {
    case 'unresponsive':
      return state.phase === 'fine' ? { state: { phase: 'asking' }, action: 'ask' } : ignore;
    case 'responsive':
    case 'gone':
      return { state: { phase: 'fine' }, action: state.phase === 'asking' ? 'dismiss' : 'ignore' };
    case 'tick':
      return state.phase === 'waiting' && state.askAt <= now
        ? { state: { phase: 'asking' }, action: 'ask' }
        : ignore;
    case 'chosen':
      return state.phase === 'asking' ? chosen(event.choice, now) : ignore;
    default:
      return event satisfies never;
  }
}

function chosen(choice: Choice, now: number): { state: HangState; action: HangAction } {
  switch (choice) {
    case 'Wait':
      return { state: { phase: 'waiting', askAt: now + HANG.askAgainMs }, action: 'ignore' };
    case 'Reload':
      return { state: { phase: 'fine' }, action: 'reload' };
    case 'Close':
      return { state: { phase: 'fine' }, action: 'close' };
    default:
      return choice satisfies never;
  }
}
