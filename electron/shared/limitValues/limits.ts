/** Every fixed limit of the shell. electron/telemetry/README.md says which part keeps it. */

export interface Limit {
  readonly value: number;
  readonly unit: string;
}

/** The comment above a value says where the number comes from. */
export const LIMITS = {
  // Specification; default of maxBreadcrumbs in the Sentry SDKs.
  breadcrumbs: { value: 100, unit: 'breadcrumbs' },
  // Chosen so that 100 of them fit into one report.
  breadcrumbBytes: { value: 4096, unit: 'bytes' },
  // Sentry's size limits.
  eventBytes: { value: 1_000_000, unit: 'bytes' },
  eventCompressedBytes: { value: 200_000, unit: 'bytes' },
  // Specification; W3C Baggage asks for 8192 bytes.
  baggage: { value: 8192, unit: 'characters' },
  // Specification; SESSION_IDLE_PAUSE_DURATION of Sentry Replay.
  replayIdlePause: { value: 300, unit: 'seconds' },
  // Specification; SESSION_IDLE_EXPIRE_DURATION of Sentry Replay.
  replayIdleExpiry: { value: 900, unit: 'seconds' },
  // Specification; MAX_REPLAY_DURATION of Sentry Replay.
  replayMaximum: { value: 3600, unit: 'seconds' },
  // Specification; DEFAULT_FLUSH_MIN_DELAY of Sentry Replay.
  replayFlushMinimum: { value: 5000, unit: 'milliseconds' },
  // Specification; DEFAULT_FLUSH_MAX_DELAY of Sentry Replay.
  replayFlushMaximum: { value: 5500, unit: 'milliseconds' },
  // Specification; REPLAY_MAX_EVENT_BUFFER_SIZE of Sentry Replay.
  replayBuffer: { value: 20_000_000, unit: 'bytes' },
  // Not from Sentry, which counts changes of 10,000 parents; the recorder takes 25 µs for each element.
  replayAdded: { value: 5000, unit: 'elements' },
  // Not from Sentry; a full snapshot of this many takes 0.25 s, and of 100,000 exceeds one recording.
  replayElements: { value: 25_000, unit: 'elements' },
  // Not from Sentry; one desktop app sent 134,942 from 7 machines (superset-sh/superset#7165).
  reportsPerHour: { value: 100, unit: 'reports' },
  // Ten defects at their limit.
  reportsPerDay: { value: 1000, unit: 'reports' },
  // Not from Sentry; 10 MB of the outbox.
  detailsPerHour: { value: 10_000, unit: 'items' },
  // Not from Sentry; a report is one item plus its attachments.
  envelopeItems: { value: 100, unit: 'items' },
  // Not from Sentry; a report of 1 MB whose values have 10 bytes each.
  itemValues: { value: 100_000, unit: 'items' },
  // Enough for a screenshot with feedback.
  attachmentBytes: { value: 5_000_000, unit: 'bytes' },
  // Not from Sentry; a continuous one has a part each minute.
  profilesPerHour: { value: 100, unit: 'items' },
  // Not from Sentry; 30 seconds of 3,000 stacks with 100 functions each take 1.2 MB.
  profileBytes: { value: 2_000_000, unit: 'bytes' },
  // Specification; minimumCacheTTL of Next.js 15.5.
  imageCache: { value: 60, unit: 'seconds' },
  // Specification; fetchRetry of Next.js 15.5.
  pageDataAttempts: { value: 3, unit: 'attempts' },
} as const satisfies Record<string, Limit>;

/** How many of each process's newest breadcrumbs every report contains, however many the other process makes. */
export const RESERVED_BREADCRUMBS = 20;

export type LimitName = keyof typeof LIMITS;

/** Replay limits, in milliseconds; `recording` in uncompressed bytes. */
export const REPLAY_LIMITS = {
  idlePause: LIMITS.replayIdlePause.value * 1000,
  idleExpiry: LIMITS.replayIdleExpiry.value * 1000,
  maximum: LIMITS.replayMaximum.value * 1000,
  flushMinimum: LIMITS.replayFlushMinimum.value,
  flushMaximum: LIMITS.replayFlushMaximum.value,
  recording: LIMITS.replayBuffer.value,
};

/** How often a limit acted since the process started. */
export interface LimitCount {
  /** Times that a part was cut and the rest sent, or a replay was ended early. */
  trimmed: number;
  /** Items discarded completely. */
  dropped: number;
  /** Times that something had to wait. */
  paused: number;
}

export type LimitCounters = ReturnType<typeof createCounters>;

export function createCounters() {
  const names = Object.keys(LIMITS) as LimitName[];
  const zeros = names.map((name) => [name, { trimmed: 0, dropped: 0, paused: 0 }] as const);
  const counts = Object.fromEntries(zeros) as Record<LimitName, LimitCount>;
  return {
    add(limit: LimitName, what: keyof LimitCount, times = 1) {
      counts[limit][what] += times;
    },
    read: () => structuredClone(counts),
  };
}

export interface Trail {
  /** How many. Default: the limit of 100. */
  most?: number;
  /** Of these categories, such as `console`, the oldest go first if there are too many; then the oldest of all. */
  dropFirst?: readonly string[];
}
