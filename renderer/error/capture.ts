/** What the page throws, on its way to the SDK, which is loaded later. Each error is captured once, under an id. */
import type { Fault } from '../../electron/shared/fault.ts';

/** Captures kept until the SDK is there. A page that throws without end must not fill the memory. */
const MOST_EARLY = 20;

export interface Capture {
  /** What was thrown. */
  error: unknown;
  /** How the page shows it. */
  fault: Fault;
  /** The id of the event, 32 hexadecimal digits. */
  id: string;
}
type Sink = (capture: Capture) => void;

const ids = new WeakMap<object, string>();
const early: Capture[] = [];
let sink: Sink | undefined;

/**
 * Hands what was thrown to the SDK, or keeps it until the SDK is there. An error that was captured before keeps its
 * id. Returns the id that its event will have, or `undefined` if too many wait.
 */
export function capture(error: unknown, fault: Fault): string | undefined {
  const isObject = typeof error === 'object' && error !== null;
  const known = isObject ? ids.get(error) : undefined;
  if (known) return known;
  if (!sink && early.length >= MOST_EARLY) return undefined;
  const id = crypto.randomUUID().replaceAll('-', '');
  if (isObject) ids.set(error, id);
  if (sink) sink({ error, fault, id });
  else early.push({ error, fault, id });
  return id;
}

/** From now on captures go to the SDK, those that waited first. */
export function connectCaptures(to: Sink): void {
  sink = to;
  for (const one of early.splice(0)) to(one);
}

/** There is no telemetry: what waits is forgotten, and so is what comes. */
export function forgetCaptures(): void {
  connectCaptures(() => undefined);
}
