/** Every fixed limit of the shell. Code, tests, electron/telemetry/README.md and the diagnostics page read it here. */

export interface Limit {
  /** The name in that guide and on the diagnostics page. */
  readonly name: string;
  readonly value: number;
  readonly unit:
    | 'breadcrumbs'
    | 'characters'
    | 'seconds'
    | 'milliseconds'
    | 'bytes'
    | 'attempts'
    | 'elements'
    | 'reports'
    | 'items';
  /** Which part enforces it, and on what. */
  readonly enforcedBy: string;
}

/** The comment above a value says where the number comes from. */
export const LIMITS = {
  breadcrumbs: {
    name: 'Breadcrumbs on one report',
    // Specification; default of maxBreadcrumbs in the Sentry SDKs.
    value: 100,
    unit: 'breadcrumbs',
    enforcedBy: 'main, on every envelope item: both processes together',
  },
  breadcrumbBytes: {
    name: 'One breadcrumb',
    // Chosen so that 100 of them fit into one report.
    value: 4096,
    unit: 'bytes',
    enforcedBy: 'main, when it is added: longer texts and data are cut',
  },
  eventBytes: {
    name: 'One report, without attachments',
    // Sentry's size limits.
    value: 1_000_000,
    unit: 'bytes',
    enforcedBy: 'main, before storing: cuts the largest and oldest parts and marks the report',
  },
  eventCompressedBytes: {
    name: 'One report, without attachments, compressed',
    // Sentry's size limits.
    value: 200_000,
    unit: 'bytes',
    enforcedBy: 'main, before storing, in the same way',
  },
  baggage: {
    name: 'Baggage header of one request',
    // Specification; W3C Baggage asks for 8192 bytes.
    value: 8192,
    unit: 'characters',
    enforcedBy: 'main, on outgoing requests of both processes',
  },
  replayIdlePause: {
    name: 'Replay: idle time before a pause',
    // Specification; SESSION_IDLE_PAUSE_DURATION of Sentry Replay.
    value: 300,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: the same for every window',
  },
  replayIdleExpiry: {
    name: 'Replay: idle time before a new one',
    // Specification; SESSION_IDLE_EXPIRE_DURATION of Sentry Replay.
    value: 900,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: the same for every window',
  },
  replayMaximum: {
    name: 'Replay: longest duration, per replay id',
    // Specification; MAX_REPLAY_DURATION of Sentry Replay.
    value: 3600,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: across reloads, crashes and windows',
  },
  replayFlushMinimum: {
    name: 'Replay: shortest time between two segments',
    // Specification; DEFAULT_FLUSH_MIN_DELAY of Sentry Replay.
    value: 5000,
    unit: 'milliseconds',
    enforcedBy:
      'the page, the recorder; main, the gate, but for what it asks for before a pause and at the end',
  },
  replayFlushMaximum: {
    name: 'Replay: longest wait of a recording in the page',
    // Specification; DEFAULT_FLUSH_MAX_DELAY of Sentry Replay.
    value: 5500,
    unit: 'milliseconds',
    enforcedBy: 'the page, the recorder; the gate asks a page that is late',
  },
  replayBuffer: {
    name: 'Replay: one recording, uncompressed',
    // Specification; REPLAY_MAX_EVENT_BUFFER_SIZE of Sentry Replay.
    value: 20_000_000,
    unit: 'bytes',
    enforcedBy: 'the page, the recorder; main, on every recording',
  },
  replayAdded: {
    name: 'Replay: elements added to a page at once',
    // Not from Sentry, which counts changes of 10,000 parents; the recorder takes 25 µs for each element.
    value: 5000,
    unit: 'elements',
    enforcedBy: 'the page: recording pauses, and resumes with a full snapshot in the next idle moment',
  },
  replayElements: {
    name: 'Replay: elements on a page',
    // Not from Sentry; a full snapshot of this many takes 0.25 s, and of 100,000 exceeds one recording.
    value: 25_000,
    unit: 'elements',
    enforcedBy: 'the page: recording pauses until there are fewer',
  },
  reportsPerHour: {
    name: 'Reports of one defect per hour',
    // Not from Sentry; one desktop app sent 134,942 from 7 machines (superset-sh/superset#7165).
    value: 100,
    unit: 'reports',
    enforcedBy: 'main, before storing; the next report says how many were left out',
  },
  reportsPerDay: {
    name: 'Reports of all defects per day',
    // Ten defects at their limit.
    value: 1000,
    unit: 'reports',
    enforcedBy: 'main, before storing; the last tenth is reserved for defects that are new that day',
  },
  detailsPerHour: {
    name: 'Logs, metrics and single spans per hour',
    // Not from Sentry; 10 MB of the outbox.
    value: 10_000,
    unit: 'items',
    enforcedBy: 'main, before storing, 100 to a file',
  },
  envelopeItems: {
    name: 'Items in one envelope of a page',
    // Not from Sentry; a report is one item plus its attachments.
    value: 100,
    unit: 'items',
    enforcedBy: 'main, on arrival: keeps the first ones',
  },
  itemValues: {
    name: 'Values in one item of a page, other than a profile or a recording',
    // Not from Sentry; a report of 1 MB whose values have 10 bytes each.
    value: 100_000,
    unit: 'items',
    enforcedBy: 'main, before parsing: drops the item',
  },
  attachmentBytes: {
    name: 'Attachments of one report of a page',
    // Enough for a screenshot with feedback.
    value: 5_000_000,
    unit: 'bytes',
    enforcedBy: 'main, on arrival: drops the rest',
  },
  profilesPerHour: {
    name: 'Profiles of pages per hour',
    // Not from Sentry; a continuous one has a part each minute.
    value: 100,
    unit: 'items',
    enforcedBy: 'main, on arrival',
  },
  profileBytes: {
    name: 'One profile of a page',
    // Not from Sentry; 30 seconds of 3,000 stacks with 100 functions each take 1.2 MB.
    value: 2_000_000,
    unit: 'bytes',
    enforcedBy: 'main, on arrival: drops a larger one and sends its transaction',
  },
  profileParts: {
    name: 'Functions, stacks and samples of one profile of a page',
    // Not from Sentry; a minute has 6,000 samples, as many stacks, and 3,000 functions.
    value: 15_000,
    unit: 'items',
    enforcedBy: 'main, on arrival, in the same way',
  },
  imageCache: {
    name: 'Image: shortest time in the cache',
    // Specification; minimumCacheTTL of Next.js 15.5.
    value: 60,
    unit: 'seconds',
    enforcedBy: 'main, the image cache',
  },
  pageDataAttempts: {
    name: 'Page data: attempts on a 5xx',
    // Specification; fetchRetry of Next.js 15.5.
    value: 3,
    unit: 'attempts',
    enforcedBy: 'page data, on the first load',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

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

/** Counts how often each limit acted, for the diagnostics page. */
export function createCounters() {
  const names = Object.keys(LIMITS) as LimitName[];
  const zeros = names.map((name) => [name, { trimmed: 0, dropped: 0, paused: 0 }] as const);
  const counts = Object.fromEntries(zeros) as Record<LimitName, LimitCount>;
  return {
    add(limit: LimitName, what: keyof LimitCount, times = 1) {
      counts[limit][what] += times;
    },
    /** Returns a copy of all counts. */
    read: () => structuredClone(counts),
  };
}

/** Which breadcrumbs a report contains. */
export interface Trail {
  /** How many. Default: the limit of 100. */
  most?: number;
  /** Of these categories, such as `console`, the oldest go first if there are too many; then the oldest of all. */
  dropFirst?: readonly string[];
}
