/** What ends the tool from outside. */

/** Why the work ended that it stopped. */
export class Stopped extends Error {
  override message = 'stopped';
}

/**
 * Aborted by the first SIGINT, SIGTERM or SIGHUP. From this call on these no longer end the process at once: whoever
 * calls it ends what it has started.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Stopped()));
  return stop.signal;
}
