/** The walls between the folders, as the linter holds them: the project's own rules on a tree made of the cases. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..');
const BIOME = join(PROJECT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');

const REFUSED: [folder: string, specifier: string][] = [
  ['renderer/error', '../../electron/shell/window.ts'],
  ['renderer', '../electron/settings.ts'],
  ['renderer', 'electron'],
  ['renderer', 'node:fs'],
  ['renderer', '@sentry/electron/main'],
  ['renderer', '../test/support/app.ts'],
  ['electron/shell', '../../renderer/main.tsx'],
  ['electron', './dev/start.ts'],
  ['electron/shell', '../dev/launch.ts'],
  ['electron/contract', '../shell/window.ts'],
  ['electron/contract', 'electron'],
];
const ALLOWED: [folder: string, specifier: string][] = [
  ['renderer/error', '../../electron/contract/fault.ts'],
  ['renderer', '@sentry/electron/renderer'],
  ['electron/shell', '../contract/fault.ts'],
  ['electron/shell', 'node:fs'],
  ['electron/contract', './fault.ts'],
  ['electron/dev/build', '../../../renderer/routes/checks.ts'],
];

describe('imports across the walls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-zones-'));
  let refused: Set<string>;

  beforeAll(() => {
    const { vcs: _, ...rules } = JSON.parse(readFileSync(join(PROJECT, '.biome.json'), 'utf8'));
    writeFileSync(join(folder, '.biome.json'), JSON.stringify(rules));
    [...REFUSED, ...ALLOWED].forEach(([place, specifier], index) => {
      const file = join(folder, place, `case${index}.ts`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `import '${specifier}';\n`);
    });
    const args = [
      BIOME,
      'lint',
      '--only=style/noRestrictedImports',
      '--reporter=json',
      '--max-diagnostics=none',
      '.',
    ];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const found = [...stdout.matchAll(/case(\d+)\.ts/g)].map(([, index]) => index as string);
    expect(found.length, stdout + stderr).toBeGreaterThan(0);
    refused = new Set(found);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(REFUSED.map((entry, index) => [...entry, index] as const))(
    '%s must not import %s',
    (_f, _s, index) => {
      expect(refused.has(String(index))).toBe(true);
    },
  );

  it.each(ALLOWED.map((entry, index) => [...entry, index] as const))('%s may import %s', (_f, _s, index) => {
    expect(refused.has(String(REFUSED.length + index))).toBe(false);
  });
});
