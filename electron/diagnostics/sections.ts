/** The facts in words: one list of sections, which the window, the text and the support file show. Pure. */
import { SETTINGS_KEYS } from '../settings/schema.ts';
import { titleOf, wordsOf } from '../shared/faultText.ts';
import { alignColumns, formatBytes, formatLine, formatTime } from '../shared/format.ts';
import { LIMITS, type LimitName } from '../shared/limits.ts';
import * as TEXTS from '../shared/texts.ts';
import type { Facts } from './facts.ts';

const texts = TEXTS.diagnostics;

const DAY_MS = 86_400_000;
/** Characters of one cell or note. */
const MAX_TEXT = 600;

/** Notes, then a table. All texts are one line each. */
export interface Section {
  heading: string;
  /** Whether anything is wrong; only in the section that sums it up. */
  state?: 'fine' | 'wrong';
  notes: readonly string[];
  head: readonly string[];
  /** The first column names its row. */
  rows: readonly (readonly string[])[];
}

type Redact = (text: string) => string;
type Cell = string | number | undefined;

/** Problems first, then what helps to find their cause. @param redact removes what is private */
export function sectionsOf(facts: Facts, redact: Redact): Section[] {
  const [problems, ...others] = localSections(facts, redact);
  const notes = [...(problems?.notes ?? []), ...serverProblems(facts)];
  const isPending = facts.servers.some(({ url, answer }) => url && !answer);
  return [summary(notes, redact, isPending), connections(facts, redact), ...others];
}

/** What is known without the network. */
export function localSections(facts: Facts, redact: Redact): Section[] {
  return [
    summary(localProblems(facts), redact),
    // Redacted when they were recorded; again would take away the report ids, which are there to be quoted.
    errors(facts, (text) => text),
    outbox(facts, redact),
    settings(facts, redact),
    system(facts, redact),
    limits(facts, redact),
  ];
}

/** What is known once the servers were asked. */
export function serverSections(facts: Facts, redact: Redact): Section[] {
  const problems = serverProblems(facts);
  return [...(problems.length > 0 ? [summary(problems, redact)] : []), connections(facts, redact)];
}

/** Redacts before it cuts: half a secret is no longer recognised as one. */
function sectionOf(
  redact: Redact,
  heading: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  notes: readonly string[] = [],
): Section {
  const line = (cell: Cell) => formatLine(redact(String(cell ?? '')), MAX_TEXT);
  return { heading, notes: notes.map(line), head, rows: rows.map((row) => row.map(line)) };
}

function summary(problems: readonly string[], redact: Redact, isPending = false): Section {
  if (problems.length === 0 && isPending) return sectionOf(redact, texts.checking, [], []);
  const section = sectionOf(redact, texts.problems({ count: problems.length }), [], [], problems);
  return { ...section, state: problems.length > 0 ? 'wrong' : 'fine' };
}

function localProblems({ at, loaded, disk, faults, system, running }: Facts): string[] {
  const { trouble, lastAnswer } = running?.outbox ?? {};
  const answer = lastAnswer?.error ?? lastAnswer?.status ?? 0;
  const isFailure = typeof answer === 'string' || answer >= 400;
  // Each of these is a fault too.
  const known = loaded.faults.map(titleOf);
  const recent = faults.list.filter((fault) => fault.at > at - DAY_MS && !known.includes(fault.title));
  const [latest] = recent;
  return [
    ...loaded.faults.map((fault) => `${wordsOf(fault).title}: ${fault.detail ?? ''}`),
    ...disk.problems,
    ...(trouble && disk.problems.length === 0 ? [`${trouble.code}: ${trouble.message}`] : []),
    ...faults.problems,
    ...system.problems,
    ...(lastAnswer && isFailure ? [texts.lastSend({ answer, time: formatTime(lastAnswer.at) })] : []),
    ...(disk.quarantined > 0 ? [texts.quarantined({ count: disk.quarantined })] : []),
    ...[...(running?.refused ?? [])].map(([channel, count]) => texts.refused({ channel, count })),
    ...(latest
      ? [texts.recentErrors({ count: recent.length, title: latest.title, time: formatTime(latest.at) })]
      : []),
  ];
}

