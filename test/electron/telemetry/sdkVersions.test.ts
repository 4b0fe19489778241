import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { devDependencies as dependencies, peerDependencies } from '../../../package.json';

const require = createRequire(import.meta.url);
const packages = join(dirname(require.resolve('@sentry/core/package.json')), '..', '..');

it('the SDK is pinned, and all its packages use the one bundled @sentry/core', () => {
  for (const name of ['@sentry/electron', '@sentry/core'] as const) {
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    const { version } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
    expect(version).toBe(dependencies[name]);
  }
  // `holdfast/sentry` names this range too, at start.
  const ranged = `~${dependencies['@sentry/electron'].replace(/\d+$/, '0')}`;
  expect(ranged).toBe(peerDependencies['@sentry/electron']);
  // A second core would have its own clients and scopes.
  for (const name of ['electron', 'node', 'browser', 'replay']) {
    const within = createRequire(join(packages, '@sentry', name, 'index.js'));
    expect(within.resolve('@sentry/core')).toBe(require.resolve('@sentry/core'));
  }
});
