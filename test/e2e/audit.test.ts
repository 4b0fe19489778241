/** What ships has no hole that the world knows of and calls high or critical. */
import { expect, it } from 'vitest';
import { audit, configuredRegistry, severe } from '../../electron/dev/audit/advisories.ts';
import { shippedPackages } from '../../electron/dev/audit/shipped.ts';

it('ships no package with a known hole of high or critical severity', async (context) => {
  const packages = await shippedPackages();
  // It would be easy to audit nothing.
  expect(Object.keys(packages)).toEqual(
    expect.arrayContaining([
      'electron',
      'electron-updater',
      'react',
      'react-dom',
      '@sentry/electron',
      'valibot',
    ]),
  );
  expect(Object.keys(packages)).not.toContain('vite');
  const answer = await audit(await configuredRegistry(), packages);
  if ('unasked' in answer) {
    const line = `audit: skipped, the npm registry cannot be asked about known holes: ${answer.unasked}.`;
    console.warn(line);
    return context.skip(line);
  }
  for (const { of, severity, title, url } of answer.holes)
    console.warn(`audit: ${of}: ${severity}: ${title} ${url}`);
  expect(severe(answer.holes)).toEqual([]);
});
