/** From what the parts of the app know to the facts that are shown. Pure. All text is redacted here. */

import { SETTINGS_KEYS, type Settings } from '../settings/schema.ts';
import type { LoadedSettings } from '../settings/settings.ts';
import type {
  Diagnostics,
  FaultFacts,
  OutboxFacts,
  OutboxRun,
  SettingFact,
  TargetFacts,
} from '../shared/diagnostics.ts';
import { LIMITS, type LimitCount, type LimitName } from '../shared/limits.ts';
import type { OutboxState } from '../telemetry/outbox/state.ts';

/** What the running app knows, and a process that only prints does not. */
export interface RunningParts {
  /** The settings as they are now: the person may have chosen since the start. */
  settings: Settings;
  counts: Record<LimitName, LimitCount>;
  outbox: OutboxState;
  /** Messages of pages that were refused, by channel. */
  refused: ReadonlyMap<string, number>;
}

/** The folder of the outbox as the disk has it. Sizes in bytes. */
export interface DiskParts {
  /** Read from the folder; the running app's own state stands in its place. */
  listed: Pick<OutboxFacts, 'lanes' | 'quarantined' | 'foreign' | 'usedBytes'>;
  freeBytes?: number;
  trouble: string[];
}

export interface Parts {
  /** Milliseconds since the epoch. */
  at: number;
  versions: Diagnostics['versions'];
  loaded: LoadedSettings;
  outboxFolder: string;
  disk: DiskParts;
  faults: FaultFacts;
  connectivity: TargetFacts[];
  running?: RunningParts;
  redact(text: string): string;
}

/** The facts, redacted. */
export function gatherDiagnostics(parts: Parts): Diagnostics {
  const { at, versions, loaded, connectivity, running, redact } = parts;
  return {
    at,
    versions: versions.map(({ name, value }) => ({ name, value: redact(value) })),
    settings: settingFacts(loaded, running?.settings ?? loaded.settings, redact),
    settingProblems: loaded.faults.map(({ title, detail }) => redact(`${title}: ${detail ?? ''}`)),
    limits: (Object.keys(LIMITS) as LimitName[]).map((name) => {
      const { name: words, value, unit, enforcedBy } = LIMITS[name];
      return { name: words, value, unit, enforcedBy, ...(running && { count: running.counts[name] }) };
    }),
    ...(running && { refused: [...running.refused].map(([channel, count]) => ({ channel, count })) }),
    outbox: outboxFacts(parts),
    faults: {
      // Redacted when they were kept; the path of the file in the problem was not.
      list: parts.faults.list,
      ...(parts.faults.problem && { problem: redact(parts.faults.problem) }),
    },
    connectivity: connectivity.map((target) => redactTarget(target, redact)),
  };
}

function settingFacts(loaded: LoadedSettings, now: Settings, redact: Parts['redact']): SettingFact[] {
  return SETTINGS_KEYS.map((key) => {
    const value = now[key];
    const chosen = JSON.stringify(value) !== JSON.stringify(loaded.settings[key]);
    return {
      key,
      ...(value !== undefined && {
        value: redact(typeof value === 'string' ? value : JSON.stringify(value)),
      }),
      source: chosen ? 'chosen in this run' : redact(loaded.sources[key]),
    };
  });
}

function outboxFacts({ outboxFolder, disk, running, redact }: Parts): OutboxFacts {
  const state = running?.outbox;
  const trouble = [
    ...disk.trouble,
    ...(state?.trouble ? [`${state.trouble.code}: ${state.trouble.message}`] : []),
  ];
  return {
    folder: redact(outboxFolder),
    ...disk.listed,
    ...(state && {
      lanes: state.lanes.map(({ name, count, bytes, oldest }) => ({
        name,
        count,
        bytes,
        ...(oldest !== undefined && { oldest }),
      })),
      quarantined: state.quarantined,
      foreign: state.foreign,
      usedBytes: state.usedBytes,
      maxBytes: state.maxBytes,
      run: runFacts(state, redact),
    }),
    ...(disk.freeBytes !== undefined && { freeBytes: disk.freeBytes }),
    trouble: [...new Set(trouble.map(redact))],
  };
}

function runFacts(state: OutboxState, redact: Parts['redact']): OutboxRun {
  const { lastAnswer, nextAttempt } = state;
  const answer = lastAnswer && `${lastAnswer.error ?? lastAnswer.status ?? lastAnswer.verdict}`;
  return {
    mode: state.mode,
    inMemory: state.inMemory,
    counters: { ...state.counters },
    ...(lastAnswer && { lastAnswer: redact(`${answer} at ${new Date(lastAnswer.at).toISOString()}`) }),
    ...(nextAttempt !== undefined && { nextAttempt }),
  };
}

function redactTarget(target: TargetFacts, redact: Parts['redact']): TargetFacts {
  const { address, route, note } = target;
  return {
    ...target,
    ...(address !== undefined && { address: redact(address) }),
    ...(route !== undefined && { route: redact(route) }),
    ...(note !== undefined && { note: redact(note) }),
    steps: target.steps.map((step) => ({ ...step, detail: redact(step.detail) })),
  };
}
