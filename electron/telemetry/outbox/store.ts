/** One file for each envelope, within a budget; names are the only index. In memory, but for replays, if the disk fails. */
import { UnusableFile } from '../../common/regularFile.ts';
import {
  codeOf,
  type Disk,
  filesIn,
  isLeftover,
  parseFile,
  QUARANTINE_FOLDER,
  type StoredEnvelope,
} from './disk.ts';
import type { Prepared } from './envelope.ts';
import { formatName, REPLAY_PRIORITY, summarize } from './name.ts';
import { chargeOf, partOf, roomFor } from './outbox.policy.ts';

/** After which an envelope is removed: Sentry accepts no older events. */
const MAX_AGE_MS = 30 * 86_400_000;
const MAX_MEMORY = 16_000_000;
/** Files to remove in one turn: each may wait for the disk. */
const REMOVALS = 20;
/** Temporary read errors: too many open files, or a virus scanner that holds the file. */
const PASSING: readonly string[] = ['EMFILE', 'ENFILE', 'EAGAIN', 'EBUSY', 'EACCES', 'EPERM'];

/** Where an envelope is. One in memory is sent from there, and written as soon as the disk accepts it. */
export type Place = 'disk' | 'memory' | 'lost';

export type EnvelopeStore = ReturnType<typeof createStore>;

