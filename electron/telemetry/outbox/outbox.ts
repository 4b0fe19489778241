/** Reports are stored on disk first, and sent from there: it replaces the SDK's transport and store. */
import { EventEmitter } from 'node:events';
import type { BaseTransportOptions, Envelope, RateLimits, Transport } from '@sentry/core';
import type { ReportsSetting } from '../../configuration/settings/schema.ts';
import type { Disk } from './disk.ts';
import { type Prepared, prepare, readEnvelope, targetOf, withoutDetails, writeEnvelope } from './envelope.ts';
import { chargeOf } from './outbox.policy.ts';
import { Sender } from './sender.ts';
import { EnvelopeStore, type Place } from './store.ts';
import type { Request } from './upload.ts';

const MAX_BYTES = 100_000_000;
/** How long `flush`, and so quitting, waits for the network at most, in milliseconds. */
const FLUSH_MS = 1_000;
/** Between clean-ups, in milliseconds. None at the start: a machine may set its clock only after the app has started. */
const CLEAN_UP_MS = 60_000;

/** How many ids of stored envelopes to remember: a page asks for its own within seconds. */
const MAX_IDS = 100;
/** How long `placeOf` waits, in milliseconds: a page that has just started loads the SDK first. */
const PATIENCE_MS = 5_000;

export type OutboxState = ReturnType<Outbox['state']>;

export interface OutboxOptions {
  /** Its folder is created on demand, for this user only. */
  disk: Disk;
  /** `ask`: stored, not sent. `on`: stored and sent. `off`: neither. */
  mode: ReportsSetting;
  /** Makes the HTTP requests. In the app: `netRequest`. */
  request: Request;
  /** Gets the server's limits after each response: until when (steady time) a category, or `all`, is limited. */
  onLimits: (until: RateLimits) => void;
  /** Budget on disk in bytes, including whole blocks and names. */
  maxBytes?: number;
  random?: () => number;
}

/** Its functions are properties, so that they need no binding. */
export class Outbox {
  readonly #envelopes: EnvelopeStore;
  readonly #sender: Sender;
  readonly #maxBytes: number;
  #mode: ReportsSetting;
  readonly #cleaning: NodeJS.Timeout;
  readonly #places = new Map<string, Place>();
  readonly #stored = new EventEmitter();
  #hasError = false;
  #tellError = (): void => undefined;

  constructor({ mode, disk, request, onLimits, maxBytes = MAX_BYTES, random = Math.random }: OutboxOptions) {
    this.#maxBytes = maxBytes;
    this.#mode = mode;
    this.#envelopes = new EnvelopeStore({ disk, maxBytes });
    this.#sender = new Sender({ store: this.#envelopes, request, random, onLimits });
    this.#cleaning = setInterval(() => this.#cleanUp(), CLEAN_UP_MS).unref();
    this.setMode(mode);
  }

  /** For `Sentry.init({ transport })`. From then on reports are sent to that server. */
  readonly transport = ({ url, headers }: Pick<BaseTransportOptions, 'url' | 'headers'>): Transport => {
    const target = targetOf(url);
    const type = { 'Content-Type': 'application/x-sentry-envelope' };
    this.#sender.connect({ url, target, headers: { ...headers, ...type } });
    return {
      // 202: accepted, not yet delivered. No status: not on disk.
      send: async (envelope) => (this.#store(envelope, target) === 'disk' ? { statusCode: 202 } : {}),
      flush: async (timeout = FLUSH_MS) => {
        const limit = new Promise((resolve) => {
          setTimeout(resolve, Math.min(timeout, FLUSH_MS)).unref();
        });
        await Promise.race([this.#sender.whenQuiet(), limit]);
        return this.isWritten();
      },
    };
  };

  readonly setMode = (mode: ReportsSetting): void => {
    this.#mode = mode;
    this.#sender.want(mode === 'on');
    if (mode === 'on') this.wake();
  };

  /** Call it on `online` and on `resume`. */
  readonly wake = (): void => {
    this.#envelopes.catchUp();
    this.#sender.wake();
  };

  /** Removes every stored file. Throws Error that names a file that could not be removed. */
  readonly erase = (): void => {
    this.#sender.want(false);
    try {
      this.#envelopes.erase();
    } finally {
      this.#sender.want(this.#mode === 'on');
    }
  };

  /** Runs a capture; returns its id if the report is on disk. */
  readonly ifStored = (capture: () => string): string | undefined => {
    const id = capture();
    return this.#places.get(id) === 'disk' ? id : undefined;
  };

  /** Says where the event with this id is once it is stored; `lost` if that takes longer than five seconds. */
  readonly placeOf = (id: string): Promise<Place> =>
    new Promise((resolve) => {
      const known = this.#places.get(id);
      if (known) return resolve(known);
      this.#stored.once(id, resolve);
      setTimeout(() => {
        this.#stored.off(id, resolve);
        resolve('lost');
      }, PATIENCE_MS).unref();
    });

  /** For the diagnostics page and for tests. Times in milliseconds since the epoch, sizes in bytes. */
  readonly state = () => ({
    mode: this.#mode,
    ...this.#envelopes.state(),
    ...this.#sender.state(),
    counters: { ...this.#envelopes.counters },
  });

  /** Calls it once an error or crash of this run is stored, and at each one after that. */
  readonly onError = (listener: () => void): void => {
    this.#tellError = listener;
    if (this.#hasError) listener();
  };

  readonly isWritten = (): boolean => this.#envelopes.isOnDisk;

  /** Stops timers and requests; waiting envelopes stay on disk. */
  readonly close = (): void => {
    clearInterval(this.#cleaning);
    this.#sender.want(false);
  };

  #cleanUp(): void {
    this.#envelopes.catchUp();
    this.#envelopes.expire();
    this.#sender.poke();
  }

  /** `lost` if the mode is `off`, or the budget is full of more important envelopes. */
  #store(envelope: Envelope, target: string): Place {
    if (this.#mode === 'off') return 'lost';
    try {
      const prepared = this.#prepare(envelope, target);
      const place = this.#envelopes.put(prepared);
      this.#remember(prepared.label.id, place);
      if (prepared.label.priority === 0) this.#errorStored();
      this.#sender.poke();
      return place;
    } catch (error) {
      this.#envelopes.counters.failed += 1;
      throw error;
    }
  }

  #errorStored(): void {
    this.#hasError = true;
    this.#tellError();
  }

  #prepare(envelope: Envelope, target: string): Prepared {
    const prepared = prepare(envelope, target);
    if (chargeOf(prepared.data.length) <= this.#maxBytes) return prepared;
    // Larger than the whole budget: the report matters more than its attachments.
    const slim = withoutDetails(readEnvelope(prepared.data));
    if (!slim) return prepared;
    const data = writeEnvelope(slim);
    return { data, label: { ...prepared.label, size: data.length } };
  }

  #remember(id: string, place: Place): void {
    this.#places.set(id, place);
    const [oldest = ''] = this.#places.keys();
    if (this.#places.size > MAX_IDS) this.#places.delete(oldest);
    this.#stored.emit(id, place);
  }
}
