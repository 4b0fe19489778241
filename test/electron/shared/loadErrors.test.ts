import { expect, it } from 'vitest';
import { loadError } from '../../../electron/shared/loadErrors.ts';

it.each([
  ['INTERNET_DISCONNECTED', 'You’re offline'],
  ['TIMED_OUT CONNECTION_TIMED_OUT DNS_TIMED_OUT', 'The server took too long to answer'],
  ['PROXY_AUTH_REQUESTED', 'The proxy needs you to sign in'],
  ['TUNNEL_CONNECTION_FAILED PROXY_CERTIFICATE_INVALID PAC_SCRIPT_FAILED', 'The proxy can’t be used'],
  ['SSL_CLIENT_AUTH_CERT_NEEDED', 'The server asks for a certificate'],
  ['NAME_NOT_RESOLVED DNS_SERVER_FAILED', 'The server wasn’t found'],
  ['CONNECTION_REFUSED', 'The server can’t be reached'],
  ['CERT_DATE_INVALID', 'The server’s certificate is out of date'],
  ['CERT_AUTHORITY_INVALID SSL_SERVER_CERT_CHANGED', 'This connection isn’t secure'],
  ['SSL_PROTOCOL_ERROR', 'A secure connection wasn’t possible'],
  ['CONNECTION_RESET EMPTY_RESPONSE', 'The connection was lost'],
  ['FILE_NOT_FOUND CACHE_READ_FAILURE', 'A file couldn’t be read'],
  ['BLOCKED_BY_CLIENT UNSAFE_PORT', 'The page was blocked'],
  ['TOO_MANY_REDIRECTS', 'The address can’t be opened'],
  ['FAILED OF_A_LATER_CHROMIUM', 'The page couldn’t be loaded'],
])('%s: %s', (names, title) => {
  const found = names.split(' ').map((name) => [name, loadError(`ERR_${name}`).title]);
  expect(found).toEqual(found.map(([name]) => [name, title]));
});

it('promises no other try if it cannot help', () => {
  const final = ['BLOCKED_BY_CLIENT', 'UNKNOWN_URL_SCHEME', 'TOO_MANY_REDIRECTS', 'UNSAFE_PORT'];
  expect(final.filter((name) => loadError(`ERR_${name}`).retryable)).toEqual([]);
  expect(loadError('ERR_OUT_OF_MEMORY').retryable).toBe(true);
});
