/** The facts in words: one list of sections, and its text for the window, the terminal and the support file. Pure. */
import { SETTINGS_KEYS } from '../../builtConfig/settingsSchema/schema.ts';
import { titleOf, wordsOf } from '../../shared/faultText.ts';
import { alignColumns, formatBytes, formatTime, formatUnit, UNKNOWN } from '../../shared/format.ts';
import { LIMITS, type LimitName } from '../../shared/limitValues/limits.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { Facts } from './facts.ts';
import { reasonOf } from './reason.ts';

const texts = TEXTS.diagnostics;

const DAY_MS = 86_400_000;
const MAX_TEXT = 600;

/** Notes, then a table whose first row names its columns. Each text is one line. */
export interface Section {
  heading: string;
  notes: readonly string[];
  rows: readonly (readonly string[])[];
}

type Cell = string | number | undefined;

/** A section before redaction. */
interface Draft {
  heading: string;
  notes?: readonly string[];
  rows?: readonly (readonly Cell[])[];
}

/** The problems, then what helps to find their cause. */
export type Sections = readonly [Section, ...Section[]];

/** @param redact removes private data */
export function sectionsOf(facts: Facts, redact: (text: string) => string): Sections {
  const isPending = facts.servers.some(({ url, answer }) => url && !answer);
  const notes = [...localProblems(facts), ...serverProblems(facts)];
  const isChecking = notes.length === 0 && isPending;
  const heading = isChecking ? texts.checking : texts.problems({ count: notes.length });
  const finish = (draft: Draft) => finished(draft, redact);
  return TEXTS.inEnglish(() => [
    finish({ heading, notes }),
    ...(facts.servers.length > 0 ? [finish(connections(facts))] : []),
    // Redacted when they were recorded. A second time would remove the report ids, which users quote.
    finished(errors(facts), (text) => text),
    ...[outbox, settings, system, limits].map((make) => finish(make(facts))),
  ]);
}

/** Redacts before it cuts: half a secret is not recognised as one. */
function finished({ heading, notes = [], rows = [] }: Draft, redact: (text: string) => string): Section {
  const line = (cell: Cell) => {
    const text = redact(String(cell ?? ''))
      .replace(/\s+/g, ' ')
      .trim();
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text || UNKNOWN;
  };
  return { heading, notes: notes.map(line), rows: rows.map((row) => row.map(line)) };
}

function localProblems({ at, loaded, disk, faults, system, running }: Facts): string[] {
  const { trouble, lastAnswer } = running?.outbox ?? {};
  const answer = lastAnswer?.error ?? lastAnswer?.status ?? 0;
  const isFailure = typeof answer === 'string' || answer >= 400;
  // Each of these is also a fault.
  const known = loaded.faults.map(titleOf);
  const recent = faults.list.filter((fault) => fault.at > at - DAY_MS && !known.includes(fault.title));
  const [latest] = recent;
  return [
    ...loaded.faults.map((fault) => `${wordsOf(fault).title}: ${fault.detail ?? ''}`),
    ...disk.problems,
    ...(trouble && disk.problems.length === 0
      ? [texts.cannotWrite({ folder: disk.folder, reason: reasonOf(trouble) })]
      : []),
    ...faults.problems,
    ...system.problems,
    ...(lastAnswer && isFailure ? [texts.lastSend({ answer, time: lastAnswer.at })] : []),
    ...(disk.quarantined > 0 ? [texts.quarantined({ count: disk.quarantined })] : []),
    ...[...(running?.refused ?? [])].map(([channel, count]) => texts.refused({ channel, count })),
    ...[...(running?.refusedLoads ?? [])].map(([directive, count]) =>
      texts.refusedLoads({ directive, count }),
    ),
    ...(latest
      ? [texts.recentErrors({ count: recent.length, title: titleHere(latest), time: latest.at })]
      : []),
  ];
}

/** The log has titles in English; some say more than their fault's kind and code. */
function titleHere({ kind, code, title }: Facts['faults']['list'][number]): string {
  const fault = { kind, code: Number(code) || code };
  return titleOf(fault) === title ? wordsOf(fault).title : title;
}

