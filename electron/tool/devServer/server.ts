/** The app's own dev server: a running one, or one that this starts. */
import { isUp } from '../../app/localServer.ts';
import { waitFor } from './address.ts';
import { type Running, runCommand } from './command.ts';

/**
 * Makes sure that a server of this user listens at the address. A server that already listens is used and left running.
 * @returns the started server, which the caller ends; undefined if one was running
 * @throws Error with the address if no server starts to listen; nothing is left running
 */
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
