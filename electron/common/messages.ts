/** Messages from pages. Sender and shape are checked first. */
import {
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  ipcMain,
  type WebContents,
  type WebFrameMain,
} from 'electron';
import * as v from 'valibot';
import { CHANNELS, MAX_FAULT_DETAIL } from '../shared/channels.ts';
import type { Fault, Thrown } from '../shared/fault.ts';
import { LIMITS } from '../shared/limits/limits.ts';
import { log } from './log.ts';
import type { Origins } from './origins.ts';
import { isTrusted } from './trusted.ts';

const Id = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const Code = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999)),
  v.pipe(v.string(), v.maxLength(100)),
]);

/** A fault that a page can find; not one that only main can see, such as a crash. */
const FaultSchema = v.strictObject({
  id: Id,
  kind: v.picklist(['http', 'load', 'script', 'data', 'boot']),
  code: v.optional(Code),
  subject: v.optional(v.literal('part')),
  detail: v.optional(v.pipe(v.string(), v.maxLength(MAX_FAULT_DETAIL))),
  url: v.pipe(v.string(), v.startsWith('/'), v.maxLength(MAX_FAULT_DETAIL)),
  at: v.pipe(v.number(), v.finite(), v.minValue(0)),
  retryable: v.boolean(),
  retryAfter: v.optional(v.pipe(v.number(), v.minValue(0))),
  signIn: v.optional(v.literal(true)),
}) satisfies v.GenericSchema<unknown, Fault>;

const ThrownSchema = v.strictObject({
  kind: v.picklist(['script', 'load', 'data']),
  code: v.optional(Code),
  detail: v.pipe(v.string(), v.maxLength(MAX_FAULT_DETAIL)),
}) satisfies v.GenericSchema<unknown, Thrown>;

export const NOTHING = v.strictTuple([]);
export const A_FAULT_AND_ID = v.strictTuple([FaultSchema, v.optional(Id)]);
export const A_THROWN_AND_ID = v.strictTuple([ThrownSchema, v.optional(Id)]);
/** An address, at most as long as Chromium allows (url::kMaxURLChars), and whether a form is submitted there. */
export const A_WAY = v.strictTuple([v.pipe(v.string(), v.maxLength(2_097_152)), v.boolean()]);
export const AN_ID = v.strictTuple([Id]);
export const A_COUNT = v.strictTuple([
  v.pipe(v.string(), v.regex(/^[\w:.-]{1,100}$/)),
  v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
]);
export const A_CONSENT = v.strictTuple([v.picklist(['on', 'off'])]);

const Trace = v.object({
  'sentry-trace': v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[0-9a-f]{16}(?:-[01])?$/)),
  baggage: v.optional(v.pipe(v.string(), v.maxLength(LIMITS.baggage.value))),
});

/** A name, any cloneable value, and the page's trace. An invalid trace is dropped; the call still runs. */
export const AN_INVOCATION = v.strictTuple([
  v.pipe(v.string(), v.maxLength(200)),
  v.unknown(),
  v.fallback(v.optional(Trace), undefined),
]);

export type Arguments = v.GenericSchema<unknown, readonly unknown[]>;

/** `accepted` and `refused`; an app without the shell has its own. */
export interface Guard {
  accepted: Messages['accepted'];
  refused(channel: string, why: string): void;
}

/** What no server's page says: the user's choice, and faults that the router finds. */
const NOT_FOR_SERVERS = new Set<string>([
  CHANNELS.consent,
  CHANNELS.showing,
  CHANNELS.cleared,
  CHANNELS.retry,
]);

const refusals = new Map<string, number>();

export function refusedMessages(): ReadonlyMap<string, number> {
  return refusals;
}

/** Counts refusals. @param why for the log: must not contain anything that the page sent */
export function refused(channel: string, why: string, times = 1): undefined {
  const before = refusals.get(channel) ?? 0;
  refusals.set(channel, before + times);
  if (before === 0) log(`A message on ${channel} was refused: ${why}.`);
}

/** Receives the messages of the app's pages. */
export class Messages {
  readonly #origins: Origins;

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  /**
   * Returns the arguments of a message, or `undefined` if it is refused: it must come from the main frame of an app's
   * page, in the app's current window, and match `schema`. The first refusal on each channel is logged.
   */
  readonly accepted = <S extends Arguments>(
    channel: string,
    { sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent,
    args: readonly unknown[],
    schema: S,
  ): v.InferOutput<S> | undefined => {
    if (!senderFrame || !this.#mayCome(channel, senderFrame) || !isTrusted(sender))
      return refused(channel, 'it did not come from the page in the window');
    const parsed = v.safeParse(schema, args);
    if (!parsed.success) return refused(channel, `this channel expects ${parsed.issues[0].expected}`);
    return parsed.output;
  };

  /**
   * Whether a document of a server may have the bridge. It says its origin itself: where it shares a process with the one
   * before it, Chromium tells main of it a moment later. What the bridge then sends is checked like every message.
   */
  mayHaveBridge({ sender, senderFrame }: IpcMainEvent, origin: unknown): boolean {
    const owner = senderFrame?.parent === null ? this.#origins.ownerOf(String(origin)) : undefined;
    const may = (owner === 'server' || owner === 'dev') && isTrusted(sender);
    if (!may) refused(CHANNELS.pageScript, 'it did not come from the page in the window');
    return may;
  }

  #mayCome(channel: string, frame: WebFrameMain): boolean {
    const { askerIn, isMade } = this.#origins;
    const owner = frame.parent === null ? askerIn(frame) : undefined;
    return isMade(owner) || (owner === 'server' && !NOT_FOR_SERVERS.has(channel));
  }

  on<S extends Arguments>(
    channel: string,
    schema: S,
    listener: (sender: WebContents, ...args: v.InferOutput<S>) => void,
  ): void {
    ipcMain.on(channel, (event, ...args: unknown[]) => {
      const output = this.accepted(channel, event, args, schema);
      if (output) listener(event.sender, ...output);
    });
  }

  /** Like `on`, for a message with an answer. A refused one is answered with an error. */
  answer<S extends Arguments>(
    channel: string,
    schema: S,
    answer: (sender: WebContents, ...args: v.InferOutput<S>) => unknown,
  ): void {
    ipcMain.handle(channel, (event, ...args: unknown[]) => {
      const output = this.accepted(channel, event, args, schema);
      if (!output) throw new Error(`A message on ${channel} was refused.`);
      return answer(event.sender, ...output);
    });
  }
}
