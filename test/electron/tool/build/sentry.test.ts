import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { expect, it } from 'vitest';
import { PROJECT } from '../../../support/app.ts';
import { testFolder } from '../../testFolder.ts';

it('loads only packages that are installed for it: an app may have another @sentry/core, or none', async () => {
  const outDir = testFolder();
  const builder = await createBuilder({
    configFile: join(PROJECT, 'vite.config.ts'),
    // Node reads it without a build.
    configLoader: 'native',
    logLevel: 'error',
    environments: { sentry: { build: { outDir } } },
  });
  if (builder.environments.sentry) await builder.build(builder.environments.sentry);
  const code = readFileSync(join(outDir, 'limited.cjs'), 'utf8');
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const installed = [...Object.keys({ ...dependencies, ...peerDependencies }), ...builtinModules];
  const loaded = [...code.matchAll(/\brequire\("(?:node:)?([^"]+)"\)/g)].map(([, name = '']) => name);
  expect(loaded).toContain('@sentry/electron/main');
  const isInstalled = (name: string) => installed.some((one) => `${name}/`.startsWith(`${one}/`));
  expect(loaded.filter((name) => !isInstalled(name))).toEqual([]);
});
