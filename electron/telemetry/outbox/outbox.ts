/** Reports are stored on disk first, and sent from there: it replaces the SDK's transport and store. */
import { EventEmitter, once } from 'node:events';
import type { BaseTransportOptions, Envelope, RateLimits, Transport } from '@sentry/core';
import type { ReportsSetting } from '../../builtConfig/settingsSchema/schema.ts';
import type { Disk } from './disk.ts';
import { prepare, targetOf } from './envelope.ts';
import { createSender } from './sender.ts';
import { createStore, type Place } from './store.ts';
import type { Request } from './upload.ts';

const MAX_BYTES = 100_000_000;
/** How long `flush`, and so quitting, waits for the network at most. */
const FLUSH_MS = 1_000;

export type Outbox = ReturnType<typeof createOutbox>;
export type OutboxState = ReturnType<Outbox['state']>;

export interface OutboxOptions {
  /** Its folder is created on demand, for this user only. */
  disk: Disk;
  /** `ask`: stored, not sent. `on`: stored and sent. `off`: neither. */
  mode: ReportsSetting;
  request: Request;
  /** Gets the server's limits after each response: until when (steady time) a category, or `all`, is limited. */
  onLimits: (until: RateLimits) => void;
  /** Budget on disk in bytes, including whole blocks and names. */
  maxBytes?: number;
  random?: () => number;
}

export function createOutbox({
  mode: first,
  disk,
  request,
  onLimits,
  maxBytes = MAX_BYTES,
  random = Math.random,
}: OutboxOptions) {
  const envelopes = createStore(disk, maxBytes);
  const sender = createSender({ store: envelopes, request, random, onLimits });
  /** The last hundred: a page asks for its own within seconds. */
  const places = new Map<string, Place>();
  /** By id; any number of pages may wait for one. */
  const stored = new EventEmitter().setMaxListeners(0);
  let mode = first;
  let tellError = (): void => undefined;

  // Not at the start: a machine may set its clock only after that.
  const cleaning = setInterval(() => {
    envelopes.catchUp();
    envelopes.expire();
    sender.poke();
  }, 60_000).unref();

  function wake(): void {
    envelopes.catchUp();
    sender.wake();
  }
  function setMode(chosen: ReportsSetting): void {
    mode = chosen;
    sender.want(mode === 'on');
    if (mode === 'on') wake();
  }
  /** `lost` if the mode is `off`, or the budget is full of more important envelopes. */
  function store(envelope: Envelope, target: string): Place {
    if (mode === 'off') return 'lost';
    const prepared = prepare(envelope, target);
    const { id, priority } = prepared.label;
    const place = envelopes.put(prepared);
    places.set(id, place);
    const [oldest = ''] = places.keys();
    if (places.size > 100) places.delete(oldest);
    stored.emit(id, place);
    if (priority === 0) tellError();
    sender.poke();
    return place;
  }

  setMode(first);
  return {
    /** For `Sentry.init({ transport })`. From then on reports are sent to that server. */
    transport({ url, headers }: Pick<BaseTransportOptions, 'url' | 'headers'>): Transport {
      const target = targetOf(url);
      const type = { 'Content-Type': 'application/x-sentry-envelope' };
      sender.connect({ url, target, headers: { ...headers, ...type } });
      return {
        // 202: accepted, not yet delivered. No status: not on disk.
        send: async (envelope) => (store(envelope, target) === 'disk' ? { statusCode: 202 } : {}),
        flush: async (timeout = FLUSH_MS) => {
          const late = Promise.withResolvers<void>();
          setTimeout(late.resolve, Math.min(timeout, FLUSH_MS)).unref();
          await Promise.race([sender.whenQuiet(), late.promise]);
          return envelopes.isOnDisk();
        },
      };
    },
    setMode,
    wake,
    /** Removes every stored file. Throws Error that names a file that could not be removed. */
    erase() {
      sender.want(false);
      try {
        envelopes.erase();
      } finally {
        sender.want(mode === 'on');
      }
    },
    /** Runs a capture; returns its id if the report is on disk. */
    ifStored(capture: () => string): string | undefined {
      const id = capture();
      return places.get(id) === 'disk' ? id : undefined;
    },
    /** Says where an event is once it is stored; `lost` after 5 s: a page that has just started loads the SDK first. */
    placeOf: async (id: string): Promise<Place> =>
      places.get(id) ??
      (await once(stored, id, { signal: AbortSignal.timeout(5_000) }).then(
        ([place]) => place,
        () => 'lost',
      )),
    /** For the diagnostics page and for tests. Times in milliseconds since the epoch, sizes in bytes. */
    state: () => ({ mode, ...envelopes.state(), ...sender.state(), counters: { ...envelopes.counters } }),
    /** Calls it once an error or crash of this run is stored, and at each one after that. */
    onError(listener: () => void) {
      tellError = listener;
      if (envelopes.hasError()) listener();
    },
    isWritten: envelopes.isOnDisk,
    /** Stops timers and requests; waiting envelopes stay on disk. */
    close() {
      clearInterval(cleaning);
      sender.want(false);
    },
  };
}
