/** Figures, their goals, and how to print them. */
const SIDES = [
  ...(['holdfast', 'silent', 'bare', 'stock', 'electronVite'] as const),
  ...(['page', 'web', 'webReports', 'vite', 'sdk'] as const),
  ...(['address', 'addressReports', 'bareAddress', 'bareListens', 'chromium'] as const),
  ...(['site', 'siteApp', 'sitePlain'] as const),
  // One thing at two sizes.
  ...(['few', 'many'] as const),
];
export type SideName = (typeof SIDES)[number];

/** The most that a side's median, or its ratio to another side's, may be. */
export type Goal = readonly [of: SideName, max: number, to?: SideName];

export interface Row {
  what: string;
  unit: 'ms' | 's' | 'kB' | 'MB' | '%' | 'files';
  /** One value for each run. */
  values: Partial<Record<SideName, readonly number[]>>;
  goals?: readonly Goal[];
  /** The floor under a goal, measured in the same run. */
  floor?: { value: number; of: string };
}

export interface Findings {
  rows: Row[];
  /** Milliseconds from spawning to the end of each phase, by side. */
  timeline?: Partial<Record<SideName, { phase: string; at: number }[]>>;
}

/** Starting with a different one in each round. */
export const inTurn = <T>(all: readonly T[], round: number): T[] =>
  all.map((_, at) => all[(at + round) % all.length] as T);

/** Takes every side in turn, `rounds` times after a first that does not count. Resolves to each figure's values by side. */
export async function inRounds<Side extends string, Figure extends string>(
  sides: readonly Side[],
  rounds: number,
  take: (side: Side) => Promise<Record<Figure, number>>,
) {
  const taken: [side: Side, values: Record<Figure, number>][] = [];
  for (let round = 0; round <= rounds; round += 1)
    for (const side of inTurn(sides, round)) taken.push([side, await take(side)]);
  const counted = taken.slice(sides.length);
  const valuesOf = (side: Side, figure: string) =>
    counted.filter(([one]) => one === side).map(([, values]) => values[figure as Figure]);
  const figures = Object.keys(taken[0]?.[1] ?? {});
  const bySide = (figure: string) => Object.fromEntries(sides.map((side) => [side, valuesOf(side, figure)]));
  type Found = Record<Figure, Record<Side, number[]>>;
  return Object.fromEntries(figures.map((figure) => [figure, bySide(figure)])) as Found;
}

export function median(values: readonly number[]): number {
  if (values.length === 0 || !values.every(Number.isFinite))
    throw new Error(`A median of [${values.join(', ')}] cannot be taken.`);
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[sorted.length / 2 - 1] as number) + upper) / 2;
}

/** The value a goal judges: a ratio, or a median if there is no other side. */
const reached = ({ values }: Row, [of, , to]: Goal): number =>
  median(values[of] ?? []) / (to ? median(values[to] ?? []) : 1);

const isMissed = (row: Row) => row.goals?.some((goal) => reached(row, goal) > goal[1]) ?? false;

/** Whether others on the machine change it: memory and sizes stay the same. */
const isTime = ({ unit }: Row) => !['MB', 'kB', 'files'].includes(unit);

/** @param isBusy whether other programs used the machine: times are then not judged */
export const missedOf = ({ rows }: Findings, isBusy = false): string[] =>
  rows.filter((row) => isMissed(row) && !(isBusy && isTime(row))).map(({ what }) => what);

/** A value in three digits or more. */
export function figure(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function cell(values: readonly number[] | undefined): string {
  if (!values) return '';
  const range = ` (${figure(Math.min(...values))}–${figure(Math.max(...values))})`;
  return `${figure(median(values))}${values.length > 1 ? range : ''}`;
}

function goalText(row: Row, goal: Goal, isBusy: boolean): string {
  const [value, [of, max, to]] = [reached(row, goal), goal];
  const side = of === 'holdfast' ? '' : `${of} `;
  const judged = isBusy && isTime(row) ? 'busy' : value <= max ? 'pass' : 'MISS';
  return `${judged}: ${side}${figure(value)}${to ? ` of ${to}` : ''} (≤ ${max})`;
}

/** The floor of a missed goal, also as a ratio. */
function floorText({ values, goals = [], floor, unit, what }: Row): string {
  if (!floor) return `${what}: no floor was measured`;
  const others = new Set(goals.flatMap(([, , to]) => to ?? []));
  const ratios = [...others].map((to) => `, ${figure(floor.value / median(values[to] ?? []))} of ${to}`);
  return `${what}: floor ${figure(floor.value)} ${unit}${ratios.join('')}: ${floor.of}`;
}

export function tableOf({ rows }: Findings, isBusy = false): string {
  const sides = SIDES.filter((side) => rows.some(({ values }) => values[side]));
  const cells = rows.map((row) => [
    `${row.what}, ${row.unit}`,
    ...sides.map((side) => cell(row.values[side])),
    (row.goals ?? []).map((goal) => goalText(row, goal, isBusy)).join('; '),
  ]);
  const table = [['', ...sides, 'goal'], ...cells];
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((line) => (line[at] ?? '').length)));
  const lines = table.map((line) => line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '));
  return [...lines, ...rows.filter(isMissed).map(floorText)].join('\n');
}

/** As a table in Markdown. */
export function figuresPage({ rows }: Findings): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = rows.map((row) => {
    const { what, unit, values, goals = [], floor } = row;
    const found = SIDES.flatMap((side) => (values[side] ? [`${side} ${figure(median(values[side]))}`] : []));
    const judged = goals.map((goal) => goalText(row, goal, false));
    const least = floor ? `${figure(floor.value)} ${unit}: ${floor.of}` : '';
    return line([`${what}, ${unit}`, found.join(' · '), judged.join('; '), least]);
  });
  return [line(['figure', 'measured', 'goal', 'floor']), '|---|---|---|---|', ...lines].join('\n');
}
