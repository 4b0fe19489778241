/** What the diagnostics say: one structure for the page, the text of `--diagnostics` and the support file. */
import type { LimitCount } from './limits.ts';

/**
 * The facts. All text in them is redacted: they leave the machine in a person's hands. Times are in milliseconds
 * since the epoch, durations in milliseconds, sizes in bytes.
 */
export interface Diagnostics {
  at: number;
  versions: { name: string; value: string }[];
  settings: SettingFact[];
  /** What could not be used of the settings, a sentence each. */
  settingProblems: string[];
  limits: LimitFact[];
  /** Messages of pages that were refused since the app was started, by channel; absent where no app runs. */
  refused?: { channel: string; count: number }[];
  outbox: OutboxFacts;
  faults: FaultFacts;
  connectivity: TargetFacts[];
}

export interface SettingFact {
  key: string;
  /** As JSON; absent for a key that is not set. */
  value?: string;
  /** `default`, a file, the name of an environment variable, or that a person chose it in this run. */
  source: string;
}

export interface LimitFact {
  name: string;
  value: number;
  unit: string;
  enforcedBy: string;
  /** What it did since the app was started; absent where no app runs that could know. */
  count?: LimitCount;
}

export interface OutboxFacts {
  folder: string;
  lanes: { name: string; count: number; bytes: number; oldest?: number }[];
  /** Files that could not be read and were put aside. */
  quarantined: number;
  /** Files of another version: kept, not sent. */
  foreign: number;
  /** What the reports take of the disk, and may take. */
  usedBytes?: number;
  maxBytes?: number;
  /** What is left on the disk. */
  freeBytes?: number;
  /** What is wrong with the folder or its disk, a sentence each. */
  trouble: string[];
  /** What only the running app knows. */
  run?: OutboxRun;
}

export interface OutboxRun {
  mode: string;
  /** Reports that wait in memory because the disk cannot be written. */
  inMemory: number;
  /** How many were accepted, sent, removed and so on since the app was started. */
  counters: Record<string, number>;
  lastAnswer?: string;
  nextAttempt?: number;
}

/** How many faults are kept. */
export const MOST_FAULTS = 50;

export interface FaultFacts {
  /** The newest first, at most `MOST_FAULTS`. */
  list: FaultFact[];
  /** Why those of earlier runs are not known, or not kept. */
  problem?: string;
}

export interface FaultFact {
  at: number;
  kind: string;
  code?: string;
  title: string;
  url: string;
  detail?: string;
  reportId?: string;
}

/** The steps to a server, in order; each needs the one before. */
export const STEPS = ['name', 'connection', 'TLS', 'HTTP'] as const;

export interface StepFact {
  step: (typeof STEPS)[number];
  result: 'ok' | 'failed' | 'skipped';
  /** How long it took; absent for a step that was skipped. */
  ms?: number;
  detail: string;
}

export interface TargetFacts {
  /** What the server is for: `origin` (page data, images) or `ingest` (reports). */
  target: string;
  /** Scheme, host and port; absent if none is set. */
  address?: string;
  /** How requests go there: direct, or through which proxy. */
  route?: string;
  /** Empty as long as nothing was checked; `note` says why. */
  steps: StepFact[];
  note?: string;
}

/** The answer to Save: where the file is, why it could not be written, or neither if the person cancelled. */
export interface SaveAnswer {
  saved?: string;
  problem?: string;
}

/** What the preload of the diagnostics window puts on `window.holdfastDiagnostics`, and nothing else. */
export interface DiagnosticsBridge {
  /** Gathers the facts anew and checks the connections. Takes as long as the slowest server may. */
  check(): Promise<Diagnostics>;
  /** Asks the person for a file and writes the facts that were given last into it. */
  save(): Promise<SaveAnswer>;
}

/** Name of the `<meta>` in which the document carries its facts, as JSON. */
export const DIAGNOSTICS_META = 'holdfast-diagnostics';
