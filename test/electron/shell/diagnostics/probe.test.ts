import { expect, it, vi } from 'vitest';
import en from '../../../../electron/shared/texts/en.json' with { type: 'json' };
import { serversOf } from '../../../../electron/shell/diagnostics/probe.ts';
import { reasonOf } from '../../../../electron/shell/diagnostics/reason.ts';

vi.mock('electron', () => ({}));

const KEY = 'abcdef0123456789abcdef0123456789';

it.each([
  [`https://${KEY}@sentry.example.com/1`, 'https://sentry.example.com/api/1/envelope/'],
  [`http://${KEY}:${KEY}@127.0.0.1:81/deep/folder/4`, 'http://127.0.0.1:81/deep/folder/api/4/envelope/'],
  [`https://${KEY}@[::1]:1/7`, 'https://[::1]:1/api/7/envelope/'],
])('the server of %s is probed without its key', (sentryDsn, url) => {
  const address = new URL(url).origin;
  expect(serversOf({ reports: 'ask', sentryDsn })[1]).toEqual({ name: 'ingest', address, url });
});

it.each([
  ['net::ERR_NAME_NOT_RESOLVED', `${en.fault.load.nameNotFound.title} (ERR_NAME_NOT_RESOLVED)`],
  ['something else', 'something else'],
])('%s is shown as: %s', (message, words) => expect(reasonOf(new Error(message))).toBe(words));
