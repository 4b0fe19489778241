/**
 * The outbox: what Sentry's SDK sends goes to disk first, and from there to the server.
 * `Sentry.init({ transport: outbox.transport })` puts it in the place of the SDK's transport and store.
 */
import type { BaseTransportOptions, Envelope, Transport } from '@sentry/core';
import { type Prepared, prepare, targetOf, withoutDetails } from './envelope.ts';
import { type EnvelopeName, OutboxFolder } from './folder.ts';
import { chargeOf, DAY_MS } from './outbox.policy.ts';
import type { Request } from './post.ts';
import { Sender } from './send.ts';
import { EnvelopeStore } from './store.ts';
import { realFiles, systemClock } from './system.ts';

/** How long `flush`, and with it quitting, waits for the network at most, in milliseconds. */
const FLUSH_MS = 1_000;
/**
 * Interval between clean-ups, in milliseconds. There is none at the start, because a machine may set its clock only
 * after the app has started.
 */
const CATCH_UP_MS = 600_000;
/** The same while envelopes are only in memory. */
const RESCUE_MS = 10_000;

/** Ids of stored envelopes that are remembered: a page asks about its own within seconds. */
const MAX_IDS = 100;
/** How long `holds` waits, in milliseconds: a page that has just started loads the SDK first. */
const PATIENCE_MS = 5_000;

const DEFAULTS = {
  /** Budget on disk in bytes, whole blocks and names counted. */
  maxBytes: 100_000_000,
  /** Age in days after which an envelope is removed: as long as Sentry takes old events. */
  maxAgeDays: 30,
  /** Bytes kept in memory while the disk cannot be written. */
  maxMemoryBytes: 16_000_000,
  /** Whether the user works at the machine: transactions and replays then leave bandwidth for that. */
  isUserActive: () => true,
  /** Gets the server's limits when they change: until when a category, or `all`, is limited, in ms since the epoch. */
  onLimits: (_until: Readonly<Record<string, number>>): void => undefined,
  files: realFiles,
  clock: systemClock,
  /** In [0, 1). */
  random: Math.random,
};

/** `ask`: stored, not sent. `on`: stored and sent. `off`: neither. */
export type Mode = 'ask' | 'on' | 'off';

export type OutboxState = ReturnType<Outbox['state']>;

export interface OutboxOptions extends Partial<typeof DEFAULTS> {
  /** The folder; made when it is needed, for this user only. */
  folder: string;
  mode: Mode;
  /** Makes the HTTP requests. In the app: `netRequest`. */
  request: Request;
}

/** Its functions are properties, so that they can be passed on without binding them. */
export class Outbox {
  readonly #store: EnvelopeStore;
  readonly #sender: Sender;
  readonly #options: typeof DEFAULTS;
  #mode: Mode;
  #recordDropped: BaseTransportOptions['recordDroppedEvent'] | undefined;
  #cancelUpkeep: (() => void) | undefined;
  #stored: string[] = [];
  readonly #awaited = new Map<string, (isStored: boolean) => void>();

