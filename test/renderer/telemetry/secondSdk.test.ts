/** Warns about an app's own SDK that starts after Holdfast's, and says what to do. */
import type { Client } from '@sentry/core';
import { afterEach, expect, it, vi } from 'vitest';
import { warnOfSecond } from '../../../renderer/telemetry/appSdk.ts';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
afterEach(() => {
  warn.mockClear();
});

const own = {} as Client;
const sdk = (client: unknown) => ({ stack: { getScope: () => ({ getClient: () => client }) } });

it.each([
  ['none', { version: '10.75.0' }, 0],
  ["Holdfast's", { version: '10.75.0', '10.75.0': sdk(own) }, 0],
  ['another version that is loaded, and not started', { '10.75.0': sdk(own), '11.12.0': sdk(undefined) }, 0],
  ['another version', { '10.75.0': sdk(own), '11.12.0': sdk({}) }, 1],
  ['another client of the same version', { '10.75.0': sdk({}) }, 1],
])('with %s', (_, carriers, warnings) => {
  vi.stubGlobal('__SENTRY__', carriers);
  warnOfSecond(own);
  expect(warn).toHaveBeenCalledTimes(warnings);
  if (warnings > 0) expect(warn.mock.calls[0]?.[0]).toContain("tunnel: '/_holdfast/envelope'");
});
