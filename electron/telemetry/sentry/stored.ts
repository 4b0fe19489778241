/** Which events are on disk, so that a page shows the id of a report only once it is stored. */
import type { MakeTransport } from './envelopes.ts';

/** Ids remembered: a page asks about its own within seconds. */
const MAX_IDS = 100;
/** Milliseconds to wait for an event: a page that has just started loads the SDK first. */
const PATIENCE_MS = 5_000;

export function createStored(patience = PATIENCE_MS) {
  let ids: string[] = [];
  const waiting = new Map<string, (isStored: boolean) => void>();
  return {
    /** Passes everything on, and remembers what was stored. */
    wrap:
      (make: MakeTransport): MakeTransport =>
      (options) => {
        const inner = make(options);
        return {
          ...inner,
          async send(envelope) {
            const answer = await inner.send(envelope);
            const { event_id: id } = envelope[0] as { event_id?: string };
            // What is only in memory may be lost.
            if (!id || answer.statusCode !== 202) return answer;
            ids = [...ids, id].slice(-MAX_IDS);
            waiting.get(id)?.(true);
            return answer;
          },
        };
      },
    /** Whether the event with this id is on disk, or comes there soon. */
    async holds(id: string): Promise<boolean> {
      if (ids.includes(id)) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.set(id, resolve);
      const timer = setTimeout(resolve, patience, false);
      const isStored = await promise;
      clearTimeout(timer);
      waiting.delete(id);
      return isStored;
    },
  };
}