function serverProblems({ servers, running }: Facts): string[] {
  const unreachable = servers.flatMap(({ name, address, answer }) =>
    answer?.result === 'failed'
      ? [texts.unreachable({ server: `${name} (${address})`, reason: answer.detail })]
      : [],
  );
  return [...(running?.isOnline === false && unreachable.length > 0 ? [texts.offline] : []), ...unreachable];
}

function connections({ servers }: Facts, redact: Redact): Section {
  const rows = servers.map(({ name, address, answer: { proxy, result, ms, detail } = {} }) => [
    name,
    address,
    proxy,
    result,
    ms === undefined ? undefined : `${Math.round(ms)} ms`,
    detail,
  ]);
  return sectionOf(redact, texts.connections, Object.values(texts.connectionsHead), rows);
}

function errors({ faults: { list } }: Facts, redact: Redact): Section {
  const rows = list.map(({ at, title, reportId, kind, code, url, detail }) => [
    formatTime(at),
    title,
    reportId,
    `${kind} ${code ?? ''}`,
    url,
    detail,
  ]);
  return sectionOf(
    redact,
    texts.errors,
    Object.values(texts.errorsHead),
    rows,
    rows.length > 0 ? [] : [texts.noErrors],
  );
}

function outbox({ disk, running }: Facts, redact: Redact): Section {
  const state = running?.outbox;
  const { priorities, quarantined, usedBytes } = state ?? disk;
  const words = texts.outboxRows;
  const rows: Cell[][] = [
    ...priorities.map(({ name, count, bytes, oldest }) => [
      name,
      count === 0 ? 0 : texts.waiting({ count, size: formatBytes(bytes), oldest: formatTime(oldest) }),
    ]),
    [words.folder, disk.folder],
    [words.free, formatBytes(disk.freeBytes)],
    [words.used, formatBytes(usedBytes)],
    [words.quarantined, quarantined],
  ];
  if (state) {
    const counted = Object.entries(state.counters).filter(([, count]) => count > 0);
    const { error, status, responseClass, at } = state.lastAnswer ?? {};
    rows.push(
      [words.budget, formatBytes(state.maxBytes)],
      [words.mode, state.mode],
      [words.inMemory, state.inMemory],
      [words.session, counted.map(([name, count]) => `${name} ${count}`).join(', ')],
      [words.lastAnswer, at && `${error ?? status ?? responseClass}, ${formatTime(at)}`],
      [words.nextAttempt, formatTime(state.nextAttempt)],
    );
  }
  return sectionOf(redact, texts.outbox, Object.values(texts.itemHead), rows);
}

function settings({ loaded, settings: now }: Facts, redact: Redact): Section {
  const rows = SETTINGS_KEYS.map((key) => {
    const value = now[key];
    const isChosen = JSON.stringify(value) !== JSON.stringify(loaded.settings[key]);
    return [
      key,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? texts.notSet),
      isChosen ? texts.setByUser : loaded.sources[key],
    ];
  });
  return sectionOf(redact, texts.settings, Object.values(texts.settingsHead), rows);
}

function system({ system: { rows }, at }: Facts, redact: Redact): Section {
  return sectionOf(redact, texts.system, Object.values(texts.itemHead), [
    ...rows,
    [texts.collectedAt, formatTime(at)],
  ]);
}

function limits({ running }: Facts, redact: Redact): Section {
  const rows = (Object.keys(LIMITS) as LimitName[]).map((key) => {
    const { name, value, unit, enforcedBy } = LIMITS[key];
    const { trimmed, dropped, paused } = running?.counts[key] ?? {};
    return [name, `${value.toLocaleString(TEXTS.language())} ${unit}`, trimmed, dropped, paused, enforcedBy];
  });
  return sectionOf(
    redact,
    texts.limits,
    Object.values(texts.limitsHead),
    rows,
    running ? [] : [texts.countsUnknown],
  );
}

/** Sections for a terminal, a mail or a file: columns two spaces apart, an empty line between parts. */
export function textOf(sections: readonly Section[]): string {
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
