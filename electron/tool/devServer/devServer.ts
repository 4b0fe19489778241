import { setTimeout as pause } from 'node:timers/promises';
import { isUp, strangerAt } from '../../common/localServer.ts';
import { type Running, runCommand } from './command.ts';

/** Makes sure that a server of this user listens there. Returns what it started, if anything. */
export async function startServer(
  dev: string,
  devCommand: string | undefined,
  root: string,
  stopping: AbortSignal,
  say: (line: string) => void,
): Promise<Running | undefined> {
  if (await isUp(dev)) {
    say(`a server already listens at ${dev}: showing that one, and leaving it running`);
    // Linux reports the owner, so other users' servers are skipped.
    if (process.platform !== 'linux')
      say('cannot tell which user started it: if others use this machine, make sure that it is yours');
    return undefined;
  }
  if (!devCommand) {
    say(`"web.devCommand" is missing: start the dev server of ${dev} yourself`);
    await waitFor(dev, stopping, say);
    return undefined;
  }
  say(devCommand);
  const server = runCommand(devCommand, root);
  const over = new AbortController();
  const early = server.ended.then((code) => {
    throw new Error(`"${devCommand}" ended with ${code} before anything listened at ${dev}.`);
  });
  try {
    await Promise.race([waitFor(dev, AbortSignal.any([stopping, over.signal]), say), early]);
    return server;
  } catch (error) {
    await server.end();
    throw error;
  } finally {
    over.abort();
    // The command may end later.
    early.catch(() => undefined);
  }
}

/** In ms: between two tries, until the first message, between messages, and until it gives up. */
const PATIENCE = { each: 200, first: 3000, next: 15_000, last: 180_000 };

/** Waits until a server of this user listens there, and reports progress. */
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
    if (passed > patience.last)
      throw new Error(
        (await strangerAt(address)) ??
          `Nothing listens at ${address} after ${Math.round(passed / 1000)} s: is that the dev server's address?`,
      );
    if (passed > patience.first + told * patience.next) {
      told += 1;
      say((await strangerAt(address)) ?? `waiting for ${address}`);
    }
    // The wait was aborted: the next turn throws the reason.
    await pause(patience.each, undefined, { signal }).catch(() => undefined);
  }
  signal.throwIfAborted();
}
