/** `.github/faults.md` says what the tests say: a test named `fault | what is seen | then` has a row there. */
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect, type RunnerTask } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..');

/** Fails unless the rows about this file are those of its tests. */
export function checkFaultTable(file: RunnerTask & { filepath?: string }): void {
  const path = relative(PROJECT, file.filepath ?? '').replaceAll('\\', '/');
  const link = `[${basename(path)}](../${path})`;
  const table = readFileSync(join(PROJECT, '.github', 'faults.md'), 'utf8').split('\n');
  const rows = namesIn(file).filter((name) => name.split(' | ').length === 3);
  expect(
    table.filter((row) => row.endsWith(` | ${link} |`)),
    `.github/faults.md should have these rows about ${path}`,
  ).toEqual(rows.map((name) => `| ${name} | ${link} |`).sort());
}

const namesIn = (task: RunnerTask): string[] =>
  task.type === 'suite' ? task.tasks.flatMap(namesIn) : [task.name];