  /** Opens the outbox in a folder. */
  constructor({ mode, folder: path, request, ...settings }: OutboxOptions) {
    const options = { ...DEFAULTS, ...settings };
    const { clock, files, maxAgeDays } = options;
    const folder = new OutboxFolder(path, files, () => clock.wall());
    this.#options = options;
    this.#mode = mode;
    this.#store = new EnvelopeStore({
      ...options,
      folder,
      maxAge: maxAgeDays * DAY_MS,
      onDrop: (one) => this.#recordDrop(one, 'queue_overflow'),
    });
    this.#sender = new Sender({
      ...options,
      store: this.#store,
      folder,
      request,
      onReject: (one) => this.#recordDrop(one, 'send_error'),
    });
    this.#keepUp();
    this.setMode(mode);
  }

  /** For `Sentry.init({ transport })`. */
  readonly transport = ({ url, headers, recordDroppedEvent }: BaseTransportOptions): Transport => {
    this.#recordDropped = recordDroppedEvent;
    const target = targetOf(url);
    this.#sender.connect(url, target, headers);
    return {
      // 202: taken, and not yet delivered. What is neither on disk nor wanted has no status.
      send: async (envelope) => (this.#take(envelope, target) ? { statusCode: 202 } : {}),
      flush: async (timeout = FLUSH_MS) => {
        const limit = new Promise<void>((resolve) => {
          this.#options.clock.after(Math.min(timeout, FLUSH_MS), resolve);
        });
        await Promise.race([this.#sender.whenQuiet(), limit]);
        return this.#store.isOnDisk;
      },
    };
  };

  /** Changes the consent; takes effect at once. */
  readonly setMode = (mode: Mode): void => {
    this.#mode = mode;
    this.#sender.want(mode === 'on');
    if (mode === 'on') this.wake();
  };

  /** To call on `online` and on `resume`. */
  readonly wake = (): void => {
    this.#store.catchUp();
    this.#sender.wake();
  };

  /** Removes every stored file. Throws Error that says which could not be removed. */
  readonly erase = (): void => {
    this.#sender.want(false);
    try {
      this.#store.erase();
    } finally {
      this.#sender.want(this.#mode === 'on');
    }
  };

  /** Runs a capture; gives its id if what it made is on disk. */
  readonly ifStored = (capture: () => string): string | undefined => {
    const id = capture();
    return this.#stored.includes(id) ? id : undefined;
  };

  /** Whether the event with this id is on disk, or comes there soon. */
  readonly holds = (id: string): Promise<boolean> =>
    new Promise((resolve) => {
      if (this.#stored.includes(id)) return resolve(true);
      const settle = (isStored: boolean) => {
        cancel();
        this.#awaited.delete(id);
        resolve(isStored);
      };
      const cancel = this.#options.clock.after(PATIENCE_MS, () => settle(false));
      this.#awaited.set(id, settle);
    });

  /** For the diagnostics page and for tests. Times in milliseconds since the epoch, sizes in bytes. */
  readonly state = () => ({
    mode: this.#mode,
    ...this.#store.state(),
    ...this.#sender.state(),
    counters: { ...this.#store.counters },
  });

  /** Whether everything accepted is on disk, and nothing only in memory. */
  readonly isWritten = (): boolean => this.#store.isOnDisk;

  /** Stops timers and requests; what waits stays on disk. */
  readonly close = (): void => {
    this.#cancelUpkeep?.();
    this.#sender.want(false);
  };

  #keepUp(): void {
    this.#cancelUpkeep?.();
    const isRescue = !this.#store.isOnDisk;
    this.#cancelUpkeep = this.#options.clock.after(isRescue ? RESCUE_MS : CATCH_UP_MS, () => {
      this.#store.catchUp();
      if (!isRescue) this.#store.expire();
      this.#sender.poke();
      this.#keepUp();
    });
  }

  /** Whether it is on disk. */
  #take(envelope: Envelope, target: string): boolean {
    const { counters } = this.#store;
    if (this.#mode === 'off') {
      counters.declined += 1;
      return false;
    }
    try {
      const prepared = this.#prepare(envelope, target);
      const kept = this.#store.put(prepared);
      if (kept === 'memory') this.#keepUp();
      this.#sender.poke();
      if (kept !== 'disk') return false;
      const { id } = prepared.label;
      this.#stored = [...this.#stored, id].slice(-MAX_IDS);
      this.#awaited.get(id)?.(true);
      return true;
    } catch (error) {
      counters.failed += 1;
      throw error;
    }
  }

  #prepare(envelope: Envelope, target: string): Prepared {
    const prepared = prepare(envelope, target);
    if (chargeOf(prepared.data.length) <= this.#options.maxBytes) return prepared;
    // Too large for the whole budget: the report itself matters more than what goes with it.
    const bare = withoutDetails(envelope);
    return bare ? prepare(bare, target) : prepared;
  }

  #recordDrop({ categories }: EnvelopeName, reason: 'queue_overflow' | 'send_error'): void {
    type Category = Parameters<BaseTransportOptions['recordDroppedEvent']>[1];
    for (const category of categories) {
      // Sentry's own statistics are not counted in them.
      if (category !== 'internal') this.#recordDropped?.(reason, category as Category);
    }
  }
}
