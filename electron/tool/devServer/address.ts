/** Waits for the app's own dev server. */
import { setTimeout as pause } from 'node:timers/promises';
import { isUp, strangerAt } from '../../app/localServer.ts';

/** In ms: between two tries, until the first message, between messages, and until it gives up. */
const PATIENCE = { each: 200, first: 3000, next: 15_000, last: 180_000 };

/**
 * Waits until a server of this user listens there, and reports progress.
 * @throws Error with the address when it gives up; the signal's reason when that aborts
 */
export async function waitFor(
  address: string,
  signal: AbortSignal,
  say: (line: string) => void,
  patience = PATIENCE,
): Promise<void> {
  const began = performance.now();
  let told = 0;
  while (!(await isUp(address))) {
    signal.throwIfAborted();
    const passed = performance.now() - began;
    if (passed > patience.last) {
      const seconds = Math.round(passed / 1000);
      throw new Error(
        (await strangerAt(address)) ??
          `Nothing listens at ${address} after ${seconds} s: is that the dev server's address?`,
      );
    }
    if (passed > patience.first + told * patience.next) {
      told += 1;
      say((await strangerAt(address)) ?? `waiting for ${address}`);
    }
    // The wait was aborted: the next turn throws the reason.
    await pause(patience.each, undefined, { signal }).catch(() => undefined);
  }
  signal.throwIfAborted();
}
