/**
 * `.github/faults.md` says what the tests say: a test named `fault | what is seen | then` has a row there, and
 * `| event` in its name where only Electron's event is sent, or why it is not done here.
 */
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect, type RunnerTask } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..');

/** Fails unless the rows about this file are those of its tests. */
export function checkFaultTable(file: RunnerTask & { filepath?: string }): void {
  const path = relative(PROJECT, file.filepath ?? '').replaceAll('\\', '/');
  const link = `[${basename(path)}](../${path})`;
  const table = readFileSync(join(PROJECT, '.github', 'faults.md'), 'utf8').split('\n');
  const rows = namesIn(file)
    .map((name) => name.split(' | '))
    .filter(({ length }) => length >= 3)
    .map(([fault, seen, then, how]) =>
      [fault, seen, then, how === 'event' ? 'its event only' : (how ?? 'for real')].join(' | '),
    );
  expect(
    table.filter((row) => row.endsWith(` | ${link} |`)),
    `.github/faults.md should have these rows about ${path}`,
  ).toEqual(rows.map((row) => `| ${row} | ${link} |`).sort());
}

const namesIn = (task: RunnerTask): string[] =>
  task.type === 'suite' ? task.tasks.flatMap(namesIn) : [task.name];
