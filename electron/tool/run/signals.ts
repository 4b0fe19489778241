/** Signals that end the tool. */

/** The work ended because it was stopped. */
export class Stopped extends Error {
  override message = 'stopped';
}

/**
 * Aborted by the first SIGINT, SIGTERM or SIGHUP. After this call these signals no longer end the process at once: the
 * caller must end what it started.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Stopped()));
  return stop.signal;
}
