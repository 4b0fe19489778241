import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workflowText } from '../../../../electron/tool/init/releaseWorkflow.ts';

const usesIn = (text: string) => [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action);

it.each([
  ['npm', 'npx', false, 'npm ci', 'npm ci --ignore-scripts'],
  ['pnpm', 'pnpm exec', false, 'pnpm install --frozen-lockfile', '--frozen-lockfile --ignore-scripts'],
  ['yarn', 'yarn', false, 'yarn install --frozen-lockfile', '--frozen-lockfile --ignore-scripts'],
  ['yarn', 'yarn', true, 'yarn install --immutable', '--immutable --mode=skip-build'],
  ['bun', 'bunx', false, 'bun install --frozen-lockfile', '--frozen-lockfile --ignore-scripts'],
] as const)('the release workflow of an app with %s (%s, %s)', (name, exec, isBerry, install, noScripts) => {
  const text = workflowText({ name, exec, locks: [] }, 'apps/my shop', isBerry);
  const [build = '', sign = ''] = text.split('\n  sign:\n');
  expect(build).toMatch(new RegExp(`- run: .*${install}$`, 'm'));
  expect(build).toContain(`          ${exec} holdfast dist "--output=$RUNNER_TEMP/installers"\n`);
  expect(sign).toContain(`${noScripts}\n`);
  expect(text.match(/working-directory: "apps\/my shop"$/gm)).toHaveLength(2);
  expect(text).not.toMatch(/[A-Z]+_(?:FOLDER|ALL|SCRIPTS|TOOL)\b/);
});

it('pins each action to a commit, and names its version, which Dependabot updates', () => {
  const folder = join(import.meta.dirname, '../../../../.github');
  for (const name of readdirSync(join(folder, 'workflows')))
    for (const action of usesIn(readFileSync(join(folder, 'workflows', name), 'utf8')))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  expect(readFileSync(join(folder, 'dependabot.yml'), 'utf8')).toContain('package-ecosystem: github-actions');
});

it("is this repository's own, but for where the tool is", () => {
  const text = workflowText({ name: 'npm', exec: 'npx', locks: [] })
    .replace('npx holdfast dist', 'node electron/tool/cli.ts dist')
    .replace(`$(node -p "require.resolve('holdfast/sign')")`, 'electron/tool/pack/sign.ts');
  const own = join(import.meta.dirname, '../../../../.github/workflows/desktop-release.yml');
  expect(readFileSync(own, 'utf8')).toBe(text);
  expect(text.match(/working-directory: \.$/gm)).toHaveLength(2);
});
