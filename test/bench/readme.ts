/** What of a run the README shows: the chart, a table of what a person waits for, and a page with every figure. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../support/app.ts';
import { startChart } from './chart.ts';
import { type Findings, figure, figuresPage, median, type Row, type SideName } from './report.ts';

const [BEGIN, END] = ['<!-- Written by npm run bench -- --readme -->', '<!-- End of what it writes -->'];
const GITHUB = join(PROJECT, '.github');

const SHOWN: readonly [what: string, ...sides: SideName[]][] = [
  ['a build, without and with reports', 'web', 'webReports'],
  ['the same page in a bare Electron window', 'vite'],
  ['an app at its server’s address, without and with reports', 'address', 'addressReports'],
  ['the same page in a bare Electron window', 'bareAddress'],
  ['the same page in Chromium’s app window', 'chromium'],
];

function iconTable(rows: readonly Row[]): string {
  const starts = rows.filter(({ what }) => what.startsWith('icon'));
  const heads = starts.map(({ what }) => what.replace(/^.*, /, ''));
  const shown = SHOWN.filter(([, side]) => side && starts.some(({ values }) => values[side]));
  const lines = shown.map(([what, ...sides]) => {
    const medians = starts.map(({ values }) => sides.map((side) => figure(median(values[side] ?? []))));
    return `| ${[what, ...medians.map((all) => all.join(' · '))].join(' | ')} |`;
  });
  const head = `| From the click on an installed app’s icon to its first page, ms | ${heads.join(' | ')} |`;
  return [head, `|---|${'---|'.repeat(heads.length)}`, ...lines].join('\n');
}

/** @param from what was measured, on which machine, and when */
export function writeReadme(all: Findings, from: string): void {
  if (!all.timeline) throw new Error('The README needs the starts: run all of the bench.');
  const readme = join(PROJECT, 'README.md');
  const text = readFileSync(readme, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`${readme} has no place for the figures.`);
  const own = `${iconTable(all.rows)}\n\nMedians; ${from}.`;
  writeFileSync(readme, `${before}${BEGIN}\n\n${own}\n\n${END}${after}`);
  writeFileSync(join(GITHUB, 'bench-start.svg'), startChart(all.timeline, from));
  const head = `# Figures\n\nMeasured by \`npm run bench -- --readme\`: medians; ${from}. A ratio is judged beside a baseline of the same run. What main reads at the start, and why: [modules.md](modules.md).`;
  writeFileSync(join(GITHUB, 'figures.md'), `${head}\n\n${figuresPage(all)}\n`);
  copyFileSync(join(PROJECT, '.build', 'bench', 'modules.md'), join(GITHUB, 'modules.md'));
}
