/** The facts in words: one list of sections, which the window, the text and the support file all show. Pure. */
import { SETTINGS_KEYS } from '../../configuration/settings/schema.ts';
import { titleOf, wordsOf } from '../../shared/faultText.ts';
import { alignColumns, formatBytes, formatLine, formatTime, formatUnit } from '../../shared/format.ts';
import { LIMITS, type Limit, type LimitName } from '../../shared/limits.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { Facts } from './facts.ts';
import { NAMES } from './tableNames.ts';

const texts = TEXTS.diagnostics;

const DAY_MS = 86_400_000;
/** Longest cell or note, in characters. */
const MAX_TEXT = 600;

/** Notes, then a table. Each text is one line. */
export interface Section {
  heading: string;
  /** Whether anything is wrong; only in the summary section. */
  state?: 'fine' | 'wrong';
  notes: readonly string[];
  head: readonly string[];
  /** The first column names its row. */
  rows: readonly (readonly string[])[];
}

type Cell = string | number | undefined;

/** A section before redaction. */
interface Draft extends Pick<Section, 'heading' | 'state'> {
  notes?: readonly string[];
  head?: readonly string[];
  rows?: readonly (readonly Cell[])[];
  /** Its texts were redacted when they were recorded. A second time would remove the report ids, which users quote. */
  isRedacted?: true;
}

/** Problems first, then what helps to find their cause. @param redact removes private data */
export function sectionsOf(facts: Facts, redact: (text: string) => string): Section[] {
  const isPending = facts.servers.some(({ url, answer }) => url && !answer);
  const problems = [...localProblems(facts), ...serverProblems(facts)];
  const connected = facts.servers.length > 0 ? [connections] : [];
  return [
    summary(problems, isPending),
    ...tables(facts, [...connected, errors, outbox, settings, system, limits]),
  ].map((draft) => finished(draft, redact));
}

/** What is known after the servers were asked. */
export function serverSections(facts: Facts, redact: (text: string) => string): Section[] {
  const problems = serverProblems(facts);
  const drafts = [...(problems.length > 0 ? [summary(problems)] : []), ...tables(facts, [connections])];
  return drafts.map((draft) => finished(draft, redact));
}

const tables = (facts: Facts, all: readonly ((facts: Facts) => Draft)[]): Draft[] =>
  TEXTS.inEnglish(() => all.map((make) => make(facts)));

/** Redacts before it cuts: half a secret is not recognised as one. */
function finished(
  { notes = [], head = [], rows = [], isRedacted, ...draft }: Draft,
  redact: (text: string) => string,
) {
  const line = (cell: Cell) => {
    const text = String(cell ?? '');
    return formatLine(isRedacted ? text : redact(text), MAX_TEXT);
  };
  return {
    ...draft,
    notes: notes.map(line),
    head,
    rows: rows.map((row) => row.map(line)),
  };
}

function summary(problems: readonly string[], isPending = false): Draft {
  if (problems.length === 0 && isPending) return { heading: texts.checking };
  const state = problems.length > 0 ? 'wrong' : 'fine';
  return { heading: texts.problems({ count: problems.length }), state, notes: problems };
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
    ...(trouble && disk.problems.length === 0 ? [`${trouble.code}: ${trouble.message}`] : []),
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
    answer?.result === 'failed'
      ? [texts.unreachable({ server: `${name} (${address})`, reason: answer.detail })]
      : [],
  );
  return [...(running?.isOnline === false && unreachable.length > 0 ? [texts.offline] : []), ...unreachable];
}

function connections({ servers }: Facts): Draft {
  const rows = servers.map(({ name, address, answer: { proxy, result, ms, detail } = {} }) => [
    ...[name, address, proxy, result && NAMES.results[result]],
    ms === undefined ? undefined : formatUnit(ms, 'millisecond'),
    detail,
  ]);
  return { heading: NAMES.connections, head: NAMES.connectionsHead, rows };
}

