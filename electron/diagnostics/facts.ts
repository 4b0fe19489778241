/** All that the app knows of itself: one structure for the page, the command line and the support file. */
import type { LoadedSettings, Settings } from '../settings/settings.ts';
import type { LimitCount, LimitName } from '../shared/limits.ts';
import type { OutboxState } from '../telemetry/outbox/outbox.ts';
import type { DiskFacts } from './disk.ts';
import type { FaultLog } from './faultLog.ts';
import type { ServerFacts } from './servers.ts';

/** Times in milliseconds since the epoch, durations in milliseconds, sizes in bytes. */
export interface Facts {
  at: number;
  versions: { name: string; value: string }[];
  /** As they were read at the start. */
  loaded: LoadedSettings;
  disk: DiskFacts;
  faults: ReturnType<FaultLog['read']>;
  servers: ServerFacts[];
  /** What the running app knows, and a process that only prints does not. */
  running?: {
    /** The settings as they are now: the user may have chosen since the start. */
    settings: Settings;
    counts: Record<LimitName, LimitCount>;
    outbox: OutboxState;
    refused: Record<string, number>;
    isOnline: boolean;
    isPackaged: boolean;
    /** Whether pages are sandboxed; absent if that isn't known. */
    sandbox?: boolean;
    /** Linux: what keeps the key of cookies and of what the app encrypts, as Electron names it. */
    keyStore?: string;
  };
}

/** The facts as they may leave the computer in the user's hands: every text redacted. */
export function redactFacts(facts: Facts, redact: (text: string) => string): Facts {
  const { list } = facts.faults;
  const redacted = redactAll({ ...facts, faults: { ...facts.faults, list: [] } }, redact);
  // Faults are redacted when they are kept, and the ids of their reports are to be quoted.
  return { ...redacted, faults: { ...redacted.faults, list } };
}

function redactAll<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((one) => redactAll(one, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, redactAll(one, redact)]);
  return Object.fromEntries(entries) as T;
}
