/** `.github/faults.md`: what the person sees of each fault, from the names of the tests. `npx vitest -u` writes it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');

/** What desktop shells are compared by, and the test that shows it. */
const FEATURES: [feature: string, test: string][] = [
  ['local interface starts offline', 'test/e2e/offline.test.ts'],
  ['page for a load that failed', 'test/e2e/recovery/load.test.ts'],
  ['error code shown', 'test/e2e/recovery/load.test.ts'],
  ['page for an HTTP status of 400 or more', 'test/e2e/recovery/load.test.ts'],
  ['button to try again', 'test/e2e/recovery/page.test.ts'],
  ['tries again by itself', 'test/e2e/recovery/load.test.ts'],
  ['watchdog for a page that does not start', 'test/e2e/recovery/system.test.ts'],
  ['recovery from a crash of the page', 'test/e2e/recovery/crash.test.ts'],
  ['cap on loads after crashes', 'test/e2e/recovery/crash.test.ts'],
  ['cap kept across launches', 'test/electron/shell/recovery.sequences.test.ts'],
  ['honest page after the cap', 'test/e2e/recovery/crash.test.ts'],
  ['hang handled, with stacks', 'test/e2e/recovery/hang.test.ts'],
  ['exception in main shown', 'test/e2e/recovery/main.test.ts'],
  ['native dialog as the last resort', 'test/e2e/recovery/crash.test.ts'],
  ['details to copy, redacted', 'test/e2e/errorPage.test.ts'],
  ['report id shown', 'test/e2e/telemetry/reports.test.ts'],
  ['reports bounded, kept offline', 'test/e2e/telemetry/outbox.test.ts'],
  ['consent before the first report', 'test/e2e/telemetry/consent.test.ts'],
  ['single instance', 'test/e2e/recovery/system.test.ts'],
  ['end-to-end tests that crash the page for real', 'test/e2e/recovery/crash.test.ts'],
];

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
  for (const [, test] of FEATURES) expect(existsSync(join(root, test)), test).toBe(true);
  const features = FEATURES.map(([feature, test]) => `| ${feature} | yes | ${link(join(root, test))} |`);
  const text = [
    '# What the person sees of each fault',
    '',
    'Made from the names of the tests, which do the real thing to the running app.',
    '',
    '| fault | what is seen | when the cause is gone | test |',
    '|---|---|---|---|',
    ...rows.sort(),
    '',
    '## Features by which desktop shells are compared',
    '',
    '| feature | Holdfast | shown by |',
    '|---|---|---|',
    ...features,
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot(join(root, '.github', 'faults.md'));
});

function link(file: string): string {
  const path = relative(root, file).replaceAll('\\', '/');
  return `[${path.replace(/.*\//, '')}](../${path})`;
}