function errors({ faults: { list } }: Facts): Draft {
  const rows = list.map(({ at, title, reportId, kind, code, url, detail }) => [
    ...[formatTime(at), title, reportId, `${kind} ${code ?? ''}`, url, detail],
  ]);
  const notes = rows.length > 0 ? [] : [NAMES.noErrors];
  return { heading: NAMES.errors, head: NAMES.errorsHead, rows, notes, isRedacted: true };
}

function outbox({ disk, running }: Facts): Draft {
  const state = running?.outbox;
  const { priorities, quarantined, usedBytes } = state ?? disk;
  const words = NAMES.outboxRows;
  const rows: Cell[][] = [
    ...priorities.map(({ name, count, bytes, oldest }) => [
      NAMES.priorities[name],
      count === 0 ? 0 : `${count} waiting, ${formatBytes(bytes)}, oldest from ${formatTime(oldest)}`,
    ]),
    [words.folder, disk.folder],
    [words.free, formatBytes(disk.freeBytes)],
    [words.used, formatBytes(usedBytes)],
    [words.quarantined, quarantined],
  ];
  if (state) {
    const names = Object.keys(state.counters) as (keyof typeof state.counters)[];
    const counted = names.filter((name) => state.counters[name] > 0);
    const { error, status, responseClass, at } = state.lastAnswer ?? {};
    rows.push(
      [words.budget, formatBytes(state.maxBytes)],
      [words.mode, TEXTS.privacy[state.mode]],
      [words.inMemory, state.inMemory],
      [words.session, counted.map((name) => `${NAMES.counters[name]}: ${state.counters[name]}`).join(' · ')],
      [words.lastAnswer, at && `${error ?? status ?? responseClass}, ${formatTime(at)}`],
      [words.nextAttempt, formatTime(state.nextAttempt)],
    );
  }
  return { heading: NAMES.outbox, head: NAMES.itemHead, rows };
}

function settings({ loaded, settings: now }: Facts): Draft {
  const rows = SETTINGS_KEYS.map((key) => {
    const value = now[key];
    const isChosen = JSON.stringify(value) !== JSON.stringify(loaded.settings[key]);
    return [
      key,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? NAMES.notSet),
      isChosen ? NAMES.setByUser : loaded.sources[key].replace(/^default$/, NAMES.byDefault),
    ];
  });
  return { heading: NAMES.settings, head: NAMES.settingsHead, rows };
}

function system({ system, at }: Facts): Draft {
  const rows = [...system.rows, [NAMES.collectedAt, formatTime(at)]];
  return { heading: NAMES.system, head: NAMES.itemHead, rows };
}

function limits({ running }: Facts): Draft {
  const rows = (Object.keys(LIMITS) as LimitName[]).map((key) => {
    const { value, unit } = LIMITS[key];
    const { trimmed, dropped, paused } = running?.counts[key] ?? {};
    return [NAMES.limitNames[key], amountOf(value, unit), trimmed, dropped, paused];
  });
  return { heading: NAMES.limits, head: NAMES.limitsHead, rows, notes: running ? [] : [NAMES.countsUnknown] };
}

/** With its unit, unless the limit's name says what is counted. */
function amountOf(value: number, unit: Limit['unit']): string {
  if (unit === 'bytes') return formatBytes(value);
  if (unit === 'seconds' || unit === 'milliseconds') return formatUnit(value, unit.slice(0, -1));
  return value.toLocaleString(TEXTS.language());
}

/** Formats sections for a terminal, a mail or a file: columns two spaces apart, an empty line between parts. */
export function asText(sections: readonly Section[]): string {
  return sections
    .flatMap(({ heading, notes, head, rows }) => [
      [heading, '='.repeat(heading.length)],
      notes,
      rows.length > 0 ? alignColumns([head, ...rows]) : [],
    ])
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}
