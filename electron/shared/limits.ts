/** Every fixed limit of the shell. Code, tests, electron/telemetry/README.md and the diagnostics page read them here. */

export interface Limit {
  /** As that guide and the diagnostics page call it. */
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
  /** Who enforces it, and on what. */
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
    // 100 of them must fit into one report.
    value: 4096,
    unit: 'bytes',
    enforcedBy: 'main, when it is made: longer texts and data are cut',
  },
  eventBytes: {
    name: 'One report, without attachments',
    // Sentry's size limits.
    value: 1_000_000,
    unit: 'bytes',
    enforcedBy: 'main, before it is stored: the largest and oldest parts are cut, and it says so',
  },
  eventCompressedBytes: {
    name: 'One report, without attachments, compressed',
    // Sentry's size limits.
    value: 200_000,
    unit: 'bytes',
    enforcedBy: 'main, before it is stored, in the same way',
  },
  baggage: {
    name: 'Baggage header of one request',
    // Specification; W3C Baggage asks for 8192 bytes.
    value: 8192,
    unit: 'characters',
    enforcedBy: 'main, where requests of both processes leave',
  },
  replayIdlePause: {
    name: 'Replay: pause after no input for',
    // Specification; SESSION_IDLE_PAUSE_DURATION of Sentry Replay.
    value: 300,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: the same for every window',
  },
  replayIdleExpiry: {
    name: 'Replay: a new one after no input for',
    // Specification; SESSION_IDLE_EXPIRE_DURATION of Sentry Replay.
    value: 900,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: the same for every window',
  },
  replayMaximum: {
    name: 'Replay: longest, by replay id',
    // Specification; MAX_REPLAY_DURATION of Sentry Replay.
    value: 3600,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: over reloads, crashes and windows',
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
    name: 'Replay: longest time that something recorded waits in the page',
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
    name: 'Replay: added to a page at once',
    // None of Sentry, which counts changes of 10,000 parents; the recorder takes 25 µs for each element.
    value: 5000,
    unit: 'elements',
    enforcedBy: 'the page: recording pauses, and goes on with a whole picture in the next idle moment',
  },
  replayElements: {
    name: 'Replay: on a page',
    // None of Sentry; a whole picture of as many takes 0.25 s, and of 100,000 more bytes than one recording may have.
    value: 25_000,
    unit: 'elements',
    enforcedBy: 'the page: recording pauses until there are fewer',
  },
  reportsPerHour: {
    name: 'Reports of one defect in an hour',
    // None of Sentry; one desktop app sent 134,942 of 7 machines (superset-sh/superset#7165).
    value: 100,
    unit: 'reports',
    enforcedBy: 'main, before they are stored; the others are counted, and the next says how many',
  },
  reportsPerDay: {
    name: 'Reports of all defects in a day',
    // Ten defects at their limit.
    value: 1000,
    unit: 'reports',
    enforcedBy: 'main, before they are stored; the last tenth is for defects that are new that day',
  },
  detailsPerHour: {
    name: 'Logs, metrics and single spans in an hour',
    // None of Sentry; 10 MB of the outbox.
    value: 10_000,
    unit: 'items',
    enforcedBy: 'main, before they are stored, 100 to a file',
  },
  envelopeItems: {
    name: 'Items of one envelope of a page',
    // None of Sentry; a report has one, and its attachments.
    value: 100,
    unit: 'items',
    enforcedBy: 'main, when it comes: the first go on',
  },
  itemValues: {
    name: 'Values in one item of a page, other than a profile or a recording',
    // None of Sentry; a report of 1 MB whose values have 10 bytes each.
    value: 100_000,
    unit: 'items',
    enforcedBy: 'main, before it is read: one with more stays away',
  },
  attachmentBytes: {
    name: 'Attachments of one report of a page',
    // A screenshot with feedback.
    value: 5_000_000,
    unit: 'bytes',
    enforcedBy: 'main, when the report comes: the others stay away',
  },
  profilesPerHour: {
    name: 'Profiles of pages in an hour',
    // None of Sentry; one that goes on has a part each minute.
    value: 100,
    unit: 'items',
    enforcedBy: 'main, when they come',
  },
  profileBytes: {
    name: 'One profile of a page',
    // None of Sentry; 30 seconds of 3,000 stacks with 100 functions each have 1.2 MB.
    value: 2_000_000,
    unit: 'bytes',
    enforcedBy: 'main, when it comes: a larger one stays away, and its transaction goes',
  },
  profileParts: {
    name: 'Functions, stacks and samples of one profile of a page',
    // None of Sentry; a minute has 6,000 samples, of as many stacks, and 3,000 functions.
    value: 15_000,
    unit: 'items',
    enforcedBy: 'main, when it comes, in the same way',
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

/** What a limit has done since the process started. */
export interface LimitCount {
  /** Times a part was cut and the rest went on, or a replay was ended early. */
  trimmed: number;
  /** Items discarded whole. */
  dropped: number;
  /** Times something had to wait. */
  paused: number;
}

export type LimitCounters = ReturnType<typeof createCounters>;

/** Counts what each limit did, for the diagnostics page. */
export function createCounters() {
  const names = Object.keys(LIMITS) as LimitName[];
  const zeros = names.map((name) => [name, { trimmed: 0, dropped: 0, paused: 0 }] as const);
  const counts = Object.fromEntries(zeros) as Record<LimitName, LimitCount>;
  return {
    add(limit: LimitName, what: keyof LimitCount, times = 1) {
      counts[limit][what] += times;
    },
    /** A copy of all counts. */
    read: () => structuredClone(counts),
  };
}
