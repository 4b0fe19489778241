/** `.github/faults.md`: what the person sees of each fault, from the names of the tests. `npx vitest -u` writes it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');

it('the table of faults says what the tests say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-names-'));
  const file = join(folder, 'names.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['list', '--project', 'e2e', 'test/e2e/recovery', '--no-staticParse', `--json=${file}`];
  await promisify(execFile)(process.execPath, [vitest, ...args], { cwd: root });
  const tests: { name: string; file: string }[] = JSON.parse(await readFile(file, 'utf8'));
  await rm(folder, { recursive: true });

  const rows = tests.flatMap(({ name, file }) => {
    const parts = (name.split(' > ').at(-1) ?? '').split(' | ');
    return parts.length === 3 ? [`| ${parts.join(' | ')} | ${link(file)} |`] : [];
  });
  expect(rows.length).toBeGreaterThan(30);
  const text = [
    '# What the person sees of each fault',
    '',
    'Made from the names of the tests, which do the real thing to the running app.',
    '',
    '| fault | what is seen | when the cause is gone | test |',
    '|---|---|---|---|',
    ...rows.sort(),
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot(join(root, '.github', 'faults.md'));
});

function link(file: string): string {
  const path = relative(root, file).replaceAll('\\', '/');
  return `[${path.replace(/.*\//, '')}](../${path})`;
}