/** Lists the folder; nothing is written before the first envelope. */
export function createStore(disk: Disk, maxBytes: number) {
  /** Of envelopes since the start of this run. */
  const counters = {
    /** Stored: on disk, or in memory while the disk could not be written. */
    accepted: 0,
    sent: 0,
    /** Never accepted by the server: removed after 400, quarantined after 413. */
    rejected: 0,
    evicted: 0,
    /** Not stored: everything that waited was more important, or the disk could not be written. */
    refused: 0,
    overdue: 0,
    quarantined: 0,
  };
  const onDisk = new Map<string, StoredEnvelope>();
  /** Their bytes of the budget. A running sum: storing one must not cost more when more wait. */
  let used = 0;
  const ofErrors = new Set<string>();
  /** Replays of which a part was given up in this run, so later parts cannot be played. */
  const cutReplays = new Set<string | undefined>();
  const inMemory = new Map<StoredEnvelope, Buffer>();
  let hasError = false;
  /** The disk's last error, by Node's code such as `ENOSPC`; `at` in milliseconds since the epoch. */
  let trouble: { code: string; message: string; at: number } | undefined;

  function report(error: unknown): void {
    trouble = { code: codeOf(error), message: (error as Error).message, at: Date.now() };
  }
  /** Runs `action`; `undefined` if it throws, which the diagnostics then show. */
  function attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      report(error);
      return undefined;
    }
  }
  function lose(reason: 'evicted' | 'refused' | 'overdue' | 'rejected'): 'lost' {
    counters[reason] += 1;
    return 'lost';
  }

  function add(one: StoredEnvelope): void {
    onDisk.set(one.file, one);
    used += chargeOf(one.size);
    if (one.priority === 0 && one.replay) ofErrors.add(one.replay);
  }
  function forget(one: StoredEnvelope): void {
    if (onDisk.delete(one.file)) used -= chargeOf(one.size);
  }
  function discard(one: StoredEnvelope): void {
    if (inMemory.delete(one)) return;
    disk.remove(one.file);
    forget(one);
  }
  /** Removes an envelope that was not sent, and counts it. Throws the disk's error. */
  function drop(one: StoredEnvelope, reason: 'evicted' | 'overdue'): 'lost' {
    discard(one);
    return one.isDone || one.isQuarantined ? 'lost' : lose(reason);
  }
  /** Adds envelopes of earlier runs, and removes their unfinished files. The budget has room for some 20,000. */
  function list(): void {
    const folders = ['', QUARANTINE_FOLDER];
    for (const file of folders.flatMap((folder) => attempt(() => filesIn(disk.folder, folder)) ?? [])) {
      const known = parseFile(file);
      if (known) add(known);
      else if (isLeftover(file)) attempt(() => disk.remove(file));
    }
  }
  /** Writes an envelope; false if everything that waits is more important. Throws the disk's error. */
  function save(one: StoredEnvelope, data: Buffer): boolean {
    const replay = partOf(one);
    if (replay && cutReplays.has(replay)) return false;
    const bytes = used + chargeOf(one.size) - maxBytes;
    const going = bytes > 0 ? roomFor(one, bytes, onDisk.values(), ofErrors) : [];
    for (const less of going ?? [one]) cutReplays.add(partOf(less));
    if (!going) return false;
    for (const less of going) drop(less, 'evicted');
    // There are too many replay segments for the window to wait until each survives a power cut.
    disk.write(one.file, data, one.priority !== REPLAY_PRIORITY);
    add(one);
    return true;
  }
  /** The oldest in memory make room. */
  function keepInMemory(one: StoredEnvelope, data: Buffer): boolean {
    if (one.priority === REPLAY_PRIORITY || one.size > MAX_MEMORY) return false;
    inMemory.set(one, data);
    let kept = [...inMemory.keys()].reduce((sum, { size }) => sum + size, 0);
    for (const oldest of inMemory.keys()) {
      if (kept <= MAX_MEMORY) break;
      kept -= oldest.size;
      drop(oldest, 'evicted');
    }
    return true;
  }

  list();
  const store = {
    counters,
    lose,
    /** Yields the envelopes to send, the oldest first. */
    *waiting(): Generator<StoredEnvelope, void> {
      for (const one of onDisk.values()) if (!one.isDone && !one.isQuarantined) yield one;
      yield* inMemory.keys();
    },
    isOnDisk: () => inMemory.size === 0,
    hasError: () => hasError,
    put({ label, data }: Prepared): Place {
      const isFirst = label.priority === 0 && !hasError;
      const name = { ...label, time: Date.now(), isFirst };
      // Two segments of one replay may arrive in the same millisecond.
      while (onDisk.has(formatName(name))) name.time += 1;
      const one = { ...name, file: formatName(name), isQuarantined: false };
      const isSaved = attempt(() => save(one, data));
      const isKept = isSaved ?? keepInMemory(one, data);
      if (!isKept) return lose('refused');
      counters.accepted += 1;
      hasError ||= one.priority === 0;
      if (!isSaved) return 'memory';
      trouble = undefined;
      if (!store.isOnDisk()) store.catchUp();
      return 'disk';
    },
    /** Returns the bytes; `undefined` if it cannot be sent now: it is gone, unreadable for a while, or quarantined. */
    async read(one: StoredEnvelope): Promise<Buffer | undefined> {
      try {
        const data = inMemory.get(one) ?? (await disk.read(one.file, one.size));
        if (data.length === one.size) return data;
      } catch (error) {
        const code = codeOf(error);
        if (code === 'ENOENT') forget(one);
        else if (!(error instanceof UnusableFile)) report(error);
        if (code === 'ENOENT' || PASSING.includes(code)) return undefined;
      }
      store.quarantine(one);
      return undefined;
    },
    remove(one: StoredEnvelope) {
      // Not sent again even if its file cannot be removed before `catchUp`.
      one.isDone = true;
      attempt(() => discard(one));
    },
    quarantine(one: StoredEnvelope) {
      // An envelope only in memory has no file to keep.
      if (inMemory.has(one)) return store.remove(one);
      attempt(() => {
        const file = disk.quarantine(one.file);
        forget(one);
        add(Object.assign(one, { file, isQuarantined: true }));
        counters.quarantined += 1;
      });
    },
    /** Retries what the disk refused: removing files, and writing envelopes that are only in memory. */
    catchUp() {
      for (const one of onDisk.values()) if (one.isDone) store.remove(one);
      attempt(() => {
        for (const [one, data] of inMemory) {
          if (!save(one, data)) lose('refused');
          inMemory.delete(one);
          trouble = undefined;
        }
      });
    },
    expire() {
      // biome-ignore lint/plugin: the server counts the age of a report by the wall clock
      const oldest = Date.now() - MAX_AGE_MS;
      const overdue = [...store.waiting()].filter(({ time }) => time < oldest);
      const some = overdue.slice(0, REMOVALS);
      const areGone = some.every((one) => attempt(() => drop(one, 'overdue')) === 'lost');
      if (areGone && overdue.length > REMOVALS) setImmediate(store.expire);
    },
    erase() {
      onDisk.clear();
      used = 0;
      inMemory.clear();
      try {
        disk.erase();
      } finally {
        list();
      }
    },
    state: () => ({
      folder: disk.folder,
      priorities: summarize(store.waiting()),
      inMemory: inMemory.size,
      quarantined: [...onDisk.values()].filter((one) => one.isQuarantined).length,
      usedBytes: used,
      maxBytes,
      trouble,
    }),
  };
  return store;
}
