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
  /** Where the number comes from. */
  readonly source: string;
}

export const LIMITS = {
  breadcrumbs: {
    name: 'Breadcrumbs on one report',
    value: 100,
    unit: 'breadcrumbs',
    enforcedBy: 'main, on every envelope item: both processes together',
    source: 'specification; default of maxBreadcrumbs in the Sentry SDKs',
  },
  breadcrumbBytes: {
    name: 'One breadcrumb',
    value: 4096,
    unit: 'bytes',
    enforcedBy: 'main, when it is made: longer texts and data are cut',
    source: '100 of them must fit into one report',
  },
  eventBytes: {
    name: 'One report, without attachments',
    value: 1_000_000,
    unit: 'bytes',
    enforcedBy: 'main, before it is stored: the largest and oldest parts are cut, and it says so',
    source: "Sentry's size limits",
  },
  eventCompressedBytes: {
    name: 'One report, without attachments, compressed',
    value: 200_000,
    unit: 'bytes',
    enforcedBy: 'main, before it is stored, in the same way',
    source: "Sentry's size limits",
  },
  baggage: {
    name: 'Baggage header of one request',
    value: 8192,
    unit: 'characters',
    enforcedBy: 'main, where requests of both processes leave',
    source: 'specification; W3C Baggage asks for 8192 bytes',
  },
  replayIdlePause: {
    name: 'Replay: pause after no input for',
    value: 300,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: the same for every window',
    source: 'specification; SESSION_IDLE_PAUSE_DURATION of Sentry Replay',
  },
  replayIdleExpiry: {
    name: 'Replay: a new one after no input for',
    value: 900,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: the same for every window',
    source: 'specification; SESSION_IDLE_EXPIRE_DURATION of Sentry Replay',
  },
  replayMaximum: {
    name: 'Replay: longest, by replay id',
    value: 3600,
    unit: 'seconds',
    enforcedBy: 'main, the replay gate: over reloads, crashes and windows',
    source: 'specification; MAX_REPLAY_DURATION of Sentry Replay',
  },
  replayFlushMinimum: {
    name: 'Replay: shortest time between two segments',
    value: 5000,
    unit: 'milliseconds',
    enforcedBy:
      'the page, the recorder; main, the gate, but for what it asks for before a pause and at the end',
    source: 'specification; DEFAULT_FLUSH_MIN_DELAY of Sentry Replay',
  },
  replayFlushMaximum: {
    name: 'Replay: longest time that something recorded waits in the page',
    value: 5500,
    unit: 'milliseconds',
    enforcedBy: 'the page, the recorder; the gate asks a page that is late',
    source: 'specification; DEFAULT_FLUSH_MAX_DELAY of Sentry Replay',
  },
  replayBuffer: {
    name: 'Replay: one recording, uncompressed',
    value: 20_000_000,
    unit: 'bytes',
    enforcedBy: 'the page, the recorder; main, on every recording',
    source: 'specification; REPLAY_MAX_EVENT_BUFFER_SIZE of Sentry Replay',
  },
  replayAdded: {
    name: 'Replay: added to a page at once',
    value: 5000,
    unit: 'elements',
    enforcedBy: 'the page: recording pauses, and goes on with a whole picture in the next idle moment',
    source:
      'none of Sentry, which counts changes of 10,000 parents; the recorder takes 25 µs for each element',
  },
  replayElements: {
    name: 'Replay: on a page',
    value: 25_000,
    unit: 'elements',
    enforcedBy: 'the page: recording pauses until there are fewer',
    source:
      'none of Sentry; a whole picture of as many takes 0.25 s, and of 100,000 more bytes than one recording may have',
  },
  reportsPerHour: {
    name: 'Reports of one defect in an hour',
    value: 100,
    unit: 'reports',
    enforcedBy: 'main, before they are stored; the others are counted, and the next says how many',
    source: 'none of Sentry; one desktop app sent 134,942 of 7 machines (superset-sh/superset#7165)',
  },
  reportsPerDay: {
    name: 'Reports of all defects in a day',
    value: 1000,
    unit: 'reports',
    enforcedBy: 'main, before they are stored; the last tenth is for defects that are new that day',
    source: 'ten defects at their limit',
  },
  detailsPerHour: {
    name: 'Logs, metrics and single spans in an hour',
    value: 10_000,
    unit: 'items',
    enforcedBy: 'main, before they are stored, 100 to a file',
    source: 'none of Sentry; 10 MB of the outbox',
  },
  envelopeItems: {
    name: 'Items of one envelope of a page',
    value: 100,
    unit: 'items',
    enforcedBy: 'main, when it comes: the first go on',
    source: 'none of Sentry; a report has one, and its attachments',
  },
  itemValues: {
    name: 'Values in one item of a page, other than a profile or a recording',
    value: 100_000,
    unit: 'items',
    enforcedBy: 'main, before it is read: one with more stays away',
    source: 'none of Sentry; a report of 1 MB whose values have 10 bytes each',
  },
  attachmentBytes: {
    name: 'Attachments of one report of a page',
    value: 5_000_000,
    unit: 'bytes',
    enforcedBy: 'main, when the report comes: the others stay away',
    source: 'a screenshot with feedback',
  },
  profilesPerHour: {
    name: 'Profiles of pages in an hour',
    value: 100,
    unit: 'items',
    enforcedBy: 'main, when they come',
    source: 'none of Sentry; one that goes on has a part each minute',
  },
  profileBytes: {
    name: 'One profile of a page',
    value: 2_000_000,
    unit: 'bytes',
    enforcedBy: 'main, when it comes: a larger one stays away, and its transaction goes',
    source: 'none of Sentry; 30 seconds of 3,000 stacks with 100 functions each have 1.2 MB',
  },
  profileParts: {
    name: 'Functions, stacks and samples of one profile of a page',
    value: 15_000,
    unit: 'items',
    enforcedBy: 'main, when it comes, in the same way',
    source: 'none of Sentry; a minute has 6,000 samples, of as many stacks, and 3,000 functions',
  },
  imageCache: {
    name: 'Image: shortest time in the cache',
    value: 60,
    unit: 'seconds',
    enforcedBy: 'main, the image cache',
    source: 'specification; minimumCacheTTL of Next.js 15.5',
  },
  pageDataAttempts: {
    name: 'Page data: attempts on a 5xx',
    value: 3,
    unit: 'attempts',
    enforcedBy: 'page data, on the first load',
    source: 'specification; fetchRetry of Next.js 15.5',
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
