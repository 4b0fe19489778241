/** Messages from pages. Sender and shape are checked first. */
import { type IpcMainEvent, ipcMain, type WebContents, type WebFrameMain } from 'electron';
import * as v from 'valibot';
import { CHANNELS } from '../shared/channels.ts';
import { log } from './log.ts';
import type { Origins } from './origins.ts';
import { isTrusted } from './trusted.ts';

export const NOTHING = v.strictTuple([]);

export type Arguments = v.GenericSchema<unknown, readonly unknown[]>;

/** `accepted` and `refused`; an app without the shell has its own. */
export interface Guard {
  accepted: Messages['accepted'];
  refused(channel: string, why: string): void;
}

/** What no server's page says: the user's choice, and faults that the router finds. */
const { consent, showing, cleared, retry } = CHANNELS;
const NOT_FOR_SERVERS = new Set<string>([consent, showing, cleared, retry]);

const refusals = new Map<string, number>();
export const refusedMessages = (): ReadonlyMap<string, number> => refusals;

/** Counts refusals. @param why for the log: must not contain anything that the page sent */
export function refused(channel: string, why: string, times = 1): undefined {
  const before = refusals.get(channel) ?? 0;
  refusals.set(channel, before + times);
  if (before === 0) log(`A message on ${channel} was refused: ${why}.`);
}

export class Messages {
  readonly #origins: Origins;

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  /** The arguments of a message from the main frame of an app's page in a trusted window; `undefined` if it is refused. */
  readonly accepted = <S extends Arguments>(
    channel: string,
    { sender, senderFrame }: Pick<IpcMainEvent, 'sender' | 'senderFrame'>,
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
   * Whether a document of a server may have the bridge. It says its origin itself, of which Chromium may tell main a moment
   * later. What the bridge then sends is checked like every message.
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
