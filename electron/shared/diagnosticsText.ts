/** The facts of the diagnostics as sections of words, and those as text. Page and text are made of the same sections. */
import type { Diagnostics, OutboxFacts, TargetFacts } from './diagnostics.ts';

/** Cells are one line each. The first column names its row. */
export interface Table {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface Section {
  /** Of letters only: an id in the page. */
  id: string;
  heading: string;
  notes: readonly string[];
  tables: readonly Table[];
}

/** What stands where nothing is known. */
export const UNKNOWN = '–';

/** Bytes in the unit that suits them: `0 B`, `9.9 kB`, `1.2 MB`, `3.4 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}

function time(at: number | undefined): string {
  if (at === undefined) return UNKNOWN;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? UNKNOWN : date.toISOString();
}

/** One line, so that a row stays a row. */
function line(text: string | number | undefined, most = 300): string {
  const one = String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (!one) return UNKNOWN;
  return one.length > most ? `${one.slice(0, most - 1)}…` : one;
}

const NAME_VALUE = ['what', 'value'];

/** The facts in words, in the order in which they are read. The last section is the one that takes time to find. */
export function sectionsOf(facts: Diagnostics): Section[] {
  return [versions(facts), settings(facts), limits(facts), outbox(facts), faults(facts), connectivity(facts)];
}

function versions({ at, versions }: Diagnostics): Section {
  const rows = [...versions.map(({ name, value }) => [line(name), line(value)]), ['Time', time(at)]];
  return {
    id: 'versions',
    heading: 'Versions',
    notes: [],
    tables: [{ caption: 'App and system', head: NAME_VALUE, rows }],
  };
}

function settings({ settings, settingProblems }: Diagnostics): Section {
  const rows = settings.map(({ key, value, source }) => [
    line(key),
    value === undefined ? 'not set' : line(value),
    line(source),
  ]);
  return {
    id: 'settings',
    heading: 'Settings',
    notes: settingProblems.map((problem) => line(problem)),
    tables: [{ caption: 'Settings in force', head: ['setting', 'value', 'from'], rows }],
  };
}

function limits({ limits, refused = [] }: Diagnostics): Section {
  const rows = limits.map(({ name, value, unit, enforcedBy, count }) => [
    line(name),
    `${value.toLocaleString('en-US')} ${unit}`,
    line(enforcedBy),
    line(count?.trimmed),
    line(count?.dropped),
    line(count?.paused),
  ]);
  const known = limits.some(({ count }) => count);
  return {
    id: 'limits',
    heading: 'Limits',
    notes: [
      ...(known ? [] : ['Only the running app counts what its limits do: see Help, Diagnostics there.']),
      ...refused.map(({ channel, count }) => line(`Messages of pages refused on ${channel}: ${count}.`)),
    ],
    tables: [
      {
        caption: 'Limits, and what they did since the app was started',
        head: ['limit', 'value', 'enforced by', 'trimmed', 'dropped', 'paused'],
        rows,
      },
    ],
  };
}

function outbox({ outbox }: Diagnostics): Section {
  const lanes = outbox.lanes.map(({ name, count, bytes, oldest }) => [
    line(name),
    String(count),
    formatBytes(bytes),
    time(oldest),
  ]);
  return {
    id: 'outbox',
    heading: 'Outbox',
    notes: outbox.trouble.map((trouble) => line(trouble)),
    tables: [
      { caption: 'Reports that wait, by lane', head: ['lane', 'reports', 'size', 'oldest'], rows: lanes },
      { caption: 'State of the outbox', head: NAME_VALUE, rows: outboxState(outbox) },
    ],
  };
}

function outboxState({ run, ...outbox }: OutboxFacts): string[][] {
  const { usedBytes, maxBytes, freeBytes } = outbox;
  const used = usedBytes === undefined ? UNKNOWN : formatBytes(usedBytes);
  return [
    ['Folder', line(outbox.folder)],
    ['In quarantine', String(outbox.quarantined)],
    ['Of another version', String(outbox.foreign)],
    ['Used on disk', maxBytes === undefined ? used : `${used} of ${formatBytes(maxBytes)}`],
    ['Free on disk', freeBytes === undefined ? UNKNOWN : formatBytes(freeBytes)],
    ...(run
      ? [
          ['Reports', line(run.mode)],
          ['Only in memory', String(run.inMemory)],
          ...Object.entries(run.counters).map(([name, count]) => [`In this run: ${name}`, String(count)]),
          ['Last answer', line(run.lastAnswer)],
          ['Next attempt', time(run.nextAttempt)],
        ]
      : []),
  ];
}

function faults({ faults: { list, problem } }: Diagnostics): Section {
  const rows = list.map((fault) => [
    time(fault.at),
    line(fault.title),
    line(fault.reportId),
    line(fault.code),
    line(fault.kind),
    line(fault.url),
    line(fault.detail?.split('\n')[0]),
  ]);
  return {
    id: 'faults',
    heading: 'Last faults',
    notes: [...(problem ? [line(problem)] : []), ...(rows.length === 0 ? ['No fault is known.'] : [])],
    tables:
      rows.length === 0
        ? []
        : [
            {
              caption: 'Faults of this and earlier runs, the newest first',
              head: ['time', 'title', 'report id', 'code', 'kind', 'path', 'detail'],
              rows,
            },
          ],
  };
}

function connectivity(facts: Diagnostics): Section {
  return {
    id: 'connectivity',
    heading: 'Connectivity',
    notes: facts.connectivity.flatMap(({ target, note }) => (note ? [line(`${target}: ${note}`)] : [])),
    tables: facts.connectivity.filter(({ steps }) => steps.length > 0).map(stepsTable),
  };
}

function stepsTable({ target, address, route, steps }: TargetFacts): Table {
  return {
    caption: line(`${target}: ${address}, ${route}`),
    head: ['step', 'result', 'time', 'detail'],
    rows: steps.map(({ step, result, ms, detail }) => [
      step,
      result,
      ms === undefined ? UNKNOWN : `${Math.round(ms)} ms`,
      line(detail),
    ]),
  };
}

/** Sections as text for a terminal or a mail: columns two spaces apart, an empty line between parts. */
export function textOfSections(sections: readonly Section[]): string {
  return sections
    .flatMap(({ heading, notes, tables }) => [
      [heading, '='.repeat(heading.length)],
      notes,
      ...tables.map(({ caption, head, rows }) => [
        caption,
        '-'.repeat(caption.length),
        ...columns([head, ...rows]),
      ]),
    ])
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** All facts as text: what `--diagnostics` prints and Copy copies. */
export function textOfDiagnostics(facts: Diagnostics): string {
  return textOfSections(sectionsOf(facts));
}
