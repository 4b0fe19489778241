/**
 * The outbox: what Sentry's SDK sends goes to disk first, and from there to the server.
 * `Sentry.init({ transport: outbox.transport })` puts it in the place of the SDK's transport and store.
 */
import type { BaseTransportOptions, Envelope, Transport } from '@sentry/core';
import { type Clock, systemClock } from './clock.ts';
import { type Prepared, prepare, targetOf, withoutDetails } from './envelope.ts';
import { type Files, realFiles } from './files.ts';
import { OutboxFolder } from './folder.ts';
import type { EnvelopeName } from './name.ts';
import type { Request } from './post.ts';
import { chargeOf } from './retention.policy.ts';
import { Sender } from './send.ts';
import type { Mode, OutboxState } from './state.ts';
import { EnvelopeStore, type Kept } from './store.ts';

const REPLAY_PRIORITY = 3;
/** How long `flush`, and with it quitting, waits for writes and for the network at most, in milliseconds. */
const FLUSH_MS = 1_000;
/**
 * How often the folder is looked through, and old envelopes are removed, in milliseconds. Not at the start:
 * the wall clock of a machine may only be right some time after.
 */
const CATCH_UP_MS = 600_000;
/** The same while envelopes are only in memory. */
const RESCUE_MS = 10_000;

export interface OutboxOptions {
  /** The folder; made when it is needed, for this user only. */
  folder: string;
  mode: Mode;
  /** Makes the HTTP requests. In the app: `netRequest`. */
  request: Request;
  /** Budget on disk in bytes, whole blocks and names counted. Default 100 MB. */
  maxBytes?: number;
  /** Age in days after which an envelope is removed. Default 30, as long as Sentry takes old events. */
  maxAgeDays?: number;
  /** Bytes kept in memory while the disk cannot be written. Default 16 MB. */
  maxMemoryBytes?: number;
  /** Requests at the same time. Default 4. */
  concurrency?: number;
  /** What transactions and replays may send while the user works, in bytes a second. Default 256 KiB. */
  bytesPerSecond?: number;
  /** The same, in bytes at once after a rest. Default 2 MiB. */
  burstBytes?: number;
  /** Whether the user works at the machine; default: always. */
  isUserActive?: () => boolean;
  /** Gets the server's limits when they change: until when a category, or `all`, is limited, in ms since the epoch. */
  onLimits?: (until: Readonly<Record<string, number>>) => void;
  files?: Files;
  clock?: Clock;
  /** In [0, 1). */
  random?: () => number;
}

export interface Outbox {
  /** For `Sentry.init({ transport })`. */
  transport: (options: BaseTransportOptions) => Transport;
  /** Changes the consent; takes effect at once. */
  setMode: (mode: Mode) => void;
  /** To call on `online` and on `resume`. */
  wake: () => void;
  /**
   * Removes every stored file, quarantine included.
   * @throws Error that says which file could not be removed.
   */
  erase: () => void;
  state: () => OutboxState;
  /** Whether everything accepted is on disk: no write is under way, and nothing is only in memory. */
  isWritten: () => boolean;
  /** Stops timers and requests; what waits stays on disk. */
  close: () => void;
}

/** Opens the outbox in a folder. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { request, files = realFiles, clock = systemClock, random = Math.random } = options;
  const { maxBytes = 100_000_000 } = options;
  const folder = new OutboxFolder(options.folder, files, clock);
  let mode = options.mode;
  let recordDropped: BaseTransportOptions['recordDroppedEvent'] | undefined;

  const recordDrop = ({ categories }: EnvelopeName, reason: 'queue_overflow' | 'send_error') => {
    type Category = Parameters<BaseTransportOptions['recordDroppedEvent']>[1];
    for (const category of categories) {
      // Sentry's own statistics are not counted in them.
      if (category !== 'internal') recordDropped?.(reason, category as Category);
    }
  };
  const store = new EnvelopeStore({
    folder,
    maxBytes,
    maxAge: (options.maxAgeDays ?? 30) * 86_400_000,
    maxMemory: options.maxMemoryBytes ?? 16_000_000,
    clock,
    onDrop: (one) => recordDrop(one, 'queue_overflow'),
  });
  const sender = new Sender({
    store,
    folder,
    clock,
    random,
    request,
    concurrency: options.concurrency ?? 4,
    pace: { rate: options.bytesPerSecond ?? 256 * 1024, burst: options.burstBytes ?? 2 * 1024 * 1024 },
    isUserActive: options.isUserActive ?? (() => true),
    onReject: (one) => recordDrop(one, 'send_error'),
    onLimits: options.onLimits ?? (() => undefined),
  });

  let cancelUpkeep: (() => void) | undefined;
  const keepUp = () => {
    cancelUpkeep?.();
    const isRescue = !store.isOnDisk;
    cancelUpkeep = clock.after(isRescue ? RESCUE_MS : CATCH_UP_MS, () => {
      store.catchUp();
      if (!isRescue) store.expire();
      sender.poke();
      keepUp();
    });
  };
  keepUp();

  const prepareToFit = (envelope: Envelope, target: string): Prepared => {
    try {
      const prepared = prepare(envelope, target);
      if (chargeOf(prepared.data.length) <= maxBytes) return prepared;
      // Too large for the whole budget: the report itself matters more than what goes with it.
      const bare = withoutDetails(envelope, 'details');
      return bare ? prepare(bare, target) : prepared;
    } catch (error) {
      store.counters.failed += 1;
      throw error;
    }
  };
  const take = async (envelope: Envelope, target: string): Promise<Kept | 'declined'> => {
    if (mode === 'off') {
      store.counters.declined += 1;
      return 'declined';
    }
    const prepared = prepareToFit(envelope, target);
    const kept =
      prepared.label.priority === REPLAY_PRIORITY ? await store.putLater(prepared) : store.put(prepared);
    if (kept === 'memory') keepUp();
    sender.poke();
    return kept;
  };

  const wake = () => {
    store.catchUp();
    sender.wake();
  };
  const setMode = (next: Mode) => {
    mode = next;
    sender.want(next === 'on');
    if (next === 'on') wake();
  };
  setMode(mode);

  return {
    transport: (transportOptions) => {
      recordDropped = transportOptions.recordDroppedEvent;
      const target = targetOf(transportOptions.url);
      sender.connect(transportOptions.url, target, transportOptions.headers ?? {});
      return {
        // 202: taken, and not yet delivered. What is neither on disk nor wanted has no status.
        send: async (envelope) => ((await take(envelope, target)) === 'disk' ? { statusCode: 202 } : {}),
        flush: async (timeout = FLUSH_MS) => {
          const limit = new Promise<void>((resolve) => clock.after(Math.min(timeout, FLUSH_MS), resolve));
          await Promise.race([Promise.all([store.settled(), sender.whenQuiet()]), limit]);
          return store.isOnDisk;
        },
      };
    },
    setMode,
    wake,
    erase: () => {
      sender.want(false);
      try {
        store.erase();
      } finally {
        sender.want(mode === 'on');
      }
    },
    state: () => ({ mode, ...store.state(), ...sender.state(), counters: { ...store.counters } }),
    isWritten: () => store.isOnDisk,
    close: () => {
      cancelUpkeep?.();
      sender.want(false);
    },
  };
}
