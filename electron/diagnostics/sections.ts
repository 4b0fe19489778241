/** The facts in words: page and text are made of the same sections. Pure. */
import { SETTINGS_KEYS } from '../settings/schema.ts';
import { alignColumns, formatBytes, formatLine, formatTime } from '../shared/format.ts';
import { LIMITS, type LimitName } from '../shared/limits.ts';
import * as TEXTS from '../shared/texts.ts';
import type { Facts } from './facts.ts';
import { localProblems, serverProblems } from './problems.ts';

const texts = TEXTS.diagnostics;

/** Cells are one line each. The first column names its row. */
export interface Table {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface Section {
  heading: string;
  /** Whether something is wrong, of the section that sums it up. */
  state?: 'fine' | 'wrong';
  notes: readonly string[];
  tables: readonly Table[];
}

type Cells = readonly (string | number | undefined)[];

function tableOf(caption: string, head: readonly string[], rows: readonly Cells[]): Table[] {
  const lines = rows.map((row) => row.map((cell) => formatLine(cell)));
  return lines.length > 0 ? [{ caption, head, rows: lines }] : [];
}

/** What is wrong first, then what helps to find out why. */
export function sectionsOf(facts: Facts): Section[] {
  const isPending = facts.servers.some(({ url, steps }) => url && !steps);
  const problems = [...localProblems(facts), ...serverProblems(facts)];
  return [problemsSection(problems, isPending), connectionsSection(facts), ...localSections(facts)];
}

export function problemsSection(problems: readonly string[], isPending = false): Section {
  const notes = problems.map((problem) => formatLine(problem, 600));
  if (problems.length === 0 && isPending) return { heading: texts.checking, notes, tables: [] };
  const state = problems.length > 0 ? 'wrong' : 'fine';
  return { heading: texts.problems(problems.length), state, notes, tables: [] };
}

export function connectionsSection({ servers }: Facts): Section {
  const rows = servers.flatMap(({ name, address, steps = [] }) =>
    steps.map(({ step, result, ms, detail }) => [
      `${name}: ${address}`,
      step,
      result,
      ms === undefined ? undefined : `${Math.round(ms)} ms`,
      detail,
    ]),
  );
  const rest = servers.filter(({ steps }) => !steps);
  return {
    heading: texts.connections,
    notes: rest.map(({ name, address }) => formatLine(`${name}: ${address}`)),
    tables: tableOf(texts.connectionsCaption, texts.connectionsHead, rows),
  };
}

export function localSections(facts: Facts): Section[] {
  return [errors(facts), outbox(facts), settings(facts), system(facts), limits(facts)];
}

function errors({ faults: { list } }: Facts): Section {
  const rows = list.map(({ at, title, reportId, kind, code, url, detail }) => [
    formatTime(at),
    title,
    reportId,
    `${kind} ${code ?? ''}`,
    url,
    formatLine(detail?.split('\n')[0], 120),
  ]);
  return {
    heading: texts.errors,
    notes: rows.length > 0 ? [] : [texts.noErrors],
    tables: tableOf(texts.errorsCaption, texts.errorsHead, rows),
  };
}

function outbox({ disk, running }: Facts): Section {
  const state = running?.outbox;
  const { priorities, quarantined, usedBytes } = state ?? disk;
  const waiting = priorities.map(({ name, count, bytes, oldest }) => [
    name,
    count,
    formatBytes(bytes),
    formatTime(oldest),
  ]);
  const words = texts.storageRows;
  const storage: Cells[] = [
    [words.folder, disk.folder],
    [words.free, formatBytes(disk.freeBytes)],
    [words.used, formatBytes(usedBytes)],
    [words.quarantined, quarantined],
  ];
  if (state) {
    const counted = Object.entries(state.counters).filter(([, count]) => count > 0);
    const { error, status, responseClass, at } = state.lastAnswer ?? {};
    storage.push(
      [words.budget, formatBytes(state.maxBytes)],
      [words.mode, state.mode],
      [words.inMemory, state.inMemory],
      [words.session, counted.map(([name, count]) => `${name} ${count}`).join(', ')],
      [words.lastAnswer, at && `${error ?? status ?? responseClass}, ${formatTime(at)}`],
      [words.nextAttempt, formatTime(state.nextAttempt)],
    );
  }
  const tables = [
    ...tableOf(texts.waiting, texts.waitingHead, waiting),
    ...tableOf(texts.storage, texts.itemHead, storage),
  ];
  return { heading: texts.outbox, notes: [], tables };
}

function settings({ loaded, running }: Facts): Section {
  const now = running?.settings ?? loaded.settings;
  const rows = SETTINGS_KEYS.map((key) => {
    const value = now[key];
    const isChosen = JSON.stringify(value) !== JSON.stringify(loaded.settings[key]);
    return [
      key,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? texts.notSet),
      isChosen ? texts.setByUser : loaded.sources[key],
    ];
  });
  const tables = tableOf(texts.settingsCaption, texts.settingsHead, rows);
  return { heading: texts.settings, notes: [], tables };
}

function system({ versions, running, at }: Facts): Section {
  const { sandbox, keyStore } = running ?? {};
  const rows = [
    ...versions.map(({ name, value }) => [name, value]),
    ...(sandbox === undefined ? [] : [[texts.sandbox, sandbox ? texts.on : texts.off]]),
    ...(keyStore === undefined ? [] : [[texts.keyStore, keyStore]]),
    [texts.collectedAt, formatTime(at)],
  ];
  return { heading: texts.system, notes: [], tables: tableOf(texts.systemCaption, texts.itemHead, rows) };
}

function limits({ running }: Facts): Section {
  const rows = (Object.keys(LIMITS) as LimitName[]).map((key) => {
    const { name, value, unit, enforcedBy } = LIMITS[key];
    const { trimmed, dropped, paused } = running?.counts[key] ?? {};
    return [name, `${value.toLocaleString('en-US')} ${unit}`, trimmed, dropped, paused, enforcedBy];
  });
  return {
    heading: texts.limits,
    notes: running ? [] : [texts.countsUnknown],
    tables: tableOf(texts.limitsCaption, texts.limitsHead, rows),
  };
}

/** Sections for a terminal or a mail: columns two spaces apart, an empty line between parts. */
export function textOf(sections: readonly Section[]): string {
  return sections
    .flatMap(({ heading, notes, tables }) => [
      [heading, '='.repeat(heading.length)],
      notes,
      ...tables.map(({ caption, head, rows }) => [
        caption,
        '-'.repeat(caption.length),
        ...alignColumns([head, ...rows]),
      ]),
    ])
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}
