/** A page that does not respond: what it was doing, and whether to wait, reload or close. */
import type { WebFrameMain } from 'electron';

export const HANG = {
  /** Milliseconds between samples, and the time limit for each. */
  sampleMs: 1_000,
  /** Samples per hang: 15 s, as in VS Code. */
  samples: 15,
  /** Milliseconds after Wait until the user is asked again; Electron reports a hang only once. */
  askAgainMs: 30_000,
} as const;

/** What the page was doing: each stack with its number of samples, most frequent first. */
export interface Samples {
  /** All samples, including those without a stack. */
  taken: number;
  stacks: readonly { stack: string; count: number }[];
}

export const NO_SAMPLES: Samples = { taken: 0, stacks: [] };

/** Adds a sample. There is no stack if the page runs no script, or its document lacks the header. */
export function addSample(samples: Samples, answer: string | undefined): Samples {
  const taken = samples.taken + 1;
  const stack = answer?.trim() ?? '';
  // Without the header the answer is a sentence.
  if (!/^\s*at /m.test(stack)) return { ...samples, taken };
  const others = samples.stacks.filter((entry) => entry.stack !== stack);
  const count = (samples.stacks.find((entry) => entry.stack === stack)?.count ?? 0) + 1;
  return { taken, stacks: [...others, { stack, count }].sort((a, b) => b.count - a.count) };
}

/** The samples as text: the stacks with their counts, and how many samples had none. */
export function describeSamples({ taken, stacks }: Samples): string {
  const parts = stacks.map(({ stack, count }) => `${count} of ${taken} samples:\n${stack}`);
  const without = taken - stacks.reduce((sum, { count }) => sum + count, 0);
  if (without > 0) parts.push(`${without} of ${taken} samples showed no script.`);
  return parts.join('\n\n');
}

/**
 * Takes up to `HANG.samples` samples, one every `HANG.sampleMs`, until `signal` is aborted, but at least one.
 * A stack that does not come in time counts as a sample without one: Electron's promise never settles for a page
 * that runs no script. Stops when the page goes away.
 * @param sleep waits this many milliseconds, or until the signal is aborted; never rejects
 */
export async function sampleStacks(
  frame: Pick<WebFrameMain, 'collectJavaScriptCallStack'>,
  signal: AbortSignal,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<Samples> {
  let samples = NO_SAMPLES;
  while (samples.taken < HANG.samples) {
    // One is taken even if the user chose at once: a report without a stack says little.
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
    // The frame was disposed of: the page is gone.
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
  /** `askAt` has come. */
  | { type: 'tick' };

export type HangAction =
  /** Sample stacks and show the dialog. */
  | 'ask'
  /** Close the dialog and stop sampling. */
  | 'dismiss'
  /** Kill the page's process, which cannot navigate; recovery loads the page again within its budget. */
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
