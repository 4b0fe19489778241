/** Requests in flight that several callers wait for. */

interface Flight<T> {
  result: Promise<T>;
  controller: AbortController;
  waiting: number;
}

/**
 * Makes a function that starts `work` for a key once while it runs: later callers get the same promise. The work is
 * aborted when every caller's signal is; a caller without one waits to the end.
 */
export function createShare<T>() {
  const flights = new Map<string, Flight<T>>();

  return function share(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const flight = flights.get(key) ?? start(key, work);
    flight.waiting++;
    if (!signal) return flight.result;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        if (--flight.waiting > 0) return;
        // Whoever asks from now on must not get what is being aborted.
        forget(key, flight);
        flight.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  };

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { result: work(controller.signal), controller, waiting: 0 };
    flights.set(key, flight);
    const done = () => forget(key, flight);
    flight.result.then(done, done);
    return flight;
  }

  function forget(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }
}
