/**
 * Keeps `.github/faults.md` in step with the tests. A test named `fault | what is seen | then` has a row there; its name
 * ends with `| event` if the test only sends Electron's event, or with the reason why it does not run here.
 */
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect, type RunnerTask } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..');

/** Fails unless the table's rows for this file match its tests. */
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
