/**
 * `.github/faults.md` has a row for each test of a fault, and no other. The name of such a test is
 * `fault | what is seen | when the cause is gone`, and `| event` where only Electron's event is sent.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const tests = join(root, 'test', 'e2e', 'recovery');
const NAME = /(['"`])((?:(?!\1|\n).)+ \| (?:(?!\1|\n).)+ \| (?:(?!\1|\n).)+)\1/g;
const names = readdirSync(tests).flatMap((file) =>
  [...readFileSync(join(tests, file), 'utf8').matchAll(NAME)].map(([, , name = '']) => ({ file, name })),
);
const rows = readFileSync(join(root, '.github', 'faults.md'), 'utf8')
  .split('\n')
  .slice(7)
  .filter(Boolean)
  .map((line) => {
    const [fault, seen, after, how, file] = line.slice(2, -2).split(' | ');
    const event = how === 'its event only' ? ' | event' : '';
    return { name: `${fault} | ${seen} | ${after}${event}`, file: /\[(.+)\]/.exec(file ?? '')?.[1] };
  });

/** Whether a row is of a test of this name, in which `%s` stands for any text. */
const isOf = (row: string, name: string) =>
  new RegExp(`^${name.split('%s').map(RegExp.escape).join('.*')}$`).test(row);

it('has a row for each test of a fault, which says whether the test does the real thing', () => {
  const missing = names.filter(
    ({ name, file }) => !rows.some((row) => row.file === file && isOf(row.name, name)),
  );
  expect(missing).toEqual([]);
});

it('has no row without a test', () => {
  const claimed = rows.filter(
    (row) => !names.some(({ name, file }) => row.file === file && isOf(row.name, name)),
  );
  expect(claimed).toEqual([]);
  expect(rows.length).toBeGreaterThan(40);
});
