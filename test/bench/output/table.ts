/** The table on the terminal. */

import { type Curve, type Row, ratioOf } from '../support/rows.ts';
import type { SideName } from '../support/sides.ts';
import type { Sample } from '../support/stats.ts';

const SIDES: readonly SideName[] = ['holdfast', 'stock', 'bare', 'next'];
const HEAD = ['', 'holdfast', 'stock', 'bare', 'next', 'ratio', 'goal'];

function figure(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A median, and behind it the least and the most of the runs. */
function cell(sample: Sample | undefined): string {
  if (!sample) return '';
  const { median, least, most, runs } = sample;
  return runs > 1 && least !== most ? `${figure(median)} (${figure(least)}–${figure(most)})` : figure(median);
}

function cellsOf(row: Row): string[] {
  const ratio = ratioOf(row);
  const ratioText = ratio === undefined ? '' : `${ratio.toFixed(2)} of ${row.ratio?.to}`;
  const goal = row.goal ? `${row.goal.isMet ? 'pass' : 'MISS'}: ${row.goal.text}` : '';
  const what = row.unit ? `${row.what}, ${row.unit}` : row.what;
  return [what, ...SIDES.map((name) => cell(row.sides[name])), ratioText, goal];
}

/** All rows as lines of text, the columns under each other; notes stand under their row. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, at) => Math.max(...cells.map((line) => (line[at] ?? '').length)));
  const lineOf = (line: readonly string[]) =>
    line
      .map((text, at) =>
        at === 0 || at === line.length - 1 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const [head = [], ...rest] = cells;
  const lines = rest.flatMap((line, at) => {
    const { note } = rows[at] as Row;
    return note ? [lineOf(line), `    ${note}`] : [lineOf(line)];
  });
  return [lineOf(head), ...lines].join('\n');
}

export function curvesOf(curves: readonly Curve[]): string {
  return curves
    .map(({ what, unit, points, slope, limit }) => {
      const values = points
        .map(({ size, value }) => `${size.toLocaleString('en')}: ${figure(value)}`)
        .join('  ');
      return `${slope <= limit ? 'pass' : 'MISS'}  slope ${slope.toFixed(2)} (≤ ${limit})  ${what}, ${unit}  ${values}`;
    })
    .join('\n');
}