function serverProblems({ servers, running }: Facts): string[] {
  const unreachable = servers.flatMap(({ name, address, answer }) =>
    answer?.result === 'Failed'
      ? [texts.unreachable({ server: `${texts.servers[name]} (${address})`, reason: answer.detail() })]
      : [],
  );
  return [...(running?.isOnline === false && unreachable.length > 0 ? [texts.offline] : []), ...unreachable];
}

function connections({ servers }: Facts): Draft {
  const rows = servers.map(({ name, address, answer: { proxy, result, ms, detail } = {} }) => [
    ...[texts.servers[name], address, proxy, result],
    ms === undefined ? undefined : formatUnit(ms, 'millisecond'),
    detail?.(),
  ]);
  const head = ['Server', 'Address', 'Proxy', 'Result', 'Response time', 'Details'];
  return { heading: 'Connections', rows: [head, ...rows] };
}

function errors({ faults: { list } }: Facts): Draft {
  if (list.length === 0) return { heading: 'Recent errors', notes: ['No errors recorded.'] };
  const rows = list.map(({ at, title, reportId, kind, code, url, detail }) => [
    ...[formatTime(at), title, reportId, `${kind} ${code ?? ''}`, url, detail],
  ]);
  const head = ['Time', 'Error', 'Report ID', 'Type', 'Page', 'Details'];
  return { heading: 'Recent errors', rows: [head, ...rows] };
}

/** With the outbox's own names: who reads them helps people in any language. */
function outbox({ disk, running }: Facts): Draft {
  const { priorities, problems: _, ...others } = { ...disk, ...running?.outbox };
  const rows = [
    ...priorities.map(({ name, count, bytes, oldest }) => [
      name,
      count === 0 ? 0 : `${count} waiting, ${formatBytes(bytes)}, oldest from ${formatTime(oldest)}`,
    ]),
    ...Object.entries(others).map(([name, value]) => [name, wordsOfValue(name, value)]),
  ];
  return { heading: 'Saved reports', rows: [['Item', 'Value'], ...rows] };
}

/** Formats a value by its name; leaves out what is 0 of several. */
function wordsOfValue(name: string, value: unknown): Cell {
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).filter(([, one]) => one);
    return parts.map(([part, one]) => `${part}: ${wordsOfValue(part, one)}`).join(' · ');
  }
  if (typeof value !== 'number') return value as Cell;
  if (name.endsWith('Bytes')) return formatBytes(value);
  return ['at', 'nextAttempt'].includes(name) ? formatTime(value) : value;
}

function settings({ loaded, settings: now }: Facts): Draft {
  const rows = SETTINGS_KEYS.map((key) => {
    const value = now[key];
    const isChosen = JSON.stringify(value) !== JSON.stringify(loaded.settings[key]);
    return [
      key,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set'),
      isChosen ? 'chosen in this session' : loaded.sources[key],
    ];
  });
  return { heading: 'Settings', rows: [['Setting', 'Value', 'Source'], ...rows] };
}

const system = ({ system, at }: Facts): Draft => ({
  heading: 'App and computer',
  rows: [['Item', 'Value'], ...Object.entries(system.rows), ['Collected at', formatTime(at)]],
});

function limits({ running }: Facts): Draft {
  const rows = (Object.keys(LIMITS) as LimitName[]).map((key) => {
    const { value, unit } = LIMITS[key];
    return [key, `${value} ${unit}`, wordsOfValue(key, running?.counts[key] ?? '')];
  });
  const notes = running ? [] : ['Counts are available only in the running app: choose Help > Diagnostics.'];
  return { heading: 'Limits', rows: [['Limit', 'Value', 'Counts'], ...rows], notes };
}

/** Formats sections as text: columns two spaces apart, an empty line between parts. */
export function asText(sections: readonly Section[]): string {
  return sections
    .flatMap(({ heading, notes, rows }) => [[heading, '='.repeat(heading.length)], notes, alignColumns(rows)])
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}
