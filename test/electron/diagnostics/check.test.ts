import { describe, expect, it } from 'vitest';
import { checkTargets, targetsOf, uncheckedTargets } from '../../../electron/diagnostics/check.ts';
import type { Network } from '../../../electron/diagnostics/connectivity.ts';

const KEY = 'abcdef0123456789abcdef0123456789';

describe('the servers that are checked', () => {
  it.each([
    [`https://${KEY}@sentry.example.com/1`, 'https://sentry.example.com/api/1/envelope/'],
    [
      `http://${KEY}:${KEY}@127.0.0.1:8000/deep/folder/42`,
      'http://127.0.0.1:8000/deep/folder/api/42/envelope/',
    ],
    [`https://${KEY}@[::1]:1/7`, 'https://[::1]:1/api/7/envelope/'],
  ])('%s: the key stays here', (sentryDsn, url) => {
    expect(targetsOf({ reports: 'ask', sentryDsn })[1]).toEqual({ target: 'ingest', url });
  });

  it('are none without settings', () => {
    expect(targetsOf({ reports: 'on' })).toEqual([
      { target: 'origin', note: 'not checked: the setting "origin" is not set.' },
      { target: 'ingest', note: 'not checked: the setting "sentryDsn" is not set.' },
    ]);
  });

  it('do not include that of reports which the person does not want', async () => {
    const settings = { reports: 'off', sentryDsn: `https://${KEY}@sentry.example.com/1` } as const;
    const network: Network = {
      resolveProxy: () => Promise.reject(new Error('nobody is asked')),
      status: () => Promise.reject(new Error('nobody is asked')),
    };
    const expected = { target: 'ingest', steps: [], note: 'not checked: reports are off.' };
    expect((await checkTargets(settings, network))[1]).toEqual(expected);
    expect(uncheckedTargets(settings)[1]).toEqual(expected);
  });

  it('are named before anything is known of them', () => {
    expect(uncheckedTargets({ reports: 'on', origin: 'https://app.example.com' })[0]).toEqual({
      target: 'origin',
      address: 'https://app.example.com',
      steps: [],
      note: 'https://app.example.com is being checked.',
    });
  });
});
