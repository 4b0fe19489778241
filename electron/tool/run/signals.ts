/** Signals that end the tool. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** After this call these signals no longer end the process at once: the caller must end what it started. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => stop.abort());
  return stop.signal;
}
