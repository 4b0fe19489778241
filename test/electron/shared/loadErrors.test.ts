import { expect, it } from 'vitest';
import { loadError } from '../../../electron/shared/loadErrors.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };

it.each([
  ['INTERNET_DISCONNECTED', en.fault.load.offline.title],
  ['TIMED_OUT CONNECTION_TIMED_OUT DNS_TIMED_OUT', en.fault.load.timedOut.title],
  ['PROXY_AUTH_REQUESTED', en.fault.load.proxySignIn.title],
  ['TUNNEL_CONNECTION_FAILED PROXY_CERTIFICATE_INVALID PAC_SCRIPT_FAILED', en.fault.load.proxy.title],
  ['SSL_CLIENT_AUTH_CERT_NEEDED', en.fault.load.clientCertificate.title],
  ['NAME_NOT_RESOLVED DNS_SERVER_FAILED', en.fault.load.nameNotFound.title],
  ['CONNECTION_REFUSED', en.fault.load.refused.title],
  ['CERT_DATE_INVALID', en.fault.load.certificateDate.title],
  ['CERT_AUTHORITY_INVALID SSL_SERVER_CERT_CHANGED', en.fault.load.certificate.title],
  ['SSL_PROTOCOL_ERROR', en.fault.load.insecure.title],
  ['CONNECTION_RESET EMPTY_RESPONSE', en.fault.load.connectionLost.title],
  ['FILE_NOT_FOUND CACHE_READ_FAILURE', en.fault.load.file.title],
  ['BLOCKED_BY_CLIENT UNSAFE_PORT', en.fault.load.blocked.title],
  ['INVALID_URL', en.fault.load.address.title],
  ['INVALID_RESPONSE', en.fault.load.badAnswer.title],
  ['TOO_MANY_REDIRECTS', en.fault.boot.loop.title],
  ['FAILED OF_A_LATER_CHROMIUM CACHE_MISS', en.fault.load.other.title],
])('%s: %s', (names, title) => {
  const found = names.split(' ').map((name) => [name, loadError(`ERR_${name}`).title]);
  expect(found).toEqual(found.map(([name]) => [name, title]));
});

it('promises no other try if it cannot help', () => {
  const final = ['BLOCKED_BY_CLIENT', 'UNKNOWN_URL_SCHEME', 'INVALID_REDIRECT', 'UNSAFE_PORT'];
  expect(final.filter((name) => loadError(`ERR_${name}`).retryable)).toEqual([]);
  // Cookies that a server changed meanwhile may end a circle of redirects.
  const others = ['OUT_OF_MEMORY', 'TOO_MANY_REDIRECTS'];
  expect(others.filter((name) => !loadError(`ERR_${name}`).retryable)).toEqual([]);
});
