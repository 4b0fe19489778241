/** How messages from pages are checked. */
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type * as v from 'valibot';
import type { Arguments } from '../../ipc/messages.ts';

export interface Guard {
  /** Returns the arguments of a message; `undefined` if it is refused: its sender or its shape is wrong. */
  accepted<S extends Arguments>(
    channel: string,
    event: IpcMainEvent | IpcMainInvokeEvent,
    args: readonly unknown[],
    schema: S,
  ): v.InferOutput<S> | undefined;
  /** Counts a refusal. `why` must not contain anything that the page sent. */
  refused(channel: string, why: string): void;
}
